"""Formulas: how they print, and what makes two of them equal."""

from __future__ import annotations

import pytest

from introplan.relational.formula import (
    And,
    Constant,
    Exists,
    Forall,
    Moment,
    Not,
    Or,
    Predicate,
    Variable,
    conjunction,
    declare,
    disjunction,
    quantifier_block,
)

ON, CLEAR = Predicate("on", 2), Predicate("clear", 1)
A, B = Constant("a"), Constant("b")
X, Y = Variable("x", ("block",)), Variable("y", ("block", "pad"))


@pytest.mark.parametrize(
    ("formula", "text"),
    [
        (ON(A, B), "(on a b)"),
        (CLEAR(A).at(Moment.BEFORE), "(before (clear a))"),
        (CLEAR(A).at(Moment.DID), "(did (clear a))"),
        (And((CLEAR(A), Not(CLEAR(B)))), "(and (clear a) (not (clear b)))"),
        (Or(()), "(or)"),
        (
            Exists(X, Exists(Y, CLEAR(Y))),
            "(exists (?x - block ?y - (either block pad)) (clear ?y))",
        ),
        (Forall(X, Exists(X, CLEAR(X))), "(forall (?x - block) (exists (?x - block) (clear ?x)))"),
    ],
)
def test_a_formula_prints_as_pddl(formula: object, text: str) -> None:
    """Nested quantifiers of one kind share a list of variables."""
    assert str(formula) == text


def test_a_literal_is_told_apart_by_its_moment() -> None:
    """Equal hashes are no equality: the moment counts."""
    assert CLEAR(A) != CLEAR(A).at(Moment.BEFORE)
    assert CLEAR(A).at(Moment.BEFORE).at(Moment.AFTER) == CLEAR(A)
    assert len({CLEAR(A), CLEAR(A).at(Moment.BEFORE), CLEAR(A).at(Moment.DID)}) == 3


def test_a_predicate_counts_its_terms() -> None:
    """A literal with too few terms is a mistake of ours."""
    with pytest.raises(ValueError, match="on takes 2 terms, got 1"):
        ON(A)


def test_one_part_is_its_own_conjunction_and_disjunction() -> None:
    """No formula is wrapped without need."""
    assert conjunction(CLEAR(A)) == disjunction(CLEAR(A)) == CLEAR(A)
    assert conjunction(CLEAR(A), CLEAR(B)) == And((CLEAR(A), CLEAR(B)))
    assert disjunction() == Or(())


def test_variables_of_one_type_share_it_in_a_list() -> None:
    """`object` is said only where something follows that would otherwise give its type."""
    plain = Variable("z")

    assert declare((X, Variable("w", ("block",)))) == "(?x ?w - block)"
    assert declare((plain,)) == "(?z)"
    assert declare((plain, X)) == "(?z - object ?x - block)"


def test_a_block_of_quantifiers_ends_where_a_name_repeats() -> None:
    """The inner variable hides the outer one: they cannot be in one list."""
    assert quantifier_block(Exists(X, Exists(Y, ON(X, Y)))) == ((X, Y), ON(X, Y))
    assert quantifier_block(Exists(X, Exists(X, CLEAR(X)))) == ((X,), Exists(X, CLEAR(X)))
