"""Events as people see them: for each kind what everybody may know of it, built up from nothing."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from feltlaw.event import Event, Snapshot
from feltlaw.money import Cents
from feltlaw.settlement import Line
from feltlaw.table import (
    checking,
    closing,
    dealing,
    deciding,
    devices,
    exchanging,
    idle,
    irregular,
    life,
    opening,
    people,
    racking,
    revealing,
    rules,
    rulings,
    settling,
    shuffling,
    stub,
    turning,
    voiding,
)
from feltlaw.table.betting import BetPlaced, Ready, WagersReturned
from feltlaw.table.bonus_cards import BonusCardsCorrected
from feltlaw.table.forfeits import ForfeitsCollected
from feltlaw.table.places import COMMUNITY, FACE_UP, hand
from feltlaw.table.showing import Shown
from feltlaw.table.state import Check, State
from feltlaw.values import quick
from feltlaw.views.event_parts import (
    BetView,
    BonusCardsView,
    BoxStakes,
    CardsRackedView,
    ChipsResolvedView,
    ClosedView,
    CorrectedView,
    DealtView,
    DecidedView,
    DeckStage,
    DeviceBackView,
    DeviceOutView,
    DrawnView,
    EquipmentView,
    ExchangedView,
    ForfeitsView,
    LeftView,
    LightView,
    LinkReturnedView,
    OpenedView,
    RackedView,
    ReadingView,
    ReceivedView,
    ReportedView,
    ReturnedView,
    RevealedView,
    RoundOverView,
    SettledView,
    ShownView,
    ShuffledView,
    SnapshotView,
    TakenBackView,
    Untold,
    ValidatedView,
    VerifiedView,
    VoidedView,
)
from feltlaw.views.lines import line_view
from feltlaw.views.parts import LevelView, LineView, StakeView, cited
from feltlaw.views.public import act_view, called_cards
from feltlaw.views.reading import reads_board
from feltlaw.views.seals import played_deck, shown_seal


@quick
@dataclass(frozen=True, slots=True)
class Moment:
    """An event between the state it found and the state it left."""

    before: State
    event: Event
    after: State


Told = Callable[[Moment, Any], object]

PLAIN: Mapping[type, tuple[str, ...]] = {
    Ready: ("seat",),
    checking.FloorpersonCalled: ("seat",),
    closing.CountProgressiveChips: ("chips",),
    dealing.NumberOfPlayersShown: ("players",),
    deciding.TimedOut: ("seat", "floor_called"),
    idle.IdleSpread: ("face_up",),
    idle.IdleWash: ("face_up",),
    life.ResumeTable: ("reason",),
    opening.ChangeDeck: ("deck",),
    opening.Inspect: ("deck",),
    opening.JokerRemoved: ("deck", "cards"),
    opening.Spread: ("deck",),
    opening.VerifyInspection: ("deck",),
    opening.Wash: ("deck",),
    people.CameBack: ("player",),
    people.Seated: ("seat", "player"),
    racking.EndGame: (),
    racking.ReleaseCards: (),
    rulings.Ruled: ("seats", "ruling"),
    shuffling.CardsPlaced: ("round", "by_hand"),
    shuffling.Cut: ("depth", "cover_card"),
    shuffling.OrderShuffle: (),
    shuffling.Recut: (),
    stub.RackStub: (),
    stub.RemoveStub: (),
    stub.StubCounted: ("cards", "right", "whole", "misdealt"),
}
"""Events in which nobody has anything to hide, with every field they have: they are told as they are."""
for _kind, _fields in PLAIN.items():
    assert tuple(one.name for one in dataclasses.fields(_kind)) == _fields, (
        f"{_kind.__name__} has other fields"
    )


def told(moment: Moment) -> object:
    """What everybody may know of an event."""
    data = moment.event.data
    return data if type(data) in PLAIN else TOLD[type(data)](moment, data)


# ── a table's life, and decks ──


def _opened(moment: Moment, data: life.TableOpened) -> OpenedView:
    return OpenedView(
        data.table, data.digest, data.regulation_digest, data.program, data.real_cards, data.practice
    )


def _received(moment: Moment, data: opening.DeckReceived) -> ReceivedView:
    return ReceivedView(data.deck, data.back, data.cards, data.preshuffled, data.sealed.root)


def _shuffled(moment: Moment, data: shuffling.DeckShuffled) -> ShuffledView:
    other = data.deck != moment.after.active
    return ShuffledView(data.deck, data.sealed.root, data.counted, data.removed, other)


def _equipment(data: devices.Equipment) -> EquipmentView:
    decks = tuple(None if deck is None else DeckStage(deck.back, deck.stage) for deck in data.decks)
    return EquipmentView(data.shuffle, data.deal, decks)


def _device_out(moment: Moment, data: devices.DevicePutOut) -> DeviceOutView:
    return DeviceOutView(data.device, data.sign, _equipment(data.equipment) if data.equipment else None)


def _device_back(moment: Moment, data: devices.DeviceBack) -> DeviceBackView:
    return DeviceBackView(data.device, _equipment(data.equipment))


# ── people and wagers ──


def _stakes(wagers: Mapping[str, Cents]) -> tuple[StakeView, ...]:
    return tuple(_stake(wager, cents) for wager, cents in wagers.items())


@lru_cache(maxsize=1000)
def _stake(wager: str, cents: Cents) -> StakeView:
    return StakeView(wager, cents)


def _boxes(boxes: Mapping[int, Mapping[str, Cents]]) -> tuple[BoxStakes, ...]:
    return tuple(BoxStakes(seat, _stakes(wagers)) for seat, wagers in boxes.items())


def _left(moment: Moment, data: people.Left) -> LeftView:
    return LeftView(
        data.player, data.seats, data.mid_round, _boxes(data.returned), data.kept_cents, data.table_idle
    )


def _exchanged(moment: Moment, data: exchanging.Exchanged) -> ExchangedView:
    return ExchangedView(data.player, data.amount_cents)


def _bet(moment: Moment, data: BetPlaced) -> BetView:
    return BetView(data.seat, data.player, _stakes(data.wagers), data.coupon, data.accepted)


def _wagers_returned(moment: Moment, data: WagersReturned) -> BoxStakes:
    return BoxStakes(data.seat, _stakes(data.returned))


def _reading(data: closing.Reading) -> ReadingView:
    return ReadingView(data.link, tuple(LevelView(level, cents) for level, cents in data.showing.items()))


def _closed(moment: Moment, data: closing.BettingClosed) -> ClosedView:
    return ClosedView(
        tuple(ReturnedView(one.seat, one.wager, one.why) for one in data.returned),
        tuple(DrawnView(draw, str(value)) for draw, value in data.draws.items()),
        tuple(_reading(one) for one in data.readings),
        data.chips_to_count,
    )


def _chips(moment: Moment, data: closing.ChipsResolved) -> ChipsResolvedView:
    return ChipsResolvedView(data.seat, data.wager, data.cancelled)


# ── the cards ──


def _dealt(moment: Moment, data: dealing.CardsDealt) -> DealtView:
    complete = moment.after.played.dealing.complete and not moment.before.played.dealing.complete
    return DealtView(data.steps, tuple(one.place for one in data.to), complete, data.cover_card)


def _shown(state: State, data: Shown) -> ShownView:
    round_ = state.played
    now, board = round_.up.get(data.place, ()), round_.up.get(COMMUNITY, ())
    called = called_cards(state.submission, data.place, now, board)
    before = tuple(card for card in now if card not in data.cards)
    down = len(round_.cards_at(data.place)) - len(now)
    with_board = board if called.hand and reads_board(state.submission, data.place) else ()
    return ShownView(data.place, data.cards, *called, before, down, with_board)


def _dealer(moment: Moment, data: revealing.DealerRevealed) -> RevealedView:
    return RevealedView(_shown(moment.after, data.shown), data.cover_card)


def _revealed(
    moment: Moment, data: revealing.CommunityRevealed | turning.FourthRevealed | turning.PlayerTurnedUp
) -> RevealedView:
    return RevealedView(_shown(moment.after, data.shown))


def _decided(moment: Moment, data: deciding.Decided) -> DecidedView:
    return DecidedView(data.seat, act_view(data.answer), data.absent)


def _cards_racked(moment: Moment, data: racking.CardsRacked) -> CardsRackedView:
    return CardsRackedView(tuple(RackedView(one.place, len(one.cards)) for one in data.order))


# ── money ──


def _lines(state: State, lines: Iterable[Line]) -> tuple[LineView, ...]:
    return tuple(line_view(state, line) for line in lines)


def _forfeits(moment: Moment, data: ForfeitsCollected) -> ForfeitsView:
    return ForfeitsView(
        data.seats,
        _lines(moment.after, data.lines),
        data.racked,
        data.looked_at,
        tuple(_shown(moment.after, one) for one in data.shown),
        tuple(RackedView(hand(seat), cards) for seat, cards in data.counted.items()),
    )


def _settled(moment: Moment, data: settling.Settled) -> SettledView:
    return SettledView(
        _lines(moment.after, data.lines),
        tuple(_shown(moment.after, one) for one in data.shown),
        data.racked,
        data.exposed,
    )


def _verified(moment: Moment, data: checking.WinVerified) -> VerifiedView:
    amount = data.award.cents if data.award is not None else None
    return _check(data.check, amount, _reading(data.reading) if data.reading else None)


def _check(check: Check, amount: Cents | None, reading: ReadingView | None) -> VerifiedView:
    return VerifiedView(check.seat, check.wager, check.light, amount, reading, check.waits_for_link)


def _light(moment: Moment, data: checking.LightResolved) -> LightView:
    return LightView(data.seat, data.wager, data.accepted)


def _validated(moment: Moment, data: checking.WinValidated) -> ValidatedView:
    return ValidatedView(data.seat, data.wager, data.by)


def _link(moment: Moment, data: checking.LinkReturned) -> LinkReturnedView:
    awards = [VerifiedView(one.seat, one.wager, amount=one.cents) for one in data.awards]
    return LinkReturnedView(data.link, tuple(awards))


def _voided(moment: Moment, data: voiding.RoundVoided) -> VoidedView:
    return VoidedView(
        data.kind,
        cited(data.cite),
        _lines(moment.after, data.lines),
        tuple(TakenBackView(one.seat, one.name, one.cents, one.short_cents) for one in data.taken_back),
    )


def _corrected(moment: Moment, data: rulings.Corrected) -> CorrectedView:
    return CorrectedView(data.event, data.player, data.amount_cents, data.to, data.reason, data.short_cents)


def _bonus_cards(moment: Moment, data: BonusCardsCorrected) -> BonusCardsView:
    return BonusCardsView(data.place, data.found, _boxes(data.returned))


def _reported(moment: Moment, data: irregular.Reported) -> ReportedView:
    round_ = moment.after.round
    seen = round_.up.get(FACE_UP, ()) if round_ is not None else ()
    return ReportedView(
        data.kind,
        data.round,
        data.cards_go,
        cited(data.cite),
        data.place,
        data.nth,
        data.cards,
        data.card if data.card in seen else None,
    )


def _round_over(moment: Moment, data: racking.RoundEnded) -> RoundOverView:
    round_, deck = moment.before.played, played_deck(moment.before)
    return RoundOverView(
        data.round,
        data.void,
        data.deck_removed,
        data.table_idle,
        _equipment(data.equipment) if data.equipment else None,
        shown_seal(round_, deck) if deck is not None else None,
    )


def _untold(moment: Moment, data: object) -> Untold:
    return Untold()


TOLD: Mapping[type, Told] = {
    BetPlaced: _bet,
    BonusCardsCorrected: _bonus_cards,
    ForfeitsCollected: _forfeits,
    WagersReturned: _wagers_returned,
    checking.LightResolved: _light,
    checking.LinkReturned: _link,
    checking.WinValidated: _validated,
    checking.WinVerified: _verified,
    closing.BettingClosed: _closed,
    closing.ChipsResolved: _chips,
    dealing.CardsDealt: _dealt,
    deciding.Decided: _decided,
    devices.DeviceBack: _device_back,
    devices.DevicePutOut: _device_out,
    irregular.Reported: _reported,
    Snapshot: lambda moment, data: SnapshotView(data.number),
    life.StopTable: _untold,
    life.TableClosed: _untold,
    life.TableOpened: _opened,
    rules.Asked: _untold,
    rules.Confirm: _untold,
    rules.Withdraw: _untold,
    opening.DeckReceived: _received,
    exchanging.Exchanged: _exchanged,
    people.Left: _left,
    racking.CardsRacked: _cards_racked,
    racking.RoundEnded: _round_over,
    revealing.CommunityRevealed: _revealed,
    revealing.DealerRevealed: _dealer,
    rulings.Corrected: _corrected,
    turning.FourthRevealed: _revealed,
    turning.PlayerTurnedUp: _revealed,
    settling.Settled: _settled,
    shuffling.DeckShuffled: _shuffled,
    voiding.RoundVoided: _voided,
}
"""All other kinds, each with what makes its view."""
