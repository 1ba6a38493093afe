"""How many cards lie where, given what was staked."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from feltlaw.cards import Card, CardError, check_distinct
from feltlaw.refusal import Refused
from feltlaw.regulation.model import Cite, Extra
from feltlaw.round.model import Box
from feltlaw.submission import Submission
from feltlaw.submission.conditions import holds

ONE_PLACE = "Every card is in one place only."


def extra_cards(submission: Submission, what: str, staked: Collection[str]) -> Extra | None:
    """The fourth or community cards due when these wagers are staked, if any."""
    for extra in submission.regulation.deal.extra:
        if extra.what != what:
            continue
        if (extra.when and not holds(extra.when, submission)) or holds(extra.unless, submission):
            continue
        if not extra.wagers or any(wager in staked for wager in extra.wagers):
            return extra
    return None


def miscounted(
    submission: Submission, seats: Sequence[Box], dealer: tuple[Card, ...], community: tuple[Card, ...]
) -> bool:
    """Whether a hand has a wrong number of cards for which the regulation voids the round.

    Community cards count only where they are everybody's (669a.13(c)); where only bonuses use them they void
    nothing (I-20).
    """
    deal = submission.regulation.deal
    if any(len(seat.cards) != deal.player.most for seat in seats):
        return True
    if deal.dealer is not None:
        return len(dealer) != deal.dealer.most
    return any(len(community) != extra.cards for extra in deal.extra if extra.what == "community")


def check_cards(
    submission: Submission,
    seats: Sequence[Box],
    dealer: tuple[Card, ...],
    community: tuple[Card, ...],
    *,
    counted: str,
) -> None:
    """Whether the right cards lie in the right places.

    `counted` is `exactly`; `at_most` for a round that stopped in the deal; `any` where the count was wrong.
    """
    regulation = submission.regulation
    lying = [card for seat in seats for card in (*seat.cards, *seat.fourth)] + [*dealer, *community]
    try:
        check_distinct(lying)
    except CardError as error:
        raise Refused(str(error), ONE_PLACE, regulation.deck.cite) from None
    if any(card.is_joker for card in lying) and not regulation.deck.jokers:
        raise Refused(
            "there is no joker in this game",
            f"The deck has {regulation.deck.cards} cards.",
            regulation.deck.cite,
        )
    everything = {wager for seat in seats for wager in seat.stakes}
    for seat in seats:
        _count(
            f"seat {seat.number}",
            len(seat.cards),
            regulation.deal.player.most,
            regulation.deal.player.cite,
            counted,
        )
        due = extra_cards(submission, "fourth", set(seat.stakes))
        cite = _extra_cite(submission, "fourth", due)
        _count(
            f"the fourth card of seat {seat.number}", len(seat.fourth), due.cards if due else 0, cite, counted
        )
    own = regulation.deal.dealer
    _count("the dealer", len(dealer), own.most if own else 0, (own or regulation.deal.player).cite, counted)
    due = extra_cards(submission, "community", everything)
    cite = _extra_cite(submission, "community", due)
    _count("the community", len(community), due.cards if due else 0, cite, counted)


def _extra_cite(submission: Submission, what: str, due: Extra | None) -> Cite:
    """Where cards beside the hands are ruled; in a game without them, which cards are dealt at all."""
    deal = submission.regulation.deal
    possible = due or next((extra for extra in deal.extra if extra.what == what), None)
    return possible.cite if possible else deal.player.cite


def _count(who: str, lying: int, due: int, cite: Cite, counted: str) -> None:
    right = {"exactly": lying == due, "at_most": lying <= due, "any": bool(due) or not lying}[counted]
    if right:
        return
    cards = "no cards" if due == 0 else "1 card" if due == 1 else f"{due} cards"
    raise Refused(
        f"{who} has {lying} card{'' if lying == 1 else 's'}", f"There should be {cards} here.", cite
    )
