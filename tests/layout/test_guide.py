"""How a round goes, as the players' guide tells it: until when what may be bet, the cards, what one does.

The sentences are written from the chapters, for every choice of wagers and every version.
"""

from __future__ import annotations

import pytest

from feltlaw.layout import guide
from feltlaw.submission import Submission
from feltlaw.telling.teaching import how_it_goes
from tests.support.driver import DEALS, REGULATIONS, submission
from tests.support.signs import FIVE, FIVE_OF_SIX, HAND, LINK, PAIR_BONUS, SIX, THREE, Table, subsets
from tests.support.submissions import by_clause, regulation_of

FIRST = {
    "PA-649a": "the Ante or the Pair Plus, or both",
    "MA-TCP": "the Ante or the Pair Plus, or both",
    "PA-679a": "the Ante",
    "PA-669a": "the Ante and the Blind",
    "PA-680a": "the Ante",
}
"""What brings a player in: 649a.7(d)(1)-(3), MA-TCP.6(a), 679a.7(d)(1), 669a.7(d)(1), 680a.7(d)(1)."""
ADDED = {
    "PA-649a": {
        THREE: "Three-Card Progressive", SIX: "Six Card Bonus", FIVE: "Five-Card Progressive",
        HAND: "Five Card Hand Bonus", FIVE_OF_SIX: "5 of 6 Progressive",
    },
    "MA-TCP": {
        SIX: "6 Card Bonus", "cover_all": "Cover All", THREE: "Three Card Poker Progressive",
        LINK: "Multi Game Link Progressive",
    },
    "PA-679a": {"prime": "Prime", PAIR_BONUS: "Pair Bonus", "all_six_bonus": "All-Six Bonus"},
    "PA-669a": {THREE: "Progressive Payout", SIX: "Six Card Bonus"},
    "PA-680a": {"bonus": "Bonus"},
}  # fmt: skip
"""What may be added where it is offered; the Pair Plus always in Raise It Up (669a.7(d)(3))."""
CALL = {"PA-649a": "7(c)", "MA-TCP": "6(d)", "PA-679a": "7(c)", "PA-669a": "7(c)", "PA-680a": "7(c)"}
"""All wagers but the Play are down before the dealer says "no more bets", which he says before any card."""
DEFINED = {
    "PA-649a": ("pair-plus-wager",),
    "MA-TCP": ("ante-wager", "pair-plus-wager"),
    "PA-679a": ("ante-wager", "prime-wager", "pair-bonus-wager", "all-six-bonus-wager"),
    "PA-669a": (),
    "PA-680a": ("ante-wager", "pot-wager"),
}
OWN = {
    "PA-649a": "Each player gets three cards face down, and so does the dealer",
    "MA-TCP": "Each player gets three cards face down, and so does the dealer",
    "PA-679a": "Each player gets three cards face down, and so does the dealer",
    "PA-669a": "Each player gets three cards face down; three community cards lie before the dealer",
    "PA-680a": "Each player gets five cards face down, and so does the dealer",
}
MORE = {
    "PA-649a": ({FIVE, HAND}, "; two community cards lie before the dealer"),
    "MA-TCP": ({LINK}, "; two community cards lie before the dealer"),
    "PA-679a": ({PAIR_BONUS}, "; a fourth card goes with the Pair Bonus"),
}
"""Wagers that want more cards: 649a.8(d)#2; MA-TCP.13(g)bis; 679a.8(c)#2."""
DECIDE = {
    "PA-649a": ["Look at your cards: bet the Play, equal to the Ante or fold."],
    "MA-TCP": ["Look at your cards: bet the Play, equal to the Ante, fold or surrender."],
    "PA-679a": ["Look at your cards: bet the Play, equal to the Ante or fold."],
    "PA-669a": [
        "Before 4th Street: check or bet the Play, 1, 2 or 3 times the Ante.",
        "After 4th Street: check or bet the Play, 1 or 2 times the Ante.",
        "After 5th Street: bet the Play, equal to the Ante or fold.",
    ],
    "PA-680a": [
        "Set three of your cards apart: three that total 10, 20 or 30 qualify, and the other two are your "
        "Point Count. If no three do, divide them as you like."
    ],
}
"""649a.11(b); MA-TCP.10(b); 679a.11(b); 669a.11(b)-(g); 680a.11(b)(1), (2)."""


def told(table: Submission) -> list[str]:
    return [text for text, _ in guide._round(table)]


def bets(first: str, others: list[str], *, pot: bool = False) -> str:
    listed = f"{', '.join(others[:-1])} or {others[-1]}" if len(others) > 1 else "".join(others)
    more = f" You may add the {listed}." if others else ""
    pooled = " Where two or more play, everybody adds the Pot." if pot else ""
    return f"Before “no more bets”, bet {first}.{more}{pooled}"


def added(regulation: str, offered: tuple[str, ...], *always: str) -> list[str]:
    return [*always, *(name for wager, name in ADDED[regulation].items() if wager in offered)]


def proven(regulation: str) -> tuple[str, ...]:
    defined = DEFINED[regulation]
    return (f"{regulation}.{CALL[regulation]}", *(f"{regulation}.1:{one}" for one in defined))


@pytest.mark.parametrize("clause", by_clause(*((proven(name),) for name in REGULATIONS)))
@pytest.mark.parametrize("deal", DEALS)
def test_wagers_are_bet_before_no_more_bets_whatever_is_offered(clause: str, deal: str) -> None:
    """Not up to the first card: between the call and that card nothing is bet."""
    regulation = regulation_of(clause)
    for offered in subsets(regulation):
        table = submission(regulation, cards={"deal": deal}, **Table(regulation, offered).sections())
        always = ("Pair Plus",) if regulation == "PA-669a" else ()
        wagers = added(regulation, offered, *always)
        first, cards, *rest = told(table)
        assert first == bets(FIRST[regulation], wagers, pot="pot" in offered), offered
        who, words = MORE.get(regulation, (set(), ""))
        assert cards == f"{OWN[regulation]}{words if who & set(offered) else ''}.", offered
        assert rest[:-1] == DECIDE[regulation]


@pytest.mark.clause("PA-679a.8(h)", "PA-679a.9(g)", "PA-679a.10(h)")
def test_one_card_for_all_is_told_as_such() -> None:
    table = submission("PA-679a", wagers={PAIR_BONUS: {"community_card": True}})
    assert told(table)[1] == f"{OWN['PA-679a']}; one community card lies before the dealer."


# ── versions that tie two stakes together ──


@pytest.mark.parametrize(
    ("clause", "version", "alone", "both"),
    by_clause(
        *(
            ((f"{of}({at})", of, reading), version, alone, both)
            for of, reading in (("PA-649a.7(e)", "I-33"), ("MA-TCP.6(f)", "I-33"))
            for at, version, alone, both in (
                (1, "ante_covers", True, False),
                (2, "ante_covers_half", True, False),
                (3, "compulsory", False, True),
            )
        ),
        (("PA-649a.7(d)(3)", "PA-649a.7(d)(1)", "I-34"), "optional", False, False),
        (("MA-TCP.6(a)(3)", "MA-TCP.6(a)(1)", "I-34"), "optional", False, False),
    ),
)
def test_what_must_be_bet_is_told_as_the_version_has_it(
    clause: str, version: str, alone: bool, both: bool
) -> None:
    """Where an Ante must cover it, a Pair Plus is added to one; where both are compulsory, both are bet."""
    regulation = regulation_of(clause)
    for offered in ((), (SIX,), (SIX, THREE)):
        given = {**Table(regulation, offered).sections(), "version": {"pair_plus": version}}
        table = submission(regulation, **given)
        others = added(regulation, offered, *(("Pair Plus",) if alone else ()))
        first = "the Ante" if alone else "the Ante and the Pair Plus" if both else FIRST[regulation]
        assert told(table)[0] == bets(first, others)
        ((_, rule), *_) = guide._round(table)
        assert rule is not None
        if version != "optional":
            assert {clause, clause[:-3]} <= set(rule.cite.clauses)
        stakes = "Ante" if alone else "Ante and Pair Plus" if both else "Ante or Pair Plus, or both"
        sentence = next(iter(how_it_goes(table)))
        assert sentence.startswith(f"You stake the {stakes}, side bets beside it as you like, and get ")
