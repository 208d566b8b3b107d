"""The path condition: what is known of the variables on one path of a symbolic run.

Symbolic execution (King 1976) collects the conditions under which a path is taken. Here they are
not a formula to be handed to a solver: each is used at once to narrow the values of variables,
and is remembered as decided. `truth` answers from both.

*To a fixpoint.* A condition that says little when it is learnt may say more later: of
`row != 0 or col != 4` nothing follows, until `row == 0` is learnt, and then it is `col != 4` (unit
propagation; Davis & Putnam 1960). So conditions that are not settled wait, and are looked at again
whenever something about their variables is learnt, until nothing changes (`propagation.py`). What
is known in the end does not depend on the order of learning, unless `MAX_REVISIONS` ends the
iteration before.

Yes and no are certain; unknown is always a right answer. Conditions over a few values are decided
by trying them all; `entailment.py` searches where more certainty is wanted.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import product
from typing import Any, TypeAlias

from introplan.symbolic.constraints.interval import (
    INFINITY,
    Box,
    Domain,
    domain_of,
    truth,
)
from introplan.symbolic.constraints.propagation import Domains
from introplan.symbolic.terms.build import equal, negate
from introplan.symbolic.terms.compile import compiled_one
from introplan.symbolic.terms.term import (
    And,
    AtMost,
    Call,
    Choose,
    Const,
    Equal,
    Linear,
    Lookup,
    Not,
    Or,
    Table,
    Term,
    Var,
    remembered,
    variables,
    walk,
)

MAX_TRIED_STATES = 64
"""Conditions over so few states are decided by trying them all: cheaper than a fork that turns
out to be infeasible."""

MAX_REVISIONS = 1_000
"""Propagation stops after so many revisions of one condition each. Only sums in a circle over wide
ranges take as many: each round raises a bound by 1. Circles of differences (x < y < z < x) are
contradictions and found as such; of other sums (2x < z < w < 2x) less is known then, and
nothing wrong."""


Space: TypeAlias = tuple[tuple[Var, ...], list[tuple[Any, ...]]]
"""Variables, and rows of values for them."""

_COMPOUND = (And, Or, Choose)
_UNKNOWN_SUM: Any = object()


@dataclass(slots=True)
class PathCondition:
    """What is known on a path: a box, ranges of sums, and conditions that were decided."""

    domains: Domains
    decided: dict[Term, bool] = field(default_factory=dict)
    waiting: dict[Term, tuple[Var, ...]] = field(default_factory=dict)
    """Decided conditions that may say more later, with their variables."""

    noted: set[Var] = field(default_factory=set)
    """Variables of conditions that were decided of late: conditions made of others, and only
    those, have to be looked at again even if no value was excluded."""

    @classmethod
    def of(cls, box: Box) -> PathCondition:
        """Nothing is known but the box; it is copied."""
        return cls(Domains(dict(box)))

    @property
    def box(self) -> dict[Var, Domain]:
        """The values that variables can still have."""
        return self.domains.box

    def copy(self) -> PathCondition:
        """An independent copy."""
        domains = Domains(dict(self.domains.box), dict(self.domains.sums))
        return PathCondition(domains, dict(self.decided), dict(self.waiting))

    def truth(self, term: Term) -> bool | None:
        """Does a condition hold here: yes, no, or unknown?"""
        known = self.decided.get(term)
        return self._derived_truth(term) if known is None else known

    def _derived_truth(self, term: Term) -> bool | None:
        """The truth of a condition from its parts and from the box, decided or not."""
        # By `isinstance` and not by `match`, which takes three times as long.
        known: bool | None
        if isinstance(term, Not):
            known = self.truth(term.child)
            return None if known is None else not known
        if isinstance(term, And | Or):
            return self._truth_of_parts(term.children, stop=isinstance(term, Or))
        if isinstance(term, Choose):
            known = self._truth_of_branches(term.test, term.then, term.other)
        else:
            known = _UNKNOWN_SUM if not self.domains.sums else self._truth_of_sum(term)
            if known is _UNKNOWN_SUM:
                known = truth(term, self.domains.box)
        return self._truth_by_trying(term) if known is None else known

    def _truth_of_sum(self, term: Term) -> Any:
        """The truth of a condition on a sum, from what is known of such sums; or no answer."""
        if isinstance(term, AtMost):
            low, high = self.domains.span(term.linear)
            return True if high <= term.bound else False if low > term.bound else None
        if isinstance(term, Equal) and isinstance(term.left, Linear):
            value = term.right.value if isinstance(term.right, Const) else None
            if isinstance(value, int):
                low, high = self.domains.span(term.left)
                return True if low == high == value else None if low <= value <= high else False
        return _UNKNOWN_SUM

    def _truth_of_parts(self, parts: tuple[Term, ...], *, stop: bool) -> bool | None:
        is_open = False
        for part in parts:
            known = self.truth(part)
            if known is stop:
                return stop
            is_open = is_open or known is None
        return None if is_open else not stop

    def _truth_of_branches(self, test: Term, then: Term, other: Term) -> bool | None:
        is_taken = self.truth(test)
        if is_taken is not None:
            return self.truth(then if is_taken else other)
        known = self.truth(then)
        return known if known is not None and known is self.truth(other) else None

    def _truth_by_trying(self, term: Term) -> bool | None:
        """The truth of a condition over very few states, by looking at all of them.

        Plain linear conditions are left out: bounds are as good for them.
        """
        if isinstance(term, Var) or not is_intricate(term):
            return None
        space = small_space(variables(term), self.box)
        if space is None:
            return None
        holds = compiled_one(term, space[0])
        found = {bool(holds(values)) for values in space[1]}
        return found.pop() if len(found) == 1 else None

    def learn(self, term: Term, value: bool) -> bool:
        """Take a condition as decided; False if that contradicts what is known.

        After a contradiction the object says nothing sensible any more and must be dropped.
        """
        self.domains.changed.clear()
        self.noted.clear()
        return self._enter(term, value) and self._propagate()

    def learn_all(self, terms: Iterable[Term]) -> bool:
        """Take several conditions as true; False if they contradict each other."""
        self.domains.changed.clear()
        self.noted.clear()
        return all(self._enter(term, True) for term in terms) and self._propagate()

    def undecided(self) -> list[Term]:
        """The conditions that do not hold in all of the box: which states meet them is open."""
        return [t for t in self.waiting if truth(t, self.box) is not self.decided[t]]

    def is_met(self, point: Box) -> bool:
        """Are all conditions met in this part of the box?"""
        return all(truth(t, point) is self.decided[t] for t in self.waiting)

    def _propagate(self) -> bool:
        """Revise waiting conditions until none of them says anything new (AC-3)."""
        revisions = 0
        while self.waiting and (woken := self._woken()):
            if revisions >= MAX_REVISIONS:
                return not self.domains.has_negative_cycle()
            revisions += len(woken)
            for term in woken:
                if term in self.waiting and not self._revise(term, self.decided[term]):
                    return False
        return True

    def _woken(self) -> list[Term]:
        """The waiting conditions about which something new is known."""
        narrowed, noted = set(self.domains.changed), self.noted | self.domains.changed
        self.domains.changed.clear()
        self.noted.clear()
        if not noted:
            return []
        return [
            term
            for term, names in self.waiting.items()
            if not (noted if isinstance(term, _COMPOUND) else narrowed).isdisjoint(names)
        ]

    def _enter(self, term: Term, value: bool) -> bool:
        """Note a condition as decided and draw the first conclusions from it."""
        if isinstance(term, Not):
            return self._note(term, value) and self._enter(term.child, not value)
        if isinstance(term, Const):
            return bool(term.value) is value
        if not self._note(term, value):
            return False
        if isinstance(term, And | Or) and isinstance(term, And) is value:
            return all(self._enter(part, value) for part in term.children)
        self.waiting[term] = variables(term)
        return self._revise(term, value)

    def _note(self, term: Term, value: bool) -> bool:
        """Remember a decision; False if the opposite was decided. Revision looks at the rest."""
        known = self.decided.get(term)
        if known is (not value):
            return False
        if known is None:
            self.decided[term] = value
            self.noted.update(variables(term))
            if isinstance(term, And | Or) and isinstance(term, Or) is value:
                # De Morgan: `not (a and b)` and `not a or not b` are two terms, and no parts
                # of them are known from which the truth of the other could be derived.
                self.decided[negate(term)] = not value
        return True

    def _revise(self, term: Term, value: bool) -> bool:
        """What a decided condition says now; it stops waiting when it can say no more."""
        # A table that says where its keys are is contradicted when none of its rows is left. Its
        # truth in the box would show nothing more, and the table waits to the end of the path.
        match term:
            case And(parts) | Or(parts):
                return self._revise_choice(term, parts, value)
            case Choose():
                return self._revise_branches(term, value)
            case Var():
                del self.waiting[term]
                return self.domains.keep(term, lambda v: bool(v) is value)
            case Equal(Choose() as choice, Const() as wanted):
                return self._revise_chosen(term, choice, wanted, value)
            case AtMost() | Equal():
                if not self._narrow(term, value):
                    return False
            case Lookup(Table(default=other) as table, keys) if other is not value:
                return self.domains.restrict_lookup(table, keys, value)
            case Lookup(table, keys) if not self.domains.avoid_lookup(table, keys, value):
                return False
        return self._is_open_in_box(term, value)

    def _is_open_in_box(self, term: Term, value: bool) -> bool:
        """Can a condition have this value in the box? It stops waiting where it must."""
        in_box = truth(term, self.domains.box)
        if in_box is value:
            del self.waiting[term]
        # Narrowing has used what is known of sums: trying the few states left is all that remains.
        known = self._truth_by_trying(term) if in_box is None else in_box
        return known is not (not value)

    def _revise_choice(self, term: Term, parts: tuple[Term, ...], value: bool) -> bool:
        """Some part has this truth value: where only one can, it has (unit propagation)."""
        if any(self.decided.get(part) is value for part in parts):
            del self.waiting[term]
            return True
        possible = None
        for part in parts:
            if self.truth(part) is not (not value):
                if possible is not None:
                    return True  # two are enough: nothing follows yet
                possible = part
        del self.waiting[term]
        return possible is not None and self._enter(possible, value)

    def _revise_branches(self, term: Choose, value: bool) -> bool:
        """`then if test else other` has this truth value: a branch that has not is not taken."""
        is_taken = self.truth(term.test)
        if is_taken is None:
            ends = [self.truth(branch) is (not value) for branch in (term.then, term.other)]
            if not any(ends):
                return True
            is_taken = ends[1]
            if not self._enter(term.test, is_taken):
                return False
        del self.waiting[term]
        return self._enter(term.then if is_taken else term.other, value)

    def _revise_chosen(self, term: Term, choice: Choose, wanted: Const, value: bool) -> bool:
        """What is chosen is equal to a value, or is not: so is the branch that is taken."""
        chosen: Term = choice
        while isinstance(chosen, Choose):
            is_taken = self.truth(chosen.test)
            if is_taken is None:
                if self.truth(equal(chosen.then, wanted)) is not (not value):
                    break
                if not self._enter(chosen.test, False):
                    return False
                is_taken = False
            chosen = chosen.then if is_taken else chosen.other
        if chosen is choice:
            return self._is_open_in_box(term, value)
        del self.waiting[term]
        return self._enter(equal(chosen, wanted), value)

    def _narrow(self, term: Term, value: bool) -> bool:
        """Narrow the variables of a simple condition."""
        domains = self.domains
        match term:
            case AtMost(form, bound):
                low, high = (-INFINITY, bound) if value else (bound + 1, INFINITY)
                return domains.restrict_sum(form, low, high)
            case Equal(Linear() as form, Const(int(known))):
                if value:
                    return domains.restrict_sum(form, known, known)
                return domains.exclude_sum(form, known)
            case Equal(Var() as var, Const(known)):
                return domains.compare(var, known, value)
            case Equal(Var() as one, Var() as two):
                return (domains.equate if value else domains.distinguish)(one, two)
            case _:
                return True


@remembered
def is_intricate(term: Term) -> bool:
    """Is there more to a condition than a sum of variables compared with a number?"""
    return any(isinstance(part, Call | Lookup | Choose) for part in walk(term))


def small_space(
    names: tuple[Var, ...], box: Box, *, limit: int = MAX_TRIED_STATES
) -> Space | None:
    """All values that a few variables can have together; None if they are more than `limit`."""
    domains = [domain_of(name, box) for name in names]
    size = 1.0
    for domain in domains:
        size *= INFINITY if domain is None else domain.size
        if size > limit:
            return None
    return names, list(product(*(list(d) for d in domains if d is not None)))
