"""What happened, in sentences, in the order it happened: for screens, transcripts and the audit alike.

It takes views, so it tells each person what that person may know. Every kind of event has words; what a
screen shows anyway, it need not say.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Any

from feltlaw.money import show_dollars
from feltlaw.seal import is_sealed
from feltlaw.submission import Submission
from feltlaw.table.betting import Ready
from feltlaw.table.checking import FloorpersonCalled
from feltlaw.table.closing import CountProgressiveChips
from feltlaw.table.dealing import NumberOfPlayersShown
from feltlaw.table.deciding import TimedOut
from feltlaw.table.life import ResumeTable
from feltlaw.table.people import CameBack, Seated
from feltlaw.table.rulings import Ruled
from feltlaw.table.stub import StubCounted
from feltlaw.telling.names import in_words, seat_name, stakes_words, title_of, titles
from feltlaw.telling.reasons import in_short, line_said
from feltlaw.telling.said import Backs, Part, Said, Tone, faces, listed, plural, said
from feltlaw.views.event_parts import (
    BetView,
    BonusCardsView,
    BoxStakes,
    ChipsResolvedView,
    ClosedView,
    CorrectedView,
    DealtView,
    DecidedView,
    DeviceBackView,
    DeviceOutView,
    EventView,
    ExchangedView,
    ForfeitsView,
    LeftView,
    LightView,
    LinkReturnedView,
    OpenedView,
    ReportedView,
    RevealedView,
    RoundOverView,
    SettledView,
    ShownView,
    ShuffledView,
    Untold,
    VerifiedView,
    VoidedView,
)
from feltlaw.views.parts import ActView, LineView

SEAL = 12
"""So many digits of a seal are told."""
COLLECTED = ("folded", "surrendered")
"""What was said when the dealer collected it need not be said twice of others."""

Words = Callable[["Teller", EventView, Any], Iterable[Said]]

_ROUTINE = {
    "receive_deck": "A new deck comes to the table.",
    "inspect": "The dealer inspects the cards.",
    "verify_inspection": "The floorperson confirms the inspection.",
    "remove_joker": "The second joker is taken out.",
    "spread": "The cards are spread face up for the first player to look at.",
    "wash": "The cards are washed and stacked.",
    "order_shuffle": "The floorperson has the cards shuffled again.",
    "cut": "The cards are cut.",
    "recut": "The floorperson has the cards cut again.",
    "place_cards": "The cards are in the shoe.",
    "hold_cards": "The dealer has the cards in hand.",
    "idle_spread": "Nobody has been playing: the cards are spread on the table.",
    "idle_wash": "The cards are washed and stacked.",
    "change_deck": "The deck has served its time and leaves the table.",
    "remove_stub": "The dealer takes the stub out of the shoe.",
    "rack_stub": "The stub goes into the discard rack.",
    "deliver_dealer_stack": "The dealer's own stack comes out of the shoe.",
    "validate": "The floorperson validates the award.",
    "release_cards": "The papers are complete; the cards are released.",
    "rack_cards": "The dealer racks the cards.",
    "end_game": "The game is ended on the progressive system.",
    "snapshot": "The state of the table was written down.",
    "close_table": "The table is closed.",
    "confirm": "A request was confirmed.",
    "withdraw": "A request was taken back.",
}
"""What the crew does by the way."""
_VERBS = {
    "play": "plays",
    "check": "checks",
    "fold": "folds",
    "surrender": "surrenders",
    "set": "sets the hand",
}


class Teller:
    """Tells what happened at a table; `yours` are the seats of whoever listens."""

    def __init__(self, submission: Submission, yours: Collection[int] = ()) -> None:
        self.submission = submission
        self.yours = tuple(yours)
        self.players = 0
        """Boxes dealt in, for tables that pay by their number."""
        self._heading, self._hand = 0, ""
        """The seat the last lines were about, so that no line stands under another's, and the hand that was
        read out with it."""
        self._left: dict[int, str] = {}
        """How seats got out of the round."""
        self._raises = _raises(submission)

    def tell(self, events: Iterable[EventView]) -> Iterator[Said]:
        for event in events:
            yield from self.event(event)

    def event(self, event: EventView) -> list[Said]:
        """One event in words; none where there is nothing to say of it."""
        routine = _ROUTINE.get(event.kind)
        if routine is not None:
            return [said(routine, tone="quiet")]
        return list(_WORDS[event.kind](self, event, event.data))

    def seat(self, seat: int, more: str = "") -> str:
        return seat_name(seat, self.yours, more)

    # ── a table's life ──

    def opened(self, event: EventView, data: OpenedView) -> Iterator[Said]:
        yield said(f"The table {data.table} is open: {self.submission.regulation.title}.", tone="quiet")

    def stopped(self, event: EventView, data: Untold) -> Iterator[Said]:
        why = f": {event.crew.why}" if event.crew and event.crew.why else ""
        yield said(f"The table is stopped by a fault of the program{why}.", tone="note")

    def resumed(self, event: EventView, data: ResumeTable) -> Iterator[Said]:
        yield said(f"The table goes on: {data.reason}.", tone="note")

    def asked(self, event: EventView, data: Untold) -> Iterator[Said]:
        about = f": {event.crew.request.about}" if event.crew and event.crew.request else ""
        yield said(f"The {event.by.role} asks for something that another must confirm{about}.", tone="note")

    # ── cards before the round, and devices ──

    def shuffled(self, event: EventView, data: ShuffledView) -> Iterator[Said]:
        if data.removed:
            cards = plural(data.counted or 0, "card")
            yield said(f"The shuffler counted {cards}: the deck leaves the table.", tone="note")
        else:
            yield said(f"{'The other deck is' if data.other else 'The cards are'} shuffled.", tone="quiet")

    def device_out(self, event: EventView, data: DeviceOutView) -> Iterator[Said]:
        yield said(f"The {data.device} is out of order and was {data.sign}.", tone="note")

    def device_back(self, event: EventView, data: DeviceBackView) -> Iterator[Said]:
        yield said(f"The {data.device} is in use again.", tone="note")

    # ── people and wagers ──

    def sat(self, event: EventView, data: Seated) -> Iterator[Said]:
        who = "" if data.seat in self.yours else f": {data.player}"
        yield said(f"{self.seat(data.seat)}{who} sits down.", tone="quiet")

    def left(self, event: EventView, data: LeftView) -> Iterator[Said]:
        who = "You" if any(seat in self.yours for seat in data.seats) else data.player
        if data.mid_round:
            yield said(f"{who} left the table in the middle of the round.")
        elif data.taken_along:
            yield said(f"{who} left the table with {show_dollars(data.taken_along)}.", tone="quiet")
        else:
            yield said(f"{who} gave up seat {listed(map(str, data.seats))}.", tone="quiet")

    def came_back(self, event: EventView, data: CameBack) -> Iterator[Said]:
        yield said(f"{data.player} is back.")

    def exchanged(self, event: EventView, data: ExchangedView) -> Iterator[Said]:
        what = "to" if event.kind == "buy_in" else "cashed out by"
        yield said(f"{show_dollars(data.amount)} in chips {what} {data.player}.", tone="quiet")

    def bet(self, event: EventView, data: BetView) -> Iterator[Said]:
        bets = stakes_words(self.submission, data.wagers) or "no wager"
        coupon = f", a coupon on the {title_of(self.submission, data.coupon)}" if data.coupon else ""
        yield said(f"{self.seat(data.seat)}: {bets}{coupon}.", tone="quiet")

    def ready(self, event: EventView, data: Ready) -> Iterator[Said]:
        yield said(f"{self.seat(data.seat)} is ready.", tone="quiet")

    def returned(self, event: EventView, data: BoxStakes) -> Iterator[Said]:
        bets = stakes_words(self.submission, data.wagers)
        yield said(
            f"{self.seat(data.seat)}: {bets} goes back; with it the round cannot be played.", tone="note"
        )

    def closed(self, event: EventView, data: ClosedView) -> Iterator[Said]:
        self._heading, self._hand = 0, ""
        self._left.clear()
        for one in data.returned:
            title = title_of(self.submission, one.wager)
            yield said(f"{self.seat(one.seat)}: the {title} wager goes back; {one.why}.")
        yield said('"No more bets."', tone="quiet")
        for drawn in data.draws:
            yield self._drawn(drawn.draw, drawn.value)

    def _drawn(self, draw: str, value: str) -> Said:
        where = self.seat(int(value)) if value.isdecimal() else value
        return said(f"The {in_words(draw)} is {'the dealer' if value == 'dealer' else where}.")

    def chips_counted(self, event: EventView, data: CountProgressiveChips) -> Iterator[Said]:
        yield said(f"The dealer counts {plural(data.chips, 'progressive chip')}.", tone="quiet")

    def chips_resolved(self, event: EventView, data: ChipsResolvedView) -> Iterator[Said]:
        title = title_of(self.submission, data.wager)
        done = "is cancelled and goes back" if data.cancelled else "chip, never accepted, goes back"
        yield said(f"{self.seat(data.seat)}: the {title} {done}.", tone="note")

    # ── the round ──

    def dealt(self, event: EventView, data: DealtView) -> Iterator[Said]:
        places = list(dict.fromkeys(place.words for place in data.to))
        yield said(f"{plural(len(data.to), 'card')} to {listed(places)}.", tone="quiet")

    def players_shown(self, event: EventView, data: NumberOfPlayersShown) -> Iterator[Said]:
        yield said(f"The shuffler shows the payouts for {plural(data.players, 'player')}.", tone="quiet")

    def stub_counted(self, event: EventView, data: StubCounted) -> Iterator[Said]:
        if data.right:
            yield said("The dealer counts the stub: the deck is complete.", tone="quiet")
        else:
            whole = "the deck is whole" if data.whole else "the deck is not whole"
            yield said(f"The stub has {plural(data.cards, 'card')}, which is wrong; {whole}.", tone="note")

    def decided(self, event: EventView, data: DecidedView) -> Iterator[Said]:
        answer: ActView = data.answer
        if answer.act in ("fold", "surrender"):
            self._left[data.seat] = "folded" if answer.act == "fold" else "surrendered"
        verb = _VERBS.get(answer.act, answer.act)
        times = f" {answer.times}x" if answer.times and self._raises else ""
        amount = f", {show_dollars(answer.amount)}" if answer.amount else ""
        absent = " (nobody answered)" if data.absent else ""
        yield said(f"{self.seat(data.seat)} {verb}{times}{amount}{absent}.")

    def timed_out(self, event: EventView, data: TimedOut) -> Iterator[Said]:
        then = "the floor is called" if data.floor_called else "the posted rule decides"
        yield said(f"{self.seat(data.seat)} has not answered in time; {then}.", tone="note")

    def forfeited(self, event: EventView, data: ForfeitsView) -> Iterator[Said]:
        for seat in data.seats:
            mine = [line for line in data.lines if line.seat == seat]
            lost = [
                f"{title_of(self.submission, one.id)} {show_dollars(one.stake)}"
                for one in mine
                if one.outcome in COLLECTED
            ]
            if lost:
                yield said(f"{self.seat(seat)}: the dealer collects {', '.join(lost)}.", tone="quiet")
            rest = [line for line in mine if line.outcome not in COLLECTED]
            yield from self._lines(seat, self._full(event, rest))
        for shown in data.shown:
            yield said(f"{self.seat(shown.place.seat)} lies face up: ", faces(shown.cards), f"  {shown.hand}")

    def community(self, event: EventView, data: RevealedView) -> Iterator[Said]:
        shown: ShownView = data.shown
        yield said(
            "Community: ", faces((*shown.before, *shown.cards)), Backs(shown.down) if shown.down else ""
        )

    def dealer(self, event: EventView, data: RevealedView) -> Iterator[Said]:
        self._heading = 0
        yield said("Dealer: ", *_hand_parts(data.shown))

    def turned_up(self, event: EventView, data: RevealedView) -> Iterator[Said]:
        shown: ShownView = data.shown
        self._heading, self._hand = shown.place.seat, shown.hand
        yield said(f"{self.seat(shown.place.seat)}: ", *_hand_parts(shown))

    def fourth(self, event: EventView, data: RevealedView) -> Iterator[Said]:
        yield said("fourth card ", faces(data.shown.cards), under=True)

    # ── money ──

    def settled(self, event: EventView, data: SettledView) -> Iterator[Said]:
        for shown in data.shown:
            self._heading, self._hand = shown.place.seat, shown.hand
            yield said(f"{self.seat(shown.place.seat)}: ", *_hand_parts(shown))
        by_seat: dict[int, list[LineView]] = {}
        for line in data.lines:
            by_seat.setdefault(line.seat, []).append(line)
        for seat, lines in by_seat.items():
            yield from self._lines(seat, self._full(event, lines))

    def _full(self, event: EventView, lines: Sequence[LineView]) -> list[LineView]:
        """The lines with what their own player knows of them."""
        own = {(line.seat, line.id, line.turn): line for line in (event.own.lines if event.own else ())}
        return [own.get((line.seat, line.id, line.turn), line) for line in lines]

    def _lines(self, seat: int, lines: Sequence[LineView]) -> Iterator[Said]:
        if seat in self.yours:
            yield from self._your_lines(seat, lines)
        else:
            yield from self._their_lines(seat, [one for one in lines if one.outcome not in COLLECTED])

    def _your_lines(self, seat: int, lines: Sequence[LineView]) -> Iterator[Said]:
        """Each with the reason, and where it lost, with what it would have needed."""
        if lines and self._heading != seat:
            yield said(f"{self.seat(seat, self._left.get(seat, ''))}:")
            self._heading, self._hand = seat, ""
        for line in lines:
            yield line_said(line, self.submission, self.players, self._hand)

    def _their_lines(self, seat: int, lines: Sequence[LineView]) -> Iterator[Said]:
        if not lines:
            return
        told = in_short(lines, self.submission)
        if self._heading == seat:
            yield said(told, under=True)
        else:
            yield said(f"{self.seat(seat, self._left.get(seat, ''))}: {told}")
        self._heading = seat

    def verified(self, event: EventView, data: VerifiedView) -> Iterator[Said]:
        amount = f" of {show_dollars(data.amount)}" if data.amount is not None else ""
        title = title_of(self.submission, data.wager)
        dark = "" if data.light else "; its light is off, a floorperson looks at the record"
        link = "; its meter does not answer, and it waits for its amount" if data.waits_for_link else ""
        yield said(f"The dealer verifies the {title} win{amount}{dark}{link}.", tone="quiet")

    def called(self, event: EventView, data: FloorpersonCalled) -> Iterator[Said]:
        yield said(f"A floorperson is called to {self.seat(data.seat)}.", tone="quiet")

    def light(self, event: EventView, data: LightView) -> Iterator[Said]:
        title = title_of(self.submission, data.wager)
        found = "was accepted" if data.accepted else "was never accepted and goes back"
        yield said(f"{self.seat(data.seat)}: by the record the {title} wager {found}.", tone="note")

    def link_back(self, event: EventView, data: LinkReturnedView) -> Iterator[Said]:
        name = in_words(data.link.rpartition(":")[2])
        yield said(f"The meter {name} answers again.", tone="note")

    def void(self, event: EventView, data: VoidedView) -> Iterator[Said]:
        yield said(f"The round is void ({in_words(data.irregularity)}): all wagers go back.", tone="note")
        for one in data.taken_back:
            short = f", {show_dollars(one.short)} short" if one.short else ""
            title = title_of(self.submission, one.name)
            yield said(f"{self.seat(one.seat)}: {title} {show_dollars(one.amount)} is taken back{short}.")

    def corrected(self, event: EventView, data: CorrectedView) -> Iterator[Said]:
        to = f"to {data.player}" if data.to == "player" else f"from {data.player} to the house"
        yield said(f"A payment is put right: {show_dollars(data.amount)} {to} ({data.reason}).", tone="note")

    def bonus_cards(self, event: EventView, data: BonusCardsView) -> Iterator[Said]:
        back = [wager.wager for box in data.returned for wager in box.wagers]
        more = f"; {titles(self.submission, dict.fromkeys(back))} goes back" if back else " and put right"
        yield said(f"The bonus cards of {data.place.words} were wrongly dealt{more}.", tone="note")

    def reported(self, event: EventView, data: ReportedView) -> Iterator[Said]:
        where = f" at {data.place.words}" if data.place else ""
        card = said(": ", faces([data.card])).parts if data.card is not None else ()
        yield said(f"Irregularity{where}: {in_words(data.irregularity)}", *card, ".", tone="note")

    def ruled(self, event: EventView, data: Ruled) -> Iterator[Said]:
        for seat in data.seats:
            yield said(f'{self.seat(seat)}: the floorperson rules "{data.ruling}".', tone="note")

    def over(self, event: EventView, data: RoundOverView) -> Iterator[Said]:
        """The seal of the deck, opened for what everybody saw and for what this person held."""
        if data.seal is None:
            return
        opened = (*data.seal.cards, *(event.own.seal if event.own else ()))
        cards = {one.place: one for one in opened}.values()
        fits = all(is_sealed(data.seal.root, one) for one in opened)
        if not cards:
            yield said(f"Seal {data.seal.root[:SEAL]}: no card of this deck was seen.", tone="quiet")
            return
        tone: Tone = "quiet" if fits else "note"
        words = "they fit" if fits else "they DO NOT FIT"
        seen = f"{plural(len(cards), 'card')} you saw or held"
        yield said(f"Seal {data.seal.root[:SEAL]} opened for the {seen}: {words}.", tone=tone)


def _raises(submission: Submission) -> bool:
    """Whether one may play several times the wager, so that the number is worth saying."""
    plays = {act.play for decision in submission.regulation.decisions for act in decision.acts if act.play}
    return len(plays) > 1


def _hand_parts(shown: ShownView) -> Iterator[Part]:
    """The cards of a hand, as they were set where they were, and what they make."""
    if shown.three:
        rest = tuple(card for card in shown.cards if card not in shown.three)
        yield faces(shown.three)
        yield " and "
        yield faces(rest) if rest else Backs(shown.down)
        yield f"  {shown.hand + ', ' if shown.hand else ''}{_qualifies(shown)}"
        return
    yield faces(shown.cards)
    if shown.board:
        yield " with "
        yield faces(shown.board)
    words = ", ".join(word for word in (shown.hand, _qualifies(shown)) if word)
    yield f"  {words}" if words else ""


def _qualifies(shown: ShownView) -> str:
    if shown.qualifies is None:
        return ""
    return "qualifies" if shown.qualifies else "does not qualify"


_WORDS: dict[str, Words] = {
    "open_table": Teller.opened,
    "stop_table": Teller.stopped,
    "resume_table": Teller.resumed,
    "ask": Teller.asked,
    "shuffle": Teller.shuffled,
    "device_out_of_order": Teller.device_out,
    "device_repaired": Teller.device_back,
    "sit": Teller.sat,
    "leave": Teller.left,
    "record_departure": Teller.left,
    "come_back": Teller.came_back,
    "buy_in": Teller.exchanged,
    "cash_out": Teller.exchanged,
    "bet": Teller.bet,
    "ready": Teller.ready,
    "return_wagers": Teller.returned,
    "no_more_bets": Teller.closed,
    "count_progressive_chips": Teller.chips_counted,
    "resolve_chips": Teller.chips_resolved,
    "deal": Teller.dealt,
    "show_number_of_players": Teller.players_shown,
    "count_stub": Teller.stub_counted,
    "decide": Teller.decided,
    "set_hand": Teller.decided,
    "time_out": Teller.timed_out,
    "collect_forfeits": Teller.forfeited,
    "reveal_community": Teller.community,
    "reveal_dealer": Teller.dealer,
    "turn_up_player": Teller.turned_up,
    "reveal_fourth": Teller.fourth,
    "settle_player": Teller.settled,
    "collect_losers": Teller.settled,
    "pay_winners": Teller.settled,
    "settle_rest": Teller.settled,
    "verify_win": Teller.verified,
    "call_floorperson": Teller.called,
    "resolve_light": Teller.light,
    "link_is_back": Teller.link_back,
    "void_round": Teller.void,
    "correct": Teller.corrected,
    "correct_bonus_cards": Teller.bonus_cards,
    "report": Teller.reported,
    "record_exposed_card": Teller.reported,
    "rule_departed": Teller.ruled,
    "rule_communication": Teller.ruled,
    "end_round": Teller.over,
}
KINDS = frozenset({*_ROUTINE, *_WORDS})
"""Every kind of event that has words."""
