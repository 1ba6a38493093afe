"""`feltlaw settle`: one scenario or many, read from anywhere, refused with a reason, never a traceback."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import feltlaw as library
from feltlaw.cli import settle as command
from feltlaw.round.read import read_submission
from tests.support.cli import Ran, feltlaw, program
from tests.support.effort import examples
from tests.support.scenarios import ROOT as SCENARIOS
from tests.support.strategies import Data, scenarios

PLAIN: Data = {
    "submission": {"regulation": "PA-679a"},
    "seats": [{"seat": 1, "cards": "Qs Jd 9c", "wagers": {"ante": 10}, "decisions": ["play"]}],
    "dealer": "Jh 8c 2d",
}
NO_SEATS: Data = {**PLAIN, "seats": []}
REFUSAL = "the scenario has no seats. Give at least one seat with a wager."
METERS: Data = {
    "submission": {"regulation": "MA-TCP", "wagers": {"multi_game_link": {"paytable": "PTMGLML01"}}},
    "seats": [{"seat": 1, "cards": "Qs Jd 9c", "wagers": {"pair_plus": 5, "multi_game_link": 1}}],
    "dealer": "Jh 8c 2d",
    "community": "Kc 3h",
}


def settle(text: str | bytes, *arguments: str) -> Ran:
    return feltlaw("settle", "-", *arguments, stdin=text if isinstance(text, bytes) else text.encode())


def on_lines(*data: Any) -> str:
    return "".join(f"{json.dumps(one)}\n" for one in data)


# ── one scenario ──


def test_a_scenario_is_settled_as_a_table() -> None:
    ran = settle(json.dumps(PLAIN))
    assert (ran.status, ran.err) == (0, "")
    assert [line.split() for line in ran.out.splitlines() if line.split()[:1] == ["1"]] == [
        ["1", "Ante", "$10", "push", "$0", "$10", "$0", "PA-679a.11(c)(3)(i)"],
        ["1", "Play", "$10", "win", "$10", "$10", "+$10", "PA-679a.11(c)(3)(i),"],
    ]
    assert ran.out.splitlines()[-2:] == ["Seat 1: staked $20, credited $30, net +$10", "House: -$10"]


def test_json_is_the_settlement_of_the_contract_and_nothing_else() -> None:
    ran = settle(json.dumps(PLAIN), "--json")
    assert (ran.status, ran.err) == (0, "")
    assert json.loads(ran.out) == library.settle(PLAIN).to_json()


def test_a_file_of_the_conformance_scenarios_is_settled_as_it_stands() -> None:
    path = next((SCENARIOS / "PA-679a").glob("I-71-bad-beat-returns*.json"))
    ran = feltlaw("settle", str(path), "--json")
    assert (ran.status, json.loads(ran.out)["seats"][0]["net"]) == (0, "30.00")
    bare = {"scenario": PLAIN}
    assert "a scenario has no 'scenario'" in settle(json.dumps({**PLAIN, **bare})).err


def test_explain_gives_a_sentence_for_each_line() -> None:
    ran = settle(json.dumps(PLAIN), "--explain")
    said = " ".join(ran.out.split())
    assert "Seat 1, Ante $10: the dealer does not qualify; the $10 comes back (PA-679a.11(c)(3)(i))." in said
    assert "Seat 1, Play $10: the dealer does not qualify; at 1 to 1, $10 is paid" in said


def test_meters_are_shown_by_level() -> None:
    ran = settle(json.dumps(METERS))
    assert "Meter multi_game_link major: $10,000 before, $10,000.15 after" in ran.out
    assert "Meter multi_game_link minor: $1,000 before, $1,000.06 after" in ran.out
    single: Data = {**METERS, "submission": {"regulation": "MA-TCP", "wagers": {"multi_game_link": {}}}}
    assert "Meter multi_game_link: $10,000 before, $10,000.21 after" in settle(json.dumps(single)).out


def test_an_irregularity_is_said_first() -> None:
    ran = settle(json.dumps({**PLAIN, "irregularity": {"kind": "cards_face_up"}}))
    assert ran.out.startswith("Irregularity: Two or more cards face up: all hands are void")
    assert "(PA-679a.13(a)#2)" in ran.out
    assert "House: $0" in ran.out


@pytest.mark.parametrize("arguments", [[], ["--explain"]])
def test_a_refusal_goes_to_standard_error_with_its_clause(arguments: list[str]) -> None:
    data = {**PLAIN, "seats": [{**PLAIN["seats"][0], "decisions": []}]}
    ran = settle(json.dumps(data), *arguments)
    assert (ran.status, ran.out) == (1, "")
    says = "feltlaw: seat 1 has not decided (play or fold). Legal now: play, fold. (PA-679a.11(b))\n"
    assert ran.err == says


def test_a_refusal_in_json() -> None:
    ran = settle(json.dumps(NO_SEATS), "--json")
    assert (ran.status, ran.err) == (1, f"feltlaw: {REFUSAL}\n")
    assert json.loads(ran.out) == {"refused": REFUSAL, "clauses": []}


# ── where the submission lies ──


def write(folder: Path, name: str, data: object) -> str:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(data if isinstance(data, str) else json.dumps(data), encoding="utf-8")
    return str(path)


def test_a_submission_is_found_from_the_scenarios_own_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, "tables/prime.toml", 'regulation = "PA-679a"\n')
    name = write(tmp_path, "rounds/one.json", {**PLAIN, "submission": "../tables/prime.toml"})
    wanted = library.settle(PLAIN).to_json()
    assert json.loads(feltlaw("settle", name, "--json").out) == wanted
    for folder, short in (tmp_path, "rounds/one.json"), (tmp_path / "rounds", "one.json"):
        monkeypatch.chdir(folder)
        assert json.loads(feltlaw("settle", short, "--json").out) == wanted
    whole = {**PLAIN, "submission": str(tmp_path / "tables/prime.toml")}
    assert json.loads(settle(json.dumps(whole), "--json").out) == wanted
    monkeypatch.chdir(tmp_path)
    inside = {**PLAIN, "submission": "tables/prime.toml"}
    assert json.loads(settle(json.dumps(inside), "--json").out) == wanted


def test_a_regulations_id_stands_for_its_defaults_in_any_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = write(tmp_path, "one.json", {**PLAIN, "submission": "PA-679a"})
    monkeypatch.chdir(tmp_path)
    for path in (name, "one.json"):
        assert json.loads(feltlaw("settle", path, "--json").out) == library.settle(PLAIN).to_json()
    write(tmp_path, "PA-679a", 'regulation = "PA-649a"\n')
    assert json.loads(feltlaw("settle", name, "--json").out)["regulation"] == "PA-649a"


@pytest.mark.parametrize(
    ("given", "status", "says"),
    [
        ("nowhere.toml", 2, "there is no file"),
        ("", 2, "is a directory"),
        ("-", 2, "there is no file"),
        ("a\0b", 2, "cannot be read"),
        ("x" * 5000, 2, "cannot be read"),
        ("\ud800", 2, "cannot be read"),
        ("broken.toml", 2, "is not valid TOML"),
        ("faulty.toml", 1, "the submission has a fault: limits.seats: 9 is not allowed"),
        (7, 1, 'the scenario has no submission. Write "submission": {"regulation": "PA-649a"}.'),
        (None, 1, "the scenario has no submission"),
    ],
)
def test_a_submission_that_cannot_be_used(tmp_path: Path, given: object, status: int, says: str) -> None:
    write(tmp_path, "broken.toml", "regulation = ")
    write(tmp_path, "faulty.toml", 'regulation = "PA-679a"\nlimits.seats = 9\n')
    ran = feltlaw("settle", write(tmp_path, "one.json", {**PLAIN, "submission": given}))
    assert (ran.status, ran.out) == (status, "")
    assert says in ran.err and ran.err.startswith("feltlaw: ")
    assert len(ran.err) < 400


def test_a_money_amount_inline_may_be_written_in_any_form_of_json() -> None:
    for written in ("5", "5.0", "5.00", '"5.00"', "5e0", "0.5e1"):
        text = json.dumps({**PLAIN, "submission": "HERE"}).replace(
            '"HERE"', f'{{"regulation": "PA-679a", "limits": {{"minimum": {written}}}}}'
        )
        assert settle(text).status == 0, written


# ── many scenarios ──


def test_a_batch_gives_one_result_a_line_and_goes_on_after_a_refusal(tmp_path: Path) -> None:
    lines = [PLAIN, NO_SEATS, METERS]
    name = write(tmp_path, "rounds.jsonl", on_lines(*lines))
    ran = feltlaw("settle", name, "--json")
    found = [json.loads(line) for line in ran.out.splitlines()]
    assert found == [
        {"line": 1, **library.settle(PLAIN).to_json()},
        {"line": 2, "refused": REFUSAL, "clauses": []},
        {"line": 3, **library.settle(METERS).to_json()},
    ]
    assert all(next(iter(one)) == "line" for one in found)
    assert (ran.status, ran.err) == (1, "")
    assert settle(on_lines(*lines), "--json", "--lines") == ran


def test_a_batch_for_people_numbers_its_lines() -> None:
    ran = settle(f"\n{on_lines(PLAIN)}\n{on_lines(NO_SEATS)}", "--lines")
    assert "── line 2 ──\n" in ran.out
    assert ran.err == f"line 4: refused: {REFUSAL}\nfeltlaw: 1 scenario was refused: line 4\n"
    assert ran.status == 1
    found = settle(f"\n{on_lines(PLAIN)}\n{on_lines(NO_SEATS)}", "--lines", "--json").out.splitlines()
    assert [json.loads(one)["line"] for one in found] == [2, 4]
    two = settle(f"{on_lines(NO_SEATS, PLAIN)}{{\n", "--lines").err.splitlines()
    assert [one.partition(":")[0] for one in two] == ["line 1", "line 3", "feltlaw"]
    assert two[-1] == "feltlaw: 2 scenarios were refused: lines 1, 3"
    many = settle(on_lines(*[NO_SEATS] * 25), "--lines").err.splitlines()
    assert many[-1].startswith("feltlaw: 25 scenarios were refused: lines 1, 2, ")
    assert many[-1].endswith(", 19, 20 and 5 more")
    assert settle(on_lines(PLAIN, PLAIN), "--lines").status == 0


def test_a_line_that_is_no_json_keeps_its_place_and_does_not_stop_the_rest() -> None:
    ran = settle(f"{{\n{on_lines(PLAIN)}[]\n", "--lines", "--json")
    first, second, third = (json.loads(line) for line in ran.out.splitlines())
    assert first["refused"].startswith("standard input, line 1 is not valid JSON: ")
    assert second == {"line": 2, **library.settle(PLAIN).to_json()}
    assert third == {
        "line": 3,
        "refused": "standard input, line 3 is not a scenario: a JSON object is wanted",
        "clauses": [],
    }
    assert ran.status == 2
    assert settle(f"{{\n{on_lines(NO_SEATS)}", "--lines").status == 2
    assert settle("{\n", "--lines").err.startswith(
        "line 1: refused: standard input, line 1 is not valid JSON"
    )


@pytest.mark.parametrize("separator", ["\u2028", "\u0085", "\u000b", "\u001c"])
def test_only_a_line_feed_ends_a_line(separator: str) -> None:
    named = {**PLAIN, "seats": [{**PLAIN["seats"][0], "player": f"Ann{separator}Lee"}]}
    text = json.dumps(named, ensure_ascii=False) + "\r\n" + json.dumps(PLAIN)
    if separator < " ":
        text = text.replace(separator, f"\\u{ord(separator):04x}")
    ran = settle(text, "--lines", "--json")
    assert (ran.status, len(ran.out.split("\n"))) == (0, 3)


def test_an_empty_batch_is_done_at_once() -> None:
    for text in (b"", b"\n \n", b"\xef\xbb\xbf", b"\xef\xbb\xbf\n"):
        assert settle(text, "--lines") == settle(text, "--lines", "--json") == Ran(0, "", "")


@settings(max_examples=examples(10), deadline=None)
@given(st.lists(scenarios(), min_size=1, max_size=4))
def test_a_batch_is_the_same_as_its_scenarios_one_by_one(several: list[Data]) -> None:
    ran = settle(on_lines(*several), "--lines", "--json")
    assert ran.status == 0
    assert [json.loads(line) for line in ran.out.splitlines()] == [
        {"line": at, **json.loads(settle(json.dumps(one), "--json").out)} for at, one in enumerate(several, 1)
    ]


def test_submissions_are_read_once_and_forgotten_when_there_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[object] = []

    def counting(data: object) -> library.Submission:
        read.append(data)
        return read_submission(data)

    monkeypatch.setattr(command, "read_submission", counting)
    monkeypatch.setattr(command, "_kept", {})
    monkeypatch.setattr(command, "_MOST_KEPT", 2)
    tables = [{**PLAIN["submission"], "table": name} for name in ("A", "B", "A", "C", "C")]
    ran = settle(on_lines(*({**PLAIN, "submission": table} for table in tables)), "--lines", "--json")
    assert ran.status == 0
    assert [data["table"] for data in read if isinstance(data, dict)] == ["A", "B", "C"]


@pytest.mark.parametrize("arguments", [[], ["--lines"]])
def test_a_faulty_submission_names_its_clauses_once(arguments: list[str]) -> None:
    faulty = {"regulation": "PA-649a", "limits": {"adjacent_boxes": 8}, "wagers": {"ante": {"mini_royal": 1}}}
    ran = settle(on_lines({**PLAIN, "submission": faulty}), *arguments)
    assert ran.status == 1
    line = ran.err.splitlines()[0]
    assert "limits.adjacent_boxes: 8 is not allowed. Write a whole number from 1 to 7; " in line
    assert "wagers.ante.mini_royal: 1 is not a payout. " in line
    assert line.endswith("(PA-649a.7(f), PA-649a.12(g), PA-649a.12(g)(1), I-10, I-32, I-39, I-40)")
    assert line.count("PA-649a.7(f)") == line.count("PA-649a.12(g)(1)") == 1


# ── what cannot be read ──


@pytest.mark.parametrize(
    ("text", "status", "says"),
    [
        ("", 2, "is not valid JSON: Expecting value"),
        ("{", 2, "is not valid JSON"),
        ("[]", 2, "is not a scenario: a JSON object is wanted"),
        ("null", 2, "a JSON object is wanted"),
        ('{"seats": NaN}', 2, "NaN is not a number of JSON"),
        ('{"seats": -Infinity}', 2, "-Infinity is not a number of JSON"),
        ('{"seats": 1e99999999999999999999}', 2, "a number in it is too large"),
        ('{"seats": 1e-99999999999999999999}', 2, "a number in it is too large or too small"),
        (f'{{"seats": {"9" * 5000}}}', 2, "is not valid JSON: a number has 5,000 digits, too many"),
        (f'{{"seats": -{"9" * 5000}}}', 2, "is not valid JSON: a number has 5,000 digits, too many"),
        ("[" * 100_000, 2, "is nested too deeply"),
        ('{"seats": [], "seats": []}', 1, "'seats' stands twice in one object. Write each key once."),
        ('{"seats": [{"seat": 1, "seat": 2}]}', 1, "'seat' stands twice in one object"),
        (f'{{"{"k" * 5000}": 1, "{"k" * 5000}": 2}}', 1, "stands twice in one object"),
        (b'{"\xff": 1}', 2, "is not text in UTF-8"),
        ("{}", 1, "the scenario has no submission"),
    ],
    ids=range(16),
)
@pytest.mark.parametrize("arguments", [[], ["--json"], ["--explain"], ["--lines"]])
def test_what_is_no_scenario(text: str | bytes, status: int, says: str, arguments: list[str]) -> None:
    ran = settle(text, *arguments)
    if arguments == ["--lines"] and not text:
        assert ran.status == 0
        return
    assert ran.status == status
    assert says in ran.err
    assert "Traceback" not in ran.err and len(ran.err) < 500


def test_a_byte_order_mark_is_passed_over() -> None:
    assert settle(b"\xef\xbb\xbf" + json.dumps(PLAIN).encode()).status == 0


@pytest.mark.parametrize("depth", range(930, 1001, 5))
def test_deep_nesting_is_refused_wherever_it_begins(depth: int) -> None:
    deep = "[" * depth + "]" * depth
    for key in ("submission", "seats", "dealer", "meters"):
        text = json.dumps({**PLAIN, key: "HERE"}).replace('"HERE"', deep)
        assert settle(text).status in (1, 2)
    inside = json.dumps({**PLAIN, "submission": {"regulation": "HERE"}}).replace('"HERE"', deep)
    assert settle(inside).status in (1, 2)


HUGE = ("1e999", "1e1000000", "-1e1000000", "1e999999999999999999", "1e-1000000", "9" * 400)


@pytest.mark.parametrize(
    "amount", ["1e-999", "-0", "1e12", "99999999999999999999", "0.001", "-5", *HUGE], ids=lambda one: one[:22]
)
def test_numbers_that_are_no_stake(amount: str) -> None:
    text = json.dumps(PLAIN).replace('"ante": 10', f'"ante": {amount}')
    ran = settle(text)
    assert (ran.status, ran.out) == (1, "")
    assert "ante" in ran.err.lower()


def _numbers(data: Any, at: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Where numbers stand in a scenario."""
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in inner:
        if isinstance(value, int) and not isinstance(value, bool):
            yield (*at, key)
        yield from _numbers(value, (*at, key))


NUMBERED: Data = {
    "submission": {
        "regulation": "PA-649a",
        "cards": {"decks": 1},
        "limits": {"minimum": 5, "maximum": 100, "adjacent_boxes": 2, "seats": 7},
        "settlement": {"breakage_unit": 1},
        "automatic": {"betting_seconds": 30},
        "wagers": {
            "ante": {"minimum": 5, "maximum": 50},
            "three_card_progressive": {"amount": 1},
            "five_card_hand_bonus": {"amount": 1, "lucky_bonus": True},
        },
    },
    "seats": [
        {
            "seat": 1,
            "cards": "Qs Jd 9c",
            "wagers": {"ante": 10, "three_card_progressive": 1, "five_card_hand_bonus_player": 1},
            "decisions": ["play"],
        }
    ],
    "dealer": "Jh 8c 2d",
    "community": "3c 4c",
    "draws": {"lucky_position": 1},
    "meters": {"three_card_progressive": 1000, "five_card_hand_bonus": {"meter": 10_000, "reserve": 1}},
}


def test_every_number_stands_in_a_scenario_that_can_be_settled() -> None:
    assert settle(json.dumps(NUMBERED)).status == 0


@pytest.mark.parametrize("number", HUGE, ids=lambda one: one[:22])
@pytest.mark.parametrize("place", list(_numbers(NUMBERED)), ids=lambda one: ".".join(map(str, one)))
def test_no_number_is_too_large_to_be_refused(place: tuple[str | int, ...], number: str) -> None:
    """Wherever it stands: a clear refusal, and the next line is settled."""
    twisted = json.loads(json.dumps(NUMBERED))
    inner = twisted
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = "HERE"
    ran = settle(f"{json.dumps(twisted)}\n{on_lines(PLAIN)}".replace('"HERE"', number), "--lines", "--json")
    first, second = (json.loads(line) for line in ran.out.splitlines())
    assert ran.status == 1
    assert len(first["refused"]) < 500 and "decimal." not in first["refused"]
    assert second == {"line": 2, **library.settle(PLAIN).to_json()}


def test_a_line_that_is_not_utf_8_refuses_that_line_alone(tmp_path: Path) -> None:
    good = json.dumps(PLAIN).encode()
    raw = b"\xef\xbb\xbf" + good + b"\n" + good.replace(b"Jd", b"\xff\xfe") + b"\n\n" + good + b"\n"
    ran = settle(raw, "--lines", "--json")
    assert ran.status == 2
    first, second, third = (json.loads(line) for line in ran.out.splitlines())
    assert [first["line"], second["line"], third["line"]] == [1, 2, 4]
    assert second["refused"] == "standard input, line 2 is not text in UTF-8"
    assert first["seats"] == third["seats"] == library.settle(PLAIN).to_json()["seats"]
    file = tmp_path / "rounds.jsonl"
    file.write_bytes(raw)
    by_name = feltlaw("settle", str(file))
    assert by_name.status == 2 and by_name.out.count("House: ") == 2
    assert f"line 2: refused: '{file}', line 2 is not text in UTF-8" in by_name.err.splitlines()


def test_long_names_and_odd_characters_are_only_names() -> None:
    for name in ("x" * 5000, "\x1b[31m", "\ud800", "名前", '"', "\u202e"):
        text = json.dumps({**PLAIN, "seats": [{**PLAIN["seats"][0], "player": name}]})
        assert settle(text, "--json").status == 0
        twice = json.dumps(
            {**PLAIN, "seats": [{**PLAIN["seats"][0], "player": name, "seat": n} for n in (1, 2)]}
        )
        ran = settle(twice, "--json")
        assert ran.status == 1
        assert "bets on 2 boxes" in json.loads(ran.out)["refused"]
        assert "\x1b" not in ran.err


@settings(max_examples=examples(40), deadline=None)
@given(st.text(max_size=60) | st.binary(max_size=60).map(lambda raw: raw.decode("latin-1")))
@example('{"submission": {"regulation": "PA-679a"}, "seats": [{"seat": 1e400}]}')
@example('{"submission": {"regulation": 1e400}}')
def test_no_text_at_all_makes_a_traceback(text: str) -> None:
    raw = text.encode("utf-8", "surrogatepass")
    for arguments in ([], ["--lines", "--json"]):
        ran = settle(raw, *arguments)
        assert ran.status in (0, 1, 2)
        assert "Traceback" not in ran.err


def test_the_real_program(tmp_path: Path) -> None:
    name = write(tmp_path, "rounds.jsonl", on_lines(PLAIN, NO_SEATS))
    ran = program("settle", name, "--json")
    assert ran == feltlaw("settle", name, "--json")
    assert program("settle", str(tmp_path / "none.json")).status == 2
    assert program("settle").status == 2
