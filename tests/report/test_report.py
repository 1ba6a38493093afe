"""What a par sheet says: every wager with its figures, and what stands behind them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from importlib.metadata import version

import pytest

from feltlaw.mathematics.outcomes import WagerAnalysis, decimal, percent
from feltlaw.register import interpretations
from feltlaw.report import Sheet, par_sheet
from feltlaw.report.assumed import assumed
from feltlaw.report.blocks import Facts, SheetTable
from feltlaw.report.numbers import LONGEST_FRACTION, MINUS, exact, fraction, nets, number, one_in, places_for
from feltlaw.report.words import typeset
from feltlaw.submission import Submission, SubmissionError, check
from tests.support.report_sheets import SUBMISSIONS, analysis, section_words, sheet, submission, tables, words
from tests.support.submissions import REGULATIONS


def section_of(wager: str) -> str:
    return f"wager-{wager.replace('_', '-')}"


def everything(of: Sheet) -> str:
    return " ".join(section_words(of, section.id) for section in of.sections)


def value(text: str) -> Fraction:
    """A printed number, read back."""
    return Fraction(text.replace(",", "").replace(MINUS, "-").replace("+", ""))


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_every_wager_has_its_section_and_figures(regulation: str) -> None:
    made = sheet(regulation)
    ids = [section.id for section in made.sections]
    for name, _, entry in analysis(regulation).entries():
        assert section_of(name) in ids
        text = section_words(made, section_of(name))
        assert percent(entry.house_edge) in text
        assert decimal(entry.ev).replace("-", MINUS) in text
        assert percent(entry.distribution.hit_frequency) in text
        assert entry.distribution.std_dev in text.replace(",", "")
        assert f"{entry.distribution.total:,}" in text
        if entry.average_stake != 1:
            assert percent(entry.element_of_risk) in text
        for row in entry.distribution.rows:
            assert row.outcome[1:] in text
            assert f"{row.combinations:,}" in text


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_summary_lists_every_wager(regulation: str) -> None:
    made, offered = sheet(regulation), submission(regulation)
    text = section_words(made, "summary")
    inside = {one for _, _, entry in analysis(regulation).entries() for one in entry.covers}
    for name, one in offered.wagers.items():
        if name in analysis(regulation).wagers or name not in inside:
            assert one.wager.title in text
    for _, _, entry in analysis(regulation).entries():
        assert percent(entry.house_edge) in text


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_outcome_tables_add_up(regulation: str) -> None:
    found = [one for one in tables(sheet(regulation)) if one.total]
    assert len(found) == len(list(analysis(regulation).entries()))
    for table, (_, _, entry) in zip(found, analysis(regulation).entries(), strict=True):
        heads = [column.head for column in table.columns]
        many, often, net, part = (heads.index(head) for head in heads[-4:])
        assert (
            sum(value(row[many]) for row in table.rows)
            == value(table.total[many])
            == entry.distribution.total
        )
        half = Fraction(1, 2 * 10**8)
        for row in table.rows:
            chance = value(row[many]) / entry.distribution.total
            assert abs(value(row[often]) - chance) <= half
            assert abs(value(row[part]) - chance * value(row[net])) <= half
        assert abs(value(table.total[part]) - entry.ev) <= half


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_hash_version_and_submission(regulation: str) -> None:
    made, given = sheet(regulation), submission(regulation)
    assert made.hash == given.digest
    assert made.version == f"feltlaw {version('feltlaw')}"
    for text in (given.digest, given.regulation.digest, made.version, given.regulation.citation):
        assert text in words(made.facts)
    filed = section_words(made, "submission")
    for path in given.options:
        assert path in filed
    for offered in given.wagers.values():
        assert offered.wager.title in filed


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_strategy_card(regulation: str) -> None:
    main = analysis(regulation).wagers["ante"]
    assert isinstance(main, WagerAnalysis)
    assert main.strategy is not None
    text = section_words(sheet(regulation), section_of("ante"))
    if not main.strategy.card:
        assert f"{main.strategy.rule[1:]}." in text
    for part in main.strategy.card:
        assert all(hands in text for hands in part.hands)
        assert f"{part.asked[1:]}: {part.does} with" in text
        assert str(part) in main.strategy.rule
    for one in main.strategy.compared:
        assert one.name[1:] in text
        assert percent(one.cost) in text
    for seen in main.exposures:
        assert seen.seen[1:] in text


def test_progressive_part() -> None:
    text = section_words(sheet("PA-649a"), "wager-three-card-progressive")
    # PA-649a.12(e): seed $1,000 and 14 %; break-even is paytable A's, one dollar of envy less for each other
    for figure in ("$1,000", "14%", "tcp-link", "$10,080", "$9,905", "$9,030", "1/22,100", "7/884"):
        assert figure in text
    heads = [
        [column.head for column in table.columns]
        for table in tables(sheet("PA-649a"))
        if "other players" in table.caption
    ]
    assert heads == [["Other players", *"0123456"]]
    two = section_words(sheet("MA-TCP"), "wager-three-card-progressive")
    for figure in ("Major", "Minor", "$10,080", "$3,526.67"):
        assert figure in two


def test_every_number_of_players_or_one() -> None:
    made = par_sheet(check(SUBMISSIONS["MA-TCP"]), players=3)
    assert "With 3 players" in section_words(made, "wager-cover-all")
    assert "With 2 players" not in section_words(made, "wager-cover-all")
    assert "3 players are counted" in section_words(made, "method")
    every = section_words(sheet("MA-TCP"), "wager-cover-all")
    for many in ("1 player", *(f"{count} players" for count in range(2, 8))):
        assert f"With {many}" in every


# ── all wagers together ──


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_all_wagers_together(regulation: str) -> None:
    text, found = section_words(sheet(regulation), "together"), analysis(regulation).together
    assert found is not None
    assert exact(found.ev) in text
    for name in found.stakes:
        assert submission(regulation).regulation.wagers[name].title in text
    if found.changed:
        assert exact(found.gain) in text
        assert all(one.hand in text for one in found.changed)
    else:
        assert "they change no decision" in text


def test_hands_that_change_are_named_once() -> None:
    """Raise It Up: straights and flushes that would be folded in the end, with a count where suits decide."""
    (table,) = (one for one in tables(sheet("PA-669a")) if one.caption.endswith("all wagers are staked"))
    assert {row[0] for row in table.rows} == {"Check, no fold later", "Play 3x"}
    assert sum(value(row[3]) for row in table.rows) == 456
    assert "straight, 3 high; straight, 4 high" in table.rows[0][2]
    assert re.search(r"straight, 10 high \(\d+ of 60\)", table.rows[1][2])


def test_exceptions_of_the_rule_are_grouped() -> None:
    (table,) = (one for one in tables(sheet("PA-669a")) if one.caption.endswith("than the rule says"))
    cards = [row[1] for row in table.rows]
    assert len(set(table.rows)) == len(table.rows) < 30
    assert sum(one.partition(" (")[0].count(", ") + 1 for one in cards) == 65


@pytest.mark.parametrize(("regulation", "words_of_it"), [("PA-679a", "12(h)"), ("PA-680a", "12(d)")])
def test_a_payout_limit_is_stated(regulation: str, words_of_it: str) -> None:
    limits = {"minimum": 10, "maximum": 5000, "payout_limit": 50_000}
    made = par_sheet(check({**SUBMISSIONS[regulation], "limits": limits}))
    text = section_words(made, "wager-ante")
    assert f"limited to $50,000 ({regulation}.{words_of_it}" in text
    assert "The payout limit is not applied here" in section_words(made, "summary")
    assert "I-81" in section_words(made, "assumed")
    if regulation == "PA-679a":
        assert "With an Ante of $5,000" in text
        assert "a house edge of 4.5270 %: the limit costs the player 0.0115 %" in text
    else:
        assert "so that it cuts nothing there" in text
    assert "ayout limit" not in section_words(sheet(regulation), "wager-ante")


# ── what was assumed ──


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_interpretations_of_the_wagers_offered(regulation: str) -> None:
    given, text = submission(regulation), section_words(sheet(regulation), "assumed")
    cited = {
        name
        for offered in given.wagers.values()
        for cite in (
            offered.wager.cite.interpretations,
            offered.wager.stake.cite.interpretations,
            *(table.interpretations for table in offered.tables.values()),
        )
        for name in cite
    }
    cited |= {name for paid in given.awards.values() for name in paid.award.cite.interpretations}
    assert cited
    for name in cited:
        reading = interpretations()[name].reading.replace("`", "").replace("*", "")
        assert name in text
        assert reading[1:] in text


def test_other_paytables_are_not_assumed() -> None:
    def ids(data: Mapping[str, object]) -> set[str]:
        found = assumed(Submission.from_data(data))
        assert all(one.clauses for one in found)
        return {one.interpretation.id for one in found}

    bonus = {"regulation": "PA-649a", "wagers": {"six_card_bonus": {"paytable": "A"}}}
    assert "I-38" not in ids(bonus)
    assert "I-38" in ids({"regulation": "PA-649a", "wagers": {"six_card_bonus": {"paytable": "E"}}})
    assert "I-61" not in ids(bonus), "the Magic Card is not offered"
    link = {"regulation": "MA-TCP", "wagers": {"multi_game_link": {"paytable": "PTMGL01"}}}
    assert "I-116" not in ids(link), "a reading of PTMGL04 and its envy"
    link = {"regulation": "MA-TCP", "wagers": {"multi_game_link": {"paytable": "PTMGL04"}}}
    assert "I-116" in ids(link)


def test_approvals() -> None:
    text = section_words(sheet("PA-649a"), "approvals")
    assert "RS-2024-11" in text
    assert "pending" in text
    assert "none given" in text
    assert "magic_card_chance" in text, "a notice of the check"


def test_pending_references_are_not_nothing() -> None:
    clean = {"regulation": "PA-679a", "approvals": {"601a_10_a": "pending"}}
    text = section_words(par_sheet(check(clean)), "approvals")
    assert "nothing to warn of" in text
    assert "The check found nothing" not in text
    assert "missing or pending" in text


def test_an_option_chosen_is_told_beside_its_reading() -> None:
    """I-02 pays to the cent; a table with a unit of a dollar does not."""
    coarse = {"regulation": "PA-669a", "settlement": {"breakage_unit": "1.00"}}
    assert "Chosen here: settlement.breakage_unit = 1.00." in section_words(
        par_sheet(check(coarse)), "assumed"
    )
    assert "Chosen here" not in section_words(sheet("PA-669a"), "assumed")


def test_stakes_that_do_not_divide_are_told() -> None:
    limits = {"minimum": 5, "maximum": 5}
    one_stake = {"regulation": "PA-669a", "limits": limits, "settlement": {"breakage_unit": "1.00"}}
    text = section_words(par_sheet(check(one_stake)), "wager-ante")
    assert "At $5 it rounds up (I-02, I-147) what is paid for play 3x: two pair; play 1x: two pair" in text
    assert "rounds up" not in section_words(sheet("PA-669a"), "wager-ante")


def test_together_is_counted_at_stakes_of_a_box() -> None:
    data = {"regulation": "PA-649a", "limits": {"minimum": 10}, "wagers": {"five_card_progressive": {}}}
    text = section_words(par_sheet(check(data)), "together")
    assert "the Ante at $10" in text
    assert "Five-Card Progressive $1 1/10 yes" in text


def test_the_long_run_says_who_feeds_the_meter() -> None:
    assert "with one wager a round" in section_words(sheet("PA-649a"), "wager-three-card-progressive")
    seven = par_sheet(check(SUBMISSIONS["PA-649a"]), players=7)
    assert "7 wagers a round" in section_words(seven, "wager-five-card-hand-bonus-dealer")


def test_charts_name_their_unit() -> None:
    text = section_words(sheet("PA-649a"), "wager-ante")
    assert "per unit of the Ante" in text
    assert "per unit staked" not in text
    assert "per unit staked" in section_words(sheet("PA-649a"), "wager-pair-plus")


def test_warning_where_a_table_pays_too_much() -> None:
    data = {"regulation": "MA-TCP", "wagers": {"three_card_progressive": {"paytable": "3"}}}
    made = par_sheet(check(data))
    assert "Warning: the Three Card Poker Progressive wager returns" in section_words(made, "summary")
    assert "pays back more than it takes" in section_words(made, "wager-three-card-progressive")
    assert "Warning:" not in section_words(sheet("MA-TCP"), "summary")


def test_a_faulty_submission_has_no_sheet() -> None:
    with pytest.raises(SubmissionError):
        par_sheet(check({"regulation": "PA-649a", "cards": {"decks": 9}}))


# ── figures ──


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_no_float_artefacts(regulation: str) -> None:
    text = everything(sheet(regulation))
    assert not re.search(r"\d[eE][-+]?\d|\bnan\b|\binf\b|Fraction\(|None", text)
    assert not re.search(r"\.\d{16}|\.\d*9{9}", text)
    assert "-0." not in text, "a hyphen for a minus"


def test_numbers() -> None:
    assert number(Fraction(-1, 1000), 2) == "0.00"
    assert number(Fraction(12345678, 10), 1) == "1,234,567.8"
    assert fraction(Fraction(10**22, 10**22 - 1)) == ""
    assert len(fraction(Fraction(123456789, 987654321))) <= LONGEST_FRACTION
    assert exact(Fraction(1, 10**60 - 1)) == "0.0000000000"
    assert exact(Fraction(-1, 3), 4) == f"{MINUS}1/3 = {MINUS}0.3333"
    assert exact(Fraction(3)) == "3"
    assert nets([Fraction(5), Fraction(11, 2), Fraction(-1)]) == ["+5.0", "+5.5", f"{MINUS}1.0"]
    assert nets([Fraction(1, 3), Fraction(0)]) == ["+1/3", "0"]
    assert places_for([Fraction(1, 2)]) < places_for([Fraction(1, 10**9)])
    assert one_in(Fraction(0)) == "never"


def test_key_figures_come_first() -> None:
    for section in sheet("PA-679a").sections:
        if section.id.startswith("wager-"):
            (figures,) = (block for block in section.blocks if isinstance(block, Facts))
            assert figures.figures
            assert figures.items[0].label == "House edge"
            assert any(isinstance(block, SheetTable) and block.total for block in section.blocks)


def test_typeset() -> None:
    assert typeset("wagers.pair_plus's", "|") == "wagers.|pair_|plus’s"
    assert typeset("3.25 of PA-649a.11(b), PA-649a.12(d):D", "|") == "3.25 of PA-649a.11(b), PA-649a.12(d):|D"
