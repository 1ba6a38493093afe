"""Parts of a regulation file that do not go together are refused, with a message that names the place."""

from __future__ import annotations

import re

import pytest

from feltlaw.regulation import RegulationError, read_regulation
from tests.regulation.test_faults import COMPULSORY, MASS, OPTION, PRIME, SAIGON, STUD, TCP, changed

LEVEL = 'levels.meter = { seed = 1000, rate = "14%", clause = "PA-669a.12(e)(3)", '
HIGHER = 'higher = { pays = "1 to 1", clause = ["PA-679a.11(c)(3)(ii)", "PA-679a.12(a)"] }\n'
BAD_BEAT = 'bad_beat = { pays = "lose", clause = "PA-679a.11(c)(3)(iv)" }\n'
SETTLE_PRIME = '    { settle = "prime", clause = "PA-679a.11(d)" },\n'
VOID = 'option = { key = "settlement.exposed_dealer_card", value = "void", round = "void" }'
OPTIONAL_BONUS = 'mini_royal = { key = "mini_royal", at_least = "5 to 1", versions = ["optional"], '
CHANCE = '[options."wagers.five_card_hand_bonus.magic_card_chance"]\nkind = "chance"\ndefault = "1/20"\n'

METERS = [
    (
        STUD,
        LEVEL,
        LEVEL.replace("seed", 'open = ["jackpot"], seed'),
        "levels.meter.open: 'jackpot' is not one of",
    ),
    (
        STUD,
        LEVEL,
        LEVEL.replace("levels.meter", "levels.major"),
        "only: the rows pay from ['meter'], the levels are ['major']",
    ),
    (STUD, "levels.meter = {", "# levels.meter = {", "only: the rows pay from ['meter'], the levels are []"),
    (STUD, '"100% of meter"', '"500 for 1"', "only: the rows pay from [], the levels are ['meter']"),
    (
        STUD,
        '"100% of meter"',
        '"100% of jackpot"',
        "rows.mini_royal_of_spades.pays: '100% of jackpot': write 1% to",
    ),
    (STUD, LEVEL, LEVEL.replace("14%", "14"), "only.levels.meter.rate: '14' is not a rate"),
    (STUD, LEVEL, LEVEL.replace("1000", "1000.5"), "only.levels.meter.seed: a whole number is wanted"),
    (STUD, LEVEL, LEVEL.replace("1000", "-1"), "only.levels.meter.seed: a whole number is wanted"),
    (
        STUD,
        'meter = "three_card_progressive"\n',
        "",
        "wager.three_card_progressive: a meter belongs to paytables",
    ),
    (
        PRIME,
        "[wager.prime]\n",
        '[wager.prime]\nmeter = "prime"\n',
        "wager.prime: a meter belongs to paytables with levels",
    ),
]

SETTLEMENT = [
    (PRIME, HIGHER, "", "wager.ante.outcomes: against_dealer has dealer_does_not_qualify, higher"),
    (PRIME, HIGHER, HIGHER.replace("higher", "above"), "wager.ante.outcomes: against_dealer has"),
    (
        PRIME,
        HIGHER,
        HIGHER.replace("1 to 1", "one"),
        "wager.ante.outcomes.higher.pays: 'one' is not a payout",
    ),
    (PRIME, HIGHER, HIGHER.replace("1 to 1", "paytable"), "wager.ante.outcomes.higher: there is no paytable"),
    (PRIME, BAD_BEAT, "", "contest.against_dealer: 'bad_beat' goes with that outcome of ante"),
    (
        PRIME,
        "[wager.prime.paytables.only]",
        "[wager.prime.outcomes]\n" + HIGHER + "[wager.prime.paytables.only]",
        "wager.prime.outcomes: a wager without contest has none",
    ),
    (PRIME, SETTLE_PRIME, "", "settlement: every wager and award is settled once; look at prime"),
    (
        PRIME,
        SETTLE_PRIME,
        SETTLE_PRIME * 2,
        "settlement: every wager and award is settled once; look at prime",
    ),
    (
        PRIME,
        SETTLE_PRIME,
        SETTLE_PRIME.replace('"prime"', '"primes"'),
        "settlement.each_player[3].settle: 'primes'",
    ),
    (PRIME, "after_all = []", 'after_all = [{ settle = "ante", clause = "PA-679a.11(d)" }]', "look at ante"),
]

AGREEMENT = [
    (
        PRIME,
        "[wager.prime]\n",
        '[wager.prime]\nsection = "primes"\n',
        "wager.prime: unknown section 'primes'",
    ),
    (
        PRIME,
        "[contest.against_dealer]",
        "[contest.showdown]",
        "wager.ante: contest.against_dealer is missing",
    ),
    (
        SAIGON,
        "[contest.pot]",
        '[contest.kitty]\nranking = "point_count"\nclause = "PA-680a.11(f)"\n[contest.pot]',
        "contest.kitty: no wager",
    ),
    (
        PRIME,
        'qualifier = "queen_high"',
        'qualifier = "king_high"',
        "ranking three_card has no threshold 'king_high'",
    ),
    (
        PRIME,
        'qualifier = "queen_high"\n',
        "",
        "contest.against_dealer: a qualifier belongs to against_dealer",
    ),
    (SAIGON, "half_points = 5\n", "", "contest.showdown: half_points belong to a showdown"),
    (
        PRIME,
        'bad_beat = "bad_beat_bonus"',
        'bad_beat = "bad_luck"',
        "contest.against_dealer.bad_beat: 'bad_luck' is not",
    ),
    (
        PRIME,
        'on_outcome = "bad_beat"',
        'on_outcome = "beaten"',
        "award.bad_beat_bonus: play has no outcome 'beaten'",
    ),
    (
        PRIME,
        'chosen_by = { section = "play"',
        'chosen_by = { section = "plays"',
        "bonus.chosen_by: unknown section 'plays'",
    ),
    (
        PRIME,
        OPTION,
        OPTION.replace("cards.", "card."),
        "options.\"card.shuffler_loads_shoe\": no section 'card'",
    ),
    (
        PRIME,
        'needs = { deal = "automated_shoe", ',
        'needs = { deals = "automated_shoe", ',
        "needs: unknown key 'deals'",
    ),
    (
        PRIME,
        'needs = { deal = "automated_shoe", ',
        'needs = { deal = "shoe", ',
        "needs.deal: 'shoe' is not one of",
    ),
    (
        PRIME,
        OPTION,
        OPTION.replace("default = false", "default = 7"),
        'loads_shoe": the default is not one of the values',
    ),
    (
        SAIGON,
        VOID,
        VOID.replace("settlement.", "cards."),
        "dealer_card_exposed: no option 'cards.exposed_dealer_card'",
    ),
    (
        SAIGON,
        VOID,
        VOID.replace('value = "void"', 'value = "x"'),
        "no option 'settlement.exposed_dealer_card' that can be x",
    ),
    (
        TCP,
        OPTIONAL_BONUS,
        OPTIONAL_BONUS.replace('["optional"]', '["free"]'),
        "award.ante_bonus: no version 'free'",
    ),
    (TCP, "ante_covers_half = {", "ante_covers_part = {", "award.ante_bonus: no version 'ante_covers_half'"),
    (
        TCP,
        'option = "magic_card"',
        'option = "magic"',
        "award.magic_card: no option 'magic' of five_card_hand_bonus",
    ),
    (TCP, CHANCE, CHANCE.replace("1/20", "1/0"), "magic_card_chance\".default: '1/0' is not a chance"),
    (MASS, 'paytables = ["PTMGL04"]', 'paytables = ["PTMGL03"]', "multi_game_link has no paytable 'PTMGL03'"),
    (
        STUD,
        'kind = "envy"',
        'kind = "bonus"',
        "award.envy_three_card: envy has schedules, every other award has",
    ),
    (
        STUD,
        'kind = "envy"',
        'kind = "magic_card"',
        "award.envy_three_card: a ranking belongs to awards for a hand",
    ),
    (
        TCP,
        COMPULSORY,
        COMPULSORY.replace('"5"', '"5/0"'),
        'versions.compulsory.ratio: write a ratio like "1/2"',
    ),
]

RANKINGS = [
    (
        PRIME,
        'lowest = "Qc 3d 2h"',
        'lowest = "Qc 3d 2x"',
        "ranking.three_card.thresholds.queen_high.lowest: '2x' in",
    ),
    (
        PRIME,
        'lowest = "Qc 3d 2h"',
        'lowest = "Qc 3d"',
        "ranking three_card: threshold queen_high is not one of its",
    ),
    (
        SAIGON,
        'cards = "TJQK"',
        'cards = "TJQ"',
        "ranking point_count: every rank 23456789TJQKA needs one value",
    ),
    (
        SAIGON,
        'cards = "TJQK"',
        'cards = "9TJQK"',
        "point_count.values[1]: rank '9' is unknown or has a value already",
    ),
    (
        SAIGON,
        "points = 10",
        'points = "face"',
        "ranking.point_count.values[1].points: a whole number is wanted",
    ),
    (SAIGON, "points = [3, 6, 9]", "points = 3", "ranking.point_count.values[3].points: a list is wanted"),
    (
        SAIGON,
        "totals = [10, 20, 30]",
        'totals = ["ten"]',
        "point_count.qualifying.totals: a whole number is wanted",
    ),
]

FAULTS = [*METERS, *SETTLEMENT, *AGREEMENT, *RANKINGS]


@pytest.mark.parametrize(("regulation", "old", "new", "says"), FAULTS, ids=[fault[3] for fault in FAULTS])
def test_a_disagreement_is_refused_with_its_place(regulation: str, old: str, new: str, says: str) -> None:
    with pytest.raises(RegulationError, match=re.escape(says)):
        read_regulation(changed(regulation, old, new))
