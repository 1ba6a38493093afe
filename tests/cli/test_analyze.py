"""`feltlaw analyze`: what it prints, refuses and does not load; and the warning of `rules check`."""

from __future__ import annotations

import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from unittest import mock

import pytest

from feltlaw.submission import new_submission
from tests.support.cli import feltlaw, program
from tests.support.submissions import REGULATIONS

HEAVY = (
    "numpy",
    "numba",
    "scipy",
    "dask",
    "pandas",
    "matplotlib",
    "starlette",
    "fastapi",
    "uvicorn",
    "aiohttp",
)


def document(*arguments: str) -> dict[str, object]:
    ran = feltlaw("analyze", *arguments, "--json")
    assert ran.status == 0, ran.err
    found = json.loads(ran.out)
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_every_regulation_is_analysed(regulation: str) -> None:
    wagers = document(f"{regulation}:bare")["wagers"]
    assert isinstance(wagers, dict)
    assert next(iter(wagers)) == "ante"
    for entry in wagers.values():
        ev = sum(Fraction(row["probability"]) * Fraction(row["net"]) for row in entry["outcomes"])
        assert Fraction(entry["ev"]) == ev
        assert sum(Fraction(row["probability"]) for row in entry["outcomes"]) == 1


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_a_submission_as_a_casino_would_post_it(regulation: str, tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text(new_submission(regulation), encoding="utf-8")
    wagers = document(str(file))["wagers"]
    assert isinstance(wagers, dict)
    assert "pot" not in wagers
    assert not {"play", "blind"} & set(wagers)
    printed = feltlaw("analyze", str(file), columns=100)
    assert printed.status == 0
    assert "house edge" in printed.out
    assert max(map(len, printed.out.splitlines())) <= 100


def test_text_for_a_person() -> None:
    out = feltlaw("analyze", "PA-649a", columns=110).out
    assert "PA-649a  Three Card Poker" in out
    assert "Best play: play Q-6-4 or better (play 67.42 %, fold 32.58 %)." in out
    assert "-686689/20358520" in out
    assert "407,170,400 combinations" in out
    assert "mimic the dealer" in out


def test_all_tables() -> None:
    wagers = document("MA-TCP", "--all")["wagers"]
    assert isinstance(wagers, dict)
    assert set(wagers["cover_all"]) == set("1234567")
    assert set(wagers["three_card_progressive"]) == {"1", "2", "3", "two-level"}
    printed = feltlaw("analyze", "MA-TCP", "--all", columns=120)
    assert "Warning: three_card_progressive (3): the Three Card Poker Progressive wager" in printed.out
    assert "combinations" not in printed.out, "with --all only the summary is printed"


def test_players() -> None:
    source = b'regulation = "MA-TCP"\n[wagers.cover_all]\n[wagers.three_card_progressive]\n'
    ran = feltlaw("analyze", "-", "--json", "--players", "3", stdin=source)
    found = json.loads(ran.out)
    assert list(found["wagers"]["cover_all"]) == ["3"]
    assert found["wagers"]["three_card_progressive"]["envy"]["players"] == 3
    printed = feltlaw("analyze", "-", "--players", "3", stdin=source)
    assert "with 3 players the expected value is" in " ".join(printed.out.split())


def test_a_hand() -> None:
    found = document("PA-649a", "--hand", "Qs 6d 4c")["hand"]
    assert isinstance(found, dict)
    assert found["best"] == "play"
    assert found["actions"]["play"]["ev"] == "-9151/9212"
    printed = feltlaw("analyze", "PA-649a", "--hand", "Qs6d3c").out
    assert "fold (best)" in printed
    assert "house edge" not in printed, "only what was asked"


def test_a_hand_with_community_cards() -> None:
    found = document("PA-669a", "--hand", "Js Td 8c 2h")["hand"]
    assert isinstance(found, dict)
    assert set(found["actions"]) == {"check", "play 1x", "play 2x"}


def test_a_session() -> None:
    asked = ("--rounds", "100", "--bankroll", "20", "--bet", "25", "--per-hour", "40")
    wagers = document("PA-679a", *asked)["wagers"]
    assert isinstance(wagers, dict)
    assert wagers["ante"]["session"]["chance_ahead_method"] == "exact"
    printed = " ".join(feltlaw("analyze", "PA-679a", *asked).out.split())
    assert "In 100 rounds: expected -4.515549 units" in printed
    assert "At $25 and 40 rounds an hour the house expects $45.16 an hour." in printed


def test_sessions_of_all_tables() -> None:
    asked = ("PA-649a", "--all", "--rounds", "20", "--bankroll", "5", "--bet", "10", "--per-hour", "40")
    wagers = document(*asked)["wagers"]
    assert isinstance(wagers, dict)
    for tables in wagers.values():
        for entry in tables.values():
            assert entry["session"]["chance_of_ruin"] is not None
    printed = feltlaw("analyze", *asked, columns=120).out
    assert "Sessions: 20 rounds, a bankroll of 5 units, 40 rounds an hour" in printed
    assert wagers["pair_plus"]["D"]["session"]["chance_of_ruin"] in printed


def test_a_session_that_is_too_long_names_its_wager() -> None:
    source = b'regulation = "PA-669a"\n'
    asked = ("analyze", "-", "--rounds", "100000", "--bankroll", "3000")
    with (
        mock.patch("feltlaw.mathematics.volatility.MOST_MOVES", 1_000),
        mock.patch("feltlaw.mathematics.volatility.MOST_SLOTS", 1_000),
    ):
        ran = feltlaw(*asked, stdin=source)
    assert ran.status == 0
    text = " ".join(ran.out.split())
    assert "with a chance that is not computed: 100,000 rounds with 3,000 units are too many" in text
    assert "feltlaw simulate plays them" in text


def test_the_full_table() -> None:
    wagers = document("PA-649a", "--table")["wagers"]
    assert isinstance(wagers, dict)
    table = wagers["ante"]["strategy"]["table"]
    assert sum(line["hands"] for line in table) == 22_100
    boundary = next(line for line in table if line["hand"] == "Q-6-4")
    assert Fraction(boundary["actions"]["play"]["ev"]) > Fraction(boundary["actions"]["fold"]["ev"]) == -1
    flush = next(line for line in table if "flush" in line["hand"])
    assert flush["suits"] == "all of one suit"
    printed = feltlaw("analyze", "PA-680a", "--table", columns=120).out
    assert "joker, 10, 10, 3, A" in printed
    assert "every other hand" in printed
    assert "the house way" in printed
    streets = feltlaw("analyze", "PA-669a", "--table").out
    for name in ("before 4th Street", "after 4th Street", "after 5th Street"):
        assert f"Every hand {name}" in streets
    assert len(streets.splitlines()) > 24_000
    assert (
        "table" not in json.loads(feltlaw("analyze", "PA-669a", "--json").out)["wagers"]["ante"]["strategy"]
    )


def test_long_counts_break_at_a_comma() -> None:
    source = b'regulation = "MA-TCP"\n[wagers.cover_all]\n'
    printed = feltlaw("analyze", "-", stdin=source).out
    assert "Cover All, 1 player\n" in printed
    assert "returned" in printed.partition("Cover All, 1 player")[2]
    found = json.loads(feltlaw("analyze", "-", "--json", stdin=source).out)["wagers"]["cover_all"]["7"]
    for row in found["outcomes"]:
        groups = f"{row['combinations']:,}".split(",")
        lines = [",".join(groups[at : at + 3]) for at in range(0, len(groups), 3)]
        assert all(line in printed for line in lines), "no group of digits is torn apart"


def test_wagers_together() -> None:
    source = b'regulation = "PA-649a"\n[wagers.five_card_progressive]\n'
    asked = ("analyze", "-", "--with", "pair_plus=5, five_card_progressive=0.5")  # an Ante of $2
    found = json.loads(feltlaw(*asked, "--json", stdin=source).out)["together"]
    assert found["stakes"] == {"pair_plus": "5", "five_card_progressive": "1/2"}
    assert found["wagers"]["pair_plus"] == {"lost_on_a_fold": True, "changes_the_decision": False}
    assert found["wagers"]["five_card_progressive"]["changes_the_decision"]
    printed = " ".join(feltlaw(*asked, stdin=source).out.split())
    assert "Together the best decision changes for" in printed
    assert "Q-6-3" in printed
    assert "house edge" not in printed, "only what was asked"
    plain = " ".join(feltlaw("analyze", "PA-649a").out.split())
    assert "Together the best decision stays the same for every hand." in plain


def test_a_payout_limit() -> None:
    source = b'regulation = "PA-679a"\n[limits]\nminimum = 10\nmaximum = 5000\npayout_limit = 50000\n'
    printed = " ".join(feltlaw("analyze", "-", stdin=source).out.split())
    assert "The figures leave the payout limit of $50,000 on Ante and Play out (PA-679a.12(h)" in printed
    assert "At $5,000 it makes the house edge 4.5270 %, 0.0115 % more." in printed
    printed = " ".join(feltlaw("analyze", "-", "--bet", "1000", stdin=source).out.split())
    assert "At $1,000 it cuts nothing." in printed


@pytest.mark.parametrize(
    ("arguments", "status", "says"),
    [
        (["nowhere.toml"], 2, "there is no file 'nowhere.toml'"),
        (["PA-649b"], 2, "there is no regulation 'PA-649b'; did you mean PA-649a"),
        (["PA-649a", "--hand", "Qs 6d"], 2, "is three cards"),
        (["PA-649a", "--hand", "Qs 6d Xx"], 2, "is not a card"),
        (["PA-649a", "--hand", "Qs Qs 4d"], 2, "occurs twice"),
        (["PA-669a", "--hand", "Qs"], 2, "three cards"),
        (["PA-680a", "--hand", "Qs 6d 4c"], 2, "five cards"),
        (["PA-679a", "--players", "7"], 1, "has 1 to 6"),
        (["PA-679a", "--players", "0"], 1, "has 1 to 6"),
        (["PA-679a", "--players", "x"], 2, "--players"),
        (["PA-679a", "--bankroll", "5"], 2, "--bankroll needs --rounds"),
        (["PA-679a", "--bet", "5"], 2, "goes together with --per-hour or --rounds"),
        (["PA-679a", "--per-hour", "5"], 2, "--per-hour needs --bet"),
        (["PA-679a", "--bet", "5", "--per-hour", "0"], 2, "0 rounds an hour"),
        (["PA-679a", "--bet", "5", "--per-hour", "-3"], 2, "-3 rounds an hour"),
        (["PA-679a", "--bet", "20000", "--per-hour", "3"], 1, "above the maximum"),
        (["PA-679a", "--bet", "20000", "--per-hour", "3"], 1, "PA-679a.7(d)"),
        (["PA-649a", "--hand", "Qs 6d 4c", "--rounds", "5"], 2, "leave --rounds out"),
        (["PA-649a", "--hand", "Qs 6d 4c", "--all", "--table"], 2, "leave --all and --table out"),
        (["PA-649a", "--table", "--all"], 2, "--table is the best play of one table: leave --all out"),
        (["PA-649a", "--with", "pair_plus=1", "--rounds", "5"], 2, "leave --rounds out"),
        (["PA-649a", "--with", "pair_plus=20000"], 1, "above the maximum"),
        (["PA-679a", "--bet", "5.001", "--per-hour", "3"], 2, "whole number of cents"),
        (["PA-679a", "--bet", "0", "--per-hour", "3"], 2, "more than $0"),
        (["PA-649a", "--with", "pair_plus"], 2, "write pair_plus=5"),
        (["PA-649a", "--with", "pair_plus=-1"], 2, "write pair_plus=5"),
        (["PA-649a", "--with", "pair_plus=1/0"], 2, "write pair_plus=5"),
        (["PA-649a", "--with", "pair_plus=1,pair_plus=2"], 2, "named twice"),
        (["PA-649a", "--with", "prime=1"], 2, "has no wager 'prime'"),
        (["PA-649a:bare", "--with", "six_card_bonus=1"], 1, "this table offers pair_plus beside it"),
        (["PA-649a", "--with", "pair_plus=1", "--all"], 2, "leave --all out"),
        (["PA-649a", "--with", "pair_plus=1", "--hand", "Qs 6d 4c"], 2, "leave --with out"),
        (["PA-679a", "--rounds", "0"], 2, "from 1 to 1,000,000"),
        (["PA-679a", "--rounds", "5", "--bankroll", "-5"], 2, "bankroll of -5 units"),
    ],
)
def test_what_is_refused(arguments: list[str], status: int, says: str) -> None:
    ran = feltlaw("analyze", *arguments)
    assert (ran.status, ran.out) == (status, "")
    assert says in ran.err
    assert "Traceback" not in ran.err


def test_a_faulty_submission_is_refused_with_its_clauses() -> None:
    ran = feltlaw("analyze", "-", stdin=b'regulation = "PA-649a"\n[wagers.pair_plus]\npaytable = "Z"\n')
    assert ran.status == 1
    assert ran.out == ""
    assert "PA-649a.12(d)" in ran.err


def test_nothing_heavy_is_loaded() -> None:
    code = (
        "import sys; from feltlaw.cli import main; sys.argv = ['feltlaw', 'analyze', 'PA-649a', '--json']\n"
        "try: main()\nexcept SystemExit: pass\n"
        "print(sorted(name for name in sys.modules if '.' not in name), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert json.loads(done.stdout)["regulation"] == "PA-649a"
    loaded = done.stderr
    assert not [name for name in (*HEAVY, "rich") if f"'{name}'" in loaded]


def test_the_program_itself() -> None:
    ran = program("analyze", "PA-679a", "--json")
    assert ran.status == 0
    assert json.loads(ran.out)["wagers"]["ante"]["ev"] == "-919299/20358520"


def test_rules_check_warns_of_what_pays_back_too_much() -> None:
    options = b'magic_card = true\nmagic_card_chance = "1/2"\n'
    loud = b'regulation = "PA-649a"\n[wagers.five_card_hand_bonus]\n' + options
    ran = feltlaw("rules", "check", "-", "--json", stdin=loud)
    assert ran.status == 0, "a warning is no fault"
    told = [one for one in json.loads(ran.out)["warnings"] if one["where"] == "wagers.five_card_hand_bonus"]
    assert len(told) == 2
    assert all("I-61" in one["clauses"] for one in told)
    quiet = loud.replace(b'"1/2"', b'"1/20"')
    found = json.loads(feltlaw("rules", "check", "-", "--json", stdin=quiet).out)
    assert not [one for one in found["warnings"] if one["where"] == "wagers.five_card_hand_bonus"]
