"""A card that was seen too early: everybody is told that it happened and where, and nobody which card it was.

Whoever saw it has seen it; who did not learns it when the chapter turns it up, and in a void round never.
"""

from __future__ import annotations

import json

import pytest

from feltlaw.table.places import COMMUNITY, DEALER, Place, fourth
from tests.support.played import CREW, Played, main_wagers, shuffled_deck, submission, viewers
from tests.views.test_views import cards_in, of_the_round

BACK, SETTLED = "void", "settled"
CASES = [
    ("PA-649a", DEALER, "", BACK, ("PA-649a.13(d)", "I-155")),
    ("MA-TCP", DEALER, "", BACK, ("MA-TCP.14(d)", "I-155")),
    ("PA-679a", DEALER, "", BACK, ("PA-679a.13(d)", "I-155")),
    ("PA-680a", DEALER, "", SETTLED, ("I-141", "I-155")),
    ("PA-669a", COMMUNITY, "", BACK, ("PA-669a.13(d)", "I-155")),
    ("PA-649a", COMMUNITY, "five_card_progressive", SETTLED, ("I-20", "I-155")),
    ("MA-TCP", COMMUNITY, "multi_game_link", SETTLED, ("I-20", "I-155")),
    ("PA-679a", fourth(1), "pair_bonus", SETTLED, ("I-20", "I-155")),
]
"""Whose card, for which wager it was dealt, and whether Ante, Play and Blind come back for it."""


@pytest.mark.parametrize(
    ("regulation", "place", "wager", "ante"),
    [pytest.param(*one, marks=pytest.mark.clause(*law), id=f"{one[0]}-{one[1]}") for *one, law in CASES],
)
@pytest.mark.parametrize("moment", ["before", "after"])
def test_which_card_was_exposed_is_told_to_nobody_until_it_is_turned_up(
    regulation: str, place: Place, wager: str, ante: str, moment: str
) -> None:
    """Before the first decision or after it."""
    about = submission(regulation, wagers={wager: {}} if wager else {})
    bets = {seat: main_wagers(about) for seat in (1, 2)}
    bets[1] |= {wager: "5" if wager == "pair_bonus" else "1"} if wager else {}
    table = Played(about, shuffled_deck(regulation, 5)).start(bets)
    if moment == "after" and regulation != "PA-680a":
        table.say(1, "check" if regulation == "PA-669a" else "play", int(regulation != "PA-669a"))
    exposed = table.state.played.cards_at(place)[0]
    kind = "dealer_card_exposed" if place == DEALER else "community_card_exposed"
    do, by = ("record_exposed_card", "floorperson") if ante == BACK else ("report", "dealer")
    table.do(do, CREW[by], kind=kind, place=str(place), nth=1)
    told = next(step for step in table.steps if step.event.kind == do)
    table.finish({})
    end = of_the_round(table)[-1].before.played
    main = [line for line in end.settling.lines if line.id in ("ante", "play", "blind")]
    assert main and {line.result == BACK and line.returned == line.stake for line in main} == {ante == BACK}
    up = False
    for step in table.steps:
        round_ = step.after.round
        up = up or (round_ is not None and any(exposed in cards for cards in round_.up.values()))
        for who in viewers(bets):
            frame = json.loads(step.look().frame_bytes(who))
            seen = cards_in(frame["view"]) | cards_in(frame["events"])
            assert up or str(exposed) not in seen, (step.event.kind, who)
            if step is told:
                data = frame["events"][0]["data"]
                assert (data["place"], data["nth"], data.get("card")) == (str(place), 1, None), who
