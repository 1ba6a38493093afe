"""Settles one stake: forfeited, decided by a contest, or read from its paytable."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from feltlaw.contest import divide
from feltlaw.money import Cents, MeterShare, Pays
from feltlaw.paytable import Row
from feltlaw.ranking import Hand
from feltlaw.regulation.model import Cite, Wager
from feltlaw.round.model import Box, Measured
from feltlaw.round.rulings import ruling_cite
from feltlaw.settlement.finish import PERCENTAGE, rounded_words
from feltlaw.settlement.line import Line
from feltlaw.settlement.payout import is_by_hand, keeps, pay, payout
from feltlaw.settlement.reckoning import Reckoning, Shares, cite_row
from feltlaw.submission import Submission

FORFEITED = {"fold": "folded", "surrender": "surrendered"}


def is_forfeited(of: Reckoning, box: Box, wager: Wager) -> bool:
    """Whether leaving the round cost the player this wager; asked of boxes on which nobody has ruled."""
    rule = box.rule_for(wager)
    return rule is not None and not keeps(of.submission, rule, wager)


def settle_wager(of: Reckoning, box: Box, name: str) -> Line:
    """Makes the line of one stake: taken by a ruling, given up, decided by a contest, or paid by its hand."""
    wager = of.regulation.wagers[name]
    stake = box.stakes[name]
    if box.ruled_out:
        cite = ruling_cite(of.regulation, box.ruling)
        assert cite is not None, "a ruling was read with its clause"
        return of.add(box, name, outcome=box.ruling, cite=cite, stake=stake)
    if is_forfeited(of, box, wager):
        rule = box.rule_for(wager)
        assert rule is not None
        return of.add(box, name, outcome=FORFEITED[box.left_by], cite=rule.cite, stake=stake, note=box.note)
    if wager.contest:
        return _settle_contest(of, box, wager, stake)
    return _settle_triple(of, box, wager, stake)


def _settle_contest(of: Reckoning, box: Box, wager: Wager, stake: Cents) -> Line:
    outcome = of.outcome(wager, box)
    result = wager.outcomes[outcome]
    hand = of.read(wager.ranking, wager.cards, box)
    pays: Pays | None = result.pays
    cite = result.cite
    if pays is None:
        table = of.paytable(wager.id)
        row = table.pick(hand.label) if table else None
        assert row is not None, "a table that a winning outcome points to pays every hand"
        pays, cite = row.pays, cite_row(cite, row)
    paid, returned = pay(of.submission, pays, stake, wager.paid_from)
    return of.add(
        box,
        wager.id,
        outcome=outcome,
        cite=cite,
        stake=stake,
        paid=paid,
        returned=returned,
        pays=pays,
        hand=hand.title,
        paid_from=wager.paid_from,
        note=box.note,
    )


def _settle_triple(of: Reckoning, box: Box, wager: Wager, stake: Cents) -> Line:
    """Cards, ranking, paytable: the hand is read, and its row pays."""
    hand = of.read_for(wager, box)
    held_by = of.holders(wager.ranking) if "every_hand" in wager.cards else ()
    found = payout(of.submission, wager, hand.label, stake, of.paytable(wager.id))
    row = found.row
    if row is None:
        return of.add(
            box,
            wager.id,
            outcome=hand.shape,
            cite=wager.lost.joined(_kept(box, wager)),
            stake=stake,
            hand=hand.title,
            held_by=held_by,
        )
    if isinstance(row.pays, MeterShare):
        return _settle_from_meter(of, box, wager, hand, row)
    return of.add(
        box,
        wager.id,
        outcome=row.hand,
        cite=cite_row(wager.won, row).joined(_kept(box, wager)),
        stake=stake,
        paid=found.paid,
        returned=found.returned,
        pays=row.pays,
        hand=hand.title,
        paid_from=wager.paid_from,
        held_by=held_by,
    )


def _kept(box: Box, wager: Wager) -> Cite | None:
    """The clause that keeps a wager alive for a player who has left the round."""
    rule = box.rule_for(wager)
    return rule.cite if rule is not None else None


# ── from a meter ──


def _settle_from_meter(of: Reckoning, box: Box, wager: Wager, hand: Hand, row: Row) -> Line:
    """A percentage of the meter as it stands at this player's turn, or this player's share of it.

    It is a win whatever the meter shows. Where somebody else keeps the meter and has not measured the award
    yet, the line says so and pays nothing.
    """
    assert isinstance(row.pays, MeterShare)
    by_hand = is_by_hand(wager, row.pays)
    why_by_hand = wager.by_hand.cite if by_hand and wager.by_hand else None
    cite, note = cite_row(wager.won, row).joined(_kept(box, wager), why_by_hand), ""
    sharers = sharers_of(of, wager, row.pays)
    paid: Cents | None
    if len(sharers) > 1:
        shares = _shares(of, wager, row.pays, sharers)
        rule = wager.shared or of.regulation.options[f"wagers.{wager.section}.multiple_hits"].cite
        cite, note = cite.joined(rule), f"one award, divided among {len(sharers)} wagers"
        paid = shares.by_seat[box.number] if shares else None
        if shares and box.number in shares.rounded:
            cite, note = cite.joined(PERCENTAGE), f"{note}; it was {rounded_words(shares.exact)}"
    else:
        award = _take(of, box.number, wager, row.pays)
        paid = award.cents if award else None
        exact = _exact(award, row.pays) if award else Fraction(0)
        if award and award.cents != exact:
            cite, note = cite.joined(PERCENTAGE), rounded_words(exact)
    return of.add(
        box,
        wager.id,
        outcome=row.hand,
        cite=cite,
        stake=box.stakes[wager.id],
        paid=paid or 0,
        pays=row.pays,
        hand=hand.title,
        paid_from="meter",
        meter=wager.meter,
        level=row.pays.level,
        by_hand=by_hand,
        measured=paid is not None,
        note=note,
        result="win",
    )


def _exact(award: Measured, pays: MeterShare) -> Fraction:
    return award.showing * pays.percent / 100


def _take(of: Reckoning, seat: int, wager: Wager, pays: MeterShare) -> Measured | None:
    """An award as it was measured, or measured now and taken off the meter (I-03, I-54)."""
    if of.round.meters is None:
        return of.round.measured.get((seat, wager.id))
    meter = of.meters[wager.meter]
    showing = meter.levels[pays.level].amount
    cents, of.meters[wager.meter] = meter.take(pays.level, pays.percent, by_hand=is_by_hand(wager, pays))
    return Measured(showing, cents)


def sharers_of(of: Reckoning, wager: Wager, pays: MeterShare) -> list[tuple[Box, MeterShare]]:
    """All who divide an award on this level, in settlement order; nobody where each is paid in turn.

    An award on a shared wager is everybody's who made it (I-59); other hits are shared where the submission
    says so (I-112).
    """
    if not is_shared(of.submission, wager):
        return []
    found = []
    for box in of.boxes:
        if wager.id not in box.stakes or box.ruled_out or not of.lives(box, wager):
            continue
        hand = of.read(wager.ranking, wager.cards, box)
        table = of.paytable(wager.id)
        row = table.pick(hand.label) if table else None
        if row and isinstance(row.pays, MeterShare) and row.pays.level == pays.level:
            found.append((box, row.pays))
    return found


def largest_share(sharers: Sequence[tuple[Box, MeterShare]]) -> MeterShare:
    """The percentage one award for several is measured on (I-59, I-60)."""
    return max((share for _, share in sharers), key=lambda share: share.percent)


def _shares(
    of: Reckoning, wager: Wager, pays: MeterShare, sharers: list[tuple[Box, MeterShare]]
) -> Shares | None:
    """Shares by seat of one award, measured once when the first of them is reached (I-59, I-60)."""
    key = (wager.id, pays.level)
    if key not in of.shares:
        largest = largest_share(sharers)
        award = _take(of, 0, wager, largest)
        if award is None:
            return None
        exact = _exact(award, largest)
        held = [(box.number, box.player, share.percent) for box, share in sharers]
        shares = divide_award(of.submission, wager, award.cents, held)
        lower = divide_award(of.submission, wager, int(exact), held)
        rounded = frozenset(seat for seat in shares if shares[seat] > lower[seat])
        of.shares[key] = Shares(shares, exact, rounded)
    return of.shares[key]


def is_shared(submission: Submission, wager: Wager) -> bool:
    """Whether several who win from one level of the wager's meter divide one award (I-59, I-112)."""
    return bool(wager.shared) or submission.option(f"wagers.{wager.section}.multiple_hits") == "share"


def divide_award(
    submission: Submission, wager: Wager, total: Cents, held: Sequence[tuple[int, str, Fraction]]
) -> dict[int, Cents]:
    """One award among seats, each with its player and percentage, in the order of settlement (I-59, I-60).

    Equal hits share equally, others in proportion; odd cents go to the first.
    """
    if submission.option(f"wagers.{wager.section}.dealer_share") != "per_player":
        weights = [int(percent) for _, _, percent in held]
        return dict(zip((seat for seat, _, _ in held), divide(total, weights), strict=True))
    people: dict[str, list[int]] = {}
    for seat, player, _ in held:
        people.setdefault(player, []).append(seat)
    found: dict[int, Cents] = {}
    for seats, cents in zip(people.values(), divide(total, [1] * len(people)), strict=True):
        found |= dict(zip(seats, divide(cents, [1] * len(seats)), strict=True))
    return found
