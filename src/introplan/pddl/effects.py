"""Effects: `and`, `not`, `forall`, `when`, `increase` and its kin, nested, in one flat form.

Literals that share the variables and conditions around them form a branch. The branch with
neither is the action's plain adds and deletes; each other one is a conditional effect. What is
`probabilistic` is drawn, and has effects in the same form for each way it can come out.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from math import fsum

from introplan.pddl.expressions import (
    TOTAL_COST,
    Scope,
    read_expression,
    read_function,
    read_number,
)
from introplan.pddl.formulas import arguments, read_condition, read_literal
from introplan.pddl.reader import (
    Group,
    Node,
    Source,
    Word,
    as_group,
    as_word,
    headed,
    is_empty,
    lower,
    shown,
)
from introplan.pddl.vocabulary import Variables, Vocabulary, read_variables
from introplan.relational.action import Branch, Chance, ConditionalEffect, CostTerm
from introplan.relational.arithmetic import EFFECTS, INCREASE
from introplan.relational.chance import ROUNDING
from introplan.relational.formula import TRUE, Formula, Literal, Variable, conjunction
from introplan.relational.numbers import NumericEffect

AN_EFFECT = "an effect such as (p ?x), (not (p ?x)), (and ...), (forall ...) or (when ...)"
A_CHANCE = "(probabilistic 0.8 EFFECT 0.2 EFFECT)"

_FRACTION = re.compile(r"([0-9]{1,15})/([0-9]{1,15})")


@dataclass(frozen=True, slots=True)
class Effects:
    """What an action adds, deletes, does under conditions, and costs."""

    adds: tuple[Literal, ...] = ()
    deletes: tuple[Literal, ...] = ()
    conditional: tuple[ConditionalEffect, ...] = ()
    cost: tuple[CostTerm, ...] = ()
    numeric: tuple[NumericEffect, ...] = ()
    chances: tuple[Chance, ...] = ()


@dataclass(slots=True)
class _Branch:
    """The literals found so far below the same `forall`s and `when`s."""

    scope: Mapping[str, Variable]
    variables: tuple[Variable, ...] = ()
    conditions: tuple[Formula, ...] = ()
    adds: dict[Literal, None] = field(default_factory=dict)
    deletes: dict[Literal, None] = field(default_factory=dict)
    numeric: list[NumericEffect] = field(default_factory=list)

    @property
    def is_plain(self) -> bool:
        return not self.variables and not self.conditions

    @property
    def is_empty(self) -> bool:
        return not (self.adds or self.deletes or self.numeric)


@dataclass(slots=True)
class _Found:
    vocabulary: Vocabulary
    branches: list[_Branch]
    cost: list[CostTerm] = field(default_factory=list)
    chances: list[Chance] = field(default_factory=list)

    def conditional(self) -> tuple[ConditionalEffect, ...]:
        """The effects of all branches but the plain one."""
        return tuple(_effect_of(b) for b in self.branches[1:] if not b.is_empty)


def read_effects(node: Node, vocabulary: Vocabulary, variables: Variables) -> Effects:
    """The effects of an action with the parameters `variables`; `()` is none."""
    plain = _Branch(variables)
    found = _Found(vocabulary, [plain])
    if not is_empty(node):
        _collect(node, plain, found)
    return Effects(
        tuple(plain.adds),
        tuple(plain.deletes),
        found.conditional(),
        tuple(found.cost),
        tuple(plain.numeric),
        tuple(found.chances),
    )


def _effect_of(branch: _Branch) -> ConditionalEffect:
    return ConditionalEffect(
        branch.variables,
        _condition_of(branch),
        tuple(branch.adds),
        tuple(branch.deletes),
        tuple(branch.numeric),
    )


def _condition_of(branch: _Branch) -> Formula:
    return conjunction(*branch.conditions) if branch.conditions else TRUE


def _collect(node: Node, branch: _Branch, found: _Found) -> None:
    """Put the literals of `node` into `branch`, or into new branches below it."""
    group, head = headed(node, found.vocabulary.source, expected=AN_EFFECT)
    match head.text:
        case "and":
            for child in group.items[1:]:
                _collect(child, branch, found)
        case "not":
            (child,) = arguments(group, found.vocabulary, 1, "(not (p ?x))")
            branch.deletes[_literal(child, branch, found)] = None
        case "when":
            _collect_when(group, branch, found)
        case "forall":
            _collect_forall(group, branch, found)
        case "probabilistic" if head.text not in found.vocabulary.predicates:
            _collect_chance(group, branch, found)
        case word if word in EFFECTS and word not in found.vocabulary.predicates:
            _collect_numeric(group, branch, found)
        case _:
            branch.adds[_literal(group, branch, found)] = None


def _collect_when(group: Group, branch: _Branch, found: _Found) -> None:
    given, then = arguments(group, found.vocabulary, 2, "(when FORMULA EFFECT)")
    condition = read_condition(given, found.vocabulary, Scope(branch.scope))
    conditions = branch.conditions if condition == TRUE else (*branch.conditions, condition)
    _collect(then, _below(_Branch(branch.scope, branch.variables, conditions), found), found)


def _collect_forall(group: Group, branch: _Branch, found: _Found) -> None:
    usage = "(forall (?x - type ...) EFFECT)"
    listed, child = arguments(group, found.vocabulary, 2, usage)
    vocabulary = found.vocabulary
    nodes = as_group(listed, vocabulary.source, expected=usage).items
    scope, variables = dict(branch.scope), branch.variables
    taken = {v.name for v in (*found.branches[0].scope.values(), *variables)}
    for variable in read_variables(nodes, vocabulary.types, vocabulary.source):
        own = _renamed(variable, taken, vocabulary.source.text)
        scope[variable.name] = own
        variables = (*variables, own)
    _collect(child, _below(_Branch(scope, variables, branch.conditions), found), found)


def _collect_chance(group: Group, branch: _Branch, found: _Found) -> None:
    """`(probabilistic 0.8 EFFECT 0.1 EFFECT)`: one of them, or nothing, is drawn."""
    source = found.vocabulary.source
    nodes = group.items[1:]
    if len(nodes) % 2:
        problem = f"a probability or an effect is missing; write {A_CHANCE}"
        raise source.error(problem, group.offset)
    branches = tuple(
        _drawn(_probability(p, source), effect, branch, found)
        for p, effect in zip(nodes[::2], nodes[1::2], strict=True)
    )
    total = fsum(b.probability for b in branches)
    if total > 1 + ROUNDING:
        problem = f"these probabilities add up to {total:.6g}, which is more than 1"
        raise source.error(problem, group.offset)
    if any(b.probability for b in branches):
        found.chances.append(Chance(branch.variables, _condition_of(branch), branches))


def _probability(node: Node, source: Source) -> float:
    """A number from 0 to 1, also as a fraction such as 1/3."""
    word = as_word(node, source, expected="a probability such as 0.8 or 4/5")
    fraction = _FRACTION.fullmatch(word.text)
    if fraction is not None and int(fraction[2]):
        value = int(fraction[1]) / int(fraction[2])
    else:
        value = read_number(node, source)
    if not 0 <= value <= 1:
        problem = f"{shown(word.text)} is no probability; write a number from 0 to 1"
        raise source.error(problem, word.offset)
    return float(value)


def _drawn(probability: float, node: Node, branch: _Branch, found: _Found) -> Branch:
    """One way in which a draw can come out, read on its own."""
    plain = _Branch({**found.branches[0].scope, **branch.scope})
    inner = _Found(found.vocabulary, [plain])
    if not is_empty(node):
        _collect(node, plain, inner)
    if inner.cost:
        problem = "a cost under 'probabilistic'; write (increase (total-cost) N) outside"
        raise found.vocabulary.source.error(
            problem, as_group(node, found.vocabulary.source, expected=AN_EFFECT).offset
        )
    own = () if plain.is_empty else (_effect_of(plain),)
    return Branch(probability, (*own, *inner.conditional()), tuple(inner.chances))


def _below(branch: _Branch, found: _Found) -> _Branch:
    """`branch` as one more branch, or the plain one if it is as plain."""
    if branch.is_plain:
        return found.branches[0]
    found.branches.append(branch)
    return branch


def _renamed(variable: Variable, taken: Collection[str], text: str) -> Variable:
    """`variable` under a new name if it hides another: flat effects have one level of names."""
    if variable.name not in taken:
        return variable
    number, words = 2, lower(text)
    while f"?{variable.name}-{number}" in words or f"{variable.name}-{number}" in taken:
        number += 1
    return replace(variable, name=f"{variable.name}-{number}")


def _literal(node: Node, branch: _Branch, found: _Found) -> Literal:
    source = found.vocabulary.source
    group, head = headed(node, source, expected="a literal such as (p ?x)")
    if head.text == "=":
        problem = "an effect cannot make things equal; change a declared predicate"
        if not all(isinstance(n, Word) for n in group.items):
            problem = "'=' is no effect; write (assign (fuel ?t) 5) or (increase (fuel ?t) 1)"
        raise source.error(problem, group.offset)
    literal = read_literal(group, found.vocabulary, Scope(branch.scope))
    if head.text in found.vocabulary.derived:
        problem = f"{shown(head.text)} is derived; no action can change it"
        raise source.error(problem, head.offset)
    return literal


def _collect_numeric(group: Group, branch: _Branch, found: _Found) -> None:
    """A change of a number; of `total-cost`, what the action costs."""
    vocabulary = found.vocabulary
    source = vocabulary.source
    _, head = headed(group, source, expected=AN_EFFECT)
    target, amount = arguments(group, vocabulary, 2, f"({head.text} (fuel ?t) EXPRESSION)")
    call, name = headed(target, source, expected="a function such as (fuel ?t)")
    scope = Scope(branch.scope)
    if name.text != TOTAL_COST:
        function = read_function(call, vocabulary, scope)
        change = read_expression(amount, vocabulary, scope)
        branch.numeric.append(NumericEffect(head.text, function, change))
        return
    if head.text != INCREASE:
        problem = f"total-cost cannot {head.text}; write (increase (total-cost) N)"
        raise source.error(problem, group.offset)
    if not branch.is_plain:
        problem = "a cost under 'forall' or 'when'; write (increase (total-cost) N) outside"
        raise source.error(problem, group.offset)
    found.cost.append(read_expression(amount, vocabulary, scope))
