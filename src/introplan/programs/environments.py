"""Environments as tasks: Gymnasium's, and any object with `step(action)` and a way back.

Where there is a table `P` (toy text), it is the world, with chance if it has any. Otherwise the
state is a dictionary of the attributes that steps change, found by taking steps; a step puts them
on a copy of the object, which shares the rest, and takes them off again. Generators of random
numbers are no part of a state, so that no plan foresees what is drawn: a step that draws is taken
again with other numbers, and refused as chance where that changes what comes.
"""

from __future__ import annotations

import enum
import itertools
import math
import re
from collections.abc import Iterable, Iterator
from typing import Any, cast

from introplan.errors import UsageError
from introplan.programs.beginnings import put_into, reset, takes_nothing
from introplan.programs.blackjack import DEALT, blackjack_world, seen_in
from introplan.programs.chance import ChanceProgram
from introplan.programs.chance_shells import SEEDED, chance_world, starts_of
from introplan.programs.circular import circular_world
from introplan.programs.doors import check_environment
from introplan.programs.drawn_starts import Starts, drawn_task
from introplan.programs.layout import layout_of
from introplan.programs.live import live_copy
from introplan.programs.nesting import own_name
from introplan.programs.program import Program, ProgramTask, program
from introplan.programs.rehearsal import Rehearsal
from introplan.programs.shells import Shell, actions_of, shell_of, step_of
from introplan.programs.slicing import Slice, slice_of
from introplan.programs.tables import beside_table, has_table, starts_in, table_world
from introplan.programs.user_code import shown

LISTING = re.compile(r"(actions?|moves?|commands?|action_space|action_set)$")
"""What the name of a list of actions ends with."""

LIKELY = (
    "legal_actions", "get_legal_actions", "valid_actions", "get_valid_actions",
    "available_actions", "get_available_actions", "possible_actions", "get_possible_actions",
    "legal_moves", "valid_moves", "actions", "get_actions", "action_space", "action_set",
)  # fmt: skip

MAX_PRODUCT = 4096
"""Members of a space of several parts that are listed."""

TRANSPARENT = (
    "TimeLimit", "OrderEnforcing", "PassiveEnvChecker", "RecordEpisodeStatistics", "RecordVideo",
    "HumanRendering", "RenderCollection",
)  # fmt: skip
"""Wrappers of Gymnasium's that change neither what a step does nor what it pays, besides all that
change observations."""


def from_env(
    env: Any,
    *,
    actions: Iterable[Any] | None = None,
    start: Any = None,
    seed: int | None = 0,
    horizon: int | None = None,
    name: str | None = None,
) -> ProgramTask:
    """The task of an environment, from where `reset(seed=seed)` leaves it.

    With `seed=None` the start is drawn: the state is "reset" until the first move, which leads to
    all states in which a reset can leave it. Where steps draw, or the start, the task is a world
    with chance: a `ChanceTask`, for `ip.policy`.

    `start` puts it somewhere else: what its `set_state` takes, a dictionary of attributes, or a
    state of its table. An environment as `start`, most often `env` itself, says that it is not
    reset: the task starts where that one is now. `actions` are what can be done, where it does
    not say so itself.

    Its horizon is `max_episode_steps`, unless another one is given. Raises `UsageError` where it
    is not known what can be done.
    """
    is_here = callable(getattr(start, "step", None))
    inner, limit = _unwrapped(start if is_here else env)
    if not is_here:
        reset(env, 0 if seed is None else seed)
    given = None if is_here else start
    is_drawn = seed is None and start is None
    is_table = has_table(inner)
    if given is not None and not is_table:
        put_into(inner, given)
    steps = limit if horizon is None else horizon
    label = name or type(inner).__name__
    listed, method = (list(actions), None) if actions is not None else _actions(inner)
    choices = tuple(listed)
    beside = beside_table(inner) if is_table else []
    if is_table and not beside:
        world = table_world(inner, choices, label)
        starts = starts_in(inner) if is_drawn else None
        return _begun(world, int(inner.s if given is None else given), steps, starts)
    cards = blackjack_world(inner, label)
    if cards is not None:
        return _begun(cards, DEALT if is_drawn else seen_in(inner), steps, None)
    return _by_object(inner, choices, method, label, steps, beside, is_drawn=is_drawn)


def _begun(
    world: Program | ChanceProgram, start: Any, steps: int | None, starts: Starts | None
) -> ProgramTask:
    """The task that begins in `start`, or in a state that is drawn."""
    found = world.task(start, steps) if starts is None else drawn_task(world, starts, steps)
    # Callers of the usual kind would have to tell the two apart for the rarer one's sake.
    return cast(ProgramTask, found)


def _by_object(
    inner: Any,
    choices: tuple[Any, ...],
    method: str | None,
    label: str,
    steps: int | None,
    beside: Iterable[str],
    *,
    is_drawn: bool,
) -> ProgramTask:
    """The task of an object that is taken apart, from where it is now."""
    _check_attributes(inner)
    found = slice_of(inner, [] if method is None else [method])
    own = None if found is None else found.moves
    if own is not None:
        steps = own if steps is None else min(own, steps)
    unread = _unread(inner, found)
    quick = live_copy(inner, choices, method, unread)
    is_circular = quick is not None and quick.memory.has_cycle
    shell = None if is_circular else shell_of(inner, choices, found, method)
    if shell is not None and (quick is None or not shell.uncopied):
        _check_copied(shell)
        shell.include(beside)
        starts = starts_of(shell) if is_drawn else None
        drawn = chance_world(shell, choices, method, label, is_met=is_drawn)
        if drawn is not None or starts is not None:
            world = drawn or _shell_world(shell, choices, method, label)
            return _begun(world, shell.start, steps, starts)
    if quick is not None and (shell is None or not shell.is_whole):
        if is_drawn:
            raise UsageError(f"the start of {type(inner).__name__} cannot be drawn; {SEEDED}")
        world, place = circular_world(inner, choices, method, label, unread=unread)
        world.analyses["quick"] = (place, quick)
        return world.task(place, steps)
    assert shell is not None, "only a live copy says that there are circles"
    world, first = _shell_world(shell, choices, method, label), shell.start
    world.analyses["rehearsal"] = Rehearsal(inner, first, own)
    if quick is not None and quick.is_worthwhile(first):
        world.analyses["quick"] = (first, quick)
    return world.task(first, steps)


def _check_attributes(env: Any) -> None:
    """Raise `UsageError` where an object keeps more than the attributes of its dictionary."""
    layout = layout_of(type(env))
    where = "as the content of a " + layout.root.__name__ if layout.root is not object else ""
    if layout.slots:
        where = f"in __slots__ ({', '.join(name for name, *_ in layout.slots)})"
    if where:
        kind = type(env).__name__
        hint = "leave __slots__ out" if layout.slots else "keep it in an attribute"
        raise UsageError(f"{kind} keeps what its steps change {where}, not in attributes; {hint}")


def _check_copied(shell: Shell) -> None:
    """Raise `UsageError` where steps may change what is not part of a state."""
    if shell.uncopied:
        what = f"{type(shell.env).__name__}.{shell.uncopied[0]}"
        raise UsageError(f"what steps change in {what} is not seen: it cannot be copied")


def _unread(env: Any, found: Slice | None) -> list[str]:
    """The attributes that no rule reads, such as logs; none where the text does not say."""
    if found is None or not hasattr(env, "__dict__"):
        return []
    return [n for n, value in vars(env).items() if n not in found.loads and not callable(value)]


def _shell_world(shell: Shell, choices: tuple[Any, ...], method: str | None, name: str) -> Program:
    """A world whose states are the attributes that steps change."""
    depends = method is not None and not _is_fixed(shell, method)
    offered = actions_of(shell, method) if depends and method is not None else choices
    return program(actions=offered, step=step_of(shell), name=name)


def _is_fixed(shell: Shell, method: str) -> bool:
    """Does a method speak of no attribute that steps change?"""
    return shell.found is not None and not shell.found.read_by(method) & {
        *map(own_name, shell.names)
    }


def _unwrapped(env: Any) -> tuple[Any, int | None]:
    """The environment below wrappers that change nothing, and the length of an episode.

    Raises `UsageError` for what is none.
    """
    limit = getattr(getattr(env, "spec", None), "max_episode_steps", None)
    while _is_transparent(type(env)) and hasattr(env, "env"):
        limit = getattr(env, "_max_episode_steps", limit)
        env = env.env
    check_environment(env)
    return env, limit


def _is_transparent(kind: type) -> bool:
    if kind.__name__ in TRANSPARENT:
        return True
    bases = [k for k in kind.__mro__ if k.__name__ == "ObservationWrapper"]
    return any(getattr(kind, "step", None) is vars(base).get("step") for base in bases)


def _actions(env: Any) -> tuple[list[Any], str | None]:
    """What can be done at the start, and the method that says it for other states, if one does."""
    space = getattr(env, "action_space", None)
    found = _of_space(space)
    if found:
        return found, None
    count = _of_spec(getattr(env, "action_spec", None))
    if count:
        return count, None
    for name in _names_for_actions(env):
        value = getattr(env, name)
        is_method = callable(value) and not isinstance(value, type)
        listed = _listed(value() if is_method else value)
        if listed:
            return listed, name if is_method else None
    what = "has neither an action_space nor a list such as legal_actions() or ACTIONS"
    if space is not None:
        what = f"has the action space {shown(space)}, which is no list"
    kind = type(env).__name__
    raise UsageError(
        f"what can be done is not known: {kind} {what}; say it: from_env(…, actions=[…])"
    )


def _of_spec(spec: Any) -> list[Any]:
    """The actions of a discrete specification, as dm_env has them."""
    found = spec() if callable(spec) else spec
    count = getattr(found, "num_values", None)
    return [] if count is None else list(range(int(count)))


def _of_space(space: Any) -> list[Any]:
    """The members of a space of finitely many: Discrete, MultiDiscrete, MultiBinary, Tuple."""
    kinds = {kind.__name__ for kind in type(space).__mro__}
    if "Discrete" in kinds:
        first = int(getattr(space, "start", 0))
        return list(range(first, first + int(space.n)))
    if "MultiDiscrete" in kinds:
        parts = [range(int(n)) for n in space.nvec.ravel()]
    elif "MultiBinary" in kinds:
        parts = [range(2)] * math.prod(space.shape)
    elif "Tuple" in kinds and hasattr(space, "spaces"):
        return [*itertools.product(*map(_of_space, space.spaces))]
    else:
        return []
    if math.prod(map(len, parts)) > MAX_PRODUCT:
        return []
    return [*itertools.product(*parts)]


def _names_for_actions(env: Any) -> Iterator[str]:
    """The attributes and methods that may list what can be done, the likeliest first."""
    names = [n for n in dir(env) if not n.startswith("__") and LISTING.search(n.lower())]
    rank = {name: place for place, name in enumerate(LIKELY)}
    for name in sorted(names, key=lambda n: (rank.get(n.lower(), len(rank)), n)):
        value = getattr(env, name, None)
        if not callable(value) or isinstance(value, type) or takes_nothing(value):
            yield name


def _listed(found: Any) -> list[Any]:
    """A list of actions; a space, an enum or the keys of a dictionary are one as well."""
    if isinstance(found, type) and issubclass(found, enum.Enum):
        return list(found)
    if isinstance(found, list | tuple | range | dict):
        return list(found)
    if isinstance(found, set | frozenset):
        return sorted(found, key=repr)
    return _of_space(found)
