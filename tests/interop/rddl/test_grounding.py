"""Ground expressions: numbers where nothing changes, each made once."""

from __future__ import annotations

from pathlib import Path

import pytest

import rddl_texts
from introplan.errors import ModelError
from introplan.factored.expressions import (
    Apply,
    Bernoulli,
    Constant,
    Layer,
    Operator,
    Variable,
    variables,
)

RING = """
    NEXT(node, node) : { non-fluent, bool, default = false };
    on(node) : { state-fluent, bool, default = false };"""


def test_non_fluents_become_numbers(tmp_path: Path) -> None:
    """What is left are the variables of those that matter."""
    task = rddl_texts.tiny(
        tmp_path,
        variables=RING,
        cpfs="on'(?n) = exists_{?m : node} [NEXT(?m, ?n) ^ on(?m)];",
        non_fluents="NEXT(a, b);",
    )

    assert task.model.next_values == (Constant(0.0), Variable(Layer.STATE, 0))


def test_each_intermediate_fluent_comes_after_those_it_needs(tmp_path: Path) -> None:
    """And those that are constant, or that nothing needs, are none."""
    task = rddl_texts.tiny(
        tmp_path,
        variables="""first : { interm-fluent, bool }; second : { interm-fluent, bool };
            fixed : { interm-fluent, bool }; unused : { interm-fluent, bool };
            x : { state-fluent, bool, default = false };""",
        cpfs="""first = second ^ x; second = Bernoulli(0.5); fixed = true;
            unused = Bernoulli(0.25); x' = first ^ fixed;""",
    )

    assert [info.name for info, _ in task.model.intermediate] == ["second", "first"]
    assert isinstance(task.model.intermediate[0][1], Bernoulli)


def test_a_value_that_depends_on_itself_is_refused(tmp_path: Path) -> None:
    """By the name of the fluent."""
    with pytest.raises(ModelError, match="depends on itself"):
        rddl_texts.tiny(
            tmp_path,
            variables="""p : { interm-fluent, bool }; q : { interm-fluent, bool };
                x : { state-fluent, bool, default = false };""",
            cpfs="p = q; q = p; x' = p;",
        )


def test_a_wrong_probability_is_named_with_its_variable(tmp_path: Path) -> None:
    """Where it is known before anything is drawn, and else when it is met."""
    with pytest.raises(ModelError, match=r"the value of on\(a\)': a probability .* got 1\.5"):
        rddl_texts.tiny(tmp_path, variables=RING, cpfs="on'(?n) = Bernoulli(1.5);")
    task = rddl_texts.tiny(
        tmp_path, variables=RING, cpfs="on'(?n) = Bernoulli(1.5 * on(?n));", init="on(b);"
    )
    with pytest.raises(ModelError, match=r"on\(b\) after a step: a probability"):
        task.outcomes(task.start, "noop")


def test_equal_parts_are_one_object(tmp_path: Path) -> None:
    """What does not mention the parameters of a fluent is shared by all of its ground ones."""
    task = rddl_texts.tiny(
        tmp_path,
        variables=RING,
        cpfs="on'(?n) = on(?n) | (forall_{?m : node} on(?m));",
        objects="node : { a, b, c };",
    )
    shared = [
        part
        for expression in task.model.next_values
        if isinstance(expression, Apply)
        for part in expression.arguments
        if isinstance(part, Apply) and part.operator is Operator.AND
    ]

    assert len(shared) == 3
    assert len(set(map(id, shared))) == 1


def test_arguments_that_change_are_looked_up_in_the_state(tmp_path: Path) -> None:
    """A fluent of a fluent is a choice among all objects."""
    task = rddl_texts.tiny(
        tmp_path,
        types="node : object; spot : { @left, @right };",
        variables="""at : { state-fluent, spot, default = @right };
            lit(spot) : { state-fluent, bool, default = false };""",
        cpfs="at' = if (at == @left) then @right else @left; lit'(?s) = lit(?s) | (at == ?s);",
        reward="lit(at)",
    )
    first = task.step(task.start, "noop")
    second = task.step(first.state, "noop")
    third = task.step(second.state, "noop")

    assert [str(one.state) for one in (first, second)] == [
        "at=left, lit(right)",
        "lit(left), lit(right)",
    ]
    assert [one.reward for one in (first, second, third)] == [0.0, 0.0, 1.0]


def test_what_is_made_on_the_way_never_looks_at_the_state_after(tmp_path: Path) -> None:
    """Also where only the reward asks for it: the value after the step is then made on the way."""
    task = rddl_texts.tiny(
        tmp_path,
        variables="""any : { interm-fluent, bool };
            on(node) : { state-fluent, bool, default = true };""",
        cpfs="on'(?n) = Bernoulli(0.5); any = exists_{?n : node} on'(?n);",
        reward="any",
    )
    looked_at = {v.layer for _, one in task.model.intermediate for v in variables(one)}

    assert looked_at == {Layer.INTERMEDIATE}
    for probability, outcome in task.outcomes(task.start, "noop"):
        assert probability == 0.25
        assert outcome.reward == float(any(outcome.state.values()))
