"""Text with unknown characters, construct by construct against CPython."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations

import pytest

from introplan.symbolic.refusal import Refused
from state_functions import differences

BOARDS = ["".join(letters) for letters in permutations("ab_c")]


def _swapped(s: str) -> str:
    i = s.index("_")
    j = (i + 1) % 4
    letters = list(s)
    letters[i], letters[j] = letters[j], letters[i]
    return "".join(letters)


def _by_slices(s: str) -> str:
    i = s.index("a")
    if i == 3:
        return s
    return s[:i] + s[i + 1] + s[i] + s[i + 2 :]


def _by_replace(s: str) -> str:
    return s.replace("a", "*").replace("b", "a").replace("*", "b")


def _by_translate(s: str) -> str:
    return s.translate(str.maketrans("ab", "ba"))


def _sorted(s: str) -> str:
    return s if s in ("ab_c", "c_ba") else "".join(reversed(s))


def _by_membership(s: str) -> str:
    return s if "ab" in s and "x" not in s else s[::-1]


def _by_equality(s: str) -> str:
    return s[::-1] if s == "ab_c" or s[:2] == "ba" or s != "c" + "_ab" else "_abc"


def _by_count(s: str) -> str:
    return s[1:] + s[0] if s[:2].count("a") + s.count("b") == 2 else s


def _by_dictionary(s: str) -> str:
    return {"ab_c": "c_ba", "_abc": "cba_"}.get(s, s)


def _by_index_that_raises(s: str) -> str:
    return s if s[:3].index("c") else s[::-1]


def _by_loop(s: str) -> str:
    out = ""
    for letter in s:
        out = letter + out
    return out


def _by_replacing_some(s: str) -> str:
    if s[3] == "c":
        return (s[0] + s[:3]).replace("a", "b", 1)
    return s.replace("b", "a", 0) if s[3] == "_" else s.replace("c", "b", -1)


@pytest.mark.parametrize(
    "function",
    [
        _swapped, _by_slices, _by_replace, _by_translate, _sorted, _by_membership, _by_equality,
        _by_count, _by_dictionary, _by_index_that_raises, _by_loop,
        _by_replacing_some,
    ],
)  # fmt: skip
def test_text_is_read_as_python_reads_it(function: Callable[[str], str]) -> None:
    """Every board goes one way, and that is where Python goes."""
    assert differences(function, BOARDS) == []


def test_order_of_text_is_refused() -> None:
    """Alphabetical order of unknown characters has no term yet."""
    with pytest.raises(Refused):
        differences(lambda s: s if s < "b" else s[::-1], BOARDS)


@pytest.mark.parametrize(
    "function",
    [
        lambda s: s if s.find("_", 2) == 3 else s[::-1],
        lambda s: s if s.count("a", 1) else s[::-1],
    ],
)
def test_arguments_that_are_not_known_are_refused(function: Callable[[str], str]) -> None:
    """By name, and not as a mistake of the reader."""
    with pytest.raises(Refused, match="PY-STR"):
        differences(function, BOARDS)
