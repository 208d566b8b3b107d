"""Functions of unknowns with few values become tables."""

from __future__ import annotations

import pytest

from introplan.symbolic.interpreter.concretisation import call_python, possible_values, tabulate
from introplan.symbolic.interpreter.values import Items
from introplan.symbolic.refusal import Raised, Refused
from introplan.symbolic.terms.build import multiply
from introplan.symbolic.terms.term import Lookup
from symbolic_runs import FLAG, X, Y, new_run, wrong_answers


def test_a_function_of_few_values_is_a_table() -> None:
    """One entry for each value the unknown can have."""
    table = tabulate(new_run(), lambda n: n**3, X)

    assert isinstance(table, Lookup)
    assert table.table.entries == {n: n**3 for n in range(-2, 4)}


def test_values_that_raise_are_ruled_out_on_a_path_of_their_own() -> None:
    """0 ** -1 raises, everything else does not."""
    assert wrong_answers(lambda x, y, flag: 2 if x == 3 else x**-1 > 0) == []


def test_possible_values_follow_the_path_condition() -> None:
    """All values at first; those below a bound once it is decided; none listed above a limit."""
    run = new_run()

    assert possible_values(run, X) == [-2, -1, 0, 1, 2, 3]
    assert possible_values(run, FLAG) == [False, True]
    assert possible_values(run, multiply(X, Y), limit=3) is None


def test_what_python_raises_the_program_raises() -> None:
    """With its class; a function of a container is no table, and refused."""
    with pytest.raises(Raised) as caught:
        call_python(lambda: 1 // 0)
    assert caught.value.kind is ZeroDivisionError
    with pytest.raises(Refused):
        tabulate(new_run(), len, Items(list, [X], 0))
