"""The notebooks run from top to bottom, and are kept without their outputs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

NOTEBOOKS = sorted((Path(__file__).parents[2] / "docs" / "notebooks").glob("*.ipynb"))
SECONDS_PER_CELL = 60
PICTURES = {"text/html", "image/svg+xml", "image/png"}


def executed(notebook: Path, folder: Path) -> list[Any]:
    """The cells of the notebook after a run in `folder`."""
    content = nbformat.read(notebook, as_version=4)  # type: ignore[no-untyped-call]
    metadata = {"metadata": {"path": str(folder)}}
    NotebookClient(content, timeout=SECONDS_PER_CELL, resources=metadata).execute()
    return list(content.cells)


@pytest.mark.process
@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(notebook: Path, tmp_path: Path) -> None:
    """Every cell, in a folder that has nothing in it; and all that is displayed is a picture."""
    outputs = [out for cell in executed(notebook, tmp_path) for out in cell.get("outputs", [])]
    shown = [set(out["data"]) for out in outputs if "data" in out]
    assert shown
    assert all(kinds & PICTURES for kinds in shown)
    assert not [out for out in outputs if out.get("name") == "stderr"]


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_kept_without_outputs(notebook: Path) -> None:
    """Outputs would change with every run."""
    for cell in json.loads(notebook.read_text(encoding="utf-8"))["cells"]:
        assert not cell.get("outputs")
        assert cell.get("execution_count") is None


def test_there_are_three_notebooks() -> None:
    """A folder that was moved would pass every other test here."""
    assert len(NOTEBOOKS) == 3
