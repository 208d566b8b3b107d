"""Certificate files: a proof that there is no plan, one state or one list of facts per line.

    (:certificate closed-set)
    (:state (at robot kitchen) (free left))
    (:state (at robot hall) (free left))

    (:certificate bounds)
    (:becomes-true (at robot hall))
    (:becomes-false (at robot kitchen))

    (:certificate closed-texts)
    (:state (3, 'left'))

Comments begin with `;` and have lines of their own. Files may be large, so a fact is parsed once
and looked up by its text from then on. `ModelError` points at what cannot be read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import singledispatch
from itertools import chain
from typing import assert_never

from introplan.certificates.certificate import Bounds, Certificate, ClosedSet, ClosedTexts
from introplan.certificates.ground_rules import changing_predicates
from introplan.errors import did_you_mean
from introplan.mdp import Task
from introplan.pddl.reader import Source, check_characters, cut, hint, lower, shown, source_of
from introplan.programs.program import ProgramTask
from introplan.relational.derived import derived_predicates
from introplan.relational.domain import RelationalTask
from introplan.relational.formula import Constant, Literal, Predicate

HEADER = "(:certificate"
STATE, TRUE, FALSE = ":state", ":becomes-true", ":becomes-false"
CLOSED_SET, BOUNDS, CLOSED_TEXTS = "closed-set", "bounds", "closed-texts"

_ESSAYS = {
    CLOSED_SET: (
        "There is no plan: the start is among these states, every action that can be done in",
        "one of them leads to one of them or fails, and none ends with success. Facts that no",
        "action changes are those of the start.",
    ),
    BOUNDS: (
        "There is no plan: besides what is so at the start no more than this can ever become",
        "true or false, and within that nothing ends with success.",
    ),
    CLOSED_TEXTS: (
        "There is no plan: the start is among these states, every action that is allowed in",
        "one of them leads to one of them or fails, and none ends with success.",
    ),
}
_HEADER = re.compile(r"\(:certificate\s+([^\s()]+)\s*\)")
_LINE = re.compile(r"\((:[A-Za-z-]+)((?:\s*+\([^()]*+\))*+)\s*+\)")
_FACT = re.compile(r"\([^()]*+\)")
_WORD = re.compile(r"[^\s()]+")


def is_certificate(text: str) -> bool:
    """Does the text begin like a certificate, whatever its file is called?"""
    for line in text.removeprefix("\ufeff").splitlines():
        if (plain := line.strip()) and not plain.startswith(";"):
            return plain.lower().startswith(HEADER)
    return False


def kind_of(certificate: Certificate) -> str:
    """What a certificate calls itself in its first line."""
    match certificate:
        case ClosedSet():
            return CLOSED_SET
        case Bounds():
            return BOUNDS
        case ClosedTexts():
            return CLOSED_TEXTS
        case _:
            assert_never(certificate)


def print_certificate(certificate: Certificate) -> str:
    """A certificate as its file: what `parse_certificate` reads."""
    kind = kind_of(certificate)
    essay = [f"; {line}" for line in _ESSAYS[kind]]
    return "\n".join([*essay, f"{HEADER} {kind})", *_printed_lines(certificate), ""])


def _printed_lines(certificate: Certificate) -> Iterator[str]:
    match certificate:
        case ClosedSet():
            return _state_lines(certificate)
        case Bounds(true, false):
            return chain(_fact_lines(TRUE, true), _fact_lines(FALSE, false))
        case ClosedTexts(states):
            return (f"({STATE} {text})" for text in states)
        case _:
            assert_never(certificate)


def _state_lines(certificate: ClosedSet) -> Iterator[str]:
    texts = {1 << i: str(fact) for i, fact in enumerate(certificate.facts)}
    for state in certificate.states:
        facts: list[str] = []
        while state:
            bit = state & -state
            facts.append(texts[bit])
            state ^= bit
        yield f"({' '.join([STATE, *sorted(facts)])})"


def _fact_lines(keyword: str, facts: tuple[Literal, ...]) -> Iterator[str]:
    return (f"({keyword} {text})" for text in sorted(map(str, facts)))


def parse_certificate(
    text: str,
    task: Task,
    *,
    file: str | None = None,
    check: Callable[[], None] = lambda: None,
) -> Certificate:
    """The certificate in `text`, which must speak of the facts and objects of `task`."""
    source = source_of(text, file)
    lines = _lines(source)
    offset, first = next(lines, (0, ""))
    header = _HEADER.fullmatch(lower(first))
    if header is None:
        problem = f"unexpected {shown(first)}; expected ({HEADER[1:]} {CLOSED_SET})"
        raise source.error(problem, offset)
    kind = header[1]
    if kind not in _ESSAYS:
        problem = f"unknown certificate {shown(kind)}{did_you_mean(kind, _ESSAYS)}"
        raise source.error(problem, offset + header.start(1))
    found = _read(task, kind, lines, source=source, check=check)
    if found is None:
        is_for = "worlds in Python" if kind == CLOSED_TEXTS else "tasks in PDDL"
        problem = f"certificates of kind {kind} are for {is_for}; this is none"
        raise source.error(problem, offset + header.start(1))
    return found


@singledispatch
def _read(
    task: Task,
    kind: str,
    lines: Iterator[tuple[int, str]],
    *,
    source: Source,
    check: Callable[[], None],
) -> Certificate | None:
    """The certificate in the lines after the header; None if the kind is not for such tasks."""
    return None


@_read.register(ProgramTask)
def _(
    task: ProgramTask,
    kind: str,
    lines: Iterator[tuple[int, str]],
    *,
    source: Source,
    check: Callable[[], None],
) -> Certificate | None:
    return _read_texts(source, lines) if kind == CLOSED_TEXTS else None


@_read.register(RelationalTask)
def _(
    task: RelationalTask,
    kind: str,
    lines: Iterator[tuple[int, str]],
    *,
    source: Source,
    check: Callable[[], None],
) -> Certificate | None:
    if kind == CLOSED_TEXTS:
        return None
    check_characters(source)
    reader = _Reader(source, task, has_derived=kind == BOUNDS, check=check)
    return reader.bounds(lines) if kind == BOUNDS else reader.closed_set(lines)


def _lines(source: Source) -> Iterator[tuple[int, str]]:
    """The lines that say something, and where they begin."""
    offset = 0
    for line in source.text.split("\n"):
        plain = line.strip()
        if plain and plain[0] != ";":
            yield offset + len(line) - len(line.lstrip()), plain
        offset += len(line) + 1


@dataclass(slots=True)
class _Reader:
    """Facts by their text, as bits, and the names that a new one may use."""

    source: Source
    task: RelationalTask
    has_derived: bool
    check: Callable[[], None]
    bits: dict[str, int] = field(default_factory=dict)
    facts: dict[Literal, int] = field(default_factory=dict)
    objects: Mapping[str, Constant] = field(init=False)
    changing: Mapping[str, Predicate] = field(init=False)

    def __post_init__(self) -> None:
        domain = self.task.domain
        derived = frozenset() if self.has_derived else derived_predicates(domain.derived)
        self.objects = {c.name: c for c, _ in self.task.start.objects.declared}
        self.changing = {p.name: p for p in changing_predicates(domain) - derived}

    def closed_set(self, lines: Iterator[tuple[int, str]]) -> ClosedSet:
        """One state per line, each once."""
        states: dict[int, int] = {}
        for offset, line in lines:
            self.check()
            state = self._line(offset, line, (STATE,))[1]
            if state in states:
                raise self.source.error(f"this is state {states[state]} again; remove it", offset)
            states[state] = len(states) + 1
        return ClosedSet(tuple(self.facts), tuple(states))

    def bounds(self, lines: Iterator[tuple[int, str]]) -> Bounds:
        """Facts that become true and facts that become false, in any order."""
        found = {TRUE: 0, FALSE: 0}
        for offset, line in lines:
            self.check()
            keyword, facts = self._line(offset, line, (TRUE, FALSE))
            if found[keyword] & facts:
                raise self.source.error("a fact of this line was listed before", offset)
            found[keyword] |= facts
        true, false = (
            tuple(fact for i, fact in enumerate(self.facts) if mask >> i & 1)
            for mask in (found[TRUE], found[FALSE])
        )
        return Bounds(true, false)

    def _line(self, offset: int, line: str, keywords: tuple[str, ...]) -> tuple[str, int]:
        """The keyword of a line and the facts behind it."""
        match = _LINE.fullmatch(line)
        keyword = "" if match is None else match[1].lower()
        if match is None or keyword not in keywords:
            wanted = " or ".join(f"({keyword} (fact object ...) ...)" for keyword in keywords)
            raise self.source.error(
                f"unexpected {shown(line)}; expected {wanted} on a line of its own", offset
            )
        mask, bits = 0, self.bits
        for fact in _FACT.findall(match[2]):
            bit = bits.get(fact)
            if bit is None:
                bit = bits[fact] = self._new_bit(fact, offset + line.index(fact))
            if mask & bit:
                where = offset + line.rindex(fact)
                raise self.source.error(f"{cut(fact)} is listed twice in this line", where)
            mask |= bit
        return keyword, mask

    def _new_bit(self, text: str, offset: int) -> int:
        """The bit of a fact in words that were not seen before."""
        words = [(w.group(), offset + w.start()) for w in _WORD.finditer(text)]
        if not words:
            raise self.source.error("an empty list; expected a fact such as (on a b)", offset)
        (name, place), *terms = words
        predicate = self._predicate(name, place)
        if len(terms) != predicate.arity:
            many = f"{predicate.arity} argument{'s' * (predicate.arity != 1)}"
            raise self.source.error(f"{shown(name)} takes {many}, not {len(terms)}", offset)
        literal = Literal(predicate, tuple(self._object(*term) for term in terms))
        return 1 << self.facts.setdefault(literal, len(self.facts))

    def _predicate(self, name: str, offset: int) -> Predicate:
        found = self.changing.get(name) or self.changing.get(lower(name))
        if found is not None:
            return found
        declared = {s.name for s in self.task.domain.predicates}
        if lower(name) in declared:
            what = "is derived" if lower(name) in self._derived() else "never changes"
            problem = f"{shown(name)} {what}; list only facts that actions add or delete"
        else:
            problem = f"unknown predicate {shown(name)}{hint(name, self.changing)}"
        raise self.source.error(problem, offset)

    def _derived(self) -> set[str]:
        return {p.name for p in derived_predicates(self.task.domain.derived)}

    def _object(self, name: str, offset: int) -> Constant:
        found = self.objects.get(name) or self.objects.get(lower(name))
        if found is None:
            problem = f"unknown object {shown(name)}{hint(name, self.objects)}"
            raise self.source.error(problem, offset)
        return found


def _read_texts(source: Source, lines: Iterator[tuple[int, str]]) -> ClosedTexts:
    """One state per line, as text, each once."""
    states: dict[str, None] = {}
    for offset, line in lines:
        if not line.startswith(f"({STATE} ") or not line.endswith(")"):
            problem = f"unexpected {shown(line)}; expected ({STATE} TEXT) on a line of its own"
            raise source.error(problem, offset)
        text = line[len(STATE) + 2 : -1]
        if text in states:
            raise source.error("this state was listed before; remove it", offset)
        states[text] = None
    return ClosedTexts(tuple(states))
