"""Drawings as PNG, painted by matplotlib (the extra `plot`)."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any, assert_never

from introplan.errors import UsageError
from introplan.view.drawing import (
    COLOURS,
    LOOKS,
    Box,
    Curve,
    Disc,
    Drawing,
    Line,
    Look,
    Shape,
    Words,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes

DOTS_PER_INCH = 96
MAX_DOTS = 12_000
"""No side of a picture has more dots than this; larger drawings get fewer dots per unit."""


def png(drawing: Drawing, *, scale: float = 2.0) -> bytes:
    """The drawing on white, `scale` dots for each of its units."""
    figure_of = _figure_class()
    scale = min(scale, MAX_DOTS / max(drawing.width, drawing.height))
    inches = (drawing.width / DOTS_PER_INCH, drawing.height / DOTS_PER_INCH)
    figure = figure_of(figsize=inches, dpi=DOTS_PER_INCH * scale, facecolor=_colour("paper"))
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set(xlim=(0, drawing.width), ylim=(drawing.height, 0))
    axes.set_axis_off()
    for order, sprite in enumerate(drawing.sprites):
        for shape in sprite.shapes:
            _paint(axes, shape, (sprite.x, sprite.y), order)
    buffer = io.BytesIO()
    # Without its own metadata matplotlib writes its version, and equal drawings would differ.
    figure.savefig(buffer, format="png", metadata={"Software": "introplan"})
    return buffer.getvalue()


def is_available() -> bool:
    """Is matplotlib installed?"""
    try:
        _figure_class()
    except UsageError:
        return False
    return True


def _figure_class() -> Any:
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise UsageError("PNG needs matplotlib; pip install introplan[plot]") from None
    return Figure


def _paint(axes: Axes, shape: Shape, place: tuple[float, float], order: int) -> None:
    from matplotlib import patches

    dx, dy = place
    look = _style(LOOKS[shape.look], order)
    match shape:
        case Box(x, y, width, height, _, radius):
            corner = min(radius, width / 2, height / 2)
            style = (
                patches.BoxStyle.Round(pad=0, rounding_size=corner) if corner else "square,pad=0"
            )
            axes.add_patch(
                patches.FancyBboxPatch(
                    (x + dx, y + dy), width, height, boxstyle=style, mutation_aspect=1, **look
                )
            )
        case Disc(x, y, radius):
            axes.add_patch(patches.Circle((x + dx, y + dy), radius, **look))
        case Line() | Curve():
            axes.add_patch(patches.PathPatch(_path(shape, place), **look))
        case Words():
            _write(axes, shape, place, order)
        case _:
            assert_never(shape)


def _path(shape: Line | Curve, place: tuple[float, float]) -> Any:
    from matplotlib.path import Path

    points = [(x + place[0], y + place[1]) for x, y in shape.points]
    if isinstance(shape, Line):
        return Path(points + points[:1] * shape.is_closed, closed=shape.is_closed)
    kind = Path.CURVE3 if len(points) == 3 else Path.CURVE4
    return Path(points, [Path.MOVETO, *[kind] * (len(points) - 1)])


def _write(axes: Axes, words: Words, place: tuple[float, float], order: int) -> None:
    look = LOOKS[words.look]
    axes.text(
        words.x + place[0],
        words.y + place[1],
        words.text,
        color=_colour(look.fill),
        fontsize=words.size * 72 / DOTS_PER_INCH,
        family="monospace" if words.is_mono else "sans-serif",
        weight="bold" if look.is_bold else "normal",
        ha={"start": "left", "middle": "center", "end": "right"}[words.anchor],
        va="baseline",
        zorder=order,
        # Names may contain a dollar sign, which is no formula.
        parse_math=False,
    )


def _style(look: Look, order: int) -> dict[str, Any]:
    return {
        "facecolor": _colour(look.fill),
        "edgecolor": _colour(look.stroke),
        "linewidth": look.width * 72 / DOTS_PER_INCH,
        "zorder": order,
    }


def _colour(name: str) -> str:
    return "none" if name == "none" else COLOURS[name].light
