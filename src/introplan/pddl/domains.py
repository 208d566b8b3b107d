"""Domain files: from text to a `Domain`.

Sections may come in any order, so names are collected first and bodies are read after.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from introplan.deferred import deferred
from introplan.pddl.declarations import (
    Definition,
    Section,
    read_definition,
    read_functions,
    read_objects,
    read_predicates,
    read_types,
)
from introplan.pddl.effects import Effects, read_effects
from introplan.pddl.expressions import Scope
from introplan.pddl.formulas import read_condition
from introplan.pddl.reader import (
    Group,
    Node,
    Source,
    Word,
    as_group,
    as_word,
    headed,
    hint,
    shown,
    source_of,
)
from introplan.pddl.rewards import read_discount, read_reward, read_termination
from introplan.pddl.vocabulary import (
    Known,
    Vocabulary,
    checked_name,
    is_variable,
    known,
    known_functions,
    known_objects,
    look_up,
    read_terms,
    read_variables,
    types_above,
)
from introplan.relational.action import ActionSchema
from introplan.relational.derived import DerivedRule, strata
from introplan.relational.domain import Domain, Signature
from introplan.relational.formula import OBJECT, TRUE, Formula, Literal, Variable

if TYPE_CHECKING:
    from introplan.pddl import machines
else:  # few domains have one
    machines = deferred("introplan.pddl.machines")

_KEYWORDS = (
    ":action",
    ":constants",
    ":derived",
    ":derived-predicates",
    ":discount",
    ":functions",
    ":machine",
    ":predicates",
    ":requirements",
    ":reward",
    ":termination",
    ":types",
)
_ACTION_KEYS = (":parameters", ":precondition", ":effect")
_HEAD = "a head such as (p ?x)"


@dataclass(frozen=True, slots=True)
class _Action:
    """An action of which the body has not been read yet."""

    name: Word
    parameters: tuple[Variable, ...]
    parts: dict[str, Node]


def parse_domain(text: str, *, file: str | None = None) -> Domain:
    """The domain that `text` describes; ModelError if it does not."""
    return domain_from(source_of(text, file))


def domain_from(source: Source) -> Domain:
    """The domain that a source describes."""
    definition = read_definition(
        source, "domain", keywords=_KEYWORDS, repeatable=(":action", ":derived", ":machine")
    )
    types = read_types(definition.items(":types"), source)
    above = types_above(types)
    constants = read_objects(definition.items(":constants"), above, (), source)
    listed = definition.items(":predicates") + definition.items(":derived-predicates")
    predicates = read_predicates(listed, above, source)
    functions = read_functions(definition.items(":functions"), above, source)
    actions = _read_actions(definition, above)
    frames = machines.read_frames(definition, predicates) if _has_machines(definition) else []
    plain = Vocabulary(
        source,
        above,
        known_objects(constants, above),
        known(predicates),
        known_functions(functions),
        known(Signature(a.name.text, a.parameters) for a in actions),
        frozenset(_derived_names(definition)),
    )
    vocabulary = replace(plain, machines={f.machine.name: f.machine for f in frames})
    domain = Domain(
        name=definition.name.text,
        actions=tuple(_schema(action, vocabulary) for action in actions),
        predicates=predicates,
        types=types,
        constants=constants,
        functions=functions,
        derived=_read_derived(definition, vocabulary),
        reward=read_reward(definition.find(":reward"), vocabulary),
        termination=read_termination(definition.find(":termination"), vocabulary),
        requirements=_requirements(definition),
        discount=read_discount(definition.find(":discount"), source) or 1.0,
    )
    return machines.with_machines(domain, frames, plain) if frames else domain


def _has_machines(definition: Definition) -> bool:
    return ":machine" in definition.sections


def _requirements(definition: Definition) -> tuple[str, ...]:
    nodes = definition.items(":requirements")
    return tuple(as_word(n, definition.source, expected="a flag").text for n in nodes)


def _read_actions(definition: Definition, types: Collection[str]) -> list[_Action]:
    found: dict[str, _Action] = {}
    for section in definition.sections.get(":action", ()):
        action = _read_action(section, types, definition.source)
        if action.name.text in found:
            problem = f"action {shown(action.name.text)} is declared twice; rename one"
            raise definition.source.error(problem, action.name.offset)
        found[action.name.text] = action
    return list(found.values())


def _read_action(section: Section, types: Collection[str], source: Source) -> _Action:
    """The name, the parameters and the unread parts of one action."""
    usage = "(:action NAME :parameters (...) :precondition ... :effect ...)"
    if not section.items:
        raise source.error(f"an action without a name; write {usage}", section.offset)
    name = checked_name(section.items[0], source, expected="the name of the action")
    parts: dict[str, Node] = {}
    rest = iter(section.items[1:])
    for node in rest:
        key = as_word(node, source, expected=":parameters, :precondition or :effect")
        _check_key(key, parts, source)
        value = next(rest, None)
        if value is None or (isinstance(value, Word) and value.text[0] == ":"):
            raise source.error(f"nothing follows {key.text}; write {usage}", key.offset)
        parts[key.text] = value
    listed = parts.get(":parameters", Group([], section.offset))
    nodes = as_group(listed, source, expected="a list such as (?x - type)").items
    return _Action(name, read_variables(nodes, types, source), parts)


def _check_key(key: Word, parts: Collection[str], source: Source) -> None:
    if key.text not in _ACTION_KEYS:
        problem = f"unknown part {shown(key.text)}{hint(key.text, _ACTION_KEYS)}"
        raise source.error(problem, key.offset)
    if key.text in parts:
        raise source.error(f"{key.text} is there twice; join the two", key.offset)


def _schema(action: _Action, vocabulary: Vocabulary) -> ActionSchema:
    """The action with its precondition and effects."""
    variables = {v.name: v for v in action.parameters}
    precondition, effect = action.parts.get(":precondition"), action.parts.get(":effect")
    condition: Formula = TRUE
    if precondition is not None:
        condition = read_condition(precondition, vocabulary, Scope(variables))
    effects = read_effects(effect, vocabulary, variables) if effect is not None else Effects()
    return ActionSchema(
        name=action.name.text,
        parameters=action.parameters,
        precondition=condition,
        adds=effects.adds,
        deletes=effects.deletes,
        conditional=effects.conditional,
        cost=effects.cost,
        numeric=effects.numeric,
        chances=effects.chances,
    )


def _derived_names(definition: Definition) -> Iterable[str]:
    """The predicates at the head of a rule."""
    for section in definition.sections.get(":derived", ()):
        yield _derived_head(section, definition.source)[1].text


def _derived_head(section: Section, source: Source) -> tuple[Group, Word]:
    if len(section.items) != 2:
        problem = f":derived takes 2 things, not {len(section.items)}"
        raise source.error(f"{problem}; write (:derived (p ?x) FORMULA)", section.offset)
    return headed(section.items[0], source, expected=_HEAD)


def _read_derived(definition: Definition, vocabulary: Vocabulary) -> tuple[DerivedRule, ...]:
    """The rules; none may depend on its own negation."""
    sections = definition.sections.get(":derived", [])
    rules = tuple(_rule(section, vocabulary) for section in sections)
    try:
        strata(rules)
    except ValueError as cycle:
        name = str(cycle)
        offset = next(s.offset for s, r in zip(sections, rules, strict=True) if _defines(r, name))
        problem = f"{shown(name)} depends on its own negation; rules must not be circular so"
        raise vocabulary.source.error(problem, offset) from None
    return rules


def _defines(rule: DerivedRule, name: str) -> bool:
    return rule.head.predicate.name == name


def _narrowed(parameters: tuple[Variable, ...], taker: Known) -> dict[str, Variable]:
    """The variables of a head; one without a type has the type that its predicate takes."""
    scope = {v.name: v for v in parameters}
    for variable, types in zip(parameters, taker.types, strict=False):
        if variable.types == (OBJECT,):
            scope[variable.name] = Variable(variable.name, types)
    return scope


def _rule(section: Section, vocabulary: Vocabulary) -> DerivedRule:
    group, head = _derived_head(section, vocabulary.source)
    taker = look_up(head, vocabulary.predicates, "predicate", vocabulary.source)
    parameters = read_variables(group.items[1:], vocabulary.types, vocabulary.source)
    scope = _narrowed(parameters, taker)
    words: list[Node] = [n for n in group.items if isinstance(n, Word) and is_variable(n.text)]
    terms = read_terms(Group([head, *words], group.offset), taker, vocabulary, scope)
    body = read_condition(section.items[1], vocabulary, Scope(scope))
    return DerivedRule(Literal(taker.predicate, terms), body)
