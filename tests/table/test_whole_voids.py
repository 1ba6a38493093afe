"""Void rounds and small mishaps where everything is unusual at once: the second deck, a player in two boxes,
one who has left, another dealer, a broken shuffler. The rounds after them are followed act by act."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from feltlaw.table import Event, Person
from feltlaw.table.places import parse_place
from tests.support.driver import DEALS, DEVICE, FLOOR, REGULATIONS, main_bets, marks
from tests.support.followed import Followed, followed
from tests.support.house_money import house_accounts, meters
from tests.support.ways import CardsWay
from tests.support.whole import Whole
from tests.table.test_stub import stub_of
from tests.table.test_whole_rounds import OFFERED, PLANS, box, broken, every, leaves, plain, to_dan

OWNERS = {1: "p1", 3: "p3", 4: "p3", 6: "p6"}
ALONE = {1: "p1", 2: "p2", 4: "p4", 6: "p6"}
"""669a.7(e) knows no second box."""


def unusual(
    regulation: str, deal: str, *, real: bool = False, counts: bool = True, slow: bool = False
) -> tuple[Followed, Whole]:
    """A table at the call of its second round, from the second deck, one player in two boxes."""
    way = CardsWay(regulation, "automated", deal, counts=counts, decks=2)
    limits = {} if regulation == "PA-669a" else {"adjacent_boxes": 2}
    table = followed(way, real_cards=real, wagers=OFFERED[regulation], limits=limits)
    owners = ALONE if regulation == "PA-669a" else OWNERS
    bets = {seat: box(regulation) if seat in (1, 4) else plain(regulation) for seat in owners}
    table.start({1: main_bets(regulation)}).finish()
    if slow:
        table.slow_shuffler = True
        table.do("hold_cards" if deal == "hand" else "place_cards")
    return table, table.begin(bets, PLANS[regulation], owners)


def give(table: Followed, do: str, by: Person, **data: Any) -> Sequence[Event]:
    return super(Followed, table).do(do, by, **data)


def without_shuffler(way: CardsWay) -> CardsWay:
    dealt = "manual_shoe" if way.deal == "hand" else way.deal
    return replace(way, shuffle="manual", counts=False, decks=1, deal=dealt)


def made_without(whole: Whole) -> dict[int, dict[str, int]]:
    """What the others stake again: Cover All is played with the shuffler (MA 12(d), (e))."""
    others = {seat: box for seat, box in whole.stakes.items() if seat != 6}
    return {
        seat: {one: cents for one, cents in box.items() if one != "cover_all"} for seat, box in others.items()
    }


# ── void ──

FACE_UP = {name: "14(a)#2" if name == "MA-TCP" else "13(a)#2" for name in REGULATIONS}
SHORT = {name: "14(c)" if name == "MA-TCP" else "13(c)" for name in REGULATIONS}
EXPOSED = {"PA-649a": "13(d)", "MA-TCP": "14(d)", "PA-669a": "13(d)"}
JAM = {**dict.fromkeys(REGULATIONS, "13(f)"), "MA-TCP": "14(f)", "PA-680a": "13(e)"}
MISDEALT = {"PA-649a": ("8(h)", "9(f)", "10(f)"), "PA-669a": ("8(h)", "9(f)", "10(f)"),
            "PA-679a": ("8(g)", "9(f)", "10(f)"), "PA-680a": ("8(g)", "9(f)", "10(f)"),
            "MA-TCP": ("7(e)(2)", "8(e)", "9(e)")}  # fmt: skip
REMOVED = {
    name: tuple(one if one in ("8(e)", "9(e)") and name == "MA-TCP" else f"{one}#2" for one in found)
    for name, found in MISDEALT.items()
}


def voids() -> list[Any]:
    """What makes a round void, dealt in each way; what is found by a count or by hand has real cards."""
    found = []
    for name in REGULATIONS:
        for at, deal in enumerate(DEALS):
            cases = {"face up": FACE_UP[name], "short": SHORT[name], "exposed": EXPOSED.get(name, "")}
            cases |= {"misdealt": MISDEALT[name][at], "incomplete": REMOVED[name][at]}
            cases["jam"] = JAM[name] if deal == "automated_shoe" else ""
            if deal != "hand":
                cases["exposed"] = ""
            for what, clause in cases.items():
                if clause and not (what in ("face up", "short") and deal == "automated_shoe"):
                    again = ["shuffle"] if (deal, what) == ("hand", "face up") else []
                    turns = marks(name, "alternate_decks", "store_other_deck", *again).args
                    proves = pytest.mark.clause(f"{name}.{clause}", *turns)
                    found.append(pytest.param(name, deal, what, marks=proves, id=f"{name}-{deal}-{what}"))
    return found


REAL = ("short", "misdealt", "incomplete")


def happens(table: Followed, whole: Whole, what: str) -> None:
    """The round becomes void, when a player has left and another dealer deals."""
    regulation = table.way.regulation
    table.do("no_more_bets")
    table.until({"short": "deciding", "exposed": "deciding"}.get(what, "stub" if what in REAL else "dealing"))
    if what not in REAL and what != "exposed":
        table.do("deal")
    to_dan(table, whole)
    leaves("p6")(table, whole)
    if what == "face up":
        for _ in range(2):
            give(table, "report", table.dealer, kind="card_face_up")
    elif what == "jam":
        give(table, "report", table.dealer, kind="shoe_jam")
    elif what == "short":
        many = 4 if regulation != "PA-680a" else 6
        give(table, "report", table.dealer, kind=KINDS["short"], place=parse_place("player 4"), cards=many)
    elif what == "exposed":
        table.take(table.offers("record_exposed_card")[0])
    else:
        whole_deck = stub_of(regulation, -1)
        cards = stub_of(regulation, len(whole.stakes)) - 1 - extra(whole)
        more = {"misdealt": True, "deck": whole_deck} if what == "misdealt" else {"misdealt": False}
        give(table, "count_stub", table.dealer, cards=cards, **more)


KINDS = {"short": "wrong_number_of_cards"}


def extra(whole: Whole) -> int:
    """Cards that lie beside the hands for wagers that need more."""
    hands = ("player", "dealer") if whole.name != "PA-669a" else ("player", "community")
    return sum(len(cards) for place, cards in whole.at.items() if not place.startswith(hands))


@pytest.mark.parametrize(("regulation", "deal", "what"), voids())
def test_everything_goes_back_and_the_next_round_is_like_any_other(
    regulation: str, deal: str, what: str
) -> None:
    table, whole = unusual(regulation, deal, real=what in REAL, counts=what not in REAL)
    had = dict(whole.chips)
    for seat, wagers in whole.stakes.items():
        had[whole.owners[seat]] += sum(wagers.values())
    stake = had["p6"] - whole.chips["p6"]
    before = house_accounts(table), meters(table)
    happens(table, whole, what)
    assert table.round.void and not [one for one in table.state.books if one.kind in ("felt", "pot")]
    assert (house_accounts(table), meters(table)) == before
    for name, cents in had.items():
        gone = name == "p6"
        assert table.state.chips(name) == (whole.chips[name] if gone else cents), name
        assert table.state.held(name) == (stake if gone else 0), name
    lying = {str(place) for place in table.round.facts.by_place}
    table.until("racking")
    table.do("rack_cards")
    if regulation == "MA-TCP":
        table.do("end_game")
    assert {str(place) for place in table.round.racked} >= lying - {"found face up", "rack"}
    ended = table.last("end_round").data
    assert (ended.void, ended.deck_removed) == (True, what == "incomplete")
    assert ended.kept == {"p6": had["p6"]} and table.state.active == 0
    if deal == "hand" or what == "jam":
        if what != "incomplete":
            table.slow_shuffler = True
            table.do("hold_cards" if deal == "hand" else "place_cards")
        after = {seat: wagers for seat, wagers in whole.stakes.items() if seat != 6}
        owners = {seat: whole.owners[seat] for seat in after}
        table.follow(table.begin(after, {}, owners))
        if what == "face up":
            table.follow(table.begin(after, {}, owners))


# ── what changes nothing ──


def reports(kind: str) -> Any:
    def reported(table: Followed, whole: Whole) -> Sequence[Event]:
        events = give(table, "report", table.dealer, kind=kind)
        if kind == "card_face_up":
            whole.up["found face up"] = (str(events[0].data.card),)
        return events

    return reported


DRAWN = {name: ["14(b)"] if name == "MA-TCP" else ["13(b)"] for name in REGULATIONS}
FOUND = {name: ["14(a)"] if name == "MA-TCP" else ["13(a)"] for name in REGULATIONS}
JAMMED = {name: ["13(e)"] for name in REGULATIONS} | {"MA-TCP": ["14(e)"], "PA-680a": ["13(d)"]}


def only(more: dict[str, list[str]], deals: Sequence[str] = DEALS) -> pytest.MarkDecorator:
    found = [
        pytest.param(name, deal, marks=pytest.mark.clause(*(f"{name}.{one}" for one in more[name])))
        for name in REGULATIONS
        for deal in deals
    ]
    return pytest.mark.parametrize(("regulation", "deal"), found)


@only(DRAWN)
def test_a_card_drawn_in_error_is_the_next_card_of_the_second_deck_too(regulation: str, deal: str) -> None:
    table, whole = unusual(regulation, deal)
    table.follow(whole, deal=reports("card_drawn_in_error"))


@only(FOUND, ["manual_shoe", "hand"])
def test_a_card_that_lay_face_up_is_left_out_of_the_second_deck_too(regulation: str, deal: str) -> None:
    table, whole = unusual(regulation, deal)
    order = [card for at, card in enumerate(whole.order) if at != 1]
    table.follow(replace_order(whole, order), deal=reports("card_face_up"))


def replace_order(whole: Whole, order: Sequence[str]) -> Whole:
    return Whole(
        whole.way, order, whole.stakes, whole.owners, whole.chips,
        shows_players=whole.shows_players, meters=whole.meters,
    )  # fmt: skip


@only(JAMMED, ["hand"])
def test_a_jam_while_the_second_deck_is_dealt(regulation: str, deal: str) -> None:
    table, whole = unusual(regulation, deal, slow=True)
    table.follow(whole, deal=reports("shuffler_jam"))
    table.slow_shuffler = False
    table.follow(table.begin(whole.stakes, PLANS[regulation], whole.owners))


WRONG = {name: ["5(b)"] for name in REGULATIONS} | {"MA-TCP": ["7(f)"]}


@only(WRONG, ["hand"])
def test_a_deck_found_wrong_while_the_other_is_dealt_leaves(regulation: str, deal: str) -> None:
    """Also when a player has left and the round goes on."""

    def wrong(table: Followed, whole: Whole) -> Sequence[Event]:
        events = [*leaves("p6")(table, whole)]
        events += give(table, "shuffle", DEVICE, deck=0, counted=stub_of(regulation, -1) - 1)
        assert [deck is None for deck in table.state.decks] == [True, False]
        return events

    table, whole = unusual(regulation, deal, slow=True)
    table.follow(whole, deal=wrong)
    assert table.state.phase == "opening", "another one is opened first"


@pytest.mark.parametrize(
    ("regulation", "deal"),
    [
        pytest.param(name, deal, marks=marks(name, "count_stub", "rack_counted_stub", group=deal))
        for name in REGULATIONS
        for deal in DEALS
    ],
)
def test_a_stub_that_is_counted_goes_to_the_rack_though_somebody_left(regulation: str, deal: str) -> None:
    table, whole = unusual(regulation, deal, real=True, counts=False)
    whole.counted = True
    table.follow(whole, no_more_bets=at_once)


# ── everything at once ──


def at_once(table: Followed, whole: Whole) -> Sequence[Event]:
    to_dan(table, whole)
    return [*broken(table, whole), *leaves("p6")(table, whole)]


@every("shuffle", "cut", "place_cards", "abandon", "stay_seated", "close_betting", "own_hand")
def test_a_round_with_everything_unusual_at_once(regulation: str, deal: str) -> None:
    table, whole = unusual(regulation, deal, real=deal == "hand")
    table.follow(whole, guarded=True, no_more_bets=at_once)
    table.way = without_shuffler(table.way)
    after = made_without(whole)
    owners = {seat: whole.owners[seat] for seat in after}
    table.follow(table.begin(after, PLANS[regulation], owners))


@pytest.mark.parametrize(
    "regulation", [pytest.param(name, marks=marks(name, "recut", "cut")) for name in REGULATIONS]
)
def test_cards_are_recut_after_a_void_round_without_the_shuffler_too(regulation: str) -> None:
    table, whole = unusual(regulation, "manual_shoe")
    happens(table, whole, "face up")
    broken(table, whole)
    table.until("racking").do("rack_cards")
    if regulation == "MA-TCP":
        table.do("end_game")
    table.way = without_shuffler(table.way)
    after = made_without(whole)
    table.planned, table.plan = after, {}
    table.until(do="place_cards")
    for _ in range(2):
        give(table, "recut", FLOOR)
        assert "have not been cut" in table.refused("place_cards", table.dealer).what
        table.do("cut")
    table.do("place_cards")
    table.bet(after)
    chips = {name: table.state.chips(name) for name in table.state.seats.values()}
    owners = {seat: whole.owners[seat] for seat in after}
    again = Whole(
        table.way, table.dealt(), after, owners, chips, shows_players=whole.shows_players, dealer="dan"
    )
    table.follow(again)
