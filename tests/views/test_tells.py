"""What is no secret is told, and as it is: money, decisions, lines, whose turn it is, what a hand is called.

Each is worked out here from the books and the record of the round, at every moment of it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from feltlaw.cards import parse_cards
from feltlaw.event import Person
from feltlaw.settlement.reckoning import HELD
from feltlaw.table import legal
from feltlaw.table.places import COMMUNITY, DEALER, fourth, hand
from feltlaw.table.state import State
from feltlaw.values import changed
from feltlaw.views import Viewer, view
from feltlaw.views.parts import LineView
from feltlaw.views.reading import _dealers_contest, dealers_hand, players_hand, set_hand
from tests.support.chapters import COMMANDS
from tests.support.driver import FLOOR, REGULATIONS, Driver, drive, main_bets, submission

WAGERS: dict[str, dict[str, int]] = {
    "PA-649a": {"pair_plus": 500, "six_card_bonus": 500, "three_card_progressive": 100},
    "MA-TCP": {"pair_plus": 500, "cover_all": 500, "three_card_progressive": 100},
    "PA-679a": {"prime": 500, "pair_bonus": 500},
    "PA-669a": {"pair_plus": 500},
    "PA-680a": {"pot": 500, "bonus": 500},
}
ALWAYS = {"PA-649a": ("pair_plus",), "MA-TCP": ("pair_plus",), "PA-669a": ("pair_plus",)}
CARDS = {
    "PA-649a": {"seat 4": "As Ks Qs", "seat 3": "9d 9c 2h", "seat 1": "4d 6c 8h", "dealer": "Qd 8s 3c"},
    "MA-TCP": {"seat 4": "As Ks Qs", "seat 3": "9d 9c 2h", "seat 1": "4d 6c 8h", "dealer": "Qd 8s 3c"},
    "PA-679a": {"seat 4": "Ad Ah 7d", "seat 3": "9d 5c 2h", "seat 1": "4d 6c 8h", "dealer": "Qd 8s 3c"},
    "PA-669a": {"seat 4": "As Ah 7d", "seat 3": "9d 9c 2h", "seat 1": "4d 6c 8h", "community": "Kd Qc 3s"},
    "PA-680a": {
        "seat 4": "Kc Qc Jc 4s 5d",
        "seat 3": "Kd Qd Jd 2s 3d",
        "seat 1": "2c 4c 6d 8d As",
        "dealer": "Th 9h 6h 5h 5s",
    },
}


def rounds(regulation: str, order: str = "by_player") -> Driver:
    """A table at which seat 1 folds where one can, seat 3 leaves, and seat 4 wins."""
    offered: dict[str, Any] = {one: {} for one in WAGERS[regulation]}
    more: dict[str, Any] = {"settlement": {"order": order}} if regulation == "MA-TCP" else {}
    table = drive(regulation, wagers=offered, limits={"adjacent_boxes": 1}, **more)
    pot = {"pot": 500} if regulation == "PA-680a" else {}
    bets = {seat: {**main_bets(regulation), **pot} for seat in (1, 3, 4)}
    bets[4] |= WAGERS[regulation]
    bets[1] |= dict.fromkeys(ALWAYS.get(regulation, ()), 500)
    return table.start(bets, CARDS[regulation])


def moments(table: Driver) -> Any:
    """Every state of the round; p3 goes when the first decision is due, and seat 1 folds."""
    left = False
    for _ in table.to_the_end():
        yield table.state
        if table.state.phase == "deciding" and not left:
            left = True
            table.do("leave", Person("player", "p3"), seat=3)
            yield table.state
        offer = table.next()
        if offer.do == "decide" and offer.data.seat == 1:
            folds = [one for one in table.offers("decide") if one.data.act == "fold"]
            offer = folds[0] if folds else offer
        table.take(offer)
    yield table.state


def check_money(state: State) -> None:
    public = view(state, Viewer("onlooker")).public
    assert [(one.seat, one.player, one.chips, one.away) for one in public.seats] == [
        (seat, name, state.chips(name), name in state.away) for seat, name in sorted(state.seats.items())
    ]
    for seat, name in state.seats.items():
        you = view(state, Viewer("player", name)).own.you
        assert you is not None and (you.account, you.seats, you.away) == (name, (seat,), name in state.away)
        assert (you.chips, you.held) == (state.chips(name), state.held(name))
    if public.round is None:
        assert state.round is None
        return
    facts = state.played.facts
    assert [one.seat for one in public.round.boxes] == sorted(facts.stakes)
    for box in public.round.boxes:
        assert {one.wager: one.stake for one in box.wagers} == dict(facts.stakes[box.seat])
        assert {one.wager: one.lies for one in box.wagers} == {
            wager: state.on_felt(box.seat, wager) for wager in facts.stakes[box.seat]
        }
        assert box.ruling == facts.rulings.get(box.seat, "") and box.player == facts.players[box.seat]
        answers = facts.answers.get(box.seat, ())
        assert [(one.act, one.times, one.amount) for one in box.acts] == [
            (one.word, one.times, one.cents) for one in answers
        ]
        assert box.left == ("fold" if any(one.word == "fold" for one in answers) else "")


def check_waits(table: Driver) -> None:
    """The table waits for what comes next, and for the person the chapter names."""
    waits = view(table.state, Viewer("onlooker")).public.waits
    routine = table.routine()
    if routine is None:
        return
    assert waits is not None and waits.text and waits.clauses
    assert waits.do in {one.do for one in legal(table.state)} | {"no_more_bets"}
    if waits.do in ("decide", "set_hand"):
        assert waits.role == "player" and routine.data.seat in waits.seats and waits.seat == 0
        assert waits.do == routine.do and waits.text == routine.text
        assert waits.clauses == (*routine.cite.clauses, *routine.cite.interpretations)
        return
    assert waits.role == COMMANDS[waits.do][0], waits.do
    if table.state.locked is not None:
        assert waits.do == routine.do and waits.seats == ()
        assert waits.seat == getattr(routine.data, "seat", 0)


def seen_whole(state: State, seat: int) -> bool:
    cards = state.played.cards_at(hand(seat))
    return bool(cards) and len(state.played.up.get(hand(seat), ())) == len(cards)


def check_lines(state: State) -> None:
    if state.round is None:
        return
    public = view(state, Viewer("onlooker")).public.round
    assert public is not None and len(public.lines) == len(state.round.settling.lines)
    wagers = state.submission.regulation.wagers
    for line, told in zip(state.round.settling.lines, public.lines, strict=True):
        assert (told.wager, told.award) == (("", line.id) if line.is_award else (line.id, ""))
        assert (told.seat, told.result, told.turn, told.on, told.for_seat) == (
            line.seat, line.result, line.turn, line.on, line.for_seat,
        )  # fmt: skip
        assert (told.stake, told.paid, told.returned, told.net) == (
            line.stake, line.paid, line.returned, line.net,
        )  # fmt: skip
        assert (HELD in told.note) == (HELD in line.note) == (bool(line.note) and HELD in line.note)
        assert told.clauses and told.by_hand == line.by_hand
        needs = wagers[line.on or line.id].cards if (line.on or line.id) in wagers else ()
        up = all(
            seen_whole(state, line.for_seat or line.seat) if group == "player"
            else len(state.played.up.get(DEALER if group == "dealer" else COMMUNITY, ()))
            == len(state.played.cards_at(DEALER if group == "dealer" else COMMUNITY)) > 0
            for group in needs
        )  # fmt: skip
        if line.outcome in ("folded", "abandoned", "void") or (
            up and not {"fourth", "every_hand"} & set(needs) and not line.is_award
        ):
            assert (told.outcome, told.pays, told.note) == (line.outcome, str(line.pays or ""), line.note)
            assert told.clauses == line.cite.clauses


def due(state: State) -> tuple[LineView, ...]:
    crew = view(state, Viewer("dealer", "dee")).own.crew
    assert crew is not None
    return crew.due


@pytest.mark.parametrize(
    ("regulation", "order"), [*((one, "by_player") for one in REGULATIONS), ("MA-TCP", "by_step")]
)
def test_what_is_no_secret_is_told_as_it_is(regulation: str, order: str) -> None:
    table = rounds(regulation, order)
    before: tuple[LineView, ...] = ()
    many = 0
    for state in moments(table):
        check_money(state)
        check_waits(table)
        check_lines(state)
        if state.round is not None:
            done = state.round.settling.lines[many:]
            if before and done and order == "by_player":
                keys = [(one.seat, one.id) for one in done]
                assert [(one.seat, one.id) for one in before] == keys[: len(before)], "what was due was done"
            many = len(state.round.settling.lines)
            before = due(state) if state.phase == "settling" else ()
            assert len({one.seat for one in before}) <= 1
            if state.phase != "settling":
                assert due(state) == ()
    assert many


def test_what_is_due_is_what_the_next_step_carries_out() -> None:
    """No line of another seat, none that waits for people or cards, none whose cards are down."""
    table = rounds("PA-649a")
    for state in moments(table):
        shown = due(state)
        settles = [one.data.seat for one in legal(state) if one.do == "settle_player"]
        assert {one.seat for one in shown} <= set(settles)
        if any(one.wager == "three_card_progressive" and one.result == "win" for one in shown):
            assert any(check.validated_by for check in state.played.settling.checks)


def test_a_fourth_card_is_told_when_it_is_up() -> None:
    table = rounds("PA-679a")
    for state in moments(table):
        round_ = view(state, Viewer("onlooker")).public.round
        for one in round_.lines if round_ is not None else ():
            if one.wager == "pair_bonus":
                assert state.played.up.get(fourth(one.seat)), "it was turned up before it was paid"
                assert one.outcome and one.hand


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_before_the_round_the_table_waits_for_the_next_step(regulation: str) -> None:
    """For the crew's step while there is one, for a player to sit down, to bet, and then for the call."""
    table = drive(regulation, cards={"shuffle": "manual"})
    waited = []
    for _ in range(20):
        waits, routine = view(table.state, Viewer("onlooker")).public.waits, table.routine()
        assert waits is not None
        waited.append(waits.do)
        if routine is None and not table.state.seats:
            assert waits.do in ("sit", "spread", "wash")
            table.sit(1)
        elif routine is None:
            break
        else:
            assert waits.do in (routine.do, "sit") and (waits.do == routine.do or not table.state.seats)
            table.take(routine)
    assert waited[-1] in ("bet", "no_more_bets") and {"shuffle", "cut", "place_cards"} <= set(waited)
    closed = drive(regulation)
    closed.do("close_table", FLOOR)
    assert view(closed.state, Viewer("onlooker")).public.waits is None
    stopped = changed(table.state, stopped="a fault")
    assert view(stopped, Viewer("onlooker")).public.waits is None
    table.bet({1: main_bets(regulation)})
    told = view(table.state, Viewer("onlooker")).public.waits
    assert told is not None and told.do == "no_more_bets" and told.role == "dealer"


# ── what cards are called ──


@pytest.mark.parametrize(
    ("regulation", "cards", "board", "called"),
    [
        ("PA-649a", "9d 9c 2h", "", "pair of 9s, 2 kicker"),
        ("PA-649a", "9d 9c 2h", "9h 2c", "pair of 9s, 2 kicker"),
        ("PA-669a", "9d 9c 2h", "", "pair of 9s, 2 kicker"),
        ("PA-669a", "9d 9c 2h", "9h", "three 9s"),
        ("PA-669a", "9d 9c 2h", "9h 2c Kd", "full house, 9s over 2s"),
    ],
)
def test_a_players_hand_is_read_as_the_main_game_reads_it(
    regulation: str, cards: str, board: str, called: str
) -> None:
    about = submission(regulation, wagers={"six_card_bonus": {}})
    said = players_hand(about, parse_cards(cards), parse_cards(board) if board else ())
    assert said.split(",")[0] == called.split(",", maxsplit=1)[0] or said == called


CALLED = (
    ("Qs 9h 8c", "queen high", True),
    ("Qs 3h 2c", "queen high", True),
    ("Js 9h 8c", "jack high", False),
)
"""The dealer needs a queen; the lowest hand with one is enough."""


def test_the_dealers_contest_is_the_one_he_qualifies_for_wherever_it_stands() -> None:
    saigon = submission("PA-680a").regulation
    contests = dict(reversed(list(saigon.contests.items())))
    assert list(contests) == ["pot", "showdown"]
    found = _dealers_contest(replace(saigon, contests=contests))
    assert found is not None and found.name == "showdown"


def test_the_dealers_hand_is_called_when_it_is_whole() -> None:
    about = submission("PA-649a")
    for cards, title, qualifies in CALLED:
        found = dealers_hand(about, parse_cards(cards))
        assert (found.hand, found.three, found.qualifies) == (title, (), qualifies)
    for part in ("Qs 9h", "Qs 9h 8c 2d"):
        assert dealers_hand(about, parse_cards(part)).hand == ""
    assert dealers_hand(submission("PA-669a"), parse_cards("Qs 9h 8c")).hand == ""
    saigon = dealers_hand(submission("PA-680a"), parse_cards("Kc Qc Jc 4s 5d"))
    assert saigon.qualifies is True and len(saigon.three) == 3


def test_a_set_hand_is_called_by_its_two_cards_once_they_are_seen() -> None:
    saigon = submission("PA-680a").regulation
    three, two = parse_cards("Kc Qc Jc"), parse_cards("4s 5d")
    assert set_hand(saigon, three, ()) == ("", three, True)
    assert set_hand(saigon, three, two).hand and set_hand(saigon, three, two).qualifies
    assert set_hand(saigon, parse_cards("2c 4c 7d"), ()).qualifies is False
    assert set_hand(submission("PA-649a").regulation, three, two) == ("", (), None)
