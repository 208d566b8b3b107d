"""Sums of floats in which some parts stand under a condition: one sum, not one case for each.

After `if test: total += 0.5` the value of `total` is `total + 0.5` on one path and `total` on the
other. A choice between the two would hold the older total twice, and thirty such statements would
be a tree of 2 ** 30 leaves to whatever looks at it. What the two have in common is taken out:
`total + (0.5 if test else 0.0)`. Adding 0.0 changes no float, so that this is the number that
Python computes, rounded in the same order; only a total that is still a whole number becomes the
float that is equal to it. (Sums of whole numbers have a better form: `build.choose`.)
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import zip_longest

from introplan.symbolic.terms.build import (
    add,
    call,
    choose,
    const,
    multiply,
    number,
    on_values,
    subtract,
    values_of,
)
from introplan.symbolic.terms.term import Call, Choose, Const, Sort, Term, sort_of

FLOAT_FUNCTIONS = ("+", "-", "*", "/", "neg", "abs", "float")
"""Functions whose value of sort ANY is a number; texts and tuples are joined by other ones."""

MAX_SPINE_PARTS = 64
"""Parts that one branch adds to a total; a longer branch keeps its choice."""

NOTHING = const(0.0)

MAX_EXACT = 2**53
"""Up to here every whole number is a float."""


def is_float_term(term: Term) -> bool:
    """Is the value of this term a number, whatever the state?"""
    match term:
        case Const(value):
            return isinstance(value, int | float)
        case Call(function, _, Sort.ANY):
            return function in FLOAT_FUNCTIONS
        case Choose(_, then, other):
            return is_float_term(then) and is_float_term(other)
        case _ if sort_of(term) is not Sort.ANY:
            return True
    values = values_of(term)
    return values is not None and all(isinstance(v, int | float) for v in values)


def is_never_whole(term: Term) -> bool:
    """Is the value of this term a float, and never an `int`, whatever the state?"""
    match term:
        case Const(value):
            return isinstance(value, float)
        case Call("float" | "/", _, Sort.ANY):
            return True
        case Call("+" | "-" | "*", parts, Sort.ANY):
            return any(map(is_never_whole, parts)) and all(map(is_float_term, parts))
        case Choose(_, then, other):
            return is_never_whole(then) and is_never_whole(other)
    return False


def whole_number(term: Term, bounds: Callable[[Term], tuple[float, float]]) -> Term | None:
    """The whole number that a float always is, as in `x + 1.0`; None if it may be another one.

    Floats of whole numbers up to 2 ** 53 are exact, and so are their sums and products.
    """
    found: Term | None
    match term:
        case Const(value):
            is_whole = isinstance(value, int | float) and float(value).is_integer()
            found = const(int(value)) if is_whole else None
        case Call(("+" | "-" | "*") as sign, (left, right), Sort.ANY):
            first, second = whole_number(left, bounds), whole_number(right, bounds)
            if first is None or second is None:
                return None
            found = {"+": add, "-": subtract, "*": multiply}[sign](first, second)
        case Call("float", (inner,), Sort.ANY):
            return whole_number(inner, bounds)
        case Choose(test, then, other):
            first, second = whole_number(then, bounds), whole_number(other, bounds)
            return None if first is None or second is None else choose(test, first, second)
        case _ if sort_of(term) is not Sort.ANY:
            found = number(term)
        case _:
            values = values_of(term) or [None]
            is_whole = all(isinstance(v, float) and v.is_integer() for v in values)
            found = on_values(int, term) if is_whole else None
    if found is None or max(map(abs, bounds(found))) > MAX_EXACT:
        return None
    return found


def choose_number(test: Term, then: Term, other: Term) -> Term:
    """`then if test else other`, with the sum that both begin with taken out."""
    if sort_of(then) is not Sort.ANY and sort_of(other) is not Sort.ANY:
        return choose(test, then, other)
    first, second = _spine(then), _spine(other)
    shared = {base: place for place, (base, _) in enumerate(second)}
    for place, (base, _) in enumerate(first):
        # A choice between two constants is the smallest sum there is.
        if base in shared and not isinstance(base, Const):
            added = [row[1] for row in first[:place]]
            added_else = [row[1] for row in second[: shared[base]]]
            return _with_added(test, base, added[::-1], added_else[::-1])
    return choose(test, then, other)


_Step = tuple[str, Term]


def _spine(term: Term) -> list[tuple[Term, _Step]]:
    """A sum, the same sum without its last part, and so on, each with the part it still has."""
    found: list[tuple[Term, _Step]] = []
    while len(found) < MAX_SPINE_PARTS:
        match term:
            case Call(("+" | "-") as function, (base, part), Sort.ANY):
                found.append((term, (function, part)))
                term = base
            case _:
                break
    return [*found, (term, ("+", NOTHING))]


def _with_added(test: Term, base: Term, then: list[_Step], other: list[_Step]) -> Term:
    """The sum `base` and what is added to it where the test holds, and where it does not."""
    nothing: _Step = ("", NOTHING)
    for (sign, part), (sign_else, part_else) in zip_longest(then, other, fillvalue=nothing):
        if sign and sign_else and sign != sign_else:
            base = call(sign, base, choose(test, part, NOTHING), sort=Sort.ANY)
            base = call(sign_else, base, choose(test, NOTHING, part_else), sort=Sort.ANY)
        else:
            base = call(sign or sign_else, base, choose(test, part, part_else), sort=Sort.ANY)
    return base
