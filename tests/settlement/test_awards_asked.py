"""Awards and who has a hand in them, each question answered both ways, on rounds that are made up."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from types import SimpleNamespace
from typing import Any

import pytest

from feltlaw.cards import parse_cards
from feltlaw.settlement import awards as awards_
from feltlaw.settlement import reckoning as reckoning_
from feltlaw.settlement.awards import settle_award
from feltlaw.settlement.reckoning import Reckoning
from feltlaw.submission import Submission
from tests.support.driver import submission

BOTH = (False, True)


def made(**fields: Any) -> Any:
    return SimpleNamespace(**fields)


def box(number: int, player: str = "", **more: Any) -> Any:
    found = {"stakes": {"three_card_progressive": 100, "ante": 1000}, "left_by": "", "ruled_out": False}
    return made(number=number, player=player or f"p{number}", **{**found, **more})


OFFERED = submission(
    "PA-649a", wagers={"three_card_progressive": {}, "five_card_hand_bonus": {"magic_card": True}}
)
ENVY = OFFERED.awards["envy_three_card"].award


def label_of(table: Submission, ranking: str, cards: str) -> Any:
    return table.regulation.rankings[ranking].read(parse_cards(cards)).label


def reckoning(*boxes: Any, **more: Any) -> Any:
    """A round in which every hand is a mini royal, unless something else is said."""
    label = label_of(OFFERED, "three_card", "Ah Kh Qh")
    found: dict[str, Any] = {
        "submission": OFFERED,
        "regulation": OFFERED.regulation,
        "boxes": boxes,
        "read": lambda ranking, cards, box: made(label=label, title="mini-royal"),
        "is_shown": lambda box: True,
        "paytable": lambda wager: OFFERED.wagers[wager].paytable(),
        "add": lambda box, name, **line: made(seat=box.number, id=name, **line),
        "lines_of": lambda seat, name: iter(()),
        "outcome": lambda wager, box: "higher",
    }
    return made(**{**found, **more})


# ── envy ──


@pytest.mark.clause("PA-649a.12(e)(5)", "I-46", "I-47", "I-49", "PA-649a.1:three-card-envy-bonus")
def test_envy_is_for_the_hands_of_others_and_on_a_stake_of_ones_own() -> None:
    mine, other, own_too, third = box(1), box(3), box(2, "p1"), box(4)
    of = reckoning(third, other, own_too, mine)
    assert [one.for_seat for one in settle_award(of, mine, ENVY.id)] == [4, 3]
    assert [one.paid for one in settle_award(of, mine, ENVY.id)] == [25_00, 25_00]
    without = box(1, stakes={"ante": 1000})
    assert settle_award(reckoning(other, without), without, ENVY.id) == []
    assert settle_award(of, box(1, ruled_out=True), ENVY.id) == []
    assert settle_award(of, mine, "no such award") == []
    nothing = label_of(OFFERED, "three_card", "2h 4d 7c")
    poor = reckoning(other, mine, read=lambda ranking, cards, box: made(label=nothing, title="7 high"))
    assert settle_award(poor, mine, ENVY.id) == []


@pytest.mark.clause("I-48", "PA-649a.12(e)(5)", "MA-TCP.13(e)a")
def test_a_folded_hand_gives_envy_where_it_lies_face_up(monkeypatch: pytest.MonkeyPatch) -> None:
    section = OFFERED.regulation.wagers["three_card_progressive"].section
    for left, shown, exposed, trigger, needs, allowed in product(
        ("", "fold"), BOTH, BOTH, ("if_shown", "never"), ("", "some_option"), BOTH
    ):
        options = {
            f"wagers.{section}.folded_hands_trigger_envy": trigger,
            f"wagers.{section}.some_option": allowed,
        }
        table = made(option=options.__getitem__)
        monkeypatch.setattr(awards_, "lies_exposed", lambda of, box, cards, exposed=exposed: exposed)
        award = made(
            cards=("player",),
            stake_of=("three_card_progressive",),
            folded_holder=made(what=needs) if needs else None,
        )
        of = made(is_shown=lambda box, shown=shown: shown, submission=table, regulation=OFFERED.regulation)
        holds = awards_._holds(of, box(3, left_by=left), award)
        if not left:
            assert holds == shown
        else:
            assert holds == ((shown or exposed) and (not needs or allowed) and trigger == "if_shown")


# ── bonuses and draws ──


@pytest.mark.clause("PA-679a.1:bad-beat-bonus", "PA-679a.11(c)(3)(iv)", "PA-679a.12(c):A", "I-71")
def test_a_bonus_needs_its_wager_its_outcome_and_a_row() -> None:
    prime = submission("PA-679a")
    award = prime.awards["bad_beat_bonus"].award
    labels = {
        name: label_of(prime, award.ranking, cards)
        for name, cards in (("straight", "4h 5d 6c"), ("pair", "4h 4d 6c"))
    }
    for outcome, void, name, needs in product(
        ("bad_beat", "lower"), BOTH, ("straight", "pair"), ("", "ante", "x")
    ):
        lines = [made(result="void" if void else "lose")]
        of = reckoning(
            submission=replace(
                prime,
                awards={award.id: replace(prime.awards[award.id], award=replace(award, needs_wager=needs))},
            ),
            regulation=prime.regulation,
            read=lambda ranking, cards, box, name=name: made(label=labels[name], title=name),
            outcome=lambda wager, box, outcome=outcome: outcome,
            lines_of=lambda seat, wager, lines=lines: iter(lines),
        )
        own = box(1, stakes={"ante": 1000, "play": 1000})
        found = settle_award(of, own, award.id)
        assert bool(found) == (outcome == "bad_beat" and not void and name == "straight" and needs != "x")
        assert [one.paid for one in found] == ([4000] if found else []), "4 to 1 by table A"
    assert settle_award(of, box(1, stakes={"ante": 1000}), award.id) == [], "there is no Play"


@pytest.mark.clause("I-61", "I-62", "PA-649a.12(i)(3)", "PA-649a.1:magic-card-bonus(ii)")
def test_a_draw_pays_on_the_match_and_where_it_must_on_a_win(monkeypatch: pytest.MonkeyPatch) -> None:
    stakes = {"five_card_hand_bonus_player": 100}
    for match, offers, won, needs in product(BOTH, BOTH, BOTH, BOTH):
        monkeypatch.setattr(awards_, "matched", lambda *given, match=match: match)
        monkeypatch.setattr(awards_, "draw_needs_win", lambda *given, needs=needs: needs)
        table = made(
            awards=OFFERED.awards, pays=lambda award, wager, offers=offers: offers, option=OFFERED.option,
            limits=OFFERED.limits, regulation=OFFERED.regulation, wagers=OFFERED.wagers,
        )  # fmt: skip
        of = reckoning(
            submission=table,
            groups=lambda cards, box: [],
            round=made(draws={}),
            lines_of=lambda seat, name, won=won: iter([made(paid=100 if won else 0)]),
        )
        found = settle_award(of, box(1, stakes=stakes), "magic_card")
        assert bool(found) == (match and offers and (won or not needs))
        assert [one.paid for one in found] == ([2000] if found else []), "20 for 1"


# ── whose hands count ──


@pytest.mark.clause("I-48", "PA-649a.11(b)(2)", "PA-669a.11(f)", "MA-TCP.10(b)#3")
def test_a_hand_is_shown_by_who_stays_or_whose_wager_keeps_the_cards() -> None:
    for left, ruled, kept in product(("", "fold", "surrender"), BOTH, BOTH):
        of = made(regulation=made(wagers={"w": "w"}), _keeps_cards=lambda wager, kept=kept: kept)
        found = Reckoning.is_shown(of, box(1, stakes={"w": 1}, left_by=left, ruled_out=ruled))
        assert found == (not ruled and (not left or (left == "fold" and kept)))
        bare = Reckoning.is_shown(of, box(1, stakes={}, left_by=left, ruled_out=ruled))
        assert bare == (not ruled and not left)


@pytest.mark.clause("I-48", "PA-649a.11(b)(2)", "PA-669a.11(f)")
def test_what_keeps_the_cards_of_a_folded_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    for rule, stay, reverses, keeps in product(BOTH, BOTH, BOTH, BOTH):
        monkeypatch.setattr(reckoning_, "keeps", lambda *given, keeps=keeps: keeps)
        on_fold = made(cards_stay=stay, reversed_by="option" if reverses else "") if rule else None
        found = Reckoning._keeps_cards(made(submission=None), made(on_fold=on_fold))
        assert found == (rule and stay and (not reverses or keeps))


@pytest.mark.clause("I-86", "PA-649a.11(b)(2)")
def test_a_wager_rests_on_the_hand_where_it_lives_and_reads_it() -> None:
    for ruled, lives, own in product(BOTH, BOTH, BOTH):
        wager = made(cards=("player", "dealer") if own else ("dealer",))
        of = made(regulation=made(wagers={"w": wager}), lives=lambda box, wager, lives=lives: lives)
        assert Reckoning.rests_on_hand(of, box(1, stakes={"w": 1}, ruled_out=ruled)) == (
            not ruled and lives and own
        )


@pytest.mark.clause("I-100", "I-108", "MA-TCP.12(h)", "MA-TCP.12(h)a")
def test_a_folded_hand_counts_and_is_looked_at_where_somebody_staked_on_all_hands(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for left, ruled, option, there, staked in product(("", "fold", "surrender"), BOTH, BOTH, BOTH, BOTH):
        monkeypatch.setattr(reckoning_, "folded_hands_count", lambda table, option=option: option)
        monkeypatch.setattr(
            reckoning_,
            "every_hand_wager",
            lambda wagers, there=there: made(id="cover_all") if there else None,
        )
        hand = box(1, left_by=left, ruled_out=ruled)
        other = box(3, stakes={"cover_all": 500} if staked else {})
        of = made(submission=None, regulation=made(wagers={}), boxes=(other, hand))
        assert Reckoning.is_looked_at(of, hand) == (
            there and left == "fold" and not ruled and option and staked
        )
        assert Reckoning.counts_at_table(of, hand) == (left == "" or (left == "fold" and option))
