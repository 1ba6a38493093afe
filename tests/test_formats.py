"""The examples of docs/formats.md, and scenario files as others run them."""

from __future__ import annotations

import json
import re
from decimal import Decimal

import feltlaw
from tests.support import ROOT
from tests.support.cli import feltlaw as command


def test_the_scenarios_of_the_page_are_settled() -> None:
    blocks = re.findall(
        r"```json\n(.*?)```", (ROOT / "docs" / "formats.md").read_text(encoding="utf-8"), re.DOTALL
    )
    assert blocks
    for block in blocks:
        assert feltlaw.settle(json.loads(block, parse_float=Decimal)).lines


def test_a_conformance_scenario_can_be_settled_as_it_lies() -> None:
    path = ROOT / "conformance" / "scenarios" / "PA-680a" / "I-135-a-hand-that-does-not-compete.json"
    done = command("settle", str(path), "--explain")
    assert done.status == 0, done.err
    assert "does not qualify and so does not compete for the Pot" in " ".join(done.out.split())
