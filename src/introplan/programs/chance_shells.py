"""Environments whose steps draw: worlds with chance, by taking each step in every way.

A step is taken with other generators in the places it draws from (`chance_sources`): with those
that fork (`forking`) where all outcomes are asked for, with one that was seeded where one is. What
was found is compared with steps that the environment takes with generators of its own.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from introplan.errors import UsageError
from introplan.programs.chance import ChanceProgram, chance_program
from introplan.programs.chance_sources import Hand, drawing_from, kind_of, places_of
from introplan.programs.copying import copied
from introplan.programs.forking import all_ways, ways
from introplan.programs.generators import generators_of, is_generator, reseed
from introplan.programs.identity import key_of
from introplan.programs.memory_codes import is_left_out
from introplan.programs.nesting import attributes_of, built, flat, objects_of, own_name
from introplan.programs.scripts import NotListedError
from introplan.programs.shells import Shell, actions_of, chance_error, taken_by, twin_of

WALKS, WALK_STEPS = 6, 30
"""Walks from the start on which it is found out whether steps draw."""

SEEDED = "give a seed, and the task starts where that leads"

MAX_WAYS_LOOKED_AT = 200
"""Ways of a step that are compared with what the environment itself does."""


def chance_world(
    shell: Shell, choices: tuple[Any, ...], method: str | None, name: str, *, is_met: bool = False
) -> ChanceProgram | None:
    """The world of an environment whose steps have several outcomes; None if none was met.

    With `is_met` there is chance anyway, and steps that can draw need not be looked for.
    """
    if not shell.draws:
        return None
    drawing = _Drawing(shell)
    offered = choices if method is None else actions_of(shell, method)
    met = _met(shell, offered)
    if not is_met and not any(drawing.has_chance(state, action) for state, action in met):
        return None
    return chance_program(actions=offered, step=drawing.step, name=name)


class _Drawing:
    """The steps of an object, with the generators that they draw from."""

    def __init__(self, shell: Shell) -> None:
        self.shell = shell
        self.places = places_of(objects_of(shell.env, shell.opened))
        own = attributes_of(shell.env, shell.opened)
        self.kinds = {name: kind_of(value) for name, value in own.items() if is_generator(value)}

    def step(self, state: dict[str, Any], action: Any, rng: Any) -> Any:
        """The state after, the reward and the end, drawn with `rng`."""
        hand = Hand(rng)
        with drawing_from(self.places, hand):
            generators = {name: hand.of(kind) for name, kind in self.kinds.items()}
            return taken_by(self.shell, {**state, **generators}, action)

    def reset(self, rng: Any) -> dict[str, Any]:
        """The attributes of an object after a reset, drawn with `rng`."""
        hand = Hand(rng)
        twin = twin_of(self.shell.made(self.shell.start))
        generators = {name: hand.of(kind) for name, kind in self.kinds.items()}
        twin = built(twin, self.shell.opened, attributes_of(twin, self.shell.opened) | generators)
        with drawing_from(self.places, hand):
            twin.reset()
        own = attributes_of(twin, self.shell.opened)
        for name, generator in generators.items():
            if own.get(name) is not generator:
                kind = type(self.shell.env).__name__
                raise UsageError(f"{kind}.reset makes a generator of its own, {name}; {SEEDED}")
        return {name: value for name, value in own.items() if name not in generators}

    def has_chance(self, state: dict[str, Any], action: Any) -> bool:
        """Has a step several outcomes? Raises `ChanceError` where they cannot be found."""
        seen: list[Any] = []
        is_whole = False
        try:
            for number, (_, answer) in enumerate(ways(lambda r: self._key(state, action, r))):
                seen.append(answer)
                if number > MAX_WAYS_LOOKED_AT:
                    break
            else:
                is_whole = True
        except NotListedError:
            drawn = [self._key(state, action, random.Random(n)) for n in range(20)]
            return len({*seen, *drawn}) > 1
        generators = [*generators_of(flat(self.shell.env, self.shell.opened))]
        for number in range(3):
            for generator in generators:
                reseed(generator, number)
            if is_whole and _key(taken_by(self.shell, copied(state), action)) not in seen:
                raise chance_error(type(self.shell.env), action)
        return len(set(seen)) > 1

    def _key(self, state: dict[str, Any], action: Any, rng: Any) -> Any:
        return _key(self.step(copied(state), action, rng))


def _key(answer: Any) -> Any:
    return None if answer is None else key_of(answer)


def _met(shell: Shell, offered: Any) -> Iterator[tuple[dict[str, Any], Any]]:
    """States and actions of some walks; those that raise are left out."""
    rng = random.Random(0)
    generators = [*generators_of(flat(shell.env, shell.opened))]
    for walk in range(WALKS):
        for generator in generators:
            reseed(generator, walk)
        state = copied(shell.start)
        for _ in range(WALK_STEPS):
            try:
                choices = offered if isinstance(offered, tuple) else [*offered(state)]
                action = rng.choice(choices)
                before, answer = copied(state), taken_by(shell, copied(state), action)
            except Exception:
                break
            yield before, action
            if answer is None or answer[2]:
                break
            state = answer[0]


def starts_of(shell: Shell) -> list[tuple[float, dict[str, Any]]]:
    """The states in which `reset` can leave an object, with their probabilities.

    What it draws and no step changes is made a part of the state. Raises `UsageError` where what
    it draws cannot be listed.
    """
    drawing = _Drawing(shell)
    kind = type(shell.env).__name__
    try:
        found = all_ways(drawing.reset)
    except NotListedError as unlisted:
        raise UsageError(f"{kind}.reset draws {unlisted}, not listed; {SEEDED}") from None
    own = attributes_of(shell.env, shell.opened)
    loads = own.keys() if shell.found is None else shell.found.loads
    drawn = []
    for name in sorted(own.keys() - {*shell.names}):
        if own_name(name) in loads and not is_left_out(own[name]):
            kinds = {key_of(attributes[name]) for _, attributes in found if name in attributes}
            drawn += [name] if len(kinds) > 1 else []
    shell.include(drawn)
    names = {*shell.names}
    return [(p, {n: v for n, v in attributes.items() if n in names}) for p, attributes in found]
