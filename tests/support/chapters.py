"""Who gives which command, read from the chapters and not from the program.

The steps themselves stand in conformance/parts (`tests.support.parts`). What the texts leave in the
passive ("the cards shall be spread") is the dealer's.
"""

from __future__ import annotations

from collections.abc import Mapping

COMMANDS: Mapping[str, tuple[str, ...]] = {
    # the house's own: no text before us names anybody
    "receive_deck": ("floorperson",),
    "change_deck": ("floorperson",),
    "close_table": ("floorperson", "manager"),
    "resume_table": ("floorperson", "manager"),
    "device_out_of_order": ("floorperson",),
    "device_repaired": ("floorperson",),
    "time_out": ("device",),
    "link_is_back": ("device",),
    # .4 and .5, MA 4 and 5
    "inspect": ("dealer",),
    "verify_inspection": ("floorperson",),
    "spread": ("dealer",),
    "wash": ("dealer",),
    "remove_joker": ("dealer",),
    "shuffle": ("dealer", "device"),
    "order_shuffle": ("floorperson",),
    "cut": ("dealer",),
    "recut": ("floorperson",),
    "idle_spread": ("dealer",),
    "idle_wash": ("dealer",),
    "place_cards": ("dealer",),
    "hold_cards": ("dealer",),
    # .7, MA 6
    "sit": ("player",),
    "leave": ("player",),
    "come_back": ("player",),
    "buy_in": ("player",),
    "cash_out": ("player",),
    "bet": ("player",),
    "ready": ("player",),
    "record_departure": ("dealer", "floorperson"),  # I-150
    "rule_departed": ("floorperson",),  # I-09
    "return_wagers": ("dealer", "floorperson"),
    # .8 to .10, MA 7 to 9
    "no_more_bets": ("dealer",),
    "count_progressive_chips": ("dealer",),
    "resolve_chips": ("floorperson",),  # I-18
    "deal": ("dealer",),
    "remove_stub": ("dealer",),
    "rack_stub": ("dealer",),
    "count_stub": ("dealer",),
    "correct_bonus_cards": ("dealer", "floorperson"),  # I-20
    "deliver_dealer_stack": ("dealer",),
    # .11, MA 10, 12, 13
    "decide": ("player",),
    "set_hand": ("player",),
    "collect_forfeits": ("dealer",),
    "reveal_dealer": ("dealer",),
    "reveal_community": ("dealer",),
    "turn_up_player": ("dealer",),
    "reveal_fourth": ("dealer",),
    "verify_win": ("dealer",),
    "resolve_light": ("floorperson",),  # I-156
    "validate": ("floorperson",),  # 11(c)(5)(iii), 11(i)(3)(i)(C), MA 13(d)f
    "settle_player": ("dealer",),
    "collect_losers": ("dealer",),
    "pay_winners": ("dealer",),
    "settle_rest": ("dealer",),
    "release_cards": ("floorperson",),  # I-28
    "rack_cards": ("dealer",),
    "end_game": ("dealer",),  # MA 13(d)g
    "rule_communication": ("floorperson",),  # 669a.11(a)(3), I-92
    # .13, MA 14
    "report": ("dealer", "floorperson"),
    "record_exposed_card": ("floorperson",),  # I-68
    "correct": ("floorperson",),
    "confirm": ("dealer", "floorperson"),  # I-157
    "withdraw": ("dealer", "floorperson"),
}
"""Who gives which command, at a table where a device shuffles and the program has the cards."""

MISSING: Mapping[str, frozenset[str]] = {
    "PA-649a": frozenset({"set_hand", "deliver_dealer_stack", "reveal_fourth", "collect_losers", "end_game"}),
    "MA-TCP": frozenset({"set_hand", "reveal_fourth", "release_cards", "order_shuffle"}),
    "PA-679a": frozenset(
        {"set_hand", "deliver_dealer_stack", "collect_losers", "end_game", "count_progressive_chips",
         "resolve_chips", "verify_win", "validate", "release_cards", "pay_winners",
         "reveal_community"}
    ),
    "PA-669a": frozenset(
        {"set_hand", "deliver_dealer_stack", "reveal_fourth", "reveal_dealer", "collect_losers", "end_game",
         "remove_stub"}
    ),
    "PA-680a": frozenset(
        {"decide", "collect_forfeits", "deliver_dealer_stack", "reveal_fourth", "reveal_community",
         "collect_losers", "end_game", "count_progressive_chips", "resolve_chips", "verify_win", "validate",
         "release_cards", "remove_stub", "pay_winners"}
    ),
}  # fmt: skip
"""What a chapter does not have at all; the second joker and talk about one's hand are told apart below."""
ONLY_IN = {"remove_joker": "PA-680a", "rule_communication": "PA-669a"}


def is_missing(regulation: str, do: str) -> bool:
    return do in MISSING[regulation] or ONLY_IN.get(do, regulation) != regulation
