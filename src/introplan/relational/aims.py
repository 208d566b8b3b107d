"""What to aim for where a reward is a sum: as much of its weight as can be had in one step.

Each binding of a row of a sum is a wish of its own: a condition that should hold, or a penalty
whose condition should not. The decision list beside the sums is a chain of wishes, to be paid at
least its second lowest value, at least the third, and so on. All wishes together pay r_max. Often
they cannot be had together: actions exclude each other, as do the places of one robot. Then the
heaviest are taken first and one is left out where it contradicts those taken before. That is the
greedy algorithm for partial satisfaction (oversubscription; Smith 2004). Contradictions
are found by unit propagation, invariants of the rules, and what can change at all: what is left
out because it *cannot* be lowers r_max too, and what only contradicts others does not.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise

from introplan.relational.domain import RelationalTask
from introplan.relational.dynamics import closed
from introplan.relational.formula import (
    TRUE,
    And,
    Forall,
    Formula,
    Literal,
    Moment,
    Not,
    Or,
    Predicate,
    conjunction,
)
from introplan.relational.grounding import (
    IMPOSSIBLE,
    TRIVIAL,
    All,
    AnyOf,
    Atom,
    Goal,
    Grounder,
    Want,
    all_of,
    any_of,
    guards_in,
    wants,
)
from introplan.relational.invariants import exclusive_kinds, invariants
from introplan.relational.mutability import mutability
from introplan.relational.rewards import DecisionList, Reward, Rule, SumRow, condition_for
from introplan.relational.rewriting import Binding, conjuncts, normal_form, substitute

CanBe = Callable[[Atom, bool], bool]
"""Can a ground literal have this truth, now or later?"""

Kinds = Callable[[Literal], Iterable[Hashable]]
"""The kinds of a literal of which at most one can be true at a time."""

MAX_OPEN_LITERALS = 1_000
"""Of disjunctions that are looked at again with every wish; more would take quadratic time."""


@dataclass(frozen=True, slots=True)
class Aim:
    """A condition, what is paid at least when it holds, and what is paid at most by any step.

    `left_out` are the wishes that contradict heavier ones; with none, both numbers are the same.
    """

    condition: Formula
    value: float
    r_max: float
    left_out: tuple[Formula, ...] = ()


def lifted_condition(reward: Reward, changing: frozenset[Predicate]) -> Formula:
    """The formula under which everything is paid that can be, for any objects.

    What never changes says which bindings count: `(sum (?a ?b) (if (and (road ?a ?b) (open ?a
    ?b)) 1))` asks for every road to be open, not for every pair to be an open road.
    """
    parts: list[Formula] = []
    if len(set(reward.rows.values)) > 1:
        parts.append(condition_for(reward.rows, max(reward.rows.values)))
    parts += [_for_all(row, changing) for row in reward.sums if row.value != 0]
    return conjunction(*parts)


def _for_all(row: SumRow, changing: frozenset[Predicate]) -> Formula:
    """A row of a sum is met for every binding: paid, or avoided where it is a penalty."""
    if row.value < 0:
        formula: Formula = Not(row.condition)
    else:
        parts = list(conjuncts(normal_form(row.condition)))
        guards = list(guards_in(parts, changing))
        rest = conjunction(*(part for part in parts if part not in guards))
        formula = Or((*map(Not, guards), rest)) if guards else row.condition
    for variable in reversed(row.variables):
        formula = Forall(variable, formula)
    return formula


def task_aim(task: RelationalTask) -> Aim:
    """The aim of a task whose reward has sums, from its start."""
    can = mutability(task.domain, closed(task.domain, task.start))
    known = invariants(task.domain, task.start)
    kinds = partial(exclusive_kinds, known=known)
    return aim_of(task.reward, Grounder(can.statics), can_be=can.can_be, kinds=kinds)


@dataclass(frozen=True, slots=True)
class _Wish:
    """Something that should hold: its weight, its ground form, its formula when it is asked for.

    `row` is the number of its sum, None for the list; `level` is then what the list pays.
    """

    weight: float
    goal: Goal
    formula: Callable[[], Formula]
    row: int | None = None
    level: float = 0.0


def aim_of(reward: Reward, grounder: Grounder, *, can_be: CanBe, kinds: Kinds) -> Aim:
    """As much of the reward as can be had in one step, as far as is known."""
    wishes = [*_list_wishes(reward.rows, grounder), *_sum_wishes(reward, grounder)]
    possible = [w for w in wishes if restricted(w.goal, can_be) != IMPOSSIBLE]
    claims = Claims(kinds)
    order = sorted(possible, key=lambda w: -w.weight)  # stable: equal ones as they are written
    kept = {id(w) for w in order if claims.take(w.goal)}
    taken = [w for w in possible if id(w) in kept]
    left_out = [w for w in possible if id(w) not in kept]
    value = _paid(reward, grounder, taken)
    most = value if not left_out else _paid(reward, grounder, _by_one_action(possible))
    whole = len(taken) == len(wishes)
    changing = grounder.statics.changing
    condition = lifted_condition(reward, changing) if whole else _joined(taken)
    return Aim(condition, value, most, tuple(w.formula() for w in left_out))


def restricted(goal: Goal, can_be: CanBe) -> Goal:
    """The goal without what can never be met."""
    match goal:
        case Want(literal, truth):
            return goal if can_be(literal, truth) else IMPOSSIBLE
        case All(children):
            return all_of(restricted(c, can_be) for c in children)
        case AnyOf(children):
            return any_of(restricted(c, can_be) for c in children)


def _list_wishes(rows: DecisionList[float], grounder: Grounder) -> Iterator[_Wish]:
    """To be paid at least each value of the list but the lowest, the highest first."""
    levels = sorted(set(rows.values), reverse=True)
    for level, below in pairwise(levels):
        goal = grounder.ground(_at_least(rows, level))
        yield _Wish(level - below, goal, partial(_at_least, rows, level), level=level)


def _at_least(rows: DecisionList[float], level: float) -> Formula:
    rules = tuple(Rule(rule.condition, rule.value >= level) for rule in rows.rules)
    return condition_for(DecisionList(rules, rows.default >= level), True)


def _sum_wishes(reward: Reward, grounder: Grounder) -> Iterator[_Wish]:
    for number, row in enumerate(reward.sums):
        if row.value == 0:
            continue
        body = normal_form(row.condition, want=row.value > 0)
        for binding in grounder.instances(row.variables, row.condition):
            goal = grounder.ground(body, binding)
            formula = _Instance(row, binding)
            yield _Wish(abs(row.value), goal, formula, number)


@dataclass(frozen=True, slots=True)
class _Instance:
    """The formula of one binding, made when it is asked for: most never are."""

    row: SumRow
    binding: Binding

    def __call__(self) -> Formula:
        formula = substitute(self.row.condition, self.binding)
        return formula if self.row.value > 0 else Not(formula)


def _by_one_action(wishes: Sequence[_Wish]) -> list[_Wish]:
    """The most that can be had if only one action can have been taken; a bound from above."""
    paid: dict[Literal, float] = {}
    needs = [(wish, _action_needed(wish.goal)) for wish in wishes]
    for wish, action in needs:
        if action is not None:
            paid[action] = paid.get(action, 0.0) + wish.weight
    best = max(paid, key=lambda action: paid[action], default=None)
    return [wish for wish, action in needs if action is None or action == best]


def _action_needed(goal: Goal) -> Literal | None:
    """The action without which the goal is not met, if there is one."""
    for want in goal.children if isinstance(goal, All) else (goal,):
        is_atom = isinstance(want, Want) and want.truth
        literal = want.literal if is_atom and isinstance(want, Want) else None
        if isinstance(literal, Literal) and literal.moment is Moment.DID:
            return literal
    return None


def _paid(reward: Reward, grounder: Grounder, wishes: Iterable[_Wish]) -> float:
    """What is paid if these wishes come true and no others."""
    listed = min(reward.rows.values)
    counts = [0] * len(reward.sums)
    for row, found in enumerate(reward.sums):
        if found.value < 0:  # a penalty that is not avoided is paid
            counts[row] = sum(1 for _ in grounder.instances(found.variables, found.condition))
    for wish in wishes:
        if wish.row is None:
            listed = max(listed, wish.level)
        else:
            counts[wish.row] += 1 if reward.sums[wish.row].value > 0 else -1
    return reward.paid(listed, counts)


def _joined(wishes: Sequence[_Wish]) -> Formula:
    """All of these at once; of the chain of the list the last link says it all."""
    listed = [w for w in wishes if w.row is None]
    parts = [max(listed, key=lambda w: w.level)] if listed else []
    parts += [w for w in wishes if w.row is not None and w.goal != TRIVIAL]
    return And(tuple(w.formula() for w in parts)) if parts else TRUE


@dataclass(slots=True)
class _Trial:
    """What there was before a goal was taken, and what it has claimed since."""

    open: int
    open_literals: int
    claimed: list[Atom] = field(default_factory=list)
    kinds: list[Hashable] = field(default_factory=list)


@dataclass(slots=True)
class Claims:
    """Goals taken together, and the single literals that follow from them (unit propagation)."""

    kinds: Kinds
    truth: dict[Atom, bool] = field(default_factory=dict)
    of_kind: dict[Hashable, Atom] = field(default_factory=dict)
    open: list[AnyOf] = field(default_factory=list)
    open_literals: int = 0

    def take(self, goal: Goal) -> bool:
        """Take one more goal, unless it contradicts those taken before; then nothing changes."""
        trial = _Trial(len(self.open), self.open_literals)
        waiting = [goal]
        while waiting:
            claimed = self._claim_parts(self.simplified(waiting.pop()), trial)
            if claimed is None:
                self._take_back(trial)
                return False
            if claimed and not waiting and self.open_literals <= MAX_OPEN_LITERALS:
                waiting = self._affected()
        return True

    def _claim_parts(self, goal: Goal, trial: _Trial) -> int | None:
        """Claim the single literals of a goal; how many, or None if that is a contradiction."""
        count = 0
        for part in goal.children if isinstance(goal, All) else (goal,):
            if isinstance(part, Want):
                if not self._is_free(part):
                    return None
                self._claim(part, trial)
                count += 1
            elif part == IMPOSSIBLE:
                return None
            elif isinstance(part, AnyOf):
                self.open.append(part)
                self.open_literals += sum(1 for _ in wants(part))
        return count

    def _affected(self) -> list[Goal]:
        """What open goals have become by what was claimed, unless it is a choice still."""
        simpler = [self.simplified(goal) for goal in self.open]
        return [g for g in simpler if g == IMPOSSIBLE or not isinstance(g, AnyOf)]

    def simplified(self, goal: Goal) -> Goal:
        """What is left of a goal, given what was claimed."""
        match goal:
            case Want(literal, truth):
                if self.truth.get(literal) is truth:
                    return TRIVIAL
                return goal if self._is_free(goal) else IMPOSSIBLE
            case All(children):
                return all_of(map(self.simplified, children))
            case AnyOf(children):
                return any_of(map(self.simplified, children))

    def _is_free(self, want: Want) -> bool:
        """Is there no claim to the contrary?"""
        if self.truth.get(want.literal, want.truth) != want.truth:
            return False
        return not want.truth or all(
            self.of_kind.get(kind, want.literal) == want.literal for kind in self._kinds(want)
        )

    def _claim(self, want: Want, trial: _Trial) -> None:
        if want.literal in self.truth:
            return
        self.truth[want.literal] = want.truth
        trial.claimed.append(want.literal)
        for kind in self._kinds(want) if want.truth else ():
            if kind not in self.of_kind:
                self.of_kind[kind] = want.literal
                trial.kinds.append(kind)

    def _kinds(self, want: Want) -> Iterator[Hashable]:
        if want.literal.moment is Moment.DID:
            yield Moment.DID  # one action is taken at a time
        elif isinstance(want.literal, Literal):
            yield from self.kinds(want.literal)

    def _take_back(self, trial: _Trial) -> None:
        for literal in trial.claimed:
            del self.truth[literal]
        for kind in trial.kinds:
            del self.of_kind[kind]
        del self.open[trial.open :]
        self.open_literals = trial.open_literals
