"""The numbers that the loop and those who fill its tables agree on."""

from __future__ import annotations

DECK = 52
FIRST, SECOND = DECK * DECK, DECK
"""Cards of a game whose hands have three: its table has a place for every three of them, which the first and
the second card, times these, and the third give."""
CLASS_BITS = 10
CLASS = (1 << CLASS_BITS) - 1
"""In the table of three cards the low bits are the class of the hand, each bit above them the decision of one
way of playing, the last of them always 1: for a seat that has nothing to decide."""
STRATEGIES = 16 - CLASS_BITS - 1

AGAINST_DEALER, BY_STREETS, SHOWDOWN = range(3)
"""How the main game goes."""

THREE, WITH_DEALER, WITH_COMMUNITY, DEALERS, COLORS, FOURTH, HIGHEST = range(7)
"""What a wager is read from: the player's own three cards, the player's and the dealer's or the community's,
the dealer's and the community's, colours, a fourth card, the highest hand at the table."""
SLOTS = 8
"""Room for each seat's."""

SUITED = 1 << 18
"""The room of one suit in a reader's second table."""

HIT, END = 0, 1
"""What a record is about: an award from a meter, or the end of a session in which there was one."""
RECORD = 7
"""Kind, block, round of the block, seat (the table itself comes after the last), cell, and how the money
moved since the last record of the seat: what came in, and the lowest it stood."""

PART = 20
SUMS = 6
"""Sums over results: how many, their sum, the sum of their squares by parts of 20 bits (high times high, high
times low, low times low), and how many were above 0."""


def square_sum(sums: list[int]) -> int:
    """The sum of the squares, put together."""
    return (sums[2] << 2 * PART) + (sums[3] << PART + 1) + sums[4]
