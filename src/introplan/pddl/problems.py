"""Problem files: from a domain and a text to a `Task`; and both kinds of files by path."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from introplan.errors import UsageError
from introplan.pddl.declarations import Definition, only_item, read_definition, read_objects
from introplan.pddl.domains import domain_from
from introplan.pddl.expressions import Scope, read_number
from introplan.pddl.formulas import read_condition, read_literal
from introplan.pddl.metrics import read_metric, with_costs
from introplan.pddl.reader import (
    Group,
    Node,
    Source,
    Unread,
    Word,
    as_word,
    cut,
    headed,
    load,
    lower,
    shown,
    source_of,
)
from introplan.pddl.rewards import read_discount
from introplan.pddl.vocabulary import Vocabulary, look_up, read_terms, vocabulary_of
from introplan.relational.domain import Domain, RelationalTask
from introplan.relational.dynamics import assigned_functions, functions_used
from introplan.relational.formula import And, Forall, Formula, Literal
from introplan.relational.numbers import NO_NUMBERS, FunctionTerm, Numbers
from introplan.relational.rewriting import comparisons, functions_read
from introplan.relational.state import Objects, State
from introplan.relational.terms import Variable

A_FACT = "a fact such as (on a b)"
_KEYWORDS = (
    ":discount",
    ":domain",
    ":goal",
    ":horizon",
    ":init",
    ":length",  # of plans, in the first competitions: a hint that is ignored
    ":metric",
    ":objects",
    ":requirements",
)
_MAX_HORIZON_DIGITS = 18  # so that it fits into 64 bits
_NO_VARIABLES = Scope()


@dataclass(frozen=True, slots=True)
class Start:
    """What an `:init` section says: what is true, what is said to be false, and numbers."""

    facts: dict[Literal, None] = field(default_factory=dict)
    denied: dict[Literal, int] = field(default_factory=dict)
    costs: dict[FunctionTerm, float] = field(default_factory=dict)


def parse_problem(domain: Domain, text: str, *, file: str | None = None) -> RelationalTask:
    """The task in `domain` that `text` describes; ModelError if it does not."""
    return task_from(domain, source_of(text, file))


def task_from(domain: Domain, source: Source) -> RelationalTask:
    """The task that a source describes."""
    definition = read_definition(source, "problem", keywords=_KEYWORDS)
    _check_domain(definition, domain)
    constants = {c.name for c, _ in domain.constants}
    types = vocabulary_of(domain, (), source).types
    own = read_objects(definition.items(":objects"), types, constants, source)
    declared = (*domain.constants, *own)
    vocabulary = vocabulary_of(domain, declared, source)
    start = read_start(definition.items(":init"), vocabulary)
    horizon = _read_horizon(definition)
    minimized = read_metric(definition, vocabulary)
    goal = _read_goal(definition, domain, vocabulary)
    if minimized is not None:
        domain = with_costs(minimized, definition, domain, goal)
    objects = Objects.build(declared, domain.ancestors)
    changing = domain.changing_functions
    fixed = {term: value for term, value in start.costs.items() if term.name not in changing}
    numbers = NO_NUMBERS
    if domain.is_numeric or (goal is not None and any(True for _ in comparisons(goal))):
        numbers = Numbers(fixed, {t: v for t, v in start.costs.items() if t.name in changing})
        _check_values(definition, domain, goal, start.costs, objects)
    return RelationalTask(
        domain,
        State(objects, frozenset(start.facts), numbers),
        horizon=horizon,
        goal=goal,
        name=definition.name.text,
        costs=fixed,
        discount=_discount_of(definition, domain),
    )


def _check_domain(definition: Definition, domain: Domain) -> None:
    """ModelError if the problem names another domain than the one that it is read with."""
    section = definition.find(":domain")
    if section is None:
        return
    source = definition.source
    word = as_word(only_item(section, source, expected="NAME"), source, expected="a name")
    # The file that is passed decides; a wrong name is most often the wrong file.
    if word.text != domain.name:
        problem = f"a problem of the domain {shown(word.text)}, read with {shown(domain.name)}"
        fix = f"pass the other domain file, or write (:domain {cut(domain.name)})"
        raise source.error(f"{problem}; {fix}", word.offset)


def read_start(nodes: Iterable[Node], vocabulary: Vocabulary) -> Start:
    """The facts and numbers of an `:init` section."""
    start = Start()
    for node in nodes:
        if (plain := _plain_fact(node, vocabulary)) is not None:
            start.facts[plain] = None
            continue
        group, head = headed(node, vocabulary.source, expected=A_FACT)
        if head.text == "=":
            _read_value(group, start, vocabulary)
        elif head.text == "not" and len(group.items) == 2:
            denied, name = headed(group.items[1], vocabulary.source, expected=A_FACT)
            start.denied[_fact(denied, name, vocabulary)] = group.offset
        else:
            start.facts[_fact(group, head, vocabulary)] = None
    for literal, offset in start.denied.items():
        if literal in start.facts:
            raise vocabulary.source.error("this is said to be true as well; remove one", offset)
    return start


def _plain_fact(node: Node, vocabulary: Vocabulary) -> Literal | None:
    """The fact that `node` is if nothing about it is special or wrong.

    This is only for speed, as there may be millions: what it leaves is read with all checks.
    """
    # Split without building a `Word` for each name: positions are only needed for messages.
    words = lower(node.text[1:-1]).split() if isinstance(node, Unread) else None
    taker = vocabulary.predicates.get(words[0]) if words else None
    if not words or taker is None or words[0] in vocabulary.derived:
        return None
    found = [vocabulary.objects.get(word) for word in words[1:]]
    if len(found) != len(taker.types):
        return None
    terms = []
    for pair, types in zip(found, taker.types, strict=True):
        if pair is None or pair[1].isdisjoint(types):
            return None
        terms.append(pair[0])
    return Literal(taker.predicate, tuple(terms))


def _fact(group: Group, head: Word, vocabulary: Vocabulary) -> Literal:
    taker = vocabulary.predicates.get(head.text)
    if taker is None:
        return read_literal(group, vocabulary, _NO_VARIABLES)
    if head.text in vocabulary.derived:
        problem = f"{shown(head.text)} is derived; it follows from its rules"
        raise vocabulary.source.error(problem, head.offset)
    return Literal(taker.predicate, read_terms(group, taker, vocabulary, {}))


def _read_value(group: Group, start: Start, vocabulary: Vocabulary) -> None:
    """`(= (function object ...) number)`."""
    source = vocabulary.source
    if len(group.items) != 3 or isinstance(group.items[1], Word):
        problem = "'=' gives a function its number here; write (= (distance a b) 3)"
        raise source.error(problem, group.offset)
    call, head = headed(group.items[1], source, expected="a function such as (distance a b)")
    taker = look_up(head, vocabulary.functions, "function", source)
    term = FunctionTerm(head.text, read_terms(call, taker, vocabulary, {}))
    value = read_number(group.items[2], source)
    if start.costs.setdefault(term, value) != value:
        raise source.error(f"{shown(str(term))} has two values; remove one", group.offset)


def _check_values(
    definition: Definition,
    domain: Domain,
    goal: Formula | None,
    values: Mapping[FunctionTerm, float],
    objects: Objects,
) -> None:
    """ModelError if a function is read that has no value anywhere, and no action gives it one.

    Where a type has no objects, a function of them is never read.
    """
    known = {term.name for term in values} | set(assigned_functions(domain))
    for term in (*functions_used(domain), *(() if goal is None else functions_read(goal))):
        variables = [taken for taken in term.terms if isinstance(taken, Variable)]
        if term.name not in known and all(objects.of(taken.types) for taken in variables):
            section = definition.find(":init")
            offset = definition.name.offset if section is None else section.offset
            problem = f"{shown(term.plain)} has no value; write (= {cut(term.plain)} N) in :init"
            raise definition.source.error(problem, offset)


def _read_horizon(definition: Definition) -> int | None:
    section = definition.find(":horizon")
    if section is None:
        return None
    source = definition.source
    node = only_item(section, source, expected="N")
    word = as_word(node, source, expected="a number of moves such as 20")
    if not (word.text.isascii() and word.text.isdigit() and len(word.text) <= _MAX_HORIZON_DIGITS):
        problem = f"unexpected {shown(word.text)}; expected a number of moves such as 20"
        raise source.error(problem, word.offset)
    return int(word.text)


def _discount_of(definition: Definition, domain: Domain) -> float:
    """What the problem says, or else its domain."""
    own = read_discount(definition.find(":discount"), definition.source)
    return domain.discount if own is None else own


def _read_goal(definition: Definition, domain: Domain, vocabulary: Vocabulary) -> Formula | None:
    """The goal, if there is one; beside a reward one that demands nothing counts as missing."""
    section = definition.find(":goal")
    if section is None and domain.reward is None:
        problem = (
            "the problem has no goal and its domain no reward; "
            "write (:goal ...) here or (:reward ...) in the domain"
        )
        raise definition.source.error(problem, definition.name.offset)
    if section is None:
        return None
    node = only_item(section, definition.source, expected="FORMULA")
    goal = read_condition(node, vocabulary, _NO_VARIABLES)
    return None if domain.reward is not None and _demands_nothing(goal) else goal


def _demands_nothing(goal: Formula) -> bool:
    """Is it `()`, `(and)`, or conjunctions of these, quantified or not?"""
    match goal:
        case And(children):
            return all(map(_demands_nothing, children))
        case Forall(_, child):
            return _demands_nothing(child)
        case _:
            return False


def read(
    domain_path: str | os.PathLike[str], problem_path: str | os.PathLike[str] | None = None
) -> RelationalTask:
    """The task that a domain file and a problem file describe; ModelError if they do not.

    Raises `UsageError` for one file alone.
    """
    if problem_path is None:
        path = os.fspath(domain_path)
        is_python = path.endswith(".py")
        advice = f"a world in Python is read by ip.read_program({path!r})" if is_python else ""
        raise UsageError("; ".join(filter(None, ("read takes a domain and a problem", advice))))
    return read_problem(read_domain(domain_path), problem_path)


def read_domain(path: str | os.PathLike[str]) -> Domain:
    """The domain that a file describes."""
    return domain_from(load(path))


def read_problem(domain: Domain, path: str | os.PathLike[str]) -> RelationalTask:
    """The task in `domain` that a file describes."""
    return task_from(domain, load(path))
