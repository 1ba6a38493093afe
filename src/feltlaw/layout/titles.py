"""What wagers are called on a layout: those of one section share a title, and each has the rest to itself."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from feltlaw.regulation import Regulation, Wager

_JOINTS = ("on", "the", "of", "for")


def common(titles: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """What titles have in common, and the rest of each.

    >>> common(["Hand Bonus on the player's hand", "Hand Bonus on the dealer's hand"])
    ('Hand Bonus', ("player's hand", "dealer's hand"))
    """
    if len(titles) == 1:
        return titles[0], ("",)
    words = [title.split() for title in titles]
    same = 0
    while all(len(some) > same + 1 and some[same] == words[0][same] for some in words):
        same += 1
    head = words[0][:same]
    while head and head[-1] in _JOINTS:
        head.pop()
    return " ".join(head), tuple(" ".join(some[same:]) for some in words)


def title_and_rest(law: Regulation, wager: Wager) -> tuple[str, str]:
    """A wager's title in its section, and what tells it from the others there."""
    names = law.sections()[wager.section]
    title, rests = common([law.wagers[name].title for name in names])
    return title, rests[names.index(wager.id)]


def titles(law: Regulation, wagers: Iterable[Wager]) -> list[str]:
    """The titles of some wagers, each once."""
    return list(dict.fromkeys(title_and_rest(law, one)[0] for one in wagers))
