"""Goal counting: how many literals of a factored goal are unmet, kept current as literals change.

Every part of a goal has a cost, the number of literals still unmet: a literal costs 0 or 1, an ALL
costs the sum of its children, an ANY the least of them. A goal is met when its cost is 0, so one
number answers both "is it true?" and "how far is it?". When a literal flips, its cost is passed up
only as long as something changes; nothing else is looked at, however large the goal is.

Several goals, the roots, share one set of counters. A root is read either on a *transition*, where
before, done and after are three things, or as a *distance* from a single state: then before and
after are that state, and the action is still to be taken. A *group* of goals stands for a sum: how
many of its goals are met is counted along, so that a step costs what it changes, not what the sum
adds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import assert_never

from introplan.relational.formula import Literal, Moment
from introplan.relational.grounding import All, AnyOf, Goal, Want
from introplan.relational.numbers import Comparison, FunctionTerm
from introplan.relational.numeric_queries import Test, compiled_comparison
from introplan.relational.query import Facts, Row, Slots

DEAD_END = 1_000_000_000
"""An infinite estimate: the cost of what cannot be met. More than any goal has literals."""

NO_PARENT = -1
_ABOVE_GROUPS = -2
"""A goal of group 0 has this parent, one of group 1 the number below it, and so on."""

Leaves = dict[Row, list[tuple[int, bool]]]


@dataclass(frozen=True, slots=True)
class _NumericLeaf:
    """A comparison of numbers; the rows it reads are marked with whether that is before."""

    node: int
    truth: bool
    test: Test


class GoalCounters:
    """A forest of goals with their costs in the present state."""

    def __init__(
        self,
        encode: Callable[[Literal], Row],
        facts: Facts,
        value_row: Callable[[FunctionTerm], Row] | None = None,
    ) -> None:
        self._encode = encode
        self._facts = facts
        self._value_row = value_row
        self._numeric: dict[Row, list[_NumericLeaf]] = {}
        self.reads_numbers_before = False
        self._cost: list[int] = []
        self._parent: list[int] = []
        self._histogram: list[dict[int, int] | None] = []
        self.before: Leaves = {}
        self.did: Leaves = {}
        self.after: Leaves = {}
        self.roots: list[int] = []
        self._met: list[int] = []

    @property
    def needs_states_only(self) -> bool:
        """Do all roots read on transitions depend on the state after alone?"""
        return not self.before and not self.did and not self.reads_numbers_before

    def add_transition_root(self, goal: Goal) -> None:
        """A goal that is read on transitions."""
        self.roots.append(self._build(goal, NO_PARENT, is_distance=False))

    def add_distance_root(self, goal: Goal) -> None:
        """A goal to which single states have a distance."""
        self.roots.append(self._build(goal, NO_PARENT, is_distance=True))

    def add_group(self, goals: Iterable[Goal]) -> None:
        """Goals that are read on transitions, of which only the number that are met is wanted."""
        group = len(self._met)
        self._met.append(0)
        built = [self._build(goal, _ABOVE_GROUPS - group, is_distance=False) for goal in goals]
        self._met[group] = sum(self._cost[node] == 0 for node in built)

    def costs(self) -> list[int]:
        """The cost of every root; then, for each group, how many of its goals are met."""
        return [self._cost[root] for root in self.roots] + self._met

    def requires(self, row: Row, root: int) -> bool:
        """Can the root not be met unless the literal, read after, is as it asks for?"""
        return any(self._is_needed(leaf, self.roots[root]) for leaf, _ in self.after.get(row, ()))

    def _is_needed(self, node: int, root: int) -> bool:
        """Are there only ALLs between the leaf and the root?"""
        while node != root:
            node = self._parent[node]
            if node < 0 or self._histogram[node] is not None:
                return False
        return True

    def trial(
        self, added: Sequence[Row], deleted: Sequence[Row], did: Row | None = None
    ) -> list[int]:
        """The `costs` on the transition with these changes; the present stays."""
        after, done = self.after, self.did
        tried = self._try_numbers(added) if self._numeric else ()
        for row in added:
            if row in after:
                self._flip(after[row], truth=True)
        for row in deleted:
            if row in after:
                self._flip(after[row], truth=False)
        # Flipping and flipping back costs what the step changes; a copy would cost the goal.
        taken = done.get(did, ()) if did is not None else ()
        self._flip(taken, truth=True)
        costs = self.costs()
        self._flip(taken, truth=False)
        for row in added:
            if row in after:
                self._flip(after[row], truth=False)
        for row in deleted:
            if row in after:
                self._flip(after[row], truth=True)
        for node, cost in tried:
            self._set(node, cost)
        return costs

    def _try_numbers(self, added: Sequence[Row]) -> list[tuple[int, int]]:
        """Give comparisons the truth they have with new numbers; returns their present costs."""
        new = {row[:-1]: row[-1] for row in added if row[0] in self._facts.numeric}
        touched = {leaf.node: leaf for row in new for leaf in self._numeric.get(row, ())}
        values = self._facts.values

        def read(row: Row) -> float | None:
            is_before, key = row
            return new[key] if not is_before and key in new else values.get(key)

        present = [(node, self._cost[node]) for node in touched]
        for node, leaf in touched.items():
            self._set(node, int(leaf.test(read, []) != leaf.truth))
        return present

    def _read(self, row: Row) -> float | None:
        """The present value of a number, which is the same before and after."""
        return self._facts.values.get(row[1])

    def change(self, row: Row, *, truth: bool) -> None:
        """The present state changes: from now on `row` has this truth, before and after."""
        self._flip(self.before.get(row, ()), truth=truth)
        self._flip(self.after.get(row, ()), truth=truth)
        if self._numeric:
            for leaf in self._numeric.get(row[:-1], ()):
                self._set(leaf.node, int(leaf.test(self._read, []) != leaf.truth))

    def _flip(self, leaves: Iterable[tuple[int, bool]], *, truth: bool) -> None:
        for node, wanted in leaves:
            self._set(node, 0 if wanted == truth else 1)

    def _set(self, node: int, cost: int) -> None:
        """Give a node its cost and pass the difference up."""
        costs, parents = self._cost, self._parent
        while True:
            old = costs[node]
            if old == cost:
                return
            costs[node] = cost
            parent = parents[node]
            if parent < 0:
                if parent != NO_PARENT:
                    self._met[_ABOVE_GROUPS - parent] += (cost == 0) - (old == 0)
                return
            # An ALL is a sum and needs no more than the difference. An ANY is a minimum: when the
            # least child gets dearer the next one must be known, hence how many children have
            # which cost.
            histogram = self._histogram[parent]
            if histogram is None:
                cost = costs[parent] + cost - old
            else:
                histogram[cost] = histogram.get(cost, 0) + 1
                if histogram[old] == 1:
                    del histogram[old]
                else:
                    histogram[old] -= 1
                cost = min(histogram)
            node = parent

    def _new(self, parent: int) -> int:
        self._cost.append(0)
        self._parent.append(parent)
        self._histogram.append(None)
        return len(self._cost) - 1

    def _build(self, goal: Goal, parent: int, *, is_distance: bool) -> int:
        node = self._new(parent)
        match goal:
            case Want():
                self._cost[node] = self._leaf(goal, node, is_distance=is_distance)
            case All(children):
                built = [self._build(c, node, is_distance=is_distance) for c in children]
                self._cost[node] = sum(self._cost[c] for c in built)
            case AnyOf(children):
                histogram: dict[int, int] = {}
                for child in children:
                    cost = self._cost[self._build(child, node, is_distance=is_distance)]
                    histogram[cost] = histogram.get(cost, 0) + 1
                self._histogram[node] = histogram
                self._cost[node] = min(histogram, default=DEAD_END)
            case _:
                assert_never(goal)
        return node

    def _leaf(self, want: Want, node: int, *, is_distance: bool) -> int:
        """Register a literal; its present cost comes back."""
        if isinstance(want.literal, Comparison):
            return self._numeric_leaf(want.literal, want.truth, node, is_distance=is_distance)
        row = self._encode(want.literal)
        if want.literal.moment is Moment.DID:
            # As a distance from a state, the action is still to be taken: it counts as one unmet
            # literal that no change of the state can meet, so it is not registered.
            if not is_distance:
                self.did.setdefault(row, []).append((node, want.truth))
            return int(want.truth)
        is_before = want.literal.moment is Moment.BEFORE and not is_distance
        leaves = self.before if is_before else self.after
        leaves.setdefault(row, []).append((node, want.truth))
        return int((row in self._facts) != want.truth)

    def _numeric_leaf(
        self, comparison: Comparison, truth: bool, node: int, *, is_distance: bool
    ) -> int:
        """Register a comparison with every number that it reads; its present cost comes back."""
        value_row = self._value_row
        assert value_row is not None, "only a task with numbers has comparisons"

        def row_of(term: FunctionTerm) -> Callable[[Slots], Row]:
            row = (term.moment is Moment.BEFORE and not is_distance, value_row(term))
            return lambda _: row

        leaf = _NumericLeaf(node, truth, compiled_comparison(comparison, row_of))
        for term in set(comparison.functions):
            self._numeric.setdefault(value_row(term), []).append(leaf)
            if term.moment is Moment.BEFORE and not is_distance:
                self.reads_numbers_before = True
        return int(leaf.test(self._read, []) != truth)
