"""What tests of several parts use: tables driven by hand, deals, submissions, figures, oracles."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
