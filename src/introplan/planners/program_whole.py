"""Worlds that end with the largest reward, seen as a whole where reading them would take longer.

Which reward is the largest is known where all states were seen. Looking at some thousand takes as
long as loading what reads code. A look that was in vain is kept beside the reading that was needed
after it, and not made again.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import Any

from introplan.introspection.programs import kept_looks, kept_place
from introplan.introspection.programs.kept_place import Place
from introplan.introspection.programs.remembered import Look
from introplan.limits import Meter
from introplan.mdp import Status
from introplan.planners.program_search import Path
from introplan.planners.program_sweep import Sweep
from introplan.programs.freezing import kept
from introplan.programs.program import BlackBox, ProgramTask
from introplan.search.graph import GraphExploration, taken

QUESTION = ("largest reward",)


class LookAtAll:
    """A look at all states of a world, as long as they are few."""

    def __init__(self, task: ProgramTask, meter: Meter) -> None:
        self.task, self.meter = task, meter
        self._before = meter.expanded, meter.generated
        self._seen = meter.expanded, meter.generated
        exploration = GraphExploration(BlackBox(task), kept(task.start), meter)
        self._sweep = Sweep(exploration, task, optimal=False, needs_success=False)

    def is_whole(self) -> bool:
        """Was everything seen?"""
        if self._sweep.see_all():
            return True
        place = self._place()
        look = None if place is None else kept_looks.kept_look(place, QUESTION, self._code)
        if look is not None:  # what was seen then counts: the same question has the same answer
            expanded, generated = self._before
            self.meter.expanded = expanded + look.expanded
            self.meter.generated = generated + look.generated
            return False
        is_all = self._sweep.see_more()
        self._seen = self.meter.expanded, self.meter.generated
        return is_all

    def path(self) -> Path | None:
        """A shortest path to a step that pays the largest reward; None if there is no step."""
        graph = self._sweep.exploration.graph
        if not graph.rewards:
            return None
        last = graph.rewards.index(max(graph.rewards))
        edges = graph.path({bisect_right(graph.first, last) - 1})
        assert edges is not None, "the states of a graph can be reached"
        actions, rewards = zip(*taken(graph, [*edges, last]), strict=True)
        after = graph.states[graph.targets[last]]
        return Path([*actions], [*rewards], after, Status.CONTINUE)

    def note(self, place: Place | None) -> None:
        """Keep that the look was in vain, beside the reading that is kept at `place`."""
        if place is not None and self._place() is not None:
            expanded, generated = (
                now - then for now, then in zip(self._seen, self._before, strict=True)
            )
            kept_looks.keep(place, QUESTION, Look(self._code, expanded, generated))

    @property
    def _code(self) -> Any:
        return getattr(self.task.program.transition, "__code__", None)

    def _place(self) -> Place | None:
        """Where looks are kept; nowhere where a limit on nodes cuts them."""
        return None if self.meter.limits.nodes is not None else kept_place.place_of(self.task)
