"""What to aim for where a reward is a sum: as much of its weight as can be had in one step.

Each binding of a row of a sum is a wish of its own: a condition that should hold, or a penalty
whose condition should not. The decision list beside the sums is a chain of wishes, to be paid at
least its second lowest value, at least the third, and so on. All wishes together pay r_max. Often
they cannot be had together: actions exclude each other, as do the places of one robot. Then the
heaviest are taken first and one is left out where it contradicts those taken before. That is the
greedy algorithm for partial satisfaction (oversubscription; Smith 2004). Contradictions
are found by unit propagation, invariants of the rules and the effects of single actions
(`claims.py`); r_max is a bound from above on what goes together.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

from introplan.deferred import deferred
from introplan.relational.claims import Claims, Kinds
from introplan.relational.domain import RelationalTask
from introplan.relational.dynamics import closed
from introplan.relational.formula import (
    TRUE,
    And,
    Constant,
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
)
from introplan.relational.invariants import exclusive_kinds, invariants
from introplan.relational.mutability import mutability
from introplan.relational.rewards import DecisionList, Reward, Rule, SumRow, condition_for
from introplan.relational.rewriting import Binding, conjuncts, normal_form, substitute
from introplan.relational.single_action import SingleAction, Way

if TYPE_CHECKING:
    from introplan.relational import determinized as chance
else:  # most worlds have none
    chance = deferred("introplan.relational.determinized")

CanBe = Callable[[Atom, bool], bool]
"""Can a ground literal have this truth, now or later?"""

Choice: TypeAlias = tuple[Hashable, Hashable] | None
"""One of a group of choices that exclude each other; None: no choice."""


@dataclass(frozen=True, slots=True)
class Aim:
    """A condition, what is paid at least when it holds, and what is paid at most by any step.

    `left_out` are the wishes that contradict heavier ones; with none, both numbers are the same.
    Where they differ, what the best step pays lies between them.
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
    """The aim of a task whose reward has sums, from its start, if draws turn out well."""
    task = chance.determinized(task) if task.has_chance else task
    can = mutability(task.domain, closed(task.domain, task.start))
    kinds = partial(exclusive_kinds, known=invariants(task.domain, task.start))
    known = Exclusions(kinds, SingleAction(task.domain))
    return aim_of(task.reward, Grounder(can.statics), can.can_be, known)


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


def aim_of(reward: Reward, grounder: Grounder, can_be: CanBe, known: Exclusions) -> Aim:
    """As much of the reward as can be had in one step, as far as is known."""
    wishes = [*_list_wishes(reward.rows, grounder), *_sum_wishes(reward, grounder)]
    possible = [w for w in wishes if restricted(w.goal, can_be) != IMPOSSIBLE]
    possible = [w for w in possible if known.ways(w.goal) != []]
    claims = known.claims()
    order = sorted(possible, key=lambda w: -w.weight)  # stable: equal ones as they are written
    kept = {id(w) for w in order if claims.take(w.goal)}
    taken = [w for w in possible if id(w) in kept]
    left_out = [w for w in possible if id(w) not in kept]
    value = _paid(reward, grounder, taken)
    most = _paid(reward, grounder, _most(possible, known)) if left_out else value
    is_all = len(taken) == len(wishes)
    changing = grounder.statics.changing
    condition = lifted_condition(reward, changing) if is_all else _joined(taken)
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


@dataclass(frozen=True, slots=True)
class Exclusions:
    """What is known of a task about literals that cannot be had together."""

    kinds: Kinds
    actions: SingleAction

    def claims(self) -> Claims:
        """Claims of which nothing has been made yet."""
        return Claims(self.kinds, self.actions)

    def ways(self, goal: Goal) -> list[Way] | None:
        """The actions that a goal needs; None: any, empty: none can do it."""
        claims = self.claims()
        return claims.ways if claims.take(goal) else []

    def exclusive(self, goal: Goal) -> tuple[Hashable, Literal] | None:
        """A literal that the goal needs, with a kind of which at most one is true."""
        for want in goal.children if isinstance(goal, All) else (goal,):
            literal = want.literal if isinstance(want, Want) and want.truth else None
            if isinstance(literal, Literal) and literal.moment is Moment.AFTER:
                for kind in self.kinds(literal):
                    return kind, literal
        return None


def _most(wishes: Sequence[_Wish], known: Exclusions) -> list[_Wish]:
    """Wishes that pay at least as much as any that can be had together: a bound from above.

    One action is taken: of the wishes that need one, only those of one schema come true, and of
    those that need different arguments for the same parameters, only one sort. Of wishes that
    need literals of which at most one is true, those for one literal come true.
    """
    free: dict[Choice, list[_Wish]] = {}
    of_schema: dict[str, dict[Choice, list[_Wish]]] = {}
    for wish in wishes:
        ways = known.ways(wish.goal)
        if ways is None:
            free.setdefault(known.exclusive(wish.goal), []).append(wish)
            continue
        for name in dict.fromkeys(name for name, _ in ways):
            own = [arguments for other, arguments in ways if other == name]
            choice = (_places(own[0]), own[0]) if len(own) == 1 else None
            of_schema.setdefault(name, {}).setdefault(choice, []).append(wish)
    by_schema = [_one_of_each(choices) for choices in of_schema.values()]
    return max(by_schema, key=_weight, default=[]) + _one_of_each(free)


def _places(arguments: tuple[Constant | None, ...]) -> tuple[bool, ...]:
    return tuple(argument is not None for argument in arguments)


def _one_of_each(choices: Mapping[Choice, list[_Wish]]) -> list[_Wish]:
    """All wishes that are no choice, and of each group the choice that weighs most."""
    best: dict[Hashable, list[_Wish]] = {}
    for choice, wishes in choices.items():
        if choice is not None and _weight(wishes) > _weight(best.get(choice[0], [])):
            best[choice[0]] = wishes
    return [*choices.get(None, []), *(wish for chosen in best.values() for wish in chosen)]


def _weight(wishes: Iterable[_Wish]) -> float:
    return sum(wish.weight for wish in wishes)


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
