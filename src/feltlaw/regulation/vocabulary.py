"""The closed vocabulary of the regulation files. A word that is not here is refused by the loader."""

from __future__ import annotations

SHUFFLES = ("manual", "automated", "continuous")
DEALS = ("manual_shoe", "hand", "automated_shoe")

OFFERED = ("always", "if_submitted")
PLACED = ("layout", "progressive_device", "electronic_system")
PAID_FROM = ("inventory", "game_account", "players")
"""`inventory` is the table inventory container, `players` the players' own money."""
CARDS = ("player", "dealer", "community", "fourth", "every_hand")
"""Groups of cards a wager may be read from; `every_hand` is each hand at the table, the dealer's too."""

STAKES = {
    "limits": "between the wager's minimum and maximum",
    "fixed": "one fixed amount",
    "equal": "as much as another wager",
    "table_minimum": "exactly the table minimum",
    "decision": "made by a decision after the deal, as a multiple of another wager",
}

CONTESTS: dict[str, tuple[str, ...]] = {
    "against_dealer": ("dealer_does_not_qualify", "higher", "equal", "lower", "bad_beat"),
    "showdown": (
        "neither_qualifies",
        "only_player_qualifies",
        "only_player_qualifies_with_half_points",
        "only_dealer_qualifies",
        "higher",
        "higher_with_half_points",
        "equal",
        "lower",
    ),
    "pot": ("highest", "tied", "not_highest"),
}
"""What each contest can say happened. `bad_beat` may be left out where a game has no such bonus."""

AWARDS = {
    "bonus": "paid on a wager for the player's own hand",
    "envy": "paid for another player's hand",
    "magic_card": "paid when a randomly drawn card matches",
    "lucky_position": "paid when a randomly drawn position is the player's, or the dealer's",
}

VALIDATED = ("all", "high")
"""`high`: percentages of a meter and the rows it names."""
BY_HAND = ("full_meter", "percentage")

ACTORS = ("dealer", "floorperson", "player", "device")

CONDITIONS: dict[str, str] = {
    "always": "always",
    "manual_shoe": "cards are dealt from a manual shoe",
    "automated_shoe": "cards are dealt from an automated shoe",
    "hand": "cards are dealt from the hand",
    "continuous": "a continuous reshuffling device is used",
    "shuffler": "a shuffling device is used",
    "two_decks": "two decks are used",
    "progressive": "a progressive wager is offered",
    "linked": "a meter is shared with other tables",
    "electronic_system": "a wager is made through the electronic wagering system",
    "every_hand": "a wager on the highest hand at the table is offered",
    "fourth_card_wager": "a wager with a fourth card is offered",
    "five_card_hand": "a wager on five-card hands with community cards is offered",
    "among_players": "a wager that players make against each other is required",
    "two_jokers": "decks are made with two jokers",
    "community_card": "one community card stands in for all fourth cards",
    "fourth_card": "each such wager gets a fourth card of its own",
    "fourth_card_from_stub": "each such wager gets a fourth card, and the shoe gives stacks of three",
    "fourth_card_in_stack": "each such wager gets a fourth card, and the shoe gives stacks of four",
    "three_card_stacks": "the shoe gives stacks of three",
    "four_card_stacks": "the shoe gives stacks of four",
    "dealer_stack_held": "the dealer's stack stays in the shoe under the cover card",
    "dealer_stack_delivered": "the dealer's stack is delivered under the cover card",
    "shuffler_loads_shoe": "the shuffler loads the shoe",
    "shuffler_counts_cards": "the shuffler counts the cards",
    "no_counting_shuffler": "no counting shuffler is used",
    "by_step": "the dealer settles step by step",
    "by_player": "the dealer settles player by player",
    "machine_shuffled": "the cards were shuffled by a device",
    "manual_or_preshuffled": "the cards were shuffled by hand or preshuffled",
    "preshuffled": "the decks come preinspected and preshuffled",
    "idle": "the table is open without gaming activity",
    "player_left": "a player left in mid-round",
    "wrong_count": "the stub count is wrong",
    "jackpot": "a progressive award is won",
}
"""When a step, an approval or a layout item applies. Those up to `by_player` follow from the submission."""

STEP_GROUPS = ("two_decks", "opening", "shuffle", "betting", "manual_shoe", "hand", "automated_shoe", "round")

STEPS: dict[str, str] = {
    "store_other_deck": "keep the second deck in the shuffler",
    "alternate_decks": "use the decks in turn",
    "one_deck_in_rack": "one deck in the rack at a time",
    "inspect": "inspect the cards",
    "verify_inspection": "verify the inspection",
    "spread": "spread the cards for the first player",
    "wash": "wash, stack and shuffle",
    "each_deck": "open each deck on its own",
    "skip_opening": "skip the opening of preshuffled decks",
    "remove_joker": "take the second joker out",
    "shuffle": "shuffle into one stack",
    "load_shoe": "the shuffler loads the shoe",
    "device_count": "the shuffler counts the deck",
    "no_cut": "no cut after a machine shuffle",
    "cut": "cut the cards",
    "recut": "order a recut",
    "idle_spread": "spread the cards at an idle table",
    "idle_wash": "wash again after the idle spread",
    "continuous": "use the reshuffling device",
    "place_wagers": "place wagers",
    "place_progressive": "place a progressive wager on its device",
    "lock_out_device": "refuse progressive wagers after the call",
    "stay_seated": "stay seated",
    "abandon": "decide on a departed player's wagers",
    "close_betting": "close the betting",
    "place_cards": "put the cards in the shoe",
    "device_shuffle_only": "deal from the hand only after a machine shuffle",
    "hold_cards": "hold the cards in one hand",
    "no_more_bets": "call no more bets",
    "count_progressive_chips": "count the progressive chips against the accepted wagers",
    "draw_and_place": "draw with the nearer hand, place with the other",
    "deal_hands": "deal the hands",
    "deal_extra": "deal the fourth cards",
    "deal_community": "deal the community cards",
    "set_fourth_aside": "set the fourth card aside",
    "rack_top_card": "rack the spare top card",
    "hold_dealer_stack": "leave the dealer's stack under the cover card",
    "deliver_dealer_stack": "deliver the dealer's stack under the cover card",
    "show_number_of_players": "the shuffler shows the Cover All payouts",
    "remove_stub": "take the stub out of the shoe",
    "rack_stub": "rack the stub",
    "count_stub": "count the stub",
    "rack_counted_stub": "rack the counted stub",
    "misdealt": "void the round after a misdeal",
    "remove_deck": "void the round and remove the deck",
    "examine": "look at the cards",
    "own_hand": "touch only one's own hand",
    "keep_in_view": "keep the cards in view",
    "no_talking": "say nothing about the hand",
    "decide": "make the decision",
    "set_hand": "set the hands",
    "collect_forfeits": "collect forfeited wagers and cards",
    "reveal_dealer": "reveal the dealer's cards",
    "reveal_community": "reveal a community card",
    "settle_players": "settle the players in turn",
    "turn_up_player": "turn up the player's cards",
    "read_player": "read the player's hand",
    "reveal_fourth": "reveal the fourth card",
    "collect_losers": "collect the losing wagers",
    "pay_winners": "pay the winning wagers",
    "collect_hands": "collect the hands",
    "leave_exposed": "leave a hand face up",
    "settle_cover_all": "settle Cover All",
    "verify_win": "verify a winning hand",
    "verify_light": "verify the light of the progressive system",
    "call_floorperson": "call a floorperson",
    "validate": "validate the award",
    "hold_jackpot_cards": "leave the winner's cards until the papers are done",
    "settle_envy": "pay envy",
    "settle_pot": "settle the Pot",
    "end_game": "end the game on the progressive system",
    "rack_cards": "rack the cards in order",
}

PHYSICAL_STEPS = frozenset({"draw_and_place", "hold_cards", "own_hand", "keep_in_view"})
"""How hands are held while the game goes on: there is no moment at which a program could check or record it.
Every other step is an act that it can ask for, refuse out of order and write down."""

WAYS = ("turned_up_on_arrival", "cover_card_to_rack", "under_cover_card", "at_once", "when_directed")
"""How a step is done where regulations differ: the idle spread, the cover card of a cut, the dealer's stack,
the forfeits; a shuffle also when a floorperson directs it."""

LAYOUT = (
    *("name", "areas", "card_areas", "odds", "words", "limits", "multiples", "fold", "payout_limit"),
    "equipment",
)
PLACES = ("seat", "middle", "before_inventory", "dealer_right")
"""Where an area lies: at each seat, in the middle, before the table inventory, to the dealer's right."""
SHOWN_ON = ("layout", "sign")
EQUIPMENT: dict[str, str] = {
    "inventory": "Table inventory container",
    "drop_box": "Drop box",
    "tip_box": "Tip box",
    "discard_rack": "Discard rack",
    "shuffler": "Shuffler",
    "progressive_system": "Progressive meter",
    "wager_device": "Progressive wagering device",
    "lock_out": "Lock-out",
    "keypad": "Keypad",
    "electronic_system": "Electronic wagering system",
}

IRREGULARITIES = (
    "card_face_up",
    "cards_face_up",
    "card_drawn_in_error",
    "wrong_number_of_cards",
    "dealer_card_exposed",
    "community_card_exposed",
    "shuffler_jam",
    "shoe_jam",
    "wrong_deck_count",
    "device_out_of_order",
)
SIGNS = ("covered", "signed", "removed")
"""What is done with a device that is out of order before another method is used."""
ROUND_ENDS = ("stands", "void", "partly_settled")
CARDS_GO = ("none", "discard_card", "use_next", "reshuffle", "remove_deck")

OPTION_KINDS = ("choice", "chance", "seconds")
EXTRA_CARDS = ("fourth", "community")
VERSION_RULES = ("free", "covers", "compulsory")
LINKED = ("paytable", "amount", "decks")
