"""Suites in files, TOML or JSON: those that come along, and those that users write.

    summary = "how far a beam gets"

    [[experiment]]
    domain = "grid"
    distance = { from = 2, to = 20, step = 2 }    # a number, a list, or a range
    planners = ["introspector", "beam[100]"]
    seeds = 20                                    # 0 to 19, or a list
    limits = { seconds = 30, nodes = 100000, memory_mb = 1000 }
    quick = { seeds = 3 }                         # what --quick takes instead; false: nothing

Every key but `domain` and the domain's own parameters may also stand above the experiments, for
all of them. Instead of `domain` an experiment may name `files`: a list of worlds in Python, or of
pairs of a domain and a problem in PDDL, as seen from the suite's own folder.

With `episodes = 100` the planners are policies for a world with chance (`chance_policies`), each
of which is tried in so many episodes; `slippery = 0.2` makes such a world of any other.
"""

from __future__ import annotations

import json
import math
import re
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from introplan.domains.catalogue import SHIPPED, check_parameters, shipped_domain
from introplan.errors import IntroplanError, ModelError, UsageError, did_you_mean
from introplan.experiments import chance_policies
from introplan.experiments.suite import DEFAULT_LIMITS, Experiment, Suite
from introplan.limits import Limits
from introplan.planners.budget import budget
from introplan.planners.catalogue import planner_named
from introplan.slipping import check_probability

FOLDER = Path(__file__).parent / "suites"
SUFFIXES = (".toml", ".json")
SHARED = ("planners", "seeds", "limits")
OWN_KEYS = (*SHARED, "domain", "files", "quick", "episodes", "slippery")
LIMIT_KEYS = ("seconds", "nodes", "memory_mb")

MAX_RUNS = 100_000
"""Runs of an experiment. At a second each they take more than a day: a larger product of lists is
more likely a slip than an intention, and would fill the memory before anything is run."""

MAX_EPISODES = 100_000
"""Of a run: each takes a number in its record."""

MAX_LIMIT = 1e12
"""Seconds, nodes or megabytes from which on a limit is none."""

Table = Mapping[str, Any]


def shipped_suites() -> list[Suite]:
    """The suites that come along, by name."""
    return [read_suite(file) for file in sorted(FOLDER.glob("*.toml"))]


def suite_named(name: str) -> Suite:
    """A shipped suite, or the one in a file."""
    shipped = FOLDER / f"{name}.toml"
    if re.fullmatch(r"[\w-]+", name) and shipped.is_file():
        return read_suite(shipped)
    if Path(name).suffix in SUFFIXES or Path(name).is_file():
        return read_suite(Path(name))
    hint = did_you_mean(name, (file.stem for file in FOLDER.glob("*.toml")))
    hint = hint if "did you mean" in hint else ""
    raise UsageError(f"unknown suite {name!r}{hint}\n{suites_listed()}")


def suites_listed() -> str:
    """What there is, a line each."""
    suites = shipped_suites()
    width = max(len(suite.name) for suite in suites)
    lines = [f"  {suite.name:{width}}  {suite.summary}" for suite in suites]
    return "\n".join(["there is", *lines, "or a file of your own, my_suite.toml"])


def read_suite(file: Path) -> Suite:
    """The suite in a file."""
    found = _parsed(file)
    try:
        return _suite(found, file)
    except IntroplanError as problem:
        raise ModelError(str(problem), file=str(file)) from None


def _parsed(file: Path) -> Any:
    try:
        text = file.read_text(encoding="utf-8")
        return json.loads(text) if file.suffix == ".json" else tomllib.loads(text)
    except OSError as problem:
        raise UsageError(
            f"cannot read {file}: {(problem.strerror or 'no file').lower()}"
        ) from None
    except UnicodeDecodeError:
        raise ModelError("not UTF-8 text", file=str(file)) from None
    except RecursionError:
        raise ModelError("nested too deeply", file=str(file)) from None
    except json.JSONDecodeError as wrong:
        reason, at = f"not JSON: {wrong.msg.lower()}", (wrong.lineno, wrong.colno)
        raise _at(file, reason, text=text, place=at) from None
    except tomllib.TOMLDecodeError as wrong:
        message, _, place = str(wrong).partition(" (at ")
        numbers = [int(n) for n in re.findall(r"\d+", place)]
        at = (numbers[0], numbers[1]) if len(numbers) == 2 else (max(1, text.count("\n")), 1)
        raise _at(file, f"not TOML: {message.lower()}", text=text, place=at) from None
    except ValueError:
        raise ModelError("a number has too many digits", file=str(file)) from None


def _at(file: Path, message: str, *, text: str, place: tuple[int, int]) -> ModelError:
    line, column = place
    lines = text.splitlines()
    shown = lines[line - 1] if line <= len(lines) else ""
    return ModelError(message, file=str(file), line=line, column=column, source_line=shown)


def _suite(found: Any, file: Path) -> Suite:
    tables = found.get("experiment") if isinstance(found, dict) else None
    if not isinstance(tables, list) or not tables:
        raise UsageError("a suite has a list of tables, each under [[experiment]]; there is none")
    _check_keys(found, ("name", "summary", "experiment", *SHARED))
    shared = {key: found[key] for key in SHARED if key in found}
    whole, quick = [], []
    for number, table in enumerate(tables, 1):
        try:
            whole.append(_experiment({**shared, **_as_table(table, "an experiment")}, file))
            quick += _quick(shared, table, file)
        except IntroplanError as problem:
            raise UsageError(f"experiment {number}: {problem}") from None
    name, summary = found.get("name", file.stem), found.get("summary", "")
    return Suite(str(name), str(summary), tuple(whole), tuple(quick))


def _quick(shared: Table, table: Table, file: Path) -> list[Experiment]:
    """What `--quick` makes of an experiment."""
    instead = table.get("quick", {})
    if instead is False:
        return []
    changed = _as_table(instead, "quick")
    if "quick" in changed:
        raise UsageError("quick: there is no 'quick' within 'quick'")
    return [_experiment({**shared, **table, **changed}, file)]


def _experiment(table: Table, file: Path) -> Experiment:
    if ("domain" in table) == ("files" in table):
        raise UsageError(f"give either a domain ({', '.join(SHIPPED)}) or files")
    own: dict[str, int] = {}
    if "domain" in table:
        own = {p.name: p.default for p in shipped_domain(_text(table, "domain")).parameters}
    _check_keys(table, (*OWN_KEYS, *own))
    experiment = Experiment(
        str(table.get("domain", "files")),
        tuple((name, _sizes(name, table.get(name, usual))) for name, usual in own.items()),
        _planners(table),
        _seeds(table.get("seeds", 1)),
        _limits(table.get("limits", {})),
        _files(table["files"], file.parent) if "files" in table else ((),),
        _episodes(table),
        _slippery(table),
    )
    _check(experiment)
    return experiment


def _check(experiment: Experiment) -> None:
    """Complain about runs that cannot be, before any of them is made."""
    lists = (experiment.files, experiment.planners, experiment.seeds)
    sizes = (values for _, values in experiment.parameters)
    if math.prod(map(len, (*lists, *sizes))) > MAX_RUNS:
        raise UsageError(_too_many("sizes, planners and seeds"))
    for run in replace(experiment, seeds=(0,)).runs():
        if not run.files:
            check_parameters(run.domain, dict(run.parameters))
        count = None if run.episodes else planner_named(run.planner).budget
        if count is not None:
            budget(count, dict(run.parameters).get("distance"))


def _check_keys(table: Table, known: tuple[str, ...]) -> None:
    for key in table:
        if key not in known:
            hint = did_you_mean(key, known)
            raise UsageError(f"unknown key {key!r}{hint or '; there is ' + ', '.join(known)}")


def _planners(table: Table) -> tuple[str, ...]:
    found = table.get("planners")
    if not isinstance(found, list) or not found or not all(isinstance(n, str) for n in found):
        raise UsageError('planners must be a list of names, such as ["introspector", "greedy"]')
    if "episodes" in table:
        return tuple(dict.fromkeys(chance_policies.checked(name) for name in found))
    return tuple(dict.fromkeys(planner_named(name).label for name in found))


def _episodes(table: Table) -> int:
    """How often a policy is tried; 0 where plans are asked for."""
    found = table.get("episodes", 0)
    if not (_is_whole(found) and 0 <= found <= MAX_EPISODES) or (
        "episodes" in table and not found
    ):
        raise UsageError(f"episodes must be a whole number from 1 to {MAX_EPISODES}")
    return int(found)


def _slippery(table: Table) -> float:
    """How often another action is done than the one that was chosen."""
    found = table.get("slippery", 0)
    check_probability(found)
    if found and "episodes" not in table:
        raise UsageError("a slippery world has chance: say how many episodes a policy is tried in")
    return float(found)


def _seeds(found: Any) -> tuple[int, ...]:
    if _is_whole(found) and found > MAX_RUNS:
        raise UsageError(_too_many("seeds"))
    return _sizes("seeds", list(range(found)) if _is_whole(found) else found)


def _sizes(name: str, found: Any) -> tuple[int, ...]:
    """A number, a list of numbers, or a range with both of its ends."""
    match found:
        case int() if _is_whole(found):
            return (found,)
        case list() if found and all(map(_is_whole, found)):
            return tuple(dict.fromkeys(found))
        case {"from": int(low), "to": int(high), **rest} if set(rest) <= {"step"}:
            step: Any = rest.get("step", 1)
            if _is_whole(step) and step > 0 and low <= high:
                if (high - low) // step >= MAX_RUNS:
                    raise UsageError(_too_many(name))
                return tuple(range(low, high + 1, step))
    forms = "5, [2, 5, 10] or { from = 2, to = 20, step = 2 }"
    raise UsageError(f"{name} must be whole numbers: {forms}; got {found!r:.60}")


def _too_many(what: str) -> str:
    return f"too many {what}; an experiment has at most {MAX_RUNS} runs"


def _limits(found: Any) -> Limits:
    table = _as_table(found, "limits")
    _check_keys(table, LIMIT_KEYS)
    for key, value in table.items():
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if not is_number or not 0 < value < MAX_LIMIT:
            raise UsageError(f"limits: {key} must be a number above 0, got {value!r:.60}")
    seconds, memory = DEFAULT_LIMITS.seconds, DEFAULT_LIMITS.memory_mb
    nodes = table.get("nodes")
    return Limits(
        float(table.get("seconds", seconds)),
        None if nodes is None else int(nodes),
        float(table.get("memory_mb", memory)),
    )


def _files(found: Any, folder: Path) -> tuple[tuple[str, ...], ...]:
    """Tasks in files: each a world in Python, or a domain and a problem."""
    if not isinstance(found, list) or not found:
        raise UsageError('files must be a list: ["world.py", ["domain.pddl", "problem.pddl"]]')
    return tuple(_task_files(entry, folder) for entry in found)


def _task_files(entry: Any, folder: Path) -> tuple[str, ...]:
    names = [entry] if isinstance(entry, str) else entry
    is_world = isinstance(entry, str) and entry.endswith(".py")
    is_pair = isinstance(names, list) and len(names) == 2
    if not (is_world or is_pair) or not all(isinstance(name, str) for name in names):
        hint = 'write "world.py" or ["domain.pddl", "problem.pddl"]'
        raise UsageError(f"files: {entry!r:.60} is no task; {hint}")
    paths = [(folder / name).resolve() for name in names]
    for path in paths:
        if not path.is_file():
            raise UsageError(f"files: there is no file {path}")
    return tuple(map(str, paths))


def _as_table(found: Any, what: str) -> Table:
    if not isinstance(found, dict):
        raise UsageError(f"{what} must be a table of keys and values, got {found!r:.60}")
    return found


def _text(table: Table, key: str) -> str:
    found = table[key]
    if not isinstance(found, str):
        raise UsageError(f"{key} must be a text, got {found!r:.60}")
    return found


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
