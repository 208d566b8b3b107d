"""A mutation: one way to change a state so that a formula comes true."""

from __future__ import annotations

from dataclasses import dataclass

from introplan.pictures import picture
from introplan.relational.action import GroundAction, did
from introplan.relational.formula import Literal, Moment
from introplan.relational.state import State

EMPTY: frozenset[Literal] = frozenset()


@dataclass(frozen=True, slots=True)
class Mutation:
    """Literals to make true, literals to make false, and the action to take once they are.

    A literal at the moment BEFORE must hold when the last action is taken, one AFTER when it has
    been. `make_false` may name actions: `(did (wait))` there means any last action but that one.
    """

    make_true: frozenset[Literal] = EMPTY
    make_false: frozenset[Literal] = EMPTY
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


def count_unmet(state: State, mutation: Mutation) -> int:
    """The STRIPS literal-counting distance: what does not hold yet, and the action to take."""
    missing = sum(x.at(Moment.AFTER) not in state.facts for x in mutation.make_true)
    surplus = sum(
        x.moment is not Moment.DID and x.at(Moment.AFTER) in state.facts
        for x in mutation.make_false
    )
    return missing + surplus + (mutation.last_action is not None)
