"""A reading from plain lists of JSON; `storing.py` writes them."""

from __future__ import annotations

import sys
from typing import Any

from introplan.introspection.programs.operator import Operator
from introplan.introspection.programs.reading import Reading, sampled_states
from introplan.introspection.programs.rewards import Payment
from introplan.introspection.programs.sample import Sample
from introplan.introspection.programs.shape import (
    Bits,
    Cases,
    Cells,
    Fields,
    Keys,
    Leaf,
    Parts,
    Shape,
    Sized,
    Ungathered,
    leaves_of,
    reader_of,
)
from introplan.programs.listed_successors import ListedSuccessor
from introplan.programs.program import ProgramTask
from introplan.symbolic.constraints.interval import Domain, OneOf, Range
from introplan.symbolic.constraints.path_condition import PathCondition
from introplan.symbolic.constraints.propagation import Domains
from introplan.symbolic.refusal import Diagnostic
from introplan.symbolic.terms.stored import (
    Json,
    NotStorable,
    References,
    terms_from,
    value_from,
)
from introplan.symbolic.terms.term import Linear, Term, Var, variables


def reading_from(
    stored: Json, task: ProgramTask, sample: Sample, references: References
) -> Reading:
    """The reading that was stored, of this sample; `NotStorable` where the lists hold none."""
    try:
        return _Reader(stored, task, references).reading(sample)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise NotStorable(str(error)) from None


class _Reader:
    """Builds a reading of what was written down."""

    def __init__(self, stored: Json, task: ProgramTask, references: References) -> None:
        self.stored, self.task, self.references = stored, task, references
        self.terms = terms_from(stored, references)
        self.domains = [self._domain(row) for row in stored["domains"]]
        self.boxes = [
            {self._var(var): self.domains[domain] for var, domain in row}
            for row in stored["boxes"]
        ]
        self.knowns = [self._known(row) for row in stored["knowns"]]
        self.actions = [self._action(row) for row in stored["all_actions"]]

    def reading(self, sample: Sample) -> Reading:
        """All of it, and what follows from the shape."""
        stored, reading = self.stored, Reading(self.task, sample)
        if stored["shape"] is not None:
            reading.shape = self._shape(stored["shape"])
            reading.order, reading.read = leaves_of(reading.shape), reader_of(reading.shape)
            reading.rows = [reading.read(state) for state in sampled_states(reading)]
        reading.box, reading.offered_in = (
            dict(self.boxes[stored[name]]) for name in ("box", "offered_in")
        )
        reading.meetings = self._terms(stored["meetings"])
        reading.offers = [(self.actions[a], tuple(self._terms(t))) for a, t in stored["offers"]]
        if stored["actions"] is not None:
            reading.actions = tuple(self.actions[number] for number in stored["actions"])
        operators = [self._operator(row) for row in stored["operators"]]
        payments = [self._payment(row, operators) for row in stored["payments"]]
        own, paid, ended = stored["read"]
        reading.operators = None if own is None else operators[:own]
        reading.raising = operators[own or 0 :]
        reading.payments = None if paid is None else payments[:paid]
        reading.endings = None if ended is None else payments[paid or 0 :]
        reading.has_dead_ends = bool(stored["has_dead_ends"])
        if stored["is_contradicted"]:
            reading.said = {"reward": None, "terminal": None}
        reading.diagnostics = [Diagnostic(*row) for row in stored["diagnostics"]]
        return reading

    def _var(self, number: int) -> Var:
        var = self.terms[number]
        if not isinstance(var, Var):
            raise NotStorable("a variable that is none")
        return var

    def _terms(self, numbers: Json) -> list[Term]:
        return [self.terms[number] for number in numbers]

    def _value(self, stored: Json) -> Any:
        return value_from(stored, self.references)

    def _domain(self, row: Json) -> Domain:
        letter, *values = row
        ends = [self._value(value) for value in values]
        return Range(*ends) if letter == "r" else OneOf(tuple(ends))

    def _known(self, row: Json) -> PathCondition:
        box, sums, decided, waiting = row
        ranges = {self.terms[form]: self.domains[own] for form, own in sums}
        if not all(isinstance(f, Linear) and isinstance(r, Range) for f, r in ranges.items()):
            raise NotStorable("a range of no sum")
        return PathCondition(
            Domains(dict(self.boxes[box]), ranges),
            {self.terms[term]: bool(value) for term, value in decided},
            {self.terms[term]: variables(self.terms[term]) for term in waiting},
        )

    def _action(self, row: Json) -> Any:
        where, what = row
        if where == "listed":
            return ListedSuccessor(what)
        if where == "given":
            given = self.task.program.actions
            if not isinstance(given, tuple):
                raise NotStorable("an action of no list")
            return given[what]
        return self._value(what)

    def _operator(self, row: Json) -> Operator:
        action, conditions, constraints, effects, known, around, line = row
        return Operator(
            self.actions[action],
            tuple(self._terms(conditions)),
            tuple(self._terms(constraints)),
            {self._var(var): self.terms[term] for var, term in effects},
            self.knowns[known],
            self.boxes[around],
            None,
            line,
        )

    def _payment(self, row: Json, operators: list[Operator]) -> Payment:
        operator, conditions, (is_open, value), (least, most), line, known, around = row
        return Payment(
            operators[operator],
            tuple(self._terms(conditions)),
            self.terms[value] if is_open else self._value(value),
            self._value(least),
            self._value(most),
            line,
            self.knowns[known],
            self.boxes[around],
        )

    def _shape(self, row: Json) -> Shape:
        kind, value = self.references.kind, self._value
        match row:
            case ["leaf", *_]:
                return self._leaf(row)
            case ["parts", own, items]:
                return Parts(kind(own), tuple(map(self._shape, items)))
            case ["sized", own, length, slots, name, least]:
                rest = tuple(map(self._shape, slots))
                return Sized(kind(own), self._leaf(length), rest, name, least)
            case ["cases", tag, cases, name]:
                found = tuple((value(key), self._shape(case)) for key, case in cases)
                return Cases(self._leaf(tag), found, name)
            case ["fields", own, fields]:
                return Fields(kind(own), tuple((n, self._shape(part)) for n, part in fields))
            case ["bits", own, elements, name]:
                bits = tuple((value(element), self._leaf(leaf)) for element, leaf in elements)
                return Bits(kind(own), bits, name)
            case ["keys", entries]:
                return Keys(tuple((value(key), self._shape(part)) for key, part in entries))
            case ["ungathered", kinds, example, name]:
                return Ungathered(frozenset(kinds), value(example), name)
            case ["cells", size, dtype, cells]:
                return Cells(tuple(size), _dtype(dtype), tuple(map(self._leaf, cells)))
        raise NotStorable("a shape of no kind")

    def _leaf(self, row: Json) -> Leaf:
        letter, var, rest, dtype = row
        if letter != "leaf":
            raise NotStorable("a leaf that is none")
        return Leaf(self._var(var), self._value(rest), None if dtype is None else _dtype(dtype))


def _dtype(name: str) -> Any:
    numpy = sys.modules.get("numpy")
    if numpy is None:
        raise NotStorable("arrays without numpy")
    return numpy.dtype(name)
