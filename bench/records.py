"""What screens get of a round, what a table's age costs, and how fast a record is verified."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from time import process_time

from bench.measure import Compared, Effort, LeftOut, Result
from bench.tables import EARLY, SEATS, SUBMISSION, WAGERS, early_source, full_table, play_round, player
from feltlaw.audit import audit
from feltlaw.crew import Crew
from feltlaw.desk import Answer, Desk
from feltlaw.event import Person
from feltlaw.feed import Feed
from feltlaw.record.files import Options
from feltlaw.record.tables import create_table
from feltlaw.shuffle import SeededSource
from feltlaw.submission import Submission
from feltlaw.table import State
from feltlaw.views import Viewer

VERIFIED_AT_LEAST = 3.0
VIEWERS = (
    *(Viewer("player", player(seat).account) for seat in SEATS),
    Viewer("onlooker"),
)


def views(effort: Effort, folder: Path) -> Iterator[Result]:
    """All frames of a full automatic table, a screen for each seat and the sign, against the round itself."""
    rounds, times = (10, 3) if effort.quick else (20, 10)
    alone, watched = [], []
    for _ in range(times):
        desk = full_table()
        crew = Crew(desk)
        play_automatic(desk, crew)
        feed = Feed(desk)
        began = process_time()
        for _ in range(rounds):
            play_automatic(desk, crew)
        alone.append((process_time() - began) / rounds)
        spent = 0.0

        def send(answer: Answer, state: State, feed: Feed = feed) -> None:
            nonlocal spent
            since = process_time()
            for viewer in VIEWERS:
                feed.look.frame_bytes(viewer)
            spent += process_time() - since

        desk.watchers.append(send)
        for _ in range(rounds):
            play_automatic(desk, crew)
        watched.append(spent / rounds)
    yield Compared(
        "the views of a full table", "round", min(watched), min(alone), "the round itself", 1.0,
        "a screen for each seat and the sign, a frame after every append",
    )  # fmt: skip


def play_automatic(desk: Desk, crew: Crew) -> None:
    """A round of an automatic table: people bet and decide, everything else follows in their appends."""
    crew.run()
    for seat in SEATS:
        desk.do("bet", player(seat), {"seat": seat, "wagers": WAGERS})
    crew.close_betting()
    crew.run()
    for seat in SEATS:
        desk.do("decide", player(seat), {"seat": seat, "act": "play"})
    crew.run()


def age(effort: Effort, folder: Path) -> Iterator[Result]:
    """A round after many rounds and guests, against one at a new table."""
    many = 300 if effort.quick else 2000
    desk = full_table()
    play_round(desk)
    young = _round(desk)
    for at in range(many):
        guest = f"guest {at}"
        desk.do("leave", player(7) if at == 0 else _named(f"guest {at - 1}"), {"seat": 7})
        desk.do("sit", _named(guest), {"seat": 7})
        desk.do("buy_in", _named(guest), {"amount": "10000000.00"})
        if at % 10 == 0:
            play_round(desk, {7: guest})
    old = _round(desk, {7: f"guest {many - 1}"})
    yield Compared(
        f"a round after {many:,} guests", "round", old, young, "a round of a new table", 0.8,
        "nothing grows with a table's past",
    )  # fmt: skip


def _named(account: str) -> Person:
    return Person("player", account)


def _round(desk: Desk, others: Mapping[int, str] | None = None) -> float:
    """The best of some rounds, in processor seconds."""
    times = []
    for _ in range(12):
        began = process_time()
        play_round(desk, others)
        times.append(process_time() - began)
    return min(times)


def verify(effort: Effort, folder: Path) -> Iterator[Result]:
    """A record of many rounds verified and audited, against the early version's."""
    name = "verify a record"
    source = early_source(folder)
    if source is None:
        yield LeftOut(name, f"the repository's history, with commit {EARLY}, is not here")
        return
    rounds = 30 if effort.quick else 200
    path = folder / "table.log"
    desk = full_table(
        create_table(path, Submission.from_data(SUBMISSION), Options(), source=SeededSource("bench"))
    )
    for _ in range(rounds):
        play_round(desk)
    desk.close()
    ours = []
    for _ in range(3):
        began = process_time()
        report = audit(path)
        ours.append((process_time() - began) / rounds)
        assert not report.faults, report.wrong
    script = Path(__file__).with_name("baseline") / "early_verify.py"
    done = subprocess.run(
        [sys.executable, str(script), str(source), str(rounds), str(folder / "early.log")],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    yield Compared(
        name, "round", min(ours), float(done.stdout), f"audit at {EARLY}", VERIFIED_AT_LEAST,
        f"seven seats, {len(WAGERS)} wagers, everything decided and settled again",
    )  # fmt: skip
