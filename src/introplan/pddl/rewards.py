"""`(:reward ...)`, `(:termination ...)` and `(:discount ...)`: rows and sums, and a number."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeVar

from introplan.mdp import Status
from introplan.pddl.declarations import Section, only_item
from introplan.pddl.expressions import Scope, read_expression, read_number
from introplan.pddl.formulas import arguments, read_condition
from introplan.pddl.reader import (
    Group,
    Node,
    Source,
    as_group,
    as_word,
    headed,
    hint,
    shown,
)
from introplan.pddl.vocabulary import Vocabulary, read_variables
from introplan.relational.arithmetic import OPERATORS, number_text
from introplan.relational.formula import TRUE, Formula, Not, Variable, conjunction
from introplan.relational.numbers import Expression
from introplan.relational.rewards import Amount, DecisionList, Reward, Rule, SumRow

V = TypeVar("V")

_A_ROW = "(if FORMULA VALUE) or (else VALUE)"
_A_SUM = "(sum (?x - type ...) (if FORMULA VALUE) ...)"
_A_REWARD_ROW = f"{_A_ROW}, or {_A_SUM}"
_VARIABLES = "a list of variables such as (?x - type)"
_STATUSES = {str(status): status for status in Status if status is not Status.OVER}


def read_reward(section: Section | None, vocabulary: Vocabulary) -> Reward | None:
    """The reward: rows of numbers, 0 where none is said, and sums beside them."""
    if section is None:
        return None
    listed, found = [], list[SumRow | Amount]()
    for node in section.items:
        group, head = headed(node, vocabulary.source, expected=_A_REWARD_ROW)
        if head.text == "sum":
            found += _read_sum(group, vocabulary, Scope(is_transition=True))
        else:
            listed.append(node)
    sums = tuple(row for row in found if isinstance(row, SumRow))
    amounts = tuple(row for row in found if isinstance(row, Amount))
    if found and not listed:
        return Reward(sums=sums, amounts=amounts)
    rows, more = _read_list(replace(section, items=listed), vocabulary)
    return Reward(rows, sums, (*amounts, *more))


def _read_list(
    section: Section, vocabulary: Vocabulary
) -> tuple[DecisionList[float], list[Amount]]:
    """The decision list, and what its rows pay that are no plain numbers.

    Such a row pays 0 itself; its amount is paid where it is the first row that holds.
    """
    found: list[Expression] = []

    def read_value(node: Node, source: Source) -> float:
        found.append(read_expression(node, vocabulary, Scope(is_transition=True)))
        return found[-1] if isinstance(found[-1], float | int) else 0.0

    rows = _read_rows(section, vocabulary, read_value, 0.0, usage=_A_REWARD_ROW)
    conditions = [rule.condition for rule in rows.rules]
    amounts: list[Amount] = []
    for place, value in enumerate(found):
        if not isinstance(value, float | int):
            above = [Not(condition) for condition in conditions[:place]]
            condition = conjunction(*above, *conditions[place : place + 1]) if conditions else TRUE
            amounts.append(Amount((), condition, value))
    return rows, amounts


def _read_sum(group: Group, vocabulary: Vocabulary, scope: Scope) -> Iterator[SumRow | Amount]:
    """Each row of a sum by itself, with the variables of all sums around it."""
    source = vocabulary.source
    if len(group.items) < 3:
        raise source.error(f"this sum has no rows; write {_A_SUM}", group.offset)
    nodes = as_group(group.items[1], source, expected=_VARIABLES).items
    variables = read_variables(nodes, vocabulary.types, source)
    for variable in variables:
        if variable.name in scope.variables:
            problem = f"{variable} is a variable of the sum around this one; rename one of the two"
            raise source.error(problem, group.items[1].offset)
    named = {**scope.variables, **{v.name: v for v in variables}}
    inner = replace(scope, variables=named, depth=scope.depth + 1 + len(variables))
    for node in group.items[2:]:
        yield from _read_sum_row(node, vocabulary, inner)


def _read_sum_row(node: Node, vocabulary: Vocabulary, scope: Scope) -> Iterator[SumRow | Amount]:
    row, head = headed(node, vocabulary.source, expected="(if FORMULA VALUE) or another sum")
    if head.text == "sum":
        yield from _read_sum(row, vocabulary, scope)
    elif head.text == "if":
        condition, value = arguments(row, vocabulary, 2, "(if FORMULA VALUE)")
        formula = read_condition(condition, vocabulary, scope)
        yield _paying(tuple(scope.variables.values()), formula, value, vocabulary, scope)
    elif head.text in OPERATORS or head.text in vocabulary.functions:
        yield _paying(tuple(scope.variables.values()), TRUE, node, vocabulary, scope)
    else:
        where = "'else' belongs to the rows beside the sums" if head.text == "else" else ""
        problem = where or f"unexpected {shown(head.text)}"
        problem += "; rows of a sum are (if FORMULA VALUE), and each that holds pays"
        raise vocabulary.source.error(problem, head.offset)


def _paying(
    variables: tuple[Variable, ...],
    condition: Formula,
    value: Node,
    vocabulary: Vocabulary,
    scope: Scope,
) -> SumRow | Amount:
    """A row of a sum: of a number, or of numbers that change."""
    paid = read_expression(value, vocabulary, scope)
    if isinstance(paid, float | int):
        return SumRow(variables, condition, paid)
    return Amount(variables, condition, paid)


def read_termination(
    section: Section | None, vocabulary: Vocabulary
) -> DecisionList[Status] | None:
    """The termination: rows of `success`, `continue` and `failure`."""
    if section is None:
        return None
    return _read_rows(section, vocabulary, _read_status, Status.CONTINUE, usage=_A_ROW)


def _read_rows(
    section: Section,
    vocabulary: Vocabulary,
    read_value: Callable[[Node, Source], V],
    default: V,
    *,
    usage: str,
) -> DecisionList[V]:
    source, keyword = vocabulary.source, section.keyword.text
    if not section.items:
        problem = f"{keyword} has no rows; write ({keyword} (if FORMULA VALUE) ...)"
        raise source.error(problem, section.offset)
    rules: list[Rule[V]] = []
    for place, node in enumerate(section.items):
        row, head = headed(node, source, expected=usage)
        if head.text == "if":
            condition, value = arguments(row, vocabulary, 2, "(if FORMULA VALUE)")
            formula = read_condition(condition, vocabulary, Scope(is_transition=True))
            rules.append(Rule(formula, read_value(value, source)))
        elif head.text != "else":
            raise source.error(f"unexpected {shown(head.text)}; rows are {usage}", head.offset)
        elif place + 1 < len(section.items):
            problem = "a row after 'else' is never reached; put 'else' last"
            raise source.error(problem, section.items[place + 1].offset)
        else:
            (value,) = arguments(row, vocabulary, 1, "(else VALUE)")
            default = read_value(value, source)
    return DecisionList(tuple(rules), default)


def read_discount(section: Section | None, source: Source) -> float | None:
    """The discount: a number above 0 and at most 1; None where none is said."""
    if section is None:
        return None
    node = only_item(section, source, expected="NUMBER")
    value = read_number(node, source)
    if not 0 < value <= 1:
        problem = f"the discount {number_text(value)} is not above 0 and at most 1"
        raise source.error(f"{problem}; write (:discount 0.95)", node.offset)
    return value


def _read_status(node: Node, source: Source) -> Status:
    word = as_word(node, source, expected="success, continue or failure")
    if word.text not in _STATUSES:
        problem = f"unknown status {shown(word.text)}{hint(word.text, _STATUSES)}"
        raise source.error(problem, word.offset)
    return _STATUSES[word.text]
