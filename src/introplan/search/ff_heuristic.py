"""h_FF (Hoffmann and Nebel 2001): the size of a relaxed plan, found with h_add as in Keyder and
Geffner (2008).

In the delete relaxation (`relaxed_task.py`) every proposition gets a cost: an operator costs its
own cost plus the sum of what it needs (h_add, Bonet and Geffner 2001), a proposition the least
over the operators that give it; the first of these in the order of operators is its *best
supporter*. Following the best supporters back from the goal collects a relaxed plan. The number
of different actions in it is the distance, and those of them that are applicable now are the
*preferred operators* (helpful actions).

The distance is 0 exactly if the goal holds. It is DEAD_END only if the goal cannot be reached from
here at all, since the relaxation only ever adds possibilities: a proof.

Costs are settled in increasing order, equal ones together, so that the result does not depend on
the order in which propositions are looked at.
"""

from __future__ import annotations

import heapq
from itertools import count

from introplan.relational.grounding import Goal
from introplan.relational.query import Facts
from introplan.search.compiled import Operator
from introplan.search.goal_counters import DEAD_END
from introplan.search.relaxed_task import ASSUMED, Proposition, RelaxedTask


class FFHeuristic:
    """The h_FF of one goal, for any state."""

    def __init__(self, relaxed_task: RelaxedTask, goal: Goal) -> None:
        own, self.goal = relaxed_task.with_goal(goal)
        self._numbers = relaxed_task.numbers
        self.operators = [*relaxed_task.operators, *own]
        self._users: dict[Proposition, list[int]] = {}
        for number, operator in enumerate(self.operators):
            for proposition in operator.needs:
                self._users.setdefault(proposition, []).append(number)
        self._cost: dict[Proposition, int] = {}
        self._supporter: dict[Proposition, int | None] = {}
        self._spent: list[int] = []
        self._queue: list[tuple[int, int, Proposition]] = []
        self._order = count()

    def distance(self, facts: Facts) -> tuple[int, frozenset[Operator]]:
        """The number of actions in a relaxed plan (or DEAD_END), and the preferred operators."""
        self._explore(facts)
        if self.goal not in self._cost:
            return DEAD_END, frozenset()
        plan = self.plan()
        actions = {self.operators[n].action for n in plan}
        assumed = sum(self.operators[n].action == ASSUMED for n in plan)
        preferred = frozenset(
            action
            for n in plan
            if self._spent[n] == self.operators[n].cost
            and isinstance(action := self.operators[n].action, tuple)
        )
        return len(actions - {None, ASSUMED}) + assumed, preferred

    def plan(self) -> set[int]:
        """The operators of the last relaxed plan: follow the supporters back from the goal."""
        found: set[int] = set()
        waiting = [self.goal]
        while waiting:
            supporter = self._supporter[waiting.pop()]
            if supporter is not None and supporter not in found:
                found.add(supporter)
                waiting.extend(self.operators[supporter].needs)
        return found

    def _explore(self, facts: Facts) -> None:
        """Settle the h_add cost of every proposition that does not cost more than the goal."""
        self._cost.clear()
        self._supporter.clear()
        self._queue.clear()
        self._spent = [operator.cost for operator in self.operators]
        unmet = [len(operator.needs) for operator in self.operators]
        self._settle_present(facts)
        for number, left in enumerate(unmet):
            if not left:
                self._fire(number)
        while self._queue:
            cost, _, proposition = heapq.heappop(self._queue)
            # Propositions that cost as much as the goal are still settled: one of them may be
            # an earlier supporter, and the result must not depend on the order of the queue.
            if cost > self._cost.get(self.goal, cost):
                return
            if cost > self._cost[proposition]:
                continue
            for number in self._users.get(proposition, ()):
                self._spent[number] += cost
                unmet[number] -= 1
                if not unmet[number]:
                    self._fire(number)

    def _settle_present(self, facts: Facts) -> None:
        """What holds already costs nothing."""
        for proposition in self._users:
            if isinstance(proposition, tuple) and (proposition[0] in facts) == proposition[1]:
                self._settle(proposition, 0, None)
        for number in self._numbers.holding(facts):
            self._settle(number, 0, None)

    def _fire(self, number: int) -> None:
        """All preconditions of an operator are settled: settle its effects."""
        cost = self._spent[number]
        for proposition in self.operators[number].gives:
            known = self._cost.get(proposition)
            supporter = self._supporter.get(proposition)
            if known is None or cost < known:
                self._settle(proposition, cost, number)
            elif cost == known and supporter is not None and number < supporter:
                self._supporter[proposition] = number

    def _settle(self, proposition: Proposition, cost: int, supporter: int | None) -> None:
        self._cost[proposition] = cost
        self._supporter[proposition] = supporter
        heapq.heappush(self._queue, (cost, next(self._order), proposition))
