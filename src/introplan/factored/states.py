"""States and joint actions of factored worlds: values of variables, by name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from introplan.errors import UsageError, did_you_mean
from introplan.factored.model import ActionValue, Kind, VariableInfo
from introplan.mdp import display_number

Shown: TypeAlias = bool | int | float | str
"""The value of a variable as people have it."""

AS_USUAL = "(default)"
"""A state in which every variable has its default."""

NOOP = "noop"
"""The joint action in which every variable has its default."""


def shown_value(info: VariableInfo, value: float) -> Shown:
    """A value as people have it: True, 3, 0.5 or a name."""
    match info.kind:
        case Kind.BOOLEAN:
            return bool(value)
        case Kind.ENUMERATED:
            return info.names[int(value)]
        case Kind.WHOLE:
            return int(value)
        case Kind.REAL:
            return float(value)


def value_text(info: VariableInfo, value: float) -> str:
    """A variable with a value: `x(a)`, `~x(a)`, `x(a)=3`."""
    if info.kind is Kind.BOOLEAN:
        return info.name if value else f"~{info.name}"
    named = shown_value(info, value)
    return f"{info.name}={named if isinstance(named, str) else display_number(named)}"


def plain_name(name: str) -> str:
    """The name of a variable without what may be written in several ways.

    >>> plain_name("at(a, b)"), plain_name("at___a__b"), plain_name("wet")
    ('at(a,b)', 'at(a,b)', 'wet')
    """
    if "___" in name:
        head, _, rest = name.partition("___")
        return f"{head}({rest.replace('__', ',')})"
    return "".join(name.split())


@dataclass(frozen=True, slots=True)
class Layout:
    """The variables of a layer, found by their names in any notation."""

    variables: tuple[VariableInfo, ...]
    places: Mapping[str, int] = field(compare=False, repr=False)

    def place(self, name: str) -> int:
        """The place of a variable; raises `KeyError`."""
        found = self.places.get(name)
        return self.places[plain_name(name)] if found is None else found

    def number(self, place: int, value: object) -> float:
        """A value of a variable as a number; raises `UsageError` for what is none."""
        info = self.variables[place]
        if isinstance(value, str):
            plain = value.removeprefix("@")
            if plain in info.names:
                return float(info.names.index(plain))
        elif isinstance(value, bool | int | float) or hasattr(value, "__float__"):
            return float(value)
        hint = did_you_mean(str(value), info.names) if info.names else ""
        raise UsageError(f"{info.name} has no value {value!r}{hint}")


def layout_of(variables: Iterable[VariableInfo]) -> Layout:
    """The layout of some variables."""
    infos = tuple(variables)
    places = {plain_name(info.name): place for place, info in enumerate(infos)}
    return Layout(infos, places | {info.name: place for place, info in enumerate(infos)})


class FactoredState(Mapping[str, Shown]):
    """A value for each variable, read by name: `state["running(c1)"]`.

    Names are written as RDDL does, with or without spaces, or as pyRDDLGym does. States with the
    same values are equal; `str` shows what is not as usual.
    """

    __slots__ = ("_hash", "layout", "values_by_place")

    def __init__(self, layout: Layout, values: tuple[float, ...]) -> None:
        self.layout = layout
        self.values_by_place = values
        self._hash = hash(values)

    def __getitem__(self, name: str) -> Shown:
        place = self.layout.place(name)
        return shown_value(self.layout.variables[place], self.values_by_place[place])

    def __iter__(self) -> Iterator[str]:
        return (info.name for info in self.layout.variables)

    def __len__(self) -> int:
        return len(self.layout.variables)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if isinstance(other, FactoredState):
            same = self.values_by_place == other.values_by_place
            return same and (self.layout is other.layout or self.layout == other.layout)
        return super().__eq__(other)

    def __str__(self) -> str:
        """The variables that are not as usual."""
        pairs = zip(self.layout.variables, self.values_by_place, strict=True)
        texts = [value_text(info, value) for info, value in pairs if value != info.default]
        return ", ".join(texts) or AS_USUAL

    def __repr__(self) -> str:
        return f"<{self}>"

    def changed(self, changes: Mapping[str, object]) -> FactoredState:
        """The same state with other values for some variables."""
        values = list(self.values_by_place)
        for name, value in changes.items():
            try:
                place = self.layout.place(name)
            except KeyError:
                raise UsageError(
                    f"there is no variable {name}{did_you_mean(name, self)}"
                ) from None
            values[place] = self.layout.number(place, value)
        return FactoredState(self.layout, tuple(values))


@dataclass(frozen=True, slots=True)
class JointAction:
    """What is done at once: action variables with other values than their defaults, in order."""

    choices: tuple[ActionValue, ...]
    text: str = field(compare=False)

    def __str__(self) -> str:
        """The choices, or `noop`."""
        return self.text

    def __repr__(self) -> str:
        return f"<{self.text}>"


def joint_action(layout: Layout, choices: Sequence[ActionValue]) -> JointAction:
    """A joint action of these choices."""
    texts = [value_text(layout.variables[one.place], one.value) for one in choices]
    return JointAction(tuple(choices), ", ".join(texts) or NOOP)
