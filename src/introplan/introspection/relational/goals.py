"""Where to go: the conditions that a task rewards, the mutations that lead there, their stages.

A mutation that is a plain conjunction over one state is met in stages (goal orderings: Koehler and
Hoffmann 2000), each of which contains the one before: first without everything that would have to
be undone for the rest, in the end the whole.

>>> import introplan as ip
>>> from introplan.relational.precedence import precedences
>>> task = ip.sample("drawers", drawers=2, items=1, seed=1)
>>> (mutation,) = ip.mutations(task)
>>> print(mutation)
(and (in-drawer i1 d2) (not (open d1)) (not (open d2)))
>>> for stage in stages_of(goal_of(mutation), precedences(task.domain)):
...     print(*(f"{want.literal} {want.truth}" for want in wants(stage)), sep=", ")
(in-drawer i1 d2) True, (open d1) False
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from introplan.deferred import deferred
from introplan.errors import UsageError
from introplan.mdp import Status
from introplan.relational.action import did
from introplan.relational.aims import lifted_condition
from introplan.relational.domain import Domain, RelationalTask
from introplan.relational.dynamics import closed, directions
from introplan.relational.formula import Formula, Literal, Moment
from introplan.relational.grounding import All, Goal, Grounder, Want, all_of, wants
from introplan.relational.mutation import Mutation
from introplan.relational.precedence import Precedence
from introplan.relational.rewards import condition_for, maximal_reward_condition
from introplan.relational.state import State

if TYPE_CHECKING:
    from introplan.introspection.relational import enumeration, mutate
    from introplan.relational import determinized as chance
    from introplan.relational import mutability as mutable
    from introplan.relational.mutability import Mutability
else:  # the compiled engine enumerates mutations itself
    enumeration = deferred("introplan.introspection.relational.enumeration")
    mutate = deferred("introplan.introspection.relational.mutate")
    mutable = deferred("introplan.relational.mutability")
    chance = deferred("introplan.relational.determinized")


def reward_condition(source: RelationalTask | Domain, value: float | None = None) -> Formula:
    """The formula that pays r_max, or another `value`, on a transition.

    Where the reward is a sum of which not all can be had at once, as much of it as can be.
    """
    reward = source.reward
    if reward is None:
        raise UsageError("this domain has no reward; a task with a goal has one")
    if value is not None and not reward.sums:
        return condition_for(reward.rows, value)
    if isinstance(source, RelationalTask):
        if value is not None and value not in (source.r_max, source.milestone_value):
            raise UsageError("what pays a given part of a sum has many forms; leave the value out")
        return source.best_condition
    if reward.sums:
        changing = directions(chance.determinized_domain(source)).changing
        return lifted_condition(reward, changing)
    return maximal_reward_condition(reward.rows)


def success_condition(task: RelationalTask) -> Formula:
    """The formula that ends an episode with success."""
    if task.is_sum_paid_once:
        return task.best_condition
    return condition_for(task.termination, Status.SUCCESS)


@dataclass(frozen=True, slots=True)
class Conditions:
    """What pays r_max and what ends with success, as far as it can be had from the start.

    What is out of reach from the start stays so; an impossible `success` is a proof.
    """

    task: RelationalTask
    reward: Goal
    success: Goal
    occurrences: Mapping[Want, int]
    at_start: Mutability
    check: Callable[[], None]

    @classmethod
    def of(cls, task: RelationalTask, *, check: Callable[[], None] = lambda: None) -> Conditions:
        """Ground both conditions once; they serve every state of the task."""
        can = mutable.mutability(task.domain, closed(task.domain, task.start), check=check)
        ground = Grounder(can.statics, check=check).ground
        reward = mutate.restrict(ground(reward_condition(task)), can)
        success = mutate.restrict(ground(success_condition(task)), can)
        occurrences = Counter(wants(reward)) | Counter(wants(success))
        return cls(task, reward, success, occurrences, can, check)

    def mutation_goals_from(self, state: State) -> Iterator[Mutation]:
        """The mutations worth trying from a closed `state`: to r_max, then to success.

        A reward that asks for nothing says nothing about where to go and is left out. What both
        conditions ask for is tried once.
        """
        can = mutable.mutability_later(self.at_start, state, check=self.check)
        rewarding = self._mutations(self.reward, state, can)
        if self.success == self.reward:
            yield from rewarding
            return
        tried: set[Mutation] = {Mutation()}
        for mutation in rewarding:
            if mutation not in tried:
                tried.add(mutation)
                yield mutation
        succeeding = self._mutations(self.success, state, can)
        yield from (mutation for mutation in succeeding if mutation not in tried)

    def _mutations(self, goal: Goal, state: State, can: Mutability) -> Iterator[Mutation]:
        return enumeration.enumerate_mutations(
            mutate.restrict(goal, can), state, occurrences=self.occurrences, check=self.check
        )


def mutations(
    task: RelationalTask, state: State | None = None, limit: int | None = None
) -> Iterator[Mutation]:
    """The mutations that pay r_max from `state` (the start), lazily, nearest first.

    In a world with chance those that draws can bring about.
    """
    most = None if limit is None else min(limit, sys.maxsize)
    domain = chance.determinized_domain(task.domain)
    return islice(mutate.mutate_true(domain, state or task.start, reward_condition(task)), most)


def goal_of(mutation: Mutation) -> Goal:
    """A mutation as a goal to search for."""
    wanted = [Want(x, True) for x in sorted(mutation.make_true, key=str)]
    wanted += [Want(x, False) for x in sorted(mutation.make_false, key=str)]
    if mutation.last_action is not None:
        wanted.append(Want(did(mutation.last_action), True))
    return all_of(wanted)


def stages_of(goal: Goal, precedences: Sequence[Precedence]) -> tuple[Goal, ...]:
    """The goals to meet before the whole, each part of the next; none if there is no order."""
    if not isinstance(goal, All) or not all(_is_plain(child) for child in goal.children):
        return ()
    stages: list[Goal] = []
    wanted = list(wants(goal))
    while True:
        known = set(wanted)
        late = {w for want in wanted for w in _followers(want, precedences) if w in known}
        wanted = [want for want in wanted if want not in late]
        if not late or not wanted:
            return tuple(reversed(stages))
        stages.append(all_of(wanted))


def _is_plain(goal: Goal) -> bool:
    return (
        isinstance(goal, Want)
        and isinstance(goal.literal, Literal)
        and goal.literal.moment is Moment.AFTER
    )


def _followers(want: Want, precedences: Sequence[Precedence]) -> Iterator[Want]:
    """What should only be met after `want`."""
    assert isinstance(want.literal, Literal), "only plain conjunctions have stages"
    for order in precedences:
        if order.earlier == (want.literal.predicate, want.truth):
            predicate, truth = order.later
            terms = tuple(want.literal.terms[i] for i in order.positions)
            yield Want(Literal(predicate, terms), truth)
