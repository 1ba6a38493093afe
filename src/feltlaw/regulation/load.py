"""Reads a regulation's data file into its types, refusing whatever the format does not know."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from feltlaw.canonical import digest
from feltlaw.money import Amount, Cents, parse_chance, parse_pays
from feltlaw.ranking import RankingError
from feltlaw.register import citable
from feltlaw.regulation import vocabulary as words
from feltlaw.regulation.consistency import check_consistency
from feltlaw.regulation.layout import read_layout
from feltlaw.regulation.model import (
    Act,
    Approval,
    AtMost,
    ContestTerms,
    Coupon,
    Deal,
    Decision,
    DeckChange,
    DeckRule,
    Exclusive,
    Extra,
    Irregularity,
    Linked,
    Method,
    Option,
    PayoutLimit,
    Regulation,
    SettlementOrder,
    SettleStep,
    Step,
    Version,
)
from feltlaw.regulation.rankings import read_rankings
from feltlaw.regulation.reader import Book, Part, RegulationError
from feltlaw.regulation.wagers import at_most, read_awards, read_ratio, read_requires, read_wagers

_DATA = Path(__file__).with_name("data")


def regulation_ids() -> tuple[str, ...]:
    """The regulations there is data for, Three Card Poker first."""
    order = ("PA-649a", "MA-TCP", "PA-679a", "PA-669a", "PA-680a")
    names = {item.name.removesuffix(".toml") for item in _DATA.iterdir()}
    return (*(name for name in order if name in names), *sorted(names.difference(order)))


@cache
def load(regulation: str) -> Regulation:
    """The regulation with this id, for example `load("PA-649a")`.

    >>> load("PA-679a").title
    'Three Card Prime'
    """
    if regulation not in regulation_ids():
        raise _unknown(regulation)
    return read_regulation((_DATA / f"{regulation}.toml").read_text("utf-8"))


def _unknown(name: str) -> RegulationError:
    return RegulationError(
        f"there is no regulation '{name[:40]}'; feltlaw knows {', '.join(regulation_ids())}"
    )


def read_regulation(text: str) -> Regulation:
    """A regulation from the text of its data file."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RegulationError(f"the regulation file does not parse: {error}") from None
    return regulation_from(data)


def regulation_from(data: dict[str, Any]) -> Regulation:
    """A regulation from what stands in its data file."""
    try:
        return _build(data)
    except RankingError as error:
        raise RegulationError(str(error)) from None


def _build(data: dict[str, Any]) -> Regulation:
    head = Part(data.get("regulation", {}), "regulation", Book("", ()))
    book = Book(head.text("id"), citable())
    root = Part(data, "", book)
    root.table("regulation")
    rankings, ranking_titles = read_rankings(root)
    wagers = read_wagers(root, rankings)
    awards = read_awards(root, rankings, wagers)
    everything = (*wagers, *awards)
    settlement = _settlement(root, everything)
    regulation = Regulation(
        id=head.text("id"),
        title=head.text("title"),
        citation=head.text("citation"),
        jurisdiction=head.text("jurisdiction"),
        game=head.text("game"),
        operator=head.text("operator"),
        seats=_whole(root, "seats"),
        boxes=_whole(root, "boxes"),
        deck=_deck(root),
        shuffles=_methods(root, "shuffle", words.SHUFFLES),
        deals=_methods(root, "dealing", words.DEALS),
        approvals=tuple(
            Approval(
                item.text("key"),
                item.word("when", words.CONDITIONS),
                item.text("text"),
                _needs(item),
                item.cite(),
            )
            for item in root.items("approvals")
        ),
        rankings=rankings,
        ranking_titles=ranking_titles,
        wagers=wagers,
        awards=awards,
        versions=_versions(root, wagers),
        payout_limit=root.maybe("payout_limit", lambda table: _payout_limit(table, wagers)),
        deal=_deal(root, wagers),
        contests={
            name: ContestTerms(
                name,
                table.word("ranking", rankings),
                table.cite(),
                table.text("qualifier", ""),
                table.word("bad_beat", awards, ""),
                table.number("half_points", 0),
            )
            for name, table in root.named("contest")
        },
        coupon=root.maybe("coupon", lambda table: _coupon(table, wagers)),
        decisions=_decisions(root, wagers),
        options=_options(root),
        steps=_steps(root),
        settlement=settlement,
        irregularities=_irregularities(root, wagers),
        layout=read_layout(root, wagers),
        exclusive=tuple(
            Exclusive(item.words("wagers", wagers), item.cite()) for item in root.listed("only_one_of")
        ),
        linked=root.maybe("linked", lambda table: Linked(table.words("alike", words.LINKED), table.cite())),
        digest=digest({"data": data, "order": _orders(data)}),
        citations={clause: tuple(where) for clause, where in book.cited.items()},
        data=data,
    )
    root.done()
    head.done()
    check_consistency(regulation)
    return regulation


def _orders(data: Mapping[str, Any], at: str = "") -> dict[str, list[str]]:
    """The order of the tables where it has a meaning: shapes rank, and the first paytable is the default."""
    found: dict[str, list[str]] = {}
    for key, value in data.items():
        if isinstance(value, dict):
            if key in ("shapes", "paytables"):
                found[f"{at}.{key}"] = list(value)
            found |= _orders(value, f"{at}.{key}")
    return found


def _whole(root: Part, key: str) -> AtMost:
    table = root.table(key)
    found = at_most(table)
    table.done()
    return found


def _deck(root: Part) -> DeckRule:
    table = root.table("deck")
    second = table.table("second")
    cite = table.cite()
    found = DeckRule(
        table.number("cards"),
        table.number("jokers"),
        cite,
        table.cite("cover_card") if table.has("cover_card") else cite,
        second.words("needs", words.SHUFFLES),
        second.cite(),
        second.cite("backs"),
        tuple(
            DeckChange(item.number("hours"), item.words("deal", words.DEALS), item.cite())
            for item in table.listed("change")
        ),
    )
    second.done()
    table.done()
    return found


def _methods(root: Part, key: str, allowed: tuple[str, ...]) -> dict[str, Method]:
    found = {
        name: Method(name, table.text("text"), table.words("needs", words.SHUFFLES), table.cite())
        for name, table in root.named(key)
    }
    for name in found:
        if name not in allowed:
            raise RegulationError(f"{key}: '{name}' is not one of {', '.join(allowed)}")
    return found


def _versions(root: Part, wagers: Mapping[str, object]) -> dict[str, Version]:
    return {
        name: Version(
            name,
            table.word("rule", words.VERSION_RULES),
            table.word("first", wagers, ""),
            table.word("second", wagers, ""),
            read_ratio(table, "ratio"),
            table.cite(),
        )
        for name, table in root.named("versions")
    }


def _sum(text: object) -> Cents:
    pays = parse_pays(text)
    if not isinstance(pays, Amount):
        raise ValueError('a sum like "$50,000" is wanted')
    return pays.cents


def _payout_limit(table: Part, wagers: Mapping[str, object]) -> PayoutLimit:
    return PayoutLimit(
        table.words("wagers", wagers),
        table.read("at_least", _sum),
        table.cite(),
        table.cite("applies"),
    )


def _deal(root: Part, wagers: Mapping[str, object]) -> Deal:
    table = root.table("deal")
    to = table.maybe("to", lambda inner: read_requires(inner, wagers))
    player = table.maybe("player", lambda inner: AtMost(inner.number("cards"), inner.cite()))
    if to is None or player is None:
        raise RegulationError("deal: 'to' and 'player' are wanted")
    found = Deal(
        to,
        player,
        table.maybe("dealer", lambda inner: AtMost(inner.number("cards"), inner.cite())),
        tuple(
            Extra(
                item.word("what", words.EXTRA_CARDS),
                item.number("cards"),
                item.words("wagers", wagers),
                item.word("when", words.CONDITIONS, ""),
                item.word("unless", words.CONDITIONS, ""),
                item.cite(),
            )
            for item in table.listed("extra")
        ),
    )
    table.done()
    return found


def _decisions(root: Part, wagers: Mapping[str, object]) -> tuple[Decision, ...]:
    return tuple(
        Decision(
            item.text("name"),
            item.word("of", wagers),
            item.word("makes", wagers, ""),
            tuple(
                Act(
                    act.text("say"),
                    act.number("play", 0),
                    act.flag("fold", False),
                    act.flag("surrender", False),
                    act.flag("sets", False),
                )
                for act in item.listed("choices")
            ),
            item.number("revealed", 0),
            item.cite(),
        )
        for item in root.items("decisions")
    )


def _coupon(table: Part, wagers: Mapping[str, object]) -> Coupon:
    return Coupon(
        table.text("option"), table.words("wagers", wagers), table.read("pays", parse_pays), table.cite()
    )


def _needs(table: Part) -> dict[str, tuple[str, ...]]:
    """How the cards must be handled: a way of shuffling or of dealing, or several that will do."""
    ways = {"shuffle": words.SHUFFLES, "deal": words.DEALS}
    return (
        table.maybe("needs", lambda inner: {k: inner.one_or_more(k, ways[k]) for k in ways if inner.has(k)})
        or {}
    )


def _chance(text: object) -> str:
    return str(parse_chance(text))


_DEFAULTS: Mapping[str, Callable[[Part], object]] = {
    "chance": lambda table: table.read("default", _chance),
    "seconds": lambda table: table.number("default"),
    "choice": lambda table: table.value("default"),
}


def _options(root: Part) -> dict[str, Option]:
    found: dict[str, Option] = {}
    for path, table in root.named("options"):
        kind = table.word("kind", words.OPTION_KINDS)
        option = Option(
            path,
            kind,
            table.values("values", lambda value: value),
            _DEFAULTS[kind](table),
            table.text("text"),
            _needs(table),
            table.text("notice", ""),
            table.cite(),
            table.text("sign", ""),
        )
        if option.kind == "choice" and option.default not in option.values:
            raise RegulationError(f"{table.where}: the default is not one of the values")
        found[path] = option
    return found


def _steps(root: Part) -> tuple[Step, ...]:
    table = root.table("steps")
    found = tuple(
        Step(
            group,
            item.word("do", words.STEPS),
            item.one_or_more("by", words.ACTORS),
            item.word("when", words.CONDITIONS, "always"),
            item.text("text"),
            item.number("number", 0),
            item.word("way", words.WAYS, ""),
            item.cite(),
        )
        for group in words.STEP_GROUPS
        for item in table.listed(group)
    )
    table.done()
    return found


def _settlement(root: Part, everything: tuple[str, ...]) -> SettlementOrder:
    table = root.table("settlement")
    each, after = (
        tuple(SettleStep(item.word("settle", everything), item.cite()) for item in table.listed(key))
        for key in ("each_player", "after_all")
    )
    found = SettlementOrder(table.cite(), each, after)
    table.done()
    named = [step.settle for step in each + after]
    if sorted(named) != sorted(everything):
        odd = {name for name in everything if named.count(name) != 1}
        raise RegulationError(
            f"settlement: every wager and award is settled once; look at {', '.join(sorted(odd))}"
        )
    return found


def _irregularities(root: Part, wagers: Mapping[str, object]) -> dict[str, Irregularity]:
    found: dict[str, Irregularity] = {}
    for kind, table in root.named("irregularity"):
        if kind not in words.IRREGULARITIES:
            raise RegulationError(f"irregularity: '{kind}' is not one of {', '.join(words.IRREGULARITIES)}")
        option = table.maybe(
            "option", lambda o: (o.text("key"), o.value("value"), o.word("round", words.ROUND_ENDS))
        )
        found[kind] = Irregularity(
            kind,
            table.word("round", words.ROUND_ENDS),
            table.word("cards", words.CARDS_GO),
            table.words("returned", wagers),
            table.text("text"),
            table.cite(),
            option,
            table.words("signs", words.SIGNS),
        )
    return found
