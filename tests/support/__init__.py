"""What tests of several parts use: tables driven by hand, deals, submissions, figures, oracles."""

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def is_everything(config: pytest.Config) -> bool:
    """Whether this run has collected every test there is."""
    return config.args in ([str(ROOT / "tests")], ["tests"])
