"""The native machine against its twin in Python, on random systems."""

from __future__ import annotations

import random
import threading
import time
from typing import Any

import pytest

from introplan.limits import LimitReached, Limits, Meter, StopReason
from introplan.machine.native import (
    IS_AVAILABLE,
    LeftRange,
    Method,
    NativeMachine,
    SearchRequest,
    searched,
)
from introplan.machine.system import EndCase, RewardCase, Step, TransitionSystem
from introplan.machine.twin import PythonMachine
from introplan.mdp import Status
from introplan.symbolic.constraints.interval import (
    EVERYTHING,
    TRUTH_VALUES,
    Domain,
    OneOf,
    Range,
)
from introplan.symbolic.terms.build import add, choose, conjoin, const, disjoin, equal, negate
from introplan.symbolic.terms.term import Call, Lookup, Sort, Table, Term, Var, node, shared_table

X, Y, FLAG, KIND = (
    Var("x", Sort.INT),
    Var("y", Sort.INT),
    Var("flag", Sort.BOOL),
    Var("kind", Sort.ANY),
)
pytestmark = pytest.mark.skipif(not IS_AVAILABLE, reason="built without a compiler")

KINDS = ("a", None, 2.5, (1, 2))
DOMAINS: dict[Var, Domain] = {
    X: Range(0, 6),
    Y: Range(-3, 3),
    FLAG: TRUTH_VALUES,
    KIND: OneOf(KINDS),
}
STATUSES = (Status.CONTINUE, Status.SUCCESS, Status.FAILURE, Status.OVER)


def whole(rng: random.Random, depth: int) -> Term:
    """A random whole number."""
    if depth == 0:
        leaves: list[Term] = [X, Y, const(rng.randint(-4, 4))]
        return rng.choice(leaves)
    left, right = whole(rng, depth - 1), whole(rng, depth - 1)
    kind = rng.randrange(6)
    if kind == 0:
        return add(left, right)
    if kind == 1:
        return choose(truth(rng, depth - 1), left, right)
    if kind == 2:
        entries = {i: rng.randint(-5, 5) for i in range(rng.randint(1, 6))}
        return node(Lookup, shared_table(Table(entries, default=7)), (left,))
    if kind == 3:
        rows = {(kind, i): rng.randint(0, 9) for kind in KINDS for i in range(-2, 3)}
        return node(Lookup, shared_table(Table(rows, default=1)), (KIND, left))
    function = rng.choice(["*", "//", "%", "min", "max", "&", "|", "^"])
    if kind == 4:
        return node(Call, function, (left, right), Sort.INT)
    return node(Call, rng.choice(["abs", "neg"]), (left,), Sort.INT)


def truth(rng: random.Random, depth: int) -> Term:
    """A random condition."""
    if depth == 0:
        return rng.choice([FLAG, equal(KIND, const(rng.choice(KINDS))), equal(X, const(3))])
    kind = rng.randrange(4)
    if kind == 0:
        return equal(whole(rng, depth - 1), whole(rng, depth - 1))
    if kind == 1:
        return conjoin([truth(rng, depth - 1), truth(rng, depth - 1)])
    if kind == 2:
        return disjoin([truth(rng, depth - 1), negate(truth(rng, depth - 1))])
    function = rng.choice(["<", "<="])
    return node(Call, function, (whole(rng, depth - 1), whole(rng, depth - 1)), Sort.BOOL)


def random_step(rng: random.Random, number: int) -> Step:
    """A step whose effects stay inside the domains."""
    bounded = node(Call, "%", (whole(rng, 3), const(7)), Sort.INT)
    kind = choose(truth(rng, 1), const(rng.choice(KINDS)), KIND)
    effects: dict[Var, Term] = {X: bounded, FLAG: truth(rng, 2), KIND: kind}
    half = node(Call, "*", (whole(rng, 1), const(0.5)), Sort.ANY)
    rewards = (RewardCase(truth(rng, 2), half), RewardCase(const(True), rng.randint(-3, 3)))
    ends = (
        EndCase(truth(rng, 3), rng.choice(STATUSES)),
        EndCase(const(True), Status.CONTINUE),
    )
    kept = {var: term for var, term in effects.items() if rng.random() < 0.7}
    return Step(number, (truth(rng, 2), truth(rng, 1)), kept, rewards, ends)


def random_row(rng: random.Random) -> tuple[Any, ...]:
    """Values of all variables."""
    return rng.randint(0, 6), rng.randint(-3, 3), rng.random() < 0.5, rng.choice(KINDS)


@pytest.mark.parametrize("seed", range(40))
def test_the_native_machine_does_what_its_twin_does(seed: int) -> None:
    """Steps, rows, rewards and statuses are equal in random states of random systems."""
    rng = random.Random(seed)
    steps = tuple(random_step(rng, n) for n in range(8))
    system = TransitionSystem((X, Y, FLAG, KIND), DOMAINS, steps)
    native, twin = NativeMachine(system, random_row(rng)), PythonMachine(system)
    for _ in range(60):
        row = random_row(rng)
        assert native.successors(row) == twin.successors(row)


def _counter() -> TransitionSystem:
    return TransitionSystem((X,), {X: EVERYTHING}, (Step("+", (), {X: add(X, const(1))}),))


def test_numbers_that_leave_their_range_stop_the_machine() -> None:
    """A counter without end is not wrapped around."""
    with pytest.raises(LeftRange):
        NativeMachine(_counter(), (0,), reach=100).explored((0,), Meter())


def test_limits_are_kept() -> None:
    """The limit on nodes is the one of the meter; what was found comes back on demand."""
    machine = NativeMachine(_counter(), (0,))
    with pytest.raises(LimitReached):
        machine.explored((0,), Meter(Limits(nodes=50)))
    space = machine.explored((0,), Meter(Limits(nodes=50)), keep_partial=True)
    assert not space.is_complete
    assert list(space.rows(0, 3)) == [(0,), (1,), (2,)]


def test_a_row_outside_the_ranges_is_refused() -> None:
    """Whoever explores from it goes on elsewhere."""
    system = TransitionSystem((X, KIND), {X: Range(0, 6), KIND: OneOf(KINDS)}, ())
    machine = NativeMachine(system, (0, "a"))
    for row in ((7, "a"), (0, "b")):
        with pytest.raises(LeftRange):
            machine.explored(row, Meter())


def _field() -> TransitionSystem:
    """Three counters, which together have more values than fit in memory."""
    counters = tuple(Var(name, Sort.INT) for name in "abc")
    steps = tuple(Step(var.name, (), {var: add(var, const(1))}) for var in counters)
    return TransitionSystem(counters, dict.fromkeys(counters, Range(0, 1 << 20)), steps)


def _explore(meter: Meter) -> StopReason | None:
    with pytest.raises(LimitReached) as stopped:
        NativeMachine(_field(), (0, 0, 0)).explored((0, 0, 0), meter)
    return stopped.value.reason


def _search(meter: Meter) -> StopReason | None:
    request = SearchRequest(frozenset({Status.SUCCESS}))
    machine = NativeMachine(_field(), (0, 0, 0))
    return searched(machine, (0, 0, 0), request, meter, method=Method.BREADTH_FIRST).stopped


@pytest.mark.parametrize("run", [_explore, _search])
def test_a_limit_on_time_stops_the_machine(run: Any) -> None:
    """Soon after, and with its reason."""
    began = time.process_time()
    assert run(Meter(Limits(seconds=0.1))) is StopReason.TIME
    assert time.process_time() - began < 2


@pytest.mark.parametrize("run", [_explore, _search])
def test_a_limit_on_memory_stops_the_machine(run: Any) -> None:
    """The limit is that of the process."""
    assert run(Meter(Limits(memory_mb=1, seconds=20))) is StopReason.MEMORY


@pytest.mark.parametrize("run", [_explore, _search])
def test_an_interruption_stops_the_machine_and_others_run_meanwhile(run: Any) -> None:
    """A thread that sets the flag gets its turn: the machine does not hold the interpreter."""
    meter = Meter(Limits(seconds=60))
    began = threading.Event()

    def interrupt() -> None:
        began.wait()
        for _ in range(100):  # each takes a turn of the interpreter
            time.sleep(0.001)
        meter.interrupted = True

    other = threading.Thread(target=interrupt)
    other.start()
    began.set()
    assert run(meter) is StopReason.INTERRUPTED
    other.join()
    assert meter.seconds < 30
