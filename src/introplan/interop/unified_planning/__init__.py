"""unified-planning: introplan as one of its engines, and its engines as our inner search.

    >>> import introplan.interop.unified_planning
    >>> import unified_planning.shortcuts as up
    >>> up.get_environment().credits_stream = None
    >>> from unified_planning.test.examples import get_example_problems
    >>> problem = get_example_problems()["basic"].problem
    >>> with up.OneshotPlanner(name="introplan") as planner:
    ...     print(planner.solve(problem).plan)
    SequentialPlan:
        a

`problems.py` turns a problem into a task, name by name and formula by formula; `engine.py` plans
it and turns the plan back; `oversubscription.py` chooses among goals that need not all be met;
`external_engines.py` is the other direction: milestones handed to any engine that is installed.
Importing this package makes the engines `introplan` and `introplan-opt` known to unified-planning.
"""

from __future__ import annotations

import importlib.util

from introplan.errors import UsageError

if importlib.util.find_spec("unified_planning") is None:
    raise UsageError("unified-planning is not installed; it comes with: pip install introplan[up]")

from unified_planning.environment import get_environment

from introplan.interop.unified_planning.engine import IntroplanEngine, IntroplanOptimalEngine
from introplan.interop.unified_planning.external_engines import external_planner_named
from introplan.interop.unified_planning.problems import Translation, translated

__all__ = [
    "ENGINES",
    "IntroplanEngine",
    "IntroplanOptimalEngine",
    "Translation",
    "external_planner_named",
    "register_engines",
    "translated",
]

ENGINES = {"introplan": IntroplanEngine, "introplan-opt": IntroplanOptimalEngine}
"""What an import makes known to unified-planning, by name."""


def register_engines() -> None:
    """Make the engines known to the global environment, unless they are."""
    factory = get_environment().factory
    for name, engine in ENGINES.items():
        if name not in factory.engines:
            factory.add_engine(name, __name__, engine.__name__)


register_engines()
