"""Parameters and local names of a function, and how arguments are given to parameters."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from introplan.introspection.programs.signals import Raised
from introplan.introspection.programs.values import Entries, Items, Value


@dataclass(frozen=True, slots=True)
class Parameters:
    """The names of a function's parameters, and of all its local variables."""

    positional: tuple[str, ...]
    positional_only: int
    keyword: tuple[str, ...]
    rest: str | None
    rest_named: str | None
    local_names: frozenset[str]
    is_generator: bool


_known: WeakKeyDictionary[ast.FunctionDef | ast.Lambda, Parameters] = WeakKeyDictionary()


def parameters_of(node: ast.FunctionDef | ast.Lambda) -> Parameters:
    """The parameters and local names of a function, found out once for each syntax tree."""
    known = _known.get(node)
    if known is None:
        known = _known[node] = _parameters(node)
    return known


def _parameters(node: ast.FunctionDef | ast.Lambda) -> Parameters:
    arguments = node.args
    body = node.body if isinstance(node.body, list) else []
    found = _Names()
    for statement in body:
        found.visit(statement)
    positional = [a.arg for a in [*arguments.posonlyargs, *arguments.args]]
    keyword = [a.arg for a in arguments.kwonlyargs]
    rest = arguments.vararg.arg if arguments.vararg else None
    named = arguments.kwarg.arg if arguments.kwarg else None
    own = {*positional, *keyword, *found.bound, *filter(None, (rest, named))}
    return Parameters(
        tuple(positional),
        len(arguments.posonlyargs),
        tuple(keyword),
        rest,
        named,
        frozenset(own - found.elsewhere),
        found.is_generator,
    )


class _Names(ast.NodeVisitor):
    """The names that a function binds, not those of functions inside it."""

    def __init__(self) -> None:
        self.bound: set[str] = set()
        self.elsewhere: set[str] = set()
        self.is_generator = False

    def visit_Name(self, node: ast.Name) -> None:
        """A name; only those that are stored or deleted count."""
        if not isinstance(node.ctx, ast.Load):
            self.bound.add(node.id)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        """A nested function binds its name."""
        self.bound.add(node.name)

    def visit_Lambda(self, node: ast.Lambda) -> None:
        """A lambda has names of its own."""

    def visit_ListComp(self, node: ast.ListComp) -> None:
        """A comprehension has names of its own, but for :=."""
        for part in ast.walk(node):
            if isinstance(part, ast.NamedExpr):
                self.bound.add(part.target.id)

    visit_SetComp = visit_DictComp = visit_GeneratorExp = visit_ListComp  # type: ignore[assignment]  # noqa: N815

    def visit_Yield(self, node: ast.Yield) -> None:
        """A generator."""
        self.is_generator = True

    def visit_YieldFrom(self, node: ast.YieldFrom) -> None:
        """A generator."""
        self.is_generator = True

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> None:
        """`except E as name` binds a name."""
        if node.name:
            self.bound.add(node.name)
        self.generic_visit(node)

    def visit_MatchAs(self, node: ast.MatchAs) -> None:
        """A pattern may bind a name."""
        if node.name:
            self.bound.add(node.name)
        self.generic_visit(node)

    def visit_MatchStar(self, node: ast.MatchStar) -> None:
        """A starred pattern may bind a name."""
        if node.name:
            self.bound.add(node.name)


def bound_arguments(  # noqa: C901 - Python's own rules
    parameters: Parameters,
    arguments: list[Value],
    named: dict[str, Value],
    *,
    defaults: dict[str, Value],
    now: int,
) -> dict[str, Value]:
    """The local names of a call: arguments, defaults, *args and **kwargs."""
    own = dict(zip(parameters.positional, arguments, strict=False))
    extra = arguments[len(parameters.positional) :]
    if extra and parameters.rest is None:
        raise Raised(TypeError)
    unknown = dict(named)
    for name in (*parameters.positional[parameters.positional_only :], *parameters.keyword):
        if name in unknown:
            if name in own:
                raise Raised(TypeError)
            own[name] = unknown.pop(name)
    if unknown and parameters.rest_named is None:
        raise Raised(TypeError)
    for name in (*parameters.positional, *parameters.keyword):
        if name not in own:
            if name not in defaults:
                raise Raised(TypeError)
            own[name] = defaults[name]
    if parameters.rest is not None:
        own[parameters.rest] = Items(tuple, list(extra), now)
    if parameters.rest_named is not None:
        own[parameters.rest_named] = Entries(unknown, now)
    return own
