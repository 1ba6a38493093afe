"""Hypothesis strategies: random legal submissions, and random legal rounds, for all five games.

What a table may offer is read from the regulation; how wagers, cards and decisions go together is written
down here once more, so that a round is legal by construction and a refusal of one is a fault. Cards are not
dealt fairly: a deck often starts with a run, with fours or with one colour, so jackpots are everyday events.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from feltlaw import load, regulation_ids
from feltlaw.cards import Card, deck, show
from feltlaw.money import Amount, dollars
from feltlaw.paytable import Paytable
from feltlaw.regulation import Regulation
from feltlaw.regulation.model import Award, Option, Wager
from feltlaw.submission import Submission

Data = dict[str, Any]

VOID_KINDS = ("cards_face_up", "wrong_number_of_cards", "shoe_jam", "wrong_deck_count")
"""Irregularities that void the round in every one of the five games."""
MOSTLY = st.sampled_from((True, True, True, False))


@dataclass(frozen=True)
class Freedom:
    """What a random submission or round may do beyond the ordinary."""

    rulings: bool = True
    coupons: bool = True
    odd_money: bool = True
    """Odd stakes, breakage units, payout limits, fixed sums: what keeps payouts from being in proportion."""


ALL = Freedom()


def submissions(regulation: str, freedom: Freedom = ALL) -> SearchStrategy[Data]:
    """Submissions of one regulation: methods, limits, version, wagers on offer, paytables and options."""
    return _submissions(regulation, freedom)


def scenarios(regulation: str | None = None, freedom: Freedom = ALL) -> SearchStrategy[Data]:
    """Scenarios of the contract, every one of them legal, of one regulation or of all."""
    if regulation is not None:
        return _scenarios(regulation, freedom)
    return st.sampled_from(regulation_ids()).flatmap(lambda name: _scenarios(name, freedom))


@st.composite
def _submissions(draw: DrawFn, regulation: str, freedom: Freedom) -> Data:
    law = load(regulation)
    shuffle, deal = draw(st.sampled_from(_methods(regulation)))
    version = draw(st.sampled_from(sorted(law.versions))) if law.versions else ""
    boxes = draw(st.integers(1, law.boxes.most))
    minimum = draw(st.sampled_from((1, 5, 10))) if freedom.odd_money else 2
    data: Data = {
        "regulation": regulation,
        "cards": {"shuffle": shuffle, "deal": deal, "shuffler_counts_cards": shuffle != "manual"},
        "limits": {"minimum": minimum, "maximum": 20_000, "adjacent_boxes": boxes},
        "wagers": {},
        "settlement": {},
    }
    if version:
        data["version"] = {"pair_plus": version}
    if law.payout_limit and freedom.odd_money and draw(st.booleans()):
        data["limits"]["payout_limit"] = draw(st.sampled_from((50_000, 60_000)))
    offered = {name for name in law.sections() if _always(law, name) or draw(MOSTLY)}
    for rule in law.exclusive:
        offered -= set(draw(st.permutations(rule.wagers))[1:])
    if shuffle != "automated":
        offered.discard("cover_all")
    for section in sorted(offered):
        data["wagers"][section] = _section(draw, law, section, version, freedom)
    for path, option in law.options.items():
        *table, key = path.split(".")
        place = data["wagers"].get(table[-1]) if table[0] == "wagers" else data.get(table[0])
        if table[0] == "cards" or place is None or option.kind != "choice" or key in place:
            continue
        place[key] = _value(draw, option, freedom)
    return data


def _value(draw: DrawFn, option: Option, freedom: Freedom) -> object:
    free = {"settlement.breakage_unit": freedom.odd_money, "wagers.ante.match_play": freedom.coupons}
    if not free.get(option.path, True):
        return option.default
    return draw(st.sampled_from(option.values))


@cache
def _methods(regulation: str) -> tuple[tuple[str, str], ...]:
    law = load(regulation)
    return tuple(
        (shuffle, deal.name)
        for deal in law.deals.values()
        for shuffle in law.shuffles
        if not deal.needs or shuffle in deal.needs
    )


def _always(law: Regulation, section: str) -> bool:
    return any(law.wagers[wager].always_offered for wager in law.sections()[section])


def _section(draw: DrawFn, law: Regulation, section: str, version: str, freedom: Freedom) -> Data:
    """The keys of one `[wagers.<section>]`: paytable, optional rows, amount."""
    found: Data = {}
    wagers = [law.wagers[name] for name in law.sections()[section]]
    awards = [award for award in law.awards.values() if award.stake_of[0] in law.sections()[section]]
    amount = None
    sources: list[Wager | Award] = [*wagers, *awards]
    for source in sources:
        chosen = _paytable(draw, source, version, freedom)
        if chosen and source.payouts.choice:
            found[source.payouts.choice.key] = chosen.name
            amount = chosen.amount
        for row in source.payouts.optional_rows.values():
            if (not row.versions or version in row.versions) and draw(st.booleans()):
                found[row.key] = str(row.at_least)
    if wagers[0].stake.kind == "fixed":
        if not freedom.odd_money:
            found["amount"] = 1
        elif amount is None and f"wagers.{section}.envy_scale" in law.options and draw(st.booleans()):
            found |= {"envy_scale": "linear", "amount": draw(st.sampled_from((2, 3, 10)))}
        else:
            found["amount"] = amount // 100 if amount else draw(st.sampled_from((1, 5)))
    return found


def _paytable(draw: DrawFn, source: Wager | Award, version: str, freedom: Freedom) -> Paytable | None:
    named = [
        table
        for table in source.payouts.tables.values()
        if table.name and (not table.versions or version in table.versions)
    ]
    if not freedom.odd_money:
        fixed = [t for t in named if t.amount or any(isinstance(r.pays, Amount) for r in t.rows.values())]
        named = [table for table in named if table not in fixed]
    return draw(st.sampled_from(named)) if named and source.payouts.choice else None


@st.composite
def _scenarios(draw: DrawFn, regulation: str, freedom: Freedom) -> Data:
    data = draw(_submissions(regulation, freedom))
    submission = Submission.from_data(data)
    law = submission.regulation
    seats: list[Data] = [{"seat": number, "player": name} for number, name in _people(draw, submission)]
    people = {seat["player"] for seat in seats}
    for seat in seats:
        seat["wagers"] = _stakes(draw, submission, freedom, pot=len(people) > 1)
    found: Data = {"submission": data, "seats": seats}
    _deal(draw, submission, found)
    for seat in seats:
        decisions = _decisions(draw, law, seat)
        if decisions:
            seat["decisions"] = decisions
    if freedom.rulings:
        _rule(draw, submission, seats)
    if submission.option("wagers.ante.match_play") is True and draw(st.booleans()):
        seat = draw(st.sampled_from(seats))
        seat["match_play"] = draw(st.sampled_from([w for w in ("ante", "pair_plus") if w in seat["wagers"]]))
    draws = _draws(draw, submission, seats)
    if draws:
        found["draws"] = draws
    meters = {offered.wager.meter: offered.levels for offered in submission.wagers.values() if offered.levels}
    if draw(st.booleans()) and meters:
        found["meters"] = {
            name: {level: dollars(draw(st.integers(0, 50_000_00))) for level in levels}
            for name, levels in meters.items()
        }
    return found


def _people(draw: DrawFn, submission: Submission) -> list[tuple[int, str]]:
    """Seats and who sits there; neighbours may be one person, up to the boxes allowed."""
    most = submission.limits.seats
    taken = draw(st.lists(MOSTLY, min_size=most, max_size=most))
    numbers = [number for number, sits in enumerate(taken, 1) if sits] or [most]
    found: list[tuple[int, str]] = []
    for number in numbers:
        name = f"player {number}"
        if found and found[-1][0] == number - 1 and draw(MOSTLY):
            held = [one for one, who in found if who == found[-1][1]]
            name = found[-1][1] if len(held) < submission.limits.adjacent_boxes else name
        found.append((number, name))
    return found


def _stakes(draw: DrawFn, submission: Submission, freedom: Freedom, *, pot: bool) -> Data:
    law = submission.regulation
    low = submission.limits.minimum
    amounts = st.integers(1, 40).map(lambda times: times * low)
    if freedom.odd_money:
        amounts |= st.integers(low, 20 * low) | st.sampled_from((5_000_00, 10_000_00, 20_000_00))
    stakes: dict[str, int] = {}
    wanted = law.deal.to.wagers
    if not law.deal.to.all_of_them:
        wanted = tuple(sorted(draw(st.sets(st.sampled_from(wanted), min_size=1))))
    if "blind" in law.wagers:
        stakes["ante"] = stakes["blind"] = draw(amounts)
    elif submission.version in ("", "optional"):
        stakes |= {wager: draw(amounts) for wager in wanted}
    else:
        stakes["ante"] = draw(amounts)
        times = {"ante_covers": 1, "ante_covers_half": 2, "compulsory": 5}[submission.version]
        if submission.version == "compulsory" or draw(st.booleans()):
            stakes["pair_plus"] = min(20_000_00, stakes["ante"] * draw(st.integers(1, times)))
    for name, offered in submission.wagers.items():
        kind, needs = offered.wager.stake.kind, offered.wager.requires
        if name == "pot":
            if pot:
                stakes[name] = low
        elif needs is None or name in stakes or kind == "decision":
            continue
        elif any(wager in stakes for wager in needs.wagers) and draw(MOSTLY):
            stakes[name] = offered.minimum if kind == "fixed" else draw(amounts)
    return {wager: dollars(cents) for wager, cents in stakes.items()}


def _deal(draw: DrawFn, submission: Submission, found: Data) -> None:
    """Puts cards where they are due; the front of the deck goes to places in any order."""
    law = submission.regulation
    staked = {wager for seat in found["seats"] for wager in seat["wagers"]}
    places: list[tuple[Data, str, int]] = [(seat, "cards", law.deal.player.most) for seat in found["seats"]]
    if law.deal.dealer:
        places.append((found, "dealer", law.deal.dealer.most))
    together = submission.option("wagers.pair_bonus.community_card") is True
    for extra in law.deal.extra:
        if extra.what == "community" and (not extra.wagers or staked & set(extra.wagers)):
            if not extra.when or together:
                places.append((found, "community", extra.cards))
        elif extra.what == "fourth" and not together:
            places += [(s, "fourth", 1) for s in found["seats"] if set(extra.wagers) & set(s["wagers"])]
    cards = _cards(draw, law.deck.jokers)
    for at in draw(st.permutations(range(len(places)))):
        place, key, count = places[at]
        place[key] = show(cards[:count])
        del cards[:count]


def _cards(draw: DrawFn, jokers: int) -> list[Card]:
    rest = random.Random(draw(st.integers(0, 2**32)))
    cards = list(deck(jokers))
    rest.shuffle(cards)
    kind = draw(st.sampled_from(("fair", "runs", "fours", "colour")))
    suits = draw(st.permutations("cdhs")) if kind == "runs" else []
    low = draw(st.integers(3, 13))
    order: dict[str, Any] = {
        "fair": lambda card: 0,
        "runs": lambda card: (not card.is_joker and suits.index(card.suit), -card.rank // low, -card.rank),
        "fours": lambda card: -card.rank % low,
        "colour": lambda card: card.is_red,
    }
    return sorted(cards, key=order[kind])


def _decisions(draw: DrawFn, law: Regulation, seat: Mapping[str, Any]) -> list[str]:
    if "ante" not in seat["wagers"]:
        return []
    said: list[str] = []
    for decision in law.decisions:
        act = draw(st.sampled_from(decision.acts))
        if act.sets:
            three = draw(st.permutations(seat["cards"].split()))[:3]
            return [f"{act.say} {' '.join(three)}"] if draw(st.booleans()) else []
        said.append(act.say)
        if act.play or act.fold or act.surrender:
            break
    return said


def _rule(draw: DrawFn, submission: Submission, seats: Sequence[Data]) -> None:
    """Sometimes a floorperson's ruling on one person, whose last decisions may then be missing."""
    rulings = ["left"]
    if submission.option("settlement.departed_player") == "forfeit":
        rulings.append("abandoned")
    if any(step.do == "no_talking" for step in submission.regulation.steps):
        rulings.append("communicated")
    if draw(st.integers(0, 3)):
        return
    person, ruling = draw(st.sampled_from(seats))["player"], draw(st.sampled_from(rulings))
    for seat in seats:
        if seat["player"] == person:
            seat["ruling"] = ruling
            if "decisions" in seat:
                seat["decisions"] = seat["decisions"][: draw(st.integers(0, len(seat["decisions"])))]


def _draws(draw: DrawFn, submission: Submission, seats: Sequence[Data]) -> Data:
    found: Data = {}
    if submission.option("wagers.five_card_hand_bonus.magic_card") is True and draw(MOSTLY):
        found["magic_card"] = str(draw(st.sampled_from(deck())))
    if submission.option("wagers.five_card_hand_bonus.lucky_bonus") is True and draw(MOSTLY):
        positions: list[int | str] = [*range(1, submission.limits.seats + 1), "dealer"]
        if submission.option("wagers.five_card_hand_bonus.lucky_positions") == "staked":
            staked = {
                f"{wager.rpartition('_')[2]} {seat['seat']}" for seat in seats for wager in seat["wagers"]
            }
            on_dealer = any(one.startswith("dealer ") for one in staked)
            positions = [
                one for one in positions if f"player {one}" in staked or (one == "dealer" and on_dealer)
            ]
        if positions:
            found["lucky_position"] = draw(st.sampled_from(positions))
    return found
