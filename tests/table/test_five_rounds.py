"""How long a deck is dealt without a count: five rounds of its own, whatever happens between and in them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from feltlaw.table.places import STUB
from tests.support.driver import DEALER, DEALS, REGULATIONS, Driver, drive, main_bets, submission
from tests.support.driver import marks as clauses_of
from tests.support.parts import lines
from tests.support.rounds import RealTable
from tests.table.pauses import next_day
from tests.table.test_stub import NOT_COUNTED, stub_of

FACE_UP = {name: "MA-TCP.14(a)" if name == "MA-TCP" else f"{name}.13(a)" for name in REGULATIONS}
SPARED = "MA-TCP.7(f)"


def every(*steps: str, more: Sequence[str] = (), spared: bool = False) -> pytest.MarkDecorator:
    """Each chapter with each way of dealing, and what it says there of the stub."""
    found = []
    for name in REGULATIONS:
        for deal in DEALS:
            said = [line for line in lines(name) if line.do in steps and line.group == deal]
            proved = [clause for line in said for clause in line.clauses if spared or clause != SPARED]
            proved += [clause for clause in more if clause.startswith(("I-", f"{name}."))]
            found.append(pytest.param(name, deal, marks=pytest.mark.clause(*proved), id=f"{name}-{deal}"))
    return pytest.mark.parametrize(("regulation", "deal"), found)


def sign(regulation: str) -> str:
    return "removed" if regulation == "MA-TCP" else "covered"


def must_count(table: Driver) -> bool:
    """A round, and whether its stub had to be counted; where it need not, nobody counts it."""
    regulation = table.state.submission.regulation.id
    table.start({1: main_bets(regulation)}).until("stub")
    must = not table.offers("rack_stub")
    if must:
        assert "must be counted" in table.refused("rack_stub", DEALER).what
        table.do("count_stub", DEALER, cards=stub_of(regulation, 1))
    else:
        table.do("rack_stub", DEALER)
    table.finish()
    return must


# ── rounds of a deck ──


@every("count_stub", "rack_counted_stub", more=["I-13"])
@pytest.mark.parametrize(("early", "due"), [(3, [10, 13]), (4, [9, 14]), (7, [10, 17]), (8, [9, 18])])
def test_a_count_of_one_deck_says_nothing_of_the_other(
    regulation: str, deal: str, early: int, due: list[int]
) -> None:
    """One of them is counted early, in its second round or its fourth: the other one's five rounds go on."""
    table = drive(regulation, cards={**NOT_COUNTED, "decks": 2, "deal": deal})
    counted = []
    for number in range(1, due[-1] + 1):
        if number == early:
            table.start({1: main_bets(regulation)}).until("stub")
            table.do("count_stub", DEALER, cards=stub_of(regulation, 1))
            table.finish()
        elif must_count(table):
            counted.append(number)
    assert counted == due, "the fifth round of the other deck, the fifth of the counted one since its count"


def between(table: Driver, number: int) -> Driver:
    """What may happen to the cards after a round, none of which is a count."""
    regulation = table.state.submission.regulation.id
    device: dict[str, Any] = {"device": "shuffler", "sign": sign(regulation), "instead": "manual"}
    if number == 1 and regulation != "MA-TCP":
        table.until("betting").do("order_shuffle")
    elif number == 2:
        table.until("shuffling").do("leave")
        table.do("idle_spread")
        table.sit(1)
    elif number == 3:
        table.do("device_out_of_order", **device)
        table.until(do="cut").do("cut")
        table.do("recut")
        table.do("cut")
        table.do("device_repaired", device="shuffler")
    elif number == 4:
        table.do("close_table")
        return next_day(table)
    return table


@every("count_stub", more=["I-13"])
def test_nothing_but_a_count_begins_the_five_rounds_anew(regulation: str, deal: str) -> None:
    """Not a shuffle by order, a wash, a night, a device that broke and came back, or a cut meanwhile."""
    table = drive(regulation, cards={**NOT_COUNTED, "deal": deal})
    for number in range(1, 5):
        assert not must_count(table)
        table = between(table, number)
    assert must_count(table), "the fifth round"


HANDS = [one for one in DEALS if one != "automated_shoe"]


@pytest.mark.parametrize(
    "regulation",
    [
        pytest.param(
            name,
            marks=pytest.mark.clause(
                *(
                    one
                    for group in DEALS
                    for one in clauses_of(name, "count_stub", "rack_stub", group=group).args
                )
            ),
        )
        for name in REGULATIONS
    ],
)
@pytest.mark.clause("I-13")
@pytest.mark.parametrize("decks", [1, 2])
@pytest.mark.parametrize("instead", HANDS)
def test_rounds_dealt_in_one_way_count_among_those_dealt_in_another(
    regulation: str, instead: str, decks: int
) -> None:
    """The automated shoe breaks after some rounds, and is back after others or not at all: each deck's fifth
    round is counted all the same, and the one after it is not."""
    device: dict[str, Any] = {"device": "shoe", "sign": sign(regulation), "instead": instead}
    for breaks in range(5):
        for back in {None, breaks + 1, 4} - {breaks, 5}:
            table = drive(regulation, cards={**NOT_COUNTED, "deal": "automated_shoe", "decks": decks})
            for number in range(6 * decks):
                if number == breaks * decks:
                    table.open(*(() if table.state.seats else (1,))).do("device_out_of_order", **device)
                if back is not None and number == back * decks:
                    table.until("shuffling", "betting").do("device_repaired", device="shoe")
                broken = breaks * decks <= number and (back is None or number < back * decks)
                must = must_count(table)
                assert table.state.deal == (instead if broken else "automated_shoe")
                assert must == (number // decks % 5 == 4), (breaks, back, number)


@every("count_stub", more=list(FACE_UP.values()))
def test_a_round_that_began_with_a_card_face_up_is_a_round_of_its_deck(regulation: str, deal: str) -> None:
    """.13(a), MA 14(a): the card is not used, and the deck has been dealt all the same."""
    table = drive(regulation, cards={**NOT_COUNTED, "deal": deal})
    for number in range(1, 6):
        table.start({1: main_bets(regulation)}).until("dealing")
        if number == 2:
            table.do("report", DEALER, kind="card_face_up")
        table.until("stub")
        assert bool(table.offers("rack_stub")) == (number < 5)
        table.finish()


# ── a shuffler that counts ──


@every("count_stub", "rack_stub", "remove_stub", "rack_counted_stub", more=["I-13"], spared=True)
def test_only_while_a_device_counts_the_deck_nobody_has_to(regulation: str, deal: str) -> None:
    """Not before it breaks, and not once it is back; in between every fifth round since its last count,
    whatever was submitted. A device that reshuffles by itself is known in Pennsylvania (.5(g))."""
    known = regulation != "MA-TCP" and deal == "automated_shoe"
    for shuffle in ("automated", "continuous") if known else ("automated",):
        table = drive(regulation, cards={"shuffle": shuffle, "shuffler_counts_cards": True, "deal": deal})
        assert not any(must_count(table) for _ in range(6))
        table.do("device_out_of_order", device="shuffler", sign=sign(regulation), instead="manual")
        assert [number for number in range(1, 11) if must_count(table)] == [4, 9]
        table.until("shuffling").do("device_repaired", device="shuffler")
        assert not any(must_count(table) for _ in range(6))


# ── what a count shows ──


@every("rack_counted_stub", more=["I-12", "MA-TCP.1:stub", *FACE_UP.values()])
@pytest.mark.parametrize("face_up", [False, True])
def test_a_count_is_right_at_one_number_alone(regulation: str, deal: str, face_up: bool) -> None:
    """One card fewer or more does not indicate the whole deck; a card that lay face up is counted with it."""
    table = drive(regulation, cards={"deal": deal}, real_cards=True).start({1: main_bets(regulation)})
    if face_up:
        table.until("dealing").do("report", DEALER, kind="card_face_up")
    table.until("stub")
    rest = stub_of(regulation, 1) - face_up
    for cards in (0, rest - 1, rest + 1, stub_of(regulation, -1)):
        assert "do not make a deck" in table.refused("count_stub", DEALER, cards=cards).what
    table.do("count_stub", DEALER, cards=rest)
    assert table.round.racked == (STUB,) and not table.events("void_round"), "racked unseen"


# ── rounds that are void ──


@every("count_stub", "misdealt", more=["I-13"])
@pytest.mark.parametrize("phase", ["dealing", "stub"])
def test_a_void_round_is_one_of_the_five_and_its_stub_is_counted(
    regulation: str, deal: str, phase: str
) -> None:
    """Also where it never came to its stub: before the cards of the fifth are racked."""
    table = drive(regulation, cards={**NOT_COUNTED, "deal": deal}, real_cards=True)
    for number in range(1, 7):
        table.start({1: main_bets(regulation)}).until("dealing").do("deal")
        table.until(phase)
        table.do("report", DEALER, kind="wrong_number_of_cards")
        assert ("rack_cards" in table.offered()) == (number != 5)
        if number == 5:
            assert "must be counted" in table.refused("rack_cards", DEALER).what
            lying = len(table.round.facts.dealt)
            table.do("count_stub", DEALER, cards=stub_of(regulation, -1) - lying)
            assert "count_stub" not in table.offered(), "once is enough"
        table.do("rack_cards", DEALER)
    assert table.state.deck is not None


FOUND: list[tuple[dict[str, Any], bool]] = [
    ({"misdealt": True, "deck": 0}, True),
    ({"misdealt": True, "deck": -1}, False),
    ({"misdealt": True, "deck": 1}, False),
    ({"misdealt": False}, False),
]
"""What is found of a wrong stub, the deck by how many cards it is off, and whether the deck may stay."""


def found(regulation: str, data: dict[str, Any]) -> dict[str, Any]:
    return data | ({"deck": stub_of(regulation, -1) + data["deck"]} if "deck" in data else {})


@every("misdealt", "remove_deck")
@pytest.mark.parametrize("void", [False, True])
def test_a_deck_stays_after_a_misdeal_if_it_is_whole_and_leaves_otherwise(
    regulation: str, deal: str, void: bool
) -> None:
    """The same whether the count makes the round void or something else has before."""
    for data, stays in FOUND:
        for off in (-1, 1):
            table = drive(regulation, cards={"deal": deal}, real_cards=True)
            table.start({1: main_bets(regulation)}).until("stub")
            if void:
                table.do("report", DEALER, kind="wrong_number_of_cards")
            cards = stub_of(regulation, 1) + off
            table.do("count_stub", DEALER, cards=cards, **found(regulation, data))
            assert len(table.events("void_round")) == 1 and table.round.void
            table.do("rack_cards", DEALER)
            assert (table.state.decks[0] is not None) == stays, data
            assert ("receive_deck" in table.offered()) != stays


def void_round(table: Driver) -> bool:
    """A round that comes to nothing, and whether its stub had to be counted all the same."""
    regulation = table.state.submission.regulation.id
    table.start({1: main_bets(regulation)}).until("dealing").do("deal")
    table.do("report", DEALER, kind="wrong_number_of_cards")
    must = not table.offers("rack_cards")
    if must:
        table.do("count_stub")
    table.do("rack_cards", DEALER)
    return must


@every("count_stub", "misdealt", more=["I-11", "I-13"])
@pytest.mark.parametrize("void", [False, True])
def test_a_count_that_came_out_wrong_was_a_count_of_the_deck_it_found_whole(
    regulation: str, deal: str, void: bool
) -> None:
    """Whether it made the round void or something else had: that deck's next four stubs need not be counted,
    its fifth must; the other one of two goes on with its own."""
    for decks, number, due in ((1, 5, [10, 15]), (1, 2, [7, 12]), (2, 9, [10, 19, 20]), (2, 3, [10, 13])):
        for off in (-1, 1):
            table = drive(regulation, cards={**NOT_COUNTED, "decks": decks, "deal": deal}, real_cards=True)
            early = [one for one in range(1, number) if void_round(table)]
            table.start({1: main_bets(regulation)}).until("stub")
            assert bool(table.offers("rack_stub")) == (number not in (5, 9))
            if void:
                table.do("report", DEALER, kind="wrong_number_of_cards")
            whole = found(regulation, {"misdealt": True, "deck": 0})
            table.do("count_stub", DEALER, cards=stub_of(regulation, 1) + off, **whole)
            assert table.round.void and not table.last("count_stub").data.right
            table.do("rack_cards", DEALER)
            later = [one for one in range(number + 1, due[-1] + 1) if void_round(table)]
            assert early + later == due, (decks, number)


@every("misdealt", "remove_deck", more=["I-25"])
@pytest.mark.parametrize("decks", [1, 2])
def test_a_wrong_deck_leaves_although_the_shuffler_has_failed_in_its_round(
    regulation: str, deal: str, decks: int
) -> None:
    """With one deck none is left; of two the table goes on with the one that was not in play."""
    for data, stays in FOUND:
        cards = {**NOT_COUNTED, "decks": decks, "deal": deal}
        table = drive(regulation, cards=cards, real_cards=True)
        table.start({1: main_bets(regulation)}).until("stub")
        table.do("device_out_of_order", device="shuffler", sign=sign(regulation), instead="manual")
        backs = [deck.back for deck in table.state.decks if deck is not None]
        played = backs.pop(table.state.active)
        table.do("count_stub", DEALER, cards=3, **found(regulation, data))
        table.do("rack_cards", DEALER)
        assert table.state.shuffle == "manual"
        left = [deck.back for deck in table.state.decks if deck is not None]
        assert left == ([played] if stays else backs), data


@every("misdealt", "count_stub", more=["I-13"])
@pytest.mark.parametrize("decks", [1, 2])
def test_a_misdealt_round_in_which_the_whole_deck_was_counted_begins_the_five_anew(
    regulation: str, deal: str, decks: int
) -> None:
    """Hands, stub and rack were counted together: of that deck, and of it alone; also in a round void
    before."""
    table = RealTable(
        submission(regulation, cards={**NOT_COUNTED, "decks": decks, "deal": deal}), real_cards=True
    )
    counted = []
    for number in range(1, 16 * decks):
        table.put({}).start({1: main_bets(regulation)}).until("stub")
        if table.offers("rack_stub"):
            table.do("rack_stub", DEALER)
        else:
            counted.append(number)
            wrong = stub_of(regulation, 1) - (-1) ** len(counted)
            if number > 5 * decks:
                table.do("report", DEALER, kind="wrong_number_of_cards")
            table.do("count_stub", DEALER, cards=wrong, misdealt=True, deck=stub_of(regulation, -1))
            assert table.round.void
        table.finish()
    first = [5] if decks == 1 else [9, 10]
    assert counted == [one + more for more in (0, 5 * decks, 10 * decks) for one in first]
