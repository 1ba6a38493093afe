"""The one loop that settles every game, in the order of the regulation's own steps."""

from __future__ import annotations

from dataclasses import replace

from feltlaw.irregularity import cited, find_irregularity, round_end
from feltlaw.regulation.model import Cite, Irregularity
from feltlaw.round.model import Played, Round
from feltlaw.settlement.awards import settle_award
from feltlaw.settlement.coupon import apply_coupons
from feltlaw.settlement.limit import apply_limit
from feltlaw.settlement.model import Line, SeatResult, Settlement
from feltlaw.settlement.pad import Pad
from feltlaw.settlement.pot import settle_pot
from feltlaw.settlement.rounding import note_rounding
from feltlaw.settlement.wagers import settle_wager


def settle_round(round_: Round) -> Settlement:
    """Settles a round: contributions, each player from the highest seat down, then what comes after all."""
    pad = Pad(round_)
    rule = find_irregularity(pad.submission, round_.irregularity) if round_.irregularity else None
    end = round_end(pad.submission, rule) if rule else "stands"
    if rule and end == "void":
        _return_all(pad, rule)
        return _result(pad, rule, end)
    _contribute(pad)
    partly = rule if end == "partly_settled" else None
    settlement = pad.regulation.settlement
    for played in pad.seats:
        for step in settlement.each_player:
            _settle(pad, played, step.settle, partly)
    for step in settlement.after_all:
        if step.settle in pad.submission.wagers and pad.regulation.wagers[step.settle].contest == "pot":
            settle_pot(pad, step.settle)
            continue
        for played in pad.seats:
            _settle(pad, played, step.settle, partly)
    apply_coupons(pad)
    apply_limit(pad)
    note_rounding(pad)
    if pad.submission.option("settlement.order") == "by_step":
        _losers_first(pad)
    return _result(pad, rule, end)


def _settle(pad: Pad, played: Played, name: str, partly: Irregularity | None) -> None:
    if name in pad.regulation.awards:
        settle_award(pad, played, name)
    elif name in played.stakes:
        if partly and name in partly.returned:
            _return(pad, played, name, cited(pad.submission, partly))
        else:
            settle_wager(pad, played, name)


def _contribute(pad: Pad) -> None:
    """Accepted progressive wagers feed their meters before anything is paid (I-57)."""
    for played in pad.seats:
        for wager, stake in played.stakes.items():
            meter = pad.regulation.wagers[wager].meter
            if meter:
                pad.meters[meter] = pad.meters[meter].contribute(stake)


def _return_all(pad: Pad, rule: Irregularity) -> None:
    """A void round: every stake goes back, forfeited ones too, and no meter has moved (I-07, I-08)."""
    cite = cited(pad.submission, rule)
    for played in pad.seats:
        for step in (*pad.regulation.settlement.each_player, *pad.regulation.settlement.after_all):
            if step.settle in played.stakes:
                _return(pad, played, step.settle, cite)


def _return(pad: Pad, played: Played, wager: str, cite: Cite) -> None:
    stake = played.stakes[wager]
    pad.add(played, wager, outcome="void", cite=cite, stake=stake, returned=stake, result="void")


def _losers_first(pad: Pad) -> None:
    """Step by step (MA 10(c)(1)): all losing wagers are collected before the first one is paid."""
    order = sorted(pad.lines, key=lambda line: (line.result != "lose", line.turn))
    pad.lines = [replace(line, turn=at) for at, line in enumerate(order, 1)]


def _result(pad: Pad, rule: Irregularity | None, end: str) -> Settlement:
    by_seat: dict[int, list[Line]] = {played.number: [] for played in pad.seats}
    for line in pad.lines:
        by_seat[line.seat].append(line)
    return Settlement(
        pad.regulation.id,
        tuple(
            SeatResult(
                played.number,
                played.player,
                {} if end == "void" else _hands(pad, played),
                tuple(by_seat[played.number]),
                {} if end == "void" else _setting(played),
            )
            for played in pad.seats
        ),
        None if end == "void" else _dealer(pad),
        pad.round.meters,
        pad.meters,
        _irregularity(pad, rule, end) if rule else None,
    )


def _irregularity(pad: Pad, rule: Irregularity, end: str) -> dict[str, object]:
    cite = cited(pad.submission, rule)
    return {
        "kind": rule.kind,
        "round": end,
        "clauses": [*cite.clauses, *cite.interpretations],
        "note": rule.text,
    }


def _hands(pad: Pad, played: Played) -> dict[str, str]:
    """What the seat's cards are, by ranking, unless they were given up unseen."""
    found: dict[str, str] = {}
    if played.left_by == "surrender":
        return found
    for name in played.stakes:
        wager = pad.regulation.wagers[name]
        if wager.cards[0] == "player":
            found[wager.ranking] = pad.read(wager.ranking, wager.cards, played).shape
    return found


def _setting(played: Played) -> dict[str, object]:
    if played.split is None:
        return {}
    return {"set": str(played.split), "qualifies": played.split.qualifies}


def _dealer(pad: Pad) -> dict[str, object] | None:
    own = pad.regulation.deal.dealer
    if own is None:
        return None
    found: dict[str, object] = {"hands": {}}
    split = pad.round.dealer_split
    if split is not None:
        found["hands"] = {"point_count": pad.regulation.rankings["point_count"].read(split.two).shape}
        found["set"] = str(split)
    else:
        found["hands"] = {"three_card": pad.regulation.rankings["three_card"].read(pad.round.dealer).shape}
    return found | {"qualifies": pad.dealer_qualifies()}
