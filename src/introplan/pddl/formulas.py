"""Formulas and numbers: what a list of words means, given the names there are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from introplan.pddl.expressions import Scope, is_number, read_expression
from introplan.pddl.reader import (
    MAX_NESTING,
    Group,
    Node,
    Word,
    as_group,
    as_word,
    headed,
    hint,
    is_empty,
    shown,
    too_deep,
)
from introplan.pddl.vocabulary import (
    Vocabulary,
    look_up,
    read_term,
    read_terms,
    read_variables,
)
from introplan.relational.formula import (
    EQUALS,
    TRUE,
    And,
    Comparison,
    Exists,
    Forall,
    Formula,
    Literal,
    Moment,
    Not,
    Or,
)
from introplan.relational.numbers import COMPARE

A_FORMULA = "a formula such as (p ?x) or (and ...)"
RESERVED = frozenset({"and", "or", "not", "imply", "exists", "forall", "when", "="})
"""Names that no predicate can have."""


def read_condition(node: Node, vocabulary: Vocabulary, scope: Scope) -> Formula:
    """A formula where `()` may be written for the one that is always true."""
    if is_empty(node):
        return TRUE
    return read_formula(node, vocabulary, scope)


def read_formula(node: Node, vocabulary: Vocabulary, scope: Scope) -> Formula:
    """The formula that `node` is."""
    group, head = headed(node, vocabulary.source, expected=A_FORMULA)
    if scope.depth > MAX_NESTING:
        raise too_deep(vocabulary.source, group.offset)
    reader = _READERS.get(head.text)
    if reader is not None:
        return reader(group, vocabulary, scope)
    if head.text == "state" and vocabulary.machines:
        return _read_state(group, vocabulary, scope)
    if head.text in _MOMENTS and head.text not in vocabulary.predicates:
        return _MOMENTS[head.text](group, vocabulary, scope)
    if head.text in _MOMENTS and len(group.items) == 2 and not isinstance(group.items[1], Word):
        return _MOMENTS[head.text](group, vocabulary, scope)
    if head.text in COMPARE and head.text not in vocabulary.predicates:
        return _read_comparison(group, vocabulary, scope)
    return read_literal(group, vocabulary, scope)


def read_literal(group: Group, vocabulary: Vocabulary, scope: Scope) -> Literal:
    """A declared predicate applied to terms."""
    source = vocabulary.source
    _, head = headed(group, source, expected=A_FORMULA)
    if head.text in RESERVED:
        problem = f"{shown(head.text)} cannot stand here; expected a literal such as (p ?x)"
        raise source.error(problem, head.offset)
    if head.text in _MOMENTS and head.text not in vocabulary.predicates:
        _check_transition(head.text, group, vocabulary, scope)
    taker = look_up(head, vocabulary.predicates, "predicate", source)
    return Literal(
        taker.predicate, read_terms(group, taker, vocabulary, scope.variables), scope.moment
    )


def arguments(group: Group, vocabulary: Vocabulary, count: int, usage: str) -> list[Node]:
    """What follows the first word, which must be `count` things."""
    if len(group.items) != count + 1:
        word = shown(usage.split()[0][1:])
        many = f"{count} argument{'s' * (count != 1)}"
        problem = f"{word} takes {many}, not {len(group.items) - 1}; write {usage}"
        raise vocabulary.source.error(problem, group.offset)
    return group.items[1:]


def _read_and(group: Group, vocabulary: Vocabulary, scope: Scope) -> Formula:
    read = partial(read_formula, vocabulary=vocabulary, scope=scope.deeper())
    return And(tuple(map(read, group.items[1:])))


def _read_or(group: Group, vocabulary: Vocabulary, scope: Scope) -> Formula:
    read = partial(read_formula, vocabulary=vocabulary, scope=scope.deeper())
    return Or(tuple(map(read, group.items[1:])))


def _read_not(group: Group, vocabulary: Vocabulary, scope: Scope) -> Formula:
    (child,) = arguments(group, vocabulary, 1, "(not FORMULA)")
    return Not(read_formula(child, vocabulary, scope.deeper()))


def _read_imply(group: Group, vocabulary: Vocabulary, scope: Scope) -> Formula:
    given, then = arguments(group, vocabulary, 2, "(imply FORMULA FORMULA)")
    inner = scope.deeper(2)
    return Or((Not(read_formula(given, vocabulary, inner)), read_formula(then, vocabulary, inner)))


def _read_equals(group: Group, vocabulary: Vocabulary, scope: Scope) -> Formula:
    terms = arguments(group, vocabulary, 2, "(= ?x ?y)")
    if any(_is_numeric(node, vocabulary) for node in terms):
        return _read_comparison(group, vocabulary, scope)
    return EQUALS(*(read_term(node, vocabulary, scope.variables) for node in terms))


def _is_numeric(node: Node, vocabulary: Vocabulary) -> bool:
    """Is it a function, arithmetic, or a number that is no object's name?"""
    if not isinstance(node, Word):
        return True
    return node.text not in vocabulary.objects and is_number(node.text)


def _read_comparison(group: Group, vocabulary: Vocabulary, scope: Scope) -> Comparison:
    _, head = headed(group, vocabulary.source, expected=A_FORMULA)
    usage = f"({head.text} EXPRESSION EXPRESSION)"
    left, right = (
        read_expression(node, vocabulary, scope.deeper())
        for node in arguments(group, vocabulary, 2, usage)
    )
    return Comparison(head.text, left, right)


def _read_quantifier(
    group: Group, vocabulary: Vocabulary, scope: Scope, *, kind: type[Exists] | type[Forall]
) -> Formula:
    """Several variables are nested quantifiers over one each, the first outermost."""
    usage = f"({kind.__name__.lower()} (?x - type ...) FORMULA)"
    listed, child = arguments(group, vocabulary, 2, usage)
    nodes = as_group(listed, vocabulary.source, expected=usage).items
    variables = read_variables(nodes, vocabulary.types, vocabulary.source)
    inner = replace(
        scope.deeper(max(1, len(variables))),
        variables={**scope.variables, **{v.name: v for v in variables}},
    )
    formula = read_formula(child, vocabulary, inner)
    for variable in reversed(variables):
        formula = kind(variable, formula)
    return formula


def _read_before(group: Group, vocabulary: Vocabulary, scope: Scope) -> Formula:
    _check_transition("before", group, vocabulary, scope)
    (child,) = arguments(group, vocabulary, 1, "(before FORMULA)")
    return read_formula(child, vocabulary, replace(scope.deeper(), moment=Moment.BEFORE))


def _read_did(group: Group, vocabulary: Vocabulary, scope: Scope) -> Formula:
    _check_transition("did", group, vocabulary, scope)
    (child,) = arguments(group, vocabulary, 1, "(did (ACTION ?x ...))")
    term, head = headed(child, vocabulary.source, expected="an action such as (pick ?x)")
    taker = look_up(head, vocabulary.actions, "action", vocabulary.source)
    terms = read_terms(term, taker, vocabulary, scope.variables)
    return Literal(taker.predicate, terms, Moment.DID)


def _read_state(group: Group, vocabulary: Vocabulary, scope: Scope) -> Formula:
    """`(state MACHINE STATE)`: where a reward machine is."""
    source = vocabulary.source
    nodes = arguments(group, vocabulary, 2, "(state MACHINE STATE)")
    name, state = (as_word(node, source, expected="a name") for node in nodes)
    machine = vocabulary.machines.get(name.text)
    if machine is None:
        problem = f"unknown machine {shown(name.text)}{hint(name.text, vocabulary.machines)}"
        raise source.error(problem, name.offset)
    if state.text not in machine.states:
        problem = f"unknown state {shown(state.text)}{hint(state.text, machine.states)}"
        raise source.error(problem, state.offset)
    return machine.is_in(state.text, scope.moment)


def _check_transition(word: str, group: Group, vocabulary: Vocabulary, scope: Scope) -> None:
    if not scope.is_transition:
        problem = f"{shown(word)} outside of a reward; only :reward and :termination can say it"
        raise vocabulary.source.error(problem, group.offset)
    if scope.moment is Moment.BEFORE:
        problem = f"{shown(word)} inside 'before'; a formula is read at one moment"
        raise vocabulary.source.error(problem, group.offset)


Reader = Callable[[Group, Vocabulary, Scope], Formula]

_READERS: Mapping[str, Reader] = {
    "and": _read_and,
    "or": _read_or,
    "not": _read_not,
    "imply": _read_imply,
    "=": _read_equals,
    "exists": partial(_read_quantifier, kind=Exists),
    "forall": partial(_read_quantifier, kind=Forall),
}
_MOMENTS: Mapping[str, Reader] = {"before": _read_before, "did": _read_did}
