"""What each person may see, built up from nothing: a card is in a view because a rule showed it.

Nobody's view holds a card that lies face down, but for a player's own hand once the deal is complete.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from feltlaw.money import dollars
from feltlaw.ranking.poker import NOTHING
from feltlaw.settlement import Line
from feltlaw.settlement.pad import Pad
from feltlaw.table import Offer, Person, State, legal_for
from feltlaw.table.awarding import uses
from feltlaw.table.money import all_stakes
from feltlaw.table.outcome import round_of
from feltlaw.table.state import RoundState

VIEWERS = ("player", "dealer", "floorperson", "auditor", "onlooker")


def view(state: State, role: str, name: str = "") -> dict[str, Any]:
    """The table as a person sees it; for a player, `name` says which one."""
    if role not in VIEWERS:
        raise ValueError(f"there is no view for a {role}; there are {', '.join(VIEWERS)}")
    found = _public(state)
    if role == "player":
        found["you"] = _yourself(state, name)
    if role in ("dealer", "floorperson", "auditor"):
        found["decks"] = _decks(state)
        found["tray"] = dollars(state.tray)
        found["out_of_order"] = dict(state.out_of_order)
    found["legal"] = [_offer(offer) for offer in legal_for(state, Person(role, name))]
    return found


def _public(state: State) -> dict[str, Any]:
    """What anybody standing by can see."""
    found: dict[str, Any] = {
        "regulation": state.submission.regulation.id,
        "table": state.submission.table,
        "phase": state.phase,
        "rounds": state.rounds,
        "limits": {
            "minimum": dollars(state.submission.limits.minimum),
            "maximum": dollars(state.submission.limits.maximum),
        },
        "players": {
            player.name: {"seats": list(player.seats), "chips": dollars(player.chips), "left": player.left}
            for player in state.players.values()
        },
        "meters": {
            name: {level: dollars(facts.amount) for level, facts in meter.levels.items()}
            for name, meter in state.meters.items()
        },
    }
    if state.deck is not None:
        found["deck"] = {
            "back": state.deck.back,
            "stage": state.deck.stage,
            "commitment": state.deck.commitment,
        }
    if state.round is not None:
        found["round"] = _round(state, state.round)
    return found


def _round(state: State, round_: RoundState) -> dict[str, Any]:
    shown = {place: [str(card) for card in cards] for place, cards in face_up(state).items()}
    lying: dict[str, int] = {}
    for dealt in round_.dealt:
        if dealt.place not in round_.racked:
            lying[dealt.place] = lying.get(dealt.place, 0) + 1
    settled = []
    if round_.settlement is not None:
        settled = [
            _line(state, round_, line)
            for line in round_.settlement.lines
            if line.turn in round_.settled_turns
        ]
    return {
        "number": round_.number,
        "stakes": {
            str(seat): {wager: dollars(cents) for wager, cents in all_stakes(state, seat).items()}
            for seat in sorted(round_.stakes)
        },
        "seats": {str(seat): name for seat, name in sorted(round_.players.items())},
        "cards": dict(sorted(lying.items())),
        "face_up": dict(sorted(shown.items())),
        "decisions": {str(seat): _spoken(words) for seat, words in sorted(round_.decisions.items())},
        "draws": dict(round_.draws),
        "settled": settled,
        "void": round_.void,
        "irregularities": list(round_.irregularities),
        "ended": round_.ended,
    }


def _line(state: State, round_: RoundState, line: Line) -> dict[str, Any]:
    """A settled line, with the hand behind it where all its cards have been seen."""
    found = {**without_unseen(state, line).to_json(), "seat": line.seat}
    fourth = round_.community_up if state.cards_at("community") else line.seat in round_.fourths_up
    seen = {
        "player": (line.for_seat or line.seat) in round_.turned_up,
        "dealer": round_.dealer_up,
        "community": round_.community_up,
        "fourth": fourth,
        "every_hand": round_.dealer_up,
    }
    if not all(seen[group] for group in uses(state, line)):
        found.pop("hand", None)
    return found


def without_unseen(state: State, line: Line) -> Line:
    """A line on the highest hand at the table, without what not everybody has seen.

    A folded hand may have been looked at and racked (I-100). Of a line that wins, those who hold that hand
    unseen are left out: one of them lies face up. Of a line that loses, the hand is left out unless all that
    count were seen, for nobody knows that the racked one is lower.
    """
    round_ = state.round
    if round_ is None or not line.held_by:
        return line
    if line.result == "win":
        return replace(line, held_by=tuple(one for one in line.held_by if one in (0, *round_.turned_up)))
    pad = Pad(round_of(state))
    counted = [played.number for played in pad.seats if pad.counts_at_table(played)]
    if all(seat in round_.turned_up for seat in counted):
        return line
    return replace(line, hand="", held_by=(), outcome=NOTHING)


def _spoken(words: tuple[str, ...]) -> list[str]:
    """Decisions are spoken aloud; how a hand was set lies face down."""
    return ["set" if word.startswith("set") else word for word in words]


def face_up(state: State) -> dict[str, tuple[Any, ...]]:
    """The cards that lie face up on the table now, by place."""
    round_ = state.round
    if round_ is None:
        return {}
    found: dict[str, tuple[Any, ...]] = {}
    for seat in round_.turned_up:
        found[f"seat {seat}"] = state.cards_at(f"seat {seat}")
    for seat in round_.fourths_up:
        found[f"fourth {seat}"] = state.cards_at(f"fourth {seat}")
    if round_.dealer_up:
        found["dealer"] = state.cards_at("dealer")
    if round_.community_up:
        found["community"] = state.cards_at("community")[: round_.community_up]
    found_up = state.cards_at("found face up")
    if found_up:
        found["found face up"] = found_up
    return found


def _yourself(state: State, name: str) -> dict[str, Any]:
    """A player's own hands, from the moment he may look at them, and his money."""
    player = state.players.get(name)
    hands: dict[str, list[str]] = {}
    round_ = state.round
    if round_ is not None and player is not None and round_.examined:
        for seat, owner in sorted(round_.players.items()):
            if owner == name and state.cards_at(f"seat {seat}"):
                hands[str(seat)] = [str(card) for card in state.cards_at(f"seat {seat}")]
    return {
        "name": name,
        "seats": list(player.seats) if player else [],
        "chips": dollars(player.chips) if player else "0.00",
        "held": dollars(player.held) if player else "0.00",
        "hands": hands,
    }


def _decks(state: State) -> list[dict[str, Any] | None]:
    return [
        None
        if deck is None
        else {
            "back": deck.back,
            "stage": deck.stage,
            "opened_at": deck.opened_at,
            "preshuffled": deck.preshuffled,
            "rounds_since_count": deck.uncounted_rounds,
            "commitment": deck.commitment,
        }
        for deck in state.decks
    ]


def _offer(offer: Offer) -> dict[str, Any]:
    """What may be done. Examples of cards are left out: they would tell which ones are still in the deck."""
    data = {key: value for key, value in offer.data.items() if key not in ("order", "nonce", "cards", "card")}
    return {
        "do": offer.do,
        "who": offer.who,
        "data": data,
        "text": offer.text,
        "clauses": list(offer.cite.clauses),
    }
