"""Under load: many threads, many processes, one answer; and nothing is kept of what is done."""

from __future__ import annotations

import gc
import pickle
import sys
import threading
import time
import weakref
from ast import FunctionDef
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from types import FunctionType, SimpleNamespace

import pytest

import introplan as ip
from introplan.symbolic import budget
from introplan.symbolic.terms.term import Table, Var, const
from random_programs import random_world
from random_tasks import random_task
from reliability.load import (
    WAYS,
    Answer,
    Difference,
    Filled,
    Order,
    _compared,
    answer_of,
    one_by_one,
    orders,
)

ORDERS = orders(500, distinct=50)

OWN_TYPES = """
import enum
from dataclasses import dataclass

class Move(enum.Enum):
    LEFT = -1
    RIGHT = 1

@dataclass
class Walker:
    x: int

START = Walker(-3)
ACTIONS = list(Move)

def transition(s, a):
    return Walker(s.x + a.value)

def reward(s, a, s2):
    return 1 if s2.x == 2 else 0

def terminal(s, a, s2):
    return s2.x == 2
"""


@pytest.fixture(scope="module")
def expected() -> list[Answer]:
    """The answers of one by one."""
    return one_by_one(ORDERS)


@pytest.fixture
def in_turns() -> Iterator[None]:
    """Threads that take turns as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.process
@pytest.mark.parametrize(("way", "count"), [("threads", 500), ("spawned", 250), ("forked", 250)])
def test_answers_under_load_are_those_of_one_by_one(
    way: str, count: int, expected: list[Answer], record_property: Callable[[str, object], None]
) -> None:
    """Eight threads that share their tasks, or processes to which tasks are sent.

    How memory grows shows in thousands of tasks only (`make load`): these few are warming up.
    """
    seen = WAYS[way](ORDERS[:count], expected[:count])
    record_property("tasks", count)
    record_property("failures", len(seen.differing))

    assert seen.differing == ()


def test_every_planner_meets_every_kind_of_task() -> None:
    """Or the answers would be the same because no question was asked."""
    kinds = {order.kind for order in ORDERS}
    planners = {order.planner.partition("[")[0] for order in ORDERS}

    assert kinds == {"random", "shipped", "world", "closures"}
    assert {"introspector", "greedy", "beam", "mcts", "value-iteration"} <= planners


def test_another_answer_and_a_leak_are_noticed() -> None:
    """One of four answers is wrong, and the second worker holds twice as much at the end."""
    todo = [Order("random", seed, "greedy", None) for seed in range(4)]
    answers: list[Answer] = [(seed,) for seed in range(4)]
    came_back = [((0,), 1, 50.0), ((7,), 2, 60.0), ((2,), 2, 120.0), ((3,), 1, 50.0)]

    wrong = Difference(todo[1], wanted=(1,), seen=(7,))
    assert _compared(todo, answers, came_back) == Filled((wrong,), 0.0)
    grown = [*came_back[:1], ((1,), 1, 100.0), *came_back[2:]]
    assert _compared(todo, answers, grown) == Filled((), 1.0)


@pytest.mark.parametrize("engine", ["native", "python"])
def test_a_result_is_the_same_after_it_was_pickled(engine: str) -> None:
    """Milestones too, whether their mutations were asked for before or not."""
    task = ip.sample("bins", bins=3, items=4, seed=1)
    result = ip.plan(task, engine=engine)
    again = pickle.loads(pickle.dumps(result))

    assert again == result
    assert [m.mutation for m in again.milestones] == [m.mutation for m in result.milestones]
    assert any(m.mutation is not None for m in result.milestones)
    assert answer_of(pickle.loads(pickle.dumps(result))) == answer_of(result)


@pytest.mark.parametrize("seed", range(20))
def test_a_task_and_its_mutations_are_the_same_after_they_were_pickled(seed: int) -> None:
    """Tasks are values: rules, start, costs, goal."""
    task = random_task(seed)
    again = pickle.loads(pickle.dumps(task))
    wanted = list(ip.mutations(task, limit=5))

    assert again == task
    assert again.start.objects.members == task.start.objects.members
    assert list(ip.mutations(again, limit=5)) == wanted == pickle.loads(pickle.dumps(wanted))


def test_a_sampled_world_keeps_its_own_map_when_it_was_pickled() -> None:
    """Even if another maze was sampled since, under the same name."""
    task = ip.sample("maze", width=9, height=9, seed=1)
    packed = pickle.dumps(task)
    other = ip.sample("maze", width=9, height=9, seed=2)
    again = pickle.loads(packed)

    assert task.program.draw is not None
    assert again.program.draw(again.start) == task.program.draw(task.start)
    assert answer_of(ip.plan(again)) == answer_of(ip.plan(task)) != answer_of(ip.plan(other))


@pytest.mark.process
@pytest.mark.parametrize("method", ["spawn", "fork"])
def test_a_world_in_a_file_goes_through_a_pool_with_types_of_its_own(
    tmp_path: Path, method: str
) -> None:
    """Its states are objects and its actions an enum of a module that cannot be imported."""
    path = tmp_path / "walk.py"
    path.write_text(OWN_TYPES, encoding="utf-8")
    tasks = [ip.read_program(path)] * 2
    with get_context(method).Pool(1) as pool:
        results = pool.map(ip.plan, tasks, chunksize=1)

    for task, result in zip(tasks, results, strict=True):
        assert result.plan is not None
        assert [action.name for action in result.plan] == ["RIGHT"] * 5
        assert ip.verify(task, result.plan).valid


def test_a_world_read_twice_is_in_the_process_once(tmp_path: Path) -> None:
    """Who reads a file again and again does not fill the table of modules."""
    path = tmp_path / "walk.py"
    path.write_text(OWN_TYPES, encoding="utf-8")
    ip.plan(ip.read_program(path))  # loads what planning takes
    before = len(sys.modules)
    for _ in range(5):
        ip.plan(ip.read_program(path))

    assert len(sys.modules) == before


def test_a_world_that_nobody_holds_any_more_is_forgotten() -> None:
    """Neither tables of types nor those of terms and syntax trees keep it."""
    task = ip.sample("maze", width=9, height=9, seed=3)
    ip.plan(task, limits=ip.Limits(seconds=5))
    print(ip.introspect(task, budget=0.2).report())
    kind, rules = weakref.ref(type(task.start)), weakref.ref(task.program.transition)
    del task
    ip.sample("maze", width=9, height=9, seed=4)
    gc.collect()

    assert kind() is None
    assert rules() is None


def test_what_was_read_off_a_world_is_forgotten() -> None:
    """Neither its syntax trees nor the terms with the tables in them, nor what they compile to."""
    kinds = (FunctionDef, Table, Var, FunctionType)

    def introspected(seed: int) -> Counter[type]:
        ip.introspect(ip.sample("maze", width=9, height=9, seed=seed), budget=0.2).report()
        ip.introspect(ip.sample("grid", distance=3, seed=seed)).report()
        for number in range(10):
            ip.introspect(random_world(number).task()).report()
        while gc.collect():  # what one finds may have held more in weak tables
            pass
        return Counter(k for x in gc.get_objects() if (k := type(x)) in kinds)

    first = introspected(1)
    assert introspected(2) == first
    assert introspected(3) == first


@pytest.mark.usefixtures("in_turns")
def test_the_same_constant_is_the_same_term_in_all_threads() -> None:
    """Terms are compared by identity: two of the same content would not cancel."""
    together = threading.Barrier(4)

    def built(start: int) -> list[object]:
        together.wait()
        return [const(("of this test", start + number)) for number in range(300)]

    for start in range(0, 3000, 300):
        with ThreadPoolExecutor(4) as pool:
            first, *others = pool.map(built, [start] * 4)
        assert all(one is two for other in others for one, two in zip(first, other, strict=True))


def test_an_analysis_is_as_patient_among_busy_threads_as_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What others compute is no sleep; sleep ends the patience, and so does a limit on time."""
    now = {"thread_time": 0.0, "process_time": 0.0, "monotonic": 0.0}
    clocks = SimpleNamespace(**{name: partial(now.__getitem__, name) for name in now})
    monkeypatch.setattr(budget, "time", clocks)
    patient, limited = budget.Budget.of(1.0), budget.Budget.of(1.0, wall=2.0)

    now.update(process_time=50.0, monotonic=51.0)  # the others
    assert not patient.is_over
    assert not patient.share(0.5).is_over
    assert limited.is_over
    now.update(monotonic=56.0)  # nothing is running
    assert patient.is_over


def test_processor_time_is_that_of_the_own_thread() -> None:
    """What others compute meanwhile is not on the bill."""
    over = threading.Event()

    def busy() -> None:
        while not over.is_set():
            sum(range(1000))

    other = threading.Thread(target=busy)
    other.start()
    before = time.thread_time()
    result = ip.plan(ip.sample("blocks-world", blocks=20, seed=1), engine="python")
    own = time.thread_time() - before
    over.set()
    other.join()

    assert 0 < result.cpu_seconds <= own
