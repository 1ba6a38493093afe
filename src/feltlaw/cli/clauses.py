"""`feltlaw rules show`: what is done about a clause, and how it is read."""

from __future__ import annotations

from feltlaw.clause import Clause, ClauseError, parse_clause
from feltlaw.cli.errors import unreadable
from feltlaw.cli.naming import find_regulation, regulation_named
from feltlaw.cli.output import print_json, print_table, print_wrapped
from feltlaw.register import ClauseEntry, Interpretation, clauses, conformance_map, interpretations
from feltlaw.regulation import Regulation, load
from feltlaw.submission.findings import LONGEST_SHOWN, plain, word

MOST_SHOWN = 12
MOST_NEAR = 8


def show(regulation: str, clause: str | None, *, as_json: bool) -> None:
    """Prints what is done about a clause, an interpretation, or lists a regulation's clauses."""
    if clause is None and (named := find_regulation(regulation)):
        _show_regulation(load(named), as_json=as_json)
        return
    cited = _cited(_named(regulation if clause is None else _whole(regulation, clause)))
    if cited.is_interpretation:
        _show_interpretation(_interpretation(cited), as_json=as_json)
        return
    regulation_named(cited.regulation)
    every = [entry for entry in clauses().values() if entry.regulation == cited.regulation]
    entries = [entry for entry in every if entry.id == str(cited)]
    entries = entries or [entry for entry in every if cited.contains(parse_clause(entry.id))]
    if not entries:
        near = ", ".join(entry.id for entry in _near(cited, every)[:MOST_NEAR])
        raise unreadable(
            f"there is no clause {cited} in the register" + (f"; near it: {near}" if near else "")
        )
    facts = [_facts(load(cited.regulation), entry) for entry in entries]
    if as_json:
        print_json(facts[0] if entries[0].id == str(cited) else {"clauses": facts})
        return
    for fact in facts:
        _print_facts(fact)


def _whole(regulation: str, clause: str) -> str:
    """A clause with its regulation in front, if it has none."""
    if clause.startswith("I-") or _named(clause) != clause:
        return clause
    named = regulation_named(regulation)
    return f"{named}.{clause.removeprefix(f'{named}.').removeprefix('.')}"


def _named(cited: str) -> str:
    """A citation with its regulation as it is written, however it was typed: `649a.11(b)`."""
    typed, dot, path = cited.partition(".")
    named = find_regulation(typed) if dot and path else None
    return f"{named}.{path}" if named else cited


def _cited(text: str) -> Clause:
    try:
        return parse_clause(text)
    except ClauseError as error:
        raise unreadable(plain(str(error))) from None
    except ValueError:  # a number of thousands of digits
        raise unreadable(f"'{plain(text[:LONGEST_SHOWN])}...' is not a citation") from None


def _interpretation(cited: Clause) -> Interpretation:
    found = interpretations().get(str(cited))
    if found is None:
        last = max(parse_clause(name).section for name in interpretations())
        raise unreadable(f"there is no interpretation {cited}; they run from I-01 to I-{last}")
    return found


def _near(cited: Clause, entries: list[ClauseEntry]) -> list[ClauseEntry]:
    return [entry for entry in entries if parse_clause(entry.id).section == cited.section]


def _facts(regulation: Regulation, entry: ClauseEntry) -> dict[str, object]:
    """Everything known about a clause."""
    mapped = conformance_map().get(entry.id, {})
    places = regulation.citations.get(entry.id, ())
    read_as = {name for place in places for name in _interpretations_of(place.data)}
    read_as |= set(mapped.get("interpretations", []))
    return {
        "clause": entry.id,
        "kind": entry.kind,
        "actor": entry.actor,
        "requirement": entry.requirement,
        "testable": entry.testable,
        "status": mapped.get("status", ["open"])[0],
        "data": [
            {"where": f"{regulation.id}.toml: {place.where}", "says": _says(place.data)} for place in places
        ],
        "code": mapped.get("code", []),
        "tests": mapped.get("tests", []),
        "interpretations": [
            {
                "id": name,
                "title": interpretations()[name].title,
                "reading": interpretations()[name].reading,
                "adopted": interpretations()[name].adopted,
            }
            for name in sorted(read_as, key=parse_clause)
        ],
    }


def _interpretations_of(data: object) -> list[str]:
    value = data.get("interpretation", []) if isinstance(data, dict) else []
    return value if isinstance(value, list) else [value]


def _says(data: object) -> str:
    """A data row in one line, its citations apart."""
    if isinstance(data, dict):
        parts = [
            f"{key} = {{ {_says(value)} }}" if isinstance(value, dict) else f"{key} = {_says(value)}"
            for key, value in data.items()
            if key not in ("clause", "interpretation")
        ]
        return ", ".join(parts)
    if isinstance(data, list):
        return "[" + ", ".join(_says(item) for item in data) + "]"
    return word(data)


def _print_facts(fact: dict[str, object]) -> None:
    print_wrapped(f"{fact['clause']}  ({fact['kind']}, {fact['testable']}): {fact['status']}")
    print_wrapped(str(fact["requirement"]), "  ")
    for title, key in (
        ("Data", "data"),
        ("Code", "code"),
        ("Tests", "tests"),
        ("Read as", "interpretations"),
    ):
        items = fact[key]
        if not isinstance(items, list) or not items:
            continue
        print(f"  {title}:")
        for item in items[:MOST_SHOWN]:
            print_wrapped(_item(item), "    ")
        if len(items) > MOST_SHOWN:
            print(f"    … and {len(items) - MOST_SHOWN} more (--json has all)")
    print()


def _item(item: object) -> str:
    if not isinstance(item, dict):
        return str(item)
    if "where" in item:
        return f"{item['where']}: {item['says']}"
    return f"{item['id']} {item['title']}: {item['reading']}"


def _show_interpretation(found: Interpretation, *, as_json: bool) -> None:
    if as_json:
        print_json({name: getattr(found, name) for name in found.__slots__})
        return
    print_wrapped(f"{found.id}  {found.title}")
    for name in found.__slots__:
        text = getattr(found, name)
        if text and name not in ("id", "title"):
            print_wrapped(f"{name.capitalize()}: {text}", "  ")


def _show_regulation(regulation: Regulation, *, as_json: bool) -> None:
    entries = [entry for entry in clauses().values() if entry.regulation == regulation.id]
    if as_json:
        print_json({"regulation": regulation.id, "clauses": [_facts(regulation, entry) for entry in entries]})
        return
    rows = [
        (
            entry.id.removeprefix(f"{regulation.id}."),
            conformance_map().get(entry.id, {}).get("status", ["open"])[0],
            entry.requirement,
        )
        for entry in entries
    ]
    print_table(
        ("clause", "status", "in our words"), rows, f"{regulation.id} {regulation.title}", least=("status",)
    )
    print_wrapped(f"One of them in full: feltlaw rules show {regulation.id} 'CLAUSE'")
