"""A plan along the test for the end, before rules are read that take long to read.

Where every step costs the same, all that a reading adds to a way to success is a shorter one and a
bound. The test for the end is read alone, in some hundredths of a second, and leads a search that
calls the functions of the world (`introspection/heuristics/end_gap.py`): rooms of Sokoban take
some hundred states, and their rules seconds to read. The way is then shortened by a search that
trusts the gap less.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from introplan.introspection.heuristics.end_gap import gaps_of
from introplan.limits import Meter
from introplan.mdp import Status, attempt
from introplan.planners.nodes import Node
from introplan.planners.program_search import SUCCESS, EndRule, Path, ProgramSearch, alternating
from introplan.programs.freezing import kept, value_of
from introplan.programs.program import BlackBox, ProgramTask
from introplan.search.graph import Graph
from introplan.symbolic.budget import allowed
from introplan.symbolic.terms.term import action_key

MAX_NODES = 4_000
"""For following the end: 0.1 s where steps are cheap; Sokoban with 6 boxes takes up to 3,400."""

MAX_NODES_FOR_SHORTER, SHORTER_WEIGHT = 2_500, 2
"""For a shorter way then, and the weight of the gap: Sokoban's ways get a fifth shorter."""

GAP_SECONDS = 1.0
"""For reading the end alone: mostly some hundredths are enough."""

STATES_OF_SHAPE = 1_000
"""States from which the parts of states are learnt, of those that a blind look saw."""


@dataclass(frozen=True, slots=True)
class Found:
    """A way to success, and the steps that every such way has at least."""

    path: Path
    least: int

    def places(self, task: ProgramTask) -> tuple[int, ...]:
        """The way as places in the lists of actions, which can be kept; empty if it cannot be."""
        places, model, state = [], BlackBox(task), kept(task.start)
        for action in self.path.actions:
            listed = [action_key(other) for other in task.actions(value_of(state))]
            outcome = attempt(model, state, action)
            if action_key(action) not in listed or outcome is None:
                return ()
            places.append(listed.index(action_key(action)))
            state = outcome.state
        return tuple(places)


def found_by_end(task: ProgramTask, meter: Meter, graph: Graph) -> Found | None:
    """A way that the test for the end leads to; in `graph`, all that was seen, there is none."""
    stride = max(1, len(graph.states) // STATES_OF_SHAPE)
    states = [task.start, *map(value_of, graph.states[::stride])]
    actions = list({action_key(action): action for action in graph.actions}.values())
    gaps = gaps_of(task, states, actions, SUCCESS, allowed(GAP_SECONDS))
    if not gaps:
        return None
    root = Node(kept(task.start))
    search = ProgramSearch.of(task, meter, EndRule(SUCCESS), task.horizon)
    as_before = 2 * graph.expanded  # not much longer than looking around took
    path = alternating(search, root, gaps, max_nodes=min(MAX_NODES, as_before)).path
    if path is None:
        return None
    nearer = replace(search, max_depth=len(path.actions) - 1)
    most = min(MAX_NODES_FOR_SHORTER, as_before)
    shorter = alternating(nearer, root, gaps, max_nodes=most, weight=SHORTER_WEIGHT)
    # All steps from so many layers were taken, and the way needs another one.
    least = 1 + sum(known <= graph.expanded for known in graph.layers)
    return Found(shorter.path or path, least)


def found_before(task: ProgramTask, places: Sequence[int], least: int) -> Found | None:
    """The way with these places in the lists of actions, if it still leads to success."""
    model, state, status = BlackBox(task), kept(task.start), Status.CONTINUE
    actions: list[Any] = []
    rewards: list[float] = []
    for place in places:
        listed = task.actions(value_of(state))
        outcome = attempt(model, state, listed[place]) if place < len(listed) else None
        if outcome is None or status is not Status.CONTINUE:
            return None
        actions.append(listed[place])
        state, reward, status = outcome
        rewards.append(reward)
    is_success = status is Status.SUCCESS
    return Found(Path(actions, rewards, state, status), least) if is_success else None
