"""Your wagers: how they are asked for, understood, placed, and completed where something is missing."""

from __future__ import annotations

import re

from feltlaw.cli.posted import fits
from feltlaw.cli.prompts import ask, bets_text, refusal_text
from feltlaw.cli.screen import say, upper_first
from feltlaw.cli.sitting import YOU, Game, take_back
from feltlaw.money import Cents, MoneyError, parse_money, show_dollars
from feltlaw.practice import main_bets, usual_bets
from feltlaw.refusal import shown
from feltlaw.round import Refused
from feltlaw.round.betting import check_box, offered_wager
from feltlaw.submission import Submission
from feltlaw.table.people import MOST_CHIPS

_SIT_OUT = {"-", "none", "0", "no", "pass", "skip"}
_AMOUNT = re.compile(r"-?[0-9.]+")
_THOUSANDS = re.compile(r"(?<=[0-9]),(?=[0-9]{3}(?![0-9]))")


FEW, MANY = 12, 60
"""With chips for fewer rounds than the first the others buy in, for as many rounds as the second."""


class Unclear(ValueError):
    """An answer that names no wagers; the message says how to write them."""


def your_bets(game: Game, seat: int) -> bool:
    """Asks for one box's wagers until they go together; True where something lies there."""
    bets = _suggested(game, seat)
    while True:
        if not bets:
            say(f"  {_too_few(game)}", style="yellow")
        answer = ask(
            game, f"Seat {seat}, chips {show_dollars(game.chips)}. Bets [{bets_text(bets) or 'none'}]: "
        )
        if answer.lower() in _SIT_OUT:
            return False
        if answer.lower().split()[:1] == ["buy"]:
            _buy(game, answer)
            bets = bets or _suggested(game, seat)
            continue
        wanted = dict(bets)
        try:
            if answer:
                wanted = parse_bets(game, answer)
            if wanted:
                _place(game, seat, wanted)
                game.last_bets[seat] = wanted
                return True
        except Unclear as unclear:
            say(f"  {unclear}", style="yellow")
        except Refused as refusal:
            take_back(game, (seat,))
            say(f"  {refusal_text(refusal)}", style="yellow")
            bets = _completed_if_legal(game, wanted) or bets


def _suggested(game: Game, seat: int) -> dict[str, Cents]:
    """The bets of the last round, or the usual ones, as far as the chips go."""
    submission = game.table.submission
    last = {
        wager: amount
        for wager, amount in game.last_bets.get(seat, {}).items()
        if not (game.alone and submission.needs_company(wager))
    }
    if last and sum(last.values()) <= game.chips:
        return last
    return usual_bets(submission, game.chips, alone=game.alone)


def _too_few(game: Game) -> str:
    least = main_bets(game.table.submission, alone=game.alone)
    wagers = game.table.submission.regulation.wagers
    names = " and ".join(f"{wagers[one].title} {show_dollars(cents)}" for one, cents in least.items())
    return f"The least to play with is {names}, and more to go on. buy 100 buys chips, - sits out, q leaves."


def parse_bets(game: Game, text: str) -> dict[str, Cents]:
    """Wagers from what somebody typed: names and amounts in turn, or an amount alone."""
    submission = game.table.submission
    plain_text = _THOUSANDS.sub("", text.lower()).replace("=", " ").replace(":", " ").replace(",", " ")
    words = _with_numbered_names(submission, " ".join(plain_text.split())).split()
    found: dict[str, Cents] = {}
    name: list[str] = []
    for raw in words:
        word = raw.removeprefix("$")
        if not _AMOUNT.fullmatch(word):
            name.append(raw)
            continue
        wager = wager_named(submission, " ".join(name)) if name else _main(submission, words)
        if wager in found:
            raise Unclear(f"{submission.regulation.wagers[wager].title} is there twice; name it once.")
        found[wager] = _money(word)
        name = []
    if name:
        how = f"Write a name and an amount, like: {_like(submission)}"
        raise Unclear(f"How much on '{shown(' '.join(name))}'? {how}")
    return completed(game, found) if len(words) == 1 else found


def _like(submission: Submission) -> str:
    """A wager of this table, as one would type it."""
    wager, offered = next(iter(submission.wagers.items()))
    return bets_text({wager: offered.minimum})


def _with_numbered_names(submission: Submission, text: str) -> str:
    """The text with names that begin with a number, like 6 Card Bonus, written as one word."""
    for wager, offered in submission.wagers.items():
        title = offered.wager.title.lower().split()
        for many in range(len(title), 1, -1) if title[0].isdigit() else ():
            text = re.sub(rf"\b{re.escape(' '.join(title[:many]))}\b", wager, text)
    return text


def _money(word: str) -> Cents:
    try:
        return parse_money(word)
    except MoneyError as error:
        raise Unclear(f"{upper_first(str(error))}.") from None


def _main(submission: Submission, words: list[str]) -> str:
    """The wager an amount alone is for."""
    if len(words) != 1 or not main_bets(submission):
        raise Unclear(f"Write a name before each amount, like: {_like(submission)}")
    return next(iter(main_bets(submission)))


def wager_named(submission: Submission, said: str) -> str:
    """The wager somebody means by its name, its id, or the beginning of either."""
    may_bet = {
        wager: offered.wager.title
        for wager, offered in submission.wagers.items()
        if offered.wager.stake.kind != "decision"
    }
    found = [wager for wager, title in may_bet.items() if fits(said, wager) or fits(said, title)]
    exact = [wager for wager in found if fits(wager, said) or fits(may_bet[wager], said)]
    if len(exact or found) == 1:
        return (exact or found)[0]
    for wager, offered in submission.wagers.items():
        if wager not in may_bet and (fits(said, wager) or fits(said, offered.wager.title)):
            try:
                offered_wager(submission, wager)
            except Refused as refusal:
                raise Unclear(refusal_text(refusal)) from None
    there = ", ".join(found or may_bet)
    what = "could be several wagers" if found else "is not a wager here"
    raise Unclear(f"'{shown(said)}' {what}. You may bet on {there}.")


def completed(game: Game, wanted: dict[str, Cents]) -> dict[str, Cents]:
    """These wagers and those that must lie beside them: an equal one, or the Pot."""
    submission = game.table.submission
    found = dict(wanted)
    for wager, least in main_bets(submission, alone=game.alone).items():
        stake = submission.wagers[wager].wager.stake
        if stake.kind == "equal":
            found[wager] = found.get(stake.of, least)
        else:
            found.setdefault(wager, least)
    order = list(submission.regulation.wagers)
    return dict(sorted(found.items(), key=lambda item: order.index(item[0])))


def _completed_if_legal(game: Game, wanted: dict[str, Cents]) -> dict[str, Cents]:
    fuller = completed(game, wanted)
    try:
        check_box(game.table.submission, fuller)
    except Refused:
        return {}
    return fuller if fuller != wanted and sum(fuller.values()) <= game.chips else {}


def _place(game: Game, seat: int, wanted: dict[str, Cents]) -> None:
    """Places the wagers in an order in which each one's precondition is down."""
    order = list(game.table.submission.regulation.wagers)
    for wager in sorted(wanted, key=order.index):
        game.do("bet", YOU, seat=seat, wager=wager, amount=wanted[wager])
    check_box(game.table.submission, wanted)


def _buy(game: Game, answer: str) -> None:
    """Chips for money, between two rounds."""
    amount = answer[3:].strip().removeprefix("$")
    try:
        cents = parse_money(_THOUSANDS.sub("", amount))
        game.do("buy_in", YOU, amount=cents)
    except (MoneyError, Refused):
        say("  Write buy and how many dollars, like: buy 100", style="yellow")
        return
    game.brought += cents
    say(f"  You buy in for {show_dollars(cents)}.")


def others_bet(game: Game) -> None:
    """The program's own players stake the fewest wagers that deal them in."""
    submission = game.table.submission
    bets = main_bets(submission)
    for seat, name in game.others.items():
        round_ = game.table.state.round
        if not bets or (round_ is not None and seat in round_.stakes):
            continue
        if game.table.state.players[name].chips < FEW * sum(bets.values()):
            game.do("buy_in", name, amount=min(MANY * sum(bets.values()), MOST_CHIPS))
        for wager, amount in bets.items():
            game.do("bet", name, seat=seat, wager=wager, amount=amount)
