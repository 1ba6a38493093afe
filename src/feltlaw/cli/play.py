"""`feltlaw play`: a whole table in the terminal."""

from __future__ import annotations

import sys
import time
from pathlib import Path

from feltlaw.cli.errors import Stop, refused, unreadable
from feltlaw.cli.felt import rule, say, show_bets, show_deal
from feltlaw.cli.files import read_submission_data
from feltlaw.cli.prompts import buy_more, your_bets, your_decision
from feltlaw.cli.sitting import YOU, Game, Quit, finish, open_sitting, their_decision
from feltlaw.money import Cents, MoneyError, parse_money, show_dollars
from feltlaw.practice import usual_bets
from feltlaw.regulation import load, regulation_ids
from feltlaw.submission import Submission, SubmissionError, new_submission, read_toml
from feltlaw.table.play import waiting

PACES = {"slow": 900, "normal": 350, "fast": 0}
"""Milliseconds between two things the crew does."""


def run(
    name: str | None,
    *,
    seats: str,
    others: int,
    chips: str,
    seed: int | None,
    pace: str,
    rounds: int | None,
    log: str | None,
) -> None:
    """Plays until the player quits."""
    submission = _submission(name or _menu())
    yours = _seats(seats, submission)
    money = _chips(chips)
    if pace not in PACES:
        raise unreadable(f"there is no pace '{pace[:20]}'; there are {', '.join(PACES)}")
    path = Path(log or time.strftime(f"feltlaw-{submission.regulation.id}-%Y%m%d-%H%M%S.log"))
    game = open_sitting(
        submission, path, yours=yours, others=others, money=money, seed=seed, pace=PACES[pace]
    )
    try:
        _welcome(game, path, seed)
        _play(game, rounds)
    except (Quit, EOFError, KeyboardInterrupt):
        finish(game)
    finally:
        game.log.close()
        _goodbye(game, path)


def _menu() -> str:
    rule("feltlaw")
    ids = regulation_ids()
    for number, one in enumerate(ids, 1):
        regulation = load(one)
        say(f"  {number}  {regulation.title} ({regulation.jurisdiction}, {one})")
    while True:
        try:
            answer = input("Which game? [1-5, q to quit] ").strip()
        except EOFError:
            raise Stop("\nnobody chose a game; name one: feltlaw play PA-649a", 0) from None
        if answer in ("q", "quit"):
            sys.exit(0)
        if answer.isdigit() and 1 <= int(answer) <= len(ids):
            return ids[int(answer) - 1]
        if answer in ids:
            return answer


def _submission(name: str) -> Submission:
    """A file's submission; a regulation alone is played as a casino would post it, side bets included."""
    data = read_toml(new_submission(name)) if name in regulation_ids() else read_submission_data(name)
    try:
        return Submission.from_data(data)
    except SubmissionError as error:
        raise refused(f"the submission has faults:\n{error}") from None


def _seats(text: str, submission: Submission) -> list[int]:
    try:
        seats = sorted({int(part) for part in text.replace(",", " ").split()})
    except ValueError:
        raise unreadable(f"'{text[:40]}' are not seats; write --seats 3 or --seats 3,4") from None
    most = submission.limits.seats
    if not seats or not 1 <= seats[0] <= seats[-1] <= most:
        raise unreadable(f"seats run from 1 to {most}")
    return seats


def _chips(text: str) -> Cents:
    try:
        money = parse_money(text)
    except MoneyError as error:
        raise unreadable(str(error)) from None
    if not 0 < money <= 100_000_00:
        raise unreadable("bring between $0.01 and $100,000")
    return money


def _welcome(game: Game, path: Path, seed: int | None) -> None:
    regulation = game.table.submission.regulation
    rule(f"{regulation.title} · {regulation.jurisdiction} · {regulation.id}")
    limits = game.table.submission.limits
    say(
        f"Limits {show_dollars(limits.minimum)} to {show_dollars(limits.maximum)}. "
        f"You have {show_dollars(game.started)} in front of you at seat {', '.join(map(str, game.yours))}."
    )
    for wager, offered in game.table.submission.wagers.items():
        if offered.wager.stake.kind != "decision":
            fixed = f", {show_dollars(offered.minimum)} each" if offered.wager.stake.kind == "fixed" else ""
            say(f"  {wager}: {offered.wager.title}{fixed}", style="dim")
    say(
        "Practice with seed " + str(seed)
        if seed is not None
        else "Cards shuffled with operating-system entropy",
        ". ",
        f"The record goes to {path}. Keys: Enter repeats, ? helps, e explains, q quits.",
    )


def _play(game: Game, rounds: int | None) -> None:
    while rounds is None or game.played < rounds:
        game.crew_runs()
        _bet_all(game)
        before = game.chips + _staked(game)
        game.close()
        _play_round(game)
        game.played += 1
        _tell_net(game, game.chips - before)
        if game.chips < game.table.submission.limits.minimum:
            say("You are out of chips.")
            buy_more(game)


def _staked(game: Game) -> Cents:
    """What you have on the layout."""
    round_ = game.table.state.round
    return (
        sum(sum(stakes.values()) for seat, stakes in round_.stakes.items() if seat in game.yours)
        if round_
        else 0
    )


def _tell_net(game: Game, net: Cents) -> None:
    style = "bold green" if net > 0 else "bold red" if net < 0 else "bold"
    sign = f"up {show_dollars(net)}" if net > 0 else f"down {show_dollars(-net)}" if net else "even"
    say(f"  This round: you are {sign}. Chips {show_dollars(game.chips)}.", style=style)


def _bet_all(game: Game) -> None:
    """Everybody's wagers; the program's players bet the usual way."""
    number = game.table.state.round.number if game.table.state.round else 0
    rule(f"Round {number}")
    _show_meters(game)
    placed = False
    for seat in game.yours:
        placed |= your_bets(game, seat)
    for seat, name in game.others.items():
        chips = game.table.state.players[name].chips
        if chips < 12 * game.table.submission.limits.minimum:
            game.do("buy_in", name, amount=60 * game.table.submission.limits.minimum)
        for wager, amount in usual_bets(game.table.submission, game.table.state.players[name].chips).items():
            if wager != "pair_plus":
                game.do("bet", name, seat=seat, wager=wager, amount=amount)
    if not placed and not game.others:
        say("Nobody bets. Place a wager to play, or q to quit.")
        _bet_all(game)
        return
    show_bets(game.table.state, game.yours)


def _show_meters(game: Game) -> None:
    for name, meter in game.table.state.meters.items():
        levels = ", ".join(
            f"{level} {show_dollars(facts.amount)}" if level != "meter" else show_dollars(facts.amount)
            for level, facts in meter.levels.items()
        )
        say(f"  Jackpot {name}: {levels}", style="bold yellow")


def _play_round(game: Game) -> None:
    """From the deal to the rack, with everybody's decisions."""
    shown = -1
    while True:
        game.crew_runs()
        found = waiting(game.table.state)
        if found is None:
            return
        round_ = game.table.state.round
        assert round_ is not None
        if round_.community_up != shown:
            show_deal(game.table.state, game.yours)
            shown = round_.community_up
        seat = found[1][0]
        if seat in game.yours:
            your_decision(game, seat)
        else:
            their_decision(game, seat)


def _goodbye(game: Game, path: Path) -> None:
    player = game.table.state.players[YOU]
    total = player.chips + player.held
    net = total - game.started
    sign = f"+{show_dollars(net)}" if net > 0 else show_dollars(net)
    rounds = f"{game.played} round{'' if game.played == 1 else 's'}"
    say(f"You leave with {show_dollars(total)} after {rounds} ({sign}).")
    say(f"Check the record: feltlaw audit verify {path}")
