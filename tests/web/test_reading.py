"""Mathematics that move with what is changed, and clauses with a round that shows them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from feltlaw.mathematics import analyze
from feltlaw.mathematics.variations import changed
from feltlaw.submission import Submission, new_submission
from tests.web.browsing import Server, somebody

ROW = "wagers.pair_plus.mini_royal"


def test_a_row_is_changed_and_the_figures_move(browser: Any, server: Server) -> None:
    with somebody(browser, server) as you:
        you.go("/math/PA-649a")
        edge = you.until("[data-figure='House edge']").first
        before = edge.inner_text()
        you.page.locator(f"[data-knob='{ROW}'][data-step=more]").click()
        you.until(".pays-rows .moved")
        submission = changed(Submission.from_toml(new_submission("PA-649a")), {ROW: "40 to 1"})
        exact = {name: one for name, _, one in analyze(submission).entries()}["pair_plus"].ev
        shown = you.page.locator("tr:has(.pick[data-wager=pair_plus]) [data-edge]").get_attribute("data-edge")
        assert Fraction(shown) == exact
        assert edge.inner_text() == f"{-float(exact) * 100:.3f}%" != before
        with you.page.expect_download() as waiting:
            you.page.locator("[data-act=download][data-kind=csv]").click()
        text = waiting.value.path().read_text(encoding="utf-8")
        assert "pair_plus,A,,mini royal,40 to 1,4,22100,40," in text
        you.page.locator("[data-act=undo]").click()
        you.page.locator(".pays-rows .moved").wait_for(state="detached")
        assert edge.inner_text() == before
        assert you.complaints == []


def test_a_clause_with_the_round_that_shows_it(browser: Any, server: Server) -> None:
    with somebody(browser, server) as you:
        you.go("/rules/PA-649a#PA-649a.11(c)(3)(i)")
        shown = you.until(".example .shows")
        assert {one.strip() for one in shown.all_inner_texts()} >= {"returned"}
        assert you.page.locator(".clause .area.lit").count() >= 2
        you.page.keyboard.press("/")
        you.page.keyboard.type("surrender")
        you.until(".clause-nav li.quiet, .clause-nav li a")
        assert you.complaints == []
