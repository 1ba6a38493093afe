"""Takes the pictures of the pages that README and site show: `.venv/bin/python -m tools.pictures [NAME ...]`.

Starts the demo in a folder of its own, looks at it with the Chromium that is installed (CHROMIUM names
another) and writes docs/pictures/*.webp. Look at them before you commit them.
"""

from __future__ import annotations

import base64
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
PICTURES = ROOT / "docs" / "pictures"
HEAVIEST = 150_000
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PASSWORD = "a long password"
DESKTOP, TABLET, PHONE = (1280, 800), (1024, 768), (390, 844)
PATIENCE = 40_000
"""Milliseconds for what a page waits for."""


@dataclass(frozen=True)
class Visit:
    """Somebody's window, and how to get one for somebody else."""

    page: Any
    address: str
    somebody: Callable[[str], Any]
    """By name: a browser context in which that person is signed in."""


@dataclass(frozen=True)
class Picture:
    """A page as somebody sees it, after something was done there."""

    name: str
    path: str
    size: tuple[int, int] = DESKTOP
    who: str = ""
    scheme: str = "light"
    before: Callable[[Visit], None] = lambda visit: None


def practise(visit: Visit) -> None:
    """Bets on everything, a deal, decisions, and the results."""
    page = visit.page
    bet(page)
    page.locator("[data-act=deal]").click()
    for _ in range(8):
        page.wait_for_selector("[data-phase=deciding] .decide [data-act], [data-result]")
        if page.locator("[data-result]").count():
            break
        page.locator(".decide [data-act]").first.click()
        page.wait_for_timeout(800)
    page.wait_for_selector("[data-result]")
    page.wait_for_timeout(1500)


def bet(page: Any) -> None:
    page.wait_for_selector("[data-phase=betting] button[data-wager]")
    page.locator("[data-chip='2500'], [data-chip='1000']").first.click()
    for at in range(page.locator("button[data-wager]").count()):
        page.locator("button[data-wager]").nth(at).click()


def ask_why(visit: Visit) -> None:
    """A round, and the reason for what its first line came to."""
    practise(visit)
    visit.page.locator("[data-why]").first.click()
    visit.page.wait_for_selector("[data-clause]")


def sit(context: Any, table: str, wanted: int) -> int:
    """Takes the free seat that is nearest to the wanted one, with chips."""
    seen = look(context, table)
    taken = {one["seat"] for one in seen.get("seats", [])}
    free = [seat for seat in range(1, seen["limits"]["seats"] + 1) if seat not in taken]
    seat = min(free, key=lambda one: abs(one - wanted))
    ask(context, f"{table}/commands", {"do": "sit", "data": {"seat": seat}})
    ask(context, f"{table}/buy-in", {"amount": "500.00"})
    return seat


def look(context: Any, table: str) -> Any:
    """The table as somebody sees it."""
    return context.request.get(f"{table}/view").json()["view"]


def decide(visit: Visit) -> None:
    """A player among others, with a hand to decide on."""
    sit(visit.somebody("player1"), f"{visit.address}/api/tables/1", 4)
    bet(visit.page)
    visit.page.locator("[data-act=ready]").click()
    visit.page.wait_for_selector("[data-phase=deciding] .decide [data-act]")


OTHERS = ("receive_deck", "verify_inspection", "decide")
"""What others do between the dealer's steps."""


def deal(visit: Visit) -> None:
    """The dealer goes on, with two players and a floorperson, until the first hand is to be settled."""
    table = f"{visit.address}/api/tables/7"
    floor, players = visit.somebody("floorperson1"), [visit.somebody(name) for name in ("player1", "player2")]
    seats = {player: sit(player, table, at) for at, player in zip((3, 5), players, strict=True)}
    staked = False
    for _ in range(60):
        phase = visit.page.locator("[data-phase]").first.get_attribute("data-phase")
        if visit.page.locator(".step [data-act^=settle]").count():
            return
        if phase == "betting" and not staked:
            staked = True
            for one, seat in seats.items():
                wagers = {"ante": "25.00", "pair_plus": "10.00"}
                ask(one, f"{table}/commands", {"do": "bet", "data": {"seat": seat, "wagers": wagers}})
        elif not any(_act(one, table) for one in (floor, *players)):
            visit.page.locator(".step [data-act]").first.click()
        visit.page.wait_for_timeout(400)


def _act(context: Any, table: str) -> bool:
    """Whether somebody had something to do that others wait for, and did it."""
    for offer in look(context, table)["legal"]:
        if offer["do"] in OTHERS:
            ask(context, f"{table}/commands", {"do": offer["do"], "data": offer["data"]})
            return True
    return False


def counted(visit: Visit) -> None:
    """The figures are there."""
    visit.page.wait_for_selector("table")
    visit.page.locator("text=Counting").first.wait_for(state="detached")


EVERY = (
    Picture("lobby", "/"),
    Picture("practice", "/practice/PA-649a", before=practise),
    Picture("why", "/practice/PA-679a", before=ask_why),
    Picture("phone", "/practice/PA-669a", PHONE, scheme="dark", before=practise),
    Picture("player", "/tables/1", who="player1", scheme="dark", before=decide),
    Picture("floor", "/floor", who="floorperson1"),
    Picture("dealer", "/dealer/7", TABLET, who="dealer1", before=deal),
    Picture("mathematics", "/math/PA-649a", before=counted),
    Picture("sign", "/sign/1", scheme="dark"),
)


@contextmanager
def demo() -> Iterator[tuple[str, dict[str, str]]]:
    """The address of a demo property that is played, and its people's one-time passwords."""
    with tempfile.TemporaryDirectory() as folder:
        feltlaw = Path(sys.executable).with_name("feltlaw")
        command = [str(feltlaw), "serve", "--demo", "--port", "0", "--data", folder]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8")
        try:
            people: dict[str, str] = {}
            assert process.stdout is not None
            for line in process.stdout:
                if found := re.search(r"http://\S+", line):
                    yield found[0], people
                    return
                if len(words := line.split()) == 3:
                    people[words[0]] = words[2]
            raise SystemExit("the demo did not start")
        finally:
            process.terminate()
            process.wait(30)


def take(browser: Any, address: str, people: dict[str, str], picture: Picture) -> bytes:
    def somebody(name: str) -> Any:
        found = browser.new_context()
        _sign_in(found, address, people, name)
        return found

    width, height = picture.size
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme=picture.scheme,
        reduced_motion="reduce",
        device_scale_factor=2 if picture.size == PHONE else 1,
    )
    if picture.who:
        _sign_in(context, address, people, picture.who)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"{address}{picture.path}")
    page.wait_for_selector(".wait", state="detached")
    picture.before(Visit(page, address, somebody))
    page.mouse.move(0, 0)
    page.wait_for_timeout(1200)
    shot: bytes = page.screenshot()
    context.close()
    return shot


def _sign_in(context: Any, address: str, people: dict[str, str], name: str) -> None:
    """With the one-time password the first time, and from then on with one's own."""
    once = people.get(name, PASSWORD)
    ask(context, f"{address}/api/sign-in", {"name": name, "password": once})
    if once != PASSWORD:
        ask(context, f"{address}/api/me/password", {"old": once, "new": PASSWORD})
        people[name] = PASSWORD
        ask(context, f"{address}/api/sign-in", {"name": name, "password": PASSWORD})


def ask(context: Any, url: str, data: dict[str, Any]) -> None:
    """A request that changes something; it must be granted."""
    head = {"X-Feltlaw": "1", "Idempotency-Key": str(uuid.uuid4())}
    answer = context.request.post(url, data=data, headers=head)
    assert answer.ok, answer.text()


def packed(browser: Any, shot: bytes) -> bytes:
    """A picture as WebP, as good as it can be below the limit; the browser itself writes it."""
    page = browser.new_page()
    try:
        for quality in (0.92, 0.86, 0.8, 0.7, 0.6):
            text = page.evaluate(
                """async ([data, quality]) => {
                    const image = new Image();
                    image.src = data;
                    await image.decode();
                    const canvas = document.createElement('canvas');
                    canvas.width = image.width;
                    canvas.height = image.height;
                    canvas.getContext('2d').drawImage(image, 0, 0);
                    return canvas.toDataURL('image/webp', quality);
                }""",
                [f"data:image/png;base64,{base64.b64encode(shot).decode()}", quality],
            )
            found = base64.b64decode(text.partition(",")[2])
            if len(found) < HEAVIEST:
                return found
        raise SystemExit(f"a picture has {len(found):,} bytes; {HEAVIEST:,} are the most")
    finally:
        page.close()


def chromium() -> str:
    named = os.environ.get("CHROMIUM", "")
    found = (
        named or shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    )
    if not found:
        raise SystemExit("there is no Chromium here; name one with CHROMIUM=")
    return found


def main(names: Sequence[str]) -> int:
    from playwright.sync_api import sync_playwright

    wanted = [one for one in EVERY if not names or one.name in names]
    PICTURES.mkdir(parents=True, exist_ok=True)
    with demo() as (address, people), sync_playwright() as running:
        browser = running.chromium.launch(executable_path=chromium(), args=FLAGS)
        time.sleep(20)  # until the program's players have sat down and a few rounds are over
        for picture in wanted:
            found = packed(browser, take(browser, address, people, picture))
            (PICTURES / f"{picture.name}.webp").write_bytes(found)
            print(f"{picture.name}.webp: {len(found):,} bytes")
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
