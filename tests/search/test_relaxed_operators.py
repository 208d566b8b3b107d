"""The lifted operators of the delete relaxation."""

from __future__ import annotations

from dataclasses import replace

import introplan as ip
from introplan.relational.action import ConditionalEffect
from introplan.relational.formula import Predicate, Variable
from introplan.search.relaxed_operators import lifted_operators, negated_predicates

DOMAIN = ip.parse_domain(
    """(define (domain d) (:predicates (p ?x) (q ?x) (r ?x) (all-q) (s))
      (:derived (all-q) (forall (?x) (q ?x)))
      (:action go :parameters (?x) :precondition (or (p ?x) (not (s)))
        :effect (and (q ?x) (not (p ?x)) (forall (?x) (when (r ?x) (s))))))"""
)
TASK = ip.parse_problem(
    DOMAIN, "(define (problem x) (:domain d) (:objects a) (:init) (:goal (not (all-q))))"
)


def test_conditions_are_opened_and_conditional_effects_are_operators_of_their_own() -> None:
    """Two disjuncts for each of two effects, the action as a whole, and the derived rule."""
    found = list(lifted_operators(DOMAIN))
    whole = [o for o in found if o.is_whole]
    rules = [o for o in found if o.schema is None]

    assert (len(whole), len(rules), len(found)) == (1, 1, 6)
    assert [str(o.adds[0]) for o in found if o.schema == 0 and o.adds] == [
        "(q ?x)",
        "(q ?x)",
        "(s)",
        "(s)",
    ]


def test_a_variable_that_hides_a_parameter_gets_a_name_of_its_own() -> None:
    """The reader renames such variables; a domain built in Python may have them."""
    (schema,) = DOMAIN.actions
    x, (r, s) = Variable("x"), (Predicate("r", 1), Predicate("s", 0))
    hiding = replace(schema, conditional=(ConditionalEffect((x,), r(x), (s(),), ()),))
    found = lifted_operators(replace(DOMAIN, actions=(hiding,)))
    effects = [o for o in found if [str(literal) for literal in o.adds] == ["(s)"]]

    assert [[v.name for v in o.variables] for o in effects] == [["x", "x?*"]] * 2
    assert all("(r ?x?*)" in str(o.condition) for o in effects)


def test_negated_predicates_are_those_of_conditions_and_of_the_goal() -> None:
    """A literal may have to be false for these alone."""
    assert {p.name for p in negated_predicates(TASK)} == {"s", "all-q"}
