"""What a link is told of an award: at once, or where it does not answer when it is back (I-154)."""

from __future__ import annotations

from collections.abc import Iterable

from feltlaw.link import CloseHit, LinkState, PayHit, ValidateHit
from feltlaw.table.rule import Moment
from feltlaw.table.state import LinkNews, State
from feltlaw.values import changed

Fact = ValidateHit | PayHit | CloseHit
Told = tuple[str, Fact]
News = tuple[LinkNews, ...]


def tell(state: State, moment: Moment, facts: Iterable[Told]) -> tuple[tuple[Told, ...], News]:
    """What links write now, and what they are told later: everything in its order, so nothing overtakes."""
    behind = {one.link for one in state.untold}
    now: list[Told] = []
    later: list[LinkNews] = []
    for link, fact in facts:
        known = moment.links.get(link)
        if known is None or link in behind:
            later.append(_news(link, fact))
        elif fact.hit in known.open:
            now.append((link, fact))
    return tuple(now), tuple(later)


def told_now(state: State, link: LinkState) -> list[Told]:
    """What a link that is back has to hear first; of a hit that it gave back meanwhile nothing."""
    return [(one.link, _fact(one)) for one in state.untold if one.link == link.id and one.hit in link.open]


def with_untold(state: State, more: News) -> State:
    return changed(state, untold=(*state.untold, *more)) if more else state


def paid_untold(state: State, hit: str) -> int:
    """What was paid of a hit and its link does not know."""
    return sum(one.paid_cents or 0 for one in state.untold if one.hit == hit)


def _news(link: str, fact: Fact) -> LinkNews:
    match fact:
        case ValidateHit(hit=hit, validated_by=by):
            return LinkNews(link, hit, validated_by=by)
        case PayHit(hit=hit, cents=cents, by_hand=by_hand):
            return LinkNews(link, hit, paid_cents=cents, by_hand=by_hand)
        case CloseHit(hit=hit):
            return LinkNews(link, hit)


def _fact(one: LinkNews) -> Fact:
    if one.validated_by:
        return ValidateHit(one.hit, one.validated_by)
    if one.paid_cents is not None:
        return PayHit(one.hit, one.paid_cents, one.by_hand)
    return CloseHit(one.hit)
