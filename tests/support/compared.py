"""What happened at a table beside what the chapters say: an event as acts, and the table after them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

from feltlaw.cards import Card
from feltlaw.settlement import Line
from feltlaw.table import Event, Offer
from tests.support.driver import Driver
from tests.support.parts import lines
from tests.support.told import Act
from tests.support.ways import DEALT, CardsWay
from tests.support.whole import Whole

BESIDE = (
    "report", "shuffle", "leave", "device_out_of_order", "ask", "confirm", "record_departure", "come_back",
)  # fmt: skip
"""What may happen beside the round."""


def cited(way: CardsWay, offer: Offer) -> None:
    """What is offered is offered by the paragraphs of that step."""
    stated = _stated(way, offer.do)
    if stated:
        assert offer.cite.clauses and set(offer.cite.clauses) <= stated, f"{offer.do}: {offer.cite}"


@cache
def _stated(way: CardsWay, do: str) -> frozenset[str]:
    named = DEALT if do == "deal" else (do,)
    groups = (way.deal, "round", "shuffle", "betting")
    steps = [line for line in lines(way.regulation) if line.do in named and line.group in groups]
    return frozenset(clause for line in steps for clause in line.clauses)


def compare(events: Sequence[Event], to_come: Iterator[Act], table: Driver) -> list[str]:
    done = []
    for event in events:
        if event.kind in BESIDE:
            assert event.kind != "shuffle" or event.data.deck != table.state.active, "never the deck in play"
            continue
        for act in acts(event):
            wanted, found = next(to_come, None), act
            assert wanted is not None, f"{found} comes when everything is done"
            if table.state.real_cards and act.what in ("deal", "set_hand", "rack_cards"):
                wanted = replace(wanted, about=wanted.about[:1])
                found = replace(act, about=act.about[:1])
            assert found == wanted, f"{found}, not {wanted}"
            if found.what == "line":
                assert wanted.clauses <= found.clauses, f"{found}: {sorted(found.clauses)}"
            done.append(found.what)
    return done


def acts(event: Event) -> Iterator[Act]:
    """An event as the acts it is made of."""
    who, kind, data = event.by.account, event.kind, event.data
    if kind == "deal":
        (place,) = {one.place for one in data.to}
        yield Act(who, kind, (str(place), tuple(str(one.card) for one in data.to)))
    elif kind == "count_progressive_chips":
        yield Act(who, kind, (data.chips,))
    elif kind == "show_number_of_players":
        yield Act(who, kind, (data.players,))
    elif kind == "decide":
        yield Act(who, kind, (data.seat, data.answer.word, data.answer.cents))
    elif kind == "set_hand":
        yield Act(who, kind, (data.seat, _sorted(data.answer.three)))
    elif kind in ("reveal_dealer", "reveal_community", "reveal_fourth", "turn_up_player"):
        yield Act(who, kind, (str(data.shown.place), _sorted(data.shown.cards)))
    elif kind in ("collect_forfeits", "settle_player", "collect_losers", "pay_winners", "settle_rest"):
        yield from (_line(who, line) for line in data.lines)
        yield from (Act(who, "rack", (str(place),)) for place in data.racked)
        for one in data.shown if kind == "collect_forfeits" else ():
            yield Act(who, "left exposed", (str(one.place), _sorted(one.cards)))
    elif kind == "verify_win":
        yield Act(who, kind, (data.check.seat, data.check.wager))
    elif kind == "validate":
        yield Act(who, kind, (data.seat, data.wager))
    elif kind == "call_floorperson":
        yield Act(who, kind, (data.seat,))
    elif kind == "rack_cards":
        yield from (Act(who, kind, (str(one.place), tuple(map(str, one.cards)))) for one in data.order)
    else:
        yield Act(who, kind)


def _line(who: str, line: Line) -> Act:
    about = (line.seat, line.id, line.result, line.paid, line.returned)
    return Act(who, "line", about, frozenset(line.cite.clauses))


def _sorted(cards: Sequence[Card]) -> tuple[str, ...]:
    return tuple(sorted(map(str, cards)))


def look(table: Driver, whole: Whole, *, over: bool) -> None:
    """The layout, the rack and everybody's money, as they must be now."""
    state, books = table.state, table.state.books
    felt = {(int(one.of), one.part): cents for one, cents in books.items() if one.kind == "felt"}
    assert felt == whole.felt
    up = {str(place): set(map(str, cards)) for place, cards in table.round.up.items()}
    assert up == {place: set(cards) for place, cards in whole.up.items()}
    assert sorted(map(str, table.round.racked)) == sorted(whole.racked)
    if over or state.phase in ("dealing", "stub"):
        for place, cards in whole.lying.items():
            assert len(table.cards(place)) == len(cards)
            assert state.real_cards or table.cards(place) == list(cards)
    if len(state.decks) == 2 and not over:
        other = state.decks[1 - state.active]
        assert other is None or other.stage in ("loaded", "shuffled"), "the other deck is in the shuffler"
    gone = whole.gone if over else ()
    for player, cents in whole.chips.items():
        assert state.chips(player) == (0 if player in gone else cents), player
        assert state.held(player) == (0 if player in gone else whole.held.get(player, 0)), player
