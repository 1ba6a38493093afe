"""Words for people: every kind of event has some, they are made of views alone, and they say what and why."""

from __future__ import annotations

import re
from functools import cache

import pytest

from feltlaw.refusal import Refused
from feltlaw.regulation import load, regulation_ids
from feltlaw.regulation.model import Cite
from feltlaw.submission import Submission, new_submission, read_toml
from feltlaw.table import EVENTS
from feltlaw.telling import Teller
from feltlaw.telling.happened import KINDS
from feltlaw.telling.posted import meters_words, posted_tables, summaries
from feltlaw.telling.reasons import explained, line_said
from feltlaw.telling.table import next_said, refusal_document, refusal_words
from feltlaw.telling.teaching import act_words, how_it_goes, not_counted
from feltlaw.views import Viewer
from feltlaw.views.parts import BoxView, LevelView, LineView, MeterView, StakeView, WaitsView
from tests.support.played import Played, viewers
from tests.support.rare import departures, every_table, jackpot, voided


@cache
def tables() -> tuple[Played, ...]:
    return tuple(every_table())


def told(table: Played, viewer: Viewer, yours: tuple[int, ...] = ()) -> list[str]:
    teller = Teller(table.submission, yours)
    teller.players = 2
    events = [event for step in table.steps for event in step.look().frame(viewer).events]
    return [str(sentence) for sentence in teller.tell(events)]


def test_every_kind_of_event_has_words() -> None:
    assert set(EVENTS) == KINDS


def test_every_kind_happens_and_is_seen_and_told() -> None:
    """By everybody, at tables that know no quiet day. `confirm` is no event of its own."""
    happened = {step.event.kind for table in tables() for step in table.steps}
    assert set(EVENTS) - happened == {"confirm", "open_table"}
    for table in tables():
        for viewer in viewers({1: 1, 2: 1}):
            teller = Teller(table.submission, (1,))
            for step in table.steps:
                look = step.look()
                (event,) = look.frame(viewer).events
                assert look.frame_bytes(viewer)
                for sentence in teller.event(event):
                    assert str(sentence).strip()
                    assert "_" not in str(sentence) and "None" not in str(sentence), sentence


@pytest.mark.parametrize("role", ["player", "onlooker", "dealer", "auditor"])
def test_nobody_is_told_a_card_he_has_not_seen(role: str) -> None:
    """The words of a round in which a hand is given up unseen, or racked."""
    for table in tables():
        for step in table.steps:
            (event,) = step.look().frame(Viewer(role, "p9")).events
            words = " ".join(str(one) for one in Teller(table.submission).event(event))
            round_ = step.after.round
            up = {str(card) for cards in round_.up.values() for card in cards} if round_ else set()
            named = set(re.findall(r"(?<![\w.])(?:[2-9TJQKA][cdhs]|Jk)\b", re.sub(r"\b[2-9]s\b", "", words)))
            assert named <= up | {"7h"}, (step.event.kind, words)


def test_a_jackpot_is_told() -> None:
    lines = told(jackpot(), Viewer("player", "p1"), (1,))
    verified = r"The dealer verifies the .* win of \$1,000\.28\."
    assert any(re.fullmatch(verified, line) for line in lines), lines
    assert "The floorperson validates the award." in lines
    assert any(line.startswith("Three") and "mini-royal of spades" in line for line in lines)


def test_whoever_listens_is_not_named_to_himself() -> None:
    said = [one for table in tables() for one in told(table, Viewer("onlooker"), (1,))]
    assert "Seat 1 (you) sits down." in said
    assert any(re.fullmatch(r"Seat 2: .+ sits down\.", one) for one in said)
    assert any(re.fullmatch(r"\$[\d,]+ in chips to .+\.", one) for one in said)


def test_an_auditor_has_every_card_of_the_seal_once() -> None:
    said = " ".join(one for table in tables() for one in told(table, Viewer("auditor", "auditor")))
    found = re.findall(r"opened for the (\d+) cards", said)
    assert found and set(found) <= {str(load(one).deck.cards) for one in regulation_ids()}


def test_what_two_people_settle_is_the_crews_to_know() -> None:
    table = departures()
    crew, guest = told(table, Viewer("floorperson", "floorperson")), told(table, Viewer("onlooker"))
    assert any("p2 has left in the middle of the round" in line for line in crew)
    assert not any("p2 has left in the middle" in line for line in guest)
    assert "p2 left the table in the middle of the round." in guest


def test_a_void_round_says_why() -> None:
    assert "The round is void (cards face up): all wagers go back." in told(voided(), Viewer("onlooker"))


# ── reasons ──


def line(**changes: object) -> LineView:
    found = {"seat": 1, "result": "lose", "stake": 1000, "paid": 0, "returned": 0, "net": -1000,
             "clauses": ("PA-649a.11(c)(3)",), "wager": "ante"}  # fmt: skip
    return LineView(**{**found, **changes})  # type: ignore[arg-type]


def posted(regulation: str) -> Submission:
    return Submission.from_data(read_toml(new_submission(regulation)))


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        (
            {"outcome": "dealer_does_not_qualify", "result": "win", "net": 1000, "pays": "1 to 1"},
            "Ante +$10: the dealer does not qualify, 1 to 1",
        ),
        ({"outcome": "lower", "hand": "jack high"}, "Ante -$10: jack high, lower than the dealer's hand"),
        (
            {"wager": "pair_plus", "outcome": "high_card", "hand": "jack high"},
            "Pair Plus -$10: jack high; it needs a pair",
        ),
        ({"outcome": "folded"}, "Ante -$10: the wager was given up with the fold"),
        (
            {"wager": "pair_plus", "result": "win", "net": 500},
            "Pair Plus +$5: a hand that was not shown",
        ),
        ({"wager": "pair_plus"}, "Pair Plus -$10: no hand in sight is enough"),
        (
            {"outcome": "equal", "result": "push", "net": 0, "hand": "jack high"},
            "Ante comes back: jack high, equal to the dealer's hand",
        ),
    ],
)
def test_a_line_says_what_it_came_to_and_why(changes: dict[str, object], says: str) -> None:
    assert str(line_said(line(**changes), posted("PA-649a"), 2)) == says


def test_an_explanation_has_its_clauses() -> None:
    found = explained(line(outcome="lower", hand="jack high", interpretations=("I-29",)), posted("PA-649a"))
    assert found == (
        "Seat 1, Ante $10: jack high, lower than the dealer's hand; the $10 is lost (PA-649a.11(c)(3), I-29)."
    )


def test_a_set_hand_whose_other_cards_stay_down() -> None:
    found = line(outcome="neither_qualifies", result="push", net=0, returned=1000)
    assert "neither the hand nor the dealer's qualifies" in str(line_said(found, posted("PA-680a"), 2))


# ── how a table stands ──


def test_what_comes_next_is_said_with_its_clause() -> None:
    waits = WaitsView("dealer", "reveal_dealer", "Turn up your cards.", ("PA-649a.11(c)#2",))
    assert str(next_said(waits)) == "The dealer: Turn up your cards. (PA-649a.11(c)#2)"
    assert str(next_said(WaitsView("player", "decide", "Play or fold.", (), (3,)))) == "Seat 3: Play or fold."
    assert str(next_said(None)) == "Nothing is to be done."


def test_a_refusal_says_what_why_and_what_would_be_legal() -> None:
    refusal = Refused("it is not seat 3's turn", "Seat 1 decides now.", Cite(("PA-649a.11(b)",), ("I-26",)))
    assert refusal_words(refusal) == "It is not seat 3's turn. Seat 1 decides now. (PA-649a.11(b), I-26)"
    assert refusal_document(refusal) == {
        "title": "It is not seat 3's turn",
        "legal": "Seat 1 decides now.",
        "clauses": ["PA-649a.11(b)", "I-26"],
    }


def test_meters() -> None:
    meter = MeterView("three_card_progressive", "link", (LevelView("meter", 123456),))
    assert list(meters_words([meter])) == ["Jackpot three card progressive: $1,234.56"]
    levels = MeterView("big", "link", (LevelView("major", 100), LevelView("minor", 5)), "a fault")
    assert list(meters_words([levels])) == ["Jackpot big: major $1, minor $0.05 (stopped: a fault)"]


@pytest.mark.parametrize("regulation", regulation_ids())
def test_every_game_is_posted_and_taught_without_knowing_it(regulation: str) -> None:
    about = posted(regulation)
    told_ = dict(summaries(about, 3))
    assert len(told_) == len(about.wagers) + len([one for one in about.awards.values() if one.paytable])
    assert all(text.endswith(".") for text in told_.values())
    assert list(posted_tables(about, 3))
    sentences = list(how_it_goes(about))
    assert len(sentences) == 3 and all("_" not in one for one in sentences)
    box = BoxView(1, "p1", tuple(StakeView(wager, 1000) for wager in about.wagers))
    for decision in load(regulation).decisions:
        for act in decision.acts:
            assert act_words(about, act, box).startswith("loses") == bool(act.leaves)


@pytest.mark.parametrize(
    ("regulation", "wagers", "told_"),
    [
        ("PA-649a", ("ante", "pair_plus"), "folding loses the Pair Plus as well."),
        ("PA-649a", ("ante", "six_card_bonus"), ""),
        ("PA-649a", ("ante",), ""),
        ("PA-669a", ("ante", "blind", "pair_plus"), ""),
    ],
)
def test_what_the_values_of_a_hand_leave_out_is_said(
    regulation: str, wagers: tuple[str, ...], told_: str
) -> None:
    box = BoxView(1, "p1", tuple(StakeView(wager, 1000) for wager in wagers))
    found = not_counted(posted(regulation), box)
    assert found.endswith(told_) and bool(found) == bool(told_)
