"""Terms of rewards: nothing is lost when a sum is split."""

from __future__ import annotations

import math

from introplan.introspection.programs.finder import Finder
from introplan.introspection.returns.cases import Cases, cases_of, with_whole_sums
from introplan.introspection.returns.reward_terms import reward_terms, scaled, total
from introplan.symbolic.budget import Budget
from introplan.symbolic.terms.compile import compiled_one
from introplan.symbolic.terms.term import Term, const
from random_returns import explored, random_task
from read_worlds import read
from value_worlds import UNKNOWN, coins, unlimited


def added(model: Cases, number: int) -> Term:
    """All terms of the reward of a case, put together again."""
    terms, base = reward_terms(model)
    pieces = [p for term in [*terms, base] for p in term.shares.get(number, [])]
    return total(pieces)


def test_terms_and_base_add_up_to_the_reward() -> None:
    """In every case and every state of random worlds."""
    for seed in range(40):
        task = random_task(seed)
        reading = Finder.of(task, Budget.of(20.0)).reading
        graph = explored(task)
        if reading.operators is None or reading.read is None or graph is None:
            continue
        model = cases_of(reading, UNKNOWN, unlimited)
        rows = [reading.read(state) for state in graph.states]
        for number, case in enumerate(model.cases):
            assert case.reward is not None
            whole = compiled_one(case.reward, reading.order)
            parts = compiled_one(added(model, number), reading.order)
            assert all(math.isclose(whole(row), parts(row), abs_tol=1e-9) for row in rows), seed


def test_each_coin_is_a_term_of_its_own() -> None:
    """A coin is paid for from both sides, and is one term."""
    reading = coins()
    reading = with_whole_sums(reading, Budget.of(5.0))
    terms, base = reward_terms(cases_of(reading, UNKNOWN, unlimited))
    place, first, second = reading.order
    assert {term.names for term in terms} == {
        frozenset({place, first}),
        frozenset({place, second}),
    }
    assert {term.most for term in terms} == {5, 2}
    assert not base.shares


def test_what_every_step_costs_is_the_base() -> None:
    """-1 a step, and 8 more for taking one of three items: flags that only one action sets."""

    def take(s: tuple[bool, ...], a: int) -> tuple[bool, ...]:
        return tuple(True if n == a else held for n, held in enumerate(s))

    reading = read(
        take,
        lambda s, a, s2: 7 if a < 3 else -1,
        start=(False,) * 6,
        actions=list(range(10)),
    )
    terms, base = reward_terms(cases_of(reading, UNKNOWN, unlimited))
    assert {term.names for term in terms} == {frozenset({reading.order[n]}) for n in range(3)}
    assert all(term.needs_guards and term.most == 8 for term in terms)
    assert len(base.shares) == 10


def test_parts_of_terms() -> None:
    """Whole numbers stay whole where they can."""
    assert scaled(const(-4), 0.25) is const(-1)
    assert scaled(const(1), 0.5) is const(0.5)
