"""Tables at which everything happens that can happen: every kind of event is there at least once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from feltlaw import link as links
from feltlaw.event import SYSTEM, Event, Snapshot
from feltlaw.table.life import StopTable
from feltlaw.table.machine import apply
from tests.support.played import CREW, Played, Step, main_wagers, player, shuffled_deck, stacked, submission

DEALER, FLOOR, DEVICE = CREW["dealer"], CREW["floorperson"], CREW["device"]
ROYAL = {("player", 1): "As Ks Qs", ("player", 2): "3c 5d 9h", ("dealer", 0): "Jd 9c 2h"}


def table(regulation: str, *seats: int, order: tuple[int, ...] | None = None, **sections: Any) -> Played:
    """People at a table with the cards ready."""
    about = submission(regulation, **sections)
    found = Played(about, order or shuffled_deck(regulation, 2))
    found.sit(*(seats or (1, 2)))
    found.crew()
    return found


def bets(found: Played, *seats: int) -> dict[int, dict[str, str]]:
    return {seat: main_wagers(found.submission) for seat in seats or (1, 2)}


def add(found: Played, event: Event) -> None:
    """Something the desk writes by itself."""
    after = apply(found.state, event)
    found.steps.append(Step(found.state, event, after, found.links, len(found.steps) + 2))
    found.state = after


def every_table() -> Iterator[Played]:
    """All of them."""
    yield from (opening(), devices(), people(), departures(), voided(), exposed(), jackpot(), dark_light())
    yield from (
        link_down(),
        talking(),
        pot(),
        fourths(),
        by_step(),
        chips(),
        surrender(),
        stopped(),
        counted(),
    )
    yield from (real_cards(), timed_out(), joker())


def opening() -> Played:
    """A deck by hand, cut, cut again, shuffled by order, changed; a table left alone; closed."""
    found = table("PA-649a", 1, cards={"shuffle": "manual"})
    found.do("recut", FLOOR)
    found.crew()
    found.do("order_shuffle", FLOOR)
    found.crew()
    found.do("change_deck", FLOOR, deck=0)
    found.crew()
    found.do("leave", player(1), seat=1)
    found.crew()
    found.sit(2)
    found.crew()
    found.do("cash_out", player(2), amount="100")
    found.do("leave", player(2), seat=2)
    found.crew()
    found.do("close_table", FLOOR)
    return found


def devices() -> Played:
    """A shuffler that breaks and comes back; two decks."""
    found = table("PA-649a", cards={"decks": 2})
    found.do("device_out_of_order", FLOOR, device="shuffler", sign="covered", instead="manual")
    found.crew()
    found.do("order_shuffle", FLOOR)
    found.do("device_repaired", FLOOR, device="shuffler")
    found.crew()
    found.bet(bets(found))
    return found.finish({})


def people() -> Played:
    """A box given up, a player ready, one recorded as gone before the call."""
    found = table("PA-649a", 1, 2, limits={"adjacent_boxes": 2})
    found.do("sit", player(2), seat=3)
    found.do("bet", player(2), seat=2, wagers=main_wagers(found.submission))
    found.do("ready", player(2), seat=2)
    found.do("leave", player(2), seat=3)
    found.do("bet", player(1), seat=1, wagers=main_wagers(found.submission))
    found.do("record_departure", FLOOR, player="p1")
    found.do("no_more_bets", DEALER)
    return found.finish({2: "fold"})


def departures() -> Played:
    """Gone in mid-round by two people's word, back, gone by himself; ruled on; a payment put right."""
    found = table("PA-649a", 1, 2, settlement={"departed_player": "forfeit"})
    found.bet(bets(found))
    found.crew()
    found.do("record_departure", DEALER, player="p2")
    found.do("withdraw", FLOOR, request=1)
    found.do("record_departure", DEALER, player="p2")
    found.do("confirm", FLOOR, request=2)
    found.do("come_back", player(2))
    found.do("leave", player(2), seat=2)
    found.do("rule_departed", FLOOR, seat=2, ruling="abandoned")
    found.do("confirm", DEALER, request=3)
    found.finish({})
    found.do("correct", FLOOR, event=5, player="p1", amount="1", to="house", reason="paid twice")
    found.do("confirm", DEALER, request=found.state.asked)
    return found


def voided() -> Played:
    """Two cards face up."""
    found = table("PA-649a")
    found.bet(bets(found))
    found.crew(until="deal")
    found.do("deal", DEALER)
    found.do("report", DEALER, kind="card_face_up")
    found.do("report", DEALER, kind="card_face_up")
    found.crew()
    return found


def exposed() -> Played:
    """A dealer's card seen too early."""
    found = table("PA-679a", wagers={"prime": {}})
    found.bet({1: {"ante": "10", "prime": "5"}, 2: {"ante": "10"}})
    found.crew()
    found.do("record_exposed_card", FLOOR, kind="dealer_card_exposed", place="dealer", nth=1)
    return found.finish({})


def jackpot() -> Played:
    """A share of the meter, verified, validated, paid by hand; envy for the other."""
    wagers = {seat: {"ante": "10", "three_card_progressive": "1"} for seat in (1, 2)}
    order = stacked("PA-649a", wagers, ROYAL)
    found = table("PA-649a", order=order, wagers={"three_card_progressive": {}})
    found.bet(wagers)
    return found.finish({1: "play", 2: "play"})


def dark_light() -> Played:
    wagers = {seat: {"ante": "10", "three_card_progressive": "1"} for seat in (1, 2)}
    order = stacked("PA-649a", wagers, ROYAL)
    found = table("PA-649a", order=order, wagers={"three_card_progressive": {}})
    found.bet(wagers)
    found.crew()
    found.say(1, "play")
    found.say(2, "play")
    found.crew(until="verify_win")
    found.do("verify_win", DEALER, seat=1, wager="three_card_progressive", light=False)
    return found.finish({})


def link_down() -> Played:
    """A hit while the link does not answer; it is back, and the award has its amount."""
    wagers = {seat: {"ante": "10", "three_card_progressive": "1"} for seat in (1, 2)}
    order = stacked("PA-649a", wagers, ROYAL)
    found = table("PA-649a", order=order, wagers={"three_card_progressive": {}})
    found.bet(wagers)
    found.crew()
    found.say(1, "play")
    found.say(2, "play")
    found.crew(until="verify_win")
    (name,) = found.links
    running = found.links[name]
    stop = Event("stop_link", SYSTEM, found.now, links.StopLink("a fault"))
    found.links = {name: links.apply(running, stop)}
    found.do("verify_win", DEALER, seat=1, wager="three_card_progressive")
    found.links = {name: running}
    found.do("link_is_back", DEVICE, link=name)
    return found.finish({})


def talking() -> Played:
    """Massachusetts' supervisor is elsewhere; here a player speaks about his hand (669a.11(a)(3))."""
    found = table("PA-669a", cards={"deal": "hand"})
    found.bet(bets(found))
    found.crew()
    found.do("rule_communication", FLOOR, seat=1)
    found.do("confirm", DEALER, request=1)
    return found.finish({})


def pot() -> Played:
    """A box without the wager that all make goes back, and one alone has none."""
    found = table("PA-680a")
    found.do("bet", player(1), seat=1, wagers={"ante": "10"})
    found.do("bet", player(2), seat=2, wagers={"ante": "10", "pot": "5"})
    found.do("return_wagers", DEALER, seat=1)
    found.do("no_more_bets", DEALER)
    return found.finish({})


def fourths() -> Played:
    wagers = {1: {"ante": "10", "pair_bonus": "5"}, 2: {"ante": "10"}}
    order = stacked("PA-679a", wagers, {("player", 1): "As Ah Qs"})
    found = table("PA-679a", order=order, wagers={"pair_bonus": {}})
    found.bet(wagers)
    return found.finish({1: "play", 2: "fold"})


def by_step() -> Played:
    """Massachusetts: losers first, then winners; the dealer's stack held; the payouts for so many shown."""
    cards = {"deal": "automated_shoe", "dealer_stack": "held"}
    found = table("MA-TCP", 1, 2, cards=cards, settlement={"order": "by_step"})
    wagers = {**main_wagers(found.submission), "cover_all": "10", "three_card_progressive": "1"}
    found.bet({1: wagers, 2: main_wagers(found.submission)})
    return found.finish({1: "play", 2: "play"})


def chips() -> Played:
    """An accepted wager without its chip is cancelled."""
    found = table("PA-649a", wagers={"three_card_progressive": {}})
    found.bet({1: {"ante": "10", "three_card_progressive": "1"}, 2: {"ante": "10"}})
    found.do("resolve_chips", FLOOR, seat=1, wager="three_card_progressive", cancel=True)
    return found.finish({})


def surrender() -> Played:
    wagers = {seat: {"ante": "10", "three_card_progressive": "1"} for seat in (1, 2)}
    order = stacked("MA-TCP", wagers, ROYAL)
    found = table("MA-TCP", order=order, wagers={"three_card_progressive": {}})
    found.bet(wagers)
    return found.finish({1: "play", 2: "surrender"})


def stopped() -> Played:
    found = table("PA-649a")
    add(found, Event("stop_table", SYSTEM, found.now, StopTable("the books do not balance")))
    found.do("resume_table", FLOOR, reason="it was looked at")
    found.do("confirm", DEALER, request=1)
    add(found, Event("snapshot", SYSTEM, found.now, Snapshot("0" * 64, 3)))
    return found


def counted() -> Played:
    """No shuffler that counts: the stub of the fifth round is counted, after community cards came from it."""
    found = table("PA-649a", cards={"deal": "automated_shoe", "shuffler_counts_cards": False})
    for _ in range(5):
        found.bet({1: {"ante": "10", "five_card_progressive": "1"}, 2: {"ante": "10"}})
        found.finish({})
    return found


def real_cards() -> Played:
    """A real deck: bonus cards put right, and then a hand with too many cards."""
    about = submission("PA-679a", wagers={"pair_bonus": {}})
    found = Played(about, shuffled_deck("PA-679a", 1), real_cards=True)
    found.sit(1)
    found.crew()
    found.bet({1: {"ante": "10", "pair_bonus": "5"}})
    found.crew(until="rack_stub")
    found.do("correct_bonus_cards", DEALER, place="fourth 1", found="unclear")
    found.crew()
    found.do("report", DEALER, kind="wrong_number_of_cards", place="player 1", cards=4)
    found.crew()
    return found


def timed_out() -> Played:
    found = table("PA-649a")
    found.bet(bets(found))
    found.crew()
    found.do("time_out", DEVICE, seat=1)
    return found.finish({})


def joker() -> Played:
    """A deck made with two jokers."""
    return table("PA-680a", cards={"jokers_made": 2})
