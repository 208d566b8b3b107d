"""A reading as plain lists of JSON; `restoring.py` makes a reading of them again.

Kept is what was read of the program: shape, ranges, operators, payments, ends, invariants and
diagnostics. Samples are taken anew, and what the parts say of any two states is read when it is
asked for, as ever.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from introplan.introspection.programs.operator import Operator
from introplan.introspection.programs.reading import Reading
from introplan.introspection.programs.rewards import Payment
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
)
from introplan.programs.listed_successors import ListedSuccessor
from introplan.symbolic.constraints.interval import Domain, Range
from introplan.symbolic.constraints.path_condition import PathCondition
from introplan.symbolic.interpreter.values import is_term
from introplan.symbolic.terms.stored import (
    Json,
    References,
    TermWriter,
    text_of,
)
from introplan.symbolic.terms.term import Term, Var

Box = Mapping[Var, Domain]


def stored_reading(reading: Reading, references: References) -> Json:
    """A reading as lists; raises `NotStorable` where a value in it cannot be kept."""
    return _Writer(reading, references).written()


class _Writer:
    """Writes a reading down; whatever is shared by several parts is written once."""

    def __init__(self, reading: Reading, references: References) -> None:
        self.reading = reading
        self.terms = TermWriter(references)
        self.references = references
        self.operators = [*(reading.operators or ()), *reading.raising]
        self.payments = [*(reading.payments or ()), *(reading.endings or ())]
        self.domains: dict[str, int] = {}
        self.boxes: dict[int, int] = {}
        self.box_rows: list[Json] = []
        self.knowns: dict[int, int] = {}
        self.known_rows: list[Json] = []
        self.actions: dict[int, int] = {}
        self.action_rows: list[Json] = []

    def written(self) -> Json:
        """All of it. Terms are numbered when all are known."""
        reading = self.reading
        self.terms.add(self._all_terms())
        self.terms.close()
        numbers = {id(operator): number for number, operator in enumerate(self.operators)}
        return {
            "shape": None if reading.shape is None else self._shape(reading.shape),
            "box": self._box(reading.box),
            "meetings": self._terms(reading.meetings),
            "offers": [[self._action(a), self._terms(terms)] for a, terms in reading.offers],
            "actions": None
            if reading.actions is None
            else [self._action(action) for action in reading.actions],
            "offered_in": self._box(reading.offered_in),
            "operators": [self._operator(operator) for operator in self.operators],
            "raising": len(reading.raising),
            "payments": [self._payment(payment, numbers) for payment in self.payments],
            "read": [
                part if part is None else len(part)
                for part in (reading.operators, reading.payments, reading.endings)
            ],
            "has_dead_ends": reading.has_dead_ends,
            "is_contradicted": bool(reading.said),
            "diagnostics": [
                [d.code, d.file, d.line, d.construct, d.consequence, d.hint]
                for d in reading.diagnostics
            ],
            "domains": [json.loads(text) for text in self.domains],
            "boxes": self.box_rows,
            "knowns": self.known_rows,
            "all_actions": self.action_rows,
            **self.terms.nodes(),
        }

    def _all_terms(self) -> Iterable[Term]:
        reading = self.reading
        yield from reading.order
        yield from reading.meetings
        for _, terms in reading.offers:
            yield from terms
        for operator in self.operators:
            yield from (*operator.conditions, *operator.constraints, *operator.effects.values())
            yield from operator.effects
        for payment in self.payments:
            yield from payment.conditions
            if is_term(payment.value):
                yield payment.value
        for known in [*(o.known for o in self.operators), *(p.known for p in self.payments)]:
            yield from (*known.box, *known.domains.sums, *known.decided, *known.waiting)

    def _terms(self, terms: Iterable[Term]) -> Json:
        return [self.terms.number(term) for term in terms]

    def _domain(self, domain: Domain) -> int:
        ends = (domain.low, domain.high) if isinstance(domain, Range) else domain.values
        letter = "r" if isinstance(domain, Range) else "o"
        text = text_of([letter, *map(self.terms.value, ends)])
        return self.domains.setdefault(text, len(self.domains))

    def _box(self, box: Box) -> int:
        if id(box) not in self.boxes:
            row = [[self.terms.number(var), self._domain(domain)] for var, domain in box.items()]
            self.boxes[id(box)] = len(self.box_rows)
            self.box_rows.append(row)
        return self.boxes[id(box)]

    def _known(self, known: PathCondition) -> int:
        if id(known) not in self.knowns:
            sums = [
                [self.terms.number(form), self._domain(own)]
                for form, own in known.domains.sums.items()
            ]
            decided = [[self.terms.number(t), value] for t, value in known.decided.items()]
            row = [self._box(known.box), sums, decided, self._terms(known.waiting)]
            self.knowns[id(known)] = len(self.known_rows)
            self.known_rows.append(row)
        return self.knowns[id(known)]

    def _action(self, action: Any) -> int:
        if id(action) not in self.actions:
            given = self.reading.task.program.actions
            listed = given if isinstance(given, tuple) else ()
            own = next((place for place, a in enumerate(listed) if a is action), None)
            if isinstance(action, ListedSuccessor):
                row = ["listed", action.place]
            else:
                row = ["made", self.terms.value(action)] if own is None else ["given", own]
            self.actions[id(action)] = len(self.action_rows)
            self.action_rows.append(row)
        return self.actions[id(action)]

    def _operator(self, operator: Operator) -> Json:
        return [
            self._action(operator.action),
            self._terms(operator.conditions),
            self._terms(operator.constraints),
            [[self.terms.number(v), self.terms.number(t)] for v, t in operator.effects.items()],
            self._known(operator.known),
            self._box(operator.around),
            operator.line,
        ]

    def _payment(self, payment: Payment, numbers: Mapping[int, int]) -> Json:
        is_open = is_term(payment.value)
        value = self.terms.number(payment.value) if is_open else self.terms.value(payment.value)
        return [
            numbers[id(payment.operator)],
            self._terms(payment.conditions),
            [is_open, value],
            [self.terms.value(payment.least), self.terms.value(payment.most)],
            payment.line,
            self._known(payment.known),
            self._box(payment.around),
        ]

    def _shape(self, shape: Shape) -> Json:
        kind, value = self.references.of, self.terms.value
        match shape:
            case Leaf(var, rest, number):
                dtype = None if number is None else number.str
                return ["leaf", self.terms.number(var), value(rest), dtype]
            case Parts(own, items):
                return ["parts", kind(own), [self._shape(item) for item in items]]
            case Sized(own, length, slots, name, least):
                rest = [self._shape(slot) for slot in slots]
                return ["sized", kind(own), self._shape(length), rest, name, least]
            case Cases(tag, cases, name):
                rest = [[value(key), self._shape(case)] for key, case in cases]
                return ["cases", self._shape(tag), rest, name]
            case Fields(own, fields):
                return ["fields", kind(own), [[name, self._shape(part)] for name, part in fields]]
            case Bits(own, elements, name):
                rest = [[value(element), self._shape(leaf)] for element, leaf in elements]
                return ["bits", kind(own), rest, name]
            case Keys(entries):
                return ["keys", [[value(key), self._shape(part)] for key, part in entries]]
            case Ungathered(kinds, example, name):
                return ["ungathered", sorted(kinds), value(example), name]
            case Cells(size, dtype, cells):
                return ["cells", list(size), dtype.str, [self._shape(cell) for cell in cells]]
