"""People: who has gone, whose wagers go back, what a name is, and what a player is told that he may do."""

from __future__ import annotations

from typing import Any

import pytest

from feltlaw.round import Refused
from feltlaw.table import Command, Person, decide, legal_for
from feltlaw.views import view
from tests.driver import DEALER, FLOOR, REGULATIONS, drive, each, main_bets, marks

P1, P3 = Person("player", "P1"), Person("player", "P3")


# ── gone without a word ──


@each("stay_seated", more={"PA-669a": ["I-09"]})
def test_a_round_goes_on_without_a_player_who_went_without_a_word(regulation: str) -> None:
    for crew in (DEALER, FLOOR):
        table = drive(regulation).start().until("deciding")
        refusal = table.refused("record_departure", crew, player="P2")
        assert "does not sit at this table" in refusal.what
        assert refusal.cite.clauses == marks(regulation, "stay_seated").args
        assert "a player may not" in table.refused("record_departure", P3, player="P1").what
        table.do("record_departure", crew, player="P1")
        assert table.last("record_departure").data == {"player": "P1", "mid_round": True, "returned": {}}
        assert table.player(1).left and {offer.who for offer in table.offers("leave")} == {"P3"}
        assert all(offer.who != "P1" for offer in table.offers("decide") + table.offers("set_hand"))
        assert {"seat": 1, "ruling": "left"} in [offer.data for offer in table.offers("rule_departed")]
        table.finish()
        assert not table.player(1).seats and table.lines(1)


@each("stay_seated")
def test_before_the_call_a_departed_players_wagers_are_held_for_him(regulation: str) -> None:
    table = drive(regulation).open(1, 3)
    before = table.state.money()
    table.bet({1: main_bets(regulation), 3: {"ante": 1000}})
    chips = table.chips(3)
    table.do("record_departure", DEALER, player="P3")
    assert table.last("record_departure").data["returned"] == {"3": {"ante": 1000}}
    assert (table.player(3).seats, table.player(3).held, table.chips(3)) == ((), 1000, chips)
    assert set(table.round.stakes) == {1} and table.state.money() == before
    table.do("no_more_bets")
    table.finish()


@pytest.mark.parametrize(
    ("regulation", "bets", "wagers"),
    [
        pytest.param("PA-669a", {"ante": 1000}, {}, marks=pytest.mark.clause("PA-669a.7(d)(1)")),
        pytest.param("PA-680a", {"ante": 1000}, {"pot": {}}, marks=pytest.mark.clause("PA-680a.7(d)(2)")),
    ],
)
def test_the_crew_returns_wagers_with_which_the_round_cannot_be_played(
    regulation: str, bets: dict[str, int], wagers: dict[str, Any]
) -> None:
    table = drive(regulation, wagers=wagers).open(1, 3)
    whole = main_bets(regulation) | ({"pot": 500} if wagers else {})
    table.bet({1: whole, 3: bets})
    assert "no_more_bets" not in table.offered()
    assert "are complete" in table.refused("return_wagers", DEALER, seat=1).what
    assert [offer.data for offer in table.offers("return_wagers")] == [{"seat": 3}]
    chips = table.chips(3)
    table.do("return_wagers", DEALER, seat=3)
    assert table.chips(3) == chips + sum(bets.values()) and set(table.round.stakes) == {1}
    table.do("no_more_bets")
    assert "betting is closed" in table.refused("return_wagers", FLOOR, seat=1).what
    table.finish()


@each("close_betting")
def test_until_the_call_a_wager_is_taken_back_also_while_the_cards_are_prepared_anew(regulation: str) -> None:
    for order in ("change_deck", "order_shuffle"):
        table = drive(regulation).open(1, 3)
        table.bet({1: {"ante": 1000}})
        table.do(order)
        assert table.state.phase in ("opening", "shuffling")
        assert "Take them back" in table.refused("leave", P1).legal
        table.do("take_back", P1, seat=1, wager="ante")
        assert not table.round.stakes
        table.do("leave", P1)


# ── what a player is told ──


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_a_player_is_told_only_what_he_may_do(regulation: str) -> None:
    """Seats too: one box each in Raise It Up (669a.7(e)), and never one that is taken or not there."""
    boxes = {} if regulation == "PA-669a" else {"adjacent_boxes": 2}
    table = drive(regulation, limits={"seats": 5, **boxes})
    table.sit(1, 3)
    for name in ("P1", "P3", "New"):
        person = Person("player", name)
        offers = legal_for(table.state, person)
        assert {offer["do"] for offer in view(table.state, "player", name)["legal"]} == {o.do for o in offers}
        for offer in offers:
            decide(table.state, Command(offer.do, person, table.state.now, offer.data))
        seats = [offer.data["seat"] for offer in offers if offer.do == "sit"]
        assert seats == {"New": [2, 4, 5]}.get(name, [2] if name == "P1" and boxes else seats)
        assert (name == "New" or not seats) or boxes
    assert [offer.do for offer in legal_for(table.state, FLOOR)][:1] == ["receive_deck"]


@pytest.mark.parametrize(
    "name",
    ["", " ", "P1 ", "\ud800", "\x1b[31mEve", "Eve\n", "x" * 61, "\u202eevE", 5, None, ["P1"]],
)
def test_a_name_can_be_written_down(name: Any) -> None:
    table = drive("PA-649a")
    for person, do, data in (
        (Person("player", name), "sit", {"seat": 1}),
        (Person("floorperson", name), "receive_deck", {"deck": 0}),
    ):
        with pytest.raises(Refused, match=r"printable characters|Leave the space out"):
            decide(table.state, Command(do, person, 0, data))
    table.do("sit", Person("player", "Zoë O'Hara 2"), seat=1)


@pytest.mark.parametrize("at", ["x", None, 1.5, True, -1, 10**40])
def test_a_time_is_a_whole_number_of_seconds(at: Any) -> None:
    with pytest.raises(Refused, match="is not a time"):
        decide(drive("PA-649a").state, Command("sit", P1, at, {"seat": 1}))


@pytest.mark.parametrize("data", [None, [], "seat", 1])
def test_data_has_names(data: Any) -> None:
    with pytest.raises(Refused, match="cannot be read"):
        decide(drive("PA-649a").state, Command("sit", P1, 0, data))


@pytest.mark.parametrize("do", [None, 5, ["sit"], {}])
def test_a_command_is_a_word(do: Any) -> None:
    with pytest.raises(Refused, match="there is no command"):
        decide(drive("PA-649a").state, Command(do, P1, 0, {}))


def test_a_step_the_game_does_not_have_is_called_so() -> None:
    for name, missing in (
        ("PA-649a", ("set_hand", "reveal_fourth", "end_game", "rule_communication", "collect_losers")),
        ("PA-669a", ("set_hand", "reveal_fourth", "end_game", "reveal_dealer")),
        ("PA-680a", ("decide", "collect_forfeits", "reveal_community")),
    ):
        table = drive(name).start().until("deciding")
        title = table.state.submission.regulation.title
        for do in missing:
            assert table.refused(do).what == f"there is no '{do.replace('_', ' ')}' in {title}"


# ── who did it ──


@pytest.mark.clause("PA-669a.11(f)#2")
def test_the_dealer_collects_a_fold_and_nobody_else_does() -> None:
    table = drive("PA-669a").start().until("deciding")
    for _ in range(2):
        table.say(1, "check")
        table.say(3, "check")
        table.do("reveal_community")
    table.say(1, "fold")
    event = table.last("collect_forfeits")
    assert event.by == DEALER and event.data["forfeited"] == {"1": ["ante", "blind"]}


def test_what_follows_by_itself_is_no_persons_act() -> None:
    table = drive("PA-649a").start().until("stub")
    table.do("report", DEALER, kind="wrong_number_of_cards")
    table.finish()
    for kind in ("void_round", "end_round"):
        assert table.last(kind).by == Person("device", "table")


def test_nobody_sits_down_under_a_name_that_could_be_somebody_elses() -> None:
    table = drive("PA-649a", limits={"adjacent_boxes": 2}).open(1)
    for name in ("p1", "Dee", "DEE"):
        refusal = table.refused("sit", Person("player", name), seat=2)
        assert "at this table already" in refusal.what and "another name" in refusal.legal
    table.do("sit", Person("player", "P1"), seat=2)


@pytest.mark.clause("PA-649a.7(b)")
def test_a_player_who_left_is_told_so_when_he_decides() -> None:
    table = drive("PA-649a").start().until("deciding")
    table.do("leave", Person("player", "P3"))
    refusal = table.refused("decide", Person("player", "P3"), seat=3, say="play")
    assert "you left" in refusal.what and refusal.cite.clauses == ("PA-649a.7(b)",)


@pytest.mark.clause("PA-679a.7(b)#2", "I-09")
def test_a_player_who_leaves_before_the_first_payment_can_be_ruled_to_have_abandoned_his_wagers() -> None:
    table = drive("PA-679a", settlement={"departed_player": "forfeit"})
    cards = {"seat 1": "Kh Kd Ks", "seat 3": "Ah Ad As", "dealer": "Qs 8d 3h"}
    table.start({1: {"ante": 1000}, 3: {"ante": 1000}}, cards).until("settling")
    table.do("leave", Person("player", "P1"))
    table.do("rule_departed", seat=1, ruling="abandoned")
    table.until(do="settle_player").do("settle_player")
    table.do("leave", Person("player", "P3"))
    refusal = table.refused("rule_departed", FLOOR, seat=3, ruling="abandoned")
    assert "paid or collected" in refusal.what and refusal.cite.clauses == ("PA-679a.7(b)#2",)
    table.finish()
    assert {line.result for line in table.lines(1)} == {"lose"}
    assert "win" in {line.result for line in table.lines(3)}


@pytest.mark.clause("I-09")
def test_a_round_that_is_over_still_knows_who_had_left() -> None:
    table = drive("PA-649a").start().until("deciding")
    table.do("leave", Person("player", "P1"))
    table.finish()
    assert table.round.ended and table.round.rulings == {1: "left"}
    assert not table.state.players["P1"].left
