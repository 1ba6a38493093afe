"""Values that never change: as `dataclasses` makes them, only quicker."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError, dataclass, field, replace

import pytest

from feltlaw.values import changed, memo, quick


@dataclass(frozen=True, slots=True)
class Plain:
    """What `dataclasses` makes by itself."""

    name: str
    many: int = 1
    held: dict[str, int] = field(default_factory=dict)


@quick
@dataclass(frozen=True, slots=True)
class Quick:
    """The same, made quickly."""

    name: str
    many: int = 1
    held: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Roomy:
    """Without slots."""

    name: str
    many: int = 1


def test_a_quick_value_has_the_fields_that_were_given_and_the_defaults_of_the_others() -> None:
    for made in (Quick("a"), Quick("a", 2), Quick(name="a", many=2, held={"b": 3})):
        plain = Plain(made.name, made.many, made.held)
        assert repr(made) == repr(plain).replace("Plain", "Quick")
        assert type(made) is Quick
    assert Quick("a").held is not Quick("a").held
    assert Quick("a") == Quick("a") != Quick("b")


def test_a_quick_value_is_frozen() -> None:
    made = Quick("a")
    with pytest.raises(FrozenInstanceError):
        made.many = 2  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        del made.many


def test_a_quick_value_refuses_what_dataclasses_refuses() -> None:
    for given in ({}, {"name": "a", "other": 1}):
        with pytest.raises(TypeError):
            Quick(**given)  # type: ignore[arg-type]


def test_a_quick_value_is_copied_like_any_other() -> None:
    made = Quick("a", 2, {"b": 3})
    assert copy.deepcopy(made) == pickle.loads(pickle.dumps(made)) == made
    for other in (replace(made, many=5), changed(made, many=5)):
        assert (type(other), other.name, other.many, other.held) == (Quick, "a", 5, {"b": 3})
    assert made.many == 2
    with pytest.raises(FrozenInstanceError):
        changed(made, many=5).many = 6  # type: ignore[misc]


def test_only_frozen_slots_with_plain_fields_are_made_quickly() -> None:
    with pytest.raises(TypeError, match="Roomy has fields that are not simply given, or no slots"):
        quick(Roomy)


def test_a_changed_copy_forgets_what_was_worked_out() -> None:
    first = Roomy("a")
    assert memo(first, "upper", lambda one: one.name.upper()) == "A"
    other = changed(first, name="b")
    assert (other, memo(other, "upper", lambda one: one.name.upper())) == (Roomy("b"), "B")
    assert memo(first, "upper", lambda one: "never asked again") == "A"
