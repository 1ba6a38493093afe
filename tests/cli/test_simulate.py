"""`feltlaw simulate`: what it prints, writes and refuses."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.support.cli import PROGRAM, feltlaw

QUICK = ("--rounds", "3000")


def simulated(*arguments: str) -> dict[str, object]:
    ran = feltlaw("simulate", *arguments, "--json")
    assert ran.status == 0, ran.err
    found: dict[str, object] = json.loads(ran.out)
    return found


def test_a_table_for_a_person() -> None:
    ran = feltlaw("simulate", "PA-649a", "--rounds", "120000", "--bankroll", "100")
    assert ran.status == 0
    assert "120,000 rounds, 7 players, seed 1" in ran.out
    for said in (
        "Ante",
        "Pair Plus",
        "-0.033730",
        "A session of 160 rounds",
        "A bankroll of $100",
        "an hour",
    ):
        assert said in ran.out
    assert "figures have an exact value" in " ".join(ran.out.split())
    assert all(len(line) <= 80 for line in ran.out.splitlines())


@pytest.mark.parametrize(
    "regulation",
    [
        "PA-680a",
        *(pytest.param(one, marks=pytest.mark.proof) for one in ("PA-649a", "MA-TCP", "PA-679a", "PA-669a")),
    ],
)
def test_every_game_from_the_shell(regulation: str) -> None:
    found = simulated(regulation, *QUICK)
    assert found["regulation"] == regulation
    assert found["rounds"] == 3000


def test_the_json_document() -> None:
    found = simulated("PA-669a", "--rounds", "60000", "--players", "2", "--bankroll", "50")
    assert list(found) == [
        "regulation",
        "hash",
        "run",
        "rounds",
        "asked",
        "seed",
        "players",
        "rounds_per_hour",
        "session_hours",
        "seats",
        "table",
        "meters",
        "checks",
    ]
    listed = found["seats"]
    assert isinstance(listed, list)
    (seats,) = listed
    assert seats["seats"] == [1, 2]
    ante = seats["results"]["ante"]
    assert ante["rounds"] == 120000
    assert ante["net_per_unit"]["exact_fraction"] == "-7129937/203585200"
    assert {"mean", "standard_error", "interval", "z"} <= set(ante["net_per_unit"])
    assert sum(one["count"] for one in ante["outcomes"]) == 120000
    assert list(seats["sessions"]["bankrolls_lost"]) == ["50.00"]
    assert simulated("PA-669a", "--rounds", "60000", "--players", "2", "--bankroll", "50") == found


def test_seats_of_their_own() -> None:
    found = simulated(
        "PA-649a:bare",
        *QUICK,
        *("--players", "4", "--wager", "ante=10", "--wager", "3:ante=25", "--wager", "3:pair_plus=5"),
        *("--strategy", "mimic-the-dealer", "--strategy", "4:never-fold"),
    )
    seats = found["seats"]
    assert isinstance(seats, list)
    told = {tuple(one["seats"]): (one["strategy"], one["wagers"]) for one in seats}
    assert told == {
        (1, 2): ("mimic-the-dealer", {"ante": "10.00"}),
        (3,): ("mimic-the-dealer", {"ante": "25.00", "pair_plus": "5.00"}),
        (4,): ("never-fold", {"ante": "10.00"}),
    }


def test_a_meter_from_any_amount(tmp_path: Path) -> None:
    table = tmp_path / "table.toml"
    table.write_text('regulation = "PA-669a"\n[wagers.three_card_progressive]\n', encoding="utf-8")
    found = simulated(str(table), "--rounds", "100", "--meter", "three_card_progressive=5000")
    meters = found["meters"]
    assert isinstance(meters, dict)
    assert float(meters["three_card_progressive"]["meter"]["shows"]) > 5000


@pytest.mark.parametrize("name", ["sheet.html", "sheet.pdf"])
def test_a_sheet_with_plots(name: str, tmp_path: Path) -> None:
    table = tmp_path / "table.toml"
    table.write_text(
        'regulation = "MA-TCP"\n[wagers.three_card_progressive]\npaytable = "two-level"\n', encoding="utf-8"
    )
    ran = feltlaw("simulate", str(table), "--rounds", "40000", "-o", str(tmp_path / name))
    assert ran.status == 0, ran.err
    made = (tmp_path / name).read_bytes()
    if name.endswith("pdf"):
        assert made.startswith(b"%PDF")
        return
    page = made.decode()
    assert page.count("<svg") >= 4
    for said in ("Simulation", "What a session of 160 rounds comes to", "full awards by size", "Out of line"):
        assert said in page
    assert "http://" not in page.replace("http://www.w3.org/2000/svg", "") and "<script" not in page


# ── what is refused ──


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (("--rounds", "0"), 2, "whole number from 1"),
        (("--rounds", "-5"), 2, "whole number from 1"),
        (("--rounds", "1e30"), 2, "whole number from 1"),
        (("--rounds", "1.5"), 2, "whole number from 1"),
        (("--rounds", "many"), 2, "is not a number"),
        (("--rounds", "1/0"), 2, "is not a number"),
        (("--rounds", "10/2"), 2, "is not a number"),
        (("--rounds", "1e999999999"), 2, "is not a number"),
        (("--wager", f"{'9' * 5000}:ante=10"), 2, "a seat, 1 to 7"),
        (("--checkpoint", "/dev/full"), 2, "not a plain file"),
        (("--players", "0"), 1, "1 to 7"),
        (("--players", "8"), 1, "1 to 7"),
        (("--wager", "ante"), 2, "NAME=DOLLARS"),
        (("--wager", "ante=ten"), 2, "not an amount"),
        (("--wager", "9:ante=10"), 2, "a seat, 1 to 7"),
        (("--wager", "roulette=10"), 1, "not a wager"),
        (("--wager", "ante=0.01"), 1, "below the minimum"),
        (("--strategy", "by-the-stars"), 2, "mimic the dealer"),
        (("--seed", "-1"), 2, "seed"),
        (("--per-hour", "0"), 2, "session"),
        (("--hours", "-1"), 2, "session"),
        (("--bankroll", "0"), 2, "bankroll"),
        (("--bankroll", "lots"), 2, "not an amount"),
        (("--meter", "none=5"), 2, "meters: none"),
        (("--threads", "0"), 2, "threads"),
        (("-o", "sheet.txt"), 2, ".html or .pdf"),
        (("-o", "nowhere/sheet.html"), 2, "no folder"),
        (("--checkpoint", "."), 2, "is a directory"),
        (("--checkpoint", "nowhere/run.json"), 2, "no folder"),
    ],
)
def test_one_clear_message(arguments: tuple[str, ...], status: int, said: str) -> None:
    ran = feltlaw("simulate", "PA-649a", *(QUICK if "--rounds" not in arguments else ()), *arguments)
    assert (ran.status, ran.out) == (status, "")
    assert said in " ".join(ran.err.split())
    assert "Traceback" not in ran.err


def test_a_submission_with_a_fault(tmp_path: Path) -> None:
    table = tmp_path / "table.toml"
    table.write_text('regulation = "PA-649a"\n[wagers.pair_plus]\npaytable = "Z"\n', encoding="utf-8")
    ran = feltlaw("simulate", str(table))
    assert ran.status == 1
    assert "fault" in ran.err


def test_a_checkpoint_of_another_submission(tmp_path: Path) -> None:
    kept = tmp_path / "run.json"
    assert feltlaw("simulate", "PA-649a", *QUICK, "--checkpoint", str(kept)).status == 0
    before = kept.read_bytes()
    ran = feltlaw("simulate", "PA-679a", *QUICK, "--checkpoint", str(kept))
    assert ran.status == 1
    assert "another submission" in ran.err and "left as it is" in ran.err
    assert kept.read_bytes() == before
    again = feltlaw("simulate", "PA-649a", *QUICK, "--checkpoint", str(kept))
    assert again.status == 0


def test_without_numba_it_says_what_is_missing() -> None:
    code = (
        "import sys; sys.modules['numba'] = None; sys.argv = ['feltlaw', 'simulate', 'PA-649a'];"
        "from feltlaw.cli import main; main()"
    )
    done = subprocess.run(
        [PROGRAM.with_name("python"), "-c", code], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 1
    assert "feltlaw[fast]" in done.stderr and "Traceback" not in done.stderr


def interrupted(command: list[str], kept: Path, pause: float) -> tuple[str, str]:
    """What the program prints that is interrupted so many seconds after its checkpoint is there."""
    running = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "COLUMNS": "80"},
    )
    try:
        until = time.monotonic() + 120
        while not kept.exists() and time.monotonic() < until:
            time.sleep(0.2)
        time.sleep(pause)
        running.send_signal(signal.SIGINT)
        time.sleep(0.1)
        running.send_signal(signal.SIGINT)  # an impatient second one loses nothing
        out, err = running.communicate(timeout=120)
    finally:
        running.kill()
    assert running.returncode == 130, f"{out[-1500:]}\n{err[-3000:]}"
    return out, err


def test_ctrl_c_prints_what_there_is_and_goes_on_later(tmp_path: Path) -> None:
    """The real program, interrupted: figures so far, a checkpoint, and no traceback."""
    kept = tmp_path / "run.json"
    command = [str(PROGRAM), "simulate", "PA-649a", "--rounds", "1e12", "--checkpoint", str(kept)]
    for pause in (0.3, 3, 20, 60):  # a busy machine has not come far at first, and compiles the loop
        kept.unlink(missing_ok=True)
        out, err = interrupted(command, kept, pause)
        if json.loads(kept.read_text(encoding="utf-8"))["totals"]["blocks"]:
            break
    assert "interrupted after" in err and "Run the same command again" in err
    assert "Traceback" not in err + out
    assert "Pair Plus" in out
    kept_blocks = json.loads(kept.read_text(encoding="utf-8"))["totals"]["blocks"]
    assert kept_blocks > 0
