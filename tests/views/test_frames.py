"""Frames: written once for everybody, the same as the typed values; every kind of event; what one may do."""

from __future__ import annotations

import dataclasses
import json
import random
from datetime import UTC, datetime
from typing import Any

import pytest

from feltlaw.event import Person
from feltlaw.schema import write
from feltlaw.table import EVENTS, Moment, Shuffled, decide, read_command
from feltlaw.views import Look, Viewer, event_view, moments, view
from feltlaw.views.events import iso_time
from feltlaw.views.happenings import PLAIN, TOLD
from feltlaw.views.happenings import Moment as Happened
from feltlaw.views.kept import Kept
from feltlaw.views.text import text
from tests.support.effort import some
from tests.support.played import (
    CREW,
    SECRET,
    Played,
    Step,
    cases,
    main_wagers,
    shuffled_deck,
    submission,
    usual_bets,
    viewers,
)


def rounds(regulation: str, deal: str = "manual_shoe", many: int = 2) -> Played:
    about = submission(regulation, cards={"deal": deal})
    bets = usual_bets(about)
    table = Played(about, shuffled_deck(regulation, deal)).start(bets).finish(random.Random(1))
    for again in range(1, many):
        table.bet(bets)
        table.finish(random.Random(again))
    return table


SECRETS = {"order", "secret", "hands", "hand", "to", "card", "nonce", "three", "state", "sealed", "equipment"}
"""Names of fields that no event has which is told as it is."""

# ── every kind of event ──


def test_every_kind_of_event_has_a_view() -> None:
    """A new kind fails here until somebody has said what of it is whose to know."""
    kinds = {type_.__name__: type_ for type_ in EVENTS.values()}
    told = {*PLAIN, *TOLD}
    assert not set(kinds.values()) - told, "without a view"
    assert not told - set(kinds.values()), "of no kind of event"
    assert not set(PLAIN) & set(TOLD)


def test_what_is_told_as_it_is_says_every_field() -> None:
    for kind, fields in PLAIN.items():
        assert tuple(one.name for one in dataclasses.fields(kind)) == fields
        hidden = {
            "order",
            "secret",
            "hands",
            "hand",
            "dealt",
            "to",
            "card",
            "cards_of",
            "nonce",
            "three",
            "state",
        }
        assert not hidden & set(fields)


@pytest.mark.effort
@pytest.mark.parametrize(("regulation", "deal"), some(list(cases()), 2))
def test_frames_are_the_typed_values_written(regulation: str, deal: str) -> None:
    """Bytes that were put together from parts say what the typed frame says, for everybody, at any time."""
    table = rounds(regulation, deal)
    kept = Kept()
    for step in table.steps:
        look = Look(
            step.after, step.links, step.number,
            before=step.before, events=[step.event], states=[step.after], kept=kept,
        )  # fmt: skip
        for viewer in viewers(usual_bets(table.submission)):
            found = json.loads(look.frame_bytes(viewer))
            assert found == look.frame(viewer).to_json(), (step.event.kind, viewer)
            assert found["view"] == json.loads(look.view_bytes(viewer))
            whole = json.loads(look.frame_bytes(viewer, events=False))
            assert whole == {**found, "events": []}
        fresh = view(step.after, Viewer("onlooker"), step.links).to_json()
        assert fresh == json.loads(look.view_bytes(Viewer("onlooker"))), "what was kept is not stale"


def test_several_events_make_one_frame() -> None:
    """Of an append of many events the view is the last one's, and each event is told as of its own moment."""
    table = rounds("PA-669a")
    first, last = table.steps[0], table.steps[-1]
    events = [step.event for step in table.steps]
    for viewer in viewers({1: 1}):
        single = [event_view(moment_of(step), viewer, step.number) for step in table.steps]
        for states in ((), [step.after for step in table.steps]):
            look = Look(
                last.after, last.links, last.number, before=first.before, events=events, states=states
            )
            frame = look.frame(viewer)
            assert [write(one) for one in frame.events] == [write(one) for one in single]
            assert json.loads(look.frame_bytes(viewer)) == frame.to_json()


def moment_of(step: Step) -> Happened:
    (found,) = moments(step.before, [step.event], [step.after])
    return found


def test_text_is_what_the_schema_writes() -> None:
    table = rounds("PA-649a", many=1)
    for step in table.steps:
        public = step.look().public
        assert json.loads(text(public)) == write(public)


def test_times_are_iso_8601() -> None:
    rng = random.Random(5)
    for _ in range(2000):
        seconds = rng.randrange(250_000_000_000)
        moment = datetime.fromtimestamp(seconds, UTC)
        assert iso_time(seconds * 1000 + 7) == moment.strftime("%Y-%m-%dT%H:%M:%S.007Z")


# ── what one may do ──


def accepted(step: Step, viewer: Viewer, offer: dict[str, Any]) -> None:
    by = Person(viewer.role, viewer.account)  # type: ignore[arg-type]
    command = read_command(offer["do"], offer["data"], by)
    order = shuffled_deck(step.after.submission.regulation.id, 1)
    moment = Moment(step.after.now + 1, by, Shuffled(order, SECRET), {}, step.links)
    assert decide(step.after, command, moment).events


@pytest.mark.parametrize("regulation", ["PA-649a", "MA-TCP", "PA-679a", "PA-669a", "PA-680a"])
def test_what_is_offered_is_accepted_as_it_stands(regulation: str) -> None:
    """`data` of every offer in everybody's view, at every moment: in words, with a clause, and it works."""
    table = rounds(regulation, many=1)
    for step in table.steps:
        for viewer in viewers(usual_bets(table.submission)):
            if viewer.role in ("onlooker", "auditor", "cashier"):
                assert json.loads(step.look().view_bytes(viewer))["legal"] == []
                continue
            for offer in json.loads(step.look().view_bytes(viewer))["legal"]:
                assert set(offer) <= {"do", "data", "choose", "text", "clauses"}
                assert offer["text"].endswith(".") and offer["clauses"]
                accepted(step, viewer, offer)


def test_what_may_be_chosen_is_within_its_bounds() -> None:
    about = submission("PA-649a")
    table = Played(about, shuffled_deck("PA-649a", 1))
    table.sit(1)
    table.crew()
    legal = json.loads(table.steps[-1].look().view_bytes(Viewer("player", "p1")))["legal"]
    (bet,) = [one for one in legal if one["do"] == "bet"]
    assert bet["data"] == {"seat": 1, "wagers": {"ante": "5.00"}}
    assert bet["choose"]["wagers"]["ante"] == {"minimum": "5.00", "maximum": "500.00"}
    assert "play" not in bet["choose"]["wagers"], "it is made by a decision"
    (out,) = [one for one in legal if one["do"] == "cash_out"]
    assert out["choose"]["amount"] == {"minimum": "0.01", "maximum": "5000.00"}


@pytest.mark.clause("I-157")
def test_nobody_is_offered_what_another_pair_of_eyes_must_do() -> None:
    """Who asked does not confirm, who inspected does not verify, who plays does nothing of the crew's."""
    about = submission("PA-649a")
    table = Played(about, shuffled_deck("PA-649a", 1))
    table.do("receive_deck", CREW["floorperson"], deck=0)
    table.do("inspect", CREW["dealer"], deck=0)
    step = table.steps[-1]

    def offered(viewer: Viewer, one: Step) -> set[str]:
        return {offer["do"] for offer in json.loads(one.look().view_bytes(viewer))["legal"]}

    assert "verify_inspection" in offered(Viewer("floorperson", "floorperson"), step)
    assert "verify_inspection" not in offered(Viewer("floorperson", "dealer"), step)
    table.crew()
    table.sit(1)
    table.crew()
    table.bet({1: main_wagers(about)})
    table.crew()
    table.do("record_departure", CREW["dealer"], player="p1")
    asked = table.steps[-1]
    assert asked.event.kind == "ask"
    assert "confirm" in offered(Viewer("floorperson", "floorperson"), asked)
    assert "confirm" not in offered(Viewer("dealer", "dealer2"), asked), "one of the two is a floorperson"
    assert "confirm" not in offered(Viewer("floorperson", "dealer"), asked), "he asked for it himself"
    assert offered(Viewer("dealer", "p1"), asked) == set(), "who plays acts in no other role"
    for viewer in viewers({1: 1}):
        frame = json.loads(asked.look().frame_bytes(viewer))
        crew = viewer.role in ("dealer", "floorperson", "auditor")
        assert ("p1 has left" in json.dumps(frame)) == crew, "requests are the crew's to know"
        assert frame["events"][0]["data"] == {}


def test_a_view_is_for_one_person_only() -> None:
    """A player's offers name no seat but his own, and nobody else's cards may be chosen from."""
    table = rounds("PA-680a", many=1)
    for step in table.steps:
        for seat in (1, 2, 4, 5):
            found = json.loads(step.look().view_bytes(Viewer("player", f"p{seat}")))
            for offer in found["legal"]:
                assert offer["do"] == "sit" or offer["data"].get("seat", seat) == seat
                if offer["do"] == "set_hand":
                    (hand,) = found["you"]["hands"]
                    assert offer["choose"]["cards"]["from"] == hand["cards"]


# ── nothing grows ──


def test_five_thousand_guests_come_and_go() -> None:
    """Everybody's view stays as it was, and so does what is kept beside it."""
    about = submission("PA-649a")
    table = Played(about, shuffled_deck("PA-649a", 1))
    table.sit(1)
    table.crew()
    kept = Kept()

    def sizes() -> list[int]:
        last = table.steps[-1]
        look = Look(last.after, last.links, last.number, kept=kept)
        return [len(look.view_bytes(viewer)) for viewer in viewers({1: 1})]

    def guest(number: int) -> None:
        person = Person("player", f"guest {number:05}")
        table.do("sit", person, seat=2)
        table.do("buy_in", person, amount="100")
        table.do("leave", person, seat=2)

    guest(0)
    table.crew()
    before = sizes()
    for number in range(1, 5001):
        guest(number)
        del table.steps[:-1]
        if number % 500 == 0:
            sizes()
    after = sizes()
    assert max(abs(one - other) for one, other in zip(before, after, strict=True)) <= 8, (before, after)
    assert not any(b"guest" in table.steps[-1].look().view_bytes(viewer) for viewer in viewers({1: 1}))
