"""A table as it stands, in sentences: wagers, cards, whose turn it is, what comes next, and refusals."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from feltlaw.refusal import Refused
from feltlaw.submission import Submission
from feltlaw.telling.names import seat_name, stakes_words
from feltlaw.telling.said import Backs, Part, Said, faces, listed, said, upper_first
from feltlaw.views.frames import View
from feltlaw.views.parts import HandView, PlaceView, RoundView, WaitsView


def wagers_said(round_: RoundView, submission: Submission, yours: Collection[int] = ()) -> Iterator[Said]:
    """The wagers on the layout."""
    for box in round_.boxes:
        yield said(f"{seat_name(box.seat, yours)}: {stakes_words(submission, box.wagers)}")


def deal_said(view: View) -> Iterator[Said]:
    """The cards after the deal: one's own face up, the others as they lie."""
    round_, you = view.public.round, view.own.you
    if round_ is None:
        return
    own = {hand.seat: hand for hand in (you.hands if you is not None else ())}
    yours = tuple(own)
    for place in sorted(round_.places, key=lambda one: (one.group != "player", one.seat)):
        if place.group == "player":
            name = f"{seat_name(place.seat, yours)}:"
            mine = own.get(place.seat)
            yield hand_said(mine, name) if mine is not None else said(f"{name:<14}", Backs(place.down))
        elif place.group in ("dealer", "community"):
            yield said(f"{upper_first(place.group) + ':':<14}", *lying(place))


def hand_said(hand: HandView, name: str) -> Said:
    """A hand of one's own, and what it makes."""
    return said(f"{name:<14}", faces(hand.cards), f"  {hand.hand}" if hand.hand else "")


def lying(place: PlaceView) -> Iterator[Part]:
    """The cards of a place as they lie, those face down as backs."""
    if place.up:
        yield faces(place.up)
    if place.down:
        yield Backs(place.down)


def next_said(waits: WaitsView | None) -> Said:
    """What the table waits for: who is to act, what he is to do, and by which clause."""
    if waits is None:
        return said("Nothing is to be done.", tone="quiet")
    who = f"Seat {listed(map(str, waits.seats))}" if waits.seats else f"The {waits.role}"
    who += f", for seat {waits.seat}" if waits.seat else ""
    clauses = f" ({', '.join(waits.clauses)})" if waits.clauses else ""
    return said(f"{who}: {waits.text}{clauses}")


def refusal_words(refusal: Refused) -> str:
    """What was refused and why, what would be legal, and the clause."""
    clauses = f" ({', '.join(refusal.clauses)})" if refusal.clauses else ""
    return upper_first(f"{refusal}{clauses}")


def refusal_document(refusal: Refused) -> dict[str, object]:
    """The same for machines: what, what would be legal, which clauses."""
    return {"title": upper_first(refusal.what), "legal": refusal.legal, "clauses": refusal.clauses}
