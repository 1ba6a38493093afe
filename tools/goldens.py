"""Writes the golden transcripts: a round per regulation and way of dealing, all views after every append.

Run it after a deliberate change (`.venv/bin/python tools/goldens.py`) and read the difference before you
commit it. A transcript has a paragraph for each append: what was done, what was told of each event (`*`
everybody, then those who know more), and what changed in views, everybody's part first. One thing on a line.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from feltlaw.crew import Crew
from feltlaw.desk import Desk, open_desk
from feltlaw.event import Person
from feltlaw.feed import Feed
from feltlaw.money import dollars
from feltlaw.practice import Adviser, usual_bets
from feltlaw.record.store import MemoryStore
from feltlaw.regulation import Wager, load, regulation_ids
from feltlaw.shuffle import SeededSource
from feltlaw.submission import Submission, new_submission, read_toml
from feltlaw.views import Look, Viewer

FOLDER = Path(__file__).parents[1] / "tests" / "goldens"
PLAYERS = {1: "ann", 4: "bob"}
VIEWERS = (
    Viewer("player", "ann"),
    Viewer("player", "bob"),
    Viewer("dealer", "dealer"),
    Viewer("floorperson", "floorperson"),
    Viewer("auditor", "auditor"),
    Viewer("manager", "manager"),
    Viewer("cashier", "cashier"),
    Viewer("onlooker"),
)
FIRST_MOMENT, CHIPS = 1_000_000, 1000_00
OWN = ("role", "legal", "you", "crew", "seal")
WHOLE = ("waits", "deck")
"""Parts that are told whole where anything in them has changed."""
WIDE, HASH = 110, 12
"""Columns of a line; so many digits are written of a hash or a nonce."""


def names() -> list[str]:
    """One golden for each regulation and each way of dealing it allows."""
    return [f"{regulation}-{deal}" for regulation in regulation_ids() for deal in load(regulation).deals]


def transcript(name: str) -> str:
    """The golden text."""
    submission = _submission(name)
    lines = [f"{name}, submission {submission.digest[:HASH]}"]
    last: dict[str, dict[str, Any]] = {}
    for look in play_golden(name):
        lines += ["", *_paragraph(look, last)]
    return "\n".join(_wrapped(lines)) + "\n"


def _paragraph(look: Look, last: dict[str, dict[str, Any]]) -> Iterator[str]:
    frames = {_name(viewer): look.frame(viewer).to_json() for viewer in VIEWERS}
    everybody = frames["onlooker"]
    for at, event in enumerate(everybody["events"]):
        by = f"{event['by']['role']} {event['by']['account']}"
        phase = f" -> {event['phase']}" if "phase" in event else ""
        yield f"{event['number']} {event['kind']} by {by}{phase}"
        yield from (f"  * {line}" for line in _differences({}, event["data"], ""))
        told = {name: frame["events"][at] for name, frame in frames.items()}
        yield from _by_viewer("  ", {name: _differences({}, _part(one), "") for name, one in told.items()})
    public = {key: value for key, value in everybody["view"].items() if key not in OWN}
    yield from (f"  view * {line}" for line in _differences(last.get("*", {}), public, ""))
    last["*"] = public
    changes = {}
    for name, frame in frames.items():
        mine = _part(frame["view"])
        mine["may"] = " ".join(dict.fromkeys(offer["do"] for offer in frame["view"]["legal"]))
        changes[name] = list(_differences(last.get(name, {"may": ""}), mine, ""))
        last[name] = mine
    yield from _by_viewer("  view ", changes)


def _part(document: Mapping[str, Any]) -> dict[str, Any]:
    """What is not everybody's, but for what one may do."""
    return {key: document[key] for key in ("you", "own", "crew", "seal") if key in document}


def _by_viewer(before: str, lines: Mapping[str, Iterable[str]]) -> Iterator[str]:
    """Each line once, with all to whom it was told."""
    found: dict[str, list[str]] = {}
    for name, told in lines.items():
        for line in told:
            found.setdefault(line, []).append(name)
    for line, names_ in found.items():
        yield f"{before}{'+'.join(names_)}: {line}"


def _name(viewer: Viewer) -> str:
    return viewer.account if viewer.role == "player" else viewer.role


# ── what changed, a line for each thing ──


def _differences(old: object, new: object, path: str) -> Iterator[str]:
    """What is new, and what is gone."""
    if old == new:
        return
    if (
        isinstance(new, Mapping)
        and isinstance(old, Mapping)
        and path not in WHOLE
        and (old or not _is_small(new))
    ):
        for key in {**old, **new}:
            inner = f"{path}.{key}" if path else key
            if key not in new:
                yield f"{inner} gone"
            else:
                yield from _differences(old.get(key, {}), new[key], inner)
        return
    if isinstance(new, list) and any(isinstance(one, Mapping) for one in new):
        before = old if isinstance(old, list) else []
        for at, one in enumerate(new):
            was = before[at] if at < len(before) else None
            if one != was:
                yield f"{path}[{at}] {_short(one)}"
        if len(before) > len(new):
            yield f"{path}[{len(new)}...] gone"
        return
    yield f"{path} {_short(new)}" if path else _short(new)


def _is_small(value: Mapping[str, Any]) -> bool:
    return not any(isinstance(one, list | dict) for one in value.values())


def _short(value: object) -> str:
    """A value on one line: no quotes, hashes cut short."""
    if isinstance(value, Mapping):
        return " ".join(f"{key}={_inner(one)}" for key, one in value.items())
    if isinstance(value, list):
        return "[" + " ".join(_inner(one) for one in value) + "]"
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return text[:HASH] if len(text) in (32, 64) and " " not in text else text


def _inner(value: object) -> str:
    return f"{{{_short(value)}}}" if isinstance(value, Mapping) else _short(value)


def _wrapped(lines: Sequence[str]) -> Iterator[str]:
    for line in lines:
        indent = " " * (len(line) - len(line.lstrip()) + 4)
        yield from textwrap.wrap(
            line, WIDE, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False,
            drop_whitespace=True, initial_indent=line[: len(line) - len(line.lstrip())],
        ) or [""]  # fmt: skip


# ── the round ──


def _submission(name: str) -> Submission:
    regulation, _, deal = name.rpartition("-")
    data = read_toml(new_submission(regulation))
    data["cards"]["deal"] = deal
    for section, wagers in load(regulation).sections().items():
        fed = [load(regulation).wagers[wager] for wager in wagers if load(regulation).wagers[wager].meter]
        if fed and not any(_has_levels(wager) for wager in fed):
            data["wagers"].setdefault(section, {})
    return Submission.from_data(data)


def _has_levels(wager: Wager) -> bool:
    """Whether its meter may have several levels, which the operator has to give terms for."""
    return any(len(table.levels) > 1 for table in wager.payouts.tables.values())


def play_golden(name: str) -> Iterator[Look]:
    """The round a golden tells of, append by append; the crew does one thing at a time."""
    submission = _submission(name)
    ticks = iter(range(FIRST_MOMENT, FIRST_MOMENT * 2))
    desk = open_desk(
        submission, MemoryStore(), table="golden", source=SeededSource(name), clock=lambda: next(ticks)
    )
    looks: list[Look] = []
    feed, crew, adviser = Feed(desk), Crew(desk), Adviser(submission)
    feed.watchers.append(looks.append)
    for seat, account in PLAYERS.items():
        desk.do("sit", Person("player", account), {"seat": seat})
        desk.do("buy_in", Person("player", account), {"amount": dollars(CHIPS)})
    _run(crew)
    for seat, account in PLAYERS.items():
        wagers = {wager: dollars(cents) for wager, cents in _bets(submission, seat).items()}
        desk.do("bet", Person("player", account), {"seat": seat, "wagers": wagers})
    crew.close_betting()
    while True:
        _run(crew)
        waits = feed.look.public.waits
        if waits is None or not waits.seats:
            break
        _decide(desk, feed, adviser, waits.seats[0])
    return iter(looks)


def _run(crew: Crew) -> None:
    while crew.step() is not None:
        pass


def _bets(submission: Submission, seat: int) -> dict[str, int]:
    """The first player stakes everything there is, the second the main wagers."""
    bets = usual_bets(submission, CHIPS)
    if seat == min(PLAYERS):
        for wager, offered in submission.wagers.items():
            if offered.wager.stake.kind in ("limits", "fixed"):
                bets.setdefault(wager, offered.minimum)
    return bets


def _decide(desk: Desk, feed: Feed, adviser: Adviser, seat: int) -> None:
    account = PLAYERS[seat]
    choice = adviser.choose(feed.view(Viewer("player", account)), seat)
    desk.do(choice.do, Person("player", account), choice.data)


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name in names():
        (FOLDER / f"{name}.txt").write_text(transcript(name), encoding="utf-8")
        print(name)


if __name__ == "__main__":
    main()
