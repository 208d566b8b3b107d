"""Terms made shorter for people by what is known of their variables.

Code that keeps to a board says `min(max(x + 1, 0), 5)`. For x in 0..5 that is `min(x + 1, 5)`,
and that it equals 5 means that x is at least 4. The short term has the same value for all states
within the box; it is for texts, where the long one cannot be read.
"""

from __future__ import annotations

from introplan.symbolic.constraints.interval import Bounds, Box, bounds
from introplan.symbolic.terms.build import at_most
from introplan.symbolic.terms.substitute import rebuilt
from introplan.symbolic.terms.term import Call, Const, Equal, Sort, Term, children, walk

MAX_PARTS = 2_000
"""Terms of more parts are left as they are: looking through them would cost more than it saves."""


def cleared(term: Term, box: Box) -> Term:
    """The same term within the box, without limits that are never reached."""
    parts = list(walk(term))
    if len(parts) > MAX_PARTS:
        return term
    known: dict[Term, Bounds] = {}
    short: dict[Term, Term] = {}
    for part in parts:  # children come before parents
        below = tuple(short[child] for child in children(part))
        same = all(a is b for a, b in zip(below, children(part), strict=True))
        made = part if same else rebuilt(part, below)
        short[part] = _without_limits(made, box, known)
    return short[term]


def _without_limits(term: Term, box: Box, known: dict[Term, Bounds]) -> Term:
    """The term itself, or what it comes down to."""
    match term:
        case Call("min" | "max" as name, (left, right)) if term.sort is Sort.INT:
            return _one_side(name, left, right, box, known) or term
        case Equal(Call("min" | "max" as name, (inside, limit)), Const(value)) | Equal(
            Const(value), Call("min" | "max" as name, (inside, limit))
        ):
            inside, limit = (limit, inside) if isinstance(inside, Const) else (inside, limit)
            if isinstance(limit, Const) and limit.value == value and type(value) is int:
                return at_most(limit, inside) if name == "min" else at_most(inside, limit)
    return term


def _one_side(
    name: str, left: Term, right: Term, box: Box, known: dict[Term, Bounds]
) -> Term | None:
    """The one of two terms that is always the least, or the largest; None if it may be either."""
    (low, high), (other_low, other_high) = bounds(left, box, known), bounds(right, box, known)
    if name == "max":
        low, high, other_low, other_high = -high, -low, -other_high, -other_low
    if high <= other_low:
        return left
    return right if other_high <= low else None
