"""When things go wrong: two tabs, one asleep, a page older than the program, a session that is over."""

from __future__ import annotations

from typing import Any

from tests.web.browsing import Person, Server, somebody

CARDS = "[data-group=player] [data-card]"


def seated(you: Person, table: str = "spare", amount: str = "100") -> None:
    you.go(f"/tables/{table}")
    you.until("[data-act=sit][data-seat='2']").click()
    you.until("[data-act=buy_in]")
    you.page.locator("input[name=amount]").fill(amount)
    you.page.locator("[data-act=buy_in]").click()
    you.until("[data-phase=betting] button[data-wager]")


def left(you: Person) -> None:
    """Up from the table, so that others find it as it was."""
    you.page.locator(".tool.to-seat").click()
    you.until("[data-act=leave]").first.click()
    you.until("[data-act=sit]")


def test_two_tabs_of_one_person_and_one_asleep(browser: Any, server: Server) -> None:
    with somebody(browser, server, "player3") as one:
        seated(one)
        other = Person(one.page.context.new_page(), server.address)
        other.go("/tables/spare")
        other.until("[data-balance='10000']")
        one.bet("ante")
        other.until("button[data-wager=ante][data-stake='1000']")
        other.page.locator("[data-act=double]").click()
        one.until("button[data-wager=ante][data-stake='2000']")
        one.until("[data-balance='8000']")
        one.page.locator("[data-act=ready]").click()
        other.until("[data-phase=deciding] [data-act=fold]")
        one.until("[data-phase=deciding] [data-act=fold]")
        asleep = one.page.context.new_cdp_session(one.page)
        asleep.send("Page.setWebLifecycleState", {"state": "frozen"})
        other.page.locator("[data-act=fold]").click()
        assert [line["net"] for line in other.results()] == ["-2000"]
        asleep.send("Page.setWebLifecycleState", {"state": "active"})
        assert [line["net"] for line in one.results()] == ["-2000"]
        one.until("[data-balance='8000']")
        assert [*one.complaints, *other.complaints] == []
        left(one)


def test_a_page_that_is_older_than_the_program_says_so(browser: Any, server: Server) -> None:
    with somebody(browser, server) as you:
        you.page.route("**/assets/version", lambda route: route.fulfill(body="another"))
        you.go("/practice/PA-649a")
        you.until("[data-phase=betting] button[data-wager]")
        you.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        assert "newer version" in you.until(".connection").inner_text()
        assert you.page.locator("body").get_attribute("data-state") == "live"


def test_a_session_that_is_over_says_so_and_loses_nothing(browser: Any, server: Server) -> None:
    with somebody(browser, server, "player3") as you:
        seated(you)
        you.page.context.request.post(f"{server.address}/api/sign-out", headers={"X-Feltlaw": "1"})
        you.page.locator("button[data-wager=ante]").click()
        you.until("body[data-state=stopped]")
        words = you.until(".connection").inner_text()
        assert "session is over" in words
        assert "Sign in" in words
    with somebody(browser, server, "player3") as again:
        again.go("/tables/spare")
        again.until("[data-balance='10000']")
        left(again)
