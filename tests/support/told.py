"""The table of a round that is told and not looked at: what lies where, face up, face down or in the rack,
and whose money is where. `tests.support.whole` says what happens there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tests.support.eyes import STAYS, Eyes, Hand, house_way, strength
from tests.support.ways import CardsWay
from tests.support.worth import Cards, Worth


@dataclass(frozen=True)
class Act:
    """One thing that somebody does, and about what; `clauses` are paragraphs that its record must cite."""

    who: str
    what: str
    about: tuple[object, ...] = ()
    clauses: frozenset[str] = field(default=frozenset(), compare=False)


@dataclass
class Told:
    """One round. `says` are the decisions by seat; who is `gone` decides nothing any more (I-09)."""

    way: CardsWay
    order: Sequence[str]
    """The cards in the order they leave the deck."""
    stakes: Mapping[int, Mapping[str, int]]
    owners: Mapping[int, str]
    chips: dict[str, int]
    """What everybody has in front of him when his wagers are down."""
    says: Mapping[int, Sequence[str]] = field(default_factory=dict)
    by_step: bool = False
    shows_players: bool = False
    """Whether the number of players is shown because Cover All is offered (MA 12(e))."""
    counted: bool = False
    """Whether the stub is counted in this round."""
    tables: Mapping[str, str] = field(default_factory=dict)
    """By wager or award the table that was chosen, where it is not the first."""
    meters: dict[str, int] = field(default_factory=dict)
    """By wager, what its meter shows after the call."""
    dealer: str = "dee"
    floor: str = "flo"
    gone: set[str] = field(default_factory=set)
    held: dict[str, int] = field(default_factory=dict)
    felt: dict[tuple[int, str], int] = field(default_factory=dict)
    lying: dict[str, Hand] = field(default_factory=dict)
    up: dict[str, Hand] = field(default_factory=dict)
    racked: list[str] = field(default_factory=list)
    said: dict[int, list[str]] = field(default_factory=dict)
    set: dict[int, Hand] = field(default_factory=dict)
    won: list[Worth] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.name = self.way.regulation
        self.eyes = Eyes(self.name, self.way.deal, self.order, self.stakes)
        self.at = {f"{group} {seat}".removesuffix(" 0"): hand for (group, seat), hand in self.eyes.at.items()}
        self.bets = {seat: dict(box) for seat, box in self.stakes.items()}
        self.felt = {
            (seat, wager): cents for seat, box in self.stakes.items() for wager, cents in box.items()
        }
        self.best: tuple[int, ...] = ()
        self.exposed: list[int] = []
        self.by_hand = False
        self.tried: set[str] = set()

    # ── who stands where ──

    @property
    def down(self) -> list[int]:
        """Seats from the dealer's right, counterclockwise."""
        return sorted(self.stakes, reverse=True)

    def folded(self, seat: int) -> str:
        return next((one for one in self.said.get(seat, ()) if one in ("fold", "surrender")), "")

    def shown(self, seat: int) -> bool:
        """Whether a hand is turned up in settlement: in play, or folded with a wager that keeps it."""
        if self.folded(seat) == "surrender":
            return False
        return not self.folded(seat) or bool(STAYS.get(self.name, set()) & set(self.stakes[seat]))

    def place(self, seat: int) -> str:
        return f"player {seat}"

    def cards(self, seat: int) -> Cards:
        at = self.at
        looked = [hand for place, hand in at.items() if place == "dealer" or self._counts(place)]
        return Cards(
            at[self.place(seat)],
            at.get("dealer", ()),
            at.get("community", ()),
            at.get(f"fourth {seat}", ()),
            self.set.get(seat, ()),
            house_way(at["dealer"]) if self.name == "PA-680a" else (),
            max(looked, key=strength) if self.name == "MA-TCP" else (),
            len(self.stakes),
        )

    def _counts(self, place: str) -> bool:
        """A hand given up unseen is not counted (I-100)."""
        return place.startswith("player") and self.folded(int(place.split()[1])) != "surrender"

    # ── what an act leaves behind ──

    def _turned(self, what: str, place: str, cards: Hand | None = None) -> Act:
        self.up[place] = cards or self.at[place]
        return Act(self.dealer, what, (place, tuple(sorted(self.up[place]))))

    def _to_rack(self, place: str) -> Act:
        self.racked.append(place)
        return Act(self.dealer, "rack", (place,))

    def _line(self, seat: int, worth: Worth) -> Act:
        """A stake leaves the layout; what is paid and returned goes to the player, or is held for him."""
        self.felt.pop((seat, worth.wager), None)
        player = self.owners[seat]
        purse = self.held if player in self.gone else self.chips
        purse[player] = purse.get(player, 0) + worth.paid + worth.returned
        about = (seat, worth.wager, worth.result, worth.paid, worth.returned)
        return Act(self.dealer, "line", about, frozenset(worth.clauses))
