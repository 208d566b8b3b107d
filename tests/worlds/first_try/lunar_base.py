"""Building a lunar base: resources in a dataclass, buildings in a frozenset, requirements in a table."""

from dataclasses import dataclass, replace

import introplan as ip

BUILDINGS = {
    "solar": dict(cost=2, needs=set()),
    "mine": dict(cost=3, needs={"solar"}),
    "dome": dict(cost=5, needs={"solar", "mine"}),
    "lab": dict(cost=4, needs={"dome"}),
}


@dataclass(frozen=True)
class Base:
    metal: int = 4
    built: frozenset = frozenset()
    turn: int = 0


def actions(base):
    yield "wait"
    for name in BUILDINGS:
        if name not in base.built and BUILDINGS[name]["needs"] <= base.built and BUILDINGS[name]["cost"] <= base.metal:
            yield "build " + name


def transition(base, action):
    income = 2 if "mine" in base.built else 1
    base = replace(base, metal=min(base.metal + income, 9), turn=base.turn + 1)
    if action != "wait":
        name = action.removeprefix("build ")
        base = replace(base, metal=base.metal - BUILDINGS[name]["cost"], built=base.built | {name})
    return base


def make():
    return ip.program(
        actions=lambda b: tuple(actions(b)),
        transition=transition,
        reward=lambda b, a, b2: -1,
        terminal=lambda b, a, b2: "lab" in b2.built,
    ).task(Base())
