"""Value tables: which variables they keep, how they are explored, merged and solved.

If one table holds all that the reward depends on it is the world, and its policy is the best one.
Else tables with common variables are merged, the most alike first, while they stay small. Each of
several tables would have the actions for itself, so a share of the steps is granted to each. Where
no table can hold a wish with all who act for it, there is one table for each actor.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from introplan.factored.code import Code, Compiler
from introplan.factored.expressions import Layer, Variable
from introplan.factored.model import Kind
from introplan.limits import Meter
from introplan.planners.chance.factored import native
from introplan.planners.chance.factored.cones import (
    Dependences,
    actors_of,
    classes_of,
    open_groups,
    term_groups,
)
from introplan.planners.chance.factored.simulation import (
    Simulation,
    action_slots,
    state_slots,
)

MAX_WHOLE_STATES, MAX_WHOLE_EDGES = 200_000, 4_000_000
"""A table of the whole world may be large, since it ends the search: some seconds, 100 MB."""

MAX_STATES, MAX_EDGES = 40_000, 3_000_000
"""Of one table among several."""

MAX_REFUSED = 6
"""Merged tables that turn out too large, until no more are tried: a second or two each."""

MAX_ENTRIES = 40_000_000
"""Values of a table, by states and steps left: 320 MB."""

TIME_SHARE = 0.3
"""The part of what is left of the time that one table may take."""

LEAST_SHARE = 0.1
"""Of the steps, for one of many tables."""


@dataclass(frozen=True, slots=True)
class Layout:
    """What goes into a table."""

    variables: tuple[int, ...]
    terms: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """An explored table.

    `has_all_actions`: no joint action was left out; `is_closed`: nothing that its variables depend
    on is missing; `has_all_ends`: it knows when an episode ends.
    """

    layout: Layout
    content: Any
    has_all_actions: bool
    is_closed: bool
    has_all_ends: bool
    is_timed: bool = False
    """Is it explored from each decision anew, in a context that changes?"""

    def value(self, state: Sequence[float], steps: int) -> float:
        """What a state is worth."""
        found: float = self.content.value(self.content.row(list(state)), steps)
        return found


@dataclass(slots=True)
class Tabler:
    """Makes tables of one world."""

    simulation: Simulation
    found: Dependences
    meter: Meter
    state: list[float]
    steps: int
    """Moves for which tables will be solved."""
    table_maker: Callable[..., Any] = native.table

    def _seconds(self) -> float:
        """What is left of the time: without a limit results do not depend on the clock."""
        limit = self.meter.limits.seconds
        return math.inf if limit is None else TIME_SHARE * max(limit - self.meter.seconds, 0.0)

    def table(
        self, layout: Layout, *, is_whole: bool = False, one_at_a_time: bool = False
    ) -> Table | None:
        """A table, explored from the state; None where it is too large."""
        places = self.found.places(layout.variables, layout.terms)
        if is_whole:
            places = frozenset(range(len(self.simulation.model.actions)))
        classes, has_all = classes_of(self.simulation.model, places)
        if one_at_a_time:
            kept = [one for one in classes if len(one) <= 1]
            classes, has_all = kept, has_all and len(kept) == len(classes)
        inside = set(layout.variables)
        ends = [i for i, one in enumerate(self.found.ends) if one.state <= inside]
        content = self._content(layout, classes, places, ends)
        states, edges = MAX_STATES, MAX_EDGES
        if is_whole:
            states, edges = MAX_WHOLE_STATES, MAX_WHOLE_EDGES
        states = min(states, MAX_ENTRIES // (self.steps + 1))
        self.meter.check_now()
        if not content.explore(self.state, states, edges, self._seconds()):
            return None
        is_closed = all(self.found.following[one].state <= inside for one in layout.variables)
        has_ends = len(ends) == len(self.found.ends)
        return Table(layout, content, has_all, is_closed, has_ends)

    def _content(
        self, layout: Layout, classes: list[list[int]], places: frozenset[int], ends: list[int]
    ) -> Any:
        model, code = self.simulation.model, Code()
        binding = {**state_slots(model, code), **action_slots(model, code)}
        first = len(model.state) + len(model.actions)
        after = {Variable(Layer.NEXT, i): code.slot(first + i) for i in range(len(model.state))}
        compiler = _compiler(self.simulation, code, {**binding, **after})
        later = {Variable(Layer.STATE, v.place): node for v, node in after.items()}
        ending = _compiler(self.simulation, code, {**binding, **later})
        inside = set(layout.variables)
        allowed = [
            compiler.node(one)
            for one, mentions in zip(model.preconditions, self.found.preconditions, strict=True)
            if mentions.state <= inside
            and mentions.actions <= places
            and not mentions.draws_before
        ]
        now = [k for k in layout.terms if not self.found.terms[k].next]
        then = [k for k in layout.terms if self.found.terms[k].next]
        paid = {k: compiler.node(self.simulation.terms[k].paid) for k in layout.terms}
        return self.table_maker(
            code=code,
            variables=list(layout.variables),
            is_boolean=[model.state[i].kind is Kind.BOOLEAN for i in layout.variables],
            next=[compiler.node(model.next_values[i]) for i in layout.variables],
            paid=[paid[k] for k in now],
            paid_after=[paid[k] for k in then],
            allowed=allowed,
            ends=[ending.node(model.ends[i].condition) for i in ends],
            classes=classes,
            defaults=self.simulation.defaults,
            choices=[(choice.place, choice.value) for choice in model.choices],
        )

    def whole(self) -> Table | None:
        """The world as one table, if it is small enough."""
        found, terms = self.found, range(len(self.simulation.terms))
        wanted: set[int] = set()
        for term in terms:
            wanted |= found.term_variables(term)
        for mentions in (*found.preconditions, *found.ends):
            wanted |= mentions.state
        variables = found.cone(wanted)
        jointly = found.draws_jointly(variables) or any(
            mentions.draws_before for mentions in (*found.preconditions, *found.ends)
        )
        if jointly or not all(found.can_be_tabled(term) for term in terms):
            return None
        made = self.table(Layout(tuple(variables), tuple(terms)), is_whole=True)
        return made if made is not None and made.has_all_actions else None

    def separate(self) -> list[Table]:
        """A table for each cone that fits."""
        made = []
        for variables, terms in term_groups(self.found):
            table = self.table(Layout(tuple(variables), tuple(terms)))
            if table is not None:
                made.append(table)
        return made

    def timed(self) -> list[Table]:
        """Tables of what can be controlled, where the rest of a cone is context; not explored."""
        made, boolean = [], self.simulation.is_boolean
        for variables, terms in open_groups(self.found):
            if all(boolean[one] for one in variables):
                layout = Layout(tuple(variables), tuple(terms))
                places = self.found.places(variables, terms)
                classes, has_all = classes_of(self.simulation.model, places)
                content = self._content(layout, classes, places, [])
                made.append(Table(layout, content, has_all, False, False, is_timed=True))
        return made

    def merged(self, tables: Sequence[Table]) -> list[Table]:
        """Those with common variables merged, the most alike first, while they stay small."""
        made = list(tables)
        refused: set[tuple[Layout, Layout]] = set()
        while len(refused) < MAX_REFUSED:
            pairs = [
                (_likeness(made[i].layout, made[j].layout), -i, -j)
                for i in range(len(made))
                for j in range(i + 1, len(made))
                if (made[i].layout, made[j].layout) not in refused
            ]
            if not pairs or max(pairs)[0] == 0:
                break
            _, i, j = max(pairs)
            left, right = made[-i], made[-j]
            union = Layout(
                tuple(sorted({*left.layout.variables, *right.layout.variables})),
                tuple(sorted({*left.layout.terms, *right.layout.terms})),
            )
            table = self.table(union)
            if table is None:
                refused.add((left.layout, right.layout))
                continue
            made[-i] = table
            del made[-j]
        return made

    def by_actor(self) -> list[Table] | None:
        """A table around each actor: what it moves, and what several can do something about.

        What other actors move stays as it is at the start. None where there is one actor only.
        """
        actors = actors_of(self.found)
        if len(actors.places) < 2:
            return None
        made = []
        for own in actors.private:
            others = frozenset().union(*actors.private) - own
            terms = [
                term
                for term in range(len(self.simulation.terms))
                if self.found.can_be_tabled(term)
                and self.found.term_variables(term)
                and not self.found.term_variables(term) & others
            ]
            wanted: set[int] = set(own)
            for term in terms:
                wanted |= self.found.term_variables(term)
            variables = self.found.cone(wanted, without=others)
            if self.found.draws_jointly(variables):
                return None
            layout = Layout(tuple(variables), tuple(terms))
            table = self.table(layout, one_at_a_time=True)
            if table is None:
                return None
            made.append(table)
        return made


def _compiler(simulation: Simulation, code: Code, binding: dict[Variable, int]) -> Compiler:
    """Intermediate variables by what they are made of; those that draw are never asked for."""
    compiler = Compiler(code, binding)
    for place, (_, expression) in enumerate(simulation.model.intermediate):
        binding[Variable(Layer.INTERMEDIATE, place)] = compiler.node(expression)
    return compiler


def _likeness(left: Layout, right: Layout) -> float:
    first, second = set(left.variables), set(right.variables)
    return len(first & second) / len(first | second)


def share_of(tables: Sequence[Table]) -> float:
    """The part of the steps that each of several tables is granted."""
    return max(LEAST_SHARE, 1 / len(tables)) if len(tables) > 1 else 1.0


def solve(tables: Sequence[Table], steps: int, discount: float, share: float) -> None:
    """Values for up to so many steps."""
    for table in (one for one in tables if not one.is_timed):
        table.content.solve(steps, discount, share, may_end=False)
