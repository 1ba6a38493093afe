"""Awards: bonuses on one's own hand, envy, and the random draws."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

from feltlaw.cards import deck
from feltlaw.money import Amount, Cents, round_up
from feltlaw.paytable import Row
from feltlaw.ranking import Label
from feltlaw.regulation.model import Award, EnvySchedule, Wager
from feltlaw.round.draws import matched
from feltlaw.round.model import Box
from feltlaw.settlement.exposing import lies_exposed
from feltlaw.settlement.line import Line
from feltlaw.settlement.payout import pay
from feltlaw.settlement.reckoning import Reckoning, cite_row
from feltlaw.submission import Submission


def settle_award(of: Reckoning, box: Box, name: str) -> list[Line]:
    """Makes the lines of one award for one box, if it is due."""
    offered = of.submission.awards.get(name)
    if offered is None or box.ruled_out:
        return []
    award = offered.award
    if award.kind == "envy":
        return _envy(of, box, award)
    makes = _bonus if award.kind == "bonus" else _draw
    lines = [makes(of, box, award, wager) for wager in award.stake_of if wager in box.stakes]
    return [line for line in lines if line is not None]


def _bonus(of: Reckoning, box: Box, award: Award, wager: str) -> Line | None:
    """Paid for the player's own hand, unless it waits for an outcome of the contest (I-30, I-71)."""
    if award.needs_wager and award.needs_wager not in box.stakes:
        return None
    if any(line.result == "void" for line in of.lines_of(box.number, wager)):
        return None
    if award.on_outcome and of.outcome(of.regulation.wagers[wager], box) != award.on_outcome:
        return None
    paytable = of.submission.awards[award.id].paytable
    hand = of.read(award.ranking, award.cards, box)
    row = paytable.pick(hand.label) if paytable else None
    if row is None:
        return None
    paid, _ = pay(of.submission, row.pays, box.stakes[wager], award.paid_from)
    return _line(of, box, award, row, paid=paid, on=wager, hand=hand.title)


def _draw(of: Reckoning, box: Box, award: Award, wager: str) -> Line | None:
    """Magic Card and Lucky Bonus: on the match alone, for each stake (I-61, I-62)."""
    stake = of.regulation.wagers[wager]
    groups = tuple(of.groups(stake.cards, box))
    if not of.submission.pays(award, wager) or not matched(of.round.draws, award, stake, box.number, groups):
        return None
    won = any(line.paid for line in of.lines_of(box.number, wager))
    if not won and draw_needs_win(of.submission, stake):
        return None
    paytable = of.submission.awards[award.id].paytable
    assert paytable is not None, "a drawn award has its one row"
    row = next(iter(paytable.rows.values()))
    paid, _ = pay(of.submission, row.pays, box.stakes[wager], award.paid_from)
    return _line(of, box, award, row, paid=paid, on=wager)


def draw_needs_win(submission: Submission, wager: Wager) -> bool:
    """Whether a drawn bonus comes only to a wager that was paid (I-61)."""
    return submission.option(f"wagers.{wager.section}.bonus_needs_win") is True


def _envy(of: Reckoning, box: Box, award: Award) -> list[Line]:
    """One award for every hand that earns it for this box (I-46, I-47, I-49)."""
    wager = award.stake_of[0]
    if wager not in box.stakes:
        return []
    schedule, scale = _schedule(of, award, wager, box.stakes[wager])
    found = []
    for holder in of.boxes:
        if not _comes_to(of, award, holder, box):
            continue
        hand = of.read(award.ranking, award.cards, holder)
        row = schedule.table.pick(hand.label)
        if row is not None:
            assert isinstance(row.pays, Amount), "envy is a sum of money"
            paid = round_up(row.pays.cents * scale)
            found.append(
                _line(of, box, award, row, paid=paid, on=wager, hand=hand.title, for_seat=holder.number)
            )
    return found


def _comes_to(of: Reckoning, award: Award, holder: Box, box: Box) -> bool:
    """Whether envy for one hand, should it earn any, comes to this box: another person's, with its wager,
    and after a fold only where that keeps the right to it."""
    keeps = not box.left_by or award.on_fold is None or award.on_fold.keep
    receives = award.stake_of[0] in box.stakes and keeps and holder.player != box.player
    return receives and _holds(of, holder, award)


def gives_envy(of: Reckoning, holder: Box, *, community_up: bool) -> bool:
    """Whether a hand that the dealer has looked at gives others envy, by the cards that lie face up.

    While the community cards lie face down: whether there are any with which it would.
    """
    every = (offered.award for offered in of.submission.awards.values())
    return any(award.kind == "envy" and _gives(of, holder, award, community_up) for award in every)


def _gives(of: Reckoning, holder: Box, award: Award, community_up: bool) -> bool:
    if "community" in award.cards and not of.is_shown(holder):
        return False  # what they make of a folded hand that he looked at keeps no hand there (`lies_exposed`)
    wager = award.stake_of[0]
    others = [box for box in of.boxes if not box.ruled_out and _comes_to(of, award, holder, box)]
    tables = [_schedule(of, award, wager, box.stakes[wager])[0].table for box in others]
    labels = _labels(of, holder, award, community_up) if tables else ()
    return any(table.pick(label) is not None for label in labels for table in tables)


def _labels(of: Reckoning, holder: Box, award: Award, community_up: bool) -> Iterator[Label]:
    """What a hand is, or with community cards that nobody sees yet everything that it can be."""
    if community_up or "community" not in award.cards:
        yield of.read(award.ranking, award.cards, holder).label
        return
    known = {name: of.groups((name,), holder)[0] for name in award.cards if name != "community"}
    left = set(deck(of.regulation.deck.jokers)).difference(*known.values())
    many = next(extra.cards for extra in of.regulation.deal.extra if extra.what == "community")
    ranking = of.regulation.rankings[award.ranking]
    for community in combinations(sorted(left), many):
        yield ranking.read(*(known.get(name, community) for name in award.cards)).label


def _holds(of: Reckoning, holder: Box, award: Award) -> bool:
    """Whether a hand can earn envy for others: one in play, or a folded one that lies face up (I-48).

    A folded hand lies there because a wager on it is open, or because the dealer looked at it for the highest
    hand at the table and left it exposed (MA 12(h)a, 13(e)a).
    """
    if not holder.left_by:
        return of.is_shown(holder)
    if not of.is_shown(holder) and not lies_exposed(of, holder, award.cards):
        return False
    section = of.regulation.wagers[award.stake_of[0]].section
    needs = award.folded_holder.what if award.folded_holder else ""
    if needs and of.submission.option(f"wagers.{section}.{needs}") is not True:
        return False
    return of.submission.option(f"wagers.{section}.folded_hands_trigger_envy") == "if_shown"


def _schedule(of: Reckoning, award: Award, wager: str, stake: Cents) -> tuple[EnvySchedule, Fraction]:
    """The schedule for the receiver's stake, and how far it is scaled (I-52, I-114, I-117)."""
    paytable = of.paytable(wager)
    fitting = [s for s in award.schedules if not s.paytables or (paytable and paytable.key in s.paytables)]
    for schedule in fitting:
        if schedule.stake == stake:
            return schedule, Fraction(1)
    return fitting[0], Fraction(stake, fitting[0].stake)


def _line(
    of: Reckoning,
    box: Box,
    award: Award,
    row: Row,
    *,
    paid: Cents,
    on: str,
    hand: str = "",
    for_seat: int = 0,
) -> Line:
    return of.add(
        box,
        award.id,
        outcome=row.hand,
        cite=cite_row(award.cite.joined(award.by_stake.get(on)), row),
        paid=paid,
        pays=row.pays,
        hand=hand,
        on=on,
        for_seat=for_seat,
        paid_from=award.paid_from,
    )
