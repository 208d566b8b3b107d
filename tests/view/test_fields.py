"""States of worlds in Python, shown by their parts."""

from __future__ import annotations

from dataclasses import dataclass

import introplan as ip
from introplan.view.fields import parts_of, table_of
from view.geometry import drawing_of, sprite, texts


def test_states_without_draw_are_shown_by_their_parts() -> None:
    """Fields by name, what changed marked, tables as tiles, anything else as it prints."""
    world = ip.program(actions=[1], transition=lambda s, a: s, reward=lambda s, a, t: 0)

    fields = drawing_of({"wood": 2, "iron": 1}, world.task(0), before={"wood": 1, "iron": 1})
    assert sprite(fields, "part 0").shapes[0].look == "chip-new"
    assert sprite(fields, "part 1").shapes[0].look == "chip"
    assert any("2 (was 1)" in text for text in texts(fields))
    table = drawing_of([[1, 2], [3, 0]], world.task(0))
    assert set(texts(table)) == {"1", "2", "3"}
    assert texts(drawing_of(7, world.task(0))) == ["state", "7"]
    assert texts(drawing_of({"b", "a"}, world.task(0))) == ["state", "{'a', 'b'}"]
    many = drawing_of({f"k{i}": i for i in range(500)}, world.task(0))
    assert many.height < 1_500
    assert "and 452 more" in texts(many)


def test_parts_have_the_names_of_the_state() -> None:
    """Of dataclasses, named tuples, dictionaries, sequences and plain objects."""

    @dataclass
    class Place:
        x: int
        name: str

    class Plain:
        def __init__(self) -> None:
            self.light = {"b", "a"}

    assert parts_of(Place(1, "hall")) == [("x", "1"), ("name", "'hall'")]
    assert parts_of({"k": (1, [2])}) == [("k", "(1, [2])")]
    assert parts_of([True]) == [("0", "True")]
    assert parts_of(Plain()) == [("light", "{'a', 'b'}")]


def test_rows_of_one_length_are_a_table() -> None:
    """Of short values; zero and False are floor."""
    assert table_of([[1, 0], [True, "x"]]) == [["1", "."], ["1", "x"]]
    assert table_of([[1, 2], [3]]) is None
    assert table_of([["a long text", 1], [2, 3]]) is None
    assert table_of([1, 2]) is None
