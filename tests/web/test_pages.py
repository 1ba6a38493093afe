"""Every page: for assistive tools, light and dark; its weight; its policy; what is vendored."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import ExitStack
from importlib.resources import files
from typing import Any

import pytest

from feltlaw.web.assets import assets
from feltlaw.web.pages import PAGES, STYLES
from tests.web.browsing import Person, Server, somebody

WHO = {
    "/": "",
    "/practice/PA-649a": "",
    "/practice/PA-680a": "",
    "/sign-in": "",
    "/math/PA-649a": "",
    "/rules": "",
    "/rules/PA-680a": "",
    "/sign/auto": "",
    "/tables/auto": "player1",
    "/me": "player1",
    "/dealer/dealt": "dealer1",
    "/floor": "manager1",
    "/people": "manager1",
    "/cage": "cashier1",
    "/rounds": "auditor1",
}
SCHEMES: dict[Any, dict[str, Any]] = {"light": {}, "dark": {"runOnly": ["color-contrast"]}}
"""What is asked of a page in each: in the dark only colours are others."""
HEAVIEST = 150_000


@pytest.fixture(scope="module")
def windows(browser: Any, server: Server) -> Iterator[dict[str, Person]]:
    """A window for each of those who look, signed in once."""
    with ExitStack() as stack:
        names = sorted(set(WHO.values()))
        yield {name: stack.enter_context(somebody(browser, server, name, bypass_csp=True)) for name in names}


@pytest.fixture(scope="module")
def axe() -> str:
    package = pytest.importorskip("axe_core_python", reason="the package axe-core-python is not installed")
    return (files(package) / "axe.min.js").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", WHO)
def test_assistive_tools_find_their_way_and_no_page_is_too_wide(
    windows: dict[str, Person], axe: str, path: str
) -> None:
    you = windows[WHO[path]]
    you.complaints.clear()
    you.go(path)
    you.settled()
    you.page.evaluate(axe)
    for scheme, rules in SCHEMES.items():
        you.page.emulate_media(color_scheme=scheme)
        found = you.page.evaluate(
            "rules => axe.run(document, {resultTypes: ['violations'], ...rules})", rules
        )
        bad = [one for one in found["violations"] if one["impact"] in ("serious", "critical")]
        assert [(one["id"], one["nodes"][0]["html"]) for one in bad] == [], scheme
    over = {}
    for width in (360, 820, 1280):
        you.page.set_viewport_size({"width": width, "height": 800})
        over[width] = you.page.evaluate(
            "new Promise(done => requestAnimationFrame(() => "
            "done(document.documentElement.scrollWidth - innerWidth)))"
        )
    assert {width: wide for width, wide in over.items() if wide > 0} == {}
    assert you.complaints == []


@pytest.mark.parametrize("path", ["/", "/practice/PA-649a"])
def test_first_sight_is_light(browser: Any, server: Server, path: str) -> None:
    with somebody(browser, server) as you:
        sizes: list[int] = []
        you.page.on("requestfinished", lambda request: sizes.append(_size(request)))
        you.go(path)
        you.page.wait_for_selector(".game, button[data-wager]")
        you.settled()
        assert 0 < sum(sizes) < HEAVIEST


def _size(request: Any) -> int:
    found = request.sizes()
    return int(found["responseBodySize"]) + int(found["responseHeadersSize"])


def test_every_page_has_its_files() -> None:
    found = assets()
    for module, _ in PAGES.values():
        assert found.get(f"pages/{module}.js"), module
        for path in found.needs(f"pages/{module}.js"):
            assert found.get(path), f"{module} imports {path}"
    for path in STYLES:
        assert found.get(path), path


def test_nothing_is_loaded_from_elsewhere() -> None:
    assert "default-src 'none'" in assets().policy
    assert "unsafe" not in assets().policy
    assert "http" not in assets().policy


def test_vendored_modules_are_those_in_the_lock() -> None:
    folder = files("feltlaw.web") / "static" / "vendor"
    locked = {}
    for line in (folder / "vendor.lock").read_text(encoding="utf-8").splitlines():
        name, _, _, digest, licence = line.split()
        locked[name] = digest
        assert licence in ("MIT", "Apache-2.0")
    here = {one.name: one.read_bytes() for one in folder.iterdir() if one.name.endswith(".js")}
    assert {name: hashlib.sha256(data).hexdigest() for name, data in here.items()} == locked
