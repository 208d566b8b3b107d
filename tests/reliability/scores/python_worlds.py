"""Random worlds in Python: source text, and the functions that it defines."""

from __future__ import annotations

import linecache
import random
import sys
import types
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from typing import Any

from reliability.scores.graph import End, Graph, Step, TooLargeError, exact, explore
from reliability.scores.python_source import Shape, condition, payments, update

MAX_STATES = 80
MIN_STATES = 4
DISCOUNTS = (0.5, 0.8, 0.9, 0.95)

TERMINALS = ("none", "never", *("bool", "dead or won", "status") * 3, "mixed",
             "mixed", "words", "failing", "nowhere")  # fmt: skip
"""Kinds of ends; `nowhere` names a success that no step reaches."""

NAMES_SUCCESS = ("status", "mixed", "words", "nowhere")


@dataclass(frozen=True, slots=True)
class PythonWorld:
    """Source text of a world, and what is asked of it."""

    source: str
    kind: str
    """How it ends: one of `TERMINALS`."""

    horizon: int | None
    discount: float

    def names(self, file: str) -> dict[str, Any]:
        """What the text defines; it can be read back through `linecache`."""
        module = types.ModuleType(file.strip("<>"))
        sys.modules[module.__name__] = module  # dataclasses look for it there
        names = module.__dict__
        exec(compile(self.source, file, "exec"), names)
        lines = self.source.splitlines(keepends=True)
        linecache.cache[file] = (len(self.source), None, lines, file)
        return names

    def graph(self) -> Graph:
        """All transitions, by calling the functions themselves."""
        steps = _Steps(self.names("<world>"))
        edges = explore(steps.frozen(steps.names["START"]), steps.of, limit=MAX_STATES)
        discount = exact(self.discount)
        return Graph(edges, self.kind in NAMES_SUCCESS, self.horizon, discount)


class _Steps:
    """Asks the functions of a world what each action does."""

    def __init__(self, names: dict[str, Any]) -> None:
        self.names = names
        self.is_dict = isinstance(names["START"], dict)

    def frozen(self, state: Any) -> Hashable:
        """A state that can be a key."""
        return tuple(state.items()) if self.is_dict else state

    def of(self, frozen: Hashable) -> Iterator[Step]:
        """What can be done in a state."""

        def state() -> Any:
            return dict(frozen) if self.is_dict else frozen  # type: ignore[call-overload]

        actions = self.names.get("actions")
        for action in actions(state()) if actions else self.names["ACTIONS"]:
            try:
                after, reward, end = self._taken(state, action)
            except (ValueError, AssertionError):
                continue
            if end is not None:
                yield repr(action), self.frozen(after), exact(reward), 1, end

    def _taken(self, state: Callable[[], Any], action: Any) -> tuple[Any, float, End | None]:
        after = self.names["transition"](state(), action)
        reward = self.names["reward"](state(), action, after)
        terminal = self.names.get("terminal")
        return after, reward, _end(terminal(state(), action, after) if terminal else False)


def _end(said: Any) -> End | None:
    """What the value of `terminal` means; None for a failure."""
    if said is None or isinstance(said, bool):
        return End.OVER if said else End.CONTINUE
    word = said if isinstance(said, str) else said.name.lower()
    return None if word == "failure" else End(word)


def random_python_world(seed: int) -> tuple[PythonWorld, Graph]:
    """The world of this number: the first candidate that is neither too large nor too small."""
    attempt = 0
    while True:
        rng = random.Random(f"python {seed} {attempt}")
        world = _candidate(rng)
        attempt += 1
        try:
            graph = world.graph()
        except TooLargeError:
            continue
        if rng.random() < _interest(world, graph):
            return world, graph


def _interest(world: PythonWorld, graph: Graph) -> float:
    if len(graph.edges) < MIN_STATES:
        return 0.03
    if world.kind in ("status", "mixed", "words") and End.SUCCESS not in graph.ends:
        return 0.1
    return min(1.0, len(graph.edges) / 12)


def _candidate(rng: random.Random) -> PythonWorld:
    count = rng.choice((1, 2, 2, 2, 3))
    limits = {name: rng.randint(1, 3 if count > 1 else 6) for name in "xyz"[:count]}
    shape = Shape(limits, rng.choice(("tuple", "tuple", "dict", "class", *(["int"] * 3))))
    if shape.kind == "int":
        shape = Shape({"x": rng.randint(3, 9)}, "int")
    has_horizon, has_discount = rng.random() < 0.35, rng.random() < 0.25
    kind = rng.choice(TERMINALS)
    return PythonWorld(
        _source(rng, shape, kind),
        kind,
        rng.randint(0, 7) if has_horizon else None,
        rng.choice(DISCOUNTS) if has_discount else 1,
    )


def _source(rng: random.Random, shape: Shape, kind: str) -> str:
    actions = [repr(f"go{i}") for i in range(rng.randint(2, 4))]
    if rng.random() < 0.2:
        actions = [str(i) for i in range(len(actions))]
    blocks = [_head(shape, kind), f"ACTIONS = [{', '.join(actions)}]\n"]
    if rng.random() < 0.25:
        blocks.append(_actions(rng, shape, actions))
    blocks += [_transition(rng, shape, actions), _reward(rng, shape, actions)]
    if kind != "none":
        blocks.append(_terminal(rng, shape, kind))
    start = [str(rng.randint(0, most)) for most in shape.limits.values()]
    return "\n\n".join((*blocks, f"START = {shape.pack(start)}\n"))


STATE = """@dataclass(frozen=True)
class State:
"""


def _head(shape: Shape, kind: str) -> str:
    lines = []
    if shape.kind == "class":
        lines.append("from dataclasses import dataclass\n")
    if kind in ("status", "mixed", "failing", "nowhere"):
        lines.append("from introplan import Status\n")
    if shape.kind == "class":
        lines.append("\n\n" + STATE + "".join(f"    {name}: int\n" for name in shape.limits))
    return "\n".join(lines)


def _function(head: str, lines: list[str]) -> str:
    return "\n".join((f"def {head}:", *(f"    {line}" for line in lines))) + "\n"


def _actions(rng: random.Random, shape: Shape, actions: list[str]) -> str:
    first, *others = actions
    limits = shape.limits
    lines = [shape.unpack("s"), f"found = [{first}]" if rng.random() < 0.7 else "found = []"]
    for action in others:
        lines += [f"if {condition(rng, limits)}:", f"    found.append({action})"]
    return _function("actions(s)", [*lines, "return found"])


def _transition(rng: random.Random, shape: Shape, actions: list[str]) -> str:
    lines = [shape.unpack("s")]
    for number, action in enumerate(actions):
        lines.append(f"{'elif' if number else 'if'} a == {action}:")
        for _ in range(rng.choice((1, 1, 2))):
            lines += [f"    {line}" for line in update(rng, shape.limits)]
    return _function("transition(s, a)", [*lines, f"return {shape.pack()}"])


def _reward(rng: random.Random, shape: Shape, actions: list[str]) -> str:
    heads = [shape.unpack("s"), shape.unpack("s2", "2")]
    return _function("reward(s, a, s2)", heads + payments(rng, shape.limits, actions))


def _terminal(rng: random.Random, shape: Shape, kind: str) -> str:
    one, other = (condition(rng, shape.limits, "2", 1) for _ in range(2))
    exactly = " and ".join(f"{n}2 == {rng.randint(0, m)}" for n, m in shape.limits.items())
    first = next(iter(shape.limits))
    if kind in ("never", "nowhere"):
        one = f"{first}2 == 99"
    wins = "Status.SUCCESS" if kind != "words" else '"success"'
    bodies = {
        "never": [f"return {one}"],
        "bool": [f"return {rng.choice((one, exactly))}"],
        "dead or won": [f"dead = {one}", f"won = {exactly}", "return dead or won"],
        "status": [
            f"if {exactly}:",
            f"    return {wins}",
            f"return Status.{rng.choice(('FAILURE', 'CONTINUE'))} if {other} else Status.CONTINUE",
        ],
        "mixed": [f"if {exactly}:", f"    return {wins}", f"return {other}"],
        "words": [f'return "success" if {rng.choice((one, exactly))} else "continue"'],
        "failing": [f"if {exactly}:", "    return Status.FAILURE", f"return {other}"],
        "nowhere": [f"if {one}:", f"    return {wins}", "return False"],
    }
    return _function("terminal(s, a, s2)", [shape.unpack("s2", "2"), *bodies[kind]])
