"""`feltlaw play`: whatever is typed, no answer breaks the table, and nobody leaves without what is his."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feltlaw.record.files import FileStore
from feltlaw.record.store import StoreError
from feltlaw.regulation import load, regulation_ids
from feltlaw.submission import Submission, read_toml
from tests.cli.sittings import LOADED, Sitting, table
from tests.support.cli import PROGRAM, Ran, feltlaw, program
from tests.support.effort import examples, some

# ── no answer breaks the table ──


def test_a_pot_left_out_is_asked_for(tmp_path: Path) -> None:
    game = Sitting(tmp_path / "x.log", "PA-680a", "--rounds", "1", typed="ante 10\n\n\n").check()
    assert "Seat 3 has no Pot wager. Every player stakes $10 in the Pot." in game.out
    assert "Bets [ante 10 pot 10]:" in game.out.partition("no Pot wager")[2]
    assert "after 1 round" in game.out


def test_a_pot_alone_at_the_table_goes_back(tmp_path: Path) -> None:
    """Who stakes it all the same gets it back; nobody is asked for it, and it is not offered again."""
    typed = "?\nante 10 pot 10\n\n\n\n25\n\nfoo\nq\n"
    game = Sitting(tmp_path / "x.log", "PA-680a", "--others", "0", typed=typed).check()
    assert game.out.count("the Pot wager goes back; it needs two different players.") == 1
    assert "from every player where two play" in game.out
    assert re.findall(r"Bets \[(.*?)\]", game.out) == [*(4 * ["ante 10"]), "ante 25", "ante 25"]
    assert game.out.count("Seat 3 (you): Ante $10\n") == 2 and "Seat 3 (you): Ante $25\n" in game.out


def test_too_few_chips_for_one_alone(tmp_path: Path) -> None:
    for others, least in (("0", "Ante $10, and more"), ("1", "Ante $10 and Pot $10, and more")):
        path, more = tmp_path / f"{others}.log", ("--others", others, "--chips", "5")
        assert (
            f"The least to play with is {least}" in Sitting(path, "PA-680a", *more, typed="q\n").check().out
        )


@pytest.mark.parametrize("regulation", ["PA-649a", "MA-TCP"])
def test_compulsory_pair_plus(tmp_path: Path, regulation: str) -> None:
    chosen = table(tmp_path, regulation, version={"pair_plus": "compulsory"})
    game = Sitting(tmp_path / "x.log", chosen, "--rounds", "1", typed="ante 10\n\np\n").check()
    assert "This version of the game needs a Pair Plus wager too." in game.out
    made = re.findall(r"^  Seat \d[^:]*: Ante \$10, Pair Plus \$10$", game.out, re.MULTILINE)
    assert len(made) == 3, "the others made it as well"


def test_a_deck_that_grows_old_at_the_prompt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1_800_000_000_000]
    monkeypatch.setattr("feltlaw.cli.sitting.system_clock", lambda: now[0])

    def typing() -> Iterator[str]:
        yield ""
        yield "p"
        now[0] += 9 * 3_600_000
        yield ""
        yield "p"

    answers = typing()
    monkeypatch.setattr("builtins.input", lambda prompt: next(answers))
    game = Sitting(tmp_path / "x.log", "PA-649a", "--rounds", "2", typed="", seed=None)
    assert (game.ran.status, game.ran.err) == (0, "")
    assert "The deck has served its time and leaves the table." in game.out
    assert "after 2 rounds" in game.out


def test_sitting_out_for_a_very_long_time(tmp_path: Path) -> None:
    game = Sitting(tmp_path / "x.log", "PA-669a", "--others", "0", typed="-\n" * 3000).check()
    assert "Nobody bets. Place a wager to play, or q to leave." in game.out
    assert "You leave with $500 after 0 rounds ($0)." in game.out


@pytest.mark.parametrize("place", [".", "/", ""])
def test_a_record_needs_a_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FELTLAW_DATA", str(tmp_path / "own"))
    ran = feltlaw("play", "PA-649a", "--pace", "fast", "--log", place, stdin=b"q\n")
    if place:
        assert (ran.status, ran.out) == (2, "")
        assert "this is a directory; name a file in it" in ran.err
        assert not list(tmp_path.iterdir())
    else:
        assert ran.status == 0, "without a name it has one of its own"


def test_two_sittings_in_one_second(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They go among the player's own records, and leave nothing where he stands."""
    here, own = tmp_path / "here", tmp_path / "own"
    here.mkdir()
    monkeypatch.chdir(here)
    monkeypatch.setenv("FELTLAW_DATA", str(own))
    monkeypatch.setattr(time, "strftime", lambda form: form.replace("%Y%m%d-%H%M%S", "now"))
    names = [own / "records" / f"feltlaw-PA-649a-now{more}.log" for more in ("", "-2", "-3")]
    for name in names:
        ran = feltlaw("play", "PA-649a", "--pace", "fast", stdin=b"q\n")
        assert (ran.status, ran.err) == (0, "")
        told = " ".join(ran.out.split())
        assert f"The record goes to {name}." in told
        assert told.endswith(f"audit verify {name}")
        assert name.stat().st_size
    assert not list(here.iterdir())
    given = feltlaw("play", "PA-649a", "--pace", "fast", "--log", str(names[0]), stdin=b"q\n")
    assert given.status == 2
    assert "there is a file of this name already" in given.err, "a name that was asked for is kept to"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--others", "-3"), "--others takes a number from 0 to 6: this table has 7 seats"),
        (("--others", "99"), "--others takes a number from 0 to 6"),
        (("--rounds", "-1"), "--rounds takes a number from 1"),
        (("--rounds", "0"), "--rounds takes a number from 1"),
        (("--seed", "1" + "0" * 40), "--seed takes a whole number"),
        (("--seats", "9"), "seats run from 1 to 7"),
        (("--seats", "x"), "are not seats"),
        (("--seats", "3,5"), "feltlaw: one player bets on 2 boxes. This table allows a player one box. ("),
        (("--chips", "0"), "bring between"),
        (("--chips", "much"), "--chips: 'much' is not an amount of money"),
        (("--pace", "warp"), "there is no 'warp'. Choose slow"),
    ],
)
def test_arguments_are_checked(tmp_path: Path, arguments: tuple[str, ...], says: str) -> None:
    ran = feltlaw("play", "PA-649a", *arguments, "--log", str(tmp_path / "x.log"), stdin=b"q\n")
    assert ran.status in (1, 2)
    assert says in ran.err
    assert ran.out == ""
    assert not list(tmp_path.iterdir()), "no record is begun"


def test_a_small_table_has_few_others(tmp_path: Path) -> None:
    chosen = table(tmp_path, "PA-649a", limits={"seats": 1})
    game = Sitting(tmp_path / "x.log", chosen, typed="\np\nq\n").check()
    assert "You sit at seat 1 with $500; no others play." in game.out


_TYPED = st.sampled_from(
    [
        *("", "", "", "p", "play", "fold", "c", "check", "1", "2", "3", "3x", "play 2", "s", "-", "0"),
        *("ante 10", "10", "25", "ante 10 blind 10", "a 20 b 20 pair 5", "ante 10 ante 20", "ante 10 pot 10"),
        *(
            "play 10",
            "ante",
            "ante x",
            "ante 9999999999",
            "ante -5",
            "ante 0.001",
            "pair_plus 10",
            "$10",
            "buy",
        ),
        *(
            "buy 100",
            "buy $1,000",
            "buy -5",
            "buy x",
            "?",
            "? ante",
            "? nothing",
            "e",
            "e all",
            "1 2 3",
            "As Kd Qh",
        ),
        *("q", "l", "stay", "\x1b[31m", "\ud800".encode("utf-8", "surrogatepass").decode("utf-8", "replace")),
        *("é" * 300, "\x00", "١", "help", "1 1 1"),
    ]
)


@given(
    name=st.sampled_from(regulation_ids()),
    typed=st.lists(_TYPED, max_size=25),
    seed=st.integers(0, 10**6),
    others=st.sampled_from("0123"),
    chips=st.sampled_from(["15", "40", "500"]),
)
@settings(max_examples=examples(40))
def test_whatever_is_typed(
    tmp_path_factory: pytest.TempPathFactory, typed: list[str], seed: int, **options: str
) -> None:
    path = tmp_path_factory.mktemp("play") / "x.log"
    more = [part for key, value in options.items() if key != "name" for part in (f"--{key}", value)]
    Sitting(path, options["name"], *more, "--rounds", "3", typed="\n".join(typed), seed=seed).check()


@pytest.mark.parametrize("regulation", LOADED)
def test_every_wager_at_once(tmp_path: Path, regulation: str) -> None:
    """Boxes with everything on them, and nothing of it is told in the words of the data files."""
    boxes = min(2, load(regulation).boxes.most)
    seats = {"seats": 5, "adjacent_boxes": boxes}
    chosen = table(tmp_path, regulation, wagers=LOADED[regulation], limits=seats)
    offered = Submission.from_data(read_toml(Path(chosen).read_text(encoding="utf-8"))).wagers
    may_bet = {name: one for name, one in offered.items() if one.wager.stake.kind != "decision"}
    bets = " ".join(f"{name} {one.minimum // 100}" for name, one in may_bet.items())
    stays = {"PA-669a": "1", "PA-680a": ""}.get(regulation, "p")
    typed = "?\n" + 3 * (boxes * f"{bets}\n" + boxes * f"{stays}\n")
    more = ("--seats", "3,4"[: 2 * boxes - 1], "--chips", "9000")
    for seed in range(6):
        path = tmp_path / f"{seed}.log"
        game = Sitting(path, chosen, *more, "--rounds", "3", typed=typed, seed=seed).check()
        assert "DOES NOT FIT" not in game.out
        assert "after 3 rounds" in game.out
        told = " ".join(game.out.replace(str(tmp_path), "").split()).replace(bets, "")
        told = re.sub(r"\([a-z_]+\)|\[.*?\]", "", told)
        assert "_" not in told, [word for word in told.split() if "_" in word]


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    done = program(
        *("play", "PA-649a", "--seed", "1", "--pace", "fast", "--log", str(tmp_path / "x.log")),
        stdin=b"\xff\xfe\n\n\x00\np\nq\n",
    )
    assert (done.status, done.err) == (0, "")


@pytest.mark.parametrize("given", ["<&-", "< /dev/null"])
def test_nothing_to_read_from(tmp_path: Path, given: str) -> None:
    for name in ("", "PA-649a --pace fast --log x.log"):
        done = subprocess.run(
            ["bash", "-c", f"{PROGRAM} play {name} {given}"],
            capture_output=True,
            text=True,
            check=False,
            cwd=tmp_path,
            timeout=60,
        )
        assert (done.returncode, "Traceback" in done.stderr) == (0, False), done.stderr
    assert (tmp_path / "x.log").stat().st_size


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_nowhere_to_write_to(tmp_path: Path) -> None:
    done = subprocess.run(
        ["bash", "-c", f"yes '' | {PROGRAM} play PA-649a --pace fast --log x.log > /dev/full"],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        timeout=60,
    )
    assert done.returncode == 2
    assert done.stderr == "feltlaw: the output cannot be written: No space left on device\n"
    assert (tmp_path / "x.log").stat().st_size


@pytest.mark.skipif(os.name != "posix", reason="there are no pseudo-terminals here")
@pytest.mark.effort
@pytest.mark.parametrize("early", some([b"ante 20\n", b"\n\n\n", b"q\n", b"2"], 2))
def test_keys_pressed_too_early_answer_nothing(tmp_path: Path, early: bytes) -> None:
    """While the table is opened nobody has been asked anything yet, not even half an answer."""
    ours, theirs = os.openpty()
    os.write(ours, early)
    with subprocess.Popen(
        [PROGRAM, "play", "PA-649a", "--pace", "fast", "--log", str(tmp_path / "x.log"), "--seed", "1"],
        stdin=theirs,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={**os.environ, "COLUMNS": "80"},
    ) as running:
        assert running.stdout
        told = b""
        for question, answer in ((b"Bets [", b"10\n"), (b"[p] play", b"f\n"), (b"Bets [", b"q\n")):
            before = len(told)
            while question not in told[before:]:
                more = os.read(running.stdout.fileno(), 4096)
                assert more, told.decode()
                told += more
            time.sleep(0.1)
            os.write(ours, answer)
        told += running.stdout.read()
    os.close(ours)
    os.close(theirs)
    assert b"Seat 3 (you): Ante $10\n" in told, told.decode()
    assert b"You leave with $490 after 1 round" in told


# ── leaving ──


def test_leaving_in_mid_round_is_asked_about(tmp_path: Path) -> None:
    game = Sitting(tmp_path / "x.log", "PA-669a", typed="\nq\n\nq\nhm\nl\n").check()
    assert game.out.count("The round is not over, and $30 of yours is on the felt.") == 2
    flat = " ".join(game.out.split())
    assert "what you have not decided is a fold" in flat and "(PA-669a.7(b), I-150, I-09)" in flat
    assert "You left the table in the middle of the round." in game.out
    assert "after 1 round (" in game.out


def test_the_program_may_play_the_hand_to_its_end(tmp_path: Path) -> None:
    game = Sitting(tmp_path / "x.log", "PA-669a", typed="\nq\np\n").check()
    assert "You left the table" not in game.out
    assert "after 1 round (" in game.out


@pytest.mark.parametrize("regulation", regulation_ids())
def test_input_that_ends_in_mid_round_is_no_fold(tmp_path: Path, regulation: str) -> None:
    game = Sitting(tmp_path / "x.log", regulation, typed="\n").check()
    assert "There is no more input: the program plays your hand to the end" in game.out
    assert "after 1 round" in game.out


def test_leaving_with_wagers_down_takes_them_back(tmp_path: Path) -> None:
    chosen = table(tmp_path, "PA-649a", limits={"adjacent_boxes": 2})
    game = Sitting(tmp_path / "x.log", chosen, "--seats", "3,4", typed="\nq\n").check()
    assert "You leave with $500 after 0 rounds ($0)." in game.out


def test_a_reader_that_goes_away_costs_nothing(tmp_path: Path) -> None:
    path = tmp_path / "x.log"
    command = f"yes '' | {PROGRAM} play PA-649a --seed 3 --pace fast --rounds 9 --log {path} | head -40"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "x.log").stat().st_size


def test_ctrl_c_at_a_question_asks(tmp_path: Path) -> None:
    """Once at the bets it leaves; in mid-round it asks, and twice is an answer."""
    for typed, says in ((b"", "after 0 rounds"), (b"\n", "The round is not over")):
        path = tmp_path / f"{len(typed)}.log"
        with subprocess.Popen(
            [PROGRAM, "play", "PA-649a", "--seed", "3", "--pace", "fast", "--log", str(path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env={**os.environ, "COLUMNS": "80", "PYTHONUNBUFFERED": "1"},
        ) as running:
            assert running.stdin and running.stdout
            running.stdin.write(typed)
            running.stdin.flush()
            told = b""
            for question, times in (
                (b"Bets [", 1),
                *(((b"[f] fold: ", 1), (b"Leave? ", 1)) if typed else ()),
            ):
                while told.count(question) < times:
                    told += os.read(running.stdout.fileno(), 4096)
                time.sleep(0.1)
                if not (typed and question == b"Bets ["):
                    running.send_signal(signal.SIGINT)
            told += running.stdout.read()
            assert running.wait(30) == 0, told.decode()
        assert says in told.decode() and "Traceback" not in told.decode()
        assert path.stat().st_size


def test_ctrl_c_before_there_is_a_program(monkeypatch: pytest.MonkeyPatch) -> None:
    class Loading(ModuleType):
        def __getattr__(self, name: str) -> object:
            raise KeyboardInterrupt

    monkeypatch.setitem(sys.modules, "feltlaw.cli.app", Loading("feltlaw.cli.app"))
    assert feltlaw("play") == Ran(130, "", "")


def test_ctrl_c_while_it_is_loaded(tmp_path: Path) -> None:
    """While `main` loads the rest; before it is called, Python's own message cannot be helped."""
    loaded = b"click"
    with subprocess.Popen(
        [PROGRAM, "play", "PA-649a", "--log", str(tmp_path / "x.log")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPROFILEIMPORTTIME": "1"},
    ) as running:
        assert running.stdout and running.stderr
        told = b""
        while loaded not in told:
            told += os.read(running.stderr.fileno(), 4096)
        running.send_signal(signal.SIGINT)
        told += running.communicate(timeout=60)[1]
        assert running.returncode == 130, told.decode()
    assert b"Traceback" not in told
    assert not list(tmp_path.iterdir())


def test_a_record_that_cannot_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk in mid-round: a message, and what was written holds."""
    left = [12]
    append = FileStore.append

    def full(self: Any, *given: Any) -> None:
        left[0] -= 1
        if left[0] < 0:
            raise StoreError("it cannot be written: No space left on device")
        append(self, *given)

    monkeypatch.setattr(FileStore, "append", full)
    path = tmp_path / "x.log"
    ran = feltlaw("play", "PA-649a", "--seed", "3", "--pace", "fast", "--log", str(path), stdin=b"\np\n\np\n")
    assert ran.status == 1
    assert "stops here: it cannot be written: No space left on device" in ran.err
    assert "wrong:" not in feltlaw("audit", "verify", str(path)).out
