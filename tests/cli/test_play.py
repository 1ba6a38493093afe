"""`feltlaw play`: a table in the terminal, whatever is typed."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feltlaw.cards import RANKS, parse_cards
from feltlaw.cli import play as play_command
from feltlaw.cli import sitting as sitting_module
from feltlaw.cli.prompts import understood
from feltlaw.cli.sitting import Sitting as Seated
from feltlaw.desk import Desk
from feltlaw.event import Event
from feltlaw.mathematics.engines import engine_for
from feltlaw.money import parse_money, show_dollars
from feltlaw.ranking import PointCount
from feltlaw.record.files import FileStore
from feltlaw.record.restore import table_stream
from feltlaw.record.store import StoreError
from feltlaw.record.tables import reading
from feltlaw.regulation import load, regulation_ids
from feltlaw.settlement import Line
from feltlaw.submission import Submission, new_submission, read_toml
from feltlaw.table import apply, begin
from feltlaw.telling.posted import qualifying
from tests.support.cli import PROGRAM, Ran, feltlaw, program

LEFT = re.compile(r"You leave with \$([0-9,.]+) after (\d+) rounds? \((\S+)\)\.")
YOU = "you"


class Sitting:
    """One game of `feltlaw play`, and the record it left."""

    def __init__(self, path: Path, *arguments: str, typed: str, seed: int | None = 11) -> None:
        self.path = path
        seeded = () if seed is None else ("--seed", str(seed))
        opened: list[Seated] = []

        def open_and_keep(*given: Any, **named: Any) -> Seated:
            opened.append(sitting_module.open_sitting(*given, **named))
            return opened[-1]

        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(play_command, "open_sitting", open_and_keep)
            self.ran = feltlaw(
                "play", *arguments, *seeded, "--pace", "fast", "--log", str(path), stdin=typed.encode()
            )
        assert "Traceback" not in self.ran.err
        self.desk: Desk | None = opened[0].desk if opened else None

    @property
    def out(self) -> str:
        return self.ran.out

    @property
    def events(self) -> list[Event]:
        assert self.desk is not None
        with reading(self.path) as store:
            return [line.event for line in store.read(table_stream(self.desk.state.table))]

    @property
    def lines(self) -> list[Line]:
        """What was settled, in the dealer's order; a void round gives everything back."""
        found: list[Line] = []
        for event in self.events:
            if event.kind == "void_round":
                found = [line for line in found if line.early]
            found += getattr(event.data, "lines", ())
        return found

    def check(self) -> Sitting:
        """It ended well, its record holds, and not a cent of yours is missing."""
        assert (self.ran.status, self.ran.err) == (0, ""), self.ran
        assert self.desk is not None
        told = LEFT.search(self.out)
        assert told, self.out
        first, *rest = self.events
        state = begin(first)
        for event in rest:
            state = apply(state, event)
        assert state == self.desk.state, "the record leads to the table as it was"
        bought = sum(e.data.amount_cents for e in rest if e.kind == "buy_in" and e.data.player == YOU)
        taken = sum(e.data.kept_cents for e in rest if e.kind == "leave" and e.data.player == YOU)
        taken += sum(e.data.kept.get(YOU, 0) for e in rest if e.kind == "end_round")
        assert parse_money(told[1].replace(",", "")) == taken
        assert parse_money(told[3].removeprefix("+").replace("$", "").replace(",", "")) == taken - bought
        assert YOU not in state.seats.values() and not state.chips(YOU) and not state.held(YOU)
        assert not any(account.kind == "felt" for account in state.books), "nothing is left on the felt"
        asked = ("Seat ", "> ", "Leave? ")
        told_lines = [line for line in self.out.splitlines() if not line.startswith(asked)]
        assert all(len(line) <= 80 for line in told_lines), "it fits an 80-column terminal"
        assert self.path.stat().st_size > 0, "the record was written"
        return self


def table(folder: Path, regulation: str, **changes: Any) -> str:
    """A submission as a casino would post it, with changes, in a file."""
    changes["limits"] = {"minimum": 10, "maximum": 500, **changes.get("limits", {})}
    lines = [f'regulation = "{regulation}"']
    for section, values in changes.items():
        for key, value in values.items():
            inner = value if isinstance(value, dict) else {key: value}
            if isinstance(value, dict) or key == next(iter(values)):
                lines.append(f"[{section}.{key}]" if isinstance(value, dict) else f"[{section}]")
            lines += [
                f"{one} = {str(v).lower() if isinstance(v, bool) else repr(v)}" for one, v in inner.items()
            ]
    path = folder / "table.toml"
    path.write_text("\n".join(lines).replace("'", '"'), encoding="utf-8")
    return str(path)


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
@settings(max_examples=40)
def test_whatever_is_typed(
    tmp_path_factory: pytest.TempPathFactory, typed: list[str], seed: int, **options: str
) -> None:
    path = tmp_path_factory.mktemp("play") / "x.log"
    more = [part for key, value in options.items() if key != "name" for part in (f"--{key}", value)]
    Sitting(path, options["name"], *more, "--rounds", "3", typed="\n".join(typed), seed=seed).check()


LOADED: dict[str, dict[str, dict[str, object]]] = {
    "PA-649a": {
        "three_card_progressive": {},
        "six_card_bonus": {},
        "five_card_hand_bonus": {
            **dict.fromkeys(("magic_card", "lucky_bonus"), True),
            **dict.fromkeys(("magic_card_chance", "lucky_bonus_chance"), "1/2"),
        },
    },
    "MA-TCP": {"six_card_bonus": {}, "cover_all": {}, "multi_game_link": {}},
    "PA-679a": {"prime": {}, "pair_bonus": {"community_card": True}, "all_six_bonus": {}},
    "PA-669a": {"three_card_progressive": {}, "six_card_bonus": {}},
    "PA-680a": {"pot": {}, "bonus": {}},
}


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
@pytest.mark.parametrize("early", [b"\n\n\n", b"ante 20\n", b"2", b"q\n"])
def test_keys_pressed_too_early_answer_nothing(tmp_path: Path, early: bytes) -> None:
    """While the table is opened nobody has been asked anything yet, not even half an answer."""
    ours, theirs = os.openpty()
    os.write(ours, early)
    with subprocess.Popen(
        [PROGRAM, "play", "PA-649a", "--pace", "fast", "--log", str(tmp_path / "x.log")],
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


# ── what a friend sees ──


def test_the_terminal_reads_no_state() -> None:
    """What it knows is in a view; a state would tell it what no player may know."""
    folder = Path(play_command.__file__).parent
    for name in ("play", "sitting", "wagering", "prompts", "posted", "screen"):
        text = (folder / f"{name}.py").read_text(encoding="utf-8")
        assert not re.search(r"\.state\b|\bState\b|feltlaw\.table\b|\bopen_rules\b|RoundState", text), name
    telling = folder.parent / "telling"
    for path in telling.glob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"\.state\b|\bState\b|table\.(state|machine|agenda)", text), path.name


def test_wagers_that_would_force_a_fold_are_warned_of(tmp_path: Path) -> None:
    """$500 on Ante and Pair Plus leaves nothing to play with: it is said, and may be done all the same."""
    typed = "ante 250 pair 250\nante 100\np\nq\n"
    game = Sitting(tmp_path / "x.log", "PA-649a", typed=typed).check()
    flat = " ".join(game.out.split())
    assert "These wagers leave you $0, and to stay in the round you need $250 more" in flat
    assert "Seat 3 (you): Ante $100\n" in game.out
    again = Sitting(
        tmp_path / "y.log", "PA-649a", typed="ante 250 pair 250\nante 250 pair 250\nf\nq\n"
    ).check()
    assert " ".join(again.out.split()).count("you could only fold") == 1
    assert "Seat 3 (you): Ante $250, Pair Plus $250" in again.out


def test_a_round_is_explained_to_who_has_never_played(tmp_path: Path) -> None:
    for regulation in regulation_ids():
        game = Sitting(tmp_path / f"{regulation}.log", regulation, typed="q\n").check()
        hello = " ".join(game.out.partition("What wins:")[0].split())
        assert "You stake the" in hello and "Then you" in hello and "At the end" in hello


def test_hints(tmp_path: Path) -> None:
    game = Sitting(tmp_path / "x.log", "PA-649a", "--rounds", "1", typed="h\n\nh\np\n").check()
    assert "There is a hint when you have a decision to make." in game.out
    assert re.search(r"^  (Play|Fold): the best here\.$", game.out, re.MULTILINE)
    assert re.search(r"^  (Play|Fold): costs \$[0-9.]+ more on average\.$", game.out, re.MULTILINE)


def test_no_record_is_kept_where_none_is_wanted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FELTLAW_DATA", str(tmp_path / "own"))
    ran = feltlaw("play", "PA-649a", "--seed", "7", "--pace", "fast", "--no-log", stdin=b"\np\nq\n")
    assert (ran.status, ran.err) == (0, "")
    assert "No record is kept." in ran.out
    assert "audit" not in ran.out.partition("You leave with")[2]
    assert not list(tmp_path.iterdir())
    assert feltlaw("play", "PA-649a", "--no-log", "--log", "x", stdin=b"q\n").status == 2


def test_a_mistake_is_said_with_its_cost(tmp_path: Path) -> None:
    """Seed 7 deals seat 3 a pair of 5s: to fold it is asked twice, and says what it cost."""
    values = engine_for(Submission.from_toml(new_submission("PA-649a"))).hand(parse_cards("5s 5d As")).actions
    cost = show_dollars(round((values["play"] - values["fold"]) * 1000))
    typed = "ante 10\nf\nf\nq\n"
    game = Sitting(tmp_path / "x.log", "PA-649a", "--rounds", "1", typed=typed, seed=7).check()
    flat = " ".join(game.out.split())
    assert f"To fold gives up {cost} on average against play. Say fold again" in flat
    assert f"Play was better, by {cost} on average." in flat
    assert f"Your 1 decision gave up {cost} on average against the best play." in flat
    right = Sitting(tmp_path / "y.log", "PA-649a", "--rounds", "1", typed="ante 10\np\n", seed=7).check()
    assert "was better" not in right.out
    assert "Your 1 decision gave up nothing against the best play." in right.out


def test_the_board_is_named_with_the_hand(tmp_path: Path) -> None:
    """Two pair with the board is two pair before anybody folds it."""
    named = 0
    for seed in range(8):
        path = tmp_path / f"{seed}.log"
        game = Sitting(path, "PA-669a", "--rounds", "1", typed="\nc\nc\n1\n", seed=seed).check()
        named += len(
            re.findall(r"Seat 3 \(you\): \S+ with \S+  (?:pair|two pair|three|straight|flush)", game.out)
        )
    assert named >= 3


def test_a_bad_beat_is_explained(tmp_path: Path) -> None:
    game = Sitting(tmp_path / "x.log", "PA-679a", typed="q\n").check()
    assert "push with a bad beat (a straight or better that loses)" in " ".join(game.out.split())


def test_surrender_is_told_from_fold(tmp_path: Path) -> None:
    game = Sitting(tmp_path / "x.log", "MA-TCP", "--rounds", "1", typed="ante 10 pair 10\ns\ns\n").check()
    assert "fold: loses Ante $10; Pair Plus stays in" in game.out
    assert "surrender: loses Ante $10 and Pair Plus $10; nobody sees the cards" in game.out
    assert "Seat 3 (you) surrenders." in game.out


def test_the_example_of_a_setting_is_legal(tmp_path: Path) -> None:
    for seed in range(6):
        path = tmp_path / f"{seed}.log"
        game = Sitting(path, "PA-680a", "--rounds", "1", typed="\n\n", seed=seed).check()
        example = re.search(r"three cards \(.*?, or ([1-5] [1-5] [1-5])\)", " ".join(game.out.split()))
        assert example
        again = Sitting(
            tmp_path / f"{seed}b.log", "PA-680a", "--rounds", "1", typed=f"\n{example[1]}\n", seed=seed
        ).check()
        assert "do not qualify" not in again.out


@pytest.mark.parametrize(
    ("answer", "meant"),
    [
        ("", []),
        ("p", ["play 1x", "play 2x"]),
        ("play", ["play 1x", "play 2x"]),
        ("2", ["play 2x"]),
        ("2x", ["play 2x"]),
        ("Play  2", ["play 2x"]),
        ("C", ["check"]),
        ("che", ["check"]),
        ("cheque", []),
        ("12", []),
    ],
)
def test_decisions_are_understood(answer: str, meant: list[str]) -> None:
    assert understood(answer, ["check", "play 1x", "play 2x"]) == meant


@pytest.mark.parametrize("regulation", regulation_ids())
def test_what_wins_is_said_on_sitting_down_and_on_request(tmp_path: Path, regulation: str) -> None:
    game = Sitting(tmp_path / "x.log", regulation, typed="?\nq\n").check()
    hello, _, asked = game.out.partition("Round 1")
    for wager, offered in Submission.from_data(read_toml(new_submission(regulation))).wagers.items():
        assert re.search(rf"^  {re.escape(load(regulation).wagers[wager].title)}[, (]", hello, re.MULTILINE)
        for row in (offered.paytable(3).rows if offered.paytable(3) else {}).values():  # type: ignore[union-attr]
            assert str(row.pays) in asked


def test_paytables_are_the_submissions_own(tmp_path: Path) -> None:
    wagers = {"pair_plus": {"paytable": "B"}, "ante": {"bonus_paytable": "C"}}
    game = Sitting(tmp_path / "x.log", table(tmp_path, "PA-649a", wagers=wagers), typed="? pair\nq\n").check()
    assert "Pair Plus, $10 to $500: pair 1 to 1, up to straight flush 40 to 1." in game.out
    assert "Ante Bonus, on the Ante: straight 1 to 1, up to straight flush 4 to 1." in game.out
    assert re.search(r"three of a kind +30 to 1", game.out)
    assert "Six Card Bonus" not in game.out, "this table does not offer it"


def test_raise_it_up(tmp_path: Path) -> None:
    """The board is shown whole, each card once, and a loser learns why."""
    game = Sitting(tmp_path / "x.log", "PA-669a", "--rounds", "1", typed="\nc\nc\n1\n").check()
    assert "Ante, $10 to $500: pair of tens or better 1 to 1." in game.out
    boards = re.findall(r"^  Community: (.*)", game.out, re.MULTILINE)
    assert [board.count("▒▒") for board in boards] == [3, 2, 1, 0]
    assert f"with {boards[-1]}" in game.out
    assert re.search(r"Ante -\$10: .+; it needs a pair of tens or better", game.out)


@pytest.mark.parametrize("order", ["by_player", "by_step"])
def test_other_peoples_losses_are_not_yours(tmp_path: Path, order: str) -> None:
    chosen = table(tmp_path, "MA-TCP", wagers={"cover_all": {}}, settlement={"order": order})
    arguments = (chosen, "--others", "6", "--rounds", "1")
    game = Sitting(tmp_path / "x.log", *arguments, typed="ante 10 cover_all 10\np\n").check()
    said: dict[int, list[str]] = {}
    for text in game.out.partition("Dealer: ")[2].splitlines():
        seat = re.match(r"  Seat (\d)", text)
        if seat:
            heading = int(seat[1])
            said.setdefault(heading, []).append(text)
        elif text.startswith("      ") and said:
            said[heading].append(text)
    for line in (one for one in game.lines if one.seat == 3):
        title = (load("MA-TCP").awards if line.is_award else load("MA-TCP").wagers)[line.id].title
        assert any(title in one for one in said[3])
    assert sum("Ante" in one and "Bonus" not in one for one in said[3]) == 1


def test_saigon_shows_every_setting(tmp_path: Path) -> None:
    game = Sitting(tmp_path / "x.log", "PA-680a", "--rounds", "1", typed="\n1 2\n\n").check()
    assert "The house way: " in game.out
    assert "Name three of your cards" in game.out
    shown = re.findall(r"(Dealer|Seat \d)[^:]*: (?:\[..\]){3} and (?:\[..\]){2}  Point Count (\d+)", game.out)
    assert {who for who, _ in shown} == {"Dealer", "Seat 1", "Seat 2", "Seat 3"}


def test_saigon_says_what_cards_are_worth(tmp_path: Path) -> None:
    game = Sitting(tmp_path / "x.log", "PA-680a", typed="?\nq\n").check()
    hello, _, asked = game.out.partition("Round 1")
    for told in (hello, asked):
        assert "Cards count: 2 to 10 their number, jack to king 10, ace 1, joker 3, 6 or 9." in told
    assert "Cards count" not in Sitting(tmp_path / "y.log", "PA-649a", typed="?\nq\n").check().out


def test_card_values_are_the_regulations_own(monkeypatch: pytest.MonkeyPatch) -> None:
    regulation = load("PA-680a")
    values = dict(zip(RANKS, (2, 3, 4, 5, 6, 7, 8, 9, 5, 5, 0, 10, 11), strict=True))
    other = PointCount("other", "", values=values, joker=[7], qualifying=[8], highest=9)
    monkeypatch.setattr("feltlaw.telling.posted.points_ranking", lambda about: other)
    first, second = islice(qualifying(regulation), 2)
    assert first == "Cards count: 2 to 9 their number, 10 to jack 5, queen 0, king 10, ace 11, joker 7."
    assert second.startswith("A hand qualifies when three of its cards total 8;")


@pytest.mark.parametrize(
    ("regulation", "others", "example"),
    [
        ("PA-649a", "2", "ante 25 pair plus 25"),
        ("PA-669a", "2", "ante 25 blind 25 pair plus 25"),
        ("PA-680a", "2", "ante 25 pot 25 bonus "),
        ("PA-680a", "0", "ante 25 bonus "),
    ],
)
def test_help_bets_on_what_the_table_has(tmp_path: Path, regulation: str, others: str, example: str) -> None:
    """The example of the help can be typed as it stands."""
    wagers = LOADED[regulation] if regulation == "PA-680a" else {}
    chosen = table(tmp_path, regulation, limits={"minimum": 25}, wagers=wagers)
    game = Sitting(tmp_path / "x.log", chosen, "--others", others, typed="?\nante\nq\n").check()
    helped = " ".join(game.out.split())
    found = re.search(r'and amounts, "(.*?)", or', helped)
    assert found and found[1].startswith(example)
    assert "? ante shows one wager" in helped
    assert "Write a name and an amount, like: ante 25" in helped
    again = Sitting(tmp_path / "y.log", chosen, "--others", others, "--rounds", "1", typed=f"{found[1]}\n")
    assert "after 1 round" in again.check().out
    assert "goes back" not in again.out


def test_saigon_by_places_and_against_the_rules(tmp_path: Path) -> None:
    """Three cards that qualify must be set where there are any."""
    for seed in range(1, 40):
        game = Sitting(tmp_path / f"{seed}.log", "PA-680a", "--rounds", "1", typed="\n1 2 3\n\n", seed=seed)
        if "do not qualify, but others do" in game.out:
            assert "I-131" in game.check().out
            return
    raise AssertionError("every hand could be set as it came")


def test_answers_that_say_too_little(tmp_path: Path) -> None:
    game = Sitting(tmp_path / "x.log", "PA-669a", "--rounds", "1", typed="\n\nplay\nxyz\nplay 3\n").check()
    assert game.out.count("Your hand waits for one of: check, play 1x, play 2x, play 3x.") == 2
    assert "That could be: play 1x, play 2x, play 3x." in game.out
    assert "Seat 3 (you) plays 3x, $30." in game.out
    once = Sitting(tmp_path / "y.log", "PA-669a", "--rounds", "1", typed="\nc\nc\nplay\n").check()
    assert "Seat 3 (you) plays 1x, $10." in once.out


def test_too_few_chips_and_buying_in(tmp_path: Path) -> None:
    typed = "\nante 10 blind 10\nbuy\nbuy lots\nbuy 85\n\nbuy 5\nc\nc\nf\nbuy 20\nq\n"
    game = Sitting(tmp_path / "x.log", "PA-669a", "--chips", "15", typed=typed).check()
    assert "The least to play with is Ante $10 and Blind $10" in game.out
    assert "$20 is more than the $15 in front of you. Buy in, or bet less." in game.out
    assert game.out.count("Write buy and how many dollars, like: buy 100") == 2
    assert "You buy in for $85." in game.out and "Seat 3, chips $100." in game.out
    assert "You can buy chips between two rounds" in game.out
    assert "You buy in for $20." in game.out


def test_bets_are_understood(tmp_path: Path) -> None:
    wrong = "ante 10 ante 20 blind 20\nplay 5\nfoo 5\nb 5\n10 20\nante\nA $1,000\n"
    typed = f"{wrong}Ante 20 Pair Plus 15\n\nc\nc\n1\nq\n"
    game = Sitting(tmp_path / "x.log", "PA-669a", typed=typed).check()
    assert "Ante is there twice; name it once." in game.out
    assert "The Play wager is made by a decision after the deal" in game.out
    assert "'foo' is not a wager here. You may bet on ante, blind, pair_plus," in game.out
    assert "Write a name before each amount" in game.out
    assert "How much on 'ante'?" in game.out
    assert "An Ante wager of $1,000 is above the maximum." in game.out
    assert "Bets [ante 20 blind 20 pair_plus 15]:" in game.out, "what is missing is put into the brackets"
    assert "Seat 3 (you): Ante $20, Blind $20, Pair Plus $15" in game.out


def test_a_name_that_begins_with_a_number(tmp_path: Path) -> None:
    typed = "ante 10 6 card 15\np\nante 10, 6 Card Bonus 20, cover 10\np\nq\n"
    game = Sitting(tmp_path / "x.log", "MA-TCP", typed=typed).check()
    assert "Seat 3 (you): Ante $10, 6 Card Bonus $15" in game.out
    assert "Seat 3 (you): Ante $10, 6 Card Bonus $20, Cover All $10" in game.out


def test_an_amount_alone(tmp_path: Path) -> None:
    game = Sitting(tmp_path / "x.log", "PA-669a", typed="25\nc\nc\nf\n\nc\nc\nf\nq\n").check()
    assert game.out.count("Seat 3 (you): Ante $25, Blind $25") == 2, "Enter repeats it"


@pytest.mark.clause("I-155")
def test_the_deck_is_sealed_before_and_opened_after(tmp_path: Path) -> None:
    game = Sitting(tmp_path / "x.log", "PA-649a", "--rounds", "2", typed="\np\n\np\n").check()
    sealed = re.findall(r"The order of the deck is sealed: ([0-9a-f]{12})", game.out)
    opened = re.findall(r"Seal ([0-9a-f]{12}) opened for the \d+ cards you saw or held: they fit", game.out)
    assert len(sealed) == 2 and sealed == opened
    roots = [event.data.sealed.root[:12] for event in game.events if event.kind == "shuffle"]
    assert roots[:2] == sealed


def test_a_fourth_card_nobody_turned_up_is_not_told(tmp_path: Path) -> None:
    for seed in range(60):
        game = Sitting(
            tmp_path / f"{seed}.log",
            *("PA-679a", "--rounds", "1", "--others", "0"),
            typed="ante 10 pair bonus 10\np\n",
            seed=seed,
        )
        line = next(one for one in game.lines if one.id == "pair_bonus")
        if line.result == "lose" and "with a 2" in line.hand:
            assert "with a 2" not in game.check().out
            return
    raise AssertionError("no such deal")


def test_explanations(tmp_path: Path) -> None:
    game = Sitting(tmp_path / "x.log", "PA-649a", typed="e\n\np\ne\ne all\nq\n").check()
    assert "There is nothing to explain yet." in game.out
    flat = " ".join(game.out.split())
    assert flat.count("Seat 3, Ante $10:") == 2 and flat.count("Seat 1, Ante $10:") == 1
    assert "PA-649a.11(c)" in flat


def test_the_menu(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FELTLAW_DATA", str(tmp_path / "own"))
    ran = feltlaw("play", "--pace", "fast", stdin=b"\n9\npa-669A\nq\n")
    assert ran.status == 0
    assert all(load(one).title in ran.out for one in regulation_ids())
    assert ran.out.count("A number from 1 to 5, or q.") == 2
    assert "You leave with $500" in ran.out
    assert feltlaw("play", stdin=b"q\n") == Ran(0, feltlaw("play", stdin=b"q\n").out, "")
    assert feltlaw("play", stdin=b"").status == 0


@pytest.mark.parametrize(
    "env", [{"NO_COLOR": "1"}, {"TERM": "dumb"}, {"PYTHONIOENCODING": "ascii", "LC_ALL": "C"}]
)
def test_plain_terminals(tmp_path: Path, env: dict[str, str]) -> None:
    done = program(
        *(
            "play",
            "PA-669a",
            "--seed",
            "7",
            "--pace",
            "fast",
            "--rounds",
            "1",
            "--log",
            str(tmp_path / "x.log"),
        ),
        stdin=b"\nc\nc\n1\n",
        env=env,
    )
    assert (done.status, done.err) == (0, "")
    assert "\x1b" not in done.out
    assert "This round: you are" in done.out
