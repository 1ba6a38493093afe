"""A real server in a process of its own, on a real socket."""

from __future__ import annotations

import contextlib
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx

from feltlaw.client.wire import trusted
from tests.support.processes import environment

PROGRAM = Path(sys.executable).with_name("feltlaw")
SECONDS = 60


class Server:
    """`feltlaw serve` on a folder; what it said before it served, and where."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder = folder
        self.said: list[str] = []
        self.clients: list[httpx.Client] = []
        self.process = subprocess.Popen(
            [PROGRAM, "serve", "--data", str(folder), "--port", "0", *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(PYTHONUNBUFFERED="1"),
            text=True,
        )
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said.append(line.strip())
            if found := re.fullmatch(r"feltlaw is serving (\S+)", line.strip()):
                self.address = found[1]
                return
        raise AssertionError(f"it does not serve: {self.said} {self.errors()}")

    def errors(self) -> str:
        assert self.process.stderr is not None
        return self.process.stderr.read()

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Ends it; gives its exit status."""
        for client in self.clients:
            client.close()
        if self.process.poll() is None:
            self.process.send_signal(number)
        status = self.process.wait(SECONDS)
        for pipe in (self.process.stdout, self.process.stderr):
            if pipe is not None:
                pipe.close()
        return status

    @property
    def passwords(self) -> dict[str, str]:
        """By name, the one-time passwords that the demo printed."""
        rows = [line.split() for line in self.said]
        return {row[0]: row[2] for row in rows if len(row) == 3 and row[0][-1].isdigit()}


@contextlib.contextmanager
def serving(folder: Path, *options: str) -> Iterator[Server]:
    server = Server(folder, *options)
    try:
        yield server
    finally:
        server.stop()


def signed_in(server: Server, name: str, password: str, final: str = "") -> httpx.Client:
    """A session; a one-time password is changed to the final one first."""
    client = httpx.Client(
        base_url=server.address, headers={"X-Feltlaw": "1"}, timeout=SECONDS, verify=trusted()
    )
    server.clients.append(client)
    answer = client.post("/api/sign-in", json={"name": name, "password": password})
    assert answer.status_code == 200, answer.text
    if answer.json()["change_password"]:
        assert client.get("/api/accounts/me").status_code == 403
        changed = client.post("/api/me/password", json={"old": password, "new": final})
        assert changed.status_code == 200, changed.text
        return signed_in(server, name, final)
    return client
