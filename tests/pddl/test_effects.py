"""Effects: nested in the file, flat in the schema."""

from __future__ import annotations

import pytest

from introplan.errors import ModelError
from introplan.relational.action import Branch, ConditionalEffect
from introplan.relational.formula import (
    TRUE,
    And,
    Predicate,
    Variable,
)
from introplan.relational.numbers import FunctionTerm
from pddl.samples import action, domain

P, Q, R = Predicate("p", 1), Predicate("q", 2), Predicate("r", 0)
X, Y = Variable("x", ("t",)), Variable("y", ("t",))


def test_effects_are_flattened_by_what_stands_around_them() -> None:
    """Plain literals are adds and deletes, all others conditional effects."""
    schema = action(
        ":effect (and (and (r) (not (p ?x))) (forall (?z - t) (and (p ?z) (when (r) (and"
        " (q ?z ?x) (not (p ?z)))))) (when (p ?y) (when (r) (not (r)))))"
    )
    z = Variable("z", ("t",))

    assert (schema.adds, schema.deletes) == ((R(),), (P(X),))
    assert schema.conditional == (
        ConditionalEffect((z,), TRUE, (P(z),), ()),
        ConditionalEffect((z,), R(), (Q(z, X),), (P(z),)),
        ConditionalEffect((), And((P(Y), R())), (), (R(),)),
    )


def test_a_variable_of_an_effect_that_hides_a_parameter_is_renamed() -> None:
    """Flat effects have one level of names, so the inner one gives way."""
    schema = action(":effect (when (p ?x) (forall (?x) (not (p ?x))))")
    renamed = Variable("x-2")

    assert schema.conditional == (ConditionalEffect((renamed,), P(X), (), (P(renamed),)),)


def test_a_condition_that_is_always_true_is_no_condition() -> None:
    """(when () e) and (forall () e) are e."""
    assert action(":effect (forall () (when () (r)))") == action(":effect (r)")


def test_costs_are_numbers_or_functions() -> None:
    """(increase (total-cost) n) gives the action's cost and no effect."""
    text = "(:functions (w ?x - t)) (:action a :parameters (?x - t) :effect (and"
    schema = domain(f"{text} (increase (total-cost) 2) (increase (total-cost) (w ?x))))")

    assert schema.actions[0].cost == (2.0, FunctionTerm("w", (X,)))
    assert schema.actions[0].adds == ()


def test_what_is_no_effect_is_told() -> None:
    """Disjunctions choose nothing, and derived predicates follow from rules."""
    with pytest.raises(ModelError, match="or"):
        action(":effect (or (r) (p ?x))")
    with pytest.raises(ModelError, match="derived"):
        domain("(:derived (r) (exists (?x - t) (p ?x))) (:action a :effect (r))")


def test_what_is_drawn_has_branches_of_flat_effects() -> None:
    """Under `forall` and `when`, nested; fractions are probabilities; printing reads back."""
    schema = action(
        ":effect (and (r) (forall (?z - t) (when (p ?z) (probabilistic 1/4 (q ?z ?x)"
        " 0.5 (and (not (p ?z)) (when (r) (not (r))) (probabilistic 1 (p ?y)))))))"
    )
    z = Variable("z", ("t",))
    (chance,) = schema.chances

    assert (schema.adds, schema.conditional) == ((R(),), ())
    assert (chance.variables, chance.condition) == ((z,), P(z))
    first, second = chance.branches
    assert first == Branch(0.25, (ConditionalEffect((), TRUE, (Q(z, X),), ()),))
    assert second.effects == (
        ConditionalEffect((), TRUE, (), (P(z),)),
        ConditionalEffect((), R(), (), (R(),)),
    )
    assert second.chances[0].branches[0].effects[0].adds == (P(Y),)


def test_probabilities_are_checked_at_their_place() -> None:
    """Too much, no number, no effect, a cost: each says what would be right."""
    for text, wrong in [
        ("(probabilistic 0.5 (r) 0.6 (p ?x))", "add up to 1.1"),
        ("(probabilistic 1.5 (r))", "no probability"),
        ("(probabilistic 0.5)", "missing"),
        ("(probabilistic (r) 0.5)", "probability"),
        ("(probabilistic 0.5 (increase (total-cost) 1))", "cost under 'probabilistic'"),
    ]:
        with pytest.raises(ModelError, match=wrong):
            action(f":effect (and (r) {text})")


def test_a_draw_that_does_nothing_is_none() -> None:
    """With probability 0 nothing happens."""
    assert action(":effect (and (r) (probabilistic 0 (p ?x)))") == action(":effect (r)")
