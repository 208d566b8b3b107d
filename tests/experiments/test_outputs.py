"""Files in a folder of results: those of its owner are never written over."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from pathlib import Path

import pytest

from experiments.made_up import on_grid, record
from experiments.test_report import as_values
from introplan.errors import UsageError
from introplan.experiments.outputs import is_ours, write_outputs
from introplan.experiments.records import FILE, appending
from introplan.experiments.report import check_report, write_report
from introplan.view.paper import paper_pictures


def recorded(folder: Path) -> Path:
    """A folder with records that make every kind of output."""
    blocks = record("blocks-world", {"blocks": 3}, "greedy", status="success")
    with appending(folder) as appender:
        for found in (*on_grid("greedy", power=2.0), blocks):
            appender.add(as_values(found))
    return folder


@pytest.mark.parametrize(
    "name", ["README.md", "summary.csv", "scores.csv", "slopes.md", "figure-2.png", "x.svg"]
)
@pytest.mark.parametrize("content", [b"# Mine\n", b"d,x\n1,2\n", b"\x89PNG\r\n\x1a\n", b"<svg/>"])
def test_a_file_of_the_owner_is_not_written_over(
    tmp_path: Path, name: str, content: bytes
) -> None:
    """It stays, nothing else is written, and the message names it."""
    pytest.importorskip("matplotlib")
    recorded(tmp_path)
    (tmp_path / name).write_bytes(content)

    with pytest.raises(UsageError, match=f"{name} was not made by introplan"):
        write_report(
            tmp_path,
            has_matplotlib=name.startswith("figure"),
            pictures=[lambda: [("x.svg", b"<!-- introplan -->")]],
        )
    assert (tmp_path / name).read_bytes() == content
    assert {file.name for file in tmp_path.iterdir()} == {FILE, name}


def test_what_was_made_is_made_again(tmp_path: Path) -> None:
    """Tables, figures, drawings and the README are known by their content, also if cut off."""
    pytest.importorskip("matplotlib")
    with appending(tmp_path) as appender:
        for size in (3, 5, 7, 9):
            appender.add(as_values(record("maze", {"width": size}, "greedy", score=1.0)))
    drawn = dict(islice(paper_pictures(), 2))
    files = [
        *write_report(tmp_path, has_matplotlib=True).files,
        *write_outputs(tmp_path, drawn),
    ]
    contents = {file: file.read_bytes() for file in files}
    assert Counter(file.suffix for file in files) == {".md": 4, ".csv": 3, ".png": 2, ".svg": 2}
    for file, content in contents.items():
        assert is_ours(file)
        file.write_bytes(content[: len(content) // 2])

    write_report(tmp_path, has_matplotlib=True)
    write_outputs(tmp_path, drawn)

    assert {file: file.read_bytes() for file in files} == contents


@pytest.mark.parametrize("name", ["README.md", "summary.csv", "reach.md"])
def test_a_report_that_could_not_be_written_is_found_before_the_runs(
    tmp_path: Path, name: str
) -> None:
    """A suite may take hours."""
    check_report(tmp_path)
    (tmp_path / name).write_text("mine\n", encoding="utf-8")

    with pytest.raises(UsageError, match=name):
        check_report(tmp_path)


def test_a_folder_in_the_place_of_a_file_is_not_ours(tmp_path: Path) -> None:
    """Nor is a link, wherever it leads."""
    (tmp_path / "README.md").mkdir()
    (tmp_path / "summary.csv").symlink_to(tmp_path / "nowhere")

    for name in ("README.md", "summary.csv"):
        with pytest.raises(UsageError, match=name):
            write_outputs(tmp_path, {name: b""})
