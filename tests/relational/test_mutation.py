"""Mutations: their text, their order and their distance."""

from __future__ import annotations

from introplan.relational.action import GroundAction, did
from introplan.relational.formula import Constant, Moment, Predicate
from introplan.relational.mutation import KnownMutation, Mutation, count_unmet
from introplan.relational.state import Objects, State

P, Q = Predicate("p", 1), Predicate("q", 1)
A, B = Constant("a"), Constant("b")
PUSH = GroundAction("push", (A,))
STATE = State(Objects.build([(A, ("object",)), (B, ("object",))], {}), frozenset({P(A), Q(A)}))


def test_a_mutation_prints_what_it_asks_for_in_a_fixed_order() -> None:
    """First what becomes true, then what becomes false, then the last action."""
    mutation = Mutation(frozenset({P(B), P(A)}), frozenset({Q(A)}), PUSH)

    assert str(mutation) == "(and (p a) (p b) (not (q a)) (did (push a)))"
    assert str(Mutation(frozenset({P(A)}))) == "(p a)"
    assert str(Mutation()) == "(and)"


def test_the_distance_counts_what_does_not_hold_yet() -> None:
    """Literals of the state before count as well; an action counts as one step."""
    assert count_unmet(STATE, Mutation()) == 0
    assert count_unmet(STATE, Mutation(frozenset({P(A), P(B)}))) == 1
    assert count_unmet(STATE, Mutation(make_false=frozenset({Q(A), Q(B)}))) == 1
    assert count_unmet(STATE, Mutation(frozenset({Q(B).at(Moment.BEFORE)}), last_action=PUSH)) == 2


def test_an_action_to_avoid_costs_nothing() -> None:
    """Any other last action will do."""
    assert count_unmet(STATE, Mutation(make_false=frozenset({did(PUSH)}))) == 0


def test_texts_leave_out_the_moment_that_all_literals_have() -> None:
    """Unless they have different ones: then each but those after the action names its own."""
    early, late = Q(B).at(Moment.BEFORE), P(A)
    alike = KnownMutation(Mutation(frozenset({early}), last_action=PUSH)).texts()
    mixed = KnownMutation(Mutation(frozenset({early, late}), frozenset({did(PUSH)}))).texts()

    assert (alike.make_true, alike.when, alike.last_action) == (["(q b)"], "before", str(PUSH))
    assert mixed.make_true == ["(before (q b))", "(p a)"]
    assert (mixed.make_false, mixed.when) == ([f"(did {PUSH})"], "mixed")
