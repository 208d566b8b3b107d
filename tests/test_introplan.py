"""The package's face: every public name is there, cheap to import, typed as it is loaded."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

import introplan as ip
from children import finished

STUB = Path(ip.__file__).with_suffix(".pyi")


def test_every_public_name_loads() -> None:
    """What `__all__` promises exists."""
    for name in ip.__all__:  # type: ignore[attr-defined]
        assert getattr(ip, name) is not None


def test_names_for_type_checkers_are_the_names_at_run_time() -> None:
    """The stub and the table of homes say the same."""
    typed = re.findall(r"^from (\S+) import (\w+) as \2$", STUB.read_text("utf-8"), re.MULTILINE)

    assert sorted(name for _, name in typed) == ip.__all__  # type: ignore[attr-defined]
    for home, name in typed:
        assert getattr(ip, name) is getattr(sys.modules[home], name)


def test_an_unknown_name_is_an_attribute_error() -> None:
    """As for any other module."""
    assert not hasattr(ip, "nonsense")


@pytest.mark.process
def test_importing_the_package_loads_nothing_heavy() -> None:
    """No extra, no rich, no parser: those come with the first use."""
    script = "import introplan, sys; print(sorted(m for m in sys.modules if m.count('.') < 1))"
    done = finished([sys.executable, "-c", script])

    for name in ("rich", "numpy", "matplotlib", "gymnasium", "dataclasses"):
        assert f"'{name}'" not in done.stdout
