"""The native engine: the searches of this package, run in C++ (`native/` of the repository).

It means exactly what the Python search means: the same nodes in the same order, the same counts,
the same plans. It is missing where the package was installed without a compiler (`is_available`);
there is no silent fall-back.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import islice

from introplan.errors import UsageError
from introplan.limits import MAX_SECONDS, Meter, enforce_time_limit
from introplan.mdp import Status
from introplan.relational.action import GroundAction
from introplan.relational.domain import RelationalTask
from introplan.relational.formula import Formula, Literal
from introplan.relational.numbers import FunctionTerm, Numbers
from introplan.relational.state import State
from introplan.search.compiled import Symbols
from introplan.search.native import _kernel
from introplan.search.native import is_available as is_available
from introplan.search.native.handles import (
    REASONS,
    EncodedMutation,
    KernelGoal,
    KernelGoalGenerator,
    KernelMutationGoal,
    KernelNode,
    as_signed,
    number_of,
    raise_if_limited,
)
from introplan.search.native.loading import Loader
from introplan.search.requests import (
    AnyGoal,
    CheapestPathRequest,
    EngineGoal,
    Followed,
    ScoreRequest,
    ScoreResult,
    SearchNode,
    SearchRequest,
    SearchResult,
)

HALF_BITS = 64
"""Identities cross the border in two halves of this many bits."""


class KernelEngine:
    """A task inside the native engine."""

    def __init__(self, task: RelationalTask, meter: Meter) -> None:
        if not is_available():
            raise UsageError(
                "the native engine is not available: "
                "this installation was built without a compiler"
            )
        if "native" not in task.engines:
            raise UsageError("the native engine would round the sums of rewards or costs")
        self.task = task
        self.meter = meter
        self._symbols = Symbols(task.start)
        self._literals: dict[int, Literal] = {}
        self._kernel = _kernel.Kernel(len(self._symbols.constants))
        self._loader = Loader(task, self._kernel, self._symbols)
        # Encoding a very long rule takes long and never polls: the alarm keeps the time limit.
        with enforce_time_limit(meter, anywhere=True):
            self._goal_at_start = self._loader.load_task()
        self._use_meter()
        raise_if_limited(self._kernel.begin(self._poll))
        self._add_outcomes()
        self.root = self._node(0)

    def _add_outcomes(self) -> None:
        """Load what gives reward and status of every transition: two decision lists, and sums."""
        rewards, termination = list(self.task.reward.rows.values), self.task.termination
        statuses = [status.value for status in termination.values]
        with enforce_time_limit(self.meter, anywhere=True):
            conditions, sums = self._loader.outcome_conditions()
        raise_if_limited(self._kernel.add_outcomes(conditions, rewards, statuses, self._poll))
        for row, sentence in zip(self.task.reward.sums, sums, strict=True):
            raise_if_limited(self._kernel.add_sum(sentence, row.value, self._poll))
        self._kernel.set_discount(self.task.discount)
        if self.task.success_value is not None:
            self._kernel.set_success_value(self.task.success_value)

    @property
    def starts_at_goal(self) -> bool:
        """Does the goal of a plain PDDL task hold from the start?"""
        if not self.task.is_classical:
            return False
        self._use_meter()
        is_true, reason = self._kernel.holds(self._goal_at_start, self._poll)
        raise_if_limited(reason)
        return is_true

    def goal_generator(self, reward: Formula, success: Formula) -> KernelGoalGenerator:
        """The goals for these two conditions, grounded and enumerated by the kernel."""
        with enforce_time_limit(self.meter, anywhere=True):
            conditions = self._loader.load_introspection(reward, success)
        self._use_meter()
        found, reason = self._kernel.goal_generator(*conditions, self._poll)
        raise_if_limited(reason)
        return KernelGoalGenerator(self, found)

    def search(self, start: SearchNode, request: SearchRequest) -> SearchResult:
        """Greedy best-first search from one of the kernel's nodes."""
        target, guide = map(self._own_goal, (request.target, request.guide))
        self._use_meter()
        found = self._kernel.search(
            number_of(start),
            target=target,
            guide=guide,
            max_depth=as_signed(request.max_depth, bits=32),
            max_stalled_nodes=request.max_stalled_nodes,
            avoid=[divmod(identity, 1 << HALF_BITS) for identity in request.avoid],
            uses_all_moves=request.uses_all_moves,
            ff_after_stalled_nodes=request.ff_after_stalled_nodes,
            poll=self._poll,
        )
        return self._result(*found)

    def cheapest_path(self, start: SearchNode, request: CheapestPathRequest) -> SearchResult:
        """A* from one of the kernel's nodes."""
        self._use_meter()
        found = self._kernel.cheapest_path(
            number_of(start),
            guide=self._own_goal(request.guide),
            target=None if request.target is None else number_of(request.target),
            max_depth=as_signed(request.max_depth, bits=32),
            below=request.below,
            max_generated=request.max_generated,
            poll=self._poll,
        )
        return self._result(*found)

    def best_score(self, start: SearchNode, request: ScoreRequest) -> ScoreResult:
        """The search for the best score from one of the kernel's nodes."""
        guide, bound = self._own_goal(request.guide), self._loader.score_bound(request.bound)
        self._use_meter()
        node, status, reason, most, first, last, was_cut = self._kernel.best_score(
            number_of(start),
            bound=bound,
            needs_success=request.needs_success,
            guide=guide,
            max_depth=as_signed(request.max_depth, bits=32),
            above=request.above,
            below=request.below,
            max_generated=request.max_generated,
            greed=request.greed,
            counts_cost=request.counts_cost,
            pays_once=request.pays_once,
            poll=self._poll,
        )
        self.meter.expanded, self.meter.generated = self._kernel.counts()
        end = None if node is None else self._node(node)
        loop = None if first is None or last is None else (self._node(first), self._node(last))
        return ScoreResult(end, Status(status), REASONS[reason], most, loop, was_cut)

    def _result(
        self, node: int | None, best: int | None, status: int, reason: int, was_cut: bool
    ) -> SearchResult:
        """What the kernel found; the meter takes over its counts."""
        self.meter.expanded, self.meter.generated = self._kernel.counts()
        nodes = [None if number is None else self._node(number) for number in (node, best)]
        raise_if_limited(reason, nodes[1])
        return SearchResult(nodes[0], Status(status), REASONS[reason], nodes[1], was_cut)

    def _own_goal(self, goal: AnyGoal | None) -> _kernel.Goal | None:
        """A goal as the kernel has it."""
        if goal is None:
            return None
        if isinstance(goal, EngineGoal):
            assert isinstance(goal, KernelGoal), "goals belong to the engine they come from"
            return goal.own
        return self._loader.goal(goal)

    def is_met(self, node: SearchNode, goal: AnyGoal) -> bool:
        """Does a conjunction of literals hold in the state of `node`?"""
        own = self._own_goal(goal)
        assert own is not None
        return self._kernel.is_met(number_of(node), own)

    def stages(self, goal: KernelGoal) -> list[KernelGoal]:
        """Goals to reach before `goal`, one after the other, if it has an ordering."""
        return [KernelGoal(stage) for stage in self._kernel.stages(goal.own)]

    def follow(self, start: SearchNode, actions: Sequence[GroundAction]) -> Followed:
        """Replay actions from `start` as far as they are applicable."""
        numbers: list[int] = []
        for action in actions:
            numbers.append(self._loader.names.schemas[action.name])
            numbers += [self._symbols.value(argument) for argument in action.arguments]
        self._use_meter()
        number, status, reason = self._kernel.follow(number_of(start), numbers, self._poll)
        raise_if_limited(reason)
        return Followed(self._node(number), Status(status))

    def eliminate_actions(self, end: SearchNode) -> SearchNode:
        """The end of the plan to `end`, a success, without its redundant actions."""
        self._use_meter()
        number, reason = self._kernel.eliminate_actions(number_of(end), self._poll)
        raise_if_limited(reason)
        return self._node(number)

    def meets(self, node: SearchNode, goal: AnyGoal) -> bool:
        """Is the goal met on the transition into `node`?"""
        own = self._own_goal(goal)
        assert own is not None
        return self._kernel.meets(number_of(node), own)

    def closed_state(self, node: SearchNode) -> State:
        """The state of `node`, with its derived literals among the facts."""
        facts = self._kernel.facts_at(number_of(node))
        start = self.task.start
        state = State(start.objects, frozenset(self._all_literals(facts)))
        if not self.task.is_numeric:
            return state
        return replace(state, numbers=Numbers(start.numbers.fixed, self._numbers_at(node)))

    def _numbers_at(self, node: SearchNode) -> dict[FunctionTerm, float]:
        """The values at `node` of the functions that change."""
        rows, values = self._kernel.values_at(number_of(node))
        found: dict[FunctionTerm, float] = {}
        numbers, changing = iter(rows), self.task.domain.changing_functions
        for key, arity, value in zip(numbers, numbers, values, strict=False):
            terms = tuple(self._symbols.constants[i] for i in islice(numbers, arity))
            name = self._symbols.predicates[key].name.removeprefix("function ")
            if name in changing:
                found[FunctionTerm(name, terms)] = value
        return found

    def path(self, node: SearchNode) -> list[KernelNode]:
        """The nodes from the start (left out) to this one."""
        return [self._node(number) for number in self._kernel.path(number_of(node))]

    def plan_to(self, node: SearchNode) -> tuple[GroundAction, ...]:
        """The actions from the start to this node."""
        return tuple(map(self._action, self._kernel.path(number_of(node))))

    def next_mutation_goal(self, goals: _kernel.MutationGoals) -> KernelMutationGoal | None:
        """The next mutation of an enumeration, if there is one."""
        self._use_meter()
        goal, reason = goals.next(self._poll)
        raise_if_limited(reason)
        return None if goal is None else KernelMutationGoal(self, KernelGoal(goal))

    def encoded_mutation(self, goal: KernelGoal) -> EncodedMutation:
        """A conjunction as a mutation, to be decoded when it is asked for."""
        return EncodedMutation(self._kernel.wants(goal.own), self._loader.names)

    def _action(self, number: int) -> GroundAction:
        schema, arguments = self._kernel.operator_at(number)
        constants = self._symbols.constants
        name = self.task.domain.actions[schema].name
        return GroundAction(name, tuple(constants[i] for i in arguments))

    def _all_literals(self, facts: Iterable[int]) -> Iterable[Literal]:
        known = self._literals
        for fact in facts:
            if fact not in known:
                known[fact] = self._symbols.literal(tuple(self._kernel.row(fact)))
            yield known[fact]

    def _node(self, number: int) -> KernelNode:
        high, low, depth, score, reward = self._kernel.node(number)
        return KernelNode(number, (high << HALF_BITS) | low, depth, score, reward)

    def _use_meter(self) -> None:
        """Hand over what is left of the limits."""
        limits, left = self.meter.limits, self.meter.seconds_left
        self._kernel.set_limits(
            seconds=None if left is None else min(left, MAX_SECONDS),
            nodes=as_signed(limits.nodes, bits=64),
            memory_mb=limits.memory_mb,
            expanded=self.meter.expanded,
            generated=self.meter.generated,
        )

    def _poll(self, expanded: int, generated: int) -> bool:
        """Called by the kernel every 50 ms: take over its counts; returns whether to stop."""
        self.meter.expanded, self.meter.generated = expanded, generated
        return self.meter.interrupted
