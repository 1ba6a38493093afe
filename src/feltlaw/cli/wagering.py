"""Your wagers: how they are asked for, understood, placed, and completed where something is missing."""

from __future__ import annotations

import re

from feltlaw.cli.prompts import ask, bets_text
from feltlaw.cli.screen import say
from feltlaw.cli.sitting import Sitting, take_back
from feltlaw.money import Cents, MoneyError, dollars, parse_money, show_dollars
from feltlaw.nearest import did_you_mean
from feltlaw.practice import main_bets, usual_bets
from feltlaw.refusal import Refused, shown
from feltlaw.round.betting import check_box, offered_wager
from feltlaw.submission import Submission
from feltlaw.telling.posted import fits
from feltlaw.telling.said import listed, upper_first
from feltlaw.telling.table import refusal_words
from feltlaw.telling.teaching import cheapest

_SIT_OUT = {"-", "none", "0", "no", "pass", "skip"}
_AMOUNT = re.compile(r"-?[0-9.]+")
_THOUSANDS = re.compile(r"(?<=[0-9]),(?=[0-9]{3}(?![0-9]))")

FEW, MANY = 12, 60
"""With chips for fewer rounds than the first the others buy in, for as many rounds as the second."""
MOST: Cents = 1_000_000_00
"""No player of the program's own buys in for more."""


class Unclear(ValueError):
    """An answer that names no wagers; the message says how to write them."""


def your_bets(sitting: Sitting, seat: int) -> bool:
    """Asks for one box's wagers until they go together; True where something lies there."""
    bets = _suggested(sitting, seat)
    warned: dict[str, Cents] = {}
    while True:
        if not bets:
            say(f"  {_too_few(sitting)}", style="yellow")
        chips = show_dollars(sitting.chips)
        answer = ask(sitting, f"Seat {seat}, chips {chips}. Bets [{bets_text(bets) or 'none'}]: ")
        if answer.lower() in _SIT_OUT:
            return False
        if answer.lower().split()[:1] == ["buy"]:
            _buy(sitting, answer)
            bets = bets or _suggested(sitting, seat)
            continue
        wanted = dict(bets)
        try:
            if answer:
                wanted = parse_bets(sitting, answer)
            if wanted and wanted != warned and (warning := _forced_to_fold(sitting, seat, wanted)):
                say(f"  {warning}", style="yellow")
                warned = wanted
                continue
            if wanted:
                sitting.bet(seat, wanted)
                sitting.last_bets[seat] = wanted
                return True
        except Unclear as unclear:
            say(f"  {unclear}", style="yellow")
        except Refused as refusal:
            take_back(sitting, (seat,))
            say(f"  {refusal_words(refusal)}", style="yellow")
            bets = _completed_if_legal(sitting, wanted) or bets


def _suggested(sitting: Sitting, seat: int) -> dict[str, Cents]:
    """The bets of the last round, or the usual ones, as far as the chips go."""
    submission = sitting.submission
    last = {
        wager: amount
        for wager, amount in sitting.last_bets.get(seat, {}).items()
        if not (sitting.alone and submission.needs_company(wager))
    }
    if last and sum(last.values()) + cheapest(submission, last) <= sitting.chips:
        return last
    return usual_bets(submission, sitting.chips, alone=sitting.alone)


def _forced_to_fold(sitting: Sitting, seat: int, wanted: dict[str, Cents]) -> str:
    """What to say of wagers that leave too little to stay in the round; empty where they do not."""
    needed = cheapest(sitting.submission, wanted)
    lying = sum(stake.lies for box in sitting.your_boxes if box.seat == seat for stake in box.wagers)
    left = sitting.chips + lying - sum(wanted.values())
    if left < 0 or left >= needed:
        return ""
    return (
        f"These wagers leave you {show_dollars(left)}, and to stay in the round you need "
        f"{show_dollars(needed)} more: you could only fold. Bet less, buy chips first, or give the same bets "
        "again to bet all the same."
    )


def _too_few(sitting: Sitting) -> str:
    least = main_bets(sitting.submission, alone=sitting.alone)
    wagers = sitting.submission.regulation.wagers
    names = (
        listed(f"{wagers[one].title} {show_dollars(cents)}" for one, cents in least.items())
        if least
        else "nothing"
    )
    return f"The least to play with is {names}, and more to go on. buy 100 buys chips, - sits out, q leaves."


def parse_bets(sitting: Sitting, text: str) -> dict[str, Cents]:
    """Wagers from what somebody typed: names and amounts in turn, or an amount alone."""
    submission = sitting.submission
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
    return completed(sitting, found) if len(words) == 1 else _in_order(submission, found)


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


def wager_named(submission: Submission, typed: str) -> str:
    """The wager somebody means by its name, its id, or the beginning of either."""
    may_bet = {
        wager: offered.wager.title
        for wager, offered in submission.wagers.items()
        if offered.wager.stake.kind != "decision"
    }
    found = [wager for wager, title in may_bet.items() if fits(typed, wager) or fits(typed, title)]
    exact = [wager for wager in found if fits(wager, typed) or fits(may_bet[wager], typed)]
    if len(exact or found) == 1:
        return (exact or found)[0]
    for wager, offered in submission.wagers.items():
        if wager not in may_bet and (fits(typed, wager) or fits(typed, offered.wager.title)):
            try:
                offered_wager(submission, wager)
            except Refused as refusal:
                raise Unclear(refusal_words(refusal)) from None
    there = ", ".join(found or may_bet)
    what = "could be several wagers" if found else "is not a wager here"
    mean = "" if found else did_you_mean(typed, (*may_bet, *may_bet.values()))
    raise Unclear(f"'{shown(typed)}' {what}.{mean} You may bet on {there}.")


def completed(sitting: Sitting, wanted: dict[str, Cents]) -> dict[str, Cents]:
    """These wagers and those that must lie beside them: an equal one, or the one everybody stakes."""
    submission = sitting.submission
    found = dict(wanted)
    for wager, least in main_bets(submission, alone=sitting.alone).items():
        stake = submission.wagers[wager].wager.stake
        if stake.kind == "equal":
            found[wager] = found.get(stake.of, least)
        else:
            found.setdefault(wager, least)
    return _in_order(submission, found)


def _in_order(submission: Submission, wagers: dict[str, Cents]) -> dict[str, Cents]:
    order = list(submission.regulation.wagers)
    return dict(sorted(wagers.items(), key=lambda item: order.index(item[0])))


def _completed_if_legal(sitting: Sitting, wanted: dict[str, Cents]) -> dict[str, Cents]:
    fuller = completed(sitting, wanted)
    try:
        check_box(sitting.submission, fuller)
    except Refused:
        return {}
    return fuller if fuller != wanted and sum(fuller.values()) <= sitting.chips else {}


def _buy(sitting: Sitting, answer: str) -> None:
    """Chips for money, between two rounds."""
    amount = answer[3:].strip().removeprefix("$")
    try:
        cents = parse_money(_THOUSANDS.sub("", amount))
        sitting.do("buy_in", amount=dollars(cents))
    except (MoneyError, Refused):
        say("  Write buy and how many dollars, like: buy 100", style="yellow")
        return
    sitting.brought += cents
    say(f"  You buy in for {show_dollars(cents)}.")


def others_bet(sitting: Sitting) -> None:
    """The program's own players stake the fewest wagers that deal them in."""
    bets = main_bets(sitting.submission)
    seats = {one.seat: one for one in sitting.view.public.seats}
    for seat, name in sitting.others.items():
        if not bets or sitting.box(seat) is not None:
            continue
        if seats[seat].chips < FEW * sum(bets.values()):
            sitting.do("buy_in", name, amount=dollars(min(MANY * sum(bets.values()), MOST)))
        sitting.bet(seat, bets, name)
