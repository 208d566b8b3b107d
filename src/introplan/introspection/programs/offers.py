"""The actions that `actions(state)` lists, each with the conditions under which it is there.

A list of legal moves has no fixed length: items are appended under conditions, filtered, yielded.
So the function's result is a list of guarded items, and every item is an offer. An item that
depends on the state, such as the square that a piece moves to, is one offer for each of its
possible values.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any, TypeAlias

from introplan.introspection.programs.shape import Shape
from introplan.introspection.programs.states import symbolic
from introplan.symbolic.builtins.sets import possible_elements
from introplan.symbolic.constraints.interval import Box
from introplan.symbolic.constraints.path_condition import PathCondition
from introplan.symbolic.interpreter.execution import Context, Execution
from introplan.symbolic.interpreter.interpreter import paths_of
from introplan.symbolic.interpreter.iteration import pairs_of
from introplan.symbolic.interpreter.kinds import is_case
from introplan.symbolic.interpreter.listings import both
from introplan.symbolic.interpreter.values import (
    Entries,
    Items,
    Record,
    Value,
    Variant,
    as_term,
    concrete_value,
    current,
    is_term,
    unwrapped,
)
from introplan.symbolic.refusal import CannotMerge, Refused
from introplan.symbolic.terms.build import disjoin, negate
from introplan.symbolic.terms.term import Const, Term, action_key

MAX_OFFERS = 3000
"""Offers of one program, as many as operators: each is at least one of them."""

MAX_POSSIBLE_ACTIONS = 1000
"""Values of one item of the list; a pair of squares of a board of 30 has as many."""

Offer: TypeAlias = tuple[Any, tuple[Term, ...]]
"""An action and the conditions under which it is offered."""


def offers_of(
    context: Context, actions: Callable[[Any], Any], shape: Shape, box: Box
) -> list[Offer]:
    """Every action that the function lists for states in the box; never two offers of one action
    in one state."""
    offers: list[Offer] = []
    for path in paths_of(
        context,
        PathCondition.of(box),
        actions,
        lambda run: [symbolic(shape, box, run.stamp())],
        _listed,
    ):
        if path.raised is not None:
            continue
        taken = tuple(c if choice else negate(c) for c, choice in path.conditions)
        for action, held in path.result:
            offers.append((action, taken if held is True else (*taken, held)))
        if len(offers) > MAX_OFFERS:
            raise Refused("PY-LIMIT", f"more than {MAX_OFFERS} actions that depend on the state")
    return offers


def _listed(run: Execution, value: Value) -> list[tuple[Any, Value]]:
    """The actions in a result, each with its condition."""
    found: dict[Any, tuple[Any, list[Value]]] = {}
    for held, item in pairs_of(run, value):
        for test, action in _under(run, held, item):
            key = action_key(action)
            found.setdefault(key, (action, []))[1].append(test)
    return [(action, held) for action, tests in found.values() for held in _exclusive(run, tests)]


def _under(run: Execution, held: Value, item: Value) -> list[tuple[Value, Any]]:
    """The values that an item may have where it is there, with their conditions."""
    held = unwrapped(held)
    if held is False:
        return []
    try:
        return [(held, _known(item))]
    except KeyError:
        pass
    with run.assumptions():
        if is_term(held) and not run.path_condition.learn(held, True):
            return []
        run.forbids_forks = True
        try:
            found = possible_objects(run, item)
        except CannotMerge:
            raise Refused("PY-EXPR", "actions that depend on the state") from None
        return [(both(held, test), action) for test, action in found]


def _exclusive(run: Execution, tests: list[Value]) -> list[Value]:
    """The conditions of one action: as they are if no two of them hold at once, or else as one."""
    if any(test is True for test in tests):
        return [True]
    for place, test in enumerate(tests):
        known = run.path_condition.copy()
        if not known.learn(as_term(test), True):
            continue
        if any(known.copy().learn(as_term(other), True) for other in tests[:place]):
            joined = disjoin(map(as_term, tests))
            return [bool(joined.value) if isinstance(joined, Const) else joined]
    return tests


def possible_objects(run: Execution, value: Value) -> list[tuple[Value, Any]]:
    """All that a value may be: conditions and known values; refuses what may be too much."""
    value = current(value)
    try:
        return [(True, _known(value))]
    except KeyError:
        pass
    match value:
        case Variant(_, cases):
            return [
                (both(unwrapped(is_case(value, key)), test), found)
                for key, case in cases.items()
                for test, found in possible_objects(run, case)
            ]
        case Items(kind, items):
            rows = _combined(run, items)
            return [(test, concrete_value(Items(kind, row, 0))) for test, row in rows]
        case Record(kind, fields):
            rows = _combined(run, list(fields.values()))
            named = [(test, dict(zip(fields, row, strict=True))) for test, row in rows]
            try:
                return [(test, _known(Record(kind, row, 0))) for test, row in named]
            except KeyError:
                what = f"actions of the class {kind.__name__}, which are equal to no others"
                raise Refused("PY-EXPR", what, "let it be a frozen dataclass") from None
        case Entries(entries):
            rows = _combined(run, list(entries.values()))
            return [(test, dict(zip(entries, row, strict=True))) for test, row in rows]
    if is_term(value):
        return possible_elements(run, value)
    raise Refused("PY-EXPR", "actions that depend on the state", "use a fixed list")


def _known(value: Value) -> Any:
    """The real object, if all of it is known; raises `KeyError` if not.

    Also one of a class with an equality of its own: an action that is listed again is a new object
    and equal to the one before. Whether that is so is checked with the real list (`selfcheck`).
    """
    try:
        return concrete_value(value)
    except KeyError:
        if not isinstance(value, Record) or issubclass(value.kind, tuple):
            raise
        kind: Any = value.kind
        if kind.__eq__ is object.__eq__ or kind.__hash__ in (None, object.__hash__):
            raise
        made = object.__new__(kind)
        for name, field in value.fields.items():
            object.__setattr__(made, name, _known(field))
        return made


def _combined(run: Execution, parts: list[Value]) -> list[tuple[Value, list[Value]]]:
    """All that several parts may be together."""
    found: list[tuple[Value, list[Value]]] = [(True, [])]
    for part in parts:
        options = possible_objects(run, part)
        longer: list[tuple[Value, list[Value]]] = []
        for (held, row), (test, item) in product(found, options):
            # Each pair takes as long as a step: without the count this goes on for minutes.
            run.context.budget.spend()
            joined = both(held, test)
            if _may_hold(run, joined):
                longer.append((joined, [*row, item]))
            if len(longer) > MAX_POSSIBLE_ACTIONS:
                raise Refused("PY-EXPR", "actions that depend on the state", "use a fixed list")
        found = longer
    return found


def _may_hold(run: Execution, condition: Value) -> bool:
    if not is_term(condition):
        return bool(condition)
    return run.path_condition.copy().learn(condition, True)
