"""Derived predicates for the judge: stratified rules, evaluated semi-naively.

`relational/derived.py` defines what rules derive; here is a second way to the same rows, quick
enough for long plans, that search does not use. A rule is opened into *ways* to apply: a
disjunction is several, an existential variable is one more to bind. Stratum by stratum all ways
are applied once; from then on only new rows are put into the literals that need them (semi-naive
evaluation: Bancilhon 1986). A way that needs rows of its own stratum below a universal quantifier,
say, has no literal to put them into: it is applied again until nothing new comes.

After an action a stratum is derived anew only if a predicate that its rules mention has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product

from introplan.relational.derived import DerivedRule, strata
from introplan.relational.formula import And, Exists, Forall, Formula, Literal, Not, Or
from introplan.relational.rewriting import functions_read, literals
from introplan.relational.state import Objects, Row
from introplan.verification.conditions import BoundVariable, Compilation, Signed
from introplan.verification.numbers import mark
from introplan.verification.parts import Solutions
from introplan.verification.rows import Scope, Transition, TrueRows

MAX_WAYS = 64
"""A conjunction of disjunctions is multiplied out into so many ways; beyond that it is tested as
a whole, which is slower but takes no memory."""


@dataclass(frozen=True, slots=True)
class _Premise:
    """A literal of a way that new rows of its stratum can be put into, and what is left then."""

    predicate: str
    slots: tuple[int, ...]
    rest: Solutions


class _Way:
    """One way for a rule to apply."""

    def __init__(
        self,
        compilation: Compilation,
        head: Callable[[], Row],
        variables: list[BoundVariable],
        conditions: list[Signed],
        own: set[str],
    ) -> None:
        self.frame = compilation.frame
        self.head = head
        self.variables = variables
        self.members = {slot: compilation.candidates.names(v)[1] for v, slot in variables}
        self.all = compilation.solutions(variables, conditions, set())
        plain = [c for c in conditions if c.truth and isinstance(c.formula, Literal)]
        rest = [c for c in conditions if c not in plain]
        self.is_opaque = any(x.predicate.name in own for c in rest for x in literals(c.formula))
        self.premises = [
            self._premise(compilation, condition, conditions)
            for condition in plain
            if isinstance(condition.formula, Literal) and condition.formula.predicate.name in own
        ]

    def _premise(
        self, compilation: Compilation, condition: Signed, conditions: list[Signed]
    ) -> _Premise:
        literal = condition.formula
        assert isinstance(literal, Literal)
        slots = tuple(self.frame.term(t, condition.scope) for t in literal.terms)
        left = [(v, slot) for v, slot in self.variables if slot not in slots]
        rest = compilation.solutions(left, conditions, {*slots} & {*self.members})
        return _Premise(literal.predicate.name, slots, rest)

    def rows(self, step: Transition) -> list[Row]:
        """What follows in this way."""
        return [self.head() for _ in self.all.each(step)]

    def rows_with(self, new: Row, step: Transition) -> Iterator[Row]:
        """What follows in this way with the help of a new row."""
        for premise in self.premises:
            if premise.predicate == new[0] and self._fits(premise, new):
                yield from [self.head() for _ in premise.rest.each(step)]

    def _fits(self, premise: _Premise, new: Row) -> bool:
        """Bind the variables of a premise to the names of a row, if that is possible."""
        values = self.frame.values
        bound = dict(zip(premise.slots, new[1:], strict=True))
        for slot, name in zip(premise.slots, new[1:], strict=True):
            if bound[slot] != name:
                return False
            if slot not in self.members:
                if values[slot] != name:
                    return False
            elif name not in self.members[slot]:
                return False
            else:
                values[slot] = name
        return True


class _Stratum:
    """Rules that may need each other's rows, and the rows that they derive at present."""

    def __init__(
        self,
        rules: list[DerivedRule],
        objects: Objects,
        true: TrueRows,
        *,
        check: Callable[[], None],
    ) -> None:
        own = {rule.head.predicate.name for rule in rules}
        self.premises = {x.predicate.name for rule in rules for x in literals(rule.body)}
        self.premises |= {mark(x.name) for rule in rules for x in functions_read(rule.body)}
        self.true = true
        self.derived: set[Row] = set()
        self.ways: list[_Way] = []
        for rule in rules:
            compilation = Compilation(objects, true, check, remembers=False)
            slots = {v.name: compilation.frame.slot() for v in rule.parameters}
            variables = [(v, slots[v.name]) for v in rule.parameters]
            head = compilation.frame.row(rule.head, slots)
            for extra, conditions in _Opening(compilation).ways(rule.body, True, slots):
                every = list(dict.fromkeys([*variables, *extra]))
                self.ways.append(_Way(compilation, head, every, conditions, own))

    def derive(self) -> set[Row]:
        """Derive everything anew; returns the rows that are not as before."""
        before, self.derived = self.derived, set()
        for row in before:
            self.true.remove(row)
        step, applied = Transition(self.true), self.ways
        while news := [row for way in applied for row in way.rows(step) if row not in self.true]:
            self._follow(news, step)
            applied = [way for way in self.ways if way.is_opaque]
        return before ^ self.derived

    def _follow(self, news: list[Row], step: Transition) -> None:
        """Add new rows, and everything that follows from them through premises."""
        while news:
            row = news.pop()
            if row not in self.true:
                self.true.add(row)
                self.derived.add(row)
                news.extend(new for way in self.ways for new in way.rows_with(row, step))


class Derivation:
    """The derived rows of a state, kept current."""

    def __init__(
        self,
        rules: tuple[DerivedRule, ...],
        objects: Objects,
        true: TrueRows,
        *,
        check: Callable[[], None] = lambda: None,
    ) -> None:
        self._strata = [_Stratum(s, objects, true, check=check) for s in strata(rules)]
        for stratum in self._strata:
            stratum.derive()

    def update(self, changed: set[str]) -> set[Row]:
        """Follow a change of rows of these predicates; returns the derived rows that changed."""
        flipped: set[Row] = set()
        for stratum in self._strata:
            if stratum.premises & changed:
                own = stratum.derive()
                flipped |= own
                changed = changed | {row[0] for row in own}
        return flipped


@dataclass(frozen=True, slots=True)
class _Opening:
    """Opens a formula into ways to have a truth; existential variables get slots of a frame."""

    compilation: Compilation

    def ways(
        self, formula: Formula, truth: bool, scope: Scope
    ) -> list[tuple[list[BoundVariable], list[Signed]]]:
        """Each way: variables to bind, and conditions that must all be met."""
        match formula:
            case Not(child):
                return self.ways(child, not truth, scope)
            case And(children) | Or(children):
                opened = [self.ways(child, truth, scope) for child in children]
                if isinstance(formula, And) != truth:
                    return [way for ways in opened for way in ways]
                count = 1
                for ways in opened:
                    count *= len(ways)
                if count > MAX_WAYS:
                    return [([], [Signed(formula, truth, scope)])]
                return [_together(choice) for choice in product(*opened)]
            case Exists(variable, child) | Forall(variable, child):
                if isinstance(formula, Exists) != truth:
                    return [([], [Signed(formula, truth, scope)])]
                slot = self.compilation.frame.slot()
                inner = {**scope, variable.name: slot}
                return [
                    ([(variable, slot), *more], conditions)
                    for more, conditions in self.ways(child, truth, inner)
                ]
            case _:
                return [([], [Signed(formula, truth, scope)])]


def _together(
    ways: tuple[tuple[list[BoundVariable], list[Signed]], ...],
) -> tuple[list[BoundVariable], list[Signed]]:
    """Several ways at once."""
    variables = [variable for own, _ in ways for variable in own]
    return variables, [condition for _, own in ways for condition in own]
