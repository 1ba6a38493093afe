"""Which functions read and apply each part of a regulation's data.

A place in the data is written as words: `wager.ante.outcomes.higher`, `steps.round.decide`. `*` stands for
any word, and the pattern that follows a place farthest counts. To add code that applies a part, add it here;
the tests see to it that every name exists and every place of the data has a pattern.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from feltlaw.ranking.shapes import SHAPES
from feltlaw.regulation import load, regulation_ids
from feltlaw.regulation.place import Place
from feltlaw.table import RULES

SETTLE = "settlement.wagers:settle_wager"
AWARD = "settlement.awards:settle_award"
ROUND = "settlement.order:settle_round"

DEALT = ("deal_hands", "deal_extra", "deal_community")
"""The steps of one command."""


def rules() -> dict[str, tuple[str, ...]]:
    """For each step that is a command of its own: when it may be, what it comes to, what it leaves."""
    found: dict[str, dict[str, None]] = {}
    for do, rule in RULES.items():
        steps = (rule.step,) if rule.step and isinstance(rule.step, str) else DEALT if do == "deal" else (do,)
        for function in (rule.when, rule.decide, rule.apply, rule.ways):
            name = f"{function.__module__}:{function.__qualname__}".removeprefix("feltlaw.")
            if "<" not in name and name != "table.rule:stays":
                for step in steps:
                    found.setdefault(f"steps.*.{step}", {})[name] = None
    cited = {step.do for one in regulation_ids() for step in load(one).steps}
    return {path: tuple(some) for path, some in found.items() if path.rpartition(".")[2] in cited}


LAW: dict[str, tuple[str, ...]] = {
    "seats": ("round.betting:check_seat",),
    "boxes": ("round.betting:check_table", "submission.check:check"),
    "layout": ("regulation.load:load",),
    "deck": ("round.read:read_round", "submission.cards:read_cards"),
    "deck.cover_card": ("submission.cards:read_cards",),
    "deck.change": ("table.opening:too_old", "table.shuffling:_placed"),
    "deck.second": ("submission.cards:read_cards",),
    "shuffle": ("submission.cards:read_cards",),
    "dealing": ("submission.cards:read_cards",),
    "approvals": ("submission.check:check",),
    "ranking": ("ranking.poker:Poker.read",),
    "ranking.*.card_order": ("ranking.shapes:spread",),
    "ranking.*.ace_low": ("ranking.shapes:straight", "ranking.shapes:straight_flush"),
    "ranking.*.ties": ("ranking.poker:Poker.rank",),
    "ranking.*.thresholds": ("ranking.poker:Poker.threshold",),
    **{f"ranking.*.shapes.{name}": (f"ranking.shapes:{one.find.__name__}",) for name, one in SHAPES.items()},
    "ranking.same_color": ("ranking.kinds:SameColor.read",),
    "ranking.same_color.shapes": ("ranking.kinds:SameColor.read",),
    "ranking.three_card_and_fourth": ("ranking.kinds:WithFourth.read",),
    "ranking.highest_hand": ("ranking.kinds:Highest.read",),
    "ranking.point_count": ("ranking.points:PointCount.points",),
    "ranking.point_count.values": ("ranking.points:PointCount.values",),
    "ranking.point_count.qualifying": ("ranking.points:PointCount.qualifies",),
    "versions": ("round.betting:check_box", "submission.check:check"),
    "wager": ("round.betting:offered_wager", "submission.wagers:read_offered"),
    "wager.*.won": (SETTLE,),
    "wager.*.lost": (SETTLE,),
    "wager.*.shared": (SETTLE,),
    "wager.*.posted": ("submission.paytables:read_tables",),
    "wager.*.stake": ("round.betting:check_amount", "submission.wagers:read_offered"),
    "wager.*.requires": ("round.betting:check_box",),
    "wager.*.on_fold": ("settlement.payout:keeps",),
    "wager.*.on_surrender": ("settlement.payout:keeps",),
    "wager.*.outcomes": ("settlement.reckoning:Reckoning.outcome", SETTLE),
    "wager.pot.outcomes": ("settlement.pot:settle_pot",),
    "wager.*.chosen_by": ("submission.paytables:read_tables",),
    "wager.*.optional_rows": ("submission.paytables:read_tables",),
    "wager.*.paytables": ("paytable:Paytable.pick", SETTLE),
    "wager.*.paytables.*.levels": (
        "meter:Level.contribute",
        "meter:Level.pay",
        "round.read:start_meters",
        "submission.meters:read_levels",
    ),
    "wager.*.always": ("paytable:Paytable.plus", SETTLE),
    "wager.*.validated": ("regulation.wagers:read_wagers",),
    "wager.*.by_hand": ("settlement.payout:is_by_hand",),
    "award": (AWARD,),
    "award.*.chosen_by": ("submission.paytables:read_tables",),
    "award.*.optional_rows": ("submission.paytables:read_tables",),
    "award.*.paytables": ("paytable:Paytable.pick", AWARD),
    "award.*.folded_holder": (AWARD, "settlement.reckoning:Reckoning.is_shown"),
    "payout_limit": ("settlement.finish:Finish.line", "submission.payout_limit:lowest_limit"),
    "deal": ("round.dealing:check_cards",),
    "deal.to": ("round.betting:check_box",),
    "deal.extra": ("round.dealing:extra_cards",),
    "contest.against_dealer": ("contest:against_dealer",),
    "contest.showdown": ("contest:showdown",),
    "contest.pot": ("contest:pot", "settlement.pot:settle_pot"),
    "coupon": ("round.betting:check_coupon", "settlement.finish:Finish.line"),
    "decisions": ("round.deciding:decide_all",),
    "options": ("submission.options:read_options",),
    "options.breakage_unit": ("settlement.payout:pay", "submission.options:read_options"),
    "options.exposed_dealer_card": ("irregularity:round_end", "submission.options:read_options"),
    "options.misset_hand": ("round.setting:is_misset", "submission.options:read_options"),
    "options.qualifying_only": ("settlement.pot:settle_pot", "submission.options:read_options"),
    "options.folded_hands_count": (
        "settlement.reckoning:Reckoning.counts_at_table",
        "submission.options:read_options",
    ),
    "options.order": (ROUND, "submission.options:read_options"),
    "steps": ("regulation.load:load",),
    "steps.*.store_other_deck": ("table.shuffling:_placed",),
    "steps.*.alternate_decks": ("table.racking:_after_end",),
    "steps.*.one_deck_in_rack": ("table.shuffling:_placed",),
    "steps.*.each_deck": ("table.shuffling:not_ready",),
    "steps.*.load_shoe": ("table.shuffling:into_the_shoe",),
    "steps.*.device_count": ("table.shuffling:_shuffle", "table.shuffling:_shuffled"),
    "steps.*.no_cut": ("table.shuffling:_no_cut", "table.shuffling:not_ready"),
    "steps.*.continuous": ("table.shuffling:_no_cut", "table.idle:_no_spread"),
    "steps.*.lock_out_device": ("table.closing:_close", "table.closing:_closed"),
    "steps.*.rack_stub": ("table.stub:_racked",),
    "steps.*.rack_counted_stub": ("table.stub:_counted",),
    "steps.*.device_shuffle_only": ("submission.cards:read_cards", "table.devices:_instead"),
    "steps.*.examine": ("table.deciding:_not_now",),
    "steps.*.own_hand": ("table.deciding:_turn",),
    "steps.*.verify_light": ("table.checking:_verify", "table.checking:_resolve"),
    "steps.*.call_floorperson": ("table.checking:_call",),
    "steps.*.show_number_of_players": ("table.dealing:players_shown",),
    "steps.*.hold_dealer_stack": ("table.deliveries:is_held",),
    "steps.*.leave_exposed": (
        "settlement.exposing:left_exposed",
        "settlement.awards:gives_envy",
        "table.settling:_collected",
    ),
    "steps.*.collect_hands": ("table.settling:_collected", "table.settling:_racks_each"),
    "steps.*.end_game": ("table.racking:_after_end",),
    "steps.*.place_wagers": ("round.betting:check_box",),
    "steps.*.place_progressive": ("round.betting:check_box",),
    "steps.*.abandon": ("round.read:read_round", "round.rulings:ruling_cite"),
    "steps.*.deal_hands": ("round.dealing:check_cards",),
    "steps.*.deal_extra": ("round.dealing:extra_cards",),
    "steps.*.deal_community": ("round.dealing:extra_cards",),
    "steps.*.misdealt": ("irregularity:find_irregularity", "irregularity:round_end"),
    "steps.*.remove_deck": ("irregularity:find_irregularity", "irregularity:round_end"),
    "steps.*.no_talking": ("round.rulings:ruling_cite",),
    "steps.*.decide": ("round.deciding:decide_all",),
    "steps.*.set_hand": ("round.setting:corrected",),
    "steps.*.settle_players": (ROUND,),
    "steps.*.read_player": ("settlement.reckoning:Reckoning.read",),
    "steps.*.collect_losers": (SETTLE,),
    "steps.*.pay_winners": (SETTLE,),
    "steps.*.settle_cover_all": (SETTLE,),
    "steps.*.settle_envy": (AWARD,),
    "steps.*.settle_pot": ("settlement.pot:settle_pot",),
    "settlement": (ROUND,),
    "irregularity": ("irregularity:find_irregularity", "irregularity:round_end", "round.read:read_round"),
    "only_one_of": ("submission.check:check",),
    "linked": ("submission.linked:check_linked",),
}


PARTS = {path: (*LAW.get(path, ()), *rules().get(path, ())) for path in (*LAW, *rules())}


def paths(place: Place, clause: str) -> list[tuple[str, ...]]:
    """A place as words, once for each key that cites the clause; `clause` itself is not said."""
    words = [word.strip('"') for word in re.findall(r'"[^"]*"|[^."]+', re.sub(r"\[\d+\]", ".*", place.where))]
    if words[-1] == "*":
        named = (place.data.get(key) for key in ("do", "settle", "what", "shows", "key", "name"))
        words[-1] = next((str(name) for name in named if name), "*")
    if words[0] == "options":
        words[-1] = words[-1].rpartition(".")[2]
    keys = citing_keys(place.data, clause) or ["clause"]
    return [tuple(words) if key == "clause" else (*words, key) for key in keys]


def citing_keys(data: Mapping[str, object], clause: str) -> list[str]:
    """The keys of a row under which this clause stands."""
    return [
        key for key, value in data.items() if value == clause or (isinstance(value, list) and clause in value)
    ]


def cited_interpretations(place: Place) -> list[str]:
    """The interpretations beside the clauses of a row."""
    value = place.data.get("interpretation", [])
    return value if isinstance(value, list) else [value]


def functions(place: Place, clause: str) -> list[str]:
    """The functions that read and apply a place, as `feltlaw.module:name`."""
    return [f"feltlaw.{name}" for path in paths(place, clause) for name in PARTS.get(pattern_of(path), ())]


@cache
def pattern_of(path: tuple[str, ...]) -> str:
    """The longest pattern that fits, the plainer one among equals; "" where none does."""
    fitting = (pattern for pattern in PARTS if _fits(pattern.split("."), path))
    return max(fitting, key=lambda one: (one.count("."), -one.count("*")), default="")


def _fits(pattern: list[str], path: tuple[str, ...]) -> bool:
    return len(pattern) <= len(path) and all(
        want in ("*", word) for want, word in zip(pattern, path, strict=False)
    )
