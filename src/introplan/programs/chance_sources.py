"""Where the steps of an object draw from, and other generators in these places for a while.

A step may draw from a generator that its object holds, from one of its module, from functions of
`random` and `numpy.random`, or from those by a name of its own (`from random import choice`).
"""

from __future__ import annotations

import random
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from types import ModuleType
from typing import Any

from introplan.programs.forking_generators import ForkingGenerator
from introplan.programs.generators import is_generator

PYTHON, NUMPY, LEGACY = "python", "numpy", "legacy"
"""The kinds of generators: those of `random`, and the newer and the older one of numpy."""

MODULES = {"random": PYTHON, "numpy.random": LEGACY}
"""Modules whose functions draw, and the kind of generator that has the same ones."""

UNTOUCHED = ("gymnasium", "gym", "numpy", "builtins", "random")
"""Packages whose own modules are left as they are."""

_patching = threading.RLock()
"""Modules are the same for all threads."""


def kind_of(generator: Any) -> str:
    """The kind of a generator."""
    if isinstance(generator, random.Random):
        return PYTHON
    return LEGACY if type(generator).__name__ == "RandomState" else NUMPY


class Hand:
    """The generators of one run, by kind; they are made when something is drawn."""

    def __init__(self, rng: Any) -> None:
        self._rng = rng
        self._made: dict[str, Any] = {}

    def of(self, kind: str) -> Any:
        """The generator of a kind."""
        if kind not in self._made:
            self._made[kind] = _made(self._rng, kind)
        return self._made[kind]


def _made(rng: Any, kind: str) -> Any:
    if isinstance(rng, ForkingGenerator):
        return rng.legacy if kind == LEGACY else rng
    if kind == PYTHON:
        return rng
    numpy = sys.modules["numpy"]
    if kind == LEGACY:
        return numpy.random.RandomState(rng.getrandbits(32))
    return numpy.random.default_rng(rng.getrandbits(64))


@dataclass(frozen=True, slots=True)
class Place:
    """A name of a module, and what it stands for: a generator, or a function of one."""

    names: dict[str, Any]
    name: str
    kind: str
    method: str | None

    def put(self, hand: Callable[[], Hand]) -> None:
        """Let it stand for those of the present hand."""
        kind, method = self.kind, self.method
        if method is None:
            self.names[self.name] = hand().of(kind)
            return

        def draw(*arguments: Any, **named: Any) -> Any:
            return getattr(hand().of(kind), method)(*arguments, **named)

        self.names[self.name] = draw


def places_of(objects: Iterable[Any]) -> list[Place]:
    """The places in modules from which the steps of these objects may draw."""
    return places_in({k.__module__ for each in objects for k in type(each).__mro__})


def places_in(modules: Iterable[str]) -> list[Place]:
    """The places from which functions of these modules may draw."""
    found = []
    if "numpy" in sys.modules:
        import_module("numpy.random")  # numpy itself loads it when it is first asked for
    for module, kind in MODULES.items():
        if module in sys.modules:
            names = vars(sys.modules[module])
            found += [Place(names, name, kind, name) for name in _drawing_names(names)]
    for module in sorted(modules):
        own = sys.modules.get(module)
        if own is not None and module.partition(".")[0] not in UNTOUCHED:
            found += _own_places(own)
    return found


def own_places_of(holder: Any) -> list[Place]:
    """The attributes of an object that are generators."""
    names = getattr(holder, "__dict__", {})
    return [Place(names, n, kind_of(v), None) for n, v in names.items() if is_generator(v)]


def _drawing_names(names: dict[str, Any]) -> list[str]:
    """The functions of a module that are methods of a generator, but for those that set it."""
    setting = ("seed", "getstate", "setstate", "get_state", "set_state")
    return [
        name for name, value in names.items() if generator_behind(value) and name not in setting
    ]


def generator_behind(value: Any) -> Any:
    """The generator that a function is a method of; None if it is none."""
    owner = getattr(value, "__self__", None)
    return owner if owner is not None and is_generator(owner) else None


def _own_places(module: ModuleType) -> Iterator[Place]:
    names = vars(module)
    for name, value in names.items():
        owner = value if is_generator(value) else generator_behind(value)
        if owner is not None and not isinstance(owner, ModuleType):
            yield Place(names, name, kind_of(owner), None if owner is value else value.__name__)


@contextmanager
def drawing_from(places: Iterable[Place], hand: Hand) -> Iterator[None]:
    """For a while, let what is drawn in these places come from other generators."""
    with _patching:
        before = [(place, place.names[place.name]) for place in places]
        try:
            for place, _ in before:
                place.put(lambda: hand)
            yield
        finally:
            for place, value in before:
                place.names[place.name] = value
