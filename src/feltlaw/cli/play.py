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
from feltlaw.cli.felt import SEAL
from feltlaw.cli.files import read_submission_data, shown
from feltlaw.cli.layout import show_bets, show_deal
from feltlaw.cli.posted import meters_text, qualifying, summaries
from feltlaw.cli.prompts import refusal_text, your_decision
from feltlaw.cli.screen import prompt, read_line, rule, say
from feltlaw.cli.sitting import Game, Quit, interrupts, leave, open_sitting, take_back, usual_act
from feltlaw.cli.wagering import completed, others_bet, your_bets
from feltlaw.log import LogError
from feltlaw.money import Cents, MoneyError, parse_money, show_dollars
from feltlaw.regulation import load, regulation_ids
from feltlaw.round import Refused
from feltlaw.submission import Submission, SubmissionError, new_submission, read_toml
from feltlaw.table.turns import waiting

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
) -> None:
    """Plays until the player quits."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    money = _chips(chips)
    _check_numbers(pace, rounds, seed)
    submission = _submission(name or _menu())
    yours = _seats(seats, submission)
    company = _others(others, submission, yours)
    path = Path(log or time.strftime(f"feltlaw-{submission.regulation.id}-%Y%m%d-%H%M%S.log"))
    game = open_sitting(
        submission,
        path,
        numbered=not log,
        yours=yours,
        others=company,
        money=money,
        seed=seed,
        pace=PACES[pace],
    )
    with interrupts(game):
        _sit(game, game.log.path, rounds, seed)


def _sit(game: Game, path: Path, rounds: int | None, seed: int | None) -> None:
    """One sitting from hello to goodbye, whatever happens in between."""
    try:
        try:
            _welcome(game, path, seed)
            _play(game, rounds)
            leave(game, play_out=True)
        except Quit as quitting:
            say("")
            leave(game, play_out=quitting.play_out)
        except Refused as refusal:
            say(f"  The table cannot go on: {refusal_text(refusal)}", style="bold yellow")
            leave(game, play_out=True)
        except OSError:
            _to_nowhere()  # nobody reads on, but the round is finished and the wagers are settled
            leave(game, play_out=True)
            raise
    except LogError as error:
        raise refused(
            f"the record {shown(str(path))} stops here: {error}. What it holds is whole; "
            f"your chips are {show_dollars(game.worth)}."
        ) from None
    finally:
        with suppress(OSError):  # then the record says itself that it was not closed
            game.log.close()
    _goodbye(game, path)


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
        prompt(f"Which game? [1-{len(ids)}, q to quit] ")
        try:
            answer = read_line().strip().lower()
        except (EOFError, KeyboardInterrupt):
            raise Stop(f"\nnobody chose a game; name one: feltlaw play {ids[0]}", 0) from None
        if answer in ("q", "quit"):
            raise Stop("", 0)
        if answer.isascii() and answer.isdigit() and 1 <= int(answer[:9]) <= len(ids):
            return ids[int(answer) - 1]
        named = [one for one in ids if one.lower() == answer]
        if named:
            return named[0]
        say(f"  A number from 1 to {len(ids)}, or q.")


def _submission(name: str) -> Submission:
    """A file's submission; a regulation alone is played as a casino would post it, side bets included."""
    data = read_toml(new_submission(name)) if name in regulation_ids() else read_submission_data(name)
    try:
        return Submission.from_data(data)
    except SubmissionError as error:
        raise refused(f"the submission has faults:\n{error}") from None


def _check_numbers(pace: str, rounds: int | None, seed: int | None) -> None:
    if pace not in PACES:
        raise unreadable(f"there is no pace {shown(pace)}; there are {', '.join(PACES)}")
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


def _welcome(game: Game, path: Path, seed: int | None) -> None:
    submission = game.table.submission
    regulation, limits = submission.regulation, submission.limits
    rule(f"{regulation.title} · {regulation.jurisdiction} · {regulation.id}")
    seats = ", ".join(map(str, game.yours))
    say(
        f"Limits {show_dollars(limits.minimum)} to {show_dollars(limits.maximum)}. "
        f"You sit at seat {seats} with {show_dollars(game.brought)}; "
        f"{_company(len(game.others))}. What wins:"
    )
    for text in qualifying(regulation):
        say(f"  {text}")
    for name, text in summaries(submission, len(game.yours) + len(game.others)):
        say(f"  {name}, {text}")
    cards = f"Practice cards from seed {seed}." if seed is not None else "The cards come from true chance."
    say(f"{cards} The record goes to {path}.")
    say("Keys: Enter repeats, ? shows all paytables, e explains, q leaves.", style="bold")


def _company(others: int) -> str:
    return "1 other plays" if others == 1 else f"{others or 'no'} others play"


def _play(game: Game, rounds: int | None) -> None:
    while rounds is None or game.table.state.rounds < rounds:
        game.crew_runs()
        _bet(game)
        _play_round(game)


def _bet(game: Game) -> None:
    """Everybody's wagers, until the dealer may call "no more bets"."""
    _open_round(game)
    while True:
        placed = [your_bets(game, seat) for seat in game.yours]
        game.betting_now = any(placed)
        others_bet(game)
        round_ = game.table.state.round
        if round_ is None or not any(round_.stakes.values()):
            say("  Nobody bets. Place a wager to play, or q to leave.")
            continue
        try:
            game.close()
        except Refused as refusal:
            say(f"  {refusal_text(refusal)}", style="yellow")
            take_back(game, game.yours)
            for seat, bets in game.last_bets.items():
                game.last_bets[seat] = completed(game, bets)
            continue
        show_bets(game.table.state, game.narrator.seat)
        return


def _open_round(game: Game) -> None:
    state = game.table.state
    rule(f"Round {state.round.number if state.round else state.rounds + 1}")
    meters = {
        name: {level: facts.amount for level, facts in meter.levels.items()}
        for name, meter in state.meters.items()
    }
    for text in meters_text(meters):
        say(f"  {text}", style="bold yellow")
    if state.deck is not None and state.deck.commitment:
        say(f"  The order of the deck is sealed: {state.deck.commitment[:SEAL]}", style="dim")


def _play_round(game: Game) -> None:
    """From the deal to the rack, with everybody's decisions."""
    dealt = False
    while True:
        game.crew_runs()
        found = waiting(game.table.state)
        if found is None:
            return
        if not dealt:
            show_deal(game.table.state, game.narrator.seat, game.yours)
            dealt = True
        seat = found[1][0]
        if seat in game.yours:
            your_decision(game, seat)
        else:
            usual_act(game, seat)


def _goodbye(game: Game, path: Path) -> None:
    total = game.cashed + game.worth
    net = total - game.brought
    sign = f"+{show_dollars(net)}" if net > 0 else show_dollars(net)
    rounds = f"{game.played} round{'' if game.played == 1 else 's'}"
    say(f"You leave with {show_dollars(total)} after {rounds} ({sign}).", style="bold")
    name = shlex.quote(str(path))
    say(f"Check the record: feltlaw audit verify {name}")
    if game.played:
        say(f"Every step in words: feltlaw audit show {name} {game.table.state.rounds}")
