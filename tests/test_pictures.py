"""Pictures of nouns: loaded with the first one, by the layer that draws."""

from __future__ import annotations

import pytest

from introplan import pictures


def test_the_painter_is_loaded_when_the_first_picture_is_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Not before, and the last one that was named is the one that paints."""
    monkeypatch.setattr(pictures, "_painters", [])
    loaded: list[str] = []

    def load() -> pictures.Painter:
        loaded.append("painter")
        return lambda noun: f"<svg>{noun}</svg>"

    pictures.painted_by(lambda: repr)
    pictures.painted_by(load)

    assert loaded == []
    assert pictures.picture("a state") == "<svg>a state</svg>"
    assert loaded == ["painter"]
