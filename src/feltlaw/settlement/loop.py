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
from feltlaw.settlement.pot import settle_pot
from feltlaw.settlement.table import Table
from feltlaw.settlement.wagers import settle_wager


def settle_round(round_: Round) -> Settlement:
    """Settles a round: contributions, each player from the highest seat down, then what comes after all."""
    table = Table(round_)
    rule = find_irregularity(table.submission, round_.irregularity) if round_.irregularity else None
    end = round_end(table.submission, rule) if rule else "stands"
    if rule and end == "void":
        _return_all(table, rule)
        return _result(table, rule, end)
    _contribute(table)
    partly = rule if end == "partly_settled" else None
    settlement = table.regulation.settlement
    for played in table.seats:
        for step in settlement.each_player:
            _settle(table, played, step.settle, partly)
    for step in settlement.after_all:
        if step.settle in table.submission.wagers and table.regulation.wagers[step.settle].contest == "pot":
            settle_pot(table, step.settle)
            continue
        for played in table.seats:
            _settle(table, played, step.settle, partly)
    apply_coupons(table)
    apply_limit(table)
    if table.submission.option("settlement.order") == "by_step":
        _losers_first(table)
    return _result(table, rule, end)


def _settle(table: Table, played: Played, name: str, partly: Irregularity | None) -> None:
    if name in table.regulation.awards:
        settle_award(table, played, name)
    elif name in played.stakes:
        if partly and name in partly.returned:
            _return(table, played, name, cited(table.submission, partly))
        else:
            settle_wager(table, played, name)


def _contribute(table: Table) -> None:
    """Accepted progressive wagers feed their meters before anything is paid (I-57)."""
    for played in table.seats:
        for wager, stake in played.stakes.items():
            meter = table.regulation.wagers[wager].meter
            if meter:
                table.meters[meter] = table.meters[meter].contribute(stake)


def _return_all(table: Table, rule: Irregularity) -> None:
    """A void round: every stake goes back, forfeited ones too, and no meter has moved (I-07, I-08)."""
    cite = cited(table.submission, rule)
    for played in table.seats:
        for step in (*table.regulation.settlement.each_player, *table.regulation.settlement.after_all):
            if step.settle in played.stakes:
                _return(table, played, step.settle, cite)


def _return(table: Table, played: Played, wager: str, cite: Cite) -> None:
    stake = played.stakes[wager]
    table.add(played, wager, outcome="void", cite=cite, stake=stake, returned=stake, result="void")


def _losers_first(table: Table) -> None:
    """Step by step (MA 10(c)(1)): all losing wagers are collected before the first one is paid."""
    order = sorted(table.lines, key=lambda line: (line.result != "lose", line.turn))
    table.lines = [replace(line, turn=at) for at, line in enumerate(order, 1)]


def _result(table: Table, rule: Irregularity | None, end: str) -> Settlement:
    by_seat: dict[int, list[Line]] = {played.number: [] for played in table.seats}
    for line in table.lines:
        by_seat[line.seat].append(line)
    return Settlement(
        table.regulation.id,
        tuple(
            SeatResult(
                played.number,
                played.player,
                {} if end == "void" else _hands(table, played),
                tuple(by_seat[played.number]),
                {} if end == "void" else _setting(played),
            )
            for played in table.seats
        ),
        None if end == "void" else _dealer(table),
        table.round.meters,
        table.meters,
        _irregularity(table, rule, end) if rule else None,
    )


def _irregularity(table: Table, rule: Irregularity, end: str) -> dict[str, object]:
    cite = cited(table.submission, rule)
    return {
        "kind": rule.kind,
        "round": end,
        "clauses": [*cite.clauses, *cite.interpretations],
        "note": rule.text,
    }


def _hands(table: Table, played: Played) -> dict[str, str]:
    """What the seat's cards are, by ranking, unless they were given up unseen."""
    found: dict[str, str] = {}
    if played.left_by == "surrender":
        return found
    for name in played.stakes:
        wager = table.regulation.wagers[name]
        if wager.cards[0] == "player":
            found[wager.ranking] = table.read(wager.ranking, wager.cards, played).shape
    return found


def _setting(played: Played) -> dict[str, object]:
    if played.split is None:
        return {}
    return {"set": str(played.split), "qualifies": played.split.qualifies}


def _dealer(table: Table) -> dict[str, object] | None:
    own = table.regulation.deal.dealer
    if own is None:
        return None
    found: dict[str, object] = {"hands": {}}
    split = table.round.dealer_split
    if split is not None:
        found["hands"] = {"point_count": table.regulation.rankings["point_count"].read(split.two).shape}
        found["set"] = str(split)
    else:
        found["hands"] = {
            "three_card": table.regulation.rankings["three_card"].read(table.round.dealer).shape
        }
    return found | {"qualifies": table.dealer_qualifies()}
