"""What may be staked: by whom, on what, with what, and how much. Every console and scenario asks here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from feltlaw.money import Cents, show_dollars
from feltlaw.refusal import Refused, shown
from feltlaw.regulation.model import Cite, Requires, Version
from feltlaw.submission import Offered, Submission

MOST_REMEMBERED = 2000
"""So many boxes, and ways to bet, are kept for a table, so that they need not be looked through again."""


def offered_wager(submission: Submission, wager: str) -> Offered:
    """The wager as this table offers it, or a refusal."""
    offered = submission.wagers.get(wager)
    if offered is None:
        known = submission.regulation.wagers.get(wager)
        legal = f"This table offers {', '.join(submission.wagers)}."
        if known is None:
            cite = Cite(()).joined(*(one.wager.cite for one in submission.wagers.values()))
            raise Refused(f"'{shown(wager)}' is not a wager of {submission.regulation.title}", legal, cite)
        raise Refused(f"this table does not offer the {known.title} wager", legal, known.cite)
    if offered.wager.stake.kind == "decision":
        raise Refused(
            f"the {offered.wager.title} wager is made by a decision after the deal, not before it",
            "Leave it out and decide.",
            offered.wager.stake.cite,
        )
    return offered


def check_amount(submission: Submission, wager: str, amount: Cents, stakes: Mapping[str, Cents]) -> None:
    """Whether this much may be staked, `stakes` being the box's other wagers."""
    offered = offered_wager(submission, wager)
    stake, title = offered.wager.stake, offered.wager.title
    if amount <= 0:
        staked = show_dollars(amount)
        raise Refused(f"{_a(title)} wager of {staked} is no wager", "Stake an amount above zero.", stake.cite)
    if stake.kind in ("fixed", "table_minimum") and amount != offered.minimum:
        raise Refused(
            f"the {title} wager is {show_dollars(offered.minimum)}, not {show_dollars(amount)}",
            f"Stake exactly {show_dollars(offered.minimum)}.",
            stake.cite,
        )
    if stake.kind == "limits" and not offered.minimum <= amount <= offered.maximum:
        bound = "below the minimum" if amount < offered.minimum else "above the maximum"
        raise Refused(
            f"{_a(title)} wager of {show_dollars(amount)} is {bound}",
            f"Stake {show_dollars(offered.minimum)} to {show_dollars(offered.maximum)}.",
            stake.cite,
        )
    if stake.kind == "equal" and amount != stakes.get(stake.of):
        other = submission.regulation.wagers[stake.of].title
        legal = (
            f"Stake {show_dollars(stakes[stake.of])}." if stake.of in stakes else f"Place {_a(other)} first."
        )
        raise Refused(f"the {title} wager must equal the {other}", legal, stake.cite)


def check_box(submission: Submission, stakes: Mapping[str, Cents]) -> None:
    """Whether the wagers of one box go together; the same box is looked through once."""
    known: set[tuple[tuple[str, Cents], ...]] = submission.__dict__.setdefault("_whole_boxes", set())
    box = tuple(stakes.items())
    if box not in known:
        _check_box(submission, stakes)
        if len(known) > MOST_REMEMBERED:
            known.clear()
        known.add(box)


def _check_box(submission: Submission, stakes: Mapping[str, Cents]) -> None:
    for wager, amount in stakes.items():
        check_amount(submission, wager, amount, stakes)
    for wager in stakes:
        requires = submission.regulation.wagers[wager].requires
        if requires and not _met(requires, stakes):
            title = submission.regulation.wagers[wager].title
            what = f"{_a(title)} wager needs {_words(submission, requires)} first"
            raise Refused(what, *_wanted(submission, requires))
    version = submission.regulation.versions.get(submission.version)
    if version is not None:
        _check_version(submission, version, stakes)
    to = submission.regulation.deal.to
    if not _met(to, stakes):
        what = f"cards are dealt only to a player with {_words(submission, to)}"
        raise Refused(what, *_wanted(submission, to))


def _wanted(submission: Submission, requires: Requires) -> tuple[str, Cite]:
    """What would be legal: where any way into the round would do, that which the version leaves."""
    to, way = submission.regulation.deal.to, submission.way_in
    if way is not to and requires.wagers == to.wagers:
        return f"Place {_words(submission, way)}.", requires.cite.joined(way.cite)
    return f"Place {_words(submission, requires)}.", requires.cite


def _met(requires: Requires, stakes: Iterable[str]) -> bool:
    needed = (wager in stakes for wager in requires.wagers)
    return all(needed) if requires.all_of_them else any(needed)


def _words(submission: Submission, requires: Requires) -> str:
    joint = " and " if requires.all_of_them else " or "
    return joint.join(_a(submission.regulation.wagers[wager].title) for wager in requires.wagers) + " wager"


def _a(title: str) -> str:
    return f"an {title}" if title[0] in "AEIO" else f"a {title}"


def _check_version(submission: Submission, version: Version, stakes: Mapping[str, Cents]) -> None:
    """The linked-stake versions of the game (649a.7(e), MA 6(f))."""
    if version.rule == "free":
        return
    names = {wager: submission.regulation.wagers[wager].title for wager in (version.first, version.second)}
    first, second = stakes.get(version.first), stakes.get(version.second)
    if version.rule == "compulsory":
        for wager, amount in ((version.first, first), (version.second, second)):
            if amount is None:
                raise Refused(
                    f"this version of the game needs {_a(names[wager])} wager too",
                    f"Place both {' and '.join(names.values())}.",
                    version.cite,
                )
        low, high = sorted((first or 0, second or 0))
        if high > low * version.ratio:
            raise Refused(
                f"{show_dollars(high)} is more than {version.ratio} times {show_dollars(low)}",
                f"Neither wager may exceed {version.ratio} times the other.",
                version.cite,
            )
    elif second is not None and (first is None or first < second * version.ratio):
        least = -(-(second * version.ratio.numerator) // version.ratio.denominator)
        least = max(least, submission.wagers[version.first].minimum)
        raise Refused(
            f"{_a(names[version.second])} wager of {show_dollars(second)} needs {_a(names[version.first])} "
            f"of at least {show_dollars(least)}",
            f"Raise the {names[version.first]} or lower the {names[version.second]}.",
            version.cite,
        )


def check_table(
    submission: Submission,
    boxes: Sequence[tuple[int, str, Mapping[str, Cents]]],
    *,
    company: bool = True,
) -> None:
    """Whether the boxes (seat, person, stakes) go together: seats, adjacent boxes and, at the call,
    company."""
    numbers = [number for number, _, _ in boxes]
    for number in numbers:
        check_seat(submission, number)
        if numbers.count(number) > 1:
            cite = submission.regulation.boxes.cite
            raise Refused(f"seat {number} occurs twice", "Give each seat once.", cite)
    people: dict[str, list[int]] = {}
    for number, person, _ in boxes:
        people.setdefault(person, []).append(number)
    for person, held in people.items():
        _check_boxes(submission, person, sorted(held))
    among_players = company_wager(submission)
    if company and among_players is not None:
        _check_company(submission, among_players, boxes)


def check_seat(submission: Submission, number: int) -> None:
    """Whether this table has such a seat."""
    most = submission.limits.seats
    if not 1 <= number <= most:
        what = f"seat {number}" if abs(number) < 100 else "seat with such a number"
        raise Refused(f"there is no {what}", f"Seats run from 1 to {most}.", submission.regulation.seats.cite)


def _check_boxes(submission: Submission, person: str, held: list[int]) -> None:
    most = submission.limits.adjacent_boxes
    if len(held) > most:
        legal = "one box" if most == 1 else f"up to {most} adjacent boxes"
        raise Refused(
            f"{shown(person)} bets on {len(held)} boxes",
            f"This table allows a player {legal}.",
            submission.regulation.boxes.cite,
        )
    if held[-1] - held[0] != len(held) - 1:
        raise Refused(
            f"the boxes {', '.join(map(str, held))} of {shown(person)} are not adjacent",
            "One player's boxes must be next to each other.",
            submission.regulation.boxes.cite,
        )


def company_wager(submission: Submission) -> Offered | None:
    """The wager that players make against each other, where there is one: the Pot."""
    return next((one for id, one in submission.wagers.items() if submission.needs_company(id)), None)


def is_in_company(submission: Submission, boxes: Sequence[tuple[int, str, Mapping[str, Cents]]]) -> bool:
    """Whether that wager is made this round: two different people are dealt in (I-138)."""
    to = submission.regulation.deal.to
    return len({person for _, person, stakes in boxes if _met(to, stakes)}) > 1


def _check_company(
    submission: Submission, offered: Offered, boxes: Sequence[tuple[int, str, Mapping[str, Cents]]]
) -> None:
    company = is_in_company(submission, boxes)
    title, cite = offered.wager.title, Cite(offered.wager.cite.clauses, ("I-138",))
    for number, _, stakes in boxes:
        if company and offered.wager.id not in stakes:
            raise Refused(
                f"seat {number} has no {title} wager",
                f"Every player stakes {show_dollars(offered.minimum)} in the {title}.",
                cite,
            )
        if not company and offered.wager.id in stakes:
            raise Refused(
                f"there is no {title} with one player alone",
                f"Return the {title} wager: it needs two different players.",
                cite,
            )


def check_coupon(submission: Submission, seat: int, wager: object, stakes: Mapping[str, Cents]) -> str:
    """A match play coupon, named by the wager it lies on (I-123)."""
    coupon = submission.regulation.coupon
    if coupon is None or submission.option(coupon.option) is not True:
        section, _, key = coupon.option.rpartition(".") if coupon else ("", "", "")
        raise Refused(
            f"seat {seat}: this table accepts no match play coupons",
            "Stake chips alone" + (f", or submit {key} = true under [{section}]." if coupon else "."),
            coupon.cite if coupon else submission.regulation.steps_named("place_wagers")[0].cite,
        )
    legal = [one for one in coupon.wagers if one in stakes]
    if wager not in legal:
        raise Refused(
            f"seat {seat}: a match play coupon cannot lie on '{shown(wager)}'",
            f"Put it on {' or '.join(legal or coupon.wagers)}.",
            coupon.cite,
        )
    return str(wager)
