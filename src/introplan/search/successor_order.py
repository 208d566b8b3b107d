"""Lazy successor generation in helpful order: first the actions that make an unmet literal of the
guide right, a lifted form of the helpful actions of FF (Hoffmann and Nebel 2001).

The unmet literals are kept among the facts of the world as rows of their own, under keys that no
predicate has. An action schema that adds a predicate of the guide is then joined with the unmet
rows of that predicate like with any other relation: if one block is in the hand and ten thousand
are to be on the table, the join starts from the hand. What comes out are the actions that help in
the present state.

Where none does, the next best are the actions that *enable* one: they add a precondition of an
action that would make an unmet literal right. An action schema is joined with the unmet literals
once more, by way of the schema that would help then.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain

from introplan.relational.derived import derived_predicates
from introplan.relational.formula import Comparison, Moment, Predicate
from introplan.relational.grounding import Goal, wants
from introplan.relational.query import Pattern, Row
from introplan.relational.schemas import CompiledSchema, Narrowed
from introplan.search.compiled import Operator
from introplan.search.world import World, WorldNode


@dataclass(frozen=True, slots=True)
class _Suggestion:
    """Actions of a schema that make an unmet literal right, or enable one that does."""

    schema: int
    narrowed: Narrowed
    unmet: Pattern


class SuccessorOrder:
    """The children of nodes in helpful order for one guide."""

    def __init__(self, world: World, guide: Goal) -> None:
        self._world = world
        self._rows: dict[Row, list[tuple[bool, Row]]] = {}
        self._unmet_keys: set[int] = set()
        self._wanted: set[tuple[Predicate, bool]] = set()
        self._actions: dict[Operator, None] = {}
        self._wanted_functions: set[str] = set()
        for want in wants(guide):
            if isinstance(want.literal, Comparison):
                self._wanted_functions.update(term.name for term in want.literal.functions)
                continue
            if want.literal.moment is Moment.DID:
                if want.truth:
                    schema, *arguments = world.compiled.encode(want.literal)
                    self._actions[schema, tuple(arguments)] = None
                continue
            self._wanted.add((want.literal.predicate, want.truth))
            row = world.compiled.encode(want.literal)
            unmet = (_unmet_key(row[0], want.truth), *row[1:])
            self._unmet_keys.add(unmet[0])
            if (want.truth, unmet) not in self._rows.setdefault(row, []):
                self._rows[row].append((want.truth, unmet))
        self._helping = list(self._helping_queries())
        self._enabling = [e for h in self._helping for e in self._enabling_queries(h)]
        self._groups = self._schemas_by_use()
        for row in self._rows:
            self.change(row, truth=row in world.facts)

    def change(self, row: Row, *, truth: bool) -> None:
        """Keep the unmet rows current."""
        for wanted, unmet in self._rows.get(row, ()):
            if wanted == truth and unmet in self._world.facts:
                self._world.facts.remove(unmet)
            elif wanted != truth:
                self._world.facts.add(unmet)

    def forget(self) -> None:
        """Leave no unmet rows behind."""
        for _, unmet in chain.from_iterable(self._rows.values()):
            if unmet in self._world.facts:
                self._world.facts.remove(unmet)

    def children(self) -> Iterator[WorldNode | None]:
        """The children of the present node, each once; None before those that can only undo it.

        First the actions that make an unmet literal right, then those that the guide
        itself names, then those that enable one that helps, then the other actions of helpful
        schemas and those that touch nothing wanted, last those of schemas that only undo it.
        """
        produced: set[Operator | None] = set()
        helpful = (
            self._suggested_children(self._helping),
            self._wanted_children(),
            self._suggested_children(self._enabling),
        )
        for child in chain.from_iterable(helpful):
            if child.operator not in produced:
                produced.add(child.operator)
                yield child
        for group, schemas in enumerate(self._groups):
            if group == 2 and schemas:
                yield None
            for schema in schemas:
                for child in self._world.children(schema):
                    if child.operator not in produced:
                        yield child

    def _suggested_children(self, suggestions: list[_Suggestion]) -> Iterator[WorldNode]:
        for suggestion in suggestions:
            yield from self._world.children(suggestion.schema, suggestion.narrowed)

    def _wanted_children(self) -> Iterator[WorldNode]:
        for operator in self._actions:
            schema, arguments = operator
            if self._world.compiled.schemas[schema].is_applicable(self._world.facts, arguments):
                yield self._world.child(operator)

    def _helping_queries(self) -> Iterator[_Suggestion]:
        """Schemas joined with the unmet literals that their effects make right."""
        for number, compiled in enumerate(self._world.compiled.schemas):
            for effect in compiled.effects:
                if effect.query is None:
                    for truth, patterns in ((True, effect.adds), (False, effect.deletes)):
                        for pattern in patterns:
                            unmet = Pattern(_unmet_key(pattern.key, truth), pattern.slots)
                            if unmet.key in self._unmet_keys:
                                query = compiled.query.joined_with(unmet)
                                yield _Suggestion(number, Narrowed(query, compiled.frame), unmet)

    def _enabling_queries(self, helping: _Suggestion) -> Iterator[_Suggestion]:
        """Schemas that add a precondition of a helping one, joined with what it would help for."""
        schemas = self._world.compiled.schemas
        helper = schemas[helping.schema]
        for needed in helper.query.patterns:
            for number, compiled in enumerate(schemas):
                for effect in compiled.effects:
                    if effect.query is None:
                        for added in effect.adds:
                            if added.key == needed.key:
                                narrowed = _enabling(compiled, added, helper, needed, helping)
                                if narrowed is not None:
                                    yield _Suggestion(number, narrowed, helping.unmet)

    def _schemas_by_use(self) -> tuple[list[int], list[int], list[int]]:
        """The action schemas that may help towards the guide, leave it alone, only undo it."""
        groups: tuple[list[int], list[int], list[int]] = ([], [], [])
        derived = derived_predicates(self._world.task.domain.derived)
        is_opaque = any(predicate in derived for predicate, _ in self._wanted)
        for number, compiled in enumerate(self._world.compiled.schemas):
            changes = compiled.schema.effects
            effects = {(x.predicate, True) for e in changes for x in e.adds}
            effects |= {(x.predicate, False) for e in changes for x in e.deletes}
            is_wanted = any(schema == number for schema, _ in self._actions)
            changed = {x.target.name for e in changes for x in e.numeric}
            counts = bool(effects & self._wanted or changed & self._wanted_functions)
            helps = is_wanted or is_opaque or counts
            undoes = {(p, not truth) for p, truth in effects} & self._wanted
            groups[0 if helps else 2 if undoes else 1].append(number)
        return groups


def _enabling(
    enabler: CompiledSchema,
    added: Pattern,
    helper: CompiledSchema,
    needed: Pattern,
    helping: _Suggestion,
) -> Narrowed | None:
    """The query for actions of `enabler` that add the precondition `needed` of the helper.

    The helper's slots follow the enabler's own, but for those of `needed`, which are the same as
    those of `added`. None where that does not fit.
    """
    offset = len(enabler.frame)
    slot_of = {slot: offset + slot for slot in range(len(helper.frame))}
    for own, theirs in zip(added.slots, needed.slots, strict=True):
        if helper.frame[theirs] is not None or slot_of[theirs] not in (offset + theirs, own):
            return None
        slot_of[theirs] = own
    unmet = Pattern(helping.unmet.key, tuple(slot_of[s] for s in helping.unmet.slots))
    base, other = enabler.query, helper.query
    free = {
        slot_of[s]: s for s in other.ranges if slot_of[s] in unmet.slots and slot_of[s] >= offset
    }
    query = replace(
        base,
        ranges={**base.ranges, **{slot: other.ranges[s] for slot, s in free.items()}},
        members={**base.members, **{slot: other.members[s] for slot, s in free.items()}},
        patterns=[*base.patterns, unmet],
    )
    return Narrowed(query, [*enabler.frame, *helper.frame])


def _unmet_key(key: int, truth: bool) -> int:
    """A key that no predicate has."""
    return -(2 * key + truth + 1)
