"""Situations: states as names, and which item is where."""

from __future__ import annotations

from dataclasses import replace

import introplan as ip
from introplan.view.situation import (
    HAND,
    SHELF,
    Situation,
    plain_name,
    situation_of,
    speaks_only_of,
    store_of,
)

BINS = Situation(
    {"i1": "item", "i2": "item", "d1": "bin", "d2": "bin"},
    frozenset({("in-bin", "i1", "d1"), ("on-shelf", "i2"), ("open", "d1")}),
)


def test_a_state_becomes_names() -> None:
    """Objects in the order of their declaration, with their types; facts as rows."""
    task = ip.sample("bins", bins=1, items=1, seed=0)
    found = situation_of(task.start)

    assert [found.kinds[name] for name in found.kinds] == ["bin", "item"]
    assert found.before is None
    assert {f"({' '.join(row)})" for row in found.facts} == set(map(str, task.start.facts))
    assert situation_of(task.start, task.start).before == found.facts


def test_items_and_boxes_are_read_off_the_literals() -> None:
    """Where each item is, and which boxes are open."""
    store = store_of(BINS)

    assert store is not None
    assert store.place_of == {"i1": "d1", "i2": SHELF}
    assert store.held_in("d1") == ["i1"]
    assert store.held_in("d2") == ()
    assert store.is_open == {"d1"}
    assert store.word == "bin"


def test_a_hand_holds_items_where_there_are_drawers() -> None:
    """The predicates decide, however they are spelt."""
    held = Situation(
        {"i": "item", "d": "drawer", "l": "label"}, frozenset({("holding", "i"), ("open", "d")})
    )
    store = store_of(held)

    assert store is not None
    assert store.place_of == {"i": HAND}
    assert plain_name("On_Table") == plain_name("ontable") == plain_name("on-table")


def test_what_is_unclear_is_no_store() -> None:
    """An item in two places or nowhere, an unknown predicate, another type."""
    for facts in (
        BINS.facts | {("on-shelf", "i1")},
        BINS.facts - {("on-shelf", "i2")},
        BINS.facts | {("broken", "d1")},
    ):
        assert store_of(replace(BINS, facts=frozenset(facts))) is None
    assert store_of(replace(BINS, kinds={**BINS.kinds, "x": "truck"})) is None
    assert not speaks_only_of(BINS, {"inbin": 2, "onshelf": 1})
