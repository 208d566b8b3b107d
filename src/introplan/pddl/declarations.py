"""The frame of a file, `(define (domain name) (:section ...) ...)`, and its declarations.

Types, objects, predicates and functions are declared here; what uses them is read elsewhere.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from introplan.pddl.formulas import RESERVED
from introplan.pddl.reader import (
    MAX_NESTING,
    Group,
    Node,
    Source,
    Word,
    as_word,
    cut,
    described,
    headed,
    hint,
    read_group,
    shown,
    too_deep,
)
from introplan.pddl.vocabulary import checked_name, checked_types, read_parameters, read_runs
from introplan.relational.domain import Signature, TypeDeclaration
from introplan.relational.formula import OBJECT, Constant

UNSUPPORTED = {
    ":constraints": "trajectory constraints",
    ":durative-action": "durations (actions that take time)",
    ":event": "events",
    ":method": "hierarchical tasks",
    ":process": "processes",
    ":task": "hierarchical tasks",
}
"""Sections of PDDL that other planners know, and what they would bring in."""


@dataclass(frozen=True, slots=True)
class Section:
    """`(:keyword item ...)`."""

    keyword: Word
    items: list[Node]
    offset: int


@dataclass(frozen=True, slots=True)
class Definition:
    """A file's name and sections by keyword; `:action` and `:derived` may come often."""

    source: Source
    name: Word
    sections: dict[str, list[Section]]

    def items(self, keyword: str) -> list[Node]:
        """What the section says, nothing if it is missing."""
        found = self.sections.get(keyword)
        return found[0].items if found else []

    def find(self, keyword: str) -> Section | None:
        """The section, if it is there."""
        found = self.sections.get(keyword)
        return found[0] if found else None


def read_definition(
    source: Source, kind: str, *, keywords: Collection[str], repeatable: Collection[str] = ()
) -> Definition:
    """The frame of a file of the given kind, `domain` or `problem`."""
    expected = f"(define ({kind} NAME) ...)"
    group, head = headed(read_group(source, expected=expected), source, expected=expected)
    if head.text != "define" or len(group.items) < 2:
        raise source.error(f"unexpected {described(group)}; expected {expected}", group.offset)
    title, what = headed(group.items[1], source, expected=f"({kind} NAME)")
    if what.text != kind or len(title.items) != 2:
        problem = f"unexpected {described(title)}; expected ({kind} NAME)"
        raise source.error(problem, title.offset)
    name = checked_name(title.items[1], source, expected=f"the name of the {kind}")
    sections: dict[str, list[Section]] = {}
    for node in group.items[2:]:
        section = _section(node, source, keywords)
        earlier = sections.setdefault(section.keyword.text, [])
        if earlier and section.keyword.text not in repeatable:
            problem = f"section {section.keyword.text} is there twice; join the two"
            raise source.error(problem, section.offset)
        earlier.append(section)
    return Definition(source, name, sections)


def only_item(section: Section, source: Source, *, expected: str) -> Node:
    """The one thing that a section says."""
    if len(section.items) != 1:
        count = f"{section.keyword.text} takes 1 thing, not {len(section.items)}"
        raise source.error(f"{count}; write ({section.keyword.text} {expected})", section.offset)
    return section.items[0]


def _section(node: Node, source: Source, keywords: Collection[str]) -> Section:
    group, keyword = headed(node, source, expected=f"a section such as ({min(keywords)} ...)")
    if keyword.text in UNSUPPORTED:
        problem = f"{UNSUPPORTED[keyword.text]} are not supported; remove {keyword.text}"
        raise source.error(problem, keyword.offset)
    if keyword.text not in keywords:
        problem = f"unknown section {shown(keyword.text)}{hint(keyword.text, keywords)}"
        raise source.error(problem, keyword.offset)
    return Section(keyword, group.items[1:], group.offset)


def read_types(nodes: Sequence[Node], source: Source) -> tuple[TypeDeclaration, ...]:
    """The types of a domain; one that is only named as a supertype counts as declared."""
    places: dict[str, int] = {}
    parents: dict[str, dict[str, None]] = {}
    over: dict[str, None] = {}
    for run in read_runs(nodes, source, expected="a type"):
        above = dict.fromkeys(word.text for word in run.types)
        for word in (*run.names, *run.types):
            places.setdefault(checked_name(word, source, expected="a type").text, word.offset)
        for word in run.names:
            parents.setdefault(word.text, {}).update(above)
        over |= above
    if not parents.get(OBJECT, {}).keys() - {OBJECT}:
        parents.pop(OBJECT, None)
    for name in over:
        if name != OBJECT:
            parents.setdefault(name, {})
    _check_hierarchy(parents, places, source)
    return tuple(TypeDeclaration(name, _direct(above)) for name, above in parents.items())


def _direct(above: Mapping[str, None]) -> tuple[str, ...]:
    """The parents of a type: `object` only where there is no other."""
    return tuple(name for name in above if name != OBJECT) or (OBJECT,)


def _check_hierarchy(
    parents: Mapping[str, Mapping[str, None]], places: Mapping[str, int], source: Source
) -> None:
    """No type may be above itself, nor far below the highest."""
    height: dict[str, int] = {OBJECT: 0} if OBJECT not in parents else {}
    for start in parents:
        path = [start]
        while path:
            missing = [p for p in _above(path[-1], parents) if p not in height]
            if any(p in path for p in missing):
                raise source.error(_cycle(path, missing, source), places[path[-1]])
            if missing:
                path.append(missing[0])
            else:
                name = path.pop()
                height[name] = 1 + max((height[p] for p in _above(name, parents)), default=0)
            if len(path) > MAX_NESTING:
                raise too_deep(source, places[start])
        if height[start] > MAX_NESTING:
            raise too_deep(source, places[start])


def _above(name: str, parents: Mapping[str, Mapping[str, None]]) -> list[str]:
    """The parents of a type; every type but `object` has at least that."""
    above = list(parents.get(name, ()))
    return above if above or name == OBJECT else [OBJECT]


def _cycle(path: list[str], missing: list[str], source: Source) -> str:
    again = next(name for name in missing if name in path)
    names = [*path[path.index(again) :], again]
    return f"type {shown(again)} is above itself: {cut(' - '.join(names))}; remove one of these"


def read_objects(
    nodes: Sequence[Node], types: Collection[str], taken: Collection[str], source: Source
) -> tuple[tuple[Constant, tuple[str, ...]], ...]:
    """Objects or constants with their types; names in `taken` are there already."""
    found: dict[str, tuple[Constant, tuple[str, ...]]] = {}
    for run in read_runs(nodes, source, expected="an object"):
        kinds = checked_types(run.types, types, source)
        for word in run.names:
            name = checked_name(word, source, expected="the name of an object").text
            if name in found or name in taken:
                raise source.error(
                    f"object {shown(name)} is declared twice; rename one", word.offset
                )
            found[name] = (Constant(name), kinds)
    return tuple(found.values())


def read_predicates(
    nodes: Sequence[Node], types: Collection[str], source: Source
) -> tuple[Signature, ...]:
    """Predicates with their typed parameters; equality needs no declaration but may have one."""
    found: dict[str, Signature] = {}
    for node in nodes:
        group, head = headed(node, source, expected="a predicate such as (on ?x ?y)")
        if head.text == "=" and len(group.items) == 3:
            continue
        signature = _signature(group, head, types, source)
        _check_new(head, found, "predicate", source)
        found[head.text] = signature
    return tuple(found.values())


def read_functions(
    nodes: Sequence[Node], types: Collection[str], source: Source
) -> tuple[Signature, ...]:
    """Functions with their typed parameters; their values are numbers."""
    found: dict[str, Signature] = {}
    rest = iter(nodes)
    for node in rest:
        if isinstance(node, Word) and node.text == "-":
            kind = as_word(next(rest, node), source, expected="number")
            if kind.text != "number":
                problem = f"unexpected {shown(kind.text)}; the values of functions are - number"
                raise source.error(problem, kind.offset)
            continue
        group, head = headed(node, source, expected="a function such as (distance ?x ?y)")
        signature = _signature(group, head, types, source)
        _check_new(head, found, "function", source)
        found[head.text] = signature
    return tuple(found.values())


def _signature(group: Group, head: Word, types: Collection[str], source: Source) -> Signature:
    name = checked_name(head, source, expected="a name").text
    if name in RESERVED:
        raise source.error(
            f"{shown(name)} has a meaning of its own; use another name", head.offset
        )
    return Signature(name, read_parameters(group.items[1:], types, source))


def _check_new(head: Word, found: Collection[str], kind: str, source: Source) -> None:
    if head.text in found:
        raise source.error(f"{kind} {shown(head.text)} is declared twice; rename one", head.offset)
