"""Awards: bonuses on one's own hand, envy, and the random draws."""

from __future__ import annotations

from fractions import Fraction

from feltlaw.money import Amount, Cents, round_up
from feltlaw.paytable import Row
from feltlaw.regulation.model import Award, EnvySchedule, Wager
from feltlaw.round.model import Played
from feltlaw.settlement.pad import Pad, cite_row, join
from feltlaw.submission import Submission


def settle_award(pad: Pad, played: Played, name: str) -> None:
    """Makes the lines of one award for one seat, if it is due."""
    offered = pad.submission.awards.get(name)
    if offered is None or played.ruled_out:
        return
    award = offered.award
    if award.kind == "envy":
        _envy(pad, played, award)
        return
    for wager in award.stake_of:
        if wager in played.stakes:
            if award.kind == "bonus":
                _bonus(pad, played, award, wager)
            else:
                _draw(pad, played, award, wager)


def _bonus(pad: Pad, played: Played, award: Award, wager: str) -> None:
    """Paid for the player's own hand, unless it waits for an outcome of the contest (I-30, I-71)."""
    if award.needs_wager and award.needs_wager not in played.stakes:
        return
    if any(line.seat == played.number and line.id == wager and line.result == "void" for line in pad.lines):
        return
    if award.on_outcome and pad.outcome(pad.regulation.wagers[wager], played) != award.on_outcome:
        return
    paytable = pad.submission.awards[award.id].paytable
    hand = pad.read(award.ranking, award.cards, played)
    row = paytable.pick(hand.label) if paytable else None
    if row is not None:
        paid, _ = pad.pay(row.pays, played.stakes[wager], award.paid_from)
        _pay(pad, played, award, row, paid=paid, on=wager, hand=hand.title)


def _draw(pad: Pad, played: Played, award: Award, wager: str) -> None:
    """Magic Card and Lucky Bonus: on the match alone, for each stake (I-61, I-62)."""
    if not pad.submission.pays(award, wager) or not _drawn(pad, played, award, wager):
        return
    won = any(line.seat == played.number and line.id == wager and line.paid for line in pad.lines)
    if not won and draw_needs_win(pad.submission, pad.regulation.wagers[wager]):
        return
    paytable = pad.submission.awards[award.id].paytable
    assert paytable is not None, "a drawn award has its one row"
    row = next(iter(paytable.rows.values()))
    paid, _ = pad.pay(row.pays, played.stakes[wager], award.paid_from)
    _pay(pad, played, award, row, paid=paid, on=wager)


def draw_needs_win(submission: Submission, wager: Wager) -> bool:
    """Whether a drawn bonus comes only to a wager that was paid (I-61)."""
    return submission.option(f"wagers.{wager.section}.bonus_needs_win") is True


def _drawn(pad: Pad, played: Played, award: Award, wager: str) -> bool:
    cards = pad.regulation.wagers[wager].cards
    draws = pad.round.draws
    if award.kind == "magic_card":
        return any(draws.magic_card in group for group in pad.groups(cards, played))
    return draws.lucky_position == (0 if "dealer" in cards else played.number)


def _envy(pad: Pad, played: Played, award: Award) -> None:
    """One award for every other person's hand that earns it (I-46, I-47, I-49)."""
    wager = award.stake_of[0]
    if wager not in played.stakes:
        return
    if played.left_by and award.on_fold is not None and not award.on_fold.keep:
        return
    schedule, scale = _schedule(pad, award, wager, played.stakes[wager])
    for holder in pad.seats:
        if holder.player == played.player or not _holds(pad, holder, award, wager):
            continue
        hand = pad.read(award.ranking, award.cards, holder)
        row = schedule.table.pick(hand.label)
        if row is not None:
            assert isinstance(row.pays, Amount), "envy is a sum of money"
            paid = round_up(row.pays.cents * scale)
            _pay(pad, played, award, row, paid=paid, on=wager, hand=hand.title, for_seat=holder.number)


def _holds(pad: Pad, holder: Played, award: Award, wager: str) -> bool:
    """Whether a hand can earn envy for others: one in play, or a folded one that lies face up (I-48)."""
    if not pad.is_shown(holder):
        return False
    if not holder.left_by:
        return True
    section = pad.regulation.wagers[wager].section
    needs = award.folded_holder.what if award.folded_holder else ""
    if needs and pad.submission.option(f"wagers.{section}.{needs}") is not True:
        return False
    return pad.submission.option(f"wagers.{section}.folded_hands_trigger_envy") == "if_shown"


def _schedule(pad: Pad, award: Award, wager: str, stake: Cents) -> tuple[EnvySchedule, Fraction]:
    """The schedule for the receiver's stake, and how far it is scaled (I-52, I-114, I-117)."""
    paytable = pad.paytable(wager)
    fitting = [s for s in award.schedules if not s.paytables or (paytable and paytable.key in s.paytables)]
    for schedule in fitting:
        if schedule.stake == stake:
            return schedule, Fraction(1)
    return fitting[0], Fraction(stake, fitting[0].stake)


def _pay(
    pad: Pad,
    played: Played,
    award: Award,
    row: Row,
    *,
    paid: Cents,
    on: str,
    hand: str = "",
    for_seat: int = 0,
) -> None:
    pad.add(
        played,
        award.id,
        outcome=row.hand,
        cite=cite_row(join(award.cite, award.by_stake.get(on)), row),
        paid=paid,
        pays=row.pays,
        hand=hand,
        on=on,
        for_seat=for_seat,
        paid_from=award.paid_from,
    )
