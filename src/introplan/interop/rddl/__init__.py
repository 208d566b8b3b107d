"""RDDL: domains and instances as tasks, and our policies as agents of pyRDDLGym.

    >>> from introplan.interop import rddl
    >>> task = rddl.read("examples/rddl/sysadmin.rddl", "examples/rddl/sysadmin-1.rddl")
    >>> print(task.start)
    running(c1), running(c2), running(c3)

pyRDDLGym parses the text; from there on it is our own. `loading.py` takes its *lifted* model, in
which expressions have parameters, and `translation.py` brings them to the operators that we have.
`grounding.py` replaces what never changes by numbers and binds parameters by joins over
non-fluents (`joins.py`), so that only objects that matter are looked at; `assembly.py` makes a
factored model of it. `agent.py` is the other direction: an agent in an environment of pyRDDLGym.
"""

from __future__ import annotations

import importlib.util
import os
from typing import Any

from introplan.errors import MissingExtraError

if importlib.util.find_spec("pyRDDLGym") is None:
    raise MissingExtraError(
        "pyRDDLGym is not installed; it comes with: pip install introplan[rddl]"
    )

# pyRDDLGym loads pygame, which greets on standard output.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

from introplan.factored.task import FactoredTask
from introplan.interop.rddl.agent import Agent, task_of
from introplan.interop.rddl.assembly import ground_task
from introplan.interop.rddl.loading import model_of

__all__ = ["Agent", "read", "task"]


def read(domain: str | os.PathLike[str], instance: str | os.PathLike[str]) -> FactoredTask:
    """The task of a domain and an instance in RDDL; raises `ModelError`."""
    return ground_task(model_of(domain, instance))


def task(env: Any) -> FactoredTask:
    """The task of an environment of pyRDDLGym, or of its lifted model."""
    return task_of(env)
