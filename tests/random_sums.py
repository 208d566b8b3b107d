"""Small random worlds whose rewards have sums beside the decision list, at times discounted."""

from __future__ import annotations

import random
from dataclasses import replace

from introplan.relational.domain import Signature, Task
from introplan.relational.formula import Moment, Variable
from introplan.relational.rewards import Reward, SumRow
from random_formulas import Vocabulary, random_formula
from random_tasks import random_task

VALUES = (1.0, 2.0, -1.0, 0.5, -0.75, 0.1, 3.0)
"""Whole numbers, and fractions that doubles round."""


def sum_task(seed: int) -> Task:
    """The random task of this number with one to three rows of sums."""
    task, rng = random_task(seed), random.Random(f"sums {seed}")
    sums = tuple(_sum_row(rng, task) for _ in range(rng.randint(1, 3)))
    reward = Reward(task.reward.rows, sums)
    discount = rng.choice((1.0, 1.0, 0.5, 0.9))
    return replace(task, domain=replace(task.domain, reward=reward), discount=discount)


def vocabulary_of(task: Task) -> Vocabulary:
    """What a condition over a transition may speak of."""
    domain = task.domain
    return Vocabulary(
        domain.predicates,
        tuple(t.name for t in domain.types) or ("object",),
        tuple((c, types[0]) for c, types in domain.constants),
        tuple(Signature(a.name, a.parameters) for a in domain.actions),
        (Moment.AFTER, Moment.AFTER, Moment.BEFORE, Moment.DID),
    )


def _sum_row(rng: random.Random, task: Task) -> SumRow:
    vocabulary = vocabulary_of(task)
    names = "xyz"[: rng.choice((0, 1, 1, 1, 2, 2))]
    variables = tuple(Variable(n, (rng.choice(vocabulary.types),)) for n in names)
    condition = random_formula(rng, vocabulary, variables, depth=rng.choice((0, 1, 2, 3)))
    return SumRow(variables, condition, rng.choice(VALUES))
