"""The door through which notebooks get their pictures."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from introplan import pictures


@pytest.fixture
def _kept() -> Iterator[None]:
    kept = list(pictures._painters)
    yield
    pictures._painters[:] = kept


@pytest.mark.usefixtures("_kept")
def test_the_painter_is_loaded_with_the_first_picture() -> None:
    """Not when it is registered: importing the package must not load the drawings."""
    loads: list[str] = []

    def load() -> pictures.Painter:
        loads.append("loaded")
        return lambda noun: f"<svg>{noun}</svg>"

    pictures.painted_by(load)
    assert loads == []
    assert pictures.picture("state") == "<svg>state</svg>"
    assert loads == ["loaded"]
