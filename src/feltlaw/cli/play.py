"""`feltlaw play`: a whole table in the terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from feltlaw.cards import parse_cards
from feltlaw.cli.errors import refused, unreadable
from feltlaw.cli.felt import cards_text, console, explain_round, narrate, rule, say, show_bets, show_deal
from feltlaw.cli.files import read_submission_data
from feltlaw.log import LogError, LogWriter
from feltlaw.log.writer import create_log
from feltlaw.money import Cents, MoneyError, dollars, parse_money, show_dollars
from feltlaw.practice import Crew, usual_bets, usual_decision
from feltlaw.regulation import load, regulation_ids
from feltlaw.round import Refused
from feltlaw.shuffle import SeededSource, SystemSource
from feltlaw.submission import Submission, SubmissionError, new_submission, read_toml
from feltlaw.table import Event, Person, Table
from feltlaw.table.play import waiting

YOU = "You"
PACES = {"slow": 900, "normal": 350, "fast": 0}
"""Milliseconds between two things the crew does."""


class _Quit(Exception):
    """The player wants to go."""


@dataclass
class Game:
    """One sitting."""

    table: Table
    crew: Crew
    log: LogWriter
    clock: Callable[[], int]
    yours: list[int]
    others: dict[int, str]
    pace: int
    last_bets: dict[int, dict[str, Cents]] = field(default_factory=dict)
    started: Cents = 0
    played: int = 0

    def do(self, do: str, name: str, **data: object) -> None:
        """A player's command."""
        self._tell(self.log.do(self.table, do, Person("player", name), self.clock(), **data))

    def _tell(self, events: tuple[Event, ...]) -> None:
        narrate(self.table.state, events, self.yours)
        if self.pace and any(event.kind not in ("deal", "bet", "sit", "buy_in") for event in events):
            time.sleep(self.pace / 1000)

    def crew_runs(self) -> None:
        """The crew goes on until somebody must act."""
        for events in self.crew.run():
            self._tell(events)

    def close(self) -> None:
        self._tell(self.crew.close_betting())

    @property
    def chips(self) -> Cents:
        return self.table.state.players[YOU].chips


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
    game = _open(submission, path, yours=yours, others=others, money=money, seed=seed, pace=PACES[pace])
    try:
        _welcome(game, path, seed)
        _play(game, rounds)
    except (_Quit, EOFError, KeyboardInterrupt):
        _finish(game)
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
            raise unreadable("no game was chosen; name one: feltlaw play PA-649a") from None
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
    most = submission.regulation.seats.most
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


def _open(
    submission: Submission,
    path: Path,
    *,
    yours: list[int],
    others: int,
    money: Cents,
    seed: int | None,
    pace: int,
) -> Game:
    source = SystemSource() if seed is None else SeededSource(seed)
    start = int(time.time())
    table = Table(submission)
    try:
        log = create_log(path, submission, source=source, at=start)
    except (OSError, LogError) as error:
        raise unreadable(
            f"the record cannot be written to '{path}': {getattr(error, 'strerror', None) or error}"
        ) from None
    ticks = iter(range(start, start + 10**9))

    def clock() -> int:
        return next(ticks) if seed is not None else max(int(time.time()), table.state.now)

    game = Game(table, Crew(table, log, clock), log, clock, yours, {}, pace)
    try:
        for seat in yours:
            game.do("sit", YOU, seat=seat)
    except Refused as refusal:
        log.close()
        path.unlink(missing_ok=True)
        raise refused(f"{refusal} ({', '.join(refusal.clauses)})") from None
    game.do("buy_in", YOU, amount=money)
    game.started = money
    free = [seat for seat in range(1, submission.regulation.seats.most + 1) if seat not in yours]
    for seat in free[: max(0, min(others, len(free)))]:
        game.others[seat] = f"Seat {seat}"
        game.do("sit", game.others[seat], seat=seat)
        game.do("buy_in", game.others[seat], amount=max(100_00, 60 * submission.limits.minimum))
    return game


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
            _buy_more(game)


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
        placed |= _your_bets(game, seat)
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


def _your_bets(game: Game, seat: int) -> bool:
    """Asks for one box's wagers until they go together; True where something lies there."""
    last = game.last_bets.get(seat) or usual_bets(game.table.submission, game.chips)
    while True:
        shown = " ".join(f"{wager} {dollars(amount).removesuffix('.00')}" for wager, amount in last.items())
        answer = _ask(game, f"Seat {seat}, chips {show_dollars(game.chips)}. Bets [{shown or 'none'}]: ")
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
    from feltlaw.round.betting import check_box

    if wanted:
        check_box(game.table.submission, wanted)


def _take_back(game: Game, seat: int) -> None:
    round_ = game.table.state.round
    for wager in list(round_.stakes.get(seat, {})) if round_ else []:
        game.do("take_back", YOU, seat=seat, wager=wager)


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
            _your_decision(game, seat)
        else:
            _their_decision(game, seat)


def _legal_words(game: Game, seat: int) -> list[str]:
    return [
        offer.data["say"]
        for offer in game.table.legal("player")
        if offer.do == "decide" and offer.data["seat"] == seat
    ]


def _their_decision(game: Game, seat: int) -> None:
    state = game.table.state
    assert state.round is not None
    name = state.round.players[seat]
    words = _legal_words(game, seat)
    if not words:
        game.do("set_hand", name, seat=seat)
        return
    up = state.cards_at("community")[: state.round.community_up]
    said = usual_decision(state.submission, state.cards_at(f"seat {seat}"), up, words)
    game.do("decide", name, seat=seat, say=said if said in words else words[-1])


def _your_decision(game: Game, seat: int) -> None:
    words = _legal_words(game, seat)
    if not words:
        _your_setting(game, seat)
        return
    keys = _keys(words)
    prompt = "  ".join(f"[{key}] {word}" for key, word in keys.items())
    while True:
        answer = _ask(game, f"Seat {seat}: {prompt}: ")
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
        answer = _ask(game, f"Seat {seat}: three cards for the three-card hand, Enter for the house way: ")
        try:
            game.do("set_hand", YOU, seat=seat, **({"three": answer} if answer else {}))
            break
        except Refused as refusal:
            say(f"  {refusal}", style="yellow")
    said = game.table.state.round.decisions[seat][0] if game.table.state.round else ""
    three = parse_cards(said.removeprefix("set "))
    say("  Set ", cards_text(three), " and ", cards_text([card for card in five if card not in three]))


def _ask(game: Game, prompt: str) -> str:
    """One answer; help, explanations and leaving are answered here."""
    while True:
        console().print(prompt, end="", soft_wrap=True)
        answer = input().strip()
        if answer in ("q", "quit"):
            raise _Quit
        if answer in ("e", "explain"):
            explain_round(game.table.state, game.yours, game.table.submission.regulation)
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


def _buy_more(game: Game) -> None:
    answer = _ask(game, "Buy in for how much? [Enter to leave] ")
    if not answer:
        raise _Quit
    try:
        game.do("buy_in", YOU, amount=parse_money(answer))
        game.started += parse_money(answer)
    except (MoneyError, Refused) as problem:
        say(f"  {problem}", style="yellow")
        _buy_more(game)


def _finish(game: Game) -> None:
    """Leaves the table in order: wagers not locked come back, a locked round is played out without you."""
    say("")
    game.pace = 0
    state = game.table.state
    if state.phase == "betting":
        for seat, name in (
            (s, n) for s, n in (state.round.players.items() if state.round else ()) if n == YOU
        ):
            for wager in list(game.table.state.round.stakes.get(seat, {})) if game.table.state.round else []:
                game.do("take_back", name, seat=seat, wager=wager)
    game.do("leave", YOU)
    while game.table.state.phase not in ("closed", "opening", "shuffling", "betting", "idle"):
        game.crew_runs()
        found = waiting(game.table.state)
        if found is None:
            break
        _their_decision(game, found[1][0])


def _goodbye(game: Game, path: Path) -> None:
    player = game.table.state.players[YOU]
    total = player.chips + player.held
    net = total - game.started
    sign = f"+{show_dollars(net)}" if net > 0 else show_dollars(net)
    say(
        f"You leave with {show_dollars(total)} after {game.played} round{'' if game.played == 1 else 's'} ({sign})."
    )
    say(f"Check the record: feltlaw audit verify {path}")
