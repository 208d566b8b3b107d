"""What introspection concludes: no condition that it shows is contradictory or says too much."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import introplan as ip
from enumerated_conditions import flaw
from introplan.introspection.programs.finder import Finder
from introplan.symbolic.budget import Budget
from introplan.symbolic.constraints.interval import Box
from introplan.symbolic.terms.render import text_of
from introplan.symbolic.terms.term import Term

EXAMPLES = sorted(Path(__file__).parents[3].joinpath("examples").glob("*.py"))


def shown_conditions(finder: Finder) -> Iterator[tuple[str, Term]]:
    """Every guard, payment, ending and milestone condition of a task."""
    reading = finder.reading
    for operator in reading.operators or ():
        yield "guard", operator.guard
    for payment in [*(reading.payments or ()), *(reading.endings or ())]:
        yield "payment", payment.condition
    for _, condition in finder.milestone_terms(finder.milestone_target()):
        yield "milestone", condition


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_no_shown_condition_is_contradictory_or_redundant(path: Path) -> None:
    """Checked by enumeration over the ranges of the variables, for all shipped examples."""
    finder = Finder.of(ip.read_program(path), Budget.of(5.0))
    box: Box = finder.reading.box
    assert finder.reading.operators
    for kind, condition in shown_conditions(finder):
        assert flaw(condition, box) is None, f"{kind}: {text_of(condition)}"


def test_taxi_has_one_milestone() -> None:
    """The other corner of the map contradicts the destination, and is not listed."""
    info = ip.introspect(ip.read_program(Path(EXAMPLES[0].parent, "taxi.py")))
    milestones = [str(milestone) for milestone in info.milestones()]
    assert milestones == ["Action.DROPOFF when passenger == 'taxi' and row == 0 and col == 4"]
