"""The nouns of a factored world: values, compared by what they hold."""

from __future__ import annotations

from introplan.factored.expressions import TRUE
from introplan.factored.model import End, Kind, VariableInfo
from introplan.mdp import Status


def test_nouns_are_values() -> None:
    """Equal parts make equal nouns, which can be keys."""
    info = VariableInfo("on", Kind.BOOLEAN, 1.0)

    assert info == VariableInfo("on", Kind.BOOLEAN, 1.0, (), 0.0)
    assert len({End(TRUE, Status.OVER), End(TRUE, Status.OVER), End(TRUE, Status.FAILURE)}) == 2
