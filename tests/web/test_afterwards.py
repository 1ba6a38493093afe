"""A player calls the floor about a round; one floorperson asks for a correction, another confirms it."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from tests.web.browsing import Person, Server, somebody
from tests.web.serving import PASSWORD

TABLE = "disputed"


def opened(server: Server) -> None:
    with httpx.Client(base_url=server.address, headers={"X-Feltlaw": "1"}, trust_env=False) as manager:
        manager.post("/api/sign-in", json={"name": "manager1", "password": PASSWORD})
        wanted = {"submission": "PA-649a", "mode": "automatic", "id": TABLE}
        assert manager.post("/api/tables", json=wanted).status_code == 201


def played(player: Person) -> int:
    """One round; gives the chips after it."""
    player.go(f"/tables/{TABLE}")
    player.until("[data-act=sit][data-seat='3']").click()
    player.until("[data-act=buy_in]").click()
    player.bet("ante")
    player.page.locator("[data-act=ready]").click()
    player.decide_on()
    player.results()
    return player.balance()


@pytest.mark.clause("S-36", "S-50", "I-157")
def test_a_round_is_disputed_corrected_by_two_and_settled(browser: Any, server: Server) -> None:
    opened(server)
    with (
        somebody(browser, server, "player3") as player,
        somebody(browser, server, "floorperson1") as first,
        somebody(browser, server, "floorperson2") as second,
    ):
        chips = played(player)
        player.page.locator("[data-why]").first.click()
        player.until("[data-act=open_dispute]").click()
        player.until("input[name=words]").fill("The dealer misread my hand.")
        player.page.locator("input[name=claim]").fill("$5")
        player.page.locator("[data-act=dispute]").click()
        player.until("[data-done=dispute]")

        first.go("/floor")
        row = first.until(f"[data-waits='dispute {TABLE} 1 player3']")
        assert "The dealer misread my hand." in row.inner_text()
        assert "$5.00" in row.inner_text()
        row.get_by_text("Open round").click()
        before = books(first)
        ask_for(first, "five")
        assert "five" in first.until(".correct [data-problem]").inner_text()
        ask_for(first, "5.00")
        assert "Another account must confirm" in first.until("[data-waits=correct]").inner_text()
        assert first.page.locator("[data-waits=correct] [data-act=confirm]").count() == 0

        second.go("/floor")
        waits = second.until(f"[data-waits^='{TABLE}~']")
        assert "$5 to the player for player3" in waits.inner_text()
        waits.locator("[data-act=confirm]").click()
        second.page.wait_for_selector(f"[data-waits^='{TABLE}~']", state="detached")
        second.go(f"/rounds/{TABLE}/1")
        entry = second.until("[data-correction]").inner_text()
        assert "Asked by floorperson1, confirmed by floorperson2." in entry
        assert books(second) == before, "the round stays as it was"
        answer(second, "You had a pair: $5.00 were paid.")
        second.until("[data-dispute=settled]")

        answer(first, "Nothing changes.")
        refused = first.until(".settle [data-problem]")
        assert refused.locator("a[href='/rules#S-50']").count() == 1

        player.page.wait_for_selector(f"[data-balance='{chips + 500}']")
        player.go("/me")
        assert "You had a pair: $5.00 were paid." in player.until("[data-dispute=settled]").inner_text()
        assert player.complaints == [] == second.complaints
        assert all("409" in one or "400" in one for one in first.complaints), first.complaints


def books(person: Person) -> str:
    """What a round says of itself: its events, books and results."""
    person.until(".events li")
    parts = (".events", ".books table", ".why-list")
    return "\n".join(person.page.locator(part).first.inner_text() for part in parts)


def ask_for(floorperson: Person, amount: str) -> None:
    if not floorperson.page.locator(".correct").count():
        floorperson.page.locator("[data-act=open_correct]").click()
    floorperson.until("input[name=sum]").fill(amount)
    floorperson.page.locator("input[name=reason]").fill("the pair was not paid")
    floorperson.page.locator("[data-act=correct]").click()


def answer(floorperson: Person, words: str) -> None:
    floorperson.until(".settle input").fill(words)
    floorperson.page.locator("[data-act=settle]").click()
