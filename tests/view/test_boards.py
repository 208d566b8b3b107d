"""Boards are known by their shape and by what steps change."""

from __future__ import annotations

from typing import Any

from introplan.view.boards import board_of


def _rows(values: list[Any], constants: dict[str, Any] | None = None) -> list[str] | None:
    board = board_of(values, constants or {})
    return None if board is None else ["".join(row) for row in board.tiles(values[0]).cells]


def test_a_text_of_nine_letters_is_a_square() -> None:
    """Unless a step shows otherwise."""
    assert _rows(["123xo....", "123xo.x.."]) == ["123", "xo.", "..."]
    assert _rows(["oo.oo.o..", "...oo.o.."]) is None


def test_the_width_of_a_board_shows_in_its_steps() -> None:
    """A sliding puzzle of two rows by four; a row of lights is no board."""
    start = (1, 2, 3, 4, 5, 6, 7, 0)
    up = (1, 2, 3, 0, 5, 6, 7, 4)
    left = (1, 2, 3, 4, 5, 6, 0, 7)
    assert _rows([start, up, start, left]) == ["1234", "567."]
    assert _rows([start, left]) is None
    assert _rows([(0,) * 9, (1,) + (0,) * 8]) is None


def test_text_in_lines_and_dictionaries_of_places_are_boards() -> None:
    """The order of the places says which number goes down."""
    assert _rows(["ab\ncd"]) == ["ab", "cd"]
    assert _rows([{(x, y): f"{x}{y}" for y in range(2) for x in range(3)}]) == [
        "001020",
        "011121",
    ]
    assert _rows([{(r, c): f"{r}{c}" for r in range(2) for c in range(3)}]) == [
        "000102",
        "101112",
    ]
    assert _rows([{(0, 0): 1, (0, 1): 2, (5, 5): 3}]) is None


def test_signs_of_sokoban_mean_what_they_mean_there() -> None:
    """A dot is a target where crates are, and floor elsewhere."""
    assert _rows([("#####", "#@$.#", "#   #", "#####")]) == ["#####", "#@$o#", "#   #", "#####"]
    assert _rows([("####", "#@.#", "####")]) == ["####", "#@.#", "####"]


def test_numbers_with_names_are_drawn_as_what_they_are_called() -> None:
    """Two names at least: one may be chance."""
    names = {"WALL": 1, "BOX": 2, "GOAL": 3, "PLAYER": 4, "BOX_ON_GOAL": 5}
    rooms = [[[1, 1, 1], [4, 2, 3], [1, 5, 1]]]
    assert _rows(rooms, names) == ["###", "@$o", "#*#"]
    assert _rows([[[1, 2, 3], [4, 5, 6]]], {"EXIT": 3}) == ["123", "456"]
