"""Numbers and arithmetic: what an expression such as `(* 2 (fuel ?t))` means."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from introplan.pddl.reader import (
    MAX_NESTING,
    Group,
    Node,
    Source,
    Word,
    as_word,
    headed,
    shown,
    too_deep,
)
from introplan.pddl.vocabulary import Variables, Vocabulary, look_up, read_terms
from introplan.relational.arithmetic import MAX_NUMBER, OPERATORS
from introplan.relational.numbers import Arithmetic, Expression, FunctionTerm
from introplan.relational.terms import Moment

AN_EXPRESSION = (
    "a number such as 1 or -0.5, a function such as (fuel ?t), "
    "or arithmetic such as (+ (fuel ?t) 1)"
)
TOTAL_COST = "total-cost"

_NUMBER = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)(e[+-]?[0-9]+)?")
_WHOLE = re.compile(r"([+-]?[0-9]+)(\.0*)?")


@dataclass(frozen=True, slots=True)
class Scope:
    """What a formula or expression may speak of at its place, and how deep that is."""

    variables: Variables = field(default_factory=dict)
    is_transition: bool = False
    moment: Moment = Moment.AFTER
    depth: int = 0

    def deeper(self, levels: int = 1) -> Scope:
        """The scope of a part."""
        return replace(self, depth=self.depth + levels)


def is_number(text: str) -> bool:
    """Is this word a number?"""
    return _NUMBER.fullmatch(text) is not None


def read_number(node: Node, source: Source) -> float:
    """A finite number: a float, or an `int` where a float would round a whole number."""
    word = as_word(node, source, expected="a number")
    if not is_number(word.text):
        problem = f"unexpected {shown(word.text)}; expected a number such as 1 or -0.5"
        raise source.error(problem, word.offset)
    value = float(word.text)
    if abs(value) > MAX_NUMBER:
        problem = f"{shown(word.text)} is too large; numbers stay below {MAX_NUMBER:g}"
        raise source.error(problem, word.offset)
    whole = _WHOLE.fullmatch(word.text)
    return value if whole is None or int(whole[1]) == value else int(whole[1])


def read_expression(node: Node, vocabulary: Vocabulary, scope: Scope) -> Expression:
    """The expression that `node` is."""
    source = vocabulary.source
    if isinstance(node, Word):
        if not is_number(node.text):
            problem = f"unexpected {shown(node.text)}; expected {AN_EXPRESSION}"
            raise source.error(problem, node.offset)
        return read_number(node, source)
    group, head = headed(node, source, expected=AN_EXPRESSION)
    if scope.depth > MAX_NESTING:
        raise too_deep(source, group.offset)
    if head.text in OPERATORS:
        return _read_arithmetic(group, head, vocabulary, scope)
    if head.text == "before" and head.text not in vocabulary.functions:
        return _read_before(group, vocabulary, scope)
    return read_function(group, vocabulary, scope)


def read_function(group: Group, vocabulary: Vocabulary, scope: Scope) -> FunctionTerm:
    """A declared function of objects, as the field calls it a numeric fluent."""
    source = vocabulary.source
    _, head = headed(group, source, expected="a function such as (fuel ?t)")
    if head.text == TOTAL_COST:
        problem = "total-cost counts what actions cost and cannot be read; declare a function"
        raise source.error(problem, group.offset)
    if head.text not in vocabulary.functions and is_number(head.text):
        problem = f"{shown(head.text)} stands alone; a number takes no parentheses"
        raise source.error(problem, group.offset)
    readable = {n: k for n, k in vocabulary.functions.items() if n != TOTAL_COST}
    taker = look_up(head, readable, "function", source)
    terms = read_terms(group, taker, vocabulary, scope.variables)
    return FunctionTerm(head.text, terms, scope.moment)


def _read_arithmetic(group: Group, head: Word, vocabulary: Vocabulary, scope: Scope) -> Arithmetic:
    count = len(group.items) - 1
    fits = {"-": count in (1, 2), "/": count == 2}.get(head.text, count >= 1)
    if not fits:
        usage = f"({head.text} EXPRESSION EXPRESSION)"
        problem = f"{shown(head.text)} takes 2 arguments, not {count}; write {usage}"
        raise vocabulary.source.error(problem, group.offset)
    inner = scope.deeper()
    parts = tuple(read_expression(part, vocabulary, inner) for part in group.items[1:])
    return Arithmetic(head.text, parts)


def _read_before(group: Group, vocabulary: Vocabulary, scope: Scope) -> Expression:
    if not scope.is_transition or scope.moment is Moment.BEFORE:
        where = "inside 'before'" if scope.is_transition else "outside of a reward"
        problem = f"'before' {where}; only :reward and :termination can say it, once"
        raise vocabulary.source.error(problem, group.offset)
    if len(group.items) != 2:
        raise vocabulary.source.error(
            f"'before' takes 1 argument, not {len(group.items) - 1}; write (before (fuel ?t))",
            group.offset,
        )
    inner = replace(scope.deeper(), moment=Moment.BEFORE)
    return read_expression(group.items[1], vocabulary, inner)
