"""Loads a task into a kernel: names become numbers, and every rule a list of integers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from introplan.relational.derived import strata
from introplan.relational.domain import RelationalTask
from introplan.relational.dynamics import directions
from introplan.relational.formula import TRUE, Formula, Predicate
from introplan.relational.grounding import Goal
from introplan.relational.precedence import precedences
from introplan.relational.rewriting import functions_read, literals
from introplan.search.compiled import Symbols
from introplan.search.costs import ActionCosts
from introplan.search.native.encoding import (
    Names,
    Ranges,
    encode_formula,
    encode_goal,
    encode_operator,
    encode_precedence,
    encode_schema,
    encode_sentence,
    encode_steps,
    encode_stratum,
    encode_sum,
)
from introplan.search.native.numeric_encoding import Comparisons, function_predicate
from introplan.search.relaxed_operators import lifted_operators, negated_predicates
from introplan.search.score_bound import ScoreBound, signed_constant, signed_weights

if TYPE_CHECKING:
    from introplan import _kernel


class Loader:
    """Gives the parts of one task to one kernel.

    Predicates and ranges are numbered while formulas are encoded, so encoding comes first and
    `_add_numbers` keeps the kernel up to date before it gets what was encoded.
    """

    def __init__(self, task: RelationalTask, kernel: _kernel.Kernel, symbols: Symbols) -> None:
        self.task = task
        self.kernel = kernel
        self.symbols = symbols
        schemas = {s.name: i for i, s in enumerate(task.domain.actions)}
        changing = directions(task.domain).changing
        functions = task.domain.changing_functions
        comparisons = Comparisons(symbols, task.start.numbers, functions)
        self.names = Names(symbols, Ranges(symbols), schemas, changing, comparisons)
        self._added = (0, 0)

    def load_task(self) -> list[int]:
        """Load rules, facts and costs; returns the goal of the task as a query."""
        task, names, kernel = self.task, self.names, self.kernel
        schemas = [encode_schema(s, names) for s in task.domain.actions]
        rules = [encode_stratum(r, names) for r in strata(task.domain.derived)]
        premises = self._keys(x.predicate for r in task.domain.derived for x in literals(r.body))
        read = (f for r in task.domain.derived for f in functions_read(r.body))
        premises += self._keys(map(function_predicate, read))
        values = list(names.comparisons.values())
        facts: dict[int, list[int]] = {}
        for row in sorted(map(self.symbols.row, task.start.facts)):
            facts.setdefault(row[0], []).extend(row[1:])
        goal = encode_formula(task.goal or TRUE, names)
        operators = [encode_operator(lifted, names) for lifted in lifted_operators(task.domain)]
        negated = self._keys(negated_predicates(task))
        self._add_numbers()
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
        for function, objects, value in values:
            kernel.add_value(function, objects, value)
        self._load_costs(ActionCosts(task, self.symbols))
        return goal

    def _load_costs(self, costs: ActionCosts) -> None:
        """Load the action costs; without any the kernel assumes 1 for each."""
        if costs.is_unit:
            return
        self.kernel.set_costs(costs.least, costs.is_whole)
        for number, schema in enumerate(self.task.domain.actions):
            for term in costs.terms(schema):
                if isinstance(term, tuple):
                    self.kernel.add_cost_table(number, *term)
                else:
                    self.kernel.add_cost(number, term)

    def outcome_conditions(self) -> tuple[list[list[int]], list[list[int]]]:
        """The conditions of every reward row, then of every termination row; and the sums."""
        conditions = [rule.condition for rule in self.task.reward.rows.rules]
        conditions += [rule.condition for rule in self.task.termination.rules]
        encoded = [encode_sentence(condition, self.names) for condition in conditions]
        sums = [encode_sum(row, self.names) for row in self.task.reward.sums]
        self._add_numbers()
        return encoded, sums

    def load_introspection(self, reward: Formula, success: Formula) -> tuple[list[int], list[int]]:
        """Load the rules as introspection reads them; returns both conditions encoded."""
        domain, names = self.task.domain, self.names
        steps = encode_steps(domain, names)
        conditions = [encode_sentence(s.precondition, names, s.parameters) for s in domain.actions]
        encoded = encode_sentence(reward, names), encode_sentence(success, names)
        changed = directions(domain)
        addable, deletable = self._keys(changed.addable), self._keys(changed.deletable)
        orders = [encode_precedence(order, names) for order in precedences(domain)]
        self._add_numbers()
        self.kernel.add_rules(steps, conditions, addable, deletable, orders)
        return encoded

    def goal(self, goal: Goal) -> _kernel.Goal:
        """A factored goal as the kernel keeps it."""
        encoded = encode_goal(goal, self.names)
        self._add_numbers()
        return self.kernel.goal(encoded)

    def score_bound(self, bound: ScoreBound) -> _kernel.ScoreBound:
        """A bound as the kernel keeps it."""
        rows: list[int] = []
        weights = signed_weights(bound)
        for literal in weights:
            key, *objects = self.symbols.row(literal)
            rows += [key, len(objects), *objects]
        self._add_numbers()
        parts = [bound.scale, bound.tolerance, bound.per_step, signed_constant(bound)]
        parts += [bound.largest, bound.max_steps]
        flags = bound.never_stuck, bound.is_nonnegative
        return self.kernel.score_bound(parts, rows, list(weights.values()), *flags)

    def _keys(self, predicates: Iterable[Predicate]) -> list[int]:
        """The numbers of some predicates, each once."""
        return [self.symbols.key(p) for p in sorted(set(predicates))]

    def _add_numbers(self) -> None:
        """Add the predicates and ranges that were numbered since the last call."""
        predicates, ranges = self.symbols.predicates, self.names.ranges.objects
        for predicate in predicates[self._added[0] :]:
            self.kernel.add_predicate(predicate.arity)
        for objects in ranges[self._added[1] :]:
            self.kernel.add_range(objects)
        for number, predicate in enumerate(predicates[self._added[0] :], self._added[0]):
            comparison = self.names.comparisons.encoded(predicate)
            if comparison is not None:
                self.kernel.add_comparison(number, comparison)
        self._added = len(predicates), len(ranges)
