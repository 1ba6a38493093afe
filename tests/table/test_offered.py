"""What is offered to a person is accepted from him, and nothing else is: at every moment of eventful rounds.

Offers and refusals are worked out apart in the program, so each is the measure of the other: commands with
every seat, deck, player and wager that they could name are tried by everybody whose role it is. Other roles
are tried in `test_table_actors`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from feltlaw.register import clauses
from feltlaw.round import Refused
from feltlaw.table import RULES, Command, Moment, Person, decide, legal
from tests.support.chapters import COMMANDS
from tests.support.driver import CREW, DEALER, REGULATIONS, SPECIAL, Driver, drive, main_bets
from tests.support.driver import PEOPLE as OWN
from tests.support.parts import lines

NEWCOMER = Person("player", "newcomer")
PLAYERS = ("p1", "p3", "p5", NEWCOMER.account)
PEOPLE = (
    *(Person("player", name) for name in PLAYERS),
    *CREW.values(),
    Person("player", DEALER.account),
    Person("floorperson", "p1"),
)
"""Those who play and work here, and two who do both."""
SEATS = (1, 2, 3, 5, 6)
ACTS = (("check", 0), ("play", 1), ("play", 2), ("play", 3), ("fold", 0), ("surrender", 0))
ALONE = (
    "order_shuffle", "recut", "place_cards", "hold_cards", "no_more_bets", "deal", "remove_stub", "rack_stub",
    "reveal_dealer", "reveal_community", "collect_losers", "pay_winners", "settle_rest", "release_cards",
    "rack_cards", "end_game", "close_table", "deliver_dealer_stack", "idle_spread", "idle_wash",
)  # fmt: skip
BY_DECK = ("inspect", "verify_inspection", "spread", "wash", "change_deck", "shuffle")
BY_SEAT = (
    "sit", "leave", "ready", "return_wagers", "turn_up_player", "reveal_fourth", "settle_player",
    "rule_communication", "set_hand",
)  # fmt: skip
FREE = ("buy_in", "cash_out", "confirm", "withdraw", "correct", "record_exposed_card", "report")
"""What depends on more than the moment: money one has, requests, what somebody saw."""
BY_WAGER = ("verify_win", "validate")
AWARDS: dict[str, dict[str, int]] = {
    "PA-649a": {"three_card_progressive": 100, "five_card_progressive": 100},
    "MA-TCP": {"three_card_progressive": 100},
    "PA-679a": {"pair_bonus": 500},
    "PA-669a": {"three_card_progressive": 100},
    "PA-680a": {"pot": 500},
}


def tried(wagers: list[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Commands with everything that their data could say here."""
    yield from ((do, {}) for do in (*ALONE, "come_back"))
    yield from ((do, {"deck": deck}) for do in BY_DECK for deck in (0, 1))
    yield from (("record_departure", {"player": name}) for name in PLAYERS)
    for seat in SEATS:
        yield from ((do, {"seat": seat}) for do in BY_SEAT)
        yield from ((do, {"seat": seat, "wager": one}) for do in BY_WAGER for one in wagers)
        yield from (("decide", {"seat": seat, "act": act, "times": times}) for act, times in ACTS)
        yield from (("rule_departed", {"seat": seat, "ruling": one}) for one in ("left", "abandoned"))


class Watched:
    """A table at which everybody tries everything whenever something else may be done than before."""

    def __init__(self, table: Driver) -> None:
        self.table, self.seen = table, set[object]()
        self.once: dict[str, Any] = {}
        """The last data with which each thing was offered."""
        wagers = list(AWARDS[table.state.submission.regulation.id])
        self.tried = [(do, RULES[do].command(**given)) for do, given in tried(wagers)]

    def look(self) -> None:
        state = self.table.state
        now = (state.phase, *((one.do, repr(one.data), one.who) for one in legal(state)))
        if now in self.seen:
            return
        self.seen.add(now)
        if state.phase in ("settling", "racking"):
            next_ = [(one.do, one.data) for one in legal(state) if one.do not in (*OWN, *SPECIAL)]
            assert len(next_) == 1, "one thing comes after the other"
        for person in PEOPLE:
            offered: dict[str, list[Any]] = {}
            for one in legal(state, person.role, person.account):
                offered.setdefault(one.do, []).append(one.data)
            self.once |= {do: some[-1] for do, some in offered.items()}
            for do, data in self.tried:
                if person.role in COMMANDS[do]:
                    may = data in offered.get(do, ())
                    assert self.accepts(person, do, data) == may, (state.phase, person, do, data)
            for do, some in offered.items():
                for data in some if do not in FREE else ():
                    assert self.accepts(person, do, data), (state.phase, person, do, data)
            for do, data in self.once.items():
                if do not in offered and person.role in COMMANDS[do] and do not in FREE:
                    assert not self.accepts(person, do, data), (state.phase, person, do, data)

    def accepts(self, person: Person, do: str, data: Any) -> bool:
        shuffled = self.table._order() if do == "shuffle" else None
        moment = Moment(self.table.state.now, person, shuffled, {}, self.table.desk.reached())
        try:
            decide(self.table.state, Command(do, person, data), moment)
        except Refused as refused:
            assert refused.what and refused.legal and refused.clauses, (do, data)
            return False
        return True

    def until(self, *phases: str, rounds: int = 1) -> None:
        """Goes on and looks at every step."""
        for _ in range(200):
            self.look()
            if self.table.state.phase in phases or self.table.state.rounds == rounds:
                return
            self.table.take(self.table.next())
        raise AssertionError(f"never came to {phases}")

    def do(self, do: str, by: Person, **data: Any) -> None:
        self.table.do(do, by, **data)
        self.look()


def marked() -> list[Any]:
    """All paragraphs of steps that are somebody's command, and of staying and leaving."""
    found = []
    for name in REGULATIONS:
        cited = [
            clause
            for line in lines(name)
            if line.do in {*COMMANDS, "stay_seated", "abandon", "own_hand", "deal_hands", "deal_community"}
            for clause in line.clauses
            if clause in clauses()
        ]
        found.append(pytest.param(name, id=name, marks=pytest.mark.clause(*dict.fromkeys(cited))))
    return found


HANDS = {"seat 3": "As Ks Qs", "seat 1": "9d 4c 2h"}
P1, P3, P5 = (Person("player", f"p{seat}") for seat in (1, 3, 5))


@pytest.mark.parametrize("regulation", marked())
def test_only_what_is_offered_is_accepted(regulation: str) -> None:
    """A player in two boxes where there may be two, one who wins what is validated, one who leaves, comes
    back and leaves again; then everybody goes, and somebody comes."""
    awards = AWARDS[regulation]
    boxes = 1 if regulation == "PA-669a" else 2
    table = drive(regulation, wagers={name: {} for name in awards}, limits={"adjacent_boxes": boxes})
    watched = Watched(table)
    table.sit(1, 3, 5)
    if boxes == 2:
        watched.do("sit", P1, seat=2)
    bets = {seat: main_bets(regulation) for seat in (1, 2, 3, 5) if seat != 2 or boxes == 2}
    bets[3] = {**bets[3], **awards}
    if regulation == "PA-680a":
        bets = {seat: {**one, **awards} for seat, one in bets.items()}
    table.planned, table.wanted = bets, HANDS
    watched.until("betting")
    table.bet(bets)
    watched.look()
    table.do("no_more_bets")
    watched.until("deciding")
    watched.do("leave", P5, seat=5)
    watched.do("come_back", P5)
    watched.do("leave", P5, seat=5)
    watched.until()
    for seat in range(boxes, 0, -1):
        watched.do("leave", P1, seat=seat)
    watched.do("leave", P3, seat=3)
    watched.do("idle_spread", DEALER)
    watched.do("sit", NEWCOMER, seat=6)
    watched.do("idle_wash", DEALER)
