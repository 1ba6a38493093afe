"""`feltlaw play`: a whole table in the terminal."""

from __future__ import annotations

import io
import os
import shlex
import sys
import time
from contextlib import suppress
from pathlib import Path

from feltlaw.cli.errors import Stop, refused, unreadable
from feltlaw.cli.files import faulty, read_submission_data, shown
from feltlaw.cli.naming import choice_named, find_regulation
from feltlaw.cli.prompts import your_decision
from feltlaw.cli.screen import keep_history, question, rule, say, show_all
from feltlaw.cli.sitting import (
    Quit,
    Sitting,
    interrupts,
    leave,
    open_sitting,
    take_back,
    usual_act,
)
from feltlaw.cli.wagering import completed, others_bet, your_bets
from feltlaw.money import Cents, MoneyError, parse_money, show_dollars
from feltlaw.record.keys import PRIVATE_FOLDER, data_folder
from feltlaw.record.store import StoreError
from feltlaw.refusal import Refused
from feltlaw.regulation import load, regulation_ids
from feltlaw.submission import Submission, SubmissionError
from feltlaw.telling.happened import SEAL
from feltlaw.telling.posted import meters_words, qualifying, summaries
from feltlaw.telling.table import deal_said, refusal_words, wagers_said
from feltlaw.telling.teaching import how_it_goes

RECORDS, HISTORY = "records", "play-history"
"""In the folder of what a user keeps: the records of sittings, and what was typed at them."""
PACES = {"slow": 900, "normal": 350, "fast": 0}
"""Milliseconds between two things the crew does."""
USUAL_SEAT, USUAL_OTHERS = 3, 2
MOST_ROUNDS = 1_000_000
MOST_SEED = 2**63


def run(
    name: str | None,
    *,
    seats: str | None,
    others: int | None,
    chips: str,
    seed: int | None,
    pace: str,
    rounds: int | None,
    log: str | None,
    no_log: bool,
) -> None:
    """Plays until the player quits."""
    if no_log and log:
        raise unreadable("--no-log keeps no record, so it goes without --log")
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    money = _chips(chips)
    pace = choice_named(pace, PACES, "--pace")
    _check_numbers(rounds, seed)
    submission = _submission(name or _menu())
    yours = _seats(seats, submission)
    company = _others(others, submission, yours)
    path = None if no_log else Path(log) if log else _own_place(submission.regulation.id)
    if not no_log:
        keep_history(data_folder() / HISTORY)
    sitting = open_sitting(
        submission,
        path,
        numbered=not log,
        yours=yours,
        others=company,
        money=money,
        seed=seed,
        pace=PACES[pace],
    )
    with interrupts(sitting):
        _sit(sitting, rounds, seed)


def _sit(sitting: Sitting, rounds: int | None, seed: int | None) -> None:
    """One sitting from hello to goodbye, whatever happens in between."""
    path = sitting.path
    try:
        try:
            _welcome(sitting, seed)
            _play(sitting, rounds)
            leave(sitting, play_out=True)
        except Quit as quitting:
            say("")
            leave(sitting, play_out=quitting.play_out)
        except Refused as refusal:
            say(f"  The table cannot go on: {refusal_words(refusal)}", style="bold yellow")
            leave(sitting, play_out=True)
        except OSError:
            _to_nowhere()  # nobody reads on, but the round is finished and the wagers are settled
            leave(sitting, play_out=True)
            raise
    except StoreError as error:
        raise refused(
            f"the record {shown(str(path or 'in memory'))} stops here: {error}. What it holds is whole; "
            f"your chips are {show_dollars(sitting.worth)}."
        ) from None
    finally:
        with suppress(OSError, StoreError):  # then the record says itself that it was not closed
            sitting.desk.close()
    _goodbye(sitting)


def _own_place(regulation: str) -> Path:
    """A new name among the records that a player keeps, in a folder of his own."""
    folder = data_folder() / RECORDS
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=PRIVATE_FOLDER)
    except OSError as error:
        raise unreadable(
            f"the records' folder {shown(str(folder))} cannot be made: {error.strerror}; name a file with "
            "--log, or play with --no-log"
        ) from None
    return folder / time.strftime(f"feltlaw-{regulation}-%Y%m%d-%H%M%S.log")


def _to_nowhere() -> None:
    """Points standard output nowhere, after its reader has gone."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


# ── what was asked for ──


def _menu() -> str:
    rule("feltlaw")
    ids = regulation_ids()
    for number, one in enumerate(ids, 1):
        regulation = load(one)
        say(f"  {number}  {regulation.title} ({regulation.jurisdiction}, {one})")
    while True:
        try:
            answer = question(f"Which game? [1-{len(ids)}, q to quit] ").strip().lower()
        except (EOFError, KeyboardInterrupt):
            raise Stop(f"\nnobody chose a game; name one: feltlaw play {ids[0]}", 0) from None
        if answer in ("q", "quit"):
            raise Stop("", 0)
        if answer.isascii() and answer.isdigit() and 1 <= int(answer[:9]) <= len(ids):
            return ids[int(answer) - 1]
        if named := find_regulation(answer):
            return named
        say(f"  A number from 1 to {len(ids)}, or q.")


def _submission(name: str) -> Submission:
    """The submission that was named; one with faults is refused with all of them."""
    try:
        return Submission.from_data(read_submission_data(name))
    except SubmissionError as error:
        raise faulty(error) from None


def _check_numbers(rounds: int | None, seed: int | None) -> None:
    if rounds is not None and not 1 <= rounds <= MOST_ROUNDS:
        raise unreadable(f"--rounds takes a number from 1 to {MOST_ROUNDS:,}")
    if seed is not None and not -MOST_SEED < seed < MOST_SEED:
        raise unreadable("--seed takes a whole number of up to 18 digits")


def _seats(text: str | None, submission: Submission) -> list[int]:
    most = submission.limits.seats
    if text is None:
        return [min(USUAL_SEAT, most)]
    try:
        seats = sorted({int(part) for part in text.replace(",", " ").split()})
    except ValueError:
        raise unreadable(f"{shown(text[:40])} are not seats; write --seats 3 or --seats 3,4") from None
    if not seats or not 1 <= seats[0] <= seats[-1] <= most:
        raise unreadable(f"--seats: seats run from 1 to {most} at this table")
    return seats


def _others(others: int | None, submission: Submission, yours: list[int]) -> int:
    free = submission.limits.seats - len(yours)
    if others is None:
        return min(USUAL_OTHERS, free)
    if not 0 <= others <= free:
        raise unreadable(
            f"--others takes a number from 0 to {free}: this table has {submission.limits.seats} seats"
        )
    return others


def _chips(text: str) -> Cents:
    try:
        money = parse_money(text.removeprefix("$"))
    except MoneyError as error:
        raise unreadable(f"--chips: {error}") from None
    if not 0 < money <= 100_000_00:
        raise unreadable("--chips: bring between $0.01 and $100,000")
    return money


# ── the sitting ──


def _welcome(sitting: Sitting, seed: int | None) -> None:
    submission = sitting.submission
    regulation, limits = submission.regulation, submission.limits
    rule(f"{regulation.title} · {regulation.jurisdiction} · {regulation.id}")
    seats = ", ".join(map(str, sitting.yours))
    for text in how_it_goes(submission):
        say(text)
    say(
        f"Limits {show_dollars(limits.minimum)} to {show_dollars(limits.maximum)}. "
        f"You sit at seat {seats} with {show_dollars(sitting.brought)}; "
        f"{_company(len(sitting.others))}. What wins:"
    )
    for text in qualifying(regulation):
        say(f"  {text}")
    for name, text in summaries(submission, sitting.players):
        say(f"  {name}, {text}")
    cards = f"Practice cards from seed {seed}." if seed is not None else "The cards come from true chance."
    kept = f"The record goes to {sitting.path}." if sitting.path else "No record is kept."
    say(f"{cards} {kept}")
    say("Keys: Enter repeats, h hints, ? shows all paytables, e explains, q leaves.", style="bold")


def _company(others: int) -> str:
    return "1 other plays" if others == 1 else f"{others or 'no'} others play"


def _play(sitting: Sitting, rounds: int | None) -> None:
    while rounds is None or sitting.view.public.rounds < rounds:
        sitting.crew_runs()
        _bet(sitting)
        _play_round(sitting)


def _bet(sitting: Sitting) -> None:
    """Everybody's wagers, until the dealer may call "no more bets"."""
    _open_round(sitting)
    while True:
        placed = [your_bets(sitting, seat) for seat in sitting.yours]
        sitting.betting_now = any(placed)
        others_bet(sitting)
        if sitting.round is None or not sitting.round.boxes:
            say("  Nobody bets. Place a wager to play, or q to leave.")
            continue
        try:
            sitting.close()
        except Refused as refusal:
            say(f"  {refusal_words(refusal)}", style="yellow")
            take_back(sitting, sitting.yours)
            for seat, bets in sitting.last_bets.items():
                sitting.last_bets[seat] = completed(sitting, bets)
            continue
        if sitting.round is not None:
            show_all(wagers_said(sitting.round, sitting.submission, sitting.yours))
        return


def _open_round(sitting: Sitting) -> None:
    table = sitting.view.public
    rule(f"Round {table.round.number if table.round else table.rounds + 1}")
    for text in meters_words(table.meters):
        say(f"  {text}", style="bold yellow")
    if table.deck is not None and table.deck.root:
        say(f"  The order of the deck is sealed: {table.deck.root[:SEAL]}", style="dim")


def _play_round(sitting: Sitting) -> None:
    """From the deal to the rack, with everybody's decisions."""
    dealt = False
    while True:
        sitting.crew_runs()
        if not sitting.turn:
            return
        if not dealt:
            show_all(deal_said(sitting.view))
            dealt = True
        seat = sitting.turn[0]
        if seat in sitting.yours:
            your_decision(sitting, seat)
        else:
            usual_act(sitting, seat)


def _goodbye(sitting: Sitting) -> None:
    total = sitting.taken + sitting.worth
    net = total - sitting.brought
    sign = f"+{show_dollars(net)}" if net > 0 else show_dollars(net)
    rounds = f"{sitting.played} round{'' if sitting.played == 1 else 's'}"
    say(f"You leave with {show_dollars(total)} after {rounds} ({sign}).", style="bold")
    if sitting.decided:
        many = f"{sitting.decided} decision{'' if sitting.decided == 1 else 's'}"
        given = f"{show_dollars(sitting.given_up)} on average" if sitting.given_up else "nothing"
        say(f"Your {many} gave up {given} against the best play.")
    if sitting.path is None:
        return
    name = shlex.quote(str(sitting.path))
    say(f"Check the record: feltlaw audit verify {name}")
    if sitting.played:
        say(f"Every step in words: feltlaw audit show {name} {sitting.view.public.rounds}")
