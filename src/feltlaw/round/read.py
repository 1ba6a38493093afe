"""Reads a scenario (the JSON of the contract, already parsed) into a round, refusing what is not legal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from feltlaw.cards import Card, CardError, DoubleCard, parse_cards
from feltlaw.irregularity import cards_counted, find_irregularity, round_end
from feltlaw.meter import Level, Meter
from feltlaw.money import Cents, MoneyError, parse_money
from feltlaw.refusal import NO_CLAUSE, Refused, shown
from feltlaw.regulation.model import Cite
from feltlaw.round.betting import check_box, check_coupon, check_seat, check_table
from feltlaw.round.dealing import ONE_PLACE, check_cards, extra_cards, miscounted
from feltlaw.round.deciding import decide_all
from feltlaw.round.draws import CARD, POSITION, drawn, read_draw
from feltlaw.round.model import Box, Draws, Round
from feltlaw.round.rulings import known_rulings, may_be_abandoned, ruling_cite
from feltlaw.round.setting import house_way
from feltlaw.submission import Submission, SubmissionError

_KEYS = ("submission", "seats", "dealer", "community", "draws", "meters", "irregularity", "title")
_SEAT_KEYS = ("seat", "player", "cards", "wagers", "decisions", "fourth", "ruling", "match_play")


def read_submission(data: object) -> Submission:
    """The submission of a scenario; its faults become one refusal."""
    if not isinstance(data, dict):
        raise Refused("the scenario has no submission", 'Write "submission": {"regulation": "PA-649a"}.')
    try:
        return Submission.from_data(data)
    except SubmissionError as error:
        cite = Cite(()).joined(*(found.cite for found in error.findings))
        faults = "; ".join(found.text.removesuffix(".") for found in error.findings)
        raise Refused(f"the submission has a fault: {faults}", "", cite) from None


def read_round(data: Mapping[str, Any], submission: Submission) -> Round:
    """A round from a scenario whose submission has been read."""
    _known(data, _KEYS, "a scenario")
    kind = _irregularity(data.get("irregularity"))
    end, counted = "stands", "exactly"
    if kind:
        end = round_end(submission, find_irregularity(submission, kind))
        counted = cards_counted(kind, end)
    given = data.get("seats")
    if not isinstance(given, list) or not given:
        raise Refused("the scenario has no seats", "Give at least one seat with a wager.")
    said = sorted((_box(item, submission) for item in given), key=lambda one: one[0].number)
    seats = [box for box, _ in said]
    check_table(submission, [(seat.number, seat.player, seat.stakes) for seat in seats])
    _check_rulings(submission, seats)
    dealer = _cards(data.get("dealer", ""), "the dealer's cards", submission)
    community = _cards(data.get("community", ""), "the community cards", submission)
    check_cards(submission, seats, dealer, community, counted=counted)
    if kind == "community_card_exposed" and not _has_open_cards(submission, seats):
        cite = find_irregularity(submission, kind).cite
        raise Refused(
            "no community or fourth card was dealt in this round", "Name another irregularity.", cite
        )
    if kind == "wrong_number_of_cards" and not miscounted(submission, seats, dealer, community):
        raise Refused(
            "every hand that must have a certain number of cards has it",
            "Leave the irregularity out; fourth and community cards of bonuses void no round (I-20).",
            find_irregularity(submission, kind).cite,
        )
    return Round(
        submission,
        decide_all(submission, said, complete=end == "stands"),
        dealer,
        community,
        _draws(data.get("draws"), submission, seats),
        _meters(data.get("meters"), submission),
        irregularity=kind,
        dealer_split=house_way(submission.regulation, dealer),
    )


def _has_open_cards(submission: Submission, seats: list[Box]) -> bool:
    staked = {wager for seat in seats for wager in seat.stakes}
    return any(extra_cards(submission, what, staked) is not None for what in ("community", "fourth"))


def _known(data: object, keys: tuple[str, ...], what: str) -> None:
    if not isinstance(data, dict):
        raise Refused(f"{what} is written as a JSON object")
    for key in data:
        if key not in keys:
            raise Refused(f"{what} has no '{shown(key)}'", f"It has {', '.join(keys)}.")


def _irregularity(data: object) -> str:
    if data is None:
        return ""
    _known(data, ("kind",), "an irregularity")
    kind = data.get("kind") if isinstance(data, dict) else None
    if not isinstance(kind, str) or not kind:
        raise Refused("the irregularity has no kind", 'Write {"kind": "dealer_card_exposed"}.')
    return kind


def _box(data: object, submission: Submission) -> tuple[Box, list[str]]:
    """A box, and what was said for it."""
    _known(data, _SEAT_KEYS, "a seat")
    assert isinstance(data, dict)
    number = data.get("seat")
    if isinstance(number, bool) or not isinstance(number, int):
        raise Refused("a seat needs its number", 'Write "seat": 1.')
    check_seat(submission, number)
    stakes = _stakes(data.get("wagers"), number, submission)
    check_box(submission, stakes)
    player = data.get("player", f"the player in seat {number}")
    if not isinstance(player, str) or not player:
        raise Refused(f"seat {number}: a player is named by a text")
    decisions = data.get("decisions", [])
    if not isinstance(decisions, list) or not all(isinstance(word, str) for word in decisions):
        raise Refused(f"seat {number}: decisions are a list of words", 'Write "decisions": ["play"].')
    coupon = data.get("match_play", "")
    box = Box(
        number,
        player,
        _cards(data.get("cards", ""), f"the cards of seat {number}", submission),
        stakes,
        fourth=_cards(data.get("fourth", ""), f"the fourth card of seat {number}", submission),
        ruling=_ruling(data.get("ruling", ""), number, submission),
        match_play="" if coupon == "" else check_coupon(submission, number, coupon, stakes),
    )
    return box, decisions


def _stakes(data: object, number: int, submission: Submission) -> dict[str, Cents]:
    if not isinstance(data, dict) or not data:
        raise Refused(
            f"seat {number} has no wagers",
            'Write "wagers": {"ante": 10}.',
            submission.regulation.deal.to.cite,
        )
    stakes: dict[str, Cents] = {}
    for wager, amount in data.items():
        try:
            stakes[str(wager)] = parse_money(amount)
        except MoneyError as error:
            known = submission.regulation.wagers.get(str(wager))
            cite = known.stake.cite if known else NO_CLAUSE
            raise Refused(f"seat {number}, {shown(wager)}: {error}", cite=cite) from None
    return stakes


def _ruling(data: object, number: int, submission: Submission) -> str:
    if data == "":
        return ""
    cite = ruling_cite(submission.regulation, data) if isinstance(data, str) else None
    if cite is None:
        raise Refused(
            f"seat {number}: {submission.regulation.id} knows no ruling '{shown(data)}'",
            f"Rulings: {', '.join(known_rulings(submission.regulation))}.",
        )
    if data == "abandoned" and not may_be_abandoned(submission):
        raise Refused(
            f"seat {number}: at this table the wagers of a player who left are not forfeited",
            'Rule "left", or submit departed_player = "forfeit" where the regulation allows it.',
            cite,
        )
    return str(data)


def _check_rulings(submission: Submission, seats: list[Box]) -> None:
    """A ruling is on a person, so all boxes of one person have the same (I-10)."""
    ruled = {seat.player: seat.ruling for seat in seats}
    for seat in seats:
        if seat.ruling != ruled[seat.player]:
            raise Refused(
                f"the boxes of {shown(seat.player)} have different rulings",
                "A ruling is on the person: give it for every box.",
                submission.regulation.boxes.cite,
            )


def _cards(data: object, what: str, submission: Submission) -> tuple[Card, ...]:
    try:
        return parse_cards(data)  # type: ignore[arg-type]
    except DoubleCard as error:
        raise Refused(f"{what}: {error}", ONE_PLACE, submission.regulation.deck.cite) from None
    except CardError as error:
        raise Refused(f"{what}: {error}", cite=submission.regulation.deck.cite) from None


def _draws(data: object, submission: Submission, seats: list[Box]) -> Draws:
    if data is None:
        return Draws()
    _known(data, (CARD, POSITION), "the draw")
    assert isinstance(data, dict)
    stakes = {seat.number: seat.stakes for seat in seats}
    made = {key: value for key, value in data.items() if value is not None}
    return drawn({key: read_draw(submission, key, value, stakes) for key, value in made.items()})


def start_meters(submission: Submission) -> dict[str, Meter]:
    """Every meter at its seed."""
    return {
        offered.wager.meter: Meter(
            {
                name: Level(level.seed, level.reseed, level.rate, level.reserve_rate, level.clauses)
                for name, level in offered.levels.items()
            }
        )
        for offered in submission.wagers.values()
        if offered.wager.meter
    }


def _meters(data: object, submission: Submission) -> dict[str, Meter]:
    meters = start_meters(submission)
    if data is None:
        return meters
    if not isinstance(data, dict):
        raise Refused("meters are written by name", 'Write "meters": {"three_card_progressive": 1234.56}.')
    for name, value in data.items():
        if name not in meters:
            raise Refused(
                f"this table has no meter '{shown(name)}'", f"Meters: {', '.join(meters) or 'none'}."
            )
        meters[name] = _meter(name, value, meters[name])
    return meters


def _meter(name: str, value: object, meter: Meter) -> Meter:
    """A meter's amounts: one sum, or sums by level; a reserve stands beside the level that keeps one."""
    levels = dict(meter.levels)
    if not isinstance(value, dict):
        if len(levels) > 1:
            raise Refused(f"meter {name} has several levels", f"Give them by name: {', '.join(levels)}.")
        value = {next(iter(levels)): value}
    with_reserve: dict[str, str] = {}
    for level, terms in levels.items():
        if terms.reserve_rate:
            with_reserve["reserve"] = level
    for key, amount in value.items():
        level = with_reserve.get(key, key)
        if level not in levels:
            legal = f"Levels: {', '.join((*levels, *with_reserve))}."
            cite = Cite(tuple(dict.fromkeys(one for terms in levels.values() for one in terms.clauses)))
            raise Refused(f"meter {name} has no level '{shown(key)}'", legal, cite)
        try:
            cents = parse_money(amount)
        except MoneyError as error:
            raise Refused(f"meter {name}: {error}") from None
        if cents < 0:
            raise Refused(f"meter {name} cannot show a negative amount", "Write what it shows, from 0.00.")
        terms = levels[level]
        levels[level] = replace(terms, reserve=cents) if key in with_reserve else replace(terms, amount=cents)
    return Meter(levels)
