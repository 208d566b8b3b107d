"""Plans, formulas, actions and states from text: what `str` prints reads back to an equal value.

A plan file has one `(action object ...)` per line and the cost in a comment at the end.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from introplan.mdp import action_text
from introplan.pddl.expressions import Scope
from introplan.pddl.formulas import A_FORMULA, read_formula
from introplan.pddl.problems import read_start
from introplan.pddl.reader import Node, Word, headed, read_group, read_nodes, shown, source_of
from introplan.pddl.vocabulary import Vocabulary, look_up, read_terms, vocabulary_of
from introplan.relational.action import GroundAction
from introplan.relational.arithmetic import number_text
from introplan.relational.domain import Domain, RelationalTask
from introplan.relational.formula import Constant, Formula, Variable
from introplan.relational.numbers import Numbers
from introplan.relational.state import Objects, State

AN_ACTION = "an action such as (pick a b)"
NO_SUCCESS = "; does not end with success"

_STEP_OR_DURATION = re.compile(r"[0-9]+(\.[0-9]*)?(e[+-]?[0-9]+)?:?|:|\[\S*|[0-9.]*\]")
"""What planners of the competitions print around an action: `0: (pick a b) [1]`, and also
`0.0003: (pick a b) [ 1.0 ]` or `1e-3: (pick a b) [D:1.00; C:1.00]`, where a comment begins."""


def parse_plan(
    text: str, task: RelationalTask, *, file: str | None = None
) -> tuple[GroundAction, ...]:
    """The actions of a plan file; each must be one of the task's, with fitting objects."""
    source = source_of(text, file)
    vocabulary = vocabulary_of(task.domain, task.start.objects.declared, source)
    plan: list[GroundAction] = []
    for node in read_nodes(source):
        if not isinstance(node, Word):
            plan.append(read_action(node, vocabulary))
        elif not _STEP_OR_DURATION.fullmatch(node.text):
            problem = f"unexpected {shown(node.text)}; expected {AN_ACTION}"
            raise source.error(problem, node.offset)
    return tuple(plan)


def read_action(node: Node, vocabulary: Vocabulary) -> GroundAction:
    """An action with objects in place of its parameters."""
    group, head = headed(node, vocabulary.source, expected=AN_ACTION)
    taker = look_up(head, vocabulary.actions, "action", vocabulary.source)
    terms = read_terms(group, taker, vocabulary, {})
    return GroundAction(head.text, tuple(t for t in terms if isinstance(t, Constant)))


def print_plan(
    plan: Iterable[Any], cost: float, *, unit_cost: bool, is_successful: bool = True
) -> str:
    """A plan as the planning field writes it; one that is only the best so far says so."""
    head = [] if is_successful else [NO_SUCCESS]
    kind = "unit cost" if unit_cost else "general cost"
    last = f"; cost = {number_text(cost)} ({kind})"
    return "\n".join([*head, *map(action_text, plan), last, ""])


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


def parse_action(text: str, task: RelationalTask) -> GroundAction:
    """The action in `text`: one of the task's, with fitting objects."""
    source = source_of(text)
    vocabulary = vocabulary_of(task.domain, task.start.objects.declared, source)
    return read_action(read_group(source, expected=AN_ACTION), vocabulary)


def parse_state(text: str, task: RelationalTask) -> State:
    """The state in `text`, an `:init` section, over the objects of `task`."""
    source = source_of(text)
    group, head = headed(
        read_group(source, expected="(:init ...)"), source, expected="(:init ...)"
    )
    if head.text != ":init":
        raise source.error(f"unexpected {shown(head.text)}; expected :init", head.offset)
    vocabulary = vocabulary_of(task.domain, task.start.objects.declared, source)
    start = read_start(group.items[1:], vocabulary)
    if not task.is_numeric:
        return State(task.start.objects, frozenset(start.facts))
    changing = task.domain.changing_functions
    values = {term: value for term, value in start.costs.items() if term.name in changing}
    numbers = Numbers(task.start.numbers.fixed, values)
    return State(task.start.objects, frozenset(start.facts), numbers)
