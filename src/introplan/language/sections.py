"""`(define (domain name) (:section ...) ...)`: the frame that domains and problems share."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from introplan.language.reader import Node, Word, described, headed, read_group
from introplan.language.source import Source, hint, shown
from introplan.language.typed_lists import checked_name


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
    if keyword.text not in keywords:
        problem = f"unknown section {shown(keyword.text)}{hint(keyword.text, keywords)}"
        raise source.error(problem, keyword.offset)
    return Section(keyword, group.items[1:], group.offset)
