"""From pyRDDLGym's syntax trees to `lifted`: names resolved, every operator one of ours.

What cannot be had is refused by name, with the place where it stands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from introplan.errors import ModelError, did_you_mean
from introplan.factored.expressions import Operator
from introplan.interop.rddl.lifted import (
    Aggregate,
    Best,
    Call,
    Choose,
    Coin,
    Die,
    FluentInfo,
    Lifted,
    Number,
    Parameter,
    Use,
)

BINARY = {
    "^": Operator.AND,
    "&": Operator.AND,
    "|": Operator.OR,
    "+": Operator.ADD,
    "-": Operator.SUBTRACT,
    "*": Operator.MULTIPLY,
    "/": Operator.DIVIDE,
    "==": Operator.EQUAL,
    "<=>": Operator.EQUAL,
    "<": Operator.LESS,
    "<=": Operator.LESS_OR_EQUAL,
}

FUNCTIONS = {
    "min": Operator.MINIMUM,
    "max": Operator.MAXIMUM,
    "pow": Operator.POWER,
    "mod": Operator.MODULO,
    "fmod": Operator.MODULO,
    "abs": Operator.ABSOLUTE,
    "sgn": Operator.SIGN,
    "floor": Operator.FLOOR,
    "ceil": Operator.CEILING,
    "round": Operator.ROUND,
    "sqrt": Operator.SQUARE_ROOT,
    "exp": Operator.EXPONENTIAL,
    "ln": Operator.LOGARITHM,
}

AGGREGATES: Mapping[str, Operator | Best] = {
    "sum": Operator.ADD,
    "prod": Operator.MULTIPLY,
    "minimum": Operator.MINIMUM,
    "maximum": Operator.MAXIMUM,
    "exists": Operator.OR,
    "forall": Operator.AND,
    "argmax": Best.LARGEST,
    "argmin": Best.SMALLEST,
}

CHAINED = frozenset({"^", "&", "|", "+", "*"})
"""Operators of which long chains are written; they are taken apart in a loop."""

SWAPPED = {">": Operator.LESS, ">=": Operator.LESS_OR_EQUAL}


class Translator:
    """Translates the expressions of one domain with the objects of an instance."""

    def __init__(
        self,
        fluents: Mapping[str, FluentInfo],
        objects: Mapping[str, tuple[str, ...]],
    ) -> None:
        self.fluents = fluents
        self.objects = objects
        self.where = ""
        self.scope: dict[str, str] = {}
        self._place_of = {
            name: place for names in objects.values() for place, name in enumerate(names)
        }

    def expression(
        self, tree: Any, where: str, parameters: Iterable[tuple[str, str]] = ()
    ) -> Lifted:
        """An expression; `where` says in messages what it belongs to."""
        self.where = where
        self.scope = dict(parameters)
        return self._translated(tree)

    def _refused(self, message: str) -> ModelError:
        return ModelError(f"{self.where}: {message}")

    def _translated(self, tree: Any) -> Lifted:
        kind, name = tree.etype
        readers: dict[str, Callable[[Any, str], Lifted]] = {
            "constant": self._constant,
            "pvar": self._named,
            "arithmetic": self._operated,
            "boolean": self._operated,
            "relational": self._operated,
            "func": self._function,
            "aggregation": self._aggregate,
            "control": self._control,
            "randomvar": self._drawn,
        }
        reader = readers.get(kind)
        if reader is None:
            raise self._refused(f"{_KINDS.get(kind, kind)} {name} is not supported")
        return reader(tree, name)

    def _constant(self, tree: Any, name: str) -> Lifted:
        return Number(float(tree.args))

    def _named(self, tree: Any, name: str) -> Lifted:
        written, arguments = tree.args
        if written.startswith("?"):
            return self._parameter(written)
        plain = written.removeprefix("@")
        base = written.removesuffix("'")
        if not arguments and base not in self.fluents and plain in self._place_of:
            return Number(float(self._place_of[plain]))
        if written.startswith("@"):
            raise self._refused(f"there is no object {written}")
        fluent = self.fluents.get(base)
        if fluent is None:
            hint = did_you_mean(base, self.fluents)
            raise self._refused(f"there is no fluent {base}{hint}")
        given = tuple(self._argument(argument) for argument in arguments or ())
        if len(given) != len(fluent.types):
            count = f"{len(fluent.types)} arguments, got {len(given)}"
            raise self._refused(f"{base} has {count}")
        return Use(base, given, is_next=written.endswith("'"))

    def _parameter(self, name: str) -> Lifted:
        if name not in self.scope:
            raise self._refused(f"the parameter {name} is not bound here")
        return Parameter(name)

    def _argument(self, argument: Any) -> Lifted:
        if not isinstance(argument, str):
            return self._translated(argument)
        if argument.startswith("?"):
            return self._parameter(argument)
        plain = argument.removeprefix("@")
        if plain not in self._place_of:
            raise self._refused(f"there is no object {argument}")
        return Number(float(self._place_of[plain]))

    def _operated(self, tree: Any, name: str) -> Lifted:
        if name in CHAINED:
            chain = [self._translated(part) for part in _chain(tree, name)]
            return chain[0] if len(chain) == 1 else Call(BINARY[name], tuple(chain))
        arguments = tuple(self._translated(part) for part in tree.args)
        if len(arguments) == 1:
            operator = Operator.NOT if name == "~" else Operator.NEGATE
            return Call(operator, arguments)
        left, right = arguments
        if name in SWAPPED:
            return Call(SWAPPED[name], (right, left))
        if name in ("~=", "~"):
            return Call(Operator.NOT, (Call(Operator.EQUAL, arguments),))
        if name == "=>":
            return Call(Operator.OR, (Call(Operator.NOT, (left,)), right))
        return Call(BINARY[name], arguments)

    def _function(self, tree: Any, name: str) -> Lifted:
        arguments = tuple(self._translated(part) for part in tree.args)
        if name == "div":
            return Call(Operator.FLOOR, (Call(Operator.DIVIDE, arguments),))
        if name == "log":
            over, base = (Call(Operator.LOGARITHM, (one,)) for one in arguments)
            return Call(Operator.DIVIDE, (over, base))
        if name not in FUNCTIONS:
            raise self._refused(
                f"the function {name} is not supported; there is {', '.join(sorted(FUNCTIONS))}"
            )
        return Call(FUNCTIONS[name], arguments)

    def _aggregate(self, tree: Any, name: str) -> Lifted:
        *typed, tree_of_body = tree.args
        parameters = self._typed(typed)
        body = self._within(parameters, tree_of_body)
        if name == "avg":
            count = 1
            for _, kind in parameters:
                count *= len(self.objects[kind])
            whole = Aggregate(Operator.ADD, parameters, body)
            return Call(Operator.DIVIDE, (whole, Number(float(count))))
        operator = AGGREGATES[name]
        if isinstance(body, Aggregate) and body.operator is operator in NESTING:
            inner = {one for one, _ in body.parameters}
            if inner.isdisjoint(one for one, _ in parameters):  # one join instead of two
                return Aggregate(operator, parameters + body.parameters, body.body)
        return Aggregate(operator, parameters, body)

    def _typed(self, typed: Iterable[Any]) -> tuple[tuple[str, str], ...]:
        """Parameters with their types."""
        found = tuple((name, kind) for _, (name, kind) in typed)
        for _, kind in found:
            if kind not in self.objects:
                hint = did_you_mean(kind, self.objects)
                raise self._refused(f"there is no type {kind} with objects{hint}")
        return found

    def _within(self, parameters: Iterable[tuple[str, str]], tree: Any) -> Lifted:
        outer = self.scope
        self.scope = outer | dict(parameters)
        translated = self._translated(tree)
        self.scope = outer
        return translated

    def _control(self, tree: Any, name: str) -> Lifted:
        if name == "if":
            condition, then, otherwise = (self._translated(part) for part in tree.args)
            return Choose(condition, then, otherwise)
        subject, *cases = tree.args
        asked = self._translated(subject)
        defaults = [body for word, body in cases if word == "default"]
        named = [entry for word, entry in cases if word == "case"]
        found = self._translated(defaults[0]) if defaults else None
        for label, body in reversed(named):
            value = self._translated(body)
            is_it = Call(Operator.EQUAL, (asked, self._label(label)))
            found = value if found is None else Choose(is_it, value, found)
        assert found is not None, "a switch has cases"
        return found

    def _label(self, label: Any) -> Lifted:
        return self._argument(label) if isinstance(label, str) else self._translated(label)

    def _drawn(self, tree: Any, name: str) -> Lifted:
        if name == "Bernoulli":
            return Coin(self._translated(tree.args[0]))
        if name in ("KronDelta", "DiracDelta"):
            return self._translated(tree.args[0])
        if name in ("Discrete", "UnnormDiscrete"):
            return self._die(tree.args, is_normal=name == "Discrete")
        if name in ("Discrete(p)", "UnnormDiscrete(p)"):
            typed, (weight,) = tree.args[:-1], tree.args[-1]
            (parameter, *others) = self._typed(typed)
            if others:
                raise self._refused("a Discrete over several parameters is not supported")
            body = self._within([parameter], weight)
            values = tuple(range(len(self.objects[parameter[1]])))
            return Die(values, (body,), parameter[0], is_normal=name == "Discrete(p)")
        raise self._refused(
            f"draws from {name} are not supported; what can be drawn is Bernoulli and Discrete, "
            "which have few values"
        )

    def _die(self, arguments: Sequence[Any], *, is_normal: bool) -> Lifted:
        (_, kind), *cases = arguments
        if kind not in self.objects:
            raise self._refused(f"there is no type {kind} with objects")
        values, weights = [], list[Lifted]()
        for _, (label, weight) in cases:
            value = self._argument(label)
            if not isinstance(value, Number) or isinstance(weight, str):
                raise self._refused(f"each case of Discrete({kind}, ...) needs a probability")
            values.append(int(value.value))
            weights.append(self._translated(weight))
        return Die(tuple(values), tuple(weights), None, is_normal)


NESTING = frozenset({Operator.ADD, Operator.MULTIPLY, Operator.AND, Operator.OR})

_KINDS = {
    "pyfunc": "the Python function",
    "matrix": "the matrix function",
    "randomvector": "the draw of vectors",
}


def _chain(tree: Any, name: str) -> list[Any]:
    """The parts of a chain such as a + b + c, without recursion."""
    found, pending = [], [tree]
    while pending:
        part = pending.pop()
        if part.etype[0] in ("arithmetic", "boolean") and part.etype[1] == name:
            pending.extend(reversed(part.args))
        else:
            found.append(part)
    return found
