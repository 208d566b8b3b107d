"""What is known of blind looks: asked for by question, and counted in the answer."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import introplan as ip
from introplan.introspection.programs import remembered
from introplan.introspection.programs.kept_place import place_of
from introplan.limits import Meter
from introplan.planners.program_by_end import Found
from introplan.planners.program_looks import KnownLooks
from introplan.planners.program_search import Path as Way


def _step(s: int, a: int) -> int:
    return s + a


def _looks(*, optimal: bool = False, limits: ip.Limits | None = None) -> KnownLooks:
    program = ip.program(
        actions=[1, 2],
        transition=_step,
        reward=lambda s, a, s2: -1,
        terminal=lambda s, a, s2: ip.Status.SUCCESS if s2 == 3 else False,
    )
    return KnownLooks(program.task(0), Meter(limits or ip.Limits()), True, optimal)


@pytest.fixture
def found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A look whose way was noted."""
    monkeypatch.setenv("INTROPLAN_CACHE", str(tmp_path))
    remembered.forget()
    looks = _looks()
    assert not looks.was_seen()
    way = Found(Way([2, 1], [-1.0, -1.0], 3, ip.Status.SUCCESS), 2)
    looks.note(place_of(looks.task), (7, 9), way)
    return way


@pytest.mark.usefixtures("found")
def test_a_look_is_known_in_this_process() -> None:
    """Its states count for the answer."""
    looks = _looks()

    assert looks.was_seen()
    assert (looks.meter.expanded, looks.meter.generated) == (7, 9)
    assert looks.known is not None
    assert (looks.known.least, looks.known.way) == (2, (1, 0))


@pytest.mark.usefixtures("found")
def test_a_look_is_known_in_another_process() -> None:
    """What was counted since it began is replaced by its counts."""
    remembered.forget()
    looks = _looks()

    assert not looks.was_seen()
    looks.meter.expanded = 5
    assert looks.was_in_vain(1, 2)
    assert (looks.meter.expanded, looks.meter.generated) == (8, 11)


@pytest.mark.usefixtures("found")
@pytest.mark.parametrize("other", [{"optimal": True}, {"limits": ip.Limits(nodes=50)}])
def test_another_question_knows_nothing_of_it(other: dict[str, Any]) -> None:
    """A proof looks at more, and a limit on nodes counts each of them."""
    looks = _looks(**other)

    assert not looks.was_seen()
    assert not looks.was_in_vain(0, 0)
