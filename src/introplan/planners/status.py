"""How planning ended, and how its answer was found.

Apart from `result.py`, since the baselines use these names and may not see relational nouns.
"""

from __future__ import annotations

import enum

from introplan.limits import StopReason


class PlanStatus(enum.StrEnum):
    """How planning ended; only the first three come with what was asked for."""

    SUCCESS = "success"
    """Named success was reached, or the largest reward where that is the aim."""
    ENDED = "ended"
    """The episode is over, and nothing is named success: the score says how good that is."""
    HORIZON = "horizon"
    UNSOLVABLE = "unsolvable"
    INCOMPLETE = "incomplete"
    OUT_OF_TIME = "out-of-time"
    OUT_OF_MEMORY = "out-of-memory"
    OUT_OF_NODES = "out-of-nodes"


class Method(enum.StrEnum):
    """The search that found the plan, or that ended without one: a fall-back is never silent."""

    MILESTONES = "milestones"
    """From milestone to milestone: the search that introspection makes possible."""
    GOAL_COUNTING = "goal-counting"
    """Best-first search straight for success, guided by the parts of it that are unmet."""
    RELAXATION = "delete-relaxation"
    """No search: success is out of reach even if nothing is ever deleted."""
    DISTANCE = "distance"
    """A distance derived from code was followed, or searched along."""
    ASTAR = "astar"
    BEST_BOUND = "best-bound"
    """Best-first search on score so far plus a bound on what is still to come."""
    BEST_FIRST = "best-first"
    """Every state within the horizon, by score: no introspection."""
    BREADTH_FIRST = "breadth-first"
    """Blind search of a small world: no introspection."""
    BEST_NEXT_REWARD = "best-next-reward"
    """The action that pays most at once, step by step: no introspection."""
    SWEEP = "sweep"
    """Backward induction over all states of a small world: no introspection."""
    PLAN_WINDOWS = "plan-windows"
    """Cheaper ways in place of parts of an earlier plan."""
    AT_START = "at-start"
    """The goal holds before anything is done."""
    GREEDY = "greedy"
    BEAM = "beam"
    RANDOM_SHOOTING = "random-shooting"
    UCT = "uct"
    PUCT = "puct"
    VALUE_ITERATION = "value-iteration"


STOPPED = {
    StopReason.TIME: PlanStatus.OUT_OF_TIME,
    StopReason.NODES: PlanStatus.OUT_OF_NODES,
    StopReason.MEMORY: PlanStatus.OUT_OF_MEMORY,
    StopReason.INTERRUPTED: PlanStatus.INCOMPLETE,
}
"""The answer of a planner that a limit stopped."""

NO_ACTION = "no action can be done"

ALL_SEEN = "every reachable state was looked at"
NO_SUCCESS_IN_TIME = "no success within the horizon"
ALL_SEEN_OR_PROVEN = f"{ALL_SEEN}, or can be proven not to lead there"
"""The reasons given where there is no plan."""

NO_MEMORY = "the system is out of memory"
"""The reason given where Python itself could not get more memory."""
