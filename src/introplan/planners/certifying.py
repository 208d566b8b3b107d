"""Proofs that there is no plan: bounds where they are enough, or else every reachable state."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from introplan.errors import NoProofError
from introplan.introspection.reach import relaxed_reach
from introplan.logic.formula import Literal
from introplan.mdp import Wanted
from introplan.model.certificate import Bounds, Certificate
from introplan.model.domain import Task
from introplan.model.dynamics import closed, statics_of
from introplan.programs.program import ProgramTask
from introplan.search.closed_set import closed_set
from introplan.search.closed_texts import closed_texts
from introplan.search.limits import LimitReached, Meter, StopReason


@dataclass(frozen=True, slots=True)
class Effort:
    """How much a proof may take, in counts: what comes of it does not depend on the machine.

    `states` and `transitions` are those of a closed set, `steps` the ways to apply actions that
    are followed for bounds, `checks` the signs of life while a certificate is checked, and `facts`
    those of the start in worlds that are worth the attempt.
    """

    states: int
    steps: int
    transitions: int | None = None
    checks: int | None = None
    facts: int | None = None

    def ticks(self, meter: Meter) -> Callable[[], None]:
        """The meter's ticks for one check, as long as it is not too long."""
        if self.checks is None:
            return meter.tick
        left = iter(range(self.checks))

        def tick() -> None:
            if next(left, None) is None:
                raise LimitReached(StopReason.PATIENCE)
            meter.tick()

        return tick


def certificates(task: Task | ProgramTask, meter: Meter, effort: Effort) -> Iterator[Certificate]:
    """What may prove that there is no plan, the smallest first; a closed set does prove it.

    Raises `NoProofError` where there is a plan, or where the set would be too large.
    """
    if isinstance(task, ProgramTask):
        if task.wanted is Wanted.SCORE:
            raise NoProofError("the task asks for a score, so every plan that runs is one")
        yield closed_texts(
            task, meter, most_states=effort.states, most_transitions=effort.transitions
        )
        return
    if not task.can_succeed:
        raise NoProofError("the task asks for no success, so every plan that runs is one")
    if effort.facts is not None and len(task.start.facts) > effort.facts:
        raise NoProofError(f"the start has more than {effort.facts} facts")
    found = bounds(task, meter, steps=effort.steps)
    if found is not None:
        yield found
    yield closed_set(task, meter, most_states=effort.states, most_transitions=effort.transitions)


def bounds(task: Task, meter: Meter, *, steps: int) -> Bounds | None:
    """What can become true and false if nothing is ever lost; None if that is too much to follow.

    Whether this rules out success is for the check to say.
    """
    start = closed(task.domain, task.start)
    statics = statics_of(task.domain, start)
    reach = relaxed_reach(task.domain, start, statics, limit=steps, tick=meter.tick)
    if reach is None:
        return None
    facts = task.start.facts
    return Bounds(_sorted(reach.true - facts), _sorted(reach.deleted & facts))


def _sorted(literals: frozenset[Literal]) -> tuple[Literal, ...]:
    return tuple(sorted(literals, key=str))
