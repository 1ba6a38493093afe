"""A bot at a floor's table over HTTP and WebSocket: what it may do is in every frame, so it knows no rule.

With an address, `seat_a_bot.py PA-679a http://127.0.0.1:8080`, it plays there; without one it serves a floor
of its own. A practice table needs no account. At a table of the house the bot brings the key that a manager
made for its account: `Client(address, key="fl_...")`.
"""

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from feltlaw.client import Client, Problem

regulation = sys.argv[1] if len(sys.argv) > 1 else "PA-679a"


@contextmanager
def served() -> Iterator[str]:
    """The address of a floor: the one that was named, or one that lives as long as this."""
    if len(sys.argv) > 2:
        yield sys.argv[2]
        return
    feltlaw = str(Path(sys.executable).with_name("feltlaw"))
    with tempfile.TemporaryDirectory() as folder:
        serve = [feltlaw, "serve", "--port", "0", "--data", folder]
        with subprocess.Popen(serve, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            try:
                yield next(line.split()[-1] for line in server.stdout if "serving" in line)
            finally:
                server.terminate()


with served() as address, Client(address) as floor:
    table = floor.practice({"regulation": regulation})["id"]
    try:
        floor.command(table, "sit", {"seat": 99})
    except Problem as problem:
        print(f"Refused: {problem}")
    floor.command(table, "sit", {"seat": 2})
    floor.buy_in(table, "500.00")
    staked = False
    for frame in floor.live(table):
        if staked and any(event["kind"] == "end_round" for event in frame.events):
            print(f"The round is over: {frame.view['you']['chips']} in chips.")
            break
        may = {offer["do"]: offer["data"] for offer in reversed(frame.view["legal"])}  # the first of each
        if "bet" in may and not staked:
            floor.command(table, "bet", {"seat": 2, "wagers": {"ante": "10.00"}})
            floor.command(table, "ready", {"seat": 2})
            staked = True
        elif "decide" in may:
            print(f"Decides: {may['decide']}")
            floor.command(table, "decide", may["decide"])
