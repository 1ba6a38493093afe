"""The random draws of a round: which there are at a table, how often, from what (I-61, I-63, I-64)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from feltlaw.cards import DECK, Card, CardError, parse_card
from feltlaw.money import Cents, parse_chance
from feltlaw.refusal import Refused
from feltlaw.regulation.model import Award, Cite, Wager
from feltlaw.round.betting import check_seat
from feltlaw.round.model import Draws
from feltlaw.submission import Submission

CARD, POSITION = "magic_card", "lucky_position"
"""The two kinds of award that a draw decides; a draw is called as its award's kind is."""
DEALER = "dealer"
"""How the dealer's position is written."""

Stakes = Mapping[int, Mapping[str, Cents]]
"""By seat, what was staked."""


@dataclass(frozen=True, slots=True)
class Draw:
    """One draw that this table makes."""

    award: Award
    chance: Fraction
    """How often it is made."""
    staked_only: bool
    """For a position: whether it is drawn only from those with a stake."""

    @property
    def key(self) -> str:
        return self.award.kind


def draws_made(submission: Submission) -> Iterator[Draw]:
    """The draws that decide an award this table pays."""
    for award in submission.regulation.awards.values():
        if award.kind not in (CARD, POSITION) or award.id not in submission.awards:
            continue
        wager = submission.regulation.wagers[award.stake_of[0]]
        if submission.pays(award, wager.id):
            section = f"wagers.{wager.section}"
            chance = parse_chance(submission.option(f"{section}.{award.option}_chance"))
            staked = submission.option(_positions_option(wager)) == "staked"
            yield Draw(award, chance, staked)


def _positions_option(wager: Wager) -> str:
    return f"wagers.{wager.section}.lucky_positions"


def on_dealer(wager: Wager) -> bool:
    """Whether a wager rests on the dealer's hand, so that the dealer's position is its own (I-63)."""
    return DEALER in wager.cards


def positions(submission: Submission, draw: Draw, stakes: Stakes) -> list[int | str]:
    """The positions a lucky one is drawn from: seats by number, and the dealer's (I-63)."""
    if not draw.staked_only:
        return [*range(1, submission.limits.seats + 1), DEALER]
    wagers = submission.regulation.wagers
    own = [one for one in draw.award.stake_of if not on_dealer(wagers[one])]
    theirs = [one for one in draw.award.stake_of if on_dealer(wagers[one])]
    seats: list[int | str] = [seat for seat in sorted(stakes) if any(one in stakes[seat] for one in own)]
    return seats + [DEALER] * any(one in box for box in stakes.values() for one in theirs)


def choices(submission: Submission, draw: Draw, stakes: Stakes) -> list[str | int]:
    """Everything that can be drawn, each with the same chance, as it is written down."""
    if draw.key == CARD:
        return [str(card) for card in DECK]
    return positions(submission, draw, stakes)


def matches(
    submission: Submission, draw: Draw, wager: Wager, players: int, beside: Collection[str] = ()
) -> Fraction:
    """How often a draw that is made matches a wager: one of 52 cards, or one of the positions.

    All `players` make the same wagers, this one and those `beside` it, which matters where the position is
    drawn from those with a stake.
    """
    if draw.key == CARD:
        return Fraction(getattr(submission.regulation.rankings[wager.ranking], "of", 0), len(DECK))
    staked = dict.fromkeys((wager.id, *beside), 1)
    return Fraction(1, len(positions(submission, draw, dict.fromkeys(range(1, players + 1), staked))))


def read_draw(submission: Submission, key: str, value: object, stakes: Stakes) -> str | int:
    """A draw as somebody wrote it; refused where this table could not have made it."""
    draw = next((one for one in draws_made(submission) if one.key == key), None)
    if draw is None:
        cite = next(
            (one.cite for one in submission.regulation.steps if one.do == "lock_out_device"), Cite(())
        )
        raise Refused(f"this table makes no draw for the {key.replace('_', ' ')}", "Leave it out.", cite)
    return _card(draw, value) if key == CARD else _position(submission, draw, value, stakes)


def _card(draw: Draw, value: object) -> str:
    try:
        card = parse_card(value) if isinstance(value, str) else None
    except CardError as error:
        raise Refused(f"the magic card: {error}", 'Write it like "7h".', draw.award.cite) from None
    if card is None or card.is_joker:
        raise Refused("the magic card is one of the 52 cards", 'Write it like "7h".', draw.award.cite)
    return str(card)


def _position(submission: Submission, draw: Draw, value: object, stakes: Stakes) -> str | int:
    if value != DEALER and (isinstance(value, bool) or not isinstance(value, int)):
        what = 'the lucky position is a seat\'s number or "dealer"'
        raise Refused(what, "Name one of them.", draw.award.cite)
    assert isinstance(value, str | int)
    if isinstance(value, int):
        check_seat(submission, value)
    among = positions(submission, draw, stakes)
    if value not in among:
        where = "the dealer's hand" if value == DEALER else f"seat {value}"
        legal = f"Legal here: {', '.join(map(str, among))}." if among else "Leave the draw out."
        option = submission.regulation.options[
            _positions_option(submission.regulation.wagers[draw.award.stake_of[0]])
        ]
        raise Refused(
            f"the lucky position is drawn from those with a stake, and {where} has none", legal, option.cite
        )
    return value


def drawn(values: Mapping[str, str | int]) -> Draws:
    """Draws as settlement takes them."""
    card, position = values.get(CARD), values.get(POSITION)
    return Draws(
        parse_card(str(card)) if card is not None else None,
        None if position is None else 0 if position == DEALER else int(position),
    )


def matched(draws: Draws, award: Award, wager: Wager, seat: int, cards: tuple[tuple[Card, ...], ...]) -> bool:
    """Whether a draw brings an award to a seat's wager, which rests on these groups of cards (I-61, I-62)."""
    if award.kind == CARD:
        return draws.magic_card is not None and any(draws.magic_card in group for group in cards)
    return draws.lucky_position == (0 if on_dealer(wager) else seat)
