"""Putting a machine together: the packing, the code and the operators of a system."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from introplan.machine.code import Code
from introplan.machine.packing import Packing, double
from introplan.machine.system import EndCase, RewardCase, Step, TransitionSystem, Unsupported
from introplan.mdp import Status
from introplan.symbolic.interpreter.values import is_term
from introplan.symbolic.terms.term import And, Const, Equal, Not, Sort, Term, action_key, sort_of

ALWAYS = -1
ENDINGS = (Status.CONTINUE, Status.SUCCESS, Status.FAILURE, Status.OVER)
"""In the order of `Ending` in `native/machine.hpp`."""

MAX_STEPS = 4000
"""Operators of a machine: beyond, assembling takes longer than most searches."""


def code_of(system: TransitionSystem, packing: Packing) -> Code:
    """Code without nodes for the variables of a system."""
    places = {var: place for place, var in enumerate(system.variables)}
    return Code(places, system.domains, packing.book)


def operators_of(system: TransitionSystem, code: Code) -> Iterator[list[int]]:
    """The operators as lists of numbers (`Machine::add_operator`); code grows with each."""
    if len(system.steps) > MAX_STEPS:
        raise Unsupported(f"more than {MAX_STEPS} operators")
    labels: dict[Any, int] = {}
    for step in system.steps:
        label = labels.setdefault(action_key(step.action), len(labels))
        literals = _literals(step.guard, code)
        if literals is not None:
            yield [label, *_operator(step, literals, code)]
        else:
            yield [label, *_operator(step, [(code.number(0.0), 1)], code)]  # it never applies


def _operator(step: Step, literals: list[tuple[int, int]], code: Code) -> list[int]:
    effects = [(code.places[var], code.word(term)) for var, term in step.effects.items()]
    rewards = [_reward(case, code) for case in step.rewards]
    ends = [_end(case, code) for case in step.ends]
    encoded: list[int] = []
    for pairs in (literals, effects, rewards, ends):
        encoded.append(len(pairs))
        encoded += [number for pair in pairs for number in pair]
    return encoded


def _reward(case: RewardCase, code: Code) -> tuple[int, int]:
    value = case.value
    is_open = is_term(value)
    node = code.double(value) if is_open else code.number(double(value))
    return _condition(case.condition, code), node


def _end(case: EndCase, code: Code) -> tuple[int, int]:
    return _condition(case.condition, code), ENDINGS.index(case.status)


def _condition(condition: Term, code: Code) -> int:
    is_always = isinstance(condition, Const) and bool(condition.value)
    return ALWAYS if is_always else code.word(condition)


def _literals(guard: Sequence[Term], code: Code) -> list[tuple[int, int]] | None:
    """A conjunction as pairs of a node and the value it must have; None if it never holds.

    A test for a value is put as such: the machine's decision tree branches on values.
    """
    found: dict[int, int] = {}
    waiting = list(reversed(guard))
    while waiting:
        term = waiting.pop()
        if isinstance(term, And):
            waiting.extend(reversed(term.children))
            continue
        if isinstance(term, Const):
            if not term.value:
                return None
            continue
        node, value = _literal(term, code)
        if found.setdefault(node, value) != value:
            return None
    return list(found.items())


def _literal(term: Term, code: Code) -> tuple[int, int]:
    match term:
        case Equal(left, Const(value)) | Equal(Const(value), left):
            try:
                return code.word(left), code.book.word(value)
            except Unsupported:
                return code.word(term), 1
        case Not(child) if sort_of(child) is Sort.BOOL:
            return code.word(child), 0
        case _ if sort_of(term) is Sort.BOOL:
            return code.word(term), 1
        case _:
            return code.word(Not(term)), 0
