"""What settlement would do, asked without a round: pays per unit, fates on a fold, rounds to settle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import ceil
from typing import Any

from feltlaw.cards import Card, deck, show
from feltlaw.money import Amount, Cents, ForOne, Lose, MeterShare, Odds, Pays, dollars
from feltlaw.paytable import Paytable, Row
from feltlaw.ranking import Label, Poker
from feltlaw.regulation.model import Act, Wager
from feltlaw.round.dealing import extra_cards
from feltlaw.settlement.payout import Payout, bad_beat, keeps, pay, payout
from feltlaw.submission import Submission

EVEN: Cents = 200
"""Stakes that are a multiple of two dollars never leave a fraction to be rounded."""


def returns_the_stake(pays: Pays) -> bool:
    """Whether a row gives the stake back with what it pays: `to 1` does, `for 1` does not."""
    return not isinstance(pays, ForOne | MeterShare | Lose)


def _divides(pays: Pays) -> Cents:
    """A stake on which these odds leave no fraction to be rounded."""
    return EVEN * (pays.on if isinstance(pays, Odds) else 1)


class Rules:
    """One submission's rules."""

    def __init__(self, submission: Submission) -> None:
        self.submission = submission
        self.regulation = submission.regulation

    def paid(self, pays: Pays, paid_from: str = "inventory") -> Fraction:
        """What is handed over per unit staked, the stake's own return not counted."""
        return self._units(pays, paid_from)[0]

    def net(self, pays: Pays, paid_from: str = "inventory") -> Fraction:
        """What a wager gains or loses per unit staked; fixed amounts go by the stake and are not for here."""
        paid, returned = self._units(pays, paid_from)
        return paid + returned - 1

    def _units(self, pays: Pays, paid_from: str) -> tuple[Fraction, Fraction]:
        """As the table pays it, on a stake that divides."""
        stake = _divides(pays)
        paid, returned = pay(self.submission, pays, stake, paid_from)
        return Fraction(paid, stake), Fraction(returned, stake)

    def row_and_net(
        self, wager: Wager, label: Label, stake: Cents = EVEN, players: int = 1
    ) -> tuple[Row | None, Fraction]:
        """The row that pays a hand, and what the wager then gains or loses per unit staked.

        It is paid as at the table, on a stake that divides; `stake` matters to fixed amounts. A share of a
        meter counts as nothing.
        """
        row = self.payout(wager, label, stake, players).row
        if row is not None and not isinstance(row.pays, Amount):
            stake = _divides(row.pays)
        return row, Fraction(self.payout(wager, label, stake, players).net(stake), stake)

    def under_limit(self, paid: Mapping[str, Fraction]) -> Fraction:
        """The part of these winnings, by wager or award, that a payout limit is about."""
        rule = self.regulation.payout_limit
        return sum((part for name, part in paid.items() if rule and name in rule.wagers), Fraction(0))

    def beyond_limit(self, won: Fraction, bet: Cents | None) -> Fraction:
        """What the payout limit takes of winnings under it in a round of one box, per unit of `bet`.

        Nothing where no stake is given, or where the submission has no limit.
        """
        limit = self.submission.limits.payout_limit
        return max(Fraction(0), won - Fraction(limit, bet)) if bet and limit is not None else Fraction(0)

    def keeps(self, wager: Wager, left_by: str = "fold") -> bool:
        """Whether a wager stays in the round when its player folds, or surrenders."""
        rule = wager.on_fold if left_by == "fold" else wager.on_surrender
        return rule is None or keeps(self.submission, rule, wager)

    def bad_beat(self, wager: Wager) -> int | None:
        """The lowest rank a lost hand needs for a bad beat; None where there is none."""
        ranking = self.regulation.rankings[wager.ranking]
        award = self.regulation.contests[wager.contest].bad_beat
        return bad_beat(self.submission, ranking, award) if isinstance(ranking, Poker) else None

    def payout(self, wager: Wager, label: Label, stake: Cents, players: int = 1) -> Payout:
        """What a hand brings a stake."""
        return payout(self.submission, wager, label, stake, self.paytable(wager.id, players))

    def paytable(self, wager: str, players: int = 1) -> Paytable | None:
        return self.submission.wagers[wager].paytable(players)

    # ── scenarios ──

    @cached_property
    def data(self) -> dict[str, Any]:
        """The submission as a scenario gives it."""
        return self.submission.to_data()

    def stakes(self, *wagers: str) -> dict[str, str]:
        """These wagers with all that they require, in dollars: alike and even as far as their limits go."""
        wanted = list(wagers)
        for name in wanted:
            requires = self.regulation.wagers[name].requires
            if requires:
                needed = requires.wagers if requires.all_of_them else requires.wagers[:1]
                wanted += [other for other in needed if other not in wanted]
        version = self.regulation.versions.get(self.submission.version)
        if version is not None and version.rule != "free":
            wanted += (version.first, version.second) if version.rule == "compulsory" else (version.first,)
        if self.regulation.deal.to.all_of_them:
            wanted += self.regulation.deal.to.wagers
        free = {name: self.submission.wagers[name] for name in wanted if self._free(name)}
        lowest = max((offered.minimum for offered in free.values()), default=0)
        even = -(-lowest // EVEN) * EVEN
        found = {name: even if name in free else self.submission.wagers[name].minimum for name in wanted}
        if any(even > one.maximum for one in free.values()):
            found |= self._apart(tuple(free))
        for name in wanted:
            stake = self.regulation.wagers[name].stake
            if stake.kind == "equal":
                found[name] = found[stake.of]
        return {name: dollars(cents) for name, cents in found.items()}

    def _apart(self, wagers: Sequence[str]) -> dict[str, Cents]:
        """Each wager at its own smallest even stake; of linked ones the lower is raised as far as it must."""
        found = {name: self._even(name, 0) for name in wagers}
        version = self.regulation.versions.get(self.submission.version)
        if version is None or not {version.first, version.second} <= set(found):
            return found
        ratio = version.ratio
        if version.rule == "compulsory":
            low, high = sorted((version.first, version.second), key=lambda name: found[name])
            found[low] = self._even(low, ceil(found[high] / ratio))
        else:
            found[version.first] = self._even(version.first, ceil(found[version.second] * ratio))
        return found

    def _even(self, wager: str, least: Cents) -> Cents:
        """The smallest even stake of a wager from an amount on; an odd one where there is none."""
        offered = self.submission.wagers[wager]
        least = max(least, offered.minimum)
        even = -(-least // EVEN) * EVEN
        return even if even <= offered.maximum else min(least, offered.maximum)

    def _free(self, wager: str) -> bool:
        return self.regulation.wagers[wager].stake.kind == "limits"

    def decisions(self, *, fold: bool) -> list[str]:
        """What a player says who stays in at once, or who folds as soon as he may."""
        said: list[str] = []
        for decision in self.regulation.decisions:
            act = _choose(decision.acts, fold=fold)
            if act is None:
                return said
            said.append(act.say)
            if act.play or act.fold:
                return said
        return said

    def scenario(
        self,
        stakes: Mapping[str, str],
        *,
        player: Sequence[Card] = (),
        dealer: Sequence[Card] = (),
        community: Sequence[Card] = (),
        fourth: Sequence[Card] = (),
        fold: bool = False,
        meters: Mapping[str, Any] | None = None,
        draws: Mapping[str, Any] | None = None,
        decisions: Sequence[str] | None = None,
        others: int = 0,
    ) -> dict[str, Any]:
        """A round of seat 1, and of others with the same wagers who stay in; the rest fills missing cards."""
        rest = self._rest([*player, *dealer, *community, *fourth])
        own = self.regulation.deal.dealer
        mine = self._fill(player, self.regulation.deal.player.most, rest)
        seat: dict[str, Any] = {"seat": 1, "cards": show(mine), "wagers": dict(stakes)}
        if any(decision.of in stakes for decision in self.regulation.decisions):
            said = self.decisions(fold=fold) if decisions is None else list(decisions)
            if said:
                seat["decisions"] = said
        found: dict[str, Any] = {"submission": self.data, "seats": [seat]}
        if own is not None:
            found["dealer"] = show(self._fill(dealer, own.most, rest))
        due = extra_cards(self.submission, "community", set(stakes))
        if due is not None:
            found["community"] = show(self._fill(community or fourth, due.cards, rest))
        due = extra_cards(self.submission, "fourth", set(stakes))
        if due is not None:
            seat["fourth"] = show(self._fill(fourth, due.cards, rest))
        for number in range(2, others + 2):
            found["seats"].append(self._other(number, stakes, rest))
        if meters:
            found["meters"] = dict(meters)
        if draws:
            found["draws"] = dict(draws)
        return found

    def dealt(
        self,
        stakes: Mapping[str, str],
        cards: Mapping[str, Sequence[Card]],
        *,
        fold: bool = False,
        meters: Mapping[str, Any] | None = None,
        draws: Mapping[str, Any] | None = None,
        others: int = 0,
    ) -> dict[str, Any]:
        """The same for cards by where they lie: `player`, `dealer`, `community`, `fourth`."""
        lying = {name: cards.get(name, ()) for name in ("player", "dealer", "community", "fourth")}
        return self.scenario(
            stakes,
            player=lying["player"],
            dealer=lying["dealer"],
            community=lying["community"],
            fourth=lying["fourth"],
            fold=fold,
            meters=meters,
            draws=draws,
            others=others,
        )

    def _other(self, number: int, stakes: Mapping[str, str], rest: list[Card]) -> dict[str, Any]:
        cards = self._fill((), self.regulation.deal.player.most, rest)
        seat: dict[str, Any] = {"seat": number, "cards": show(cards), "wagers": stakes}
        said = self.decisions(fold=False)
        return seat | ({"decisions": said} if said else {})

    def _rest(self, taken: Sequence[Card]) -> list[Card]:
        return [card for card in deck(self.regulation.deck.jokers) if card not in taken]

    def _fill(self, cards: Sequence[Card], wanted: int, rest: list[Card]) -> tuple[Card, ...]:
        missing = wanted - len(cards)
        return (*cards, *(rest.pop(0) for _ in range(missing)))


def _choose(acts: Sequence[Act], *, fold: bool) -> Act | None:
    """The act of a player who wants to stay in, or to fold; None for a hand that is set the house way."""
    if fold:
        return next((act for act in acts if not act.play and not act.sets), None)
    return next((act for act in acts if act.play), None)
