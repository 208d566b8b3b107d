"""Printing: what is printed reads back, and lines stay short."""

from __future__ import annotations

import pytest

from introplan.domains.catalogue import SHIPPED, domain
from introplan.pddl import parse_domain, parse_formula, parse_problem, print_domain, print_problem
from introplan.pddl.printer import MAX_COLUMNS, pretty
from introplan.relational.domain import Domain
from introplan.relational.formula import And, Constant, Forall, Or, Predicate, Variable
from random_tasks import random_task

P = Predicate("a-predicate-with-a-long-name", 1)


@pytest.mark.parametrize("seed", range(40))
def test_random_tasks_read_back_from_their_text(seed: int) -> None:
    """Domain and problem; printing once more gives the same text."""
    task = random_task(seed)
    rules, problem = print_domain(task.domain), print_problem(task)

    assert parse_domain(rules) == task.domain
    assert parse_problem(task.domain, problem) == task
    assert print_domain(parse_domain(rules)) == rules


def test_long_formulas_are_broken_into_lines() -> None:
    """A line for each part, none longer than the width, and the same formula when read."""
    variable = Variable("x")
    parts = [P(Constant(f"object-{number}")) for number in range(5)]
    formula = Forall(variable, And((Or(tuple(parts)), P(variable), *parts)))
    text = pretty(formula, 4)

    assert len(text.splitlines()) > 5
    assert all(len(line) <= MAX_COLUMNS for line in text.splitlines())
    objects = " ".join(f"object-{number}" for number in range(5))
    rules = parse_domain(f"(define (domain d) (:constants {objects}) (:predicates ({P.name} ?x)))")
    assert parse_formula(text, rules) == formula


@pytest.mark.parametrize("name", [name for name, s in SHIPPED.items() if not s.is_python])
def test_shipped_domains_read_back_from_their_text(name: str) -> None:
    """With requirements, types, rewards and terminations."""
    found = domain(name)

    assert isinstance(found, Domain)
    assert parse_domain(print_domain(found)) == found
