"""The door to the native engine: what it says when the engine is missing."""

from __future__ import annotations

import shutil
import sys

import pytest

import introplan as ip
from children import finished
from introplan import api as planning
from introplan.limits import Meter
from introplan.search import native
from introplan.search.native import engine as kernel
from introplan.search.requests import SearchRequest


def test_a_missing_engine_is_an_error_where_it_is_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One clear sentence; and without asking, Python plans and the result says so."""
    monkeypatch.setattr(native, "_kernel", None)
    monkeypatch.setattr(planning, "ENGINES", ("python",))
    task = ip.sample("bins", bins=2, items=2)

    assert not kernel.is_available()
    assert ip.plan(task).engine == "python"
    with pytest.raises(ip.UsageError, match="built without a compiler"):
        ip.plan(task, engine="native")
    with pytest.raises(ip.UsageError, match="built without a compiler"):
        kernel.KernelEngine(task, Meter())


def test_an_unknown_engine_is_named_with_those_there_are() -> None:
    """Mistakes in calls say what would be right."""
    with pytest.raises(ip.UsageError, match=r"unknown engine 'steam'; there is .*python"):
        ip.plan(ip.sample("bins"), engine="steam")


@pytest.mark.skipif(not kernel.is_available(), reason="built without a compiler")
def test_states_along_a_path_are_those_of_the_model() -> None:
    """Facts at a place, derived ones included, follow the actions to it."""
    task = ip.sample("blocks-world", blocks=6, seed=2)
    engine = kernel.KernelEngine(task, Meter())
    found = engine.search(engine.root, SearchRequest())

    assert found.node is not None
    assert engine.closed_state(engine.root) == task.start
    states = [engine.closed_state(place) for place in engine.path(found.node)]
    assert [place.depth for place in engine.path(found.node)] == [*range(1, len(states) + 1)]
    assert {str(fact) for fact in states[-1].facts} >= {f"(on-table b{i})" for i in range(1, 7)}
    assert len(engine.plan_to(found.node)) == len(states)


@pytest.mark.skipif(
    not any(map(shutil.which, ("c++", "g++", "clang++"))), reason="there is no compiler here"
)
def test_the_native_engine_is_there_where_a_compiler_is() -> None:
    """A build that fails leaves a package without it, and nobody else would notice."""
    assert kernel.is_available()


ASKED = """
import sys
from introplan.search.native import is_available
print(is_available(), "introplan.search.native.engine" in sys.modules)
"""


@pytest.mark.process
def test_to_ask_for_the_engine_does_not_load_it() -> None:
    """Worlds in Python know whether it is there, and need nothing of relations."""
    is_there, is_loaded = finished([sys.executable, "-c", ASKED]).stdout.split()
    assert is_there == str(kernel.is_available())
    assert is_loaded == "False"
