"""A dealer's card that is seen: what is folded against it, on numbers that are made up."""

from __future__ import annotations

from itertools import product
from types import SimpleNamespace
from typing import Any

import pytest

from feltlaw.cards import parse_cards
from feltlaw.mathematics.exposure import HIDDEN, _Seen


def made(**fields: Any) -> Any:
    return SimpleNamespace(**fields)


def seen(**fields: Any) -> Any:
    found = object.__new__(_Seen)
    found.__dict__.update(
        {
            "fold": 0, "nets": {}, "lowest": [0] * 13, "table": made(ranks=range(10)), "_known": {},
            "folded": [set() for _ in range(13)], "mixed": [set() for _ in range(13)], **fields,
        }
    )  # fmt: skip
    return found


# ── the rule in words ──


@pytest.mark.parametrize(
    ("folded", "mixed", "words"),
    [
        (set(), set(), "every hand"),
        ({0, 1, 2}, set(), "hand 3 or better"),
        ({0, 1, 2}, {2}, "hand 3 or better (a few lower hands by suit)"),
        ({0, 1, 2}, {5}, "hand 3 or better"),
        ({0, 2}, set(), "hand 3 or better (a few lower hands by suit)"),
        ({2}, set(), "hand 3 or better (a few lower hands by suit)"),
        ({0}, set(), "hand 1 or better"),
        (set(range(9)), set(), "hand 9 or better"),
        (set(range(10)), set(), "no hand"),
    ],
)
def test_hands_to_play_against_a_rank(
    folded: set[int], mixed: set[int], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_Seen, "_name", lambda self, place: f"hand {place}")
    of = seen()
    of.folded[7], of.mixed[7] = folded, mixed
    assert of._hands(7) == words


def test_ranks_that_are_played_alike_stand_together(monkeypatch: pytest.MonkeyPatch) -> None:
    said = ["a"] * 3 + ["b"] + ["a"] * 2 + ["c"] * 7
    monkeypatch.setattr(_Seen, "_hands", lambda self, rank: said[rank])
    of = seen(game=made(stay=made(say="play")))
    assert of._rule() == (
        "against 2 to 4 play a; against 5 play b; against 6 to 7 play a; against 8 to ace play c"
    )


# ── what folding saves ──


@pytest.mark.parametrize("held", ["2c 9d Kh", "7c 7d Kh", "7c 7d 7h"])
def test_folding_saves_what_staying_would_lose_with_each_card_that_may_be_seen(
    held: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The cards of the player's own are not seen at the dealer's; nothing is saved where it is even."""
    label = object()
    cards = parse_cards(held)
    left = [card for card in parse_cards("7c 7d 7h 7s") if card not in cards]
    for values in product((-3, 0, 2), repeat=len(left)):
        worth = dict(zip(left, values, strict=True))
        monkeypatch.setattr(_Seen, "_value", lambda self, case, card, worth=worth: worth[card])
        hand = made(cards=cards, label=label, at=4)
        case = made(hand=hand, zones=[made(lowest=9, outcome="lower")])
        of = seen(nets={id(label): {"lower": -1}})
        assert of._saved(case, [5]) == sum(-one for one in values if one < 0)
        assert (4 in of.folded[5]) == any(one < 0 for one in values)
        assert (4 in of.mixed[5]) == any(one >= 0 for one in values)
        assert not any(of.folded[rank] or of.mixed[rank] for rank in range(13) if rank != 5)


def test_where_the_contest_ends_alike_whatever_is_hidden_nothing_is_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    label = object()
    monkeypatch.setattr(_Seen, "_value", lambda self, case, card: 10**6)
    hand = made(cards=parse_cards("2c 9d Kh"), label=label, at=4)
    for last, lowest, net in product((3, 4, 5), (4,), (-2, 1)):
        case = made(hand=hand, zones=[made(lowest=0, outcome="x"), made(lowest=last, outcome="lower")])
        of = seen(fold=-HIDDEN, nets={id(label): {"lower": net, "x": 0}}, lowest=[lowest] * 13)
        sure = last <= lowest
        saved = 4 * HIDDEN * max(0, -1 - net) if sure else 0
        assert of._saved(case, [5]) == saved
