"""People of a property: accounts, what they may do, passwords, sessions, and keys of machines.

A password is kept as its argon2id hash alone. A session and a key are found by the hash of a secret that only
their holder has.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError

from feltlaw.event import ROLES, Person, Role, canonical_account
from feltlaw.floor.journal import Entry, Journal
from feltlaw.floor.parts import Parts
from feltlaw.floor.store import statements as sql
from feltlaw.floor.store.model import Append, Change, Delete, Insert, Update
from feltlaw.house import (
    AddPerson,
    ChangePerson,
    EndKey,
    Grant,
    LockPerson,
    MakeKey,
    NewPassword,
    UnlockPerson,
    check_grants,
)
from feltlaw.refusal import Refused, shown

NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,39}")
SHORTEST_PASSWORD, LONGEST_PASSWORD = 10, 200
SESSION_MS = 12 * 3_600_000
MOST_FAILED = 5
"""Wrong passwords in a row, after which an account is locked for a while."""
LOCKED_MS = 15 * 60_000
FRESH_MS = 2_000
"""So long a process believes what it last read about a session."""
WATCHED_MS = 10_000
"""So long a screen is believed to be somebody's who may see it: it changes nothing."""
MOST_SESSIONS = 100_000


class NotSignedIn(Exception):
    """Nobody is signed in so, or not any more."""


class NotAllowed(Exception):
    """Somebody may not do this: what, and what would be allowed."""

    def __init__(self, what: str, legal: str = "", clauses: Sequence[str] = ()) -> None:
        super().__init__(what)
        self.what, self.legal, self.clauses = what, legal, tuple(clauses)


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks: an account with its roles, or a visitor without either."""

    account: str = ""
    roles: tuple[Role, ...] = ()
    grants: tuple[Grant, ...] = ()
    one_time: bool = False
    """Whether the password was given for one time and must be changed first."""
    session: str = ""
    machine: bool = False
    """Whether it is a machine with a key."""

    def acting_as(self, role: Role) -> Person:
        """This account in a role it has; raises `NotAllowed` otherwise."""
        if not self.account:
            raise NotSignedIn("this needs an account")
        if role not in self.roles:
            have = ", ".join(self.roles) or "none"
            raise NotAllowed(f"{self.account} is not a {role}", f"Roles of this account: {have}.")
        return Person(role, self.account)

    def one_of(self, *roles: Role) -> Person:
        """This account in the first of these roles that it has."""
        for role in roles:
            if role in self.roles:
                return self.acting_as(role)
        if not self.account:
            raise NotSignedIn("this needs an account")
        raise NotAllowed(f"{self.account} is no {' or '.join(roles)}", "Ask somebody who is.")


VISITOR = Caller()


@dataclass(frozen=True, slots=True)
class Account:
    """What is kept about a person."""

    name: str
    roles: tuple[Role, ...]
    grants: tuple[Grant, ...]
    password: str
    one_time: bool
    locked: bool
    failed: int
    failed_at: int

    @classmethod
    def from_row(cls, row: dict[str, object]) -> Account:
        held = json.loads(str(row["roles"]))
        return cls(
            str(row["account"]),
            tuple(held["roles"]),
            tuple(held["grants"]),
            str(row["password"]),
            bool(row["one_time"]),
            bool(row["locked"]),
            int(str(row["failed"])),
            int(str(row["failed_at"])),
        )


@dataclass
class People:
    """Accounts of a property, as one process knows them."""

    parts: Parts
    journal: Journal
    hasher: PasswordHasher = field(default_factory=PasswordHasher)
    _sessions: dict[str, tuple[int, Caller]] = field(default_factory=dict)
    """By a secret's hash, until when it is believed, and who it is."""
    _no_password: str = ""

    # ── signing in ──

    async def sign_in(self, name: str, password: str) -> tuple[str, Caller]:
        """A new session's secret and who it is; raises `NotSignedIn`, in the same words whatever was
        wrong."""
        account = await self.find(canonical_account(name))
        now = self.parts.clock()
        wrong = NotSignedIn("name and password do not fit")
        if account is not None and _is_locked(account, now):
            raise NotSignedIn("this account is locked; ask a manager, or wait")
        fits = await self._fits(account.password if account else await self._nobody(), password)
        if account is None or not fits:
            if account is not None:
                await self._failed(account, now)
            raise wrong
        secret = secrets.token_urlsafe(32)
        rows: list[Change] = [
            Insert(
                "sessions",
                {"id": _hash(secret), "account": account.name, "created": now, "expires": now + SESSION_MS},
            )
        ]
        if account.failed:
            rows.append(_counted(account, 0, now))
        await self.parts.store.append(Append(rows=rows))
        return secret, _caller(account, _hash(secret))

    async def sign_out(self, caller: Caller) -> None:
        """The session is over at once, here; within seconds everywhere."""
        if caller.session:
            self._sessions.pop(caller.session, None)
            await self.parts.store.append(Append(rows=[Delete("sessions", {"id": caller.session})]))

    async def of_session(self, secret: str) -> Caller:
        """Who holds a session's secret."""
        own = _hash(secret)
        known = self._sessions.get(own)
        now = self.parts.clock()
        if known is not None and known[0] - FRESH_MS <= now < known[0]:
            return known[1]
        rows, people = await self.parts.store.read(lambda: _session(own))
        if not rows or int(rows[0][0]) <= now:
            self._sessions.pop(own, None)
            raise NotSignedIn("this session is over")
        account = Account.from_row(people[0]) if people else None
        if account is None or account.locked:
            raise NotSignedIn("this account is locked")
        return self._believed(own, _caller(account, own), now)

    async def of_key(self, secret: str) -> Caller:
        """The machine that holds a key."""
        own = _hash(secret)
        known = self._sessions.get(own)
        now = self.parts.clock()
        if known is not None and known[0] - FRESH_MS <= now < known[0]:
            return known[1]
        rows, people = await self.parts.store.read(lambda: _key(own))
        if not rows or rows[0]["ended"]:
            raise NotSignedIn("there is no such key")
        account = Account.from_row(people[0]) if people else None
        if account is None or account.locked:
            raise NotSignedIn("this account is locked")
        return self._believed(own, Caller(account.name, account.roles, account.grants, machine=True), now)

    def watched(self, secret: str) -> bool:
        """Whether somebody who watches was known a moment ago, and nothing here has said otherwise since."""
        known = self._sessions.get(_hash(secret))
        now = self.parts.clock()
        return known is not None and known[0] - FRESH_MS <= now < known[0] - FRESH_MS + WATCHED_MS

    def _believed(self, own: str, caller: Caller, now: int) -> Caller:
        if len(self._sessions) > MOST_SESSIONS:
            self._sessions.clear()
        self._sessions[own] = (now + FRESH_MS, caller)
        return caller

    async def _fits(self, kept: str, password: str) -> bool:
        def check() -> bool:
            try:
                return self.hasher.verify(kept, password)
            except (VerifyMismatchError, InvalidHashError):
                return False

        return await asyncio.get_running_loop().run_in_executor(None, check) if password else False

    async def _nobody(self) -> str:
        """Checked where there is no such account, so that the time it takes does not tell."""
        if not self._no_password:
            self._no_password = await self._kept(secrets.token_urlsafe(16))
        return self._no_password

    async def _failed(self, account: Account, now: int) -> None:
        """A wrong password; too many in a row lock the account for a while, on record."""
        again = now - account.failed_at > LOCKED_MS
        failed = 1 if again else account.failed + 1
        row = _counted(account, failed, now)
        if failed == MOST_FAILED:
            by = Person("device", "program")
            await self.journal.note(by, LockPerson(account.name, "too many wrong passwords"), rows=[row])
        else:
            await self.parts.store.append(Append(rows=[row]))

    # ── accounts ──

    async def find(self, name: str) -> Account | None:
        rows = await self.parts.store.read(lambda: sql.reading_rows("people", {"account": name}))
        return Account.from_row(rows[0]) if rows else None

    async def everybody(self) -> list[Account]:
        rows = await self.parts.store.read(lambda: sql.reading_rows("people", order="account"))
        return [Account.from_row(row) for row in rows]

    async def add(
        self,
        by: Person,
        name: str,
        roles: Sequence[Role],
        grants: Sequence[Grant] = (),
        password: str | None = None,
    ) -> str:
        """Makes an account; gives its one-time password, or nothing where a final one was set."""
        if not NAME.fullmatch(name):
            legal = "Use small letters, digits, '.', '_' and '-', at most 40, a letter or digit first."
            raise Refused(f"'{shown(name)}' cannot be an account's name", legal)
        chosen = check_roles(roles)
        check_grants(tuple(grants))
        if await self.find(name) is not None:
            raise Refused(f"there is an account {name} already", "Choose another name.")
        given = password or secrets.token_urlsafe(12)
        if password is not None:
            check_password(password)
        kept = await self._kept(given)

        async def make(now: int, batch: int) -> Entry:
            row = _row(name, chosen, tuple(grants), kept, one_time=password is None, now=now)
            return Entry([AddPerson(name, chosen, tuple(grants))], [row])

        await self.journal.write(by, make)
        return "" if password else given

    async def change(self, by: Person, name: str, roles: Sequence[Role], grants: Sequence[Grant]) -> None:
        """What an account may do from now on."""
        account = await self._known(name)
        chosen = check_roles(roles)
        check_grants(tuple(grants))
        row = Update("people", {"account": account.name}, {"roles": _held(chosen, tuple(grants))})
        await self.journal.note(by, ChangePerson(name, chosen, tuple(grants)), rows=[row])
        self._sessions.clear()

    async def lock(self, by: Person, name: str, *, locked: bool = True, why: str = "") -> None:
        """An account may not sign in any more, or may again."""
        account = await self._known(name)
        row = Update("people", {"account": account.name}, {"locked": int(locked), "failed": 0})
        fact = LockPerson(name, why) if locked else UnlockPerson(name)
        rows: list[Change] = [row]
        if locked:
            rows.append(Delete("sessions", {"account": name}))
        await self.journal.note(by, fact, rows=rows)
        self._sessions.clear()

    async def reset(self, by: Person, name: str, password: str | None = None) -> str:
        """A new one-time password, or a final one that is given."""
        account = await self._known(name)
        given = password or secrets.token_urlsafe(12)
        if password is not None:
            check_password(password)
        await self._set(by, account, given, one_time=password is None)
        return "" if password else given

    async def new_password(self, caller: Caller, old: str, new: str) -> None:
        """One's own password changed; every other session of the account is over."""
        account = await self._known(caller.account)
        if not await self._fits(account.password, old):
            await self._failed(account, self.parts.clock())
            raise Refused("the old password does not fit", "Give the one you signed in with.")
        check_password(new)
        if new == old:
            raise Refused("the new password is the old one", "Choose another.")
        await self._set(Person((account.roles or ("player",))[0], account.name), account, new, one_time=False)

    async def _set(self, by: Person, account: Account, password: str, *, one_time: bool) -> None:
        kept = await self._kept(password)
        changes = {"password": kept, "one_time": int(one_time), "failed": 0, "locked": 0}
        rows: list[Change] = [
            Update("people", {"account": account.name}, changes),
            Delete("sessions", {"account": account.name}),
        ]
        await self.journal.note(by, NewPassword(account.name, one_time), rows=rows)
        self._sessions.clear()

    async def _kept(self, password: str) -> str:
        return await asyncio.get_running_loop().run_in_executor(None, self.hasher.hash, password)

    async def _known(self, name: str) -> Account:
        account = await self.find(name)
        if account is None:
            raise Refused(f"there is no account '{shown(name)}'", "Look at the list of people.")
        return account

    # ── keys of machines ──

    async def make_key(self, by: Person, name: str, label: str = "") -> tuple[str, str]:
        """A key's id and its secret, which is shown once."""
        await self._known(name)
        own, secret = secrets.token_hex(6), f"fl_{secrets.token_urlsafe(32)}"

        async def make(now: int, batch: int) -> Entry:
            row = Insert(
                "api_keys",
                {
                    "id": own, "secret": _hash(secret), "account": name, "label": label,
                    "made_by": by.account, "created": now, "ended": 0,
                },
            )  # fmt: skip
            return Entry([MakeKey(own, name, label)], [row])

        await self.journal.write(by, make)
        return own, secret

    async def end_key(self, by: Person, own: str) -> None:
        """A key serves no more."""
        rows = await self.parts.store.read(lambda: sql.reading_rows("api_keys", {"id": own}))
        if not rows or rows[0]["ended"]:
            raise Refused(f"there is no key '{shown(own)}' in use", "Look at the list of keys.")
        row = Update("api_keys", {"id": own}, {"ended": self.parts.clock()})
        await self.journal.note(by, EndKey(own), rows=[row])
        self._sessions.clear()


def check_password(password: str) -> None:
    """Long enough to be a secret, and of a bearable length."""
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        wrong = "short" if len(password) < SHORTEST_PASSWORD else "long"
        legal = f"Use {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters."
        raise Refused(f"this password is too {wrong}", legal)


def check_roles(roles: Sequence[Role]) -> tuple[Role, ...]:
    """Roles as they are written, each once."""
    unknown = [role for role in roles if role not in ROLES]
    if unknown or not roles:
        what = f"there is no role '{shown(unknown[0])}'" if unknown else "an account needs a role"
        raise Refused(what, f"Roles: {', '.join(ROLES)}.")
    return tuple(dict.fromkeys(roles))


def _caller(account: Account, session: str) -> Caller:
    return Caller(account.name, account.roles, account.grants, account.one_time, session)


def _is_locked(account: Account, now: int) -> bool:
    return account.locked or (account.failed >= MOST_FAILED and 0 <= now - account.failed_at < LOCKED_MS)


def _counted(account: Account, failed: int, now: int) -> Update:
    return Update("people", {"account": account.name}, {"failed": failed, "failed_at": now})


def _held(roles: Sequence[str], grants: Sequence[str]) -> str:
    return json.dumps({"roles": list(roles), "grants": list(grants)})


def _row(
    name: str, roles: Sequence[str], grants: Sequence[str], password: str, *, one_time: bool, now: int
) -> Insert:
    return Insert(
        "people",
        {
            "account": name, "roles": _held(roles, grants), "password": password, "one_time": int(one_time),
            "locked": 0, "failed": 0, "failed_at": 0, "created": now,
        },
    )  # fmt: skip


Found = list[dict[str, Any]]


def _key(own: str) -> sql.Steps[tuple[Found, Found]]:
    """A machine's key and the account it is of, in one reading."""
    rows = yield from sql.reading_rows("api_keys", {"secret": own})
    account = str(rows[0]["account"]) if rows else ""
    return rows, (yield from sql.reading_rows("people", {"account": account}))


def _session(own: str) -> sql.Steps[tuple[list[tuple[int, str]], Found]]:
    """A session and whose it is, in one reading."""
    rows = yield sql.one("SELECT expires, account FROM sessions WHERE id = ?", own)
    found = [(int(expires), str(account)) for expires, account in rows]
    return found, (yield from sql.reading_rows("people", {"account": found[0][1] if found else ""}))


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
