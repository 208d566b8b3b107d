"""A random world with the truth about it, and the task that the package makes of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import introplan as ip
from introplan.pddl import parse_domain, parse_problem
from reliability.scores.graph import Graph
from reliability.scores.python_worlds import PythonWorld, random_python_world
from reliability.scores.relational_text import domain_text, problem_text
from reliability.scores.relational_worlds import RelationalWorld, random_relational_world
from reliability.scores.truth import Truth, truth


@dataclass(frozen=True, slots=True)
class Case:
    """A world, all its transitions, the truth, and the task as the package reads it."""

    name: str
    text: str
    graph: Graph
    truth: Truth
    world: PythonWorld | RelationalWorld

    def task(self) -> Any:
        """The task; relational worlds are parsed, those in Python are read when planned."""
        if isinstance(self.world, RelationalWorld):
            domain = parse_domain(domain_text(self.world))
            return parse_problem(domain, problem_text(self.world))
        world, names = self.world, self.world.names(f"<{self.name.replace(' ', '_')}>")
        actions = names.get("actions", names["ACTIONS"])
        parts = {key: names[key] for key in ("transition", "reward", "terminal") if key in names}
        model = ip.program(actions=actions, **parts)
        return model.task(names["START"], horizon=world.horizon, discount=world.discount)


def case(seed: int) -> Case:
    """The case of this number: even ones are relational, odd ones in Python."""
    if seed % 2:
        world, graph = random_python_world(seed)
        ask = f"# horizon {world.horizon}, discount {world.discount}\n"
        return Case(f"python {seed}", world.source + ask, graph, truth(graph), world)
    relational, graph = random_relational_world(seed)
    text = domain_text(relational) + problem_text(relational)
    return Case(f"relational {seed}", text, graph, truth(graph), relational)
