"""Action elimination (Nakhost and Müller 2010): drop the redundant steps of a plan.

A search by goal counting opens a drawer, closes it because that looks like progress, and opens it
again. Such steps are found by leaving them out: remove one step, and with it every later one that
thereby becomes inapplicable. If what is left still ends with success, and pays at least as much,
it is the plan from now on.

Replaying the rest of the plan for every step would take quadratic time. It is not needed: the
replay follows the *difference*, the literals on which the states of the old and the new plan
disagree. As soon as there is none, the rest is as it was. As soon as the difference holds a
literal that success requires, and no later step of the plan writes it, the attempt has failed;
most fail after a step or two. What is left is bounded by a budget of replayed steps in proportion
to the plan.

Every replayed step is evaluated by the world itself, so quantified preconditions, conditional
effects, derived literals and rewards of any kind need no rules of their own. Only the early end of
a failing attempt knows more, and it is limited to literals that unconditional effects alone can
change.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from introplan.mdp import Status, add
from introplan.relational.query import Row
from introplan.search.world import World, WorldNode

MAX_REPLAYED_PER_STEP = 30
MIN_REPLAYED_STEPS = 3_000
"""The budget of replayed steps: so many per step of the plan, and a base for short plans.

On plans of the benchmark domains most attempts end after one or two steps, so that the budget is
hardly ever used up; it keeps the worst case linear in the length of the plan.
"""


@dataclass(frozen=True, slots=True)
class _Step:
    """A step of the plan: its index in the original plan, and the node it leads to now."""

    index: int
    node: WorldNode


def eliminate_actions(world: World, end: WorldNode) -> WorldNode:
    """The end of the plan to `end`, a success, without its redundant actions.

    With a discount every step left out changes what later ones are worth: then none is.
    """
    if world.task.discount != 1:
        return end
    elimination = _ActionElimination(world, end)
    while elimination.sweep():
        pass
    return elimination.end


class _ActionElimination:
    """A plan that gets shorter."""

    def __init__(self, world: World, end: WorldNode) -> None:
        self.world = world
        self.end = end
        self.steps = [_Step(i, node) for i, node in enumerate(end.path())]
        self.budget = MAX_REPLAYED_PER_STEP * len(self.steps) + MIN_REPLAYED_STEPS
        # Conditional effects and derived rules may write a literal that `writes` does not list, so
        # a wrong one of these predicates can still become right.
        self.uncertain = world.compiled.conditional_keys | world.derivation.keys
        self.last_writer = {row: s.index for s in self.steps for row in self._writes(s)}

    def sweep(self) -> bool:
        """Try to leave out each step, once; has any been dropped?"""
        node, is_shorter = self.world.root, False
        rest = self.steps[::-1]
        self.steps = []
        while rest:
            self.world.move_to(node)
            # The budget ends attempts, not the sweep: what was dropped so far stays dropped.
            kept = self._without_next(rest) if self.budget > 0 else None
            if kept is not None:
                rest, is_shorter = kept, True
            else:
                step = rest.pop()
                node = _retaken(step.node, node)
                self.steps.append(_Step(step.index, node))
        self.end = node
        return is_shorter

    def _without_next(self, rest: list[_Step]) -> list[_Step] | None:
        """The rest of the plan, last step first, without its next step; None if that fails."""
        attempt = _Attempt()
        for index in range(len(rest) - 1, -1, -1):
            step, is_left_out = rest[index], index == len(rest) - 1
            child = None if is_left_out else self._retried(step)
            status = attempt.go_on(step, child, self.world)
            self.budget -= 1
            # No difference: the rest of the old plan does from here what it did before.
            if status is not Status.CONTINUE or not attempt.difference:
                return attempt.settled(rest[:index], status)
            if any(self._is_lost(row, step.index, attempt) for row in self._touched(step, child)):
                return None
            if child is not None:
                self.world.move_to(child)
        return None

    def _retried(self, step: _Step) -> WorldNode | None:
        """Where the step leads from here; None if it cannot be taken."""
        self.world.meter.check()
        assert step.node.operator is not None
        return self.world.try_child(step.node.operator)

    def _touched(self, step: _Step, child: WorldNode | None) -> Iterator[Row]:
        """The literals that a step changed in the old plan, and changes or should in the new."""
        yield from step.node.added
        yield from step.node.deleted
        if child is None:
            yield from self._writes(step)
        else:
            yield from child.added
            yield from child.deleted

    def _is_lost(self, row: Row, index: int, attempt: _Attempt) -> bool:
        """Is the literal wrong for good, and needed?"""
        return (
            row in attempt.difference
            and self.last_writer.get(row, index) <= index
            and row[0] not in self.uncertain
            and self.world.success_needs(row)
        )

    def _writes(self, step: _Step) -> Iterable[Row]:
        """The literals that a step writes whether or not that changes them."""
        assert step.node.operator is not None
        schema, arguments = step.node.operator
        return self.world.compiled.schemas[schema].writes(arguments)


class _Attempt:
    """A replay of the plan without a step: what differs, and what it pays more."""

    def __init__(self) -> None:
        self.difference: set[Row] = set()
        self.gain = 0.0
        self.taken: list[_Step] = []

    def go_on(self, step: _Step, child: WorldNode | None, world: World) -> Status:
        """The old plan takes a step, the new one too unless there is no `child`."""
        self.difference ^= {*step.node.added, *step.node.deleted}
        self.gain = add(self.gain, -step.node.reward)
        if child is None:
            return Status.CONTINUE
        child.reward, status = world.outcome(child)
        child.score = world.score(child)
        self.difference ^= {*child.added, *child.deleted}
        self.gain = add(self.gain, child.reward)
        self.taken.append(_Step(step.index, child))
        return status

    def settled(self, later: list[_Step], status: Status) -> list[_Step] | None:
        """The new rest of the plan if it succeeds and pays as much; `later` are steps to come."""
        if status is Status.SUCCESS:
            for step in later:
                self.gain = add(self.gain, -step.node.reward)
            later = []
        elif status is Status.FAILURE or not later:
            return None
        return later + self.taken[::-1] if self.gain >= 0 else None


def _retaken(step: WorldNode, parent: WorldNode) -> WorldNode:
    """The same step in the same state, now reached through `parent`."""
    if step.parent is parent:
        return step
    depth, score = parent.depth + 1, add(parent.score, step.reward)
    return WorldNode(
        parent, step.operator, step.added, step.deleted, step.identity, depth, score, step.reward
    )
