"""Drawings as SVG: with colours in every shape for files, or with classes for the page.

A file must look right wherever it is put, also inside a notebook that has styles of its own: so it
has no style sheet, and every shape says what it looks like. In the page colours depend on the
reader's setting (light or dark), so shapes have classes, and `palette_css` defines those.
"""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import assert_never

from introplan.view.drawing import (
    COLOURS,
    LOOKS,
    MONO,
    SANS,
    Box,
    Curve,
    Disc,
    Drawing,
    Line,
    Shape,
    Sprite,
    Words,
    printable,
)

Attributes = Callable[[Shape], str]


def svg(drawing: Drawing) -> str:
    """The drawing as a file of its own, on white."""
    sheet = f'<rect width="100%" height="100%" fill="{COLOURS["paper"].light}"/>'
    return _document(drawing, _coloured, sheet)


def themed_svg(drawing: Drawing) -> str:
    """The drawing for a document that has the styles of `palette_css`."""
    return _document(drawing, _classed, "")


def palette_css() -> str:
    """Rules for the classes of `themed_svg`: variables for light and dark, a rule per look."""
    light = "".join(f"--{name}:{colour.light};" for name, colour in COLOURS.items())
    dark = "".join(f"--{name}:{colour.dark};" for name, colour in COLOURS.items())
    rules = [f":root{{color-scheme:light dark;{light}}}"]
    rules.append(f"@media (prefers-color-scheme:dark){{:root{{{dark}}}}}")
    rules += [f".l-{name}{{{_declarations(name)}}}" for name in LOOKS]
    return "\n".join(rules)


def text(content: str) -> str:
    """Text for XML and HTML, attributes included."""
    return escape(printable(content))


def number(value: float) -> str:
    """A coordinate, no longer than it has to be.

    >>> number(2.0), number(1.25), number(-0.04)
    ('2', '1.2', '0')
    """
    rounded = round(value, 1)
    return f"{rounded:g}" if rounded else "0"


def _document(drawing: Drawing, look: Attributes, sheet: str) -> str:
    width, height = number(drawing.width), number(drawing.height)
    title = text(drawing.title)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
            f' viewBox="0 0 {width} {height}" role="img" aria-label="{title}">',
            *([sheet] if sheet else []),
            *(_sprite(sprite, look) for sprite in drawing.sprites),
            "</svg>",
            "",
        ]
    )


def _sprite(sprite: Sprite, look: Attributes) -> str:
    place = ""
    if sprite.x or sprite.y:
        place = f' transform="translate({number(sprite.x)} {number(sprite.y)})"'
    kind = f' class="{text(sprite.kind)}"' if sprite.kind else ""
    title = f"<title>{text(sprite.title)}</title>" if sprite.title else ""
    shapes = "".join(_shape(shape, look(shape)) for shape in sprite.shapes)
    return f'<g data-key="{text(sprite.key)}"{kind}{place}>{title}{shapes}</g>'


def _shape(shape: Shape, look: str) -> str:
    match shape:
        case Box(x, y, width, height, _, radius):
            place = f'x="{number(x)}" y="{number(y)}"'
            size = f'width="{number(width)}" height="{number(height)}"'
            corner = f' rx="{number(radius)}"' if radius else ""
            return f"<rect {place} {size}{corner} {look}/>"
        case Disc(x, y, radius):
            return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" {look}/>'
        case Line() | Curve():
            return f'<path d="{path_of(shape)}" {look}/>'
        case Words(x, y, content, _, size, anchor):
            place = f'x="{number(x)}" y="{number(y)}" font-size="{number(size)}"'
            where = f' text-anchor="{anchor}"'
            return f'<text {place}{where} xml:space="preserve" {look}>{text(content)}</text>'
        case _:
            assert_never(shape)


def path_of(shape: Line | Curve) -> str:
    """The `d` of a path.

    >>> path_of(Line(((0, 0), (4, 2)), "axis"))
    'M0 0L4 2'
    """
    places = [f"{number(x)} {number(y)}" for x, y in shape.points]
    match shape:
        case Line(_, _, is_closed):
            return f"M{'L'.join(places)}{'Z' if is_closed else ''}"
        case Curve(points):
            return f"M{places[0]}{'Q' if len(points) == 3 else 'C'}{' '.join(places[1:])}"
        case _:
            assert_never(shape)


def _coloured(shape: Shape) -> str:
    look = LOOKS[shape.look]
    parts = [f'fill="{_light(look.fill)}"']
    if look.stroke != "none":
        parts.append(f'stroke="{_light(look.stroke)}" stroke-width="{look.width:g}"')
    if isinstance(shape, Words):
        parts.append(f'font-family="{escape(MONO if shape.is_mono else SANS)}"')
        parts += ['font-weight="600"'] if look.is_bold else []
    return " ".join(parts)


def _light(name: str) -> str:
    return "none" if name == "none" else COLOURS[name].light


def _classed(shape: Shape) -> str:
    mono = " mono" if isinstance(shape, Words) and shape.is_mono else ""
    return f'class="l-{shape.look}{mono}"'


def _declarations(name: str) -> str:
    look = LOOKS[name]
    fill = f"fill:{_variable(look.fill)}"
    stroke = f";stroke:{_variable(look.stroke)};stroke-width:{look.width:g}" * bool(look.width)
    return fill + stroke + ";font-weight:600" * look.is_bold


def _variable(name: str) -> str:
    return "none" if name == "none" else f"var(--{name})"
