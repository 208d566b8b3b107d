"""A mutation: one way to change a state so that a formula comes true."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from introplan.pictures import picture
from introplan.relational.action import GroundAction, did
from introplan.relational.formula import Comparison, Literal, Moment
from introplan.relational.state import State

EMPTY: frozenset[Literal | Comparison] = frozenset()


@dataclass(frozen=True, slots=True)
class Mutation:
    """Literals and comparisons to make true, to make false, and the action to take then.

    A literal at the moment BEFORE must hold when the last action is taken, one AFTER when it has
    been. `make_false` may name actions: `(did (wait))` there means any last action but that one.
    """

    make_true: frozenset[Literal | Comparison] = EMPTY
    make_false: frozenset[Literal | Comparison] = EMPTY
    last_action: GroundAction | None = None

    def __str__(self) -> str:
        wanted = [*sorted(map(str, self.make_true))]
        wanted += [f"(not {text})" for text in sorted(map(str, self.make_false))]
        if self.last_action is not None:
            wanted.append(str(did(self.last_action)))
        return wanted[0] if len(wanted) == 1 else f"({' '.join(['and', *wanted])})"

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        return picture(self)


class MutationTexts(NamedTuple):
    """A mutation as texts, sorted.

    Literals are written without their moment where all have the same one, which `when` names;
    else `when` is "mixed". Actions that must not come last stand in `make_false` as (did ...).
    """

    make_true: list[str]
    make_false: list[str]
    last_action: str | None
    when: str


class MutationDecoder(Protocol):
    """A mutation that is only spelled out when it is asked for: it can have 10,000 literals."""

    def __call__(self) -> Mutation:
        """The mutation."""
        ...

    def texts(self) -> MutationTexts:
        """The mutation as texts, which takes less than to build it first."""
        ...


@dataclass(frozen=True, slots=True)
class KnownMutation:
    """The decoder of a mutation that is spelled out already."""

    mutation: Mutation

    def __call__(self) -> Mutation:
        """The mutation."""
        return self.mutation

    def texts(self) -> MutationTexts:
        """The mutation as texts."""
        true, false = ([(x.moment, x.plain) for x in y] for y in self._literals)
        action = self.mutation.last_action
        return mutation_texts(true, false, None if action is None else str(action))

    @property
    def _literals(self) -> tuple[frozenset[Literal | Comparison], frozenset[Literal | Comparison]]:
        return self.mutation.make_true, self.mutation.make_false


def mutation_texts(
    true: list[tuple[Moment, str]], false: list[tuple[Moment, str]], last_action: str | None
) -> MutationTexts:
    """The texts of a mutation from those of its literals, each with its moment."""
    moments = {moment for moment, _ in (*true, *false)} - {Moment.DID}
    when = "mixed" if len(moments) > 1 else next(iter(moments), Moment.AFTER).value
    plain = {Moment.AFTER} if len(moments) > 1 else {Moment.AFTER, Moment.BEFORE}

    def written(literals: Iterable[tuple[Moment, str]]) -> list[str]:
        return sorted(t if m in plain else f"({m.value} {t})" for m, t in literals)

    return MutationTexts(written(true), written(false), last_action, when)


def count_unmet(state: State, mutation: Mutation) -> int:
    """The STRIPS literal-counting distance: what does not hold yet, and the action to take."""
    missing = sum(not _holds(x, state) for x in mutation.make_true)
    surplus = sum(x.moment is not Moment.DID and _holds(x, state) for x in mutation.make_false)
    return missing + surplus + (mutation.last_action is not None)


def _holds(atom: Literal | Comparison, state: State) -> bool:
    """Does it hold if it is read in `state`?"""
    if isinstance(atom, Comparison):
        return atom.holds(state.numbers.value)
    return atom.at(Moment.AFTER) in state.facts
