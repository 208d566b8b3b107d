"""`(:reward ...)` and `(:termination ...)`: rows of conditions and values."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from introplan.mdp import Status
from introplan.pddl.declarations import Section
from introplan.pddl.expressions import Scope, read_number
from introplan.pddl.formulas import arguments, read_condition
from introplan.pddl.reader import Node, Source, as_word, headed, hint, shown
from introplan.pddl.vocabulary import Vocabulary
from introplan.relational.rewards import DecisionList, Reward, Rule

V = TypeVar("V")

_STATUSES = {str(status): status for status in Status if status is not Status.OVER}


def read_reward(section: Section | None, vocabulary: Vocabulary) -> Reward | None:
    """The reward: rows of numbers, 0 where none is said."""
    rows = _read_rows(section, vocabulary, read_number, 0.0)
    return None if rows is None else Reward(rows)


def read_termination(
    section: Section | None, vocabulary: Vocabulary
) -> DecisionList[Status] | None:
    """The termination: rows of `success`, `continue` and `failure`."""
    return _read_rows(section, vocabulary, _read_status, Status.CONTINUE)


def _read_rows(
    section: Section | None,
    vocabulary: Vocabulary,
    read_value: Callable[[Node, Source], V],
    default: V,
) -> DecisionList[V] | None:
    if section is None:
        return None
    source, keyword = vocabulary.source, section.keyword.text
    if not section.items:
        problem = f"{keyword} has no rows; write ({keyword} (if FORMULA VALUE) ...)"
        raise source.error(problem, section.offset)
    rules: list[Rule[V]] = []
    for place, node in enumerate(section.items):
        row, head = headed(node, source, expected="(if FORMULA VALUE) or (else VALUE)")
        if head.text == "if":
            condition, value = arguments(row, vocabulary, 2, "(if FORMULA VALUE)")
            formula = read_condition(condition, vocabulary, Scope(is_transition=True))
            rules.append(Rule(formula, read_value(value, source)))
        elif head.text != "else":
            problem = f"unexpected {shown(head.text)}; rows are (if FORMULA VALUE) or (else VALUE)"
            raise source.error(problem, head.offset)
        elif place + 1 < len(section.items):
            problem = "a row after 'else' is never reached; put 'else' last"
            raise source.error(problem, section.items[place + 1].offset)
        else:
            (value,) = arguments(row, vocabulary, 1, "(else VALUE)")
            default = read_value(value, source)
    return DecisionList(tuple(rules), default)


def _read_status(node: Node, source: Source) -> Status:
    word = as_word(node, source, expected="success, continue or failure")
    if word.text not in _STATUSES:
        problem = f"unknown status {shown(word.text)}{hint(word.text, _STATUSES)}"
        raise source.error(problem, word.offset)
    return _STATUSES[word.text]
