"""Whole rounds of every game by clicking and by keys, as somebody without an account plays them."""

from __future__ import annotations

from typing import Any

import pytest

from feltlaw import regulation_ids
from feltlaw.submission import new_submission
from tests.web.browsing import Server, somebody

FIRST = regulation_ids()[0]


@pytest.mark.parametrize("game", regulation_ids())
def test_a_round_of_practice(browser: Any, server: Server, game: str) -> None:
    with somebody(browser, server) as you:
        you.go(f"/practice/{game}")
        you.until("[data-phase=betting] button[data-wager]")
        assert you.page.locator("body").get_attribute("data-state") == "live"
        before = you.balance()
        for _ in range(2 if game == FIRST else 1):
            you.bet()
            you.page.locator("[data-act=deal]").click()
            you.decide_on()
            results = you.results()
            after = you.balance()
            assert after - before == sum(int(one["net"]) for one in results)
            assert {one["result"] for one in results} <= {"win", "lose", "push", "void"}
            before = after
        why = you.page.locator("[data-why]")
        for at in range(why.count()):
            why.nth(at).click()
            clauses = you.until("[data-clause]").get_attribute("data-clause")
            assert all(one.startswith((f"{game}.", "I-")) for one in clauses.split("|"))
            assert len(you.page.locator(".why-box .sentence").inner_text()) > 10
            you.page.keyboard.press("Escape")
        assert you.complaints == []
        assert you.elsewhere == []


def test_one_button_for_each_area(browser: Any, server: Server) -> None:
    with somebody(browser, server) as you:
        you.go("/practice/PA-669a")
        for width in (360, 820, 1280):
            you.page.set_viewport_size({"width": width, "height": 800})
            you.until(f".is-{'wide' if width > 1000 else 'narrow'}[data-phase=betting] button[data-wager]")
            areas = you.page.locator("button[data-wager], [role=button][data-wager]").evaluate_all(
                "all => all.map(one => `${one.dataset.seat} ${one.dataset.wager}`)"
            )
            assert len(areas) == len(set(areas)) == 4
            overflow = you.page.evaluate("document.documentElement.scrollWidth - innerWidth")
            assert overflow <= 0, f"{width} px: the page is {overflow} px too wide"


def test_keys_alone(browser: Any, server: Server) -> None:
    with somebody(browser, server) as you:
        you.go("/practice/PA-649a")
        you.until("[data-phase=betting] button[data-wager]")
        you.page.keyboard.press("2")
        you.page.keyboard.press("a")
        assert you.page.locator("button[data-wager=ante]").get_attribute("data-stake") == "1000"
        you.page.keyboard.press("d")
        assert you.page.locator("button[data-wager=ante]").get_attribute("data-stake") == "2000"
        you.page.keyboard.press("Enter")
        you.until("[data-phase=deciding] [data-act=fold]")
        you.page.keyboard.press("f")
        assert [one["result"] for one in you.results()] == ["lose"]
        you.page.keyboard.press("w")
        you.until("[data-clause]")
        you.page.keyboard.press("Escape")
        you.page.keyboard.press("Enter")
        you.until("[data-phase=deciding] [data-act=play]")
        you.page.keyboard.press("p")
        you.results()
        assert you.complaints == []


def test_a_wager_goes_along_with_the_one_it_must_equal(browser: Any, server: Server) -> None:
    with somebody(browser, server) as you:
        you.go("/practice/PA-669a")
        you.bet("ante")
        assert you.page.locator("button[data-wager=blind]").get_attribute("data-stake") == "1000"
        you.page.locator("button[data-wager=blind]").click()
        assert you.page.locator("button[data-wager=blind]").get_attribute("data-stake") == "1000"
        you.page.locator("[data-act=deal]").click()
        you.until("[data-phase=deciding]")


def test_bets_doubled_cleared_and_repeated(browser: Any, server: Server) -> None:
    with somebody(browser, server) as you:
        you.go("/practice/PA-649a")
        you.bet("ante", "pair_plus")
        ante = you.page.locator("button[data-wager=ante]")
        you.page.locator("[data-act=double]").click()
        assert ante.get_attribute("data-stake") == "2000"
        you.page.wait_for_selector("[data-balance='46000']")
        you.page.locator("[data-act=clear]").click()
        you.page.wait_for_selector("[data-balance='50000']")
        assert ante.get_attribute("data-stake") == "0"
        you.bet("ante")
        you.page.locator("[data-act=deal]").click()
        you.decide_on()
        you.results()
        you.page.locator("[data-act=repeat]").click()
        assert ante.get_attribute("data-stake") == "1000"
        assert you.complaints == []


def test_a_refusal_is_said_where_it_happened(browser: Any, server: Server) -> None:
    with somebody(browser, server) as you:
        you.go("/practice/PA-649a")
        you.bet("six_card_bonus")
        problem = you.until("[data-problem]")
        assert "Ante" in problem.inner_text()
        assert problem.locator("a").count() >= 1
        you.page.locator("button[data-wager=ante]").click()
        you.page.locator("button[data-wager=pair_plus]").click()
        you.page.wait_for_selector("[data-problem]", state="detached")


def test_what_happens_is_told_in_sentences(browser: Any, server: Server) -> None:
    with somebody(browser, server) as you:
        you.go("/practice/PA-649a")
        you.bet("ante")
        you.page.locator("[data-act=deal]").click()
        you.decide_on()
        you.results()
        log = you.page.locator("[role=log]")
        you.page.wait_for_selector("[role=log]:has-text('Dealer:')", state="attached")
        assert "No more bets" in (log.text_content() or "")


def test_a_page_loaded_again_goes_on_where_it_was(browser: Any, server: Server) -> None:
    with somebody(browser, server) as you:
        you.go("/practice/PA-649a")
        you.bet("ante")
        you.page.locator("[data-act=deal]").click()
        you.until("[data-phase=deciding] [data-act=play]")
        cards = "[data-group=player] [data-card]"
        before = you.page.locator(cards).evaluate_all("all => all.map(one => one.dataset.card)")
        you.page.reload()
        you.until("[data-phase=deciding] [data-act=play]")
        assert you.page.locator(cards).evaluate_all("all => all.map(one => one.dataset.card)") == before


def test_a_hard_hand_comes_again_with_others_at_the_table(browser: Any, server: Server) -> None:
    with somebody(browser, server) as you:
        you.go("/practice/PA-649a")
        you.until("[data-balance='50000']")
        you.page.locator(".tool.to-lessons").click()
        you.page.locator("select[data-act=others]").select_option("2")
        you.until(".label:has-text('bot2'), .strip:has-text('bot2')")
        you.page.locator("input[data-act=hard]").check()
        you.page.keyboard.press("Escape")
        you.bet("ante")
        you.page.locator("[data-act=deal]").click()
        you.until("[data-phase=deciding] [data-act=fold]")
        cards = "[data-group=player][data-seat='4'] [data-card]"
        held = you.page.locator(cards).evaluate_all("all => all.map(one => one.dataset.card)")
        you.page.locator("[data-act=fold]").click()
        you.results()
        you.page.locator("[data-act=again]").first.click()
        you.until("[data-phase=deciding] [data-act=fold]")
        assert you.page.locator(cards).evaluate_all("all => all.map(one => one.dataset.card)") == held
        assert you.complaints == []


SLOW = """() => {
  const real = window.fetch;
  window.fetch = async (path, ...rest) => {
    if (path.endsWith("/practice")) await new Promise((done) => setTimeout(done, 600));
    return real(path, ...rest);
  };
}"""


def test_nothing_is_pressed_at_a_table_that_another_replaces(browser: Any, server: Server) -> None:
    """What is chosen meanwhile is not lost either: the second choice comes after the first."""
    with somebody(browser, server) as you:
        you.go("/practice/PA-649a")
        you.until("[data-balance='50000']")
        first = you.page.locator("[data-table]").get_attribute("data-table")
        you.page.locator(".tool.to-lessons").click()
        you.page.evaluate(SLOW)
        you.page.locator("select[data-act=others]").select_option("1")
        assert you.page.locator("button[data-wager]").count() == 0
        you.page.locator("select[data-act=others]").select_option("2")
        you.page.keyboard.press("Escape")
        you.until(".label:has-text('bot2'), .strip:has-text('bot2')")
        assert you.page.locator("[data-table]").get_attribute("data-table") != first
        you.bet("ante")
        you.page.locator("[data-act=deal]").click()
        you.until("[data-phase=deciding] [data-act=fold]")
        assert you.complaints == []


DROP = """text => {
  const data = new DataTransfer();
  data.items.add(new File([text], "table.toml"));
  document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
}"""


def test_a_submission_dropped_onto_the_page_is_played_and_coached(browser: Any, server: Server) -> None:
    text = new_submission("PA-649a").replace('#mini_royal = "40 to 1"', 'mini_royal = "45 to 1"')
    with somebody(browser, server) as you:
        you.go("/practice/PA-649a")
        you.until("[data-balance='50000']")
        you.page.evaluate(DROP, text.replace("maximum = 500", "maximum = 5", 1))
        assert "maximum" in you.until("[data-problem=table]").inner_text()
        first = you.page.locator("[data-table]").get_attribute("data-table")
        you.page.evaluate(DROP, text)
        you.until(f"[data-table]:not([data-table='{first}'])")
        you.until(".posted:has-text('45 to 1')")
        you.until("[data-balance='50000']")
        you.bet("ante")
        you.page.locator("[data-act=deal]").click()
        you.until("[data-act=hint]").click()
        you.until(".coach:has-text('on average')")
