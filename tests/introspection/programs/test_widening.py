"""Widening and narrowing: boxes that hold all that operators do, as small as they can be."""

from __future__ import annotations

import pytest

from introplan.introspection.programs.operator import Operator
from introplan.introspection.programs.widening import (
    goes_both_ways,
    grown_exactly,
    joined_domains,
    narrow,
    reach,
    regrow_truths,
    widen,
    widen_to_thresholds,
)
from introplan.symbolic.constraints.interval import INFINITY, Box, Domain, OneOf, Range
from introplan.symbolic.constraints.path_condition import PathCondition
from introplan.symbolic.refusal import Refused
from introplan.symbolic.terms import build
from introplan.symbolic.terms.term import Sort, Table, Term, Var, const

X, MODE = Var("x", Sort.INT), Var("mode", Sort.ANY)
START: Box = {X: Range(0, 3)}


def counting(box: Box, limit: int | None) -> Operator:
    """x grows by one, as long as it is below a limit."""
    conditions: tuple[Term, ...] = () if limit is None else (build.less(X, const(limit)),)
    known = PathCondition.of(box)
    assert known.learn_all(conditions)
    return Operator("on", conditions, conditions, {X: build.add(X, const(1))}, known, box)


def test_what_grows_goes_to_infinity() -> None:
    """Widening jumps; narrowing comes back to what the guard allows."""
    operators = [counting(START, 10)]
    larger = widen(START, operators)
    assert larger[X] == Range(0, INFINITY)
    assert narrow(START, larger, operators)[X] == Range(0, 10)


def test_a_box_grows_to_where_it_stays_or_by_a_step() -> None:
    """A guard soon ends the growth; where none does, the box after one step is what there is."""
    near, far = dict(START), dict(START)
    assert grown_exactly(near, [counting(START, 10)]) == ({X: Range(0, 10)}, True)
    assert grown_exactly(far, [counting(START, None)]) == ({X: Range(0, 4)}, False)
    assert near == far == START


def test_places_go_both_ways_and_counters_do_not() -> None:
    """A number that is only raised may have no end; one that is lowered too ends at walls."""
    raised = counting(START, None)
    lowered = Operator("back", (), (), {X: build.add(X, const(-1))}, raised.known, START)
    grown: Box = {X: Range(-1, 4)}
    assert goes_both_ways(START, grown, [raised, lowered])
    assert not goes_both_ways(START, grown, [raised])
    assert goes_both_ways(START, START, [raised]), "what did not grow is not asked"


def test_growth_without_a_guard_stays_infinite() -> None:
    """There is nothing to narrow by."""
    operators = [counting(START, None)]
    assert narrow(START, widen(START, operators), operators)[X] == Range(0, INFINITY)


def test_thresholds_are_the_numbers_that_the_code_names() -> None:
    """Growing again from the start ends at the limit of the guard."""
    box: dict[Var, Domain] = {X: Range(0, INFINITY)}
    assert widen_to_thresholds(START, box, [counting(box, 10)])[X] == Range(0, 10)
    assert widen_to_thresholds(START, box, [counting(box, None)])[X] == Range(0, INFINITY)


def test_a_box_that_no_operator_leaves_is_not_widened() -> None:
    """A fixpoint."""
    box = {X: Range(0, 10)}
    assert widen(box, [counting(box, 10)]) == box


def test_domains_are_joined_up_to_a_limit() -> None:
    """Ranges by their ends, lists value by value."""
    assert joined_domains(Range(0, 2), Range(5, 6)) == Range(0, 6)
    assert joined_domains(OneOf(("a",)), OneOf(("b", "a"))) == OneOf(("a", "b"))
    with pytest.raises(Refused, match="too many"):
        joined_domains(OneOf(tuple("ab")), OneOf(tuple(str(n) for n in range(600))))


def test_reach_is_exact_where_there_are_few_states() -> None:
    """x * x for x in -2..2, where intervals would say -4."""
    assert reach(build.multiply(X, X), {X: Range(-2, 2)}) == Range(0, 4)
    assert reach(MODE, {}) is None
    assert reach(build.less(X, const(9)), {X: Range(0, 10**6)}) == OneOf((False, True))


def test_truth_values_are_dropped_that_a_smaller_range_does_not_bring_about() -> None:
    """`taken or x == 7` stays false where x ends at 5, and becomes true where it ends at 9."""
    taken = Var("taken", Sort.BOOL)
    effects: dict[Var, Term] = {taken: build.disjoin([taken, build.equal(X, const(7))])}
    for last, values in ((5, (False,)), (9, (False, True))):
        box: dict[Var, Domain] = {X: Range(0, last), taken: OneOf((False, True))}
        operator = Operator("take", (), (), effects, PathCondition.of(box), box)
        smaller = regrow_truths({**START, taken: OneOf((False,))}, box, [operator])
        assert smaller == {X: Range(0, last), taken: OneOf(values)}


def test_a_place_gets_what_its_table_comes_to_where_it_can_be() -> None:
    """What lies beyond places that are ruled out is no place."""
    steps = build.lookup(Table({"a": "b", "b": "c", "c": "d"}), (MODE,))
    assert set(reach(steps, {MODE: OneOf(("a", "b"))}) or ()) == {"b", "c"}
    assert set(reach(steps, {MODE: OneOf(("a", "b", "c"))}) or ()) == {"b", "c", "d"}
