"""Writes the golden transcripts: a round per regulation and way of dealing, with all views after every event.

Run it after a deliberate change (`.venv/bin/python tools/goldens.py`) and read the difference before you
commit it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from feltlaw.log.lines import event_json
from feltlaw.practice import Crew, PracticeDesk, usual_bets, usual_decision
from feltlaw.regulation import load, regulation_ids
from feltlaw.submission import Submission, new_submission, read_toml
from feltlaw.table import Event, Person, State, Table, apply, start
from feltlaw.table.play import waiting
from feltlaw.views import VIEWERS, view

FOLDER = Path(__file__).parents[1] / "tests" / "goldens"
PLAYERS = {1: "Player A", 4: "Player B"}
FIRST_SECOND = 1_000


def names() -> list[str]:
    """One golden for each regulation and each way of dealing it allows."""
    return [f"{regulation}-{deal}" for regulation in regulation_ids() for deal in load(regulation).deals]


def transcript(name: str) -> str:
    """The golden text: for each event what happened, and what changed in each person's view."""
    table = play_golden(name)
    state = start(table.submission)
    before: dict[str, dict[str, Any]] = {}
    lines = [json.dumps({"golden": name, "submission": table.submission.digest})]
    for event in table.events:
        state = apply(state, event)
        changes = {}
        for person, seen in _views(state):
            changes[person] = _difference(before.get(person, {}), seen)
            before[person] = seen
        lines.append(json.dumps({"event": event_json(_shown(event)), "views": changes}, sort_keys=True))
    return "\n".join(lines) + "\n"


def _shown(event: Event) -> Event:
    """The event without the order of the cards, which would drown everything else."""
    data = {key: value for key, value in event.data.items() if key != "order"}
    return Event(event.kind, event.by, event.at, data)


def _views(state: State) -> Iterator[tuple[str, dict[str, Any]]]:
    for role in VIEWERS:
        people = PLAYERS.values() if role == "player" else [""]
        for name in people:
            yield (name or role), view(state, role, name)


def _difference(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """What changed: new values, and null for what is gone."""
    found: dict[str, Any] = {}
    for key in sorted({*before, *after}):
        old, new = before.get(key), after.get(key)
        if old == new:
            continue
        found[key] = _difference(old, new) if isinstance(old, dict) and isinstance(new, dict) else new
    return found


def _submission(name: str) -> Submission:
    regulation, _, deal = name.rpartition("-")
    data = read_toml(new_submission(regulation))
    data["cards"]["deal"] = deal
    for section, wagers in load(regulation).sections().items():
        meters = [load(regulation).wagers[wager].meter for wager in wagers]
        if any(meters) and section != "multi_game_link":
            data["wagers"][section] = {}
    return Submission.from_data(data)


def play_golden(name: str) -> Table:
    """The round a golden tells of."""
    submission = _submission(name)
    table = Table(submission)
    ticks = iter(range(FIRST_SECOND, FIRST_SECOND * 1_000))
    crew = Crew(table, PracticeDesk(submission, name), lambda: next(ticks))
    for seat, player in PLAYERS.items():
        table.do("sit", Person("player", player), next(ticks), seat=seat)
        table.do("buy_in", Person("player", player), next(ticks), amount=100_000)
    list(crew.run())
    for seat, player in PLAYERS.items():
        for wager, amount in _bets(submission, seat).items():
            table.do("bet", Person("player", player), next(ticks), seat=seat, wager=wager, amount=amount)
    crew.close_betting()
    while True:
        list(crew.run())
        found = waiting(table.state)
        if found is None:
            return table
        _decide(table, found[1][0], next(ticks))


def _bets(submission: Submission, seat: int) -> dict[str, int]:
    """The first player stakes everything there is, the second the main wagers."""
    bets = usual_bets(submission, 100_000)
    if seat == min(PLAYERS):
        for wager, offered in submission.wagers.items():
            if offered.wager.stake.kind in ("limits", "fixed"):
                bets.setdefault(wager, offered.minimum)
    order = list(submission.regulation.wagers)
    return dict(sorted(bets.items(), key=lambda item: order.index(item[0])))


def _decide(table: Table, seat: int, at: int) -> None:
    state = table.state
    assert state.round is not None
    person = Person("player", state.round.players[seat])
    words = [offer.data["say"] for offer in table.legal("player") if offer.do == "decide"]
    if not words:
        table.do("set_hand", person, at, seat=seat)
        return
    up = state.cards_at("community")[: state.round.community_up]
    said = usual_decision(table.submission, state.cards_at(f"seat {seat}"), up, words)
    table.do("decide", person, at, seat=seat, say=said)


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name in names():
        (FOLDER / f"{name}.jsonl").write_text(transcript(name), encoding="utf-8")
        print(name)


if __name__ == "__main__":
    main()
