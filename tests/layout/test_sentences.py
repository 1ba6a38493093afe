"""The sentences of a sign, written from the chapters: folds, versions, positions and meters."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import pytest

from feltlaw.layout.drawing import draw
from feltlaw.layout.rules import rules
from tests.support.driver import REGULATIONS, submission
from tests.support.layouts import read
from tests.support.signs import (
    FIVE,
    FIVE_OF_SIX,
    HAND,
    LINK,
    PAIR_BONUS,
    SIX,
    THREE,
    Table,
    dollars,
    said,
    subsets,
    with_options,
)
from tests.support.submissions import by_clause, regulation_of


def listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


# ── leaving a round ──

LOST: dict[str, dict[str, str]] = {
    "PA-649a": {
        "ante": "Ante", "pair_plus": "Pair Plus",
        THREE: "Three-Card Progressive", FIVE: "Five-Card Progressive",
    },
    "MA-TCP": {"ante": "Ante", THREE: "Three Card Poker Progressive", LINK: "Multi Game Link Progressive"},
    "PA-679a": {"ante": "Ante"},
    "PA-669a": {"ante": "Ante", "blind": "Blind", THREE: "Progressive Payout"},
}  # fmt: skip
"""What a fold loses: 649a.11(b)(1), (2); MA-TCP.10(b), 13(c); 679a.11(b); 669a.11(f), (g)."""
KEPT: dict[str, dict[str, str]] = {
    "PA-649a": {SIX: "Six Card Bonus", HAND: "Five Card Hand Bonus", FIVE_OF_SIX: "5 of 6 Progressive"},
    "MA-TCP": {"pair_plus": "Pair Plus", SIX: "6 Card Bonus", "cover_all": "Cover All"},
    "PA-679a": {"prime": "Prime", PAIR_BONUS: "Pair Bonus", "all_six_bonus": "All-Six Bonus"},
    "PA-669a": {"pair_plus": "Pair Plus", SIX: "Six Card Bonus"},
}
"""What stays open: 649a.11(b)(3); MA-TCP.10(b)#2, 6(g)(2), 12(b); 679a.11(b)#2; 669a.11(f)#2, (g)."""
ENVY = {
    "PA-649a": {
        THREE: "Three-Card Envy Bonus", FIVE: "Five-Card Envy Bonus", FIVE_OF_SIX: "5 of 6 Envy Bonus",
    },
    "MA-TCP": {THREE: "Envy Bonus", LINK: "Multi Game Link Envy Bonus"},
    "PA-679a": {},
    "PA-669a": {THREE: "Envy Bonus"},
}  # fmt: skip
SURRENDERED = {"pair_plus": "Pair Plus", SIX: "6 Card Bonus"}
"""What a hand that is not exposed loses as well: MA-TCP.10(b)#3."""


def left(offered: tuple[str, ...], lost: Mapping[str, str], kept: Mapping[str, str], envy: list[str]) -> str:
    always = {"ante", "blind", "pair_plus"}
    gone, open_ = (
        [name for wager, name in some.items() if wager in always or wager in offered] for some in (lost, kept)
    )
    open_ += envy[:1] if len(envy) < 2 else ["right to every Envy Bonus"]
    stays = f" The {listed(open_)} stay{'s' * (len(open_) == 1)} open." if open_ else ""
    return f"loses the {listed(gone)}.{stays}"


@pytest.mark.parametrize(
    "clause",
    by_clause(
        (
            (
                "PA-649a.11(b)",
                "PA-649a.11(b)(1)",
                "PA-649a.11(b)(2)",
                "PA-649a.11(b)(2)#2",
                "PA-649a.11(b)(3)",
            ),
        ),
        (("PA-679a.11(b)", "PA-679a.11(b)#2"),),
        (("PA-669a.11(f)", "PA-669a.11(f)#2", "PA-669a.11(g)"),),
        (("MA-TCP.10(b)", "MA-TCP.10(b)#2", "MA-TCP.6(g)(2)", "MA-TCP.13(c)#2", "I-110"),),
    ),
)
def test_what_a_fold_loses_and_what_it_leaves(clause: str) -> None:
    regulation = regulation_of(clause)
    for offered in subsets(regulation):
        envy = [name for wager, name in ENVY[regulation].items() if wager in offered]
        table = with_options(Table(regulation, offered), {})
        wanted = left(offered, LOST[regulation], KEPT[regulation], envy)
        assert said(table, "fold") == [f"Folding {wanted}"], offered


def test_where_nobody_folds_nothing_is_said_of_it() -> None:
    assert not said(submission("PA-680a"), "fold")
    for regulation in REGULATIONS:
        assert bool(said(submission(regulation), "surrender")) == (regulation == "MA-TCP")


@pytest.mark.clause("MA-TCP.10(b)#3", "I-108")
def test_what_a_surrender_loses_and_what_it_leaves() -> None:
    for offered in subsets("MA-TCP"):
        envy = [name for wager, name in ENVY["MA-TCP"].items() if wager in offered]
        lost = {"ante": "Ante", **SURRENDERED, **LOST["MA-TCP"]}
        kept = {"cover_all": "Cover All"}
        table = with_options(Table("MA-TCP", offered), {})
        assert said(table, "surrender") == [f"Surrender {left(offered, lost, kept, envy)}"], offered
        note = "Cover All A hand surrendered unexposed does not count for Cover All."
        assert said(table, "words") == [note] * ("cover_all" in offered), "I-100"


@pytest.mark.clause("PA-669a.11(f)#2", "PA-669a.11(i)(1)", "I-86")
def test_the_house_may_have_a_fold_lose_the_pair_plus() -> None:
    table = with_options(Table("PA-669a", (THREE, SIX)), {"wagers.pair_plus.on_fold": "forfeit"})
    lost = "Ante, Blind, Pair Plus and Progressive Payout"
    assert said(table, "fold") == [f"Folding loses the {lost}. The Six Card Bonus and Envy Bonus stay open."]


@pytest.mark.clause("MA-TCP.13(c)#2", "I-110")
@pytest.mark.parametrize("section", [THREE, LINK])
def test_the_house_may_let_a_folded_hand_win_the_progressive(section: str) -> None:
    table = with_options(Table("MA-TCP", (section,)), {f"wagers.{section}.folded_hands_qualify": True})
    kept = ["Pair Plus", LOST["MA-TCP"][section], ENVY["MA-TCP"][section]]
    assert said(table, "fold") == [f"Folding loses the Ante. The {listed(kept)} stay open."]
    surrendered = {"ante": "Ante", **SURRENDERED, **LOST["MA-TCP"]}
    assert said(table, "surrender") == [
        f"Surrender {left((section,), surrendered, {}, [ENVY['MA-TCP'][section]])}"
    ]


# ── stakes that depend on each other, and positions ──


@pytest.mark.parametrize(
    "clause",
    by_clause(
        (("PA-649a.7(e)", "PA-649a.7(e)(1)", "PA-649a.7(e)(2)", "PA-649a.7(e)(3)"),),
        (("MA-TCP.6(f)", "MA-TCP.6(f)(1)", "MA-TCP.6(f)(2)", "MA-TCP.6(f)(3)"),),
    ),
)
@pytest.mark.parametrize(
    ("version", "text"),
    [
        ("optional", []),
        ("ante_covers", ["Pair Plus A Pair Plus wager needs an Ante of at least as much."]),
        ("ante_covers_half", ["Pair Plus A Pair Plus wager needs an Ante of at least half as much."]),
        (
            "compulsory",
            ["Pair Plus Ante and Pair Plus must both be made, neither more than 5 times the other."],
        ),
    ],
)
def test_a_version_that_ties_two_stakes_together_is_told(clause: str, version: str, text: list[str]) -> None:
    assert said(submission(regulation_of(clause), version={"pair_plus": version}), "version") == text


@pytest.mark.parametrize(
    ("clause", "most"),
    by_clause(
        ("PA-649a.7(f)", 7), ("PA-679a.7(e)", 6), ("PA-680a.7(e)", 6), ("MA-TCP.6(e)", 3), ("PA-669a.7(e)", 1)
    ),
)
def test_on_how_many_boxes_a_player_may_bet_is_told(clause: str, most: int) -> None:
    for many in range(1, most + 1):
        table = submission(regulation_of(clause), limits={"adjacent_boxes": many})
        wanted = [f"Positions One player may bet on up to {many} adjacent positions."]
        assert said(table, "boxes") == (wanted if many > 1 else [])


# ── meters ──

METERS: list[tuple[object, str, str, list[tuple[str, int, str]]]] = [
    ("PA-649a.12(e)(3):A", THREE, "A", [("", 1000, "14%")]),
    ("PA-649a.12(e)(3):B", THREE, "B", [("", 1000, "20%")]),
    ("PA-649a.12(h)(3)", FIVE, "", [("", 10_000, "21%")]),
    ("PA-649a.12(j)(3)", FIVE_OF_SIX, "", [("", 10_000, "28%")]),
    ("PA-669a.12(e)(3)", THREE, "", [("", 1000, "14%")]),
    ("MA-TCP.13(g):PTMGL01#2", LINK, "PTMGL01", [("", 10_000, "21%")]),
    ("MA-TCP.13(g):PTMGL04#2", LINK, "PTMGL04", [("", 1000, "21%")]),
    ("MA-TCP.13(g):PTMGLML01#2", LINK, "PTMGLML01", [("Major", 10_000, "15%"), ("Minor", 1000, "6%")]),
    *(
        (
            f"MA-TCP.13(g):PTMGLML0{number}#2",
            LINK,
            f"PTMGLML0{number}",
            [("Mega", 10_000, "13%"), ("Major", 1000, "5%"), ("Minor", 250, "3%")],
        )
        for number in (2, 3)
    ),
]
"""Which meter begins where for a dollar of the wager, and which part of each wager it gets; the parts of
Massachusetts are those of I-113."""
TITLES = {
    "PA-649a": {
        THREE: "Three-Card Progressive", FIVE: "Five-Card Progressive", FIVE_OF_SIX: "5 of 6 Progressive",
    },
    "PA-669a": {THREE: "Progressive Payout"},
    "MA-TCP": {LINK: "Multi Game Link Progressive"},
}  # fmt: skip


@pytest.mark.parametrize(("clause", "section", "paytable", "levels"), by_clause(*METERS))
def test_where_a_meter_begins_and_what_feeds_it_is_told(
    clause: str, section: str, paytable: str, levels: list[tuple[str, int, str]]
) -> None:
    regulation = regulation_of(clause)
    for amount in ("1", "5", "2.5"):
        chosen = {f"wagers.{section}.{key}": value for key, value in [("amount", amount)]}
        chosen |= {f"wagers.{section}.paytable": paytable} if paytable else {}
        chosen |= {f"wagers.{section}.envy_scale": "linear"}
        begins = [dollars(seed * Fraction(amount)) for _, seed, _ in levels]
        text = " ".join(
            f"{name} starts, and starts again, at {seed}; {part} of every wager goes on it.".strip()
            for (name, _, part), seed in zip(levels, begins, strict=True)
        )
        table = with_options(Table(regulation, ()), chosen)
        assert said(table, "meter") == [f"{TITLES[regulation][section]} meter {text}"]


@pytest.mark.clause(
    "PA-649a.12(e)(3)", "PA-649a.12(e)(4)", "PA-649a.12(h)(3)", "PA-649a.12(h)(4)",
    "PA-649a.12(i)(4)", "PA-649a.12(j)(3)", "PA-649a.12(j)(4)", "I-43",
)  # fmt: skip
def test_every_meter_of_a_table_is_told() -> None:
    for offered in subsets("PA-649a"):
        table = with_options(Table("PA-649a", offered), {})
        again, more = "starts, and starts again, at", "of every wager goes on it."
        wanted = {
            THREE: f"Three-Card Progressive meter {again} $1,000; 14% {more}",
            FIVE: f"Five-Card Progressive meter {again} $10,000; 21% {more}",
            HAND: "Five Card Hand Bonus meter starts at $10,000 and starts again from its reserve; "
            "21% of every wager goes on the meter, 8% to the reserve.",
            FIVE_OF_SIX: f"5 of 6 Progressive meter {again} $10,000; 28% {more}",
        }
        assert said(table, "meter") == [text for section, text in wanted.items() if section in offered]


@pytest.mark.clause("PA-649a.12(i)(4)", "PA-649a.12(i)(2)#2")
def test_what_is_set_aside_and_shared_of_the_hand_bonus_is_told() -> None:
    for amount, begins in (("1", "$10,000"), ("2", "$20,000")):
        table = with_options(Table("PA-649a", (HAND,)), {f"wagers.{HAND}.amount": amount})
        parts = "21% of every wager goes on the meter, 8% to the reserve."
        begin = f"starts at {begins} and starts again from its reserve"
        assert said(table, "meter") == [f"Five Card Hand Bonus meter {begin}; {parts}"]
        shared = "A share of the meter won on the dealer's hand is divided equally."
        assert said(table, "shared") == [f"Five Card Hand Bonus {shared}"]
    assert not said(submission("PA-649a"), "shared")


@pytest.mark.parametrize(
    ("clause", "section", "paytable"),
    by_clause(
        *(
            ((clause, "MA-TCP.13(g)"), section, name)
            for clause, section, name, _ in METERS
            if section == LINK
        ),
        *((f"MA-TCP.13(e):Table {number}", THREE, number) for number in "123"),
        ("MA-TCP.13(f)", THREE, "two-level"),
    ),
)
def test_terms_that_the_operator_states_are_told(clause: str, section: str, paytable: str) -> None:
    """The parts that a meter gets are nowhere in the text, nor where those of three cards begin (I-113)."""
    names = {"PTMGLML01": ["major", "minor"], "two-level": ["major", "minor"]}.get(paytable, ["meter"])
    names = ["mega", "major", "minor"] if paytable in ("PTMGLML02", "PTMGLML03") else names
    parts = {name: f"{at}.5%" for at, name in enumerate(names, 3)}
    stated: dict[str, object] = {"paytable": paytable, "increment": parts}
    seeds = {name: 2500 + at for at, name in enumerate(names)} if section == THREE else {}
    stated |= {"seed": seeds} if seeds else {}
    if names == ["meter"]:
        stated |= {"increment": parts["meter"]} | ({"seed": seeds["meter"]} if seeds else {})
    table = with_options(
        Table("MA-TCP", ()), {f"wagers.{section}.{key}": value for key, value in stated.items()}
    )
    (meter,) = said(table, "meter")
    assert meter.count("goes on it") == len(names)
    for name, part in parts.items():
        begins = f"at ${seeds[name]:,}; " if seeds else "; "
        assert f"{begins}{part} of every wager goes on it." in meter


# ── the drawn sign ──


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_every_sentence_is_drawn_on_the_sign(regulation: str) -> None:
    chosen = Table(regulation, max(subsets(regulation), key=len), linked=regulation in ("PA-649a", "MA-TCP"))
    boxes = {} if regulation == "PA-669a" else {"limits.adjacent_boxes": 2}
    table = with_options(chosen, {**boxes, "settlement.late_void": "keep_paid"})
    texts = ["".join(one.text.split()) for one in read(draw(table, "sign", fonts=False))]
    for one in rules(table):
        words = (one.short.removeprefix("Play ") or one.text).replace("'", "’")
        assert [text for text in texts if "".join(words.split()) in text], one.id
