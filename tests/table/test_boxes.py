"""Several boxes of one player: taken, given up one by one, played apart, and left together."""

from __future__ import annotations

import pytest

from feltlaw.table import Person
from tests.support.driver import CHIPS, DEALER, PENNSYLVANIA, Driver, drive, main_bets
from tests.support.on_record import on_record
from tests.support.rounds import branch

ANN, P6 = Person("player", "ann"), Person("player", "p6")
SEVERAL = {
    "PA-649a": "PA-649a.7(f)",
    "PA-679a": "PA-679a.7(e)",
    "PA-680a": "PA-680a.7(e)",
    "MA-TCP": "MA-TCP.6(e)",
}
"""Where a player may have several boxes; in Raise It Up there is one (669a.7(e))."""
SEATED = {name: f"{name}.7(b)" for name in PENNSYLVANIA} | {"MA-TCP": "MA-TCP.6(c)"}
"""Who has received cards stays seated until the round is over."""
EVERY = pytest.mark.parametrize(
    ("regulation", "clause"),
    [
        pytest.param(name, clause, marks=pytest.mark.clause(clause, "I-10"))
        for name, clause in SEVERAL.items()
    ],
)


def with_boxes(regulation: str, *seats: int) -> Driver:
    """A table with one player at these boxes, open for wagers."""
    table = drive(regulation, limits={"adjacent_boxes": 3})
    for seat in seats:
        table.do("sit", ANN, seat=seat)
    table.do("buy_in", ANN, amount=CHIPS)
    return table.until("betting")


@EVERY
def test_a_player_gives_up_one_box_and_keeps_the_others_and_his_chips(regulation: str, clause: str) -> None:
    table = with_boxes(regulation, 2, 3, 4)
    refusal = table.refused("leave", ANN, seat=3)
    assert "lie apart" in refusal.what and refusal.cite.clauses == (clause,)
    assert "not yours" in table.refused("leave", ANN, seat=5).what
    table.do("leave", ANN, seat=4)
    left = table.last("leave").data
    assert (left.seats, left.kept_cents, left.mid_round, left.table_idle) == ((4,), 0, False, False)
    assert table.state.seats == {2: "ann", 3: "ann"} and table.state.chips("ann") == CHIPS
    table.do("sit", P6, seat=4)
    table.do("leave", ANN, seat=2)
    table.do("leave", ANN, seat=3)
    assert table.last("leave").data.kept_cents == CHIPS, "from the last one he goes with his chips"
    assert table.state.seats == {4: "p6"} and not table.state.books
    on_record(table)


@EVERY
def test_with_nought_all_boxes_are_given_up_at_once(regulation: str, clause: str) -> None:
    table = with_boxes(regulation, 2, 3, 4)
    table.do("leave", ANN, seat=0)
    left = table.last("leave").data
    assert (left.seats, left.kept_cents, left.table_idle) == ((2, 3, 4), CHIPS, True)
    assert table.state.seats == {} and not table.state.books


@EVERY
def test_a_box_with_a_wager_is_given_up_after_the_wager_is_taken_back(regulation: str, clause: str) -> None:
    table = with_boxes(regulation, 2, 3)
    table.bet({2: main_bets(regulation)})
    for seat in (0, 2):
        assert "wagers on the layout" in table.refused("leave", ANN, seat=seat).what
    table.do("leave", ANN, seat=3)
    table.do("bet", ANN, seat=2, wagers={})
    table.do("leave", ANN, seat=2)
    assert table.last("leave").data.kept_cents == CHIPS


@EVERY
def test_in_mid_round_a_box_without_a_hand_may_be_given_up_and_one_with_a_hand_not(
    regulation: str, clause: str
) -> None:
    table = with_boxes(regulation, 2, 3)
    table.sit(6)
    table.bet({2: main_bets(regulation), 6: main_bets(regulation)})
    table.do("no_more_bets")
    table.until("deciding")
    refusal = table.refused("leave", ANN, seat=2)
    assert "is in the round" in refusal.what
    table.do("leave", ANN, seat=3)
    left = table.last("leave").data
    assert (left.seats, left.mid_round) == ((3,), False)
    assert table.state.is_here("ann") and table.state.seats == {2: "ann", 6: "p6"}
    assert table.round.facts.rulings == {}, "he has not left his hand"
    table.finish()
    assert not any(event.data.absent for event in table.events("decide", "set_hand"))


@EVERY
def test_who_leaves_in_mid_round_leaves_all_his_hands(regulation: str, clause: str) -> None:
    table = with_boxes(regulation, 2, 3, 4)
    table.sit(6)
    table.bet({seat: main_bets(regulation) for seat in (2, 3, 6)})
    table.do("no_more_bets")
    table.until("deciding")
    table.do("leave", ANN, seat=0)
    assert table.round.facts.rulings == {2: "left", 3: "left"}
    table.finish()
    assert table.state.seats == {6: "p6"}, "the empty box too"


@EVERY
def test_each_box_is_a_hand_of_its_own(regulation: str, clause: str) -> None:
    """Fold one and play the other (I-10); in Saigon each is set on its own."""
    table = with_boxes(regulation, 2, 3)
    table.bet({2: main_bets(regulation), 3: main_bets(regulation)})
    table.do("no_more_bets")
    table.until("deciding")
    if regulation == "PA-680a":
        table.do("set_hand", ANN, seat=3)
        table.do("set_hand", ANN, seat=2)
    else:
        table.say(2, "fold")
        table.say(3, "play")
        words = {seat: [one.word for one in said] for seat, said in table.round.facts.answers.items()}
        assert words == {2: ["fold"], 3: ["play"]}
    table.finish()


ASKED = {
    "PA-649a": ("PA-649a.1:play-wager", "PA-649a.11(b)"),
    "PA-679a": ("PA-679a.1:play-wager", "PA-679a.11(b)"),
    "MA-TCP": ("MA-TCP.1:play-wager", "MA-TCP.10(b)"),
}
"""Where the dealer asks each player for a Play wager, clockwise."""


@pytest.mark.parametrize(
    "regulation",
    [pytest.param(name, marks=pytest.mark.clause(*found, "I-10")) for name, found in ASKED.items()],
)
@pytest.mark.parametrize(
    "owners", [("ann", "ann", "p6"), ("p6", "ann", "ann"), ("ann", "ann", "ann"), ("ann", "p6", "p7")]
)
@pytest.mark.parametrize("word", ["play", "fold"])
def test_the_boxes_of_one_player_are_asked_one_after_the_other_like_those_of_several(
    regulation: str, owners: tuple[str, ...], word: str
) -> None:
    """Clockwise, each when the one before it has its answer; nobody answers for a box before its turn or a
    second time, whoever's it is."""
    table = drive(regulation, limits={"adjacent_boxes": 3})
    seats = dict(zip((2, 3, 4), owners, strict=True))
    for seat, owner in seats.items():
        table.do("sit", Person("player", owner), seat=seat)
    for owner in dict.fromkeys(owners):
        table.do("buy_in", Person("player", owner), amount=CHIPS)
    table.until("betting")
    table.bet(dict.fromkeys(seats, main_bets(regulation)))
    table.do("no_more_bets")
    table.until("deciding")
    for turn, owner in seats.items():
        assert {(one.data.seat, one.who) for one in table.offers("decide")} == {(turn, owner)}
        for seat in {*seats} - {turn}:
            for said in ("play", "fold"):
                refusal = table.refused("decide", Person("player", seats[seat]), seat=seat, act=said)
                assert f"it is not seat {seat}'s turn" in refusal.what
                assert refusal.legal == f"Seat {turn} decides now."
                assert ASKED[regulation][1] in refusal.clauses
        table.do("decide", Person("player", owner), seat=turn, act=word)
    assert [event.data.seat for event in table.events("decide")] == [2, 3, 4]


@EVERY
def test_a_gap_between_one_players_wagers_can_be_closed_by_the_crew(regulation: str, clause: str) -> None:
    """Boxes must be adjacent in a round: whoever leaves the middle one out does not stop the table."""
    table = with_boxes(regulation, 2, 3, 4)
    table.sit(6)
    table.bet({seat: main_bets(regulation) for seat in (2, 4, 6)})
    assert "no_more_bets" not in table.offered()
    refusal = table.refused("no_more_bets", DEALER)
    assert "not adjacent" in refusal.what and clause in refusal.clauses
    assert [offer.data.seat for offer in table.offers("return_wagers")] == [2, 4]
    assert "complete" in table.refused("return_wagers", DEALER, seat=6).what
    before = table.state.chips("ann")
    table.do("return_wagers", DEALER, seat=4)
    assert table.state.chips("ann") == before + sum(main_bets(regulation).values())
    assert "return_wagers" not in table.offered()
    table.do("no_more_bets")
    table.finish()


def answered(table: Driver, seat: int, word: str) -> None:
    """What the player of this seat says, as often as he is asked; in Saigon he sets his hand."""
    while table.state.phase == "deciding" and (do := "set_hand" if table.offers("set_hand") else "decide"):
        mine = [one for one in table.offers(do) if one.data.seat == seat]
        if not mine:
            return
        table.take(next((one for one in mine if getattr(one.data, "act", "") == word), mine[0]))


@pytest.mark.parametrize("over", [2, 3])
@pytest.mark.parametrize(
    "regulation", [pytest.param(name, marks=pytest.mark.clause(SEATED[name])) for name in SEVERAL]
)
def test_a_box_whose_hand_is_over_is_kept_until_the_round_is_over(regulation: str, over: int) -> None:
    """Folded, or set, collected and racked: the round is over when it is over for all."""
    table = with_boxes(regulation, 2, 3)
    table.sit(6)
    table.bet({seat: main_bets(regulation) for seat in (2, 3, 6)})
    table.do("no_more_bets")
    table.until("deciding")
    for seat in (2, 3, 6):
        answered(table, seat, "fold" if seat == over else "play")
    moments = set()
    for _ in table.to_the_end():
        refusal = table.refused("leave", ANN, seat=over)
        assert "is in the round" in refusal.what and refusal.cite.clauses == (SEATED[regulation],)
        assert [one.data.seat for one in table.offers("leave") if one.who == "ann"] == [0]
        assert "taken" in table.refused("sit", Person("player", "new"), seat=over).what
        moments.add(table.state.phase)
        table.take(table.next())
    assert {"settling", "racking"} <= moments
    table.do("leave", ANN, seat=over)
    assert over not in table.state.seats


@pytest.mark.parametrize("word", ["fold", "play"])
@pytest.mark.parametrize(
    "regulation", [pytest.param(name, marks=pytest.mark.clause(clause)) for name, clause in SEATED.items()]
)
def test_who_goes_after_his_answer_has_left_in_mid_round(regulation: str, word: str) -> None:
    """Also who folded: his seat is his, and nobody else's, until the round is over."""
    table = drive(regulation)
    table.sit(2, 6)
    table.until("betting")
    table.bet({seat: main_bets(regulation) for seat in (2, 6)})
    table.do("no_more_bets")
    table.until("deciding")
    streets = regulation == "PA-669a"
    while table.state.phase == "deciding":
        offer = table.next()
        wanted = word if getattr(offer.data, "seat", 6) == 2 else "play"
        if offer.do == "decide":
            acts = {one.data.act: one for one in table.offers("decide") if one.data.seat == offer.data.seat}
            offer = acts.get(wanted) or acts["check" if streets else wanted]
        table.take(offer)
    for _ in table.to_the_end():
        other = branch(table)
        other.do("leave", Person("player", "p2"), seat=2)
        assert other.last("leave").data.mid_round
        assert other.state.seats[2] == "p2"
        assert "taken" in other.refused("sit", Person("player", "new"), seat=2).what
        table.take(table.next())
    table.do("leave", Person("player", "p2"), seat=2)
    assert not table.last("leave").data.mid_round and 2 not in table.state.seats


@pytest.mark.parametrize("boxes", [(4,), (4, 5)])
@pytest.mark.parametrize(
    ("regulation", "clause"),
    [pytest.param(name, clause, marks=pytest.mark.clause(clause)) for name, clause in SEATED.items()],
)
def test_a_seat_is_no_right_to_a_position_beside_it(
    regulation: str, clause: str, boxes: tuple[int, ...]
) -> None:
    """Nobody's, somebody else's or one that was given up: who is seated bets where he is seated."""
    if len(boxes) > 1 and regulation not in SEVERAL:
        return
    limits = {"adjacent_boxes": len(boxes)} if regulation in SEVERAL else {}
    table = drive(regulation, limits=limits).open(1, 3)
    for seat in boxes:
        table.do("sit", ANN, seat=seat)
    table.do("buy_in", ANN, amount=CHIPS)
    table.do("leave", Person("player", "p3"))
    bets = main_bets(regulation)
    for seat in {1, 2, 3, 5, 6} - {*boxes}:
        refusal = table.refused("bet", ANN, seat=seat, wagers=bets)
        assert "not yours" in refusal.what and refusal.cite.clauses == (clause,)
    for seat in boxes:
        table.do("bet", ANN, seat=seat, wagers=bets)
    assert table.round.facts.stakes == dict.fromkeys(boxes, bets)


GOES = pytest.mark.parametrize(
    "regulation",
    [pytest.param(name, marks=pytest.mark.clause(SEATED[name], SEVERAL[name], "I-150")) for name in SEVERAL],
)
BESIDE = {"PA-649a": "pair_plus", "PA-679a": "prime", "PA-680a": "bonus", "MA-TCP": "pair_plus"}


@GOES
@pytest.mark.parametrize("bet_on", [(2,), (3, 4), (2, 3, 4)])
def test_who_goes_without_a_word_before_the_call_is_kept_the_wagers_of_all_his_boxes(
    regulation: str, bet_on: tuple[int, ...]
) -> None:
    """Nothing of his stays on the layout, another player's wagers do, and all of it is due to him."""
    side = BESIDE[regulation]
    table = drive(regulation, limits={"adjacent_boxes": 3}, wagers={side: {}})
    for seat in (2, 3, 4):
        table.do("sit", ANN, seat=seat)
    table.do("buy_in", ANN, amount=CHIPS)
    table.open(6)
    box = {**main_bets(regulation), side: 500}
    table.bet(dict.fromkeys((*bet_on, 6), box))
    assert table.state.chips("ann") == CHIPS - len(bet_on) * sum(box.values())
    table.do("record_departure", DEALER, player="ann")
    left = table.last("record_departure").data
    assert left.kept_cents == CHIPS and left.returned == dict.fromkeys(bet_on, box)
    assert table.state.seats == {6: "p6"} and table.round.facts.stakes == {6: box}
    lying = {one.of: cents for one, cents in table.state.books.items() if one.kind == "felt"}
    assert set(lying) == {"6"} and table.state.chips("ann") == 0
    on_record(table)
