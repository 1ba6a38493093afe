"""An event in words, with the clause behind it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from feltlaw.cards import Card, CardError, parse_cards, show
from feltlaw.money import show_dollars
from feltlaw.regulation import Regulation
from feltlaw.regulation.vocabulary import STEPS
from feltlaw.table import RULES, Event, State
from feltlaw.table.rule import words_of

_SPOKEN = {
    "receive_deck": "bring a deck",
    "change_deck": "take a deck away",
    "order_shuffle": "order a new shuffle",
    "sit": "sit down",
    "leave": "leave",
    "bet": "bet",
    "take_back": "take a wager back",
    "resolve_chips": "settle a difference in the progressive chips",
    "deal": "deal",
    "report": "report an irregularity",
    "record_exposed_card": "record an exposed card",
    "void_round": "the round is void",
    "device_out_of_order": "put a device out of order",
    "rule_departed": "rule on a player who left",
    "rule_communication": "find that a player spoke about his hand",
    "settle_player": "settle",
    "settle_rest": "settle what comes after all players",
    "release_cards": "release the winner's cards",
    "end_round": "the round is over",
}
"""What a step of the regulation does not say, or says for more than this event."""
_SILENT = {"step", "clauses", "nonce", "accepted", "lines", "order"}
"""Parts of an event that are shown in another way, or not at all."""
_FIRST = ("deck", "seat", "kind", "wager", "say", "amount")


def describe(before: State, event: Event) -> str:
    """Who did what, in one sentence: `dealer Dee: deal; the ace of spades to seat 1`.

    A log that was made up may hold anything; what makes no sense is said to make none.
    """
    regulation, backs = before.submission.regulation, before.submission.cards.deck_backs
    data = dict(event.data)
    deck = data.get("deck")
    if type(deck) is int and 0 <= deck < len(backs):
        data["deck"] = f"the {backs[deck]} deck"
    done = _SPOKEN.get(event.kind) or STEPS.get(event.kind) or _plain(event.kind)
    try:
        details = [*_details(regulation, data), *_lines(regulation, data)]
    except Exception:  # whatever a made-up event brings about
        details = ["with data that makes no sense"]
    return f"{_who(event)}: {'; '.join([done, *details])}"


def clauses_of(before: State, event: Event) -> list[str]:
    """The clauses and interpretations an event rests on: its own, those of what it settles, or the step's."""
    lines = [line for line in _list(event.data.get("lines")) if isinstance(line, Mapping)]
    own = _texts(event.data.get("clauses"))
    own += [clause for line in lines for clause in _texts(line.get("clauses"))]
    own += [one for line in lines for one in _texts(line.get("interpretations"))]
    rule = RULES.get(event.kind)
    if own or rule is None:
        return list(dict.fromkeys(own))
    cite = words_of(before, rule)[1]
    return [*cite.clauses, *cite.interpretations]


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _texts(value: object) -> list[str]:
    return [one for one in _list(value) if isinstance(one, str)]


def _who(event: Event) -> str:
    if event.by.role == "device":
        return "table"
    return event.by.name if event.by.role == "player" else f"{event.by.role} {event.by.name}"


def _plain(word: str) -> str:
    return word.replace("_", " ")


def _details(regulation: Regulation, data: Mapping[str, Any]) -> list[str]:
    found = []
    for key, value in sorted(data.items(), key=lambda item: (_place(item[0]), item[0])):
        if key in _SILENT or value is False or value in ((), [], {}, "", None):
            continue
        tell = _TOLD.get(key)
        found.append(tell(regulation, value) if tell else f"{_plain(key)} {_value(value)}")
    return found


def _place(key: str) -> int:
    return _FIRST.index(key) if key in _FIRST else len(_FIRST)


def _value(value: object) -> str:
    if value is True:
        return "yes"
    if isinstance(value, list):
        return ", ".join(_value(one) for one in value)
    if isinstance(value, Mapping):
        return ", ".join(f"{_plain(str(key))} {_value(one)}" for key, one in value.items())
    return _plain(str(value))


def _title(regulation: Regulation, wager: str) -> str:
    named = regulation.wagers.get(wager) or regulation.awards.get(wager)
    return named.title if named else wager


def _names(text: object) -> str:
    """Cards by their names; what is no card stays as it is."""
    written = " ".join(str(one) for one in text) if isinstance(text, list) else str(text)
    try:
        return ", ".join(card.name for card in parse_cards(written)) or written
    except CardError:
        return written


def _dealt(regulation: Regulation, places: list[Mapping[str, str]]) -> str:
    return ", ".join(f"the {_names(one['card'])} to {one['place']}" for one in places)


def _forfeited(regulation: Regulation, seats: Mapping[str, list[str]]) -> str:
    taken = [
        f"from seat {seat} {', '.join(_title(regulation, wager) for wager in wagers)}"
        for seat, wagers in seats.items()
        if wagers
    ]
    return "; ".join(taken) or "no wager"


_TOLD: Mapping[str, Callable[[Regulation, Any], str]] = {
    "deck": lambda _, deck: str(deck),
    "amount": lambda _, cents: show_dollars(cents),
    "wager": _title,
    "say": lambda _, words: f'says "{words}"',
    "to": _dealt,
    "card": lambda _, card: f"the {_names(card)}",
    "cards": lambda _, cards: f"{cards} cards" if isinstance(cards, int) else _names(cards),
    "forfeited": _forfeited,
    "commitment": lambda _, own: f"the order of the cards, committed to as {own[:16]}…",
    "mid_round": lambda _, __: "in the middle of a round",
    "preshuffled": lambda _, __: "preshuffled",
    "house_way": lambda _, __: "set the house way",
    "magic_card": lambda _, card: f"the magic card is the {_names(card)}",
    "lucky_position": lambda _, seat: f"the lucky position is {seat}",
    "pot_returned": lambda _, seats: f"the Pot goes back to seat {', '.join(map(str, seats))}",
    "light": lambda _, __: "the light is lit",
    "right": lambda _, __: "the count is right",
}


def _lines(regulation: Regulation, data: Mapping[str, Any]) -> list[str]:
    """What was settled, and how the cards were racked."""
    found = []
    for line in data.get("lines", ()):
        title = _title(regulation, line.get("wager") or line.get("award", ""))
        where = "" if "seat" in data else f"seat {line['seat']} "
        found.append(f"{where}{title} {line['result']} {line['net']}")
    for item in data.get("order", ()):
        if isinstance(item, Mapping):
            found.append(f"{item['place']} {_names(item['cards'])}")
    if "order" in data and "commitment" in data:
        found.append(f"from the top: {show(Card(number) for number in data['order'])}")
    return found
