"""A round whose cards are known: what was staked, dealt and decided, and whether it was legal."""

from feltlaw.refusal import Refused
from feltlaw.round.model import Box, Round
from feltlaw.round.read import read_round

__all__ = ["Box", "Refused", "Round", "read_round"]
