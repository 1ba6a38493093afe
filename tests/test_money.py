from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from feltlaw.money import (
    LEVELS,
    MOST_DOLLARS,
    Amount,
    ForOne,
    Lose,
    MeterShare,
    MoneyError,
    Odds,
    Pays,
    Push,
    dollars,
    gain,
    parse_chance,
    parse_money,
    parse_pays,
    parse_rate,
    round_up,
    show_dollars,
    show_percent,
)

MOST = MOST_DOLLARS * 100
cents_of_money = st.integers(-MOST, MOST)


@pytest.mark.parametrize(
    ("written", "cents"),
    [
        (10, 1000),
        ("10", 1000),
        ("10.00", 1000),
        ("10.5", 1050),
        ("0.01", 1),
        (Decimal("10.00"), 1000),
        (Decimal("0.1"), 10),
        (Decimal("1E+2"), 10000),
        (0, 0),
        ("-0.00", 0),
        (-3, -300),
        ("-0.05", -5),
        ("007", 700),
        ("2.5000000000", 250),
        (MOST_DOLLARS, MOST),
        (str(-MOST_DOLLARS), -MOST),
    ],
)
def test_money_is_read_as_whole_cents(written: object, cents: int) -> None:
    assert parse_money(written) == cents
    assert type(parse_money(written)) is int


@pytest.mark.parametrize("written", [10.0, 0.1, float("nan"), True, False, None, [10], {"a": 1}, b"10", 1j])
def test_only_integers_decimals_and_texts_are_money(written: object) -> None:
    with pytest.raises(MoneyError, match=r"written 10, 10\.00 or"):
        parse_money(written)


@pytest.mark.parametrize(
    "written",
    [
        *("", " ", " 10", "10 ", "10\n", "+10", "10.", ".5", "1,000", "$10", "1e3", "1_000", "10 USD", "ten"),
        *("NaN", "Infinity", "0x10", "--5", "1.2.3", "٣", "１０", "1" * 16, "0." + "0" * 11),
    ],
)
def test_other_texts_are_not_money(written: str) -> None:
    with pytest.raises(MoneyError, match="not an amount of money"):
        parse_money(written)


@pytest.mark.parametrize(
    "written",
    [
        *("0.005", "10.001", "0.0000000001", Decimal("0.005"), Decimal("1E-9999"), Decimal("1E-1000000")),
        Decimal("10.00000000000000000000000000000000001"),  # longer than the decimal context
        Decimal("99999999999.999999999999999999999999999"),
    ],
)
def test_parts_of_a_cent_are_refused(written: object) -> None:
    with pytest.raises(MoneyError, match="whole number of cents"):
        parse_money(written)


@pytest.mark.parametrize(
    "written",
    [
        *(MOST_DOLLARS + 1, -MOST_DOLLARS - 1, str(MOST_DOLLARS + 1), 10**30),
        *(
            Decimal("1E+999999"),
            Decimal("1E+1000000"),
            Decimal("-1E+1000000"),
            Decimal("9E+999999999999999999"),
        ),
        *(Decimal("Infinity"), Decimal("-Infinity"), Decimal("NaN"), Decimal("sNaN")),
        Decimal(MOST_DOLLARS) + Decimal("0.01"),
        pytest.param(10**5000, id="too long for str()"),
    ],
)
def test_huge_amounts_are_refused(written: object) -> None:
    with pytest.raises(MoneyError, match="up to"):
        parse_money(written)


@given(st.text(max_size=200) | st.integers() | st.decimals() | st.floats() | st.lists(st.integers()))
@example("9" * 15)
def test_whatever_is_written_gives_cents_or_a_short_refusal(written: object) -> None:
    try:
        cents = parse_money(written)
    except MoneyError as error:
        assert len(str(error)) < 160
    else:
        assert abs(cents) <= MOST
        assert Fraction(cents, 100) == Fraction(str(written))


@given(cents_of_money)
def test_dollars_are_read_back(cents: int) -> None:
    text = dollars(cents)
    assert parse_money(text) == parse_money(Decimal(text)) == cents
    assert text.lstrip("-").replace(".", "").isdigit()
    assert text[-3] == "."


@pytest.mark.parametrize(
    ("cents", "json", "sign"),
    [
        (0, "0.00", "$0"),
        (5, "0.05", "$0.05"),
        (-5, "-0.05", "-$0.05"),
        (100, "1.00", "$1"),
        (123456, "1234.56", "$1,234.56"),
        (-100000000, "-1000000.00", "-$1,000,000"),
    ],
)
def test_dollars_are_written_for_files_and_for_people(cents: int, json: str, sign: str) -> None:
    assert dollars(cents) == json
    assert show_dollars(cents) == sign


# What a row pays.


@pytest.mark.parametrize(
    ("written", "pays", "text", "wins"),
    [
        ("5 to 1", Odds(5, 1), "5 to 1", Fraction(5)),
        ("3 to 2", Odds(3, 2), "3 to 2", Fraction(3, 2)),
        ("1 to 2", Odds(1, 2), "1 to 2", Fraction(1, 2)),
        ("1000 to 1", Odds(1000, 1), "1,000 to 1", Fraction(1000)),
        ("200,000 to 1", Odds(200000, 1), "200,000 to 1", Fraction(200000)),
        ("  40   TO 1 ", Odds(40, 1), "40 to 1", Fraction(40)),
        ("500 for 1", ForOne(500), "500 for 1", Fraction(499)),
        ("1 for 1", ForOne(1), "1 for 1", Fraction(0)),
        ("1,000 for 1", ForOne(1000), "1,000 for 1", Fraction(999)),
        ("push", Push(), "push", Fraction(0)),
        ("Push", Push(), "push", Fraction(0)),
        ("lose", Lose(), "lose", Fraction(-1)),
        ("$1,000,000", Amount(100000000), "$1,000,000", None),
        ("$25", Amount(2500), "$25", None),
        ("$0.50", Amount(50), "$0.50", None),
        ("100% of meter", MeterShare(Fraction(100)), "100% of meter", None),
        ("10% of meter", MeterShare(Fraction(10)), "10% of meter", None),
        ("100% of Major", MeterShare(Fraction(100), "major"), "100% of major", None),
        ("1% of mega", MeterShare(Fraction(1), "mega"), "1% of mega", None),
    ],
)
def test_payouts_are_read_and_written(written: str, pays: Pays, text: str, wins: Fraction | None) -> None:
    assert parse_pays(written) == pays
    assert str(pays) == text
    assert gain(pays) == wins


@pytest.mark.parametrize(
    "written",
    [
        *("", "5", "5 to", "to 1", "5 to 1 to 1", "5:1", "5/1", "-5 to 1", "5.5 to 1", "five to one"),
        *("5 for 2", "500 for one", "10 000 to 1", "1,00 to 1", "1,0000 to 1", ",100 to 1", "٥ to 1"),
        *("$", "$1.5", "$-5", "$1.234", "$1,00", "1000$", "$٥", "€5"),
        *("10%", "10 % of meter", "10.5% of meter", "100% of", "100% of meter please", "pushes", "void"),
        *(
            "1" * 16 + " to 1",
            "1" + ",000" * 5 + " to 1",
            pytest.param("9" * 5000 + " to 1", id="5000 digits"),
        ),
    ],
)
def test_other_texts_are_no_payout(written: str) -> None:
    with pytest.raises(MoneyError, match="is not a payout: write"):
        parse_pays(written)


@pytest.mark.parametrize("written", ["0 to 1", "5 to 0", "0 for 1", "$0", "$0.00"])
def test_a_payout_of_nothing_is_refused(written: str) -> None:
    with pytest.raises(MoneyError, match="pays nothing"):
        parse_pays(written)


@pytest.mark.parametrize("written", ["0% of meter", "101% of meter", "100% of jackpot", "100% of maxi"])
def test_shares_are_of_a_known_level_and_at_most_all_of_it(written: str) -> None:
    with pytest.raises(MoneyError, match="1% to 100% of meter, mega, major, minor"):
        parse_pays(written)


@pytest.mark.parametrize("written", [5, 5.0, None, ["5 to 1"], True])
def test_a_payout_is_a_text(written: object) -> None:
    with pytest.raises(MoneyError, match="written in quotes"):
        parse_pays(written)


whole = st.integers(1, 10**15 - 1)
every_form = st.one_of(
    st.builds(Odds, whole, whole),
    st.builds(ForOne, whole),
    st.just(Push()),
    st.just(Lose()),
    st.builds(Amount, st.integers(1, MOST)),
    st.builds(MeterShare, st.integers(1, 100).map(Fraction), st.sampled_from(LEVELS)),
)


@given(every_form)
@example(Amount(MOST))
@example(Odds(10**15 - 1, 1))
def test_the_text_of_a_payout_is_read_back(pays: Pays) -> None:
    assert parse_pays(str(pays)) == pays
    assert parse_pays(str(pays).replace(",", "").upper()) == pays


@given(every_form, every_form)
def test_different_payouts_have_different_texts(one: Pays, other: Pays) -> None:
    assert (str(one) == str(other)) == (one == other)


@given(st.text(max_size=40))
def test_whatever_is_written_is_a_payout_or_a_refusal(written: str) -> None:
    try:
        pays = parse_pays(written)
    except MoneyError:
        return
    assert parse_pays(str(pays)) == pays


# Rates, chances, rounding.


@pytest.mark.parametrize(
    ("written", "rate"),
    [
        ("14%", Fraction(14, 100)),
        ("0%", Fraction(0)),
        ("100%", Fraction(1)),
        ("12.5%", Fraction(1, 8)),
        (" 21 % ", Fraction(21, 100)),
        ("0.000001%", Fraction(1, 10**8)),
    ],
)
def test_rates(written: str, rate: Fraction) -> None:
    assert parse_rate(written) == rate


@pytest.mark.parametrize(
    "written",
    [
        "",
        "14",
        "%",
        "101%",
        "100.1%",
        "-1%",
        "1,5%",
        "14%%",
        "1e1%",
        "0.0000001%",
        "١%",
        14,
        0.14,
        None,
        True,
    ],
)
def test_other_things_are_no_rate(written: object) -> None:
    with pytest.raises(MoneyError, match="is not a rate"):
        parse_rate(written)


@given(st.integers(0, 10**8))
def test_a_rate_is_written_exactly_and_read_back(millionths: int) -> None:
    rate = Fraction(millionths, 10**8)
    assert parse_rate(show_percent(rate)) == rate


@pytest.mark.parametrize(
    ("rate", "text"),
    [
        (Fraction(0), "0%"),
        (Fraction(7, 50), "14%"),
        (Fraction(1, 8), "12.5%"),
        (Fraction(1), "100%"),
        (Fraction(1, 2000), "0.05%"),
        (Fraction(1, 3), "100/3%"),
    ],
)
def test_percentages_are_never_rounded(rate: Fraction, text: str) -> None:
    assert show_percent(rate) == text


@pytest.mark.parametrize(
    ("written", "chance"),
    [
        ("1/20", Fraction(1, 20)),
        ("0", Fraction(0)),
        ("1", Fraction(1)),
        ("2/4", Fraction(1, 2)),
        (" 7/7 ", 1),
    ],
)
def test_chances(written: str, chance: Fraction) -> None:
    assert parse_chance(written) == chance


@pytest.mark.parametrize(
    "written", ["", "1/0", "0/0", "2", "3/2", "-1/2", "0.5", "1/2/3", "1/", "/2", "١/٢", 1, 0.5, None, True]
)
def test_other_things_are_no_chance(written: object) -> None:
    with pytest.raises(MoneyError, match="is not a chance"):
        parse_chance(written)


@given(st.fractions(0, 1, max_denominator=10**9 - 1))
def test_a_chance_is_read_back(chance: Fraction) -> None:
    assert parse_chance(str(chance)) == chance


@given(st.fractions(-(10**9), 10**9), st.sampled_from([1, 25, 50, 100]))
def test_rounding_goes_up_to_the_next_unit_and_no_further(amount: Fraction, unit: int) -> None:
    paid = round_up(amount, unit)
    assert paid % unit == 0
    assert amount <= paid < amount + unit
    assert type(paid) is int
