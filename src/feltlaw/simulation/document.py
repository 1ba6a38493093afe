"""The results of a run as one JSON document."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from feltlaw.mathematics.outcomes import decimal
from feltlaw.money import dollars
from feltlaw.simulation.results import Results


def document(found: Results) -> dict[str, Any]:
    """Everything, bit for bit the same for the same run."""
    run = found.run
    return {
        "regulation": run.submission.regulation.id,
        "hash": run.submission.digest,
        "run": run.digest,
        "rounds": found.totals.rounds,
        "asked": run.rounds,
        "seed": run.seed,
        "players": len(run.seats),
        "rounds_per_hour": run.per_hour,
        "session_hours": run.hours,
        "seats": [_profile(found, profile) for profile in range(len(run.profiles))],
        "table": _table(found),
        "meters": _meters(found),
        "checks": {
            "z_scores": len(found.figures),
            "largest": f"{max((abs(one.z or 0) for one in found.figures), default=0):.3f}",
            "bound": f"{found.bound:.3f}",
            "out_of_line": [one.name for one in found.out_of_line],
        },
    }


def _profile(found: Results, profile: int) -> dict[str, Any]:
    run = found.run
    seat = run.profiles[profile]
    staked = sum(seat.stakes.values())
    sessions = found.session(profile)
    return {
        "seats": list(run.seats_of(profile)),
        **seat.to_data(),
        "rule": found.program.ways[profile].rule,
        "results": {name: _wager(found, profile, name) for name in found.ids(profile)},
        "all_together": {
            "net_per_round": _money(found, profile),
            "staked_before_the_deal": dollars(staked),
        },
        "sessions": sessions.to_json()
        | {
            "bankrolls_lost": {
                dollars(bank): decimal(often, 8) for bank, often in found.lost(profile).items()
            }
        },
    }


def _money(found: Results, profile: int) -> dict[str, Any]:
    """Dollars won a round by all wagers; the awards from meters beside them."""
    paid = sum(cents for (whose, _), cents in found.paid_from_meters.items() if whose == profile)
    rounds = max(found.totals.rounds * found.seats(profile), 1)
    return found.net(profile, "").to_json(100) | (
        {"from_meters": decimal(Fraction(paid, rounds) / 100, 8)} if paid else {}
    )


def _wager(found: Results, profile: int, name: str) -> dict[str, Any]:
    stake = found.run.profiles[profile].stakes.get(name)
    rounds = found.totals.rounds * found.seats(profile)
    told: dict[str, Any] = {"rounds": rounds}
    if stake:
        told |= {"stake": dollars(stake), "net_per_unit": found.net(profile, name).to_json(stake)}
    else:
        told["net_per_round"] = found.net(profile, name).to_json(100)
    paid = found.paid_from_meters.get((profile, name))
    if paid is not None:
        told["paid_from_meter"] = dollars(paid)
    told["outcomes"] = [
        {"outcome": cell.words, "count": found.totals.sums["cells"][at], **_often(found, at, rounds)}
        for at, cell in enumerate(found.program.cells)
        if (cell.profile, cell.id) == (profile, name)
    ]
    return told


def _often(found: Results, at: int, rounds: int) -> dict[str, Any]:
    cell, figure = found.program.cells[at], found.outcome(at)
    told: dict[str, Any] = {"net": dollars(cell.net)}
    if cell.share is not None:
        told["pays"] = str(cell.share)
    if figure.exact is not None:
        told["expected"] = decimal(figure.exact * rounds, 2)
    if figure.z is not None:
        told["z"] = f"{figure.z:.3f}"
    return told


def _table(found: Results) -> dict[str, Any]:
    hours = found.hour
    return {"hours": hours.to_json(), "win_per_hour": found.win_per_hour.to_json(100)}


def _meters(found: Results) -> dict[str, Any]:
    told: dict[str, Any] = {}
    for one in found.meters:
        told.setdefault(one.meter, {})[one.level] = one.to_json()
    return told
