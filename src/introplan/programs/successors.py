"""Lists of successors as moves: which part of an entry is the state, the action and the cost.

Entries are (state, action, cost) in Berkeley's course, (action, state) in old AIMA code, (action,
state, cost), (state, cost), or bare states. The entries of the start tell which: the part that
looks like the start is the state. Where the text leaves it open, (state, action, cost) is taken
for triples and (action, state) for pairs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any, TypeAlias

from introplan.errors import UsageError
from introplan.mdp import Status
from introplan.programs.copying import safe
from introplan.programs.user_code import called, shown

Cost: TypeAlias = Callable[[Any, Any, Any], Any] | None

MAX_ENTRIES_SEEN = 50
"""Entries of the start that are looked at to tell what their parts are."""


def successor_step(
    following: Callable[[Any], Any], goal: Callable[[Any], Any], start: Any, cost: Cost
) -> tuple[Callable[[Any], list[Any]], Callable[[Any, Any], Any]]:
    """`actions` and `step` of a world whose successors `following` lists."""
    first = called("successors", following, safe(start))
    if isinstance(first, dict):
        return _by_dictionary(following, goal, cost)
    entries = [*islice(first, MAX_ENTRIES_SEEN)] if isinstance(first, Iterable) else None
    if entries is None:
        raise UsageError(f"the successors must be a list, got {shown(first)}")
    state, action, price = _places(entries, start)

    def name(entry: Any) -> Any:
        return entry if state is None else entry[state if action is None else action]

    def actions(s: Any) -> list[Any]:
        return [name(entry) for entry in following(s)]

    def step(s: Any, a: Any) -> Any:
        for entry in following(safe(s)):
            if name(entry) == a:
                after = entry if state is None else entry[state]
                if price is not None:
                    paid = entry[price]
                else:
                    paid = 1 if cost is None else cost(s, a, after)
                return after, -paid, Status.SUCCESS if goal(after) else Status.CONTINUE
        return None

    return actions, step


def _by_dictionary(
    following: Callable[[Any], Any], goal: Callable[[Any], Any], cost: Cost
) -> tuple[Callable[[Any], list[Any]], Callable[[Any, Any], Any]]:
    """Successors as {action: state}."""

    def actions(s: Any) -> list[Any]:
        return list(following(s))

    def step(s: Any, a: Any) -> Any:
        found = following(safe(s))
        if a not in found:
            return None
        after = found[a]
        paid = 1 if cost is None else cost(s, a, after)
        return after, -paid, Status.SUCCESS if goal(after) else Status.CONTINUE

    return actions, step


def _places(entries: list[Any], start: Any) -> tuple[int | None, int | None, int | None]:
    """Where the state, the action and the cost stand in an entry; None: not there.

    Without a place for the state an entry is a state. Actions that do not tell the entries of the
    start apart are left alone: then the state after is the action.
    """
    if not entries or all(_is_like(entry, start) for entry in entries):
        return None, None, None
    lengths = {len(entry) for entry in entries if isinstance(entry, tuple | list)}
    if len(lengths) != 1 or len(entries) != sum(isinstance(e, tuple | list) for e in entries):
        raise UsageError(f"successors of a kind that is not known, such as {shown(entries[0])}")
    length = lengths.pop()
    like = [i for i in range(length) if all(_is_like(entry[i], start) for entry in entries)]
    if length == 3:
        state = like[0] if like and like[0] < 2 else 0
        action, price = 1 - state, 2
        return state, action if _are_different(entries, action) else None, price
    if length == 2:
        state = 1 if 1 in like or not like else 0
        other = 1 - state
        is_price = state == 0 and all(isinstance(e[other], int | float) for e in entries)
        if is_price:
            return state, None, other
        return state, other if _are_different(entries, other) else None, None
    raise UsageError(f"successors of a kind that is not known, such as {shown(entries[0])}")


def _is_like(value: Any, start: Any) -> bool:
    """Does a value look like a state: of one type with the start, and so are its parts?"""
    if type(value) is not type(start):
        return False
    if isinstance(start, tuple) and len(start) == len(value):
        return all(type(v) is type(s) for v, s in zip(value, start, strict=True))
    return not isinstance(start, tuple)


def _are_different(entries: list[Any], place: int) -> bool:
    """Do the actions tell the entries apart?"""
    names = [entry[place] for entry in entries]
    return not any(one == other for i, one in enumerate(names) for other in names[:i])
