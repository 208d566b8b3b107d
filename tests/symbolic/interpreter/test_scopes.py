"""Names are looked up where Python looks, and arguments given to parameters as Python does."""

from __future__ import annotations

import ast

import pytest

from introplan.symbolic.interpreter.scopes import Frame, bound_arguments, parameters_of
from introplan.symbolic.refusal import Raised, Refused
from symbolic_runs import refusal_of, wrong_answers


def _function(text: str) -> ast.FunctionDef:
    node = ast.parse(text).body[0]
    assert isinstance(node, ast.FunctionDef)
    return node


def test_names_are_looked_up_from_the_inside_out() -> None:
    """Local, enclosing, global, builtin; a local name without a value is an error."""
    outer = Frame("f.py", {"a": 1, "b": 2}, {"b": 3})
    inner = Frame("f.py", outer.globals, {"c": 4}, outer, local_names=frozenset({"c", "d"}))

    assert [inner.load(name) for name in "abc"] == [1, 3, 4]
    assert inner.load("len") is len
    for name, error in (("d", UnboundLocalError), ("e", NameError)):
        with pytest.raises(Raised) as caught:
            inner.load(name)
        assert caught.value.kind is error


def test_the_local_names_of_a_function() -> None:
    """Parameters and what is assigned to, but not what inner functions bind."""
    text = "def f(a, /, b, *c, d=1):\n  e = [g for g in b]\n  def h(): i = 1\n  yield e"
    found = parameters_of(_function(text))

    assert found.local_names == {"a", "b", "c", "d", "e", "h"}
    assert (found.positional, found.positional_only, found.rest) == (("a", "b"), 1, "c")
    assert found.is_generator


def test_arguments_are_given_to_parameters() -> None:
    """By position, by name, by default, and the rest; a missing one raises TypeError."""
    parameters = parameters_of(_function("def f(a, b, *c, d, **e): pass"))

    own = bound_arguments(parameters, [1, 2, 3], {"f": 5}, defaults={"d": 4}, now=0)

    assert (own["a"], own["b"], own["c"].items, own["d"], own["e"].items) == (
        1,
        2,
        [3],
        4,
        {"f": 5},
    )
    with pytest.raises(Raised):
        bound_arguments(parameters, [1], {}, defaults={"d": 4}, now=0)


def test_a_name_of_an_enclosing_function_is_read_when_it_is_needed() -> None:
    """Not when the inner function is defined."""

    def late(x: int, y: int, flag: bool) -> int:
        n = 1

        def inner() -> int:
            return n

        n = x
        return inner()

    assert wrong_answers(late) == []


def test_a_generator_over_a_name_that_changes_is_refused() -> None:
    """It is run at once here, and later in Python."""

    def changing(x: int, y: int, flag: bool) -> object:
        n = x

        def numbers() -> object:
            yield n

        later = numbers()
        n = y
        return tuple(later)  # type: ignore[arg-type]

    assert "changes" in refusal_of(changing)


def test_a_function_that_forwards_is_not_blamed() -> None:
    """The place of a refusal is in the user's file, also where a budget ends in ours."""
    refusal = Refused("PY-LIMIT", "this takes too long")

    Frame("ours.py", {"__forwards__": True}).blame(refusal, 7)
    assert (refusal.file, refusal.line) == ("<unknown>", 0)
    Frame("theirs.py", {}).blame(refusal, 8)
    assert (refusal.file, refusal.line) == ("theirs.py", 8)
