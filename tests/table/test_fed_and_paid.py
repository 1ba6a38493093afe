"""Every meter of every chapter: what each wager puts on it, what its awards take, what its record says."""

from __future__ import annotations

from typing import Any

import pytest

import feltlaw
from feltlaw.link import ResumeLink, StopLink
from tests.support.driver import DEALER, DEVICE, drive, main_bets, submission
from tests.support.rounds import check_links, linked, meter, write_link
from tests.support.settled import main
from tests.table.five_card import settle_win, to_win

THREE, FIVE, OF_SIX = "three_card_progressive", "five_card_progressive", "five_of_six_progressive"
MINE, DEALERS, LINK = "five_card_hand_bonus_player", "five_card_hand_bonus_dealer", "multi_game_link"
START = ("MA-TCP.13(b)", "I-57", "I-113")
FED: list[Any] = [
    pytest.param(
        regulation, wager, terms, seeds, cents, marks=pytest.mark.clause(*clauses), id=f"{wager} {clauses[0]}"
    )
    for regulation, wager, terms, seeds, cents, clauses in [
        ("PA-649a", THREE, {}, (1000,), (14,), ("PA-649a.12(e)(3):A", "PA-649a.12(e)(3)", "I-57")),
        ("PA-649a", THREE, {"paytable": "B"}, (1000,), (20,),
         ("PA-649a.12(e)(3):B", "PA-649a.12(e)(3)", "I-57")),
        ("PA-649a", FIVE, {}, (10_000,), (21,), ("PA-649a.12(h)(3)", "I-57")),
        ("PA-649a", OF_SIX, {}, (10_000,), (28,), ("PA-649a.12(j)(3)", "I-57")),
        ("PA-649a", MINE, {}, (10_000,), (21,), ("PA-649a.12(i)(4)", "I-57")),
        ("PA-649a", DEALERS, {}, (10_000,), (21,), ("PA-649a.12(i)(4)", "I-57")),
        ("PA-669a", THREE, {}, (1000,), (14,), ("PA-669a.12(e)(3)", "I-57")),
        ("MA-TCP", THREE, {"paytable": "1"}, (1000,), (14,), ("MA-TCP.13(e):Table 1", *START)),
        ("MA-TCP", THREE, {"paytable": "2"}, (1000,), (20,), ("MA-TCP.13(e):Table 2", *START)),
        ("MA-TCP", THREE, {"paytable": "two-level"}, (1000, 500), (10, 4), ("MA-TCP.13(f)", *START)),
        ("MA-TCP", LINK, {"paytable": "PTMGL01"}, (10_000,), (21,), ("MA-TCP.13(g):PTMGL01#2", *START)),
        ("MA-TCP", LINK, {"paytable": "PTMGLML01"}, (10_000, 1000), (15, 6),
         ("MA-TCP.13(g):PTMGLML01#2", *START)),
    ]
]  # fmt: skip
LOW = {1: "2c 7d 9h", 2: "3c 8d Th", 3: "4c 9d Jh", 4: "5c Td Qs", "dealer": "2d 6h Kc", "community": "3d 8h"}


def section(wager: str) -> str:
    return "five_card_hand_bonus" if "hand_bonus" in wager else wager


@pytest.mark.parametrize(("regulation", "wager", "terms", "seeds", "cents"), FED)
def test_every_wager_feeds_its_meter_whatever_becomes_of_its_hand(
    regulation: str, wager: str, terms: dict[str, Any], seeds: tuple[int, ...], cents: tuple[int, ...]
) -> None:
    """Forfeited wagers too, those with Pair Plus alone, of whoever left: each of several that are alike."""
    says: list[list[str]] = [["play"], ["fold"], ["fold"], []]
    if regulation == "PA-669a":
        says = [["check", "check", "play 1x"], ["check", "check", "fold"], ["play 3x"], ["check", "play 2x"]]
    rest = {"community": "2d 6h Kc"} if regulation == "PA-669a" else {"dealer": LOW["dealer"]}
    if wager in (FIVE, MINE, DEALERS, LINK):
        rest["community"] = LOW["community"]
    for dollars in (1, 3):
        offered = {
            **terms,
            "amount": dollars,
            **({"envy_scale": "linear"} if wager not in (MINE, DEALERS) else {}),
        }
        for many in range(1, 5):
            seats: list[dict[str, Any]] = []
            for seat in range(1, 5):
                wagers = main(regulation) if says[seat - 1] else {"pair_plus": 5}
                wagers |= {wager: dollars} if seat > 4 - many else {}
                box = {"seat": seat, "cards": LOW[seat], "wagers": wagers, "decisions": says[seat - 1]}
                seats.append({**box, **({"ruling": "left"} if seat == 3 and many == 3 else {})})
            rules = {"regulation": regulation, "wagers": {section(wager): offered}}
            (after,) = feltlaw.settle({"submission": rules, "seats": seats, **rest}).after.values()
            shows = tuple(level.amount for level in after.levels.values())
            assert shows == tuple(
                dollars * (100 * seed + many * one) for seed, one in zip(seeds, cents, strict=True)
            )


@pytest.mark.parametrize(("regulation", "wager", "terms", "seeds", "cents"), FED)
def test_what_is_accepted_at_the_call_is_on_the_meter_before_a_card_is_dealt(
    regulation: str, wager: str, terms: dict[str, Any], seeds: tuple[int, ...], cents: tuple[int, ...]
) -> None:
    """As many times as there are wagers, though one is like the other."""
    for many in range(1, 5):
        table = drive(regulation, wagers={section(wager): terms})
        plain = main_bets(regulation)
        bets = {seat: {**plain, **({wager: 100} if seat <= many else {})} for seat in range(1, 5)}
        table.start(bets)
        (fed,) = table.last("no_more_bets").data.contributions
        (told,) = table.last("no_more_bets").data.readings
        levels = table.link(section(wager)).meter.levels
        assert fed.wagers == many
        assert fed.cents == {name: many * one for name, one in zip(levels, cents, strict=True)}
        shows = [meter(table, section(wager), name) for name in levels]
        assert shows == [100 * seed + many * one for seed, one in zip(seeds, cents, strict=True)]
        assert told.showing == dict(zip(levels, shows, strict=True)), "and so it is told at the table"


@pytest.mark.clause("I-18", "I-07")
@pytest.mark.parametrize(
    ("regulation", "wager", "terms", "seeds", "cents"),
    [one for one in FED if one.values[1] not in (MINE, DEALERS)],
)
def test_a_wager_without_a_chip_is_off_its_meter_again_when_it_is_cancelled(
    regulation: str, wager: str, terms: dict[str, Any], seeds: tuple[int, ...], cents: tuple[int, ...]
) -> None:
    """Each wager puts its part there, and one that is none puts nothing; whosever chip it was."""
    for cancelled in ((1,), (3,), (1, 4), (1, 3, 4)):
        table = drive(regulation, wagers={wager: terms})
        table.start({seat: {**main_bets(regulation), wager: 100} for seat in (1, 3, 4)})
        for seat in cancelled:
            chips = table.chips(seat)
            table.do("resolve_chips", seat=seat, wager=wager, cancel=True)
            assert table.chips(seat) == chips + 100
        many = 3 - len(cancelled)
        link = table.link(wager)
        shows = tuple(level.amount for level in link.meter.levels.values())
        assert shows == tuple(100 * seed + many * one for seed, one in zip(seeds, cents, strict=True))
        assert link.wagers == many
        table.until("dealing")
        check_links([table])


@pytest.mark.clause("PA-649a.12(i)(4)", "I-57", "I-58")
@pytest.mark.parametrize("dollars", [1, 2])
def test_both_stakes_of_a_box_feed_the_meter_of_the_hand_bonus_and_its_reserve(dollars: int) -> None:
    """21% of each on the meter and 8% behind it: seats 1 and 3 have two, seat 2 one, seat 4 none."""
    stakes = {1: (MINE, DEALERS), 2: (DEALERS,), 3: (MINE, DEALERS), 4: ()}
    offered = {"five_card_hand_bonus": {"amount": dollars}}
    table = drive("PA-649a", wagers=offered)
    table.start({seat: {"ante": 1000, **dict.fromkeys(some, 100 * dollars)} for seat, some in stakes.items()})
    (fed,) = table.last("no_more_bets").data.contributions
    amounts = {"meter": 5 * 21 * dollars}, {"meter": 5 * 8 * dollars}
    assert (fed.wagers, fed.cents, fed.reserve) == (5, *amounts)
    level = table.link("five_card_hand_bonus").meter.levels["meter"]
    assert (level.amount, level.reserve) == (dollars * 1_000_000 + 105 * dollars, 40 * dollars)
    seats = [
        {
            "seat": seat,
            "cards": LOW[seat],
            "wagers": {"ante": 10, **dict.fromkeys(some, dollars)},
            "decisions": [said],
        }
        for (seat, some), said in zip(stakes.items(), ("play", "fold", "fold", "play"), strict=True)
    ]
    rest = {"dealer": LOW["dealer"], "community": LOW["community"]}
    rules = {"regulation": "PA-649a", "wagers": offered}
    (after,) = feltlaw.settle({"submission": rules, "seats": seats, **rest}).after.values()
    assert (after.levels["meter"].amount, after.levels["meter"].reserve) == (level.amount, level.reserve)


def _649a(step: str, pays: str) -> tuple[str, ...]:
    at = f"PA-649a.11(c)({step})"
    return f"{at}(iii)", f"{at}(iv)", f"{at}(iv)#2", f"PA-649a.12({pays})(1)", f"PA-649a.12({pays})(4)"


STUD = ("PA-669a.11(i)(3)(i)(C)", "PA-669a.11(i)(3)(i)(D)", "PA-669a.11(i)(3)(i)(D)#2", "PA-669a.12(e)(4)")
HAND = ("PA-649a.11(c)(8)(ii)", "PA-649a.11(c)(8)(iii)", "PA-649a.11(c)(8)(iii)#2", "PA-649a.12(i)(1)")
TABLE = ("MA-TCP.13(d)a", "MA-TCP.13(d)b", "MA-TCP.13(d)e", "MA-TCP.13(d)f")
OTHERS = {"dealer": "4c 9d Kd"}
SPADES, HEARTS, RUN = "As Ks Qs", "Ah Kh Qh", "9s 8s 7s"
BOARD = {**OTHERS, "community": "Js Ts"}
SET = {"seat 3": "9s 9h 9d", "dealer": "4c 6d Kh", "community": "9c 2d"}
AWARDS: list[tuple[str, str, str, dict[str, str], int, bool, tuple[str, ...]]] = [
    ("PA-649a", THREE, "", {"seat 3": SPADES, **OTHERS}, 1000_14, True, _649a("5", "e")),
    ("PA-649a", THREE, "", {"seat 3": HEARTS, **OTHERS}, 500_00, False, _649a("5", "e")),
    ("PA-649a", THREE, "", {"seat 3": "5h 6d 7c", **OTHERS}, 6_00, False, _649a("5", "e")),
    ("PA-649a", FIVE, "", {"seat 3": SPADES, **BOARD}, 10_000_21, True, _649a("7", "h")),
    ("PA-649a", FIVE, "", {"seat 3": RUN, **BOARD}, 1_000_03, True, _649a("7", "h")),
    ("PA-649a", FIVE, "", SET, 300_00, False, _649a("7", "h")),
    ("PA-649a", OF_SIX, "", {"seat 3": SPADES, "dealer": "Js Ts 2c"}, 10_000_28, True, _649a("9", "j")),
    ("PA-649a", OF_SIX, "", {"seat 3": HEARTS, "dealer": "Jh Th 2c"}, 2_500_07, True, _649a("9", "j")),
    ("PA-649a", OF_SIX, "", {"seat 3": RUN, "dealer": "Js Ts 2c"}, 250_00, False, _649a("9", "j")),
    ("PA-649a", OF_SIX, "", {"seat 3": "2s 3h 4c", "dealer": "5d 6h Kc"}, 5_00, False, _649a("9", "j")),
    ("PA-649a", MINE, "", {"seat 3": SPADES, **BOARD}, 10_000_21, True, HAND),
    ("PA-649a", MINE, "", {"seat 3": RUN, **BOARD}, 1_000_03, True, HAND),
    ("PA-649a", MINE, "", SET, 500_00, False, HAND),
    ("PA-649a", DEALERS, "", {**BOARD, "seat 3": "4c 9d Kh", "dealer": SPADES}, 10_000_21, True, HAND),
    ("PA-649a", DEALERS, "", {**BOARD, "seat 3": "4c 9d Kh", "dealer": RUN}, 1_000_03, True, HAND),
    ("PA-649a", DEALERS, "", {**SET, "seat 3": "4c 6d Kh", "dealer": "9s 9h 9d"}, 500_00, False, HAND),
    ("PA-669a", THREE, "", {"seat 3": SPADES}, 1000_14, True, STUD),
    ("PA-669a", THREE, "", {"seat 3": HEARTS}, 500_00, False, STUD),
    ("PA-669a", THREE, "", {"seat 3": "5h 6d 7c"}, 6_00, False, STUD),
    ("MA-TCP", THREE, "1", {"seat 3": SPADES, **OTHERS}, 1000_14, True, TABLE),
    ("MA-TCP", THREE, "3", {"seat 3": RUN, **OTHERS}, 400_00, False, TABLE),
    ("MA-TCP", THREE, "two-level", {"seat 3": SPADES, **OTHERS}, 1000_10, True, TABLE),
    ("MA-TCP", THREE, "two-level", {"seat 3": HEARTS, **OTHERS}, 500_04, True, TABLE),
    ("MA-TCP", LINK, "PTMGL01", {"seat 3": SPADES, **BOARD}, 10_000_21, True, TABLE),
    ("MA-TCP", LINK, "PTMGL01", {"seat 3": RUN, **BOARD}, 1_000_03, True, TABLE),
    ("MA-TCP", LINK, "PTMGL01", SET, 300_00, False, TABLE),
]
"""A hand at seat 3, what one wager of $1 is paid, and whether a share of the meter is what pays it."""
Award = tuple[str, str, str, dict[str, str], int, bool, tuple[str, ...]]
EACH = [
    pytest.param(one, marks=pytest.mark.clause(*one[6]), id=f"{one[0]} {one[1]} {one[4]}") for one in AWARDS
]


def at_win(award: Award) -> Any:
    regulation, wager, paytable, hands, *_ = award
    terms = {"meter": "link", **({"paytable": paytable} if paytable else {})}
    (table,) = linked(submission(regulation, wagers={section(wager): terms}), "one")
    return to_win(table, hands, {3: {**main_bets(regulation), wager: 100}})


@pytest.mark.parametrize("award", EACH)
def test_the_record_of_a_meter_says_of_each_award_what_was_paid_and_from_what(award: Award) -> None:
    """Fixed awards stand there as paid too; what is a share of the meter was not paid by the table."""
    _, wager, _, _, cents, share, _ = award
    table = at_win(award)
    table.do("verify_win", DEALER, seat=3, wager=wager)
    assert settle_win(table, 3, wager) == cents
    table.finish()
    link = table.link(section(wager))
    assert link.open == {} and len(link.last) == 1
    hit = link.last[0]
    assert (hit.paid_cents, hit.by_hand_cents) == (cents, cents if share else 0)
    assert (hit.validated_by, hit.seats, hit.wager) == ("flo", (3,), wager)
    assert sum(level.paid for level in link.meter.levels.values()) == (cents if share else 0)
    check_links([table])


_TOOK = {
    (THREE, "PA-649a"): "PA-649a.11(c)(5)(iv)", (FIVE, "PA-649a"): "PA-649a.11(c)(7)(iv)",
    (MINE, "PA-649a"): "PA-649a.11(c)(8)(iii)", (DEALERS, "PA-649a"): "PA-649a.11(c)(8)(iii)",
    (OF_SIX, "PA-649a"): "PA-649a.11(c)(9)(iv)", (THREE, "PA-669a"): "PA-669a.11(i)(3)(i)(D)",
    (THREE, "MA-TCP"): "MA-TCP.13(d)a", (LINK, "MA-TCP"): "MA-TCP.13(d)a",
}  # fmt: skip
"""By which paragraph a share of the meter is taken."""
RESTARTS: list[Any] = [
    pytest.param(regulation, wager, paytable, hands, shows, id=f"{wager} {clauses[0]} {shows}",
                 marks=pytest.mark.clause(*clauses, _TOOK[wager, regulation]))
    for regulation, wager, paytable, hands, shows, clauses in [
        ("PA-649a", THREE, "A", {"seat 3": SPADES}, (1000_00,), ("PA-649a.12(e)(3)", "PA-649a.12(e)(3):A")),
        ("PA-649a", THREE, "B", {"seat 3": SPADES}, (1000_00,), ("PA-649a.12(e)(3)", "PA-649a.12(e)(3):B")),
        ("PA-649a", FIVE, "", {"seat 3": SPADES, **BOARD}, (10_000_00,), ("PA-649a.12(h)(3)",)),
        ("PA-649a", FIVE, "", {"seat 3": RUN, **BOARD}, (9_000_37,), ("PA-649a.12(h)(3)",)),
        ("PA-649a", MINE, "", {"seat 3": SPADES, **BOARD}, (16,), ("PA-649a.12(i)(4)", "I-58")),
        ("PA-649a", MINE, "", {"seat 3": RUN, **BOARD}, (9_000_37,), ("PA-649a.12(i)(4)", "I-58")),
        ("PA-649a", DEALERS, "", {**BOARD, "dealer": SPADES}, (16,), ("PA-649a.12(i)(4)", "I-58", "I-59")),
        ("PA-649a", DEALERS, "", {**BOARD, "dealer": RUN}, (9_000_37,),
         ("PA-649a.12(i)(4)", "I-58", "I-59")),
        ("PA-649a", OF_SIX, "", {"seat 3": SPADES, "dealer": "Js Ts 2c"}, (10_000_00,),
         ("PA-649a.12(j)(3)",)),
        ("PA-649a", OF_SIX, "", {"seat 3": HEARTS, "dealer": "Jh Th 2c"}, (7_500_42,), ("PA-649a.12(j)(3)",)),
        ("PA-669a", THREE, "", {"seat 3": SPADES}, (1000_00,), ("PA-669a.12(e)(3)",)),
        ("MA-TCP", THREE, "1", {"seat 3": SPADES}, (1000_00,), ("MA-TCP.13(e):Table 1",)),
        ("MA-TCP", THREE, "two-level", {"seat 3": SPADES}, (1000_00, 500_08), ("MA-TCP.13(f)",)),
        ("MA-TCP", THREE, "two-level", {"seat 3": HEARTS}, (1000_20, 500_00), ("MA-TCP.13(f)",)),
        ("MA-TCP", LINK, "PTMGL01", {"seat 3": SPADES, **BOARD}, (10_000_00,),
         ("MA-TCP.13(g):PTMGL01#2",)),
        ("MA-TCP", LINK, "PTMGL01", {"seat 3": RUN, **BOARD}, (9_000_37,), ("MA-TCP.13(g):PTMGL01#2",)),
        ("MA-TCP", LINK, "PTMGLML01", {"seat 3": RUN, **BOARD}, (10_000_30, 1_000_00),
         ("MA-TCP.13(g):PTMGLML01#2",)),
        ("MA-TCP", LINK, "PTMGLML02", {"seat 3": RUN, **BOARD}, (1_000_00, 10_000_26, 250_06),
         ("MA-TCP.13(g):PTMGLML02#2",)),
    ]
]  # fmt: skip
"""What each level shows when seat 3's hand is won, two wagers of $1 having been made: the reseed, the reserve
of two, or what a tenth or a quarter leaves. A Straight Flush takes the major of two levels or of three, the
first of the three here (13(g))."""


@pytest.mark.parametrize(("regulation", "wager", "paytable", "hands", "shows"), RESTARTS)
def test_with_a_hit_the_table_is_told_what_its_meter_restarts_with(
    regulation: str, wager: str, paytable: str, hands: dict[str, str], shows: tuple[int, ...]
) -> None:
    """At once, not when it is paid."""
    terms = {"paytable": paytable} if paytable else {}
    table = drive(regulation, wagers={section(wager): terms})
    bets = {seat: {**main_bets(regulation), wager: 100} for seat in (1, 3)}
    table.start(bets, hands).until(do="verify_win").do("verify_win", DEALER, seat=3, wager=wager)
    reading = table.last("verify_win").data.reading
    link = table.link(section(wager))
    assert reading.showing == dict(zip(link.meter.levels, shows, strict=True))
    assert tuple(level.amount for level in link.meter.levels.values()) == shows
    assert (reading.link, reading.number) == (link.id, link.number)


@pytest.mark.clause("I-154")
@pytest.mark.parametrize("award", EACH)
def test_only_a_share_of_the_meter_waits_for_a_link_that_is_down(award: Award) -> None:
    """A fixed award of the same paytable is paid at once; a share is what the meter shows at its turn."""
    _, wager, _, _, cents, share, _ = award
    table = at_win(award)
    write_link(table, "link", StopLink("cut off"))
    table.do("verify_win", DEALER, seat=3, wager=wager)
    assert table.last("verify_win").data.check.waits_for_link == share
    if share:
        assert "validate" not in table.offered()
        assert "I-154" in table.refused("settle_player", DEALER, seat=3).clauses
        write_link(table, "link", ResumeLink("healed"))
        table.do("link_is_back", DEVICE, link="link")
    assert settle_win(table, 3, wager) == cents
    check_links([table])
