"""What travels to a browser and stands on its screen, for two deals that differ in hidden cards only."""

from __future__ import annotations

import json
import re
from typing import Any

from tests.web.browsing import Person, Server, somebody
from tests.web.serving import ALIKE

PATIENT = r"[0-9a-f]{64}|[0-9a-f]{4} [0-9a-f]{4}|\d{4}-\d\d-\d\dT[\d:.]+Z"
"""What differs from deal to deal and says nothing: seals, and times."""


def plain(text: str, table: str) -> str:
    return re.sub(PATIENT, "*", text).replace(table, "TABLE")


def frames(one: str) -> Any:
    """A frame without what is measured: how many milliseconds a clock still has."""
    return json.loads(re.sub(r'"ms":\d+', '"ms":0', one))


def played(you: Person, table: str) -> tuple[list[Any], str, str]:
    """Everything that came over the wire until the decision, the screen, and one's own cards."""
    heard: list[str] = []
    asked: dict[str, str] = {}

    def socket(found: Any) -> None:
        found.on("framereceived", lambda data: heard.append(plain(str(data), table)))

    def answer(found: Any) -> None:
        if "/api/tables/" in found.url and "/accounts/" not in found.url:
            asked[plain(found.url, table)] = plain(found.text(), table)

    you.page.on("websocket", socket)
    you.page.on("requestfinished", lambda request: answer(request.response()))
    you.go(f"/tables/{table}")
    you.until("[data-act=sit][data-seat='1']").click()
    you.until("[data-act=buy_in]")
    you.page.locator("input[name=amount]").fill("100")
    you.page.locator("[data-act=buy_in]").click()
    you.bet("ante")
    you.page.wait_for_selector("[data-balance='9000']")
    you.page.locator("[data-act=ready]").click()
    you.until("[data-phase=deciding] [data-act=play]")
    you.page.locator(".tool.to-rules").click()
    you.page.get_by_label("Coach").check()
    you.page.keyboard.press("Escape")
    you.until("[data-act=hint]").click()
    you.until(".coach b:has-text('.')")
    you.page.wait_for_selector("[role=log]:has-text('No more bets')", state="attached")
    cards = you.page.locator("[data-group=player] [data-card]").evaluate_all(
        "all => all.map(one => one.dataset.card)"
    )
    screen = re.sub(r"\b\d+ s\b", "0 s", plain(you.page.locator("#page").inner_html(), table))
    wire = [frames(one) for one in heard] + [
        (path, frames(asked[path])) for path in sorted(asked) if "/told" in path or "/coach" in path
    ]
    return wire, screen, " ".join(cards)


def test_nothing_of_a_hidden_card_reaches_the_browser(browser: Any, server: Server) -> None:
    seen = []
    for table in ALIKE:
        with somebody(browser, server, "player2") as you:
            seen.append(played(you, table))
            assert you.complaints == []
            you.page.locator("[data-act=play]").click()
            you.results()
            dealer = you.page.locator("[data-group=dealer] [data-card]").evaluate_all(
                "all => all.map(one => one.dataset.card).join(' ')"
            )
            assert dealer == " ".join(ALIKE[table].split()[1::2]), "the deals do differ"
    first, second = seen
    assert first[2] == second[2] == "Qs 7d 5s"
    assert first[1] == second[1]
    assert first[0] == second[0]
