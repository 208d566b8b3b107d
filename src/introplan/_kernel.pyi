"""The native search engine; introplan.search.native.engine is the door to it."""

from array import array
from collections.abc import Callable, Sequence

Poll = Callable[[int, int], bool]

class ScoreBound: ...
class Goal: ...

class MutationGoals:
    def next(self, poll: Poll) -> tuple[Goal | None, int | None]: ...

class GoalGenerator:
    @property
    def success(self) -> Goal: ...
    @property
    def is_unsolvable(self) -> bool: ...
    def mutation_goals_from(self, node: int) -> MutationGoals: ...

class Kernel:
    def __init__(self, objects: int) -> None: ...
    def add_range(self, objects: Sequence[int]) -> None: ...
    def add_predicate(self, arity: int) -> None: ...
    def add_schema(self, schema: Sequence[int]) -> None: ...
    def add_stratum(self, rules: Sequence[Sequence[int]]) -> None: ...
    def add_premise(self, predicate: int) -> None: ...
    def add_operator(self, lifted: Sequence[int]) -> None: ...
    def add_negated(self, predicate: int) -> None: ...
    def add_facts(self, predicate: int, objects: Sequence[int]) -> None: ...
    def add_comparison(self, predicate: int, comparison: Sequence[int]) -> None: ...
    def add_value(self, predicate: int, objects: Sequence[int], value: float) -> None: ...
    def values_at(self, number: int) -> tuple[list[int], list[float]]: ...
    def add_rules(
        self,
        steps: Sequence[Sequence[int]],
        preconditions: Sequence[Sequence[int]],
        addable: Sequence[int],
        deletable: Sequence[int],
        precedences: Sequence[Sequence[int]],
    ) -> None: ...
    def add_outcomes(
        self,
        conditions: Sequence[Sequence[int]],
        rewards: Sequence[float],
        statuses: Sequence[int],
        poll: Poll,
    ) -> int | None: ...
    def add_sum(self, sentence: Sequence[int], value: float, poll: Poll) -> int | None: ...
    def set_discount(self, discount: float) -> None: ...
    def set_success_value(self, value: float) -> None: ...
    def goal_generator(
        self, reward: Sequence[int], success: Sequence[int], poll: Poll
    ) -> tuple[GoalGenerator, int | None]: ...
    def goal(self, goal: Sequence[int]) -> Goal: ...
    def stages(self, goal: Goal) -> list[Goal]: ...
    def is_met(self, number: int, goal: Goal) -> bool: ...
    def wants(self, goal: Goal) -> bytes: ...
    def set_limits(
        self,
        *,
        seconds: float | None,
        nodes: int | None,
        memory_mb: float | None,
        expanded: int,
        generated: int,
    ) -> None: ...
    def begin(self, poll: Poll) -> int | None: ...
    def holds(self, query: Sequence[int], poll: Poll) -> tuple[bool, int | None]: ...
    def search(
        self,
        start: int,
        *,
        target: Goal | None,
        guide: Goal | None,
        max_depth: int | None,
        max_stalled_nodes: int | None,
        avoid: Sequence[tuple[int, int]],
        uses_all_moves: bool,
        ff_after_stalled_nodes: int | None,
        poll: Poll,
    ) -> tuple[int | None, int | None, int, int, bool]: ...
    def set_costs(self, least: Sequence[float], is_whole: bool) -> None: ...
    def add_cost(self, schema: int, value: float) -> None: ...
    def add_cost_table(
        self, schema: int, which: Sequence[int], rows: Sequence[int], values: Sequence[float]
    ) -> None: ...
    def score_bound(
        self,
        parts: Sequence[float],
        rows: Sequence[int],
        weights: Sequence[float],
        never_stuck: bool,
        is_nonnegative: bool,
    ) -> ScoreBound: ...
    def best_score(
        self,
        start: int,
        *,
        bound: ScoreBound,
        needs_success: bool,
        guide: Goal | None,
        max_depth: int | None,
        above: float | None,
        below: float | None,
        max_generated: int | None,
        greed: float,
        counts_cost: bool,
        pays_once: bool,
        poll: Callable[[int, int], bool],
    ) -> tuple[int | None, int, int, float, int | None, int | None, bool]: ...
    def cheapest_path(
        self,
        start: int,
        *,
        guide: Goal | None,
        target: int | None,
        max_depth: int | None,
        below: float | None,
        max_generated: int | None,
        poll: Poll,
    ) -> tuple[int | None, int | None, int, int, bool]: ...
    def follow(
        self, start: int, operators: Sequence[int], poll: Poll
    ) -> tuple[int, int, int | None]: ...
    def eliminate_actions(self, end: int, poll: Poll) -> tuple[int, int | None]: ...
    def meets(self, number: int, wanted: Goal) -> bool: ...
    def counts(self) -> tuple[int, int]: ...
    def node(self, number: int) -> tuple[int, int, int, float, float]: ...
    def operator_at(self, number: int) -> tuple[int, list[int]]: ...
    def path(self, number: int) -> list[int]: ...
    def facts_at(self, number: int) -> list[int]: ...
    def row(self, fact: int) -> list[int]: ...

MachineStop = tuple[int | None, int, int]
MachineFound = tuple[bool, bool, bool, bytes, bytes, MachineStop]

class MachineLimits:
    def __init__(
        self,
        *,
        seconds: float | None,
        nodes: int | None,
        memory_mb: float | None,
        expanded: int,
        generated: int,
        poll: Poll,
    ) -> None: ...

class MachineSearchRequest:
    def __init__(
        self,
        *,
        endings: int,
        least_reward: float | None,
        max_depth: int | None,
        max_nodes: int | None,
        unreachable: int,
    ) -> None: ...

class Machine:
    def __init__(self, layout: Sequence[int], code: Sequence[int]) -> None: ...
    def add_dense(
        self, lows: Sequence[int], sizes: Sequence[int], values: Sequence[int], fallback: int
    ) -> None: ...
    def add_sparse(
        self, arity: int, keys: Sequence[int], values: Sequence[int], fallback: int
    ) -> None: ...
    def extend(self, code: Sequence[int]) -> None: ...
    def add_operator(self, encoded: Sequence[int]) -> None: ...
    def finish(self) -> None: ...
    @property
    def words(self) -> int: ...
    def evaluate(self, values: Sequence[int], nodes: Sequence[int]) -> list[int] | None: ...
    def successors(
        self, values: Sequence[int]
    ) -> list[tuple[int, list[int], float, int]] | None: ...
    def breadth_first(
        self, start: Sequence[int], request: MachineSearchRequest, limits: MachineLimits
    ) -> MachineFound: ...
    def a_star(
        self,
        start: Sequence[int],
        request: MachineSearchRequest,
        distance: int,
        max_bound: int | None,
        limits: MachineLimits,
    ) -> MachineFound: ...
    def alternating(
        self,
        start: Sequence[int],
        request: MachineSearchRequest,
        distances: Sequence[int],
        weight: int,
        limits: MachineLimits,
    ) -> MachineFound: ...
    def descend(
        self,
        start: Sequence[int],
        request: MachineSearchRequest,
        distance: int,
        repeats: bool,
        limits: MachineLimits,
    ) -> MachineFound: ...

class Exploration:
    def __init__(
        self,
        machine: Machine,
        start: Sequence[int],
        *,
        keeps_edges: bool,
        numbers_ends: bool,
        keeps_failures: bool = False,
        max_states: int | None,
        stops_at_limit: bool,
        max_depth: int | None,
    ) -> None: ...
    def run(self, limits: MachineLimits, until_states: int) -> MachineStop: ...
    def goal_distances(self, goal: int, labels: int) -> tuple[bytes, bytes]: ...
    def find(self, values: Sequence[int]) -> int | None: ...
    def decisions(
        self, labels: Sequence[int], probabilities: Sequence[float]
    ) -> tuple[bytes, bytes, bytes, bytes, bytes, bytes, bytes]: ...
    @property
    def edges(self) -> int: ...
    def values(self, first: int, last: int) -> bytes: ...
    @property
    def size(self) -> int: ...
    @property
    def expanded(self) -> int: ...
    @property
    def is_done(self) -> bool: ...
    @property
    def was_cut(self) -> bool: ...
    def first(self) -> bytes: ...
    def targets(self) -> bytes: ...
    def steps(self) -> bytes: ...
    def rewards(self) -> bytes: ...
    def depths(self) -> bytes: ...
    def partial(self) -> bytes: ...
    def statuses(self) -> bytes: ...

class SweptDecisions:
    def __init__(
        self,
        first_choice: array[int],
        first_edge: array[int],
        targets: array[int],
        probabilities: array[float],
        rewards: array[float],
    ) -> None: ...
    def sweep(
        self,
        count: int,
        discount: float,
        later: array[float],
        now: array[float],
        chosen: array[int],
    ) -> bool: ...
    def settle(
        self,
        order: array[int],
        discount: float,
        extra: float,
        values: array[float],
        tolerance: float,
        max_sweeps: int,
    ) -> int: ...
    def excess(
        self, discount: float, values: array[float], chosen: array[int]
    ) -> tuple[float, float]: ...

class FactoredCode:
    def __init__(
        self,
        kinds: Sequence[int],
        numbers: Sequence[float],
        first: Sequence[int],
        operands: Sequence[int],
    ) -> None: ...
    def expect(self, slots: Sequence[float]) -> list[float]: ...
    def draw(self, slots: Sequence[float], seed: int) -> list[float]: ...
    def intervals(
        self, low: Sequence[float], high: Sequence[float], budget: float
    ) -> list[tuple[float, float]]: ...

class FactoredWorld:
    def __init__(
        self,
        *,
        step: FactoredCode,
        conditions: FactoredCode,
        next: Sequence[int],
        paid: Sequence[int],
        allowed: Sequence[int],
        ends: Sequence[int],
        defaults: Sequence[float],
        choices: Sequence[tuple[int, float]],
        concurrency: int,
        discount: float,
    ) -> None: ...

class RelaxedLayer:
    def __init__(
        self,
        *,
        code: FactoredCode,
        next: Sequence[int],
        paid: Sequence[int],
        polarity: Sequence[int],
        is_boolean: Sequence[bool],
        concurrency: int,
        discount: float,
        layers: int,
    ) -> None: ...
    def returns(
        self, marginals: Sequence[Sequence[float]], steps: int, counts: Sequence[bool]
    ) -> list[float]: ...

class FactoredTable:
    def __init__(
        self,
        *,
        code: FactoredCode,
        variables: Sequence[int],
        is_boolean: Sequence[bool],
        next: Sequence[int],
        paid: Sequence[int],
        paid_after: Sequence[int],
        allowed: Sequence[int],
        ends: Sequence[int],
        classes: Sequence[Sequence[int]],
        defaults: Sequence[float],
        choices: Sequence[tuple[int, float]],
    ) -> None: ...
    def explore(self, state: Sequence[float], states: int, edges: int, seconds: float) -> bool: ...
    def solve(self, steps: int, discount: float, share: float, may_end: bool) -> None: ...
    def look_ahead(
        self,
        state: Sequence[float],
        contexts: Sequence[Sequence[float]],
        steps: int,
        discount: float,
        states: int,
    ) -> bool: ...
    def row(self, state: Sequence[float]) -> int: ...
    def q(self, row: int, number: int, steps: int) -> float: ...
    def value(self, row: int, steps: int) -> float: ...
    def class_of(self, action: Sequence[int]) -> int: ...
    @property
    def rows(self) -> int: ...
    @property
    def edges(self) -> int: ...

class SearchEffort:
    def __init__(
        self,
        *,
        trials: int,
        seconds: float | None,
        seed: int,
        prior: float,
        exploration: float,
    ) -> None: ...

class FactoredPlanner:
    def __init__(
        self,
        *,
        world: FactoredWorld,
        limit: int,
        tables: Sequence[FactoredTable],
        layer: RelaxedLayer | None,
        covered: Sequence[bool],
        shared: Sequence[tuple[int, float]],
        timed: Sequence[bool],
    ) -> None: ...
    @property
    def lists_all(self) -> bool: ...
    def decide(
        self, way: int, state: Sequence[float], steps: int, effort: SearchEffort
    ) -> list[tuple[list[int], float, int]]: ...
    def play(
        self, way: int, state: Sequence[float], steps: int, seed: int, effort: SearchEffort
    ) -> float: ...
    def is_over(self, state: Sequence[float]) -> bool: ...
