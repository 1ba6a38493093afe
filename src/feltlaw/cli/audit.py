"""`feltlaw audit`: what a record proves, from the file alone."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from feltlaw.audit import (
    Filter,
    Overview,
    Round,
    Step,
    audit,
    clauses_of,
    describe,
    find_round,
    rounds,
    state_at,
)
from feltlaw.audit.hiding import NOTHING, Hidden
from feltlaw.audit.rounds import Found
from feltlaw.cli.errors import refused, unreadable
from feltlaw.cli.files import shown
from feltlaw.cli.output import print_json, print_table, print_wrapped
from feltlaw.cli.record_files import (
    checkpoint_from,
    found_in,
    new_file,
    public_key_from,
    readable,
    source_of,
)
from feltlaw.event import event_json
from feltlaw.money import MoneyError, parse_money, show_dollars, show_signed
from feltlaw.nearest import did_you_mean
from feltlaw.record.exports import export
from feltlaw.record.places import open_source
from feltlaw.record.report import Report
from feltlaw.record.sources import Source
from feltlaw.record.verify import sentences
from feltlaw.record.words import moment, numbered
from feltlaw.settlement import explain_line
from feltlaw.submission.findings import plain
from feltlaw.table import TableOpened, write_state

VERDICTS = {
    "intact": "intact",
    "not proved": "nothing wrong was found, and not everything is proved",
    "wrong": "something is wrong",
}


def verify_record(
    name: str, checkpoints: Sequence[str], keys: Sequence[str], before: str | None, *, as_json: bool
) -> None:
    """Checks everything that can be checked: what is proved, what is not, what is wrong, in this order."""
    with readable(name):
        source = source_of(name)
    verify_source(name, source, checkpoints, keys, before, as_json=as_json)


def verify_source(
    name: str,
    source: Source,
    checkpoints: Sequence[str],
    keys: Sequence[str],
    before: str | None,
    *,
    as_json: bool,
) -> None:
    """The same for a record that is open already, and called so."""
    held = [checkpoint_from(one) for one in checkpoints]
    trusted = [public_key_from(one) for one in keys]
    with readable(name):
        report = audit(source, checkpoints=held, keys=trusted, before=before)
    if as_json:
        print_json({"file": name, **report.to_json()})
    else:
        _print_report(name, report)
    if report.faults:
        more = numbered(len(report.faults) + report.more - 1, "further fault")
        also = f"; {more}" if len(report.faults) > 1 else ""
        raise refused(f"{shown(name)}: {plain(str(report.faults[0]))}{also}")


def list_rounds(name: str, wanted: Filter, *, as_json: bool) -> None:
    """The rounds, or those that are looked for."""
    every = Overview()
    with readable(name):
        found = [one for one in every.see(rounds(source_of(name))) if one.players and wanted.fits(one)]
    _check_wager(every, wanted.wager)
    if as_json:
        tables = {table: _about(opened) for table, opened in every.opened.items()}
        print_json({"file": name, "tables": tables, "rounds": [one.to_json() for one in found]})
        return
    for opened in every.opened.values():
        _print_about(opened)
    many = len(every.opened) > 1
    heads = (*(("table",) if many else ()), "round", "time", "seats", "staked", "result", "house net")
    print_table(
        heads,
        [(*((one.table,) if many else ()), *_row(one)) for one in found],
        least=("seats", "time", "result"),
    )
    print(numbered(len(found), "round"))
    if not found and wanted.player is not None and wanted.player not in every.players:
        known = ", ".join(plain(one) for one in sorted(every.players)[:20]) or "nobody"
        mean = did_you_mean(wanted.player, every.players)
        print_wrapped(
            f"There is no player {plain(wanted.player[:60])} in this record.{mean} There are: {known}."
        )


def read_filter(
    *,
    number: int | None,
    player: str | None,
    seat: int | None,
    wager: str | None,
    min_win: str | None,
    irregularity: str | None,
    table: str | None,
) -> Filter:
    """What is looked for, as the command line says it."""
    try:
        least = None if min_win is None else parse_money(min_win)
    except MoneyError as error:
        raise unreadable(f"--min-win: {error}") from None
    return Filter(number, player, seat, wager, least, irregularity, table)


def show_round(name: str, number: int, table: str, *, face_down: bool, as_json: bool) -> None:
    """Every event of a round in words; while it is under way, without cards that nobody has seen."""
    found = _round(name, number, table)
    hidden = NOTHING if face_down else found.hidden
    round_ = found.round
    if as_json:
        events = [_event_json(step, round_.number, hidden) for step in round_.steps]
        print_json({"file": name, **round_.to_json(), "events": events})
        return
    _print_about(found.opened)
    print(f"Round {round_.number}, {round_.result}")
    if hidden.round == round_.number:
        print_wrapped("Cards that lie face down are not shown (--face-down shows them, to who may see them).")
    for step in round_.steps:
        told = _event_json(step, round_.number, hidden)
        cited = f" ({', '.join(told['clauses'])})" if told["clauses"] else ""
        text = f"{step.line.number:>5}  {moment(step.event.at)}  {plain(told['text'] + cited)}"
        print_wrapped(text, "", "       ")


def replay(name: str, to: int | None, table: str, *, face_down: bool) -> None:
    """The state of the table, as JSON."""
    with readable(name), found_in(name):
        state, hidden = state_at(source_of(name), to, table)
    plain_state: Any = write_state(state)
    print_json(plain_state if face_down else hidden.in_state(state, plain_state))


def explain_round(name: str, number: int, seat: int | None, table: str, *, as_json: bool) -> None:
    """Why everybody was paid what he was paid."""
    found = _round(name, number, table)
    round_ = found.round
    if not round_.finished:
        raise refused(f"{shown(name)}: round {number} is not over yet; its lines are explained when it is")
    if seat is not None and seat not in round_.players:
        seats = ", ".join(str(one) for one in sorted(round_.players))
        raise refused(
            f"{shown(name)}: seat {seat} had no wager in round {number}; seats with wagers: {seats}"
        )
    regulation = round_.state.submission.regulation
    lines = [line for line in round_.lines if seat in (None, line.seat)]
    if as_json:
        told = [
            {**line.to_json(), "seat": line.seat, "text": explain_line(line, regulation)} for line in lines
        ]
        print_json({"file": name, "round": number, "result": round_.result, "lines": told})
        return
    _print_about(found.opened)
    print(f"Round {number}, {round_.result}")
    for one, player in sorted(round_.players.items(), reverse=True):
        if seat in (None, one):
            print_wrapped(f"Seat {one}, {plain(player)}: {_cards(round_, f'player {one}')}")
    for place in ("dealer", "community"):
        if _cards(round_, place):
            print_wrapped(f"{place.capitalize()}: {_cards(round_, place)}")
    for line in lines:
        print_wrapped(explain_line(line, regulation), "  ")
    print(f"House net: {show_signed(round_.house_net or 0)}")


def export_record(name: str, out: str, stream: str, *, as_json: bool) -> None:
    """Writes a record, or one stream of it, as one JSON document, or prints it."""
    if out == "-":
        with readable(name):
            for piece in export(source_of(name), stream):
                sys.stdout.write(piece.decode())
        return
    with readable(name):
        source = source_of(name)
    with new_file(out) as file, readable(name):
        for piece in export(source, stream):
            file.write(piece)
    told_as_exported(out, as_json=as_json)


def told_as_exported(out: str, *, as_json: bool) -> None:
    """What an export holds, read from the file that was written."""
    with readable(out):
        written = open_source(out)
        many = sum(1 for _ in written.again())
    heads = {one: {"number": head.number, "hash": head.hash} for one, head in written.heads.items()}
    if as_json:
        print_json({"file": out, "events": many, "heads": heads})
        return
    print(f"{numbered(many, 'event')} written to {shown(out)}, with every card")
    for one, head in heads.items():
        print(f"{one} {head['number']} {head['hash']}")


# ── reading ──


def _round(name: str, number: int, table: str) -> Found:
    with readable(name), found_in(name):
        return find_round(source_of(name), number, table)


def _check_wager(every: Overview, wager: str | None) -> None:
    known = {
        one: None
        for state in every.last.values()
        for one in (*state.submission.regulation.wagers, *state.submission.regulation.awards)
    }
    if wager is not None and wager not in known:
        mean = did_you_mean(wager, known)
        raise unreadable(f"there is no wager '{plain(wager[:40])}' here.{mean} There are {', '.join(known)}")


# ── printing ──


def _print_report(name: str, report: Report) -> None:
    called = "standard input" if name == "-" else plain(name)
    print_wrapped(f"{called}: {VERDICTS[report.status]}")
    for word, sentence in sentences(report):
        print_wrapped(f"{word}: {plain(sentence)}", "  ")


def _about(opened: TableOpened) -> dict[str, Any]:
    submission = _submission(opened)
    return {
        "regulation": submission.get("regulation"),
        "certificate_holder": submission.get("certificate_holder"),
        "program": opened.program,
        "practice": opened.practice,
        "seed": opened.seed or None,
        "real_cards": opened.real_cards,
    }


def _submission(opened: TableOpened) -> dict[str, Any]:
    from feltlaw.canonical import parse

    found = parse(opened.submission.encode())
    return found if isinstance(found, dict) else {}


def _print_about(opened: TableOpened) -> None:
    submission = _submission(opened)
    holder = submission.get("certificate_holder")
    where = ", ".join(plain(str(one)) for one in (holder, opened.table) if one)
    seed = f", seed {plain(opened.seed)}" if opened.seed else ""
    practice = f" (practice{seed}; its times prove nothing)" if opened.practice else ""
    print_wrapped(f"{submission.get('regulation')}{practice}: {where}")


def _row(found: Round) -> tuple[str, ...]:
    seats = []
    for seat, player in sorted(found.players.items()):
        net = found.net(seat)
        seats.append(f"{seat} {plain(player)}" + ("" if net is None else f" {show_signed(net)}"))
    staked = sum(sum(stakes.values()) for stakes in found.stakes.values())
    irregular = dict.fromkeys(one.replace("_", " ") for one in found.irregularities)
    house = "" if found.house_net is None else show_signed(found.house_net)
    result = ", ".join([found.result, *irregular])
    return str(found.number), moment(found.at), "; ".join(seats), show_dollars(staked), result, house


def _cards(found: Round, place: str) -> str:
    from feltlaw.table.places import parse_place

    cards = found.played.cards_at(parse_place(place)) if found.played else ()
    return ", ".join(card.name if card is not None else "a card nobody has seen" for card in cards)


def _event_json(step: Step, round_: int, hidden: Hidden) -> dict[str, Any]:
    event = step.event
    data = hidden.in_event(round_, event_json(event)["data"])
    return {
        "number": step.line.number,
        "line": step.at,
        "at": event.at,
        "by": {"role": event.by.role, "account": event.by.account},
        "kind": event.kind,
        "data": data,
        "text": describe(step.before, event, data),
        "clauses": clauses_of(step.before, event),
    }
