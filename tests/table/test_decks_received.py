"""Decks as they come: with how many cards, whole or with a second joker, and each inspected by itself."""

from __future__ import annotations

from itertools import pairwise, product

import pytest

from feltlaw.table import Person
from tests.support.driver import DEALER, DEVICE, PENNSYLVANIA, REGULATIONS, Driver, drive, each, main_bets
from tests.support.rounds import player
from tests.table.pauses import TWO, stages

WHOLE = {"PA-680a": 53}
"""52 cards in a deck; 53 in Saigon (680a.3(a))."""
ONE_DECK = pytest.mark.parametrize(
    "regulation",
    [
        pytest.param(
            name,
            marks=pytest.mark.clause(
                *(("MA-TCP.2(a)", "MA-TCP.2(b)(1)") if name == "MA-TCP" else (f"{name}.3(a)",))
            ),
        )
        for name in REGULATIONS
    ],
)
JOKER = pytest.mark.clause("PA-680a.3(a)#2", "I-146")


def jokers(table: Driver) -> list[int]:
    """The cards of each deck beyond the 53 that are played with."""
    return [deck.box_cards - 53 if deck else -53 for deck in table.state.decks]


# ── how many cards ──


@ONE_DECK
@pytest.mark.parametrize("preshuffled", [False, True])
def test_a_box_has_a_whole_deck_in_it(regulation: str, preshuffled: bool) -> None:
    """Neither fewer cards nor more, whichever deck it is to be, when the table opens and later."""
    whole = WHOLE.get(regulation, 52)
    for decks in (1, 2):
        for at in range(decks):
            for later in (False, True):
                table = drive(regulation, cards={"shuffle": "automated", "decks": decks})
                if later:
                    table.start({1: main_bets(regulation)}).finish()
                    table.do("change_deck", deck=at)
                for wrong in (1, 26, whole - 2, whole - 1, whole + 1, whole + 2, 2 * whole):
                    refusal = table.refused("receive_deck", deck=at, cards=wrong, preshuffled=preshuffled)
                    assert refusal.what == f"a deck of {wrong} cards cannot be used"
                    assert refusal.clauses[0] == (
                        "MA-TCP.2(a)" if regulation == "MA-TCP" else f"{regulation}.3(a)"
                    )
                table.do("receive_deck", deck=at, cards=whole, preshuffled=preshuffled)
                assert table.last("receive_deck").data.cards == whole


@JOKER
@pytest.mark.clause("PA-680a.3(a)")
def test_a_box_with_two_jokers_is_one_of_54_or_of_53() -> None:
    """Where decks are made so; elsewhere one of 54 cards has one too many."""
    for made, right in ((2, (53, 54)), (1, (53,))):
        for cards in (51, 52, 53, 54, 55):
            for at in (0, 1):
                table = drive("PA-680a", cards={**TWO, "jokers_made": made})
                if cards in right:
                    table.do("receive_deck", deck=at, cards=cards)
                    assert table.last("receive_deck").data.cards == cards
                else:
                    assert "cannot be used" in table.refused("receive_deck", deck=at, cards=cards).what


COUNTED = [(name, shuffle, 1) for name in REGULATIONS for shuffle in ("automated", "continuous")
           if name in PENNSYLVANIA or shuffle == "automated"]  # fmt: skip
"""Where a device counts the cards, and with how many jokers the decks are made."""


@pytest.mark.parametrize(
    ("regulation", "shuffle", "made"),
    [
        pytest.param(
            *one,
            marks=pytest.mark.clause(
                "MA-TCP.7(f)" if one[0] == "MA-TCP" else f"{one[0]}.5(b)",
                *(("I-146", "PA-680a.3(a)#2") if one[0] == "PA-680a" else ()),
            ),
            id="-".join(map(str, one)),
        )
        for one in (*COUNTED, ("PA-680a", "automated", 2), ("PA-680a", "continuous", 2))
    ],
)
@pytest.mark.parametrize("rounds", [0, 1])
def test_a_device_counts_the_cards_that_are_played_with(
    regulation: str, shuffle: str, made: int, rounds: int
) -> None:
    """52, and 53 in Saigon, also where a second joker was taken out, or where the box had none (I-146)."""
    whole = WHOLE.get(regulation, 52)
    boxes = (54, 53) if made == 2 else (whole,)
    for box, decks in product(boxes, (1, 2) if shuffle == "automated" else (1,)):
        for counted in (0, 51, 52, 53, 54, 55, 2 * whole):
            cards = {"shuffle": shuffle, "decks": decks}
            table = drive(regulation, cards={**cards, "jokers_made": 2} if made == 2 else cards)
            table.sit(1)
            for at in range(decks):
                table.do("receive_deck", deck=at, cards=box)
            for _ in range(rounds):
                table.start({1: main_bets(regulation)}).finish()
            table.until(do="shuffle")
            assert len(table.events("remove_joker")) == (decks if box == 54 else 0)
            for deck in [offer.data.deck for offer in table.offers("shuffle")]:
                table.do("shuffle", DEVICE, deck=deck, counted=counted)
                event = table.last("shuffle").data
                assert (event.counted, event.removed) == (counted, counted != whole)
                assert (stages(table)[deck] == "gone") == (counted != whole), (box, counted)
                if table.state.phase == "opening":
                    break
            assert ("receive_deck" in table.offered()) == (counted != whole)


# ── the second joker ──


@JOKER
@pytest.mark.parametrize("stage", ["verified", "shuffled", "idle", "stacked"])
@pytest.mark.parametrize("deck", [0, 1])
def test_the_second_joker_of_either_deck_leaves_it_before_it_is_used(stage: str, deck: int) -> None:
    """Of a deck that is opened, and of one that came preshuffled; spread and washed or not."""
    table = drive("PA-680a", cards={**TWO, "jokers_made": 2})
    table.sit(1)
    for at in (0, 1):
        table.do("receive_deck", deck=at, preshuffled=stage != "verified")
    if stage == "verified":
        assert "is received" in table.refused("remove_joker", DEALER, deck=deck).what
        for step in ("inspect", "verify_inspection"):
            table.do(step, deck=deck)
        assert "second joker" in table.refused("spread", deck=deck).what
    if stage in ("idle", "stacked"):
        table.do("leave", player(1))
        table.do("idle_spread", DEALER)
        table.sit(1)
    if stage == "stacked":
        table.do("idle_wash")
    assert stages(table)[deck] == stage and jokers(table) == [1, 1]
    assert table.state.active == 0
    for do in ("cut", "place_cards", "bet", "shuffle"):
        assert do not in table.offered()
    assert "for the dealer" in table.refused("remove_joker", DEVICE, deck=deck).legal
    table.do("remove_joker", DEALER, deck=deck)
    assert jokers(table) == [0 if at == deck else 1 for at in (0, 1)]
    assert table.last("remove_joker").data.cards == 53
    assert "has one joker" in table.refused("remove_joker", DEALER, deck=deck).what
    table.start({1: {"ante": 1000}}).finish()
    table.start({1: {"ante": 1000}}).finish()
    assert jokers(table) == [0, 0] and len(table.events("remove_joker")) == 2


@JOKER
@pytest.mark.parametrize("shuffle", ["manual", "automated", "continuous"])
def test_without_its_second_joker_a_preshuffled_deck_is_used_at_once(shuffle: str) -> None:
    table = drive("PA-680a", cards={"shuffle": shuffle, "jokers_made": 2})
    table.sit(1)
    table.do("receive_deck", deck=0, preshuffled=True)
    assert [offer.data.deck for offer in table.offers("remove_joker")] == [0]
    table.do("remove_joker")
    if shuffle != "continuous":
        table.do("cut")
    table.do("place_cards")
    assert not table.events("shuffle") and table.state.phase == "betting"


# ── who looks ──


@pytest.mark.parametrize(
    "regulation",
    [pytest.param(name, marks=pytest.mark.clause(f"{name}.4(b)", f"{name}.4(c)")) for name in PENNSYLVANIA],
)
def test_players_who_went_after_the_call_do_not_look_at_a_new_deck(regulation: str) -> None:
    """The deck of their round was found wrong when it was shuffled on order; somebody else has to come."""
    table = drive(regulation).start()
    table.do("order_shuffle")
    table.do("shuffle", deck=0, counted=40)
    for seat in (1, 3):
        table.do("leave", player(seat))
    table.do("receive_deck", deck=0)
    for step in ("inspect", "verify_inspection", "spread"):
        table.do(step)
    assert table.state.locked is not None and table.state.seats
    assert "wash" not in table.offered() and "no player" in table.refused("wash", deck=0).what
    table.sit(2)
    table.do("wash")
    table.finish()


# ── each by itself ──


@each("inspect", "verify_inspection", "each_deck")
@pytest.mark.parametrize("deck", [0, 1])
def test_who_inspected_one_deck_may_verify_the_other(regulation: str, deck: int) -> None:
    """Each deck has an inspection of its own, and each is verified by somebody else."""
    first, second = Person("dealer", "ann"), Person("dealer", "ben")
    table = drive(regulation, cards=TWO)
    for at in (0, 1):
        table.do("receive_deck", deck=at)
    table.do("inspect", first, deck=deck)
    table.do("inspect", second, deck=1 - deck)
    for at, dealer in ((deck, first), (1 - deck, second)):
        refusal = table.refused("verify_inspection", Person("floorperson", dealer.account), deck=at)
        assert "inspected this deck himself" in refusal.what
    table.do("verify_inspection", Person("floorperson", second.account), deck=deck)
    assert stages(table)[deck] == "verified" and stages(table)[1 - deck] == "inspected"
    table.do("verify_inspection", Person("floorperson", first.account), deck=1 - deck)
    assert stages(table) == ["verified", "verified"]


STEPS = {
    "received": "inspect",
    "inspected": "verify_inspection",
    "verified": "spread",
    "spread": "wash",
    "stacked": "",
}


@each("inspect", "verify_inspection", "spread", "wash", "each_deck")
def test_a_deck_is_opened_at_whatever_stage_the_other_one_is(regulation: str) -> None:
    """Each step moves one deck by one stage, and nothing else but the next step moves it."""
    order = list(STEPS)
    for other in order:
        for deck in (0, 1):
            table = drive(regulation, cards=TWO)
            table.sit(1)
            for at in (0, 1):
                table.do("receive_deck", deck=at)
            for stage in order[: order.index(other)]:
                table.do(STEPS[stage], deck=1 - deck)
            for stage, after in pairwise(order):
                for step in STEPS.values():
                    if step and step != STEPS[stage]:
                        assert f"deck {deck} is {stage}" in table.refused(step, deck=deck).what
                table.do(STEPS[stage], deck=deck)
                assert (stages(table)[deck], stages(table)[1 - deck]) == (after, other)


@each("skip_opening")
@pytest.mark.parametrize("decks", [1, 2])
def test_a_preshuffled_deck_that_comes_later_skips_the_opening_too(regulation: str, decks: int) -> None:
    """Whichever it takes the place of, in the middle of the day or of the round's wagers."""
    for at in range(decks):
        table = drive(regulation, cards={"shuffle": "automated", "decks": decks}).start().finish()
        for phase in ("shuffling", "betting"):
            table.until(phase)
            if at != table.state.active and phase == "betting":
                continue
            many = len(table.log)
            table.do("change_deck", deck=at)
            table.do("receive_deck", deck=at, preshuffled=True)
            assert stages(table)[at] == "shuffled" and table.state.phase == "shuffling"
            if at == table.state.active:
                assert "have not been cut" in table.refused("place_cards", DEALER).what
            table.until("betting")
            kinds = {event.kind for event in table.log[many:]}
            assert not kinds & {"inspect", "verify_inspection", "spread", "wash"}
            assert ("cut" in kinds) == (at == table.state.active)


@each("skip_opening", "each_deck", "inspect", "wash")
@pytest.mark.parametrize("deck", [0, 1])
def test_only_the_deck_that_came_preshuffled_skips_the_opening(regulation: str, deck: int) -> None:
    table = drive(regulation, cards=TWO)
    table.sit(1)
    for at in (0, 1):
        table.do("receive_deck", deck=at, preshuffled=at == deck)
    for step in ("inspect", "verify_inspection", "spread", "wash"):
        assert table.state.phase == "opening" and "cut" not in table.offered()
        assert f"deck {deck} is shuffled" in table.refused(step, deck=deck).what
        assert [offer.data.deck for offer in table.offers(step)] == [1 - deck]
        table.do(step, deck=1 - deck)
    assert [offer.data.deck for offer in table.offers("shuffle")] == [1 - deck]
    table.start({1: main_bets(regulation)}).finish()
