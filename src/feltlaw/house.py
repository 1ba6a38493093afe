"""The house: people and what they may do, submissions, tables and links of a property, its programs, holds,
disputes.

A stream of its own, `house`. Its events are facts; what is true now is in the floor's rows, written with
them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from feltlaw.event import AccountId, CentsField, Role
from feltlaw.refusal import Refused
from feltlaw.schema import Few, Text, Whole

STREAM = "house"

TableName = Annotated[str, Text(80)]
Word = Annotated[str, Text(60)]
Reason = Annotated[str, Text(200, 0)]
Claim = Annotated[str, Text(200, 3)]
DISPUTE_DAYS = 30
"""How long after a round a player may dispute it (S-50)."""
Roles = Annotated[tuple[Role, ...], Few(10)]
Mode = Literal["automatic", "dealt", "real"]
MODES: tuple[Mode, ...] = ("automatic", "dealt", "real")
Grant = Literal["reset_meters", "configure_meters"]
Grants = Annotated[tuple[Grant, ...], Few(5)]
RESET: Grant = "reset_meters"
CONFIGURE: Grant = "configure_meters"


@dataclass(frozen=True, slots=True)
class AddPerson:
    """An account was made."""

    account: AccountId
    roles: Roles
    grants: Grants = ()


@dataclass(frozen=True, slots=True)
class ChangePerson:
    """What an account may do from now on."""

    account: AccountId
    roles: Roles
    grants: Grants = ()


@dataclass(frozen=True, slots=True)
class LockPerson:
    """An account may not sign in any more: by somebody's order, or after too many wrong passwords."""

    account: AccountId
    why: Reason


@dataclass(frozen=True, slots=True)
class UnlockPerson:
    """An account may sign in again."""

    account: AccountId


@dataclass(frozen=True, slots=True)
class NewPassword:
    """An account has another password; a one-time one serves for choosing the next."""

    account: AccountId
    one_time: bool


@dataclass(frozen=True, slots=True)
class MakeKey:
    """A machine got a key that signs it in as an account."""

    id: Word
    account: AccountId
    label: Annotated[str, Text(80, 0)] = ""


@dataclass(frozen=True, slots=True)
class EndKey:
    """A machine's key serves no more."""

    id: Word


@dataclass(frozen=True, slots=True)
class FileSubmission:
    """A submission was filed; its id is its digest."""

    id: Annotated[str, Text(64)]
    submission: Annotated[str, Text(100_000)]
    """In canonical JSON, every choice written out."""


@dataclass(frozen=True, slots=True)
class ApproveSubmission:
    """A filed submission may be used from now on (S-70)."""

    id: Annotated[str, Text(64)]


@dataclass(frozen=True, slots=True)
class UseTable:
    """A table of the property is opened, for the first time or again."""

    table: TableName
    mode: Mode
    submission: Annotated[str, Text(64)]


@dataclass(frozen=True, slots=True)
class UseLink:
    """A link goes by the terms of a submission from now on."""

    link: TableName
    submission: Annotated[str, Text(64)]


@dataclass(frozen=True, slots=True)
class EndTable:
    """A table of the property is closed."""

    table: TableName


@dataclass(frozen=True, slots=True)
class HoldRound:
    """The evidence of a round is kept as it is (S-50)."""

    table: TableName
    round: Annotated[int, Whole(1, 10**9)]
    reason: Reason


@dataclass(frozen=True, slots=True)
class ReleaseRound:
    """A hold is over."""

    table: TableName
    round: Annotated[int, Whole(1, 10**9)]
    reason: Reason


@dataclass(frozen=True, slots=True)
class DisputeRound:
    """A player says that something about a round of his is wrong (S-50); its evidence is held with it."""

    table: TableName
    round: Annotated[int, Whole(1, 10**9)]
    words: Claim
    claim_cents: CentsField = 0
    """What he claims; zero where he names no sum."""


@dataclass(frozen=True, slots=True)
class SettleDispute:
    """A floorperson answers a player's dispute, in words; what is paid is a correction of its own."""

    table: TableName
    round: Annotated[int, Whole(1, 10**9)]
    player: AccountId
    words: Claim


@dataclass(frozen=True, slots=True)
class StartProgram:
    """A process of this version began to serve (S-45, S-48)."""

    process: Word
    program: Word
    data: Annotated[str, Text(64)]
    """One hash over the regulations it carries."""


@dataclass(frozen=True, slots=True)
class StopProgram:
    """A process ended, in good order."""

    process: Word
    why: Reason


KINDS: Mapping[str, type] = {
    "add_person": AddPerson,
    "change_person": ChangePerson,
    "lock_person": LockPerson,
    "unlock_person": UnlockPerson,
    "new_password": NewPassword,
    "make_key": MakeKey,
    "end_key": EndKey,
    "file_submission": FileSubmission,
    "approve_submission": ApproveSubmission,
    "use_table": UseTable,
    "use_link": UseLink,
    "end_table": EndTable,
    "hold_round": HoldRound,
    "release_round": ReleaseRound,
    "dispute_round": DisputeRound,
    "settle_dispute": SettleDispute,
    "start_program": StartProgram,
    "stop_program": StopProgram,
}
KIND_OF = {kind: name for name, kind in KINDS.items()}


def check_grants(grants: tuple[str, ...]) -> None:
    """Resetting a meter and changing its configuration are held apart (S-03)."""
    if {RESET, CONFIGURE} <= set(grants):
        raise Refused(
            "one account would both reset meters and change their configuration",
            "Give one of the two to another account (S-03).",
        )
