"""A table told as it happens: what the crew does, the cards as they turn up, and what each wager came to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from feltlaw.cards import Card, parse_card, parse_cards
from feltlaw.cli.layout import (
    best_read,
    board_text,
    contest_rankings,
    hand_of,
    how_left,
    lines_of,
    reason,
    set_text,
    title_of,
    wager_of,
)
from feltlaw.cli.screen import cards_text, joined, say, signed
from feltlaw.money import show_dollars
from feltlaw.ranking import Poker
from feltlaw.settlement import Line
from feltlaw.shuffle import check_commitment
from feltlaw.table import Event, State

SEAL = 12
"""So many digits of a commitment are shown."""
TOP = 5
_COLLECTED = ("folded", "surrendered")
"""What was said when the dealer collected it need not be said twice of others."""
_WORDS = {
    "receive_deck": "A new deck comes to the table.",
    "inspect": "The dealer inspects the cards.",
    "verify_inspection": "The floorperson confirms the inspection.",
    "spread": "The cards are spread face up for the first player to look at.",
    "wash": "The cards are washed and stacked.",
    "cut": "The cards are cut.",
    "idle_spread": "Nobody has been playing: the cards are spread on the table.",
    "idle_wash": "The cards are washed and stacked.",
    "change_deck": "The deck has served its time and leaves the table.",
    "count_stub": "The dealer counts the stub: the deck is complete.",
    "verify_win": "The dealer verifies the win.",
    "validate": "The floorperson validates the award.",
    "release_cards": "The papers are complete; the cards are released.",
}


class Narrator:
    """Says what happened, in the order it happened; `yours` are the seats whose cards you may see."""

    def __init__(self, yours: Sequence[int]) -> None:
        self.yours = tuple(yours)
        self._heading = 0
        """The seat the last lines were about, so that no line stands under another's."""
        self._hand = ""
        """The hand that was read out with it."""
        self._speak: dict[str, Callable[[State, Event], None]] = {
            "shuffle": self._shuffled,
            "no_more_bets": self._closed,
            "decide": self._decided,
            "set_hand": self._decided,
            "collect_forfeits": self._forfeited,
            "reveal_community": self._community,
            "reveal_dealer": self._dealer,
            "turn_up_player": self._turned_up,
            "reveal_fourth": self._fourth,
            "settle_player": self._settled,
            "collect_losers": self._settled,
            "pay_winners": self._settled,
            "settle_rest": self._settled,
            "leave": self._left,
            "void_round": self._void,
            "end_round": self._opened,
        }

    def tell(self, state: State, events: Iterable[Event]) -> None:
        """`state` is the table after all of these events."""
        for event in events:
            if event.kind in _WORDS:
                say(f"  {_WORDS[event.kind]}", style="dim")
            elif event.kind in self._speak:
                self._speak[event.kind](state, event)

    def seat(self, seat: int, more: str = "") -> str:
        """`Seat 3 (you)`."""
        about = ", ".join(word for word in ("you" if seat in self.yours else "", more) if word)
        return f"Seat {seat} ({about})" if about else f"Seat {seat}"

    # ── before the cards ──

    def _shuffled(self, state: State, event: Event) -> None:
        which = "The cards are" if event.data["deck"] == state.active else "The other deck is"
        say(f"  {which} shuffled.", style="dim")

    def _closed(self, state: State, event: Event) -> None:
        for seat in event.data["pot_returned"]:
            say(f"  {self.seat(seat)}: the Pot wager goes back; a Pot needs two players.")
        say('  "No more bets."', style="dim")
        if "magic_card" in event.data:
            say("  The magic card is ", cards_text([parse_card(event.data["magic_card"])]))
        if "lucky_position" in event.data:
            where = event.data["lucky_position"]
            say(f"  The lucky position is {'the dealer' if where == 'dealer' else self.seat(where)}.")

    # ── the round ──

    def _decided(self, state: State, event: Event) -> None:
        if event.kind == "set_hand" and event.data["seat"] in self.yours:
            return
        amount = event.data.get("amount", 0)
        said = "sets the hand" if event.kind == "set_hand" else event.data["say"]
        staked = f", {show_dollars(amount)}" if amount else ""
        say(f"  {self.seat(event.data['seat'])}: {said}{staked}")

    def _left(self, state: State, event: Event) -> None:
        if event.data["mid_round"]:
            say(f"  {event.by.name} left the table in the middle of the round.")

    def _forfeited(self, state: State, event: Event) -> None:
        round_ = state.round
        assert round_ is not None
        for seat, wagers in event.data["forfeited"].items():
            if wagers:
                stakes = round_.stakes[int(seat)]
                taken = ", ".join(f"{title_of(state, one)} {show_dollars(stakes[one])}" for one in wagers)
                say(f"  {self.seat(int(seat))}: the dealer collects {taken}.", style="dim")

    def _community(self, state: State, event: Event) -> None:
        say("  Community: ", board_text(state))

    def _dealer(self, state: State, event: Event) -> None:
        self._heading = 0
        cards = parse_cards(" ".join(event.data["cards"]))
        settled = state.round.settlement if state.round else None
        facts = settled.dealer if settled is not None and settled.dealer is not None else {}
        qualifies = bool(facts.get("qualifies"))
        ranking = next((one for one in contest_rankings(state) if isinstance(one, Poker)), None)
        if "set" in facts:
            say("  Dealer: ", set_text(state, str(facts["set"]), qualifies=qualifies))
        elif facts and ranking is not None:
            said = "qualifies" if qualifies else "does not qualify"
            say("  Dealer: ", cards_text(cards), f"  {ranking.read(cards)}, {said}")
        else:
            say("  Dealer: ", cards_text(cards))

    def _turned_up(self, state: State, event: Event) -> None:
        seat = event.data["seat"]
        self._heading = seat
        cards = parse_cards(" ".join(event.data["cards"]))
        round_ = state.round
        settled = round_.settlement if round_ is not None else None
        own = next((one for one in settled.seats if one.number == seat), None) if settled else None
        if own is not None and "set" in own.setting:
            hands = set_text(state, str(own.setting["set"]), qualifies=bool(own.setting["qualifies"]))
            say(f"  {self.seat(seat)}: ", hands)
            return
        line = best_read(state, own.lines if own is not None else ())
        with_board = line is not None and "community" in wager_of(state, line).cards
        board = joined(" with ", board_text(state)) if with_board else ""
        self._hand = hand_of(line) if line is not None else ""
        say(f"  {self.seat(seat)}: ", cards_text(cards), board, f"  {self._hand}" if self._hand else "")

    def _fourth(self, state: State, event: Event) -> None:
        card = event.data["card"]
        say("      fourth card ", cards_text(parse_cards(" ".join(card))))

    # ── money ──

    def _settled(self, state: State, event: Event) -> None:
        by_seat: dict[int, list[Line]] = {}
        for line in lines_of(state, event):
            by_seat.setdefault(line.seat, []).append(line)
        for seat, lines in by_seat.items():
            if seat in self.yours:
                self._your_lines(state, seat, lines)
            else:
                self._their_lines(state, seat, lines)

    def _your_lines(self, state: State, seat: int, lines: Sequence[Line]) -> None:
        """Each with the reason, and where it lost, with what it would have needed."""
        if self._heading != seat:
            say(f"  {self.seat(seat, how_left(state, seat))}:")
            self._heading, self._hand = seat, ""
        for line in lines:
            style = "bold green" if line.net > 0 else "red" if line.net < 0 else ""
            because = reason(state, line)
            if self._hand and not line.is_award and wager_of(state, line).contest:
                because = because.removeprefix(f"{self._hand}, ")
            came_to = f"{title_of(state, line.id)} {signed(line.net)}: {because}"
            say(f"      {came_to}" + (f"; {line.note}" if line.note else ""), style=style)

    def _their_lines(self, state: State, seat: int, lines: Sequence[Line]) -> None:
        lines = [line for line in lines if line.outcome not in _COLLECTED]
        if not lines:
            return
        told = ", ".join(f"{title_of(state, line.id)} {signed(line.net)}" for line in lines)
        heading = "" if self._heading == seat else f"{self.seat(seat, how_left(state, seat))}: "
        say(f"  {heading}{told}" if heading else f"      {told}")
        self._heading = seat

    def _void(self, state: State, event: Event) -> None:
        kind = event.data["kind"].replace("_", " ")
        say(f"  The round is void ({kind}): all wagers go back.", style="bold yellow")

    def _opened(self, state: State, event: Event) -> None:
        """The seal of the deck, opened for everybody to check."""
        self._heading = 0
        order = event.data.get("order")
        if not order:
            return
        holds = check_commitment(order, event.data["nonce"], event.data["commitment"])
        first = cards_text(Card(number) for number in order[:TOP])
        fits = "fits" if holds else "DOES NOT FIT"
        say(
            joined(f"  Seal {event.data['commitment'][:SEAL]} opened: it {fits} the deck, from the top "),
            *(first, "…"),
            style="dim" if holds else "bold red",
        )
