"""Conditions and names of unified-planning in our language."""

from __future__ import annotations

import re

import pytest
import unified_planning.shortcuts as up

from interop.foreign_problems import rooms
from introplan.interop.unified_planning import translated
from introplan.interop.unified_planning.expressions import Names, UnsupportedError


def test_names_are_legal_and_stand_for_one_thing() -> None:
    """Whatever was given; words of PDDL are taken."""
    names = Names()
    given = [names.give(name) for name in ("At", "at", "AT", "and", "object", "1x", "", "ä b")]

    assert len(set(given)) == len(given)
    assert all(re.fullmatch("[a-z][a-z0-9_-]*", name) for name in given)
    assert not {"and", "object"} & set(given)


def test_conditions_mean_the_same() -> None:
    """Connectives, equality and quantifiers, written in our language."""
    problem = rooms()
    translation = translated(problem)
    at, room = problem.fluent("at"), problem.user_types[0]
    r0, r1 = problem.object("r0"), problem.object("r1")
    x = up.Variable("r0", room)  # called like an object
    cases = {
        up.And(at(r0), up.Not(at(r1))): "(and (at r0) (not (at r1)))",
        up.Exists(at(x), x): "(exists (?r0 - room) (at ?r0))",
        up.Forall(
            up.Or(at(x), up.Equals(x, r0)), x
        ): "(forall (?r0 - room) (or (at ?r0) (= ?r0 r0)))",
    }
    for node, text in cases.items():
        assert str(translation.formula(node)) == text


def test_numbers_in_conditions_are_refused() -> None:
    """By name, and nothing is left out."""
    problem = rooms(cost=True)
    toll, r0 = problem.fluent("toll"), problem.object("r0")

    with pytest.raises(UnsupportedError):
        translated(problem).formula(up.GT(toll(r0, r0), 1))
