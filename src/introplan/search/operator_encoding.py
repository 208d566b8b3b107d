"""The operators of relaxed plans as lists of integers (the grammar is in `native/reader.hpp`)."""

from __future__ import annotations

from introplan.logic.normal_form import normal_form
from introplan.search.encoding import Encoder, Names, Scope, counted
from introplan.search.lifted import LiftedOperator


def encode_operator(lifted: LiftedOperator, names: Names) -> list[int]:
    """A lifted operator of the relaxed task."""
    encoder, scope = Encoder(names), Scope()
    slots = [encoder.slot(v, scope) for v in lifted.variables]
    ranges = [names.ranges.number(v.types) for v in lifted.variables]
    sentence = encoder.sentence(normal_form(lifted.condition), scope)
    adds = counted(encoder.pattern(x, scope) for x in lifted.adds)
    deletes = counted(encoder.pattern(x, scope) for x in lifted.deletes)
    own = counted([slot, number] for slot, number in zip(slots, ranges, strict=True))
    schema = -1 if lifted.schema is None else lifted.schema
    return [schema, int(lifted.is_whole), *encoder.frame(), *own, *sentence, *adds, *deletes]
