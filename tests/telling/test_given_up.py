"""What a player is told that leaving the round costs him: of each wager what the chapter says of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from feltlaw.regulation.model import Act
from feltlaw.submission import Submission
from feltlaw.telling.teaching import act_words, not_counted
from feltlaw.views.parts import BoxView
from tests.support.driver import main_bets, submission
from tests.telling.test_sentences import stakes

MAIN = {
    "PA-649a": "Ante $10", "MA-TCP": "Ante $10", "PA-679a": "Ante $10", "PA-669a": "Ante $10 and Blind $10"
}  # fmt: skip
THREE, LINK, FOLD, GIVE_UP = "three_card_progressive", "multi_game_link", "fold", "surrender"
HAND_BONUS = "five_card_hand_bonus"
QUALIFY = {"folded_hands_qualify": True}
SURRENDERED = ("MA-TCP.10(b)#3", "I-108")


class Fate(NamedTuple):
    """Of one wager beside the main game: how it is offered, whether leaving loses it, and who says so."""

    regulation: str
    act: str
    wager: str
    title: str
    lost: bool
    clauses: tuple[str, ...]
    section: str = ""
    options: dict[str, Any] = {}  # noqa: RUF012

    @property
    def about(self) -> Submission:
        return submission(self.regulation, wagers={self.section or self.wager: self.options})


def pennsylvania() -> Iterator[Fate]:
    """649a.11(b)(1) to (3), 679a.11(b), 669a.11(f) and (g)."""
    three, five = "Three-Card Progressive", "Five-Card Progressive"
    loses, stays = ("PA-649a.11(b)(2)", "I-41"), ("PA-649a.11(b)(3)", "I-41")
    pair = ("PA-649a.11(b)(1)", "PA-649a.1:pair-plus-wager", "I-41")
    yield Fate("PA-649a", FOLD, "pair_plus", "Pair Plus", True, pair)
    yield Fate("PA-649a", FOLD, THREE, three, True, loses)
    yield Fate("PA-649a", FOLD, "five_card_progressive", five, True, loses)
    yield Fate("PA-649a", FOLD, "six_card_bonus", "Six Card Bonus", False, stays)
    yield Fate("PA-649a", FOLD, "five_of_six_progressive", "5 of 6 Progressive", False, stays)
    for whose in ("player", "dealer"):
        title = f"Five Card Hand Bonus on the {whose}'s hand"
        yield Fate("PA-649a", FOLD, f"{HAND_BONUS}_{whose}", title, False, stays, HAND_BONUS)
    for wager, title in (
        ("prime", "Prime"),
        ("pair_bonus", "Pair Bonus"),
        ("all_six_bonus", "All-Six Bonus"),
    ):
        named = f"PA-679a.1:{title.lower().replace(' ', '-')}-wager"
        yield Fate("PA-679a", FOLD, wager, title, False, ("PA-679a.11(b)#2", named))
    for forfeit in (False, True):
        on_fold = {"on_fold": "forfeit"} if forfeit else {}
        raised = ("PA-669a.11(f)#2", "I-86")
        yield Fate("PA-669a", FOLD, "pair_plus", "Pair Plus", forfeit, raised, options=on_fold)
    yield Fate("PA-669a", FOLD, THREE, "Progressive Payout", True, ("PA-669a.11(g)",))
    yield Fate("PA-669a", FOLD, "six_card_bonus", "Six Card Bonus", False, ("PA-669a.11(g)",))


def massachusetts() -> Iterator[Fate]:
    """10(b), 6(g)(2), 12(b) and 13(c), and the registered readings of them."""
    pair, pair_plus = ("MA-TCP.10(b)#2", "MA-TCP.1:pair-plus-wager", "I-108"), "Pair Plus"
    six, cover = ("MA-TCP.6(g)(2)", "I-109"), ("MA-TCP.12(b)", "I-100")
    folded = ("MA-TCP.13(c)#2", "I-110")
    three, link = "Three Card Poker Progressive", "Multi Game Link Progressive"
    yield Fate("MA-TCP", FOLD, "pair_plus", pair_plus, False, pair)
    yield Fate("MA-TCP", FOLD, "six_card_bonus", "6 Card Bonus", False, six)
    yield Fate("MA-TCP", FOLD, "cover_all", "Cover All", False, cover)
    yield Fate("MA-TCP", GIVE_UP, "pair_plus", pair_plus, True, (*SURRENDERED, "MA-TCP.1:pair-plus-wager"))
    yield Fate("MA-TCP", GIVE_UP, "six_card_bonus", "6 Card Bonus", True, SURRENDERED)
    yield Fate("MA-TCP", GIVE_UP, "cover_all", "Cover All", False, (*SURRENDERED, *cover))
    for qualify in ({}, QUALIFY):
        yield Fate("MA-TCP", FOLD, THREE, three, not qualify, folded, options=qualify)
        yield Fate("MA-TCP", GIVE_UP, THREE, three, True, SURRENDERED, options=qualify)
        more = {"paytable": "PTMGL01", **qualify}
        yield Fate("MA-TCP", FOLD, LINK, link, not qualify, folded, options=more)
        yield Fate("MA-TCP", GIVE_UP, LINK, link, True, SURRENDERED, options=more)


FATES = [*pennsylvania(), *massachusetts()]


def act_of(about: Submission, word: str) -> Act:
    (found,) = (act for act in about.regulation.decisions[-1].acts if act.word == word)
    return found


def box(regulation: str, *wagers: str) -> BoxView:
    return BoxView(1, "p1", stakes(**main_bets(regulation), **dict.fromkeys(wagers, 500)))


@pytest.mark.parametrize(
    "fate",
    [
        pytest.param(
            one,
            marks=pytest.mark.clause(*one.clauses),
            id=f"{one.regulation}-{one.act}-{one.wager}-{'lost' if one.lost else 'stays'}-{at}",
        )
        for at, one in enumerate(FATES)
    ],
)  # fmt: skip
def test_leaving_a_round_loses_of_each_wager_what_is_said_of_it(fate: Fate) -> None:
    """Alone beside the main game, which is always lost; and by the words for a hint."""
    about, main = fate.about, MAIN[fate.regulation]
    unseen = "; nobody sees the cards" if fate.act == GIVE_UP else ""
    both = f"{main.replace(' and ', ', ')} and {fate.title} $5"
    says = f"loses {both}" if fate.lost else f"loses {main}; {fate.title} stays in"
    mine = box(fate.regulation, fate.wager)
    assert act_words(about, act_of(about, fate.act), mine) == f"{says}{unseen}"
    assert act_words(about, act_of(about, fate.act), box(fate.regulation)) == f"loses {main}{unseen}"
    if fate.act == FOLD:
        told = f"folding loses the {fate.title} as well."
        assert not_counted(about, mine).endswith(told) == fate.lost, not_counted(about, mine)


@pytest.mark.parametrize(
    ("regulation", "act"),
    [
        pytest.param(*one, marks=pytest.mark.clause(
            *{clause: 0 for fate in FATES if (fate.regulation, fate.act) == one for clause in fate.clauses}
        ))
        for one in dict.fromkeys((fate.regulation, fate.act) for fate in FATES)
    ],
)  # fmt: skip
def test_each_of_several_wagers_has_its_own_fate(regulation: str, act: str) -> None:
    fates = {
        one.wager: one for one in FATES
        if (one.regulation, one.act) == (regulation, act) and one.wager != LINK
        and not {"on_fold", "folded_hands_qualify"} & {*one.options}
    }  # fmt: skip
    about = submission(regulation, wagers={one.section or one.wager: one.options for one in fates.values()})
    words = act_words(about, act_of(about, act), box(regulation, *fates))
    lost, *more = words.split("; ")
    kept = next((one for one in more if " stay" in one), "")
    for one in fates.values():
        assert (f"{one.title} $5" in lost, one.title in kept) == (one.lost, not one.lost), words
