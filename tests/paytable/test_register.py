"""Every paytable, envy schedule and meter against the words of the register, `conformance/clauses.csv`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import pytest

from feltlaw.money import parse_rate
from feltlaw.register import clauses, interpretations
from feltlaw.regulation import load
from tests.paytable.test_places import ENVY, METERS, ODDS, PAYTABLES, envy, levels, paytable, regulation_of

HANDS = {
    "spade A-K-Q": "mini_royal_of_spades",
    "spade mini-royal": "mini_royal_of_spades",
    "other suited A-K-Q": "mini_royal",
    "suited A-K-Q": "mini_royal",
    "mini-royal": "mini_royal",
    "royal": "royal_flush",
    "spade royal": "royal_flush_of_spades",
    "other royal": "royal_flush",
    "other Super Royal": "super_royal",
    "Super Royal of diamonds": "super_royal_of_diamonds",
    "six-card royal of diamonds": "six_card_royal_flush_of_diamonds",
    "other six-card royal": "six_card_royal_flush",
    "royal without joker": "royal_flush_no_joker",
    "royal with joker": "royal_flush_with_joker",
    "pair of 10s or better": "pair_of_tens_or_better",
    "player and dealer all one colour": "player_and_dealer",
    "player alone one colour": "player",
}
PAYS = r"[\d,]+ (?:to|for) \d+|\d+%(?: of \w+)?|\$[\d,]+|push|nothing|N/A"
ITEM = re.compile(rf"(?P<hand>.+?) (?P<pays>{PAYS})")


def proving(listed: Iterable[str], *but: str) -> list[Any]:
    return [
        pytest.param(clause, id=clause, marks=pytest.mark.clause(clause))
        for clause in listed
        if clause not in but
    ]


def words(clause: str) -> str:
    return clauses()[clause].requirement.removesuffix(".")


def row(hand: str) -> str:
    return HANDS.get(hand, hand.replace("-", "_").replace(" ", "_"))


def rows(text: str) -> dict[str, str]:
    """`straight flush 35 to 1, three-of-a-kind 25 to 1, straight nothing` as rows."""
    found: dict[str, str] = {}
    for item in text.split(", "):
        match = ITEM.fullmatch(item)
        assert match, item
        pays = re.sub(r"%$", "% of meter", match["pays"]).lower()
        for hand in match["hand"].split(" and ") if match["hand"].startswith("two pair") else [match["hand"]]:
            if pays in ("nothing", "n/a"):
                continue
            if hand == "any suited A-K-Q":  # one line of words for two printed rows
                found |= {"mini_royal_of_spades": pays, "mini_royal": pays}
                continue
            assert row(hand) not in found
            found[row(hand)] = pays
    return found


def wanted_rows(clause: str) -> dict[str, str]:
    _, _, listed = words(clause).rpartition(": ")
    listed = listed.partition("; envy ")[0]
    listed = listed.removeprefix("The posted Pair Plus table pays at least ")
    found = rows(listed)
    if clause.startswith("PA-679a.12(f):"):  # these are all with a 2
        return {f"{hand}_with_2": pays for hand, pays in found.items()}
    return found


SENTENCES = ("PA-649a.12(i)(3)", "PA-669a.12(b)", "MA-TCP.12(k)")


@pytest.mark.parametrize("clause", proving(PAYTABLES, *SENTENCES))
def test_rows(clause: str) -> None:
    wanted = wanted_rows(clause)
    assert wanted
    for place in PAYTABLES[clause]:
        assert {hand: str(row.pays) for hand, row in paytable(clause, place).rows.items()} == wanted


@pytest.mark.clause("PA-649a.12(i)(3)")
def test_magic_card_and_lucky_bonus() -> None:
    clause = "PA-649a.12(i)(3)"
    wanted = re.search(r"Magic Card bonus of (\d+ for 1) and a Lucky Bonus of (\d+ for 1)", words(clause))
    assert wanted
    magic, lucky = (paytable(clause, place).rows for place in PAYTABLES[clause])
    assert {hand: str(row.pays) for hand, row in magic.items()} == {"magic_card": wanted[1]}
    assert {hand: str(row.pays) for hand, row in lucky.items()} == {"lucky_bonus": wanted[2]}


@pytest.mark.clause("PA-669a.12(b)")
def test_the_raise_it_up_ante() -> None:
    clause = "PA-669a.12(b)"
    assert words(clause) == "A winning Ante pays 1 to 1"
    (row,) = paytable(clause, PAYTABLES[clause][0]).rows.values()
    assert str(row.pays) == "1 to 1"


@pytest.mark.clause("MA-TCP.12(k)")
def test_the_cover_all_matrix() -> None:
    """`straight 1,1,1 to 1, 3 to 2, 2,3,5 to 1`: as many numbers as there are columns."""
    clause = "MA-TCP.12(k)"
    head, _, body = words(clause).partition(": ")
    columns = re.findall(r"\d", head)
    wanted: dict[str, dict[str, str]] = {players: {} for players in columns}
    for line in body.split("; "):
        hand = re.split(r" \d", line)[0]
        pays = [
            f"{win} to {on}"
            for wins, on in re.findall(r"([\d,]+) to (\d)", line)
            for win in wins.strip(",").split(",")
        ]
        for players, text in zip(columns, pays, strict=True):
            wanted[players][row(hand)] = text
    found = {
        key: {hand: str(line.pays) for hand, line in paytable(clause, (owner, key)).rows.items()}
        for owner, key in PAYTABLES[clause]
    }
    assert found == wanted


@pytest.mark.parametrize("clause", proving(ENVY))
def test_envy(clause: str) -> None:
    text = words(clause)
    if clause.startswith("PA-"):
        stake, listed = re.fullmatch(r".*Envy for a \$(\d+) wager: (.*)", text).groups()  # type: ignore[union-attr]
        assert envy(clause).stake == int(stake) * 100
        wanted = rows(listed)
    else:
        _, _, listed = text.partition("; envy ")
        spades = re.fullmatch(r"(\$\d+) (?:spades, (\$\d+) other suits|and (\$\d+))", listed)
        wanted = (
            {"mini_royal_of_spades": spades[1], "mini_royal": spades[2] or spades[3]}
            if spades
            else rows(listed)
        )
    assert {hand: str(row.pays) for hand, row in envy(clause).table.rows.items()} == wanted


@pytest.mark.parametrize("clause", proving(METERS))
def test_meters(clause: str) -> None:
    text = words(clause)
    for place in METERS[clause]:
        found = levels(clause, place)
        if clause.startswith("MA-TCP"):
            assert "it moves in step with the wager amount" in text
            listed = re.search(r"seed for a \$1 wager: (.*);", text)
            assert listed
            wanted = {
                (name.strip().lower() or "meter"): Fraction(int(amount.replace(",", "")))
                for name, amount in re.findall(r"(\w+ |)\$([\d,]*\d)", listed[1])
            }
            assert {name: level.seed for name, level in found.items()} == wanted
            assert {name: level.reseed for name, level in found.items()} == wanted
        else:
            assert set(found) == {"meter"}
            level = found["meter"]
            seed = re.search(r"seed(?: and reseed)? ([\d,]*\d) times the wager", text)
            assert seed
            assert level.seed == int(seed[1].replace(",", ""))
            assert level.reseed == (level.seed if "seed and reseed" in text else 0)
            assert ("reseed $0" in text) == (level.reseed == 0)
            rate = re.search(r"(\d+%) of each wager (?:added|to the meter)", text)
            assert rate
            assert level.rate == parse_rate(rate[1])
            reserve = re.search(r"(\d+%) to a reserve", text)
            assert level.reserve_rate == (parse_rate(reserve[1]) if reserve else 0)


@pytest.mark.parametrize("clause", proving(ODDS))
def test_odds_of_a_contest(clause: str) -> None:
    stated = set(re.findall(r"\d+ to \d+", words(clause)))
    found = {str(regulation_of(clause).wagers[w].outcomes[outcome].pays) for w, outcome in ODDS[clause]}
    assert found == stated


BORROWED: dict[
    str, dict[str, dict[str, tuple[int | None, int]]]
] = {  # the words of I-113, and the tables with the terms of their levels: seed for one, percent
    "Tables 1 and 3 seed 1,000 x wager, 14%": {"1": {"meter": (1000, 14)}, "3": {"meter": (1000, 14)}},
    "Table 2 1,000 x, 20%": {"2": {"meter": (1000, 20)}},
    "two-level Major 1,000 x and 10%, Minor 500 x and 4%": {
        "two-level": {"major": (1000, 10), "minor": (500, 4)}
    },
    "PTMGL 21% in all, split 15/6 (two levels) or 13/5/3 (three)": {
        **{name: {"meter": (None, 21)} for name in ("PTMGL01", "PTMGL02", "PTMGL04")},
        "PTMGLML01": {"major": (None, 15), "minor": (None, 6)},
        **{
            name: {"mega": (None, 13), "major": (None, 5), "minor": (None, 3)}
            for name in ("PTMGLML02", "PTMGLML03")
        },
    },
}


@pytest.mark.clause("I-113")
@pytest.mark.parametrize("text", BORROWED)
def test_terms_that_massachusetts_does_not_print_are_borrowed_and_open(text: str) -> None:
    assert text in interpretations()["I-113"].adopted
    wagers = load("MA-TCP").wagers
    for key, by_level in BORROWED[text].items():
        wager = wagers["multi_game_link" if key.startswith("PTMGL") else "three_card_progressive"]
        found = wager.payouts.tables[key].levels
        assert set(found) == set(by_level)
        for name, (seed, percent) in by_level.items():
            level = found[name]
            assert level.rate == Fraction(percent, 100)
            assert seed is None or level.seed == level.reseed == seed
            assert level.open == (("rate",) if seed is None else ("seed", "rate"))
            assert level.reserve_rate == 0
            assert "I-113" in level.clauses
