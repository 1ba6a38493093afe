"""What goes wrong at a table: every irregularity at every moment, and where the regulation says it leads."""

from __future__ import annotations

from typing import Any

import pytest

from feltlaw.irregularity import round_end
from feltlaw.regulation import load
from feltlaw.table import Person
from feltlaw.table.places import next_delivery
from feltlaw.table.state import State
from tests.driver import (
    CHIPS,
    DEALER,
    DEALS,
    DEVICE,
    FLOOR,
    REGULATIONS,
    Driver,
    dealt_to,
    drive,
    main_bets,
)

P1, P3 = Person("player", "P1"), Person("player", "P3")
OUTSIDE = ("wrong_deck_count", "device_out_of_order")
"""Found by a count, or put right by a floorperson, and never simply reported."""
COMMUNITY: dict[str, tuple[dict[str, Any], dict[str, int]]] = {
    "PA-649a": ({"five_card_progressive": {}}, {"five_card_progressive": 100}),
    "MA-TCP": ({"multi_game_link": {}}, {"multi_game_link": 100}),
    "PA-679a": ({"pair_bonus": {}}, {"pair_bonus": 500}),
}


def started(regulation: str, deal: str = "manual_shoe", **cards: Any) -> Driver:
    """A deal about to begin, with community or fourth cards to come where the game has them."""
    offered, bets = COMMUNITY.get(regulation, ({}, {}))
    table = drive(regulation, cards={"deal": deal, **cards}, wagers=offered)
    return table.start({seat: {**main_bets(regulation), **bets} for seat in (1, 3)}).until("dealing")


def clauses_of(regulation: str, kind: str) -> tuple[str, ...]:
    return load(regulation).irregularities[kind].cite.clauses


def command(table: Driver, kind: str) -> str:
    """An exposed card that undoes the round is recorded by a floorperson (I-68)."""
    submission = table.state.submission
    end = round_end(submission, submission.regulation.irregularities[kind])
    return "record_exposed_card" if kind.endswith("exposed") and end != "stands" else "report"


def marked(kind: str, *names: str) -> list[Any]:
    return [
        pytest.param(name, marks=pytest.mark.clause(*clauses_of(name, kind)), id=name)
        for name in names or REGULATIONS
        if kind in load(name).irregularities
    ]


# ── single irregularities ──


@pytest.mark.parametrize("regulation", marked("card_face_up"))
@pytest.mark.parametrize("deal", DEALS)
@pytest.mark.clause("I-12", "I-127")
def test_one_card_face_up_is_not_used_and_the_round_goes_on(regulation: str, deal: str) -> None:
    table = started(regulation, deal)
    table.do("deal")
    before = len(table.round.dealt)
    assert table.state.deck is not None
    card = table.state.deck.order[before]
    table.do("report", DEALER, kind="card_face_up")
    assert table.last("report").data["round"] == "stands" and table.round.dealt[-1].place == "found face up"
    table.until("stub")
    assert card not in [dealt.card for dealt in table.round.dealt if dealt.place != "found face up"]
    everywhere = len(table.round.dealt) + table.offers("count_stub")[0].data["cards"]
    assert everywhere == load(regulation).deck.cards, "it counts as present"
    table.do("count_stub")
    table.finish()
    assert not table.round.void
    assert [offer.data["deck"] for offer in table.offers("shuffle")] == [0], "it stays in the deck"


@pytest.mark.parametrize("regulation", marked("card_face_up", "PA-649a", "PA-680a"))
@pytest.mark.clause("I-12")
def test_an_automated_shoe_gives_a_short_stack_and_the_card_comes_from_the_stub(regulation: str) -> None:
    table = drive(regulation, cards={"deal": "automated_shoe"}).start()
    table.do("report", DEALER, kind="card_face_up")
    table.do("deal")
    full = load(regulation).deal.player.most
    assert dealt_to([table.last("deal")]) == ["seat 1"] * (full - 1)
    table.until("stub")
    assert dealt_to([table.last("deal")]) == ["seat 1"] and len(table.state.cards_at("seat 1")) == full
    assert ("remove_stub" in table.kinds()) == (regulation == "PA-649a")
    table.finish()


@pytest.mark.parametrize("regulation", marked("cards_face_up"))
def test_a_second_card_face_up_voids_the_round(regulation: str) -> None:
    table = started(regulation)
    table.do("deal")
    table.do("report", DEALER, kind="card_face_up")
    table.do("deal")
    events = table.do("report", DEALER, kind="card_face_up")
    assert [event.kind for event in events] == ["report", "void_round"]
    assert events[0].data["kind"] == "cards_face_up"
    assert set(events[1].data["clauses"]) == set(clauses_of(regulation, "cards_face_up"))


@pytest.mark.parametrize("regulation", marked("card_drawn_in_error"))
def test_a_card_drawn_in_error_is_the_next_card(regulation: str) -> None:
    table = started(regulation)
    table.do("deal")
    assert table.state.deck is not None
    following = table.state.deck.order[1]
    table.do("report", DEALER, kind="card_drawn_in_error")
    table.do("deal")
    assert int(table.round.dealt[-1].card) == following
    table.finish()
    assert not table.round.void and table.round.irregularities == ("card_drawn_in_error",)


@pytest.mark.parametrize("regulation", marked("shuffler_jam"))
def test_a_jammed_shuffler_means_shuffling_again(regulation: str) -> None:
    table = drive(regulation)
    table.sit(1)
    table.until(do="shuffle")
    table.do("report", DEALER, kind="shuffler_jam")
    assert "shuffle" in table.offered() and "place_cards" not in table.offered()
    table.do("shuffle")
    assert "cannot happen now" in table.refused("report", DEALER, kind="shuffler_jam").what
    by_hand = drive(regulation, cards={"shuffle": "manual"})
    by_hand.sit(1)
    by_hand.until(do="shuffle")
    assert "cannot happen now" in by_hand.refused("report", DEALER, kind="shuffler_jam").what
    two = drive(regulation, cards={"decks": 2}).start().finish()
    two.do("place_cards")
    two.start()
    two.do("report", DEALER, kind="shuffler_jam")
    assert not two.round.void, "the other deck jams in the device while a round is played"


@pytest.mark.clause("PA-679a.13(d)", "I-76")
def test_an_exposed_dealer_card_ends_the_contest_but_not_the_bonuses_in_prime() -> None:
    for moment in ("dealing", "deciding"):
        hands = {"seat 1": "Ah Kd 9h", "dealer": "2s 5s 9c"}
        bets = {1: {"ante": 1000, "prime": 500}, 3: {"ante": 1000}}
        table = drive("PA-679a", wagers={"prime": {}}).start(bets, hands)
        table.until(moment)
        while not table.state.cards_at("dealer"):
            table.do("deal")
        table.do("record_exposed_card", kind="dealer_card_exposed")
        table.until("deciding")
        assert not {"decide", "collect_forfeits"} & table.offered(), "there is nothing left to decide"
        table.finish()
        assert {line.id: line.result for line in table.lines(1)} == {"ante": "void", "prime": "win"}
        assert {line.id: line.result for line in table.lines(3)} == {"ante": "void"}


@pytest.mark.clause("PA-679a.13(d)", "I-76")
def test_a_later_exposed_community_card_does_not_bring_the_contest_back() -> None:
    offered = {"pair_bonus": {"community_card": True}}
    bets = {1: {"ante": 1000, "pair_bonus": 500}}
    table = drive("PA-679a", wagers=offered).start(bets).until("deciding")
    table.do("record_exposed_card", kind="dealer_card_exposed")
    table.do("report", DEALER, kind="community_card_exposed")
    assert "decide" not in table.offered()
    table.finish()
    assert {line.id: line.result for line in table.lines(1)}["ante"] == "void"


@pytest.mark.clause("I-141")
def test_saigon_goes_on_after_an_exposed_dealer_card_unless_the_submission_voids() -> None:
    table = drive("PA-680a").start().until("deciding")
    table.do("report", DEALER, kind="dealer_card_exposed")
    assert {offer.data["seat"] for offer in table.offers("set_hand")} == {1, 3}, (
        "players still set their hands"
    )
    table.finish()
    assert not table.round.void
    table = drive("PA-680a", settlement={"exposed_dealer_card": "void"}).start().until("deciding")
    assert "record_exposed_card" in table.refused("report", DEALER, kind="dealer_card_exposed").legal
    table.do("record_exposed_card", kind="dealer_card_exposed")
    assert table.round.void


@pytest.mark.parametrize("regulation", ["PA-649a", "MA-TCP", "PA-679a"])
@pytest.mark.clause("I-20", "I-118")
def test_a_community_or_fourth_card_seen_early_changes_nothing(regulation: str) -> None:
    table = started(regulation).until("deciding")
    table.do("report", DEALER, kind="community_card_exposed")
    table.finish()
    assert not table.round.void and len(table.lines()) > 2


@pytest.mark.clause("PA-669a.13(d)", "I-08")
def test_in_raise_it_up_an_exposed_community_card_undoes_even_a_fold() -> None:
    table = drive("PA-669a").start().until("deciding")
    start = {seat: table.chips(seat) for seat in (1, 3)}
    for _ in range(2):
        table.say(1, "check")
        table.say(3, "check")
        table.do("reveal_community")
    table.say(1, "fold")
    table.say(3, "play 1x")
    table.do("record_exposed_card", kind="community_card_exposed")
    assert {seat: table.chips(seat) - start[seat] for seat in (1, 3)} == {1: 2000, 3: 2000}
    assert table.round.void


@pytest.mark.parametrize(
    "regulation",
    [
        pytest.param(name, marks=pytest.mark.clause("I-07", "I-08"))
        for name in ("PA-649a", "PA-669a", "MA-TCP")
    ],
)
def test_a_void_round_takes_the_contributions_off_the_meter_again(regulation: str) -> None:
    table = drive(regulation, wagers={"three_card_progressive": {}})
    before = table.state.meters
    bets = {seat: {**main_bets(regulation), "three_card_progressive": 100} for seat in (1, 3)}
    table.start(bets).until("deciding")
    assert table.state.meters != before
    money = table.state.money()
    table.do("report", DEALER, kind="wrong_number_of_cards")
    assert table.state.meters == before and table.state.tray == -sum(one.total for one in before.values())
    assert table.state.money() == money
    assert all(table.chips(seat) == CHIPS for seat in (1, 3))


# ── who records what ──


@pytest.mark.parametrize("regulation", ["PA-649a", "MA-TCP", "PA-679a"])
@pytest.mark.clause("I-68")
def test_a_card_that_undoes_a_round_is_recorded_by_a_floorperson(regulation: str) -> None:
    table = started(regulation).until("deciding")
    refusal = table.refused("report", DEALER, kind="dealer_card_exposed")
    assert "record_exposed_card" in refusal.legal and refusal.cite.clauses == clauses_of(
        regulation, "dealer_card_exposed"
    )
    for person in (DEALER, DEVICE, P1):
        assert (
            "for the floorperson"
            in table.refused("record_exposed_card", person, kind="dealer_card_exposed").legal
        )
    refusal = table.refused("record_exposed_card", FLOOR, kind="wrong_number_of_cards")
    assert "Use report" in refusal.legal
    assert "for the dealer or floorperson" in table.refused("report", P1, kind="wrong_number_of_cards").legal
    table.do("record_exposed_card", kind="dealer_card_exposed")
    assert table.last("record_exposed_card").by == FLOOR


# ── every kind at every moment ──


def possible(table: Driver, kind: str) -> bool:
    """Whether it can have happened, told from the cards on the table and not from the phase."""
    state = table.state
    round_ = state.round
    if kind == "shuffler_jam":
        return state.shuffle != "manual" and bool(table.offers("shuffle"))
    if kind in OUTSIDE or round_ is None or round_.ended or not round_.locked or state.phase == "locked":
        return False
    to_come = next_delivery(state) is not None
    hidden = {
        "dealer_card_exposed": bool(state.cards_at("dealer")) and not round_.dealer_up,
        "community_card_exposed": len(state.cards_at("community")) > round_.community_up or _fourths(state),
        "wrong_number_of_cards": bool(round_.dealt) and not round_.settled_turns,
        "shoe_jam": to_come and state.deal == "automated_shoe",
    }
    settled = state.phase in ("racking", "ending")
    return hidden.get(kind, to_come) and not settled


def _fourths(state: State) -> bool:
    assert state.round is not None
    return any(
        state.cards_at(f"fourth {seat}") and seat not in state.round.fourths_up for seat in state.round.stakes
    )


@pytest.mark.parametrize("deal", DEALS)
@pytest.mark.parametrize("regulation", REGULATIONS)
def test_an_irregularity_leads_where_the_regulation_says_at_every_moment_it_can_happen(
    regulation: str, deal: str
) -> None:
    """Walks through a round. At each moment each kind is refused, or the round is played on from there."""
    table = started(regulation, deal)
    happened: dict[str, set[str]] = {kind: set() for kind in load(regulation).irregularities}
    while table.state.rounds == 0:
        for kind in load(regulation).irregularities:
            if possible(table, kind):
                _happens(table, kind, finish=table.state.phase not in happened[kind])
                happened[kind].add(table.state.phase)
            else:
                refusal = table.refused(command(table, kind), FLOOR, kind=kind)
                assert refusal.cite.clauses == clauses_of(regulation, kind)
        table.take(table.next())
    never = {kind for kind, phases in happened.items() if not phases}
    assert never == {*OUTSIDE, "shuffler_jam"} | ({"shoe_jam"} if deal != "automated_shoe" else set())
    assert happened["wrong_number_of_cards"] == {"dealing", "stub", "deciding", "settling"}


def _happens(table: Driver, kind: str, *, finish: bool) -> None:
    branch = Driver(table.state.submission)
    branch.table.state, branch.table.events = table.state, list(table.table.events)
    rule = branch.state.submission.regulation.irregularities[kind]
    end = round_end(branch.state.submission, rule)
    do = command(table, kind)
    branch.do(do, FLOOR, kind=kind)
    assert branch.last(do).data["round"] == end and branch.round.void == (end == "void")
    if end == "void":
        assert [branch.chips(seat) for seat in (1, 3)] == [CHIPS, CHIPS], "every wager goes back"
        assert {line.result for line in branch.lines()} == {"void"}
        assert all(set(line.cite.clauses) <= set(rule.cite.clauses) for line in branch.lines())
    if finish:
        branch.finish()
        assert [offer.data["deck"] for offer in branch.offers("shuffle")] == [0], "the deck is shuffled again"


def test_a_card_is_exposed_once_and_then_another_may_be() -> None:
    """A second card that is seen changes nothing, and is on the record too (I-20, I-141)."""
    for regulation, do in (("PA-679a", "record_exposed_card"), ("PA-680a", "report")):
        table = started(regulation).until("deciding")
        exposed: dict[str, Any] = {"kind": "dealer_card_exposed", "place": "dealer"}
        table.do(do, DEALER if do == "report" else None, **exposed, nth=1)
        refusal = table.refused(do, **exposed, nth=1)
        assert "no such card" in refusal.what and "dealer 2 to" in refusal.legal
        table.do(do, DEALER if do == "report" else None, **exposed, nth=2)
        assert "no such card" in table.refused(do, **exposed, nth=2).what
        assert table.round.irregularities == ("dealer_card_exposed",) * 2
        assert 3 in [offer.data.get("nth") for offer in table.offers(do)]
        table.finish()
        assert len(table.events(do)) == 2


@pytest.mark.parametrize(
    "regulation",
    [
        pytest.param(name, marks=pytest.mark.clause(clause))
        for name, clause in (
            ("PA-649a", "PA-649a.13(c)"),
            ("PA-679a", "PA-679a.13(c)"),
            ("PA-680a", "PA-680a.13(c)"),
            ("MA-TCP", "MA-TCP.14(c)"),
        )
    ],
)
def test_a_wrong_hand_found_after_the_first_payment_is_refused_and_says_what_to_do(regulation: str) -> None:
    table = started(regulation).until(do="settle_player")
    table.do("settle_player")
    refusal = table.refused("report", DEALER, kind="wrong_number_of_cards")
    assert "not undone here" in refusal.what and "floorperson" in refusal.legal
    assert refusal.cite == table.state.submission.regulation.irregularities["wrong_number_of_cards"].cite
    table.finish()


def test_what_a_count_or_a_floorperson_finds_is_not_simply_reported() -> None:
    table = started("PA-649a").until("stub")
    assert "count_stub" in table.refused("report", DEALER, kind="wrong_deck_count").legal
    assert "device_out_of_order" in table.refused("report", DEALER, kind="device_out_of_order").legal
    assert "Known:" in table.refused("report", DEALER, kind="earthquake").legal
