"""From terms to Python functions: what is computed for every state must not be interpreted.

A term becomes one expression of Python source over the tuple of a state's variables; terms that
occur more than once are computed once (common subexpressions; Cocke 1970). Terms are total (see
`term.py`), so the order of computation does not matter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from introplan.symbolic.terms.term import (
    FUNCTIONS,
    MISSING,
    And,
    AtMost,
    Call,
    Choose,
    Const,
    Equal,
    Linear,
    Lookup,
    Not,
    Or,
    Term,
    Var,
    children,
    remembered,
    variables,
    walk,
)

Values = tuple[Any, ...]
_INFIX = frozenset({"*", "+", "-", "&", "|", "^", "<", "<="})


def compiled(terms: Sequence[Term], order: Sequence[Var]) -> Callable[[Values], Values]:
    """A function from the values of the variables in `order` to the values of `terms`."""
    writer = _Writer(terms, order)
    answers = "".join(f"{writer.text(term)}, " for term in terms)
    body = "".join(f"    {line}\n" for line in writer.lines)
    return _function(f"def f(s):\n{body}    return ({answers})\n", writer.names)


def compiled_one(term: Term, order: Sequence[Var]) -> Callable[[Values], Any]:
    """A function from the values of the variables in `order` to the value of one term."""
    places = {var: place for place, var in enumerate(order)}
    known, key = _functions_of(term), tuple(places[var] for var in variables(term))
    if key not in known:
        known[key] = _compiled_one(term, order)
    return known[key]


@remembered
def _functions_of(term: Term) -> dict[tuple[int, ...], Callable[[Values], Any]]:
    """The functions made of a term so far, by the places of its variables.

    Constants outlive every analysis, and have no variables: one function is enough for all.
    """
    return {}


def _compiled_one(term: Term, order: Sequence[Var]) -> Callable[[Values], Any]:
    writer = _Writer([term], order)
    answer = writer.text(term)
    body = "".join(f"    {line}\n" for line in writer.lines)
    return _function(f"def f(s):\n{body}    return {answer}\n", writer.names)


MAX_EXPRESSION_DEPTH = 40
"""Terms that are nested more deeply are computed in several lines; Python's parser has a limit."""

MAX_LITERAL_BITS = 1_000
"""Whole numbers with more are not written out: Python refuses to, from some thousand digits on."""


def _function(source: str, names: dict[str, Any]) -> Callable[[Values], Any]:
    exec(compile(source, "<derived from the model>", "exec"), names)
    function: Callable[[Values], Any] = names["f"]
    return function


class _Writer:
    """Source text in the making."""

    def __init__(self, terms: Sequence[Term], order: Sequence[Var]) -> None:
        self.names: dict[str, Any] = {"_f": FUNCTIONS, "_div": FUNCTIONS["//"]}
        self.names["_mod"] = FUNCTIONS["%"]
        self.lines: list[str] = []
        self.places = {var: f"s[{position}]" for position, var in enumerate(order)}
        self.known: dict[Term, str] = {}
        nodes = list(walk(*terms))
        uses = Counter(child for parent in nodes for child in children(parent))
        depth: dict[Term, int] = {}
        for term in nodes:
            text = self._source(term)
            depth[term] = 1 + max((depth[child] for child in children(term)), default=0)
            is_shared = uses[term] > 1 and not isinstance(term, Var | Const)
            if is_shared or depth[term] > MAX_EXPRESSION_DEPTH:
                name = f"t{len(self.lines)}"
                self.lines.append(f"{name} = {text}")
                text, depth[term] = name, 0
            self.known[term] = text

    def text(self, term: Term) -> str:
        """The source of a term whose children have been seen."""
        return self.known[term]

    def _source(self, term: Term) -> str:  # noqa: C901 - one case per kind
        match term:
            case Const(value):
                return self._constant(value)
            case Var():
                return self.places[term]
            case Linear(constant, parts):
                return self._sum(constant, parts)
            case Call(function, arguments):
                return self._call(function, [self.text(a) for a in arguments])
            case Lookup(table, keys):
                return self._lookup(table, [self.text(key) for key in keys])
            case Choose(test, then, other):
                return f"({self.text(then)} if {self.text(test)} else {self.text(other)})"
            case AtMost(form, bound):
                return f"({self.text(form)} <= {self._constant(bound)})"
            case Equal(left, right):
                return f"({self.text(left)} == {self.text(right)})"
            case Not(child):
                return f"(not {self.text(child)})"
            case And(parts):
                return f"({' and '.join(map(self.text, parts))})"
            case Or(parts):
                return f"({' or '.join(map(self.text, parts))})"

    def _constant(self, value: Any) -> str:
        if type(value) is bool or (type(value) is int and value.bit_length() <= MAX_LITERAL_BITS):
            return f"({value})"
        return self._named("c", value)

    def _named(self, letter: str, value: Any) -> str:
        name = f"{letter}{len(self.names)}"
        self.names[name] = value
        return name

    def _sum(self, constant: int, parts: tuple[tuple[Term, int], ...]) -> str:
        pieces = [self._weighted(part, weight) for part, weight in parts]
        if constant:
            pieces.append(self._constant(constant))
        return f"({' + '.join(pieces)})"

    def _weighted(self, part: Term, weight: int) -> str:
        return self.text(part) if weight == 1 else f"{self._constant(weight)}*{self.text(part)}"

    def _call(self, function: str, arguments: list[str]) -> str:
        if function in _INFIX:
            return f"({f' {function} '.join(arguments)})"
        if function in ("//", "%"):
            name = "_div" if function == "//" else "_mod"
            return f"{name}({', '.join(arguments)})"
        if function in ("abs", "min", "max", "float"):
            return f"{function}({', '.join(arguments)})"
        return f"_f[{function!r}]({', '.join(arguments)})"

    def _lookup(self, table: Any, keys: list[str]) -> str:
        key = keys[0] if len(keys) == 1 else f"({', '.join(keys)})"
        if (
            type(table.default) is bool
            and not table.default
            and set(table.values) == {True, False}
        ):
            members = frozenset(k for k, v in table.entries.items() if v)
            return f"({key} in {self._named('m', members)})"
        default = table.values[0] if table.default is MISSING else table.default
        get = self._named("g", table.entries.get)
        return f"{get}({key}, {self._constant(default)})"
