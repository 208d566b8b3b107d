"""What a notebook shows of a task, a state, a result, a mutation or a state space.

These nouns live far below the drawings and may not import them (dependency inversion): their
`_repr_svg_` and `_repr_html_` call `picture`, and the package itself (`introplan/__init__.py`),
which stands above all layers, registers the function that draws. It is loaded with the first
picture, not before.
"""

from collections.abc import Callable

Painter = Callable[[object], str]

_painters: list[Callable[[], Painter]] = []


def painted_by(load: Callable[[], Painter]) -> None:
    """Register the function that makes pictures; `load` is called when the first is needed."""
    _painters[:] = [load]


def picture(noun: object) -> str:
    """The picture of a noun: SVG for `_repr_svg_`, HTML for `_repr_html_`."""
    return _painters[0]()(noun)
