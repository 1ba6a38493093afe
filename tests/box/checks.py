"""What must hold when a seed is over, whatever went wrong in it: read from the database and from nothing
else, and compared with what people were told."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from feltlaw import cage
from feltlaw import link as links
from feltlaw.audit.check import audit
from feltlaw.audit.money import Wrong, check_meter, from_table, on_link, owed_to
from feltlaw.cards import Card
from feltlaw.floor.reading import KINDS
from feltlaw.link import LinkState
from feltlaw.record.lines import START, Sealed, open_line, unseal
from feltlaw.record.sources import Source
from feltlaw.table import State, apply, begin
from feltlaw.views import Look, Viewer
from tests.box.disk import Disk
from tests.box.screens import Seen, parts_of
from tests.box.wires import Ask, Reply
from tests.support.leaks import hidden_cards

COUNTED = (
    "link_is_back",
    "snapshot",
    "time_out",
    "void_round",
    "confirm",
    "validate",
    "stop_table",
    "close_table",
)
FRAMES = 6
"""So many frames of a table are built again from the record, and compared."""


@dataclass
class Verdict:
    """What is wrong with what a seed left behind."""

    disk: Disk
    asked: list[Ask]
    seen: dict[str, list[Seen]]
    wrong: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    lines: dict[str, list[Sealed]] = field(default_factory=dict)
    states: dict[str, dict[int, State]] = field(default_factory=dict)
    """By stream of a table, its state after each event."""
    links: dict[str, LinkState] = field(default_factory=dict)

    def check(self, *, audited: bool) -> list[str]:
        self._chains()
        if self.wrong:
            return self.wrong  # the rest cannot be read
        self._fold()
        self._keys()
        self._cage()
        self._links()
        self._rounds()
        self._frames()
        if audited:
            self._audited()
        return self.wrong

    # ── streams ──

    def _chains(self) -> None:
        """Every stream is whole and sealed from its first event to the last one it says it has."""
        rows = self.disk.rows("SELECT stream, number, line FROM events ORDER BY stream, number")
        ends: dict[str, tuple[int, str]] = defaultdict(lambda: (0, START))
        for stream, number, raw in rows:
            last, prev = ends[stream]
            try:
                line = unseal(open_line(bytes(raw)), KINDS)
            except ValueError as error:
                self.wrong.append(f"{stream} {number} cannot be read: {error}")
                return
            if (line.stream, line.number, line.prev, number) != (stream, last + 1, prev, last + 1):
                self.wrong.append(f"{stream} is not a chain at {number}: its line says {line.number}")
                return
            ends[stream] = (number, line.hash)
            self.lines.setdefault(stream, []).append(line)
        self.counts["events"] += len(rows)
        kinds = Counter(line.event.kind for lines in self.lines.values() for line in lines)
        self.counts.update({f"event: {kind}": kinds[kind] for kind in COUNTED})
        for stream, number, own in self.disk.rows("SELECT stream, number, hash FROM streams"):
            if ends[stream] != (number, own):
                self.wrong.append(f"{stream} ends at {ends[stream][0]}, and the store says {number}")

    def _fold(self) -> None:
        for stream, lines in self.lines.items():
            kind, _, name = stream.partition("/")
            if kind == "table":
                state: State | None = None
                states = self.states[stream] = {}
                for line in lines:
                    opens = line.event.kind == "open_table"
                    state = begin(line.event) if opens or state is None else apply(state, line.event)
                    states[line.number] = state
                assert state is not None
                if sum(state.books.values()):
                    self.wrong.append(f"the books of {stream} are {sum(state.books.values())} cents off")
            elif kind == "link":
                link: LinkState | None = None
                for line in lines:
                    if line.event.kind == "open_link" or link is None:
                        link = links.begin(line.event, line.number)
                    else:
                        link = links.apply(link, line.event)
                assert link is not None
                self.links[name] = link

    # ── what was answered ──

    def _keys(self) -> None:
        """One key, one effect; what was answered is in the record, and the same every time."""
        done: dict[tuple[str, str], list[Sealed]] = defaultdict(list)
        for line in self._tables():
            if line.given and "key" in line.given:
                who = line.given.get("by", {}).get("account", line.event.by.account)
                done[who, line.given["key"]].append(line)
        kept = {
            (account, key): (status, bytes(body), stream, first, last)
            for account, key, status, body, stream, first, last in self.disk.rows(
                "SELECT account, key, status, body, stream, first, last FROM answers"
            )
        }
        for who, lines in done.items():
            if len(lines) > 1:
                self.wrong.append(f"{who} was done {len(lines)} times: {[line.number for line in lines]}")
            found = kept.get(who)
            if found is None or found[0] != 200 or found[2:4] != (lines[0].stream, lines[0].number):
                self.wrong.append(f"{who} was done, and its answer is not kept with it: {found}")
        for who, (status, _, stream, _, _) in kept.items():
            if stream and who not in done:
                self.wrong.append(f"{who} has the answer {status}, and nothing was done")
        for ask in self.asked:
            self._answers(ask, kept.get((ask.by.account, ask.key)))

    def _answers(self, ask: Ask, kept: tuple[int, bytes, str, int, int] | None) -> None:
        final = [one for one in ask.answers if one.status in (200, 202, 409) and not _is_passing(one)]
        if not final:
            return
        if kept is None:
            self.wrong.append(f"{ask} was answered {final[0].status}, and nothing of it is on record")
            return
        status, body, stream, _, last = kept
        told = {_told(one) for one in final}
        if len(told) > 1:
            self.wrong.append(f"{ask} was answered differently: {[one.body[:300] for one in final]}")
        for one in final:
            refused = one.status == 409
            if refused != (status == 409):
                self.wrong.append(f"{ask} was answered {one.status}, and the record has {status}")
            elif stream and json.loads(one.body)["seq"] != last:
                self.wrong.append(f"{ask} was answered with another number than {last}")
            elif not stream and one.body != body:
                self.wrong.append(f"{ask} was answered otherwise than is kept")

    def _tables(self) -> Iterator[Sealed]:
        for stream, lines in self.lines.items():
            if stream.startswith("table/"):
                yield from lines

    # ── money ──

    def _cage(self) -> None:
        """Accounts are what their entries lead to, each entry of a table has its event, and each of the
        counter its key."""
        state = cage.EMPTY
        entries: list[tuple[Any, ...]] = []
        at_tables: list[tuple[Any, ...]] = []
        over_counter: list[int] = []
        for line in self.lines.get("cage", ()):
            account = line.event.data.account
            before = state.balance(account)
            state = cage.apply(state, line.event)
            data = line.event.data
            entries.append((account, line.number, state.balance(account) - before, state.balance(account)))
            if isinstance(data, cage.ToTable | cage.FromTable):
                at_tables.append((type(data), data.account, data.table, data.event, data.amount_cents))
            else:
                over_counter.append(line.number)
        rows = dict(self.disk.rows("SELECT account, balance FROM accounts"))
        for account, cents in rows.items():
            if state.balance(account) != cents:
                self.wrong.append(
                    f"{account} has {cents} by the rows and {state.balance(account)} by the stream"
                )
        found = self.disk.rows("SELECT account, number, amount, balance FROM account_entries ORDER BY number")
        if found != entries:
            self.wrong.append("the entries of accounts are not those of the stream")
        expected = [
            (type(entry), entry.account, line.stream.removeprefix("table/"), line.number, entry.amount_cents)
            for line in self._tables()
            for entry in cage.at_table(line.stream.removeprefix("table/"), line.number, line.event)
            if isinstance(entry, cage.ToTable | cage.FromTable)
        ]
        if Counter(expected) != Counter(at_tables):
            self.wrong.append(f"cage and tables do not agree: {Counter(expected) - Counter(at_tables)}")
        answers = self.disk.rows(
            "SELECT body FROM answers WHERE account = 'cas' AND status = 200 AND stream = ''"
        )
        if sorted(json.loads(bytes(body))["number"] for (body,) in answers) != over_counter:
            self.wrong.append("the counter's entries are not one for each answer")

    def _links(self) -> None:
        """Every meter is the sum of its stream, and each table agrees with it."""
        finals = [states[max(states)] for states in self.states.values()]
        for name, link in self.links.items():
            try:
                check_meter(link)
            except Wrong as error:
                self.wrong.append(f"link {name}: {error}")
            if sum(link.books.values()):
                self.wrong.append(f"the books of the link {name} do not balance")
            for state in finals:
                if name in state.links.values():
                    apart = on_link(state.books, name) + owed_to(state, link) - from_table(link, state.table)
                    if apart:
                        self.wrong.append(f"{state.table} and the link {name} are {apart} cents apart")
            self.counts["hits"] += sum(
                line.event.kind == "register_hit" for line in self.lines[f"link/{name}"]
            )

    def _rounds(self) -> None:
        """The rows that are searched say the same as the events."""
        for stream, lines in self.lines.items():
            if stream.startswith("table/"):
                ended = [
                    (line.event.data.round, line.number) for line in lines if line.event.kind == "end_round"
                ]
                rows = self.disk.rows(
                    "SELECT number, last FROM rounds WHERE table_id = ? ORDER BY last", stream[6:]
                )
                if rows != ended:
                    self.wrong.append(f"the rounds of {stream} are {ended}, and the rows have {rows}")
                self.counts["rounds"] += len(ended)

    # ── what was seen ──

    def _frames(self) -> None:
        """No frame held a card that its viewer may not know, and each is what the record would show."""
        hidden: dict[tuple[str, int, Viewer], set[str]] = {}
        for table, seen in self.seen.items():
            states = self.states.get(f"table/{table}", {})
            for one in seen:
                for number, cards in parts_of(one.frame, one.seq):
                    state = states.get(number)
                    if state is None:
                        self.wrong.append(f"a frame of {table} told of {number}, which is not on record")
                        return
                    if not cards or state.round is None or state.round.ended:
                        continue
                    key = (table, number, one.viewer)
                    if key not in hidden:
                        hidden[key] = {str(Card(card)) for card in hidden_cards(state, one.viewer)}
                    if leaked := cards & hidden[key]:
                        self.wrong.append(f"{one.viewer} saw {sorted(leaked)} at {table} in event {number}")
            for one in seen[:: max(1, len(seen) // FRAMES)]:
                mine = json.loads(one.frame)["view"]
                fresh = json.loads(Look(states[one.seq], {}, one.seq).view_bytes(one.viewer))
                mine.pop("meters", None), fresh.pop("meters", None)
                if mine != fresh:
                    self.wrong.append(f"{one.viewer} saw at {table} {one.seq} what the record does not show")

    # ── everything again ──

    def _audited(self) -> None:
        """Everything once more by the audit, in the order of appends, whichever processes made them."""
        lines = sorted(
            (
                line
                for stream, lines in self.lines.items()
                if stream.startswith(("table/", "link/"))
                for line in lines
            ),
            key=lambda line: (line.batch, not line.stream.startswith("link/"), line.stream, line.number),
        )
        report = audit(Source(lambda: [line.raw + b"\n" for line in lines], commits=False))
        self.counts["audits"] += 1
        self.wrong += [f"audit: {fault}" for fault in report.faults[:5]]


def _is_passing(reply: Reply) -> bool:
    """Whether a refusal says that the same request is being done right now, which nobody keeps."""
    return reply.status == 409 and b"being used at the same time" in reply.body


def _told(reply: Reply) -> str:
    """An answer without what may have changed meanwhile: what meters show."""
    if reply.status == 409:
        return reply.body.decode()
    told = json.loads(reply.body)
    if "view" in told:
        told["view"].pop("meters", None)
    return json.dumps(told, sort_keys=True)
