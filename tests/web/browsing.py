"""A real Chromium and a real server, and what a person does with them through the attributes of the pages."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

from tests.support import ROOT
from tests.web.serving import PASSWORD

# The window's own address line is drawn by two pages with a process each: more than most of ours cost. Of
# several lists the last one counts, so what Playwright turns off is named again.
OFF = (
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "SpareRendererForSitePerProcess"),
    *(
        "AvoidUnnecessaryBeforeUnloadCheckSync",
        "DestroyProfileOnBrowserClose",
        "HttpsUpgrades",
        "PaintHolding",
    ),
    *("MediaRouter", "OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled", "PreconnectToSearch"),
)
FLAGS = [
    f"--disable-features={','.join(OFF)}",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE = 60_000


def chromium() -> str:
    """Where a Chromium is; empty where there is none."""
    named = os.environ.get("CHROMIUM", "")
    found = (shutil.which(one) for one in ("chromium", "chromium-browser", "google-chrome"))
    return named or next((one for one in found if one), "")


@dataclass
class Server:
    """A property that is served, and can be killed and started again."""

    folder: Path
    port: int = 0
    process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        if not self.port:
            with socket.socket() as one:
                one.bind(("127.0.0.1", 0))
                self.port = one.getsockname()[1]
        command = [sys.executable, "-m", "tests.web.serving", str(self.folder), str(self.port)]
        with (self.folder.parent / "server.log").open("ab") as log:
            self.process = subprocess.Popen(command, cwd=ROOT, stdout=log, stderr=log)
        for _ in range(600):
            try:
                with urlopen(f"{self.address}/api/tables/dealt", timeout=2) as answer:
                    if answer.status == 200:
                        return
            except (URLError, OSError):
                pass
            if self.process.poll() is not None:
                break
            time.sleep(0.1)
        raise AssertionError((self.folder.parent / "server.log").read_text()[-3000:])

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None


@dataclass
class Person:
    """Somebody with a browser window of his own, and what it complained about."""

    page: Any
    address: str
    complaints: list[str] = field(default_factory=list)
    elsewhere: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.set_default_timeout(PATIENCE)
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", self._request)

    def _console(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def _request(self, request: Any) -> None:
        if not request.url.startswith((self.address, self.address.replace("http", "ws"), "data:")):
            self.elsewhere.append(request.url)

    def go(self, path: str) -> None:
        self.page.goto(f"{self.address}{path}")

    def settled(self) -> None:
        """Everything that a page asks for at first is there."""
        self.page.wait_for_function(
            "() => !document.querySelector('.wait') && !/One moment|Counting/.test(document.body.innerText)"
        )

    def phase(self) -> str:
        found: str = self.page.locator("[data-phase]").first.get_attribute("data-phase")
        return found

    def until(self, selector: str) -> Any:
        self.page.wait_for_selector(selector)
        return self.page.locator(selector)

    def balance(self) -> int:
        return int(self.page.locator("[data-balance]").first.get_attribute("data-balance"))

    # ── a round ──

    def bet(self, *wagers: str, chip: str = "500") -> None:
        """A chip on each of these areas; on all that take bets where none is named.

        In one moment: the page sends what lies there after a pause, and a bet alone may need another.
        """
        self.until("[data-phase=betting] button[data-wager]")
        self.page.locator(f"[data-chip='{chip}']").click()
        self.page.locator("button[data-wager]").evaluate_all(
            "(all, named) => all.forEach((one) => !named.length || named.includes(one.dataset.wager)"
            " ? one.click() : null)",
            list(wagers),
        )

    def decide_on(self, most: int = 6) -> None:
        """The first thing one may choose, until nothing is to be decided."""
        for _ in range(most):
            self.page.wait_for_selector("[data-phase=deciding] .decide [data-act], [data-result]")
            if not self.page.locator(".decide [data-act]").count():
                return
            seq = self.page.locator("[data-seq]").first.get_attribute("data-seq")
            self.page.locator(".decide [data-act]").first.click()
            self.page.wait_for_selector(f"[data-seq]:not([data-seq='{seq}'])")
            self.page.wait_for_timeout(150)  # a person looks first: what follows by itself is there then

    def results(self) -> list[dict[str, str]]:
        self.page.wait_for_selector("[data-result]")
        found: list[dict[str, str]] = self.page.locator("[data-result]").evaluate_all(
            "all => all.map(one => ({...one.dataset}))"
        )
        return found


@contextmanager
def somebody(browser: Any, server: Server, name: str = "", **more: Any) -> Iterator[Person]:
    """A window, signed in where a name is given."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, **more)
    if name:
        answer = context.request.post(
            f"{server.address}/api/sign-in",
            data={"name": name, "password": PASSWORD},
            headers={"X-Feltlaw": "1"},
        )
        assert answer.ok, answer.text()
    try:
        yield Person(context.new_page(), server.address)
    finally:
        context.close()
