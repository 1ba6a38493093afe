"""Writes a commented submission to start from, with what a casino would post."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator

from feltlaw.money import show_percent
from feltlaw.paytable import Paytable
from feltlaw.regulation import Option, Regulation, Wager, load
from feltlaw.regulation.model import Payouts, Version
from feltlaw.regulation.vocabulary import CONDITIONS
from feltlaw.submission.check import Submission
from feltlaw.submission.conditions import holds
from feltlaw.submission.findings import word
from feltlaw.submission.whole import PENDING

_MINIMUM, _MAXIMUM, _PAYOUT_LIMIT = 10, 500, 75000
_WIDTH = 79


def new_submission(regulation_id: str) -> str:
    """The text of a submission that passes its check."""
    regulation = load(regulation_id)
    body = "\n".join(_body(regulation))
    return "\n".join([body, "", *_approvals(regulation, Submission.from_toml(body))]) + "\n"


def _body(regulation: Regulation) -> Iterator[str]:
    yield f"# Rules Submission: {regulation.title} ({regulation.citation})"
    yield "#"
    yield from _comment(
        "Everything has a default that the regulation allows. Where # stands right before a key, the line "
        "shows the default: take the # away to change it. Check this file, or read a clause, with"
    )
    yield "#     feltlaw rules check FILE"
    yield f"#     feltlaw rules show '{regulation.seats.cite.clauses[0]}'"
    yield ""
    yield f"regulation = {word(regulation.id)}"
    yield 'certificate_holder = "Your casino"'
    yield 'table = "1"'
    yield ""
    yield from _cards(regulation)
    yield ""
    yield from _limits(regulation)
    if regulation.versions:
        yield ""
        yield "[version]"
        for version in regulation.versions.values():
            yield from _comment(f"{word(version.name)}: {_meaning(regulation, version)} ({version.cite})")
        yield f"{regulation.linked_wager} = {word(regulation.free_version)}"
    for section, wagers in regulation.sections().items():
        yield ""
        yield from _section(regulation, section, [regulation.wagers[wager] for wager in wagers])
    for part in ("settlement", "automatic"):
        yield ""
        yield f"[{part}]"
        yield from _options(regulation, part)


def _meaning(regulation: Regulation, version: Version) -> str:
    if version.rule == "free":
        return "the player stakes what he likes"
    first, second = (regulation.wagers[name].title for name in (version.first, version.second))
    if version.rule == "compulsory":
        return f"{first} and {second} both, neither more than {version.ratio} times the other"
    much = "as much" if version.ratio == 1 else f"{version.ratio} of it"
    return f"{second} only with {first} of at least {much}"


def _comment(text: str) -> list[str]:
    return textwrap.wrap(
        text,
        _WIDTH,
        initial_indent="# ",
        subsequent_indent="# ",
        break_on_hyphens=False,
        break_long_words=False,
    )


def _key(key: str, value: object, text: str = "", *, shown_only: bool = False) -> list[str]:
    """A key with its explanation above it; `shown_only` leaves it at its default."""
    return [*_comment(text), f"{'#' if shown_only else ''}{key} = {value}"]


def _values(values: Iterable[object]) -> str:
    return " | ".join(word(value) for value in values)


def _cards(regulation: Regulation) -> Iterator[str]:
    second = regulation.deck.second
    yield "[cards]"
    yield from _key("shuffle", '"automated"', _values(regulation.shuffles))
    yield from _key("shuffler_counts_cards", "true")
    yield from _key("decks", 1, f"2 only with shuffle = {_values(regulation.deck.second_needs)} ({second})")
    yield from _key("deal", '"manual_shoe"', _values(regulation.deals))
    yield from _key("deck_backs", '["red"]', "The colour of the backs, one for each deck", shown_only=True)
    yield from _key("cover_card", '"yellow"', shown_only=True)
    yield from _options(regulation, "cards")


def _limits(regulation: Regulation) -> Iterator[str]:
    seats, boxes, limit = regulation.seats, regulation.boxes, regulation.payout_limit
    yield "[limits]"
    yield from _key("minimum", _MINIMUM)
    yield from _key("maximum", _MAXIMUM)
    yield from _key(
        "seats", seats.most, f"Betting positions, at most {seats.most} ({seats.cite})", shown_only=True
    )
    yield from _key("adjacent_boxes", 1, f"Boxes one player may bet on, at most {boxes.most} ({boxes.cite})")
    if limit:
        text = f"The most a player can win in a round; without it there is no limit ({limit.cite})"
        yield from _key("payout_limit", _PAYOUT_LIMIT, text, shown_only=True)


def _section(regulation: Regulation, section: str, wagers: list[Wager]) -> Iterator[str]:
    """A wager's section; that of a progressive wager, which needs equipment, is only shown."""
    always = wagers[0].always_offered
    titles = " and ".join(wager.title for wager in wagers)
    when = "always offered" if always else "offered where this section is present"
    yield from _comment(f"{titles}: {when} ({wagers[0].cite.clauses[0]})")
    lines = [f"[wagers.{section}]", *_keys(regulation, section, wagers[0])]
    if not always and wagers[0].meter:
        lines = [line if line.startswith("#") else f"#{line}" for line in lines]
    yield from lines


def _keys(regulation: Regulation, section: str, wager: Wager) -> Iterator[str]:
    yield from _paytable(wager.payouts, wager.title)
    for award in regulation.awards.values():
        if award.payouts.choice and award.payouts.choice.section == section:
            yield from _paytable(award.payouts, award.title)
    if wager.stake.kind == "fixed":
        yield from _key("amount", 1, f"One fixed amount ({wager.stake.cite})")
        yield from _meter(section, next(iter(wager.payouts.tables.values())))
    if wager.stake.kind == "limits":
        yield from _key(
            "minimum", _MINIMUM, "The table's limits, unless the wager has its own", shown_only=True
        )
        yield from _key("maximum", _MAXIMUM, shown_only=True)
    yield from _options(regulation, f"wagers.{section}")


def _paytable(paid: Payouts, title: str) -> Iterator[str]:
    tables = list(paid.tables.values())
    if paid.choice:
        names = _values(dict.fromkeys(table.name for table in tables if table.name))
        if tables[0].name:
            yield from _key(paid.choice.key, word(tables[0].name), f"{title}: {names} ({paid.choice.cite})")
        else:
            where = " | ".join(
                dict.fromkeys(version for table in tables if table.name for version in table.versions)
            )
            text = f"{title}: {paid.choice.key} = {names}, only with version {where} ({paid.choice.cite})"
            yield from _comment(text)
    if paid.posted:
        yield from _comment(f"Your posted table, row by row no lower than this ({paid.posted})")
        yield from (f'#rows.{hand} = "{row.pays}"' for hand, row in tables[0].rows.items())
    for row in paid.optional_rows.values():
        text = f"A row you may add, at least {row.at_least} ({row.cite})"
        yield from _key(row.key, f'"{row.at_least}"', text, shown_only=True)


def _meter(section: str, table: Paytable) -> Iterator[str]:
    text = "The name of a meter shared with other tables; without it the table has its own"
    yield from _key("meter", f'"{section}-1"', text, shown_only=True)
    for level in table.levels.values():
        if "seed" in level.open:
            yield from _key("seed", level.seed, "The text gives none; this is borrowed", shown_only=True)
        if "rate" in level.open:
            text = "The part of each wager added to the meter; the text gives none, this is borrowed"
            yield from _key("increment", f'"{show_percent(level.rate)}"', text, shown_only=True)


def _options(regulation: Regulation, parent: str) -> Iterator[str]:
    for path, option in regulation.options.items():
        if path.rpartition(".")[0] == parent:
            yield from _option(path.rpartition(".")[2], option)


def _option(key: str, option: Option) -> Iterator[str]:
    values = f": {_values(option.values)}" if option.values else ""
    default = f'"{option.default}"' if option.kind == "chance" else word(option.default)
    yield from _key(key, default, f"{option.text}{values} ({option.cite})", shown_only=not option.notice)


def _approvals(regulation: Regulation, submission: Submission) -> Iterator[str]:
    """A reference for every rule of another document, those that do not apply yet only shown."""
    yield from _comment(
        f"References for rules of other documents, taken on your word (I-24); {word(PENDING)} for now."
    )
    yield "[approvals]"
    for key in dict.fromkeys(approval.key for approval in regulation.approvals):
        asked = [approval for approval in regulation.approvals if approval.key == key]
        for approval in asked:
            when = "" if approval.when == "always" else f", where {CONDITIONS[approval.when]}"
            yield from _comment(f"{approval.text}{when} ({approval.cite})")
        needed = any(holds(approval.when, submission) for approval in asked)
        yield from _key(key, word(PENDING), shown_only=not needed)
