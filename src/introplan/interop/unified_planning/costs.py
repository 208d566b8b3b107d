"""What actions cost: expressions over numbers that never change, worked out beforehand.

Our schemas add up numbers and functions of objects. A sum of those goes over as it is; anything
else (a product, a difference) becomes a function of its own, with a value for all objects that
the parameters in it can be.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from unified_planning.model import Action, Fluent, FNode, Problem
from unified_planning.model.metrics import MinimizeActionCosts
from unified_planning.model.operators import OperatorKind

from introplan.interop.unified_planning.expressions import Names, Scope, UnsupportedError, term_of
from introplan.relational.action import CostTerm, FunctionTerm
from introplan.relational.domain import Signature
from introplan.relational.formula import Variable

Values = Mapping[Any, Any]


@dataclass(slots=True)
class Prices:
    """The functions that costs speak of, and their values."""

    problem: Problem
    names: Names
    functions: dict[Fluent, Signature] = field(default_factory=dict)
    own: list[Signature] = field(default_factory=list)
    values: dict[FunctionTerm, float] = field(default_factory=dict)

    @property
    def signatures(self) -> tuple[Signature, ...]:
        """All functions."""
        return (*self.functions.values(), *self.own)

    def terms(self, metric: MinimizeActionCosts, action: Action, scope: Scope) -> list[CostTerm]:
        """The cost of an action as terms to add up; an action without a cost costs nothing."""
        cost = metric.get_action_cost(action)
        return [0.0] if cost is None else list(self._terms(cost, action, scope))

    def _terms(self, cost: FNode, action: Action, scope: Scope) -> Iterator[CostTerm]:
        if cost.is_constant():
            yield float(cost.constant_value())
        elif cost.is_plus():
            for part in cost.args:
                yield from self._terms(part, action, scope)
        elif cost.is_fluent_exp() and cost.fluent().signature:
            yield self._looked_up(cost, scope)
        else:
            yield self._worked_out(cost, action, scope)

    def _looked_up(self, cost: FNode, scope: Scope) -> FunctionTerm:
        """A function of the problem, applied to terms."""
        signature = self._function(cost.fluent(), scope)
        return FunctionTerm(signature.name, tuple(term_of(part, scope) for part in cost.args))

    def _function(self, fluent: Fluent, scope: Scope) -> Signature:
        if fluent not in self.functions:
            parameters = scope.within(*fluent.signature).variables
            declared = tuple(parameters[p] for p in fluent.signature)
            self.functions[fluent] = Signature(self.names.give(fluent.name), declared)
            for objects in product(*(self.problem.objects(p.type) for p in fluent.signature)):
                terms = tuple(scope.constants[o] for o in objects)
                key = FunctionTerm(self.functions[fluent].name, terms)
                self.values[key] = self._value(fluent(*objects), {})
        return self.functions[fluent]

    def _worked_out(self, cost: FNode, action: Action, scope: Scope) -> FunctionTerm:
        """A function of its own for an expression."""
        used = _parameters(cost)
        parameters = [p for p in action.parameters if p in used]
        variables: tuple[Variable, ...] = tuple(scope.variables[p] for p in parameters)
        name = self.names.give(f"cost-of-{action.name}")
        self.own.append(Signature(name, variables))
        for objects in product(*(self.problem.objects(p.type) for p in parameters)):
            key = FunctionTerm(name, tuple(scope.constants[o] for o in objects))
            self.values[key] = self._value(cost, dict(zip(parameters, objects, strict=True)))
        return FunctionTerm(name, variables)

    def _value(self, node: FNode, given: Values) -> float:
        """The value of an expression for these objects; it never changes."""
        if node.is_constant():
            return float(node.constant_value())
        if node.is_fluent_exp():
            arguments = [_object(part, given) for part in node.args]
            return float(self.problem.initial_value(node.fluent()(*arguments)).constant_value())
        parts = [self._value(part, given) for part in node.args]
        match node.node_type:
            case OperatorKind.PLUS:
                return sum(parts)
            case OperatorKind.MINUS:
                return parts[0] - parts[1]
            case OperatorKind.TIMES:
                return _product(parts)
            case OperatorKind.DIV:
                return parts[0] / parts[1]
            case other:
                raise UnsupportedError(f"{other.name.lower()} in a cost: {node}")


def _object(node: FNode, given: Values) -> Any:
    if node.is_parameter_exp():
        return given[node.parameter()]
    if node.is_object_exp():
        return node.object()
    raise UnsupportedError(f"{node} in a cost, where an object is expected")


def _parameters(node: FNode) -> set[Any]:
    if node.is_parameter_exp():
        return {node.parameter()}
    return {parameter for part in node.args for parameter in _parameters(part)}


def _product(parts: list[float]) -> float:
    result = 1.0
    for part in parts:
        result *= part
    return result
