"""Modules that are loaded when they are first used."""

from __future__ import annotations

import colorsys
import importlib
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


def test_a_module_is_resolved_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Later attributes come from the module that was loaded, without another import."""
    colours = deferred("colorsys")
    assert colours.rgb_to_hsv is colorsys.rgb_to_hsv
    monkeypatch.setattr(importlib, "import_module", None)
    assert colours.hsv_to_rgb is colorsys.hsv_to_rgb
    monkeypatch.setattr(colorsys, "hsv_to_rgb", 3)
    changed: object = colours.hsv_to_rgb
    assert changed == 3, "attributes are never kept"
