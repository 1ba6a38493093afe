"""Games of `feltlaw play` from beginning to end, and the records they leave."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from feltlaw.cli import play as play_command
from feltlaw.cli import sitting as sitting_module
from feltlaw.cli.sitting import Sitting as Seated
from feltlaw.desk import Desk
from feltlaw.event import Event
from feltlaw.money import parse_money
from feltlaw.record.restore import table_stream
from feltlaw.record.tables import reading
from feltlaw.settlement import Line
from feltlaw.table import apply, begin
from tests.support.cli import feltlaw

LEFT = re.compile(r"You leave with \$([0-9,.]+) after (\d+) rounds? \((\S+)\)\.")
YOU = "you"
LOADED: dict[str, dict[str, dict[str, object]]] = {
    "PA-649a": {
        "three_card_progressive": {},
        "six_card_bonus": {},
        "five_card_hand_bonus": {
            **dict.fromkeys(("magic_card", "lucky_bonus"), True),
            **dict.fromkeys(("magic_card_chance", "lucky_bonus_chance"), "1/2"),
        },
    },
    "MA-TCP": {"six_card_bonus": {}, "cover_all": {}, "multi_game_link": {}},
    "PA-679a": {"prime": {}, "pair_bonus": {"community_card": True}, "all_six_bonus": {}},
    "PA-669a": {"three_card_progressive": {}, "six_card_bonus": {}},
    "PA-680a": {"pot": {}, "bonus": {}},
}


class Sitting:
    """One game of `feltlaw play`, and the record it left."""

    def __init__(self, path: Path, *arguments: str, typed: str, seed: int | None = 11) -> None:
        self.path = path
        seeded = () if seed is None else ("--seed", str(seed))
        opened: list[Seated] = []

        def open_and_keep(*given: Any, **named: Any) -> Seated:
            opened.append(sitting_module.open_sitting(*given, **named))
            return opened[-1]

        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(play_command, "open_sitting", open_and_keep)
            self.ran = feltlaw(
                "play", *arguments, *seeded, "--pace", "fast", "--log", str(path), stdin=typed.encode()
            )
        assert "Traceback" not in self.ran.err
        self.desk: Desk | None = opened[0].desk if opened else None

    @property
    def out(self) -> str:
        return self.ran.out

    @property
    def events(self) -> list[Event]:
        assert self.desk is not None
        with reading(self.path) as store:
            return [line.event for line in store.read(table_stream(self.desk.state.table))]

    @property
    def lines(self) -> list[Line]:
        """What was settled, in the dealer's order; a void round gives everything back."""
        found: list[Line] = []
        for event in self.events:
            if event.kind == "void_round":
                found = [line for line in found if line.early]
            found += getattr(event.data, "lines", ())
        return found

    def check(self) -> Sitting:
        """It ended well, its record holds, and not a cent of yours is missing."""
        assert (self.ran.status, self.ran.err) == (0, ""), self.ran
        assert self.desk is not None
        told = LEFT.search(self.out)
        assert told, self.out
        first, *rest = self.events
        state = begin(first)
        for event in rest:
            state = apply(state, event)
        assert state == self.desk.state, "the record leads to the table as it was"
        bought = sum(e.data.amount_cents for e in rest if e.kind == "buy_in" and e.data.player == YOU)
        taken = sum(e.data.kept_cents for e in rest if e.kind == "leave" and e.data.player == YOU)
        taken += sum(e.data.kept.get(YOU, 0) for e in rest if e.kind == "end_round")
        assert parse_money(told[1].replace(",", "")) == taken
        assert parse_money(told[3].removeprefix("+").replace("$", "").replace(",", "")) == taken - bought
        assert YOU not in state.seats.values() and not state.chips(YOU) and not state.held(YOU)
        assert not any(account.kind == "felt" for account in state.books), "nothing is left on the felt"
        asked = ("Seat ", "> ", "Leave? ")
        told_lines = [
            line
            for line in self.out.splitlines()
            if not line.startswith(asked) and str(self.path) not in line  # a path is never cut
        ]
        assert all(len(line) <= 80 for line in told_lines), "it fits an 80-column terminal"
        assert self.path.stat().st_size > 0, "the record was written"
        return self


def table(folder: Path, regulation: str, **changes: Any) -> str:
    """A submission as a casino would post it, with changes, in a file."""
    changes["limits"] = {"minimum": 10, "maximum": 500, **changes.get("limits", {})}
    lines = [f'regulation = "{regulation}"']
    for section, values in changes.items():
        for key, value in values.items():
            inner = value if isinstance(value, dict) else {key: value}
            if isinstance(value, dict) or key == next(iter(values)):
                lines.append(f"[{section}.{key}]" if isinstance(value, dict) else f"[{section}]")
            lines += [
                f"{one} = {str(v).lower() if isinstance(v, bool) else repr(v)}" for one, v in inner.items()
            ]
    path = folder / "table.toml"
    path.write_text("\n".join(lines).replace("'", '"'), encoding="utf-8")
    return str(path)
