"""What one person sees beside everybody's: his own hands and money, or what the crew of a table may see."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from feltlaw.books import HOUSE, INVENTORY
from feltlaw.cards import Card
from feltlaw.money import Cents
from feltlaw.seal import Opened
from feltlaw.settlement import Line
from feltlaw.settlement.reckoning import UnknownCards
from feltlaw.table.agenda import undone
from feltlaw.table.money import purses
from feltlaw.table.places import COMMUNITY, hand
from feltlaw.table.state import Check, Deck, Request, RoundState, State
from feltlaw.table.turning import own as is_own
from feltlaw.table.waits import what_first
from feltlaw.views.kept import Kept
from feltlaw.views.lines import full_line, is_known_to_owner, is_seen, is_up, line_view
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
from feltlaw.views.text import text

_MILLIS = 1000


def own_view(state: State, viewer: Viewer, kept: Kept | None = None) -> Own:
    """One person's own part, without what he may do."""
    role = viewer.role
    kept = kept or Kept()
    return Own(
        role,
        (),
        Players(state, kept).view(viewer.account) if role == "player" else None,
        crew_view(state, kept) if role in ON_DUTY else None,
        whole_deck(state) if role == "auditor" else None,
    )


# ── a player's own ──


YouParts = tuple[
    str,
    tuple[int, ...],
    Cents,
    Cents,
    bool,
    tuple[HandView, ...],
    tuple[LineView, ...],
    tuple[Opened, ...],
]


class Players:
    """What players see of their own at one moment; what all of them rest on is looked up once."""

    def __init__(self, state: State, kept: Kept) -> None:
        self.state, self.kept = state, kept
        self.chips, self.held, _ = purses(state)
        self.seats, self.away = state.seats_by_player, state.away
        self.round = state.round if may_look(state) else None
        self.hands: Mapping[str, tuple[HandView, ...]] = _all_hands(state, kept) if self.round else {}
        self.lines = self.round.settling.lines if self.round else ()
        self.deck = played_deck(state) if self.round and self.round.ended else None

    def view(self, account: str) -> YouView:
        """A player's hands, once he may look at them, his lines in full, his money, what he can check."""
        return YouView(*self._parts(account))

    def written(self, account: str) -> bytes:
        """The same as JSON, written again where something of it has changed."""
        parts = self._parts(account)
        return self.kept.unless_changed(account, parts, lambda: text(YouView(*parts)).encode("ascii"))

    def _parts(self, account: str) -> YouParts:
        return (
            account,
            self.seats.get(account, ()),
            self.chips.get(account, 0),
            self.held.get(account, 0),
            account in self.away,
            self.hands.get(account, ()),
            own_lines(self.state, account, self.lines) if self.lines else (),
            held_seal(self.round, self.deck, account) if self.round and self.deck else (),
        )


def _all_hands(state: State, kept: Kept) -> Mapping[str, tuple[HandView, ...]]:
    """By player his hands, which stay the same while others decide."""
    round_ = state.played
    facts = round_.facts
    sets = any(decision.sets for decision in state.submission.regulation.decisions)
    rest_on = (facts.dealt, facts.players, round_.up.get(COMMUNITY, ()), facts.answers if sets else None)
    return kept.unless_changed("hands", rest_on, lambda: _hands(state))


def _hands(state: State) -> Mapping[str, tuple[HandView, ...]]:
    return {account: hand_views(state, account) for account in state.played.facts.boxes_by_player}


def may_look(state: State) -> bool:
    """Whether players may look at their cards."""
    return state.round is not None and state.round.dealing.complete


def hand_views(state: State, account: str) -> tuple[HandView, ...]:
    """The hands of a player who may look at them."""
    round_ = state.played
    board = round_.up.get(COMMUNITY, ())
    found = []
    for seat in round_.facts.boxes_by_player.get(account, ()):
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
