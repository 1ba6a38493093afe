"""What stands on the felt never lies on what else is there: every game, every size, seated or looking on."""

from __future__ import annotations

from typing import Any

import pytest

from feltlaw import regulation_ids
from tests.web.browsing import Server, somebody
from tests.web.serving import DEALT

SIZES = ((1024, 768), (1180, 820), (1280, 800), (1440, 900), (1920, 1080))
LEAST = 961
"""Pixels of cloth below which the posted tables are in their panel alone."""
TOUCHING = """() => {
  const box = (one) => one.getBoundingClientRect();
  const touch = (a, b) => Math.min(a.right, b.right) > Math.max(a.left, b.left)
    && Math.min(a.bottom, b.bottom) > Math.max(a.top, b.top);
  const tables = [...document.querySelectorAll(".posted .pays")].filter((one) => box(one).width);
  const others = [...document.querySelectorAll(
    ".ground .area .mark, .ground .printed, .ground .phrase text, .ground .name, .dealer-side .place")];
  const own = [...document.querySelectorAll(".own-side > *")];
  const named = (one) => `${one.getAttribute("class")} ${one.parentElement.dataset.wager ?? ""}`;
  const pairs = [...tables.flatMap((a) => [...others, ...own].map((b) => [a, b])),
    ...own.flatMap((a) => [...document.querySelectorAll(".ground .phrase text")].map((b) => [a, b]))];
  return {
    cloth: box(document.querySelector(".cloth")).width,
    tables: tables.length,
    found: pairs.filter(([a, b]) => touch(box(a), box(b))).map((pair) => pair.map(named).join(" on ")),
  };
}"""


@pytest.mark.parametrize("game", regulation_ids())
def test_posted_pays_touch_nothing(browser: Any, server: Server, game: str) -> None:
    with somebody(browser, server) as you:
        for path in (f"/practice/{game}", f"/tables/{DEALT[game]}"):
            you.page.set_viewport_size({"width": 1440, "height": 900})
            you.go(path)
            you.until(".ground .area")
            if path.startswith("/practice"):
                you.until("button[data-wager]")
            for width, height in SIZES:
                you.page.set_viewport_size({"width": width, "height": height})
                seen = you.page.evaluate(TOUCHING)
                assert seen["found"] == [], (path, width)
                assert seen["tables"] >= 2 or seen["cloth"] < LEAST, (path, width)
