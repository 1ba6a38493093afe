"""What a regulation says, as types. Everything here was read from a data file and cites its clauses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

from feltlaw.money import Cents, Odds, Pays
from feltlaw.paytable import Paytable
from feltlaw.ranking import Ranking
from feltlaw.regulation.place import Place


@dataclass(frozen=True, slots=True)
class Cite:
    """The clauses something rests on, and the interpretations used in reading them."""

    clauses: tuple[str, ...]
    interpretations: tuple[str, ...] = ()

    def __str__(self) -> str:
        return ", ".join(self.clauses + self.interpretations)

    def joined(self, *others: Cite | None) -> Cite:
        """Several citations as one, each clause once."""
        clauses, readings = dict.fromkeys(self.clauses), dict.fromkeys(self.interpretations)
        for other in others:
            if other is not None:
                clauses.update(dict.fromkeys(other.clauses))
                readings.update(dict.fromkeys(other.interpretations))
        return Cite(tuple(clauses), tuple(readings))


@dataclass(frozen=True, slots=True)
class AtMost:
    most: int
    cite: Cite


@dataclass(frozen=True, slots=True)
class DeckChange:
    hours: int
    deal: tuple[str, ...]
    cite: Cite


@dataclass(frozen=True, slots=True)
class DeckRule:
    cards: int
    jokers: int
    cite: Cite
    cover_card: Cite
    """Where the cover card and its look are ruled."""
    second_needs: tuple[str, ...]
    """The ways of shuffling with which a second deck is allowed."""
    second: Cite
    backs: Cite
    change: tuple[DeckChange, ...]


@dataclass(frozen=True, slots=True)
class Method:
    """A way of shuffling or of dealing, and what it needs."""

    name: str
    text: str
    needs: tuple[str, ...]
    cite: Cite


@dataclass(frozen=True, slots=True)
class Approval:
    """A rule of another chapter that the operator vouches for (I-24)."""

    key: str
    when: str
    text: str
    needs: Mapping[str, tuple[str, ...]]
    """What else the submission must say for it: a key of its `[cards]`, and the values it may have."""
    cite: Cite


@dataclass(frozen=True, slots=True)
class Stake:
    kind: str
    cite: Cite
    of: str = ""
    amounts: tuple[Cents, ...] = ()
    """For a fixed stake: the amounts the text gives schedules for; empty where any amount will do."""


@dataclass(frozen=True, slots=True)
class Requires:
    """Wagers that must be down first: any one of them, or all."""

    wagers: tuple[str, ...]
    all_of_them: bool
    cite: Cite


@dataclass(frozen=True, slots=True)
class FoldRule:
    """What becomes of a wager, or of a right, when its player folds."""

    keep: bool
    cards_stay: bool
    """Whether the wager keeps the folded hand's cards on the table, where others may see them."""
    cite: Cite
    reversed_by: tuple[str, object] | None = None
    """An option of the wager, and its value, that turns `keep` round."""


@dataclass(frozen=True, slots=True)
class Result:
    """What one outcome of a contest pays; `pays` is None where the paytable says."""

    pays: Pays | None
    cite: Cite


@dataclass(frozen=True, slots=True)
class Choice:
    """Where a submission chooses the paytable."""

    section: str
    key: str
    cite: Cite


@dataclass(frozen=True, slots=True)
class OptionalRow:
    hand: str
    key: str
    at_least: Odds
    versions: tuple[str, ...]
    cite: Cite


@dataclass(frozen=True, slots=True)
class Payouts:
    """The paytables of a wager or award, and how one of them is chosen."""

    tables: Mapping[str, Paytable] = field(default_factory=dict)
    always: Paytable | None = None
    """Rows that stand beside whichever table is chosen."""
    choice: Choice | None = None
    by_players: bool = False
    posted: Cite | None = None
    """Set where the operator may post a table of its own, no lower than the first one."""
    optional_rows: Mapping[str, OptionalRow] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Rule:
    """One closed word with the clause behind it."""

    what: str
    cite: Cite


@dataclass(frozen=True, slots=True)
class Validated:
    """Which wins a floorperson validates before they are paid: all, or shares of a meter and these rows."""

    what: str
    pays: tuple[Pays, ...]
    cite: Cite


@dataclass(frozen=True, slots=True)
class Wager:
    """A stake: which cards, which ranking, which paytable, or a contest in place of the last."""

    id: str
    title: str
    offered: str
    section: str
    placed: str
    paid_from: str
    cite: Cite
    stake: Stake
    cards: tuple[str, ...]
    ranking: str
    requires: Requires | None = None
    on_fold: FoldRule | None = None
    on_surrender: FoldRule | None = None
    contest: str = ""
    outcomes: Mapping[str, Result] = field(default_factory=dict)
    payouts: Payouts = Payouts()
    won: Cite = Cite(())
    lost: Cite = Cite(())
    meter: str = ""
    """The progressive meter it feeds, where there is one."""
    shared: Cite | None = None
    """Set where a percentage award is divided among all who made this wager."""
    validated: Validated | None = None
    by_hand: Rule | None = None

    @property
    def always_offered(self) -> bool:
        return self.offered == "always"


@dataclass(frozen=True, slots=True)
class EnvySchedule:
    stake: Cents
    """The receiver's stake it is printed for."""
    paytables: tuple[str, ...]
    table: Paytable


@dataclass(frozen=True, slots=True)
class Award:
    """Something paid on top of a wager, with no stake of its own."""

    id: str
    title: str
    kind: str
    cite: Cite
    stake_of: tuple[str, ...]
    """The wagers it is paid on; for envy, the receiver's."""
    by_stake: Mapping[str, Cite]
    """What else is cited when it is paid on one of several wagers, where each has a clause of its own."""
    paid_from: str
    cards: tuple[str, ...] = ()
    ranking: str = ""
    needs_wager: str = ""
    """A further wager without which it is not paid, such as Play for the Ante Bonus."""
    on_outcome: str = ""
    """The outcome of the wager's contest on which it is paid."""
    option: str = ""
    """The option of the wager's section that offers it."""
    on_fold: FoldRule | None = None
    folded_holder: Rule | None = None
    """For envy: whether a folded hand counts; `what` names an option it needs, if any."""
    payouts: Payouts = Payouts()
    schedules: tuple[EnvySchedule, ...] = ()


@dataclass(frozen=True, slots=True)
class Version:
    """A linked-stake version: `first` must be at least `ratio` of `second`, or both are compulsory."""

    name: str
    rule: str
    first: str
    second: str
    ratio: Fraction
    cite: Cite


@dataclass(frozen=True, slots=True)
class PayoutLimit:
    wagers: tuple[str, ...]
    at_least: Cents
    cite: Cite
    applies: Cite


@dataclass(frozen=True, slots=True)
class Extra:
    """Cards dealt beyond the hands, where one of `wagers` was made (always, where none is named)."""

    what: str
    cards: int
    wagers: tuple[str, ...]
    when: str
    unless: str
    cite: Cite


@dataclass(frozen=True, slots=True)
class Deal:
    to: Requires
    player: AtMost
    dealer: AtMost | None
    extra: tuple[Extra, ...]


@dataclass(frozen=True, slots=True)
class Act:
    """One thing a player may say: check, fold, or play so many times the wager."""

    say: str
    play: int = 0
    fold: bool = False
    surrender: bool = False
    sets: bool = False

    @property
    def word(self) -> str:
        """What it is called where the number of times stands apart: `play` for "play 3x"."""
        return self.say.split()[0]

    @property
    def leaves(self) -> str:
        """How it takes a hand out of the round; empty where it does not."""
        return "surrender" if self.surrender else "fold" if self.fold else ""


@dataclass(frozen=True, slots=True)
class Decision:
    """A question the dealer asks; one that makes a wager is asked until the wager is there (I-87)."""

    name: str
    of: str
    makes: str
    """The wager it makes, empty where it makes none."""
    acts: tuple[Act, ...]
    revealed: int
    """How many community cards are up when it is asked."""
    cite: Cite

    @property
    def sets(self) -> bool:
        """Whether hands are set by it, all at once, and not in turn."""
        return any(act.sets for act in self.acts)


@dataclass(frozen=True, slots=True)
class ContestTerms:
    name: str
    ranking: str
    cite: Cite
    qualifier: str = ""
    bad_beat: str = ""
    half_points: int = 0


@dataclass(frozen=True, slots=True)
class Option:
    """A key of the submission that settles what the text leaves open."""

    path: str
    kind: str
    values: tuple[object, ...]
    default: object
    text: str
    needs: Mapping[str, tuple[str, ...]]
    notice: str
    """Said by `rules check` where the key is left out, because the text wants the operator's own word."""
    cite: Cite
    sign: str = ""
    """What the sign says where the value is not the default; `{value}` stands for it."""


@dataclass(frozen=True, slots=True)
class Step:
    group: str
    do: str
    by: tuple[str, ...]
    when: str
    text: str
    number: int
    """The cards of a cut, the rounds between counts: whatever number the step states; 0 for none."""
    way: str
    """How it is done, where the regulations differ (`vocabulary.WAYS`)."""
    cite: Cite


@dataclass(frozen=True, slots=True)
class SettleStep:
    settle: str
    cite: Cite


@dataclass(frozen=True, slots=True)
class SettlementOrder:
    cite: Cite
    each_player: tuple[SettleStep, ...]
    after_all: tuple[SettleStep, ...]


@dataclass(frozen=True, slots=True)
class Irregularity:
    kind: str
    round: str
    cards: str
    returned: tuple[str, ...]
    text: str
    cite: Cite
    option: tuple[str, object, str] | None = None
    """An option, its value, and what the round then is instead."""
    signs: tuple[str, ...] = ()
    """What may be done with a device that is out of order, one of which must be."""


@dataclass(frozen=True, slots=True)
class LayoutItem:
    """Something on the layout, a sign or at the table, where one of its wagers is offered or it has none."""

    shows: str
    wagers: tuple[str, ...]
    text: str
    cite: Cite
    what: tuple[str, ...] = ()
    group: str = ""
    each: tuple[str, ...] = ()
    cards: tuple[int, ...] = ()
    place: str = "seat"
    on: str = "layout"


@dataclass(frozen=True, slots=True)
class Coupon:
    """Match play coupons: the option that accepts them, where they may lie, which payout they double."""

    option: str
    wagers: tuple[str, ...]
    pays: Pays
    cite: Cite


@dataclass(frozen=True, slots=True)
class Exclusive:
    """Wagers of which a table may offer only one."""

    wagers: tuple[str, ...]
    cite: Cite


@dataclass(frozen=True, slots=True)
class Linked:
    """What must be alike between tables on one meter."""

    alike: tuple[str, ...]
    cite: Cite


@dataclass(frozen=True)
class Regulation:
    """One rule document. `digest` is the SHA-256 of its data, comments apart."""

    id: str
    title: str
    citation: str
    jurisdiction: str
    game: str
    operator: str
    seats: AtMost
    boxes: AtMost
    deck: DeckRule
    shuffles: Mapping[str, Method]
    deals: Mapping[str, Method]
    approvals: tuple[Approval, ...]
    rankings: Mapping[str, Ranking]
    ranking_titles: Mapping[str, str]
    wagers: Mapping[str, Wager]
    awards: Mapping[str, Award]
    versions: Mapping[str, Version]
    payout_limit: PayoutLimit | None
    deal: Deal
    contests: Mapping[str, ContestTerms]
    coupon: Coupon | None
    decisions: tuple[Decision, ...]
    options: Mapping[str, Option]
    steps: tuple[Step, ...]
    settlement: SettlementOrder
    irregularities: Mapping[str, Irregularity]
    layout: tuple[LayoutItem, ...]
    exclusive: tuple[Exclusive, ...]
    linked: Linked | None
    digest: str
    citations: Mapping[str, tuple[Place, ...]]
    """Every clause the data cites, with the places that cite it."""
    data: Mapping[str, Any]

    def __repr__(self) -> str:
        return f"<Regulation {self.id}: {self.title}, {self.citation}>"

    def steps_named(self, do: str) -> tuple[Step, ...]:
        """The steps of this name, in order."""
        return self._steps.get(do, ())

    @cached_property
    def _steps(self) -> Mapping[str, tuple[Step, ...]]:
        found: dict[str, tuple[Step, ...]] = {}
        for step in self.steps:
            found[step.do] = (*found.get(step.do, ()), step)
        return found

    @property
    def linked_wager(self) -> str:
        """The wager whose stake the versions link to another; a submission names the version under it."""
        return next((version.second for version in self.versions.values() if version.second), "")

    @property
    def free_version(self) -> str:
        """The version in which every wager is staked as one likes; empty where there are none."""
        return next((version.name for version in self.versions.values() if version.rule == "free"), "")

    def sections(self) -> dict[str, tuple[str, ...]]:
        """The sections `[wagers.<id>]` a submission may have, with the wagers each one offers."""
        found: dict[str, list[str]] = {}
        for wager in self.wagers.values():
            found.setdefault(wager.section, []).append(wager.id)
        return {section: tuple(wagers) for section, wagers in found.items()}
