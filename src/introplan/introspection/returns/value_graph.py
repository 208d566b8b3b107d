"""The graph of a projection: what a few variables can do, and what that pays at most.

As for pattern databases (Culberson & Schaeffer 1998; Edelkamp 2001), conditions on forgotten
variables count as met, so every step of the model is a step of the projection; here every edge
also has the largest reward that such a step can pay. The graph is explored forwards from the
start. States of which some may be stuck and steps that may end the episode are marked.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from introplan.introspection.programs.widening import reach
from introplan.introspection.returns.cases import Case, Cases
from introplan.introspection.returns.relaxed_terms import upper
from introplan.symbolic.constraints.interval import INFINITY
from introplan.symbolic.terms.build import const
from introplan.symbolic.terms.compile import compiled
from introplan.symbolic.terms.substitute import weakened
from introplan.symbolic.terms.term import Const, Term, Var, variables

Values = tuple[Any, ...]

STATES_PER_CHECK = 4
"""States that are explored in the time of a symbolic step."""

MAX_BRANCHES = 64
"""Successors of one state by one case, if an effect reads forgotten variables."""


@dataclass(slots=True)
class ValueGraph:
    """States by their values, edges with their largest rewards, and where an episode may end."""

    order: tuple[Var, ...]
    numbers: dict[Values, int] = field(default_factory=dict)
    edges: list[list[tuple[int, float]]] = field(default_factory=list)
    ends: list[float] = field(default_factory=list)
    """For each state the largest reward of a step that ends the episode; -inf if there is none."""
    stops: list[bool] = field(default_factory=list)
    """May nothing be possible in a state that looks like this?"""

    @property
    def size(self) -> int:
        """States and edges."""
        return len(self.edges) + sum(map(len, self.edges))


@dataclass(frozen=True, slots=True, eq=False)
class _Move:
    """What a case does to the kept variables, and what it pays."""

    guard: Term
    effects: tuple[Term, ...]
    options: tuple[tuple[int, tuple[Any, ...]], ...]
    """Places of variables that may get any of these values."""
    reward: Term
    continues: bool
    ends: bool

    @property
    def key(self) -> tuple[Any, ...]:
        """Moves that differ in what they pay only have the same key."""
        return (self.guard, self.effects, self.options, self.continues, self.ends)


@dataclass(slots=True)
class Projections:
    """Builds graphs of projections of one model."""

    model: Cases
    start: dict[Var, Any]
    needs_success: bool
    check: Callable[[], None]
    max_states: int

    def graph(self, kept: Sequence[Var], rewards: Sequence[Term | None]) -> ValueGraph | None:
        """The graph on the variables `kept`; `rewards` has a term for each case (None: unknown).

        None if it has too many states, or if nothing bounds what a kept variable becomes.
        """
        order = tuple(kept)
        moves = self._moves(order, rewards)
        return None if moves is None else self._explored(order, moves)

    def _moves(self, order: tuple[Var, ...], rewards: Sequence[Term | None]) -> list[_Move] | None:
        inside = set(order)
        found: dict[tuple[Any, ...], _Move] = {}
        for case, reward in zip(self.model.cases, rewards, strict=True):
            self.check()
            move = self._move(case, reward, order, inside)
            if move is None:
                return None
            _add(found, move)
        return list(found.values())

    def _move(
        self, case: Case, reward: Term | None, order: tuple[Var, ...], inside: set[Var]
    ) -> _Move | None:
        box = case.known.box
        effects = [case.operator.effects.get(var, var) for var in order]
        options: list[tuple[int, tuple[Any, ...]]] = []
        for place, term in enumerate(effects):
            if inside.issuperset(variables(term)):
                continue
            domain = reach(term, box)
            if domain is None or domain.size == INFINITY or domain.size > MAX_BRANCHES:
                return None
            options.append((place, tuple(domain)))
            effects[place] = order[place]
        if math.prod(len(values) for _, values in options) > MAX_BRANCHES:
            return None
        guard = weakened(case.constraint, inside)
        paid = const(case.most) if reward is None else upper(reward, inside, box)
        ends = case.may_end(needs_success=self.needs_success)
        return _Move(guard, tuple(effects), tuple(options), paid, case.may_continue, ends)

    def _explored(self, order: tuple[Var, ...], moves: list[_Move]) -> ValueGraph | None:
        graph = ValueGraph(order)
        first = tuple(self.start[var] for var in order)
        waiting = deque([first])
        graph.numbers[first] = 0
        guards = compiled([move.guard for move in moves], order)
        effects = [compiled([move.reward, *move.effects], order) for move in moves]
        is_stuck = self._stuck(order)
        while waiting:
            if len(graph.edges) % STATES_PER_CHECK == 0:
                self.check()
            values = waiting.popleft()
            end, out = -math.inf, dict[int, float]()
            for move, applies, effect in zip(moves, guards(values), effects, strict=True):
                if not applies:
                    continue
                reward, *plain = effect(values)
                if not reward < math.inf:
                    return None
                if move.ends:
                    end = max(end, reward)
                for after in _filled(plain, move.options) if move.continues else ():
                    number = graph.numbers.get(after)
                    if number is None:
                        number = graph.numbers[after] = len(graph.numbers)
                        waiting.append(after)
                    out[number] = max(out.get(number, -math.inf), reward)
            if len(graph.numbers) > self.max_states:
                return None
            graph.edges.append(list(out.items()))
            graph.ends.append(end)
            graph.stops.append(is_stuck(values))
        return graph

    def _stuck(self, order: tuple[Var, ...]) -> Callable[[Values], bool]:
        """A function from kept values to whether a state that has them may be stuck."""
        if self.needs_success or not self.model.may_be_stuck:
            return lambda values: False
        inside = set(order)
        each = [
            compiled([weakened(condition, inside) for condition in conditions], order)
            for conditions in self.model.hindrances
        ]
        return lambda values: all(any(hinders(values)) for hinders in each)


def _add(found: dict[tuple[Any, ...], _Move], move: _Move) -> None:
    """Note a move; of moves that pay known numbers only the best counts."""
    same = found.get(move.key)
    if same is None or same.reward is move.reward:
        found[move.key] = move
    elif isinstance(same.reward, Const) and isinstance(move.reward, Const):
        if move.reward.value > same.reward.value:
            found[move.key] = move
    else:
        found[(*move.key, move.reward)] = move


def _filled(
    values: list[Any], options: tuple[tuple[int, tuple[Any, ...]], ...]
) -> Iterable[Values]:
    if not options:
        return (tuple(values),)
    places = [place for place, _ in options]
    rows = []
    for chosen in product(*(some for _, some in options)):
        for place, value in zip(places, chosen, strict=True):
            values[place] = value
        rows.append(tuple(values))
    return rows
