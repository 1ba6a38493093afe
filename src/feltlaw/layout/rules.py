"""The sentences of a sign: limits, folds, meters, the payout limit, and whatever the house has chosen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import groupby

from feltlaw.layout.model import LIMIT, WORDS, Rule
from feltlaw.layout.titles import title_and_rest, titles
from feltlaw.layout.words import capital, listed, share, times
from feltlaw.money import Cents, ForOne, MeterShare, show_dollars, show_percent
from feltlaw.regulation import Cite, Option
from feltlaw.regulation.model import FoldRule
from feltlaw.submission import Offered, Submission

NO_LIMIT = "There is no payout limit."


def rules(submission: Submission) -> tuple[Rule, ...]:
    """Every sentence, in the order of the sign."""
    return (
        *_limits(submission),
        *_multiples(submission),
        *_versions(submission),
        *_boxes(submission),
        *_left(submission, "fold", "Folding"),
        *_left(submission, "surrender", "Surrender"),
        *_meters(submission),
        *_shared(submission),
        _payout_limit(submission),
        *_reading(submission),
        *_words(submission),
        *_options(submission),
    )


def _asked(submission: Submission, shows: str, wagers: Sequence[str] = ()) -> list[Cite]:
    """The clauses that want something of this kind shown for one of the wagers."""
    return [
        item.cite
        for item in submission.regulation.layout
        if item.shows == shows and (not item.wagers or any(wager in item.wagers for wager in wagers))
    ]


def _joined(cites: Sequence[Cite]) -> Cite:
    return cites[0].joined(*cites[1:]) if cites else Cite(())


# ── how much may be staked ──


def _limits(submission: Submission) -> Iterator[Rule]:
    """What each wager takes; those that may be chosen freely between the same limits as one (I-21)."""
    free = [one for one in submission.wagers.values() if one.wager.stake.kind == "limits"]
    alike = len({(one.minimum, one.maximum) for one in free}) == 1
    groups = [free] if alike else [[one] for one in free]
    apart = {
        wager for item in submission.regulation.layout if item.shows == "multiples" for wager in item.wagers
    }
    groups += [
        [one]
        for one in submission.wagers.values()
        if one.wager.stake.kind != "limits" and one.wager.id not in apart
    ]
    told: set[str] = set()
    for some in groups:
        title = "Each wager" if len(some) > 1 else _titles(submission, some)[0]
        if title in told:
            continue  # the two stakes of one section
        told.add(title)
        names = [one.wager.id for one in some]
        text = _stake(submission, some[0])
        yield Rule(
            id=f"limit.{names[0]}",
            kind=LIMIT,
            label=f"{title}: {text}" if len(some) == 1 else f"{listed(_titles(submission, some))}: {text}",
            cite=_joined([*_asked(submission, "limits", names), *(one.wager.stake.cite for one in some)]),
            wager=names[0],
            heading=title,
            text=f"{title}: {text}.",
            short=text,
        )


def _titles(submission: Submission, some: Sequence[Offered]) -> list[str]:
    return titles(submission.regulation, [one.wager for one in some])


def _stake(submission: Submission, offered: Offered) -> str:
    stake = offered.wager.stake
    least = show_dollars(offered.minimum)
    if stake.kind == "limits":
        return f"{least} to {show_dollars(offered.maximum)}"
    if stake.kind == "equal":
        return f"same as {submission.regulation.wagers[stake.of].title}"
    if stake.kind == "decision":
        found = sorted(
            {
                act.play
                for decision in submission.regulation.decisions
                if decision.makes == offered.wager.id
                for act in decision.acts
                if act.play
            }
        )
        of = submission.regulation.wagers[stake.of].title
        return f"same as {of}" if found == [1] else f"{times(found)} {of}"
    return least


def _multiples(submission: Submission) -> Iterator[Rule]:
    """How much a wager made by a decision may be, where the decisions differ."""
    law = submission.regulation
    for item in law.layout:
        if item.shows != "multiples":
            continue
        for wager in item.wagers:
            for at, decision in enumerate(one for one in law.decisions if one.makes == wager):
                times_ = times([act.play for act in decision.acts if act.play])
                of = law.wagers[decision.of].title
                fold = ", or fold" if any(act.fold for act in decision.acts) else ""
                what = f"{law.wagers[wager].title} {times_} {of}{fold}"
                yield Rule(
                    id=f"multiples.{wager}.{at + 1}",
                    kind=LIMIT,
                    label=f"{capital(decision.name)}: {what}",
                    cite=item.cite.joined(decision.cite),
                    wager=wager,
                    heading=capital(decision.name),
                    text=f"{capital(decision.name)}: {what}.",
                    short=what,
                )


def _versions(submission: Submission) -> Iterator[Rule]:
    """A version that ties two stakes together."""
    version = submission.regulation.versions.get(submission.version)
    if version is None or version.rule == "free":
        return
    first, second = (submission.regulation.wagers[one].title for one in (version.first, version.second))
    if version.rule == "compulsory":
        text = f"{first} and {second} must both be made, neither more than {version.ratio} times the other."
    else:
        much = "as much" if version.ratio == 1 else f"{_part(str(version.ratio))} as much"
        text = f"A {second} wager needs an {first} of at least {much}."
    yield Rule(
        id="version",
        kind=LIMIT,
        label=text,
        cite=version.cite,
        wager=version.second,
        heading=second,
        text=text,
    )


def _part(ratio: str) -> str:
    return {"1/2": "half"}.get(ratio, ratio)


def _boxes(submission: Submission) -> Iterator[Rule]:
    many = submission.limits.adjacent_boxes
    if many > 1:
        text = f"One player may bet on up to {many} adjacent positions."
        cite = submission.regulation.boxes.cite
        yield Rule(id="boxes", kind=LIMIT, label=text, cite=cite, heading="Positions", text=text)


# ── leaving a round ──


def _left(submission: Submission, way: str, heading: str) -> Iterator[Rule]:
    """What a fold or a surrender loses and what it leaves; nothing where the game has no such act."""
    law = submission.regulation
    if not any(act.leaves == way for decision in law.decisions for act in decision.acts):
        return
    lost: list[str] = []
    kept: list[str] = []
    cites: list[Cite] = []
    for section, names in law.sections().items():
        some = [submission.wagers[name] for name in names if name in submission.wagers]
        rule = (some[0].wager.on_fold if way == "fold" else some[0].wager.on_surrender) if some else None
        if rule is not None:
            (kept if _keeps(submission, section, rule) else lost).extend(_titles(submission, some))
            cites.append(rule.cite)
    envies = [one.award for one in submission.awards.values() if one.award.schedules]
    envies = [one for one in envies if one.stake_of[0] in submission.wagers and one.on_fold]
    if envies:
        name = envies[0].title if len(envies) == 1 else "right to every Envy Bonus"
        (kept if all(one.on_fold and one.on_fold.keep for one in envies) else lost).append(name)
        cites += [one.on_fold.cite for one in envies if one.on_fold]
    cites += _asked(submission, "fold", list(submission.wagers))
    text = f"loses the {listed(lost)}." if lost else "loses nothing."
    if kept:
        text += f" The {listed(kept)} stay{'s' * (len(kept) == 1)} open."
    yield Rule(
        id=way,
        kind=WORDS,
        label=f"{heading} {text}",
        cite=_joined(cites),
        heading=heading,
        text=text,
    )


def _keeps(submission: Submission, section: str, rule: FoldRule) -> bool:
    """Whether a wager outlives a fold, the submission's option taken in."""
    if rule.reversed_by is None:
        return rule.keep
    option, value = rule.reversed_by
    return rule.keep != (submission.option(f"wagers.{section}.{option}") == value)


# ── progressive meters ──


def _meters(submission: Submission) -> Iterator[Rule]:
    """Where each meter begins and what feeds it; a part that goes to a reserve is said (S-17)."""
    fed = [one for one in submission.wagers.values() if one.levels]
    for meter, group in groupby(fed, key=lambda one: one.wager.meter):
        some = list(group)
        title = _titles(submission, some)[0]
        several = len(some[0].levels) > 1
        parts = [
            f"{capital(one.name) + ' ' if several else ''}"
            f"{_level(one.seed, one.reseed, one.rate, one.reserve_rate)}"
            for one in some[0].levels.values()
        ]
        clauses = [clause for level in some[0].levels.values() for clause in level.clauses]
        cite = Cite(
            tuple(dict.fromkeys(one for one in clauses if not one.startswith("I-"))),
            tuple(dict.fromkeys(one for one in clauses if one.startswith("I-"))),
        )
        text = " ".join(parts)
        yield Rule(
            id=f"meter.{meter}",
            kind=WORDS,
            label=f"{title} meter {text}",
            cite=cite,
            wager=some[0].wager.id,
            heading=f"{title} meter",
            text=text,
        )


def _level(seed: Cents, reseed: Cents, rate: Fraction, reserve: Fraction) -> str:
    start, part = show_dollars(seed), show_percent(rate)
    if reserve:
        return (
            f"starts at {start} and starts again from its reserve; {part} of every wager goes on the meter, "
            f"{show_percent(reserve)} to the reserve."
        )
    if reseed != seed:
        return f"starts at {start}, and again at {show_dollars(reseed)}; {part} of every wager goes on it."
    return f"starts, and starts again, at {start}; {part} of every wager goes on it."


def _shared(submission: Submission) -> Iterator[Rule]:
    """A share of a meter that all who made a wager divide."""
    for offered in submission.wagers.values():
        if offered.wager.shared is not None:
            title, rest = title_and_rest(submission.regulation, offered.wager)
            text = f"A share of the meter won on the {rest or title} is divided equally."
            yield Rule(
                id=f"shared.{offered.wager.id}",
                kind=WORDS,
                label=text,
                cite=offered.wager.shared,
                wager=offered.wager.id,
                heading=title,
                text=text,
            )


# ── payouts ──


def _payout_limit(submission: Submission) -> Rule:
    """The limit, or in so many words that there is none."""
    law, limit = submission.regulation, submission.limits.payout_limit
    if limit is None or law.payout_limit is None:
        cite = law.payout_limit.cite if law.payout_limit else Cite(())
        return Rule(
            id="payout_limit", kind=LIMIT, label=NO_LIMIT, cite=cite, heading="Payout limit", text=NO_LIMIT
        )
    on = listed([law.wagers[wager].title for wager in law.payout_limit.wagers])
    amount = show_dollars(limit)
    text = f"{amount} per player and round on {on}; wagers come back on top of it."
    cite = _joined([*_asked(submission, "payout_limit"), law.payout_limit.cite, law.payout_limit.applies])
    return Rule(
        id="payout_limit",
        kind=LIMIT,
        label=f"Payout limit {text}",
        cite=cite,
        wager=law.payout_limit.wagers[0],
        heading="Payout limit",
        text=text,
        short=amount,
    )


def _reading(submission: Submission) -> Iterator[Rule]:
    """What "to 1" and "for 1" mean, where both are posted (I-01)."""
    rows = [
        row.pays
        for offered in submission.wagers.values()
        for table in offered.tables.values()
        for row in table.rows.values()
    ]
    if any(isinstance(row, ForOne | MeterShare) for row in rows):
        text = "“To 1” gives the wager back as well; “for 1” and a share of a meter do not."
        cite = Cite((), ("I-01",))
        yield Rule(id="reading", kind=WORDS, label=text, cite=cite, heading="To 1, for 1", text=text)


# ── words and options ──


def _words(submission: Submission) -> Iterator[Rule]:
    """Words that belong on the sign."""
    for at, item in enumerate(submission.regulation.layout):
        offered = not item.wagers or any(wager in submission.wagers for wager in item.wagers)
        if item.shows == "words" and item.on == "sign" and offered:
            wager = item.wagers[0] if item.wagers else ""
            heading = submission.regulation.wagers[wager].title if wager else "Please note"
            yield Rule(
                id=f"words.{at}",
                kind=WORDS,
                label=item.text,
                cite=item.cite,
                wager=wager,
                heading=heading,
                text=f"{item.text}.",
            )


def differing(submission: Submission) -> list[Option]:
    """The options whose values are not the defaults."""
    law = submission.regulation
    return [
        one for path, one in law.options.items() if path in submission.options and _differs(submission, one)
    ]


def _differs(submission: Submission, option: Option) -> bool:
    return submission.options[option.path] != option.default


def _options(submission: Submission) -> Iterator[Rule]:
    """Every option that differs from its default is posted, as the register of interpretations wants."""
    for option in differing(submission):
        text = option.sign.format(value=_value(option, submission.options[option.path]))
        yield Rule(
            id=f"option.{option.path}",
            kind=WORDS,
            label=text,
            cite=option.cite,
            heading="House rules",
            text=text,
        )


def _value(option: Option, value: object) -> str:
    if option.kind == "seconds":
        return "no limit" if value == 0 else f"{value} second{'s' * (value != 1)}"
    return share(str(value)) if option.kind == "chance" else str(value)
