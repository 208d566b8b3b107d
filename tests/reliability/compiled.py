"""Worlds in Python as the native machine runs them, against the user's own functions (row 23).

A world is read, compiled, and explored by the machine. Then every state that it found is put
together again and expanded with the functions: actions, states, rewards and ends must be the same.
The comparison uses nothing of the planners.

    python -m reliability.compiled                    (make compiled; ten million transitions)
    python -m reliability.compiled --transitions N
"""

from __future__ import annotations

import argparse
import importlib.util
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import introplan as ip
from fuzzed_worlds import fuzzed_world
from introplan.errors import IntroplanError
from introplan.introspection.programs.reader import read_program_model
from introplan.introspection.programs.reading import Reading
from introplan.introspection.programs.states import build
from introplan.introspection.programs.system import system_of
from introplan.limits import Limits, Meter
from introplan.machine.assembly import ENDINGS
from introplan.machine.native import LeftRange, NativeSpace, machine_of
from introplan.machine.system import Unsupported
from introplan.mdp import Status, attempt
from introplan.programs.identity import key_of
from introplan.programs.listed_successors import ListedSuccessor
from introplan.programs.loading import read_program
from introplan.programs.program import ProgramTask
from introplan.symbolic.budget import Budget
from introplan.symbolic.terms.term import action_key
from reliability.records import keep
from worlds.known_worlds import PYTHON, python_task

TESTS = Path(__file__).parents[1]
FIRST_TRY = TESTS / "worlds" / "first_try"
EXAMPLES = TESTS.parent / "examples"

READING_SECONDS = 3.0
"""What takes longer is compiled in ordinary runs neither."""

WHOLE = 10_000_000
"""Transitions of the whole check."""

FUZZED = 1_000
"""Fuzzed worlds, however many transitions the others have: these are small and strange."""

ENOUGH = 100_000
"""Transitions that are worth a record."""

Edge = tuple[Any, Any, float, Status]
"""The key of an action, that of the state after it, the reward and the status."""


@dataclass(frozen=True, slots=True)
class Compared:
    """What one world came to; without `refusal` it was compiled, without `difference` rightly."""

    states: int = 0
    transitions: int = 0
    refusal: str = ""
    difference: str = ""


def compared(task: Any, most: int) -> Compared:
    """Explore a world natively, and hold up to `most` transitions against its functions."""
    if not isinstance(task, ProgramTask):
        return Compared(refusal="no world in Python")
    try:
        reading = read_program_model(task, Budget.of(READING_SECONDS))
        space = _explored(reading, most)
    except (Unsupported, LeftRange, IntroplanError) as refusal:
        return Compared(refusal=str(refusal) or type(refusal).__name__)
    return _held(reading, space, most)


def _explored(reading: Reading, most: int) -> NativeSpace:
    system = system_of(reading)
    assert reading.read is not None
    row = reading.read(reading.task.start)
    for machine in machine_of(system, row):
        try:
            meter = Meter(Limits(memory_mb=4_000))
            return machine.explored(row, meter, max_states=max(most, 100), keep_partial=True)
        except LeftRange:
            continue
    raise LeftRange


def _held(reading: Reading, space: NativeSpace, most: int) -> Compared:
    """States over the whole of what was found, until enough transitions were compared."""
    made = _Made(reading, space)
    expanded = len(made.firsts) - 1
    # Every state where there is time, else some of all depths.
    every = max(1, made.firsts[expanded] // max(most, 1))
    states = transitions = 0
    for number in range(0, expanded, every):
        if made.statuses[number] is not Status.CONTINUE or number in made.cut:
            continue
        state = made.state(number)
        ours, real = made.edges(number), list(_real_edges(reading.task, state))
        states, transitions = states + 1, transitions + len(real)
        if sorted(ours, key=repr) != sorted(real, key=repr):
            return Compared(states, transitions, difference=f"{state!r}: {ours} is not {real}")
    return Compared(states, transitions)


class _Made:
    """What the machine found, put together as states of the user's."""

    def __init__(self, reading: Reading, space: NativeSpace) -> None:
        self.shape, self.space = reading.shape, space
        self.rows = list(space.rows(0, len(space)))
        self.firsts, self.targets = space.firsts(), space.targets()
        self.steps, self.rewards = space.steps(), space.rewards()
        self.statuses = [ENDINGS[status] for status in space.statuses()]
        self.cut = set(space.partial())

    def state(self, number: int) -> Any:
        """A state that was found."""
        assert self.shape is not None
        return build(self.shape, list(self.rows[number]))

    def edges(self, number: int) -> list[Edge]:
        """What can be done in it."""
        found = []
        for edge in range(self.firsts[number], self.firsts[number + 1]):
            target = self.targets[edge]
            action = self.space.machine.system.steps[self.steps[edge]].action
            made, status = self.state(target), self.statuses[target]
            # Where the actions are the states after them, the functions know no places.
            action, after = made if isinstance(action, ListedSuccessor) else action, key_of(made)
            found.append((action_key(action), after, self.rewards[edge], status))
        return found


def _real_edges(task: ProgramTask, state: Any) -> Iterator[Edge]:
    for action in task.actions(state):
        outcome = attempt(task, state, action)
        if outcome is not None:
            after = key_of(outcome.state)
            yield action_key(action), after, outcome.reward, outcome.status


def _module(path: Path) -> Any:
    spec = importlib.util.spec_from_file_location(f"compiled_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[module.__name__] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


def _first_try(path: Path) -> Callable[[], Any]:
    return lambda: _module(path).make()


def _example(path: Path) -> Callable[[], Any]:
    return lambda: read_program(path)


def _known(name: str) -> Callable[[], Any]:
    return lambda: python_task(name)


def _shipped(name: str, size: dict[str, int], seed: int) -> Callable[[], Any]:
    return lambda: ip.sample(name, seed=seed, **size)


def named_worlds() -> dict[str, Callable[[], Any]]:
    """Worlds that people wrote: the shipped ones, examples, known ones, those of first tries."""
    found = {f"first_try/{p.stem}": _first_try(p) for p in sorted(FIRST_TRY.glob("*.py"))}
    found |= {f"examples/{p.stem}": _example(p) for p in sorted(EXAMPLES.glob("*.py"))}
    found |= {f"known/{name}": _known(name) for name in PYTHON}
    for seed in range(3):
        found[f"grid {seed}"] = _shipped("grid", {"distance": 20}, seed)
        found[f"maze {seed}"] = _shipped("maze", {"width": 8, "height": 6, "goals": 2}, seed)
    return found


def compared_fuzzed(seed: int, most: int) -> tuple[Compared, str]:
    """What a fuzzed world came to, and its source; a world that raises is refused."""
    task, text = fuzzed_world(seed)
    try:
        return compared(task, most), text
    except IntroplanError as error:
        return Compared(refusal=str(error)), text


class Tally:
    """What a run has seen."""

    def __init__(self) -> None:
        self.counts, self.refusals = Counter[str](), Counter[str]()
        self.differences: list[str] = []

    def note(self, name: str, found: Compared, text: str = "") -> None:
        """Count a world."""
        self.counts.update(transitions=found.transitions, states=found.states, worlds=1)
        self.counts.update(compiled=not found.refusal)
        self.refusals.update([found.refusal] if found.refusal else [])
        if found.difference:
            self.differences.append(f"{name}: {found.difference}\n{text}")


def main() -> int:
    """Compare until enough was seen; fails with the first difference."""
    parser = argparse.ArgumentParser(prog="python -m reliability.compiled", description=__doc__)
    parser.add_argument("--transitions", type=int, default=WHOLE)
    parser.add_argument("--each", type=int, default=500_000, help="at most, of a named world")
    parser.add_argument("--fuzzed", type=int, default=FUZZED, help="fuzzed worlds, at least")
    chosen = parser.parse_args()
    began, tally, seed = time.monotonic(), Tally(), 0
    for name, make in named_worlds().items():
        tally.note(name, compared(make(), chosen.each))
    print(dict(tally.counts), flush=True)
    while not tally.differences and (
        tally.counts["transitions"] < chosen.transitions or seed < chosen.fuzzed
    ):
        tally.note(f"fuzzed_world({seed})", *compared_fuzzed(seed, chosen.each))
        seed += 1
    print(dict(tally.counts), tally.refusals.most_common(8), *tally.differences, sep="\n")
    if tally.counts["transitions"] >= ENOUGH:
        failures = len(tally.differences)
        keep(23, tally.counts, failures=failures, seconds=time.monotonic() - began)
    return 1 if tally.differences else 0


if __name__ == "__main__":
    sys.exit(main())
