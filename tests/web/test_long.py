"""A table page that stays open for a day's rounds keeps its memory."""

from __future__ import annotations

from typing import Any

import pytest

from bench.pages import ROUNDS, memory
from tests.web.browsing import Server, somebody


@pytest.mark.proof
def test_a_page_open_for_a_thousand_rounds_keeps_its_memory(browser: Any, server: Server) -> None:
    with somebody(browser, server) as you:
        missed = [found for found in memory(you, ROUNDS) if found.missed]
        assert missed == []
        assert you.complaints == []
