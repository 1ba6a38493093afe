"""What the five regulation files hold: nothing of the register is missing, and nothing else is in them."""

from __future__ import annotations

import re
from collections.abc import Collection

import pytest

from feltlaw.clause import parse_clause
from feltlaw.money import show_dollars
from feltlaw.register import clauses, interpretations
from feltlaw.regulation import load, regulation_ids
from feltlaw.regulation import vocabulary as words

REGULATIONS = [load(name) for name in regulation_ids()]

CONTRACT = {  # the tables of names that other programs rely on: game, seats, cards, wagers, awards
    "PA-649a": (
        "three_card_poker",
        7,
        52,
        "ante play pair_plus three_card_progressive six_card_bonus five_card_progressive "
        "five_card_hand_bonus_player five_card_hand_bonus_dealer five_of_six_progressive",
        "ante_bonus envy_three_card envy_five_card envy_five_of_six magic_card lucky_bonus",
    ),
    "MA-TCP": (
        "three_card_poker",
        7,
        52,
        "ante play pair_plus six_card_bonus cover_all three_card_progressive multi_game_link",
        "ante_bonus envy_three_card envy_multi_game_link",
    ),
    "PA-679a": ("three_card_prime", 6, 52, "ante play prime pair_bonus all_six_bonus", "bad_beat_bonus"),
    "PA-669a": (
        "raise_it_up_stud",
        6,
        52,
        "ante blind play pair_plus three_card_progressive six_card_bonus",
        "envy_three_card",
    ),
    "PA-680a": ("saigon_5_card", 6, 53, "ante pot bonus", ""),
}

CONTESTS = {  # clause, wager, outcome, what the text says happens to the wager
    "PA-649a.11(c)(3)(i)": [
        ("ante", "dealer_does_not_qualify", "1 to 1"),
        ("play", "dealer_does_not_qualify", "push"),
    ],
    "PA-649a.11(c)(3)(ii)(A)": [("ante", "lower", "lose"), ("play", "lower", "lose")],
    "PA-649a.11(c)(3)(ii)(B)": [("ante", "higher", "1 to 1"), ("play", "higher", "1 to 1")],
    "PA-649a.11(c)(3)(ii)(C)": [("ante", "equal", "push"), ("play", "equal", "push")],
    "MA-TCP.11(a)(1)": [
        *(("ante", "higher", "1 to 1"), ("play", "higher", "1 to 1")),
        *(("ante", "equal", "push"), ("play", "equal", "push")),  # I-103
        *(("ante", "lower", "lose"), ("play", "lower", "lose")),  # I-103
    ],
    "MA-TCP.11(a)(1)#2": [
        ("ante", "dealer_does_not_qualify", "1 to 1"),
        ("play", "dealer_does_not_qualify", "push"),
    ],
    "PA-679a.11(c)(3)(i)": [
        ("ante", "dealer_does_not_qualify", "push"),
        ("play", "dealer_does_not_qualify", "1 to 1"),
    ],
    "PA-679a.11(c)(3)(ii)": [
        *(("ante", "higher", "1 to 1"), ("play", "higher", "paytable")),
        *(("ante", "equal", "1 to 1"), ("play", "equal", "paytable")),
    ],
    "PA-679a.11(c)(3)(iii)": [("ante", "lower", "lose"), ("play", "lower", "lose")],
    "PA-679a.11(c)(3)(iv)": [("ante", "bad_beat", "lose"), ("play", "bad_beat", "push")],  # I-71
    "PA-680a.11(d)(1)(i)": [("ante", "neither_qualifies", "push")],
    "PA-680a.11(d)(1)(ii)(A)": [("ante", "only_player_qualifies", "1 to 1")],
    "PA-680a.11(d)(1)(ii)(B)": [("ante", "only_player_qualifies_with_half_points", "1 to 2")],
    "PA-680a.11(d)(2)(i)": [("ante", "only_dealer_qualifies", "lose")],
    "PA-680a.11(d)(2)(ii)(A)": [("ante", "lower", "lose")],
    "PA-680a.11(d)(2)(ii)(B)": [("ante", "higher", "1 to 1"), ("ante", "higher_with_half_points", "1 to 2")],
    "PA-680a.11(d)(2)(ii)(C)": [("ante", "equal", "push")],
    "PA-680a.11(f)": [("pot", "highest", "push"), ("pot", "not_highest", "lose")],  # push: a share
    "PA-680a.11(f)#2": [("pot", "tied", "push")],
}


@pytest.mark.parametrize("name", regulation_ids())
def test_every_clause_of_the_register_is_cited(name: str) -> None:
    """One that is not cited is a rule that the program does not know."""
    own = {text for text, entry in clauses().items() if entry.regulation == name}
    assert own - set(load(name).citations) == set()


@pytest.mark.parametrize("name", regulation_ids())
def test_nothing_is_cited_but_clauses_and_the_paragraphs_around_them(name: str) -> None:
    own = [parse_clause(text) for text, entry in clauses().items() if entry.regulation == name]
    for text in load(name).citations:
        if text in interpretations() or text in clauses():
            continue
        assert any(parse_clause(text).contains(clause) for clause in own), text


def test_every_interpretation_is_cited_somewhere() -> None:
    cited = {text for regulation in REGULATIONS for text in regulation.citations}
    assert set(interpretations()) - cited == set()


@pytest.mark.parametrize("name", regulation_ids())
def test_a_citation_knows_its_places(name: str) -> None:
    for text, places in load(name).citations.items():
        for place in places:
            assert place.where
            assert text in str(place.data)


@pytest.mark.parametrize("name", CONTRACT)
def test_names_are_those_of_the_contract(name: str) -> None:
    game, seats, cards, wagers, awards = CONTRACT[name]
    found = load(name)
    assert (found.id, found.game, found.seats.most, found.deck.cards) == (name, game, seats, cards)
    assert set(found.wagers) == set(wagers.split())
    assert set(found.awards) == set(awards.split())


def test_no_regulation_is_missing() -> None:
    assert regulation_ids() == tuple(CONTRACT)


@pytest.mark.parametrize(
    "clause", [pytest.param(clause, id=clause, marks=pytest.mark.clause(clause)) for clause in CONTESTS]
)
def test_what_the_outcomes_of_a_contest_pay(clause: str) -> None:
    wagers = load(parse_clause(clause).regulation).wagers
    for wager, outcome, pays in CONTESTS[clause]:
        result = wagers[wager].outcomes[outcome]
        assert str(result.pays or "paytable") == pays
        assert clause in result.cite.clauses


@pytest.mark.parametrize("name", regulation_ids())
def test_every_outcome_is_in_the_table_above(name: str) -> None:
    listed = [
        (wager, outcome)
        for clause, lines in CONTESTS.items()
        if parse_clause(clause).regulation == name
        for wager, outcome, _ in lines
    ]
    found = [(wager.id, outcome) for wager in load(name).wagers.values() for outcome in wager.outcomes]
    assert sorted(found) == sorted(listed)


@pytest.mark.parametrize("name", regulation_ids())
def test_contests_have_the_outcomes_of_the_vocabulary(name: str) -> None:
    for wager in load(name).wagers.values():
        wanted = set(words.CONTESTS.get(wager.contest, ()))
        if wager.contest == "against_dealer" and not load(name).contests[wager.contest].bad_beat:
            wanted.remove("bad_beat")
        assert set(wager.outcomes) == wanted


def used(what: str) -> set[str]:
    """The words of one kind that the five files use."""
    found: set[str] = set()
    for regulation in REGULATIONS:
        match what:
            case "STEPS":
                found |= {step.do for step in regulation.steps}
            case "STEP_GROUPS":
                found |= {step.group for step in regulation.steps}
            case "LAYOUT":
                found |= {item.shows for item in regulation.layout}
            case "IRREGULARITIES":
                found |= set(regulation.irregularities)
            case "ROUND_ENDS":
                found |= {item.round for item in regulation.irregularities.values()}
            case "CARDS_GO":
                found |= {item.cards for item in regulation.irregularities.values()}
            case "STAKES":
                found |= {wager.stake.kind for wager in regulation.wagers.values()}
            case "CONTESTS":
                found |= {wager.contest for wager in regulation.wagers.values() if wager.contest}
            case "CARDS":
                found |= {group for wager in regulation.wagers.values() for group in wager.cards}
            case "PLACED":
                found |= {wager.placed for wager in regulation.wagers.values()}
            case "PAID_FROM":
                found |= {wager.paid_from for wager in regulation.wagers.values()}
            case "AWARDS":
                found |= {award.kind for award in regulation.awards.values()}
            case "SHUFFLES":
                found |= set(regulation.shuffles)
            case "DEALS":
                found |= set(regulation.deals)
            case "VERSION_RULES":
                found |= {version.rule for version in regulation.versions.values()}
    return found


@pytest.mark.parametrize(
    "what",
    [
        *("STEPS", "STEP_GROUPS", "LAYOUT", "IRREGULARITIES", "ROUND_ENDS", "CARDS_GO", "STAKES", "CONTESTS"),
        *("CARDS", "PLACED", "PAID_FROM", "AWARDS", "SHUFFLES", "DEALS", "VERSION_RULES"),
    ],
)
def test_the_vocabulary_is_what_the_files_use_and_no_more(what: str) -> None:
    vocabulary: Collection[str] = getattr(words, what)
    assert used(what) == set(vocabulary)


@pytest.mark.parametrize("name", regulation_ids())
def test_conditions_are_in_the_vocabulary(name: str) -> None:
    regulation = load(name)
    conditions = {step.when for step in regulation.steps} | {item.when for item in regulation.approvals}
    conditions |= {word for extra in regulation.deal.extra for word in (extra.when, extra.unless) if word}
    assert conditions <= set(words.CONDITIONS)


@pytest.mark.parametrize("name", regulation_ids())
def test_every_wager_and_award_is_settled_once(name: str) -> None:
    regulation = load(name)
    settled = [step.settle for step in (*regulation.settlement.each_player, *regulation.settlement.after_all)]
    assert sorted(settled) == sorted([*regulation.wagers, *regulation.awards])


@pytest.mark.parametrize(
    ("clause", "owner"), [("PA-649a.12(g)(1)", "ante_bonus"), ("PA-649a.12(g)(2)", "pair_plus")]
)
def test_the_least_a_mini_royal_row_may_pay(clause: str, owner: str) -> None:
    regulation = load("PA-649a")
    payouts = (regulation.awards[owner] if owner in regulation.awards else regulation.wagers[owner]).payouts
    (row,) = payouts.optional_rows.values()
    stated = re.search(r"pays at least (\d+ to \d+)", clauses()[clause].requirement)
    assert stated
    assert str(row.at_least) == stated[1]
    assert clause in row.cite.clauses


@pytest.mark.parametrize(
    ("clause", "wagers"), [("PA-679a.12(h)", ("ante", "play")), ("PA-680a.12(d)", ("ante",))]
)
def test_the_least_a_payout_limit_may_be(clause: str, wagers: tuple[str, ...]) -> None:
    limit = load(parse_clause(clause).regulation).payout_limit
    assert limit
    assert f"no lower than {show_dollars(limit.at_least)} or" in clauses()[clause].requirement
    assert limit.wagers == wagers
    assert clause in limit.cite.clauses
    assert f"{clause}#2" in limit.applies.clauses


def test_only_those_two_chapters_know_a_payout_limit() -> None:
    assert [regulation.id for regulation in REGULATIONS if regulation.payout_limit] == ["PA-679a", "PA-680a"]
