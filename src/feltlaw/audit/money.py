"""Money counted once more, without asking how it was decided: what lines say, what moved, what lies where."""

from __future__ import annotations

from collections.abc import Iterable

from feltlaw.books import Account, Balances, Move
from feltlaw.event import Event
from feltlaw.link import LinkState, meter_account, moves_of, reserve_account
from feltlaw.money import Cents, show_dollars
from feltlaw.settlement import Line
from feltlaw.table import State

PURSES = ("chips", "held")
"""Where a player's money is at a table."""
ON_LAYOUT = ("felt", "pot")


class Wrong(Exception):
    """Something on record that cannot have happened."""


class Otherwise(Wrong):
    """Something that this program would have written otherwise; one of another version need not have."""


class Unreadable(Wrong):
    """Something that this program cannot follow, because another version wrote it."""


def check_lines(state: State, event: Event) -> int:
    """What lines pay and return is what moved to each player; how many lines there were.

    The lines of a void round say what every wager comes to, whatever part of it had come back before.
    """
    lines: tuple[Line, ...] = getattr(event.data, "lines", ())
    if not lines or event.kind == "void_round":
        return len(lines)
    players = state.played.facts.players
    due: dict[str, Cents] = {}
    for line in lines:
        player = players.get(line.seat)
        if player is None:
            raise Wrong(f"seat {line.seat} has no player in this round, and a line")
        due[player] = due.get(player, 0) + line.paid + line.returned
    moved = received(event.moves)
    for player, cents in due.items():
        if (came := moved.get(player, 0)) != cents:
            raise Wrong(f"its lines give {player} {show_dollars(cents)}, and {show_dollars(came)} moved")
    return len(lines)


def received(moves: Iterable[Move]) -> dict[str, Cents]:
    """By player, what came to him from the layout and the house."""
    found: dict[str, Cents] = {}
    for source, target, cents in moves:
        if target.kind in PURSES and source.kind not in (*PURSES, "cage"):
            found[target.of] = found.get(target.of, 0) + cents
    return found


def check_layout_empty(books: Balances) -> None:
    """When a round is over nothing lies on the layout."""
    left = {account: cents for account, cents in books.items() if account.kind in ON_LAYOUT}
    if left:
        lies = ", ".join(f"{show_dollars(cents)} on {account}" for account, cents in left.items())
        raise Wrong(f"the round is over, and money is left on the layout: {lies}")


def check_meter(state: LinkState) -> None:
    """What a meter shows, its reserve, and what is locked for awards, is what its books hold."""
    for account, cents in state.books.items():
        hit = state.open.get(account.of) if account.kind == "locked" else None
        due = hit.cents - hit.paid_cents if hit else 0
        if account.kind == "locked" and cents != due:
            raise Wrong(f"{show_dollars(cents)} is locked for '{account.of}', and {show_dollars(due)} is due")
    for name, level in state.meter.levels.items():
        for account, shows in ((meter_account(name), level.amount), (reserve_account(name), level.reserve)):
            holds = state.books.get(account, 0)
            if holds != shows:
                raise Wrong(
                    f"the {account.kind} '{name}' shows {show_dollars(shows)}, and its books hold "
                    f"{show_dollars(holds)}"
                )


def check_moves(before: LinkState, event: Event) -> None:
    """The money that an event of a link moved is what its amounts say."""
    if event.moves != moves_of(before, event.data):
        raise Wrong("the money that moved is not what the event's amounts say")


def on_link(books: Balances, link: str) -> Cents:
    """What a table's books say it has put on a link and its reserve, less what came off."""
    return sum(
        cents
        for account, cents in books.items()
        if account.of == link and account.kind in ("link", "reserve_of")
    )


def owed_to(state: State, link: LinkState) -> Cents:
    """What a table has taken off a link that did not answer, and the link does not know yet."""
    contributions = sum(
        sum(one.cents.values()) + sum(one.reserve.values())
        for one in state.owed_to_links
        if one.link == link.id
    )
    shares = {hit.id for hit in link.open.values() if hit.level}
    paid = sum(one.paid_cents or 0 for one in state.untold if one.link == link.id and one.hit in shares)
    return contributions + paid - sum(one.back_cents for one in state.owed_hits if one.link == link.id)


def from_table(link: LinkState, table: str) -> Cents:
    """What a link's books say a table has put on it, less what it was paid."""
    return -link.books.get(Account("table", table), 0)
