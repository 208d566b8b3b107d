"""All that the package prints, about worlds small enough to print it fifty times."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import introplan as ip
from introplan.cli import main
from introplan.experiments.records import record_from_json
from introplan.experiments.run import run
from introplan.experiments.suite import RunSpec
from introplan.planners.catalogue import PLANNERS
from introplan.planners.result import PlanResult
from introplan.reporting.records import result_record
from introplan.search.native.engine import is_available
from introplan.view.draw import draw_text
from introplan.view.page import page
from random_tasks import random_task

ROOT = Path(__file__).parents[2]
LIMITS = ip.Limits(nodes=60)
RANDOM_TASKS = (1, 2, 5, 8)
READING_SECONDS = 60.0
SMALL_BUDGET = "5"
BINS = ("bins", "--bins", "2", "--items", "3", "--seed", "4")
DRAWERS = ("drawers", "--drawers", "2", "--items", "3", "--seed", "2")
BLOCKS = ("blocks-world", "--blocks", "5", "--seed", "3")
COMMANDS: tuple[tuple[str, ...], ...] = (
    ("plan", *BINS, "--json"),
    ("plan", *BLOCKS, "--planner", "greedy", "--show"),
    ("plan", *DRAWERS, "--optimal", "--quiet"),
    ("explain", *BINS, "--json"),
    ("explain", *DRAWERS),
    ("states", *BINS, "--limit", "40", "--json"),
    ("states", *BLOCKS, "--limit", "30", "--svg", "states.svg", "--dot", "states.dot"),
    ("export", *DRAWERS),
    ("generate", *BLOCKS),
    ("domains",),
    ("planners",),
    ("plan", "blocks-wrld"),
    ("plan", *BINS, "--planner", "introspectr"),
    ("plan", *BINS, "--tim", "3"),
    ("states", "maze", "--width", "5", "--height", "5", "--json"),
)
MISTAKES = (
    "(define (domain d) (:predicates (clear ?x) (clean ?x) (on ?x ?y)) (:action a :parameters"
    " (?x) :precondition (claer ?x)))",
    "(define (domain d) (:types ball bell) (:predicates (p ?x - bal)))",
    "(define (domain d) (:types a - b b - c c - a))",
)

TOWERS = ip.parse_domain("""
    (define (domain towers) (:predicates (on ?x ?y) (clear ?x) (never))
      (:action put :parameters (?x ?y) :precondition (and (clear ?x) (clear ?y))
        :effect (and (on ?x ?y) (not (clear ?y)))))
""")
PROBLEM = "(define (problem p) (:objects a b c) (:init (clear a) (clear b) (clear c)) (:goal {}))"


def everything() -> Iterator[str]:
    """All of it, in pieces."""
    yield from _answers()
    yield from _commands()
    yield from _mistakes()
    yield from _proofs()
    yield from _programs()
    yield from _records()


def _answers() -> Iterator[str]:
    """Every planner on both engines, what the tasks look like, and what pays in them."""
    shipped = [
        ip.sample("bins", bins=2, items=4, seed=1),
        ip.sample("drawers", drawers=2, items=4, seed=2),
        ip.sample("blocks-world", blocks=6, seed=3),
    ]
    for task in [*shipped, *map(random_task, RANDOM_TASKS)]:
        yield ip.print_domain(task.domain) + ip.print_problem(task) + str(task.start)
        yield "\n".join(map(str, ip.mutations(task, limit=5)))
        for planner in PLANNERS:
            yield from _planned(task, planner)
        yield told(ip.plan(task, limits=LIMITS, optimal=True))
    for task in shipped:
        result = ip.plan(task, limits=LIMITS)
        yield draw_text(task) + page(task, replace(result, seconds=0.0, cpu_seconds=0.0))


def _planned(task: ip.Task | ip.ProgramTask, name: str) -> Iterator[str]:
    planner = PLANNERS[name]
    label = name if planner.budget is None else f"{name}[{SMALL_BUDGET}]"
    engines = planner.engines if isinstance(task, ip.Task) else ("python",)
    for engine in engines:
        if engine != "native" or is_available():
            yield told(ip.plan(task, label, LIMITS, engine=engine, seed=5))


def told(result: PlanResult) -> str:
    """A result but for what it took."""
    return json.dumps(result_record(replace(result, seconds=0.0)))


def _commands() -> Iterator[str]:
    for words in COMMANDS:
        yield printed(words)


def printed(words: Sequence[str]) -> str:
    """What a command prints and writes, without the seconds."""
    out, err = io.StringIO(), io.StringIO()
    with TemporaryDirectory() as folder, redirect_stdout(out), redirect_stderr(err):
        code = main([f"{folder}/{w}" if w.startswith("states.") else w for w in words])
        files = [path.read_text("utf-8") for path in sorted(Path(folder).iterdir())]
    text = "\n".join([" ".join(words), str(code), out.getvalue(), err.getvalue(), *files])
    text = text.replace(folder, "")
    return timeless(text)


def timeless(text: str) -> str:
    """The text without the times in it."""
    return re.sub(r'("seconds": )[0-9][0-9.e-]*|[0-9][0-9.e-]* m?s\b', r"\1-", text)


def _mistakes() -> Iterator[str]:
    for text in MISTAKES:
        try:
            ip.parse_domain(text)
        except ip.ModelError as mistake:
            yield str(mistake)


def _proofs() -> Iterator[str]:
    """There is no plan: states that are never left, and bounds that are never passed."""
    for goal in ("(and (on a b) (on b a))", "(never)"):
        yield ip.print_certificate(ip.certify(ip.parse_problem(TOWERS, PROBLEM.format(goal))))


def _programs() -> Iterator[str]:
    """Worlds in Python: every planner, and what is read in their code."""
    coins = ip.read_program(ROOT / "examples" / "coins.py")
    rooms = ip.read_program(Path(__file__).with_name("rooms.py"))
    for task in (ip.sample("grid", distance=4, seed=1), coins, rooms):
        yield timeless(ip.introspect(task, budget=READING_SECONDS).report())
        for planner in PLANNERS:
            yield from _planned(task, planner)


def _records() -> Iterator[str]:
    """Runs of an experiment, without what was measured."""
    for planner in ("introspector", "mcts[10]"):
        spec = RunSpec("grid", (("distance", 3),), planner, 1, LIMITS)
        yield repr(record_from_json(json.loads(json.dumps(run(spec)))).lasting)
