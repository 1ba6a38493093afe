"""What a rule says of itself where the course of a round never asks it."""

from __future__ import annotations

from feltlaw.table import RULES
from tests.support.driver import drive, proves


@proves("reveal_dealer")
def test_a_dealer_without_a_hand_reveals_nothing() -> None:
    """669a.8(c) deals him none; of a game without that step the rule itself says so."""
    table = drive("PA-669a").start().until("settling")
    refused = RULES["reveal_dealer"].when(table.state)
    assert refused is not None and "the dealer has no hand" in refused.what
    assert "there is no 'reveal dealer' in" in table.refused("reveal_dealer").what
