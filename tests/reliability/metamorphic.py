"""Changes of a task that must not change the answer, or only in a way that is known.

A relation is a function from task to task, and what it may do to the answer. No oracle is needed,
so relations hold for tasks of any size. To be tested, a relation is listed in `RELATIONS`.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass

import introplan as ip
from introplan.relational.domain import Task
from reliability.changes import (
    Change,
    accept_more,
    add_a_bystander,
    add_irrelevant_facts,
    add_what_never_happens,
    allow_more_moves,
    drop_a_precondition,
    negate_twice,
    permute,
    rename_objects,
    rename_predicates,
    rename_schemas,
    repeat_a_row,
    scale_rewards,
    write_and_read,
)
from reliability.contestants import CONTESTANTS, Contestant, Promise
from reliability.shrinking import as_test, shrunk

COMPLETE = tuple(c for c in CONTESTANTS if c.promise is not Promise.HONEST and c.improve is None)
"""Those whose answers do not depend on luck, a clock or where they were cut off."""


@dataclass(frozen=True, slots=True)
class Answers:
    """What a contestant says of a task, and of the changed task."""

    task: Task
    promise: Promise
    before: ip.PlanResult
    after: ip.PlanResult

    @property
    def scores_are_best(self) -> bool:
        """Does the contestant promise that no plan scores more?"""
        is_best = self.promise is Promise.BEST and self.task.horizon is not None
        is_proven = self.costs_are_least and not self.task.is_paid_once
        return is_best or is_proven or not self.task.can_succeed

    @property
    def costs_are_least(self) -> bool:
        """Does it promise that no plan costs less? Not where a loop pays without end."""
        is_proven = self.before.proved_optimal and self.after.proved_optimal
        return self.promise is Promise.CHEAPEST and is_proven and self.before.status == "success"

    @property
    def lost_proof(self) -> bool:
        """Was one of the two answers proven, and the other one not?"""
        return self.before.proved_optimal != self.after.proved_optimal

    def worth(self, result: ip.PlanResult) -> float:
        """What counts before the cost: the score, or the reward that is to be paid once."""
        if self.task.is_paid_once:
            assert result.bound is not None
            return result.bound
        return result.score


Complaint = Callable[[Answers], str | None]


@dataclass(frozen=True, slots=True)
class Relation:
    """A change, and what is wrong with the two answers; a change that does not apply is None."""

    name: str
    change: Change
    complaint: Complaint


@dataclass(frozen=True, slots=True)
class Trial:
    """A contestant and what it says of a task, which is then changed in one way or another."""

    task: Task
    contestant: Contestant
    seed: int
    before: ip.PlanResult

    @classmethod
    def of(cls, task: Task, contestant: Contestant, seed: int) -> Trial:
        """Ask the contestant."""
        return cls(task, contestant, seed, contestant.answer(task, seed=seed))

    def changed(self, relation: Relation) -> Task | None:
        """The changed task, if the change applies."""
        return relation.change(self.task, random.Random(self.seed))

    def violation(self, relation: Relation, changed: Task) -> str | None:
        """What is wrong with what it says of the changed task; None if all is well."""
        try:
            after = self.contestant.answer(changed, seed=self.seed)
        except Exception as error:
            return f"raises {error!r}"
        return relation.complaint(Answers(self.task, self.contestant.promise, self.before, after))


def violation(relation: Relation, task: Task, contestant: Contestant, *, seed: int) -> str | None:
    """What is wrong with the answers to a task and to the changed task; None if all is well."""
    try:
        trial = Trial.of(task, contestant, seed)
    except Exception as error:
        return f"raises {error!r}"
    changed = trial.changed(relation)
    return None if changed is None else trial.violation(relation, changed)


def report(relation: Relation, task: Task, contestant: Contestant, *, seed: int) -> str:
    """What is wrong, and the smallest task with which it still is, as a test to paste."""

    def wrong(task: Task) -> str | None:
        return violation(relation, task, contestant, seed=seed)

    names = f"relation_named({relation.name!r}), task, contestant_named({contestant.name!r})"
    call = f"violation({names}, seed={seed}) is None"
    small = shrunk(task, lambda task: wrong(task) is not None)
    what = f"random_task({seed}), {relation.name}, {contestant.name}: {wrong(task)}"
    return f"{what}\n{as_test(small, call)}"


def has_the_same_status(answers: Answers) -> str | None:
    """Solvable stays solvable, and so on."""
    before, after = answers.before.status, answers.after.status
    return None if before == after else f"{before} became {after}"


def is_the_same(answers: Answers) -> str | None:
    """The status stays; so does what the best plan is worth, where the best is promised."""
    return is_scaled(1.0)(answers)


def is_scaled(factor: float) -> Complaint:
    """The status stays, scores are so many times as large, costs stay."""

    def complaint(answers: Answers) -> str | None:
        before, after = answers.before, answers.after
        pays = before.score * factor
        if answers.scores_are_best and not math.isclose(after.score, pays, abs_tol=1e-9):
            return f"the best score is {after.score:g}, not {pays:g}"
        if answers.costs_are_least and not math.isclose(after.cost, before.cost):
            return f"the least cost is {after.cost:g}, not {before.cost:g}"
        if answers.promise is Promise.CHEAPEST and answers.lost_proof:
            return "only one of the two is proven"
        return has_the_same_status(answers)

    return complaint


def is_the_same_as_far_as_one_sees(answers: Answers) -> str | None:
    """The same; but with more states a horizon may cut off what was looked at whole before."""
    statuses = {str(answers.before.status), str(answers.after.status)}
    if answers.task.horizon is not None and statuses == {"unsolvable", "horizon"}:
        return None
    return is_the_same(answers)


def is_still_solvable(answers: Answers) -> str | None:
    """What was solvable still is; an end that comes sooner may pay less."""
    if answers.before.status == "success" != answers.after.status:
        return f"success became {answers.after.status}"
    return None


def is_no_harder(answers: Answers) -> str | None:
    """What was solvable still is, pays no less, and for the same pay costs no more."""
    before, after = answers.before, answers.after
    if before.status != "success" or after.status != "success" or not answers.costs_are_least:
        return is_still_solvable(answers)
    paid, pays = answers.worth(before), answers.worth(after)
    if pays < paid - 1e-9:
        return f"the best score fell from {paid:g} to {pays:g}"
    if pays <= paid + 1e-9 and after.cost > before.cost + 1e-9:
        return f"the least cost rose from {before.cost:g} to {after.cost:g}"
    return None


RELATIONS = (
    Relation("objects renamed", rename_objects, is_the_same),
    Relation("predicates renamed", rename_predicates, is_the_same),
    Relation("schemas renamed", rename_schemas, is_the_same),
    Relation("another order", permute, is_the_same),
    Relation("written and read", write_and_read, is_the_same),
    Relation("a schema that never applies", add_what_never_happens, is_the_same),
    Relation("facts that do not matter", add_irrelevant_facts, is_the_same_as_far_as_one_sees),
    Relation("an object that does not matter", add_a_bystander, is_the_same),
    Relation("rewards scaled", scale_rewards(2.5), is_scaled(2.5)),
    Relation("rewards scaled and shifted", scale_rewards(3.0, -7.0), has_the_same_status),
    Relation("a row repeated", repeat_a_row, is_the_same),
    Relation("double negation", negate_twice, is_the_same),
    Relation("a precondition dropped", drop_a_precondition, is_no_harder),
    Relation("a longer horizon", allow_more_moves, is_no_harder),
    Relation("more counts as success", accept_more, is_still_solvable),
)
"""All of them."""


def relation_named(name: str) -> Relation:
    """The one that a failure names."""
    return next(r for r in RELATIONS if r.name == name)
