"""Whole rounds at a full table through desk, books and record, against decide and apply of an early version.

The baseline is a commit of this repository's own history, so it is left out where the history is not there.
"""

from __future__ import annotations

import subprocess
import sys
import tarfile
from collections.abc import Iterator, Mapping
from io import BytesIO
from pathlib import Path
from time import process_time

from bench.measure import Compared, Effort, LeftOut, Result
from feltlaw.desk import Desk, open_desk
from feltlaw.event import Person
from feltlaw.record.store import MemoryStore
from feltlaw.shuffle import SeededSource
from feltlaw.submission import Submission

EARLY = "fdc5487"
NAME = "seven seats, five wagers"
ROUNDS_AT_LEAST = 4.0
WAGERS = {
    "ante": "10.00",
    "pair_plus": "5.00",
    "three_card_progressive": "1.00",
    "six_card_bonus": "5.00",
    "five_of_six_progressive": "1.00",
}
SUBMISSION = {
    "regulation": "PA-649a",
    "limits": {"minimum": 5, "maximum": 500},
    "wagers": {name: {} for name in ("three_card_progressive", "six_card_bonus", "five_of_six_progressive")},
}
SEATS = range(1, 8)
DEALER, FLOOR = Person("dealer", "dealer"), Person("floorperson", "floor")


def player(seat: int) -> Person:
    return Person("player", f"p{seat}")


def full_table(opened: Desk | None = None) -> Desk:
    """A table with seven players, its cards ready for the first shuffle; in memory, or the one given."""
    submission = Submission.from_data(SUBMISSION)
    desk = opened or open_desk(submission, MemoryStore(keep=100), source=SeededSource("bench"))
    for seat in SEATS:
        desk.do("sit", player(seat), {"seat": seat})
        desk.do("buy_in", player(seat), {"amount": "10000000.00"})
    desk.do("receive_deck", FLOOR, {"deck": 0})
    for do, by in (("inspect", DEALER), ("verify_inspection", FLOOR), ("spread", DEALER), ("wash", DEALER)):
        desk.do(do, by, {"deck": 0})
    return desk


def play_round(desk: Desk, others: Mapping[int, str] | None = None) -> None:
    """One round, every step a command of its own; `others` are guests by their seats."""
    people = {seat: player(seat) for seat in SEATS}
    people |= {seat: Person("player", name) for seat, name in (others or {}).items()}
    desk.do("shuffle", DEALER, {"deck": 0})
    desk.do("place_cards", DEALER)
    for seat in SEATS:
        desk.do("bet", people[seat], {"seat": seat, "wagers": WAGERS})
    desk.do("no_more_bets", DEALER)
    desk.do("count_progressive_chips", DEALER, {"chips": 2 * len(SEATS)})
    desk.do("deal", DEALER, {"all": True})
    desk.do("rack_stub", DEALER)
    for seat in SEATS:
        desk.do("decide", people[seat], {"seat": seat, "act": "play"})
    desk.do("reveal_dealer", DEALER)
    for seat in reversed(SEATS):
        desk.do("turn_up_player", DEALER, {"seat": seat})
        _settle(desk, seat)
    if desk.state.phase == "settling":
        desk.do("settle_rest", DEALER)
    if any(line.by_hand for line in desk.state.played.settling.lines):
        desk.do("release_cards", FLOOR)
    desk.do("rack_cards", DEALER)


def _settle(desk: Desk, seat: int) -> None:
    """A seat's lines, with its wins verified and validated where the dealer comes to them."""
    from feltlaw.table.agenda import comes_after_all, next_line
    from feltlaw.table.waits import check_of, waits_for_people

    while (line := next_line(desk.state)) is not None and line.seat == seat:
        if comes_after_all(desk.state, line):
            return
        if waits_for_people(desk.state, line) is not None:
            if check_of(desk.state, line) is None:
                desk.do("verify_win", DEALER, {"seat": seat, "wager": line.id})
            else:
                desk.do("validate", FLOOR, {"seat": seat, "wager": line.id})
        else:
            desk.do("settle_player", DEALER, {"seat": seat})


def early_source(folder: Path) -> Path | None:
    """The early version's source, out of the repository's history; None where there is none."""
    root = Path(__file__).resolve().parents[1]
    git = ["git", "-C", str(root), "archive", EARLY, "src", "conformance"]
    try:
        done = subprocess.run(git, capture_output=True, check=False)
    except OSError:
        return None
    if done.returncode:
        return None
    with tarfile.open(fileobj=BytesIO(done.stdout)) as archive:
        archive.extractall(folder / "early", filter="data")
    return folder / "early" / "src"


def _early(source: Path, rounds: int) -> float:
    """Processor seconds a round of the early version, in a process of its own."""
    script = Path(__file__).with_name("baseline") / "early_table.py"
    done = subprocess.run(
        [sys.executable, str(script), str(source), str(rounds)], capture_output=True, text=True, check=True
    )
    return float(done.stdout)


def tables(effort: Effort, folder: Path) -> Iterator[Result]:
    """Rounds a second, against those of decide and apply alone in an early version."""
    source = early_source(folder)
    if source is None:
        yield LeftOut(NAME, f"the repository's history, with commit {EARLY}, is not here")
        return
    rounds = 20 if effort.quick else 100
    desk = full_table()
    play_round(desk)
    ours, theirs = [], []
    for _ in range(3):
        began = process_time()
        for _ in range(rounds):
            play_round(desk)
        ours.append((process_time() - began) / rounds)
        theirs.append(_early(source, max(10, rounds // 4)))
    yield Compared(
        NAME,
        "round",
        min(ours),
        min(theirs),
        f"decide and apply alone at {EARLY}",
        ROUNDS_AT_LEAST,
        "through desk, books and record, every step a command",
    )
