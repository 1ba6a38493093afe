"""For who has never played: how a round goes, what a decision stakes and gives up, what a hint is worth."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from feltlaw.cards import Card, parse_cards
from feltlaw.mathematics import HandValue
from feltlaw.money import Cents, show_dollars
from feltlaw.regulation.main_game import main_wagers
from feltlaw.regulation.model import Act, Decision, Wager
from feltlaw.round.betting import company_wager
from feltlaw.settlement.payout import keeps
from feltlaw.submission import Submission
from feltlaw.telling.names import title_of, titles
from feltlaw.telling.said import listed, plural, upper_first
from feltlaw.views.parts import BoxView

_ACTS = {
    "play": "stay in with the {makes}",
    "check": "wait",
    "fold": "give up",
    "surrender": "give up unseen",
    "set": "set your cards",
}

_FORMS = {
    "play": ("playing", "plays", "played"),
    "check": ("checking", "checks", "checked"),
    "fold": ("folding", "folds", "folded"),
    "surrender": ("surrendering", "surrenders", "surrendered"),
    "set": ("setting", "sets", "has set"),
}


@dataclass(frozen=True, slots=True)
class Forms:
    """An act's word in a sentence: `folding would cost`, `seat 3 folds`, `folded`."""

    doing: str
    does: str
    done: str


def forms(act: Act) -> Forms:
    """How one speaks of an act; of one that nobody here knows, by its own word."""
    return Forms(*_FORMS.get(act.word, (act.word, act.word, act.word)))


def how_it_goes(submission: Submission) -> Iterator[str]:
    """A round in three sentences."""
    regulation = submission.regulation
    to = submission.way_in
    first = listed((title_of(submission, wager) for wager in to.wagers), "and" if to.all_of_them else "or")
    first += "" if to.all_of_them or len(to.wagers) == 1 else ", or both"
    company = company_wager(submission)
    pot = f", and with others the {company.wager.title}" if company is not None else ""
    cards = plural(regulation.deal.player.most, "card")
    dealer = ", the dealer too" if regulation.deal.dealer is not None else ""
    board = sum(one.cards for one in regulation.deal.extra if one.what == "community" and not one.wagers)
    lie = f"; {plural(board, 'community card')} lie face down for everybody" if board else ""
    yield f"You stake the {first}{pot}, side bets beside it as you like, and get {cards}{dealer}{lie}."
    yield f"Then you {_decisions(submission)}."
    against = "your hand is held against the dealer's" if regulation.contests else "your best hand counts"
    yield f"At the end {against}, and every wager is settled by its own table."


def _decisions(submission: Submission) -> str:
    decisions = submission.regulation.decisions
    last = decisions[-1]
    if last.sets:
        return "set your cards into a three-card hand and a two-card hand"
    streets = len({decision.revealed for decision in decisions}) > 1
    ways = [_ACTS.get(act.word, act.word).format(makes=_made(submission, last)) for act in last.acts]
    if streets:
        return (
            f"wait or raise before each community card but the last, where you {listed(_unique(ways), 'or')}"
        )
    return f"look at them and {listed(_unique(ways), 'or')}"


def _unique(words: list[str]) -> list[str]:
    return list(dict.fromkeys(words))


def _made(submission: Submission, decision: Decision) -> str:
    return title_of(submission, decision.makes) if decision.makes else "wager"


def _gives_up(submission: Submission, act: Act, wager: Wager) -> bool:
    """Whether an act that leaves the round loses a wager."""
    rule = wager.on_surrender if act.surrender else wager.on_fold
    return rule is not None and not keeps(submission, rule, wager)


def not_counted(submission: Submission, box: BoxView) -> str:
    """What a hand's values leave out: wagers beside the main game that are lost by who leaves the round."""
    regulation = submission.regulation
    main = {one.id for one in main_wagers(regulation)}
    leaving = [act for decision in regulation.decisions for act in decision.acts if act.leaves]
    for act in leaving:
        lost = [one.wager for one in box.wagers if one.wager not in main
                and _gives_up(submission, act, regulation.wagers[one.wager])]  # fmt: skip
        if lost:
            doing = forms(act).doing
            return f"Counted is the main game alone; {doing} loses the {titles(submission, lost)} as well."
    return ""


def act_words(submission: Submission, act: Act, box: BoxView) -> str:
    """What an act costs or gives up, for who has to choose: `loses Ante $10; Pair Plus stays in`."""
    if not act.leaves:
        return ""
    wagers = submission.regulation.wagers
    lost, kept = [], []
    for one in box.wagers:
        wager = wagers[one.wager]
        if _gives_up(submission, act, wager):
            lost.append(f"{wager.title} {show_dollars(one.stake)}")
        else:
            kept.append(one.wager)
    stays = f"; {titles(submission, kept)} stay{'s' * (len(kept) == 1)} in" if kept else ""
    unseen = "; nobody sees the cards" if act.surrender else ""
    return f"loses {listed(lost)}{stays}{unseen}" if lost else f"loses nothing{stays}"


def price(act: Act, decision: Decision, box: BoxView) -> Cents:
    """What an act stakes beside what lies there."""
    staked = {one.wager: one.stake for one in box.wagers}
    return act.play * staked.get(decision.of, 0)


@dataclass(frozen=True, slots=True)
class Staying:
    """What staying in costs in the end: so many times a wager, which make another one."""

    of: str
    makes: str
    times: int


def staying(submission: Submission) -> Staying | None:
    """The least that whoever does not fold stakes in the last decision; None where nobody can fold."""
    last = submission.regulation.decisions[-1]
    times = [act.play for act in last.acts if act.play]
    if not times or not any(act.fold for act in last.acts):
        return None
    return Staying(last.of, last.makes, min(times))


def cheapest(submission: Submission, wagers: dict[str, Cents]) -> Cents:
    """The least that a box with these wagers needs beside them in order not to fold; 0 for nothing."""
    stays = staying(submission)
    return stays.times * wagers.get(stays.of, 0) if stays is not None else 0


def unit_of(submission: Submission, box: BoxView) -> Cents:
    """The stake that a hand's values are per unit of: of the wager that is decided on, else the first."""
    stakes = {one.wager: one.stake for one in box.wagers}
    about = (stakes[one.of] for one in submission.regulation.decisions if one.of in stakes)
    return next(about, next(iter(stakes.values()), 0))


def hint_words(submission: Submission, values: HandValue, box: BoxView) -> Iterator[str]:
    """What each act is worth with a hand, in dollars of this box, and which is best."""
    unit = unit_of(submission, box)
    best = values.best
    for act, worth in sorted(values.actions.items(), key=lambda item: -item[1]):
        cost = (values.actions[best] - worth) * unit
        told = "the best here" if act == best else f"costs {show_dollars(round(cost))} more on average"
        yield f"{upper_first(act)}: {told}."
    if beside := not_counted(submission, box):
        yield beside


@dataclass(frozen=True, slots=True)
class Mistake:
    """An act that gives something up against the best one, and how much of it on average."""

    act: str
    best: str
    cost: Cents
    grave: bool
    """Whether it is a whole unit or more, as when a hand is thrown away that has won already."""

    def __str__(self) -> str:
        return f"{upper_first(self.best)} was better, by {show_dollars(self.cost)} on average."

    @property
    def warning(self) -> str:
        """What to say before it is done."""
        return (
            f"To {self.act} gives up {show_dollars(self.cost)} on average against {self.best}. "
            f"Say {self.act} again to do it all the same."
        )


def mistake(
    submission: Submission, values: HandValue | None, box: BoxView, act: str, offered: Collection[str]
) -> Mistake | None:
    """What an act gives up against the best that may be done; None for nothing, or where nobody knows."""
    known = {one: worth for one, worth in values.actions.items() if one in offered} if values else {}
    if act not in known:
        return None
    best = max(known, key=lambda one: known[one])
    lost, unit = known[best] - known[act], unit_of(submission, box)
    return Mistake(act, best, round(lost * unit), lost >= 1) if round(lost * unit) > 0 else None


def setting_of(values: HandValue, three: Collection[Card]) -> str:
    """The act of the mathematics by which these three cards are set; empty where it has none."""
    for act in values.actions:
        cards, _, _ = act.removeprefix("set ").partition(" (")
        if set(parse_cards(cards)) == set(three):
            return act
    return ""
