"""The program as it is used: scenarios settled from a file, and how long a command takes to start."""

from __future__ import annotations

import contextlib
import io
import json
import os
import resource
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

import feltlaw
from bench.measure import Compared, Effort, Result, agree, best, seconds
from feltlaw.cards import deck, show
from feltlaw.cli import settle as settle_command
from feltlaw.regulation import load, regulation_ids

PLAYS: dict[str, Sequence[list[str]]] = {
    "PA-669a": (["play 3x"], ["check", "play 2x"], ["check", "check", "play 1x"], ["check", "check", "fold"]),
    "PA-680a": ([],),
}
WAGERS: dict[str, dict[str, int]] = {
    "PA-649a": {"ante": 10, "pair_plus": 5},
    "MA-TCP": {"ante": 10, "pair_plus": 5},
    "PA-679a": {"ante": 10},
    "PA-669a": {"ante": 10, "blind": 10},
    "PA-680a": {"ante": 10},
}
USUAL = (["play"], ["fold"])


def settle(effort: Effort, folder: Path) -> Iterator[Result]:
    """A file of whole tables, through the command itself, against reading and writing the same JSON."""
    random = Random(649)
    rounds = [
        scenario(regulation, random) for regulation in regulation_ids() for _ in range(effort.size(200))
    ]
    lines = [json.dumps(one) for one in rounds]
    file = folder / "rounds.jsonl"
    file.write_text("\n".join(lines), encoding="utf-8")

    def settled() -> list[str]:
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            settle_command.run(str(file), as_json=True, lines=False, explained=False)
        return out.getvalue().splitlines()

    settled()
    ours, results = best(settled, effort.rounds(5))
    answers = [json.loads(result) for result in results]
    for answer in answers:
        answer.pop("line")
    agree("settle", answers, [feltlaw.settle(one).to_json() for one in rounds])
    plain, _ = best(
        lambda: [(json.loads(line), json.dumps(answer)) for line, answer in zip(lines, answers, strict=True)],
        effort.rounds(5),
    )
    seats = sum(len(one["seats"]) for one in rounds) / len(rounds)
    note = f"{len(lines) / ours:,.0f} rounds of {seats:.1f} seats a second"
    each, read = ours / len(lines), plain / len(lines)
    yield Compared("settle", "round", each, read, "its JSON read and written", note=note)


def scenario(regulation: str, random: Random) -> dict[str, Any]:
    """A round of some players with cards and decisions as they fall."""
    rules = load(regulation)
    cards = list(deck(rules.deck.jokers))
    random.shuffle(cards)

    def deal(many: int) -> str:
        return show(cards.pop() for _ in range(many))

    seats: list[dict[str, Any]] = []
    for number in range(1, random.randint(1, rules.seats.most) + 1):
        seat = {"seat": number, "cards": deal(rules.deal.player.most), "wagers": WAGERS[regulation]}
        said = random.choice(PLAYS.get(regulation, USUAL))
        seats.append(seat | ({"decisions": said} if said else {}))
    found: dict[str, Any] = {"submission": {"regulation": regulation}, "seats": seats}
    if rules.deal.dealer is not None:
        found["dealer"] = deal(rules.deal.dealer.most)
    for extra in rules.deal.extra:
        if extra.what == "community" and not extra.wagers:
            found["community"] = deal(extra.cards)
    return found


COMMANDS = (
    ("feltlaw games", ("games",)),
    ("feltlaw analyze PA-649a --json", ("analyze", "PA-649a", "--json")),
)


def start_up(effort: Effort, folder: Path) -> Iterator[Result]:
    """Whole commands from nothing, once their bytecode is there, against an interpreter that does nothing."""
    rounds = 2 * effort.rounds(5)
    program = Path(sys.executable).with_name("feltlaw")
    nothing, _ = child([sys.executable, "-c", "pass"], rounds, folder)
    for name, arguments in COMMANDS:
        child([str(program), *arguments], 1, folder)
        ours, wall = child([str(program), *arguments], rounds, folder)
        note = f"{seconds(wall)} by the clock"
        yield Compared(name, "start", ours, nothing, "python -c pass", note=note)


def child(command: Sequence[str], rounds: int, folder: Path) -> tuple[float, float]:
    """The least processor time of a process, and the least time by the clock."""
    env = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    env["PYTHONPYCACHEPREFIX"] = str(folder / "bytecode")
    used: list[float] = []
    walls: list[float] = []
    for _ in range(rounds):
        before, start = resource.getrusage(resource.RUSAGE_CHILDREN), perf_counter()
        subprocess.run(command, env=env, stdout=subprocess.DEVNULL, check=True)
        walls.append(perf_counter() - start)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        used.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(used), min(walls)
