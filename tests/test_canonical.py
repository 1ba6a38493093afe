"""Plain data written down in one way: equal data has equal bytes, and what is read is what was written."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feltlaw.canonical import canonical, digest, parse

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**30), 10**30) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(PLAIN)
def test_what_is_written_reads_back_the_same(data: Any) -> None:
    try:
        written = canonical(data)
    except UnicodeEncodeError:
        return  # half a character, which no text in UTF-8 can hold
    assert parse(written) == data == json.loads(written)
    assert canonical(parse(written)) == written


@given(st.dictionaries(st.text(st.characters(codec="utf-8")), st.integers()), st.randoms())
def test_the_order_of_keys_does_not_matter(data: dict[str, int], random: Any) -> None:
    keys = list(data)
    random.shuffle(keys)
    turned = {key: data[key] for key in keys}
    assert canonical(turned) == canonical(data)
    assert digest(turned) == digest(data)


def test_bytes_and_hash_are_those_that_others_have_pinned() -> None:
    data = {"b": [1, True, None], "a": "é", "c": {"z": "", "y": Decimal("1.50")}}
    assert canonical(data) == '{"a":"é","b":[1,true,null],"c":{"y":"1.50","z":""}}'.encode()
    assert digest({}) == "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"


@pytest.mark.parametrize(
    ("raw", "says"),
    [
        (b"", "it is not JSON"),
        (b"{", "it is not JSON"),
        (b"\xff", "it is not JSON"),
        (b'{"a": 1, "a": 2}', "a key stands twice"),
        (b'{"a": {"b": 1, "b": 1}}', "a key stands twice"),
        (b"1.5", "1.5 is not a whole number"),
        (b"[1e3]", "1e3 is not a whole number"),
        (b"NaN", "NaN is not a whole number"),
        (b"-Infinity", "-Infinity is not a whole number"),
        (b"1e1000000", "1e1000000 is not a whole number"),
        (b"9" * 5000, "a number has 5,000 digits, too many"),
        (b"-" + b"9" * 5000, "a number has 5,000 digits, too many"),
        (b"[" * 100_000, "it is nested too deeply"),
    ],
    ids=range(13),
)
def test_what_is_refused(raw: bytes, says: str) -> None:
    with pytest.raises(ValueError) as refusal:
        parse(raw)
    assert str(refusal.value) == says
