"""Drawings as values: named sprites made of five shapes, in looks that a palette gives colours to.

A scene says what there is and where: a block is a *sprite* with a key, at a place.
How it comes out is decided later, once for all worlds: `svg.py` writes files, `png.py` paints
with matplotlib, `animation.py` compares two drawings and keeps what moved, which is what the page
plays.

A shape names its *look* ("block", "wall", "agent"), never a colour. Looks are tables of colour
names, and a colour has a value for light and one for dark surroundings. The hues are those of
Okabe and Ito, which people with any kind of colour vision tell apart; nothing is shown by hue
alone.

>>> drawing = Drawing(40, 20, (Sprite("a", 5, 5, (Box(0, 0, 10, 10, "block"),), "block a"),))
>>> drawing.sprites[0].title
'block a'
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

SANS = "system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif"
MONO = "ui-monospace, 'Cascadia Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace"


class Box(NamedTuple):
    """A rectangle, its corners rounded by `radius`."""

    x: float
    y: float
    width: float
    height: float
    look: str
    radius: float = 0.0


class Disc(NamedTuple):
    """A circle."""

    x: float
    y: float
    radius: float
    look: str


class Line(NamedTuple):
    """Straight lines from point to point; a closed one has an inside."""

    points: tuple[tuple[float, float], ...]
    look: str
    is_closed: bool = False


class Curve(NamedTuple):
    """One Bézier curve; three points make a quadratic one, four a cubic one."""

    points: tuple[tuple[float, float], ...]
    look: str


class Words(NamedTuple):
    """Text on one line; `y` is its base line, `anchor` is "start", "middle" or "end"."""

    x: float
    y: float
    text: str
    look: str = "text"
    size: float = 13.0
    anchor: str = "middle"
    is_mono: bool = False


Shape: TypeAlias = Box | Disc | Line | Curve | Words


@dataclass(frozen=True, slots=True)
class Sprite:
    """A part of a drawing that keeps its `key` from one state to the next while it moves."""

    key: str
    x: float
    y: float
    shapes: tuple[Shape, ...]
    title: str = ""
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Drawing:
    """Sprites on a sheet, those behind first; `title` says in words what is to be seen."""

    width: float
    height: float
    sprites: tuple[Sprite, ...]
    title: str = ""


class Colour(NamedTuple):
    """A colour in light and in dark surroundings."""

    light: str
    dark: str


class Look(NamedTuple):
    """Inside, outline and its width; colours by name, or "none"."""

    fill: str
    stroke: str = "none"
    width: float = 0.0
    is_bold: bool = False


COLOURS = {
    "paper": Colour("#ffffff", "#14181d"),
    "ink": Colour("#1c2126", "#eceff2"),
    "soft": Colour("#5a646e", "#a9b4bf"),
    "faint": Colour("#c9d0d7", "#3b454f"),
    "mist": Colour("#eef1f4", "#222931"),
    "blue": Colour("#0063a3", "#6cbcf0"),
    "sky": Colour("#d3e6f5", "#1d4766"),
    "amber": Colour("#f2b84b", "#c98a16"),
    "sand": Colour("#fbe9c6", "#4a3a17"),
    "rust": Colour("#b34700", "#f29a61"),
    "green": Colour("#00694c", "#3ecf9f"),
    "mint": Colour("#cfeee2", "#124a39"),
    "line": Colour("#8d98a3", "#6b7782"),
    "stone": Colour("#6d7780", "#56616b"),
    "wood": Colour("#8a6d4b", "#a58660"),
}

PAINTS = {
    "red": Colour("#f4b5a8", "#7a2c1e"),
    "orange": Colour("#f9cf9c", "#7d4a0c"),
    "yellow": Colour("#f7ec9f", "#665a08"),
    "green": Colour("#b5e0b0", "#22582a"),
    "cyan": Colour("#b3e4e8", "#17565c"),
    "blue": Colour("#b4cdf3", "#24427c"),
    "purple": Colour("#d9c3ee", "#523074"),
    "pink": Colour("#f6c6de", "#702f51"),
    "brown": Colour("#d9c2a7", "#55402a"),
    "gray": Colour("#d3d7db", "#474d53"),
    "black": Colour("#a9aeb4", "#0c0e10"),
    "white": Colour("#ffffff", "#5f666d"),
}
"""What is called by a colour is painted in a shade of it on which its name can be read."""

VALUE_SHADES = 7
"""Shades of blue for values, from the least to the largest: more cannot be told apart."""


def _mixed(low: str, high: str, share: float) -> str:
    """A colour between two others."""
    parts = [(int(low[i : i + 2], 16), int(high[i : i + 2], 16)) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in parts)


COLOURS |= {
    f"value-{n}": Colour(
        _mixed("#ffffff", "#9ecbee", n / (VALUE_SHADES - 1)),
        _mixed("#14181d", "#1f5a8a", n / (VALUE_SHADES - 1)),
    )
    for n in range(VALUE_SHADES)
}

COLOURS |= {f"paint-{name}": colour for name, colour in PAINTS.items()}

LOOKS = {
    "text": Look("ink"),
    "strong": Look("ink", is_bold=True),
    "soft": Look("soft"),
    "gone": Look("rust"),
    "fresh": Look("green", is_bold=True),
    "accent": Look("blue", is_bold=True),
    "block": Look("sky", "blue", 1.5),
    "item": Look("sand", "rust", 1.3),
    "place": Look("mist", "soft", 1.5),
    "inside": Look("paper", "soft", 1.2),
    "lid": Look("wood", "ink", 1.0),
    "table": Look("wood"),
    "tool": Look("none", "ink", 2.5),
    "floor": Look("paper"),
    "wall": Look("stone"),
    "agent": Look("blue", "paper", 1.5),
    "goal": Look("amber", "ink", 1.2),
    "target": Look("none", "rust", 2.0),
    "crate": Look("wood", "ink", 1.2),
    "plank": Look("none", "sand", 1.6),
    "grid": Look("none", "faint", 0.8),
    "axis": Look("none", "soft", 1.4),
    "trace": Look("none", "blue", 2.0),
    "chip": Look("mist", "faint", 1.0),
    "chip-on": Look("sky", "blue", 1.2),
    "chip-new": Look("mint", "green", 2.0),
    "chip-off": Look("none", "faint", 1.0),
    "chip-gone": Look("none", "rust", 1.6),
    "bar": Look("blue"),
    "edge": Look("none", "line", 1.2),
    "head": Look("line"),
    "edge-bold": Look("none", "ink", 3.0),
    "head-bold": Look("ink"),
    "node": Look("paper", "soft", 1.3),
    "node-dead": Look("faint", "faint", 1.3),
    "node-dead-bold": Look("faint", "ink", 3.6),
    "node-bold": Look("paper", "ink", 3.6),
    "ring": Look("none", "ink", 1.4),
    "dead-text": Look("soft"),
    **{f"value-{n}": Look(f"value-{n}", "faint", 0.8) for n in range(VALUE_SHADES)},
    "arrow": Look("none", "ink", 2.4),
    "here": Look("none", "rust", 3.0),
    **{f"paint-{name}": Look(f"paint-{name}", "soft", 1.2) for name in PAINTS},
}


def shortened(text: str, most: int) -> str:
    """The text, or its beginning with an ellipsis; what cannot be printed is replaced.

    >>> shortened("a-very-long-name", 8), shortened("b1", 8)
    ('a-very-…', 'b1')
    """
    plain = printable(text)
    return plain if len(plain) <= most else f"{plain[: most - 1]}…"


def printable(text: str) -> str:
    """The text without control characters, for which XML and terminals have no room."""
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)


def width_of(text: str, size: float = 13.0, *, is_mono: bool = False) -> float:
    """About how wide the text comes out; wide letters of other scripts count double."""
    letters = sum(1.7 if ord(c) > 0x2E80 else 1.0 for c in text)
    return letters * size * (0.61 if is_mono else 0.57)


def fitted(
    text: str, width: float, *, size: float = 13.0, least: float = 8.0
) -> tuple[str, float]:
    """The text and its size so that it fits into `width`: first smaller, then cut short.

    >>> fitted("b1", 40)
    ('b1', 13.0)
    """
    plain = printable(text)
    natural = width_of(plain, size)
    if natural <= width:
        return plain, size
    smaller = max(least, size * width / natural)
    if width_of(plain, smaller) <= width + 0.01:
        return plain, round(smaller, 1)
    return shortened(plain, max(2, int(width / width_of("m", least)))), least
