"""What is seen next: a stack that was left in the shoe, the cards of the streets, the dealer's cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from feltlaw.refusal import Refused
from feltlaw.table.dealing import check_deal, deal, delivery_offers, is_covered, players_shown
from feltlaw.table.forfeits import forfeits_due
from feltlaw.table.outcome import settle_state
from feltlaw.table.places import HELD, next_delivery
from feltlaw.table.rule import Data, Rule, cite_of, only
from feltlaw.table.state import Command, Event, State
from feltlaw.table.turns import decided, waiting


def has_streets(state: State) -> bool:
    """Whether the community cards come up one at a time, with decisions between them."""
    return any(decision.revealed for decision in state.submission.regulation.decisions)


def _deliver_offers(state: State) -> Sequence[Data]:
    """A stack that was left in the shoe comes when everybody has decided and the forfeits are cleared."""
    if not decided(state) or forfeits_due(state):
        return ()
    delivery = next_delivery(state)
    return delivery_offers(state, delivery) if delivery is not None and delivery.do == HELD else ()


def street_offers(state: State) -> Sequence[Data]:
    """On the streets: the next card, once everybody has decided and the forfeits are cleared."""
    round_ = state.round
    if round_ is None or state.phase != "deciding" or not has_streets(state) or forfeits_due(state):
        return ()
    return [{}] if waiting(state) is None and round_.community_up < len(state.cards_at("community")) else ()


def reveal_community(state: State, event: Event) -> State:
    assert state.round is not None
    everything = len(state.cards_at("community"))
    up = state.round.community_up + 1 if has_streets(state) else everything
    state = state.with_round(community_up=up)
    return _to_settling(state) if has_streets(state) and up == everything else state


def _reveal_dealer_offers(state: State) -> Sequence[Data]:
    round_ = state.round
    if round_ is None or state.submission.regulation.deal.dealer is None or not decided(state):
        return ()
    if not round_.stub_done or forfeits_due(state):
        return ()
    return [{"cover_card": _BESIDE}] if is_covered(state) else [{}]


_BESIDE = "beside the shoe"


def _check_reveal_dealer(state: State, command: Command) -> Data:
    covered = is_covered(state)
    only(command.data, *(("cover_card",) if covered else ()))
    if covered and command.data.get("cover_card") != _BESIDE:
        raise Refused(
            "the cover card lies on the dealer's stack",
            "Lay it beside the shoe first.",
            cite_of(state, "reveal_dealer"),
        )
    return {"cards": [str(card) for card in state.cards_at("dealer")], **command.data}


def why_no_reveal(state: State, command: Command) -> Refused | None:
    """Cards are seen only after the last decision, and after the forfeits are cleared."""
    found = waiting(state)
    if found is not None:
        return Refused(
            f"seat {found[1][0]} has not decided", "Wait for the player.", cite_of(state, command.do)
        )
    if forfeits_due(state):
        return Refused(
            "the forfeited wagers have not been collected",
            "Collect them first.",
            cite_of(state, "collect_forfeits"),
        )
    return None


def _reveal_dealer(state: State, event: Event) -> State:
    assert state.round is not None
    cover = event.data.get("cover_card", state.round.cover_card)
    return _to_settling(state.with_round(dealer_up=True, cover_card=cover))


def _to_settling(state: State) -> State:
    return replace(state, phase="settling").with_round(settlement=settle_state(state))


RULES = (
    Rule(
        HELD,
        ("dealer",),
        _deliver_offers,
        check_deal,
        deal,
        then=players_shown,
        refuse=why_no_reveal,
    ),
    Rule(
        "reveal_dealer",
        ("dealer",),
        _reveal_dealer_offers,
        _check_reveal_dealer,
        _reveal_dealer,
        refuse=why_no_reveal,
    ),
)
