"""A factored model of a world in RDDL: choices, terms of the reward, conditions and ends."""

from __future__ import annotations

from pathlib import Path

import pytest

import rddl_texts
from introplan.errors import ModelError
from introplan.factored.expressions import Layer, Variable
from introplan.mdp import Status

COUNT = "count : { state-fluent, int, default = 0 };"


def test_choices_are_all_values_but_the_default(tmp_path: Path) -> None:
    """Of whole numbers those between the bounds of the preconditions."""
    task = rddl_texts.tiny(
        tmp_path,
        types="node : object; hue : { @red, @green };",
        variables=f"""{COUNT} stay : {{ action-fluent, bool, default = true }};
            tune : {{ action-fluent, hue, default = @green }};
            add : {{ action-fluent, int, default = 0 }};""",
        cpfs="count' = count + add;",
        sections="action-preconditions { add > -2; add <= 1; };",
        concurrency="2",
    )
    single = [str(action) for action in task.actions(task.start) if len(action.choices) == 1]

    assert single == ["~stay", "tune=red", "add=-2", "add=-1", "add=1"]
    assert "add=-2" not in [str(action) for action, _ in task.successors(task.start)]


def test_whole_actions_without_bounds_are_refused(tmp_path: Path) -> None:
    """And told what would be right."""
    with pytest.raises(ModelError, match="add is int without bounds; action-preconditions must"):
        rddl_texts.tiny(
            tmp_path,
            variables=f"{COUNT} add : {{ action-fluent, int, default = 0 }};",
            cpfs="count' = count + add;",
        )


def test_a_reward_is_taken_apart_into_its_terms(tmp_path: Path) -> None:
    """Sums in factors too; what pays nothing is no term."""
    task = rddl_texts.tiny(
        tmp_path,
        variables="on(node) : { state-fluent, bool, default = true };",
        cpfs="on'(?n) = on(?n);",
        reward="2 * (sum_{?n : node} on(?n)) - (3 - on'(a)) + 0",
        sections="",
    )

    assert len(task.model.rewards) == 4
    assert task.step(task.start, "noop").reward == 2.0


def test_terminations_are_over_and_broken_invariants_failures(tmp_path: Path) -> None:
    """The status of the step that leads there, and nothing can be done after it."""
    task = rddl_texts.tiny(
        tmp_path,
        variables=f"{COUNT} up : {{ action-fluent, bool, default = false }};",
        cpfs="count' = count + 1 + up;",
        sections="termination { count == 2; }; state-invariants { count < 3; };",
    )
    first = task.step(task.start, "noop")

    assert first.status is Status.CONTINUE
    assert task.step(first.state, "noop").status is Status.OVER
    assert task.step(first.state, "up").status is Status.FAILURE
    assert len(task.actions(task.state(count=2))) == 0


def test_state_names_are_readable(tmp_path: Path) -> None:
    """With spaces, as formulas of the package are."""
    task = rddl_texts.tiny(
        tmp_path,
        variables="ROAD(node, node) : { state-fluent, bool, default = false };",
        cpfs="ROAD'(?n, ?m) = ROAD(?m, ?n);",
        init="ROAD(a, b);",
    )

    assert str(task.start) == "ROAD(a, b)"
    assert str(task.step(task.start, "noop").state) == "ROAD(b, a)"


def test_actions_that_are_never_allowed_are_no_choices(tmp_path: Path) -> None:
    """Nor are there more at once than preconditions let through."""
    task = rddl_texts.tiny(
        tmp_path,
        objects="node : { a, b, c, d };",
        variables="""HAS(node) : { non-fluent, bool, default = true };
            used(node) : { state-fluent, bool, default = false };
            use(node) : { action-fluent, bool, default = false };""",
        non_fluents="HAS(c) = false;",
        cpfs="used'(?n) = used(?n) | use(?n);",
        reward="sum_{?n : node} used(?n)",
        sections="""action-preconditions { forall_{?n : node} [use(?n) => HAS(?n)];
            (sum_{?n : node} use(?n)) <= 2; };""",
        concurrency="pos-inf",
    )
    texts = [str(action) for action in task.actions(task.start)]

    assert task.model.concurrency == 2
    assert texts == [
        "noop", "use(a)", "use(b)", "use(d)", "use(a), use(b)", "use(a), use(d)", "use(b), use(d)"
    ]  # fmt: skip
    assert task.model.next_values[2] == Variable(Layer.STATE, 2)


def test_what_is_nested_beyond_the_stack_is_refused(tmp_path: Path) -> None:
    """A hundred levels are fine."""

    def nested(depth: int) -> dict[str, str]:
        reward = "if (count == 0) then 1 else (" * depth + "2" + ")" * depth
        return {"variables": COUNT, "cpfs": "count' = count;", "reward": reward}

    task = rddl_texts.tiny(tmp_path, **nested(100))

    assert task.step(task.start, "noop").reward == 1.0
    with pytest.raises(ModelError, match="nested too deeply"):
        rddl_texts.tiny(tmp_path, **nested(3_000))
