"""One sitting at a table in the terminal: the people, the crew and the record."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from feltlaw.cli.errors import refused, unreadable
from feltlaw.cli.felt import Narrator
from feltlaw.cli.layout import as_seen
from feltlaw.cli.screen import say
from feltlaw.log import LogError, LogWriter
from feltlaw.log.writer import create_log
from feltlaw.money import Cents, show_dollars
from feltlaw.practice import Crew, usual_decision
from feltlaw.round import Refused
from feltlaw.round.betting import check_table
from feltlaw.settlement import Line
from feltlaw.shuffle import SeededSource, SystemSource
from feltlaw.submission import Submission
from feltlaw.table import Event, Person, Table
from feltlaw.table.turns import waiting

YOU = "You"


class Quit(Exception):
    """The player wants to go: at once, or after the program has played his hand to the end."""

    def __init__(self, *, play_out: bool = False) -> None:
        super().__init__("the player leaves")
        self.play_out = play_out


@dataclass
class Game:
    """One sitting."""

    table: Table
    crew: Crew
    log: LogWriter
    clock: Callable[[], int]
    narrator: Narrator
    usual_pace: int
    others: dict[int, str] = field(default_factory=dict)
    last_lines: tuple[Line, ...] = ()
    """The last round that was settled, as far as it was seen."""
    last_bets: dict[int, dict[str, Cents]] = field(default_factory=dict)
    brought: Cents = 0
    """All that you bought in for."""
    before: Cents = 0
    """What you were worth when the round began."""
    cashed: Cents = 0
    played: int = 0
    betting_now: bool = False
    """Whether you have a wager in this round."""
    asking: bool = False
    """Whether the program waits for an answer."""
    leaving: bool = False
    """Whether Ctrl-C was heard while it did not."""
    pace: int = 0

    def __post_init__(self) -> None:
        self.pace = self.usual_pace

    @property
    def yours(self) -> tuple[int, ...]:
        return self.narrator.yours

    @property
    def alone(self) -> bool:
        """Whether nobody else plays at this table."""
        return not self.others

    def do(self, do: str, name: str, **data: object) -> None:
        """A player's command."""
        self._tell(self.log.do(self.table, do, Person("player", name), self.clock(), **data))

    def _tell(self, events: tuple[Event, ...]) -> None:
        state = self.table.state
        settled = state.round.settlement if state.round is not None else None
        if settled is not None and any(event.kind == "end_round" for event in events):
            self.last_lines = tuple(as_seen(state, line) for line in settled.lines)
        self.narrator.tell(state, events)
        if self.betting_now and any(event.kind == "end_round" for event in events):
            self._count_round()
        if self.pace and any(event.kind not in ("deal", "bet", "sit", "buy_in") for event in events):
            time.sleep(self.pace / 1000)

    def crew_runs(self) -> None:
        """The crew goes on until somebody must act."""
        for events in self.crew.run():
            self._tell(events)

    def close(self) -> None:
        """Calls "no more bets"; a deck whose time ran out while people were betting is changed first."""
        self.crew_runs()
        before = self.worth
        self._tell(self.crew.close_betting())
        self.before = before

    def _count_round(self) -> None:
        """Says what a round brought."""
        self.played += 1
        self.betting_now = False
        net = self.worth - self.before
        style = "bold green" if net > 0 else "bold red" if net < 0 else "bold"
        came = f"up {show_dollars(net)}" if net > 0 else f"down {show_dollars(-net)}" if net else "even"
        say(f"  This round: you are {came}. Chips {show_dollars(self.worth)}.", style=style)

    @property
    def chips(self) -> Cents:
        return self.table.state.players[YOU].chips

    @property
    def worth(self) -> Cents:
        """Your chips, what is kept for you, and what lies on the felt."""
        player = self.table.state.players[YOU]
        return player.chips + player.held + self.on_felt

    @property
    def on_felt(self) -> Cents:
        stakes = self.table.state.on_felt()
        return sum(sum(stakes.get(seat, {}).values()) for seat in self.yours if self._is_yours(seat))

    def _is_yours(self, seat: int) -> bool:
        round_ = self.table.state.round
        return round_ is not None and round_.players.get(seat) == YOU

    @property
    def in_round(self) -> bool:
        """Whether you have wagers that can no longer be taken back."""
        round_ = self.table.state.round
        if round_ is None or not round_.locked or round_.ended:
            return False
        return any(self._is_yours(seat) for seat in self.yours)


@contextmanager
def interrupts(game: Game) -> Iterator[None]:
    """Ctrl-C ends a question at once. Between two questions it waits, so that no write is cut in two."""

    def heard(number: int, frame: object) -> None:
        if game.asking:
            raise KeyboardInterrupt
        game.leaving = True
        game.pace = 0

    try:
        before = signal.signal(signal.SIGINT, heard)
    except ValueError:  # only the first thread of a program may listen
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def legal_words(game: Game, seat: int) -> list[str]:
    """What a seat may say now, as far as its chips go."""
    return [
        offer.data["say"]
        for offer in game.table.legal("player")
        if offer.do == "decide" and offer.data["seat"] == seat
    ]


def open_sitting(
    submission: Submission,
    path: Path,
    *,
    numbered: bool,
    yours: list[int],
    others: int,
    money: Cents,
    seed: int | None,
    pace: int,
) -> Game:
    """A table with everybody at it, and its record begun; `numbered`: under the next name that is free."""
    nothing_yet: dict[str, Cents] = {}
    try:
        check_table(submission, [(seat, "one player", nothing_yet) for seat in yours])
    except Refused as refusal:
        raise refused(f"{refusal} ({', '.join(refusal.clauses)})") from None
    source = SystemSource() if seed is None else SeededSource(seed)
    start = int(time.time())
    table = Table(submission)
    log = _begin(path, numbered, lambda place: create_log(place, submission, source=source, at=start))
    ticks = iter(range(start, start + 10**9))

    def clock() -> int:
        return next(ticks) if seed is not None else max(int(time.time()), table.state.now)

    game = Game(table, Crew(table, log, clock), log, clock, Narrator(yours), pace, brought=money)
    for seat in yours:
        game.do("sit", YOU, seat=seat)
    game.do("buy_in", YOU, amount=money)
    free = [seat for seat in range(1, submission.limits.seats + 1) if seat not in yours]
    for seat in free[:others]:
        game.others[seat] = f"Seat {seat}"
        game.do("sit", game.others[seat], seat=seat)
    return game


def _begin(path: Path, numbered: bool, create: Callable[[Path], LogWriter]) -> LogWriter:
    """Begins the record; where a sitting of the same second has its name, a number is added."""
    for number in count(1):
        place = path if number == 1 else path.with_stem(f"{path.stem}-{number}")
        try:
            return create(place)
        except (OSError, LogError) as error:
            if numbered and place.exists():
                continue
            why = getattr(error, "strerror", None) or error
            raise unreadable(f"the record cannot be written to '{place}': {why}") from None
    raise AssertionError("numbers do not end")


def usual_act(game: Game, seat: int) -> None:
    """Decides for a seat by the rule of thumb, or sets its hand the house way."""
    state = game.table.state
    assert state.round is not None
    name = state.round.players[seat]
    words = legal_words(game, seat)
    if not words:
        game.do("set_hand", name, seat=seat)
        return
    up = state.cards_at("community")[: state.round.community_up]
    said = usual_decision(state.submission, state.cards_at(f"seat {seat}"), up, words)
    game.do("decide", name, seat=seat, say=said if said in words else words[-1])


def take_back(game: Game, seats: tuple[int, ...]) -> None:
    """Wagers of these seats go back to their players, as long as betting is open."""
    round_ = game.table.state.round
    if round_ is None or round_.locked:
        return
    for seat in seats:
        for wager in reversed(list(round_.stakes.get(seat, {}))):
            game.do("take_back", round_.players[seat], seat=seat, wager=wager)


def leave(game: Game, *, play_out: bool) -> None:
    """Gets up in order. Open wagers come back; a hand in the round is played out, or left to the rules."""
    game.pace = 0
    round_ = game.table.state.round
    if round_ is not None and round_.locked and not round_.ended:
        if game.in_round and not play_out:
            game.do("leave", YOU)
        _play_on(game)
    else:
        game.crew_runs()
        open_round = game.table.state.round
        take_back(game, tuple(open_round.stakes) if open_round is not None else ())
    if game.table.state.players[YOU].seats:
        game.do("leave", YOU)
    player = game.table.state.players[YOU]
    if player.chips + player.held:
        game.do("cash_out", YOU, amount=player.chips + player.held)
        game.cashed += player.chips + player.held


def _play_on(game: Game) -> None:
    """The round to its end, everybody who has something to decide doing the usual thing."""
    while True:
        game.crew_runs()
        found = waiting(game.table.state)
        if found is None:
            return
        usual_act(game, found[1][0])
