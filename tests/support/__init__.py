"""What tests of several parts use: tables driven by hand, deals, submissions, figures, oracles."""

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LONGEST = 500
"""So many events no round of a test has after its call; one that has more never ends."""


def is_everything(config: pytest.Config) -> bool:
    """Whether this run has collected every test there is."""
    return config.args in ([str(ROOT / "tests")], ["tests"])
