"""Any relational world: a board of its literals, on which those that are true light up.

The literals of one predicate stand together; each keeps its place for the whole plan, so a
step is seen as lights that go on (thick green, with a plus) and off (red, with a minus). What is
true in every situation of a plan cannot be seen to change and is listed below in plain text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass
from itertools import groupby
from math import sqrt
from textwrap import wrap

from introplan.view.drawing import Box, Drawing, Shape, Sprite, Words, fitted, printable, width_of
from introplan.view.situation import Row, Scene, Situation, Situations, row_text

MAX_CHIPS = 240
"""Literals that light up: about two screens; changes further down would not be seen anyway."""

MAX_FIXED_LITERALS = 60
"""Literals in plain text: what never changes should not take more room than what does."""

MAX_OBJECTS = 40
"""Objects of one kind, about two lines."""

MAX_WIDTH_PX, MARGIN_PX = 760.0, 24.0
"""The drawing fits into the column of the page."""

LINE_PX, CHIP_PX = 20.0, 28.0
"""From line to line of text, and from row to row of lights."""

LETTER_PX = 6.7
"""About as wide is a letter of the lines above and below."""


@dataclass(frozen=True, slots=True)
class _Layout:
    """Where each literal stands, what stands above them, and what below."""

    places: dict[Row, tuple[float, float]]
    chip: float
    headings: tuple[Sprite, ...]
    footing: tuple[Sprite, ...]
    width: float
    height: float


def board_scene(situations: Situations) -> Scene:
    """Drawings for any situations."""
    ever: set[Row] = set()
    always: set[Row] | None = None
    kinds: dict[str, str] = {}
    count = 0
    for situation in situations:
        ever |= situation.facts
        ever |= situation.before or set()
        always = set(situation.facts) if always is None else always & situation.facts
        kinds.update(situation.kinds)
        count += 1
    fixed = always if count > 1 and always is not None else set()
    layout = _layout(kinds, ever - fixed, fixed)
    return lambda situation: _drawn(situation, layout)


def _layout(kinds: dict[str, str], changing: Set[Row], fixed: Set[Row]) -> _Layout:
    order = {name: i for i, name in enumerate(kinds)}
    rows = sorted(changing, key=lambda row: (row[0], [order.get(n, -1) for n in row[1:]], row))
    shown = rows[:MAX_CHIPS]
    chip = min(max([width_of(row_text(row), 12) for row in shown], default=60) + 34, 236.0)
    most = int((MAX_WIDTH_PX - 2 * MARGIN_PX + 8) // (chip + 8))
    across = max(1, min(most, round(sqrt(0.7 * len(shown)))))
    width = max(across * (chip + 8) - 8, 280.0) + 2 * MARGIN_PX
    letters = int((width - 2 * MARGIN_PX) / LETTER_PX)
    heads = list(_paragraph("objects", _object_lines(kinds, letters), MARGIN_PX))
    y = MARGIN_PX + LINE_PX * len(heads) + 8
    places: dict[Row, tuple[float, float]] = {}
    for _, group in groupby(shown, key=lambda row: row[0]):
        members = list(group)
        for i, row in enumerate(members):
            places[row] = (MARGIN_PX + i % across * (chip + 8), y + i // across * CHIP_PX)
        y += (len(members) + across - 1) // across * CHIP_PX + 6
    foot = [f"and {len(rows) - len(shown)} more literals"] if len(rows) > len(shown) else []
    foot += _fixed_lines(fixed, letters)
    notes = list(_paragraph("notes", foot, y + 18))
    height = y + LINE_PX * len(notes) + MARGIN_PX / 2
    return _Layout(places, chip, tuple(heads), tuple(notes), width, height)


def _object_lines(kinds: dict[str, str], letters: int) -> Iterator[str]:
    """The objects by kind, the many cut short."""
    by_kind: dict[str, list[str]] = {}
    for name, kind in kinds.items():
        by_kind.setdefault(kind, []).append(name)
    for kind, names in by_kind.items():
        more = f" and {len(names) - MAX_OBJECTS} more" if len(names) > MAX_OBJECTS else ""
        text = f"{kind}: {' '.join(names[:MAX_OBJECTS])}{more}"
        yield from wrap(printable(text), letters, subsequent_indent="    ")[:4]


def _fixed_lines(fixed: Set[Row], letters: int) -> list[str]:
    if not fixed:
        return []
    texts = sorted(map(row_text, fixed))
    more = (
        f" and {len(texts) - MAX_FIXED_LITERALS} more" if len(texts) > MAX_FIXED_LITERALS else ""
    )
    text = f"always true: {' '.join(texts[:MAX_FIXED_LITERALS])}{more}"
    return wrap(printable(text), letters, subsequent_indent="    ")


def _paragraph(key: str, lines: Iterable[str], top: float) -> Iterator[Sprite]:
    for i, line in enumerate(lines):
        words = Words(0, 0, line, "soft", 12.5, "start")
        yield Sprite(f"{key} {i}", MARGIN_PX, top + i * LINE_PX, (words,))


def _drawn(situation: Situation, layout: _Layout) -> Drawing:
    chips = [_chip(row, place, situation, layout.chip) for row, place in layout.places.items()]
    sprites = (*layout.headings, *chips, *layout.footing)
    return Drawing(layout.width, max(layout.height, 60.0), sprites, _in_words(situation))


def _chip(row: Row, place: tuple[float, float], situation: Situation, width: float) -> Sprite:
    is_true = row in situation.facts
    was_true = is_true if situation.before is None else row in situation.before
    frame, look, mark = {
        (True, True): ("chip-on", "text", ""),
        (False, True): ("chip-new", "fresh", "+"),
        (True, False): ("chip-gone", "gone", "\N{MINUS SIGN}"),
        (False, False): ("chip-off", "soft", ""),
    }[was_true, is_true]
    room = width - 26 if look != "fresh" else (width - 26) / 1.14  # bold letters are wider
    label, size = fitted(row_text(row), room, size=12)
    shapes: list[Shape] = [Box(0, 0, width, CHIP_PX - 6, frame, 6)]
    if mark:
        shapes.append(Words(10, 15.5, mark, look, 14))
    shapes.append(Words(20, 15.5, label, look, size, "start"))
    title = f"{row_text(row)} is {'true' if is_true else 'false'}"
    return Sprite(f"literal {row_text(row)}", *place, tuple(shapes), title)


def _in_words(situation: Situation) -> str:
    count = f"{len(situation.facts)} true literals"
    if situation.before is None:
        return count
    new = len(situation.facts - situation.before)
    gone = len(situation.before - situation.facts)
    return f"{count}; {new} became true, {gone} became false"


def board_text(situation: Situation) -> str:
    """The same for a terminal: one line for each predicate, then what changed."""
    lines = [*_object_lines(dict(situation.kinds), 78)]
    rows = sorted(situation.facts)
    for predicate, group in groupby(rows, key=lambda row: row[0]):
        texts = [row_text(row) for row in group]
        more = (
            f" and {len(texts) - MAX_FIXED_LITERALS} more"
            if len(texts) > MAX_FIXED_LITERALS
            else ""
        )
        text = printable(f"{' '.join(texts[:MAX_FIXED_LITERALS])}{more}")
        lines += wrap(text, 78, subsequent_indent=" " * min(len(predicate) + 2, 12))
    if situation.before is not None:
        lines += [f"+ {row_text(row)}" for row in sorted(situation.facts - situation.before)]
        lines += [f"- {row_text(row)}" for row in sorted(situation.before - situation.facts)]
    return "\n".join(lines) or "nothing is true"
