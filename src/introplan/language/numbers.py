"""Numbers in model files, both ways."""

from __future__ import annotations

import re

from introplan.language.reader import Node, as_word
from introplan.language.source import Source, shown

LARGEST = 1e300
"""Numbers below this can be added up: no plan is long enough to reach infinity."""

NUMERIC_FLUENTS = "numeric fluents other than total-cost are not supported"

_NUMBER = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)(e[+-]?[0-9]+)?")
_LARGEST_INTEGER_SHOWN_PLAINLY = 1e15


def is_number(text: str) -> bool:
    """Is this word a number?"""
    return _NUMBER.fullmatch(text) is not None


def read_number(node: Node, source: Source) -> float:
    """A finite number."""
    word = as_word(node, source, expected="a number")
    if not is_number(word.text):
        problem = f"unexpected {shown(word.text)}; expected a number such as 1 or -0.5"
        raise source.error(problem, word.offset)
    value = float(word.text)
    if abs(value) > LARGEST:
        problem = f"{shown(word.text)} is too large; numbers stay below {LARGEST:g}"
        raise source.error(problem, word.offset)
    return value


def number_text(value: float) -> str:
    """A number as short as it can be read back."""
    if float(value).is_integer() and abs(value) < _LARGEST_INTEGER_SHOWN_PLAINLY:
        return str(int(value))
    return repr(float(value))
