"""What a notebook shows of a noun: the nouns offer a picture, whoever stands above them paints
it.

Tasks, states, results, mutations and state spaces live far below the drawings and may not import
them. So each of them only says "my picture, please" to this module, which knows nobody either:
the package as a whole (`introplan/__init__.py`), which stands above all layers, tells it once who
paints. The painter is loaded with the first picture, not before.
"""

from collections.abc import Callable

Painter = Callable[[object], str]

_painters: list[Callable[[], Painter]] = []


def painted_by(load: Callable[[], Painter]) -> None:
    """From now on pictures are made by the painter that `load` gives."""
    _painters[:] = [load]


def picture(noun: object) -> str:
    """The picture of a noun: SVG or HTML, whichever its method promises."""
    return _painters[0]()(noun)
