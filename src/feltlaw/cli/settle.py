"""`feltlaw settle`."""

from __future__ import annotations

import json
import os.path
import sys
from codecs import BOM_UTF8
from collections.abc import Iterator, Sequence
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from pathlib import Path
from typing import Any

from feltlaw.canonical import whole_number
from feltlaw.cli.errors import Stop, refused, unreadable
from feltlaw.cli.files import LARGEST_BATCH, as_text, read_bytes, read_submission_data, read_text, shown
from feltlaw.cli.output import print_json, print_table, print_wrapped
from feltlaw.money import parse_money, show_dollars, show_signed
from feltlaw.regulation import Regulation, load, regulation_ids
from feltlaw.round import Refused, read_round
from feltlaw.round.read import read_submission
from feltlaw.settlement import Settlement, explain, settle_round
from feltlaw.submission import Submission
from feltlaw.submission.findings import plain

MOST_NAMED = 20
_MOST_KEPT = 256
_kept: dict[str, Submission] = {}
"""Inline submissions that were read before, by what they say."""


class _DoubleKey(ValueError):
    """A key that stands twice in one JSON object."""


def run(name: str, *, as_json: bool, lines: bool, explained: bool) -> None:
    """Settles one scenario, or a file with one on each line."""
    folder = "." if name == "-" else os.path.dirname(name) or "."
    if lines or name.endswith(".jsonl"):
        raw = read_bytes(name, LARGEST_BATCH)
        _batch(raw, shown(name), folder, as_json=as_json, explained=explained)
        return
    text = read_text(name)
    try:
        settlement = _settle(text, shown(name), folder)
    except Refused as refusal:
        if as_json:
            print_json(_refusal_json(refusal))
        raise refused(_words(refusal)) from None
    if as_json:
        print_json(settlement.to_json())
    else:
        _print(settlement, explained=explained)


def _batch(raw: bytes, where: str, folder: str, *, as_json: bool, explained: bool) -> None:
    """One scenario after the other; one that cannot be settled does not stop the rest."""
    status, wrong = 0, []
    for number, line in _numbered(raw):
        here = f"{where}, line {number}"
        try:
            settlement = _settle(as_text(line, here), here, folder)
        except (Refused, Stop) as fault:
            status = max(status, fault.status if isinstance(fault, Stop) else 1)
            wrong.append(number)
            if as_json:
                print(json.dumps({"line": number, **_refusal_json(fault)}, ensure_ascii=False))
            else:
                print(f"line {number}: refused: {_words(fault)}", file=sys.stderr)
            continue
        if as_json:
            print(json.dumps({"line": number, **settlement.to_json()}, ensure_ascii=False))
        else:
            print(f"── line {number} ──")
            _print(settlement, explained=explained)
    if status:
        raise Stop("" if as_json else _in_short(wrong), status)


def _in_short(wrong: Sequence[int]) -> str:
    """Which lines were refused; of many, the first."""
    if len(wrong) == 1:
        return f"1 scenario was refused: line {wrong[0]}"
    named = ", ".join(str(number) for number in wrong[:MOST_NAMED])
    more = f" and {len(wrong) - MOST_NAMED} more" if len(wrong) > MOST_NAMED else ""
    return f"{len(wrong)} scenarios were refused: lines {named}{more}"


def _numbered(raw: bytes) -> Iterator[tuple[int, bytes]]:
    """The lines with something on them. A line ends where JSON cannot go on: at a line feed."""
    for number, line in enumerate(raw.removeprefix(BOM_UTF8).split(b"\n"), 1):
        if line.strip():
            yield number, line


def _settle(text: str, where: str, folder: str) -> Settlement:
    try:
        data = _parse(text, where)
        if isinstance(data.get("scenario"), dict) and "expect" in data:
            data = data["scenario"]  # a file of conformance/scenarios
        return settle_round(read_round(data, _submission(data.get("submission"), folder)))
    except RecursionError:
        raise unreadable(f"{where} is nested too deeply") from None


def _parse(text: str, where: str) -> dict[str, Any]:
    """One JSON object with exact decimals and no key twice."""
    try:
        data = json.loads(
            text,
            parse_float=Decimal,
            parse_int=whole_number,
            parse_constant=_no_constant,
            object_pairs_hook=_no_double,
        )
    except _DoubleKey as error:
        raise Refused(str(error), "Write each key once.") from None
    except InvalidOperation:
        raise unreadable(f"{where} is not valid JSON: a number in it is too large or too small") from None
    except ValueError as error:
        raise unreadable(f"{where} is not valid JSON: {plain(str(error)[:200])}") from None
    if not isinstance(data, dict):
        raise unreadable(f"{where} is not a scenario: a JSON object is wanted")
    return data


def _no_constant(text: str) -> object:
    raise ValueError(f"{text} is not a number of JSON")


def _no_double(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise _DoubleKey(f"'{plain(key[:40])}' stands twice in one object")
        found[key] = value
    return found


def _submission(given: object, folder: str) -> Submission:
    """Inline, a path from the scenario's own folder, or a regulation's id; none is read twice."""
    if not isinstance(given, str):
        return _inline(given)
    name = os.path.join(folder, given)
    if given in regulation_ids() and not Path(name).exists():
        return _inline({"regulation": given})
    return _from_file(name)


def _inline(given: object) -> Submission:
    key = repr(given)
    if key not in _kept:
        if len(_kept) == _MOST_KEPT:
            _kept.clear()
        _kept[key] = read_submission(given)
    return _kept[key]


@lru_cache(maxsize=_MOST_KEPT)
def _from_file(name: str) -> Submission:
    return read_submission(read_submission_data(name))


def _refusal_json(fault: Refused | Stop) -> dict[str, object]:
    return {"refused": str(fault), "clauses": fault.clauses if isinstance(fault, Refused) else []}


def _words(fault: Refused | Stop) -> str:
    clauses = ", ".join(fault.clauses) if isinstance(fault, Refused) else ""
    return f"{fault} ({clauses})" if clauses else str(fault)


def _print(settlement: Settlement, *, explained: bool) -> None:
    regulation = load(settlement.regulation)
    if settlement.irregularity:
        print_wrapped(f"Irregularity: {settlement.irregularity['note']} ({_clauses(settlement)})")
    if explained:
        for sentence in explain(settlement, regulation):
            print_wrapped(sentence)
    else:
        _print_lines(settlement, regulation)
    for seat in settlement.seats:
        staked, credited = show_dollars(seat.staked), show_dollars(seat.credited)
        print_wrapped(
            f"Seat {seat.number}: staked {staked}, credited {credited}, net {show_signed(seat.net)}"
        )
    for name, meter in settlement.to_json().get("meters", {}).items():
        for level, facts in meter.items() if "before" not in meter else [("", meter)]:
            title = f"{name} {level}".strip()
            before, after = (show_dollars(parse_money(facts[when])) for when in ("before", "after"))
            print_wrapped(f"Meter {title}: {before} before, {after} after")
    print(f"House: {show_signed(settlement.house_net)}")


def _clauses(settlement: Settlement) -> str:
    found = (settlement.irregularity or {}).get("clauses", [])
    return ", ".join(str(one) for one in found) if isinstance(found, list) else ""


def _print_lines(settlement: Settlement, regulation: Regulation) -> None:
    rows = [
        (
            str(line.seat),
            (regulation.awards if line.is_award else regulation.wagers)[line.id].title,
            show_dollars(line.stake) if line.stake else "",
            line.result,
            show_dollars(line.paid),
            show_dollars(line.returned),
            show_signed(line.net),
            ", ".join(line.cite.clauses),
        )
        for line in settlement.lines
    ]
    heads = ("seat", "wager", "stake", "result", "paid", "returned", "net", "clauses")
    print_table(heads, rows, least=("clauses", "returned", "paid", "stake", "result", "net"))
