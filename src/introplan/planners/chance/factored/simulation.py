"""The register code of a factored world as a simulator, and of its conditions."""

from __future__ import annotations

from dataclasses import dataclass

from introplan.factored.code import Code, Compiler
from introplan.factored.expressions import Layer, Variable
from introplan.factored.model import FactoredModel, Kind
from introplan.planners.chance.factored.wishes import Term, terms


@dataclass(frozen=True, slots=True)
class Simulation:
    """Code over slots: the state, then the variables of the action."""

    model: FactoredModel
    terms: tuple[Term, ...]
    step: Code
    next: tuple[int, ...]
    paid: tuple[int, ...]
    """The nodes of the terms."""
    conditions: Code
    allowed: tuple[int, ...]
    ends: tuple[int, ...]

    @property
    def is_boolean(self) -> list[bool]:
        """By state variable."""
        return [variable.kind is Kind.BOOLEAN for variable in self.model.state]

    @property
    def start(self) -> list[float]:
        """The state in which an episode begins."""
        return [variable.start for variable in self.model.state]

    @property
    def defaults(self) -> list[float]:
        """The values of the variables of the action if nothing is done."""
        return [variable.start for variable in self.model.actions]


def state_slots(model: FactoredModel, code: Code) -> dict[Variable, int]:
    """The state variables, each in its slot."""
    return {Variable(Layer.STATE, i): code.slot(i) for i in range(len(model.state))}


def action_slots(model: FactoredModel, code: Code) -> dict[Variable, int]:
    """The variables of the action, behind those of the state."""
    first = len(model.state)
    return {Variable(Layer.ACTION, i): code.slot(first + i) for i in range(len(model.actions))}


def can_get_stuck(model: FactoredModel) -> bool:
    """May there be states in which nothing is allowed? Not where doing nothing always is."""
    code = Code()
    binding = state_slots(model, code)
    for place, info in enumerate(model.actions):
        binding[Variable(Layer.ACTION, place)] = code.constant(info.start)
    compiler = Compiler(code, binding)
    for place, (_, expression) in enumerate(model.intermediate):
        binding[Variable(Layer.INTERMEDIATE, place)] = compiler.node(expression)
    return any(code.value(compiler.node(one)) != 1.0 for one in model.preconditions)


def simulation_of(model: FactoredModel) -> Simulation:
    """The code of a model."""
    code, conditions = Code(), Code()
    binding = {**state_slots(model, code), **action_slots(model, code)}
    compiler = Compiler(code, binding)
    for place, (_, expression) in enumerate(model.intermediate):
        binding[Variable(Layer.INTERMEDIATE, place)] = compiler.node(expression)
    following = tuple(compiler.node(expression) for expression in model.next_values)
    for place, node in enumerate(following):
        binding[Variable(Layer.NEXT, place)] = node
    found = terms(model)
    paid = tuple(compiler.node(term.paid) for term in found)
    before = {**state_slots(model, conditions), **action_slots(model, conditions)}
    judge = Compiler(conditions, before)
    for place, (_, expression) in enumerate(model.intermediate):
        before[Variable(Layer.INTERMEDIATE, place)] = judge.node(expression)
    return Simulation(
        model,
        found,
        code,
        following,
        paid,
        conditions,
        allowed=tuple(judge.node(expression) for expression in model.preconditions),
        ends=tuple(judge.node(end.condition) for end in model.ends),
    )
