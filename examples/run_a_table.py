"""A whole table in a few lines: a crew, two players, a record on disk, and proof of what happened.

An electronic table gives the same commands from its buttons; what may be pressed now is in the view.
"""

import tempfile
from pathlib import Path

import feltlaw
from feltlaw.crew import Crew
from feltlaw.practice import Adviser, usual_bets

PLAYERS = {2: feltlaw.Person("player", "ann"), 5: feltlaw.Person("player", "bob")}


def play_a_round(table: feltlaw.Table, adviser: Adviser) -> None:
    """The crew does what comes next by itself; players bet, and decide as the mathematics says."""
    crew, rounds = Crew(table.desk), table.state.rounds
    crew.run()
    for seat, player in PLAYERS.items():
        bets = usual_bets(table.submission, table.state.chips(player.account))
        wagers = {wager: feltlaw.dollars(cents) for wager, cents in bets.items()}
        table.do("bet", player, seat=seat, wagers=wagers)
    crew.close_betting()
    while table.state.rounds == rounds:
        if crew.step() is None:
            offer = next(offer for offer in table.legal("player") if offer.do in ("decide", "set_hand"))
            player = PLAYERS[offer.data.seat]
            seen = feltlaw.view(table, "player", player.account)  # his own cards, and nobody else's
            choice = adviser.choose(seen, offer.data.seat)
            table.do(choice.do, player, **choice.data)


with tempfile.TemporaryDirectory() as folder:
    record = Path(folder) / "table.log"
    with feltlaw.open_table("PA-649a", record, seed="example") as table:
        for seat, player in PLAYERS.items():
            table.do("sit", player, seat=seat)
            table.do("buy_in", player, amount=500)  # dollars
        for _ in range(2):
            play_a_round(table, Adviser(table.submission))
            for line in table.state.played.settling.lines:
                print(line)
        print(table)

    # Whoever has the file can check all of it, and go on with the table from there.
    report = feltlaw.verify(record)
    print(report)
    for sentence in report.proved:
        print(f"proved: {sentence}")
    with feltlaw.open_table("PA-649a", record) as again:
        print(again)
