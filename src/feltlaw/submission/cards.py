"""The `[cards]` part of a submission: how the cards are shuffled and dealt, and how they look."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from feltlaw.regulation.model import Cite, DeckRule, Method, Regulation
from feltlaw.submission.findings import Section, word
from feltlaw.submission.parts import Cards

BACKS = ("red", "blue", "green")
COVERS = ("yellow", "green", "white")
LONGEST_COLOUR = 40


def read_cards(section: Section, regulation: Regulation) -> Cards:
    """Everything about the cards that a submission may choose."""
    deck = regulation.deck
    shuffle: str = section.choice("shuffle", regulation.shuffles, "automated", _all(regulation.shuffles))
    deal: str = section.choice("deal", regulation.deals, "manual_shoe", _all(regulation.deals))
    method = regulation.deals[deal]
    if method.needs and shuffle not in method.needs:
        section.findings.fault(
            section.path("deal"),
            f"cards that are shuffled by {'hand' if shuffle == 'manual' else shuffle} may not be dealt "
            f"from the {deal.replace('_', ' ')}",
            f"Use shuffle = {_one_of(method.needs)}, or deal from a shoe.",
            method.cite,
        )
    counts = _counts(section, shuffle, regulation)
    decks = section.whole("decks", 1, 1, 2, deck.cite)
    if decks == 2 and shuffle not in deck.second_needs:
        section.findings.fault(
            section.path("decks"),
            f"two decks may not be used with shuffle = {word(shuffle)}",
            f"Use one deck, or shuffle = {_one_of(deck.second_needs)}.",
            deck.second,
        )
    backs = _backs(section, decks, deck)
    return Cards(shuffle, counts, decks, deal, backs, _cover(section, backs, deck))


def _all(methods: Mapping[str, Method]) -> Cite:
    return Cite(tuple(dict.fromkeys(clause for method in methods.values() for clause in method.cite.clauses)))


def _one_of(words: Iterable[str]) -> str:
    return " or ".join(word(one) for one in words)


def _counts(section: Section, shuffle: str, regulation: Regulation) -> bool:
    counts: bool = section.choice("shuffler_counts_cards", (True, False), shuffle != "manual")
    if counts and shuffle == "manual":
        section.findings.fault(
            section.path("shuffler_counts_cards"),
            "there is no shuffler to count the cards when they are shuffled by hand",
            "Write shuffler_counts_cards = false, or use a shuffler.",
            regulation.shuffles[shuffle].cite,
        )
    if not counts and shuffle == "continuous":
        section.findings.fault(
            section.path("shuffler_counts_cards"),
            "a device that reshuffles by itself has to count the cards as well",
            'Write shuffler_counts_cards = true, or shuffle = "automated".',
            regulation.shuffles[shuffle].cite,
        )
    return counts


def _backs(section: Section, decks: int, deck: DeckRule) -> tuple[str, ...]:
    """The colours of the backs, one for each deck; left out, colours that differ from the cover card."""
    cover = section.take("cover_card")
    default = [back for back in BACKS if not isinstance(cover, str) or not _alike(back, cover)][:decks]
    given = section.take("deck_backs", default)
    cite = deck.backs if decks > 1 else deck.cite
    where = section.path("deck_backs")
    if not isinstance(given, list) or not all(_is_colour(back) for back in given):
        section.findings.fault(where, "colours are wanted", 'Write deck_backs = ["red", "blue"].', cite)
        return tuple(default)
    if len(given) != decks:
        count = (
            f"{len(given)} colour{'' if len(given) == 1 else 's'} for {decks} deck{'' if decks == 1 else 's'}"
        )
        section.findings.fault(where, count, "Name one colour for each deck.", cite)
    elif decks > 1 and _alike(*given):
        section.findings.fault(
            where,
            "the two decks have backs of the same colour",
            "Use one design with backs of different colours.",
            cite,
        )
    return tuple(given)


def _cover(section: Section, backs: tuple[str, ...], deck: DeckRule) -> str:
    """The colour of the cover card, which has to stand out from every back."""
    default = next(colour for colour in COVERS if not any(_alike(colour, back) for back in backs[:2]))
    cover = section.text("cover_card", default)
    where = section.path("cover_card")
    if not _is_colour(cover):
        section.findings.fault(
            where, "one cover card is used", f"Write its colour, like {word(default)}.", deck.cover_card
        )
    clash = [_alike(cover, back) for back in backs]
    if any(clash):
        cite = deck.cover_card if clash[0] else Cite((*deck.cover_card.clauses, *deck.second.clauses))
        section.findings.fault(
            where,
            f"a {cover} cover card cannot be told from {cover} backs",
            f"Use a cover card of another colour, like {word(default)}.",
            cite,
        )
    return cover


def _is_colour(value: object) -> bool:
    return (
        isinstance(value, str)
        and bool(value.strip())
        and value.isprintable()
        and len(value) <= LONGEST_COLOUR
    )


def _alike(one: str, other: str) -> bool:
    return one.strip().casefold() == other.strip().casefold()
