"""`feltlaw audit`: what a log proves, from the file alone."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

from feltlaw.audit import (
    Filter,
    Report,
    Round,
    Step,
    audit,
    clauses_of,
    describe,
    find_round,
    rounds,
    state_at,
)
from feltlaw.cli.errors import refused, unreadable
from feltlaw.cli.files import shown
from feltlaw.cli.output import print_json, print_table, print_wrapped
from feltlaw.log import Log, LogError, Tampered, Verdict, export, verify
from feltlaw.log.disk import PRIVATE
from feltlaw.log.files import verify_bytes
from feltlaw.money import MoneyError, dollars, parse_money, show_dollars
from feltlaw.regulation import load
from feltlaw.settlement import explain_line
from feltlaw.submission.findings import plain
from feltlaw.table import to_json

_HASH = re.compile(r"[0-9a-fA-F]{64}")
_EPOCH = 1_000_000_000
"""Times below this are seconds of a clock of their own, not of the calendar."""


def verify_log(name: str, head: str | None, *, as_json: bool) -> None:
    """Checks everything that can be checked; anything but an intact log ends with status 1."""
    if head is not None and not _HASH.fullmatch(head):
        raise unreadable(
            "--head takes the hash of a line: 64 hexadecimal digits, as verify and export print it"
        )
    with _readable(name):
        report = audit(_verdict(name, head))
    if as_json:
        print_json({"file": name, **report.to_json()})
    else:
        _print_report(name, report)
    if report.status != "intact":
        raise refused(f"{shown(name)} is not intact: {plain(str(report.verdict))}")


def list_rounds(
    name: str,
    *,
    number: int | None,
    player: str | None,
    seat: int | None,
    wager: str | None,
    min_win: str | None,
    as_json: bool,
) -> None:
    """The rounds, or those that are looked for."""
    try:
        least = None if min_win is None else parse_money(min_win)
    except MoneyError as error:
        raise unreadable(f"--min-win: {error}") from None
    wanted = Filter(number, player, seat, wager, least)
    log = _log(name)
    _check_wager(log, wager)
    with _readable(name):
        found = [one for one in rounds(log) if one.players and wanted.fits(one)]
    if as_json:
        print_json({"file": name, **_about(log), "rounds": [one.to_json() for one in found]})
        return
    _print_about(log)
    print_table(("round", "time", "seats", "staked", "result", "house net"), [_row(one) for one in found])
    print(f"{len(found)} round{'' if len(found) == 1 else 's'}")


def show_round(name: str, number: int, *, as_json: bool) -> None:
    """Every event of a round in words."""
    log, found = _round(name, number)
    if as_json:
        print_json({"file": name, **found.to_json(), "events": [_event_json(step) for step in found.steps]})
        return
    _print_about(log)
    print(f"Round {found.number}, {found.result}")
    for step in found.steps:
        clauses = clauses_of(step.before, step.event)
        cited = f" ({', '.join(clauses)})" if clauses else ""
        text = plain(describe(step.before, step.event) + cited)
        print_wrapped(f"{step.line.seq:>5}  {_clock(step.event.at)}  {text}")


def replay(name: str, to: int | None) -> None:
    """The state of the table, as JSON."""
    log = _log(name)
    with _found(name):
        state = state_at(log, to)
    print_json(to_json(state))


def explain_round(name: str, number: int, seat: int | None, *, as_json: bool) -> None:
    """Why everybody was paid what he was paid."""
    log, found = _round(name, number)
    if found.settlement is None:
        raise refused(f"{shown(name)}: round {number} is not settled yet; there is nothing to explain")
    if seat is not None and seat not in found.players:
        seats = ", ".join(str(one) for one in sorted(found.players))
        raise refused(
            f"{shown(name)}: seat {seat} had no wager in round {number}; seats with wagers: {seats}"
        )
    regulation = load(log.header.regulation)
    lines = [line for line in found.settlement.lines if seat in (None, line.seat)]
    if as_json:
        told = [
            {**line.to_json(), "seat": line.seat, "text": explain_line(line, regulation)} for line in lines
        ]
        print_json({"file": name, "round": number, "result": found.result, "lines": told})
        return
    _print_about(log)
    print(f"Round {number}, {found.result}")
    for one, player in sorted(found.players.items(), reverse=True):
        if seat in (None, one):
            print_wrapped(f"Seat {one}, {plain(player)}: {_cards(found, f'seat {one}')}")
    for place in ("dealer", "community"):
        if _cards(found, place):
            print_wrapped(f"{place.capitalize()}: {_cards(found, place)}")
    for line in lines:
        print_wrapped(explain_line(line, regulation), "  ")
    print(f"House net: {dollars(found.settlement.house_net)}")


def export_log(name: str, out: str, *, as_json: bool) -> None:
    """Writes the whole log as one JSON document, or prints it."""
    log = _log(name)
    document = export(log)
    if out == "-":
        sys.stdout.write(document.decode())
        return
    try:
        descriptor = os.open(out, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE)
        with os.fdopen(descriptor, "wb") as file:
            file.write(document)
    except FileExistsError:
        raise unreadable(f"there is a file {shown(out)} already; name a new one") from None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise unreadable(f"{shown(out)} cannot be written: {why}") from None
    seq, own = log.head
    if as_json:
        print_json({"file": out, "head": {"seq": seq, "hash": own}, "events": len(log.events)})
    else:
        print(f"{len(log.events)} events written to {shown(out)}")
        print(f"Head: {seq} {own}")


# ── reading ──


@contextmanager
def _readable(name: str) -> Iterator[None]:
    """A log that cannot be read is wrong usage; one that was tampered with breaks a rule."""
    try:
        yield
    except Tampered as error:
        raise refused(f"{shown(name)}: {plain(str(error))}. See: feltlaw audit verify") from None
    except LogError as error:
        raise unreadable(f"{shown(name)}: {plain(str(error))}") from None


@contextmanager
def _found(name: str) -> Iterator[None]:
    """What is not in a log, or cannot be made of it."""
    try:
        yield
    except LogError as error:
        raise refused(f"{shown(name)}: {plain(str(error))}") from None


def _verdict(name: str, head: str | None = None) -> Verdict:
    if name == "-":
        return verify_bytes(sys.stdin.buffer.read() if sys.stdin else b"", None, head)
    return verify(name, head)


def _log(name: str) -> Log:
    """A log that can be replayed here; one that is torn is read as far as it is whole, with a message."""
    with _readable(name):
        verdict = _verdict(name)
        if verdict.status == "tampered":
            raise Tampered(verdict)
    assert verdict.log is not None
    with _found(name):
        verdict.log.header.read_submission()
    if verdict.status == "torn":
        print(f"feltlaw: {shown(name)} is {verdict}", file=sys.stderr)
    return verdict.log


def _round(name: str, number: int) -> tuple[Log, Round]:
    log = _log(name)
    with _found(name):
        return log, find_round(log, number)


def _check_wager(log: Log, wager: str | None) -> None:
    regulation = load(log.header.regulation)
    known = [*regulation.wagers, *regulation.awards]
    if wager is not None and wager not in known:
        raise unreadable(f"there is no wager '{plain(wager[:40])}' here; there are {', '.join(known)}")


# ── printing ──


def _print_report(name: str, report: Report) -> None:
    verdict, log = report.verdict, report.verdict.log
    print_wrapped(f"{'standard input' if name == '-' else plain(name)}: {plain(str(verdict))}")
    if log is not None:
        header = log.header
        print_wrapped(
            f"written by feltlaw {plain(header.feltlaw[:20])} for {plain(header.regulation[:40])}, begun "
            f"{_clock(header.created)}",
            "  ",
        )
    if report.counts:
        checked = ", ".join(f"{count} {key.replace('_', ' ')}" for key, count in report.counts.items())
        print_wrapped(f"checked: {checked}", "  ")
    for note in verdict.notes:
        print_wrapped(f"note: {plain(note)}", "  ")
    for left in verdict.unchecked:
        print_wrapped(f"not checked: {plain(left)}", "  ")
    if log is not None and report.status != "tampered":
        print(f"Head: {log.head[0]} {log.head[1]}")


def _about(log: Log) -> dict[str, Any]:
    return {"regulation": log.header.regulation, "practice": log.header.practice, "seed": log.header.seed}


def _print_about(log: Log) -> None:
    header = log.header
    names = [header.submission.get("certificate_holder"), header.submission.get("table")]
    where = ", ".join(plain(str(one)) for one in names if one)
    seed = f", seed {plain(header.seed)}" if header.seed is not None else ""
    practice = f" (practice{seed})" if header.practice else ""
    print_wrapped(
        f"{load(header.regulation).title}, {header.regulation}{practice}" + (f": {where}" if where else "")
    )


def _row(found: Round) -> tuple[str, ...]:
    seats = []
    for seat, player in sorted(found.players.items()):
        net = found.net(seat)
        seats.append(f"{seat} {plain(player)}" + ("" if net is None else f" {_signed(net)}"))
    staked = sum(sum(stakes.values()) for stakes in found.stakes.values())
    irregular = found.played.irregularities if found.played else ()
    result = ", ".join([found.result, *(one.replace("_", " ") for one in dict.fromkeys(irregular))])
    house = _signed(found.settlement.house_net) if found.settlement else ""
    return str(found.number), _clock(found.at), "; ".join(seats), show_dollars(staked), result, house


def _signed(cents: int) -> str:
    return f"+{dollars(cents)}" if cents > 0 else dollars(cents)


def _clock(at: int) -> str:
    """A moment as a date and time in UTC, or as seconds where the clock does not follow the calendar."""
    try:
        moment = datetime.fromtimestamp(at, UTC)
    except (OverflowError, ValueError, OSError):
        return f"{at} s"
    return moment.strftime("%Y-%m-%d %H:%M:%SZ") if at >= _EPOCH else f"{at} s"


def _cards(found: Round, place: str) -> str:
    return ", ".join(card.name for card in found.state.cards_at(place))


def _event_json(step: Step) -> dict[str, Any]:
    event = step.event
    return {
        "seq": step.line.seq,
        "at": event.at,
        "by": {"role": event.by.role, "name": event.by.name},
        "kind": event.kind,
        "data": dict(event.data),
        "text": describe(step.before, event),
        "clauses": clauses_of(step.before, event),
    }
