"""Terms as register code."""

from __future__ import annotations

import pytest

from introplan.machine.code import Code
from introplan.machine.packing import Codebook
from introplan.machine.system import Unsupported
from introplan.symbolic.constraints.interval import EVERYTHING, OneOf
from introplan.symbolic.terms.build import add, const
from introplan.symbolic.terms.term import Call, Sort, Var, node

X, WORD = Var("x", Sort.INT), Var("word", Sort.ANY)


def code() -> Code:
    """Code over a number without range and one of two texts."""
    return Code({X: 0, WORD: 1}, {X: EVERYTHING, WORD: OneOf(("a", "b"))}, Codebook())


def test_the_same_term_is_one_node() -> None:
    """Nodes are shared."""
    own = code()
    assert own.word(add(X, const(1))) == own.word(add(X, const(1)))
    assert own.count == 2


def test_functions_without_instruction_are_tabulated() -> None:
    """Texts are compared in a table of all pairs."""
    own = code()
    own.word(node(Call, "<", (WORD, const("b")), Sort.BOOL))
    assert own.tables.dense[0].values == [1, 0]


def test_what_has_too_many_values_is_refused() -> None:
    """A tuple of any number is no word."""
    with pytest.raises(Unsupported, match="tuple"):
        code().word(node(Call, "tuple", (X, WORD), Sort.ANY))
