"""Every sentence with each of its halves: what happened as a view has it, and the words a listener gets."""

from __future__ import annotations

from typing import Any

import pytest

from feltlaw.cards import parse_card, parse_cards
from feltlaw.submission import Submission
from feltlaw.table.deciding import TimedOut
from feltlaw.table.people import Seated
from feltlaw.table.places import COMMUNITY, DEALER, hand
from feltlaw.table.stub import StubCounted
from feltlaw.telling import Teller
from feltlaw.telling.names import seat_name, signed
from feltlaw.telling.reasons import explained, line_said, sentence
from feltlaw.telling.said import listed, plural
from feltlaw.views.event_parts import (
    BetView,
    BonusCardsView,
    BoxStakes,
    ByView,
    ChipsResolvedView,
    ClosedView,
    CorrectedView,
    DecidedView,
    DrawnView,
    EventView,
    ExchangedView,
    ForfeitsView,
    LeftView,
    LightView,
    OwnPart,
    ReportedView,
    RevealedView,
    RoundOverView,
    SettledView,
    ShownView,
    ShuffledView,
    TakenBackView,
    VerifiedView,
    VoidedView,
)
from feltlaw.views.parts import ActView, LineView, StakeView
from tests.support.driver import submission

ABOUT = {
    "PA-649a": {
        "three_card_progressive": {},
        "five_card_hand_bonus": {"magic_card": True, "lucky_bonus": True},
    },
    "MA-TCP": {"three_card_progressive": {}},
    "PA-679a": {"pair_bonus": {}},
    "PA-669a": {},
    "PA-680a": {},
}


def about(regulation: str) -> Submission:
    return submission(regulation, wagers=ABOUT[regulation])


def event(kind: str, data: object, **more: Any) -> EventView:
    return EventView(1, kind, ByView("dealer", "dee"), "", data, **more)


def told(*events: EventView, regulation: str = "PA-649a") -> list[str]:
    """What a player at seat 1 hears of what happened."""
    return [str(one) for one in Teller(about(regulation), (1,)).tell(events)]


def stakes(**wagers: int) -> tuple[StakeView, ...]:
    return tuple(StakeView(name, cents) for name, cents in wagers.items())


def cards(text: str) -> Any:
    return parse_cards(text)


FOUND: dict[str, Any] = {"round": "stands", "cards_go": "stay", "clauses": ("PA-649a.13(a)",)}
ONCE: list[tuple[str, object, str]] = [
    ("validate", object(), "The floorperson validates the award."),
    ("shuffle", ShuffledView(0), "The cards are shuffled."),
    ("shuffle", ShuffledView(1, other=True), "The other deck is shuffled."),
    (
        "shuffle",
        ShuffledView(0, counted=1, removed=True),
        "The shuffler counted 1 card: the deck leaves the table.",
    ),
    (
        "shuffle",
        ShuffledView(0, counted=51, removed=True),
        "The shuffler counted 51 cards: the deck leaves the table.",
    ),
    ("sit", Seated(1, "ann"), "Seat 1 (you) sits down."),
    ("sit", Seated(3, "bob"), "Seat 3: bob sits down."),
    ("leave", LeftView("ann", (1,), mid_round=True), "You left the table in the middle of the round."),
    ("leave", LeftView("bob", (3,), mid_round=True), "bob left the table in the middle of the round."),
    ("leave", LeftView("bob", (3,), taken_along=1000), "bob left the table with $10."),
    ("leave", LeftView("bob", (3, 4)), "bob gave up seat 3 and 4."),
    ("leave", LeftView("ann", (1, 2), taken_along=5), "You left the table with $0.05."),
    ("buy_in", ExchangedView("bob", 1000), "$10 in chips to bob."),
    ("cash_out", ExchangedView("bob", 1000), "$10 in chips cashed out by bob."),
    ("bet", BetView(3, "bob", stakes(pair_plus=500, ante=1000)), "Seat 3: Ante $10, Pair Plus $5."),
    ("bet", BetView(3, "bob"), "Seat 3: no wager."),
    ("bet", BetView(1, "ann", stakes(ante=1000), "ante"), "Seat 1 (you): Ante $10, a coupon on the Ante."),
    (
        "resolve_chips",
        ChipsResolvedView(3, "three_card_progressive", cancelled=True),
        "Seat 3: the Three-Card Progressive is cancelled and goes back.",
    ),
    (
        "resolve_chips",
        ChipsResolvedView(3, "three_card_progressive", cancelled=False),
        "Seat 3: the Three-Card Progressive chip, never accepted, goes back.",
    ),
    (
        "count_stub",
        StubCounted(40, right=True, whole=True),
        "The dealer counts the stub: the deck is complete.",
    ),
    (
        "count_stub",
        StubCounted(1, right=False, whole=True),
        "The stub has 1 card, which is wrong; the deck is whole.",
    ),
    (
        "count_stub",
        StubCounted(39, right=False, whole=False),
        "The stub has 39 cards, which is wrong; the deck is not whole.",
    ),
    ("decide", DecidedView(3, ActView("play", times=1, wager="play", amount=1000)), "Seat 3 plays, $10."),
    ("decide", DecidedView(3, ActView("fold")), "Seat 3 folds."),
    ("decide", DecidedView(1, ActView("fold"), absent=True), "Seat 1 (you) folds (nobody answered)."),
    ("time_out", TimedOut(3, floor_called=True), "Seat 3 has not answered in time; the floor is called."),
    (
        "time_out",
        TimedOut(3, floor_called=False),
        "Seat 3 has not answered in time; the posted rule decides.",
    ),
    (
        "reveal_community",
        RevealedView(ShownView(COMMUNITY, cards("3d"), before=cards("2c"), down=1)),
        "Community: 2c 3d 1 face down",
    ),
    ("reveal_community", RevealedView(ShownView(COMMUNITY, cards("2c 3d"))), "Community: 2c 3d"),
    (
        "reveal_dealer",
        RevealedView(ShownView(DEALER, cards("Qs 9h 8c"), "queen high", qualifies=True)),
        "Dealer: Qs 9h 8c  queen high, qualifies",
    ),
    (
        "reveal_dealer",
        RevealedView(ShownView(DEALER, cards("Js 9h 8c"), "jack high", qualifies=False)),
        "Dealer: Js 9h 8c  jack high, does not qualify",
    ),
    (
        "turn_up_player",
        RevealedView(ShownView(hand(3), cards("Js 9h 8c"), "jack high")),
        "Seat 3: Js 9h 8c  jack high",
    ),
    ("turn_up_player", RevealedView(ShownView(hand(3), cards("Js 9h 8c"))), "Seat 3: Js 9h 8c"),
    (
        "turn_up_player",
        RevealedView(ShownView(hand(3), cards("Js 9h 8c"), "pair of jacks", board=cards("Jc 2d"))),
        "Seat 3: Js 9h 8c with Jc 2d  pair of jacks",
    ),
    (
        "verify_win",
        VerifiedView(3, "three_card_progressive", amount=100028),
        "The dealer verifies the Three-Card Progressive win of $1,000.28.",
    ),
    (
        "verify_win",
        VerifiedView(3, "three_card_progressive", light=False),
        "The dealer verifies the Three-Card Progressive win; "
        "its light is off, a floorperson looks at the record.",
    ),
    (
        "verify_win",
        VerifiedView(3, "three_card_progressive", waits_for_link=True),
        "The dealer verifies the Three-Card Progressive win; "
        "its meter does not answer, and it waits for its amount.",
    ),
    (
        "resolve_light",
        LightView(3, "three_card_progressive", accepted=True),
        "Seat 3: by the record the Three-Card Progressive wager was accepted.",
    ),
    (
        "resolve_light",
        LightView(3, "three_card_progressive", accepted=False),
        "Seat 3: by the record the Three-Card Progressive wager was never accepted and goes back.",
    ),
    (
        "correct",
        CorrectedView(7, "bob", 500, "player", "too little"),
        "A payment is put right: $5 to bob (too little).",
    ),
    (
        "correct",
        CorrectedView(7, "bob", 500, "house", "too much"),
        "A payment is put right: $5 from bob to the house (too much).",
    ),
    (
        "correct_bonus_cards",
        BonusCardsView(COMMUNITY, "put right"),
        "The bonus cards of the community were wrongly dealt and put right.",
    ),
    (
        "correct_bonus_cards",
        BonusCardsView(COMMUNITY, "unknown", (BoxStakes(3, stakes(five_card_hand_bonus_player=100)),)),
        "The bonus cards of the community were wrongly dealt; "
        "Five Card Hand Bonus on the player's hand goes back.",
    ),
    ("report", ReportedView("card_face_up", **FOUND), "Irregularity: card face up."),
    (
        "report",
        ReportedView("card_face_up", place=hand(3), **FOUND),
        "Irregularity at seat 3: card face up.",
    ),
    (
        "report",
        ReportedView("card_face_up", card=parse_card("7h"), **FOUND),
        "Irregularity: card face up: 7h.",
    ),
]


@pytest.mark.parametrize(("kind", "data", "words"), [pytest.param(*one, id=one[2][:60]) for one in ONCE])
def test_what_happened_in_words(kind: str, data: object, words: str) -> None:
    assert told(event(kind, data)) == [words]


def test_a_number_of_times_is_said_where_one_may_choose_it() -> None:
    raised = event("decide", DecidedView(3, ActView("play", times=3, wager="play", amount=3000)))
    assert told(raised, regulation="PA-669a") == ["Seat 3 plays 3x, $30."]
    assert told(raised) == ["Seat 3 plays, $30."]
    assert told(event("decide", DecidedView(3, ActView("check"))), regulation="PA-669a") == ["Seat 3 checks."]


def test_draws_are_a_card_a_seat_or_the_dealer() -> None:
    drawn = tuple(DrawnView("lucky_position", one) for one in ("3", "1", "dealer"))
    assert told(event("no_more_bets", ClosedView(draws=(DrawnView("magic_card", "7h"), *drawn)))) == [
        '"No more bets."',
        "The magic card is 7h.",
        "The lucky position is Seat 3.",
        "The lucky position is Seat 1 (you).",
        "The lucky position is the dealer.",
    ]


def test_a_hand_that_was_set_is_told_in_its_two_parts() -> None:
    three, five = cards("Kc Qc Jc"), cards("Kc Qc Jc 4s 5d")
    shown = ShownView(hand(3), three, three=three, down=2, qualifies=True)
    assert told(event("turn_up_player", RevealedView(shown)), regulation="PA-680a") == [
        "Seat 3: Kc Qc Jc and 2 face down  qualifies"
    ]
    whole = ShownView(hand(3), five, "Point Count 9", three=three, qualifies=False)
    assert told(event("turn_up_player", RevealedView(whole)), regulation="PA-680a") == [
        "Seat 3: Kc Qc Jc and 4s 5d  Point Count 9, does not qualify"
    ]


# ── money ──


def line(seat: int, wager: str = "ante", **more: Any) -> LineView:
    facts: dict[str, Any] = {
        "seat": seat, "wager": wager, "result": "lose", "stake": 1000, "paid": 0, "returned": 0, "net": -1000,
        "clauses": ("PA-649a.11(c)(3)",), "outcome": "lower", "hand": "jack high",
    }  # fmt: skip
    return LineView(**{**facts, **more})


def folded(seat: int, wager: str = "ante") -> LineView:
    return line(seat, wager, outcome="folded", hand="")


def test_forfeits_are_told_seat_by_seat_and_what_else_was_settled_on_them() -> None:
    won = line(3, "pair_plus", result="win", net=500, outcome="pair", hand="pair of 9s", pays="1 to 1")
    data = ForfeitsView(
        (3, 1, 4),
        (folded(3), won, folded(1), folded(1, "pair_plus")),
        shown=(ShownView(hand(4), cards("2s 5h 9c"), "nine high"),),
    )
    assert told(event("collect_forfeits", data)) == [
        "Seat 3: the dealer collects Ante $10.",
        "Seat 3: Pair Plus +$5",
        "Seat 1 (you): the dealer collects Ante $10, Pair Plus $10.",
        "Seat 4 lies face up: 2s 5h 9c  nine high",
    ]


def settled(*lines: LineView, **more: Any) -> EventView:
    return event("settle_player", SettledView(lines), **more)


def test_ones_own_lines_have_reasons_and_those_of_others_stand_in_one_sentence() -> None:
    both = settled(line(3), line(3, "pair_plus", outcome="high_card"), line(1), line(1, "play"))
    assert told(both) == [
        "Seat 3: Ante -$10, Pair Plus -$10",
        "Seat 1 (you):",
        "Ante -$10: jack high, lower than the dealer's hand",
        "Play -$10: jack high, lower than the dealer's hand",
    ]


@pytest.mark.parametrize("seat", [1, 3])
def test_lines_stand_under_the_hand_that_was_turned_up(seat: int) -> None:
    """And not under another's: neither of a lower seat nor of a higher one."""
    for other in (2, 4):
        up = event("turn_up_player", RevealedView(ShownView(hand(seat), cards("Js 9h 8c"), "jack high")))
        between = event("turn_up_player", RevealedView(ShownView(hand(other), cards("Ts 9d 8d"), "ten high")))
        alone, after = told(up, settled(line(seat))), told(up, between, settled(line(seat)))
        if seat == 1:
            assert alone[1:] == ["Ante -$10: lower than the dealer's hand"]
            assert after[2:] == ["Seat 1 (you):", "Ante -$10: jack high, lower than the dealer's hand"]
        else:
            assert alone[1:] == ["Ante -$10"]
            assert after[2:] == ["Seat 3: Ante -$10"]


def test_what_a_player_alone_knows_of_his_lines_is_told_to_him() -> None:
    known = line(1, "pair_plus", turn=1, outcome="high_card")
    unseen = line(1, "pair_plus", turn=1, outcome="", hand="")
    assert told(settled(unseen, own=OwnPart(lines=(known,))))[1:] == [
        "Pair Plus -$10: jack high; it needs a pair"
    ]
    assert told(settled(unseen))[1:] == ["Pair Plus -$10: no hand in sight is enough"]


def test_how_a_seat_got_out_is_said_with_its_lines() -> None:
    out = event("decide", DecidedView(3, ActView("fold")))
    won = line(3, "pair_plus", result="win", net=500)
    assert told(out, settled(folded(3), won))[1:] == ["Seat 3 (folded): Pair Plus +$5"]
    gone = event("decide", DecidedView(3, ActView("surrender")))
    assert told(gone, settled(won), regulation="MA-TCP")[1:] == ["Seat 3 (surrendered): Pair Plus +$5"]
    assert told(out, settled(folded(3)))[1:] == []


def test_cards_turned_up_while_lines_are_settled() -> None:
    two = ShownView(
        hand(3), cards("4s 5d"), "Point Count 9", cards("Kc Qc Jc"), True, before=cards("Kc Qc Jc")
    )
    first = ShownView(hand(3), cards("Kc Qc Jc"), "", cards("Kc Qc Jc"), True, down=2)
    for heading in ([], [event("turn_up_player", RevealedView(first))]):
        data = SettledView((line(3, "ante", clauses=("PA-680a.11(d)",)),), (two,))
        assert told(*heading, event("settle_player", data), regulation="PA-680a")[len(heading) :] == [
            "Seat 3: Kc Qc Jc and 4s 5d  Point Count 9, qualifies",
            "Ante -$10",
        ]


def test_a_void_round_takes_back_what_is_there() -> None:
    back = (TakenBackView(3, "ante", 1000), TakenBackView(1, "pair_plus", 500, 200))
    assert told(event("void_round", VoidedView("wrong_number_of_cards", (), (), back))) == [
        "The round is void (wrong number of cards): all wagers go back.",
        "Seat 3: Ante $10 is taken back.",
        "Seat 1 (you): Pair Plus $5 is taken back, $2 short.",
    ]


def test_a_round_without_a_seal_is_over_without_a_word() -> None:
    assert told(event("end_round", RoundOverView(1))) == []


# ── reasons ──


@pytest.mark.parametrize(
    ("regulation", "changes", "says"),
    [
        ("PA-679a", {"wager": "pair_bonus", "outcome": "high_card"},
         "Pair Bonus -$10: jack high; it needs a pair"),
        ("PA-679a", {"wager": "play"}, "Play -$10: jack high, lower than the dealer's hand"),
        ("PA-669a", {"outcome": "high_card"}, "Ante -$10: jack high; it needs a pair of tens or better"),
        ("PA-649a", {"net": 0, "result": "push", "note": "rounded"},
         "Ante comes back: jack high, lower than the dealer's hand; rounded"),
        ("PA-649a", {"net": 1, "result": "win", "pays": "1 to 1", "outcome": "higher"},
         "Ante +$0.01: jack high, higher than the dealer's hand, 1 to 1"),
    ],
)  # fmt: skip
def test_a_line_and_why(regulation: str, changes: dict[str, Any], says: str) -> None:
    assert str(line_said(line(1, **changes), about(regulation), 2)) == says


@pytest.mark.parametrize(("net", "tone"), [(1, "good"), (0, "plain"), (-1, "bad")])
def test_a_win_is_good_and_a_loss_is_bad(net: int, tone: str) -> None:
    assert line_said(line(1, net=net), about("PA-649a"), 2).tone == tone


def test_an_award_says_who_holds_what() -> None:
    envy = LineView(1, "win", 0, 2500, 0, 2500, ("PA-649a.12(e)(5)",), award="envy_three_card",
                    for_seat=3, hand="mini-royal", pays="$25")  # fmt: skip
    assert str(line_said(envy, about("PA-649a"), 2)).endswith("+$25: seat 3 holds a mini-royal")
    drawn = LineView(1, "win", 0, 2000, 0, 2000, ("PA-649a.12(i)(3)",), award="magic_card",
                     pays="20 for 1")  # fmt: skip
    assert str(line_said(drawn, about("PA-649a"), 2)).endswith("the draw matches, 20 for 1")


def test_a_note_stands_at_the_end_of_a_sentence() -> None:
    said = sentence(line(1, note="rounded"), about("PA-649a"))
    assert said[0].isupper() and said.endswith(". Note: rounded.")
    assert "Note" not in sentence(line(1), about("PA-649a"))
    assert "the $10 is lost" in explained(line(1), about("PA-649a"))
    assert explained(line(1, note="rounded"), about("PA-649a")).endswith(" Note: rounded.")


def test_an_explanation_says_at_which_odds_on_what_and_for_whom() -> None:
    table = about("PA-649a")
    won = line(1, result="win", net=1000, paid=1000, returned=1000, pays="1 to 1", outcome="higher")
    assert explained(won, table).startswith(
        "Seat 1, Ante $10: jack high, higher than the dealer's hand; "
        "at 1 to 1, $10 is paid and the $10 stake comes back ("
    )
    envy = LineView(1, "win", 0, 2500, 0, 2500, ("PA-649a.12(e)(5)",), award="envy_three_card",
                    for_seat=3, on="three_card_progressive", hand="mini-royal", pays="$25")  # fmt: skip
    assert explained(envy, table) == (
        "Seat 1, Three-Card Envy Bonus: seat 3 holds a mini-royal; "
        "$25 is paid on the Three-Card Progressive wager (PA-649a.12(e)(5))."
    )


# ── names ──


def test_names() -> None:
    assert [seat_name(1, (1,)), seat_name(2, (1,))] == ["Seat 1 (you)", "Seat 2"]
    assert seat_name(1, (1,), "folded") == "Seat 1 (you, folded)"
    assert seat_name(2, (), "folded") == "Seat 2 (folded)"
    assert [signed(500), signed(-500), signed(0)] == ["+$5", "-$5", "comes back"]
    assert [plural(0, "card"), plural(1, "card"), plural(2, "card")] == ["0 cards", "1 card", "2 cards"]
    assert [listed("a"), listed("ab"), listed("abc")] == ["a", "a and b", "a, b and c"]
