"""Drawings as values: looks have colours, and texts fit into their room."""

from __future__ import annotations

import pytest

from introplan.view.drawing import COLOURS, LOOKS, fitted, printable, shortened, width_of


@pytest.mark.parametrize("name", LOOKS)
def test_every_look_has_colours_that_exist(name: str) -> None:
    """Inside and outline; an outline has a width."""
    look = LOOKS[name]

    assert {look.fill, look.stroke} <= {*COLOURS, "none"}
    assert (look.stroke != "none") == (look.width > 0)


@pytest.mark.parametrize("width", [12.0, 40.0, 90.0, 400.0])
def test_a_text_fits_into_its_room(width: float) -> None:
    """First it gets smaller, then it is cut short; never below the smallest size."""
    for text in ("b1", "a-rather-long-name-of-a-block", "\N{CJK UNIFIED IDEOGRAPH-6F22}" * 9):
        shown, size = fitted(text, width)
        assert 8.0 <= size <= 13.0
        assert shown == text or shown.endswith("…")
        if text.isascii():
            assert width_of(shown, size) <= width + 1


def test_what_cannot_be_printed_is_replaced() -> None:
    """Control characters have no place in SVG, nor in a terminal."""
    assert printable("a\x00b\n") == "a\N{REPLACEMENT CHARACTER}b\N{REPLACEMENT CHARACTER}"
    assert shortened("abcdef\x07", 4) == "abc…"
