"""The table of Python's own functions and methods."""

from __future__ import annotations

import builtins
import math

from introplan.symbolic.builtins.functions import FUNCTIONS, METHODS, PURE, builtin_for
from symbolic_runs import refusal_of, wrong_answers


def test_common_builtins_are_known() -> None:
    """What is neither known nor pure is refused; these are what models are made of."""
    names = (
        "abs all any bool dict divmod enumerate filter float frozenset getattr int isinstance "
        "iter len list map max min next range reversed set setattr sorted sum tuple type zip"
    )
    for name in names.split():
        assert builtin_for(getattr(builtins, name)) is not None, name
    assert {list.append, dict.get, set.add, frozenset.union, tuple.index} <= METHODS.keys()
    assert not PURE & {print, input, open, id}


def test_len_isinstance_and_type_of_unknowns() -> None:
    """The length of a set is a number that depends on the state, the type of a number is int."""

    def about(x: int, y: int, flag: bool) -> object:
        kinds = (isinstance(x, int), isinstance(flag, bool), isinstance([x], list), type(x) is int)
        return (len({x, y}), len([x, y]), *kinds)

    assert wrong_answers(about) == []


def test_pure_functions_are_computed_for_every_value() -> None:
    """Of `math`, and methods of text."""
    assert wrong_answers(lambda x, y, flag: math.gcd(x, 4) + math.isqrt(y)) == []
    assert wrong_answers(lambda x, y, flag: "abc".replace("a", str(x)).upper()) == []


def test_other_functions_are_refused() -> None:
    """A method that a tuple does not have is not that of a list."""
    assert "pure" in refusal_of(lambda x, y, flag: id(x))
    assert "printing" in refusal_of(lambda x, y, flag: print(x))
    assert "append" in refusal_of(lambda x, y, flag: (x, 1).append(2))  # type: ignore[attr-defined]


def test_a_callable_without_a_hash_is_not_in_the_table() -> None:
    """And asking is no error."""
    assert builtin_for([]) is None
    assert builtin_for(len) is FUNCTIONS[len]
