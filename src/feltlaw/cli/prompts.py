"""What a player is asked: bets, decisions, settings."""

from __future__ import annotations

from feltlaw.cards import parse_cards
from feltlaw.cli.felt import cards_text, console, explain_round, say
from feltlaw.cli.sitting import YOU, Game, Quit, legal_words
from feltlaw.money import Cents, MoneyError, dollars, parse_money, show_dollars
from feltlaw.practice import usual_bets
from feltlaw.round import Refused
from feltlaw.round.betting import check_box


def your_bets(game: Game, seat: int) -> bool:
    """Asks for one box's wagers until they go together; True where something lies there."""
    last = game.last_bets.get(seat) or usual_bets(game.table.submission, game.chips)
    while True:
        shown = " ".join(f"{wager} {dollars(amount).removesuffix('.00')}" for wager, amount in last.items())
        answer = ask(game, f"Seat {seat}, chips {show_dollars(game.chips)}. Bets [{shown or 'none'}]: ")
        if answer in ("-", "none", "0"):
            return False
        try:
            wanted = last if not answer else _parse_bets(answer)
            _place(game, seat, wanted)
        except (Refused, MoneyError) as problem:
            _take_back(game, seat)
            say(f"  {problem}", style="yellow")
            continue
        game.last_bets[seat] = wanted
        return bool(wanted)


def _parse_bets(text: str) -> dict[str, Cents]:
    words = text.replace("=", " ").replace(",", " ").replace("$", " ").split()
    if len(words) % 2:
        raise MoneyError("Write each wager with its amount, like: ante 10 pair_plus 5")
    return {words[at].lower(): parse_money(words[at + 1]) for at in range(0, len(words), 2)}


def _place(game: Game, seat: int, wanted: dict[str, Cents]) -> None:
    """Places the wagers in an order in which each one's precondition is down."""
    order = list(game.table.submission.regulation.wagers)
    for wager in sorted(wanted, key=lambda one: order.index(one) if one in order else -1):
        game.do("bet", YOU, seat=seat, wager=wager, amount=wanted[wager])
    if wanted:
        check_box(game.table.submission, wanted)


def _take_back(game: Game, seat: int) -> None:
    round_ = game.table.state.round
    for wager in list(round_.stakes.get(seat, {})) if round_ else []:
        game.do("take_back", YOU, seat=seat, wager=wager)


def your_decision(game: Game, seat: int) -> None:
    words = legal_words(game, seat)
    if not words:
        _your_setting(game, seat)
        return
    keys = _keys(words)
    prompt = "  ".join(f"[{key}] {word}" for key, word in keys.items())
    while True:
        answer = ask(game, f"Seat {seat}: {prompt}: ")
        said = keys.get(answer, answer)
        try:
            game.do("decide", YOU, seat=seat, say=said)
            return
        except Refused as refusal:
            say(f"  {refusal}", style="yellow")


def _keys(words: list[str]) -> dict[str, str]:
    """A key for each decision: its number where it has one, else its first letter."""
    found: dict[str, str] = {}
    for word in words:
        key = next((letter for letter in word if letter.isdigit()), word[0])
        found[key if key not in found else word] = word
    return found


def _your_setting(game: Game, seat: int) -> None:
    five = game.table.state.cards_at(f"seat {seat}")
    while True:
        say("  ", cards_text(five))
        answer = ask(game, f"Seat {seat}: three cards for the three-card hand, Enter for the house way: ")
        try:
            game.do("set_hand", YOU, seat=seat, **({"three": answer} if answer else {}))
            break
        except Refused as refusal:
            say(f"  {refusal}", style="yellow")
    said = game.table.state.round.decisions[seat][0] if game.table.state.round else ""
    three = parse_cards(said.removeprefix("set "))
    say("  Set ", cards_text(three), " and ", cards_text([card for card in five if card not in three]))


def ask(game: Game, prompt: str) -> str:
    """One answer; help, explanations and leaving are answered here."""
    while True:
        console().print(prompt, end="", soft_wrap=True)
        answer = input().strip()
        if answer in ("q", "quit"):
            raise Quit
        if answer in ("e", "explain"):
            explain_round(game.last_settlement, game.yours, game.table.submission.regulation)
        elif answer in ("?", "h", "help"):
            _help(game)
        else:
            return answer


def _help(game: Game) -> None:
    wagers = ", ".join(
        wager
        for wager, offered in game.table.submission.wagers.items()
        if offered.wager.stake.kind != "decision"
    )
    say(f'  Bets: name and amount, like "ante 10". Wagers here: {wagers}.')
    say("  Enter repeats your bets, - sits the round out.")
    say("  e explains the last settlement line by line, with the clause behind each.")
    say("  q leaves; a round that is under way is finished first.")
    for offer in game.table.legal("player"):
        if offer.do in ("decide", "set_hand") and offer.who == YOU:
            say(f"  {offer.text} ({', '.join(offer.cite.clauses)})")
            break


def buy_more(game: Game) -> None:
    answer = ask(game, "Buy in for how much? [Enter to leave] ")
    if not answer:
        raise Quit
    try:
        game.do("buy_in", YOU, amount=parse_money(answer))
        game.started += parse_money(answer)
    except (MoneyError, Refused) as problem:
        say(f"  {problem}", style="yellow")
        buy_more(game)
