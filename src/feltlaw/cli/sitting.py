"""One sitting at a table in the terminal: the people, the crew and the record."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from feltlaw.cli.errors import refused, unreadable
from feltlaw.cli.felt import narrate, say
from feltlaw.log import LogError, LogWriter
from feltlaw.log.writer import create_log
from feltlaw.money import Cents
from feltlaw.practice import Crew, usual_decision
from feltlaw.round import Refused
from feltlaw.settlement import Settlement
from feltlaw.shuffle import SeededSource, SystemSource
from feltlaw.submission import Submission
from feltlaw.table import Event, Person, Table
from feltlaw.table.play import waiting

YOU = "You"


class Quit(Exception):
    """The player wants to go."""


@dataclass
class Game:
    """One sitting."""

    table: Table
    crew: Crew
    log: LogWriter
    clock: Callable[[], int]
    yours: list[int]
    others: dict[int, str]
    pace: int
    last_settlement: Settlement | None = None
    last_bets: dict[int, dict[str, Cents]] = field(default_factory=dict)
    started: Cents = 0
    played: int = 0

    def do(self, do: str, name: str, **data: object) -> None:
        """A player's command."""
        self._tell(self.log.do(self.table, do, Person("player", name), self.clock(), **data))

    def _tell(self, events: tuple[Event, ...]) -> None:
        round_ = self.table.state.round
        if round_ is not None and round_.settlement is not None:
            self.last_settlement = round_.settlement
        narrate(self.table.state, events, self.yours)
        if self.pace and any(event.kind not in ("deal", "bet", "sit", "buy_in") for event in events):
            time.sleep(self.pace / 1000)

    def crew_runs(self) -> None:
        """The crew goes on until somebody must act."""
        for events in self.crew.run():
            self._tell(events)

    def close(self) -> None:
        self._tell(self.crew.close_betting())

    @property
    def chips(self) -> Cents:
        return self.table.state.players[YOU].chips


def legal_words(game: Game, seat: int) -> list[str]:
    return [
        offer.data["say"]
        for offer in game.table.legal("player")
        if offer.do == "decide" and offer.data["seat"] == seat
    ]


def open_sitting(
    submission: Submission,
    path: Path,
    *,
    yours: list[int],
    others: int,
    money: Cents,
    seed: int | None,
    pace: int,
) -> Game:
    source = SystemSource() if seed is None else SeededSource(seed)
    start = int(time.time())
    table = Table(submission)
    try:
        log = create_log(path, submission, source=source, at=start)
    except (OSError, LogError) as error:
        raise unreadable(
            f"the record cannot be written to '{path}': {getattr(error, 'strerror', None) or error}"
        ) from None
    ticks = iter(range(start, start + 10**9))

    def clock() -> int:
        return next(ticks) if seed is not None else max(int(time.time()), table.state.now)

    game = Game(table, Crew(table, log, clock), log, clock, yours, {}, pace)
    try:
        for seat in yours:
            game.do("sit", YOU, seat=seat)
    except Refused as refusal:
        log.close()
        path.unlink(missing_ok=True)
        raise refused(f"{refusal} ({', '.join(refusal.clauses)})") from None
    game.do("buy_in", YOU, amount=money)
    game.started = money
    free = [seat for seat in range(1, submission.limits.seats + 1) if seat not in yours]
    for seat in free[: max(0, min(others, len(free)))]:
        game.others[seat] = f"Seat {seat}"
        game.do("sit", game.others[seat], seat=seat)
        game.do("buy_in", game.others[seat], amount=max(100_00, 60 * submission.limits.minimum))
    return game


def their_decision(game: Game, seat: int) -> None:
    state = game.table.state
    assert state.round is not None
    name = state.round.players[seat]
    words = legal_words(game, seat)
    if not words:
        game.do("set_hand", name, seat=seat)
        return
    up = state.cards_at("community")[: state.round.community_up]
    said = usual_decision(state.submission, state.cards_at(f"seat {seat}"), up, words)
    game.do("decide", name, seat=seat, say=said if said in words else words[-1])


def finish(game: Game) -> None:
    """Leaves the table in order: wagers not locked come back, a locked round is played out without you."""
    say("")
    game.pace = 0
    state = game.table.state
    if state.phase == "betting":
        for seat, name in (
            (s, n) for s, n in (state.round.players.items() if state.round else ()) if n == YOU
        ):
            for wager in list(game.table.state.round.stakes.get(seat, {})) if game.table.state.round else []:
                game.do("take_back", name, seat=seat, wager=wager)
    game.do("leave", YOU)
    while game.table.state.phase not in ("closed", "opening", "shuffling", "betting", "idle"):
        game.crew_runs()
        found = waiting(game.table.state)
        if found is None:
            break
        their_decision(game, found[1][0])
