"""States and joint actions: values by name, short as text."""

from __future__ import annotations

import copy
import pickle

import pytest

from introplan.errors import UsageError
from introplan.factored.model import ActionValue, Kind, VariableInfo
from introplan.factored.states import FactoredState, joint_action, layout_of, plain_name

LAYOUT = layout_of(
    [
        VariableInfo("on(a, b)", Kind.BOOLEAN, 0.0),
        VariableInfo("dry", Kind.BOOLEAN, 1.0, default=1.0),
        VariableInfo("hue(a)", Kind.ENUMERATED, 0.0, ("red", "blue")),
        VariableInfo("count", Kind.WHOLE, 0.0),
        VariableInfo("depth", Kind.REAL, 0.5, default=0.5),
    ]
)
STATE = FactoredState(LAYOUT, (1.0, 0.0, 1.0, 3.0, 0.5))


def test_a_state_is_read_by_name_in_any_notation() -> None:
    """As RDDL writes it, with or without spaces, and as pyRDDLGym does."""
    assert STATE["on(a, b)"] is STATE["on(a,b)"] is STATE["on___a__b"] is True
    assert dict(STATE) == {
        "on(a, b)": True, "dry": False, "hue(a)": "blue", "count": 3, "depth": 0.5
    }  # fmt: skip
    assert "on(b, a)" not in STATE
    assert plain_name("f___x") == "f(x)"


def test_a_state_prints_what_is_not_as_usual() -> None:
    """True or false against the default, names and numbers after a sign."""
    assert str(STATE) == "on(a, b), ~dry, hue(a)=blue, count=3"
    assert str(FactoredState(LAYOUT, (0.0, 1.0, 0.0, 0.0, 0.5))) == "(default)"


def test_states_with_the_same_values_are_equal() -> None:
    """Also copies, and those that were stored; another value makes another state."""
    again = FactoredState(LAYOUT, tuple(STATE.values_by_place))

    assert again == STATE
    assert len({STATE, again, pickle.loads(pickle.dumps(STATE)), copy.deepcopy(STATE)}) == 1
    assert STATE.changed({"count": 4}) != STATE
    assert dict(STATE) == STATE


def test_changes_are_checked() -> None:
    """Names and values that there are not are named, with what there is."""
    assert STATE.changed({"hue___a": "@red"})["hue(a)"] == "red"
    with pytest.raises(UsageError, match="no variable cuont; did you mean 'count'"):
        STATE.changed({"cuont": 1})
    with pytest.raises(UsageError, match=r"hue\(a\) has no value 'bleu'; did you mean 'blue'"):
        STATE.changed({"hue(a)": "bleu"})


def test_a_joint_action_prints_its_choices() -> None:
    """Or that nothing is done."""
    chosen = [ActionValue(0, 1.0), ActionValue(3, 2.0)]

    assert str(joint_action(LAYOUT, chosen)) == "on(a, b), count=2"
    assert str(joint_action(LAYOUT, [])) == "noop"
    assert joint_action(LAYOUT, chosen) == joint_action(LAYOUT, tuple(chosen))
