"""A live log takes what chance decides from its own source, and from nobody's hand."""

from __future__ import annotations

import itertools
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from feltlaw.audit import audit
from feltlaw.log import LogWriter, create_log, read_log
from feltlaw.log.files import verify_bytes
from feltlaw.round import Refused
from feltlaw.shuffle import NONCE_BYTES, NotLive, SeededSource, shuffle
from feltlaw.submission import Submission
from feltlaw.table import Offer, Person, Table
from feltlaw.table.dealing import count_due
from tests.driver import CREW, DEALER, FLOOR, PEOPLE, REGULATIONS, SPECIAL
from tests.driver import submission as submitted
from tests.recording import record, sealed, submission

DRAWING = {"magic_card": True, "magic_card_chance": "1/1", "lucky_bonus": True, "lucky_bonus_chance": "1/1"}


class Live:
    """A table whose every offer is taken as it is offered."""

    def __init__(self, path: Path, about: Submission, **options: Any) -> None:
        self.log: LogWriter = create_log(path, about, at=5, **options)
        self.table = Table(about)

    def do(self, do: str, by: Person, **data: Any) -> None:
        self.log.do(self.table, do, by, **data)

    def take(self, offer: Offer) -> None:
        by = Person("player", offer.who) if offer.who else CREW[offer.roles[0]]
        self.do(offer.do, by, **offer.data)

    def until(self, *phases: str) -> None:
        for _ in range(200):
            if self.table.state.phase in phases:
                return
            self.take(next(offer for offer in self.table.legal() if self._is_routine(offer)))
        raise AssertionError(f"never came to {phases}")

    def _is_routine(self, offer: Offer) -> bool:
        if offer.do == "count_stub":
            return count_due(self.table.state)
        return offer.do not in (*PEOPLE, *SPECIAL, "no_more_bets")

    def betting(self) -> None:
        self.do("sit", Person("player", "P1"), seat=1)
        self.do("buy_in", Person("player", "P1"), amount=1_000_000)
        self.until("betting")

    def bet(self) -> None:
        for wager in ("ante", "blind"):
            if wager in self.table.submission.wagers:
                self.do("bet", Person("player", "P1"), seat=1, wager=wager, amount=1000)


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_no_offer_holds_an_order_of_cards(regulation: str) -> None:
    table = Table(submitted(regulation))
    table.do("sit", Person("player", "P1"), seat=1)
    while not (offers := [offer for offer in table.legal() if offer.do == "shuffle"]):
        offer = next(one for one in table.legal() if one.do not in (*PEOPLE, *SPECIAL))
        table.do(offer.do, CREW[offer.roles[0]], **offer.data)
    assert [offer.data for offer in offers] == [{"deck": 0, "order": None, "nonce": None}]
    with pytest.raises(Refused, match="order of the cards is missing"):
        table.do("shuffle", DEALER, **offers[0].data)


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_every_offer_taken_as_it_is_offered_gives_cards_from_the_systems_source(
    regulation: str, tmp_path: Path
) -> None:
    orders = []
    for number in range(3):
        table = Live(tmp_path / f"{number}.log", submitted(regulation), live=True)
        table.betting()
        deck = table.table.state.deck
        assert deck is not None and len(deck.nonce) == 2 * NONCE_BYTES
        orders.append(deck.order)
        table.bet()
        table.do("no_more_bets", DEALER)
        while table.table.state.rounds == 0:
            table.take(next(offer for offer in table.table.legal() if table._is_routine(offer)))
        table.log.close()
        found = audit(tmp_path / f"{number}.log")
        assert found.status == "intact" and not found.verdict.notes
    assert all(list(order) != sorted(order) for order in orders) and len(set(orders)) == 3


def test_a_live_log_refuses_an_order_it_did_not_make(tmp_path: Path) -> None:
    table = Live(tmp_path / "x.log", submitted("PA-649a"), live=True)
    table.do("sit", Person("player", "P1"), seat=1)
    seeded = shuffle(SeededSource(1)).as_data()
    with pytest.raises(NotLive, match="takes the order and the nonce from its own log"):
        table.do("receive_deck", FLOOR, deck=0, preshuffled=True, **seeded)
    assert table.log.end[0] == 1 and table.table.state.decks == (None,), "nothing was written or done"
    table.until("shuffling")
    new, other = {"order": list(range(52)), "nonce": "0" * 32}, {**table.log.shuffled(), "nonce": "0" * 64}
    for order in (seeded, new, other):
        with pytest.raises(NotLive):
            table.do("shuffle", DEALER, deck=0, **order)
    early = table.log.shuffled()
    assert early == table.log.shuffled(), "asked again it is the same: there is nothing to choose from"
    table.do("buy_in", Person("player", "P1"), amount=100)
    with pytest.raises(NotLive):
        table.do("shuffle", DEALER, deck=0, **early)
    table.do("shuffle", DEALER, deck=0, **table.log.shuffled())


def test_a_preshuffled_deck_gets_its_order_from_the_log(tmp_path: Path) -> None:
    table = Live(tmp_path / "x.log", submitted("PA-649a"), live=True)
    table.do("receive_deck", FLOOR, deck=0, preshuffled=True)
    deck = table.table.state.deck
    assert deck is not None and sorted(deck.order) == list(range(52)) != list(deck.order)


def test_events_made_elsewhere_are_refused_too(tmp_path: Path) -> None:
    table = Live(tmp_path / "x.log", submitted("PA-649a"), live=True)
    other = Table(submitted("PA-649a"))
    events = other.do("receive_deck", FLOOR, deck=0, preshuffled=True, **shuffle(SeededSource(1)).as_data())
    with pytest.raises(NotLive):
        table.log.append(events)


def test_a_live_log_makes_the_draws_itself(tmp_path: Path) -> None:
    about = submitted("PA-649a", wagers={"five_card_hand_bonus": DRAWING})
    drawn = set()
    for number in range(5):
        table = Live(tmp_path / f"{number}.log", about, live=True)
        table.betting()
        table.bet()
        own = table.log.draws(table.table.state)
        other = {**own, "magic_card": "As" if own["magic_card"] != "As" else "Ks"}
        with pytest.raises(NotLive, match="takes the magic card"):
            table.do("no_more_bets", DEALER, **other)
        said: dict[str, Any] = {} if number % 2 else {"magic_card": None}
        table.do("no_more_bets", DEALER, **said)
        assert table.table.state.round is not None and table.table.state.round.draws == own
        drawn.add((own["magic_card"], own["lucky_position"]))
    assert len(drawn) > 1


def test_in_practice_and_with_real_cards_everything_is_as_it_is_given(tmp_path: Path) -> None:
    order = shuffle(SeededSource(7)).as_data()
    given: tuple[dict[str, Any], ...] = ({"live": False}, {"source": SeededSource(3)})
    for number, options in enumerate(given):
        table = Live(tmp_path / f"{number}.log", submitted("PA-649a"), **options)
        table.do("receive_deck", FLOOR, deck=0, preshuffled=True, **order)
    with create_log(tmp_path / "real.log", submitted("PA-649a"), real_cards=True, at=5) as log:
        real = Table(submitted("PA-649a"), real_cards=True)
        log.do(real, "receive_deck", FLOOR, deck=0, preshuffled=True)
        assert "order" not in real.events[0].data


@pytest.mark.parametrize("nonces", [["0" * 32], ["5" * 32, "5" * 32], ["ab" * 32, "ab" * 32]])
def test_an_audit_finds_a_nonce_that_no_live_log_makes(nonces: list[str], tmp_path: Path) -> None:
    """Somebody who seals his own log: the example of a nonce, or one nonce for every shuffle."""
    recorded = record(tmp_path / "x.log", submission("PA-680a", shuffle="manual"))
    table, supply = recorded.table, itertools.cycle(nonces)
    own = recorded.log.shuffled
    recorded.log.shuffled = lambda: {**own(), "nonce": next(supply)}  # type: ignore[method-assign]
    recorded.play(3, lambda offer: offer.do not in ("leave", "cash_out"))
    recorded.log.close()
    log = read_log(tmp_path / "x.log")
    assert audit(tmp_path / "x.log").status == "intact", "in practice it may be so"
    forged = sealed(replace(log.header, practice=False, seed=None), list(log.lines))
    found = audit(verify_bytes(forged))
    assert found.status == "wrong" and found.verdict.fault is not None
    assert "nonce" in found.verdict.fault.what and table.state.rounds >= 3


def test_an_audit_misses_the_words_of_a_command_in_a_live_log(tmp_path: Path) -> None:
    """Somebody who seals the log anew without them would leave nothing to decide again."""
    recorded = record(tmp_path / "x.log", submission("PA-680a", shuffle="manual"))
    recorded.play(1, lambda offer: offer.do not in ("leave", "cash_out"))
    recorded.log.close()
    log = read_log(tmp_path / "x.log")
    live = replace(log.header, practice=False, seed=None)
    assert audit(verify_bytes(sealed(live, list(log.lines)))).status == "intact"
    for left in (0, 5):
        lines = [replace(line, given=None) if line.seq > left else line for line in log.lines]
        found = audit(verify_bytes(sealed(live, lines)))
        assert found.status == "wrong" and found.verdict.fault is not None
        assert "words of this command are missing" in found.verdict.fault.what
        assert found.verdict.fault.line > left
