"""Limits on time and memory from outside: `python -m reliability.limits`, or `make limits`.

Every run is a process of its own, as a user starts it. A time limit holds if the process is gone
within a tenth of it, or a quarter of a second, and a memory limit if the process never held more
than a tenth above it, as the system tells (`ru_maxrss`).

One core is kept busy meanwhile. On a machine that others use as well, a process that is ready may
not be run for a while; the system counts that (`/proc/PID/schedstat`), and what of it comes after
the limit is not held against the planner.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Timer

import introplan
from introplan.api import ENGINES
from reliability.records import keep

SOURCE = str(Path(introplan.__file__).parent.parent)

SPINNING = "while True: pass"

GROWING = """
START = ()
ACTIONS = [0, 1]
def transition(s, a): return (*s, a)
def reward(s, a, t): return 0
def terminal(s, a, t): return "success" if t == (2,) else "continue"
"""
HOARDING = """
START = 0
ACTIONS = [1]
hoard = []
def transition(s, a):
    while True: hoard.append(bytes(10_000))
def reward(s, a, t): return 0
"""
SLEEPING = """
import time
START = 0
ACTIONS = [1]
def transition(s, a):
    time.sleep(0.05)
    return s + 1
def reward(s, a, t): return t
HORIZON = 100000
"""
WIDE = """(define (domain wide) (:predicates (p ?x) (done))
  (:action a :parameters (?u ?v ?w ?x ?y)
    :precondition (and (p ?u) (p ?v) (p ?w) (p ?x) (p ?y) (not (= ?u ?v))) :effect (done)))
"""


MEGABYTES = 100
"""The limit on memory; Python and the package alone take a third of it."""

WEIGHING = """
import resource, subprocess, sys
code = subprocess.call(sys.argv[1:])
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
sys.exit(code)
"""
"""A small process that starts the one to be weighed: a child's peak includes that of its parent
at the moment it was forked, and the parent may be a whole suite of tests."""


@dataclass(frozen=True, slots=True)
class Run:
    """How a process ended: its exit code, how late it was, what it said."""

    code: int
    late: float
    out: str


@dataclass(frozen=True, slots=True)
class Weighed:
    """How a process ended: its exit code, what it held at most, what it said."""

    code: int
    peak_mb: float
    out: str


def hard_tasks(folder: Path) -> dict[str, tuple[str, ...]]:
    """Commands that never come to an end by themselves, and the files they are about."""
    files = {"growing.py": GROWING, "sleeping.py": SLEEPING, "hoarding.py": HOARDING}
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    names = [f"o{i}" for i in range(60)]
    (folder / "wide.pddl").write_text(WIDE, encoding="utf-8")
    (folder / "wide-problem.pddl").write_text(
        f"(define (problem w) (:domain wide) (:objects {' '.join(names)})"
        f" (:init {' '.join(f'(p {n})' for n in names)}) (:goal (and (done) (not (done)))))",
        encoding="utf-8",
    )
    return hard_commands(folder)


def hard_commands(folder: Path) -> dict[str, tuple[str, ...]]:
    """The commands alone."""
    greedy = ("plan", "blocks-world", "--blocks", "60", "--planner", "greedy")
    engines = {f"greedy on {e}": (*greedy, "--engine", e) for e in ENGINES}
    return {
        **engines,
        "a growing world": ("plan", str(folder / "growing.py")),
        "a growing world, mcts": ("plan", str(folder / "growing.py"), "--planner", "mcts[9**9]"),
        "a slow world": ("plan", str(folder / "sleeping.py")),
        "wide grounding": ("plan", str(folder / "wide.pddl"), str(folder / "wide-problem.pddl")),
        "a proof": ("plan", "blocks-world", "--blocks", "30", "--optimal"),
    }


def hungry_tasks(folder: Path) -> dict[str, tuple[str, ...]]:
    """Those of the commands that take more and more memory, and one that reads a large file."""
    hard = hard_tasks(folder)
    huge = folder / "huge.pddl"
    facts = "\n".join(f"(q o{i // 1000} o{i % 1000})" for i in range(300_000))
    names = " ".join(f"o{i}" for i in range(1000))
    (folder / "huge-domain.pddl").write_text(
        "(define (domain h) (:predicates (q ?x ?y) (r)) (:action go :effect (r)))",
        encoding="utf-8",
    )
    huge.write_text(
        f"(define (problem h) (:domain h) (:objects {names}) (:init\n{facts}) (:goal (r)))",
        encoding="utf-8",
    )
    return {
        **{name: words for name, words in hard.items() if "greedy" in name},
        "a growing world, greedy": (*hard["a growing world"], "--planner", "greedy"),
        "a hoarding world": ("plan", str(folder / "hoarding.py")),
        "a huge file": ("plan", str(folder / "huge-domain.pddl"), str(huge)),
    }


def measured(words: Sequence[str], seconds: float) -> Run:
    """Run a command; it is late by what it takes beyond `seconds`, waiting for a core apart."""
    began = time.monotonic()
    process = subprocess.Popen(
        [sys.executable, "-m", "introplan", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={**os.environ, "PYTHONPATH": SOURCE},
        text=True,
    )
    assert process.stdout is not None
    waited_in_time: list[float] = []
    at_the_limit = Timer(seconds, lambda: waited_in_time.append(_waited(process.pid)))
    at_the_limit.start()
    out = process.stdout.read()
    os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
    late = time.monotonic() - began - seconds
    at_the_limit.cancel()
    if late > 0 and waited_in_time:
        late -= _waited(process.pid) - waited_in_time[0]
    process.stdout.close()
    return Run(process.wait(), late, out)


def weighed(words: Sequence[str], limit_mb: int = MEGABYTES) -> Weighed:
    """Run a command with a limit on memory."""
    own = [sys.executable, "-m", "introplan", *words, "--memory", str(limit_mb)]
    process = subprocess.run(
        [sys.executable, "-S", "-c", WEIGHING, *own],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={**os.environ, "PYTHONPATH": SOURCE},
        text=True,
        check=False,
    )
    *lines, peak = process.stdout.splitlines()
    return Weighed(process.returncode, int(peak) / 1024, "\n".join(lines))


def _waited(pid: int) -> float:
    """Seconds that a process was ready and no core was free for it; 0 if not known."""
    try:
        return int(Path(f"/proc/{pid}/schedstat").read_text(encoding="ascii").split()[1]) / 1e9
    except (OSError, ValueError, IndexError):
        return 0.0


def in_time(words: Sequence[str], seconds: float) -> Run:
    """The run, and again if it was late: only what is late three times is."""
    for _ in range(3):
        run = measured([*words, "--time", str(seconds)], seconds)
        if run.late <= allowed_lateness(seconds):
            break
    return run


def allowed_lateness(seconds: float) -> float:
    """A tenth, or a quarter of a second."""
    return max(0.1 * seconds, 0.25)


@contextmanager
def one_core_busy() -> Iterator[None]:
    """Another process computes meanwhile."""
    process = subprocess.Popen([sys.executable, "-S", "-c", SPINNING])
    try:
        yield
    finally:
        process.kill()
        process.wait()


def check_time(folder: Path, runs: int) -> None:
    """Row 11: so many runs with each of two limits."""
    began, failures, worst = time.monotonic(), 0, {1.0: 0.0, 5.0: 0.0}
    tasks = list(hard_tasks(folder).items())
    with one_core_busy():
        for seconds in worst:
            for number in range(runs):
                name, words = tasks[number % len(tasks)]
                run = in_time(words, seconds)
                is_kept = run.late <= allowed_lateness(seconds) and run.code == 23
                failures += not is_kept
                worst[seconds] = max(worst[seconds], run.late)
                print(f"{seconds:g} s, {name}: {run.late:+.2f} s, code {run.code}", flush=True)
    counts = {"runs": 2 * runs, "latest_of_1_s": worst[1.0], "latest_of_5_s": worst[5.0]}
    keep(11, counts, failures=failures, seconds=time.monotonic() - began)
    print(json.dumps(counts), f"{failures} failures")


def check_memory(folder: Path, runs: int, limit_mb: int = MEGABYTES) -> None:
    """Row 12: so many runs with a limit on memory."""
    began, failures, worst = time.monotonic(), 0, 0.0
    tasks = list(hungry_tasks(folder).items())
    for number in range(runs):
        name, words = tasks[number % len(tasks)]
        run = weighed(words, limit_mb)
        failures += not (run.code == 22 and run.peak_mb <= 1.1 * limit_mb)
        worst = max(worst, run.peak_mb / limit_mb)
        print(f"{limit_mb} MB, {name}: {run.peak_mb:.0f} MB, code {run.code}", flush=True)
    counts = {"runs": runs, "largest_share": round(worst, 3)}
    keep(12, counts, failures=failures, seconds=time.monotonic() - began)
    print(json.dumps(counts), f"{failures} failures")


def main() -> None:
    """Check both, and write down what came out."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=20)
    runs = parser.parse_args().runs
    with tempfile.TemporaryDirectory() as folder:
        check_time(Path(folder), runs)
        check_memory(Path(folder), runs)


if __name__ == "__main__":
    main()
