"""What the sections of a file mean."""

from __future__ import annotations

import pytest

import introplan as ip
from introplan.api import ENGINES
from introplan.errors import ModelError
from introplan.mdp import Status
from introplan.pddl import parse_domain, parse_problem, read_domain
from introplan.relational.action import ActionSchema, ConditionalEffect, FunctionTerm
from introplan.relational.domain import Domain, TypeDeclaration
from introplan.relational.formula import (
    TRUE,
    And,
    Constant,
    Exists,
    Forall,
    Literal,
    Moment,
    Not,
    Or,
    Predicate,
    Variable,
)
from introplan.relational.rewards import DecisionList, Rule

P, Q, R = Predicate("p", 1), Predicate("q", 2), Predicate("r", 0)
X, Y = Variable("x", ("t",)), Variable("y", ("t",))
CLASSICAL = "(define (domain d) (:types t) (:predicates (p ?x - t) (r)))"
REWARDED = "(define (domain d) (:types t) (:predicates (r)) (:reward (if (r) 1)))"


def domain(body: str) -> Domain:
    """A small domain with the given sections."""
    head = "(define (domain d) (:types t) (:predicates (p ?x - t) (q ?x ?y - t) (r))"
    return parse_domain(f"{head} {body})")


def action(parts: str) -> ActionSchema:
    """The one action of a small domain."""
    return domain(f"(:action a :parameters (?x ?y - t) {parts})").actions[0]


def test_imply_is_sugar_for_a_disjunction() -> None:
    """(imply a b) is (or (not a) b)."""
    assert action(":precondition (imply (r) (p ?x))").precondition == Or((Not(R()), P(X)))


def test_several_quantified_variables_are_nested_in_order() -> None:
    """(exists (?x ?y) f) is (exists (?x) (exists (?y) f))."""
    schema = action(":precondition (exists (?y ?x - t) (q ?x ?y))")

    assert schema.precondition == Exists(Y, Exists(X, Q(X, Y)))


def test_an_inner_variable_hides_an_outer_one_of_another_type() -> None:
    """Names belong to the innermost quantifier."""
    schema = action(":precondition (and (p ?x) (forall (?x) (p ?x)))")

    assert schema.precondition == And((P(X), Forall(Variable("x"), P(Variable("x")))))


def test_missing_parts_of_an_action_are_true_and_nothing() -> None:
    """No precondition, `()` and `(and)` mean the same."""
    assert action("") == action(":precondition () :effect ()")
    assert action("") == action(":effect (and) :precondition (and)")
    assert action("").precondition == TRUE


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


def test_before_is_pushed_down_to_the_literals_but_not_to_equality() -> None:
    """A literal has a moment; equality has none; did names an action."""
    found = domain(
        "(:action a :parameters (?x - t)) (:reward (if (before (and (r) (not (exists (?x - t)"
        " (or (p ?x) (= ?x ?x)))))) 2) (if (forall (?x - t) (did (a ?x))) -1))"
    ).reward
    did = Literal(Predicate("a", 1), (X,), Moment.DID)
    before = Moment.BEFORE
    equal = Predicate("=", 2)(X, X)

    assert found == DecisionList(
        (
            Rule(And((R().at(before), Not(Exists(X, Or((P(X).at(before), equal)))))), 2.0),
            Rule(Forall(X, did), -1.0),
        ),
        0.0,
    )


def test_termination_continues_unless_a_row_says_otherwise() -> None:
    """Statuses by name, `continue` where there is no else."""
    found = domain("(:termination (if (r) success) (if (not (r)) failure))").termination

    assert found is not None
    assert found.values == (Status.SUCCESS, Status.FAILURE, Status.CONTINUE)


def test_supertypes_are_declared_by_being_named() -> None:
    """A type may have two parents, and `object` needs no word."""
    found = parse_domain("(define (domain d) (:types a - b c a - (either d object) object))")

    assert found.types == (
        TypeDeclaration("a", ("b", "d")),
        TypeDeclaration("c", ("d",)),
        TypeDeclaration("b", ("object",)),
        TypeDeclaration("d", ("object",)),
    )


def test_objects_are_constants_first_and_then_the_problems_own() -> None:
    """Each with its types, in the order of declaration."""
    found = parse_domain("(define (domain d) (:types t) (:constants c - t) (:predicates (p ?x)))")
    task = parse_problem(found, "(define (problem x) (:objects b - t a) (:init) (:goal (p a)))")

    assert task.start.objects.declared == (
        (Constant("c"), ("t",)),
        (Constant("b"), ("t",)),
        (Constant("a"), ("object",)),
    )
    assert task.start.objects.of(("t",)) == (Constant("b"), Constant("c"))


def test_a_reward_needs_no_goal_and_an_empty_goal_is_none() -> None:
    """Where the domain pays a reward, `(and)` asks for nothing."""
    found = parse_domain(REWARDED)

    assert parse_problem(found, "(define (problem x) (:init))").goal is None
    assert parse_problem(found, "(define (problem x) (:goal (and)))").goal is None
    assert parse_problem(found, "(define (problem x) (:goal ()))").goal is None
    assert parse_problem(found, "(define (problem x) (:goal (r)))").goal == R()


def test_an_empty_goal_without_a_reward_is_a_goal() -> None:
    """It holds from the start."""
    task = parse_problem(parse_domain(CLASSICAL), "(define (problem x) (:goal (and)))")

    assert task.goal == TRUE
    assert task.starts_at_goal


def test_a_denied_fact_is_no_fact_and_numbers_are_costs() -> None:
    """`:init` holds facts, denials that change nothing, and numbers."""
    task = parse_problem(
        domain("(:functions (w ?x - t))"),
        "(define (problem x) (:objects o - t) (:init (r) (not (p o)) (= (w o) 1.5) (r))"
        " (:goal (r)) (:horizon 7))",
    )

    assert task.start.facts == {R()}
    assert task.costs == {FunctionTerm("w", (Constant("o"),)): 1.5}
    assert task.horizon == 7


def test_a_variable_may_have_a_wider_type_than_it_needs() -> None:
    """Public benchmarks are loose: a variable of type object may stand where a block must."""
    text = "(define (domain d) (:types b s) (:predicates (p ?x - b)) (:action a :parameters (?x - "

    parse_domain(f"{text}object) :precondition (p ?x)))")
    with pytest.raises(ModelError, match=r"'\?x' is of type s; argument 1 of 'p' takes b"):
        parse_domain(f"{text}s) :precondition (p ?x)))")


def test_a_head_without_types_has_those_of_its_predicate() -> None:
    """So a rule is tried for fitting objects only."""
    rules = domain("(:derived (q ?x ?y) (p ?x)) (:derived (p ?x) (r))").derived

    assert [rule.head for rule in rules] == [Q(X, Y), P(X)]
    assert rules[0].body == P(X)


def test_a_forgotten_space_after_the_dash_is_forgiven() -> None:
    """`?x -block` means `?x - block`: public files have it, and no name starts with a dash."""
    domain = parse_domain(
        "(define (domain d) (:types block) (:predicates (p ?x -block ?y -block)))"
    )

    assert [v.types for v in domain.predicates[0].parameters] == [("block",), ("block",)]


def test_an_empty_file_name_is_named_as_such() -> None:
    """Not "is a directory" without saying what is."""
    with pytest.raises(ModelError, match="the name of a file is empty"):
        read_domain("")


@pytest.mark.parametrize("engine", ENGINES)
def test_one_of_several_types_is_neither_the_first_nor_all(engine: str) -> None:
    """Marks are for cats and dogs, and all of them are to have one."""
    domain = ip.parse_domain("""(define (domain marks) (:types cat dog fox)
      (:predicates (marked ?x))
      (:action mark :parameters (?x - (either cat dog)) :precondition (not (marked ?x))
       :effect (marked ?x)))""")
    task = ip.parse_problem(
        domain,
        """(define (problem three) (:domain marks)
      (:objects c - cat d - dog f - fox) (:init)
      (:goal (forall (?x - (either cat dog)) (marked ?x))))""",
    )

    assert sorted(map(str, ip.plan(task, engine=engine).plan or ())) == ["(mark c)", "(mark d)"]
    assert ip.verify(task, ["(mark d)", "(mark c)"]).valid
    assert not ip.verify(task, ["(mark c)"]).valid
    assert "not of type" in ip.verify(task, ["(mark f)"]).reason
