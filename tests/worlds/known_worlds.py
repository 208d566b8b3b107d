"""Worlds people know: files in `known/` and in examples/scores, with their best scores.

Python worlds are asked through their own functions; the PDDL twin of a world has its answer.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Hashable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import introplan as ip
from reliability.scores.graph import End, Graph, Step, exact, explore
from reliability.scores.truth import Truth, truth

KNOWN = Path(__file__).parent / "known"
EXAMPLES = Path(__file__).parents[2] / "examples" / "scores"

MAX_STATES = 20_000

PYTHON = {path.stem: path for folder in (EXAMPLES, KNOWN) for path in sorted(folder.glob("*.py"))}
PDDL = {
    path.stem: (path, next(path.parent.glob(f"{path.stem}-*.pddl")))
    for folder in (EXAMPLES, KNOWN)
    for path in sorted(folder.glob("*.pddl"))
    if "-" not in path.stem
}


def python_task(name: str) -> Any:
    """A world in Python as a task."""
    module = _module(name)
    terminal = getattr(module, "terminal", None)
    model = ip.program(
        actions=module.ACTIONS,
        transition=module.transition,
        reward=module.reward,
        terminal=terminal,
    )
    horizon, discount = getattr(module, "HORIZON", None), getattr(module, "DISCOUNT", 1.0)
    return model.task(module.START, horizon=horizon, discount=discount)


def pddl_task(name: str) -> Any:
    """A world in PDDL as a task."""
    domain, problem = PDDL[name]
    return ip.read(domain, problem)


@dataclass(frozen=True, slots=True)
class Known:
    """All transitions of a world in Python, and the truth about it."""

    graph: Graph
    truth: Truth


@cache
def known(name: str) -> Known:
    """The best score of a world, by value iteration over all its states."""
    module = _module(name)
    asked = _Asked(module)
    names_success = "SUCCESS" in PYTHON[name].read_text(encoding="utf-8")
    horizon = getattr(module, "HORIZON", None)
    edges = explore(asked.key(module.START), asked.steps, limit=MAX_STATES, moves=horizon)
    graph = Graph(edges, names_success, horizon, exact(getattr(module, "DISCOUNT", 1)))
    return Known(graph, truth(graph))


@cache
def _module(name: str) -> Any:
    spec = importlib.util.spec_from_file_location(f"known_{name}", PYTHON[name])
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    # Dataclasses look their module up by name.
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


class _Asked:
    """The functions of a module, called with copies."""

    def __init__(self, module: Any) -> None:
        self.module = module
        self.states: dict[Hashable, Any] = {}

    def key(self, state: Any) -> Hashable:
        """What a state is known by."""
        found = _frozen(state)
        self.states.setdefault(found, deepcopy(state))
        return found

    def steps(self, key: Hashable) -> Iterator[Step]:
        """What can be done in a state."""
        state, module = self.states[key], self.module
        actions = module.ACTIONS(state) if callable(module.ACTIONS) else module.ACTIONS
        for action in actions:
            try:
                after = module.transition(deepcopy(state), action)
            except (ValueError, AssertionError, IndexError, RuntimeError):
                continue
            reward = module.reward(deepcopy(state), action, deepcopy(after))
            end = self._end(deepcopy(state), action, deepcopy(after))
            yield repr(action), self.key(after), exact(reward), 1, end

    def _end(self, state: Any, action: Any, after: Any) -> End:
        terminal = getattr(self.module, "terminal", None)
        said = terminal(state, action, after) if terminal else False
        if isinstance(said, bool):
            return End.OVER if said else End.CONTINUE
        return End(said.name.lower())


def _frozen(value: Any) -> Hashable:
    if isinstance(value, dict):
        return tuple((key, _frozen(each)) for key, each in sorted(value.items()))
    if isinstance(value, list | set):
        return tuple(sorted(map(_frozen, value)))  # type: ignore[type-var]
    return value  # type: ignore[no-any-return]
