"""A manager's file is checked against the regulation: all faults at once, each with its clause."""

import feltlaw

FILE = """
regulation = "PA-649a"
[cards]
shuffle = "manual"
decks = 2
[wagers.ante]
mini_royal = "4 to 1"
"""

try:
    feltlaw.Submission.from_toml(FILE)
except feltlaw.SubmissionError as error:
    for fault in error.findings:
        print(fault)

submission = feltlaw.usual_submission("PA-649a")
print(submission)
for name, offered in submission.wagers.items():
    table = offered.paytable()
    pays = ", ".join(f"{hand} {row.pays}" for hand, row in table.rows.items()) if table else "by the contest"
    print(f"{name}: {pays}")
