"""What a player is asked, and how an answer is understood: keys, help, hints, decisions, settings."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from feltlaw.cards import Card, CardError, parse_cards, show
from feltlaw.cli.posted import show_tables
from feltlaw.cli.screen import cards_text, joined, question, say, show_said, typed_by_hand
from feltlaw.cli.sitting import Quit, Sitting
from feltlaw.money import Cents, dollars, show_dollars
from feltlaw.practice import decisions_for, example_bets, spoken
from feltlaw.ranking import PointCount, Split
from feltlaw.refusal import Refused
from feltlaw.regulation.model import Decision
from feltlaw.round.setting import points_ranking
from feltlaw.submission.findings import plain
from feltlaw.telling.names import seat_name
from feltlaw.telling.posted import qualifying
from feltlaw.telling.reasons import explained
from feltlaw.telling.said import faces, said
from feltlaw.telling.table import lying, refusal_words
from feltlaw.telling.teaching import act_words, hint_words, how_it_goes, mistake, price, setting_of
from feltlaw.views.parts import BoxView, HandView

LONGEST = 200
"""No answer is longer."""
_HELP = {"?", "help"}
_HINT = {"h", "hint"}
_QUIT = {"q", "quit", "exit", "bye"}
_EXPLAIN = {"e", "explain", "why"}

_KEYS = (
    "  Bets: names, or how they begin, and amounts{example}, or the main amount alone; Enter takes the "
    "brackets, - sits out, buy 100 buys chips between rounds. h hints at the best decision; e explains your "
    "last round by its clauses, e all everybody's; ? {wager} shows one wager; q leaves."
)


def ask(sitting: Sitting, text: str, seat: int = 0) -> str:
    """One answer; help, hints, explanations and leaving are answered here. `seat` has a decision to make."""
    while True:
        try:
            answer = _read(sitting, text)
        except (EOFError, KeyboardInterrupt) as ended:
            say("")
            _wants_to_leave(sitting, for_good=isinstance(ended, EOFError) and not typed_by_hand())
            continue
        first, _, rest = answer.lower().partition(" ")
        if first in _QUIT:
            _wants_to_leave(sitting)
        elif first in _EXPLAIN:
            _explain(sitting, everybody=rest.strip() == "all")
        elif first in _HINT:
            _hint(sitting, seat)
        elif first == "buy" and sitting.in_round:
            say("  You can buy chips between two rounds, not in the middle of one.", style="yellow")
        elif first in _HELP or first.startswith("?"):
            _help(sitting, f"{first.removeprefix('?') if first not in _HELP else ''} {rest}".strip())
        else:
            return answer


def _read(sitting: Sitting, text: str) -> str:
    if sitting.leaving:
        sitting.leaving = False
        raise KeyboardInterrupt
    sitting.asking = True
    try:
        answer = question(text)[:LONGEST].strip()
    finally:
        sitting.asking = False
    if not typed_by_hand():
        say(plain(answer))
    return answer


def _wants_to_leave(sitting: Sitting, *, for_good: bool = False) -> None:
    """Between rounds one may go; in the middle of one it is said first what becomes of the hand."""
    if not sitting.in_round:
        raise Quit
    if for_good:
        say("  There is no more input: the program plays your hand to the end, and you leave.", style="bold")
        raise Quit(play_out=True)
    sets = any(decision.sets for decision in sitting.submission.regulation.decisions)
    lost = "a hand you have not set is set the house way" if sets else "what you have not decided is a fold"
    offer = next((one for one in sitting.view.own.legal if one.do == "leave"), None)
    law = ", ".join(dict.fromkeys([*(offer.clauses if offer else ()), "I-09"]))
    say(
        f"  The round is not over, and {show_dollars(sitting.on_felt)} of yours is on the felt.", style="bold"
    )
    say("    [p] the program plays your hand to the end, then you leave")
    say(f"    [l] leave now: {lost}, and what you win is kept for you ({law})")
    say("    [Enter] stay")
    while True:
        try:
            answer = _read(sitting, "Leave? ").lower()
        except (EOFError, KeyboardInterrupt):
            say("")
            raise Quit(play_out=True) from None
        if answer in ("p", "play"):
            raise Quit(play_out=True)
        if answer in ("l", "leave"):
            raise Quit
        if answer in ("", "s", "stay", "n", "no"):
            sitting.pace = sitting.usual_pace
            return
        say("  p, l or Enter.")


def _explain(sitting: Sitting, *, everybody: bool) -> None:
    """Lines of the last round as sentences with their clauses."""
    lines = [line for line in sitting.last_lines if line.seat in sitting.yours or everybody]
    if not lines:
        say("  There is nothing to explain yet.")
    for line in lines:
        say(f"  {explained(line, sitting.submission)}")


def _hint(sitting: Sitting, seat: int) -> None:
    """What each decision is worth with this hand, where one is to be made and the game is worked out."""
    box = sitting.box(seat) if seat else None
    if box is None:
        say("  There is a hint when you have a decision to make.")
        return
    values = sitting.adviser.values(sitting.view, seat)
    if values is None:
        say("  Nobody has worked this game out yet.")
        return
    for sentence in hint_words(sitting.submission, values, box):
        say(f"  {sentence}")


def _help(sitting: Sitting, about: str) -> None:
    """How a round goes, the paytables and the keys, or one wager's table alone."""
    submission = sitting.submission
    if about:
        if not show_tables(submission, sitting.players, about):
            there = ", ".join(offered.wager.title for offered in submission.wagers.values())
            say(f"  There is no wager of that name here; there are {there}.")
        return
    show_tables(submission, sitting.players)
    for text in (*how_it_goes(submission), *qualifying(submission.regulation)):
        say(f"  {text}")
    now = next((one for one in sitting.view.own.legal if one.do in ("decide", "set_hand")), None)
    if now is not None:
        say(f"  Now: {now.text} ({', '.join(now.clauses)})")
    names = {wager: offered.wager.title.lower() for wager, offered in submission.wagers.items()}
    bets = example_bets(submission, alone=sitting.alone)
    example = bets_text({names[wager]: amount for wager, amount in bets.items()})
    say(_KEYS.format(example=f', "{example}"' if example else "", wager=next(iter(names.values()))))


def bets_text(bets: dict[str, Cents]) -> str:
    """Wagers as one would type them."""
    return " ".join(f"{wager} {dollars(amount).removesuffix('.00')}" for wager, amount in bets.items())


# ── decisions ──


def your_decision(sitting: Sitting, seat: int) -> None:
    """Asks until a decision is made."""
    box = sitting.box(seat)
    assert box is not None, "who decides has a box"
    decision = sitting.submission.regulation.decisions[len(box.acts)]
    hand = _your_hand(sitting, seat)
    if decision.sets:
        _your_setting(sitting, hand)
        return
    _show_yours(sitting, hand)
    words = [spoken(sitting.submission, one) for one in decisions_for(sitting.view, seat)]
    choices = _choices(decision, words, box)
    values = sitting.adviser.values(sitting.view, seat)
    warned = ""
    for act in decision.acts:
        if len([one for one in decision.acts if one.leaves]) > 1 and act.leaves and act.say in words:
            say(f"    {act.say}: {act_words(sitting.submission, act, box)}")
    while True:
        answer = ask(sitting, f"Seat {seat}: {choices}: ", seat)
        meant = understood(answer, [act.say for act in decision.acts])
        if len(meant) != 1:
            why = "That could be" if meant else "Your hand waits for one of"
            say(f"  {why}: {', '.join(meant or words)}.", style="yellow")
            continue
        act = next(one for one in decision.acts if one.say == meant[0])
        wrong = mistake(sitting.submission, values, box, act.say, words)
        if wrong is not None and wrong.grave and act.leaves and warned != act.say:
            say(f"  {wrong.warning}", style="yellow")
            warned = act.say
            continue
        try:
            sitting.do("decide", seat=seat, act=act.word, times=act.play)
            sitting.judge(wrong)
            return
        except Refused as refusal:
            say(f"  {refusal_words(refusal)}", style="yellow")


def _your_hand(sitting: Sitting, seat: int) -> HandView:
    you = sitting.view.own.you
    return next(one for one in (you.hands if you is not None else ()) if one.seat == seat)


def _show_yours(sitting: Sitting, hand: HandView) -> None:
    """Your cards again, where the board has changed or you have several hands."""
    places = sitting.round.places if sitting.round is not None else ()
    board = next((place for place in places if place.group == "community" and place.up), None)
    name = seat_name(hand.seat, sitting.yours)
    words = f"  {hand.hand}" if hand.hand else ""
    if board is not None:
        show_said(said(f"{name}: ", faces(hand.cards), " with ", *lying(board), words))
    elif len(sitting.yours) > 1:
        show_said(said(f"{name}: ", faces(hand.cards), words))


def _choices(decision: Decision, words: Sequence[str], box: BoxView) -> str:
    """Every decision with its key and its price."""
    prices = {act.say: price(act, decision, box) for act in decision.acts}
    keys = {word: key for key, word in keys_of(words).items()}
    return "  ".join(
        f"[{keys[word]}] {word}" + (f" {show_dollars(prices[word])}" if prices[word] else "")
        for word in words
    )


def keys_of(words: Sequence[str]) -> dict[str, str]:
    """A key for each decision: its number where it has one, else its first letter."""
    found: dict[str, str] = {}
    for word in words:
        key = next((letter for letter in word if letter.isdigit()), word[0])
        found[key if key not in found else word] = word
    return found


def understood(answer: str, words: Sequence[str]) -> list[str]:
    """The decisions an answer may mean: one where it is clear, none where it says nothing."""
    typed = "".join(answer.lower().split())
    if not typed:
        return []
    bare = {word: "".join(word.split()) for word in words}
    exact = [word for word, letters in bare.items() if typed in (letters, letters.removesuffix("x"))]
    keyed = [word for key, word in keys_of(words).items() if typed in (key, f"{key}x")]
    return exact or keyed or [word for word, letters in bare.items() if letters.startswith(typed)]


# ── settings ──


def _your_setting(sitting: Sitting, hand: HandView) -> None:
    five, seat = hand.cards, hand.seat
    ranking = points_ranking(sitting.submission.regulation)
    assert ranking is not None, "only a game that sets hands asks for a setting"
    say(f"  {seat_name(seat, sitting.yours)}: ", *_numbered(five))
    house = ranking.house_way(five)
    box, values = sitting.box(seat), sitting.adviser.values(sitting.view, seat)
    say("  The house way: ", cards_text(house.three), " and ", cards_text(house.two), _about(ranking, house))
    places = " ".join(str(five.index(card) + 1) for card in house.three)
    while True:
        answer = ask(
            sitting, f"Seat {seat}: three cards ({show(house.three)}, or {places}), Enter: house way: ", seat
        )
        three = _three(answer, five)
        if answer and not three:
            say(
                f"  Name three of your cards: {show(house.three)}, or their places: {places}.", style="yellow"
            )
            continue
        try:
            sitting.do("set_hand", seat=seat, cards=[str(card) for card in three])
            break
        except Refused as refusal:
            say(f"  {refusal_words(refusal)}", style="yellow")
    chosen = ranking.split(five, three) if three else house
    if box is not None and values is not None:
        set_so = setting_of(values, chosen.three)
        sitting.judge(mistake(sitting.submission, values, box, set_so, values.actions))
    say("  You set ", cards_text(chosen.three), " and ", cards_text(chosen.two), _about(ranking, chosen))


def _numbered(five: Sequence[Card]) -> list[Text]:
    return [joined(f"{'  ' * (at > 1)}{at} ", cards_text([card])) for at, card in enumerate(five, 1)]


def _about(ranking: PointCount, split: Split) -> str:
    totals = ", ".join(str(total) for total in sorted(ranking.qualifying & ranking.totals(split.three)))
    three = f"qualifies with {totals}" if split.qualifies else "does not qualify"
    return f"  {three}, Point Count {split.points}"


def _three(answer: str, five: Sequence[Card]) -> tuple[Card, ...]:
    """Three of the cards by their names or by their places, `1 2 3`; none where it is something else."""
    digits = answer.replace(",", " ").replace(" ", "")
    known = {str(at): card for at, card in enumerate(five, 1)}
    if len(digits) == 3 == len(set(digits)) and set(digits) <= set(known):
        return tuple(known[digit] for digit in digits)
    try:
        cards = parse_cards(answer)
    except CardError:
        return ()
    return cards if len(cards) == 3 and set(cards) <= set(five) else ()
