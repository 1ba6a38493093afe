"""Who does what by which clause, read from the chapters and not from the program.

One line for each step: its group, its name, who does it, and its clauses without the regulation's name; a
line that begins with "+" goes on with clauses. What the texts leave in the passive ("the cards shall be
spread") is the dealer's.
"""

from __future__ import annotations

from collections.abc import Mapping

PENNSYLVANIA = """
two_decks       store_other_deck         device             3(b)(2)
two_decks       alternate_decks          dealer             3(b)(3)
two_decks       one_deck_in_rack         dealer             3(b)(4)
opening         inspect                  dealer             4(a)
opening         verify_inspection        floorperson        4(a)#2
opening         spread                   dealer             4(b)
opening         wash                     dealer             4(c)
opening         each_deck                dealer             4(d)
opening         skip_opening             dealer             4(e)
shuffle         shuffle                  dealer,device      5(a)
shuffle         load_shoe                device             5(a)#2
shuffle         device_count             device             5(b)
shuffle         no_cut                   dealer             5(c)(1)
shuffle         cut                      dealer             5(c)(2) 5(d)
shuffle         recut                    floorperson        5(e)
shuffle         idle_spread              dealer             5(f)
shuffle         idle_wash                dealer             5(f)#2
shuffle         continuous               device             5(g)
betting         stay_seated              player             7(b)
betting         abandon                  floorperson        7(b)#2
betting         close_betting            dealer             7(c)
manual_shoe     place_cards              dealer             8(a)
manual_shoe     no_more_bets             dealer             8(b)
hand            device_shuffle_only      dealer             9(a)(1)
hand            hold_cards               dealer             9(a)(2)
hand            no_more_bets             dealer             9(a)(3)
hand            rack_stub                dealer             9(c)
hand            count_stub               dealer             9(d)
hand            rack_counted_stub        dealer             9(e)
hand            misdealt                 dealer             9(f)
hand            remove_deck              dealer             9(f)#2
automated_shoe  place_cards              dealer             10(a)(1)
automated_shoe  no_more_bets             dealer             10(a)(2)
automated_shoe  count_stub               dealer             10(d)
automated_shoe  rack_counted_stub        dealer             10(e)
automated_shoe  misdealt                 dealer             10(f)
automated_shoe  remove_deck              dealer             10(f)#2
"""
"""What the four chapters of Pennsylvania say in the same words."""

WITH_CHIPS = """
betting         lock_out_device          device             2(c)(2)
manual_shoe     count_progressive_chips  dealer             8(b)#2
manual_shoe     draw_and_place           dealer             8(c)
manual_shoe     rack_stub                dealer             8(e)
manual_shoe     count_stub               dealer             8(f)
manual_shoe     rack_counted_stub        dealer             8(g)
manual_shoe     misdealt                 dealer             8(h)
manual_shoe     remove_deck              dealer             8(h)#2
hand            count_progressive_chips  dealer             9(a)(3)#2
automated_shoe  count_progressive_chips  dealer             10(a)(2)#2
"""
"""649a and 669a: with progressive chips to count, .8 is a paragraph longer."""

WITHOUT_CHIPS = """
manual_shoe     deal_hands               dealer             8(c)
manual_shoe     rack_stub                dealer             8(d)
manual_shoe     count_stub               dealer             8(e)
manual_shoe     rack_counted_stub        dealer             8(f)
manual_shoe     misdealt                 dealer             8(g)
manual_shoe     remove_deck              dealer             8(g)#2
"""
"""679a and 680a."""

OWN = {
    "PA-649a": """
betting         place_wagers             player             7(a)
betting         place_progressive        player             7(d)(4)#2 7(d)(6)#2 7(d)(8)#2 2(c)(1)
betting         place_progressive        player             7(d)(7)#2
betting         lock_out_device          device             2(d)#2
+ 1:magic-card-bonus(i) 1:magic-card-bonus(ii) 1:lucky-bonus(i) 1:lucky-bonus(ii)
manual_shoe     deal_hands               dealer             8(d)
manual_shoe     deal_community           dealer             8(d)#2
hand            deal_hands               dealer             9(b)
hand            deal_community           dealer             9(b)#2
automated_shoe  deal_hands               dealer             10(b)
automated_shoe  remove_stub              dealer             10(c)
automated_shoe  deal_community           dealer             10(c)#2
automated_shoe  rack_stub                dealer             10(c) 10(c)#2
""",
    "PA-669a": """
betting         place_wagers             player             7(a)
betting         place_progressive        player             7(d)(4)#2
manual_shoe     deal_hands               dealer             8(d)(1)
manual_shoe     deal_community           dealer             8(d)(2)
hand            draw_and_place           dealer             9(b)
hand            deal_hands               dealer             9(b)(1)
hand            deal_community           dealer             9(b)(2)
automated_shoe  deal_hands               dealer             10(b)
automated_shoe  deal_community           dealer             10(b)
automated_shoe  rack_stub                dealer             10(c)
""",
    "PA-679a": """
betting         place_wagers             player             7(a)
manual_shoe     deal_extra               dealer             8(c)#2
manual_shoe     deal_community           dealer             8(h)
hand            deal_hands               dealer             9(b)
hand            deal_extra               dealer             9(b)#2
hand            deal_community           dealer             9(g)
automated_shoe  deal_hands               dealer             10(b)
automated_shoe  deal_hands               dealer             10(g)
automated_shoe  set_fourth_aside         dealer             10(g)(1)
automated_shoe  rack_top_card            dealer             10(g)(2)
automated_shoe  remove_stub              dealer             10(c)
automated_shoe  deal_extra               dealer             10(c)#2
automated_shoe  deal_community           dealer             10(h)
""",
    "PA-680a": """
opening         remove_joker             dealer             3(a)#2
betting         place_wagers             player             7(a)
betting         place_wagers             player             7(d)(2) 1:pot-wager
hand            deal_hands               dealer             9(b)
automated_shoe  deal_hands               dealer             10(b)
automated_shoe  rack_stub                dealer             10(c)
""",
    "MA-TCP": """
two_decks       store_other_deck         device             2(b)(3)
two_decks       alternate_decks          dealer             2(b)(4)
two_decks       one_deck_in_rack         dealer             2(b)(5)
opening         inspect                  dealer             4(a) 4(b)
opening         verify_inspection        floorperson        4(b)
opening         spread                   dealer             4(b)
opening         wash                     dealer             4(c)
opening         each_deck                dealer             4(d)
opening         skip_opening             dealer             4(a) 5(b)(2)
shuffle         shuffle                  dealer,device      5(a)
shuffle         load_shoe                device             5(a)
shuffle         device_count             device             7(f)
shuffle         no_cut                   dealer             5(b)(1)
shuffle         cut                      dealer             5(b)(2)
+ 5(c)(1)(i) 5(c)(1)(ii) 5(c)(1)(iii) 5(c)(1)(iv) 5(c)(2)
shuffle         recut                    floorperson        5(d)
shuffle         idle_spread              dealer             5(e)
shuffle         idle_wash                dealer             5(e) 4(c)
betting         place_wagers             player             6(b)
betting         place_wagers             player             12(a)
betting         place_progressive        player             13(a)
betting         stay_seated              player             6(c)
betting         abandon                  floorperson        6(c)
betting         lock_out_device          dealer             13(b)
betting         count_progressive_chips  dealer             13(b)
betting         close_betting            dealer             6(d)
manual_shoe     place_cards              dealer             7(a)
manual_shoe     no_more_bets             dealer             7(b)
manual_shoe     deal_hands               dealer             7(c)
manual_shoe     show_number_of_players   dealer             12(e) 12(c)
manual_shoe     deal_community           dealer             13(g)bis
manual_shoe     rack_stub                dealer             7(d) 1:stub
manual_shoe     count_stub               dealer             7(e) 7(f)
manual_shoe     rack_counted_stub        dealer             7(e)(1)
manual_shoe     misdealt                 dealer             7(e)(2)
manual_shoe     remove_deck              dealer             7(e)(2)#2
hand            device_shuffle_only      dealer             8(b)(1)
hand            hold_cards               dealer             8(b)(2) 8(b)(2)(i) 8(b)(2)(ii)
hand            no_more_bets             dealer             8(b)(3)
hand            deal_hands               dealer             8(c)
hand            show_number_of_players   dealer             12(e) 12(c)
hand            deal_community           dealer             13(g)bis
hand            rack_stub                dealer             8(d)
hand            count_stub               dealer             8(e) 7(e) 7(f)
hand            rack_counted_stub        dealer             8(e) 7(e)(1)
hand            misdealt                 dealer             8(e) 7(e)(2)
hand            remove_deck              dealer             8(e) 7(e)(2)#2
automated_shoe  place_cards              dealer             9(b)(1)
automated_shoe  no_more_bets             dealer             9(b)(2)
automated_shoe  deal_hands               dealer             9(c) 2(c)
automated_shoe  deliver_dealer_stack     dealer             9(c)(1)
automated_shoe  hold_dealer_stack        dealer             9(c)(2) 9(d)
automated_shoe  show_number_of_players   dealer             12(e) 12(c)
automated_shoe  remove_stub              dealer             9(d)
automated_shoe  deal_community           dealer             13(g)bis
automated_shoe  count_stub               dealer             9(e) 7(e) 7(f)
automated_shoe  rack_counted_stub        dealer             9(e) 7(e)(1)
automated_shoe  misdealt                 dealer             9(e) 7(e)(2)
automated_shoe  remove_deck              dealer             9(e) 7(e)(2)#2
""",
}
GROUPS = ("two_decks", "opening", "shuffle", "betting", "manual_shoe", "hand", "automated_shoe")
"""What these lines are about; how a round is completed is another register's."""

Step = tuple[str, str, tuple[str, ...], tuple[str, ...]]
"""Group, name, who, clauses."""


def steps(regulation: str) -> list[Step]:
    """The steps up to the decisions, as the chapter has them."""
    text = OWN[regulation]
    if regulation.startswith("PA"):
        text += PENNSYLVANIA + (WITH_CHIPS if regulation in ("PA-649a", "PA-669a") else WITHOUT_CHIPS)
    found = []
    for line in filter(None, text.replace("\n+", "").splitlines()):
        group, do, who, *clauses = line.split()
        found.append((group, do, tuple(who.split(",")), tuple(f"{regulation}.{one}" for one in clauses)))
    return found


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
