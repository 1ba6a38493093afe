"""What lies on the layout, and why a wager on it came out as it did."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from rich.text import Text

from feltlaw.cards import Card, parse_cards
from feltlaw.cli.posted import least_row, row_words
from feltlaw.cli.screen import backs, cards_text, joined, say
from feltlaw.money import show_dollars
from feltlaw.ranking import Poker, Ranking
from feltlaw.ranking.kinds import WithFourth
from feltlaw.ranking.poker import NOTHING
from feltlaw.regulation import Wager
from feltlaw.round.deciding import points_ranking
from feltlaw.settlement import Line, explain_line
from feltlaw.settlement.explain import why
from feltlaw.table import Event, State
from feltlaw.table.money import all_stakes
from feltlaw.views import without_unseen

# ── what is known of a line ──


def lines_of(state: State, event: Event) -> list[Line]:
    """The lines an event carried out, without what nobody has seen."""
    round_ = state.round
    if round_ is None or round_.settlement is None:
        return []
    turns = {item["turn"] for item in event.data.get("lines", [])}
    return [as_seen(state, line) for line in round_.settlement.lines if line.turn in turns]


def as_seen(state: State, line: Line) -> Line:
    """A line whose words tell neither a fourth card that stayed face down nor a folded hand in the rack."""
    round_ = state.round
    if round_ is None or line.is_award or not line.hand:
        return line
    line = without_unseen(state, line)
    if "fourth" not in wager_of(state, line).cards:
        return line
    ranking = state.submission.regulation.rankings[wager_of(state, line).ranking]
    if line.seat in round_.fourths_up or round_.community_up or not isinstance(ranking, WithFourth):
        return line
    return replace(line, hand=ranking.of.read(state.cards_at(f"seat {line.seat}")).title)


def reason(state: State, line: Line) -> str:
    """Why a line came out as it did: the hand, at which odds, or what it would have needed."""
    if line.is_award:
        held = line.hand or "the draw matches"
        return f"seat {line.for_seat} holds a {held}" if line.for_seat else f"{held}, {line.pays}"
    said = why(line)
    if line.result == "win":
        return f"{said}, {line.pays}" if line.pays else said
    offered = state.submission.wagers[line.id]
    table = offered.paytable(len(state.round.stakes) if state.round else 0)
    if line.result == "lose" and line.hand and not offered.wager.contest and table is not None and table.rows:
        ranking = state.submission.regulation.rankings.get(offered.wager.ranking)
        return f"{hand_of(line)}; it needs {_a(row_words(least_row(table, ranking).hand))}"
    return said


def hand_of(line: Line) -> str:
    """The hand a line is about, where the cards make one that its ranking lists."""
    return "nothing that counts" if line.outcome == NOTHING else line.hand


def _a(words: str) -> str:
    """With an article, where one goes before it."""
    return words if words.split(maxsplit=1)[0] in ("two", "three", "four", "five", "your") else f"a {words}"


def wager_of(state: State, line: Line) -> Wager:
    return state.submission.regulation.wagers[line.id]


def best_read(state: State, lines: Sequence[Line]) -> Line | None:
    """The line that tells most of a seat's own hand, with the board once all of it is up."""
    whole = state.round is not None and state.round.community_up == len(state.cards_at("community"))
    seen = {"player", "community"} if whole else {"player"}
    own = [line for line in lines if not line.is_award and line.hand]
    fitting = [line for line in own if set(wager_of(state, line).cards) <= seen]
    return max(fitting, key=lambda line: len(wager_of(state, line).cards), default=None)


def title_of(state: State, name: str) -> str:
    regulation = state.submission.regulation
    return (regulation.wagers.get(name) or regulation.awards[name]).title


def contest_rankings(state: State) -> list[Ranking]:
    """The rankings by which hands are held against the dealer's."""
    regulation = state.submission.regulation
    return [regulation.rankings[one.ranking] for one in regulation.wagers.values() if one.contest]


def how_left(state: State, seat: int) -> str:
    """How a seat got out of the round, if it did."""
    round_ = state.round
    assert round_ is not None
    if state.players[round_.players[seat]].left:
        return "left"
    said = round_.decisions.get(seat, ())
    return {"fold": "folded", "surrender": "surrendered"}.get(said[-1], "") if said else ""


# ── the layout ──


def board_text(state: State) -> Text:
    """The community cards, those face down as backs."""
    cards = state.cards_at("community")
    up = state.round.community_up if state.round else 0
    return joined(cards_text(cards[:up]), backs(len(cards) - up))


def set_text(state: State, text: str, *, qualifies: bool) -> Text:
    """Two hands as they were set, with the Point Count of the second."""
    three, two = (parse_cards(part) for part in text.split("|"))
    ranking = points_ranking(state.submission.regulation)
    points = f"Point Count {ranking.points(two)}, " if ranking is not None else ""
    said = "qualifies" if qualifies else "does not qualify"
    return joined(cards_text(three), " and ", cards_text(two), f"  {points}{said}")


def hand_words(state: State, cards: Sequence[Card]) -> str:
    """What a hand is called before anything else is known, where three cards make one."""
    ranking = state.submission.regulation.rankings.get("three_card")
    if not isinstance(ranking, Poker) or ranking.of != len(cards):
        return ""
    hand = ranking.read(cards)
    return "" if hand.shape == NOTHING else f"  {hand}"


def show_bets(state: State, seat_name: Callable[[int], str]) -> None:
    """The wagers on the layout."""
    assert state.round is not None
    for seat in sorted(state.round.stakes):
        stakes = all_stakes(state, seat).items()
        bets = ", ".join(f"{title_of(state, wager)} {show_dollars(cents)}" for wager, cents in stakes)
        say(f"  {seat_name(seat)}: {bets}")


def show_deal(state: State, seat_name: Callable[[int], str], yours: Sequence[int]) -> None:
    """The cards after the deal: yours face up to you, the others face down."""
    assert state.round is not None
    for seat in sorted(state.round.stakes):
        cards = state.cards_at(f"seat {seat}")
        if seat in yours:
            say(f"  {seat_name(seat) + ':':<14}", cards_text(cards), hand_words(state, cards))
        elif cards:
            say(f"  {seat_name(seat) + ':':<14}", backs(len(cards)))
    if state.cards_at("dealer"):
        say(f"  {'Dealer:':<14}", backs(len(state.cards_at("dealer"))))
    if state.cards_at("community"):
        say(f"  {'Community:':<14}", board_text(state))


def explain_lines(lines: Sequence[Line], state: State) -> None:
    """Lines as sentences with their clauses."""
    if not lines:
        say("  There is nothing to explain yet.")
    for line in lines:
        say(f"  {explain_line(line, state.submission.regulation)}")
