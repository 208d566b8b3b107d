"""Random statements over a few small numbers, for worlds that are written in Python.

Every variable stays between 0 and its limit, so that worlds stay small.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

PAYMENTS = (-5, -3, -2, -1, -1, 1, 1, 2, 3, 5, 10, 0.5, -0.25, 0.1, -0.3)


@dataclass(frozen=True, slots=True)
class Shape:
    """The variables of a state, how far each goes, and how a state is written."""

    limits: dict[str, int]
    kind: str
    """`int`, `tuple`, `dict` or `class`."""

    def unpack(self, state: str, suffix: str = "") -> str:
        """A statement that gives the parts of a state their names."""
        names = [f"{name}{suffix}" for name in self.limits]
        parts = {
            "int": state,
            "tuple": state,
            "dict": ", ".join(f'{state}["{name}"]' for name in self.limits),
            "class": ", ".join(f"{state}.{name}" for name in self.limits),
        }
        left = f"({names[0]},)" if self.kind == "tuple" and len(names) == 1 else ", ".join(names)
        return f"{left} = {parts[self.kind]}"

    def pack(self, values: Sequence[str] | None = None) -> str:
        """An expression for the state of these values."""
        found = list(values or self.limits)
        match self.kind:
            case "int":
                return found[0]
            case "tuple":
                return f"({', '.join(found)},)" if len(found) == 1 else f"({', '.join(found)})"
            case "dict":
                pairs = zip(self.limits, found, strict=True)
                return "{" + ", ".join(f'"{name}": {value}' for name, value in pairs) + "}"
            case _:
                return f"State({', '.join(found)})"


def condition(rng: random.Random, limits: dict[str, int], suffix: str = "", depth: int = 1) -> str:
    """A truth value over the variables."""
    if depth and rng.random() < 0.3:
        parts = [condition(rng, limits, suffix, depth - 1) for _ in range(2)]
        joined = rng.choice((" and ", " or ")).join(parts)
        return f"not ({joined})" if rng.random() < 0.15 else f"({joined})"
    names = rng.choices(list(limits), k=2)
    one, other = (f"{name}{suffix}" for name in names)
    number = rng.randint(0, limits[names[0]])
    forms = [
        f"{one} == {number}",
        f"{one} == {number}",
        f"{one} >= {number}",
        f"{one} != {number}",
        f"{one} < {number + 1}",
        f"{one} % 2 == 0",
        f"{one} in (0, {number})",
        f"{one} + {other} == {number + 1}",
        f"{one} > {other}",
        f"({one}, {other}) == ({number}, {rng.randint(0, limits[names[1]])})",
    ]
    return rng.choice(forms)


def update(rng: random.Random, limits: dict[str, int]) -> list[str]:
    """Statements that change a variable."""
    name, other = rng.choice(list(limits)), rng.choice(list(limits))
    most = limits[name]
    changes = [
        f"{name} = min({name} + 1, {most})",
        f"{name} = max({name} - 1, 0)",
        f"{name} = ({name} + {rng.randint(1, 2)}) % {most + 1}",
        f"{name} = {rng.randint(0, most)}",
        f"{name} = {most} - {name}",
        f"{name} = min({name} + {other}, {most})",
        f"{name} = max(0, {name} - {rng.randint(1, 2)})",
    ]
    change = rng.choice(changes)
    if rng.random() < 0.25:
        return [f"if {condition(rng, limits)}:", f"    {change}"]
    if rng.random() < 0.15:
        return [f"if {condition(rng, limits)}:", '    raise ValueError("not now")', change]
    if rng.random() < 0.05:
        return [f"assert {condition(rng, limits)}", change]
    return [change]


def payments(rng: random.Random, limits: dict[str, int], actions: Sequence[str]) -> list[str]:
    """The body of a reward: a decision list, a running total, or both."""
    style = rng.random()
    if style < 0.3:
        rows = [row for _ in range(rng.randint(1, 3)) for row in _row(rng, limits, actions)]
        return [*rows, f"return {rng.choice((0, 0, -1, 0.5))}"]
    lines = [f"total = {rng.choice((0, 0, -1, -0.5))}"]
    if rng.random() < 0.2:
        lines = [*_row(rng, limits, actions), *lines]
    for _ in range(rng.randint(1, 3)):
        lines += _term(rng, limits, actions)
    return [*lines, "return total"]


def _row(rng: random.Random, limits: dict[str, int], actions: Sequence[str]) -> list[str]:
    return [f"if {_event(rng, limits, actions)}:", f"    return {rng.choice(PAYMENTS)}"]


def _event(rng: random.Random, limits: dict[str, int], actions: Sequence[str]) -> str:
    """A condition on a step: after it, before it, or on the action."""
    kind = rng.random()
    if kind < 0.2:
        return f"a == {rng.choice(actions)}"
    if kind < 0.35:
        return condition(rng, limits)
    if kind < 0.45:
        return f"a == {rng.choice(actions)} and {condition(rng, limits, '2', 0)}"
    return condition(rng, limits, "2")


def _term(rng: random.Random, limits: dict[str, int], actions: Sequence[str]) -> list[str]:
    """One more thing that pays or costs."""
    name = rng.choice(list(limits))
    table = [rng.choice((*PAYMENTS, 0, 0)) for _ in range(limits[name] + 1)]
    all_of = ", ".join(f"{each}2" for each in limits)
    value = rng.choice(PAYMENTS)
    terms = [
        [f"if {_event(rng, limits, actions)}:", f"    total += {value}"],
        [f"if {_event(rng, limits, actions)}:", f"    total -= {abs(value)}"],
        [f"total += {table}[{name}2]"],
        [f"total -= abs({name}2 - {rng.randint(0, limits[name])})"],
        [f"total += {rng.choice((2, 3, 5))} * ({name}2 - {name})"],
        [f"total -= {rng.choice((0.5, 1))} * {name}2"],
        [
            f"for each in [{all_of}]:",
            f"    if each == {rng.randint(0, 2)}:",
            f"        total += {value}",
        ],
        [f"total += sum({value} for each in [{all_of}] if each > {rng.randint(0, 2)})"],
        [f"total += {value} if {_event(rng, limits, actions)} else {rng.choice(PAYMENTS)}"],
    ]
    return rng.choice(terms)
