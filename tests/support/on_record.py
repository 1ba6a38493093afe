"""Whether a table's record can be read back: every line from its bytes, and the fold of them all."""

from __future__ import annotations

import json

from feltlaw import link
from feltlaw.record.lines import open_line, unseal
from feltlaw.record.restore import restored
from feltlaw.table import EVENTS, read_state, write_state
from tests.support.driver import Driver

KINDS = {"table": EVENTS, "link": link.KINDS}


def on_record(table: Driver) -> None:
    """Every line of the record is read from its bytes as it was meant, and all of them lead to the state."""
    store = table.desk.store
    streams = (table.desk.stream, *(f"link/{name}" for name in table.state.links.values()))
    for stream in streams:
        for line in store.read(stream):
            assert unseal(open_line(line.raw), KINDS).event == line.event
    state, head, _, _ = restored(store, table.desk.stream)
    assert (state, head) == (table.state, table.desk.head)
    written = json.loads(json.dumps(write_state(table.state)))
    assert read_state(written, table.state.submission) == table.state
