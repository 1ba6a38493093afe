"""Cover All (MA-TCP.12): the highest of all hands at the table, the dealer's among them.

Whether folded hands count (I-100) makes no difference here: the best play of the main game folds no straight.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from feltlaw.cards import DECK, Card, show
from feltlaw.mathematics.cover_all_count import HIGH_ACE, LOW_ACE, Reached, deals, none_of, side_by_side
from feltlaw.mathematics.outcomes import AnalysisError, OutcomeRow, WagerAnalysis, distribution
from feltlaw.mathematics.rules import Rules, returns_the_stake
from feltlaw.mathematics.three_card import hand_table
from feltlaw.paytable import Paytable
from feltlaw.ranking import Highest, Poker
from feltlaw.settlement.payout import every_hand_wager
from feltlaw.submission import Offered, Submission

LOST = "no win"


def analyze_cover_all(submission: Submission, players: int) -> WagerAnalysis:
    """The Cover All wager at a table with so many players, on the paytable posted for that number.

    >>> submission = Submission.from_data({"regulation": "MA-TCP", "wagers": {"cover_all": {}}})
    >>> analyze_cover_all(submission, 1).ev
    Fraction(-251878, 2544815)
    """
    offered = _offered(submission)
    table = offered.paytable(players)
    if table is None:
        raise AnalysisError(f"there is no {offered.wager.title} paytable for {players} players")
    found = distribution(_rows(submission, table, players), deals(players + 1))
    warnings = []
    if found.ev > 0:
        title = offered.wager.title
        warnings.append(f"with {players} players the {title} wager pays back more than it takes")
    return WagerAnalysis(
        offered.wager.id,
        found,
        paytable=table.name,
        warnings=tuple(warnings),
        more={"players": players, "hands": players + 1},
    )


def analyze_every_table(submission: Submission) -> dict[int, WagerAnalysis]:
    """Cover All for every number of players that has a paytable and a seat here, fewest first."""
    return {
        players: analyze_cover_all(submission, players)
        for players in sorted(_offered(submission).tables)
        if players <= submission.limits.seats
    }


def _offered(submission: Submission) -> Offered:
    """The wager on the highest hand at the table."""
    wager = every_hand_wager(submission.regulation.wagers)
    if wager is None or wager.id not in submission.wagers:
        raise AnalysisError(
            f"no wager on the highest hand is offered at this {submission.regulation.id} table"
        )
    return submission.wagers[wager.id]


@dataclass(frozen=True)
class ReachedRow:
    """A row that hands reach: in how many ways 0 to 8 players hold such hands at once, and one of them."""

    row: str
    together: tuple[int, ...]
    example: tuple[Card, ...]


def _rows(submission: Submission, table: Paytable, players: int) -> Iterator[OutcomeRow]:
    """From the best row down: the highest hand reaches it, and no hand reaches more."""
    rules, wager = Rules(submission), _offered(submission).wager
    hands = players + 1
    beyond = deals(hands)
    steps = _steps(_three_card(submission), tuple(table.rows))
    for step in steps:
        below = none_of(step.together, hands)
        pays = table.rows[step.row].pays
        net = rules.net(pays, wager.paid_from)
        witness = _witness(submission, players, step.example)
        yield OutcomeRow(
            step.row.replace("_", " "), beyond - below, net, witness, str(pays), returns_the_stake(pays)
        )
        beyond = below
    yield OutcomeRow(LOST, beyond, Fraction(-1), _witness(submission, players, None))


@lru_cache(maxsize=32)
def _steps(ranking: Poker, rows: tuple[str, ...]) -> tuple[ReachedRow, ...]:
    """The rows of a paytable from the best hands down, each with the hands that reach it or better."""
    suited: set[int] = set()
    mixed: set[int] = set()
    triples: set[int] = set()
    found: list[ReachedRow] = []
    names: dict[str, list[tuple[Card, ...]]] = {}
    for hand in sorted(hand_table(ranking).hands, key=lambda hand: -hand.at):
        row = next((name for name in hand.label.names if name in rows), "")
        if row and "" in names:
            raise AnalysisError(f"hands below the row {row} would not win though lower ones do")
        names.setdefault(row, []).append(hand.cards)
    for row, hands in names.items():
        if not row:
            break
        for cards in hands:
            if len({card.rank for card in cards}) == 1:
                triples.add(cards[0].rank + 1)
            elif len({card.suit for card in cards}) == 1:
                suited.add(_run(cards))
            else:
                mixed.add(_run(cards))
        together = side_by_side(Reached(frozenset(suited), frozenset(mixed), frozenset(triples)))
        found.append(ReachedRow(row, tuple(together), hands[0]))
    return tuple(found)


def _run(cards: tuple[Card, ...]) -> int:
    """Where along the ranks a straight begins."""
    places = sorted(card.rank + 1 for card in cards)
    if places == [1, 2, HIGH_ACE]:
        return LOW_ACE
    if places != list(range(places[0], places[0] + 3)):
        raise AnalysisError(f"{show(cards)} wins Cover All but is no straight and no three of a kind")
    return places[0]


def _three_card(submission: Submission) -> Poker:
    ranking = submission.regulation.rankings[_offered(submission).wager.ranking]
    if not isinstance(ranking, Highest) or not isinstance(ranking.of, Poker):
        raise AnalysisError(f"{submission.regulation.id}: Cover All is not read from the highest hand")
    return ranking.of


def _witness(submission: Submission, players: int, best: tuple[Card, ...] | None) -> dict[str, object]:
    """A deal whose highest hand is seat 1's, or in which no hand wins; the wager is seat 1's."""
    rules = Rules(submission)
    plain = _plain_hands(best or (), players + 1)
    hands = [best or plain.pop(), *plain][: players + 1]
    scenario = rules.scenario(rules.stakes(_offered(submission).wager.id), player=hands[0], dealer=hands[-1])
    others = rules.stakes(*(decision.of for decision in submission.regulation.decisions[:1]))
    say = rules.decisions(fold=False)
    scenario["seats"] += [
        {"seat": number, "cards": show(hand), "wagers": others, "decisions": say}
        for number, hand in enumerate(hands[1:-1], 2)
    ]
    return scenario


def _plain_hands(taken: tuple[Card, ...], wanted: int) -> list[tuple[Card, ...]]:
    """Hands of cards far apart, none of which wins."""
    left = [card for card in DECK if card not in taken]
    third = len(left) // 3
    hands: list[tuple[Card, ...]] = list(
        zip(left[:third], left[third : 2 * third], left[2 * third :], strict=False)
    )
    step = max(1, len(hands) // wanted)
    return hands[::step][:wanted]
