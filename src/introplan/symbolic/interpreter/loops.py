"""Loops, and how a block of statements ends: by `return`, `break`, `continue`, or at its end.

In a piece of program that becomes one value a loop is merged with all its exits (leaving.py).
Elsewhere its rounds are merged one by one, and each exit is a path.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from introplan.symbolic.interpreter.assignment import assign
from introplan.symbolic.interpreter.execution import Execution
from introplan.symbolic.interpreter.iteration import check_has_order, pairs_of
from introplan.symbolic.interpreter.leaving import Left, Round, Way, merge_loop
from introplan.symbolic.interpreter.merging import merge_round
from introplan.symbolic.interpreter.scopes import UNSETTLED, Frame
from introplan.symbolic.interpreter.values import Members, Value, is_term
from introplan.symbolic.refusal import CannotMerge, Refused

MAX_LOOP_ROUNDS = 2000
"""Rounds of a `while` loop: one whose end depends on unknowns may fork in every round."""


MAX_MERGED_ROUNDS = 40
"""Rounds of a `while` loop that are merged: more than a board has cells in a row. What does not
end by then costs little more than the paths it falls back to."""


@dataclass(frozen=True, slots=True)
class Return:
    """The function ends with a value."""

    value: Value


class Jump:
    """`break` or `continue`."""


BREAK, CONTINUE = Jump(), Jump()
Outcome: TypeAlias = Return | Jump | None
"""How a statement ends its block; None if the next one follows."""

Block: TypeAlias = Callable[[Execution, Frame, list[ast.stmt]], Outcome]
"""Runs the statements of a block until one of them ends it."""


def _merged_while(run: Execution, frame: Frame, node: ast.While, block: Block) -> Outcome:
    """A `while` loop with all its exits in one; raises `CannotMerge`."""

    def rounds() -> Iterator[Round]:
        for _ in range(MAX_MERGED_ROUNDS):
            yield one_round
        raise CannotMerge

    def one_round() -> tuple[Way, Value]:
        if not run.decide(run.condition(frame, node.test)):
            return Way.ENDED, None
        return _way(block(run, frame, node.body))

    return _leave(run, frame, node, merge_loop(run, frame, rounds), block)


def execute_while(run: Execution, frame: Frame, node: ast.While, block: Block) -> Outcome:
    """Run a `while` loop; `block` runs its body."""
    if _is_merged_loop(run):
        try:
            return _merged_while(run, frame, node, block)
        except CannotMerge:
            pass
    for _ in range(MAX_LOOP_ROUNDS):
        test = run.condition(frame, node.test)
        if not run.decide(test):
            return block(run, frame, node.orelse)
        outcome = block(run, frame, node.body)
        if outcome is BREAK:
            return None
        if isinstance(outcome, Return):
            return outcome
    raise Refused("PY-LIMIT", f"a loop of more than {MAX_LOOP_ROUNDS} rounds")


def _is_merged_loop(run: Execution) -> bool:
    """Is a loop merged with all its exits?

    Not outside a piece of program that becomes one value: there each exit is a path, as wanted.
    """
    return run.is_merging and not run.forbids_forks


def _way(outcome: Outcome) -> tuple[Way, Value]:
    """How a loop goes on after a round that ended so, and what it returns."""
    if isinstance(outcome, Return):
        return Way.RETURNED, outcome.value
    return Way.BROKEN if outcome is BREAK else Way.ON, None


def _leave(
    run: Execution, frame: Frame, node: ast.For | ast.While, left: Left, block: Block
) -> Outcome:
    """Go on after a merged loop: it has at most three ways to end, whatever its rounds."""
    if run.decide(left.leaves_by(Way.RETURNED)):
        return Return(left.returned())
    if not node.orelse:
        left.go_on(Way.BROKEN, Way.ENDED)
        return None
    if run.decide(left.leaves_by(Way.BROKEN)):
        left.go_on(Way.BROKEN)
        return None
    left.go_on(Way.ENDED)
    return block(run, frame, node.orelse)


def _leaves_early(node: ast.For) -> bool:
    """May a loop be left before its last round? (Said of its text, and of loops inside it.)"""
    return any(isinstance(part, ast.Break | ast.Return) for part in ast.walk(node))


def _merged_for(run: Execution, frame: Frame, node: ast.For, block: Block) -> Outcome:
    """A `for` loop with all its exits in one; raises `CannotMerge`."""

    def rounds() -> Iterator[Round]:
        values = run.evaluate(frame, node.iter)
        if isinstance(values, Members):
            raise CannotMerge
        check_has_order(values)
        for held, value in pairs_of(run, values):
            check_has_order(values)
            yield partial(one_round, held, value)

    def one_round(held: Value, value: Value) -> tuple[Way, Value]:
        if not run.decide(held):
            return Way.ON, None
        assign(run, frame, node.target, value)
        return _way(block(run, frame, node.body))

    return _leave(run, frame, node, merge_loop(run, frame, rounds), block)


def execute_for(run: Execution, frame: Frame, node: ast.For, block: Block) -> Outcome:
    """Run a `for` loop; `block` runs its body."""
    if _is_merged_loop(run) and _leaves_early(node):
        try:
            return _merged_for(run, frame, node, block)
        except CannotMerge:
            pass
    values = run.evaluate(frame, node.iter)
    # Each member would be a fork, and the order of the rounds is unknown on top of it.
    if isinstance(values, Members) and any(map(is_term, values.members.values())):
        _for_members(run, frame, node, values, block)
        return block(run, frame, node.orelse)
    check_has_order(values)
    merges = _is_merged_whole(node)
    for held, value in pairs_of(run, values):
        if (merges or is_term(held)) and _is_merged_round(run, frame, node, (held, value), block):
            continue
        if not run.decide(held):
            continue
        check_has_order(values)
        assign(run, frame, node.target, value)
        outcome = block(run, frame, node.body)
        if outcome is BREAK:
            return None
        if isinstance(outcome, Return):
            return outcome
    return block(run, frame, node.orelse)


def _is_merged_whole(node: ast.For) -> bool:
    """Is a round merged as a whole, and not `if` by `if`?

    What is chosen in it by a `continue`, a `match` or the length of a loop would be a fork else,
    as would be what sets elements and attributes.
    """
    parts = [part for statement in node.body for part in ast.walk(statement)]
    return any(
        isinstance(part, ast.Continue | ast.Match | ast.For)
        or (isinstance(part, ast.Subscript | ast.Attribute) and isinstance(part.ctx, ast.Store))
        for part in parts
    )


def _is_merged_round(
    run: Execution, frame: Frame, node: ast.For, pair: tuple[Value, Value], block: Block
) -> bool:
    """Run a round on all its paths at once, if they differ in nothing but values of names."""
    if run.forbids_forks:
        return False
    held, value = pair

    def body() -> None:
        assign(run, frame, node.target, value)
        if block(run, frame, node.body) not in (None, CONTINUE):
            raise CannotMerge

    try:
        merge_round(run, frame, held, body)
    except CannotMerge:
        return False
    return True


def _for_members(
    run: Execution, frame: Frame, node: ast.For, values: Members, block: Block
) -> None:
    """A loop over a set that depends on the state: its rounds must commute.

    Each round is merged. What the names are after all rounds must be the same forwards and
    backwards, as it is for sums of whole numbers.
    """
    before = dict(frame.names)
    found = []
    pairs = list(pairs_of(run, values))
    for rounds in (pairs[::-1], pairs):
        frame.names.clear()
        frame.names.update(before)
        if not all(_is_merged_round(run, frame, node, pair, block) for pair in rounds):
            break
        found.append(dict(frame.names))
    if len(found) < 2 or any(found[0].get(n) is not found[1].get(n) for n in before):
        raise Refused(
            "PY-STMT",
            "a loop over a set that depends on the state",
            "use any, all, sum or a comprehension",
        )
    frame.names.update({n: UNSETTLED for n in frame.names if n not in before})
