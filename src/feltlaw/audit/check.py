"""The whole check of a log: its chain, and then every event, payment, commitment and cent once more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from importlib.metadata import version as installed_version
from pathlib import Path
from typing import Any

from feltlaw.audit.rounds import apply_recorded
from feltlaw.ledger import TRAY, Ledger, LedgerError, book_round
from feltlaw.log import Fault, Line, Log, Verdict, canonical, verify
from feltlaw.log.chain import TAMPERED, TORN
from feltlaw.log.lines import event_json
from feltlaw.money import show_dollars
from feltlaw.round import Refused
from feltlaw.settlement import Settlement
from feltlaw.shuffle import NONCE_BYTES, check_commitment
from feltlaw.table import RULES, Command, Event, State, decide, follow, start

WRONG = "wrong"
"""The chain holds, but what it records cannot have happened."""
_OUTSIDE = {"buy_in": 1, "cash_out": -1}
_COUNTS = ("commands", "decided_again", "rounds", "lines_settled_again", "commitments", "money_checks")


@dataclass(frozen=True)
class Report:
    """What a check found. `status`: intact, torn, tampered or wrong."""

    verdict: Verdict
    counts: Mapping[str, int] = field(default_factory=dict)

    @property
    def status(self) -> str:
        return self.verdict.status

    def to_json(self) -> dict[str, Any]:
        verdict = self.verdict
        log, fault = verdict.log, verdict.fault
        found: dict[str, Any] = {
            "status": verdict.status,
            "fault": None if fault is None else {"line": fault.line, "kind": fault.kind, "what": fault.what},
            "events": verdict.events,
            "torn_bytes": verdict.torn if verdict.status == TORN else 0,
            "checked": dict(self.counts),
            "notes": list(verdict.notes),
            "unchecked": list(verdict.unchecked),
        }
        if log is not None:
            header = log.header.to_json()
            if verdict.status != TAMPERED:
                found["head"] = {"seq": log.head[0], "hash": log.head[1]}
            found["header"] = {key: value for key, value in header.items() if key != "submission"}
        return found


class _Wrong(Exception):
    """Something recorded that cannot have happened."""

    def __init__(self, line: Line, what: str) -> None:
        super().__init__(what)
        self.fault = Fault(line.seq + 1, WRONG, what)


def audit(source: Path | str | Verdict, head: str | None = None) -> Report:
    """Checks a log, given by its path or by what the check of its chain found."""
    verdict = source if isinstance(source, Verdict) else verify(source, head)
    log = verdict.log
    if verdict.status == TAMPERED or log is None:
        return Report(verdict)
    verdict = replace(verdict, notes=(*verdict.notes, *_notes(log)))
    why = log.header.why_not_replayable()
    if why:
        unchecked = f"what the events say, only that they are unchanged: {why}"
        return Report(replace(verdict, unchecked=(*verdict.unchecked, unchecked)))
    checker = _Checker(log)
    try:
        checker.run()
    except _Wrong as wrong:
        return Report(replace(verdict, status=WRONG, fault=wrong.fault), checker.counts)
    commands, again = checker.counts["commands"], checker.counts["decided_again"]
    if again < commands:
        left = (
            f"whether {commands - again} of {commands} commands were legal: the log does not hold their words"
        )
        verdict = replace(verdict, unchecked=(*verdict.unchecked, left))
    return Report(verdict, checker.counts)


def _notes(log: Log) -> list[str]:
    found = []
    if log.header.practice:
        found.append("a practice log" + (f", seed {log.header.seed}" if log.header.seed is not None else ""))
    if log.header.feltlaw != installed_version("feltlaw"):
        found.append(
            f"written by feltlaw {log.header.feltlaw[:20]}, checked by {installed_version('feltlaw')}"
        )
    for line in log.lines:
        if line.mark is not None:
            cut = f", {line.mark['cut']} bytes cut off" if "cut" in line.mark else ""
            found.append(f"line {line.seq + 1}: here the log was {line.mark.get('what')}{cut}"[:200])
    return found


class _Checker:
    """Plays a log through from its beginning."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self.state = start(log.header.read_submission(), real_cards=log.header.real_cards)
        self.outside = self.state.money()
        self.tray = self.state.tray
        self.counts = dict.fromkeys(_COUNTS, 0)
        self.settled: Counter[int] = Counter()
        self.decks: dict[str, tuple[int, ...]] = {}
        """By their commitments, the orders as they should lie now."""
        self.nonces: set[str] = set()

    def run(self) -> None:
        for batch in self.log.batches():
            before = self.state
            for line in batch:
                self._event(line)
            self._batch(before, batch)

    # ── a command and what follows from it ──

    def _batch(self, before: State, batch: list[Line]) -> None:
        """The events of a command are those that the rules make of it, no more and no fewer."""
        first = batch[0]
        assert first.event is not None
        self.counts["commands"] += 1
        if first.given is None:
            if not self.log.header.practice:
                raise _Wrong(first, "the words of this command are missing, and a live log holds them")
            if not RULES[first.event.kind].offers(before):
                raise _Wrong(first, "it was not the time for this")
            expected = list(follow(before, first.event))
        else:
            event = first.event
            try:
                expected = list(decide(before, Command(event.kind, event.by, event.at, first.given)))
            except Refused as refused:
                raise _Wrong(first, f"the rules refuse this: {refused}") from None
            except Exception as error:
                raise _Wrong(first, f"the rules cannot decide this ({type(error).__name__})") from error
            self.counts["decided_again"] += 1
        for line, event in zip(batch, expected, strict=False):
            if line.event is None or canonical(event_json(line.event)) != canonical(event_json(event)):
                raise _Wrong(line, f"the rules make something else of it: {_difference(line.event, event)}")
        if len(batch) != len(expected):
            raise _Wrong(batch[-1], f"{len(expected)} events follow from this command, not {len(batch)}")

    def _event(self, line: Line) -> None:
        event, before = line.event, self.state
        if event is None:
            raise _Wrong(line, "this is not an event, but stands among the events of a command")
        rule = RULES.get(event.kind)
        if rule is None:
            raise _Wrong(line, f"there is no event '{event.kind[:40]}'")
        if event.at < before.now:
            raise _Wrong(line, "it is older than the event before it")
        if line.batch[0] == 1 and event.by.role not in rule.roles:
            raise _Wrong(line, f"a {event.by.role[:20]} may not do this")
        try:
            self.state = apply_recorded(before, line)
            self._check_money(line, event)
            self._check_lines(line, event)
            self._check_cards(line, event, before)
        except (ValueError, LookupError, TypeError, AttributeError, AssertionError) as error:
            raise _Wrong(line, f"'{event.kind}' cannot have happened here ({error})") from error
        if event.kind == "end_round":
            self._end(line)

    # ── money ──

    def _check_money(self, line: Line, event: Event) -> None:
        """Money comes and goes by buying in and cashing out only."""
        self.counts["money_checks"] += 1
        self.outside += _OUTSIDE.get(event.kind, 0) * event.data.get("amount", 0)
        money = self.state.money()
        if money != self.outside:
            off = show_dollars(money - self.outside)
            raise _Wrong(line, f"money is not conserved: after this event {off} has come from nowhere")

    # ── settlement ──

    def _check_lines(self, line: Line, event: Event) -> None:
        """What was recorded as paid is what settling the round again gives."""
        recorded = event.data.get("lines")
        if recorded is None:
            return
        settlement = self._settlement(line)
        again = {one.turn: {**one.to_json(), "seat": one.seat} for one in settlement.lines}
        for one in recorded:
            turn = one["turn"]
            if again.get(turn) != one:
                other = _told(one, again.get(turn))
                raise _Wrong(line, f"settling the round again gives seat {one['seat']} other lines: {other}")
            self.settled[turn] += 1
            self.counts["lines_settled_again"] += 1

    def _settlement(self, line: Line) -> Settlement:
        round_ = self.state.round
        if round_ is None or round_.settlement is None:
            raise _Wrong(line, "something was settled before the round was")
        return round_.settlement

    def _end(self, line: Line) -> None:
        """Every line was carried out once, and the tray moved by what the house is up."""
        settlement = self._settlement(line)
        if self.settled != Counter(one.turn for one in settlement.lines):
            raise _Wrong(line, "the round ended, and not every wager was settled once")
        try:
            booked = book_round(Ledger(), f"round {self.state.rounds}", settlement)
        except LedgerError as error:
            raise _Wrong(line, str(error)) from error
        if self.state.tray - self.tray != booked.balance(TRAY):
            raise _Wrong(line, "the tray did not move by what the house is up")
        self.settled.clear()
        self.tray = self.state.tray
        self.counts["rounds"] += 1

    # ── cards ──

    def _check_cards(self, line: Line, event: Event, before: State) -> None:
        """An order is what was committed to, and the cards dealt are the first of it."""
        data = event.data
        if event.kind == "cut" and before.deck and before.deck.commitment:
            order, depth = self.decks[before.deck.commitment], data["depth"]
            self.decks[before.deck.commitment] = order[depth:] + order[:depth]
        elif event.kind == "end_round" and "commitment" in data:
            self._check_revealed(line, data, before)
        elif "commitment" in data:
            self._check_commitment(line, data)
            self._check_nonce(line, data["nonce"])
            self.decks[data["commitment"]] = tuple(data["order"])

    def _check_nonce(self, line: Line, nonce: str) -> None:
        """A live log makes its nonces itself: 256 bits, and never one twice."""
        if not self.log.header.practice and (len(nonce) != 2 * NONCE_BYTES or nonce in self.nonces):
            raise _Wrong(line, "the nonce of this order is not one that a live log makes")
        self.nonces.add(nonce)

    def _check_commitment(self, line: Line, data: Mapping[str, Any]) -> None:
        self.counts["commitments"] += 1
        if not check_commitment(data["order"], data["nonce"], data["commitment"]):
            raise _Wrong(line, "the order of the cards is not the one that was committed to")

    def _check_revealed(self, line: Line, data: Mapping[str, Any], before: State) -> None:
        self._check_commitment(line, data)
        lies = self.decks.pop(data["commitment"], None)
        if lies is None:
            raise _Wrong(line, "this commitment was not made before the round")
        dealt = tuple(int(one.card) for one in before.round.dealt) if before.round else ()
        if dealt != lies[: len(dealt)]:
            raise _Wrong(line, "the cards that were dealt are not the first of the order committed to")


def _difference(recorded: Event | None, expected: Event) -> str:
    if recorded is None or recorded.kind != expected.kind:
        return f"'{expected.kind}' follows"
    if recorded.by != expected.by or recorded.at != expected.at:
        return "somebody else did it, or at another time"
    keys = sorted({*recorded.data, *expected.data})
    other = [key for key in keys if recorded.data.get(key) != expected.data.get(key)]
    return f"its {' and '.join(key.replace('_', ' ') for key in other)} would be other"


def _told(recorded: Mapping[str, Any], again: Mapping[str, Any] | None) -> str:
    if again is None:
        return "there is no such line"
    keys = [key for key in sorted({*recorded, *again}) if recorded.get(key) != again.get(key)]
    return ", ".join(f"{key} {str(recorded.get(key))[:40]}, not {str(again.get(key))[:40]}" for key in keys)
