"""Writing a log: one writer at a time, a command's events together, nothing done before it is on the disk."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from feltlaw.log.chain import TAMPERED, TORN, Head
from feltlaw.log.disk import Appender, begin, lock
from feltlaw.log.files import Tampered, read_head, verify
from feltlaw.log.lines import START, Header, Log, event_json, seal
from feltlaw.regulation import load
from feltlaw.shuffle import NotLive, SeededSource, Source, SystemSource, draws, require_live, shuffle
from feltlaw.submission import Submission
from feltlaw.table import Command, Event, Person, State, Table, apply, decide
from feltlaw.table.closing import DRAWS

_ORDER = ("order", "nonce")


class LogWriter:
    """A log open for writing. Nobody else can write it at the same time.

    What chance decides at a table, a live log takes from its own source only: the orders of the cards and the
    draws of a round. A command leaves them out, and they are put in.
    """

    def __init__(self, header: Header, file: Appender) -> None:
        self.header = header
        self.source: Source = _source_of(header)
        self._file = file
        self._made: dict[str, tuple[int, dict[str, Any]]] = {}
        """What chance gave last, and the last line then: it is kept until another line is written."""

    @property
    def path(self) -> Path:
        return self._file.path

    @property
    def end(self) -> tuple[int, str]:
        """Number and hash of the last line."""
        return self._file.end

    def append(self, events: Sequence[Event], given: Mapping[str, Any] | None = None) -> None:
        """Writes the events of one command; when this returns they are on the disk.

        `given` is what the command said. With it an auditor can have the command decided anew.
        """
        bodies: list[dict[str, Any]] = [{"event": event_json(event)} for event in events]
        if bodies and given is not None:
            bodies[0]["given"] = dict(given)
        self._check_chance(events)
        if bodies:
            self._file.write(bodies)

    @property
    def _live(self) -> bool:
        """Whether chance must come from this log: not in practice, and not where the cards are real."""
        return not self.header.practice and not self.header.real_cards

    def _check_chance(self, events: Sequence[Event]) -> None:
        """Refuses an order or a draw that this log's own source did not give."""
        if not self._live:
            return
        for event in events:
            if event.kind in ("shuffle", "receive_deck"):
                self._check_own("deck", event, _ORDER)
            elif event.kind == "no_more_bets":
                self._check_own("draws", event, DRAWS)

    def _check_own(self, what: str, event: Event, keys: Sequence[str]) -> None:
        found = {key: event.data[key] for key in keys if key in event.data}
        at, own = self._made.get(what, (-1, {}))
        if found and (at != self.end[0] or found != own):
            raise NotLive(
                f"a live table takes the {' and the '.join(_plain(key) for key in found)} from its own log's "
                f"source; leave it out of the command '{_plain(event.kind)}'"
            )

    def do(self, table: Table, do: str, by: Person, at: int | None = None, **data: Any) -> tuple[Event, ...]:
        """Gives a command to a table: decided, written down, and only then done. Raises `Refused`.

        An order of cards, or a live table's draws, that the command leaves out are made here.
        """
        data = self._with_chance(table.state, do, data)
        events = decide(table.state, Command(do, by, table.state.now if at is None else at, data))
        self.append(events, data)
        for event in events:
            table.state = apply(table.state, event)
        table.events.extend(events)
        return events

    def _with_chance(self, state: State, do: str, data: dict[str, Any]) -> dict[str, Any]:
        """A command's data, completed with what chance gives."""
        chance = (*_ORDER, *DRAWS)
        said = {key: value for key, value in data.items() if value is not None or key not in chance}
        wants_order = do == "shuffle" or (do == "receive_deck" and data.get("preshuffled") is True)
        if wants_order and not any(key in said for key in _ORDER):
            return {**said, **self.shuffled()}
        if do == "no_more_bets" and self._live and not any(key in said for key in DRAWS):
            return {**said, **self.draws(state)}
        return said

    def shuffled(self) -> dict[str, Any]:
        """A fresh order for the table's next `shuffle`; nothing where the cards are real.

        At a practice table it follows from the seed and the place in the log, so a game that was interrupted
        goes on as it would have.
        """
        if self.header.real_cards:
            return {}
        jokers = load(self.header.regulation).deck.jokers
        return self._once("deck", lambda source: shuffle(source, jokers).as_data())

    def draws(self, state: State) -> dict[str, Any]:
        """The draws that go with the next "no more bets"."""
        stakes = state.round.stakes if state.round else {}
        return self._once("draws", lambda source: draws(source, state.submission, stakes))

    def _once(self, what: str, make: Callable[[Source], dict[str, Any]]) -> dict[str, Any]:
        """What chance gives at this place in the log; asked again, it gives the same."""
        at, made = self._made.get(what, (-1, {}))
        if at != self.end[0]:
            made = make(self.source.fork(f"{what} {self.end[0]}"))
            self._made[what] = (self.end[0], made)
        return dict(made)

    def close(self) -> None:
        """Confirms the last write, and lets others write."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _plain(word: str) -> str:
    return word.replace("_", " ")


def _source_of(header: Header) -> Source:
    """A live table has one source only; a practice table with a seed goes on with it."""
    if header.practice and header.seed is not None:
        return SeededSource(header.seed)
    return SystemSource()


def create_log(
    path: Path | str,
    submission: Submission,
    *,
    source: Source | None = None,
    live: bool | None = None,
    real_cards: bool = False,
    at: int | None = None,
) -> LogWriter:
    """Begins a new log; a file that is there already is left alone.

    With a seeded source it is a practice log, and says so forever. `live = True` refuses such a source with
    `NotLive`; `live = False` makes a practice log in any case.
    """
    chosen = source or SystemSource()
    if live:
        require_live(chosen)
    header = Header.of(
        submission,
        real_cards=real_cards,
        practice=not chosen.live if live is None else not live,
        seed=chosen.seed,
        created=int(time.time()) if at is None else at,
    )
    own, raw = seal(header.to_json(), 0, START, (1, 1))
    place, head = Path(path), Head((0, own), (0, own), closed=False)
    file = Appender(place, begin(place, raw), head, len(raw))
    try:
        file.tell(head)
    except BaseException:
        file.drop()
        raise
    return LogWriter(header, file)


def open_log(path: Path | str) -> LogWriter:
    """Goes on with a log. A torn last write is cut off first; one that was tampered with is refused."""
    return _open(Path(path))[0]


def _open(path: Path) -> tuple[LogWriter, Log]:
    descriptor = lock(path)
    try:
        verdict = verify(path)
        if verdict.status == TAMPERED:
            raise Tampered(verdict)
    except BaseException:
        os.close(descriptor)
        raise
    log, known = verdict.log, read_head(path)
    assert log is not None
    head = Head(log.head, log.head, closed=False)
    if isinstance(known, Head) and known.last == log.head:
        head = known
    file = Appender(path, descriptor, head, verdict.size)
    if verdict.status == TORN:
        file.repair()
    elif known is None:
        file.write([{"mark": {"what": "continued without its head file"}}])
    return LogWriter(log.header, file), log


def open_table(path: Path | str) -> tuple[Table, LogWriter]:
    """A table as its log left it, and the log open for what follows. A torn last write is cut off first."""
    writer, log = _open(Path(path))
    try:
        table = Table(log.header.read_submission(), real_cards=log.header.real_cards)
        for event in log.events:
            table.state = apply(table.state, event)
        table.events.extend(log.events)
    except BaseException:
        writer.close()
        raise
    return table, writer


def repair(path: Path | str) -> int:
    """Cuts a torn last write off a log, and gives the number of bytes cut; 0 where there was none.

    A log that was tampered with is refused with `Tampered`.
    """
    torn = verify(path).torn
    open_log(path).close()
    return torn
