"""The entry of the main game: warning, tables, payout limit; and what is checked of side wagers."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from feltlaw.mathematics import warnings, whole_game
from feltlaw.mathematics.against_dealer import DealerGame
from feltlaw.mathematics.engines import Limited
from feltlaw.mathematics.outcomes import Distribution, OutcomeRow, WagerAnalysis
from feltlaw.mathematics.payout_limit import under_limit
from feltlaw.mathematics.warnings import _as_printed_on_six
from feltlaw.mathematics.whole_game import _tables, analyze_main
from tests.support.math_checks import submission


def worth(net: int) -> Distribution:
    return Distribution((OutcomeRow("won", 1, Fraction(net)),), 1)


@pytest.mark.parametrize(("net", "warned"), [(-1, False), (0, False), (1, True)])
@pytest.mark.parametrize("beside", [[], [{"with": "pair_plus"}]])
def test_a_game_that_breaks_even_is_not_warned_of(
    net: int, warned: bool, beside: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, found in (("joint_play", beside), ("best_play", None), ("dealer_card_seen", None)):
        monkeypatch.setattr(whole_game, name, lambda game, found=found, **more: found)
    real = DealerGame(submission("PA-649a"))
    game: Any = SimpleNamespace(
        ante=real.ante, distribution=worth(net), covers=real.covers, average_stake=Fraction(1),
        awards=real.awards, submission=real.submission,
    )  # fmt: skip
    entry = analyze_main(game)
    assert bool(entry.warnings) == warned
    assert entry.more == ({"joint_play": beside} if beside else {})
    assert entry.paytable == "A"


@pytest.mark.parametrize(
    ("regulation", "sections", "names"),
    [
        ("PA-649a", {"ante": {"bonus_paytable": "C"}}, ["C"]),
        ("MA-TCP", {}, []),
        ("PA-679a", {"play": {"bad_beat_paytable": "D"}}, ["D"]),
    ],
)
def test_a_game_says_the_tables_of_its_bonus(
    regulation: str, sections: dict[str, Any], names: list[str]
) -> None:
    assert _tables(DealerGame(submission(regulation, wagers=sections))) == names


def test_nothing_is_counted_anew_where_the_limit_is_not_reached() -> None:
    """679a.12(h): $50,000, of which ten times the Ante is won at most."""
    main, cut = WagerAnalysis("ante", worth(-1)), worth(-2)
    limited = Limited(lambda: Fraction(10), lambda bet: cut)
    engine: Any = SimpleNamespace(limited=limited)
    free = submission("PA-679a")
    table = submission("PA-679a", limits={"minimum": 5, "maximum": 20_000, "payout_limit": 50_000})
    for bet, found in ((499_999, main.distribution), (500_000, main.distribution), (500_001, cut)):
        assert under_limit(table, engine, main, bet) is found
        assert under_limit(free, engine, main, bet) is main.distribution
    none: Any = SimpleNamespace(limited=None)
    assert under_limit(table, none, main, 10**9) is main.distribution


def test_only_printed_tables_on_six_cards_are_taken_on_trust() -> None:
    table = submission("PA-649a", wagers={"six_card_bonus": {}, "three_card_progressive": {}})
    six = table.wagers["six_card_bonus"]
    assert _as_printed_on_six(table, six)
    changed = replace(six.tables[0], rows=dict(list(six.tables[0].rows.items())[1:]))
    assert not _as_printed_on_six(table, replace(six, tables={0: changed}))
    assert not _as_printed_on_six(table, replace(six, tables={0: replace(six.tables[0], key="posted")}))
    assert not _as_printed_on_six(table, table.wagers["three_card_progressive"])
    prime = submission("PA-679a", wagers={"prime": {}, "pair_bonus": {}})
    assert not _as_printed_on_six(prime, prime.wagers["prime"])
    assert warnings(prime) == ()
