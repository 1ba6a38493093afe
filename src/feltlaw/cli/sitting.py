"""One sitting at a table in the terminal: the people, the crew, the record, and what you see of it.

The terminal looks at the table as a player does: everything it knows is in your view, and everything it tells
is made of the events as you may know them.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from feltlaw.cli.errors import refused, unreadable
from feltlaw.cli.screen import say, show_said
from feltlaw.crew import Crew
from feltlaw.desk import Desk, open_desk, system_clock
from feltlaw.event import Person
from feltlaw.feed import Feed
from feltlaw.money import Cents, dollars, show_dollars
from feltlaw.practice import Adviser
from feltlaw.record.store import MemoryStore, StoreError
from feltlaw.record.tables import create_table
from feltlaw.refusal import Refused
from feltlaw.round.betting import check_table
from feltlaw.shuffle import SeededSource, SystemSource
from feltlaw.submission import Submission
from feltlaw.telling import Teller
from feltlaw.telling.teaching import Mistake
from feltlaw.views import EventView, Look, View, Viewer
from feltlaw.views.event_parts import DecidedView, LeftView
from feltlaw.views.parts import BoxView, LineView, RoundView

YOU = Viewer("player", "you")
UNTOLD = frozenset(
    {
        *("sit", "buy_in", "cash_out", "bet", "ready", "deal", "count_progressive_chips", "remove_stub"),
        *("rack_stub", "place_cards", "hold_cards", "rack_cards", "show_number_of_players", "snapshot"),
        *("deliver_dealer_stack", "call_floorperson", "end_game", "remove_joker"),
    }
)
"""What the screen shows anyway, or nobody misses."""


class Quit(Exception):
    """The player wants to go: at once, or after the program has played his hand to the end."""

    def __init__(self, *, play_out: bool = False) -> None:
        super().__init__("the player leaves")
        self.play_out = play_out


@dataclass
class Sitting:
    """One sitting."""

    desk: Desk
    submission: Submission
    path: Path | None
    """Where the record goes; nowhere for None."""
    yours: tuple[int, ...]
    usual_pace: int
    brought: Cents = 0
    """All that you bought in for."""
    others: dict[int, str] = field(default_factory=dict)
    """By seat, the account of a player the program brings."""
    last_lines: tuple[LineView, ...] = ()
    """The last round that was settled, as far as you saw it."""
    last_bets: dict[int, dict[str, Cents]] = field(default_factory=dict)
    before: Cents = 0
    """What you were worth when the round began."""
    taken: Cents = 0
    """What you have taken along."""
    played: int = 0
    decided: int = 0
    given_up: Cents = 0
    """Your decisions, and what they gave up on average against the best ones."""
    betting_now: bool = False
    """Whether you have a wager in this round."""
    asking: bool = False
    """Whether the program waits for an answer."""
    leaving: bool = False
    """Whether Ctrl-C was heard while it did not."""
    pace: int = 0
    lines: list[LineView] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.pace = self.usual_pace
        self.crew = Crew(self.desk)
        self.feed = Feed(self.desk)
        self.feed.watchers.append(self._appended)
        self.teller = Teller(self.submission, self.yours)
        self.adviser = Adviser(self.submission)

    # ── looking ──

    @property
    def view(self) -> View:
        """The table as you see it now."""
        return self.feed.view(YOU)

    @property
    def round(self) -> RoundView | None:
        return self.feed.look.public.round

    @property
    def alone(self) -> bool:
        """Whether nobody else plays at this table."""
        return not self.others

    @property
    def players(self) -> int:
        """Boxes that are dealt in, or would be if everybody bet."""
        round_ = self.round
        return len(round_.boxes) if self.in_round and round_ else len(self.yours) + len(self.others)

    @property
    def turn(self) -> tuple[int, ...]:
        """The seats that have a decision to make, the one whose turn it is first."""
        waits = self.feed.look.public.waits
        return waits.seats if waits is not None else ()

    @property
    def chips(self) -> Cents:
        you = self.view.own.you
        return you.chips if you is not None else 0

    @property
    def worth(self) -> Cents:
        """Your chips, what is kept for you, and what lies on the felt."""
        you = self.view.own.you
        return (you.chips + you.held if you is not None else 0) + self.on_felt

    @property
    def on_felt(self) -> Cents:
        return sum(stake.lies for box in self.your_boxes for stake in box.wagers)

    @property
    def your_boxes(self) -> list[BoxView]:
        boxes = self.round.boxes if self.round is not None else ()
        return [box for box in boxes if box.player == YOU.account]

    @property
    def in_round(self) -> bool:
        """Whether you have wagers that can no longer be taken back."""
        round_ = self.round
        return round_ is not None and round_.locked and not round_.ended and bool(self.your_boxes)

    @property
    def is_locked(self) -> bool:
        """Whether a round is on for which betting is closed."""
        return self.round is not None and self.round.locked and not self.round.ended

    def box(self, seat: int) -> BoxView | None:
        return next((box for box in (self.round.boxes if self.round else ()) if box.seat == seat), None)

    # ── doing ──

    def do(self, do: str, account: str = YOU.account, **data: Any) -> None:
        """A player's command."""
        self.desk.do(do, Person("player", account), data)

    def bet(self, seat: int, wagers: dict[str, Cents], account: str = YOU.account) -> None:
        """What lies in a box from now on; nothing takes all of it back."""
        self.do("bet", account, seat=seat, wagers={wager: dollars(cents) for wager, cents in wagers.items()})

    def crew_runs(self) -> None:
        """The crew goes on until somebody must act."""
        while self.crew.run() is not None:
            pass

    def close(self) -> None:
        """Calls "no more bets"; a deck whose time ran out while people were betting is changed first."""
        self.crew_runs()
        before = self.worth
        self.crew.close_betting()
        self.before = before

    # ── telling ──

    def _appended(self, look: Look) -> None:
        """Tells what has happened, at the pace that was asked for."""
        self.teller.players = self.players
        for event in look.frame(YOU).events:
            self._note(event)
            told = self.teller.event(event)
            if event.kind in UNTOLD or self._is_known(event):
                continue
            for sentence in told:
                show_said(sentence)
            if event.kind == "end_round" and self.betting_now:
                self._count_round()
            if self.pace and told:
                time.sleep(self.pace / 1000)

    def _is_known(self, event: EventView) -> bool:
        """Whether you were told already: that you set a hand, or that you go."""
        data = event.data
        if isinstance(data, LeftView):
            return not data.mid_round
        return event.kind == "set_hand" and isinstance(data, DecidedView) and data.seat in self.yours

    def _note(self, event: EventView) -> None:
        """Remembers the lines of the round, and what you took along."""
        if event.kind == "no_more_bets":
            self.lines = []
        self.lines += self._full_lines(event)
        if event.kind == "end_round":
            self.last_lines = tuple(self.lines)
            self.taken += event.own.kept if event.own is not None else 0
        if isinstance(event.data, LeftView) and event.data.player == YOU.account:
            self.taken += event.data.taken_along

    def _full_lines(self, event: EventView) -> Sequence[LineView]:
        """The lines of an event, your own with everything you know of them."""
        own = {(one.seat, one.id, one.turn): one for one in (event.own.lines if event.own else ())}
        lines: Sequence[LineView] = getattr(event.data, "lines", ())
        return [own.get((line.seat, line.id, line.turn), line) for line in lines]

    def judge(self, wrong: Mistake | None) -> None:
        """Notes a decision of yours, and says what was better where something was."""
        self.decided += 1
        if wrong is not None:
            self.given_up += wrong.cost
            say(f"  {wrong}", style="yellow")

    def _count_round(self) -> None:
        """Says what a round brought."""
        self.played += 1
        self.betting_now = False
        net = self.worth - self.before
        style = "bold green" if net > 0 else "bold red" if net < 0 else "bold"
        came = f"up {show_dollars(net)}" if net > 0 else f"down {show_dollars(-net)}" if net else "even"
        say(f"  This round: you are {came}. Chips {show_dollars(self.worth)}.", style=style)


@contextmanager
def interrupts(sitting: Sitting) -> Iterator[None]:
    """Ctrl-C ends a question at once. Between two questions it waits, so that no write is cut in two."""

    def heard(number: int, frame: object) -> None:
        if sitting.asking:
            raise KeyboardInterrupt
        sitting.leaving = True
        sitting.pace = 0

    try:
        before = signal.signal(signal.SIGINT, heard)
    except ValueError:  # only the first thread of a program may listen
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def open_sitting(
    submission: Submission,
    path: Path | None,
    *,
    numbered: bool,
    yours: list[int],
    others: int,
    money: Cents,
    seed: int | None,
    pace: int,
) -> Sitting:
    """A table with everybody at it, and its record begun; `numbered`: under the next name that is free."""
    nothing_yet: dict[str, Cents] = {}
    try:
        check_table(submission, [(seat, "one player", nothing_yet) for seat in yours])
    except Refused as refusal:
        raise refused(f"{refusal} ({', '.join(refusal.clauses)})") from None
    source = SystemSource() if seed is None else SeededSource(seed)
    opening: dict[str, Any] = {"source": source, "clock": system_clock}
    place: Path | None = None
    if path is None:
        desk = open_desk(submission, MemoryStore(), **opening)
    else:
        place, desk = _begin(path, numbered, lambda one: create_table(one, submission, **opening))
    sitting = Sitting(desk, submission, place, tuple(yours), pace, brought=money)
    for seat in yours:
        sitting.do("sit", seat=seat)
    sitting.do("buy_in", amount=dollars(money))
    free = [seat for seat in range(1, submission.limits.seats + 1) if seat not in yours]
    for seat in free[:others]:
        sitting.others[seat] = f"player at seat {seat}"
        sitting.do("sit", sitting.others[seat], seat=seat)
    return sitting


def _begin(path: Path, numbered: bool, make: Callable[[Path], Desk]) -> tuple[Path, Desk]:
    """Begins the record; where a sitting of the same second has its name, a number is added."""
    for number in count(1):
        place = path if number == 1 else path.with_stem(f"{path.stem}-{number}")
        try:
            return place, make(place)
        except (OSError, StoreError) as error:
            if numbered and place.exists():
                continue
            why = getattr(error, "strerror", None) or error
            raise unreadable(f"the record cannot be written to '{place}': {why}") from None
    raise AssertionError("numbers do not end")


def usual_act(sitting: Sitting, seat: int) -> None:
    """Decides for a seat by what its player can see."""
    box = sitting.box(seat)
    assert box is not None, "who decides has a box"
    choice = sitting.adviser.choose(sitting.feed.view(Viewer("player", box.player)), seat)
    sitting.do(choice.do, box.player, **choice.data)


def take_back(sitting: Sitting, seats: Sequence[int]) -> None:
    """Wagers of these seats go back to their players, as long as betting is open."""
    if sitting.is_locked:
        return
    for seat in seats:
        box = sitting.box(seat)
        if box is not None:
            sitting.bet(seat, {}, box.player)


def leave(sitting: Sitting, *, play_out: bool) -> None:
    """Gets up in order. Open wagers come back; a hand in the round is played out, or left to the rules."""
    sitting.pace = 0
    if sitting.is_locked:
        if sitting.in_round and not play_out:
            sitting.do("leave")
        _play_on(sitting)
    else:
        sitting.crew_runs()
        round_ = sitting.round
        take_back(sitting, [box.seat for box in round_.boxes] if round_ is not None else ())
    you = sitting.view.own.you
    if you is not None and you.seats:
        sitting.do("leave")


def _play_on(sitting: Sitting) -> None:
    """The round to its end, everybody who has something to decide doing the usual thing."""
    while True:
        sitting.crew_runs()
        if not sitting.turn:
            return
        usual_act(sitting, sitting.turn[0])
