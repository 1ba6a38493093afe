"""Batch evaluators against a public evaluator's call for one hand."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from bench.measure import Compared, Effort, LeftOut, Result, WrongAnswer, agree, best
from feltlaw.cards import DECK
from feltlaw.mathematics.evaluators import Evaluator
from feltlaw.ranking import Poker
from feltlaw.regulation import load

if TYPE_CHECKING:
    from numpy import uint8
    from numpy.typing import NDArray

RANKINGS = (("PA-649a", "three_card"), ("PA-649a", "five_card"), ("PA-669a", "six_card"))
FEWEST = 5
"""Cards that phevaluator reads at least; three are set against its five."""
AT_LEAST = 50


def evaluators(effort: Effort, folder: Path) -> Iterator[Result]:
    """Three, five and six cards, with numpy alone and compiled by numba."""
    missing = [name for name in ("numpy", "phevaluator") if find_spec(name) is None]
    if missing:
        yield LeftOut("batch evaluators", f"{' and '.join(missing)} is not installed")
        return
    for regulation, name in RANKINGS:
        ranking = load(regulation).rankings[name]
        assert isinstance(ranking, Poker)
        yield from _ranking(ranking, effort)


def _ranking(ranking: Poker, effort: Effort) -> Iterator[Result]:
    from phevaluator.evaluator import evaluate_cards

    called = max(ranking.of, FEWEST)
    hands = drawn(effort.size(1_000_000), ranking.of)
    few = drawn(20_000, called).tolist()
    each, strengths = best(lambda: [evaluate_cards(*hand) for hand in few], effort.rounds(5))
    for compiled in (False, True):
        what = f"{ranking.of} cards, {'compiled' if compiled else 'numpy'}"
        if compiled and find_spec("numba") is None:
            yield LeftOut(what, "numba is not installed")
            continue
        evaluator = Evaluator(ranking, compiled=compiled)
        ours, ranks = best(lambda evaluator=evaluator: evaluator.ranks(hands), 1 + effort.rounds(7))  # type: ignore[misc]
        sample = hands[:2_000].tolist()
        by_ranking = [ranking.rank([DECK[card] for card in hand]) for hand in sample]
        agree(what, ranks[: len(sample)].tolist(), by_ranking)
        if ranking.of == called:
            _same_order(what, evaluator, few, strengths)
        against = f"phevaluator, {called} cards a call"
        yield Compared(what, "hand", ours / len(hands), each / len(few), against, AT_LEAST)


def drawn(many: int, of: int) -> NDArray[uint8]:
    """Hands drawn at random; those in which a card came twice are drawn again."""
    import numpy as np

    random = np.random.default_rng(649)
    found = np.empty((0, of), np.uint8)
    while len(found) < many:
        hands = random.integers(0, 52, (many, of), np.uint8)
        ordered = np.sort(hands, axis=1)
        found = np.concatenate([found, hands[(ordered[:, 1:] != ordered[:, :-1]).all(axis=1)]])
    return found[:many]


def _same_order(what: str, evaluator: Evaluator, hands: list[list[int]], strengths: list[int]) -> None:
    """phevaluator's best hand is its lowest number. Below the last listed shape a ranking has one rank, 0."""
    import numpy as np

    ranks = evaluator.ranks(np.array(hands, np.uint8)).tolist()
    pairs = sorted({(rank, -strength) for rank, strength in zip(ranks, strengths, strict=True)})
    listed = [pair for pair in pairs if pair[0]]
    one_to_one = len({rank for rank, _ in listed}) == len({strength for _, strength in listed}) == len(listed)
    if not one_to_one or [strength for _, strength in pairs] != sorted(strength for _, strength in pairs):
        raise WrongAnswer(f"{what}: phevaluator puts the hands in another order")
