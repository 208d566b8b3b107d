"""Every broken model file, through the command line: exit code 31 and one message."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from introplan.cli import main

MODELS = Path(__file__).parent.parent / "models"
BROKEN = sorted((MODELS / "invalid").glob("*.pddl"))
FIXED_DOMAIN = str(MODELS / "valid" / "blocks.domain.pddl")


@pytest.mark.parametrize("path", BROKEN, ids=lambda p: p.stem)
def test_a_broken_file_is_bad_input(
    path: Path, capsys: pytest.CaptureFixture[str], record_property: Callable[[str, object], None]
) -> None:
    """As domain or as problem: code 31, the place first, no traceback, nothing on stdout."""
    record_property("files", 1)
    domain = FIXED_DOMAIN if path.name.endswith(".problem.pddl") else str(path)

    assert main(["plan", domain, str(path)]) == 31
    told = capsys.readouterr()
    assert told.err.startswith(f"{path}:")
    assert "Traceback" not in told.err
    assert told.out == ""
