"""Settles one stake: forfeited, decided by a contest, or read from its paytable."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from feltlaw.contest import divide
from feltlaw.money import Cents, MeterShare, Pays
from feltlaw.paytable import Row
from feltlaw.ranking import Hand
from feltlaw.regulation.model import Cite, Wager
from feltlaw.round.model import Played
from feltlaw.settlement.pad import Pad, Shares, cite_row, join
from feltlaw.settlement.rounding import PERCENTAGE, rounded_words
from feltlaw.submission import Submission


def settle_wager(pad: Pad, played: Played, name: str) -> None:
    """Makes the line of one stake: taken by a ruling, given up, decided by a contest, or paid by its hand."""
    wager = pad.regulation.wagers[name]
    stake = played.stakes[name]
    rule = played.rule_for(wager)
    if played.ruled_out:
        pad.add(played, name, outcome=played.seat.ruling, cite=ruling_cite(pad, played), stake=stake)
    elif rule is not None and not pad.keeps(rule, wager):
        outcome = {"fold": "folded", "surrender": "surrendered"}[played.left_by]
        pad.add(played, name, outcome=outcome, cite=rule.cite, stake=stake, note=played.note)
    elif wager.contest:
        _settle_contest(pad, played, wager, stake)
    else:
        _settle_triple(pad, played, wager, stake)


def ruling_cite(pad: Pad, played: Played) -> Cite:
    """The clause behind a floorperson's ruling."""
    word = "no_talking" if played.seat.ruling == "communicated" else "abandon"
    return next(step.cite for step in pad.regulation.steps if step.do == word)


def _settle_contest(pad: Pad, played: Played, wager: Wager, stake: Cents) -> None:
    outcome = pad.outcome(wager, played)
    result = wager.outcomes[outcome]
    hand = pad.read(wager.ranking, wager.cards, played)
    pays: Pays | None = result.pays
    cite = result.cite
    if pays is None:
        row = _row(pad, wager, hand)
        assert row is not None, "a table that a winning outcome points to pays every hand"
        pays, cite = row.pays, cite_row(cite, row)
    paid, returned = pad.pay(pays, stake, wager.paid_from)
    pad.add(
        played,
        wager.id,
        outcome=outcome,
        cite=cite,
        stake=stake,
        paid=paid,
        returned=returned,
        pays=pays,
        hand=hand.title,
        paid_from=wager.paid_from,
        note=played.note,
    )


def _settle_triple(pad: Pad, played: Played, wager: Wager, stake: Cents) -> None:
    """Cards, ranking, paytable: the hand is read, and its row pays."""
    hand = pad.read(wager.ranking, wager.cards, played)
    held_by = pad.holders(wager.ranking) if "every_hand" in wager.cards else ()
    row = _row(pad, wager, hand)
    if row is None:
        pad.add(
            played,
            wager.id,
            outcome=hand.shape,
            cite=join(wager.lost, _kept(played, wager)),
            stake=stake,
            hand=hand.title,
            held_by=held_by,
        )
        return
    if isinstance(row.pays, MeterShare):
        _settle_from_meter(pad, played, wager, hand, row)
        return
    paid, returned = pad.pay(row.pays, stake, wager.paid_from)
    pad.add(
        played,
        wager.id,
        outcome=row.hand,
        cite=join(cite_row(wager.won, row), _kept(played, wager)),
        stake=stake,
        paid=paid,
        returned=returned,
        pays=row.pays,
        hand=hand.title,
        paid_from=wager.paid_from,
        held_by=held_by,
    )


def _kept(played: Played, wager: Wager) -> Cite | None:
    """The clause that keeps a wager alive for a player who has left the round."""
    rule = played.rule_for(wager)
    return rule.cite if rule is not None else None


def _row(pad: Pad, wager: Wager, hand: Hand) -> Row | None:
    paytable = pad.paytable(wager.id)
    return paytable.pick(hand.label) if paytable else None


def _settle_from_meter(pad: Pad, played: Played, wager: Wager, hand: Hand, row: Row) -> None:
    """A percentage of the meter as it stands at this player's turn, or this player's share of it."""
    assert isinstance(row.pays, MeterShare)
    by_hand = pad.is_by_hand(wager, row.pays)
    why_by_hand = wager.by_hand.cite if by_hand and wager.by_hand else None
    cite, note = join(cite_row(wager.won, row), _kept(played, wager), why_by_hand), ""
    sharers = _sharers(pad, wager, row.pays)
    if len(sharers) > 1:
        key = (wager.id, row.pays.level)
        if key not in pad.shares:
            pad.shares[key] = _divide(pad, wager, sharers)
        shares = pad.shares[key]
        paid, exact, rounded = shares.by_seat[played.number], shares.exact, played.number in shares.rounded
        rule = wager.shared or pad.regulation.options[f"wagers.{wager.section}.multiple_hits"].cite
        cite = join(cite, rule)
        note = f"one award, divided among {len(sharers)} wagers" + ("; it was " if rounded else "")
    else:
        paid, exact = _take(pad, wager, row.pays)
        rounded = paid != exact
    if rounded:
        cite, note = join(cite, PERCENTAGE), note + rounded_words(exact)
    pad.add(
        played,
        wager.id,
        outcome=row.hand,
        cite=cite,
        stake=played.stakes[wager.id],
        paid=paid,
        pays=row.pays,
        hand=hand.title,
        paid_from="meter",
        meter=wager.meter,
        level=row.pays.level,
        by_hand=by_hand,
        note=note,
    )


def _take(pad: Pad, wager: Wager, pays: MeterShare) -> tuple[Cents, Fraction]:
    """An award off the meter, and what it was before it was rounded up (I-03)."""
    exact = pad.meters[wager.meter].levels[pays.level].amount * pays.percent / 100
    cents, pad.meters[wager.meter] = pad.meters[wager.meter].take(
        pays.level, pays.percent, by_hand=pad.is_by_hand(wager, pays)
    )
    return cents, exact


def _sharers(pad: Pad, wager: Wager, pays: MeterShare) -> list[tuple[Played, MeterShare]]:
    """All who divide an award on this level, in settlement order; nobody where each is paid in turn.

    An award on a shared wager is everybody's who made it; other hits are shared where the submission says so
    (I-112).
    """
    if not is_shared(pad.submission, wager):
        return []
    found = []
    for played in pad.seats:
        if wager.id not in played.stakes or played.ruled_out or not pad.lives(played, wager):
            continue
        row = _row(pad, wager, pad.read(wager.ranking, wager.cards, played))
        if row and isinstance(row.pays, MeterShare) and row.pays.level == pays.level:
            found.append((played, row.pays))
    return found


def _divide(pad: Pad, wager: Wager, sharers: list[tuple[Played, MeterShare]]) -> Shares:
    """Shares by seat of one award, measured once on the largest percentage (I-59, I-60)."""
    largest = max((share for _, share in sharers), key=lambda share: share.percent)
    total, exact = _take(pad, wager, largest)
    held = [(played.number, played.player, share.percent) for played, share in sharers]
    shares = divide_award(pad.submission, wager, total, held)
    lower = divide_award(pad.submission, wager, int(exact), held)
    return Shares(shares, exact, frozenset(seat for seat in shares if shares[seat] > lower[seat]))


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
