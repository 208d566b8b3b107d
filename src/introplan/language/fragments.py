"""Formulas, actions and states from text: what `str` prints reads back to an equal value."""

from __future__ import annotations

from collections.abc import Iterable

from introplan.language.formulas import A_FORMULA, Scope, read_formula
from introplan.language.plan_files import AN_ACTION, read_action
from introplan.language.problem_parser import read_start
from introplan.language.reader import headed, read_group
from introplan.language.source import shown, source_of
from introplan.language.vocabulary import vocabulary_of
from introplan.logic.formula import Formula, Variable
from introplan.logic.objects import Objects
from introplan.model.action import GroundAction
from introplan.model.domain import Domain, Task
from introplan.model.state import State


def parse_formula(
    text: str,
    domain: Domain,
    objects: Objects | None = None,
    *,
    variables: Iterable[Variable] = (),
) -> Formula:
    """The formula in `text`, of a state or of a transition; `variables` may be free in it."""
    source = source_of(text)
    declared = domain.constants if objects is None else objects.declared
    scope = Scope({v.name: v for v in variables}, is_transition=True)
    group = read_group(source, expected=A_FORMULA)
    return read_formula(group, vocabulary_of(domain, declared, source), scope)


def parse_action(text: str, task: Task) -> GroundAction:
    """The action in `text`: one of the task's, with fitting objects."""
    source = source_of(text)
    vocabulary = vocabulary_of(task.domain, task.start.objects.declared, source)
    return read_action(read_group(source, expected=AN_ACTION), vocabulary)


def parse_state(text: str, task: Task) -> State:
    """The state in `text`, an `:init` section, over the objects of `task`."""
    source = source_of(text)
    group, head = headed(
        read_group(source, expected="(:init ...)"), source, expected="(:init ...)"
    )
    if head.text != ":init":
        raise source.error(f"unexpected {shown(head.text)}; expected :init", head.offset)
    vocabulary = vocabulary_of(task.domain, task.start.objects.declared, source)
    start = read_start(group.items[1:], vocabulary)
    return State(task.start.objects, frozenset(start.facts))
