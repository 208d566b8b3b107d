"""Tables of register code."""

from __future__ import annotations

from introplan.machine.tables import Tables


def test_small_boxes_are_arrays() -> None:
    """Keys side by side become an array, with the default in its gaps; the same table once."""
    tables = Tables()
    assert tables.number({(0,): 5, (2,): 6}, 9) == (True, 0)
    assert tables.number({(0,): 5, (2,): 6}, 9) == (True, 0)
    assert tables.dense[0].values == [5, 9, 6]


def test_keys_far_apart_are_hashed() -> None:
    """Two keys a million apart are not worth an array."""
    tables = Tables()
    assert tables.number({(0, 1): 5, (10**6, 1): 6}, 9) == (False, 0)
    assert tables.sparse[0].keys == [0, 1, 10**6, 1]
