"""An auditor's look at a record, and what happens when somebody makes an amount larger afterwards."""

import tempfile
from pathlib import Path

import feltlaw
from feltlaw import audit

ANN = feltlaw.Person("player", "ann")

with tempfile.TemporaryDirectory() as folder:
    record = Path(folder) / "table.log"
    with feltlaw.open_table("PA-649a", record, seed="example") as table:
        table.do("sit", ANN, seat=3)
        table.do("buy_in", ANN, amount=500)

    for step in audit.steps(record):
        print(step.event)
    report = feltlaw.verify(record)
    print(report)
    print("not proved:", *report.not_proved)  # a signed checkpoint proves that too: docs/record.md

    forged = record.read_bytes().replace(b'"amount_cents":50000', b'"amount_cents":90000')
    report = feltlaw.verify(forged)
    print(report)
    print("wrong:", *report.wrong)
