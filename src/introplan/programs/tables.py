"""Environments that keep a table `P` of what happens, as those of Gymnasium's toy text do.

`P[state][action]` lists (probability, state, reward, is over). Where a step does more than its
table says, as Taxi's with a passenger who changes their mind, the table is not the world.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from introplan.programs.chance import ChanceProgram, chance_table
from introplan.programs.program import Program, program
from introplan.programs.shells import twin_of
from introplan.programs.table_maps import map_of_table

RESETS = 25
"""Resets after which what a step goes by besides its table is the same, or a part of the world: a
switch that is on in three of ten episodes is missed once in 7,000 environments."""

SIMPLE = (bool, int, float, str, type(None))
"""Types of what is compared after resets."""


def has_table(env: Any) -> bool:
    """Is there a table, and a state in it?"""
    return isinstance(getattr(env, "P", None), dict) and hasattr(env, "s")


def beside_table(env: Any) -> list[str]:
    """What a step goes by that resets set in several ways, besides the state of the table."""
    words = names_in_step(env)
    twin = twin_of(env)
    seen: dict[str, set[Any]] = {}
    for number in range(RESETS):
        try:
            twin.reset(seed=number)
        except Exception:  # it takes no seed, or there is none: nothing is drawn that is known
            return []
        for name, value in vars(twin).items():
            if name in words and name != "s" and isinstance(value, SIMPLE):
                seen.setdefault(name, set()).add(value)
    return sorted(name for name, values in seen.items() if len(values) > 1)


def names_in_step(env: Any) -> frozenset[str]:
    """The names that the code of `step` speaks of."""
    code = getattr(getattr(type(env), "step", None), "__code__", None)
    return frozenset() if code is None else frozenset(code.co_names)


def table_world(env: Any, choices: tuple[Any, ...], name: str) -> Program | ChanceProgram:
    """The world that a table is."""
    with_chance = chance_table(env.P, choices, name)
    if with_chance is not None:
        likely = {
            (int(state), int(action)): max(entries, key=lambda entry: entry[0])[1:]
            for state, by_action in env.P.items()
            for action, entries in by_action.items()
        }
        return replace(with_chance, draw=map_of_table(env, likely))
    rows: dict[Any, Any] = {}
    for state, by_action in env.P.items():
        for action, entries in by_action.items():
            found = {(int(s), float(r), bool(d)) for p, s, r, d in entries if p > 0}
            rows[int(state), int(action)] = found.pop()

    def step(state: int, action: int) -> tuple[int, float, bool]:
        return rows[state, action]  # type: ignore[no-any-return]

    return program(actions=choices, step=step, name=name, draw=map_of_table(env, rows))


def starts_in(env: Any) -> list[tuple[float, int]]:
    """The states in which episodes of a table begin, with their probabilities."""
    shares = getattr(env, "initial_state_distrib", None)
    if shares is None:
        return [(1.0, int(env.s))]
    return [(float(share), state) for state, share in enumerate(shares) if share > 0]
