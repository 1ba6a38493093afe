"""`feltlaw play` as a friend sees it: what is said, taught, asked and understood."""

from __future__ import annotations

import re
from itertools import islice
from pathlib import Path

import pytest

from feltlaw.cards import RANKS, parse_cards
from feltlaw.cli import play as play_command
from feltlaw.cli.prompts import understood
from feltlaw.mathematics.engines import engine_for
from feltlaw.money import show_dollars
from feltlaw.ranking import PointCount
from feltlaw.regulation import load, regulation_ids
from feltlaw.submission import Submission, new_submission, read_toml
from feltlaw.telling.posted import qualifying
from tests.cli.sittings import LOADED, Sitting, table
from tests.support.cli import Ran, feltlaw, program


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
