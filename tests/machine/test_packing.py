"""Values as words."""

from __future__ import annotations

import pytest

from introplan.machine.packing import Codebook, double, packing_of
from introplan.machine.system import TransitionSystem, Unsupported
from introplan.symbolic.constraints.interval import OneOf
from introplan.symbolic.terms.term import Sort, Var


def test_equal_values_have_equal_words() -> None:
    """1, True and 1.0 are one key of a table; texts have words of their own."""
    book = Codebook()
    assert book.word(1) == book.word(True) == book.word(1.0) == 1
    assert book.word("a") == book.word("a") != book.word("b")


def test_values_that_cannot_be_read_back_are_refused() -> None:
    """A variable of True or 1 would come back as one of them."""
    var = Var("v", Sort.ANY)
    system = TransitionSystem((var,), {var: OneOf((True, 1))}, ())
    with pytest.raises(Unsupported, match="several types"):
        packing_of(system, (True,))


def test_rows_come_back() -> None:
    """What was written is read."""
    var = Var("v", Sort.ANY)
    packing = packing_of(TransitionSystem((var,), {var: OneOf((None, "x", 3))}, ()), (None,))
    assert [packing.row(packing.words((v,))) for v in (None, "x", 3)] == [(None,), ("x",), (3,)]


def test_what_is_no_double_is_refused() -> None:
    """Rewards are doubles: nothing is rounded."""
    assert double(3) == 3.0
    for value in ("3", 2**70 + 1):
        with pytest.raises(Unsupported):
            double(value)
