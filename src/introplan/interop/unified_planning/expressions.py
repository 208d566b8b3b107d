"""Conditions of unified-planning as our formulas, its names as ours, its costs as cost terms.

Our schemas add up numbers and functions of objects. A cost that is such a sum goes over as it is;
anything else (a product, a difference) becomes a function of its own, worked out beforehand, with
a value for all objects that the parameters in it can be.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any

from unified_planning.model import Action, Fluent, FNode, Object, Problem
from unified_planning.model import Variable as QuantifiedVariable
from unified_planning.model.metrics import MinimizeActionCosts
from unified_planning.model.operators import OperatorKind

from introplan.errors import IntroplanError
from introplan.mdp import as_number
from introplan.pddl.formulas import RESERVED
from introplan.relational.action import CostTerm
from introplan.relational.domain import Signature
from introplan.relational.formula import (
    EQUALS,
    FALSE,
    OBJECT,
    TRUE,
    And,
    Comparison,
    Constant,
    Exists,
    Forall,
    Formula,
    Literal,
    Not,
    Or,
    Predicate,
    Term,
    Variable,
)
from introplan.relational.numbers import Arithmetic, Expression, FunctionTerm


class UnsupportedError(IntroplanError):
    """A problem says something that our language cannot say."""


TAKEN = RESERVED | {OBJECT, "number", "either", "total-cost", "before", "did", "increase"}
"""Words that mean something in model files."""


@dataclass(frozen=True, slots=True)
class Names:
    """Names that every PDDL reader accepts, and that stand for one thing only.

    In unified-planning a name may be anything: `Tray 1.b`, `move-To`, an object called like a
    type. Here a name is lower case and starts with a letter, so a translated task prints as legal
    PDDL, and its plans find their way back.

    >>> names = Names()
    >>> [names.give(n) for n in ("Robot 1.b", "robot-1-b", "ROBOT-1-B", "object", "2nd", "")]
    ['robot-1-b', 'robot-1-b-2', 'robot-1-b-3', 'object-2', 'x2nd', 'x']
    """

    taken: set[str] = field(default_factory=lambda: set(TAKEN))

    def give(self, name: str) -> str:
        """A legal name close to `name` that nothing else has."""
        legal = re.sub(r"[^a-z0-9_-]", "-", name.lower())
        if not re.match("[a-z]", legal):
            legal = f"x{legal}"
        given, number = legal, 2
        while given in self.taken:
            given, number = f"{legal}-{number}", number + 1
        self.taken.add(given)
        return given


@dataclass(frozen=True, slots=True)
class Scope:
    """What the names of a problem stand for at some place.

    Parameters and quantified variables are different things in unified-planning, even with equal
    names; here they get different names.
    """

    predicates: Mapping[Fluent, Predicate]
    constants: Mapping[Object, Constant]
    types: Mapping[Any, str]
    variables: Mapping[Any, Variable]
    functions: Mapping[Fluent, str] = field(default_factory=dict)

    def within(self, *new: Any) -> Scope:
        """The scope below declarations: parameters of an action, or variables of a quantifier."""
        variables = dict(self.variables)
        for declared in new:
            names = Names({v.name for v in variables.values()})
            kind = self.type_name(declared.type)
            variables[declared] = Variable(names.give(declared.name), (kind,))
        return replace(self, variables=variables)

    def type_name(self, kind: Any) -> str:
        """The name of a type of objects."""
        if kind not in self.types:
            raise UnsupportedError(f"a variable of type {kind}; types of objects are supported")
        return self.types[kind]


def formula_of(node: FNode, scope: Scope) -> Formula:
    """The formula that means the same as a condition."""
    parts = node.args
    match node.node_type:
        case OperatorKind.BOOL_CONSTANT:
            return TRUE if node.is_true() else FALSE
        case OperatorKind.AND:
            return And(tuple(formula_of(part, scope) for part in parts))
        case OperatorKind.OR:
            return Or(tuple(formula_of(part, scope) for part in parts))
        case OperatorKind.NOT:
            return Not(formula_of(parts[0], scope))
        case OperatorKind.IMPLIES:
            return Or((Not(formula_of(parts[0], scope)), formula_of(parts[1], scope)))
        case OperatorKind.EXISTS | OperatorKind.FORALL:
            return _quantified(node, scope)
        case OperatorKind.LE | OperatorKind.LT | OperatorKind.EQUALS if not _is_truth(parts[0]):
            return _compared(node, scope)
        case OperatorKind.IFF | OperatorKind.EQUALS:
            return _both_or_neither(formula_of(parts[0], scope), formula_of(parts[1], scope))
        case OperatorKind.FLUENT_EXP:
            return literal_of(node, scope)
        case other:
            raise UnsupportedError(f"{other.name.lower()} in a condition: {node}")


_COMPARISONS = {OperatorKind.LE: "<=", OperatorKind.LT: "<", OperatorKind.EQUALS: "="}
_ARITHMETIC = {
    OperatorKind.PLUS: "+",
    OperatorKind.MINUS: "-",
    OperatorKind.TIMES: "*",
    OperatorKind.DIV: "/",
}


def _is_truth(node: FNode) -> bool:
    return bool(node.type.is_bool_type())


def _compared(node: FNode, scope: Scope) -> Formula:
    """Two objects that are the same, or two numbers compared."""
    kind, parts = node.args[0].type, node.args
    if kind.is_int_type() or kind.is_real_type():
        left, right = (expression_of(part, scope) for part in parts)
        return Comparison(_COMPARISONS[node.node_type], left, right)
    return EQUALS(term_of(parts[0], scope), term_of(parts[1], scope))


def expression_of(node: FNode, scope: Scope) -> Expression:
    """The expression that means the same number."""
    if node.is_constant():
        return as_number(node.constant_value())
    if node.is_fluent_exp():
        return function_of(node, scope)
    word = _ARITHMETIC.get(node.node_type)
    if word is None:
        raise UnsupportedError(f"{node.node_type.name.lower()} in a number: {node}")
    return Arithmetic(word, tuple(expression_of(part, scope) for part in node.args))


def function_of(node: FNode, scope: Scope) -> FunctionTerm:
    """The function that a numeric fluent with its arguments is."""
    name = scope.functions.get(node.fluent())
    if name is None:
        raise UnsupportedError(f"{node} where a number is expected")
    return FunctionTerm(name, tuple(term_of(part, scope) for part in node.args))


def _both_or_neither(left: Formula, right: Formula) -> Formula:
    return Or((And((left, right)), And((Not(left), Not(right)))))


def _quantified(node: FNode, scope: Scope) -> Formula:
    variables: list[QuantifiedVariable] = node.variables()
    inner = scope.within(*variables)
    formula = formula_of(node.args[0], inner)
    for variable in reversed(variables):
        kind = Exists if node.is_exists() else Forall
        formula = kind(inner.variables[variable], formula)
    return formula


def literal_of(node: FNode, scope: Scope) -> Literal:
    """The literal that a Boolean fluent with its arguments is."""
    predicate = scope.predicates.get(node.fluent())
    if predicate is None:
        raise UnsupportedError(f"{node} is not true or false; only Boolean fluents are supported")
    return predicate(*(term_of(part, scope) for part in node.args))


def term_of(node: FNode, scope: Scope) -> Term:
    """The object, parameter or variable that stands somewhere."""
    match node.node_type:
        case OperatorKind.OBJECT_EXP:
            return scope.constants[node.object()]
        case OperatorKind.PARAM_EXP:
            return scope.variables[node.parameter()]
        case OperatorKind.VARIABLE_EXP:
            return scope.variables[node.variable()]
        case _:
            raise UnsupportedError(f"{node} where an object is expected")


Values = Mapping[Any, Any]


@dataclass(slots=True)
class Prices:
    """The functions that costs speak of, and their values."""

    problem: Problem
    names: Names
    functions: dict[Fluent, Signature] = field(default_factory=dict)
    own: list[Signature] = field(default_factory=list)
    values: dict[FunctionTerm, float] = field(default_factory=dict)
    changing: frozenset[Fluent] = frozenset()

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
            if node.fluent() in self.changing:
                raise UnsupportedError(f"a cost that changes: {node}")
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
