"""What is seen next: a stack that was left in the shoe, the cards of the streets, the dealer's cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from feltlaw.event import Event, Happening
from feltlaw.refusal import Refused
from feltlaw.regulation.model import Step
from feltlaw.schema import Text
from feltlaw.table.dealing import CardsDealt, DeliverDealerStack, dealt, deliver, is_covered, players_shown
from feltlaw.table.deciding import waiting
from feltlaw.table.deliveries import HELD, is_held, next_delivery
from feltlaw.table.forfeits import collecting_cite, forfeits_due
from feltlaw.table.phases import has_streets
from feltlaw.table.places import COMMUNITY, DEALER
from feltlaw.table.rule import Moment, Way, cite_of, nth_step, rule_of
from feltlaw.table.showing import Cards, Shown, cards_of, to_enter, with_known, with_shown
from feltlaw.table.state import State
from feltlaw.table.turning import community_wanted

BESIDE: Literal["beside the shoe"] = "beside the shoe"


@dataclass(frozen=True, slots=True)
class RevealDealer:
    """The dealer turns up his cards."""

    cover_card: Literal["", "beside the shoe"] = ""
    """Where the cover card was laid, where one lay on the dealer's stack (MA 10(b))."""
    cards: Cards = ()
    """With real cards: which they are."""


@dataclass(frozen=True, slots=True)
class DealerRevealed:
    """The dealer's cards are up."""

    shown: Shown
    cover_card: Annotated[str, Text(20, 0)] = ""


@dataclass(frozen=True, slots=True)
class RevealCommunity:
    """The dealer turns up the next community card, or all of them where only bonuses use them."""

    cards: Cards = ()


@dataclass(frozen=True, slots=True)
class CommunityRevealed:
    """Community cards are up."""

    shown: Shown


def _too_early(state: State, do: str) -> Refused | None:
    """Cards are seen only after the last decision, and after the forfeits are cleared."""
    found = waiting(state)
    if found is not None:
        return Refused(f"seat {found[1][0]} has not decided", "Wait for the player.", cite_of(state, do))
    if forfeits_due(state):
        what = "the forfeited wagers have not been collected"
        return Refused(what, "Collect them first.", collecting_cite(state))
    return None


# ── a stack held in the shoe ──


def _no_delivery(state: State) -> Refused | None:
    """It comes when everybody has decided and the forfeits are cleared (MA 9(c)(2))."""
    delivery = next_delivery(state) if is_held(state) else None
    if delivery is None or delivery.do != HELD:
        return Refused("no stack waits in the shoe", "Go on with the round.", cite_of(state, HELD))
    return _too_early(state, HELD)


# ── the dealer's cards ──


def _no_reveal(state: State) -> Refused | None:
    early = _too_early(state, "reveal_dealer")
    if early or state.submission.regulation.deal.dealer is None:
        return early or Refused("the dealer has no hand", "Go on with the round.")
    if state.played.dealing.stub != "racked":
        return Refused("the deal is not complete", "Finish it.", cite_of(state, "reveal_dealer"))
    return None


def _reveal(state: State, data: RevealDealer, moment: Moment) -> Happening:
    wanted = BESIDE if is_covered(state) else ""
    if data.cover_card != wanted:
        raise Refused(
            "the cover card lies on the dealer's stack" if wanted else "there is no cover card on the stack",
            "Lay it beside the shoe first." if wanted else "Leave it out.",
            cite_of(state, "reveal_dealer"),
        )
    cards = cards_of(state, DEALER, data.cards)
    return Happening(DealerRevealed(Shown(DEALER, cards), data.cover_card))


def _revealed(state: State, data: DealerRevealed, event: Event) -> State:
    state = with_shown(with_known(state, DEALER, data.shown.cards), [data.shown])
    state = state.dealing_on(cover_card=data.cover_card or state.played.dealing.cover_card)
    return state.settling_on(dealer_up=True)


# ── community cards ──


def _no_community(state: State) -> Refused | None:
    """On the streets the next card, once everybody has decided; else when settling comes to a wager on
    them."""
    cite = cite_of(state, "reveal_community")
    if state.phase == "deciding":
        if not has_streets(state):
            return Refused("it is not the time to reveal community cards", "Go on with the round.", cite)
        return _too_early(state, "reveal_community")
    if community_wanted(state):
        return None
    return Refused("it is not the time to reveal community cards", "Settle what comes before them.", cite)


def _community(state: State, data: RevealCommunity, moment: Moment) -> Happening:
    if state.real_cards or not has_streets(state):
        cards = cards_of(state, COMMUNITY, data.cards, _at_once(state))
    else:
        up = state.played.settling.community_up
        cards = cards_of(state, COMMUNITY, data.cards)[up : up + 1]
    return Happening(CommunityRevealed(Shown(COMMUNITY, cards)))


def _at_once(state: State) -> int | None:
    """How many community cards come up together: one on a street, else all."""
    return 1 if has_streets(state) else None


def _community_up(state: State, data: CommunityRevealed, event: Event) -> State:
    state = with_shown(with_known(state, COMMUNITY, data.shown.cards), [data.shown])
    return state.settling_on(community_up=state.played.settling.community_up + len(data.shown.cards))


def _street_step(state: State) -> Step | None:
    """On the streets each card has a step of its own; one that stands for a fourth card is revealed like
    it."""
    at = state.round.settling.community_up if state.round else 0
    return nth_step(state, "reveal_community", at) or nth_step(state, "reveal_fourth", 0)


RULES = (
    rule_of(
        DeliverDealerStack,
        CardsDealt,
        phases=("deciding",),
        when=_no_delivery,
        decide=deliver,
        apply=dealt,
        then=players_shown,
        ways=lambda state: [Way(DeliverDealerStack())],
    ),
    rule_of(
        RevealDealer,
        DealerRevealed,
        phases=("deciding",),
        when=_no_reveal,
        decide=_reveal,
        apply=_revealed,
        ways=lambda state: [
            Way(RevealDealer(BESIDE if is_covered(state) else ""), choose=to_enter(state, DEALER))
        ],
    ),
    rule_of(
        RevealCommunity,
        CommunityRevealed,
        phases=("deciding", "settling"),
        when=_no_community,
        decide=_community,
        apply=_community_up,
        ways=lambda state: [Way(RevealCommunity(), choose=to_enter(state, COMMUNITY, _at_once(state)))],
        step=_street_step,
    ),
)
