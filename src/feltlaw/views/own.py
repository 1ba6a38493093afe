"""What one person sees beside everybody's: his own hands and money, or what the crew of a table may see."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from feltlaw.books import HOUSE, INVENTORY
from feltlaw.cards import Card
from feltlaw.seal import Opened
from feltlaw.settlement import Line
from feltlaw.settlement.reckoning import UnknownCards
from feltlaw.table.agenda import undone
from feltlaw.table.places import COMMUNITY, hand
from feltlaw.table.state import Check, Deck, Request, RoundState, State
from feltlaw.table.turning import own as is_own
from feltlaw.table.waits import what_first
from feltlaw.values import memo
from feltlaw.views.kept import Kept
from feltlaw.views.lines import full_line, is_known_to_owner, is_seen, is_up, line_view
from feltlaw.views.money import purses
from feltlaw.views.parts import (
    ON_DUTY,
    CheckView,
    CrewDeckView,
    CrewView,
    DeviceView,
    HandView,
    LineView,
    Own,
    RequestView,
    SealView,
    Viewer,
    YouView,
)
from feltlaw.views.reading import players_hand, set_hand
from feltlaw.views.seals import held_seal, played_deck, whole_seal

_MILLIS = 1000


def own_view(state: State, viewer: Viewer, kept: Kept | None = None) -> Own:
    """One person's own part, without what he may do."""
    role = viewer.role
    kept = kept or Kept()
    return Own(
        role,
        (),
        you_view(state, viewer.account, kept) if role == "player" else None,
        crew_view(state, kept) if role in ON_DUTY else None,
        whole_deck(state) if role == "auditor" else None,
    )


# ── a player's own ──


def you_view(state: State, account: str, kept: Kept) -> YouView:
    """A player's hands, once he may look at them, his lines in full, his money, what he can check."""
    round_ = state.round
    hands: tuple[HandView, ...] = ()
    lines: tuple[LineView, ...] = ()
    seal: tuple[Opened, ...] = ()
    if round_ is not None and round_.dealing.complete:
        hands = memo(state, "hands", lambda one: _all_hands(one, kept)).get(account, ())
        if round_.settling.lines:
            lines = own_lines(state, account, round_.settling.lines)
        deck = played_deck(state) if round_.ended else None
        if deck is not None:
            seal = held_seal(round_, deck, account)
    money = purses(state)
    rests_on = (
        account,
        money.seats.get(account, ()),
        money.chips.get(account, 0),
        money.held.get(account, 0),
        account in state.away,
        hands,
        lines,
        seal,
    )
    return kept.unless_changed(("you", account), rests_on, lambda: YouView(*rests_on))


def _all_hands(state: State, kept: Kept) -> Mapping[str, tuple[HandView, ...]]:
    """By player his hands, which stay the same while others decide."""
    round_ = state.played
    facts = round_.facts
    sets = any(decision.sets for decision in state.submission.regulation.decisions)
    rest_on = (facts.dealt, facts.players, round_.up.get(COMMUNITY, ()), facts.answers if sets else None)
    return kept.unless_changed("hands", rest_on, lambda: _hands(state))


def _hands(state: State) -> Mapping[str, tuple[HandView, ...]]:
    return {account: hand_views(state, account) for account in purses(state).boxes}


def hand_views(state: State, account: str) -> tuple[HandView, ...]:
    """The hands of a player, from the moment he may look at them."""
    round_ = state.round
    if round_ is None or not round_.dealing.complete:
        return ()
    board = round_.up.get(COMMUNITY, ())
    found = []
    for seat in purses(state).boxes.get(account, ()):
        cards = round_.known_at(hand(seat))
        three = _set_three(round_, seat)
        if three:
            two = tuple(card for card in cards if card not in three)
            words = set_hand(state.submission.regulation, three, two).hand
            found.append(HandView(seat, cards, words, three))
        elif cards:
            found.append(HandView(seat, cards, players_hand(state.submission, cards, board)))
    return tuple(found)


def _set_three(round_: RoundState, seat: int) -> tuple[Card, ...]:
    return next((one.three for one in round_.facts.answers.get(seat, ()) if one.three), ())


def own_lines(state: State, account: str, lines: tuple[Line, ...]) -> tuple[LineView, ...]:
    """A player's own lines that others do not see in full."""
    players = state.played.facts.players
    return tuple(
        full
        for line in lines
        if players.get(line.seat) == account
        and not is_up(state, hand(line.seat))
        and is_known_to_owner(state, line)
        for full in [full_line(line)]
        if full != line_view(state, line)
    )


# ── the crew's ──


def crew_view(state: State, kept: Kept) -> CrewView:
    """What dealer, floorperson and auditor may see; no card that lies face down is among it."""
    round_ = state.under_way
    return kept.maker(CrewView)(
        state.shuffle,
        state.deal,
        state.books.get(INVENTORY, 0),
        state.books.get(HOUSE, 0),
        tuple(None if deck is None else _crew_deck(state, deck, kept) for deck in state.decks),
        state.dealer,
        tuple(DeviceView(device, sign) for device, sign in state.out_of_order.items()),
        tuple(request_view(one) for one in state.requests),
        tuple(check_view(one) for one in round_.settling.checks) if round_ is not None else (),
        tuple(_due(state)) if state.phase == "settling" else (),
        state.stopped,
    )


def _crew_deck(state: State, deck: Deck, kept: Kept) -> CrewDeckView:
    return kept.maker(CrewDeckView)(
        deck.back,
        deck.stage,
        deck.box_cards,
        max(0, state.running - deck.since) // _MILLIS,
        deck.preshuffled,
        deck.uncounted_rounds,
        deck.inspected_by,
        deck.root,
    )


def request_view(request: Request) -> RequestView:
    return RequestView(request.id, request.do, request.by.account, request.about)


def check_view(check: Check) -> CheckView:
    return CheckView(
        check.seat, check.wager, check.verified_by, check.light, check.validated_by, check.waits_for_link
    )


def _due(state: State) -> Iterator[LineView]:
    """The next lines of the seat the dealer has come to, as far as nothing comes before them."""
    seat = None
    try:
        for line in undone(state):
            seat = line.seat if seat is None else seat
            if line.seat != seat or not is_own(state, line) or what_first(state, line) is not None:
                return
            if not is_seen(state, line):
                return
            yield line_view(state, line)
    except UnknownCards:
        return


def whole_deck(state: State) -> SealView | None:
    """After a round all cards of its deck, for an auditor."""
    round_ = state.round
    deck = played_deck(state) if round_ is not None and round_.ended else None
    return whole_seal(deck) if deck is not None else None
