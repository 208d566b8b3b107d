"""Two engines, one meaning: the native search does exactly what the Python search does."""

from __future__ import annotations

import pytest

import introplan as ip
from introplan.model.domain import Task
from introplan.planners import introspector
from introplan.search.kernel import is_available
from random_tasks import random_task

pytestmark = pytest.mark.skipif(
    not is_available(), reason="this installation was built without a compiler"
)

TASKS, BLIND_TASKS, CHUNK = 1_500, 400, 50
LIMITED = ip.Limits(nodes=7)

SHIPPED: list[tuple[str, dict[str, int]]] = [
    ("blocks-world", {"blocks": 1}),
    ("blocks-world", {"blocks": 5}),
    ("blocks-world", {"blocks": 40}),
    ("drawers", {"drawers": 2, "items": 3}),
    ("drawers", {"drawers": 3, "items": 25}),
    ("bins", {"bins": 1, "items": 1}),
    ("bins", {"bins": 3, "items": 4}),
    ("bins", {"bins": 6, "items": 30}),
]


def _agree(task: Task, planner: str, limits: ip.Limits | None = None) -> None:
    """Status, plan, score, milestones and every count are the same."""
    python, native = (ip.plan(task, planner, limits, e) for e in ("python", "native"))

    assert (python.engine, native.engine) == ("python", "native")
    assert python.status == native.status, task.name
    assert python.plan == native.plan, task.name
    assert (python.score, python.cost) == (native.score, native.cost), task.name
    assert python.milestones == native.milestones, task.name
    assert python.expanded == native.expanded, task.name
    assert python.generated == native.generated, task.name


@pytest.mark.parametrize("first", range(0, TASKS, CHUNK))
def test_random_tasks(first: int) -> None:
    """Every kind of task that the model language has, whole and cut off by a limit on nodes."""
    for seed in range(first, first + CHUNK):
        task = random_task(seed)
        for planner in ("introspector", "greedy"):
            _agree(task, planner)
            _agree(task, planner, LIMITED)


@pytest.mark.parametrize("blind_after", [0, 1])
@pytest.mark.parametrize("first", range(0, BLIND_TASKS, CHUNK))
def test_random_tasks_when_counting_is_blind(
    first: int, blind_after: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same with relaxed plans from the first nodes on."""
    monkeypatch.setattr(introspector, "plateau", lambda _: blind_after)
    for seed in range(first, first + CHUNK):
        task = random_task(seed)
        _agree(task, "introspector")
        _agree(task, "introspector", LIMITED)


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize(("domain", "size"), SHIPPED)
def test_shipped_domains_with_the_introspector(
    domain: str, size: dict[str, int], seed: int
) -> None:
    """Small and middling sizes."""
    _agree(ip.sample(domain, seed=seed, **size), "introspector")


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize(("domain", "size"), SHIPPED)
def test_shipped_domains_with_greedy_search(domain: str, size: dict[str, int], seed: int) -> None:
    """The same nodes in the same order, as far as 2,000 of them go."""
    _agree(ip.sample(domain, seed=seed, **size), "greedy", ip.Limits(nodes=2_000))


def test_no_planner_falls_back_in_silence() -> None:
    """What does not run natively says so when it is asked to, and names its engine otherwise."""
    task = ip.sample("bins", bins=2, items=2)

    assert ip.plan(task).engine == "native"
    assert ip.plan(task, "value-iteration").engine == "python"
    with pytest.raises(ip.UsageError, match="does not run on the native engine"):
        ip.plan(task, "value-iteration", engine="native")
