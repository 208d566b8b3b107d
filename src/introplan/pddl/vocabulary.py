"""The names that a text may use, and typed lists and terms checked against them.

Typed lists are written `a b - block  c - (either x y)  d`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from introplan.pddl.reader import (
    Group,
    Node,
    Source,
    Word,
    as_word,
    cut,
    described,
    headed,
    hint,
    shown,
)
from introplan.relational.domain import Domain, Signature, TypeDeclaration
from introplan.relational.formula import OBJECT, Constant, Predicate, Term, Variable, type_text

if TYPE_CHECKING:
    from introplan.relational.machines import Machine


@dataclass(frozen=True, slots=True)
class Run:
    """Names that share their types; no types: nothing was said about them."""

    names: tuple[Word, ...]
    types: tuple[Word, ...]


def read_runs(nodes: Sequence[Node], source: Source, *, expected: str) -> list[Run]:
    """The runs of a typed list."""
    runs: list[Run] = []
    names: list[Word] = []
    rest = iter(nodes)
    for node in rest:
        word = as_word(node, source, expected=expected)
        if word.text == "-":
            runs.append(Run(tuple(names), _type_words(next(rest, None), word, source)))
            names = []
        elif word.text[0] == "-" and word.text[1].isalpha():
            # The space after the dash is sometimes forgotten: `?x -block`.
            if not names:
                problem = (
                    f"a name is missing before {shown(word.text)}; write name {word.text[:40]}"
                )
                raise source.error(problem, word.offset)
            runs.append(Run(tuple(names), (Word(word.text[1:], word.offset + 1),)))
            names = []
        else:
            names.append(word)
    return [*runs, Run(tuple(names), ())] if names else runs


def _type_words(node: Node | None, dash: Word, source: Source) -> tuple[Word, ...]:
    if node is None:
        raise source.error("a type is missing after '-'; write - object", dash.offset)
    if isinstance(node, Word):
        return (node,)
    group, head = headed(node, source, expected="a type or (either type ...)")
    if head.text != "either" or len(group.items) < 2:
        problem = f"unexpected {described(node)}; expected a type or (either type ...)"
        raise source.error(problem, node.offset)
    words = [as_word(n, source, expected="a type") for n in group.items[1:]]
    return tuple({word.text: word for word in words}.values())


def checked_types(
    words: tuple[Word, ...], known: Collection[str], source: Source
) -> tuple[str, ...]:
    """The types of a run, all of which must be among `known`; `object` if there are none."""
    names = tuple(word.text for word in words) or (OBJECT,)
    for word in words:
        if word.text not in known:
            problem = f"unknown type {shown(word.text)}{hint(word.text, known)}"
            raise source.error(problem, word.offset)
    return names


def read_variables(
    nodes: Sequence[Node], known: Collection[str], source: Source
) -> tuple[Variable, ...]:
    """A list of typed variables; ModelError if one is there twice."""
    found: dict[str, Variable] = {}
    for word, types in _variables(nodes, known, source):
        if word.text in found:
            problem = f"variable {shown(word.text)} is there twice; rename one"
            raise source.error(problem, word.offset)
        found[word.text] = Variable(word.text[1:], types)
    return tuple(found.values())


def read_parameters(
    nodes: Sequence[Node], known: Collection[str], source: Source
) -> tuple[Variable, ...]:
    """The parameters of a predicate or function.

    Their names mean nothing, and public files repeat them, as in `(in ?obj ?obj)`: from the second
    time on a name gets a number.
    """
    found: dict[str, Variable] = {}
    for word, types in _variables(nodes, known, source):
        name, number = word.text[1:], 2
        while name in found:
            name, number = f"{word.text[1:]}-{number}", number + 1
        found[name] = Variable(name, types)
    return tuple(found.values())


def _variables(
    nodes: Sequence[Node], known: Collection[str], source: Source
) -> Iterator[tuple[Word, tuple[str, ...]]]:
    """The words of a list of typed variables, each with its types."""
    for run in read_runs(nodes, source, expected="a variable such as ?x"):
        types = checked_types(run.types, known, source)
        for word in run.names:
            if not is_variable(word.text):
                problem = f"unexpected {shown(word.text)}; expected a variable such as ?x"
                raise source.error(problem, word.offset)
            yield word, types


def is_variable(text: str) -> bool:
    """Is this word a variable?"""
    return text[0] == "?" and len(text) > 1


def checked_name(node: Node, source: Source, *, expected: str) -> Word:
    """`node` as a name that may be given to something."""
    word = as_word(node, source, expected=expected)
    if word.text[0] in "?:" or word.text == "-":
        raise source.error(f"unexpected {shown(word.text)}; expected {expected}", word.offset)
    return word


Variables = Mapping[str, Variable]
Above = Mapping[str, frozenset[str]]
Declared = Iterable[tuple[Constant, tuple[str, ...]]]


@dataclass(frozen=True, slots=True)
class Known:
    """A predicate, function or action, and the types of its parameters."""

    signature: Signature
    predicate: Predicate
    types: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Types with all types above them, objects with all their types, and what takes terms."""

    source: Source
    types: Above
    objects: Mapping[str, tuple[Constant, frozenset[str]]]
    predicates: Mapping[str, Known]
    functions: Mapping[str, Known]
    actions: Mapping[str, Known]
    derived: frozenset[str] = frozenset()
    machines: Mapping[str, Machine] = field(default_factory=dict)


def vocabulary_of(domain: Domain, declared: Declared, source: Source) -> Vocabulary:
    """The names that a text about a task of `domain` may use."""
    above = types_above(domain.types)
    return Vocabulary(
        source,
        above,
        known_objects(declared, above),
        known(domain.predicates),
        known_functions(domain.functions),
        known(Signature(a.name, a.parameters) for a in domain.actions),
        frozenset(rule.head.predicate.name for rule in domain.derived),
    )


def known(signatures: Iterable[Signature]) -> dict[str, Known]:
    """Signatures by name."""
    return {
        s.name: Known(s, s.predicate, tuple(p.types for p in s.parameters)) for s in signatures
    }


def known_functions(signatures: Iterable[Signature]) -> dict[str, Known]:
    """Functions by name; total-cost needs no declaration."""
    return known((Signature("total-cost", ()), *signatures))


def types_above(types: Iterable[TypeDeclaration]) -> dict[str, frozenset[str]]:
    """For each type the type itself and all above it; the types must not be cyclic."""
    parents = {t.name: t.parents for t in types}
    above = {OBJECT: frozenset({OBJECT})}
    waiting = list(parents)
    while waiting:
        missing = [p for p in parents.get(waiting[-1], ()) if p not in above]
        if missing:
            waiting.extend(missing)
        else:
            name = waiting.pop()
            over = (above[p] for p in parents.get(name, ()))
            above[name] = frozenset({name, OBJECT}).union(*over)
    return above


def known_objects(declared: Declared, above: Above) -> dict[str, tuple[Constant, frozenset[str]]]:
    """Objects by name, each with all types it has."""
    nothing: frozenset[str] = frozenset()
    cache: dict[tuple[str, ...], frozenset[str]] = {}
    for _, types in declared:
        if types not in cache:
            cache[types] = nothing.union(*(above.get(t, {t, OBJECT}) for t in types))
    return {constant.name: (constant, cache[types]) for constant, types in declared}


def look_up(word: Word, names: Mapping[str, Known], kind: str, source: Source) -> Known:
    """What `word` stands for, which must be one of `names`."""
    found = names.get(word.text)
    if found is None:
        problem = f"unknown {kind} {shown(word.text)}{hint(word.text, names)}"
        raise source.error(problem, word.offset)
    return found


def read_terms(
    group: Group, taker: Known, vocabulary: Vocabulary, variables: Variables
) -> tuple[Term, ...]:
    """The arguments in `(name term ...)`, as many and of such types as `taker` takes."""
    types, arguments = taker.types, group.items[1:]
    if len(arguments) != len(types):
        raise vocabulary.source.error(_wrong_number(taker, len(arguments)), group.offset)
    terms = [read_term(node, vocabulary, variables) for node in arguments]
    for place, term in enumerate(terms):
        if not _fits(term, types[place], vocabulary):
            problem = _wrong_type(term, place, taker, vocabulary)
            raise vocabulary.source.error(problem, arguments[place].offset)
    return tuple(terms)


def read_term(node: Node, vocabulary: Vocabulary, variables: Variables) -> Term:
    """An object or a variable in scope."""
    word = as_word(node, vocabulary.source, expected="an object or a variable")
    found = vocabulary.objects.get(word.text)
    if found is not None:
        return found[0]
    if not is_variable(word.text):
        problem = f"unknown object {shown(word.text)}{hint(word.text, vocabulary.objects)}"
    elif word.text[1:] in variables:
        return variables[word.text[1:]]
    else:
        close = hint(word.text, [f"?{name}" for name in variables])
        problem = f"unknown variable {shown(word.text)}{close or '; none is declared here'}"
    raise vocabulary.source.error(problem, word.offset)


def _fits(term: Term, wanted: tuple[str, ...], vocabulary: Vocabulary) -> bool:
    """May `term` stand where one of the types `wanted` is?

    An object must have such a type. A variable needs only overlap: public benchmarks are loose.
    """
    if isinstance(term, Constant):
        return not vocabulary.objects[term.name][1].isdisjoint(wanted)
    above = vocabulary.types
    return any(
        a in above.get(b, (b,)) or b in above.get(a, (a,)) for a in term.types for b in wanted
    )


def _wrong_number(taker: Known, count: int) -> str:
    name, arity = taker.signature.name, len(taker.types)
    usage = " ".join([cut(name), *(cut(str(p)) for p in taker.signature.parameters[:8])])
    many = f"{arity} argument{'s' * (arity != 1)}"
    return f"{shown(name)} takes {many}, not {count}; write ({usage}{' ...' * (arity > 8)})"


def _wrong_type(term: Term, place: int, taker: Known, vocabulary: Vocabulary) -> str:
    own = sorted(vocabulary.objects[term.name][1]) if isinstance(term, Constant) else term.types
    wanted = cut(type_text(taker.types[place]))
    return (
        f"{shown(str(term))} is of type {cut(type_text(_lowest(own, vocabulary)))}; "
        f"argument {place + 1} of {shown(taker.signature.name)} takes {wanted}"
    )


def _lowest(types: Iterable[str], vocabulary: Vocabulary) -> tuple[str, ...]:
    """The types that are above no other of them."""
    types = tuple(types)
    above = vocabulary.types
    return tuple(t for t in types if not any(t in above.get(o, ()) for o in types if o != t))
