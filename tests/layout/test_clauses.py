"""What the chapters want on a layout, on a sign and at a table, read from the drawings."""

from __future__ import annotations

from itertools import combinations

import pytest

from feltlaw.layout import LayoutError, layout_of
from feltlaw.layout.dealer import equipment
from feltlaw.layout.drawing import PARTS, Style, draw
from feltlaw.layout.geometry import bounds, distance
from feltlaw.layout.logo import Logo
from feltlaw.layout.model import Table
from feltlaw.submission import Submission
from tests.support.driver import DEALS
from tests.support.layouts import ALL, HOLDER, KINDS, Seen, asked_by, drawn, layout, read, table
from tests.support.submissions import by_clause, regulation_of


def _by_seat(elements: list[Seen]) -> dict[int, list[str]]:
    """Who has an area for what: the wagers of each seat."""
    found: dict[int, list[str]] = {}
    for one in elements:
        found.setdefault(one.seat, []).append(one.wager)
    return found


# ── the name ──


@pytest.mark.parametrize(
    "clause",
    by_clause(("PA-649a.2(b)(1)",), ("PA-679a.2(b)(1)",), ("PA-669a.2(b)(1)",), ("PA-680a.2(b)(1)",)),
)
def test_name_of_the_certificate_holder(clause: str) -> None:
    for part in ("felt", "sheet"):
        (name,) = asked_by(clause, part)
        assert (name.kind, name.label, name.text) == ("words", HOLDER, HOLDER.upper())
    nobody = Submission.from_data({"regulation": regulation_of(clause)})
    (kept,) = [one for one in read(draw(nobody, "felt", fonts=False)) if clause in one.clauses]
    assert kept.label == "Name or logo"


LOGO = Style(logo=Logo("image/png", b"a picture", 2.0))
NAMES = {
    "written": HOLDER,
    "no letters of the font": "קזינו הנהר",
    "one sign that the font has not": "Lucky 🎰",
    "too long for the felt": "W" * 200,
    "too long for a sign": ("The Very Long Name of a Casino by the River and its Hotel " * 4)[:200],
}


@pytest.mark.parametrize(
    "clause",
    by_clause(("PA-649a.2(b)(1)",), ("PA-679a.2(b)(1)",), ("PA-669a.2(b)(1)",), ("PA-680a.2(b)(1)",)),
)
@pytest.mark.parametrize("name", NAMES)
def test_a_logo_is_enough_whatever_the_name_is_and_a_name_that_can_be_written_is_enough(
    clause: str, name: str
) -> None:
    """ "The name or logo": a logo stands where the name would, and then nothing asks for the name's letters;
    without one they have to be there. On paper as on the felt."""
    given = Submission.from_data({"regulation": regulation_of(clause), "certificate_holder": NAMES[name]})
    of = layout_of(given)
    for part in PARTS:
        found = draw(given, part, LOGO, fonts=False, layout=of)
        assert found.statement["drawn"]["logo"] == "true"
        lettered = [one.text for one in read(found) if one.kind == "words" and clause in one.clauses]
        assert not any(lettered), part
        if part in ("felt", "sheet", "sign"):
            assert found.svg.count("data:image/png;base64,") == 1, part
    refused = {"written": (), "too long for a sign": ("sign", "card", "guide")}.get(name, PARTS)
    for part in refused:
        with pytest.raises(LayoutError, match="or give a logo"):
            draw(given, part, fonts=False, layout=of)
    if "felt" not in refused:
        plain = draw(given, "felt", fonts=False, layout=of)
        (seen,) = [one for one in read(plain) if clause in one.clauses]
        assert seen.text.split() == NAMES[name].upper().split() and "data:image" not in plain.svg


# ── areas ──


@pytest.mark.parametrize(
    ("clause", "wagers"),
    by_clause(
        ("PA-649a.2(b)(2)", ("ante", "play", "pair_plus")),
        ("PA-649a.2(b)(3)", ("three_card_progressive", "five_card_progressive")),
        ("PA-649a.2(b)(4)", ("six_card_bonus",)),
        ("PA-649a.2(b)(6)", ("five_of_six_progressive",)),
        ("PA-679a.2(b)(2)", ("ante", "play")),
        ("PA-679a.2(b)(3)", ("prime", "pair_bonus", "all_six_bonus")),
        ("PA-669a.2(b)(2)", ("ante", "blind", "play")),
        ("PA-669a.2(b)(4)", ("three_card_progressive",)),
        ("PA-669a.2(b)(5)", ("six_card_bonus",)),
        ("PA-680a.2(b)(2)", ("ante",)),
        ("PA-680a.2(b)(5)", ("bonus",)),
        (("MA-TCP.6(b)", "I-128"), ("ante", "play", "pair_plus", "six_card_bonus", "cover_all")),
    ),
)
def test_separate_areas_at_every_seat(clause: str, wagers: tuple[str, ...]) -> None:
    law = regulation_of(clause)
    for part in ("felt", "sheet"):
        areas = [one for one in asked_by(clause, part) if one.kind == "area"]
        seats = _by_seat(areas)
        assert sorted(seats) == list(range(1, table(law).limits.seats + 1))
        assert all(sorted(found) == sorted(wagers) for found in seats.values())
        for one in areas:
            assert one.label == table(law).regulation.wagers[one.wager].title
            assert one.text == one.label.upper()
    for kind in ("all", "few"):
        shapes = [one.shape for one in layout(law, kind).areas if one.wager in wagers]
        assert all(distance(one, other) > 0 for one, other in combinations(shapes, 2))


@pytest.mark.parametrize(
    ("clause", "wager"),
    by_clause(
        ("PA-649a.2(b)(3)", "three_card_progressive"),
        ("PA-649a.2(b)(4)", "six_card_bonus"),
        ("PA-649a.2(b)(6)", "five_of_six_progressive"),
        ("PA-679a.2(b)(3)", "prime"),
        ("PA-669a.2(b)(4)", "three_card_progressive"),
        ("PA-669a.2(b)(5)", "six_card_bonus"),
        ("PA-680a.2(b)(3)", "pot"),
        ("PA-680a.2(b)(5)", "bonus"),
    ),
)
def test_no_area_where_a_wager_is_not_offered(clause: str, wager: str) -> None:
    assert wager not in table(regulation_of(clause), "few").wagers
    assert not [one for one in asked_by(clause, "felt", "few") if one.kind == "area"]


@pytest.mark.clause("PA-649a.2(b)(5)")
def test_electronic_system_at_every_seat() -> None:
    felt = read(drawn("PA-649a", "felt"))
    systems = [one for one in felt if one.what == "electronic_system"]
    assert [one.seat for one in systems] == list(range(1, 8))
    assert all("PA-649a.2(b)(5)" in one.clauses and "Five Card Hand Bonus" in one.label for one in systems)
    for hand in ("player", "dealer"):
        fields = [one for one in felt if one.wager == f"five_card_hand_bonus_{hand}" and one.kind == "area"]
        assert [one.seat for one in fields] == list(range(1, 8))
    few = read(drawn("PA-649a", "felt", "few"))
    assert not [one for one in few if one.what == "electronic_system"]


@pytest.mark.parametrize(
    ("clause", "wagers"),
    by_clause(
        (
            "PA-649a.2(c)(1)",
            ("three_card_progressive", "five_card_progressive", "five_of_six_progressive"),
        ),
        ("PA-669a.2(c)(1)", ("three_card_progressive",)),
        ("MA-TCP.13(a)", ("multi_game_link",)),
    ),
)
def test_a_device_for_the_progressive_wager_at_every_seat(clause: str, wagers: tuple[str, ...]) -> None:
    law = regulation_of(clause)
    seats = 6 if law == "PA-669a" else 7
    wanted = {(seat, wager) for seat in range(1, seats + 1) for wager in wagers}
    for part in ("felt", "sheet"):
        drawn_for = [(one.seat, one.wager) for one in asked_by(clause, part) if one.kind == "area"]
        assert sorted(drawn_for) == sorted(wanted)
    sensors = [(one.seat, one.wager) for one in layout(law).areas if one.device == "sensor"]
    assert sorted(sensors) == sorted(wanted)
    assert not [one for one in layout(law, "few").areas if one.device]


@pytest.mark.clause("PA-680a.2(b)(3)", "I-23")
def test_pot_has_an_area_at_every_seat_and_one_in_the_middle() -> None:
    areas = [one for one in asked_by("PA-680a.2(b)(3)") if one.kind == "area"]
    assert sorted(one.seat for one in areas) == list(range(7))
    assert {one.wager for one in areas} == {"pot"}
    assert {one.text for one in areas} == {"POT"}
    assert all("I-23" in one.readings for one in areas)


@pytest.mark.clause("PA-680a.2(b)(4)")
def test_two_card_areas_at_every_seat() -> None:
    areas = [one for one in asked_by("PA-680a.2(b)(4)") if one.kind == "cards"]
    for seat in range(1, 7):
        mine = [one for one in areas if one.seat == seat]
        assert [one.text for one in mine] == ["THREE-CARD HAND", "SHOWDOWN HAND"]
    found = {one.id: one for one in layout("PA-680a").cards if one.seat}
    assert sorted({one.cards for one in found.values()}) == [2, 3]


@pytest.mark.clause("PA-669a.2(b)(3)")
def test_streets_before_the_table_inventory() -> None:
    streets = [one for one in asked_by("PA-669a.2(b)(3)") if one.kind == "cards"]
    assert [one.label for one in streets] == ["4th Street", "5th Street", "6th Street"]
    assert [one.text for one in streets] == ["4TH STREET", "5TH STREET", "6TH STREET"]
    found = layout("PA-669a")
    (inventory,) = [one for one in found.equipment if one.what == "inventory"]
    areas = [one for one in found.cards if one.group == "community"]
    assert all(one.shape.width >= 63 and one.shape.height >= 88 for one in areas), "a card fits"
    for one in areas:
        gap = one.shape.y - one.shape.height / 2 - inventory.shape.y - inventory.shape.height / 2
        assert 0 < gap < 60
        assert abs(one.shape.x) + one.shape.width / 2 <= inventory.shape.width / 2
    assert [one.shape.x for one in areas] == sorted(one.shape.x for one in areas)


# ── words, pays and limits ──


@pytest.mark.parametrize(
    ("clause", "words"),
    by_clause(
        ("PA-649a.2(b)(7)#2", ["Dealer Plays with Queen High or Better"]),
        (
            "PA-679a.2(b)(4)#2",
            ["Dealer Qualifies with a Queen or Ante Pushes and Play Wins", "Player wins ties"],
        ),
    ),
)
def test_words_on_the_layout(clause: str, words: list[str]) -> None:
    for kind in KINDS:
        for part in ("felt", "sheet"):
            found = asked_by(clause, part, kind)
            assert [one.label for one in found] == words
            assert [one.text for one in found] == words


@pytest.mark.parametrize(
    "clause",
    by_clause(
        ("PA-649a.2(b)(7)",),
        ("PA-679a.2(b)(4)",),
        ("PA-669a.2(b)(6)",),
        ("PA-680a.2(b)(6)",),
    ),
)
def test_pays_of_every_wager(clause: str) -> None:
    """On the sign always, and on the felt where they fit it; every row of every table in use."""
    law = regulation_of(clause)
    for kind in KINDS:
        blocks = layout(law, kind).posted
        for part in ["sign", "felt"] if layout(law, kind).pays_on_felt else ["sign"]:
            pays = [one for one in asked_by(clause, part, kind) if one.kind == "pays"]
            for name, offered in table(law, kind).wagers.items():
                alike = {name, *(one.wager for one in blocks if name in one.more)}
                mine = [one for one in pays if one.wager in alike]
                assert mine, f"{name} on the {part}"
                words, shown = (
                    " ".join(texts) for texts in zip(*((o.label, o.text) for o in mine), strict=True)
                )
                for row in (one for paytable in offered.tables.values() for one in paytable.rows.values()):
                    figure = str(row.pays).capitalize() if str(row.pays) == "push" else str(row.pays)
                    assert figure in words, (name, part)
                    assert figure in shown, (name, part)


@pytest.mark.clause("PA-649a.2(b)(7)")
def test_pays_that_do_not_fit_the_felt_stand_on_the_sign() -> None:
    assert not layout("PA-649a").pays_on_felt
    assert not [one for one in read(drawn("PA-649a", "felt")) if one.kind == "pays"]
    assert "Six Card Bonus" in " ".join(one.label for one in asked_by("PA-649a.2(b)(7)", "sign"))
    assert layout("PA-649a", "usual").pays_on_felt


@pytest.mark.clause("PA-669a.2(b)(6)")
def test_permitted_multiples_of_the_ante() -> None:
    wanted = [
        "Before 4th Street: Play 1, 2 or 3 times Ante",
        "After 4th Street: Play 1 or 2 times Ante",
        "After 5th Street: Play equal to Ante, or fold",
    ]
    for part in ("felt", "sign"):
        found = [one for one in asked_by("PA-669a.2(b)(6)", part) if one.kind == "limit"]
        assert [one.label for one in found] == wanted
        for one in found:
            assert one.label.partition(": Play ")[2] in one.text


@pytest.mark.parametrize(
    ("clause", "amount"), by_clause(("PA-679a.2(b)(5)", "$75,000"), ("PA-680a.2(b)(7)", "$50,000"))
)
def test_payout_limit(clause: str, amount: str) -> None:
    for part in ("felt", "sign"):
        (limit,) = asked_by(clause, part)
        assert amount in limit.label
        assert amount in limit.text
    felt = read(drawn(regulation_of(clause), "felt", "few"))
    assert not [one for one in felt if clause in one.clauses]
    sign = asked_by(clause, "sign", "few")
    assert all("no payout limit" in one.text for one in sign)


# ── at the table ──


@pytest.mark.parametrize(
    "clause", by_clause(("PA-649a.2(e)",), ("PA-679a.2(c)",), ("PA-669a.2(d)",), ("PA-680a.2(c)",))
)
def test_drop_box_and_tip_box_on_both_sides_of_the_dealer(clause: str) -> None:
    boxes = {one.what: one for one in asked_by(clause, "sheet")}
    assert set(boxes) == {"drop_box", "tip_box"}
    drop, tip = boxes["drop_box"], boxes["tip_box"]
    assert drop.x is not None and drop.y is not None
    assert tip.x is not None and tip.y is not None
    assert drop.x * tip.x < 0, "one on each side"
    nearest = min(one.shape.y for one in layout(regulation_of(clause)).areas if one.seat)
    assert max(drop.y, tip.y) < nearest, "on the dealer's side"


@pytest.mark.parametrize(
    "clause", by_clause(("PA-649a.2(f)",), ("PA-679a.2(d)",), ("PA-669a.2(e)",), ("PA-680a.2(d)",))
)
def test_discard_rack_on_the_dealers_side(clause: str) -> None:
    (rack,) = asked_by(clause, "sheet")
    assert (rack.kind, rack.what) == ("equipment", "discard_rack")
    assert rack.y is not None
    found = layout(regulation_of(clause))
    assert rack.y < min(one.shape.y for one in found.areas if one.seat)
    (piece,) = [one for one in found.equipment if one.what == "discard_rack"]
    assert -found.table.depth < piece.shape.y - piece.shape.height / 2, "on the table top"


@pytest.mark.parametrize(
    "clause",
    by_clause(
        (("PA-649a.2(f)", "PA-649a.2(e)"),),
        (("PA-679a.2(d)", "PA-679a.2(c)"),),
        (("PA-669a.2(e)", "PA-669a.2(d)"),),
        (("PA-680a.2(d)", "PA-680a.2(c)"),),
    ),
)
def test_rack_and_boxes_are_there_however_the_cards_are_shuffled_and_dealt(clause: str) -> None:
    head = {"regulation": regulation_of(clause)}
    ways = [(shuffle, deal) for shuffle in ("automated", "continuous") for deal in DEALS]
    for shuffle, deal in (*ways, ("manual", "manual_shoe"), ("manual", "automated_shoe")):
        dealt = Submission.from_data({**head, "cards": {"shuffle": shuffle, "deal": deal}})
        there = [piece.what for piece in equipment(dealt, Table())]
        assert [there.count(one) for one in ("discard_rack", "drop_box", "tip_box")] == [1, 1, 1]


@pytest.mark.parametrize(
    ("clause", "most"),
    by_clause(("PA-649a.2(a)", 7), ("PA-679a.2(a)", 6), ("PA-669a.2(a)", 6), ("PA-680a.2(a)", 6)),
)
@pytest.mark.parametrize("kind", ["few", "all"])
def test_all_positions_are_on_one_side_and_the_dealer_on_the_other(clause: str, most: int, kind: str) -> None:
    found = layout(regulation_of(clause), kind)
    own = [(one.seat, one.shape) for one in found.areas if one.seat]
    own += [(one.seat, one.shape) for one in found.cards if one.seat]
    assert {seat for seat, _ in own} == set(range(1, most + 1))
    dealers = max(bounds(one.shape)[3] for one in found.equipment if not one.seat)
    assert dealers < min(bounds(shape)[1] for _, shape in own)


@pytest.mark.parametrize("law", [name for name in ALL if name.startswith("PA-")])
def test_every_clause_about_the_layout_is_drawn(law: str) -> None:
    """Whatever the data asks for has an element on the sheet or the sign."""
    told = {clause for part in ("sheet", "sign") for one in read(drawn(law, part)) for clause in one.clauses}
    wanted = {
        item.cite.clauses[0]
        for item in table(law).regulation.layout
        if not item.wagers or set(item.wagers) & set(table(law).wagers)
    }
    community = {"PA-679a.8(h)"}  # used only where the submission says so
    assert wanted - community <= told
