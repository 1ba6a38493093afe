"""The house edge of every paytable that a regulation allows, exactly, and the best play."""

import sys

import feltlaw
from feltlaw.mathematics import WagerAnalysis

regulation = sys.argv[1] if len(sys.argv) > 1 else "PA-649a"
submission = feltlaw.Submission.from_data({"regulation": regulation})
print(submission.regulation)

ante = feltlaw.analyze(submission).wagers["ante"]
assert isinstance(ante, WagerAnalysis) and ante.strategy is not None
print(f"Best play: {ante.strategy.rule}")

for wager, paytable, found in feltlaw.analyze(submission, all_tables=True).entries():
    name = f"{wager} {paytable}".strip()
    print(f"{name:40} {float(found.house_edge):8.4%}   {found.house_edge}")
