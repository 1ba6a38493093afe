"""`feltlaw settle`."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from decimal import Decimal
from functools import lru_cache
from pathlib import Path
from typing import Any

from feltlaw.cli.errors import Stop, refused, unreadable
from feltlaw.cli.files import read_submission_data, read_text
from feltlaw.cli.output import print_table, print_wrapped
from feltlaw.money import dollars, show_dollars
from feltlaw.regulation import Regulation, load
from feltlaw.round import Refused, read_round
from feltlaw.round.read import read_submission
from feltlaw.settlement import Settlement, explain, settle_round
from feltlaw.submission import Submission


class _DoubleKey(ValueError):
    """A key that stands twice in one JSON object."""


def run(name: str, *, as_json: bool, lines: bool, explained: bool) -> None:
    """Settles one scenario, or a file with one on each line."""
    text = read_text(name)
    shown = "standard input" if name == "-" else f"'{name[:100]}'"
    folder = Path.cwd() if name == "-" else Path(name).parent
    if lines or name.endswith(".jsonl"):
        _batch(text, shown, folder, as_json=as_json, explained=explained)
        return
    try:
        settlement = _settle(_parse(text, shown), folder)
    except Refused as refusal:
        if as_json:
            print(json.dumps(_refusal_json(refusal), indent=2, ensure_ascii=False))
        raise refused(_words(refusal)) from None
    if as_json:
        print(json.dumps(settlement.to_json(), indent=2, ensure_ascii=False))
    else:
        _print(settlement, explained=explained)


def _batch(text: str, shown: str, folder: Path, *, as_json: bool, explained: bool) -> None:
    faulty = False
    for number, line in _numbered(text):
        try:
            settlement = _settle(_parse(line, f"{shown}, line {number}"), folder)
        except Refused as refusal:
            faulty = True
            if as_json:
                print(json.dumps(_refusal_json(refusal), ensure_ascii=False))
            else:
                print(f"line {number}: refused: {_words(refusal)}", file=sys.stderr)
            continue
        if as_json:
            print(json.dumps(settlement.to_json(), ensure_ascii=False))
        else:
            print(f"── line {number} ──")
            _print(settlement, explained=explained)
    if faulty:
        raise Stop("" if as_json else "some scenarios were refused", 1)


def _numbered(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            yield number, line


def _parse(text: str, shown: str) -> dict[str, Any]:
    """One JSON object with exact decimals and no key twice."""
    try:
        data = json.loads(
            text, parse_float=Decimal, parse_constant=_no_constant, object_pairs_hook=_no_double
        )
    except _DoubleKey as error:
        raise Refused(str(error), "Write each key once.") from None
    except (ValueError, RecursionError) as error:
        message = str(error) if isinstance(error, ValueError) else "it is nested too deeply"
        raise unreadable(f"{shown} is not valid JSON: {message[:200]}") from None
    if not isinstance(data, dict):
        raise unreadable(f"{shown} is not a scenario: a JSON object is wanted")
    return data


def _no_constant(text: str) -> object:
    raise ValueError(f"{text} is not a number of JSON")


def _no_double(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise _DoubleKey(f"'{key[:40]}' stands twice in one object")
        found[key] = value
    return found


def _settle(data: dict[str, Any], folder: Path) -> Settlement:
    return settle_round(read_round(data, _submission(data.get("submission"), folder)))


def _submission(given: object, folder: Path) -> Submission:
    """Inline, or a path from the scenario's own folder; one that was read before is not read again."""
    if isinstance(given, str):
        return _from_file(str(folder / given))
    return _inline(json.dumps(given, sort_keys=True, default=str)) if isinstance(given, dict) else read_submission(given)


@lru_cache(maxsize=256)
def _inline(text: str) -> Submission:
    return read_submission(json.loads(text, parse_float=Decimal))


@lru_cache(maxsize=256)
def _from_file(name: str) -> Submission:
    return read_submission(read_submission_data(name))


def _refusal_json(refusal: Refused) -> dict[str, object]:
    return {"refused": str(refusal), "clauses": refusal.clauses}


def _words(refusal: Refused) -> str:
    clauses = f" ({', '.join(refusal.clauses)})" if refusal.clauses else ""
    return f"{refusal}{clauses}"


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
        print(f"Seat {seat.number}: staked {show_dollars(seat.staked)}, credited {show_dollars(seat.credited)}, "
              f"net {_signed(seat.net)}")
    for name, meter in settlement.to_json().get("meters", {}).items():
        for level, facts in meter.items() if "before" not in meter else [("", meter)]:
            print(f"Meter {name}{f' {level}' if level else ''}: ${facts['before']} before, ${facts['after']} after")
    print(f"House: {_signed(settlement.house_net)}")


def _clauses(settlement: Settlement) -> str:
    found = (settlement.irregularity or {}).get("clauses", [])
    return ", ".join(str(one) for one in found) if isinstance(found, list) else ""


def _print_lines(settlement: Settlement, regulation: Regulation) -> None:
    rows = [
        (
            str(line.seat),
            (regulation.awards if line.is_award else regulation.wagers)[line.id].title,
            dollars(line.stake) if line.stake else "",
            line.result,
            dollars(line.paid),
            dollars(line.returned),
            _signed(line.net),
            ", ".join(line.cite.clauses),
        )
        for line in settlement.lines
    ]
    print_table(("seat", "wager", "stake", "result", "paid", "returned", "net", "clauses"), rows)


def _signed(cents: int) -> str:
    return f"+{dollars(cents)}" if cents > 0 else dollars(cents)
