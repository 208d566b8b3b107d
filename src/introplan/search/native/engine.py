"""The one door to the native engine: integers in, integers out.

The engine is C++ (`native/`) and means exactly what the Python search means: the same nodes in the
same order, the same counts, the same plans. It is missing where the package was installed without
a compiler; `is_available` tells, and nothing falls back in silence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from introplan.errors import UsageError
from introplan.limits import MAX_SECONDS, Meter, enforce_time_limit, within
from introplan.mdp import Status
from introplan.relational.action import GroundAction
from introplan.relational.derived import strata
from introplan.relational.domain import Task
from introplan.relational.dynamics import directions
from introplan.relational.formula import TRUE, Formula, Literal, Predicate
from introplan.relational.mutation import Mutation
from introplan.relational.precedence import precedences
from introplan.relational.rewriting import literals
from introplan.relational.state import State
from introplan.search.compiled import Symbols
from introplan.search.costs import Prices
from introplan.search.native.encoding import (
    Names,
    Ranges,
    decode_mutation,
    encode_formula,
    encode_goal,
    encode_operator,
    encode_precedence,
    encode_schema,
    encode_sentence,
    encode_steps,
    encode_stratum,
)
from introplan.search.native.goals import KernelGoal, KernelOutlook, KernelWay
from introplan.search.native.places import (
    FINISHED,
    HALF,
    REASONS,
    KernelPlace,
    number_of,
    stopped_by,
    tell_prices,
)
from introplan.search.relaxed_operators import lifted_operators, negated_predicates
from introplan.search.requests import (
    AnyGoal,
    CheapestPathRequest,
    Followed,
    OwnGoal,
    Place,
    SearchRequest,
    SearchResult,
)

try:
    from introplan import _kernel
except ImportError:
    _kernel = None  # type: ignore[assignment]


def is_available() -> bool:
    """Was the package built with the native engine?"""
    return _kernel is not None


class KernelEngine:
    """A task inside the native engine."""

    def __init__(self, task: Task, meter: Meter) -> None:
        if not is_available():
            raise UsageError(
                "the native engine is not available: "
                "this installation was built without a compiler"
            )
        self.task = task
        self.meter = meter
        self._symbols = Symbols(task.start)
        schemas = {s.name: i for i, s in enumerate(task.domain.actions)}
        changing = directions(task.domain).changing
        self._names = Names(self._symbols, Ranges(self._symbols), schemas, changing)
        self._literals: dict[int, Literal] = {}
        self._told = (0, 0)
        self._kernel = _kernel.Kernel(len(self._symbols.constants))
        with enforce_time_limit(meter, anywhere=True):  # a rule may be as long as a book
            self._load()
        self._use_meter()
        self._check_limit(self._kernel.begin(self._poll))
        self._add_judge()
        self.root = self._place(0)

    def _load(self) -> None:
        """Tell the kernel the task's rules and facts."""
        task, names, kernel = self.task, self._names, self._kernel
        schemas = [encode_schema(s, names) for s in task.domain.actions]
        rules = [encode_stratum(r, names) for r in strata(task.domain.derived)]
        premises = self._keys(x.predicate for r in task.domain.derived for x in literals(r.body))
        facts: dict[int, list[int]] = {}
        for row in sorted(map(self._symbols.row, task.start.facts)):
            facts.setdefault(row[0], []).extend(row[1:])
        self._goal_at_start = encode_formula(task.goal or TRUE, names)
        operators = [encode_operator(lifted, names) for lifted in lifted_operators(task.domain)]
        negated = self._keys(negated_predicates(task))
        self._tell_numbers()
        for schema in schemas:
            kernel.add_schema(schema)
        for stratum in rules:
            kernel.add_stratum(stratum)
        for premise in premises:
            kernel.add_premise(premise)
        for lifted in operators:
            kernel.add_operator(lifted)
        for predicate in negated:
            kernel.add_negated(predicate)
        for predicate, objects in facts.items():
            kernel.add_facts(predicate, objects)
        tell_prices(kernel, Prices(task, self._symbols))

    def _keys(self, predicates: Iterable[Predicate]) -> list[int]:
        """The numbers of some predicates, each once."""
        return [self._symbols.key(p) for p in sorted(set(predicates))]

    def _tell_numbers(self) -> None:
        """Make the kernel keep up with the numbers handed out here."""
        predicates, ranges = self._symbols.predicates, self._names.ranges.objects
        for predicate in predicates[self._told[0] :]:
            self._kernel.add_predicate(predicate.arity)
        for objects in ranges[self._told[1] :]:
            self._kernel.add_range(objects)
        self._told = len(predicates), len(ranges)

    def _add_judge(self) -> None:
        """The conditions of every reward row, then of every termination row."""
        reward, termination = self.task.reward, self.task.termination
        conditions = [rule.condition for rule in reward.rules]
        conditions += [rule.condition for rule in termination.rules]
        with enforce_time_limit(self.meter, anywhere=True):
            sentences = [encode_sentence(condition, self._names) for condition in conditions]
        statuses = [status.value for status in termination.values]
        self._tell_numbers()
        reason = self._kernel.add_judge(sentences, list(reward.values), statuses, self._poll)
        self._check_limit(reason)

    @property
    def starts_at_goal(self) -> bool:
        """Does the goal of a plain PDDL task hold from the start?"""
        if not self.task.is_classical:
            return False
        self._use_meter()
        is_true, reason = self._kernel.holds(self._goal_at_start, self._poll)
        self._check_limit(reason)
        return is_true

    def outlook(self, reward: Formula, success: Formula) -> KernelOutlook:
        """What pays and what succeeds, and the ways there, found by the kernel."""
        domain, names, ways = self.task.domain, self._names, directions(self.task.domain)
        steps = encode_steps(domain, names)
        conditions = [encode_sentence(s.precondition, names, s.parameters) for s in domain.actions]
        with enforce_time_limit(self.meter, anywhere=True):
            pays, succeeds = (encode_sentence(formula, names) for formula in (reward, success))
        addable, deletable = self._keys(ways.addable), self._keys(ways.deletable)
        orders = [encode_precedence(order, names) for order in precedences(domain)]
        self._tell_numbers()
        self._use_meter()
        self._kernel.add_rules(steps, conditions, addable, deletable, orders)
        found, reason = self._kernel.goal_generator(pays, succeeds, self._poll)
        self._check_limit(reason)
        return KernelOutlook(self, found)

    def search(self, start: Place, aim: SearchRequest) -> SearchResult:
        """Best-first search from one of the kernel's nodes."""
        target, guide = map(self._own_goal, (aim.target, aim.guide))
        self._use_meter()
        found = self._kernel.search(
            number_of(start),
            target=target,
            guide=guide,
            max_depth=within(aim.max_depth, bits=32),
            max_stalled_nodes=aim.patience,
            avoid=[divmod(identity, 1 << HALF) for identity in aim.avoid],
            uses_all_moves=aim.uses_all_moves,
            ff_after_stalled_nodes=aim.blind_after,
            poll=self._poll,
        )
        return self._result(*found)

    def cheapest(self, start: Place, errand: CheapestPathRequest) -> SearchResult:
        """The cheapest way from one of the kernel's nodes."""
        self._use_meter()
        found = self._kernel.cheapest_path(
            number_of(start),
            guide=self._own_goal(errand.guide),
            target=None if errand.target is None else number_of(errand.target),
            max_depth=within(errand.max_depth, bits=32),
            below=errand.below,
            max_generated=errand.patience,
            poll=self._poll,
        )
        return self._result(*found)

    def _result(
        self, node: int | None, best: int | None, status: int, reason: int, was_cut: bool
    ) -> SearchResult:
        """What the kernel found; the meter takes over its counts."""
        self.meter.expanded, self.meter.generated = self._kernel.counts()
        places = [None if number is None else self._place(number) for number in (node, best)]
        self._check_limit(reason, places[1])
        return SearchResult(places[0], Status(status), REASONS[reason], places[1], was_cut)

    def _own_goal(self, goal: AnyGoal | None) -> _kernel.Goal | None:
        """A goal as the kernel has it."""
        if goal is None:
            return None
        if isinstance(goal, OwnGoal):
            assert isinstance(goal, KernelGoal), "goals belong to the engine they come from"
            return goal.own
        encoded = encode_goal(goal, self._names)
        self._tell_numbers()
        return self._kernel.goal(encoded)

    def is_met(self, place: Place, goal: AnyGoal) -> bool:
        """Does a conjunction over single states hold there?"""
        own = self._own_goal(goal)
        assert own is not None
        return self._kernel.is_met(number_of(place), own)

    def stages(self, goal: KernelGoal) -> list[KernelGoal]:
        """What to aim at first."""
        return [KernelGoal(stage) for stage in self._kernel.stages(goal.own)]

    def follow(self, start: Place, actions: Sequence[GroundAction]) -> Followed:
        """Where these actions lead, one after the other, and how far they can be taken."""
        numbers: list[int] = []
        for action in actions:
            numbers.append(self._names.schemas[action.name])
            numbers += [self._symbols.value(argument) for argument in action.arguments]
        self._use_meter()
        number, status, reason = self._kernel.follow(number_of(start), numbers, self._poll)
        self._check_limit(reason)
        return Followed(self._place(number), Status(status))

    def shortened(self, end: Place) -> Place:
        """The end of the plan to `end`, a success, without its needless steps."""
        self._use_meter()
        number, reason = self._kernel.eliminate_actions(number_of(end), self._poll)
        self._check_limit(reason)
        return self._place(number)

    def meets(self, place: Place, goal: AnyGoal) -> bool:
        """Is the goal met on the transition into this place?"""
        own = self._own_goal(goal)
        assert own is not None
        return self._kernel.meets(number_of(place), own)

    def closed_state(self, place: Place) -> State:
        """The state there, with its derived literals among the facts."""
        facts = self._kernel.facts_at(number_of(place))
        return State(self.task.start.objects, frozenset(self._all_literals(facts)))

    def path(self, place: Place) -> list[KernelPlace]:
        """The places from the start (left out) to this one."""
        return [self._place(number) for number in self._kernel.path(number_of(place))]

    def plan_to(self, place: Place) -> tuple[GroundAction, ...]:
        """The actions from the start to this place."""
        return tuple(map(self._action, self._kernel.path(number_of(place))))

    def next_way(self, ways: _kernel.MutationGoals) -> KernelWay | None:
        """The next of some ways, if there is one."""
        self._use_meter()
        goal, reason = ways.next(self._poll)
        self._check_limit(reason)
        return None if goal is None else KernelWay(self, KernelGoal(goal))

    def told(self, goal: KernelGoal) -> Callable[[], Mutation]:
        """What tells a conjunction of single wants as a mutation, without the engine."""
        return partial(decode_mutation, self._kernel.wants(goal.own), self._names)

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

    def _place(self, number: int) -> KernelPlace:
        high, low, depth, score, reward = self._kernel.node(number)
        return KernelPlace(number, (high << HALF) | low, depth, score, reward)

    def _use_meter(self) -> None:
        """Hand over what is left of the limits."""
        limits, seconds = self.meter.limits, None
        if limits.seconds is not None:
            seconds = min(limits.seconds - self.meter.seconds, MAX_SECONDS)
        self._kernel.set_limits(
            seconds=seconds,
            nodes=within(limits.nodes, bits=64),
            memory_mb=limits.memory_mb,
            expanded=self.meter.expanded,
            generated=self.meter.generated,
        )

    def _poll(self, expanded: int, generated: int) -> bool:
        """Called every now and then from inside the engine: is it time to stop?"""
        self.meter.expanded, self.meter.generated = expanded, generated
        return self.meter.interrupted

    def _check_limit(self, reason: int | None, best: Place | None = None) -> None:
        if reason is not None and REASONS[reason] not in FINISHED:
            raise stopped_by(REASONS[reason], best)
