"""What the commands print, as text and as JSON, and that each of them teaches how it is used."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from feltlaw.cli.app import app
from feltlaw.cli.excerpts import find, places
from feltlaw.money import show_percent
from feltlaw.register import clauses, interpretations
from feltlaw.regulation import Award, Wager, load
from feltlaw.submission import Submission, new_submission
from tests.support import ROOT
from tests.support.cli import feltlaw
from tests.support.submissions import REGULATIONS

READING = [
    ["games"],
    ["games", "PA-680a"],
    ["rules", "check", "PA-649a"],
    ["rules", "check", "PA-649a", "MA-TCP"],
    ["rules", "show", "PA-669a"],
    ["rules", "show", "PA-649a.11(b)(1)"],
    ["rules", "show", "PA-649a", "11"],
    ["rules", "show", "I-40"],
]


def every_command(command: Any, path: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    inner = getattr(command, "commands", {})
    return [path, *(found for name, one in inner.items() for found in every_command(one, (*path, name)))]


def test_there_are_the_commands_of_the_contract() -> None:
    wanted = {
        (),
        ("games",),
        ("settle",),
        ("rules",),
        ("rules", "new"),
        ("rules", "check"),
        ("rules", "show"),
        ("procedure",),
        ("completion",),
    }
    assert wanted <= set(every_command(get_command(app)))


@pytest.mark.parametrize("command", every_command(get_command(app)), ids=" ".join)
def test_help_teaches(command: tuple[str, ...]) -> None:
    ran = feltlaw(*command, "--help")
    assert (ran.status, ran.err) == (0, "")
    assert "Usage: feltlaw" in ran.out
    assert re.search(r"Example: feltlaw|feltlaw rules new PA-649a|Exit status 0", ran.out)
    assert all(len(line) <= 80 for line in ran.out.splitlines())
    assert feltlaw(*command, "-h").out == ran.out


@pytest.mark.parametrize("command", READING, ids=" ".join)
def test_json_is_one_document_and_nothing_else(command: list[str]) -> None:
    ran = feltlaw(*command, "--json")
    assert (ran.status, ran.err) == (0, "")
    assert json.loads(ran.out)
    text = feltlaw(*command)
    assert (text.status, text.err) == (0, "")
    assert not text.out.startswith("{")


def test_games_lists_every_regulation() -> None:
    text, found = feltlaw("games").out, json.loads(feltlaw("games", "--json").out)["regulations"]
    assert [one["regulation"] for one in found] == list(REGULATIONS)
    for one in found:
        regulation = load(one["regulation"])
        assert one["data_hash"] == regulation.digest
        assert (one["seats"], one["cards"], one["game"]) == (
            regulation.seats.most,
            regulation.deck.cards,
            regulation.game,
        )
        assert list(one["wagers"]) == list(regulation.wagers)
        assert list(one["awards"]) == list(regulation.awards)
        assert regulation.id in text
        for wager in regulation.wagers.values():
            assert wager.title in " ".join(text.split())


@pytest.mark.parametrize("name", REGULATIONS)
def test_games_shows_every_payout(name: str) -> None:
    regulation = load(name)
    text = feltlaw("games", name).out
    found = json.loads(feltlaw("games", name, "--json").out)["regulations"][0]
    everything: list[Wager | Award] = [*regulation.wagers.values(), *regulation.awards.values()]
    for paid in everything:
        shown = {**found["wagers"], **found["awards"]}[paid.id]
        tables = [*paid.payouts.tables.values(), *([paid.payouts.always] if paid.payouts.always else [])]
        tables += [schedule.table for schedule in paid.schedules] if isinstance(paid, Award) else []
        assert [one["rows"] for one in shown["paytables"].values()] == [
            {hand: str(row.pays) for hand, row in table.rows.items()} for table in tables
        ]
        assert [one["clauses"] for one in shown["paytables"].values()] == [
            list(one.clauses) for one in tables
        ]
        assert not tables or paid.title in text
    for wager in regulation.wagers.values():
        assert not wager.payouts.tables or f"[wagers.{wager.section}]" in text


def test_games_prints_the_table_of_the_chapter() -> None:
    """PA-649a.12(d) and 12(f):E as printed, best hand first."""
    text = feltlaw("games", "PA-649a", columns=120).out
    rows = [" ".join(line.split()) for line in text.splitlines()]
    first = rows.index("Pair Plus, always offered: [wagers.pair_plus] paytable")
    assert rows[first + 1 : first + 8] == [
        "hand A B C D E",
        rows[first + 2],
        "straight flush 35 to 1 40 to 1 40 to 1 40 to 1 40 to 1",
        "three of a kind 25 to 1 30 to 1 30 to 1 30 to 1 25 to 1",
        "straight 6 to 1 5 to 1 6 to 1 6 to 1 6 to 1",
        "flush 4 to 1 4 to 1 3 to 1 4 to 1 4 to 1",
        "pair 1 to 1 1 to 1 1 to 1 1 to 1 1 to 1",
    ]
    bonus = rows.index("Six Card Bonus, offered if submitted: [wagers.six_card_bonus] paytable")
    assert rows[bonus + 3 : bonus + 5] == ["super royal of diamonds $1,000,000", "super royal $100,000"]


@pytest.mark.parametrize("name", REGULATIONS)
def test_games_shows_what_a_contest_pays(name: str) -> None:
    regulation = load(name)
    text = " ".join(feltlaw("games", name, columns=160).out.split())
    found = json.loads(feltlaw("games", name, "--json").out)["regulations"][0]["wagers"]
    for wager in regulation.wagers.values():
        shown = found[wager.id].get("outcomes", {})
        assert list(shown) == list(wager.outcomes)
        for outcome, result in wager.outcomes.items():
            pays = "as the paytable" if result.pays is None else str(result.pays)
            if wager.id == "pot":  # the players' own money
                pays = {"highest": "all of it", "tied": "a share of it", "not_highest": "lose"}[outcome]
            assert shown[outcome] == {"pays": pays, "clauses": list(result.cite.clauses)}
            assert f"{outcome.replace('_', ' ')} {pays} {result.cite.clauses[0]}" in text


def test_games_prints_the_main_game() -> None:
    """PA-679a.11(c)(3): the Ante comes back and Play is paid where the dealer does not qualify."""
    rows = [" ".join(line.split()) for line in feltlaw("games", "PA-679a", columns=120).out.splitlines()]
    ante, play = (
        rows.index(f"{title}, always offered: [wagers.{title.lower()}]") for title in ("Ante", "Play")
    )
    assert rows[ante + 1] == "outcome pays clauses"
    assert rows[ante + 3] == "dealer does not qualify push PA-679a.11(c)(3)(i)"
    assert rows[play + 3].startswith("dealer does not qualify 1 to 1 PA-679a.11(c)(3)(i)")


@pytest.mark.parametrize("name", REGULATIONS)
def test_games_shows_the_terms_of_every_meter(name: str) -> None:
    regulation = load(name)
    text = " ".join(feltlaw("games", name, columns=160).out.split())
    found = json.loads(feltlaw("games", name, "--json").out)["regulations"][0]["wagers"]
    for wager in regulation.wagers.values():
        shown = found[wager.id]
        assert shown.get("by_hand") == (
            wager.by_hand and {"what": wager.by_hand.what, "clauses": list(wager.by_hand.cite.clauses)}
        )
        assert shown.get("meter", "") == wager.meter
        for key, table in wager.payouts.tables.items():
            levels = shown["paytables"][key].get("levels", {})
            assert list(levels) == list(table.levels)
            for level in table.levels.values():
                one = levels[level.name]
                assert (one["seed"], one["reseed"]) == (f"{level.seed}.00", f"{level.reseed}.00")
                assert (one["rate"], one["reserve_rate"]) == (
                    show_percent(level.rate),
                    show_percent(level.reserve_rate),
                )
                assert one["open"] == list(level.open)
                assert one["clauses"] == [clause for clause in level.clauses if not clause.startswith("I-")]
                start = f"{level.name} ${int(level.seed):,}{' *' if 'seed' in level.open else ''} $"
                assert start in text


def test_games_prints_meters_as_the_chapter_has_them() -> None:
    """PA-649a.12(e)(3), 12(i)(4); MA-TCP.13(g):PTMGLML01 with the borrowed rates of I-113."""
    rows = [" ".join(line.split()) for line in feltlaw("games", "PA-649a", columns=120).out.splitlines()]
    terms = "meter $1,000 $1,000"
    assert f"A {terms} 14% PA-649a.12(e)(3), PA-649a.12(e)(3):A, PA-649a.12(e)(4)" in rows
    assert f"B {terms} 20% PA-649a.12(e)(3), PA-649a.12(e)(3):B, PA-649a.12(e)(4)" in rows
    assert "12(i)(1) meter $10,000 $0 21% 8% PA-649a.12(i)(4)" in rows
    said = " ".join(rows)
    by_hand = "Paid by hand, never from the table inventory container or a game account:"
    assert f"{by_hand} 100% of the meter (PA-649a.11(c)(5)(iv)#2)" in said
    assert f"{by_hand} a percentage of the meter (PA-649a.11(c)(8)(iii)#2)" in said
    rows = [" ".join(line.split()) for line in feltlaw("games", "MA-TCP", columns=120).out.splitlines()]
    assert "PTMGLML01 major $10,000 $10,000 15% * MA-TCP.13(g):PTMGLML01#2" in rows
    assert "two-level minor $500 * $500 * 4% * MA-TCP.13(f)" in rows
    assert "* not in the text: a default, and the submission may state its own" in " ".join(rows)


def test_games_divides_a_wide_table_and_loses_no_column() -> None:
    text = feltlaw("games", "MA-TCP", columns=60).out
    heads = [line.split() for line in text.splitlines() if line.split()[:1] == ["hand"]]
    found = [word for head in heads for word in head]
    for name in (
        "PTMGL01",
        "PTMGL02",
        "PTMGL04",
        "PTMGLML01",
        "PTMGLML02",
        "PTMGLML03",
        "TCP-6B4",
        "two-level",
    ):
        assert name in found


@pytest.mark.parametrize("name", REGULATIONS)
def test_rules_new_prints_a_submission(name: str) -> None:
    ran = feltlaw("rules", "new", name)
    assert (ran.status, ran.err, ran.out) == (0, "", new_submission(name))
    checked = feltlaw("rules", "check", "-", stdin=ran.out.encode())
    assert (checked.status, checked.err) == (0, "")
    assert "0 faults, 0 warnings" in checked.out


def test_rules_check_of_a_good_file(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text(new_submission("PA-679a"), "utf-8")
    digest = Submission.from_toml(file.read_text("utf-8")).digest
    text = feltlaw("rules", "check", str(file), columns=160).out
    assert text.splitlines()[0] == f"{file}: PA-679a Three Card Prime"
    assert "Offered: Ante, Play, Prime, Pair Bonus, All-Six Bonus" in text
    assert f"Hash: {digest}" in text
    found = json.loads(feltlaw("rules", "check", str(file), "--json").out)
    assert (found["file"], found["valid"], found["regulation"]) == (str(file), True, "PA-679a")
    assert (found["hash"], found["faults"], found["warnings"]) == (digest, [], [])
    assert [one["level"] for one in found["notices"]] == ["notice"] * len(found["notices"])


BROKEN = b"""
regulation = "PA-649a"
[cards]
decks = 2
shuffle = "manual"
[wagers.ante]
mini_royal = "4 to 1"
"""


def test_rules_check_of_a_broken_file() -> None:
    ran = feltlaw("rules", "check", "-", stdin=BROKEN)
    assert ran.status == 1
    faults = re.findall(r"^  standard input:(\d+): fault: (\S+): ", ran.err, re.MULTILINE)
    assert faults == [("4", "cards.decks"), ("7", "wagers.ante.mini_royal")]
    assert '7 | mini_royal = "4 to 1"\n        | ^^^^^' in ran.err
    assert ran.err.endswith("\nfeltlaw: standard input: 2 faults\n")
    assert "fault:" not in ran.out, "each fault is said once"
    as_json = feltlaw("rules", "check", "-", "--json", stdin=BROKEN)
    assert as_json.status == 1
    assert as_json.err.startswith("feltlaw: standard input: 2 faults: ")
    assert as_json.err.count("\n") == 1
    for clause in ("PA-649a.3(b)", "PA-649a.12(g)(1)"):
        assert ran.err.count(clause) == as_json.err.count(clause) == 1
    found = json.loads(as_json.out)
    assert (found["valid"], found["hash"], found["regulation"]) == (False, None, "PA-649a")
    assert [one["where"] for one in found["faults"]] == ["cards.decks", "wagers.ante.mini_royal"]
    assert set(found["faults"][1]) == {"level", "where", "what", "legal", "clauses"}
    assert "PA-649a.12(g)(1)" in found["faults"][1]["clauses"]


def test_faults_come_before_what_is_only_worth_knowing() -> None:
    text = b'regulation = "MA-TCP"\n[wagers.three_card_progressive]\n[wagers.x]\n'
    ran = feltlaw("rules", "check", "-", stdin=text)
    assert "standard input:3: fault: wagers.x: " in ran.err
    levels = re.findall(r"^  (?:standard input:\d+: )?(fault|warning|notice): ", ran.out, re.MULTILINE)
    assert set(levels) == {"warning", "notice"}
    assert levels == sorted(levels, key=["warning", "notice"].index)


def test_many_faults_are_summed_up() -> None:
    many = 'regulation = "PA-649a"\n' + "".join(f"key{n} = 1\n" for n in range(20))
    ran = feltlaw("rules", "check", "-", stdin=many.encode())
    assert ran.err.count(": fault: ") == 20
    assert ran.err.endswith("standard input: 20 faults\n")
    short = feltlaw("rules", "check", "-", "--json", stdin=many.encode()).err
    assert short.count("\n") == 1
    assert "20 faults" in short
    assert "12 more" in short


LINK = """
regulation = "MA-TCP"
[wagers.multi_game_link]
meter = "link-1"
paytable = "{}"
"""


@pytest.mark.clause("MA-TCP.13(h)", "I-125")
def test_rules_check_of_linked_tables(tmp_path: Path) -> None:
    one, same, other = (tmp_path / name for name in ("one.toml", "same.toml", "other.toml"))
    one.write_text(LINK.format("PTMGL01"))
    same.write_text(LINK.format("PTMGL01"))
    other.write_text(LINK.format("PTMGLML01"))
    alone = feltlaw("rules", "check", str(one), str(same))
    assert (alone.status, alone.err) == (0, "")
    assert feltlaw("rules", "check", str(other)).status == 0
    ran = feltlaw("rules", "check", str(one), str(other))
    assert ran.status == 1
    assert "MA-TCP.13(h)" in ran.err
    found = json.loads(feltlaw("rules", "check", str(one), str(other), "--json").out)
    assert found["valid"] is False
    assert [file["valid"] for file in found["files"]] == [True, True]
    assert [fault["clauses"] for fault in found["linked"]] == [["MA-TCP.13(h)", "I-125"]]
    faster = tmp_path / "faster.toml"
    faster.write_text(LINK.format("PTMGL01") + 'increment = "20%"\n')
    ran = feltlaw("rules", "check", str(one), str(faster))
    assert ran.status == 1
    assert "the increment is 20% here and 21% there" in ran.err


def test_several_files_are_each_reported(tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_bytes(BROKEN)
    ran = feltlaw("rules", "check", "PA-680a", str(bad), "MA-TCP")
    assert ran.status == 1
    assert re.findall(r"^\S+: (\S+) ", ran.out, re.MULTILINE)[:1] == ["PA-680a"]
    assert ran.out.count("Hash: ") == 2
    assert str(bad) in ran.err
    assert "MA-TCP" not in ran.err


@pytest.mark.parametrize("name", REGULATIONS)
def test_rules_show_lists_every_clause(name: str) -> None:
    wanted = [entry for entry in clauses().values() if entry.regulation == name]
    found = json.loads(feltlaw("rules", "show", name, "--json").out)
    assert [one["clause"] for one in found["clauses"]] == [entry.id for entry in wanted]
    text = feltlaw("rules", "show", name, columns=160).out
    listed = [line.split()[0] for line in text.splitlines()[3:] if line.startswith(" ") and line[1] != " "]
    assert [f"{name}.{one}" for one in listed] == [
        f"{name}.{entry.id.removeprefix(f'{name}.').split()[0]}" for entry in wanted
    ]


def test_rules_show_of_a_clause() -> None:
    clause = "PA-679a.12(h)"
    found = json.loads(feltlaw("rules", "show", clause, "--json").out)
    assert found["clause"] == clause
    assert found["requirement"] == clauses()[clause].requirement
    assert found["data"][0]["where"].startswith("PA-679a.toml: ")
    readings = {one["id"]: one["reading"] for one in found["interpretations"]}
    assert list(readings) == sorted(readings)
    assert readings["I-82"] == interpretations()["I-82"].reading
    text = " ".join(feltlaw("rules", "show", "PA-679a", "12(h)").out.split())
    assert clauses()[clause].requirement in text
    assert "payout_limit" in text
    assert readings["I-82"] in text
    assert feltlaw("rules", "show", "PA-679a", clause).out == feltlaw("rules", "show", clause).out


def test_rules_show_of_a_paragraph_shows_all_below_it() -> None:
    found = json.loads(feltlaw("rules", "show", "PA-649a", "12(g)", "--json").out)
    assert found["clause"] == "PA-649a.12(g)"
    whole = json.loads(feltlaw("rules", "show", "PA-649a", "12", "--json").out)
    assert [one["clause"] for one in whole["clauses"]] == [
        entry.id for entry in clauses().values() if re.match(r"PA-649a\.12\b", entry.id)
    ]


@pytest.mark.parametrize("name", ["I-01", "I-1", "I-146"])
def test_rules_show_of_an_interpretation(name: str) -> None:
    full = f"I-{int(name[2:]):02d}"
    found = json.loads(feltlaw("rules", "show", name, "--json").out)
    assert found["id"] == full
    text = " ".join(feltlaw("rules", "show", name).out.split())
    for part in ("title", "problem", "readings", "adopted", "test"):
        assert getattr(interpretations()[full], part) == found[part]
        assert " ".join(found[part].split()) in text


def test_version() -> None:
    ran = feltlaw("--version")
    assert re.fullmatch(r"feltlaw \d+\.\d+\.\d+\S*\n", ran.out)
    project = tomllib.loads(ROOT.joinpath("pyproject.toml").read_text("utf-8"))
    assert ran.out.split()[1] == project["project"]["version"]


def test_a_toml_error_shows_its_line() -> None:
    ran = feltlaw("rules", "check", "-", stdin=b'regulation = "PA-649a"\nfoo bar\n')
    assert ran.status == 2
    assert ran.err.splitlines()[1:] == ["  2 | foo bar", "    |     ^"]


PLACED = """regulation = "MA-TCP" # a comment
[cards]
decks = 1
[ wagers.pair_plus ]
rows = { pair = "1 to 1" }
"a key".inner = 5
"""


@pytest.mark.parametrize(
    ("where", "line"),
    [
        ("regulation", 1),
        ("cards.decks", 3),
        ("cards.deal", 2),
        ("wagers.pair_plus", 4),
        ("wagers.pair_plus.rows.pair", 5),
        ("wagers.pair_plus.a key.inner", 6),
        ("limits.minimum", None),
    ],
)
def test_where_a_key_stands(where: str, line: int | None) -> None:
    """A key that is not there is looked for in the table around it."""
    found = find(where, places(PLACED))
    assert (found.line if found else None) == line
