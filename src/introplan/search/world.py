"""The world that a search walks through: one set of true literals, moved from node to node.

A node is a delta of its parent. The world holds the literals of one node at a time; to look at
another node it undoes and redoes the deltas between them, which is one step when a search goes
deeper and a few when it jumps. Indexes and counters move along, so the cost of a step follows what
changes, not the size of the state.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Protocol, TypeVar

from introplan.limits import Meter
from introplan.mdp import Status, add
from introplan.relational.action import GroundAction
from introplan.relational.domain import RelationalTask
from introplan.relational.dynamics import statics_of
from introplan.relational.formula import TRUE, Formula
from introplan.relational.grounding import Grounder
from introplan.relational.numbers import Numbers
from introplan.relational.query import Compiler, Facts, Row
from introplan.relational.rewards import DecisionList, succeeded
from introplan.relational.rewriting import normal_form
from introplan.relational.schemas import Narrowed
from introplan.relational.state import State
from introplan.search.amounts import Amounts
from introplan.search.compiled import CompiledTask, Operator
from introplan.search.goal_counters import GoalCounters
from introplan.search.relaxed_task import RelaxedTask, TooLargeError

V = TypeVar("V")


class Listener(Protocol):
    """What is notified when a literal of the present state changes."""

    def change(self, row: Row, *, truth: bool) -> None:
        """From now on `row` has this truth."""
        ...


@dataclass(slots=True, eq=False)
class WorldNode:
    """A state together with the path on which it was first reached."""

    parent: WorldNode | None
    operator: Operator | None
    added: list[Row]
    deleted: list[Row]
    identity: int
    depth: int = 0
    score: float = 0.0
    reward: float = 0.0
    children: Iterator[WorldNode | None] | None = None
    is_stuck: bool = True
    batch: int = 1

    def path(self) -> list[WorldNode]:
        """The nodes from the start (left out) to this one."""
        found: list[WorldNode] = []
        node = self
        while node.parent is not None:
            found.append(node)
            node = node.parent
        return found[::-1]


class World:
    """A task's true literals, indexed, at one node."""

    def __init__(self, task: RelationalTask, meter: Meter) -> None:
        self.task = task
        self.meter = meter
        self.compiled = CompiledTask(task, meter.check)
        self.facts = Facts(self.compiled.start, numeric=self.compiled.symbols.numeric)
        self.derivation = self.compiled.derivation
        self.derived = self.derivation.derive(self.facts)
        self.reward, self.termination = task.reward, task.termination
        self.success_value = task.success_value
        self._worth = [1.0]
        identity = self.compiled.symbols.identity(self.compiled.start)
        self.root = WorldNode(None, None, [], [], identity)
        self.here = self.root
        grounder = Grounder(statics_of(task.domain, task.start), check=meter.check)
        self.outcomes = _outcome_counters(task, self, grounder)
        self.amounts = Amounts(task.reward.amounts, self.compiled.symbols, self.facts)
        self.amounts.ground(grounder, self.outcomes)
        self.listeners: list[Listener] = [self.outcomes]
        self._relaxed: list[RelaxedTask] | None = None

    def new_counters(self) -> GoalCounters:
        """An empty counters that reads the present state."""
        return GoalCounters(self.compiled.encode, self.facts, self.compiled.symbols.value_row)

    def relaxed_task(self) -> RelaxedTask | None:
        """The task without deletes, ground when first asked for; None if it is too large."""
        if self._relaxed is None:
            self.move_to(self.root)
            try:
                self._relaxed = [RelaxedTask(self.compiled, self.facts, self.meter.check)]
            except TooLargeError:
                self._relaxed = []
        return self._relaxed[0] if self._relaxed else None

    def move_to(self, node: WorldNode) -> None:
        """Make `node` the present."""
        up, down = self.here, node
        redo: list[WorldNode] = []
        while up is not down:
            # Climb from the deeper end: both meet at their lowest common ancestor, however far
            # apart.
            if up.depth >= down.depth and up.parent is not None:
                self._change(up.deleted, up.added)
                up = up.parent
            else:
                redo.append(down)
                assert down.parent is not None, "nodes of one world share its root"
                down = down.parent
        for step in reversed(redo):
            self._change(step.added, step.deleted)
        self.here = node

    def children(self, schema: int, narrowed: Narrowed | None = None) -> Iterator[WorldNode]:
        """The nodes that one action schema leads to from here, not yet evaluated."""
        for arguments in self.compiled.schemas[schema].applicable(self.facts, narrowed):
            yield self.child((schema, arguments))

    def try_child(self, operator: Operator) -> WorldNode | None:
        """The node that an operator leads to from here, not yet evaluated; None if it cannot."""
        schema, arguments = operator
        if not self.compiled.schemas[schema].is_applicable(self.facts, arguments):
            return None
        return self.child(operator)

    def child(self, operator: Operator) -> WorldNode:
        """The node that an applicable operator leads to from here, not yet evaluated."""
        schema, arguments = operator
        added, deleted = self.compiled.schemas[schema].changes(self.facts, arguments)
        identity = self.here.identity ^ self.compiled.symbols.identity(added)
        identity ^= self.compiled.symbols.identity(deleted)
        # The identity is that of the basic literals: the derived ones follow from them.
        if any(row[0] in self.derivation.premises for row in chain(added, deleted)):
            self._rederive(added, deleted)
        here = self.here
        return WorldNode(here, operator, added, deleted, identity, here.depth + 1, here.score)

    def outcome(self, child: WorldNode) -> tuple[float, Status]:
        """Reward and termination signal of the transition from here to `child`."""
        assert child.operator is not None
        schema, arguments = child.operator
        costs = self.outcomes.trial(child.added, child.deleted, (schema, *arguments))
        rows, ends = len(self.reward.rows.rules), len(self.termination.rules)
        listed = _first_met(self.reward.rows, costs)
        status = _first_met(self.termination, costs[rows:])
        sums = rows + ends + len(self.reward.sums)
        amounts = self.amounts.paid(child.added, costs[sums:]) if self.reward.amounts else ()
        paid = self.reward.paid(listed, costs[rows + ends : sums], amounts)
        return paid, succeeded(status, paid, self.success_value)

    def score(self, child: WorldNode) -> float:
        """The score with the reward of the step to `child`, discounted (`mdp.total`)."""
        assert child.parent is not None
        worth = self._worth
        while len(worth) < child.depth:
            worth.append(worth[-1] * self.task.discount)
        now = worth[child.depth - 1]
        return add(child.parent.score, child.reward if now == 1 else now * child.reward)

    def success_needs(self, row: Row) -> bool:
        """Does every success require the literal to have one and the same truth after the step?"""
        ends = enumerate(self.termination.rules, start=len(self.reward.rows.rules))
        roots = [root for root, rule in ends if rule.value is Status.SUCCESS]
        is_open = not roots or self.termination.default is Status.SUCCESS
        is_open = is_open or self.success_value is not None
        return not is_open and all(self.outcomes.requires(row, root) for root in roots)

    def holds(self, formula: Formula) -> bool:
        """Is a closed formula true here?"""
        compiler = Compiler(self.compiled.symbols, self.meter.check)
        test = compiler.test(normal_form(formula), {})
        return test(self.facts, list(compiler.frame))

    @property
    def starts_at_goal(self) -> bool:
        """Does the goal of a plain PDDL task hold from the start?"""
        assert self.here is self.root
        return self.task.is_classical and self.holds(self.task.goal or TRUE)

    def state(self) -> State:
        """The present as a state of the model; derived literals are left out."""
        return self._state(row for row in self.facts if row not in self.derived)

    def closed_state(self) -> State:
        """The present with its derived literals among the facts."""
        return self._state(self.facts)

    def _state(self, rows: Iterable[Row]) -> State:
        """The state with these rows for literals, and the present numbers."""
        symbols, start = self.compiled.symbols, self.task.start
        facts = frozenset(symbols.literal(r) for r in rows if r[0] not in symbols.numeric)
        changing = self.task.domain.changing_functions
        values = ((symbols.function(row), value) for row, value in self.facts.values.items())
        changed = {term: value for term, value in values if term.name in changing}
        return State(start.objects, facts, Numbers(start.numbers.fixed, changed))

    def plan_to(self, node: WorldNode) -> tuple[GroundAction, ...]:
        """The actions from the start to `node`."""
        operators = (step.operator for step in node.path())
        return tuple(self.compiled.action(o) for o in operators if o is not None)

    def _change(self, added: list[Row], deleted: list[Row]) -> None:
        for row in deleted:
            self.facts.remove(row)
            for listener in self.listeners:
                listener.change(row, truth=False)
        for row in added:
            self.facts.add(row)
            for listener in self.listeners:
                listener.change(row, truth=True)
        if self.derivation.keys:
            self.derived.difference_update(deleted)
            self.derived.update(r for r in added if r[0] in self.derivation.keys)

    def _rederive(self, added: list[Row], deleted: list[Row]) -> None:
        """Extend a change of basic literals by what it does to the derived ones."""
        facts = self.facts
        for row in (*deleted, *self.derived):
            facts.remove(row)
        for row in added:
            facts.add(row)
        # From the basic literals alone, with the old derived ones taken out: rules that use
        # negation are not monotone, so a derived literal may have lost its reason.
        derived = self.derivation.derive(facts)
        for row in (*added, *derived):
            facts.remove(row)
        for row in (*deleted, *self.derived):
            facts.add(row)
        added.extend(sorted(derived - self.derived))
        deleted.extend(sorted(self.derived - derived))


def _first_met(rows: DecisionList[V], costs: list[int]) -> V:
    """The value of the first row whose condition costs nothing; `costs` may be longer."""
    met = (rule.value for rule, cost in zip(rows.rules, costs, strict=False) if cost == 0)
    return next(met, rows.default)


def _outcome_counters(task: RelationalTask, world: World, grounder: Grounder) -> GoalCounters:
    """The conditions of every reward row, then of every termination row; the sums as groups."""
    counters = world.new_counters()
    conditions = [rule.condition for rule in task.reward.rows.rules]
    conditions += [rule.condition for rule in task.termination.rules]
    for condition in conditions:
        counters.add_transition_root(grounder.ground(condition))
    for row in task.reward.sums:
        counters.add_group(grounder.ground_each(row.variables, row.condition))
    return counters
