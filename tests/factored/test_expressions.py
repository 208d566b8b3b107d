"""The nodes of expressions: their parts and their variables."""

from __future__ import annotations

from introplan.factored.expressions import (
    FALSE,
    TRUE,
    Apply,
    Bernoulli,
    Discrete,
    IfElse,
    Layer,
    Operator,
    Variable,
    children,
    variables,
)

X = Variable(Layer.STATE, 0)
A = Variable(Layer.ACTION, 1)


def test_children_are_all_parts_in_order() -> None:
    """Each node gives what it is made of."""
    assert children(X) == children(TRUE) == ()
    assert children(Apply(Operator.ADD, (X, A))) == (X, A)
    assert children(IfElse(X, TRUE, A)) == (X, TRUE, A)
    assert children(Bernoulli(A)) == (A,)
    assert children(Discrete((1.0, 2.0), (X, A))) == (X, A)


def test_variables_are_found_as_often_as_they_occur() -> None:
    """Under every node, and twice where they stand twice."""
    inner = Discrete((0.0, 1.0), (X, Bernoulli(A)))

    assert list(variables(FALSE)) == []
    assert sorted(variables(IfElse(X, inner, FALSE)), key=str) == [A, X, X]
