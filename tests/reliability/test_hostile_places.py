"""Files that are no files, folders with traps in them, and data that looks like code."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from reliability.corpus import Case
from reliability.hosts import RecordProperty, answered
from reliability.kinds import DOMAIN, PROBLEM, RECORD, REST, records

SUITE = """planners = ["greedy"]
[[experiment]]
domain = "bins"
limits = { seconds = 5 }
"""


def kept(folder: Path) -> Path:
    """A folder of results with one record in it."""
    folder.mkdir()
    (folder / "records.jsonl").write_text(json.dumps(RECORD) + "\n", encoding="utf-8")
    return folder


@pytest.mark.parametrize("name", ["README.md", "summary.csv", "records.jsonl", "anything"])
@pytest.mark.parametrize("command", ["figures", "experiment"])
def test_a_link_in_a_folder_of_results_is_not_followed(
    command: str,
    name: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    record_property: RecordProperty,
) -> None:
    """What lies outside stays as it is, and the link is named."""
    record_property("files", 1)
    outside = tmp_path / "precious"
    outside.write_text(json.dumps(RECORD) + "\n", encoding="utf-8")
    folder = kept(tmp_path / "out")
    (folder / name).unlink(missing_ok=True)
    (folder / name).symlink_to(outside)
    suite = tmp_path / "s.toml"
    suite.write_text(SUITE, encoding="utf-8")
    words = ["figures", str(folder)]
    if command == "experiment":
        words = ["experiment", str(suite), "--out", str(folder)]

    answer = answered(words, capsys, folder=tmp_path)

    assert (answer.code, answer.err.splitlines()[0]) == (
        33,
        f"introplan: out/{name} is a link; results are written there, so remove it",
    )
    assert outside.read_text(encoding="utf-8") == json.dumps(RECORD) + "\n"


@pytest.mark.parametrize("name", ["../../up", "a/b", "/tmp/x", "..", "<script>", "a\nb"])
@pytest.mark.parametrize("part", ["domain", "planner"])
def test_names_in_records_never_become_paths(
    part: str,
    name: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    record_property: RecordProperty,
) -> None:
    """Files in the folder of results go by names of our own."""
    record_property("files", 1)
    folder = tmp_path / "out"
    folder.mkdir()
    change = f"record\nspec.{part} = {json.dumps(name)}\n".encode()
    words = records(Case("", (), 0, "", change), folder)

    assert answered(words, capsys).code == 0
    assert list(tmp_path.iterdir()) == [folder]
    assert all(path.parent == folder for path in folder.rglob("*"))


@pytest.mark.parametrize("kind", ["folder", "missing", "dangling", "looping", "null", "beyond"])
@pytest.mark.parametrize("place", ["domain", "problem", "plan", "world"])
def test_what_is_no_file_is_named(
    place: str,
    kind: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    record_property: RecordProperty,
) -> None:
    """Folders, links that lead nowhere or in circles, devices, a file taken for a folder."""
    record_property("files", 1)
    suffix = ".py" if place == "world" else ".pddl"
    path = _no_file(kind, tmp_path / f"x{suffix}")
    words = {
        "domain": ["plan", str(path), PROBLEM],
        "problem": ["plan", DOMAIN, str(path)],
        "plan": ["validate", DOMAIN, PROBLEM, str(path)],
        "world": ["plan", str(path)],
    }[place]

    answer = answered(words, capsys)

    assert "Traceback" not in answer.err
    assert answer.code == (32 if (place, kind) == ("plan", "null") else 31)
    assert kind == "null" or answer.err.startswith(f"{path}: cannot ")


def _no_file(kind: str, path: Path) -> Path:
    match kind:
        case "folder":
            path.mkdir()
        case "dangling":
            path.symlink_to(path.parent / "nowhere")
        case "looping":
            path.symlink_to(path)
        case "null":
            path.symlink_to("/dev/null")
        case "beyond":
            path.write_text("", encoding="utf-8")
            return path / f"y{path.suffix}"
    return path


def test_data_that_looks_like_code_is_not_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], record_property: RecordProperty
) -> None:
    """Python, shell and YAML in every place where a name, a number or a file is read."""
    trap = tmp_path / "sprung"
    code = f"__import__('os').system('touch {trap}')"
    tricks = (code, f"$(touch {trap})", f"`touch {trap}`", f"!!python/object/apply:{code}")
    for number, trick in enumerate(tricks):
        file = tmp_path / f"{number}.txt"
        file.write_text(trick, encoding="utf-8")
        for words in (
            ["plan", str(file), str(file)],
            ["validate", DOMAIN, PROBLEM, str(file)],
            ["plan", "bins", "--planner", f"beam[{trick}]"],
            ["plan", "bins", "--time", trick],
            ["plan", trick],
            ["experiment", str(file), "--out", str(tmp_path / "out")],
        ):
            assert answered(words, capsys).code in (31, 32, 33)
            record_property("files", 1)

    assert not trap.exists()


def test_a_world_that_changes_folder_does_not_move_the_plan_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A relative name means what it meant when the command was given."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "elsewhere").mkdir()
    text = "import os\nos.chdir('elsewhere')\n" + "\n".join(REST.values())
    (tmp_path / "w.py").write_text(text, encoding="utf-8")

    assert answered(["plan", "w.py", "--plan-file", "x.plan"], capsys).code == 0
    assert (tmp_path / "x.plan").exists()
    assert os.listdir(tmp_path / "elsewhere") == []
