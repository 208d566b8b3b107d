"""What rules read: the step of an object without what only its observations are made of.

A backward slice (Weiser 1981) of `step` for the reward and the end that it returns and for the
attributes that these depend on, at this step or a later one. Observations and infos are no part of
that, and neither are attributes that are only written: counters, logs, `last_action`, messages,
totals, caches of what was seen.

That holds by the text of all functions that a step may call (`method_sources`), on one assumption:
making an observation, an info or a line of a log raises nothing.
"""

from __future__ import annotations

import ast
import logging
import sys
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from types import FunctionType
from typing import Any

from introplan.programs.attribute_writes import given_away, names_stored, set_by_functions
from introplan.programs.bonds import names_shared
from introplan.programs.constant_branches import drop_dead_branches
from introplan.programs.copying import is_immutable
from introplan.programs.harmless import (
    GROWING,
    changed_names,
    is_harmless,
)
from introplan.programs.kept_entries import aliases_in, dictionaries_by_name, written_entry
from introplan.programs.method_sources import Methods, methods_of
from introplan.programs.move_limits import moves_left
from introplan.programs.reached import names_of, reached
from introplan.programs.time_steps import observations_in

UNASKED = {2: (0,), 3: (0,), 4: (0, 3), 5: (0, 4)}
"""Places of observations and infos in what `step` returns, by the length of that."""

BY_TEXT = frozenset(
    {"getattr", "setattr", "delattr", "vars", "eval", "exec", "__dict__", "locals"}
)
"""Names by which attributes are read that the text does not name."""


class Unread:
    """Stands in a slice for a value that nothing is asked of; the reader refuses its use."""

    def __getattribute__(self, name: str) -> Any:
        raise AttributeError(name)

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return id(self)

    def __bool__(self) -> bool:
        raise TypeError

    def __iter__(self) -> Iterator[Any]:
        raise TypeError

    def __getitem__(self, key: object) -> Any:
        raise TypeError


UNREAD = Unread()


@dataclass(slots=True)
class Slice:
    """The functions that a step may call, without what only observations are made of."""

    methods: Methods
    attributes: dict[str, Any]
    loads: set[str] = field(default_factory=set)
    """Attributes that rules read."""
    stores: set[str] = field(default_factory=set)
    """Attributes that rules set, or change in place by their names."""
    fed: set[str] = field(default_factory=set)
    """Local names that observations, infos and logs were made of."""
    shared: set[str] = field(default_factory=set)
    """Attributes whose content something else may hold as well, which may be read there."""
    active: set[str] = field(default_factory=set)
    """Attributes of which setting one calls a function."""
    by_name: set[str] = field(default_factory=set)
    """Attributes that are dictionaries, of which rules ask nothing but entries by name."""
    moves: int | None = None
    """Moves until a limit of the object's own ends the episode; rules read nothing of it."""
    has_changed: bool = False

    @property
    def trees(self) -> dict[FunctionType, ast.FunctionDef]:
        """What to read in the place of a function."""
        return self.methods.trees

    def unread_entries(self, starts: Iterable[str]) -> dict[str, frozenset[str]]:
        """Of attributes that are dictionaries, the entries that no rule speaks of any more."""
        trees = reached(self.methods, ("step", *starts))
        words = {word for tree in trees for word in names_of(tree)}
        return {name: frozenset({*self.attributes[name]} - words) for name in sorted(self.by_name)}

    def read_by(self, name: str) -> set[str]:
        """The attributes that the functions of a name read."""
        return _loads(self, reached(self.methods, (name,)))


def slice_of(env: Any, starts: Iterable[str] = ()) -> Slice | None:
    """The slice of an object's step, and of methods that are called beside it.

    None where a source text is missing, or attributes are read by text.
    """
    methods = methods_of(env)
    if methods is None or not methods.steps:
        return None
    found = Slice(methods, dict(vars(env)), active={*set_by_functions(env)})
    shared = names_shared(env)
    for step in methods.steps:
        _drop_observations(found, methods.trees[step])
    _drop_from_time_steps(found, ("step", *starts))
    drop_dead_branches(env, methods, ("step", *starts))
    own: Any = getattr(type(env), "step", None)
    if own in methods.trees:
        trees = reached(methods, ("step", *starts))
        found.moves = moves_left(env, methods.trees[own], trees)
    while True:
        trees = reached(found.methods, ("step", *starts))
        if any(name in BY_TEXT for tree in trees for name in names_of(tree)):
            return None
        found.shared = shared | {name for tree in trees for name in given_away(tree)}
        found.by_name = dictionaries_by_name(found.attributes, trees, found.shared)
        found.loads, found.stores = _loads(found, trees), names_stored(trees)
        found.has_changed = False
        for tree in trees:
            _drop_writes(found, tree)
        if not found.has_changed:
            return found


def _loads(found: Slice, trees: Iterable[ast.FunctionDef]) -> set[str]:
    """The attributes that trees read for anything but to change them in place."""
    loads = set[str]()
    for tree in trees:
        aliases = aliases_in(tree, found.by_name)
        written = {id(node) for statement in ast.walk(tree) for node in _written(found, statement)}
        written |= {
            id(written_entry(statement, found.by_name, aliases)) for statement in ast.walk(tree)
        }
        for node in ast.walk(tree):
            match node:
                case ast.Attribute(attr=name, ctx=ast.Load()) if id(node) not in written:
                    loads.add(name)
                case ast.AugAssign(target=ast.Attribute(attr=name)):
                    if name in found.shared and not is_immutable(found.attributes.get(name)):
                        loads.add(name)
                case ast.Constant(value=str() as word) if id(node) not in written:
                    loads.add(word)
    return loads


def _written(found: Slice, statement: ast.AST) -> Iterator[ast.Attribute]:
    """The attributes that a statement changes in place, and asks nothing of."""
    match statement:
        case ast.Expr(
            value=ast.Call(func=ast.Attribute(value=ast.Attribute() as owner, attr=name))
        ):
            if name in GROWING and _is_builtin(found, owner, (list, set, dict, deque)):
                yield owner
        case ast.Assign(targets=[ast.Subscript(value=ast.Attribute() as owner)]):
            if _is_builtin(found, owner, (dict,)):
                yield owner
        case ast.AugAssign(target=ast.Subscript() as cell):
            counts = _owner(cell)
            if counts is not None and _is_builtin(found, counts, (list, Counter, *_arrays())):
                yield counts


def _owner(cell: ast.expr) -> ast.Attribute | None:
    """The attribute that a cell is in, `self.visits` of `self.visits[row][column]`."""
    while isinstance(cell, ast.Subscript):
        cell = cell.value
    return cell if isinstance(cell, ast.Attribute) else None


def _arrays() -> tuple[type, ...]:
    numpy = sys.modules.get("numpy")
    return () if numpy is None else (numpy.ndarray,)


def _is_builtin(found: Slice, owner: ast.Attribute, kinds: tuple[type, ...]) -> bool:
    """Is it a plain container that has no other name?"""
    return owner.attr not in found.shared and type(found.attributes.get(owner.attr)) in kinds


# Observations and infos


def _drop_observations(found: Slice, tree: ast.FunctionDef) -> None:
    """Put `UNREAD` where a step makes what is never read."""
    for node in ast.walk(tree):
        match node:
            case ast.Return(value=ast.Tuple(elts=parts)) if len(parts) in UNASKED:
                for place in UNASKED[len(parts)]:
                    if is_harmless(found.methods, parts[place]):
                        found.fed |= _locals(parts[place])
                        parts[place] = _unread(parts[place])
    while _drop_names(found, tree):
        pass


def _drop_from_time_steps(found: Slice, starts: tuple[str, ...]) -> None:
    """The same where a time step has it, for which there are functions."""
    for tree, call, observation in observations_in(found.methods, starts):
        if is_harmless(found.methods, observation):
            found.fed |= _locals(observation)
            unread = _unread(observation)
            call.args = [unread if part is observation else part for part in call.args]
            for keyword in call.keywords:
                keyword.value = unread if keyword.value is observation else keyword.value
            while _drop_names(found, tree):
                pass


def _locals(node: ast.AST) -> set[str]:
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}


def _unread(node: ast.AST) -> ast.expr:
    return ast.copy_location(ast.Constant(UNREAD), node)  # type: ignore[arg-type]


def _drop_names(found: Slice, tree: ast.FunctionDef) -> bool:
    """Drop assignments to names that nothing is asked of; was there one?"""
    changed = {id(n) for s in ast.walk(tree) for n in changed_names(s)}
    nodes = [n for n in ast.walk(tree) if isinstance(n, ast.Name)]
    asked = {n.id for n in nodes if isinstance(n.ctx, ast.Load) and id(n) not in changed}

    def is_dropped(statement: ast.stmt) -> bool:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)]):
                names = {name}
            case _:
                names = {n.id for n in changed_names(statement)}
        if not names or names & asked or not names <= found.fed:
            return False
        found.fed |= _locals(statement)
        return is_harmless(found.methods, statement)

    return _filter(found, tree, is_dropped)


# Attributes that are only written


def _drop_writes(found: Slice, tree: ast.FunctionDef) -> None:
    aliases = aliases_in(tree, found.by_name)

    def is_dropped(statement: ast.stmt) -> bool:
        entry = written_entry(statement, found.by_name, aliases)
        names = {node.attr for node in _written(found, statement)}
        names |= set() if entry is None else {str(entry.value)}
        match statement:
            case (
                ast.Assign(targets=[ast.Attribute(attr=name)])
                | ast.AugAssign(target=ast.Attribute(attr=name))
            ):
                names = {name}
            case ast.Expr(value=ast.Call(func=ast.Name(id="print"))):
                return is_harmless(found.methods, statement)
            case ast.Expr(value=ast.Call(func=ast.Attribute(value=owner))):
                if _is_logger(found, owner):
                    found.fed |= _locals(statement)
                    return is_harmless(found.methods, statement)
        if not names or names & (found.loads | found.active):
            return False
        parts = _new_values(statement)
        if not all(is_harmless(found.methods, part) and _raises_nothing(part) for part in parts):
            return False
        found.fed |= _locals(statement)
        return True

    if _filter(found, tree, is_dropped):
        found.has_changed = True
        while _drop_names(found, tree):
            pass


def _is_logger(found: Slice, node: ast.expr) -> bool:
    """Is it a logger of Python's, kept by the object or by a module?"""
    match node:
        case ast.Attribute(attr=name):
            return isinstance(found.attributes.get(name), logging.Logger)
        case ast.Name(id=name):
            known = (function.__globals__.get(name) for function in found.trees)
            return any(value is logging or isinstance(value, logging.Logger) for value in known)
        case _:
            return False


def _new_values(statement: ast.stmt) -> list[ast.expr]:
    """What a statement puts into an attribute."""
    match statement:
        case ast.Expr(value=ast.Call(args=arguments)):
            return arguments
        case ast.Assign(targets=[ast.Subscript(slice=key)], value=value):
            return [key, value]
        case ast.AugAssign(target=ast.Subscript() as cell, value=value):
            return [*_places(cell), value]
        case ast.Assign(value=value) | ast.AugAssign(value=value):
            return [value]
        case _:
            return []


def _places(cell: ast.expr) -> Iterator[ast.expr]:
    while isinstance(cell, ast.Subscript):
        yield cell.slice
        cell = cell.value


def _raises_nothing(value: ast.expr) -> bool:
    """Not for an element that is missing: there, an error may say that a move is not allowed."""
    return not any(
        isinstance(part, ast.Subscript) and not isinstance(part.slice, ast.Constant)
        for part in ast.walk(value)
    )


def _filter(found: Slice, tree: ast.AST, is_dropped: Callable[[ast.stmt], bool]) -> bool:
    """Take statements out of the blocks of a tree; was there one?"""
    has_changed = False
    for node in ast.walk(tree):
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            if not isinstance(block, list):
                continue
            kept = [s for s in block if not is_dropped(s) and not _is_empty(found, s)]
            if len(kept) < len(block) and not all(isinstance(s, ast.Pass) for s in block):
                has_changed = True
                is_needed = name == "body" and not kept
                block[:] = [ast.copy_location(ast.Pass(), block[0])] if is_needed else kept
    return has_changed


def _is_empty(found: Slice, statement: ast.stmt) -> bool:
    """Does a statement do nothing any more?"""
    match statement:
        case ast.If(test=test, body=body, orelse=orelse) if not orelse:
            return _does_nothing(body) and is_harmless(found.methods, test)
        case ast.For(iter=source, body=body, orelse=orelse) if not orelse:
            return _does_nothing(body) and is_harmless(found.methods, source)
        case _:
            return False


def _does_nothing(body: list[ast.stmt]) -> bool:
    return all(isinstance(s, ast.Pass) for s in body)
