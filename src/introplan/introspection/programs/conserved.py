"""Conserved sums: what is taken from one list is put on another.

The lengths of three pegs add up to the number of discs in every sampled state. That is guessed
from the samples, assumed while the transition is read, and kept only if every operator that was
read under the assumption preserves it: an inductive invariant, true at the start and after every
step. It is what bounds the length of a list to which things are appended.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from introplan.introspection.programs.operator import Operator
from introplan.introspection.programs.shape import Shape, Sized, parts_below
from introplan.symbolic.constraints.interval import bounds
from introplan.symbolic.terms.build import combine, const, equal
from introplan.symbolic.terms.compile import compiled_one
from introplan.symbolic.terms.substitute import substituted
from introplan.symbolic.terms.term import Equal, Term, Var


def conserved(shape: Shape, order: Sequence[Var], rows: list[tuple[Any, ...]]) -> list[Term]:
    """The sum of all lengths that change, if it is the same in all sampled states."""
    lengths = list(_lengths(shape))
    if len(lengths) < 2:
        return []
    total = combine(*((length, 1) for length in lengths))
    sums = set(map(compiled_one(total, order), rows))
    return [equal(total, const(sums.pop()))] if len(sums) == 1 else []


def _lengths(shape: Shape) -> Iterator[Var]:
    if isinstance(shape, Sized):
        yield shape.length.var
    for part in parts_below(shape):
        yield from _lengths(part)


def are_kept(invariants: list[Term], operators: list[Operator]) -> bool:
    """Do all operators preserve these conditions, where all of them hold before?"""
    return all(_is_kept(term, operator) for term in invariants for operator in operators)


def _is_kept(invariant: Term, operator: Operator) -> bool:
    after = substituted(invariant, operator.effects)
    if after is invariant or operator.known.truth(after) is True:
        return True
    assert isinstance(invariant, Equal)
    change = combine((substituted(invariant.left, operator.effects), 1), (invariant.left, -1))
    return bounds(change, operator.box) == (0, 0)
