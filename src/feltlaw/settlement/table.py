"""The scratch pad under its old name, for the modules that still call it so."""

from feltlaw.settlement.pad import Pad as Table

__all__ = ["Table"]
