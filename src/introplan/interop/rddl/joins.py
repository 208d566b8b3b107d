"""Which objects matter to an aggregation: a join of what it demands of non-fluents.

`exists_{?l, ?k} [ROAD(?l, ?k) ^ at(?l)]` looks at roads and not at pairs of places: where ROAD
does not hold the body adds nothing. Such demands are read off the body, and the parameters are
bound by looking up tables, the most selective one first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from introplan.factored.expressions import Operator
from introplan.interop.rddl.lifted import (
    Aggregate,
    Call,
    Choose,
    Coin,
    Lifted,
    Number,
    Parameter,
    Place,
    Reading,
    Use,
    World,
)

Binding = dict[str, int]

Demand = tuple[Lifted, bool]
"""An expression that depends on objects alone, and whether it must be other than zero."""


@dataclass(frozen=True, slots=True)
class Test:
    """Go on only with bindings that meet a demand."""

    demand: Demand


@dataclass(frozen=True, slots=True)
class Lookup:
    """Bind parameters by the entries of a table: its rows by the values at known positions."""

    known: tuple[Parameter | Number, ...]
    new: tuple[str, ...]
    rows: Mapping[Place, tuple[Place, ...]]


@dataclass(frozen=True, slots=True)
class All:
    """Bind a parameter to every object of its type."""

    name: str
    count: int


Step = Test | Lookup | All


def demands(reading: Reading, aggregate: Aggregate) -> list[Demand]:
    """What must hold of objects for the body to change the value of the aggregation."""
    body = aggregate.body
    match aggregate.operator:
        case Operator.OR | Operator.ADD:
            return _demands(reading, body, wanted=True)
        case Operator.AND:
            return _demands(reading, body, wanted=False)
        case Operator.MULTIPLY:
            return _demands_of_factor(reading, body)
        case _:
            return []


def _demands(reading: Reading, body: Lifted, *, wanted: bool) -> list[Demand]:
    """What follows if `body` is other than zero, or zero."""
    if reading.is_fixed(body):
        return [(body, wanted)]
    match body:
        case Call(Operator.AND | Operator.MULTIPLY, arguments) if wanted:
            return [d for part in arguments for d in _demands(reading, part, wanted=True)]
        case Call(Operator.OR, arguments) if not wanted:
            return [d for part in arguments for d in _demands(reading, part, wanted=False)]
        case Call(Operator.NOT, (part,)):
            return _demands(reading, part, wanted=not wanted)
        case Call(Operator.NEGATE, (part,)) | Coin(part) if wanted:
            return _demands(reading, part, wanted=True)
        case Choose(condition, then, Number(value)) if bool(value) is not wanted:
            taken = _demands(reading, condition, wanted=True)
            return taken + _demands(reading, then, wanted=wanted)
        case Choose(condition, Number(value), otherwise) if bool(value) is not wanted:
            taken = _demands(reading, condition, wanted=False)
            return taken + _demands(reading, otherwise, wanted=wanted)
        case _:
            return []


def _demands_of_factor(reading: Reading, body: Lifted) -> list[Demand]:
    """What follows if `body` is other than 1."""
    match body:
        case Choose(condition, _, Number(1.0)):
            return _demands(reading, condition, wanted=True)
        case Choose(condition, Number(1.0), _):
            return _demands(reading, condition, wanted=False)
        case Call(Operator.SUBTRACT, (Number(1.0), part)) | Call(Operator.NOT, (part,)):
            return _demands(reading, part, wanted=True)
        case _:
            return []


class Joins:
    """Bindings of the parameters of aggregations; each aggregation is planned once."""

    def __init__(self, world: World, reading: Reading) -> None:
        self.world = world
        self.reading = reading
        self._plans: dict[int, list[Step]] = {}

    def bindings(
        self, aggregate: Aggregate, outer: Binding, holds: Callable[[Lifted, Binding], float]
    ) -> Iterator[Binding]:
        """Every binding that matters; `holds` gives the value of what depends on objects alone."""
        plan = self._plans.get(id(aggregate))
        if plan is None:
            plan = self._plans[id(aggregate)] = self._planned(aggregate)
        return _walked(plan, 0, outer, holds)

    def _planned(self, aggregate: Aggregate) -> list[Step]:
        unbound = dict(aggregate.parameters)
        pending = demands(self.reading, aggregate)
        plan: list[Step] = []
        while True:
            plan += [Test(d) for d in pending if not self._waits(d, unbound)]
            pending = [d for d in pending if self._waits(d, unbound)]
            if not unbound:
                return plan
            lookups = [self._lookup(d, unbound) for d in pending]
            found = [(_fan_out(one), one) for one in lookups if one is not None]
            smallest = next(iter(unbound))
            step: Step = All(smallest, len(self.world.objects[unbound[smallest]]))
            if found:
                step = min(found, key=lambda pair: pair[0])[1]
            plan.append(step)
            for name in step.new if isinstance(step, Lookup) else (smallest,):
                del unbound[name]

    def _waits(self, demand: Demand, unbound: Binding | dict[str, str]) -> bool:
        return any(name in unbound for name in self.reading.free(demand[0]))

    def _lookup(self, demand: Demand, unbound: dict[str, str]) -> Lookup | None:
        """A demand as a table, if it is a non-fluent that must hold of plain parameters."""
        use, wanted = demand
        if isinstance(use, Call) and use.operator is Operator.EQUAL and wanted:
            return self._equality(use, unbound)
        if not (wanted and isinstance(use, Use)):
            return None
        arguments = [a for a in use.arguments if isinstance(a, Parameter | Number)]
        names = [a.name for a in arguments if isinstance(a, Parameter) and a.name in unbound]
        if len(arguments) < len(use.arguments) or len(set(names)) < len(names):
            return None
        new = [isinstance(a, Parameter) and a.name in unbound for a in arguments]
        rows: dict[Place, list[Place]] = {}
        for place, value in self.world.values[use.fluent].items():
            if value:
                key = tuple(o for o, is_new in zip(place, new, strict=True) if not is_new)
                rest = tuple(o for o, is_new in zip(place, new, strict=True) if is_new)
                rows.setdefault(key, []).append(rest)
        known = tuple(a for a, is_new in zip(arguments, new, strict=True) if not is_new)
        table = {key: tuple(found) for key, found in rows.items()}
        return Lookup(known, tuple(names), table)

    def _equality(self, call: Call, unbound: dict[str, str]) -> Lookup | None:
        """`?x == ?y` or `?x == @red` as a table."""
        left, right = call.arguments
        if not (isinstance(left, Parameter) and left.name in unbound):
            left, right = right, left
        if not (isinstance(left, Parameter) and left.name in unbound):
            return None
        if isinstance(right, Number) or (
            isinstance(right, Parameter) and right.name not in unbound
        ):
            count = len(self.world.objects[unbound[left.name]])
            return Lookup((right,), (left.name,), {(o,): ((o,),) for o in range(count)})
        return None


def _fan_out(lookup: Lookup) -> float:
    """How many bindings one becomes."""
    return sum(map(len, lookup.rows.values())) / max(1, len(lookup.rows))


def _walked(
    plan: list[Step],
    number: int,
    binding: Binding,
    holds: Callable[[Lifted, Binding], float],
) -> Iterator[Binding]:
    if number == len(plan):
        yield binding
        return
    step = plan[number]
    match step:
        case Test((expression, wanted)):
            if bool(holds(expression, binding)) is wanted:
                yield from _walked(plan, number + 1, binding, holds)
        case All(name, count):
            for place in range(count):
                yield from _walked(plan, number + 1, {**binding, name: place}, holds)
        case Lookup(known, new, rows):
            key = tuple(
                binding[one.name] if isinstance(one, Parameter) else int(one.value)
                for one in known
            )
            for row in rows.get(key, ()):
                extended = {**binding, **dict(zip(new, row, strict=True))}
                yield from _walked(plan, number + 1, extended, holds)
