"""Player, dealer and floorperson in three windows at one table; a server that is killed in between."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from feltlaw import regulation_ids
from tests.web.browsing import Person, Server, somebody
from tests.web.serving import DEALT, PASSWORD

FIRST = regulation_ids()[0]


def press_on(dealer: Person, other: Person | None = None, most: int = 14, *, until: str) -> None:
    """The one big button, whoever has it, until the dealer's console is in a phase."""
    for _ in range(most):
        if dealer.phase() == until:
            return
        seq = dealer.page.locator("[data-seq]").first.get_attribute("data-seq")
        for _ in range(400):
            whose = [one for one in (dealer, other) if one and one.page.locator(".next:enabled").count()]
            if whose:
                whose[0].page.locator(".next").first.click()
                break
            dealer.page.wait_for_timeout(50)
        dealer.until(f"[data-seq]:not([data-seq='{seq}'])")
    assert dealer.phase() == until


@pytest.mark.parametrize(
    "game", [FIRST, *(pytest.param(one, marks=pytest.mark.proof) for one in regulation_ids()[1:])]
)
def test_three_people_at_one_table(browser: Any, server: Server, game: str) -> None:
    table = DEALT[game]
    with (
        somebody(browser, server, "player1") as player,
        somebody(browser, server, "dealer1") as dealer,
        somebody(browser, server, "floorperson1") as floorperson,
    ):
        dealer.go(f"/dealer/{table}")
        dealer.until(".step")
        assert "ever edited" in dealer.until(".undo").inner_text()
        floorperson.go(f"/dealer/{table}?as=floorperson")
        floorperson.until(".step")
        player.go(f"/tables/{table}")
        player.until("[data-act=sit][data-seat='3']").click()
        player.until("[data-act=buy_in]")
        player.page.locator("input[name=amount]").fill("100")
        player.page.locator("[data-act=buy_in]").click()
        player.page.wait_for_selector("[data-balance='10000']")
        press_on(dealer, floorperson, until="betting")
        player.bet("ante", "pair_plus")
        dealer.until(".pill[data-wager=ante][data-stake='1000']")
        dealer.until("[data-act=no_more_bets]").click()
        dealer.until("[data-phase]:not([data-phase=betting])")
        assert dealer.page.get_by_text("Report an irregularity.").count() == 0, "each says what it is"
        to_the_end(player, dealer, floorperson)
        results = player.results()
        assert "ante" in {one.get("wager") for one in results}
        assert player.balance() == 100_00 + sum(int(one["net"]) for one in results)
        assert [*player.complaints, *dealer.complaints, *floorperson.complaints] == []


def to_the_end(player: Person, dealer: Person, floorperson: Person, most: int = 90) -> None:
    """Whoever has something to do does the first of it, until the player sees what he has won."""
    for _ in range(most):
        if player.page.locator("[data-result]").count():
            return
        chosen = player.page.locator("[data-phase=deciding] .decide [data-act]:enabled")
        pressed = [one.page.locator(".next:enabled") for one in (dealer, floorperson)]
        button = next((one for one in (chosen, *pressed) if one.count()), None)
        if button is not None:
            button.first.click()
        dealer.page.wait_for_timeout(150)


def test_a_server_killed_in_mid_round_and_a_player_who_leaves(browser: Any, server: Server) -> None:
    with somebody(browser, server, "player2") as player:
        player.go("/tables/auto")
        player.until("[data-act=sit]").first.click()
        player.until("[data-act=buy_in]").click()
        player.bet("ante")
        player.page.locator("[data-act=ready]").click()
        player.until("[data-phase=deciding] [data-act=play]")
        cards = "[data-group=player] [data-card]"
        before = player.page.locator(cards).evaluate_all("all => all.map(one => one.dataset.card)")
        server.kill()
        player.page.wait_for_selector("body[data-state=reconnecting]")
        assert player.page.locator(cards).evaluate_all("all => all.map(one => one.dataset.card)") == before
        server.start()
        player.page.wait_for_selector("body[data-state=live]")
        player.until("[data-act=play]").click()
        assert {one["wager"] for one in player.results() if "wager" in one} == {"ante", "play"}
        player.complaints.clear()  # that the server was gone
        player.until(".tool.to-seat").click()
        player.until("[data-act=leave]").first.click()
        player.until("[data-act=sit]")
        assert player.complaints == []


def test_signing_in_and_the_cage(browser: Any, server: Server) -> None:
    with somebody(browser, server) as cashier:
        cashier.go("/sign-in")
        cashier.until("input[name=name]").fill("cashier1")
        cashier.page.locator("input[name=password]").fill("wrong one")
        cashier.page.keyboard.press("Enter")
        cashier.until("[data-problem]")
        cashier.page.locator("input[name=password]").fill(PASSWORD)
        cashier.page.keyboard.press("Enter")
        cashier.page.wait_for_url("**/cage")
        cashier.until("input[name=player]").fill("player2")
        cashier.page.keyboard.press("Enter")
        cashier.until("[data-act=deposit]")
        cashier.page.locator("input[name=amount]").fill("25.50")
        cashier.page.locator("[data-act=deposit]").click()
        cashier.page.wait_for_selector("text=Taken in: $25.50.")


def play_a_round(server: Server) -> None:
    """One player alone at a table of his own."""
    with httpx.Client(base_url=server.address, headers={"X-Feltlaw": "1"}, timeout=60) as player:
        signed = player.post("/api/sign-in", json={"name": "player3", "password": PASSWORD})
        assert signed.status_code == 200, signed.text
        for at, (path, body) in enumerate(
            (
                ("commands", {"do": "sit", "data": {"seat": 1}}),
                ("buy-in", {"amount": "100"}),
                ("commands", {"do": "bet", "data": {"seat": 1, "wagers": {"ante": "10"}}}),
                ("commands", {"do": "ready", "data": {"seat": 1}}),
                ("commands", {"do": "decide", "data": {"seat": 1, "act": "play"}}),
            )
        ):
            key = {"Idempotency-Key": f"round {at}"}
            answer = player.post(f"/api/tables/told/{path}", json=body, headers=key)
            assert answer.status_code == 200, answer.text


def test_a_round_found_and_seen_as_others_saw_it(browser: Any, server: Server) -> None:
    play_a_round(server)
    with somebody(browser, server, "auditor1") as auditor:
        auditor.go("/rounds")
        auditor.until(".rows a").first.click()
        auditor.until("text=Checked here")
        auditor.until("text=each sealed to the one before it")
        auditor.until("[data-audit='not proved']")
        auditor.until(".books .win")
        assert auditor.page.locator(".proofs .lose").count() == 0
        auditor.page.keyboard.press("ArrowLeft")
        auditor.page.locator(".roles button", has_text="Onlooker").click()
        auditor.until(".roles button[aria-pressed=true]:has-text('Onlooker')")
        auditor.page.set_viewport_size({"width": 360, "height": 800})
        assert auditor.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        assert auditor.complaints == []


def test_a_submission_edited_with_its_faults(browser: Any, server: Server) -> None:
    with somebody(browser, server, "manager1") as manager:
        manager.go("/floor")
        manager.until("text=Open a table").first.click()
        text = manager.until(".edit textarea")
        manager.until(".editor header .win")
        good = text.input_value()
        text.fill(good.replace("decks = 1", "decks = 7", 1))
        fault = manager.until(".problem[data-problem=submission]").inner_text()
        assert fault.startswith("Line ")
        assert "PA-649a.3(a)" in fault
        text.fill(good)
        manager.page.wait_for_selector(".problem[data-problem=submission]", state="detached")
        assert manager.complaints == []
