"""What tests of records on the disk share."""

from __future__ import annotations

import os

import pytest


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Does not wait for the disk; for tests in which nothing crashes."""
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)
