"""An event in words, with the clause behind it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from feltlaw.audit.hiding import UNSEEN
from feltlaw.cards import Card, CardError, parse_cards, show
from feltlaw.event import Event, Person, event_json
from feltlaw.money import dollars, show_dollars
from feltlaw.regulation import Regulation
from feltlaw.regulation.vocabulary import STEPS
from feltlaw.table import RULES, State
from feltlaw.table.rule import words_of

_SPOKEN = {
    "open_table": "the table is opened",
    "close_table": "close the table",
    "stop_table": "a fault stopped the table",
    "resume_table": "let the table go on after a fault",
    "snapshot": "the state is saved",
    "ask": "ask for something that another person must confirm",
    "withdraw": "take a request back",
    "receive_deck": "bring a deck",
    "change_deck": "take a deck away",
    "order_shuffle": "order a new shuffle",
    "sit": "sit down",
    "leave": "leave",
    "come_back": "come back",
    "record_departure": "record that a player has gone",
    "bet": "bet",
    "ready": "wait for the deal",
    "return_wagers": "give wagers back",
    "resolve_chips": "settle a difference in the progressive chips",
    "deal": "deal",
    "time_out": "no answer in time",
    "report": "report an irregularity",
    "record_exposed_card": "record an exposed card",
    "void_round": "the round is void",
    "device_out_of_order": "put a device out of order",
    "device_repaired": "bring a device back into use",
    "rule_departed": "rule on a player who left",
    "rule_communication": "find that a player spoke about his hand",
    "resolve_light": "look up a wager whose light is off",
    "link_is_back": "a link is back",
    "correct": "put a payment right",
    "settle_player": "settle",
    "settle_rest": "settle what comes after all players",
    "release_cards": "release the winner's cards",
    "end_round": "the round is over",
}
"""What a step of the regulation does not say, or says for more than this event."""
_SILENT = {"step", "steps", "cite", "lines", "order", "secret", "submission", "digest", "regulation_digest"}
_SILENT |= {"carried", "continues", "accepted", "readings", "contributions", "first", "state", "request"}
_SILENT |= {"clauses", "interpretations", "equipment", "racked", "turn"}
"""Parts of an event that are shown in another way, or not at all."""
_FIRST = ("deck", "seat", "player", "kind", "wager", "answer", "amount_cents")


def describe(before: State, event: Event, data: Mapping[str, Any] | None = None) -> str:
    """Who did what, in one sentence: `dealer dee: deal; the ace of spades to seat 1`.

    `data` is what may be told of the event, where that is not all of it. A record that was made up may hold
    anything; what makes no sense is said to make none.
    """
    regulation = before.submission.regulation
    told = dict(event_json(event)["data"] if data is None else data)
    done = _SPOKEN.get(event.kind) or STEPS.get(event.kind) or plain(event.kind)
    try:
        backs = before.submission.cards.deck_backs
        if type(told.get("deck")) is int:
            told["deck"] = f"the {backs[told['deck']]} deck"
        if told.get("player") == event.by.account:
            del told["player"]
        if "shown" in told:
            told.pop("seat", None)
        details = [*_details(regulation, told), *_lines(regulation, told)]
    except Exception:  # whatever a made-up event brings about
        details = ["with data that makes no sense"]
    second = f" (confirmed by {_person(event.confirmed_by)})" if event.confirmed_by else ""
    return f"{_person(event.by)}{second}: {'; '.join([done, *details])}"


def clauses_of(before: State, event: Event) -> list[str]:
    """The clauses and interpretations an event rests on: its own, those of what it settles, or the step's."""
    cites = [line.cite for line in getattr(event.data, "lines", ())]
    own = getattr(event.data, "cite", None)
    cites = [own, *cites] if own is not None else cites
    found = [clause for cite in cites for clause in cite.clauses]
    found += [one for cite in cites for one in cite.interpretations]
    rule = RULES.get(event.kind)
    if found or rule is None:
        return list(dict.fromkeys(found))
    cite = words_of(before, rule)[1]
    return [*cite.clauses, *cite.interpretations]


def plain(word: str) -> str:
    return word.replace("_", " ")


def _person(by: Person) -> str:
    if by.role == "device":
        return "table"
    return by.account if by.role in ("player", by.account) else f"{by.role} {by.account}"


def _details(regulation: Regulation, data: Mapping[str, Any]) -> list[str]:
    found = []
    for key, value in sorted(data.items(), key=lambda item: (_place(item[0]), item[0])):
        if key in _SILENT or value is False or value in ([], {}, "", None):
            continue
        tell = _TOLD.get(key)
        found.append(tell(regulation, value) if tell else f"{plain(key)} {_value(value)}")
    return found


def _place(key: str) -> int:
    return _FIRST.index(key) if key in _FIRST else len(_FIRST)


def _value(value: object) -> str:
    if value is True:
        return "yes"
    if isinstance(value, list):
        return ", ".join(_value(one) for one in value)
    if isinstance(value, Mapping):
        return ", ".join(
            f"{plain(str(key))} {_value(one)}" for key, one in value.items() if key not in _SILENT
        )
    return plain(str(value))


def _title(regulation: Regulation, wager: str) -> str:
    named = regulation.wagers.get(wager) or regulation.awards.get(wager)
    return named.title if named else wager


def _names(cards: object) -> str:
    """Cards by their names; what lies face down, and what is no card, is said so."""
    written = [str(one) for one in cards] if isinstance(cards, list) else [str(cards)]
    return ", ".join(_name(one) for one in written)


def _name(text: str) -> str:
    if text in (UNSEEN, "None"):
        return "a card face down"
    try:
        return ", ".join(f"the {card.name}" for card in parse_cards(text)) or text
    except CardError:
        return text


def _where(place: str) -> str:
    group, _, seat = place.partition(" ")
    return f"seat {seat}" if group == "player" and seat else place


def _dealt(regulation: Regulation, to: list[Mapping[str, Any]]) -> str:
    if all(one.get("card") in (UNSEEN, None) for one in to):
        counts: dict[str, int] = {}
        for one in to:
            counts[one["place"]] = counts.get(one["place"], 0) + 1
        return ", ".join(
            f"{many} card{'' if many == 1 else 's'} to {_where(one)}" for one, many in counts.items()
        )
    return ", ".join(f"{_name(str(one.get('card')))} to {_where(one['place'])}" for one in to)


def _staked(regulation: Regulation, wagers: Mapping[str, int]) -> str:
    return ", ".join(f"{_title(regulation, wager)} {show_dollars(cents)}" for wager, cents in wagers.items())


def _sum(cents: Mapping[str, int] | int) -> str:
    return show_dollars(cents if isinstance(cents, int) else sum(cents.values()))


def _answered(regulation: Regulation, answer: Mapping[str, Any]) -> str:
    times = f" {answer['times']}x" if answer.get("times") else ""
    cents = answer.get("amount_cents", 0)
    staked = f", {_title(regulation, answer['wager'])} {show_dollars(cents)}" if cents else ""
    three = f", three-card hand {_names(answer['three'])}" if answer.get("three") else ""
    return f'says "{answer["word"]}{times}"{staked}{three}'


def _sealed(regulation: Regulation, sealed: Mapping[str, Any]) -> str:
    told = f"the order of the cards, sealed as {sealed['root'][:16]}…"
    if "order" in sealed:
        told += f"; from the top: {show(Card(number) for number in sealed['order'])}"
    return told


def _shown(regulation: Regulation, shown: Any) -> str:
    every = shown if isinstance(shown, list) else [shown]
    return "; ".join(f"{_where(one['place'])}: {_names(one['cards'])}" for one in every)


_TOLD: Mapping[str, Callable[[Regulation, Any], str]] = {
    "deck": lambda _, deck: str(deck),
    "amount_cents": lambda _, cents: show_dollars(cents),
    "kept_cents": lambda _, kept: f"{_sum(kept)} kept at the cage",
    "short_cents": lambda _, cents: f"{show_dollars(cents)} could not be taken back",
    "wager": _title,
    "wagers_cents": _staked,
    "wagers": lambda _, wagers: f"{wagers} wagers",
    "answer": _answered,
    "to": lambda law, to: _dealt(law, to) if isinstance(to, list) else f"to the {to}",
    "card": lambda _, card: _names(card),
    "cards": lambda _, cards: f"{cards} cards" if isinstance(cards, int) else _names(cards),
    "hand": lambda _, cards: _names(cards),
    "sealed": _sealed,
    "shown": _shown,
    "place": lambda _, place: _where(str(place)),
    "mid_round": lambda _, __: "in the middle of a round",
    "preshuffled": lambda _, __: "preshuffled",
    "house_way": lambda _, __: "set the house way",
    "absent": lambda _, __: "nobody answered, and this counts",
    "complete": lambda _, __: "the deal is complete",
    "light": lambda _, __: "the light is lit",
    "removed": lambda _, __: "the deck leaves the table",
    "seat": lambda _, seat: f"seat {seat}" if seat else "all boxes",
}


def _lines(regulation: Regulation, data: Mapping[str, Any]) -> list[str]:
    """What was settled, and how the cards were racked."""
    found = []
    last = None
    for line in data.get("lines", ()):
        net = line["paid_cents"] + line["returned_cents"] - line["stake_cents"]
        where = "" if line["seat"] == last else f"seat {line['seat']}: "
        last = line["seat"]
        found.append(f"{where}{_title(regulation, line['id'])} {line['result']} {dollars(net)}")
    for item in data.get("order", ()):
        if isinstance(item, Mapping):
            found.append(f"{_where(item['place'])} {_names(item['cards'])}")
    return found
