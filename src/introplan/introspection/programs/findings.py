"""From a reading of a program to findings: r_max, milestones, a distance, words."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from introplan.errors import IntroplanError
from introplan.introspection.findings import (
    Heuristic,
    Introspection,
    MaximalReward,
    Milestone,
    RewardPath,
    Variable,
)
from introplan.introspection.programs.arithmetic import conjoin, const, equal, negate
from introplan.introspection.programs.bounds import Domain, Knowledge, OneOf, Range
from introplan.introspection.programs.compiling import compiled_one
from introplan.introspection.programs.potentials import DEAD, Potential
from introplan.introspection.programs.reading import (
    Reading,
    after_condition,
    is_success,
    read_program_model,
)
from introplan.introspection.programs.rewards import Payment, is_constant
from introplan.introspection.programs.sampling import sampled
from introplan.introspection.programs.shapes import build
from introplan.introspection.programs.signals import Diagnostic, Refused
from introplan.introspection.programs.substitution import spelled_out
from introplan.introspection.programs.targets import Distances, Target
from introplan.introspection.programs.terms import Or, Term, Var
from introplan.introspection.programs.values import as_term, is_term
from introplan.introspection.programs.wording import text_of
from introplan.mdp import NotAllowedError
from introplan.programs.program import ProgramTask

SMALL_WORLD = 30_000


def introspect_program(task: ProgramTask, *, budget: float) -> Introspection:
    """Find out what there is to know about a program within `budget` seconds."""
    started = time.monotonic()
    reading = read_program_model(task, seconds=0.6 * budget)
    return Finder(reading, started, started + budget).introspection()


class Finder:
    """Draws conclusions from a reading until a deadline."""

    def __init__(self, reading: Reading, started: float, deadline: float) -> None:
        self.reading = reading
        self.task = reading.task
        self.started = started
        self.deadline = deadline
        self.notes: list[str] = []

    def introspection(self) -> Introspection:
        """Everything, put together."""
        r_max = self.maximal_reward()
        target = self.reward_target(r_max)
        heuristic = self.heuristic(target)
        return Introspection(
            r_max,
            heuristic,
            self._satisfied(r_max),
            lambda: self._milestones(r_max, target, heuristic),
            self._reward_paths(),
            self._variables(),
            self._immutable(),
            tuple(self.reading.operators or ()),
            tuple(text_of(negate(meeting)) for meeting in self.reading.meetings),
            tuple(self.reading.diagnostics),
            time.monotonic() - self.started,
            tuple(self.notes),
            self,
        )

    def maximal_reward(self) -> MaximalReward:
        """The largest reward; asked of the user's own function wherever it is called exact."""
        sample = self.reading.sample
        seen = sample.largest_reward
        if sample.is_complete:
            self.notes.append(f"The world has {len(sample.states)} states, all of them were seen.")
            return MaximalReward(seen, "exact") if seen is not None else _UNKNOWN
        bound = self._bound()
        if bound is None:
            return _UNKNOWN
        if math.isinf(bound):
            return MaximalReward(None, "unbounded")
        if seen is not None and seen >= bound:
            return MaximalReward(seen, "exact")
        exhausted = self._exhausted()
        if exhausted is not None:
            return MaximalReward(exhausted, "exact")
        return MaximalReward(bound, "exact" if self._is_witnessed(bound) else "upper bound")

    def _bound(self) -> float | None:
        """The most that any path of the reward can pay."""
        payments = self.reading.payments
        if payments:
            return max(p.most for p in payments)
        clauses = self.reading.clauses
        if clauses and all(is_constant(c.value) for c in clauses):
            return max(float(c.value) for c in clauses)
        return None

    def _exhausted(self) -> float | None:
        """The largest reward of a small world, by looking at all of it."""
        size = 1.0
        for domain in self.reading.box.values():
            size *= domain.size
        if self.reading.operators is None or size > SMALL_WORLD:
            return None
        seconds = 0.4 * (self.deadline - time.monotonic())
        whole = sampled(self.task, seconds=seconds, near=SMALL_WORLD)
        return whole.largest_reward if whole.is_complete and whole.error is None else None

    def _is_witnessed(self, value: float) -> bool:
        """Is there a state, not necessarily one that can be reached, where a step pays this?"""
        for payment in self.reading.payments or ():
            if payment.most == value and self._pays(payment, value):
                return True
        return False

    def _pays(self, payment: Payment, value: float) -> bool:
        reading = self.reading
        knowledge = Knowledge(dict(payment.operator.box))
        if reading.read is None or reading.shape is None:
            return False
        for condition in (*payment.operator.conditions, *payment.conditions):
            knowledge.learn(condition, True)
        start = reading.read(self.task.start)
        row = [
            _near(knowledge.box.get(var), now)
            for var, now in zip(reading.order, start, strict=True)
        ]
        if not compiled_one(payment.condition, reading.order)(tuple(row)):
            return False
        try:
            outcome = self.task.step(build(reading.shape, row), payment.operator.action)
        except (IntroplanError, NotAllowedError):
            return False
        return outcome.reward == value

    def reward_target(self, r_max: MaximalReward) -> Target | None:
        """What to aim for: r_max."""
        reading = self.reading
        if r_max.value is None or reading.operators is None or reading.payments is None:
            return None
        after = after_condition(reading, r_max.value)
        if after is not None:
            return Target((after,), 0)
        ways = [c for p in reading.payments if (c := paying(p, r_max.value)) is not None]
        return Target(tuple(dict.fromkeys(ways)), 1) if ways else None

    def success_target(self) -> Target | None:
        """What to aim for where `terminal` says what success is."""
        reading = self.reading
        if reading.operators is None or reading.endings is None:
            return None
        ways = [p.condition for p in reading.endings if is_success(p) is not False]
        return Target(tuple(dict.fromkeys(ways)), 1) if ways else None

    def heuristic(self, target: Target | None) -> Heuristic:
        """The distance to a target as a function of the user's states."""
        if target is None or self.reading.read is None:
            return Heuristic(lambda state: 0.0, "0")
        try:
            potential = self._potential(target)
        except Refused as refusal:
            self.reading.diagnostics.append(refusal.diagnostic("no distance is derived"))
            return Heuristic(lambda state: 0.0, "0")
        return self._as_function(potential)

    def _potential(self, target: Target) -> Potential:
        reading = self.reading
        assert reading.read is not None
        assert reading.operators is not None
        start = dict(zip(reading.order, reading.read(self.task.start), strict=True))
        distances = Distances(reading.operators, reading.box, start, self.deadline)
        simple = distances.by_steps(target)
        return distances.with_projections(target, simple)

    def _as_function(self, potential: Potential) -> Heuristic:
        read = self.reading.read
        assert read is not None
        function = compiled_one(potential.term, self.reading.order)

        def distance(state: Any) -> float:
            try:
                steps = function(read(state))
            except (AttributeError, IndexError, KeyError, TypeError):
                return 0.0
            return math.inf if steps >= DEAD else float(max(steps, 0))

        return Heuristic(distance, text_of(potential.term))

    def _satisfied(self, r_max: MaximalReward) -> Callable[[Any, Any, Any], bool]:
        reward, value = self.task.program.reward, r_max.value
        if value is None:
            return lambda before, action, after: False
        return lambda before, action, after: bool(reward(before, action, after) >= value)

    def _milestones(
        self, r_max: MaximalReward, target: Target | None, heuristic: Heuristic
    ) -> Iterator[Milestone]:
        """One milestone for each way to meet the condition."""
        met = self._satisfied(r_max)
        if target is None:
            return
        if target.due == 0:
            for condition in _options(spelled_out(target.condition)):
                holds = self._held_after(condition)
                yield Milestone(None, "after", text_of(condition), _both(met, holds), heuristic)
            return
        assert r_max.value is not None
        for payment in self.reading.payments or ():
            required = paying(payment, r_max.value)
            if required is not None:
                action = payment.operator.action
                holds = self._held_before(required, action)
                yield Milestone(action, "before", text_of(required), _both(met, holds), heuristic)

    def _held_after(self, condition: Term) -> Callable[[Any, Any, Any], bool]:
        read, function = self.reading.read, compiled_one(condition, self.reading.order)
        assert read is not None
        return lambda before, action, after: bool(function(read(after)))

    def _held_before(self, condition: Term, wanted: Any) -> Callable[[Any, Any, Any], bool]:
        read, function = self.reading.read, compiled_one(condition, self.reading.order)
        assert read is not None
        return lambda before, action, after: bool(action == wanted and function(read(before)))

    def _reward_paths(self) -> tuple[RewardPath, ...]:
        found: dict[tuple[str, str, int], RewardPath] = {}
        for clause in self.reading.clauses or ():
            condition = clause.condition
            guard = text_of(condition[1] if isinstance(condition, tuple) else condition)
            value = text_of(as_term(clause.value)) if is_term(clause.value) else f"{clause.value}"
            path = RewardPath(clause.action, guard, value, clause.line)
            found.setdefault((guard, value, clause.line), path)
        return tuple(found.values())

    def _variables(self) -> tuple[Variable, ...]:
        changed = self._changed()
        return tuple(
            Variable(v.name, v.sort.value, _domain_text(self.reading.box.get(v)), v in changed)
            for v in self.reading.order
        )

    def _changed(self) -> set[Var]:
        operators = self.reading.operators
        if operators is None:
            return set(self.reading.order)
        return {var for operator in operators for var in operator.effects}

    def _immutable(self) -> tuple[str, ...]:
        changed = self._changed()
        return tuple(var.name for var in self.reading.order if var not in changed)


_UNKNOWN = MaximalReward(None, "unknown")


def paying(payment: Payment, value: float) -> Term | None:
    """The condition before a step under which it pays exactly this; None if it cannot."""
    if not payment.least <= value <= payment.most:
        return None
    if not is_term(payment.value):
        return payment.condition
    return conjoin([payment.condition, equal(payment.value, const(value))])


def _near(domain: Domain | None, value: Any) -> Any:
    """The value of a domain that is nearest to a given one."""
    if domain is None or value in domain:
        return value
    if isinstance(domain, OneOf):
        return domain.values[0]
    assert isinstance(domain, Range)
    return int(domain.low if value < domain.low else domain.high)


def _both(
    first: Callable[[Any, Any, Any], bool], second: Callable[[Any, Any, Any], bool]
) -> Callable[[Any, Any, Any], bool]:
    return lambda s, a, s2: first(s, a, s2) and second(s, a, s2)


def _options(condition: Term) -> Sequence[Term]:
    return condition.children if isinstance(condition, Or) else (condition,)


def _domain_text(domain: Domain | None) -> str:
    match domain:
        case Range(low, high):
            return f"{low}..{high}"
        case OneOf(values):
            return "{" + ", ".join(map(repr, values[:8])) + "}"
        case None:
            return "anything"


def black_box_note(message: str) -> Diagnostic:
    """A diagnostic about the model as a whole."""
    return Diagnostic("PY-SELFCHECK", "<model>", 0, message)
