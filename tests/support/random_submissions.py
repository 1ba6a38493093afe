"""Submissions and decks at random: everything that may be chosen is, and jackpots are everyday events."""

from __future__ import annotations

import random
from typing import Any

from feltlaw.cards import deck as full_deck
from feltlaw.regulation import Regulation, load
from feltlaw.table.state import State


def random_submission(rng: random.Random, name: str) -> dict[str, Any]:
    """A submission of a regulation with everything that may be chosen chosen at random."""
    law = load(name)
    methods = [
        (shuffle, deal.name)
        for shuffle in law.shuffles
        for deal in law.deals.values()
        if not deal.needs or shuffle in deal.needs
    ]
    shuffle, deal = rng.choice(methods)
    cards: dict[str, Any] = {"shuffle": shuffle, "deal": deal}
    if shuffle == "automated":
        cards["shuffler_counts_cards"] = rng.random() < 0.5
        cards["decks"] = rng.choice((1, 2))
    seats = rng.randint(1, law.seats.most)
    version = rng.choice(sorted(law.versions)) if law.versions else ""
    data: dict[str, Any] = {
        "regulation": name,
        "cards": cards,
        "limits": {
            "minimum": rng.choice((1, 5, 10)),
            "maximum": 500,
            "seats": seats,
            "adjacent_boxes": rng.randint(1, min(law.boxes.most, seats)),
        },
        "wagers": _random_wagers(rng, law, shuffle, version),
        "settlement": {},
        "automatic": {},
    }
    if version:
        data["version"] = {"pair_plus": version}
    for path, option in law.options.items():
        *tables, key = path.split(".")
        place = data["wagers"].get(tables[1]) if tables[0] == "wagers" else data[tables[0]]
        fits = all(cards.get(one) in allowed for one, allowed in option.needs.items())
        if place is not None and fits and option.values:
            place[key] = rng.choice(option.values)
    return data


def _random_wagers(
    rng: random.Random, law: Regulation, shuffle: str, version: str
) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for section, wagers in law.sections().items():
        wager = law.wagers[wagers[0]]
        if section == "cover_all" and shuffle == "manual":
            continue
        if not wager.always_offered and rng.random() < 0.35:
            continue
        found[section] = {}
        if wager.payouts.choice and wager.payouts.choice.section == section:
            fitting = [
                one for one in wager.payouts.tables.values() if not one.versions or version in one.versions
            ]
            table = rng.choice(fitting)
            found[section] = {"paytable": table.name} | (
                {"amount": table.amount // 100} if table.amount else {}
            )
    for rule in law.exclusive:
        for section in [one for one in rule.wagers if one in found][1:]:
            del found[section]
    return found


def random_order(rng: random.Random, state: State) -> list[int]:
    """A shuffled deck; every third one is laid out so that jackpots are everyday events.

    Then the first hands are suited runs from the ace down, and community cards go on with the first.
    """
    jokers = state.submission.regulation.deck.jokers
    order = [int(card) for card in full_deck(jokers)]
    rng.shuffle(order)
    if rng.random() < 0.65:
        return order
    law = state.submission.regulation.deal
    size = law.player.most
    stakes = state.round.facts.stakes if state.round else {}
    boxes = len(stakes) or len(state.seats) or rng.randint(1, 6)
    hands = boxes + (law.dealer is not None)
    first = rng.randrange(hands)
    for nth in range(rng.randint(1, 4)):
        hand = (first + nth) % hands
        spots = [hand * size + at for at in range(size)]
        if state.deal != "automated_shoe":
            spots = [hand + hands * at for at in range(size)]
        spots += [hands * size, hands * size + 1] if nth == 0 else []
        run = [card for card in sorted(range(52), reverse=True) if card % 4 == 3 - nth]
        for spot, card in zip(spots, run, strict=False):
            where = order.index(card)
            order[spot], order[where] = order[where], order[spot]
    return order
