"""One layer of the relaxed return as register code: every variable with the best action for it.

What a variable becomes is compiled for no action and for each thing that can be done about it,
with the variables of the action as constants: what an action does not touch is the same node. A
variable that its own next value mentions is split on its two values, since the two occurrences
are the same event. Native code (`native/factored_relaxed.cpp`) follows the layers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations

from introplan.factored.code import Code, Compiler, NodeKind
from introplan.factored.expressions import Expression, Layer, Variable, variables
from introplan.factored.model import FactoredModel, Kind
from introplan.planners.chance.factored.simulation import Simulation, state_slots
from introplan.planners.chance.factored.wishes import polarities

MAX_TOGETHER = 6
"""Choices that concern one variable, up to which all combinations of them are tried."""


@dataclass(frozen=True, slots=True)
class RelaxedCode:
    """Code over the slots of the state, and the nodes of what comes next and what is paid."""

    code: Code
    next: tuple[int, ...]
    paid: tuple[int, ...]
    polarity: tuple[int, ...]


def relaxed_code(simulation: Simulation) -> RelaxedCode:
    """The layer of a world."""
    model = simulation.model
    layer = _Layer(model, Code(shares_draws=True))
    layer.binding.update(state_slots(model, layer.code))
    for place, (info, expression) in enumerate(model.intermediate):
        made = layer.best(expression, {})
        if info.kind is Kind.BOOLEAN:
            made = layer.code.node(NodeKind.PROBABILITY, (made,))
        layer.binding[Variable(Layer.INTERMEDIATE, place)] = made
    following = tuple(layer.following(place) for place in range(len(model.state)))
    for place, node in enumerate(following):
        layer.binding[Variable(Layer.NEXT, place)] = node
    paid = tuple(layer.best(term.paid, {}) for term in simulation.terms)
    return RelaxedCode(layer.code, following, paid, polarities(model))


@dataclass(slots=True)
class _Layer:
    model: FactoredModel
    code: Code
    binding: dict[Variable, int] = field(default_factory=dict)

    def following(self, place: int) -> int:
        """The node of the next value of a state variable."""
        info, expression = self.model.state[place], self.model.next_values[place]
        own = Variable(Layer.STATE, place)
        is_boolean = info.kind is Kind.BOOLEAN
        if is_boolean and own in set(variables(expression)):
            parts = [self.best(expression, {own: self.code.constant(v)}) for v in (1.0, 0.0)]
            made = self.code.node(NodeKind.SPLIT, (self.binding[own], *parts))
        else:
            made = self.best(expression, {})
        return self.code.node(NodeKind.PROBABILITY, (made,)) if is_boolean else made

    def best(self, expression: Expression, fixed: dict[Variable, int]) -> int:
        """The node of an expression with the best action for it."""
        mentioned = {v.place for v in variables(expression) if v.layer is Layer.ACTION}
        nodes = []
        for chosen in [(), *self._together(mentioned)]:
            binding = {**self.binding, **fixed}
            for place in mentioned:
                default = self.model.actions[place].start
                binding[Variable(Layer.ACTION, place)] = self.code.constant(default)
            for choice in chosen:
                made = self.model.choices[choice]
                node = self.code.constant(made.value)
                binding[Variable(Layer.ACTION, made.place)] = node
            nodes.append(Compiler(self.code, binding).node(expression))
        return self.code.node(NodeKind.BEST, nodes)

    def _together(self, places: set[int]) -> Iterator[tuple[int, ...]]:
        choices = [i for i, one in enumerate(self.model.choices) if one.place in places]
        most = self.model.concurrency if len(choices) <= MAX_TOGETHER else 1
        for size in range(1, most + 1):
            found = False
            for chosen in combinations(choices, size):
                if len({self.model.choices[i].place for i in chosen}) == size:
                    found = True
                    yield chosen
            if not found:
                return
