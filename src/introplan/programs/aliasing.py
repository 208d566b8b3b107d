"""Aliasing inside a state: which of its places hold one and the same mutable object.

    row = [0]
    [row, row]      a change of the first row changes the second
    [[0], [0]]      it does not

Both print alike, but a program can tell them apart by what it does next, so they are two states:
the key of a state (`identity.key_of`) has its aliasing in it, and a copy keeps it (`copying`).

The aliasing of a value is a set of sets of *access paths* (Jones and Muchnick, 1979): each path
names a place by the indices, keys and attributes that lead to it, and the paths of one set lead to
one object. Access paths do not depend on addresses or on the order of dictionaries and sets, so
equal states of different runs have equal aliasing. Aliasing of values that cannot change is not
observable and does not count; neither does that of instances of classes that define their own
equality and hash, which are values by their own account.

Two numpy arrays over the same memory (an array and a view of it) are refused: copies of them would
not share memory any more, and a model would behave differently on copies.
"""

from __future__ import annotations

import sys
from collections import Counter, deque
from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import combinations
from types import MethodType
from typing import Any, TypeAlias

from introplan.errors import UsageError
from introplan.programs.copying import LEAVES, SHARED, is_immutable
from introplan.programs.layout import (
    carried,
    class_with_equality,
    elements_of,
    layout_of,
    numpy_type,
    once_per_type,
)

KeyOf: TypeAlias = Callable[[Any], Hashable]
Path: TypeAlias = tuple[Hashable, ...]
Found: TypeAlias = dict[int, tuple[Any, Counter[Path]]]
"""Paths by the address of what they lead to, which is kept alive: addresses are used again."""


def aliasing_of(value: Any, key_of: KeyOf) -> Hashable:
    """The aliasing inside a value that has some.

    `key_of` gives keys of dictionary keys and of elements of sets, which are parts of paths.
    """
    found: Found = {}
    _collect_paths(value, (), found=found, key_of=key_of)
    groups = [frozenset(paths.items()) for _, paths in found.values() if paths.total() > 1]
    return frozenset(Counter(groups).items())


def has_cycle(value: Any) -> bool:
    """Does a part of `value` contain itself, as a child does that knows its parent?"""
    inside: set[int] = set()
    done: dict[int, Any] = {}
    stack: list[tuple[Any, bool]] = [(value, False)]
    while stack:
        part, is_left = stack.pop()
        if is_left:
            inside.discard(id(part))
        elif type(part) in LEAVES or _is_value(part) or id(part) in done:
            if id(part) in inside:
                return True
        else:
            kind = type(part)
            plain = kind in _ITERABLE
            inner = part.values() if kind is dict else part if plain else _reader_of(kind)(part)
            done[id(part)] = part
            if LEAVES.issuperset(map(type, inner)):  # in C: most containers hold leaves alone
                continue
            inside.add(id(part))
            stack.append((part, True))
            stack += [(each, False) for each in inner if type(each) not in LEAVES]
    return False


def numbered(
    value: Any, key_of: KeyOf, is_opened: Callable[[Any], bool] = lambda part: False
) -> Hashable:
    """The key of a value that contains itself: objects get numbers in the order of a walk.

    What was seen before is named by its number, so the key has the aliasing in it. The walk goes
    along attributes and keys in an order of their own, not in that of their insertion. It goes
    into objects with an equality of their own only where `is_opened` says so.
    """
    numbers: dict[int, int] = {}

    def walk(part: Any) -> Hashable:
        if type(part) in LEAVES or (_is_value(part) and not is_opened(part)):
            return key_of(part)
        if type(part) not in (tuple, frozenset):
            if id(part) in numbers:
                return (_Again, numbers[id(part)])
            numbers[id(part)] = len(numbers)
        kind = type(part)
        if isinstance(part, set | frozenset):
            parts: list[tuple[Hashable, Any]] = [(None, each) for each in _in_order(part)]
        else:
            parts = sorted(_labelled(part, key_of), key=_label_text)
        return (kind, tuple([(label, walk(each)) for label, each in parts]))

    return walk(value)


class _Again:
    """The first part of keys of what was seen before: no value has this type."""


def _label_text(labelled: tuple[Hashable, Any]) -> tuple[int, str]:
    label = labelled[0]
    return (label, "") if type(label) is int else (-1, repr(label))


def _in_order(members: Iterable[Any]) -> list[Any]:
    """Members of a set in an order that does not depend on addresses; refused if there is none."""
    parts = list(members)
    texts = [repr(part) if _is_value(part) else repr(_plain_parts(part)) for part in parts]
    if len(set(texts)) < len(parts):
        raise UsageError(
            "a state contains itself and has a set of objects that cannot be told apart; "
            "use a list in place of the set"
        )
    return [part for _, part in sorted(zip(texts, parts, strict=True), key=lambda pair: pair[0])]


def _plain_parts(value: Any) -> tuple[Any, ...]:
    """The type of an object and those of its attributes that are simple values."""
    simple = {n: p for n, p in carried(value).items() if type(p) in LEAVES}
    return (type(value).__qualname__, sorted(simple.items()))


def mutable_parts(value: Any) -> dict[int, Any]:
    """All that can be changed inside a value, itself included, by address."""
    found: dict[int, Any] = {}
    stack = [value]
    while stack:
        part = stack.pop()
        kind = type(part)
        if kind in LEAVES or _is_value(part) or id(part) in found:
            continue
        if kind not in (tuple, frozenset):
            found[id(part)] = part
        stack += part.values() if kind is dict else _reader_of(kind)(part)
    return found


def has_aliases(value: Any) -> bool:
    """Does any mutable part occur twice? Raises UsageError for arrays that share memory."""
    seen: set[int] = set()
    stack, arrays, alive = [value], [], []
    array = numpy_type("ndarray")
    has_aliases = False
    while stack:
        part = stack.pop()
        kind = type(part)
        if kind is not tuple and kind is not frozenset:
            if not (kind is list or kind is dict or kind is set) and _is_value(part):
                continue
            if id(part) in seen:
                has_aliases = True
                continue
            seen.add(id(part))
            if isinstance(part, array):
                arrays.append(part)
        if kind is dict:
            inner = part.values()
        else:
            inner = part if kind in _ITERABLE else _reader_of(kind)(part)
        alive.append(inner)  # an address means something only as long as its object lives
        if not LEAVES.issuperset(map(type, inner)):  # in C: most containers hold leaves alone
            stack += [p for p in inner if type(p) not in LEAVES]
    check_memory(arrays)
    return has_aliases


_ITERABLE = frozenset({list, tuple, set, frozenset})
"""The most frequent types whose parts are what they iterate over."""


def _collect_paths(value: Any, path: Path, *, found: Found, key_of: KeyOf) -> None:
    """Enter the paths of all mutable parts of `value`, which lies at `path` itself."""
    if type(value) in LEAVES or _is_value(value):
        return
    # Tuples are no objects that a change could be seen in, only ways to such objects.
    if type(value) not in (tuple, frozenset):
        found.setdefault(id(value), (value, Counter()))[1][path] += 1
    for label, part in _labelled(value, key_of):
        if type(part) not in LEAVES:
            _collect_paths(part, (*path, label), found=found, key_of=key_of)


def _labelled(value: Any, key_of: KeyOf) -> Iterable[tuple[Hashable, Any]]:
    """The parts of a value, each with the step of an access path that leads to it."""
    if type(value) in (list, tuple):
        return enumerate(value)
    return _labelled_by_layout(value, key_of)


def _labelled_by_layout(value: Any, key_of: KeyOf) -> Iterable[tuple[Hashable, Any]]:
    """The same for values of any type."""
    layout = layout_of(type(value))
    root = layout.root
    if issubclass(root, dict):
        yield from ((key_of(key), part) for key, part in root.items(value))
    elif root in (set, frozenset):
        yield from ((key_of(part), part) for part in elements_of(value))
    elif root in (list, tuple, deque) or not layout.is_opaque:
        yield from enumerate(elements_of(value))
    else:
        yield from enumerate(_reader_of(type(value))(value))
        return
    yield from ((("attribute", name), part) for name, part in carried(value).items())


@once_per_type
def _reader_of(kind: type) -> Callable[[Any], Iterable[Any]]:
    """What gives all that a value holds: elements, attributes, and what it gives to pickle.

    Keys of dictionaries are left out, because copies keep them as they are.
    """
    layout = layout_of(kind)
    if issubclass(kind, MethodType):
        return lambda value: [value.__self__]
    if layout.is_opaque:
        return lambda value: [*elements_of(value), *carried(value).values(), *_pickled(value)]
    if layout.root is object and layout.attributes is not None and not layout.slots:
        attributes = layout.attributes
        return lambda value: attributes(value).values()
    return lambda value: [*elements_of(value), *carried(value).values()]


def _pickled(value: Any) -> Sequence[Any]:
    """What a value written in C would be made from again."""
    try:
        given = value.__reduce_ex__(4)
    except Exception:  # `identity` goes by its own equality then, and so do we
        return ()
    return () if isinstance(given, str) else given[1:3]


def _is_value(value: Any) -> bool:
    """Is it something of which two equal ones cannot be told apart by changing one?"""
    return is_trusted(type(value)) or is_immutable(value)


@once_per_type
def is_trusted(kind: type) -> bool:
    """Are its values what they are by their own account, or by being parts of the program?"""
    own = layout_of(kind).root is object and class_with_equality(kind) is not None
    return own or issubclass(kind, SHARED)


def check_memory(arrays: list[Any]) -> None:
    """Refuse different arrays that overlap in memory; only views can."""
    if len(arrays) < 2 or all(array.base is None for array in arrays):
        return
    by_owner: dict[int, list[Any]] = {}
    for array in arrays:
        by_owner.setdefault(id(memory_owner(array)), []).append(array)
    for views in by_owner.values():
        if any(_share_memory(one, other) for one, other in combinations(views, 2)):
            raise UsageError(
                "a state has two numpy arrays over the same memory; make one of them a copy()"
            )


def _share_memory(one: Any, other: Any) -> bool:
    return bool(sys.modules["numpy"].shares_memory(one, other))


def memory_owner(array: Any) -> Any:
    """What the memory of an array belongs to: another array, or any buffer."""
    while (base := getattr(array, "base", None)) is not None:
        array = base
    return array
