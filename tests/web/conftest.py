"""One browser and one server for the tests of this folder; without a Chromium they are skipped, and say so.

They go with the last test of the folder: Playwright leaves its event loop running in the thread, and no
other can run beside it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.web.browsing import FLAGS, Server, chromium


@pytest.fixture(scope="package")
def browser() -> Iterator[Any]:
    if not chromium():
        pytest.skip("no Chromium is installed: apt-get install chromium, or name one with CHROMIUM=")
    playwright = pytest.importorskip("playwright.sync_api", reason="the package playwright is not installed")
    with playwright.sync_playwright() as running:
        found = running.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield found
        found.close()


@pytest.fixture(scope="package")
def server(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Asked for after the browser: without one nothing is started."""
    found = Server(tmp_path_factory.mktemp("web") / "data")
    found.folder.mkdir()
    found.start()
    yield found
    found.kill()
