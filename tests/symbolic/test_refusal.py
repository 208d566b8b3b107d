"""Refusals are said in Python's words, with a place and a hint."""

from __future__ import annotations

import ast
import operator
import os

from introplan.symbolic.interpreter.streams import Stream
from introplan.symbolic.interpreter.values import Entries, Items
from introplan.symbolic.refusal import (
    HINTS,
    CannotMerge,
    Infeasible,
    Raised,
    Refused,
    construct_of,
    doing_of,
    kind_of,
    sign_of,
)
from symbolic_runs import X, refusal_of


def test_a_users_except_clause_does_not_catch_our_signals() -> None:
    """They are no `Exception`s."""
    for signal in (Refused, Raised, CannotMerge, Infeasible):
        assert not issubclass(signal, Exception)


def test_the_innermost_place_in_the_users_files_counts() -> None:
    """Python's own modules are passed over."""
    refusal = Refused("PY-EXPR", "this")
    refusal.at(os.__file__, 7)
    refusal.at("world.py", 3)
    refusal.at("world.py", 1)

    diagnostic = refusal.diagnostic("it is searched")

    assert (diagnostic.file, diagnostic.line, diagnostic.hint) == ("world.py", 3, HINTS["PY-EXPR"])
    assert str(diagnostic).startswith("PY-EXPR  world.py:3  this\n    consequence: it is searched")


def test_constructs_and_operators_have_pythons_names() -> None:
    """Of syntax, of operators, of functions."""
    assert construct_of(ast.parse("with a: pass").body[0]) == "`with`"
    assert sign_of(ast.FloorDiv) == "`//`"
    assert doing_of(operator.add) == "the operator `+`"
    assert doing_of(str.upper) == "upper"


def test_values_are_named_by_pythons_words() -> None:
    """Never by the names of our classes, and the users' by their type."""
    assert kind_of(Items(list, [], 0)) == "a list or tuple"
    assert kind_of(Entries({}, 0)) == "a dictionary"
    assert kind_of(Stream(X, iter, [], 0)) == "a generator"  # type: ignore[arg-type]
    assert kind_of(X) == "a value that depends on the state"
    assert kind_of(1.5) == "an object of type float"


def test_a_refusal_names_what_it_is_about() -> None:
    """In the message that the user sees."""
    assert (
        refusal_of(lambda x, y, flag: type({1: x}.items())) == "the type of a view of a dictionary"
    )
