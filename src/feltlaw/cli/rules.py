"""`feltlaw rules new`, `check` and `show`."""

from __future__ import annotations

from collections.abc import Sequence

from feltlaw.clause import Clause, ClauseError, parse_clause
from feltlaw.cli.errors import Stop, unreadable
from feltlaw.cli.files import read_submission_data
from feltlaw.cli.output import print_json, print_table, print_wrapped
from feltlaw.register import Entry, Interpretation, clauses, conformance_map, interpretations
from feltlaw.regulation import Regulation, load, regulation_ids
from feltlaw.submission import Finding, Report, check, check_linked, new_submission
from feltlaw.submission.findings import word


def new(regulation: str) -> None:
    """Prints a submission to start from."""
    _known(regulation)
    print(new_submission(regulation), end="")


def check_files(files: Sequence[str], *, as_json: bool) -> None:
    """Checks submissions, and those that share a meter against each other."""
    if list(files).count("-") > 1:
        raise unreadable("standard input (-) can be checked once only")
    reports = [(name, check(read_submission_data(name))) for name in files]
    linked = check_linked([(name, report.submission) for name, report in reports if report.submission])
    faulty = any(report.faults for _, report in reports) or any(found.level == "fault" for found in linked)
    if as_json:
        documents = [_check_json(name, report) for name, report in reports]
        if len(files) == 1:
            print_json(documents[0])
        else:
            print_json({"valid": not faulty, "files": documents, "linked": [found.to_json() for found in linked]})
    else:
        for name, report in reports:
            _print_report("standard input" if name == "-" else name, report)
        for found in linked:
            _print_finding(found)
    if faulty:
        raise Stop("", 1)


def _check_json(name: str, report: Report) -> dict[str, object]:
    submission = report.submission
    return {
        "file": name,
        "valid": submission is not None,
        "regulation": submission.regulation.id if submission else None,
        "hash": submission.digest if submission else None,
        "faults": [found.to_json() for found in report.faults],
        "warnings": [found.to_json() for found in report.of("warning")],
        "notices": [found.to_json() for found in report.of("notice")],
    }


def _print_report(name: str, report: Report) -> None:
    for found in report.findings:
        _print_finding(found)
    faults, warnings, notices = (len(report.of(level)) for level in ("fault", "warning", "notice"))
    counts = f"{_count(faults, 'fault')}, {_count(warnings, 'warning')}, {_count(notices, 'notice')}"
    if report.submission:
        offered = ", ".join(offer.wager.title for offer in report.submission.wagers.values())
        print_wrapped(f"{name}: {report.submission.regulation.id} {report.submission.regulation.title}, {counts}.")
        print_wrapped(f"Offered: {offered}.")
        print(f"Hash: {report.submission.digest}")
    else:
        print_wrapped(f"{name}: {counts}.")


def _print_finding(found: Finding) -> None:
    print_wrapped(f"{found.level}: {found}")


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"


def show(regulation: str, clause: str | None, *, as_json: bool) -> None:
    """Prints what is done about a clause, an interpretation, or lists a regulation's clauses."""
    if clause is None and regulation in regulation_ids():
        _show_regulation(load(regulation), as_json=as_json)
        return
    text = regulation if clause is None else _whole(regulation, clause)
    try:
        cited = parse_clause(text)
    except ClauseError as error:
        raise unreadable(str(error)) from None
    if cited.is_interpretation:
        found = interpretations().get(str(cited))
        if found is None:
            raise unreadable(f"there is no interpretation {cited}; they run from I-01 to {max(interpretations())}")
        _show_interpretation(found, as_json=as_json)
        return
    _known(cited.regulation)
    entries = [entry for entry in clauses().values() if cited == parse_clause(entry.id)]
    entries = entries or [entry for entry in clauses().values() if cited.contains(parse_clause(entry.id))]
    if not entries:
        near = _near(cited)
        raise unreadable(f"there is no clause {cited} in the register" + (f"; near it: {near}" if near else ""))
    facts = [_facts(load(cited.regulation), entry) for entry in entries]
    if as_json:
        print_json(facts[0] if len(facts) == 1 and entries[0].id == str(cited) else {"clauses": facts})
        return
    for fact in facts:
        _print_facts(fact)


def _whole(regulation: str, clause: str) -> str:
    return clause if clause.startswith((f"{regulation}.", "I-")) else f"{regulation}.{clause.removeprefix('.')}"


def _known(regulation: str) -> None:
    if regulation not in regulation_ids():
        raise unreadable(f"there is no regulation '{regulation[:40]}'; feltlaw knows {', '.join(regulation_ids())}")


def _near(cited: Clause) -> str:
    same = [e.id for e in clauses().values() if e.id.startswith(f"{cited.regulation}.{cited.section}")
            and not e.id[len(f"{cited.regulation}.{cited.section}")].isdigit()]
    return ", ".join(same[:8])


def _facts(regulation: Regulation, entry: Entry) -> dict[str, object]:
    """Everything known about a clause."""
    known = conformance_map().get(entry.id, {})
    read_as = {
        name
        for place in regulation.citations.get(entry.id, ())
        for name in _interpretations_of(place.data)
    } | set(known.get("interpretations", []))
    return {
        "clause": entry.id,
        "kind": entry.kind,
        "actor": entry.actor,
        "requirement": entry.requirement,
        "testable": entry.testable,
        "status": known.get("status", ["not yet"])[0],
        "data": [
            {"where": f"{regulation.id}.toml: {place.where}", "says": _says(place.data)}
            for place in regulation.citations.get(entry.id, ())
        ],
        "code": known.get("code", []),
        "tests": known.get("tests", []),
        "interpretations": [
            {"id": name, "title": interpretations()[name].title, "adopted": interpretations()[name].adopted}
            for name in sorted(read_as)
        ],
    }


def _interpretations_of(data: object) -> list[str]:
    value = data.get("interpretation", []) if isinstance(data, dict) else []
    return value if isinstance(value, list) else [value]


def _says(data: object) -> str:
    """A data row in one line, its citations apart."""
    if isinstance(data, dict):
        parts = [f"{key} = {_says(value)}" for key, value in data.items() if key not in ("clause", "interpretation")]
        return "; ".join(parts)
    if isinstance(data, list):
        return "[" + ", ".join(_says(item) for item in data) + "]"
    return word(data)


def _print_facts(fact: dict[str, object]) -> None:
    print(f"{fact['clause']}  ({fact['kind']}, {fact['testable']}): {fact['status']}")
    print_wrapped(str(fact["requirement"]), "  ")
    for title, key in (("Data", "data"), ("Code", "code"), ("Tests", "tests"), ("Read as", "interpretations")):
        items = fact[key]
        if not isinstance(items, list) or not items:
            continue
        print(f"  {title}:")
        for item in items[:12]:
            print_wrapped(_item(item), "    ")
        if len(items) > 12:
            print(f"    … and {len(items) - 12} more (--json has all)")
    print()


def _item(item: object) -> str:
    if not isinstance(item, dict):
        return str(item)
    if "where" in item:
        return f"{item['where']}: {item['says']}"
    return f"{item['id']} {item['title']}. Adopted: {item['adopted']}"


def _show_interpretation(found: Interpretation, *, as_json: bool) -> None:
    if as_json:
        print_json({name: getattr(found, name) for name in found.__slots__})
        return
    print(f"{found.id}  {found.title}")
    for title, text in (
        ("Clauses", found.clauses), ("Problem", found.problem), ("Adopted", found.adopted),
        ("Option", found.option), ("Test", found.test),
    ):
        if text:
            print_wrapped(f"{title}: {text}", "  ")


def _show_regulation(regulation: Regulation, *, as_json: bool) -> None:
    entries = [entry for entry in clauses().values() if entry.regulation == regulation.id]
    if as_json:
        print_json({"regulation": regulation.id, "clauses": [_facts(regulation, entry) for entry in entries]})
        return
    rows = []
    for entry in entries:
        known = conformance_map().get(entry.id, {})
        rows.append((entry.id, known.get("status", ["not yet"])[0], entry.requirement))
    print_table(("clause", "status", "in our words"), rows, title=f"{regulation.id} {regulation.title}")
    print("One of them in full: feltlaw rules show 'CLAUSE'")
