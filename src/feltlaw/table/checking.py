"""Wins that are looked at closely: verified by the dealer, its light seen, validated by a floorperson."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Annotated, Any

from feltlaw.event import AccountId, Event, Happening
from feltlaw.link import GiveBackHit, Hit, RegisterHit, TakeBack, ValidateHit, lock
from feltlaw.money import MeterShare
from feltlaw.refusal import Refused, shown
from feltlaw.regulation.model import Cite
from feltlaw.schema import Few, Text
from feltlaw.settlement import Line
from feltlaw.settlement.wagers import largest_share, sharers_of
from feltlaw.table.agenda import agenda
from feltlaw.table.closing import Reading, Unreached, contribution_of, off_links, owing, without_accepted
from feltlaw.table.money import contributions_back, take_off
from feltlaw.table.rule import Following, Kind, Moment, Way, cite_of, has_step, rule_of
from feltlaw.table.state import Award, Check, Contribution, LinkNews, Name, OwedHit, Seat, State
from feltlaw.table.turning import coming
from feltlaw.table.untold import tell, told_now, with_untold
from feltlaw.table.waits import check_of, has_light, needs_validation, validated_wager, what_first
from feltlaw.values import changed


@dataclass(frozen=True, slots=True)
class VerifyWin:
    """The dealer verifies that a hand wins, and looks at the light of the progressive system."""

    seat: Seat
    wager: Name
    """The wager, or the award on it, that the dealer has come to."""
    light: bool = True


@dataclass(frozen=True, slots=True)
class WinVerified:
    """A win was verified; one that is a share of a meter has locked its amount on the link."""

    check: Check
    award: Award | None = None
    reading: Reading | None = None


@dataclass(frozen=True, slots=True)
class FloorpersonCalled:
    """A supervisor was called to a win (MA 13(d)e)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ResolveLight:
    """A floorperson says what the system's record shows of a wager whose light is off (I-156)."""

    seat: Seat
    wager: Name
    accepted: bool


@dataclass(frozen=True, slots=True)
class LightResolved:
    """What the record showed: the award goes on its way, or the wager was none and goes back."""

    seat: Seat
    wager: Name
    accepted: bool
    by: AccountId
    contribution: Contribution | None = None
    unreached: Unreached = ()
    owed_hit: OwedHit | None = None
    """The hit that its link gives back when it is there again."""


@dataclass(frozen=True, slots=True)
class Validate:
    """A floorperson validates a verified win before it is paid."""

    seat: Seat
    wager: Name


@dataclass(frozen=True, slots=True)
class WinValidated:
    """A win was validated."""

    seat: Seat
    wager: Name
    by: AccountId
    untold: Annotated[tuple[LinkNews, ...], Few(1)] = ()
    """What its link hears of it when it is back."""


@dataclass(frozen=True, slots=True)
class LinkIsBack:
    """A link that did not answer is back: it takes what it is owed, and awards get their amounts (I-154)."""

    link: Name


@dataclass(frozen=True, slots=True)
class LinkReturned:
    """What was settled with a link that is back."""

    link: Name
    taken_back: tuple[Contribution, ...] = ()
    awards: tuple[Award, ...] = ()
    hits: tuple[Annotated[str, Text(200)], ...] = ()
    given_back: tuple[Annotated[str, Text(200)], ...] = ()
    """Hits of void rounds whose amounts are on the meter again."""


# ── verifying ──


def _to_verify(state: State) -> Line | None:
    """The win the dealer has come to, where nobody has verified it and its cards are up."""
    line = coming(state)
    if line is None or validated_wager(state, line) is None or check_of(state, line) is not None:
        return None
    first = what_first(state, line)
    return line if first is not None and first.legal.startswith("Next: verify") else None


def _nothing_to_verify(state: State) -> Refused | None:
    if _to_verify(state) is not None:
        return None
    return Refused("there is no win to verify now", "Go on settling.", cite_of(state, "verify_win"))


def _verify(state: State, data: VerifyWin, moment: Moment) -> Happening:
    line = _to_verify(state)
    assert line is not None, "`when` has made sure of it"
    if (data.seat, data.wager) != (line.seat, line.id):
        raise Refused(
            f"seat {data.seat} has no such award to verify now",
            f"Verify {line.id} of seat {line.seat}.",
            cite_of(state, "verify_win"),
        )
    light = data.light or not has_light(state, line)
    check = Check(line.seat, line.id, line.on, moment.by.account, light)
    if not needs_validation(state, line):
        return Happening(WinVerified(check))
    return _register(state, line, check, moment)


def hit_name(state: State, line: Line, seats: tuple[int, ...]) -> str:
    """Table, round, seat and wager: no award is registered twice."""
    who = line.seat if len(seats) == 1 else "shared"
    return f"{state.table} {state.played.number} {who} {line.id}"


def _register(state: State, line: Line, check: Check, moment: Moment) -> Happening:
    """The award takes its place in the link's order; where the link is down it waits for an amount
    (I-154)."""
    wager = state.submission.regulation.wagers[line.id]
    link = state.links[wager.meter]
    of = agenda(state).of
    share = line.pays if isinstance(line.pays, MeterShare) else None
    sharers = sharers_of(of, wager, share) if share else []
    seats = tuple(box.number for box, _ in sharers) if len(sharers) > 1 else (line.seat,)
    name = hit_name(state, line, seats)
    check = replace(check, hit=name)
    if any(one.hit == name and not one.waits_for_link for one in state.played.settling.checks):
        return Happening(WinVerified(check))
    if not moment.is_running(link):
        return Happening(
            WinVerified(replace(check, waits_for_link=share is not None, hit=name if share else ""))
        )
    hit = Hit(name, state.table, state.played.number, seats, line.id, moment.now, line.paid)
    if share:
        largest = largest_share(sharers) if len(sharers) > 1 else share
        hit = lock(moment.links[link], replace(hit, level=share.level, percent=largest.percent))
    award = (
        Award(0 if len(seats) > 1 else line.seat, line.id, hit.showing_cents, hit.cents) if share else None
    )
    now = moment.links[link]
    showing = {level: now.showing(level) for level in now.meter.levels}
    if share:
        showing[share.level] += hit.reseed_cents + hit.reserve_cents - hit.cents
    reading = Reading(link, now.number + 1, showing)
    return Happening(WinVerified(check, award, reading), links=((link, RegisterHit(hit)),))


def _verified(state: State, data: WinVerified, event: Event) -> State:
    facts = state.played.facts
    if data.award is not None:
        state = state.with_facts(awards=(*facts.awards, data.award))
    return state.settling_on(checks=(*state.played.settling.checks, data.check))


def _call(state: State, data: WinVerified, event: Event, moment: Moment) -> list[Following]:
    """Where the regulation says so, selecting the winner calls a supervisor (MA 13(d)e)."""
    if not has_step(state, "call_floorperson"):
        return []
    return [Following("call_floorperson", Happening(FloorpersonCalled(data.check.seat)), event.by)]


def _verify_ways(state: State) -> Iterable[Way]:
    line = _to_verify(state)
    return [Way(VerifyWin(line.seat, line.id))] if line else []


# ── a light that is off ──


def _dark(state: State) -> Check | None:
    round_ = state.under_way
    checks = round_.settling.checks if round_ is not None and state.phase == "settling" else ()
    return next((one for one in checks if not one.light and not one.light_resolved_by), None)


def _light_cite(state: State) -> Cite:
    return Cite(cite_of(state, "verify_light").clauses, ("I-156",))


def _no_dark_light(state: State) -> Refused | None:
    if _dark(state) is not None:
        return None
    return Refused("every light that should be on is on", "Go on settling.", _light_cite(state))


def _resolve(state: State, data: ResolveLight, moment: Moment) -> Happening:
    """The system's record decides: the light shows the wager, it is not the wager (I-156)."""
    check = _dark(state)
    assert check is not None, "`when` has made sure of it"
    if (data.seat, data.wager) != (check.seat, check.wager):
        legal = f"Look at {check.wager} of seat {check.seat}."
        raise Refused(f"the light of seat {data.seat} is on", legal, _light_cite(state))
    _check_other_eyes(state, check, moment)
    if data.accepted:
        return Happening(LightResolved(data.seat, data.wager, True, moment.by.account))
    if not state.real_cards:
        raise Refused(
            "the record of this table shows that the wager was accepted before the call",
            "The award is paid (accepted = true).",
            _light_cite(state),
        )
    part = contribution_of(state, data.seat, data.wager, moment.links)
    moves = take_off(state, data.seat, data.wager) + contributions_back(state, [part])
    back, unreached = off_links(state, [part], moment)
    why, hit = "the wager was not accepted", "" if check.waits_for_link else check.hit
    if unreached:
        owed = OwedHit(part.link, hit, why) if hit else None
        event = LightResolved(data.seat, data.wager, False, moment.by.account, part, unreached, owed)
        return Happening(event, moves)
    asks: tuple[tuple[str, Any], ...] = back
    if hit in moment.links[part.link].open:
        asks = ((part.link, GiveBackHit(hit, why)), *back)
    return Happening(LightResolved(data.seat, data.wager, False, moment.by.account, part), moves, asks)


def _resolved(state: State, data: LightResolved, event: Event) -> State:
    checks = state.played.settling.checks
    key = (data.seat, data.wager)
    if data.accepted:
        looked_at = tuple(
            replace(one, light_resolved_by=data.by) if (one.seat, one.wager) == key else one for one in checks
        )
        return state.settling_on(checks=looked_at)
    state = state.settling_on(checks=tuple(one for one in checks if (one.seat, one.wager) != key))
    if data.contribution is not None:
        state = owing(state, [data.contribution], data.unreached)
    if data.owed_hit is not None:
        state = changed(state, owed_hits=(*state.owed_hits, data.owed_hit))
    awards = tuple(one for one in state.played.facts.awards if (one.seat, one.wager) != key)
    return without_accepted(state.with_facts(awards=awards), data.seat, data.wager, data.contribution)


# ── validating ──


def _to_validate(state: State) -> list[Line]:
    """The verified win that waits for a floorperson."""
    line = coming(state)
    if line is None or not needs_validation(state, line):
        return []
    check = check_of(state, line)
    if check is None or check.validated_by or check.waits_for_link:
        return []
    return [line] if check.light or check.light_resolved_by else []


def _nothing_to_validate(state: State) -> Refused | None:
    if _to_validate(state):
        return None
    return Refused("no verified award waits", "The dealer verifies first.", cite_of(state, "validate"))


def _eyes_used(state: State, check: Check | None) -> frozenset[str]:
    """Who may not validate: who verified the win, dealt the round, or plays here."""
    used = {*state.played.dealers, *state.seats.values(), *state.played.facts.players.values()}
    return frozenset(used | {check.verified_by} if check else used)


def _check_other_eyes(state: State, check: Check, moment: Moment) -> None:
    """Who dealt the round, verified the win or plays at the table does not validate it (I-157)."""
    account = moment.by.account
    if account in _eyes_used(state, check):
        raise Refused(
            f"{shown(account)} verified the award or dealt the round, or plays here",
            "Another account validates it.",
            cite_of(state, "validate"),
        )


def _validate(state: State, data: Validate, moment: Moment) -> Happening:
    line = _to_validate(state)[0]
    if (data.seat, data.wager) != (line.seat, line.id):
        raise Refused(
            f"seat {data.seat} has no such verified award",
            f"Validate {line.id} of seat {line.seat}.",
            cite_of(state, "validate"),
        )
    check = check_of(state, line)
    assert check is not None
    _check_other_eyes(state, check, moment)
    link = state.links[state.submission.regulation.wagers[line.id].meter]
    hit = moment.links[link].open.get(check.hit) if link in moment.links else None
    is_news = check.hit and not (hit is not None and hit.validated_by)
    facts = [(link, ValidateHit(check.hit, moment.by.account))] if is_news else []
    now, later = tell(state, moment, facts)
    return Happening(WinValidated(data.seat, data.wager, moment.by.account, later), links=now)


def _validated(state: State, data: WinValidated, event: Event) -> State:
    checks = tuple(
        replace(one, validated_by=data.by) if (one.seat, one.wager) == (data.seat, data.wager) else one
        for one in state.played.settling.checks
    )
    return with_untold(state.settling_on(checks=checks), data.untold)


# ── a link that is back ──


def _owed(state: State, link: str) -> tuple[Contribution, ...]:
    return tuple(one for one in state.owed_to_links if one.link == link)


def _owed_hits(state: State, link: str) -> tuple[OwedHit, ...]:
    return tuple(one for one in state.owed_hits if one.link == link)


def _waiting_checks(state: State, link: str) -> list[Check]:
    wagers = state.submission.regulation.wagers
    round_ = state.under_way
    checks = round_.settling.checks if round_ is not None and not round_.void else ()
    return [one for one in checks if one.waits_for_link and state.links[wagers[one.wager].meter] == link]


def links_waited_for(state: State) -> list[str]:
    """Links that were down when this table wanted something of them."""
    behind = {one.link for one in state.untold}
    return [
        link
        for link in state.links.values()
        if link in behind or _owed(state, link) or _owed_hits(state, link) or _waiting_checks(state, link)
    ]


def _no_link(state: State) -> Refused | None:
    if links_waited_for(state):
        return None
    cite = Cite(cite_of(state, "pay_winners").clauses, ("I-154",))
    return Refused("nothing waits for a link", "Go on with the round.", cite)


def _link_back(state: State, data: LinkIsBack, moment: Moment) -> Happening:
    """In the link's own order: what it is owed first, then each award gets what that order gives (I-154)."""
    cite = Cite(cite_of(state, "pay_winners").clauses, ("I-154",))
    if data.link not in links_waited_for(state) or not moment.is_running(data.link):
        what = f"the link {shown(data.link)} is not back, or nothing waits for it"
        raise Refused(what, "Wait until it runs.", cite)
    owed, back = _owed(state, data.link), _owed_hits(state, data.link)
    still = moment.links[data.link].open
    asks: list[tuple[str, Any]] = [*told_now(state, moment.links[data.link])]
    asks += [(data.link, GiveBackHit(one.hit, one.why)) for one in back if one.hit in still]
    asks += [(data.link, _back_later(state, one)) for one in owed]
    awards, hits = [], []
    for check in _waiting_checks(state, data.link) if not asks else ():
        line = next(one for one in agenda(state) if one.key[:3] == (check.seat, check.wager, check.on))
        happening = _register(state, line, check, moment)
        verified: WinVerified = happening.data
        asks += happening.links
        hits.append(verified.check.hit)
        if verified.award is not None:
            awards.append(verified.award)
        break  # one thing at a time: the next award is measured on what this one leaves
    event = LinkReturned(data.link, owed, tuple(awards), tuple(hits), tuple(one.hit for one in back))
    return Happening(event, links=tuple(asks))


def _back_later(state: State, one: Contribution) -> TakeBack:
    return TakeBack(state.table, state.rounds, one.wagers, one.cents, one.reserve)


def _link_returned(state: State, data: LinkReturned, event: Event) -> State:
    state = changed(
        state,
        owed_to_links=tuple(one for one in state.owed_to_links if one.link != data.link),
        owed_hits=tuple(one for one in state.owed_hits if one.link != data.link),
        untold=tuple(one for one in state.untold if one.link != data.link),
    )
    if not data.hits:
        return state
    checks = tuple(
        replace(one, waits_for_link=False) if one.hit in data.hits else one
        for one in state.played.settling.checks
    )
    state = state.with_facts(awards=(*state.played.facts.awards, *data.awards))
    return state.settling_on(checks=checks)


RULES = (
    rule_of(
        VerifyWin,
        WinVerified,
        phases=("settling",),
        when=_nothing_to_verify,
        decide=_verify,
        apply=_verified,
        then=_call,
        ways=_verify_ways,
    ),
    rule_of(
        ResolveLight,
        LightResolved,
        phases=("settling",),
        roles=("floorperson",),
        when=_no_dark_light,
        decide=_resolve,
        apply=_resolved,
        ways=lambda state: [
            Way(ResolveLight(one.seat, one.wager, accepted=True), not_for=_eyes_used(state, one))
            for one in [_dark(state)]
            if one
        ],
        text="Say whether the system accepted a wager whose light is off.",
        cite=_light_cite,
        two=lambda state, data: not data.accepted,
        about=lambda state, data: f"the {data.wager} wager of seat {data.seat} was never accepted",
    ),
    rule_of(
        Validate,
        WinValidated,
        phases=("settling",),
        when=_nothing_to_validate,
        decide=_validate,
        apply=_validated,
        ways=lambda state: [
            Way(Validate(line.seat, line.id), not_for=_eyes_used(state, check_of(state, line)))
            for line in _to_validate(state)
        ],
    ),
    rule_of(
        LinkIsBack,
        LinkReturned,
        roles=("device",),
        when=_no_link,
        decide=_link_back,
        apply=_link_returned,
        text="A link that did not answer is back.",
        cite=lambda state: Cite(cite_of(state, "pay_winners").clauses, ("I-154",)),
    ),
)
KINDS = (Kind("call_floorperson", FloorpersonCalled),)
