"""Two decks in every stage beside each other, with every way of shuffling: what may be done with them.

What is expected is said here once more, from section 5 of the chapters (MA 5): nothing of it is read from the
rules that are tested. States are made up, so that none is missing because no usual course comes to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from typing import Any

import pytest

from feltlaw.submission import Submission
from feltlaw.table import RULES
from feltlaw.table.machine import why_not
from feltlaw.table.phases import phase_of
from feltlaw.table.shuffling import not_ready, to_be_shuffled
from feltlaw.table.state import Deck, RoundState, State
from feltlaw.values import changed
from tests.support.driver import DEALER, FLOOR, PENNSYLVANIA, Driver, drive, each, main_bets, submission
from tests.support.parts import lines

OPENING = ("received", "inspected", "verified", "spread")
STAGES = (None, *OPENING, "stacked", "loaded", "shuffled", "cut", "placed", "used", "idle")
SEVERAL = (None, "spread", "stacked", "loaded", "shuffled", "placed", "used", "idle")
ROUNDS = ("none", "open", "called", "out")
"""No round; one that is open for wagers; one after the call; one of which a card is out."""


@dataclass(frozen=True)
class Made:
    """A table as it is made up."""

    stages: tuple[str | None, ...]
    active: int
    round: str
    shuffle: str
    broken: bool = False
    preshuffled: bool = False
    cuts: tuple[int, ...] = ()
    jokers: tuple[int, ...] = ()
    """Decks that have a second joker."""
    here: bool = True
    staked: bool = False
    deal: str = "manual_shoe"

    @property
    def stage(self) -> str | None:
        return self.stages[self.active]

    @property
    def opened(self) -> bool:
        """Whether all decks have been opened for gaming."""
        return not any(one is None or one in OPENING for one in self.stages)

    @property
    def playing(self) -> bool:
        """Whether the cards of a round lie ready, or are out."""
        return self.round == "out" or (self.round != "none" and self.stage == "placed")

    @property
    def being_prepared(self) -> bool:
        return not self.playing and self.opened and "idle" not in self.stages

    @property
    def must_be_cut(self) -> bool:
        """5(b), (c): by hand, and a preshuffled deck, which no device has shuffled here."""
        return self.shuffle == "manual" or (self.shuffle == "automated" and self.preshuffled)


# ── what the chapters allow; where they do not, what is said ──


def shuffles(made: Made) -> set[int]:
    """5(a): before play and after each round; a broken device shuffles nothing, and one deck is in it."""
    if made.broken and made.shuffle != "manual":
        return set()
    found = {at for at, stage in enumerate(made.stages) if stage == "loaded"}
    if not found and made.being_prepared:
        found = {at for at, stage in enumerate(made.stages) if stage in ("stacked", "used")}
    return found - set(made.jokers)


def shuffle(made: Made) -> str:
    if shuffles(made):
        return ""
    there = [at for at in made.jokers if made.stages[at] is not None]
    return "second joker" if there and made.being_prepared else "no deck is to be shuffled"


def ready(made: Made) -> str:
    """5(a)#2, (c): every deck opened, this one shuffled, cut where it must be, none still to be shuffled."""
    if not made.opened:
        return "not open for gaming"
    if made.active in made.jokers:
        return "second joker"
    if made.stage == "shuffled" and made.must_be_cut:
        return "have not been cut"
    if made.stage not in ("shuffled", "cut") or "stacked" in made.stages:
        return "have not been shuffled"
    return ""


def order_shuffle(made: Made, pennsylvania: bool) -> str:
    """5(a): "or when directed by a floorperson", of cards that were shuffled, before the first is out."""
    if not pennsylvania:
        return "knows no shuffle by order"
    if made.broken and made.shuffle != "manual":
        return "out of order"
    if made.round == "out":
        return "cards are out"
    if made.stage not in ("shuffled", "cut", "placed") or not (made.opened or made.playing):
        return "have not been shuffled yet"
    return "second joker" if made.active in made.jokers else ""


def no_cut(made: Made) -> str:
    """5(b), (c): what was shuffled by hand is cut, and a preshuffled deck; nothing after a device."""
    if not (made.being_prepared or made.playing) or made.stage not in ("shuffled", "cut", "placed"):
        return "not ready to be cut"
    if made.shuffle == "continuous":
        return "nothing is cut"
    if not made.must_be_cut and not made.cuts:
        return "shuffled by a device are not cut"
    return "second joker" if made.active in made.jokers else ""


def cut(made: Made) -> str:
    if no_cut(made):
        return no_cut(made)
    return "" if made.being_prepared and made.stage == "shuffled" else "have been cut"


def recut(made: Made) -> str:
    """5(c): once they were cut, until the first card is dealt."""
    if no_cut(made):
        return no_cut(made)
    was_cut = made.stage in ("cut", "placed") and bool(made.cuts)
    return "" if was_cut and made.round != "out" else "after the cut and before the first card"


def idle_spread(made: Made) -> str:
    """5(f), (g): without gaming activity, all decks; not out of a device that reshuffles."""
    if made.shuffle == "continuous":
        return "stay in the reshuffling device"
    betting = made.playing and made.round == "open"
    called = made.round in ("called", "out")
    if called or not (betting or not made.here) or None in made.stages:
        return "gaming activity"
    return "wagers on the layout" if made.staked else ""


TIMES: Mapping[str, Callable[[Made], bool]] = {
    "shuffle": lambda made: made.playing or made.opened,
    "place_cards": lambda made: made.being_prepared,
    "hold_cards": lambda made: made.being_prepared,
    "order_shuffle": lambda made: made.being_prepared or made.playing,
    "cut": lambda made: made.being_prepared or made.playing,
    "recut": lambda made: made.being_prepared or made.playing,
    "idle_spread": lambda made: made.being_prepared or (made.playing and made.round == "open"),
}
"""When it can be the time for a thing at all."""


def said(made: Made, pennsylvania: bool) -> dict[str, str]:
    """Why not, by command; nothing where it may be done."""
    by_hand = made.deal == "hand"
    return {
        "shuffle": shuffle(made),
        "place_cards": "dealt from the hand here" if by_hand else ready(made),
        "hold_cards": ready(made) if by_hand else "dealt from a shoe here",
        "order_shuffle": order_shuffle(made, pennsylvania),
        "cut": cut(made),
        "recut": recut(made),
        "idle_spread": idle_spread(made),
    }


# ── the same at the table ──


@cache
def rounds_of(regulation: str) -> dict[str, RoundState | None]:
    table = drive(regulation).open(1)
    found: dict[str, RoundState | None] = {"none": None, "open": table.state.round}
    table.start({1: main_bets(regulation)})
    while table.state.phase == "locked":
        table.take(table.next())
    found["called"] = table.state.round
    table.do("deal")
    found["out"] = table.state.round
    return found


@cache
def about(regulation: str, shuffle: str, deal: str) -> tuple[Submission, State]:
    cards: dict[str, Any] = {"shuffle": shuffle, "deal": deal}
    if shuffle == "automated":
        cards["decks"] = 2
    offered = submission(regulation, cards=cards)
    return offered, Driver(offered).state


def state_of(regulation: str, made: Made) -> State:
    offered, opened = about(regulation, made.shuffle, made.deal)
    whole = offered.regulation.deck.cards
    decks = tuple(
        None
        if stage is None
        else Deck("red", 0, stage, whole + (at in made.jokers), made.preshuffled, cuts=made.cuts)
        for at, stage in enumerate(made.stages)
    )
    round_ = rounds_of(regulation)[made.round]
    if round_ is not None and made.round == "open":
        stakes = {1: {"ante": 1000}} if made.staked else {}
        round_ = changed(round_, facts=replace(round_.facts, stakes=stakes))
    found = changed(
        opened,
        decks=decks,
        active=made.active,
        round=round_,
        seats={1: "p1"} if made.here else {},
        out_of_order={"shuffler": "covered"} if made.broken else {},
    )
    return changed(found, phase=phase_of(found))


def decks_in_every_stage() -> Iterator[Made]:
    """Two decks, which a device shuffles: every stage of one beside several of the other."""
    for (one, other), round_, active in product(product(STAGES, SEVERAL), ROUNDS, (0, 1)):
        for broken, preshuffled in ((False, False), (True, False), (False, True)):
            yield Made(
                (one, other), active, round_, "automated", broken, preshuffled, (9,) if preshuffled else ()
            )


def one_deck_in_every_way() -> Iterator[Made]:
    for stage, round_, way in product(STAGES, ROUNDS, ("manual", "automated", "continuous")):
        decks = (stage, "loaded") if way == "automated" else (stage,)
        for broken, before, done, here in product((False, True), (False, True), ((), (9,)), (True, False)):
            yield Made(decks, 0, round_, way, broken, before, done, (), here)
        if way != "manual":
            yield Made(decks, 0, round_, way, deal="hand")
        if round_ == "open":
            yield Made(decks, 0, round_, way, staked=True)


def with_jokers() -> Iterator[Made]:
    for stages, jokers in product(product(STAGES, SEVERAL), ((0,), (1,))):
        yield Made(stages, 0, "none", "automated", cuts=(9,), jokers=jokers)


def agree(regulation: str, made: Made) -> None:
    state = state_of(regulation, made)
    for do, why in said(made, regulation.startswith("PA")).items():
        rule = RULES[do]
        refused = rule.when(state)
        assert (refused is None) == (not why), (do, why, refused, made, state.phase)
        assert refused is None or why in refused.what, (do, why, refused.what, made, state.phase)
        now = why_not(state, rule)
        assert (now is None) == (not why and TIMES[do](made)), (do, why, now, made, state.phase)
    unready = not_ready(state, state.now)
    assert (unready.what if unready else "").find(ready(made)) >= 0 and bool(unready) == bool(ready(made))
    assert set(to_be_shuffled(state)) == shuffles(made)
    assert {way.data.deck for way in RULES["shuffle"].ways(state)} == shuffles(made), made


@each("shuffle", "place_cards", "cut", "recut", "idle_spread", "each_deck", "store_other_deck")
def test_what_may_be_done_with_two_decks(regulation: str) -> None:
    for made in decks_in_every_stage():
        agree(regulation, made)


@each(
    "shuffle",
    "place_cards",
    "hold_cards",
    "cut",
    "recut",
    "idle_spread",
    more={name: [f"{name}.5(g)"] for name in PENNSYLVANIA},
)
def test_what_may_be_done_with_cards_that_are_shuffled_in_every_way(regulation: str) -> None:
    for made in one_deck_in_every_way():
        if regulation != "MA-TCP" or made.shuffle != "continuous":
            agree(regulation, made)


@each("cut")
def test_how_deep_cards_are_cut(regulation: str) -> None:
    """5(c): at least so many cards from the top, and some must be left below."""
    whole = 53 if regulation == "PA-680a" else 52
    (least,) = {line.number for line in lines(regulation) if line.do == "cut"}
    table = drive(regulation, cards={"shuffle": "manual"})
    table.sit(1)
    table.until(do="cut")
    cover = "discard rack" if regulation == "MA-TCP" else "bottom"
    for depth in (0, least - 1, whole, whole + 1):
        refused = table.refused("cut", DEALER, depth=depth, cover_card=cover)
        assert refused.legal == f"Cut {least} to {whole - 1} cards from the top."
    (offer,) = table.offers("cut")
    assert offer.choose == {"depth": {"minimum": least, "maximum": whole - 1}}
    other = "bottom" if cover == "discard rack" else "discard rack"
    assert "cover card" in table.refused("cut", DEALER, depth=least, cover_card=other).what
    for depth in (least, whole - 1):
        order = table.state.deck and table.state.deck.order
        assert order
        table.do("cut", DEALER, depth=depth, cover_card=cover)
        assert table.state.deck is not None
        assert table.state.deck.order == order[depth:] + order[:depth]
        table.do("recut", FLOOR)


@pytest.mark.clause("PA-680a.5(a)", "PA-680a.5(a)#2", "PA-680a.5(c)(1)", "PA-680a.3(a)#2", "I-146")
def test_a_deck_with_two_jokers_goes_nowhere() -> None:
    for made in with_jokers():
        agree("PA-680a", made)
