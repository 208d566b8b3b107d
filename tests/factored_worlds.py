"""Small factored worlds people know, random ones with local structure, and their exact values.

The values come from the definition (`random_factored.steps`) and share nothing with planners.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import combinations

from introplan.factored.building import Builder
from introplan.factored.expressions import Expression, Layer, Operator
from introplan.factored.model import ActionValue, End, FactoredModel, Kind, VariableInfo
from introplan.mdp import Status
from random_factored import chances, steps, ways

Row = tuple[float, ...]


def joint_actions(model: FactoredModel) -> Iterator[tuple[ActionValue, ...]]:
    """Every joint action, by definition."""
    for size in range(model.concurrency + 1):
        for chosen in combinations(model.choices, size):
            if len({one.place for one in chosen}) == size:
                yield tuple(sorted(chosen, key=lambda one: one.place))


def best_value(model: FactoredModel) -> float:
    """What the best policy is expected to score, by looking at everything."""
    actions = list(joint_actions(model))

    def holds(expression: Expression, state: Row, chosen: tuple[ActionValue, ...]) -> bool:
        given = [info.start for info in model.actions]
        for choice in chosen:
            given[choice.place] = choice.value
        context = {(Layer.STATE, n): v for n, v in enumerate(state)}
        context |= {(Layer.ACTION, n): v for n, v in enumerate(given)}
        for n, (_, made) in enumerate(model.intermediate):
            context[Layer.INTERMEDIATE, n] = max(chances(ways(made, context)))
        return bool(max(chances(ways(expression, context))))

    @cache
    def value(state: Row, left: int) -> float:
        if left == 0 or any(holds(end.condition, state, ()) for end in model.ends):
            return 0.0
        found = []
        for chosen in actions:
            if all(holds(one, state, chosen) for one in model.preconditions):
                worth = 0.0
                for after, reward, p in steps(model, state, chosen):
                    worth += p * (reward + model.discount * value(after, left - 1))
                found.append(worth)
        return max(found, default=0.0)

    assert model.horizon is not None
    return value(tuple(info.start for info in model.state), model.horizon)


def _booleans(names: list[str], on: frozenset[int] = frozenset()) -> tuple[VariableInfo, ...]:
    return tuple(VariableInfo(n, Kind.BOOLEAN, float(i in on)) for i, n in enumerate(names))


def sysadmin(count: int, horizon: int = 8, *, linked: bool = True) -> FactoredModel:
    """Computers in a ring that fail, the more so if their neighbour is down; one reboot a step."""
    builder = Builder()
    names = [f"c{n}" for n in range(count)]
    running = [builder.variable(Layer.STATE, n, boolean=True) for n in range(count)]
    reboot = [builder.variable(Layer.ACTION, n, boolean=True) for n in range(count)]
    following, paid = [], []
    for n in range(count):
        fails = builder.constant(0.85)
        if linked:
            fails = builder.if_else(running[n - 1], builder.constant(0.9), builder.constant(0.5))
        stays = builder.bernoulli(fails)
        back = builder.bernoulli(builder.constant(0.05))
        idle = builder.if_else(running[n], stays, back)
        following.append(builder.if_else(reboot[n], builder.true, idle))
        paid.append(running[n])
        cost = builder.apply(Operator.MULTIPLY, [builder.constant(-0.75), reboot[n]])
        paid.append(cost)
    return FactoredModel(
        name="sysadmin",
        state=_booleans([f"running({n})" for n in names], frozenset(range(count))),
        actions=_booleans([f"reboot({n})" for n in names]),
        choices=tuple(ActionValue(n, 1.0) for n in range(count)),
        concurrency=1,
        intermediate=(),
        next_values=tuple(following),
        rewards=(builder.apply(Operator.ADD, paid),),
        horizon=horizon,
    )


def ferries(islands: int, horizon: int = 8, *, boats: int = 2) -> FactoredModel:
    """Boats between islands on which people wait: each moves by itself, one step each at once."""
    builder = Builder()
    width = islands
    waiting = [builder.variable(Layer.STATE, n, boolean=True) for n in range(width)]
    names = [f"waiting(i{n})" for n in range(width)]
    following: list[Expression] = []
    at = {}
    for boat in range(boats):
        for n in range(width):
            place = width + boat * width + n
            at[boat, n] = builder.variable(Layer.STATE, place, boolean=True)
            names.append(f"at(b{boat},i{n})")
    move = [builder.variable(Layer.ACTION, n, boolean=True) for n in range(boats)]
    for n in range(width):
        near = builder.apply(Operator.OR, [at[boat, n] for boat in range(boats)])
        left = builder.apply(Operator.AND, [waiting[n], builder.apply(Operator.NOT, [near])])
        comes = builder.bernoulli(builder.constant(0.05))
        following.append(builder.apply(Operator.OR, [left, comes]))
    for boat in range(boats):
        for n in range(width):
            came = at[boat, (n - 1) % width]
            following.append(builder.if_else(move[boat], came, at[boat, n]))
    minus = builder.constant(-1.0)
    return FactoredModel(
        name="ferries",
        state=_booleans(names, frozenset([0, 1, *(width + b * width for b in range(boats))])),
        actions=_booleans([f"move(b{n})" for n in range(boats)]),
        choices=tuple(ActionValue(n, 1.0) for n in range(boats)),
        concurrency=boats,
        intermediate=(),
        next_values=tuple(following),
        rewards=tuple(builder.apply(Operator.MULTIPLY, [minus, one]) for one in waiting),
        horizon=horizon,
    )


def corridor(length: int, horizon: int = 6) -> FactoredModel:
    """Cells in a row, some of which swallow the robot; -1 a step until it is at the end."""
    builder = Builder()
    at = [builder.variable(Layer.STATE, n, boolean=True) for n in range(length)]
    go, jump = (builder.variable(Layer.ACTION, n, boolean=True) for n in range(2))
    following: list[Expression] = []
    for n in range(length):
        here = (
            at[n]
            if n == length - 1
            else builder.apply(
                Operator.AND,
                [
                    at[n],
                    builder.apply(Operator.NOT, [go]),
                    builder.apply(Operator.NOT, [jump]),
                ],
            )
        )
        came = [here]
        if n:
            survives = builder.bernoulli(builder.constant(1 - 0.2 * (n % 2)))
            came.append(builder.apply(Operator.AND, [at[n - 1], go, survives]))
        if n > 1:
            lands = builder.bernoulli(builder.constant(0.7))
            came.append(builder.apply(Operator.AND, [at[n - 2], jump, lands]))
        following.append(builder.apply(Operator.OR, came))
    return FactoredModel(
        name="corridor",
        state=_booleans([f"at(x{n})" for n in range(length)], frozenset([0])),
        actions=_booleans(["go", "jump"]),
        choices=(ActionValue(0, 1.0), ActionValue(1, 1.0)),
        concurrency=1,
        intermediate=(),
        next_values=tuple(following),
        rewards=(builder.if_else(at[-1], builder.constant(0.0), builder.constant(-1.0)),),
        horizon=horizon,
    )


def crossing(length: int, horizon: int = 6, *, chance: float | None = None) -> FactoredModel:
    """A robot on a road; a car goes round on the same cells and takes away whom it meets.

    With `chance` the car is lost with what that lacks of 1 in each step.
    """
    builder = Builder()
    car = [builder.variable(Layer.STATE, n, boolean=True) for n in range(length)]
    at = [builder.variable(Layer.STATE, length + n, boolean=True) for n in range(length)]
    go = builder.variable(Layer.ACTION, 0, boolean=True)
    following: list[Expression] = []
    for n in range(length):
        moved = car[(n + 1) % length]
        if chance is not None:
            moved = builder.apply(
                Operator.AND, [moved, builder.bernoulli(builder.constant(chance))]
            )
        following.append(moved)
    for n in range(length):
        stays = at[n] if n == length - 1 else builder.if_else(go, builder.false, at[n])
        came = builder.apply(Operator.AND, [go, at[n - 1]]) if n else builder.false
        here = builder.apply(Operator.OR, [stays, came])
        safe = builder.apply(Operator.NOT, [car[n]])
        following.append(builder.apply(Operator.AND, [here, safe]))
    return FactoredModel(
        name="crossing",
        state=_booleans(
            [f"car(x{n})" for n in range(length)] + [f"at(x{n})" for n in range(length)],
            frozenset([2, length]),
        ),
        actions=_booleans(["go"]),
        choices=(ActionValue(0, 1.0),),
        concurrency=1,
        intermediate=(),
        next_values=tuple(following),
        rewards=(builder.if_else(at[-1], builder.constant(0.0), builder.constant(-1.0)),),
        horizon=horizon,
    )


def local_model(rng: random.Random, count: int = 5) -> FactoredModel:
    """A random model of Booleans and one number; each depends on few, the reward is a sum."""
    builder = Builder()
    state = [builder.variable(Layer.STATE, n, boolean=True) for n in range(count)]
    number = builder.variable(Layer.STATE, count, boolean=False)
    acts = [builder.variable(Layer.ACTION, n, boolean=True) for n in range(3)]

    def literal() -> Expression:
        one = rng.choice([*state, *acts])
        return one if rng.random() < 0.6 else builder.apply(Operator.NOT, [one])

    def condition() -> Expression:
        operator = rng.choice([Operator.AND, Operator.OR, Operator.EQUAL])
        return builder.apply(operator, [literal(), literal()])

    def chance() -> Expression:
        return builder.bernoulli(builder.constant(rng.choice([0.0, 0.25, 0.5, 0.75, 1.0])))

    following = []
    for n in range(count):
        kept = state[n] if rng.random() < 0.5 else chance()
        following.append(builder.if_else(condition(), rng.choice([chance(), literal()]), kept))
    raised = builder.apply(
        Operator.MINIMUM,
        [builder.constant(2.0), builder.apply(Operator.ADD, [number, literal()])],
    )
    dice = builder.discrete([0.0, 1.0], [builder.constant(0.5)] * 2)
    following.append(builder.if_else(condition(), raised, dice))
    after = builder.variable(Layer.NEXT, rng.randrange(count), boolean=True)
    paid = [
        builder.apply(
            Operator.MULTIPLY,
            [
                builder.constant(rng.choice([-2.0, -1.0, 1.0, 3.0])),
                rng.choice([literal(), condition()]),
            ],
        )
        for _ in range(rng.randint(1, 3))
    ]
    paid += rng.sample([number, after, builder.constant(-0.5)], rng.randint(0, 2))
    over = builder.apply(Operator.AND, rng.sample(state, 2))
    return FactoredModel(
        name="local",
        state=(
            *_booleans([f"x{n}" for n in range(count)], frozenset(rng.sample(range(count), 2))),
            VariableInfo("n", Kind.WHOLE, 0.0),
        ),
        actions=_booleans(["a", "b", "c"]),
        choices=tuple(ActionValue(n, 1.0) for n in range(3)),
        concurrency=rng.randint(1, 2),
        intermediate=(),
        next_values=tuple(following),
        rewards=(builder.apply(Operator.ADD, paid),),
        preconditions=(
            (builder.apply(Operator.NOT, [builder.apply(Operator.AND, [acts[0], state[0]])]),)
            if rng.random() < 0.3
            else ()
        ),
        ends=(End(over, Status.OVER),) if rng.random() < 0.3 else (),
        horizon=rng.randint(1, 4),
        discount=rng.choice([1.0, 0.9]),
    )
