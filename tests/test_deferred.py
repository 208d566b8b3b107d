"""Modules that are loaded when they are first used."""

from __future__ import annotations

import sys

import pytest

from introplan.deferred import deferred


def test_a_module_is_loaded_with_its_first_attribute(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not before."""
    monkeypatch.delitem(sys.modules, "this_module_is_made_up", raising=False)
    missing = deferred("this_module_is_made_up")
    with pytest.raises(ModuleNotFoundError):
        _ = missing.anything

    monkeypatch.delitem(sys.modules, "colorsys", raising=False)
    colours = deferred("colorsys")
    assert "colorsys" not in sys.modules
    assert colours.rgb_to_hsv(0, 0, 0) == (0.0, 0.0, 0)
    assert "colorsys" in sys.modules
