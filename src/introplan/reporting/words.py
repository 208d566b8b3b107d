"""Texts that several outputs share: formulas and mutations in English, numbers, what a task is.

>>> from introplan.relational.formula import Constant, Exists, Not, Predicate, Variable
>>> bin_ = Variable("b", ("bin",))
>>> print(in_words(Not(Exists(bin_, Not(Predicate("open", 1)(bin_))))))
there is no bin ?b with not (open ?b)
>>> print(mutation_in_words(Mutation(frozenset({Predicate("open", 1)(Constant("d1"))}))))
make (open d1) true
"""

from __future__ import annotations

import heapq
from collections.abc import Collection, Iterator, Set
from functools import singledispatch
from typing import TypeAlias, assert_never

from introplan.errors import visible
from introplan.mdp import Task, Wanted, has_chance, world_name
from introplan.relational.domain import RelationalTask
from introplan.relational.formula import (
    EQUALS,
    And,
    Comparison,
    Exists,
    Forall,
    Formula,
    Literal,
    Moment,
    Not,
    Or,
    Variable,
    quantifier_block,
)
from introplan.relational.mutation import Mutation

Atom: TypeAlias = Literal | Comparison

MAX_LITERALS_SHOWN = 12
"""About two lines of a terminal; conditions can have thousands of literals."""


def in_words(formula: Formula) -> str:
    """The formula as a sentence; square brackets keep its parts together."""
    match formula:
        case Literal() | Comparison():
            return _atom(formula, is_true=True)
        case Not(Literal() | Comparison() as atom):
            return _atom(atom, is_true=False)
        case Not(Exists(variable, child)):
            return f"there is no {_kind(variable)} {variable} with {_part(child)}"
        case Not(child):
            return f"it is not so that {_part(child)}"
        case And(children):
            return " and ".join(map(_part, children)) or "always"
        case Or((Not(condition), consequence)):
            return f"if {_part(condition)} then {_part(consequence)}"
        case Or(children):
            return " or ".join(map(_part, children)) or "never"
        case Exists(variable, child):
            kind = _kind(variable)
            article = "an" if kind[0] in "aeiou" else "a"
            return f"there is {article} {kind} {variable} with {_part(child)}"
        case Forall():
            variables, child = quantifier_block(formula)
            kinds = ", ".join(f"{_kind(v)} {v}" for v in variables)
            return f"for every {kinds}: {_part(child)}"
        case _:
            assert_never(formula)


def _atom(atom: Atom, *, is_true: bool) -> str:
    if isinstance(atom, Literal):
        return _literal(atom, is_true=is_true)
    return str(atom) if is_true else f"not {atom}"


def _part(formula: Formula) -> str:
    text = in_words(formula)
    is_compound = isinstance(formula, And | Or) and len(formula.children) > 1
    return f"[{text}]" if is_compound else text


def _literal(literal: Literal, *, is_true: bool) -> str:
    plain = str(literal.at(Moment.AFTER))
    if literal.predicate == EQUALS:
        left, right = literal.terms
        return f"{left} {'is' if is_true else 'is not'} {right}"
    match literal.moment:
        case Moment.DID:
            return f"the action {'is' if is_true else 'is not'} {plain}"
        case Moment.BEFORE:
            return f"{'' if is_true else 'not '}{plain} before the action"
        case Moment.AFTER:
            return plain if is_true else f"not {plain}"
        case _:
            assert_never(literal.moment)


def _kind(variable: Variable) -> str:
    return " or ".join(variable.types)


def mutation_in_words(mutation: Mutation, facts: Set[Atom] | None = None) -> str:
    """What to do: "make (a) true; keep (b) false; then do (c)"; to keep is what `facts` have."""
    has_action = mutation.last_action is not None or bool(_forbidden(mutation))
    early = [*_changes(mutation, facts, Moment.BEFORE)]
    late = [*_changes(mutation, facts, Moment.AFTER)]
    if not early and not has_action:
        return "; ".join(late) or "nothing has to change"
    steps = [*early, f"then do {_action(mutation)}" if early else f"do {_action(mutation)}"]
    if late:
        steps.append(f"and by that {'; '.join(late)}")
    return "; ".join(steps)


def _changes(mutation: Mutation, facts: Set[Atom] | None, moment: Moment) -> Iterator[str]:
    for wanted, truth in ((mutation.make_true, True), (mutation.make_false, False)):
        changed: list[Atom] = []
        kept: list[Atom] = []
        for literal in wanted:
            if literal.moment is moment:
                is_kept = facts is not None and (literal.at(Moment.AFTER) in facts) == truth
                (kept if is_kept else changed).append(literal)
        for verb, literals in (("make", changed), ("keep", kept)):
            if literals:
                yield f"{verb} {_listed(literals)} {str(truth).lower()}"


def _action(mutation: Mutation) -> str:
    if mutation.last_action is not None:
        return str(mutation.last_action)
    forbidden = _forbidden(mutation)
    return f"anything but {_listed(forbidden, joined_by='or')}" if forbidden else "any action"


def _forbidden(mutation: Mutation) -> list[Atom]:
    return [x for x in mutation.make_false if x.moment is Moment.DID]


def _listed(literals: Collection[Atom], *, joined_by: str = "and") -> str:
    """The literals without their moments, in order, the many cut short."""
    texts = heapq.nsmallest(MAX_LITERALS_SHOWN, (literal.plain for literal in literals))
    if len(literals) > MAX_LITERALS_SHOWN:
        more = len(literals) - MAX_LITERALS_SHOWN + 2
        texts = [*texts[: MAX_LITERALS_SHOWN - 2], f"{more} more"]
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} {joined_by} {texts[-1]}"


NO_LIMIT = "no limit is known to what a step pays"

MAX_SHORT_CHARACTERS = 200
"""Two lines of a wide terminal: what a summary may take."""

MAX_SHORT_PARTS = MAX_SHORT_CHARACTERS // 6
"""More parts are never seen, since each takes some characters; formulas can have thousands."""


def json_number(value: float) -> float:
    """A number for JSON: whole ones without a point, others at full precision.

    >>> json_number(2.0), json_number(3.7999999999999994)
    (2, 3.7999999999999994)
    """
    return int(value) if value == value // 1 else value


def task_line(task: Task) -> str:
    """What a task is about, on one line."""
    horizon = "" if task.horizon is None else f", horizon {task.horizon}"
    discount = "" if task.discount == 1 else f", discount {task.discount:g}"
    return f"task {visible(task.name)}{_size(task)}{horizon}{discount}"


def task_and_aim(task: Task) -> str:
    """What a task is about and what its plans, or policies, are for, a line each."""
    if has_chance(task):
        is_plain = getattr(task, "is_classical", False)
        more = ", which is the probability of success" if is_plain else ""
        return f"{task_line(task)}\na policy is for: the largest expected score{more}"
    return f"{task_line(task)}\na plan is for: {aim_in_words(task)}"


def aim_in_words(task: Task) -> str:
    """What a plan of the task is for, on one line.

    A task that only says when an episode is over may turn out to have no end that can be reached;
    then the largest reward is the aim, and a planner says so.
    """
    if isinstance(task, RelationalTask) and task.is_paid_once:
        return AIMS[Wanted.BEST_REWARD]
    return AIMS[task.wanted]


AIMS = {
    Wanted.SUCCESS: "to end with success; the largest score counts, then the least cost",
    Wanted.SCORE: "the largest score until the episode ends, then the least cost",
    Wanted.BEST_REWARD: "to be paid the largest reward once, at the least cost",
}


@singledispatch
def _size(task: Task) -> str:
    return f", {world_name(task)}"


@_size.register(RelationalTask)
def _(task: RelationalTask) -> str:
    objects = count_of(len(task.start.objects), "object")
    facts = count_of(len(task.start.facts), "fact")
    return f" of {task.domain.name}: {objects}, {facts}"


def count_of(number: int, noun: str) -> str:
    """The number and the noun, in the plural unless there is one.

    >>> count_of(1, "fact"), count_of(36, "state")
    ('1 fact', '36 states')
    """
    return f"{number} {noun}{'' if number == 1 else 's'}"


def short_words(formula: Formula) -> str:
    """The formula in words, or their beginning when there are many."""
    text = in_words(_beginning(formula))
    return text if len(text) <= MAX_SHORT_CHARACTERS else f"{text[:MAX_SHORT_CHARACTERS]} ..."


def _beginning(formula: Formula) -> Formula:
    """As many parts of the formula as can be seen: each takes some characters."""
    match formula:
        case And(children):
            return And(tuple(map(_beginning, children[:MAX_SHORT_PARTS])))
        case Or(children):
            return Or(tuple(map(_beginning, children[:MAX_SHORT_PARTS])))
        case Not(child):
            return Not(_beginning(child))
        case _:
            return formula
