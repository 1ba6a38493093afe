"""What was filed: every choice of the submission, and what the check and other documents ask for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from feltlaw.mathematics.tables import POSTED
from feltlaw.money import show_dollars
from feltlaw.report.blocks import CLAUSES, Block, Column, Fact, Facts, SheetTable, Text
from feltlaw.report.words import capital, counted, listed, named
from feltlaw.submission import Finding, Submission
from feltlaw.submission.conditions import holds
from feltlaw.submission.findings import word


def is_approval(finding: Finding) -> bool:
    """Whether it is about a reference that the operator gives for a rule of another document."""
    return finding.where.startswith("approvals.")


def filed(submission: Submission) -> Iterator[Block]:
    """Cards, limits, wagers and options, the defaults filled in."""
    regulation, cards, limits = submission.regulation, submission.cards, submission.limits
    shuffle, deal = regulation.shuffles[cards.shuffle], regulation.deals[cards.deal]
    with_count = "; the device counts the cards" if cards.shuffler_counts_cards else ""
    items = [
        Fact(
            "Cards",
            f"{regulation.deck.cards} in a deck, {counted(cards.decks, 'deck')}",
            _backs(cards.deck_backs),
        ),
        Fact("Shuffle", f"{shuffle.text}{with_count}", str(shuffle.cite)),
        Fact("Deal", deal.text, str(deal.cite)),
        Fact("Cover card", capital(cards.cover_card), str(regulation.deck.cover_card)),
        Fact("Table limits", f"{show_dollars(limits.minimum)} to {show_dollars(limits.maximum)}"),
        Fact("Seats", str(limits.seats), str(regulation.seats.cite)),
        Fact("Adjacent boxes", f"up to {limits.adjacent_boxes}", str(regulation.boxes.cite)),
    ]
    if limits.payout_limit is not None and regulation.payout_limit is not None:
        shown = show_dollars(limits.payout_limit)
        items.append(Fact("Payout limit", shown, str(regulation.payout_limit.cite)))
    if submission.version:
        chosen = regulation.versions[submission.version]
        items.append(Fact("Version", named(chosen.name), str(chosen.cite)))
    yield Facts(tuple(items))
    yield SheetTable(
        "Wagers offered",
        (Column("Wager"), Column("Stake"), Column("Paytable"), Column(CLAUSES)),
        tuple(
            (
                offered.wager.title,
                _stake(offered.minimum, offered.maximum),
                _paytables(submission, name),
                ", ".join(offered.wager.cite.clauses),
            )
            for name, offered in submission.wagers.items()
        ),
    )
    if submission.options:
        yield SheetTable(
            "Options, as chosen or by default",
            (Column("Key"), Column("Choice"), Column("What it decides"), Column(CLAUSES)),
            tuple(
                (path, _choice(value), regulation.options[path].text, str(regulation.options[path].cite))
                for path, value in submission.options.items()
            ),
        )


def _backs(backs: Sequence[str]) -> str:
    return f"{listed(list(backs))} backs" if backs else ""


def _choice(value: object) -> str:
    return word(value).strip('"')


def _stake(low: int, high: int) -> str:
    return (
        show_dollars(low)
        if low == high
        else f"{show_dollars(low)} to {show_dollars(high)}".replace(" ", "\u00a0")
    )


def _paytables(submission: Submission, name: str) -> str:
    """The tables chosen for a wager and for the awards on it."""
    offered = submission.wagers[name]
    table = offered.paytable()
    found = [table.name or table.key] if table is not None and (table.name or table.key == POSTED) else []
    if offered.wager.payouts.by_players:
        found.append("by number of players")
    for given in submission.awards.values():
        if given.award.stake_of[0] == name and given.paytable is not None and given.paytable.name:
            found.append(f"{given.award.title} {given.paytable.name}")
    return ", ".join(found)


def approvals(submission: Submission, findings: Sequence[Finding]) -> Iterator[Block]:
    """Warnings and notices, then the references given for rules of other documents."""
    shown = [finding for finding in findings if not is_approval(finding)]
    if shown:
        yield SheetTable(
            "Warnings and notices of the check",
            (Column("Kind"), Column("Where"), Column("What"), Column(CLAUSES)),
            tuple((capital(one.level), one.where, f"{capital(one.what)}.", str(one.cite)) for one in shown),
        )
    elif len(shown) < len(findings):
        yield Text(
            "But for references that are missing or pending, listed below, there is nothing to warn of."
        )
    else:
        yield Text("The check found nothing to warn of.")
    asked = [one for one in submission.regulation.approvals if holds(one.when, submission)]
    if asked:
        yield SheetTable(
            f"Rules of other documents that the {submission.regulation.operator} vouches for (I-24)",
            (Column("Key"), Column("What"), Column("Reference"), Column(CLAUSES)),
            tuple(
                (
                    one.key,
                    capital(one.text),
                    submission.approvals.get(one.key) or "none given",
                    ", ".join(one.cite.clauses),
                )
                for one in asked
            ),
        )
