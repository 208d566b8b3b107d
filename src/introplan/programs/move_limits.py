"""Limits on the number of moves that an object keeps itself, as the horizon of its task.

    self.steps += 1
    ...
    truncated = self.steps >= self.max_steps

With the counter in it each state is a new one however often a search comes back to it, and nothing
is gained: until the limit ends the episode no rule asks for the number. So the comparison is taken
out of the slice, which makes the counter one of the attributes that are only written (`slicing`),
and the moves that are left become the horizon.

That is done by the text, where it holds in every state: the counter is raised by one at the top
level of `step` and read in no other way than to compare it with a constant; nothing returns before
either; and what the comparison gives ends up in the flags of the answer alone, where it can end an
episode and do nothing else.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from typing import Any, TypeGuard

COUNTED: dict[type[ast.cmpop], int] = {ast.GtE: 0, ast.Eq: 0, ast.Gt: 1}
"""Comparisons `counter op limit` that become true, and by how many moves after the limit."""

TURNED: dict[type[ast.cmpop], int] = {ast.LtE: 0, ast.Eq: 0, ast.Lt: 1}
"""The same for `limit op counter`."""

FLAGS = {3: slice(2, 3), 4: slice(2, 3), 5: slice(2, 4)}
"""Where in the answer of a step the flags are that end an episode, by the length of that."""


def moves_left(env: Any, step: ast.FunctionDef, trees: Sequence[ast.FunctionDef]) -> int | None:
    """The moves until a limit of the object's own ends the episode, which is taken out of `step`.

    None where there is no such limit, and then nothing is changed. `trees` are all functions that
    a step may call.
    """
    attributes = vars(env)
    set_again = {n.attr for tree in trees for n in ast.walk(tree) if _is_stored(n)}
    least: int | None = None
    for name in sorted(set_again):
        if type(attributes.get(name)) is int:
            known = {n: v for n, v in attributes.items() if n not in set_again}
            moves = _taken_out(name, attributes[name], known, step, trees)
            least = moves if least is None or (moves or least) < least else least
    return least


def _taken_out(
    name: str,
    value: int,
    known: Mapping[str, Any],
    step: ast.FunctionDef,
    trees: Sequence[ast.FunctionDef],
) -> int | None:
    """The moves until comparisons of one counter come true; those are false in the tree then."""
    own = step.args.args[0].arg
    raised = [n for n, s in enumerate(step.body) if _raises(s, own, name)]
    if len(raised) != 1:
        return None
    found = _Comparisons(own, name, known, step)
    parts = [step.body[raised[0]], *(node for _, node, _ in found.places)]
    seen = {id(node) for part in parts for node in ast.walk(part)}
    uses = (n for t in trees for n in ast.walk(t) if isinstance(n, ast.Attribute))
    if not found.places or any(n.attr == name and id(n) not in seen for n in uses):
        return None
    last = max(raised[0], *(number for number, *_ in found.places))
    if any(map(_leaves, step.body[:last])) or not _Flow(step, found).ends_episodes():
        return None
    moves = min(limit - value + (number < raised[0]) for number, _, limit in found.places)
    if moves < 2:  # else the next move would already be another one
        return None
    _Falsehood({id(node) for _, node, _ in found.places}).visit(step)
    step.body[raised[0]] = _raising(step.body[raised[0]], own, name)
    return moves


class _Comparisons:
    """Where a step compares a counter with what never changes."""

    def __init__(
        self, own: str, name: str, known: Mapping[str, Any], step: ast.FunctionDef
    ) -> None:
        self.own, self.name, self.known = own, name, known
        self.places = [
            (number, node, limit)
            for number, statement in enumerate(step.body)
            for node in ast.walk(statement)
            if isinstance(node, ast.Compare) and (limit := self._limit(node)) is not None
        ]
        """By the statements that they are in; with the number at which they come true."""

    def constant(self, node: ast.expr) -> Any:
        """What an expression is in every state; None where that is not known."""
        match node:
            case ast.Constant(value=value):
                return value
            case ast.Attribute(value=ast.Name(id=self.own), attr=name):
                return self.known.get(name)
        return None

    def _limit(self, node: ast.Compare) -> int | None:
        if len(node.ops) != 1:
            return None
        op, other = type(node.ops[0]), node.comparators[0]
        if op in COUNTED and _is_own(node.left, self.own, self.name):
            limit, late = self.constant(other), COUNTED[op]
        elif op in TURNED and _is_own(other, self.own, self.name):
            limit, late = self.constant(node.left), TURNED[op]
        else:
            return None
        return limit + late if type(limit) is int else None


class _Flow:
    """Where what comparisons give goes to: the flags of the answer, and nowhere else."""

    def __init__(self, step: ast.FunctionDef, found: _Comparisons) -> None:
        self.step, self.found = step, found
        self.nodes = {id(node) for _, node, _ in found.places}
        self.flags: set[str] = set()
        """Local names that are true whenever a comparison is."""
        self.used: set[int] = set()
        """Parts of the tree in which flags and comparisons may stand."""

    def ends_episodes(self) -> bool:
        """Does each answer say that the episode is over, wherever a comparison is true?"""
        for statement in self.step.body:
            made = self._made(statement)
            if not made and any(self._is_loaded(node) for node in ast.walk(statement)):
                return False
            if not all(map(self._is_over, _answers(statement))):
                return False
            self.flags -= {n.id for n in ast.walk(statement) if _is_stored_name(n)}
            self.flags |= made
        return bool(self.used)

    def _made(self, statement: ast.stmt) -> set[str]:
        """The names that become flags by a statement, which may speak of flags then."""
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if self._ends(value):
                self.used |= {id(node) for node in ast.walk(value)}
                return {name}
            case ast.If(test=test, body=body, orelse=[]) if self._ends(test):
                names = [*map(_raised_flag, body)]
                if all(names):
                    self.used |= {id(node) for node in ast.walk(test)}
                    return {name for name in names if name}
        for answer in _answers(statement):
            for part in answer.elts[2:]:
                self.used |= {id(node) for node in ast.walk(part)}
        return set()

    def _is_loaded(self, node: ast.AST) -> bool:
        """Is it a comparison or a flag where there should be none?"""
        is_flag = isinstance(node, ast.Name) and node.id in self.flags
        is_asked = is_flag and isinstance(node.ctx, ast.Load)  # type: ignore[attr-defined]
        return (is_asked or id(node) in self.nodes) and id(node) not in self.used

    def _is_over(self, answer: ast.Tuple) -> bool:
        flags = answer.elts[FLAGS.get(len(answer.elts), slice(0))]
        return any(self._ends(part) or self.found.constant(part) is True for part in flags)

    def _ends(self, value: ast.expr) -> bool:
        """Is this true whenever a comparison is?"""
        match value:
            case ast.BoolOp(op=ast.Or(), values=parts):
                return any(map(self._ends, parts))
            case ast.BoolOp(op=ast.And(), values=parts):
                others = [part for part in parts if not self._ends(part)]
                return len(others) < len(parts) and all(map(self._is_granted, others))
            case ast.Call(func=ast.Name(id="bool"), args=[part], keywords=[]):
                return self._ends(part)
            case ast.Name(id=name):
                return name in self.flags
        return id(value) in self.nodes

    def _is_granted(self, test: ast.expr) -> bool:
        """Does it hold if the episode is not over without the limit, and there is a limit?"""
        match test:
            case ast.UnaryOp(op=ast.Not(), operand=ast.Name(id=name)):
                return all(_says(answer, name) for answer in _answers(self.step))
            case ast.Compare(left=left, ops=[ast.IsNot()], comparators=[ast.Constant(value=None)]):
                return self.found.constant(left) is not None
        return bool(self.found.constant(test))


def _says(answer: ast.Tuple, name: str) -> bool:
    """Does an answer say that the episode is over if this local name is true?"""
    flags = answer.elts[FLAGS.get(len(answer.elts), slice(0))]
    return any(isinstance(part, ast.Name) and part.id == name for part in flags)


def _raised_flag(statement: ast.stmt) -> str:
    """The name that a statement sets to True; empty if it does anything else."""
    match statement:
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=True)):
            return name
    return ""


def _answers(tree: ast.AST) -> list[ast.Tuple]:
    """What a step returns; a tuple without parts stands for what is none."""
    returned = (node.value for node in ast.walk(tree) if isinstance(node, ast.Return))
    return [v if isinstance(v, ast.Tuple) else ast.Tuple(elts=[]) for v in returned]


def _raises(statement: ast.stmt, own: str, name: str) -> bool:
    """Does a statement add one to an attribute of the object's?"""
    match statement:
        case ast.AugAssign(target=target, op=ast.Add(), value=ast.Constant(value=1)):
            return _is_own(target, own, name)
        case ast.Assign(
            targets=[target],
            value=ast.BinOp(left=before, op=ast.Add(), right=ast.Constant(value=1)),
        ):
            return _is_own(target, own, name) and _is_own(before, own, name)
    return False


def _raising(statement: ast.stmt, own: str, name: str) -> ast.stmt:
    """The same in the form that reads nothing."""
    target = ast.Attribute(ast.Name(own, ast.Load()), name, ast.Store())
    raising = ast.AugAssign(target, ast.Add(), ast.Constant(1))
    return ast.fix_missing_locations(ast.copy_location(raising, statement))


def _is_own(node: ast.AST, own: str, name: str) -> bool:
    match node:
        case ast.Attribute(value=ast.Name(id=owner), attr=attr):
            return owner == own and attr == name
    return False


def _is_stored(node: ast.AST) -> TypeGuard[ast.Attribute]:
    return isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load)


def _is_stored_name(node: ast.AST) -> TypeGuard[ast.Name]:
    return isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)


def _leaves(statement: ast.stmt) -> bool:
    """May a step return here?"""
    return any(isinstance(node, ast.Return) for node in ast.walk(statement))


class _Falsehood(ast.NodeTransformer):
    """Puts False in the place of comparisons."""

    def __init__(self, gone: set[int]) -> None:
        self.gone = gone

    def visit_Compare(self, node: ast.Compare) -> Any:
        """One of those, or another one."""
        if id(node) in self.gone:
            return ast.copy_location(ast.Constant(value=False), node)
        return self.generic_visit(node)
