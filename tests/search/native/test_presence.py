"""Is the native engine there? The package says so without loading what hands tasks to it."""

from __future__ import annotations

import sys

import pytest

from children import finished
from introplan.search.native import engine, presence

ASKED = """
import sys
from introplan.search.native import presence
print(presence.is_available(), "introplan.search.native.engine" in sys.modules)
"""


@pytest.mark.process
def test_to_ask_for_the_engine_does_not_load_it() -> None:
    """Worlds in Python know whether it is there, and need nothing of relations."""
    is_there, is_loaded = finished([sys.executable, "-c", ASKED]).stdout.split()
    assert is_there == str(engine.is_available())
    assert is_loaded == "False"


def test_an_installation_without_a_compiler_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both names say the same."""
    monkeypatch.setattr(presence, "_kernel", None)
    assert not presence.is_available()
    assert not engine.is_available()
