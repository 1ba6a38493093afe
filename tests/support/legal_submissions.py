"""Random submissions that obey their regulation, and random rubbish that does not."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from hypothesis import strategies as st

from feltlaw.money import Odds, dollars
from feltlaw.regulation import Option, Regulation, Wager, load
from feltlaw.regulation.model import Payouts
from tests.support.submissions import REGULATIONS

CENTS = st.integers(1, 10**9)
NAMES = st.text("abcdefghij -_éß7", min_size=1, max_size=20).filter(lambda text: text.strip() != "")
COLOURS = ("red", "blue", "green", "Black", "orange")


def money(cents: int) -> st.SearchStrategy[object]:
    """The ways of writing an amount."""
    ways: list[object] = [dollars(cents), Decimal(dollars(cents))]
    return st.sampled_from([*ways, cents // 100] if cents % 100 == 0 else ways)


class Draw:
    """One submission being drawn; a key that may be left out sometimes is."""

    def __init__(self, draw: st.DrawFn, regulation: Regulation) -> None:
        self.draw = draw
        self.regulation = regulation
        self.data: dict[str, Any] = {"regulation": regulation.id}

    def one_of(self, values: Any) -> Any:
        return self.draw(st.sampled_from(list(values)))

    def maybe(self, section: dict[str, Any], key: str, strategy: st.SearchStrategy[Any]) -> None:
        if self.draw(st.booleans()):
            section[key] = self.draw(strategy)

    def cards(self) -> dict[str, Any]:
        regulation, cards = self.regulation, {}
        shuffle = cards["shuffle"] = self.one_of(regulation.shuffles)
        deals = [one.name for one in regulation.deals.values() if not one.needs or shuffle in one.needs]
        cards["deal"] = self.one_of(deals)
        if shuffle == "automated":
            cards["shuffler_counts_cards"] = self.one_of((True, False))
        decks = cards["decks"] = self.one_of((1, 2) if shuffle in regulation.deck.second_needs else (1,))
        backs = self.draw(st.permutations(COLOURS))
        self.maybe(cards, "deck_backs", st.just(backs[:decks]))
        self.maybe(cards, "cover_card", st.sampled_from(("white", "violet")))
        return cards

    def limits(self) -> dict[str, Any]:
        low, high = sorted((self.draw(CENTS), self.draw(CENTS)))
        limits: dict[str, Any] = {"minimum": self.draw(money(low)), "maximum": self.draw(money(high))}
        limits["seats"] = self.one_of(range(1, self.regulation.seats.most + 1))
        limits["adjacent_boxes"] = self.one_of(range(1, min(self.regulation.boxes.most, limits["seats"]) + 1))
        if self.regulation.payout_limit:
            self.maybe(limits, "payout_limit", st.integers(12 * 6 * 10**7, 10**11))
        return limits

    def options(self, parent: str, section: dict[str, Any], cards: dict[str, Any]) -> None:
        for path, option in self.regulation.options.items():
            if path.rpartition(".")[0] == parent and all(
                cards[name] in allowed for name, allowed in option.needs.items()
            ):
                self.maybe(section, path.rpartition(".")[2], self.values(option))

    def values(self, option: Option) -> st.SearchStrategy[Any]:
        if option.kind == "chance":
            return st.builds(lambda top, more: f"{top}/{top + more}", st.integers(0, 99), st.integers(1, 99))
        if option.kind == "seconds":
            return st.integers(0, 3600)
        return st.sampled_from(option.values)

    def tables(self, payouts: Payouts, sections: dict[str, dict[str, Any]], version: str) -> None:
        fitting = [one for one in payouts.tables.values() if not one.versions or version in one.versions]
        if payouts.choice and fitting[0].name:
            section = sections.setdefault(payouts.choice.section, {})
            self.maybe(section, payouts.choice.key, st.sampled_from([one.name for one in fitting]))
        for row in payouts.optional_rows.values():
            if payouts.choice and (not row.versions or version in row.versions):
                odds = st.integers(row.at_least.win, 1000).map(lambda win: f"{win} to 1")
                self.maybe(sections.setdefault(payouts.choice.section, {}), row.key, odds)
        if payouts.posted:
            self.maybe(sections["pair_plus"], "rows", self.posted(payouts))

    def posted(self, payouts: Payouts) -> st.SearchStrategy[dict[str, str]]:
        floor = {
            hand: row.pays.win
            for hand, row in next(iter(payouts.tables.values())).rows.items()
            if isinstance(row.pays, Odds)
        }
        more = {hand: self.draw(st.integers(least, least + 20)) for hand, least in floor.items()}
        more["mini_royal"] = max(more["mini_royal"], more["straight_flush"])
        return st.just({hand: f"{odds} to 1" for hand, odds in more.items()})

    def wager(self, wager: Wager, section: dict[str, Any]) -> None:
        if wager.stake.kind == "limits":
            low, high = sorted((self.draw(CENTS), self.draw(CENTS)))
            if self.draw(st.booleans()):
                section |= {"minimum": self.draw(money(low)), "maximum": self.draw(money(high))}
        if wager.stake.kind == "fixed":
            name = section.get("paytable")
            table = next((one for one in wager.payouts.tables.values() if one.name == name), None)
            if not (table and table.amount):
                amounts = [1, 5, "5.00"] if wager.stake.amounts else [1, 7, "0.25"]
                self.maybe(section, "amount", st.sampled_from(amounts))
            self.maybe(section, "meter", NAMES.map(lambda text: f"{wager.meter} {text}"))


@st.composite
def legal(draw: st.DrawFn, regulation: str | None = None) -> dict[str, Any]:
    """A submission in which everything that may be chosen is chosen, or left out, at random."""
    one = load(regulation or draw(st.sampled_from(REGULATIONS)))
    drawn = Draw(draw, one)
    drawn.maybe(drawn.data, "certificate_holder", NAMES)
    drawn.maybe(drawn.data, "table", NAMES)
    cards = drawn.data["cards"] = drawn.cards()
    drawn.options("cards", cards, cards)
    drawn.data["limits"] = drawn.limits()
    version = drawn.one_of(one.versions) if one.versions else ""
    if version:
        drawn.data["version"] = {"pair_plus": version}
    offered = [
        section
        for section, wagers in one.sections().items()
        if one.wagers[wagers[0]].always_offered or draw(st.booleans())
    ]
    for rule in one.exclusive:
        for section in [section for section in offered if section in rule.wagers][1:]:
            offered.remove(section)
    if "cover_all" in offered and cards["shuffle"] == "manual":
        offered.remove("cover_all")
    sections: dict[str, dict[str, Any]] = {section: {} for section in offered}
    for section in offered:
        wager = one.wagers[one.sections()[section][0]]
        drawn.tables(wager.payouts, sections, version)
        drawn.wager(wager, sections[section])
        drawn.options(f"wagers.{section}", sections[section], cards)
    for award in one.awards.values():
        if one.wagers[award.stake_of[0]].section in offered and award.payouts.tables:
            drawn.tables(award.payouts, sections, version)
    drawn.data["wagers"] = sections
    for part in ("settlement", "automatic"):
        chosen: dict[str, Any] = {}
        drawn.options(part, chosen, cards)
        drawn.maybe(drawn.data, part, st.just(chosen))
    drawn.maybe(drawn.data, "approvals", st.dictionaries(NAMES, NAMES, max_size=3))
    return drawn.data


KEYS = sorted(
    {
        key
        for name in REGULATIONS
        for path in (*load(name).options, *(f"wagers.{section}" for section in load(name).sections()))
        for key in path.split(".")
    }
    | {"regulation", "certificate_holder", "table", "cards", "limits", "version", "wagers", "settlement"}
    | {
        "approvals",
        "minimum",
        "maximum",
        "seats",
        "adjacent_boxes",
        "payout_limit",
        "shuffle",
        "deal",
        "decks",
    }
    | {"deck_backs", "cover_card", "shuffler_counts_cards", "pair_plus", "paytable", "bonus_paytable", "rows"}
    | {"mini_royal", "amount", "meter", "seed", "increment", "pair", "flush", "minor"}
)
_LEAVES = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(0, 10)
    | st.just(10**4000)
    | st.floats()
    | st.decimals()
    | st.text(st.characters(), max_size=20)
    | st.sampled_from(
        ("A", "B", "1", "PTMGL02", "10 to 1", "push", "14%", "1/20", "automated", "hand", "linear")
    )
    | st.sampled_from(
        ("1e999999999", "$5", "100% of meter", "manual", "yellow", "red", "optional", "compulsory")
    )
)
_KEYS = st.sampled_from(KEYS) | st.text(st.characters(), max_size=70)
RUBBISH: st.SearchStrategy[Any] = st.recursive(
    _LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_KEYS, inner, max_size=3),
    max_leaves=4,
)


@st.composite
def rubbish(draw: st.DrawFn) -> Any:
    """Anything that TOML or JSON can hold, much of it under keys that a submission has."""
    if draw(st.integers(0, 9)) == 0:
        return draw(RUBBISH)
    found = draw(st.dictionaries(_KEYS, RUBBISH, max_size=5))
    found["regulation"] = draw(st.sampled_from(REGULATIONS))
    for section in ("cards", "limits", "version", "settlement", "approvals"):
        if draw(st.booleans()):
            found[section] = draw(st.dictionaries(_KEYS, RUBBISH, max_size=5))
    if draw(st.booleans()):
        names = st.sampled_from(list(load(found["regulation"]).sections()))
        found["wagers"] = draw(
            st.dictionaries(names, st.dictionaries(_KEYS, RUBBISH, max_size=5), max_size=4)
        )
    return found
