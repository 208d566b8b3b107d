"""The file of records: whole lines, whatever happens."""

from __future__ import annotations

import json
import math
import os
from pathlib import Path
from typing import Any

import pytest

from introplan.errors import ModelError, UsageError
from introplan.experiments.records import FILE, appending, read_records
from introplan.experiments.run import failed_run
from introplan.experiments.suite import RunSpec


def values(seed: int) -> dict[str, Any]:
    """The record of a run that failed."""
    spec = RunSpec("bins", (("bins", 1), ("items", 1)), "greedy", seed)
    return failed_run(spec, "error", reason=f"no. {seed}", seconds=1.0)


def write(folder: Path, *seeds: int) -> None:
    """Add records to a folder."""
    with appending(folder) as appender:
        for seed in seeds:
            appender.add(values(seed))


def seeds(folder: Path) -> list[int]:
    """The records that are found, by seed."""
    return [record.spec.seed for record in read_records(folder)]


def test_records_read_back_as_they_were_written(tmp_path: Path) -> None:
    """In order, over several sittings, in a folder that was not there."""
    folder = tmp_path / "new" / "folder"
    write(folder, 0, 1)
    write(folder, 2)

    found = read_records(folder)

    assert [record.reason for record in found] == ["no. 0", "no. 1", "no. 2"]
    assert found[0].spec.key == values(0)["key"]
    assert found[0].machine == values(0)["machine"]


@pytest.mark.parametrize("length", [1, 5, 40, -2])
def test_a_torn_line_is_left_out_and_cut_off_on_the_next_start(
    tmp_path: Path, length: int
) -> None:
    """Wherever the tear is, also right before the end of the object."""
    write(tmp_path, 0, 1)
    file = tmp_path / FILE
    torn = json.dumps(values(2)).encode()[:length]
    file.write_bytes(file.read_bytes() + torn)

    assert seeds(tmp_path) == [0, 1]
    write(tmp_path, 3)
    assert seeds(tmp_path) == [0, 1, 3]
    assert file.read_bytes().count(b"\n") == 3


def test_a_line_that_only_lacks_its_end_is_kept(tmp_path: Path) -> None:
    """The object is whole; the next one goes to a line of its own."""
    write(tmp_path, 0, 1)
    file = tmp_path / FILE
    file.write_bytes(file.read_bytes()[:-1])

    assert seeds(tmp_path) == [0, 1]
    write(tmp_path, 2)
    assert seeds(tmp_path) == [0, 1, 2]


@pytest.mark.parametrize("line", [b"{}", b"nonsense", b"[1]", b'{"spec": 3}', b"\xff\xfe"])
def test_a_strange_line_in_the_middle_is_told_by_number(tmp_path: Path, line: bytes) -> None:
    """Somebody edited the file: the tool does not guess."""
    write(tmp_path, 0)
    file = tmp_path / FILE
    content = file.read_bytes() + line + b"\n"
    file.write_bytes(content)

    for use in (read_records, write):
        with pytest.raises(ModelError, match=rf"{FILE}:2: not a record"):
            use(tmp_path)
    assert file.read_bytes() == content


def test_of_two_records_of_one_run_the_first_counts(tmp_path: Path) -> None:
    """So nothing changes under the eyes of a reader."""
    write(tmp_path, 0, 1, 0)

    assert seeds(tmp_path) == [0, 1]


def test_two_runners_do_not_write_to_one_folder(tmp_path: Path) -> None:
    """The second one is told; when the first has left, the folder is free."""
    with (
        appending(tmp_path),
        pytest.raises(UsageError, match="another experiment is writing"),
        appending(tmp_path),
    ):
        pass
    write(tmp_path, 0)


def test_a_folder_without_records_has_a_hint(tmp_path: Path) -> None:
    """What to do comes with the complaint."""
    with pytest.raises(UsageError, match="make some: introplan experiment"):
        read_records(tmp_path)


@pytest.mark.parametrize(
    ("keys", "value", "message"),
    [
        (("result",), [], "result is no table"),
        (("measured",), {}, "seconds is missing"),
        (("measured", "seconds"), "1", "seconds is no number"),
        (("measured", "seconds"), math.nan, "NaN is no JSON"),
        (("measured", "seconds"), 10**400, "seconds is too large"),
        (("verdict",), {}, "valid is missing"),
        (("spec", "seed"), 1.5, "seed is no whole number"),
        (("spec", "parameters", "items"), None, "items is no number"),
        (("spec", "limits", "nodes"), "many", "nodes is no number"),
        (("spec", "files"), "world.py", "files is no list of texts"),
        (("spec", "planner"), 3, "planner is no text"),
        (("machine",), {"processor": "abacus"}, "cores is missing"),
        (("result",), {"expanded": 1}, "normalized_score is missing"),
        (
            ("result",),
            {"expanded": 1, "normalized_score": None, "bound": "most"},
            "bound is no number",
        ),
    ],
)
def test_a_record_with_a_wrong_value_is_refused_by_name(
    tmp_path: Path, keys: tuple[str, ...], value: Any, message: str
) -> None:
    """Nothing that tables and figures rely on is found missing later."""
    line = values(0)
    place = line
    for key in keys[:-1]:
        place = place[key]
    place[keys[-1]] = value
    (tmp_path / FILE).write_text(json.dumps(line) + "\n")

    with pytest.raises(ModelError, match=rf"{FILE}:1: not a record \({message}\)"):
        read_records(tmp_path)


@pytest.mark.parametrize("bound", [{}, {"bound": None}, {"bound": 2}, {"bound": "inf"}])
def test_records_from_before_there_were_bounds_are_read(
    tmp_path: Path, bound: dict[str, Any]
) -> None:
    """What they lack is not known; the rest is as good as ever."""
    line = values(0)
    line["result"] = {"expanded": 1, "normalized_score": None, **bound}
    line["measured"]["cpu_seconds"] = 1.0
    (tmp_path / FILE).write_text(json.dumps(line) + "\n")

    assert [record.result for record in read_records(tmp_path)] == [line["result"]]


def test_any_seed_reads_back(tmp_path: Path) -> None:
    """Seeds are numbers to count from, not to compute with."""
    write(tmp_path, 2**64, -1)

    assert seeds(tmp_path) == [2**64, -1]


@pytest.mark.parametrize("end", ["", "\n"])
def test_a_line_nested_too_deeply_is_no_record(tmp_path: Path, end: str) -> None:
    """As the last one it counts as torn, elsewhere it is an error."""
    write(tmp_path, 0)
    file = tmp_path / FILE
    file.write_text(file.read_text() + "[" * 100_000 + end)

    if not end:
        assert seeds(tmp_path) == [0]
    else:
        with pytest.raises(ModelError, match=rf"{FILE}:2: not a record"):
            read_records(tmp_path)


@pytest.mark.parametrize("content", [b"the last line", b"{}\nmine", b'{"a": 1}', b'{"key": 1}\n'])
def test_a_foreign_file_stays_as_it_is(tmp_path: Path, content: bytes) -> None:
    """A file of that name with other lines is refused, and no line of it is lost."""
    (tmp_path / FILE).write_bytes(content)

    with pytest.raises(ModelError, match=rf"{FILE}:\d: not a record"):
        write(tmp_path, 0)
    assert (tmp_path / FILE).read_bytes() == content


def test_a_foreign_line_after_records_is_not_cut_off(tmp_path: Path) -> None:
    """A torn line is cut off only if it is the beginning of a record."""
    write(tmp_path, 0)
    file = tmp_path / FILE
    file.write_bytes(content := file.read_bytes() + b"a note of mine")

    with pytest.raises(ModelError, match=rf"{FILE}:2: not a record"):
        write(tmp_path, 1)
    assert file.read_bytes() == content


def test_a_fifo_is_refused_at_once(tmp_path: Path) -> None:
    """Opening one to read would wait for a writer."""
    os.mkfifo(tmp_path / FILE)

    for use in (read_records, write):
        with pytest.raises(UsageError, match="no regular file"):
            use(tmp_path)
