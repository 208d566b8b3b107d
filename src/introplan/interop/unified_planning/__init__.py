"""unified-planning: introplan as one of its engines, and its engines as our inner search.

    >>> import unified_planning.shortcuts as up
    >>> up.get_environment().credits_stream = None
    >>> home = "introplan.interop.unified_planning"
    >>> up.get_environment().factory.add_engine("introplan", home, "IntroplanEngine")
    >>> from unified_planning.test.examples import get_example_problems
    >>> problem = get_example_problems()["basic"].problem
    >>> with up.OneshotPlanner(name="introplan") as planner:
    ...     print(planner.solve(problem).plan)
    SequentialPlan:
        a

`problems.py` turns a problem into a task, name by name and formula by formula; `engine.py` plans
it and turns the plan back; `oversubscription.py` chooses among goals that need not all be met;
`guest.py` is the other direction: milestones handed to any engine that is installed.
"""

from __future__ import annotations

import importlib.util

from introplan.errors import UsageError

if importlib.util.find_spec("unified_planning") is None:
    raise UsageError("unified-planning is not installed; it comes with: pip install introplan[up]")

from introplan.interop.unified_planning.engine import IntroplanEngine, IntroplanOptimalEngine
from introplan.interop.unified_planning.guest import external_planner_named
from introplan.interop.unified_planning.problems import Translation, translated

__all__ = [
    "IntroplanEngine",
    "IntroplanOptimalEngine",
    "Translation",
    "external_planner_named",
    "translated",
]
