"""Numbers as rows: evaluation over a store, and effects that happen at once."""

from __future__ import annotations

from introplan.relational.formula import Predicate
from introplan.relational.numbers import Arithmetic, Comparison, FunctionTerm, NumericEffect
from introplan.relational.numeric_queries import (
    NumericChanges,
    compiled_comparison,
    compiled_numeric_effect,
    function_name,
    is_value_predicate,
    value_predicate,
)
from introplan.relational.query import Facts, Row, Slots
from introplan.relational.terms import Moment

G = FunctionTerm("g", ())


def row_of(term: FunctionTerm) -> object:
    """The row of a function without arguments."""
    return lambda _: (term.name,)


def test_a_comparison_is_decided_from_rows() -> None:
    """A missing value makes it false."""
    test = compiled_comparison(Comparison(">=", Arithmetic("+", (G, 1.0)), 3.0), row_of)  # type: ignore[arg-type]

    assert test({("g",): 2.0}.get, [])
    assert not test({("g",): 1.0}.get, [])
    nothing: dict[Row, float] = {}
    assert not test(nothing.get, [])


def test_effects_read_the_state_before_all_of_them() -> None:
    """Unchanged values are left out; an undefined amount makes all of it undefined."""
    double = compiled_numeric_effect(NumericEffect("increase", G, G), row_of)  # type: ignore[arg-type]
    nothing = compiled_numeric_effect(NumericEffect("increase", G, 0.0), row_of)  # type: ignore[arg-type]

    def changed(effects: list[object], values: dict[Row, float]) -> dict[Row, float] | None:
        changes, slots = NumericChanges(values.get), Slots()
        changes.gather(effects, slots)  # type: ignore[arg-type]
        return changes.new_values()

    assert changed([double, double], {("g",): 2.0}) == {("g",): 6.0}
    assert changed([nothing], {("g",): 2.0}) == {}
    assert changed([double], {}) is None


def test_values_are_rows_among_the_facts() -> None:
    """The last argument is the number; there is one row for each function."""
    key = value_predicate("g", 0)
    facts = Facts([(key, 1.0)], numeric={key})
    facts.add((key, 2.0))

    assert list(facts) == [(key, 2.0)]
    assert (key, 2.0) in facts
    assert (key, 1.0) not in facts
    facts.remove((key, 2.0))
    assert len(facts) == 0


def test_no_relation_is_taken_for_a_function() -> None:
    """Names with a space stand in no file."""
    assert is_value_predicate(value_predicate("g", 1, Moment.BEFORE))
    assert not is_value_predicate(Predicate("=", 2))
    assert function_name(value_predicate("g", 1)) == "g"
