"""Whole numbers of fixed width: those in numpy arrays wrap around and have rules of their own.

In a world with arrays it is not known whether a number came out of a cell. So what means something
else in numpy is refused everywhere in such a world: results that may not fit into a
cell, division by what may be zero (numpy goes on with 0), sums of truth values (numpy says "or").
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import Any

from introplan.symbolic.constraints.interval import Box, bounds
from introplan.symbolic.refusal import Refused, sign_of
from introplan.symbolic.terms.term import Sort, Term, sort_of


@dataclass(frozen=True, slots=True)
class CellNumbers:
    """The numbers that fit into every cell of a world's arrays."""

    low: int
    high: int
    has_truths: bool

    @classmethod
    def of(cls, dtypes: list[Any]) -> CellNumbers:
        """What fits into cells of these types."""
        sizes = [8 * dtype.itemsize for dtype in dtypes if dtype.kind in "iu"]
        is_unsigned = any(dtype.kind == "u" for dtype in dtypes)
        size = min(sizes, default=64)
        low = 0 if is_unsigned else -(2 ** (size - 1))
        return cls(low, 2 ** (size - 1) - 1, any(dtype.kind == "b" for dtype in dtypes))

    def check(self, op: type[ast.AST], first: Term, second: Term) -> None:
        """Refuse an operation on two numbers that means something else in numpy."""
        is_logical = op in (ast.BitAnd, ast.BitOr, ast.BitXor)
        if self.has_truths and not is_logical and sort_of(first) is sort_of(second) is Sort.BOOL:
            raise Refused("PY-EXPR", "arithmetic on truth values of arrays", "use int()")
        if op in (ast.LShift, ast.Pow):
            raise Refused("PY-EXPR", f"{sign_of(op)} in a world with arrays")

    def check_result(self, result: Term, box: Box) -> None:
        """Refuse a number that may not fit into a cell."""
        low, high = bounds(result, box)
        is_wide = self.low <= -(2**62) and self.high >= 2**62
        if not is_wide and not (self.low <= low and high <= self.high):
            raise Refused(
                "PY-EXPR",
                "arithmetic on small array cells that may overflow",
                "use cells of 64 bits",
            )
