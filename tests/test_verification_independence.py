"""The judge shares nothing with search: by its imports, and by the functions that it runs."""

from __future__ import annotations

import ast
import gc
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

import introplan as ip
from introplan.errors import NoProofError
from introplan.limits import Limits
from introplan.relational.domain import Task
from introplan.verification import verify
from random_tasks import random_task

SOURCE = Path(ip.__file__).parent
SHARED = {
    "action",
    "amount_folding",
    "arithmetic",
    "chance",
    "derived",
    "domain",
    "evaluation",
    "fluents",
    "formula",
    "numbers",
    "plan_costs",
    "purpose",
    "rewards",
    "rewriting",
    "state",
    "terms",
}
"""The modules of relational/ that judges may use: nouns and definitions."""

BELOW = ("deferred", "errors", "limits", "mdp", "pictures", "slipping", "syntax")
"""What everything stands on."""

JUDGES = ("certificates", "verification")
FOR_USERS = [
    ("introplan.factored.task", "introplan.factored.choices"),
    ("introplan.factored.task", "introplan.factored.simulator"),
    ("introplan.relational.domain", "introplan.relational.aims"),
    ("introplan.relational.purpose", "introplan.relational.aims"),
    ("introplan.relational.domain", "introplan.relational.simulator"),
]
"""The imports that serve users of a task; the judge does not go this way."""


def imports_of(module: str) -> Iterator[str]:
    """The modules of the package that one of them imports."""
    path = SOURCE.joinpath(*module.split(".")[1:])
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("introplan"):
            yield str(node.module)


def closure(*modules: str) -> set[str]:
    """These modules and everything that they import."""
    found, waiting = set(modules), list(modules)
    while waiting:
        module = waiting.pop()
        for other in imports_of(module):
            if other not in found and (module, other) not in FOR_USERS:
                found.add(other)
                waiting.append(other)
    return found


def test_the_judges_import_nouns_and_definitions_only() -> None:
    """The list in the package's essay is the whole list."""
    judges = [
        f"introplan.{name}.{file.stem}".removesuffix(".__init__")
        for name in JUDGES
        for file in (SOURCE / name).glob("*.py")
    ]
    found = {module.removeprefix("introplan.") for module in closure(*judges)}

    relational = {module for module in found if module.startswith("relational.")}
    assert relational == {f"relational.{name}" for name in SHARED}
    factored = {module for module in found if module.startswith("factored.")}
    assert factored == {f"factored.{name}" for name in ("expressions", "model", "states", "task")}
    rest = {module.split(".")[0] for module in found if module != "introplan"}
    assert rest <= {*JUDGES, *BELOW, "factored", "relational", "programs", "pddl", "slipping"}


def files_run_by(task: Task, plan: object) -> tuple[bool, set[str]]:
    """The verdict on a plan or certificate, and the files of the package whose code was run."""
    files: set[str] = set()

    def watch(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            files.add(frame.f_code.co_filename)

    gc.disable()  # or generators that the planner left behind are closed, a call of its code
    sys.setprofile(watch)
    try:
        verdict = verify(task, plan)  # type: ignore[arg-type]
    finally:
        sys.setprofile(None)
        gc.enable()
    own = {Path(file) for file in files if file.startswith(str(SOURCE))}
    return verdict.valid, {str(file.relative_to(SOURCE).with_suffix("")) for file in own}


def allowed(name: str) -> bool:
    """May a judge run code of this file?"""
    folder, _, rest = name.partition("/")
    return folder in (*JUDGES, *BELOW) or (folder == "relational" and rest in SHARED)


def test_no_function_of_search_runs_while_plans_and_proofs_are_judged() -> None:
    """Every call of many replays and checks is watched, those through a task's methods as well."""
    plans = proofs = 0
    for seed in range(1, 120):
        task = random_task(seed)
        result = ip.plan(task, limits=Limits(nodes=300))
        subject: object = result.plan
        if result.status is ip.PlanStatus.UNSOLVABLE:
            try:
                subject = ip.certify(task, states=200)
            except NoProofError:
                continue
        valid, files = files_run_by(task, subject)
        assert not [name for name in files if not allowed(name)], seed
        plans += valid and result.plan is not None
        proofs += valid and result.plan is None
    assert plans > 20
    assert proofs > 5
