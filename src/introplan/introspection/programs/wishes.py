"""Wishes of a world in Python: the reward read as a sum of conditions with weights.

The reward is run on any two states, once for each action, and what it returns is taken apart
before its paths multiply (`sums.py`): thirty independent conditions are thirty wishes, not 2 ** 30
payments. What all actions have in common is said once. A difference of scores, `value(s2) -
value(s)`, pays for what changes: a condition that counts after the step and against it before is
wanted where it comes true, and not where it ends (potential-based shaping; Ng, Harada & Russell
1999).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from introplan.introspection.programs.clauses import primed
from introplan.introspection.programs.operator import Operator
from introplan.introspection.programs.reading import Reading
from introplan.introspection.programs.states import filled_shape, symbolic
from introplan.introspection.programs.sums import (
    Addend,
    addends,
    as_choice,
    constant_of,
    without_constant,
)
from introplan.introspection.returns.wishes import StepCondition, Wish
from introplan.mdp import display_number, exact
from introplan.symbolic.budget import Budget, allowed
from introplan.symbolic.constraints.entailment import irredundant
from introplan.symbolic.constraints.interval import Box, bounds
from introplan.symbolic.constraints.path_condition import PathCondition
from introplan.symbolic.interpreter.execution import Context, Execution
from introplan.symbolic.interpreter.interpreter import paths_of
from introplan.symbolic.interpreter.values import FOREIGN, Value
from introplan.symbolic.terms.build import TRUE, choose, conjoin, const, negate, subtract
from introplan.symbolic.terms.compile import compiled_one
from introplan.symbolic.terms.naming import Names
from introplan.symbolic.terms.render import clipped, text_of, value_text
from introplan.symbolic.terms.substitute import substituted
from introplan.symbolic.terms.term import Sort, Term, Var, action_key, sort_of, variables

WISH_SECONDS = 2.0
"""Time for reading a reward as a sum: a tenth of a second is enough for a hundred objects."""

MAX_ACTIONS_CHARACTERS = 50
"""The actions of a wish are cut here."""


def wishes_of(reading: Reading, names: Names, budget: Budget | None = None) -> tuple[Wish, ...]:
    """The reward as wishes, the heaviest first; raises `Refused` where it is not understood."""
    if reading.shape is None or reading.actions is None or reading.read is None:
        return ()
    # Without operators the shape of states that were not sampled is not known.
    if reading.operators is None and not reading.sample.is_complete:
        return ()
    context = Context(budget or allowed(WISH_SECONDS))
    reader = _Reader(reading, names, context, primed(reading.order, reading.proven_box))
    return tuple(sorted(reader.wishes(), key=lambda wish: -wish.weight))


@dataclass(slots=True)
class _Reader:
    """Reads the reward of one world; `after` has the variables of the state after a step."""

    reading: Reading
    names: Names
    context: Context
    after: dict[Var, Var]

    @property
    def box(self) -> Box:
        """The ranges of all variables, before and after."""
        box = self.reading.box if self.reading.operators is not None else {}
        return {**box, **{new: box[old] for old, new in self.after.items() if old in box}}

    def wishes(self) -> Iterator[Wish]:
        """A wish for each addend, with all actions that it is an addend for."""
        by_addend: dict[Addend, list[Any]] = {}
        actions = self.reading.actions or ()
        read = [self._addends(action) for action in actions]
        # What several actions have in common should be said in the same way of each.
        if len({constant_of(parts) for parts in read}) == 1:
            read = [without_constant(parts) for parts in read]
        shared = Counter(part.condition for parts in read for part in parts)
        read = [as_choice(p) if _are_own(p, shared) else p for p in read]
        for action, parts in zip(actions, read, strict=True):
            for addend in self._of_changes(parts):
                by_addend.setdefault(addend, []).append(action)
        return (
            self._wish(addend, actions)
            for addend, actions in by_addend.items()
            if self._can_happen(addend, actions)
        )

    def _can_happen(self, addend: Addend, actions: list[Any]) -> bool:
        """Is there an operator of these actions that may meet the condition of an addend?

        What was taken is never given back in most worlds, and need not be spoken of.
        """
        operators = self.reading.operators
        if operators is None or addend.condition is TRUE:
            return True
        keys = {action_key(action) for action in actions}
        return any(
            operator.known.truth(self._before(addend.condition, operator)) is not False
            for operator in operators
            if action_key(operator.action) in keys
        )

    def _before(self, condition: Term, operator: Operator) -> Term:
        """A condition on a step as one on the state before it, if an operator is taken."""
        later = {new: operator.effects.get(old, old) for old, new in self.after.items()}
        return substituted(condition, later)

    def _addends(self, action: Any) -> list[Addend]:
        """The reward of one action as addends, from all its paths."""
        paths = paths_of(
            self.context,
            PathCondition.of(self.box),
            self.reading.task.program.reward,
            partial(self._arguments, action),
        )
        found = [
            (irredundant([c if yes else negate(c) for c, yes in path.conditions], self.box), path)
            for path in paths
            if path.raised is None
        ]
        return _joined([(conjoin(guard), addends(path.result)) for guard, path in found])

    def _arguments(self, action: Any, run: Execution) -> list[Value]:
        shape, box = self.reading.shape, self.box
        assert shape is not None
        later: dict[Var, Term] = dict(self.after)
        return [symbolic(shape, box, FOREIGN), action, filled_shape(shape, later, box, FOREIGN)]

    def _of_changes(self, parts: Sequence[Addend]) -> list[Addend]:
        """Pairs of what counts after a step and against it before, as what changes."""
        waiting = dict.fromkeys(parts)
        earlier: dict[Term, Term] = {new: old for old, new in self.after.items()}
        result: list[Addend] = []
        for part in parts:
            if part not in waiting:
                continue
            twin = self._twin(part, earlier)
            if twin is None or twin not in waiting:
                continue
            del waiting[part], waiting[twin]
            result += _changes(part, twin)
        return [*result, *waiting]

    def _twin(self, part: Addend, earlier: dict[Term, Term]) -> Addend | None:
        """The addend that counts against this one in the state before, if it could be there."""
        terms = [part.condition, *([] if part.amount is None else [part.amount])]
        found = variables(*terms)
        if not found or not all(var in earlier for var in found):
            return None
        amount = None if part.amount is None else substituted(part.amount, earlier)
        return Addend(-part.weight, substituted(part.condition, earlier), amount)

    def _wish(self, addend: Addend, actions: list[Any]) -> Wish:
        are_all = len(actions) == len(self.reading.actions or ())
        term = const(1) if addend.amount is None else addend.amount
        low, high = bounds(term, self.box)
        condition = StepCondition(
            self._text(addend, [] if are_all else actions),
            self._amount(addend, None if are_all else actions),
            0 if addend.amount is None else low,
            high,
            is_number=addend.amount is not None,
        )
        return Wish(exact(abs(addend.weight)), condition, addend.weight > 0)

    def _text(self, addend: Addend, actions: list[Any]) -> str:
        """Words that follow what is paid."""
        words = []
        if addend.amount is not None:
            low, high = bounds(addend.amount, self.box)
            number = text_of(addend.amount, self.names)
            number = f"({number})" if " " in number else number
            words.append(f"times {number} ({_span_text(low, high)})")
        if actions:
            doers = ", ".join(map(value_text, actions))
            words.append(f"for {clipped(doers, MAX_ACTIONS_CHARACTERS)}")
        if addend.condition is not TRUE:
            words.append(f"if {text_of(addend.condition, self.names)}")
        return " ".join(words) or "for every step"

    def _amount(
        self, addend: Addend, actions: list[Any] | None
    ) -> Callable[[Any, Any, Any], float]:
        """How often the weight counts on a step."""
        term = const(1) if addend.amount is None else addend.amount
        read, order = self.reading.read, self.reading.order
        assert read is not None
        places = [order.index(var) for var in self.after]
        held = compiled_one(
            choose(addend.condition, term, const(0)), [*order, *self.after.values()]
        )
        keys = None if actions is None else {action_key(action) for action in actions}

        def amount(before: Any, action: Any, after: Any) -> float:
            if keys is not None and action_key(action) not in keys:
                return 0
            later = read(after)
            return float(held((*read(before), *(later[place] for place in places))))

        return amount


def _are_own(parts: Sequence[Addend], uses: Counter[Term]) -> bool:
    """Is none of these conditions one of another action as well?"""
    return all(uses[part.condition] == 1 for part in parts if part.condition is not TRUE)


def _joined(cases: Sequence[tuple[Term, Sequence[Addend]]]) -> list[Addend]:
    """The addends of several paths: under the condition of their path, unless all have them."""
    if not cases:
        return []
    shared = [part for part in cases[0][1] if all(part in parts for _, parts in cases)]
    own = [
        Addend(part.weight, conjoin([guard, part.condition]), part.amount)
        for guard, parts in cases
        for part in parts
        if part not in shared
    ]
    return list(dict.fromkeys([*shared, *own]))


def _changes(after: Addend, before: Addend) -> Iterable[Addend]:
    """What a condition or a number pays that counts after a step, and against it before."""
    if after.amount is None:
        begins = conjoin([after.condition, negate(before.condition)])
        ends = conjoin([before.condition, negate(after.condition)])
        return Addend(after.weight, begins), Addend(before.weight, ends)
    numbers = [a.amount for a in (after, before) if a.amount is not None]
    is_plain = after.condition is TRUE and all(sort_of(n) is Sort.INT for n in numbers)
    if not is_plain:
        return after, before
    return (Addend(after.weight, TRUE, subtract(*numbers)),)


def _span_text(low: float, high: float) -> str:
    if math.isinf(low) and math.isinf(high):
        return "any number"
    if math.isinf(high):
        return f"{display_number(low)} or more"
    if math.isinf(low):
        return f"{display_number(high)} or less"
    return f"{display_number(low)} to {display_number(high)}"
