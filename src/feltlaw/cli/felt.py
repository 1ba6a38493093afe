"""How a table looks in a terminal: cards, chips, and what just happened, in words."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from rich.console import Console
from rich.text import Text

from feltlaw.cards import Card, parse_cards
from feltlaw.cli.output import width
from feltlaw.money import show_dollars
from feltlaw.regulation import Regulation
from feltlaw.settlement import Line, Settlement, explain_line
from feltlaw.table import Event, State
from feltlaw.table.money import all_stakes

Speaker = Callable[[State, Event, Sequence[int]], None]

_SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
_QUIET = frozenset(
    ("deal", "bet", "take_back", "sit", "buy_in", "show_number_of_players", "count_progressive_chips")
)


@lru_cache(maxsize=1)
def console() -> Console:
    """The terminal; colour and width follow it."""
    return Console(width=None if sys.stdout.isatty() else width(), highlight=False, markup=False)


def unicode_is_safe() -> bool:
    """Whether the terminal can show suits and card backs."""
    return "utf" in (sys.stdout.encoding or "").lower()


def card_text(card: Card) -> Text:
    """A card: rank and suit, red where it is red."""
    if card.is_joker:
        return Text(" Jk ", style="bold magenta")
    suit = _SIGNS[card.suit] if unicode_is_safe() else card.suit
    return Text(f"{str(card)[0]}{suit}", style="bold red" if card.is_red else "bold")


def cards_text(cards: Iterable[Card]) -> Text:
    """Cards side by side, in brackets, so that they read without colour too."""
    found = Text()
    for card in cards:
        found.append("[")
        found.append_text(card_text(card))
        found.append("]")
    return found


def backs(many: int) -> Text:
    """Cards that lie face down."""
    return Text(("[▒▒]" if unicode_is_safe() else "[##]") * many, style="blue")


def say(*parts: str | Text, style: str = "") -> None:
    """One line on the screen."""
    line = Text(style=style)
    for part in parts:
        line.append_text(part) if isinstance(part, Text) else line.append(part)
    console().print(line)


def rule(title: str) -> None:
    console().rule(
        Text(title, style="bold"), align="left", style="green", characters="─" if unicode_is_safe() else "-"
    )


def narrate(state: State, events: Sequence[Event], yours: Sequence[int]) -> None:
    """Says what happened, in the dealer's words."""
    for event in events:
        if event.kind in _QUIET:
            continue
        speak = _SPOKEN.get(event.kind)
        if speak is not None:
            speak(state, event, yours)


def _words(text: str) -> Speaker:
    def speak(state: State, event: Event, yours: Sequence[int]) -> None:
        say(f"  {text}", style="dim")

    return speak


def _community(state: State, event: Event, yours: Sequence[int]) -> None:
    say("  Community: ", cards_text(parse_cards(" ".join(event.data["cards"]))))


def _dealer(state: State, event: Event, yours: Sequence[int]) -> None:
    """The dealer's cards, and whether they qualify."""
    qualifies = None
    if state.round is not None and state.round.settlement is not None and state.round.settlement.dealer:
        qualifies = state.round.settlement.dealer.get("qualifies")
    said = (
        {True: "  qualifies", False: "  does not qualify"}.get(bool(qualifies), "")
        if qualifies is not None
        else ""
    )
    say("  Dealer: ", cards_text(parse_cards(" ".join(event.data["cards"]))), said)


def _decided(state: State, event: Event, yours: Sequence[int]) -> None:
    you = " (you)" if event.data["seat"] in yours else ""
    amount = event.data.get("amount", 0)
    said = "sets the hand" if event.kind == "set_hand" else event.data["say"]
    say(f"  Seat {event.data['seat']}{you}: {said}" + (f", {show_dollars(amount)}" if amount else ""))


def _turned(state: State, event: Event, yours: Sequence[int]) -> None:
    you = " (you)" if event.data["seat"] in yours else ""
    say(f"  Seat {event.data['seat']}{you}: ", cards_text(parse_cards(" ".join(event.data["cards"]))))


def _settled(state: State, event: Event, yours: Sequence[int]) -> None:
    regulation = state.submission.regulation
    for line in lines_of(state, event):
        title = (regulation.awards if line.is_award else regulation.wagers)[line.id].title
        where = f"seat {line.seat} " if event.kind != "settle_player" else ""
        text = f"      {where}{title}: {_result(line)}"
        say(text, style="bold green" if line.net > 0 else "red" if line.net < 0 else "")


def _result(line: Line) -> str:
    sign = (
        f"+{show_dollars(line.net)}" if line.net > 0 else show_dollars(line.net) if line.net else "comes back"
    )
    if line.is_award:
        return f"{sign} ({line.pays})"
    return f"{sign}" + (f"  {line.hand}" if line.result == "win" and line.hand else "")


def _void(state: State, event: Event, yours: Sequence[int]) -> None:
    say(
        f"  The round is void ({event.data['kind'].replace('_', ' ')}): all wagers go back.",
        style="bold yellow",
    )


def _collected(state: State, event: Event, yours: Sequence[int]) -> None:
    seats = [seat for seat, wagers in event.data["forfeited"].items() if wagers]
    say(f"  Collected from seat {', '.join(seats)}.", style="dim")


def lines_of(state: State, event: Event) -> list[Line]:
    """The lines an event carried out."""
    round_ = state.round
    if round_ is None or round_.settlement is None:
        return []
    turns = {item["turn"] for item in event.data.get("lines", [])}
    return [line for line in round_.settlement.lines if line.turn in turns]


_SPOKEN: dict[str, Speaker] = {
    "receive_deck": _words("A new deck comes to the table."),
    "inspect": _words("The dealer inspects the cards."),
    "verify_inspection": _words("The floorperson confirms the inspection."),
    "spread": _words("The cards are spread face up for the first player to look at."),
    "wash": _words("The cards are washed and stacked."),
    "shuffle": _words("The cards are shuffled."),
    "cut": _words("The cards are cut."),
    "change_deck": _words("The deck has served its time and leaves the table."),
    "no_more_bets": _words('"No more bets."'),
    "count_stub": _words("The dealer counts the stub: the deck is complete."),
    "reveal_dealer": _dealer,
    "reveal_community": _community,
    "decide": _decided,
    "set_hand": _decided,
    "turn_up_player": _turned,
    "collect_forfeits": _collected,
    "settle_player": _settled,
    "collect_losers": _settled,
    "pay_winners": _settled,
    "settle_rest": _settled,
    "verify_win": _words("The dealer verifies the win and calls a floorperson."),
    "validate": _words("The floorperson validates the award."),
    "release_cards": _words("The papers are complete; the cards are released."),
    "void_round": _void,
}


def show_bets(state: State, yours: Sequence[int]) -> None:
    """The wagers on the layout."""
    assert state.round is not None
    wagers = state.submission.regulation.wagers
    for seat in sorted(state.round.stakes):
        you = " (you)" if seat in yours else ""
        bets = ", ".join(f"{wagers[w].title} {show_dollars(c)}" for w, c in all_stakes(state, seat).items())
        say(f"  Seat {seat}{you}: {bets}")


def show_deal(state: State, yours: Sequence[int]) -> None:
    """The cards after the deal: yours face up to you, the others face down."""
    assert state.round is not None
    for seat in sorted(state.round.stakes):
        cards = state.cards_at(f"seat {seat}")
        if seat in yours:
            say(f"  Seat {seat} (you): ", cards_text(cards))
        else:
            say(f"  Seat {seat}:       ", backs(len(cards)))
    if state.cards_at("dealer"):
        say("  Dealer:       ", backs(len(state.cards_at("dealer"))))
    up = state.round.community_up
    if state.cards_at("community"):
        cards = state.cards_at("community")
        say("  Community:    ", cards_text(cards[:up]), backs(len(cards) - up))


def explain_round(settlement: Settlement | None, yours: Sequence[int], regulation: Regulation) -> None:
    """Every line of your seats as a sentence with its clause."""
    lines = [line for line in (settlement.lines if settlement else ()) if line.seat in yours]
    if not lines:
        say("  There is nothing to explain yet.")
    for line in lines:
        console().print(Text("  " + explain_line(line, regulation)))
