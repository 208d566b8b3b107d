"""`(:machine NAME (:states u0 u1 ...) (:initial u0) (from u0 to u1 :when FORMULA :reward N) ...)`.

A reward machine (`relational/machines.py`) is compiled into the domain as soon as it has been
read. `(state NAME u1)` in any formula of the domain asks where it is.
"""

from __future__ import annotations

from dataclasses import dataclass

from introplan.pddl.declarations import Definition, Section
from introplan.pddl.expressions import Scope, read_number
from introplan.pddl.formulas import read_condition
from introplan.pddl.reader import Group, Node, Source, Word, as_word, headed, hint, shown
from introplan.pddl.vocabulary import Vocabulary, checked_name
from introplan.relational.domain import Domain, Signature
from introplan.relational.formula import TRUE, Formula
from introplan.relational.machines import Edge, Machine, with_machine
from introplan.relational.regression import NotRegressibleError

_MACHINE = "(:machine NAME (:states u0 u1) (from u0 to u1 :when FORMULA :reward 1) ...)"
_EDGE = "(from STATE to STATE :when FORMULA :reward NUMBER)"
_EDGE_KEYS = (":when", ":reward")


@dataclass(frozen=True, slots=True)
class MachineFrame:
    """A machine of which the edges have not been read yet."""

    machine: Machine
    edges: list[Group]
    offset: int


def read_frames(definition: Definition, declared: tuple[Signature, ...]) -> list[MachineFrame]:
    """The names and states of all machines; their edges may speak of what is declared later."""
    found: dict[str, MachineFrame] = {}
    for section in definition.sections.get(":machine", ()):
        frame = _frame(section, definition.source)
        name = frame.machine.name
        if name in found:
            problem = f"machine {shown(name)} is there twice; rename one"
            raise definition.source.error(problem, frame.offset)
        if any(s.name == "state" for s in declared):
            problem = "(state ...) asks where a machine is; rename the predicate 'state'"
            raise definition.source.error(problem, frame.offset)
        taken = {s.name for s in declared} & {p.name for p in frame.machine.predicates}
        if taken:
            problem = f"{shown(min(taken))} is a predicate; rename it, the machine or the state"
            raise definition.source.error(problem, frame.offset)
        found[name] = frame
    return list(found.values())


def _frame(section: Section, source: Source) -> MachineFrame:
    if len(section.items) < 2:
        raise source.error(f"this machine has no states; write {_MACHINE}", section.offset)
    name = checked_name(section.items[0], source, expected="the name of the machine")
    states: dict[str, None] = {}
    initial: Word | None = None
    edges: list[Group] = []
    for node in section.items[1:]:
        group, head = headed(node, source, expected=f"(:states ...), (:initial ...) or {_EDGE}")
        if head.text == "from":
            edges.append(group)
        elif head.text == ":states":
            states |= dict.fromkeys(_names(group, source))
        elif head.text == ":initial" and len(group.items) == 2:
            initial = as_word(group.items[1], source, expected="a state")
        else:
            problem = f"unexpected {shown(head.text)}; write {_MACHINE}"
            raise source.error(problem, head.offset)
    if not states:
        raise source.error("this machine has no states; write (:states u0 u1)", section.offset)
    if initial is not None:
        _check_state(initial, tuple(states), source)
    first = next(iter(states)) if initial is None else initial.text
    return MachineFrame(Machine(name.text, tuple(states), first, ()), edges, section.offset)


def _names(group: Group, source: Source) -> list[str]:
    return [checked_name(n, source, expected="a state").text for n in group.items[1:]]


def _check_state(word: Word, states: tuple[str, ...], source: Source) -> str:
    if word.text not in states:
        problem = f"unknown state {shown(word.text)}{hint(word.text, states)}"
        raise source.error(problem, word.offset)
    return word.text


def with_machines(domain: Domain, frames: list[MachineFrame], vocabulary: Vocabulary) -> Domain:
    """The domain with all machines compiled into it."""
    for frame in frames:
        for edge in frame.edges:
            # Each edge alone first, for the place of what cannot be regressed.
            _compiled(domain, _machine(frame, [edge], vocabulary), edge, vocabulary.source)
    for frame in frames:
        domain = with_machine(domain, _machine(frame, frame.edges, vocabulary))
    return domain


def _compiled(domain: Domain, machine: Machine, edge: Group, source: Source) -> None:
    try:
        with_machine(domain, machine)
    except NotRegressibleError as unknown:
        derived = {rule.head.predicate.name for rule in domain.derived}
        what = "is derived" if str(unknown) in derived else "changes with the action"
        problem = f"{shown(str(unknown))} {what}, and an edge reads the state after the action"
        fix = "write (before ...) around it, or say it with predicates that actions change"
        raise source.error(f"{problem}; {fix}", edge.offset) from None


def _machine(frame: MachineFrame, edges: list[Group], vocabulary: Vocabulary) -> Machine:
    own = frame.machine
    read = tuple(_edge(edge, own, vocabulary) for edge in edges)
    return Machine(own.name, own.states, own.initial, read)


def _edge(group: Group, machine: Machine, vocabulary: Vocabulary) -> Edge:
    source = vocabulary.source
    words = [n.text if isinstance(n, Word) else "" for n in group.items[:4]]
    if len(words) < 4 or words[2] != "to":
        raise source.error(f"this edge is not complete; write {_EDGE}", group.offset)
    ends = [as_word(group.items[i], source, expected="a state") for i in (1, 3)]
    start, end = (_check_state(word, machine.states, source) for word in ends)
    parts = _parts(group, source)
    condition: Formula = TRUE
    if ":when" in parts:
        condition = read_condition(parts[":when"], vocabulary, Scope(is_transition=True))
    paid = read_number(parts[":reward"], source) if ":reward" in parts else 0.0
    return Edge(start, end, condition, paid)


def _parts(group: Group, source: Source) -> dict[str, Node]:
    """What stands behind `:when` and `:reward`."""
    parts: dict[str, Node] = {}
    rest = iter(group.items[4:])
    for node in rest:
        key = as_word(node, source, expected=":when or :reward")
        if key.text not in _EDGE_KEYS or key.text in parts:
            problem = f"unexpected {shown(key.text)}{hint(key.text, _EDGE_KEYS)}; write {_EDGE}"
            raise source.error(problem, key.offset)
        value = next(rest, None)
        if value is None:
            raise source.error(f"nothing follows {key.text}; write {_EDGE}", key.offset)
        parts[key.text] = value
    return parts
