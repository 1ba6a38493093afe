"""A round whose cards are known: what was staked, dealt and decided, and whether it was legal."""

from feltlaw.round.model import Played, Round, Seat
from feltlaw.round.read import read_round
from feltlaw.round.refusal import Refused

__all__ = ["Played", "Refused", "Round", "Seat", "read_round"]
