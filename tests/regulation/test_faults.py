"""A small change of a real regulation file's text is refused, with a message that names the place."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from feltlaw.regulation import RegulationError, read_regulation, regulation_ids

PRIME, STUD, SAIGON, TCP, MASS = "PA-679a", "PA-669a", "PA-680a", "PA-649a", "MA-TCP"


def text_of(regulation: str) -> str:
    return (files("feltlaw") / "regulation" / "data" / f"{regulation}.toml").read_text(encoding="utf-8")


def changed(regulation: str, old: str, new: str) -> str:
    text = text_of(regulation)
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {regulation}"
    return text.replace(old, new)


@pytest.mark.parametrize("regulation", regulation_ids())
def test_the_files_themselves_are_read(regulation: str) -> None:
    assert read_regulation(text_of(regulation)).id == regulation


PRIME_ROWS = 'rows = { player_and_dealer = "4 to 1", player = "3 to 1" }'
PRIME_TABLE = 'clause = "PA-679a.12(d)"\n' + PRIME_ROWS
ALL_SIX_E = "six_card_royal_flush_of_diamonds = "
OTHER_SUITS = "".join(
    f'six_card_royal_flush_of_{suit} = "9 to 1", ' for suit in ("clubs", "hearts", "spades")
)
PAIR_A = 'straight_with_2 = "12 to 1", flush_with_2 = "6 to 1", pair_with_2 = "1 to 1" }'
OPTIONAL = 'mini_royal = { key = "mini_royal", at_least = "40 to 1", '
SPADES = 'mini_royal_of_spades = { pays = "100% of meter", clause = ["PA-669a.12(e)(1)", '
FOURTH = '{ what = "fourth", cards = 1, wagers = ["pair_bonus"], unless = "community_card", '
RECUT = '{ do = "recut", by = "floorperson", when = "manual_or_preshuffled", '
JAM = 'shuffler_jam = { round = "stands", cards = "reshuffle", '
OPTION = '[options."cards.shuffler_loads_shoe"]\nkind = "choice"\nvalues = [false, true]\ndefault = false\n'
LUCKY = 'five_card_hand_bonus_player = "PA-649a.1:lucky-bonus(i)"'
COMPULSORY = 'compulsory = { rule = "compulsory", first = "ante", second = "pair_plus", ratio = "5", '

CITATIONS = [
    (PRIME, PRIME_TABLE, PRIME_ROWS, "wager.prime.paytables.only: 'clause' is missing"),
    (
        STUD,
        SPADES,
        SPADES.replace("clause", "clauses"),
        "wager.three_card_progressive.paytables.only.rows.mini_royal_of_spades: 'clause' is missing",
    ),
    (
        PRIME,
        'clause = "PA-679a.12(d)"',
        "clause = []",
        "paytables.only.clause: at least one clause is wanted",
    ),
    (PRIME, 'clause = "PA-679a.12(d)"', "clause = 12", "paytables.only: a clause is written in quotes"),
    (PRIME, '"PA-679a.12(d)"', '"PA-679a.12(z)"', "only: there is no clause PA-679a.12(z) in the register"),
    (PRIME, '"PA-679a.12(d)"', '"679a.12(d)"', "paytables.only: '679a.12(d)' is not a citation"),
    (PRIME, '"PA-679a.12(d)"', '"PA-669a.12(d)"', "only: PA-669a.12(d) is a clause of another regulation"),
    (
        PRIME,
        '["I-80"]',
        '["I-980"]',
        "wager.pair_bonus.paytables.A: there is no clause I-980 in the register",
    ),
    (PRIME, 'interpretation = ["I-04"]', 'interpretation = ["I-4"]', "three_card: write I-04, not I-4"),
    (
        PRIME,
        'mixed = "PA-679a.11(d)(1)(i)"',
        'mixed = "x"',
        "ranking.same_color.shapes: 'x' is not a citation",
    ),
    *(
        (PRIME, f'{key} = "PA-679a.11(d)(1)({at})"\n', "", "wager.prime: 'won' and 'lost' say which clauses")
        for key, at in (("won", "ii"), ("lost", "i"))
    ),
]

KEYS = [
    (PRIME, "[seats]\n", "[surprise]\nmost = 6\n[seats]\n", "the file: unknown key 'surprise'"),
    (PRIME, 'id = "PA-679a"', 'id = "PA-679a"\nsurprise = 1', "regulation: unknown key 'surprise'"),
    (PRIME, "[wager.prime]\n", "[wager.prime]\nsurprise = 1\n", "wager.prime: unknown key 'surprise'"),
    (PRIME, "[seats]\nmost", "[seats]\nleast", "seats: 'most' is missing"),
    (PRIME, "[boxes]\nmost = 6", "[boxes_]\nmost = 6", "the file: 'boxes' is missing"),
]

WORDS = [
    (
        PRIME,
        'kind = "same_color"',
        'kind = "colour"',
        "ranking.same_color.kind: 'colour' is not one of highest",
    ),
    (PRIME, "[ranking.six_card.shapes]\nsix_card_royal_flush", "[ranking.six_card.shapes]\nroyal", "'royal'"),
    (PRIME, '\nmixed = "PA', '\nmix = "PA', "ranking.same_color.shapes: player_and_dealer, player and mixed"),
    (PRIME, 'fourth = "2"', 'fourth = "23"', "ranking.three_card_and_fourth.fourth: '23' is not one of"),
    (PRIME, 'fourth = "2"', 'fourth = ""', "ranking.three_card_and_fourth.fourth: '' is not one of"),
    (
        PRIME,
        'base = "three_card"',
        'base = "six"',
        "three_card_and_fourth.base: no ranking 'six' stands above",
    ),
    (PRIME, 'ranking = "same_color"', 'ranking = "color"', "wager.prime.ranking: 'color' is not one of"),
    (PRIME, 'ranking = "same_color"', 'ranking = ""', "wager.prime.ranking: '' is not one of"),
    (SAIGON, 'kind = "table_minimum"', 'kind = "minimum"', "wager.pot.stake.kind: 'minimum' is not one of"),
    (
        PRIME,
        'kind = "decision", of = "ante"',
        'kind = "decision"',
        "wager.play.stake: 'of' belongs to a stake",
    ),
    (PRIME, 'of = "ante", clause = "PA-679a.11(b)", i', 'of = "anti", clause = "PA-679a.11(b)", i', "'anti'"),
    (SAIGON, 'paid_from = "players"', 'paid_from = "player"', "wager.pot.paid_from: 'player' is not one of"),
    (STUD, 'placed = "progressive_device"', 'placed = "device"', "three_card_progressive.placed: 'device'"),
    (PRIME, 'cards = ["player", "fourth"]', 'cards = ["player", "4th"]', "wager.pair_bonus.cards: '4th'"),
    (
        SAIGON,
        'contest = "pot"',
        'contest = "kitty"',
        "wager.pot.contest: 'kitty' is not one of against_dealer",
    ),
    (PRIME, 'kind = "bonus"', 'kind = "bonuses"', "award.bad_beat_bonus.kind: 'bonuses' is not one of bonus"),
    (
        PRIME,
        'stake_of = "play"',
        'stake_of = "plays"',
        "award.bad_beat_bonus.stake_of: 'plays' is not one of",
    ),
    (
        STUD,
        'what = "full_meter"',
        'what = "meter"',
        "three_card_progressive.by_hand.what: 'meter' is not one of",
    ),
    (
        PRIME,
        FOURTH,
        FOURTH.replace("fourth", "4th"),
        "deal.extra[0].what: '4th' is not one of community, fourth",
    ),
    (PRIME, FOURTH, FOURTH.replace("community_card", "never"), "deal.extra[0].unless: 'never' is not one of"),
    (PRIME, RECUT, RECUT.replace("recut", "cut_again"), "steps.shuffle[5].do: 'cut_again' is not one of"),
    (PRIME, RECUT, RECUT.replace("floorperson", "boss"), "steps.shuffle[5].by: 'boss' is not one of dealer"),
    (PRIME, RECUT, RECUT.replace("manual_or_preshuffled", ""), "steps.shuffle[5].when: '' is not one of"),
    (PRIME, "\nbetting = [", "\nbets = [", "steps: unknown key 'bets'"),
    (
        PRIME,
        '{ shows = "payout_limit"',
        '{ shows = "limit"',
        "layout.items[6].shows: 'limit' is not one of areas",
    ),
    (PRIME, JAM, JAM.replace("shuffler_jam", "jam"), "irregularity: 'jam' is not one of card_face_up"),
    (
        PRIME,
        JAM,
        JAM.replace("stands", "goes on"),
        "irregularity.shuffler_jam.round: 'goes on' is not one of",
    ),
    (
        PRIME,
        JAM,
        JAM.replace('"reshuffle"', '"burn"'),
        "irregularity.shuffler_jam.cards: 'burn' is not one of",
    ),
    (PRIME, OPTION, OPTION.replace("choice", "flag"), "options.\"cards.shuffler_loads_shoe\".kind: 'flag'"),
    (PRIME, "\nautomated = { text", "\nautomatic = { text", "shuffle: 'automatic' is not one of manual"),
    (PRIME, "\nhand = { text", "\nhands = { text", "dealing: 'hands' is not one of manual_shoe"),
    (
        PRIME,
        'needs = ["automated", "c',
        'needs = ["machine", "c',
        "dealing.hand.needs: 'machine' is not one of",
    ),
    (
        TCP,
        COMPULSORY,
        COMPULSORY.replace('"compulsory"', '"both"'),
        "versions.compulsory.rule: 'both' is not",
    ),
    (TCP, LUCKY, LUCKY.replace("hand_bonus_player", "hand"), "award.lucky_bonus.by_stake: 'five_card_hand_"),
    (TCP, LUCKY, f'{LUCKY}, ante = "PA-649a.12(a)"', "award.lucky_bonus.by_stake: unknown key 'ante'"),
    (MASS, 'alike = ["paytable"', 'alike = ["payout"', "linked.alike: 'payout' is not one of amount"),
]

ROWS = [
    (PRIME, 'player = "3 to 1" }', 'player = "3 to 1", player = "4 to 1" }', "does not parse"),
    (
        PRIME,
        PAIR_A,
        PAIR_A.replace(" }", ', pair = "1 to 1" }'),
        "wager.pair_bonus: row 'pair' stands in two tables",
    ),
    (
        PRIME,
        ALL_SIX_E,
        OTHER_SUITS + ALL_SIX_E,
        "paytable E has a row 'six_card_royal_flush' that no hand can reach",
    ),
    (
        PRIME,
        'flush_or_lower = "1',
        'x_or_lower = "1',
        "wager.play: paytable only has a row 'x_or_lower', which ranking",
    ),
    (
        PRIME,
        'player = "3 to 1" }',
        'players = "3 to 1" }',
        "wager.prime: paytable only has a row 'players', which ",
    ),
    (
        STUD,
        'mini_royal = "$125"',
        'mini = "$125"',
        "award.envy_three_card.schedules[1]: paytable $5 has a row 'mini'",
    ),
    (
        TCP,
        OPTIONAL,
        OPTIONAL.replace("mini_royal", "mini", 1),
        "wager.pair_plus: paytable A has a row 'mini', which",
    ),
    (PRIME, 'player = "3 to 1" }', 'player = "3:1" }', "only.rows.player: '3:1' is not a payout"),
    (PRIME, 'player = "3 to 1" }', 'player = "lose" }', "only.rows.player: a losing hand has no row"),
    (PRIME, PRIME_ROWS, "rows = {}", "wager.prime.paytables.only: a paytable has rows"),
    (
        STUD,
        'mini_royal = "$125"',
        'mini_royal = "5 to 1"',
        "envy_three_card.schedules[1]: envy is a fixed sum",
    ),
    (TCP, OPTIONAL, OPTIONAL.replace("to", "for"), "pair_plus.optional_rows.mini_royal.at_least: odds like"),
    (
        PRIME,
        "[wager.prime.paytables.only]",
        "[wager.prime.paytable]",
        "prime: there is neither a contest nor a paytable",
    ),
    (PRIME, 'at_least = "$50,000"', 'at_least = "50,000"', "payout_limit.at_least: '50,000' is not a payout"),
    (
        PRIME,
        'at_least = "$50,000"',
        'at_least = "5 to 1"',
        'payout_limit.at_least: a sum like "$50,000" is wanted',
    ),
]

FAULTS = [*CITATIONS, *KEYS, *WORDS, *ROWS]


@pytest.mark.parametrize(("regulation", "old", "new", "says"), FAULTS, ids=[fault[3] for fault in FAULTS])
def test_a_fault_is_refused_with_its_place(regulation: str, old: str, new: str, says: str) -> None:
    with pytest.raises(RegulationError, match=re.escape(says)):
        read_regulation(changed(regulation, old, new))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[regulation]",
        "regulation = 1",
        "x",
        'id = "PA-679a',
        "[wager",
        "\x00",
        "regulation = {}\nwager = []",
    ],
)
def test_what_is_no_regulation_is_refused(text: str) -> None:
    with pytest.raises(RegulationError, match=r"does not parse|is missing|a table is wanted"):
        read_regulation(text)


WITHOUT = [
    pytest.param(regulation, wager, key, marks=pytest.mark.clause(clause), id=f"{regulation}-{wager}-{key}")
    for regulation, wager, clause in (
        (TCP, "three_card_progressive", "PA-649a.11(c)(5)(iii)"),
        (STUD, "three_card_progressive", "PA-669a.11(i)(3)(i)(C)"),
        (MASS, "three_card_progressive", "MA-TCP.13(d)f"),
    )
    for key in ("won", "lost")
]


@pytest.mark.parametrize(("regulation", "wager", "key"), WITHOUT)
def test_a_wager_that_is_validated_is_won_and_lost_by_a_clause(regulation: str, wager: str, key: str) -> None:
    before, head, rest = text_of(regulation).partition(f"[wager.{wager}]\n")
    block, more = re.subn(rf"(?m)^{key} = .*\n", "", rest, count=1)
    assert head and more
    with pytest.raises(RegulationError, match=f"wager.{wager}: 'won' and 'lost' say which clauses"):
        read_regulation(before + head + block)


PAID = [
    pytest.param(regulation, marks=pytest.mark.clause(clause), id=regulation)
    for regulation, clause in (
        (TCP, "PA-649a.11(c)(5)(iii)"),
        (STUD, "PA-669a.11(i)(3)(i)(C)"),
        (MASS, "MA-TCP.13(d)f"),
    )
]


@pytest.mark.parametrize("regulation", PAID)
def test_a_wager_that_is_validated_has_something_that_it_can_win(regulation: str) -> None:
    """Without its paytables, all of them, there is nothing to validate."""
    mine = r"\[wager\.three_card_progressive\.paytables"
    text, many = re.subn(
        rf"(?ms)^{mine}.*?(?=^\[(?!wager\.three_card_progressive\.paytables))", "", text_of(regulation)
    )
    assert many
    says = "wager.three_card_progressive: there is neither a contest nor a paytable"
    with pytest.raises(RegulationError, match=says):
        read_regulation(text)
