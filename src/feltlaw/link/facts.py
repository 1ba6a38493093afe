"""What happens to a link: its events, each with the amounts it moves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Annotated, Literal

from feltlaw.event import AccountId, CentsField, Millis, Snapshot
from feltlaw.schema import Few, Text, Whole
from feltlaw.values import quick

Name = Annotated[str, Text(80)]
HitName = Annotated[str, Text(200)]
LevelName = Annotated[str, Text(20)]
Seat = Annotated[int, Whole(1, 99)]
RoundNumber = Annotated[int, Whole(0, 10**9)]
Count = Annotated[int, Whole(0, 10**12)]
ByLevel = Annotated[Mapping[LevelName, CentsField], Few(8)]
Clauses = Annotated[tuple[Annotated[str, Text(60)], ...], Few(20)]


@dataclass(frozen=True, slots=True)
class LevelOpened:
    """A level as it begins: its terms, what it shows, and what was counted before."""

    amount_cents: CentsField
    reseed_cents: CentsField
    rate: Fraction
    reserve_rate: Fraction
    clauses: Clauses = ()
    reserve_cents: CentsField = 0
    contributed_cents: CentsField = 0
    reserved_cents: CentsField = 0
    hits: Count = 0
    paid_cents: CentsField = 0
    by_hand_cents: CentsField = 0
    reseeded_cents: CentsField = 0


@quick
@dataclass(frozen=True, slots=True)
class Hit:
    """An award that is validated; one that is a share of a level has locked its amount."""

    id: HitName
    """Table, round, seat and wager: no award is registered twice."""
    table: Name
    round: RoundNumber
    seats: Annotated[tuple[Seat, ...], Few(20)]
    wager: Name
    at: Millis
    cents: CentsField
    level: Annotated[str, Text(20, 0)] = ""
    """Empty for an award of a fixed amount, which locks nothing."""
    percent: Fraction = Fraction(0)
    showing_cents: CentsField = 0
    """What the level showed when the amount was locked."""
    reseed_cents: CentsField = 0
    reserve_cents: CentsField = 0
    """What restarted the level: of the house's money, and of the reserve."""
    validated_by: Annotated[str, Text(60, 0)] = ""
    paid_cents: CentsField = 0
    by_hand_cents: CentsField = 0


# ── what happens to a link ──


@dataclass(frozen=True, slots=True)
class OpenLink:
    """The meter begins, at its seed, at stated amounts, or where another record left it."""

    link: Name
    levels: Annotated[Mapping[LevelName, LevelOpened], Few(8)]
    continues: Annotated[str, Text(64, 0)] = ""
    """The hash the record before it ended with, where it goes on from one."""
    wagers: Count = 0
    """Qualifying wagers so far, and the last hits: both go on from the record before (S-05, S-06)."""
    last: Annotated[tuple[Hit, ...], Few(25)] = ()
    stopped: Annotated[str, Text(200, 0)] = ""


@quick
@dataclass(frozen=True, slots=True)
class Contribute:
    """Accepted wagers of a table's round feed the meter (I-57)."""

    table: Name
    round: RoundNumber
    wagers: Count
    cents: ByLevel
    reserve: ByLevel = field(default_factory=dict)


@quick
@dataclass(frozen=True, slots=True)
class TakeBack:
    """Wagers went back to their players, and what they had put on the meter comes off again (I-07).

    What somebody has won off the meter since is not there any more: the house bears it.
    """

    table: Name
    round: RoundNumber
    wagers: Count
    cents: ByLevel
    reserve: ByLevel = field(default_factory=dict)
    short: ByLevel = field(default_factory=dict)
    """By level, what the meter lacked of it."""
    short_reserve: ByLevel = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RegisterHit:
    """An award is won: a share of a level is locked and the level restarts at once."""

    hit: Hit


@dataclass(frozen=True, slots=True)
class ValidateHit:
    """A floorperson has validated a pending hit."""

    hit: HitName
    validated_by: AccountId


@dataclass(frozen=True, slots=True)
class PayHit:
    """A validated hit was paid at its table, by the system or by hand."""

    hit: HitName
    cents: CentsField
    by_hand: bool


@dataclass(frozen=True, slots=True)
class CloseHit:
    """The round of a paid hit is over: nothing of it can come back any more."""

    hit: HitName


@dataclass(frozen=True, slots=True)
class GiveBackHit:
    """A hit was refused, or its round is void: its amount is on the meter again, what restarted it is not."""

    hit: HitName
    why: Annotated[str, Text(200)]
    locked_cents: CentsField = 0
    """Of the award, what had not been paid yet."""
    paid_cents: CentsField = 0
    """Of the award, what its table gives back."""
    reseed_cents: CentsField = 0
    reserve_cents: CentsField = 0


@dataclass(frozen=True, slots=True)
class StopLink:
    """The link takes no wagers any more: a fault, a failed check, or somebody's order."""

    why: Annotated[str, Text(200)]


@dataclass(frozen=True, slots=True)
class ResumeLink:
    """The link is back, exactly where it was (S-09)."""

    why: Annotated[str, Text(200)]


@dataclass(frozen=True, slots=True)
class CorrectLink:
    """A meter is put right, for a reason and by two people (S-13)."""

    level: LevelName
    cents: CentsField
    up: bool
    why: Literal["wrong display", "above the posted limit", "reserve recovered", "seed recovered", "moved"]
    reason: Annotated[str, Text(200)]


@dataclass(frozen=True, slots=True)
class LevelTerms:
    """How a level is fed and what restarts it."""

    reseed_cents: CentsField
    rate: Fraction
    reserve_rate: Fraction
    clauses: Clauses = ()


@dataclass(frozen=True, slots=True)
class ConfigureLink:
    """A stopped link has the terms of another submission from now on; what it shows stays (S-11, S-16)."""

    submission: Annotated[str, Text(64)]
    """The digest of the approved submission that the terms are from."""
    levels: Annotated[Mapping[LevelName, LevelTerms], Few(8)]
    reason: Annotated[str, Text(200)]


KINDS: Mapping[str, type] = {
    "open_link": OpenLink,
    "contribute": Contribute,
    "take_back": TakeBack,
    "register_hit": RegisterHit,
    "validate_hit": ValidateHit,
    "pay_hit": PayHit,
    "close_hit": CloseHit,
    "give_back_hit": GiveBackHit,
    "stop_link": StopLink,
    "resume_link": ResumeLink,
    "correct_link": CorrectLink,
    "configure_link": ConfigureLink,
    "snapshot": Snapshot,
}
KIND_OF = {kind: name for name, kind in KINDS.items()}
