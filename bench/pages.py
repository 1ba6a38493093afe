"""The pages in a real Chromium against a local server: their weight, how soon a press shows, what stays.

Counts and processor time of the page's own thread, so that a busy machine disturbs them little.
"""

from __future__ import annotations

import json
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

from bench.measure import Effort, LeftOut, Result, Within
from tests.web.browsing import FLAGS, Person, Server, chromium, somebody

GAME = "PA-649a"
HEAVIEST = 150_000
PRESSED_MS, TASK_MS = 50.0, 16.0
GROWS = 1.3
"""What a page may hold after many rounds, of what it held after a few."""
WARM, ROUNDS, PRESSES = 30, 1000, 12
SLOWER = 4
TIMES = 4
PROBE = """
() => {
  window.probe = { pressed: 0, answered: 0, shown: 0, moved: 0 };
  const fetched = window.fetch;
  window.fetch = async (...all) => {
    const answer = await fetched(...all);
    if (String(all[0]).endsWith("/commands")) window.probe.answered = performance.now();
    return answer;
  };
  const pressed = () => { window.probe = { pressed: performance.now(), answered: 0, shown: 0, moved: 0 }; };
  addEventListener("click", pressed, true);
  const table = document.querySelector("[data-seq]");
  new MutationObserver(() => { window.probe.shown ||= performance.now(); })
    .observe(table, { subtree: true, attributes: true, childList: true });
  new MutationObserver(() => { window.probe.moved ||= performance.now(); })
    .observe(table, { attributeFilter: ["data-seq"] });
}
"""


def pages(effort: Effort, folder: Path) -> Iterator[Result]:
    """Everything that is promised about the pages."""
    if not chromium():
        yield LeftOut("pages", "there is no Chromium here")
        return
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory(dir=folder) as own, sync_playwright() as running:
        server = Server(Path(own) / "data")
        server.folder.mkdir()
        server.start()
        browser = running.chromium.launch(executable_path=chromium(), args=FLAGS)
        try:
            for name, path, who in (("lobby", "/", ""), ("practice", f"/practice/{GAME}", ""),
                                    ("a table", "/tables/auto", "player1")):  # fmt: skip
                with somebody(browser, server, who) as you:
                    yield _weight(you, name, path)
            with somebody(browser, server) as you:
                yield from _presses(you, effort.rounds(PRESSES))
            with somebody(browser, server) as you:
                yield _tasks(you, effort.rounds(6))
            with somebody(browser, server) as you:
                yield from memory(you, effort.size(ROUNDS))
        finally:
            browser.close()
            server.kill()


def _weight(you: Person, name: str, path: str) -> Within:
    sizes: list[tuple[str, int]] = []

    def done(request: Any) -> None:
        found = request.sizes()
        sizes.append((request.url, found["responseBodySize"] + found["responseHeadersSize"]))

    you.page.on("requestfinished", done)
    you.go(path)
    you.page.wait_for_selector(".game, button[data-wager], [data-act=sit]")
    you.settled()
    asked = sum("/api/" in url for url, _ in sizes)
    note = f"{len(sizes)} requests, {asked} of them for data"
    return Within(f"{name}, first sight", sum(size for _, size in sizes), HEAVIEST, "bytes", note)


def _open(you: Person) -> None:
    you.go(f"/practice/{GAME}")
    you.until("[data-phase=betting] button[data-wager]")
    you.page.wait_for_selector("[data-balance='50000']")
    if you.page.locator(".opening button").count():
        you.page.locator(".opening button").click()


def _round(you: Person) -> None:
    """One more by keys: the same bets, play."""
    you.page.keyboard.press("Enter")
    _play(you)


def _play(you: Person) -> None:
    """Waits by locators: a handle to an element would keep it, and all that hung on it."""
    you.page.locator("[data-phase=deciding] [data-act=play]").wait_for()
    you.page.keyboard.press("p")
    you.page.locator("[data-result]").first.wait_for()


def _first(you: Person) -> None:
    _open(you)
    you.bet("ante")
    you.page.locator("[data-act=deal]").click()
    _play(you)


def _presses(you: Person, many: int) -> Iterator[Within]:
    _first(you)
    you.page.evaluate(PROBE)
    bets, decisions = [], []
    for _ in range(many):
        you.page.locator("button[data-wager=ante]").click()
        you.page.wait_for_function("() => probe.shown > 0")
        found = you.page.evaluate("probe")
        bets.append(found["shown"] - found["pressed"])
        you.page.wait_for_function("() => probe.answered > 0")
        _deal(you)
        you.page.locator("[data-act=fold]").click()
        you.page.wait_for_selector("[data-result]")
        found = you.page.evaluate("probe")
        decisions.append(max(0.0, found["moved"] - found["answered"]))
    yield Within("a bet pressed, until it shows", median(bets), PRESSED_MS, "ms", f"median of {many}")
    words = "a decision pressed, until it shows, beyond the server's answer"
    yield Within(words, median(decisions), PRESSED_MS, "ms", f"median of {many}")


def _deal(you: Person) -> None:
    you.page.keyboard.press("Escape")
    you.page.locator("[data-act=deal]").click()
    you.page.wait_for_selector("[data-phase=deciding] [data-act=fold]")


def _tasks(you: Person, rounds: int) -> Within:
    """The longest task of the page's thread while cards move, on a processor that many times slower.

    The best of several times so many rounds: what else runs on the machine only adds to it.
    """
    _first(you)
    cdp = you.page.context.new_cdp_session(you.page)
    cdp.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    every = [_traced(you, cdp, rounds) for _ in range(TIMES)]
    tasks = min(every, key=max)
    above = sum(spent > TASK_MS for spent in tasks)
    note = (
        f"{rounds} rounds, {SLOWER} x slower; {above} of {len(tasks)} tasks are longer than {TASK_MS:g} ms; "
        f"other times {', '.join(f'{max(one):.1f}' for one in every if one is not tasks)}"
    )
    return Within("the longest task while cards move", max(tasks), TASK_MS, "ms of thread time", note)


def _traced(you: Person, cdp: Any, rounds: int) -> list[float]:
    """What each task of some rounds spent."""
    events: list[dict[str, Any]] = []
    ended: list[bool] = []
    cdp.on("Tracing.dataCollected", lambda data: events.extend(data["value"]))
    cdp.on("Tracing.tracingComplete", lambda _: ended.append(True))
    categories = "devtools.timeline,toplevel,v8.execute"
    cdp.send("Tracing.start", {"categories": categories, "transferMode": "ReportEvents"})
    for _ in range(rounds):
        _round(you)
    cdp.send("Tracing.end")
    while not ended:
        you.page.wait_for_timeout(50)
    return [spent for spent in _spent(events) if spent]


COUNTED = frozenset({"RunMicrotasks", "UpdateLayoutTree", "Layout"})
"""Beside calls of our scripts: what they left for the end of the task, style and layout."""
TASK = "ThreadControllerImpl::RunTask"


def _spent(events: list[dict[str, Any]]) -> list[float]:
    """By task of the page, in milliseconds: script, style and layout; one inside another counts once."""
    threads = Counter((one["pid"], one["tid"]) for one in events if _is_the_page(one))
    ((page, _),) = threads.most_common(1)
    there = [one for one in events if one.get("ph") == "X" and (one["pid"], one["tid"]) == page]
    tasks = [0.0]
    task_ends = inside_until = 0
    for one in sorted(there, key=lambda one: (one["ts"], -one["dur"])):
        begins, ends = one["ts"], one["ts"] + one["dur"]
        if one["name"] == TASK and begins >= task_ends:
            tasks.append(0.0)
            task_ends = ends
        elif (one["name"] in COUNTED or _is_the_page(one)) and begins >= inside_until:
            tasks[-1] += one.get("tdur", one["dur"]) / 1000
            inside_until = ends
    return tasks


def _is_the_page(event: dict[str, Any]) -> bool:
    """Whether it is a script of ours and not of whoever drives the browser."""
    data = event.get("args", {}).get("data", {})
    return event["name"] == "FunctionCall" and "/assets/" in str(data.get("url", ""))


def memory(you: Person, rounds: int) -> Iterator[Within]:
    """What a table page holds after many rounds, beside what it held after a few."""
    _first(you)
    for _ in range(WARM):
        _round(you)
    before = _held(you)
    for _ in range(rounds):
        _round(you)
    after = _held(you)
    for name, words in (("JSHeapUsedSize", "memory"), ("Nodes", "elements")):
        note = f"{rounds} rounds: {before[name]:,.0f} to {after[name]:,.0f}"
        yield Within(f"a table page kept open, {words}", after[name] / before[name], GROWS, "times", note)


def _held(you: Person) -> dict[str, float]:
    cdp = you.page.context.new_cdp_session(you.page)
    cdp.send("HeapProfiler.collectGarbage")
    cdp.send("Performance.enable")
    found = cdp.send("Performance.getMetrics")["metrics"]
    cdp.detach()
    return {one["name"]: float(one["value"]) for one in json.loads(json.dumps(found))}
