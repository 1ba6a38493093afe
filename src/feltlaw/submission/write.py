"""Writes a commented submission to start from, with what a casino would post."""

from __future__ import annotations

from collections.abc import Iterable

from feltlaw.regulation import Option, Regulation, Wager, load
from feltlaw.submission.check import PENDING
from feltlaw.submission.findings import word

_POSTED = {"minimum": 10, "maximum": 500}


def new_submission(regulation_id: str) -> str:
    """The text of a submission that passes its check."""
    regulation = load(regulation_id)
    lines = [
        f"# Rules Submission: {regulation.title} ({regulation.citation})",
        "# Everything has a default that the regulation allows; a line that is commented out shows one.",
        f"# Check it with: feltlaw rules check FILE    Read a clause with: feltlaw rules show {regulation.seats.cite}",
        "",
        f"regulation = {word(regulation.id)}",
        'certificate_holder = "Your casino"',
        'table = "1"',
        "",
        *_cards(regulation),
        "",
        *_limits(regulation),
    ]
    if regulation.versions:
        lines += ["", "[version]"]
        lines += [f"# {word(v.name)}: {v.cite}" for v in regulation.versions.values()]
        lines += ['pair_plus = "optional"']
    for section, wagers in regulation.sections().items():
        lines += ["", *_section(regulation, section, [regulation.wagers[wager] for wager in wagers])]
    lines += ["", "[settlement]", *_options(regulation, "settlement")]
    lines += ["", "# References for rules of other documents, taken on your word (I-24).", "[approvals]"]
    lines += [
        f'{approval.key} = "{PENDING}"  # {approval.text} ({approval.cite})'
        for approval in regulation.approvals
    ]
    return "\n".join(lines) + "\n"


def _cards(regulation: Regulation) -> Iterable[str]:
    yield "[cards]"
    yield f'shuffle = "automated"            # {" | ".join(word(name) for name in regulation.shuffles)}'
    yield "shuffler_counts_cards = true"
    yield f"decks = 1                        # 2 only with an automated shuffler ({regulation.deck.second})"
    yield f'deal = "manual_shoe"             # {" | ".join(word(name) for name in regulation.deals)}'
    yield '# deck_backs = ["red"]            # one colour for each deck'
    yield '# cover_card = "yellow"'
    yield from _options(regulation, "cards")


def _limits(regulation: Regulation) -> Iterable[str]:
    yield "[limits]"
    yield from (f"{key} = {amount}" for key, amount in _POSTED.items())
    yield f"adjacent_boxes = 1               # at most {regulation.boxes.most} ({regulation.boxes.cite})"
    if regulation.payout_limit:
        yield f"# payout_limit = 75000           # per player and round ({regulation.payout_limit.cite})"


def _section(regulation: Regulation, section: str, wagers: list[Wager]) -> Iterable[str]:
    offered = wagers[0].always_offered
    running = not offered and any(wager.meter for wager in wagers)
    mark = "# " if running else ""
    titles = " and ".join(wager.title for wager in wagers)
    yield f"# {titles}: {'always offered' if offered else 'offered where this section is present'} ({wagers[0].cite.clauses[0]})"
    body = list(_keys(regulation, section, wagers))
    yield f"{mark}[wagers.{section}]"
    yield from (line if line.startswith("#") else mark + line for line in body)


def _keys(regulation: Regulation, section: str, wagers: list[Wager]) -> Iterable[str]:
    payouts = [(wager.payouts, wager.title) for wager in wagers[:1]]
    payouts += [
        (award.payouts, award.title)
        for award in regulation.awards.values()
        if award.payouts.choice and award.payouts.choice.section == section
    ]
    for paid, title in payouts:
        if paid.choice:
            names = list(dict.fromkeys(table.name for table in paid.tables.values() if table.name))
            yield f'{paid.choice.key} = "{names[0]}"  # {title}: {", ".join(names)} ({paid.choice.cite})'
        if paid.posted:
            rows = ", ".join(
                f'{hand} = "{row.pays}"' for hand, row in next(iter(paid.tables.values())).rows.items()
            )
            yield f"# rows = {{ {rows} }}  # your posted table, no lower than this ({paid.posted})"
        for row in paid.optional_rows.values():
            yield f'# {row.key} = "{row.at_least}"  # optional row, at least {row.at_least} ({row.cite})'
    if wagers[0].stake.kind == "fixed":
        yield f"amount = 1  # one fixed amount ({wagers[0].stake.cite})"
        yield f'# meter = "{wagers[0].meter}"  # tables with the same name are linked'
    if wagers[0].stake.kind == "limits":
        yield "# minimum = 10, maximum = 500 unless stated here"
    yield from _options(regulation, f"wagers.{section}")


def _options(regulation: Regulation, parent: str) -> Iterable[str]:
    for path, option in regulation.options.items():
        if path.rpartition(".")[0] == parent:
            yield _option(path.rpartition(".")[2], option)


def _option(key: str, option: Option) -> str:
    values = " | ".join(word(value) for value in option.values)
    mark = "" if option.notice else "# "
    return f"{mark}{key} = {word(option.default)}  # {option.text}{f'; {values}' if values else ''} ({option.cite})"
