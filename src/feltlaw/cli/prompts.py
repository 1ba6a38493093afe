"""What a player is asked, and how an answer is understood: keys, help, decisions, settings."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from feltlaw.cards import Card, CardError, parse_cards, show
from feltlaw.cli.layout import board_text, explain_lines, hand_words
from feltlaw.cli.posted import qualifying, show_tables
from feltlaw.cli.screen import cards_text, joined, prompt, read_line, say, typed_by_hand, upper_first
from feltlaw.cli.sitting import YOU, Game, Quit, legal_words
from feltlaw.money import Cents, dollars, show_dollars
from feltlaw.practice import example_bets
from feltlaw.ranking import PointCount, Split
from feltlaw.regulation.model import Decision
from feltlaw.round import Refused
from feltlaw.round.deciding import play_amounts, points_ranking
from feltlaw.submission.findings import plain
from feltlaw.table.turns import waiting

LONGEST = 200
"""No answer is longer."""
_HELP = {"?", "h", "help"}
_QUIT = {"q", "quit", "exit", "bye"}
_EXPLAIN = {"e", "explain", "why"}

_KEYS = (
    "  Bets: names, or how they begin, and amounts{example}, or the main amount alone; Enter takes the "
    "brackets, - sits out, buy 100 buys chips between rounds. e explains your last round by its clauses, "
    "e all everybody's; ? {wager} shows one wager; q leaves."
)


def ask(game: Game, question: str) -> str:
    """One answer; help, explanations and leaving are answered here."""
    while True:
        try:
            answer = _read(game, question)
        except (EOFError, KeyboardInterrupt) as ended:
            say("")
            _wants_to_leave(game, for_good=isinstance(ended, EOFError) and not typed_by_hand())
            continue
        first, _, rest = answer.lower().partition(" ")
        if first in _QUIT:
            _wants_to_leave(game)
        elif first in _EXPLAIN:
            lines = [line for line in game.last_lines if line.seat in game.yours or rest.strip() == "all"]
            explain_lines(lines, game.table.state)
        elif first == "buy" and game.in_round:
            say("  You can buy chips between two rounds, not in the middle of one.", style="yellow")
        elif first in _HELP or first.startswith("?"):
            _help(game, f"{first.removeprefix('?') if first not in _HELP else ''} {rest}".strip())
        else:
            return answer


def _read(game: Game, question: str) -> str:
    if game.leaving:
        game.leaving = False
        raise KeyboardInterrupt
    prompt(question)
    game.asking = True
    try:
        answer = read_line()[:LONGEST].strip()
    finally:
        game.asking = False
    if not typed_by_hand():
        say(plain(answer))
    return answer


def _wants_to_leave(game: Game, *, for_good: bool = False) -> None:
    """Between rounds one may go; in the middle of one it is said first what becomes of the hand."""
    if not game.in_round:
        raise Quit
    if for_good:
        say("  There is no more input: the program plays your hand to the end, and you leave.", style="bold")
        raise Quit(play_out=True)
    sets = points_ranking(game.table.submission.regulation) is not None
    lost = "a hand you have not set is set the house way" if sets else "what you have not decided is a fold"
    offers = [offer for offer in game.table.legal("player") if (offer.do, offer.who) == ("leave", YOU)]
    law = ", ".join([*(offers[0].cite.clauses if offers else ()), "I-09"])
    say(f"  The round is not over, and {show_dollars(game.on_felt)} of yours is on the felt.", style="bold")
    say("    [p] the program plays your hand to the end, then you leave")
    say(f"    [l] leave now: {lost}, and what you win is kept for you ({law})")
    say("    [Enter] stay")
    while True:
        try:
            answer = _read(game, "Leave? ").lower()
        except (EOFError, KeyboardInterrupt):
            say("")
            raise Quit(play_out=True) from None
        if answer in ("p", "play"):
            raise Quit(play_out=True)
        if answer in ("l", "leave"):
            raise Quit
        if answer in ("", "s", "stay", "n", "no"):
            game.pace = game.usual_pace
            return
        say("  p, l or Enter.")


def refusal_text(refusal: Refused) -> str:
    clauses = f" ({', '.join(refusal.clauses)})" if refusal.clauses else ""
    return upper_first(f"{refusal}{clauses}")


def _help(game: Game, about: str) -> None:
    """The paytables and the keys, or one wager's table alone."""
    submission = game.table.submission
    round_ = game.table.state.round
    players = len(round_.stakes) if game.in_round and round_ else len(game.yours) + len(game.others)
    if about:
        if not show_tables(submission, players, about):
            there = ", ".join(offered.wager.title for offered in submission.wagers.values())
            say(f"  There is no wager of that name here; there are {there}.")
        return
    show_tables(submission, players)
    for text in qualifying(submission.regulation):
        say(f"  {text}")
    for offer in game.table.legal("player"):
        if offer.do in ("decide", "set_hand") and offer.who == YOU:
            say(f"  Now: {offer.text} ({offer.cite})")
            break
    names = {wager: offered.wager.title.lower() for wager, offered in submission.wagers.items()}
    bets = example_bets(submission, alone=game.alone)
    example = bets_text({names[wager]: amount for wager, amount in bets.items()})
    say(_KEYS.format(example=f', "{example}"' if example else "", wager=next(iter(names.values()))))


def bets_text(bets: dict[str, Cents]) -> str:
    """Wagers as one would type them."""
    return " ".join(f"{wager} {dollars(amount).removesuffix('.00')}" for wager, amount in bets.items())


# ── decisions ──


def your_decision(game: Game, seat: int) -> None:
    """Asks until a decision is made."""
    found = waiting(game.table.state)
    assert found is not None
    decision = found[0]
    if any(act.sets for act in decision.acts):
        _your_setting(game, seat)
        return
    _show_yours(game, seat)
    words = legal_words(game, seat)
    choices = _choices(game, decision, words, seat)
    while True:
        answer = ask(game, f"Seat {seat}: {choices}: ")
        meant = understood(answer, [act.say for act in decision.acts])
        if len(meant) != 1:
            why = "That could be" if meant else "Your hand waits for one of"
            say(f"  {why}: {', '.join(meant or words)}.", style="yellow")
            continue
        try:
            game.do("decide", YOU, seat=seat, say=meant[0])
            return
        except Refused as refusal:
            say(f"  {refusal_text(refusal)}", style="yellow")


def _show_yours(game: Game, seat: int) -> None:
    state = game.table.state
    cards = state.cards_at(f"seat {seat}")
    if state.round is not None and state.round.community_up:
        say(f"  {game.narrator.seat(seat)}: ", cards_text(cards), " with ", board_text(state))
    elif len(game.yours) > 1:
        say(f"  {game.narrator.seat(seat)}: ", cards_text(cards), hand_words(state, cards))


def _choices(game: Game, decision: Decision, words: Sequence[str], seat: int) -> str:
    """Every decision with its key and its price."""
    assert game.table.state.round is not None
    amounts = play_amounts(decision, game.table.state.round.stakes[seat])
    keys = {word: key for key, word in keys_of(words).items()}
    return "  ".join(
        f"[{keys[word]}] {word}" + (f" {show_dollars(amounts[word])}" if word in amounts else "")
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
    said = "".join(answer.lower().split())
    if not said:
        return []
    bare = {word: "".join(word.split()) for word in words}
    exact = [word for word, letters in bare.items() if said in (letters, letters.removesuffix("x"))]
    keyed = [word for key, word in keys_of(words).items() if said in (key, f"{key}x")]
    return exact or keyed or [word for word, letters in bare.items() if letters.startswith(said)]


# ── settings ──


def _your_setting(game: Game, seat: int) -> None:
    five = game.table.state.cards_at(f"seat {seat}")
    ranking = points_ranking(game.table.submission.regulation)
    assert ranking is not None
    say(f"  {game.narrator.seat(seat)}: ", *_numbered(five))
    house = ranking.house_way(five)
    say("  The house way: ", cards_text(house.three), " and ", cards_text(house.two), _about(ranking, house))
    while True:
        answer = ask(game, f"Seat {seat}: three cards ({show(house.three)}, or 1 2 3), Enter: house way: ")
        three = _three(answer, five)
        if answer and not three:
            say(f"  Name three of your cards: {show(house.three)}, or their places: 1 2 3.", style="yellow")
            continue
        try:
            game.do("set_hand", YOU, seat=seat, **({"three": three} if answer else {}))
            break
        except Refused as refusal:
            say(f"  {refusal_text(refusal)}", style="yellow")
    said = game.table.state.round.decisions[seat][0] if game.table.state.round else ""
    chosen = ranking.split(five, parse_cards(said.removeprefix("set ")))
    say("  You set ", cards_text(chosen.three), " and ", cards_text(chosen.two), _about(ranking, chosen))


def _numbered(five: Sequence[Card]) -> list[Text]:
    return [joined(f"{'  ' * (at > 1)}{at} ", cards_text([card])) for at, card in enumerate(five, 1)]


def _about(ranking: PointCount, split: Split) -> str:
    totals = ", ".join(str(total) for total in sorted(ranking.qualifying & ranking.totals(split.three)))
    three = f"qualifies with {totals}" if split.qualifies else "does not qualify"
    return f"  {three}, Point Count {split.points}"


def _three(answer: str, five: Sequence[Card]) -> str:
    """Three of the cards by their names or by their places, `1 2 3`; empty where it is something else."""
    digits = answer.replace(",", " ").replace(" ", "")
    known = {str(at): card for at, card in enumerate(five, 1)}
    if len(digits) == 3 == len(set(digits)) and set(digits) <= set(known):
        return show(known[digit] for digit in digits)
    try:
        cards = parse_cards(answer)
    except CardError:
        return ""
    return show(cards) if len(cards) == 3 and set(cards) <= set(five) else ""
