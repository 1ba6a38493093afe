"""The parts of a view one by one, on states that are made up: each question that a part asks, both ways."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from itertools import product
from types import SimpleNamespace
from typing import Annotated, Any, Literal

import pytest

from feltlaw.cards import parse_cards
from feltlaw.event import Person
from feltlaw.regulation.model import Cite
from feltlaw.schema import Dollars, Few, Text, Whole, codec
from feltlaw.settlement.reckoning import UnknownCards
from feltlaw.submission import Submission
from feltlaw.table.devices import DevicePutOut, Equipment
from feltlaw.table.places import COMMUNITY, DEALER, FACE_UP, RACK, STUB, hand
from feltlaw.table.state import Deck
from feltlaw.values import changed
from feltlaw.views import Viewer, event_view, view
from feltlaw.views import moments as between
from feltlaw.views import own as own_
from feltlaw.views import public as public_
from feltlaw.views.event_parts import DeckStage
from feltlaw.views.happenings import _device_out, _equipment
from feltlaw.views.kept import Kept
from feltlaw.views.reading import players_hand, reads_board
from feltlaw.views.seals import played_deck
from feltlaw.views.text import _some, declare_writer, writer
from tests.support.driver import DEALER as DEALER_
from tests.support.driver import DEVICE, REGULATIONS, Driver, drive, main_bets, submission


def made(**fields: Any) -> Any:
    return SimpleNamespace(**fields)


# ── text ──


@pytest.mark.parametrize(
    ("kind", "value", "text"),
    [
        (Literal["a", 1, True], "a", '"a"'),
        (Literal["a", 1], 1, "1"),
        (Literal[True, "b"], True, "true"),
        (str, 'say "a"', '"say \\"a\\""'),
        (bool, False, "false"),
        (Annotated[int, Whole(0, 9)], 7, "7"),
        (Annotated[int, Dollars(0, 1000)], 250, '"2.50"'),
        (Annotated[str, Text(9)], "é", '"\\u00e9"'),
        (Annotated[tuple[int, ...], Few(9)], (1, 2), "[1,2]"),
        (Annotated[Mapping[str, int], Few(9)], {"a": 1}, '{"a":1}'),
        (tuple[str, ...], ("a", "b"), '["a","b"]'),
        (int | None, None, "null"),
        (int | None, 3, "3"),
        (str | int | None, "a", '"a"'),
        (str | int | None, None, "null"),
        (int, 3, "3"),
    ],
)
def test_every_kind_of_value_becomes_its_json(kind: Any, value: Any, text: str) -> None:
    assert writer(kind)(value) == text
    assert json.loads(text) == codec(kind).write(value)


def test_a_type_may_declare_how_it_is_written() -> None:
    kind = Annotated[object, "said twice"]
    declare_writer(kind, lambda value: f'"{value}{value}"')
    assert writer(kind)("a") == '"aa"' and writer(tuple[kind, ...])(("a", "b")) == '["aa","bb"]'


def test_what_may_be_missing_has_one_type_where_it_is_there() -> None:
    assert _some(int | None) is int and _some(int) is int
    assert _some(str | int | None) == str | int | None, "one of two is not the other"


# ── the deck of a round ──


def deck(stage: str, order: tuple[int, ...] = (1, 2)) -> Any:
    return made(stage=stage, order=order)


ACTIVE, USED, BARE = deck("placed"), deck("used"), deck("used", ())


@pytest.mark.parametrize(
    ("round_", "decks", "active", "found"),
    [
        (made(ended=False), (ACTIVE, USED), 0, ACTIVE),
        (made(ended=False), (USED, ACTIVE), 1, ACTIVE),
        (made(ended=False), (None, USED), 0, None),
        (made(ended=False), (deck("placed", ()), USED), 0, None),
        (made(ended=True), (ACTIVE, USED), 0, USED),
        (made(ended=True), (USED, ACTIVE), 1, USED),
        (made(ended=True), (None, USED), 0, USED),
        (made(ended=True), (ACTIVE, None), 0, None),
        (made(ended=True), (ACTIVE, BARE), 0, None),
        (None, (ACTIVE, USED), 0, USED),
        (None, (ACTIVE,), 0, None),
    ],
)
def test_the_deck_of_a_round_is_the_one_it_is_or_was_played_with(
    round_: Any, decks: tuple[Any, ...], active: int, found: Any
) -> None:
    state = made(round=round_, decks=decks, deck=decks[active])
    assert played_deck(state) is found


# ── what is due ──


def step(seat: int, own: bool = True, first: bool = False, seen: bool = True) -> Any:
    return made(seat=seat, own=own, first=first, seen=seen)


DUE = [
    ([step(1), step(1), step(3)], 2),
    ([step(3), step(1)], 1),
    ([step(1), step(1, own=False), step(1)], 1),
    ([step(1, own=False)], 0),
    ([step(1), step(1, first=True), step(1)], 1),
    ([step(1, first=True)], 0),
    ([step(1), step(1, seen=False), step(1)], 1),
    ([step(1), step(3), step(1)], 1),
    ([], 0),
]


@pytest.mark.parametrize(("undone", "many"), DUE)
def test_due_is_what_comes_next_at_one_seat_with_nothing_before_it(
    undone: list[Any], many: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own_, "undone", lambda state: iter(undone))
    monkeypatch.setattr(own_, "is_own", lambda state, line: line.own)
    monkeypatch.setattr(own_, "what_first", lambda state, line: "first" if line.first else None)
    monkeypatch.setattr(own_, "is_seen", lambda state, line: line.seen)
    monkeypatch.setattr(own_, "line_view", lambda state, line: line)
    assert list(own_._due(made())) == undone[:many]


def test_where_cards_are_not_known_nothing_more_is_due(monkeypatch: pytest.MonkeyPatch) -> None:
    def undone(state: object) -> Any:
        yield step(1)
        raise UnknownCards("seat 1")

    for name, value in (("is_own", True), ("what_first", None), ("is_seen", True), ("line_view", "told")):
        monkeypatch.setattr(own_, name, lambda state, line, value=value: value)
    monkeypatch.setattr(own_, "undone", undone)
    found: list[Any] = list(own_._due(made()))
    assert found == ["told"]


# ── one's own lines ──


@pytest.mark.parametrize(
    ("player", "up", "known", "more"), list(product(("p1", "p2"), *(3 * [(True, False)])))
)
def test_ones_own_lines_are_those_one_knows_more_of(
    player: str, up: bool, known: bool, more: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own_, "is_up", lambda state, place: up and place == hand(1))
    monkeypatch.setattr(own_, "is_known_to_owner", lambda state, line: known)
    monkeypatch.setattr(own_, "full_line", lambda line: "full")
    monkeypatch.setattr(own_, "line_view", lambda state, line: "less" if more else "full")
    state = made(played=made(facts=made(players={1: player, 3: "p2"})))
    told = player == "p1" and not up and known and more
    assert own_.own_lines(state, "p1", (made(seat=1),)) == (("full",) if told else ())
    assert own_.own_lines(state, "p1", (made(seat=5),)) == ()


def test_a_player_sees_how_he_has_set_his_hand() -> None:
    table = drive("PA-680a").start({1: {"ante": 1000}}).until("deciding")

    def hands() -> Any:
        you = view(table.state, Viewer("player", "p1")).own.you
        assert you is not None
        return you.hands

    (before,) = hands()
    assert len(before.cards) == 5 and before.three == () and before.hand == ""
    table.do("set_hand", Person("player", "p1"), seat=1)
    (after,) = hands()
    assert len(after.three) == 3 and set(after.three) < set(before.cards) == set(after.cards)
    assert after.hand.startswith("Point Count")


def test_a_hand_that_was_set_is_not_seen_as_it_was_before() -> None:
    table, kept = drive("PA-680a").start({1: {"ante": 1000}}).until("deciding"), Kept()
    (before,) = own_._all_hands(table.state, kept)["p1"]
    table.do("set_hand", Person("player", "p1"), seat=1)
    (after,) = own_._all_hands(table.state, kept)["p1"]
    assert before.three == () and len(after.three) == 3


# ── what cards are called ──


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_only_a_players_hand_is_made_of_the_community_cards_too(regulation: str) -> None:
    """669a.11(i): the best hand of three cards and three community cards; elsewhere of one's own."""
    about = submission(regulation)
    for place in (hand(1), DEALER, COMMUNITY, RACK, STUB):
        assert reads_board(about, place) == (regulation == "PA-669a" and place == hand(1))


def test_what_lies_in_a_place_is_called_as_the_hand_of_that_place() -> None:
    """A player's three cards have a name and do not qualify; the dealer's do both; no others have one."""
    about, pair = submission("PA-649a"), parse_cards("9d 9c 2h")
    called = public_.called_cards
    mine, dealers = called(about, hand(3), pair, ()), called(about, DEALER, pair, ())
    assert mine.hand == dealers.hand and mine.hand.startswith("pair of 9s")
    assert (mine.qualifies, dealers.qualifies) == (None, True)
    nothing = [(hand(3), pair[:2]), (hand(3), ()), (DEALER, pair[:2]), (COMMUNITY, pair)]
    assert [called(about, place, cards, ()).hand for place, cards in nothing] == [""] * 4


def test_of_a_hand_that_was_set_first_three_cards_are_called_and_then_all_five() -> None:
    """680a.11(d): the three cards are turned up, which qualify with 10, 20 or 30; then the other two."""
    about = submission("PA-680a")
    for cards, said in (
        ("Kd Qc Jh", ("", 3, True)),
        ("Kd Qc 2h", ("", 3, False)),
        ("Kd Qc Jh 4s 5d", ("Point Count 9", 3, True)),
        ("Kd Qc", ("", 0, None)),
        ("Kd Qc Jh 4s", ("", 0, None)),
    ):
        words, three, qualifies = public_.called_cards(about, hand(1), parse_cards(cards), ())
        assert (words, len(three), qualifies) == said, cards


def others(about: Submission, **wagers: Any) -> Submission:
    """The same table with some wagers changed, or left out where nothing is given."""
    found = {
        name: replace(one, wager=replace(one.wager, **wagers.get(name, {})))
        for name, one in about.wagers.items()
        if wagers.get(name, {}) is not None
    }
    return replace(about, wagers=found)


FLUSH, BOARD3 = parse_cards("2h 3h 4h"), parse_cards("2s 2d 9c")


@pytest.mark.parametrize(
    ("wagers", "board", "begins"),
    [
        ({}, BOARD3, "three 2s"),
        ({}, (), "straight flush"),
        ({"ante": None}, BOARD3, "straight flush"),
        ({"ante": {"cards": ("player", "dealer")}}, BOARD3, "straight flush"),
        ({"ante": {"cards": ("community",)}}, BOARD3, "straight flush"),
        ({"ante": {"cards": ("player",)}}, BOARD3, ""),
        ({"ante": {"ranking": ""}}, BOARD3, "straight flush"),
        ({"ante": None, "pair_plus": None}, BOARD3, ""),
        ({"pair_plus": None}, (), ""),
    ],
)
def test_a_hand_is_read_as_the_main_wager_reads_it_and_else_by_itself(
    wagers: dict[str, Any], board: Any, begins: str
) -> None:
    """Side wagers that need other cards beside one's own are no way to read a hand."""
    table = submission("PA-669a", wagers={"six_card_bonus": {}})
    found = players_hand(others(table, **wagers), FLUSH, board)
    assert found.startswith(begins) and bool(found) == bool(begins)


# ── what a table waits for ──

PLAYER = ("player",)
CITES = (Cite(("PA-649a.7(a)",)), Cite(("PA-649a.7(b)",)))


def opened(do: str, roles: tuple[str, ...] = ("dealer",), seat: int = 0) -> Any:
    data = made(seat=seat) if seat else made()
    return made(do=do, text=f"{do}.", cite=CITES[0], roles=roles, ways=(made(data=data),))


def decision(sets: bool) -> Any:
    return made(sets=sets, name="the decision", cite=CITES[1])


@pytest.mark.parametrize(
    ("state", "knows", "waits"),
    [
        ({"stopped": "a fault"}, {"next_step": opened("deal")}, None),
        ({"is_open": False}, {"next_step": opened("deal")}, None),
        ({}, {"waiting": (decision(False), (1, 3)), "rules": [opened("bet"), opened("decide")]},
         (("player",), "decide", "decide.", CITES[0], (1, 3), 0)),
        ({}, {"waiting": (decision(True), (3,)), "rules": [opened("decide"), opened("set_hand")]},
         (("player",), "set_hand", "set_hand.", CITES[0], (3,), 0)),
        ({}, {"waiting": (decision(False), (1,)), "rules": []},
         (("player",), "decide", "the decision", CITES[1], (1,), 0)),
        ({}, {"next_step": opened("settle_player", seat=3)},
         (("dealer",), "settle_player", "settle_player.", CITES[0], (), 3)),
        ({}, {"next_step": opened("deal")}, (("dealer",), "deal", "deal.", CITES[0], (), 0)),
        ({}, {"next_step": opened("sit", ("player",), seat=3)},
         (("player",), "sit", "sit.", CITES[0], (), 0)),
        ({}, {"rules": [opened("sit", PLAYER, 3), opened("bet", PLAYER, 1), opened("no_more_bets")]},
         (("dealer",), "no_more_bets", "no_more_bets.", CITES[0], (), 0)),
        ({}, {"rules": [opened("sit", ("player",), 3), opened("bet", ("player",), 1)]},
         (("player",), "bet", "bet.", CITES[0], (), 0)),
        ({}, {"rules": [opened("report")]}, None),
        ({"locked": made()}, {"rules": [opened("sit", ("player",), 3)]}, None),
        ({"locked": made(), "phase": "settling"}, {"line": made(), "first": made(cite=CITES[1])},
         (("device",), "link_is_back", "first", CITES[1], (), 0)),
        ({"locked": made(), "phase": "settling"}, {"line": made()}, None),
        ({"locked": made(), "phase": "settling"}, {"first": made(cite=CITES[1])}, None),
        ({"locked": made(), "phase": "racking"}, {"line": made(), "first": made(cite=CITES[1])}, None),
    ],
)  # fmt: skip
def test_a_table_waits_for_one_thing(
    state: dict[str, Any], knows: dict[str, Any], waits: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For a decision before a step, for a step before what one may do anyway, at last for a link."""
    found: dict[str, Any] = {"stopped": "", "is_open": True, "locked": None, "phase": "betting", **state}
    first = knows.get("first")
    if first is not None:
        first = _Said(first.cite)
    monkeypatch.setattr(public_, "waiting", lambda state: knows.get("waiting"))
    monkeypatch.setattr(public_, "next_step", lambda state: knows.get("next_step"))
    rules = {one.do: one for one in knows.get("rules", [])}
    monkeypatch.setattr(public_, "open_rule", lambda state, do: rules.get(do))
    monkeypatch.setattr(public_, "coming", lambda state: knows.get("line"))
    monkeypatch.setattr(public_, "what_first", lambda state, line: first)
    got = public_._waits_for(made(**found))
    assert (None if got is None else tuple(got)) == waits


class _Said:
    def __init__(self, cite: Cite) -> None:
        self.cite = cite

    def __str__(self) -> str:
        return "first"


# ── boxes, decks and cards at a table ──


def test_wagers_lie_in_the_submissions_order_and_each_once() -> None:
    table = drive("PA-649a", wagers={"three_card_progressive": {}}).open(1)
    table.bet({1: {"three_card_progressive": 100, "pair_plus": 500, "ante": 1000}})
    round_ = table.round
    stakes = {1: {"zebra": 1, "pair_plus": 500, "abacus": 2, "ante": 1000}}
    state = changed(table.state, round=changed(round_, facts=changed(round_.facts, stakes=stakes)))
    public = view(state, Viewer("onlooker")).public.round
    assert public is not None
    assert [one.wager for one in public.boxes[0].wagers] == ["ante", "pair_plus", "abacus", "zebra"]


def test_a_box_is_ready_when_its_player_is() -> None:
    table = drive("PA-649a").open(1, 3)
    table.bet({1: main_bets("PA-649a"), 3: main_bets("PA-649a")})
    kept = Kept()

    def ready() -> dict[int, bool]:
        round_ = public_.public_view(table.state, kept=kept).round
        assert round_ is not None
        return {box.seat: box.ready for box in round_.boxes}

    assert ready() == {1: False, 3: False}
    table.do("ready", Person("player", "p3"), seat=3)
    assert ready() == {1: False, 3: True}


def test_cards_in_the_rack_lie_in_their_places_no_more() -> None:
    """649a.11(c): who folds loses his cards first, face down; the others go when they are settled."""
    table = drive("PA-649a").start({1: main_bets("PA-649a"), 3: main_bets("PA-649a")}).until("deciding")

    def lying() -> dict[str, tuple[int, bool]]:
        """How many cards lie face down in each place, and whether they are in the rack."""
        round_ = public_.public_view(table.state).round
        assert round_ is not None
        return {f"{one.group} {one.seat}": (one.down, one.racked) for one in round_.places}

    assert lying() == {"player 1": (3, False), "player 3": (3, False), "dealer 0": (3, False)}
    table.say(1, "fold")
    table.say(3, "play")
    table.until(do="settle_player")
    assert lying()["player 1"] == (0, True)
    assert not lying()["player 3"][1] and not lying()["dealer 0"][1]
    table.finish()
    assert lying() == {"player 1": (0, True), "player 3": (0, True), "dealer 0": (0, True)}


def told(table: Driver, kind: str, viewer: Viewer | None = None) -> list[Any]:
    """What is told of all events of a kind, from the table's beginning on."""
    return [one.data for one in told_all(table, viewer or Viewer("onlooker")) if one.kind == kind]


def told_all(table: Driver, viewer: Viewer) -> list[Any]:
    begun = Driver(table.state.submission).state
    return [event_view(moment, viewer) for moment in between(begun, table.log)]


def test_the_deck_that_waits_is_called_the_other_one() -> None:
    table = drive("PA-649a", cards={"shuffle": "automated", "decks": 2}).start().finish()
    table.do("place_cards")
    table.start()
    table.do("shuffle", DEVICE, deck=0)
    shuffles = [(one.deck, one.other) for one in told(table, "shuffle")]
    assert shuffles == [(0, False), (1, True), (0, True)]


def test_community_cards_come_up_beside_those_that_lie_there() -> None:
    table = drive("PA-669a").start({1: main_bets("PA-669a")}, {"community": "Kd Qc 3s"})
    for act in ("check", "check", "play 1x"):
        table.until("deciding", do="decide").until(do="decide")
        table.say(1, act)
    table.finish()
    shown = [one.shown for one in told(table, "reveal_community")]
    assert [(one.before, one.cards, one.down) for one in shown] == [
        ((), parse_cards("Kd"), 2),
        (parse_cards("Kd"), parse_cards("Qc"), 1),
        (parse_cards("Kd Qc"), parse_cards("3s"), 0),
    ]


def test_a_card_found_face_up_is_told_for_everybody_has_seen_it() -> None:
    table = drive("PA-649a").start({1: main_bets("PA-649a")})
    table.do("report", DEALER_, kind="card_face_up")
    (found,) = told(table, "report")
    assert found.card == table.round.up[FACE_UP][0]


def test_a_win_is_told_with_what_its_meter_showed() -> None:
    bets = {1: {"ante": 1000, "three_card_progressive": 100}}
    table = drive("PA-649a", wagers={"three_card_progressive": {}}).start(bets, {"seat 1": "As Ks Qs"})
    table.finish()
    (found,) = told(table, "verify_win")
    (event,) = table.events("verify_win")
    assert found.amount == event.data.award.cents and found.reading is not None
    assert {one.level: one.showing for one in found.reading.levels} == dict(event.data.reading.showing)


def test_equipment_is_told_deck_by_deck_without_their_order() -> None:
    decks = (None, Deck("red", 0, "stacked", 52, order=(1, 2), secret="s"))
    found = _equipment(Equipment("manual", "hand", decks))
    assert (found.shuffle, found.deal) == ("manual", "hand")
    assert found.decks == (None, DeckStage("red", "stacked"))


def test_a_device_out_of_order_is_told_with_what_is_used_from_now_on() -> None:
    """A shuffler's place is taken at once between rounds, and after the round while one is played."""
    table = drive("PA-649a", cards={"shuffle": "automated"})
    table.sit(1)
    table.do("device_out_of_order", device="shuffler", sign="covered", instead="manual")
    found = _device_out(made(), table.last("device_out_of_order").data)
    assert (found.device, found.sign) == ("shuffler", "covered")
    assert found.equipment is not None and found.equipment.shuffle == "manual"
    assert _device_out(made(), DevicePutOut("shuffler", "covered", None)).equipment is None
