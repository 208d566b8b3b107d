"""Splitting: a result that depends on a few conditions becomes several plain results.

Merging keeps the number of paths small while a program runs. At its end the opposite is wanted:
a reward of `1 if at_goal else -1` is two payments, and a move that is blocked or not is two
operators. So conditions that stand inside a result are decided now, as long as they are few.
"""

from __future__ import annotations

from introplan.symbolic.interpreter.paths import Machine
from introplan.symbolic.interpreter.values import Value, is_term, unwrapped
from introplan.symbolic.terms.build import equal, rebuilt
from introplan.symbolic.terms.term import (
    Choose,
    Lookup,
    Sort,
    Term,
    children,
    const,
    sort_of,
    walk,
)

MOST_TESTS = 6
MOST_INSIDE = 4
MOST_VALUES = 12


def split_value(machine: Machine, value: Value) -> Value:
    """A reward with its conditions decided, the path forks for each; or as it is, if many."""
    if is_term(value) and sum(isinstance(part, Choose) for part in walk(value)) > MOST_INSIDE:
        return value
    for _ in range(MOST_TESTS):
        if not is_term(value):
            return value
        test = _first_test(value)
        if test is None:
            break
        value = unwrapped(_assuming(value, test, machine.decide(test)))
    if isinstance(value, Lookup):
        return _split_table(machine, value)
    if is_term(value) and sort_of(value) is Sort.BOOL:
        return machine.decide(value)
    return value


def _split_table(machine: Machine, term: Lookup) -> Value:
    values = list({const(v): v for v in term.table.values}.values())
    if len(values) > MOST_VALUES:
        return term
    for value in values[:-1]:
        if machine.decide(unwrapped(equal(term, const(value)))):
            return value
    return values[-1]


def split_terms(machine: Machine, terms: list[Term]) -> list[Term]:
    """The new values of variables with a few conditions in them decided."""
    for _ in range(MOST_TESTS):
        test = next((t for t in map(_first_test, terms) if t is not None), None)
        if test is None:
            break
        choice = machine.decide(test)
        terms = [_assuming(term, test, choice) for term in terms]
    return terms


def _first_test(term: Term) -> Term | None:
    for part in walk(term):
        if isinstance(part, Choose):
            return part.test
    return None


def _assuming(term: Term, test: Term, choice: bool) -> Term:
    """The term where a condition is known."""
    done: dict[Term, Term] = {}
    for part in walk(term):
        if part is test:
            done[part] = const(choice)
            continue
        parts = tuple(done[child] for child in children(part))
        is_same = all(a is b for a, b in zip(parts, children(part), strict=True))
        done[part] = part if is_same else rebuilt(part, parts)
    return done[term]
