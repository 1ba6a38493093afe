"""What a program that uses feltlaw asks for first: a table, what somebody sees of it, what a record proves.

`feltlaw` itself has all of these names.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from feltlaw.audit import audit
from feltlaw.desk import Clock, system_clock
from feltlaw.desk.memory import Table
from feltlaw.record.checkpoints import Checkpoint
from feltlaw.record.keys import PublicKey
from feltlaw.record.report import Report
from feltlaw.record.store import StoreError
from feltlaw.record.tables import create_table
from feltlaw.record.tables import open_table as open_record
from feltlaw.regulation import load
from feltlaw.settlement import Settlement
from feltlaw.settlement import explain as every_sentence
from feltlaw.shuffle import SeededSource
from feltlaw.submission import Submission, new_submission
from feltlaw.views import View, Viewer


def usual_submission(regulation: str) -> Submission:
    """The table that `feltlaw rules new` writes for a regulation, and that its id means on the command line.

    >>> usual_submission("PA-680a")
    <Submission PA-680a, table 1: ante, pot, bonus; $10 to $500>
    """
    return Submission.from_toml(new_submission(regulation))


def open_table(
    table: Submission | str,
    record: Path | str | None = None,
    *,
    seed: str = "",
    clock: Clock = system_clock,
) -> Table:
    """Opens a table of a submission, or of a regulation as `usual_submission` has it.

    Without a record it lives in memory. With one, every event is in that file before it counts: a new file is
    begun, and a table whose record it is goes on where it was left. `seed` makes a new table's cards come
    the same way every time, which the record says of it.

    >>> open_table("PA-649a", seed="example")
    <Table 1, PA-649a Three Card Poker: opening; seats: empty>
    """
    submission = usual_submission(table) if isinstance(table, str) else table
    if record is None:
        return Table(submission, seed=seed, clock=clock)
    if not Path(record).exists():
        source = SeededSource(seed) if seed else None
        return Table.of(create_table(record, submission, source=source, clock=clock))
    found = Table.of(open_record(record, clock=clock))
    if found.submission.digest != submission.digest:
        was = found.submission
        found.close()
        raise StoreError(f"this record is of another table, {was!r}; open it with that submission")
    return found


def view(table: Table, role: str, account: str = "") -> View:
    """What one person may see of a table: everybody's part and his own, and what he may do now.

    >>> table = open_table("PA-680a", seed="example")
    >>> view(table, "onlooker")
    <View of 1 for onlooker: opening; may wait>
    """
    return table.view(Viewer(role, account))


def explain(settlement: Settlement) -> list[str]:
    """Every line of a settled round as a sentence with its clauses, in the dealer's order."""
    return list(every_sentence(settlement, load(settlement.regulation)))


def verify(
    record: Path | str | bytes, *, checkpoints: Sequence[Checkpoint] = (), keys: Iterable[PublicKey] = ()
) -> Report:
    """Checks a record and everything in it, as `feltlaw audit verify` does: its chain, every command decided
    and every line settled again, every seal, every cent. The report says what was proved and what was not."""
    return audit(record, checkpoints=checkpoints, keys=keys)
