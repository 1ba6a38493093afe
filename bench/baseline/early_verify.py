"""A record of an early version played and audited. Usage: early_verify.py SOURCE ROUNDS LOG; prints seconds a round."""

from __future__ import annotations

import os
import sys
from time import process_time

sys.path.insert(0, sys.argv[1])
os.fsync = lambda descriptor: None

from early_table import OFFERED, SEATS, WAGERS
from feltlaw.audit import audit
from feltlaw.log import create_log
from feltlaw.practice import Crew
from feltlaw.shuffle import SeededSource
from feltlaw.submission import Submission
from feltlaw.table import Person, Table

SUBMISSION = {"regulation": "PA-649a", "limits": {"minimum": 5, "maximum": 500}, "wagers": OFFERED}


def played(rounds: int, path: str) -> None:
    submission = Submission.from_data(SUBMISSION)
    log = create_log(path, submission, source=SeededSource(1), at=1_800_000_000)
    table = Table(submission)
    crew = Crew(table, log, lambda: table.state.now)
    people = {seat: Person("player", f"p{seat}") for seat in SEATS}
    for seat, person in people.items():
        log.do(table, "sit", person, seat=seat)
        log.do(table, "buy_in", person, amount=10**9)
    while table.state.rounds < rounds:
        while crew.step():
            pass
        if table.state.phase == "betting":
            for seat, person in people.items():
                for wager, cents in WAGERS.items():
                    log.do(table, "bet", person, seat=seat, wager=wager, amount=cents)
            crew.close_betting()
        else:
            offers = [one for one in table.legal("player") if one.do == "decide" and one.data.get("say") != "fold"]
            log.do(table, "decide", Person("player", offers[0].who), **offers[0].data)
    log.close()


if __name__ == "__main__":
    many = int(sys.argv[2])
    played(many, sys.argv[3])
    began = process_time()
    report = audit(sys.argv[3])
    print((process_time() - began) / many)
