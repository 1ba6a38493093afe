"""The parts of a page follow one after the other: whatever the machine's pace, none contradicts another."""

from __future__ import annotations

from typing import Any

from tests.web.browsing import Server, somebody

WATCH = """() => {
  window.seen = { pictures: 0, results: 0, wrong: [] };
  const table = document.querySelector("[data-seq]");
  const all = (what) => [...document.querySelectorAll(what)];
  const look = () => {
    const phase = table.dataset.phase;
    const decisions = all("[data-act=play], [data-act=fold]").length;
    const results = all("[data-result]").length;
    const own = all("[data-group=player] [data-card]").filter((card) => card.dataset.card).length;
    const dealers = all("[data-group=dealer] [data-card]");
    const say = (words) => window.seen.wrong.push(`${table.dataset.seq} ${phase}: ${words}`);
    if (decisions && phase !== "deciding") say("a decision is offered");
    if (decisions && results) say("a decision beside results");
    if (decisions && own !== 3) say(`to decide with ${own} cards`);
    if (decisions && dealers.length !== 3) say(`to decide against ${dealers.length} cards`);
    const appear = results && !window.seen.results;
    const up = dealers.filter((card) => card.dataset.card).length;
    if (appear && up !== 3) say("results before the dealer's cards");
    window.seen.results = results;
    window.seen.pictures += 1;
  };
  new MutationObserver(look).observe(document.body, { subtree: true, attributes: true, childList: true });
}"""


def test_no_part_contradicts_another_on_a_slow_machine(browser: Any, server: Server) -> None:
    with somebody(browser, server) as you:
        you.go("/practice/PA-649a")
        you.bet("ante")
        you.page.context.new_cdp_session(you.page).send("Emulation.setCPUThrottlingRate", {"rate": 6})
        you.page.evaluate(WATCH)
        for _ in range(3):
            you.page.locator("[data-act=deal]").click()
            you.until("[data-phase=deciding] [data-act=play]").click()
            you.until("[data-result]")
        seen = you.page.evaluate("window.seen")
        assert seen["wrong"] == []
        assert seen["pictures"] > 3 * 4
        assert you.complaints == []


def test_what_is_pressed_shows_at_once(browser: Any, server: Server) -> None:
    """Also while other parts still wait for their turn, and before anything was sent."""
    with somebody(browser, server) as you:
        you.go("/practice/PA-649a")
        you.until("[data-phase=betting] button[data-wager]")
        stakes = you.page.evaluate(
            """async () => {
              const area = () => document.querySelector("button[data-wager=ante]");
              const found = [];
              for (let press = 0; press < 3; press++) {
                area().click();
                await null;
                await null;
                found.push(Number(area().dataset.stake));
              }
              return found;
            }"""
        )
        least, *_ = stakes
        assert stakes == [least, least + 500, least + 1000]


PART_FAILS = """async () => {
  const page = [...document.scripts].map((one) => one.src).find((src) => src.includes("/pages/"));
  const base = page.split("/pages/")[0];
  const { Live } = await import(`${base}/lib/live.js`);
  const live = Object.assign(Object.create(Live.prototype), { taken: Promise.resolve() });
  const taken = [];
  live.apply = (frame) => { if (frame === 1) throw new Error("on purpose"); taken.push(frame); };
  const first = live.take(1).catch(() => "failed");
  await live.take(2);
  const { following, FELT } = await import(`${base}/lib/turns.js`);
  const { effect, signal } = await import("@preact/signals");
  const original = { amount: signal(1) };
  const copy = following(original, FELT);
  effect(() => { if (copy.amount.value === 2) throw new Error("on purpose"); });
  for (const amount of [2, 3]) {
    original.amount.value = amount;
    await new Promise((done) => { setTimeout(done, 400); });
  }
  return { first: await first, taken, follows: copy.amount.value };
}"""


def test_what_fails_once_stops_neither_frames_nor_turns(browser: Any, server: Server) -> None:
    with somebody(browser, server) as you:
        you.go("/practice/PA-649a")
        you.until("[data-phase=betting] button[data-wager]")
        assert you.page.evaluate(PART_FAILS) == {"first": "failed", "taken": [2], "follows": 3}
