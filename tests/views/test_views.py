"""Everybody sees exactly the cards that the chapters show to him, in views and in events, at every moment."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import pytest

from feltlaw.cards import Card
from feltlaw.event import Event
from feltlaw.views import VIEWERS, Viewer, view
from tests.support.effort import LONG
from tests.support.eyes import Eyes, house_way
from tests.support.played import CREW, Played, Step, cases, shuffled_deck, submission, usual_bets, viewers

ROUNDS = 3 if LONG else 2
_PLURAL = re.compile(r"(?<= )[2-9]s\b")
"""A rank in the words of a hand: a pair of 8s."""
_CARD = re.compile(r"(?<![\w.])(?:[2-9TJQKA][cdhs]|Jk)(?![\w(])")
EXTRA: tuple[tuple[str, str, dict[str, Any], dict[str, Any]], ...] = (
    (
        "PA-679a",
        "manual_shoe",
        {"wagers": {"pair_bonus": {"community_card": True}}},
        {"fourths": "community"},
    ),
    (
        "PA-679a",
        "automated_shoe",
        {"cards": {"four_card_stacks": True, "shuffle": "continuous"}, "wagers": {"pair_bonus": {}}},
        {"fourths": "stack"},
    ),
    ("MA-TCP", "automated_shoe", {"cards": {"dealer_stack": "held"}}, {"held": True}),
    ("MA-TCP", "manual_shoe", {"settlement": {"order": "by_step"}}, {}),
    ("MA-TCP", "hand", {"wagers": {"multi_game_link": {}, "cover_all": {}}}, {}),
    ("PA-649a", "manual_shoe", {"cards": {"shuffle": "manual"}}, {"cut": 26}),
    ("PA-680a", "hand", {"wagers": {}}, {}),
    ("PA-680a", "manual_shoe", {"wagers": {"bonus": {}}}, {}),
    ("PA-680a", "manual_shoe", {"wagers": {"pot": {}}}, {}),
)
"""Ways to deal and to settle that are not every table's: what it submits, and what the model must know."""


def every_way() -> Iterator[Any]:
    for regulation, deal in cases():
        yield pytest.param(regulation, deal, {}, {}, id=f"{regulation}-{deal}")
    for regulation, deal, sections, known in EXTRA:
        name = "-".join(
            [regulation, deal, *known, *sections.get("settlement", ()), *sections.get("wagers", ())]
        )
        yield pytest.param(regulation, deal, sections, known, id=name)


def played(regulation: str, deal: str, sections: Mapping[str, Any], seed: int) -> Played:
    """A round of four players who decide by numbers, on a deck of its own."""
    cards = {"deal": deal, **sections.get("cards", {})}
    about = submission(regulation, **{**sections, "cards": cards})
    table = Played(about, shuffled_deck(regulation, f"{regulation} {deal} {seed}"))
    return table.start(usual_bets(about)).finish(random.Random(seed))


def eyes_of(table: Played, deal: str, known: Mapping[str, Any]) -> Eyes:
    more = dict(known)
    cut = more.pop("cut", 0)
    order = [str(Card(card)) for card in (*table.order[cut:], *table.order[:cut])]
    found = Eyes(table.submission.regulation.id, deal, order, usual_bets(table.submission), **more)
    if found.regulation == "PA-680a":
        found.three = {seat: house_way(found.at["player", seat]) for seat in found.stakes}
    return found


def about(event: Event) -> tuple[str, int, str]:
    """What a model is told of an event: its kind, whose it is, and what was said."""
    data = event.data
    answer, lines = getattr(data, "answer", None), getattr(data, "lines", ())
    seat = getattr(data, "seat", lines[0].seat if lines else 0)
    return event.kind, seat, answer.word if answer else ""


def cards_in(document: object, *, key: str = "") -> set[str]:
    """Every card that a JSON document names, wherever, but for the opened seal and the drawn magic card."""
    found: set[str] = set()
    left: list[tuple[str, object]] = [(key, document)]
    while left:
        key, value = left.pop()
        if key in ("seal", "draws"):
            continue
        if isinstance(value, str):
            found |= cards_named(value, key == "hand")
        elif isinstance(value, dict):
            left += value.items()
        elif isinstance(value, list):
            left += (("", one) for one in value)
    return found


@cache
def cards_named(words: str, of_a_hand: bool) -> frozenset[str]:
    return frozenset(_CARD.findall(_PLURAL.sub("", words) if of_a_hand else words))


def seats_of(viewer: Viewer, eyes: Eyes) -> list[int]:
    return [seat for seat in eyes.stakes if viewer == Viewer("player", f"p{seat}")]


# ── the model ──


@pytest.mark.effort
@pytest.mark.clause(
    "PA-649a.11(a)", "PA-649a.11(c)(1)", "MA-TCP.10(a)", "MA-TCP.10(c)(1)(i)", "MA-TCP.10(c)(2)(i)",
    "PA-679a.11(a)", "PA-679a.11(c)(1)", "PA-669a.11(c)", "PA-669a.11(e)", "PA-669a.11(h)", "PA-669a.11(i)",
    "PA-680a.11(c)", "PA-680a.11(d)", "PA-680a.11(d)(1)(i)", "PA-680a.11(d)(1)(ii)(A)",
    "PA-680a.11(d)(2)(ii)(A)", "PA-680a.11(e)", "I-48", "I-100", "I-108", "I-139",
)  # fmt: skip
@pytest.mark.parametrize(("regulation", "deal", "sections", "known"), list(every_way()))
def test_everybody_sees_what_the_chapter_shows_him_and_nothing_else(
    regulation: str, deal: str, sections: dict[str, Any], known: dict[str, Any]
) -> None:
    for seed in range(ROUNDS):
        table = played(regulation, deal, sections, seed)
        eyes = eyes_of(table, deal, known)
        for step in of_the_round(table):
            eyes.happened(*about(step.event))
            look = step.look()
            for viewer in viewers(eyes.stakes):
                frame = json.loads(look.frame_bytes(viewer))
                seen = eyes.seen(seats_of(viewer, eyes))
                where = (regulation, deal, seed, step.event.kind, viewer)
                assert cards_in(frame["view"]) == seen, where
                assert cards_in(frame["events"]) <= seen, where


def of_the_round(table: Played) -> list[Step]:
    """From the shuffle to the last card in the rack: what comes after belongs to the next round."""
    end = next(at for at, step in enumerate(table.steps) if step.event.kind == "end_round")
    return table.steps[: end + 1]


def test_the_model_knows_its_own_mind() -> None:
    """It is no echo of the program: 680a.11(b)(1)'s own example, a deal by stacks, a hand left exposed."""
    assert set(house_way(("Jk", "8s", "6h", "5d", "2c"))) == {"Jk", "6h", "5d"}
    order = ["As", "2s", "3s", "Kd", "Kh", "Kc", "Qs", "7d", "2h"]
    eyes = Eyes("MA-TCP", "automated_shoe", order, {1: {"ante": 1}, 3: {"cover_all": 1}})
    assert eyes.at == {("player", 1): ("As", "2s", "3s"), ("player", 3): ("Kd", "Kh", "Kc"),
                       ("dealer", 0): ("Qs", "7d", "2h")}  # fmt: skip
    eyes.happened("decide", 1, "fold")
    assert eyes.seen([]) == eyes.seen([1]) == set()
    eyes.happened("collect_forfeits")
    assert eyes.seen([]) == {"As", "2s", "3s"}, "a straight flush stays exposed"


# ── who there is ──


def test_there_are_seven_kinds_of_viewer() -> None:
    about_ = submission("PA-649a")
    state = Played(about_, shuffled_deck("PA-649a", 1)).state
    for role in VIEWERS:
        assert view(state, Viewer(role, "somebody")).own.role == role
    with pytest.raises(ValueError, match="no view for a stranger"):
        Viewer("stranger")


@pytest.mark.parametrize("regulation", ["PA-649a", "PA-680a"])
def test_parts_of_a_view_are_whose_they_are(regulation: str) -> None:
    """Own hands are the player's, decks and inventory the crew's; nobody has another's part."""
    table = played(regulation, "manual_shoe", {}, 0)
    for step in table.steps:
        for viewer in viewers({1: 1}):
            own = view(step.after, viewer, step.links).own
            assert (own.you is not None) == (viewer.role == "player")
            assert (own.crew is not None) == (viewer.role in ("dealer", "floorperson", "auditor"))
            assert own.you is None or own.you.account == viewer.account
            assert own.seal is None or viewer.role == "auditor"


# ── what nobody sees ──


@pytest.mark.parametrize(("regulation", "deal"), list(cases()))
def test_the_order_and_the_secret_of_a_deck_are_in_no_view(regulation: str, deal: str) -> None:
    table = played(regulation, deal, {}, 1)
    for step in table.steps:
        look = step.look()
        for viewer in viewers({1: 1}):
            text = look.frame_bytes(viewer).decode()
            assert "5" * 64 not in text
            assert '"order":[{' in text or '"order"' not in text, "only the racked places are in an order"
            assert '"secret"' not in text and '"carried"' not in text and '"seed"' not in text


@pytest.mark.clause("PA-680a.11(a)", "PA-649a.11(a)")
@pytest.mark.parametrize("regulation", ["PA-680a", "PA-649a"])
def test_cards_of_a_deal_that_was_never_complete_are_nobodys_to_look_at(regulation: str) -> None:
    """A round that is void before 11(a) never shows a player his cards."""
    about_ = submission(regulation)
    for dealt in (1, 6):
        table = Played(about_, shuffled_deck(regulation, 3))
        table.sit(1, 2)
        table.crew()
        table.bet({1: usual_bets(about_)[2], 2: usual_bets(about_)[2]})
        table.crew(until="deal")
        for _ in range(dealt):
            table.do("deal", CREW["dealer"])
        table.do("report", CREW["dealer"], kind="card_face_up")
        table.do("report", CREW["dealer"], kind="card_face_up")
        assert table.state.played.void
        table.crew()
        for step in table.steps:
            you = view(step.after, Viewer("player", "p1")).own.you
            assert you is not None and you.hands == ()
            text = step.look().frame_bytes(Viewer("player", "p1")).decode()
            assert '"hands"' not in text


@pytest.mark.clause("MA-TCP.10(a)")
def test_a_player_goes_on_looking_at_his_cards_while_the_dealers_stack_comes() -> None:
    table = played("MA-TCP", "automated_shoe", {"cards": {"dealer_stack": "held"}}, 2)
    looking = False
    for step in of_the_round(table):
        you = view(step.after, Viewer("player", "p1")).own.you
        assert you is not None
        assert bool(you.hands) >= looking
        looking = looking or bool(you.hands)
    assert looking


# ── Saigon ──


@pytest.mark.clause("PA-680a.11(d)(1)(i)", "PA-680a.11(b)", "I-139")
def test_a_hand_that_does_not_qualify_shows_three_cards_and_no_more() -> None:
    """No Pot and no Bonus, neither hand qualifies: no clause turns up the other two."""
    about_ = submission("PA-680a", wagers={})
    five, dealers = ["2c", "2d", "3h", "2h", "3s"], ["4c", "4d", "4h", "4s", "6c"]
    rest = [str(card) for card in map(Card, range(53)) if str(card) not in (*five, *dealers)]
    dealt = [card for pair in zip(five, dealers, strict=True) for card in pair]
    names = {str(card): int(card) for card in map(Card, range(53))}
    table = Played(about_, tuple(names[card] for card in (*dealt, *rest)))
    table.start({1: {"ante": "10"}}).finish({})
    three = set(house_way(tuple(five)))
    for step in table.steps:
        for viewer in viewers({2: 1}):
            shown = cards_in(json.loads(step.look().frame_bytes(viewer)))
            assert not shown & (set(five) - three), (step.event.kind, viewer)
    last = table.steps[[step.event.kind for step in table.steps].index("end_round")].look()
    line = last.public.round.lines[0] if last.public.round else None
    assert line is not None and (line.outcome, line.hand) == ("neither_qualifies", "")
    you = last.view(Viewer("player", "p1")).own.you
    assert you is not None
    assert [one.hand for one in you.lines] == ["Point Count 6"], "the player knows it"
    setting = next(step for step in table.steps if step.event.kind == "set_hand")
    told = json.loads(setting.look().frame_bytes(Viewer("dealer", "dealer")))["events"][0]
    assert told["data"] == {"seat": 1, "answer": {"act": "set"}} and "own" not in told
    mine = json.loads(setting.look().frame_bytes(Viewer("player", "p1")))["events"][0]
    assert set(mine["own"]["three"]) == three
