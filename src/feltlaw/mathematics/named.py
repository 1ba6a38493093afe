"""What the figures are called, on the sheet, in the terminal and in files alike."""

from __future__ import annotations

PAYTABLE = "Paytable"
HOUSE_EDGE = "House edge"
RISK = "Element of risk"
STD_DEVIATION = "Std. deviation"
HIT_FREQUENCY = "Hit frequency"
EXPECTED_VALUE = "Expected value"
COMBINATIONS = "Combinations"
PROBABILITY = "Probability"
NET = "Net"
ADDS = "Probability × net"
COST = "Cost"

SUMMARY = (HOUSE_EDGE, RISK, STD_DEVIATION, HIT_FREQUENCY)
OUTCOMES = (COMBINATIONS, PROBABILITY, NET, ADDS)
