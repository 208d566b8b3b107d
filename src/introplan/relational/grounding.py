"""Grounding: from a formula to a factored goal, ALL and ANY over single ground literals.

A factored goal is the ground form of a formula after everything that cannot change has been
folded away. It stays as small as the formula with its quantifiers unrolled; the product of all
its choices (the paper's set of mutations) is never built from it, only enumerated as far as it is
needed.

>>> from introplan.relational.formula import Constant, Predicate
>>> p, q = (Want(Predicate(n, 1)(Constant("a")), True) for n in "pq")
>>> all_of([p, TRIVIAL, all_of([q])]) == All((p, q))
True
>>> any_of([p, IMPOSSIBLE]) == p
True

Quantifiers are unrolled over the objects, and each literal is handed to a *leaf* rule that may
decide it at once. Deciding early is what keeps the result small: where a quantified formula has
guards that never change, as in `(forall (?i ?d) (imply (belongs ?i ?d) (in ?i ?d)))`, the objects
come from joining the guards, not from trying all pairs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import TypeAlias, assert_never

from introplan.relational.formula import (
    EQUALS,
    And,
    Comparison,
    Constant,
    Exists,
    Forall,
    Formula,
    Literal,
    Moment,
    Not,
    Or,
    Predicate,
    Variable,
    quantifier_block,
)
from introplan.relational.numbers import FunctionTerm, ground_function
from introplan.relational.query import Compiler, Facts
from introplan.relational.rewriting import (
    Binding,
    conjuncts,
    disjuncts,
    normal_form,
    replaced,
    without,
)
from introplan.relational.state import Objects

Atom: TypeAlias = Literal | Comparison
"""What a goal is made of: a ground literal, or a ground comparison of numbers."""


@dataclass(frozen=True, slots=True)
class Want:
    """One ground literal or comparison and the truth it should have."""

    literal: Atom
    truth: bool


@dataclass(frozen=True, slots=True)
class All:
    """Every child is needed; All(()) is met already."""

    children: tuple[Goal, ...]


@dataclass(frozen=True, slots=True)
class AnyOf:
    """One child is enough; AnyOf(()) can never be met."""

    children: tuple[Goal, ...]


Goal: TypeAlias = Want | All | AnyOf

TRIVIAL = All(())
IMPOSSIBLE = AnyOf(())


def all_of(goals: Iterable[Goal]) -> Goal:
    """The conjunction, nested ones opened; impossible if a part is."""
    return _joined(goals, All, AnyOf)


def any_of(goals: Iterable[Goal]) -> Goal:
    """The disjunction, nested ones opened; trivial if a part is."""
    return _joined(goals, AnyOf, All)


def _joined(
    goals: Iterable[Goal], kind: type[All] | type[AnyOf], opposite: type[All] | type[AnyOf]
) -> Goal:
    """Parts of one kind; an empty part of the opposite kind decides the whole."""
    parts: list[Goal] = []
    for goal in goals:
        if isinstance(goal, kind):
            parts.extend(goal.children)
        elif isinstance(goal, opposite) and not goal.children:
            return goal
        else:
            parts.append(goal)
    return parts[0] if len(parts) == 1 else kind(tuple(parts))


def wants(goal: Goal) -> Iterator[Want]:
    """Every single literal of the goal, left to right, repeats included."""
    match goal:
        case Want():
            yield goal
        case All(children) | AnyOf(children):
            for child in children:
                yield from wants(child)
        case _:
            assert_never(goal)


Leaf = Callable[[Atom, bool], Goal]
"""The goal that is left of a ground literal or comparison that should have a given truth."""


@dataclass(frozen=True, slots=True)
class NounVocabulary:
    """Rows made of the nouns themselves."""

    objects: Objects

    def key(self, predicate: Predicate) -> Predicate:
        """The predicate."""
        return predicate

    def value(self, constant: Constant) -> Constant:
        """The object."""
        return constant

    def candidates(self, types: tuple[str, ...]) -> Sequence[Constant]:
        """The objects of these types."""
        return self.objects.of(types)


@dataclass(frozen=True, slots=True)
class Statics:
    """What never changes in a task: its objects, facts of static predicates, fixed numbers."""

    objects: Objects
    changing: frozenset[Predicate]
    facts: Facts
    numbers: Mapping[FunctionTerm, float] = field(default_factory=dict)
    changing_functions: frozenset[str] = frozenset()

    @classmethod
    def of(
        cls,
        objects: Objects,
        facts: Iterator[Literal] | frozenset[Literal],
        changing: frozenset[Predicate],
        *,
        numbers: Mapping[FunctionTerm, float] | None = None,
        changing_functions: frozenset[str] = frozenset(),
    ) -> Statics:
        """The facts whose predicate is not among those `changing`."""
        fixed = [f for f in facts if f.predicate not in changing]
        rows = [(f.predicate, *f.terms) for f in fixed]
        return cls(objects, changing, Facts(rows), numbers or {}, changing_functions)

    def is_static(self, literal: Literal) -> bool:
        """Can no action ever change the truth of this literal?"""
        return is_unchanging(literal, self.changing)


def is_unchanging(literal: Literal, changing: frozenset[Predicate]) -> bool:
    """Is this literal neither an action nor of a predicate among those `changing`?"""
    return literal.moment is not Moment.DID and literal.predicate not in changing


def guards_of(
    formula: Exists | Forall, body: Formula, changing: frozenset[Predicate]
) -> Iterator[Literal]:
    """Static literals that the body needs (exists), or without which it holds (forall)."""
    if isinstance(formula, Exists):
        required: Iterator[Formula] = conjuncts(body)
    else:
        required = (d.child for d in disjuncts(body) if isinstance(d, Not))
    return guards_in(required, changing)


def guards_in(required: Iterable[Formula], changing: frozenset[Predicate]) -> Iterator[Literal]:
    """Those of the parts that are literals and never change."""
    for part in required:
        if (
            isinstance(part, Literal)
            and part.predicate != EQUALS
            and is_unchanging(part, changing)
        ):
            yield part


def want_fluent(literal: Atom, truth: bool) -> Goal:
    """The leaf rule that leaves every literal that can change as it is."""
    return Want(literal, truth)


@dataclass(frozen=True, slots=True)
class Grounder:
    """Grounds formulas for one task; what is static is decided, the rest is up to `leaf`."""

    statics: Statics
    leaf: Leaf = want_fluent
    check: Callable[[], None] = lambda: None

    def ground(
        self, formula: Formula, binding: Binding | None = None, *, want: bool = True
    ) -> Goal:
        """The factored goal that is met exactly when the truth of `formula` is `want`."""
        return self._ground(normal_form(formula, want=want), binding or {})

    def instances(self, variables: tuple[Variable, ...], formula: Formula) -> Iterator[Binding]:
        """Each binding of `variables` that the unchanging literals of `formula` allow."""
        guards = list(guards_in(conjuncts(normal_form(formula)), self.statics.changing))
        return self._bindings(variables, guards, {})

    def ground_each(self, variables: tuple[Variable, ...], formula: Formula) -> Iterator[Goal]:
        """The factored goal for each binding of `variables` under which `formula` can hold."""
        body = normal_form(formula)
        for binding in self.instances(variables, formula):
            goal = self._ground(body, binding)
            if goal != IMPOSSIBLE:
                yield goal

    def _ground(self, formula: Formula, binding: Binding) -> Goal:
        match formula:
            case Literal():
                return self._literal(formula, binding, truth=True)
            case Comparison():
                return self._comparison(formula, binding, truth=True)
            case Not(Comparison() as child):
                return self._comparison(child, binding, truth=False)
            case Not(child):
                assert isinstance(child, Literal)
                return self._literal(child, binding, truth=False)
            case And(children):
                return all_of(self._ground(c, binding) for c in children)
            case Or(children):
                return any_of(self._ground(c, binding) for c in children)
            case Exists():
                return any_of(self._ground(c, b) for c, b in self._unrolled(formula, binding))
            case Forall():
                return all_of(self._ground(c, b) for c, b in self._unrolled(formula, binding))
            case _:
                assert_never(formula)

    def _literal(self, literal: Literal, binding: Binding, *, truth: bool) -> Goal:
        self.check()
        terms = tuple(replaced(t, binding) for t in literal.terms)
        if literal.predicate == EQUALS:
            return TRIVIAL if (terms[0] == terms[1]) == truth else IMPOSSIBLE
        if self.statics.is_static(literal):
            is_true = (literal.predicate, *terms) in self.statics.facts
            return TRIVIAL if is_true == truth else IMPOSSIBLE
        return self.leaf(Literal(literal.predicate, terms, literal.moment), truth)

    def _comparison(self, comparison: Comparison, binding: Binding, *, truth: bool) -> Goal:
        """A comparison with the numbers that never change put in; decided if there is no other."""
        self.check()
        ground = comparison.mapped(lambda term: ground_function(term, binding))
        statics = self.statics
        fixed = [t for t in ground.functions if t.name not in statics.changing_functions]
        values = {term: statics.numbers.get(term.at(Moment.AFTER)) for term in fixed}
        is_decided = len(fixed) == sum(1 for _ in ground.functions) or None in values.values()
        if is_decided:
            return TRIVIAL if ground.holds(values.get) == truth else IMPOSSIBLE
        known = {term: value for term, value in values.items() if value is not None}
        return self.leaf(ground.mapped(lambda term: known.get(term, term)), truth)

    def _unrolled(
        self, formula: Exists | Forall, binding: Binding
    ) -> Iterator[tuple[Formula, Binding]]:
        """The body below a block of equal quantifiers, once per binding that its guards allow.

        A binding that a static guard rules out would make the body false under `exists` and
        true under `forall`: in both cases it adds nothing.
        """
        variables, body = quantifier_block(formula)
        for variable in variables:
            binding = without(binding, variable)
        guards = list(guards_of(formula, body, self.statics.changing))
        for own in self._bindings(variables, guards, binding):
            yield body, {**binding, **own}

    def _bindings(
        self, variables: tuple[Variable, ...], guards: list[Literal], binding: Binding
    ) -> Iterator[Binding]:
        if not guards:
            for choice in product(*(self.statics.objects.of(v.types) for v in variables)):
                yield dict(zip(variables, choice, strict=True))
            return
        compiler = Compiler(NounVocabulary(self.statics.objects), self.check)
        scope: dict[Variable, int] = {}
        bound = [
            Literal(g.predicate, tuple(replaced(t, binding) for t in g.terms)) for g in guards
        ]
        query = compiler.query(variables, And(tuple(bound)), scope)
        answers = [
            tuple(values[scope[v]] for v in variables)
            for values in query.answers(self.statics.facts, list(compiler.frame))
        ]
        for choice in sorted(answers):
            yield dict(zip(variables, choice, strict=True))
