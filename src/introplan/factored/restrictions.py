"""What preconditions say of joint actions in every state: what is never done, how much at once.

Domains allow any number of actions at once and take it back in preconditions, such as "the sum of
these is at most 1". Read off them are action variables that must keep their defaults, and bounds
on how many choices go together; nothing that is allowed is lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from introplan.factored.expressions import (
    Apply,
    Bernoulli,
    Constant,
    Expression,
    IfElse,
    Layer,
    Operator,
    Variable,
)
from introplan.factored.model import ActionValue, Kind, VariableInfo

MAX_PAIRED = 64
"""Action variables in a set whose pairs are listed: larger ones are sets of their own."""


@dataclass(frozen=True, slots=True)
class AtMost:
    """No more than `count` of these action variables are chosen at once."""

    places: frozenset[int]
    count: int


def never_chosen(
    preconditions: Iterable[Expression], actions: Sequence[VariableInfo]
) -> dict[int, float]:
    """Action variables that have one value wherever anything is allowed: their defaults."""
    found = {}
    for condition in preconditions:
        for part in _conjuncts(condition):
            chosen = _chosen_in(part, actions, wanted=False)
            if chosen is not None:
                found[chosen] = actions[chosen].start
    return found


def most_at_once(
    preconditions: Iterable[Expression],
    actions: Sequence[VariableInfo],
    choices: Sequence[ActionValue],
) -> int:
    """A bound on how many choices a joint action has that is allowed anywhere."""
    limits = [
        limit
        for condition in preconditions
        for part in _conjuncts(condition)
        for limit in _limits(part, actions)
    ]
    places = dict.fromkeys(choice.place for choice in choices)
    cliques = _cliques(list(places), [limit.places for limit in limits if limit.count == 1])
    most = len(cliques)
    for limit in sorted(limits, key=lambda one: (-len(one.places), one.count)):
        inside = [clique for clique in cliques if clique <= limit.places]
        if len(inside) > limit.count:
            most -= len(inside) - limit.count
            cliques = [clique for clique in cliques if clique not in inside]
    return most


def _conjuncts(condition: Expression) -> Iterator[Expression]:
    if isinstance(condition, Apply) and condition.operator is Operator.AND:
        for part in condition.arguments:
            yield from _conjuncts(part)
    else:
        yield condition


def _limits(condition: Expression, actions: Sequence[VariableInfo]) -> Iterator[AtMost]:
    """What one condition says of how many are chosen."""
    match condition:
        case Apply(Operator.LESS_OR_EQUAL | Operator.EQUAL, (Apply(Operator.ADD, terms), bound)):
            if isinstance(bound, Constant):
                yield from _of_sum(terms, bound.value, actions)
        case Apply(Operator.LESS, (Apply(Operator.ADD, terms), bound)):
            if isinstance(bound, Constant):
                yield from _of_sum(terms, bound.value, actions, is_strict=True)
        case Apply(Operator.NOT, (Apply(Operator.AND, parts),)):
            chosen = [_chosen_in(part, actions, wanted=True) for part in parts]
            yield from _not_all(chosen)
        case Apply(Operator.OR, parts):
            chosen = [_chosen_in(part, actions, wanted=False) for part in parts]
            yield from _not_all(chosen)


def _not_all(chosen: list[int | None]) -> Iterator[AtMost]:
    """Not all of them at once, if each part says that one is chosen."""
    places = frozenset(place for place in chosen if place is not None)
    if len(places) == len(chosen) > 1:
        yield AtMost(places, len(chosen) - 1)


def _of_sum(
    terms: Sequence[Expression],
    bound: float,
    actions: Sequence[VariableInfo],
    *,
    is_strict: bool = False,
) -> Iterator[AtMost]:
    """What a bound on a sum of terms that are not negative says of the choices among them."""
    weights: dict[int, float] = {}
    for term in terms:
        if isinstance(term, Constant):
            bound -= term.value
            continue
        weight, part = _weighed(term)
        if weight < 0 or not _is_boolean(part, actions):
            return
        place = _chosen_in(part, actions, wanted=True)
        if place is not None and weight > 0:
            weights[place] = weights.get(place, 0.0) + weight
    count = _fitting(list(weights.values()), bound, is_strict=is_strict)
    if count < len(weights):
        yield AtMost(frozenset(weights), count)


def _weighed(term: Expression) -> tuple[float, Expression]:
    """A term as a factor and the rest."""
    match term:
        case Apply(Operator.MULTIPLY, (Constant(factor), part)):
            return factor, part
        case _:
            return 1.0, term


def _fitting(weights: list[float], bound: float, *, is_strict: bool) -> int:
    """How many of these have a sum within the bound, the lightest first."""
    count, spent = 0, 0.0
    for weight in sorted(weights):
        spent += weight
        if spent > bound or (is_strict and spent == bound):
            break
        count += 1
    return count


def _chosen_in(part: Expression, actions: Sequence[VariableInfo], *, wanted: bool) -> int | None:
    """The action variable that is chosen (or not, unless `wanted`) exactly where `part` holds."""
    holds_if_true = True
    if isinstance(part, Apply) and part.operator is Operator.NOT:
        holds_if_true, part = False, part.arguments[0]
    if not (isinstance(part, Variable) and part.layer is Layer.ACTION):
        return None
    info = actions[part.place]
    if info.kind is not Kind.BOOLEAN:
        return None
    # Chosen means other than the default: with the default false, where the variable is true.
    is_chosen = holds_if_true is (info.start == 0)
    return part.place if is_chosen is wanted else None


def _is_boolean(part: Expression, actions: Sequence[VariableInfo]) -> bool:
    """Is a term 0 or 1 for certain?"""
    match part:
        case Apply(operator, _):
            return operator in (
                Operator.AND,
                Operator.OR,
                Operator.NOT,
                Operator.EQUAL,
                Operator.LESS,
                Operator.LESS_OR_EQUAL,
            )
        case Bernoulli():
            return True
        case IfElse(_, then, otherwise):
            return _is_boolean(then, actions) and _is_boolean(otherwise, actions)
        case Constant(value):
            return value in (0, 1)
        case Variable(Layer.ACTION, place):
            return actions[place].kind is Kind.BOOLEAN
        case _:
            return False


def _cliques(places: list[int], excluding: list[frozenset[int]]) -> list[frozenset[int]]:
    """A partition into sets of which one is chosen at most, made greedily, the largest first."""
    rest, found = dict.fromkeys(places), list[frozenset[int]]()
    for group in sorted(excluding, key=lambda one: (-len(one), min(one, default=0))):
        inside = frozenset(place for place in group if place in rest)
        if len(inside) > 2:  # pairs are put together below
            found.append(inside)
            for place in inside:
                del rest[place]
    pairs = {
        frozenset(pair)
        for group in excluding
        if len(group) <= MAX_PAIRED
        for pair in combinations(group, 2)
    }
    paired = {place for pair in pairs for place in pair}
    for place in (one for one in rest if one in paired):
        for number, clique in enumerate(found):
            if all(frozenset((place, other)) in pairs for other in clique):
                found[number] = clique | {place}
                break
        else:
            found.append(frozenset((place,)))
    return found + [frozenset((place,)) for place in rest if place not in paired]
