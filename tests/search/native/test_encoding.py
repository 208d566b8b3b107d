"""Formulas and goals as integers: the grammar of `native/reader.hpp`."""

from __future__ import annotations

from array import array

import introplan as ip
from introplan.relational.action import GroundAction, did
from introplan.relational.formula import Constant, Moment, Predicate
from introplan.relational.grounding import All, AnyOf, Want
from introplan.relational.mutation import Mutation
from introplan.search.compiled import Symbols
from introplan.search.native.encoding import (
    GOAL_ALL,
    GOAL_ANY,
    GOAL_WANT,
    MOMENTS,
    Names,
    Ranges,
    counted,
    encode_goal,
)
from introplan.search.native.handles import EncodedMutation
from introplan.search.native.numeric_encoding import Comparisons

TASK = ip.sample("bins", bins=1, items=2)
IN_BIN, ITEM, BIN = Predicate("in-bin", 2), Constant("i1"), Constant("d1")


def _names() -> Names:
    symbols = Symbols(TASK.start)
    schemas = {s.name: n for n, s in enumerate(TASK.domain.actions)}
    comparisons = Comparisons(symbols, TASK.start.numbers, frozenset())
    return Names(symbols, Ranges(symbols), schemas, frozenset({IN_BIN}), comparisons)


def test_counts_come_before_what_they_count() -> None:
    """Parts one after the other behind their number."""
    assert counted([[7], [8, 9]]) == [2, 7, 8, 9]
    assert counted([]) == [0]


def test_a_goal_is_written_in_preorder() -> None:
    """ALL and ANY say how many children follow; actions have the numbers of their schemas."""
    names = _names()
    want = Want(IN_BIN(ITEM, BIN), truth=False)
    action = GroundAction(TASK.domain.actions[-1].name, (BIN,))
    done = Want(did(action), truth=True)
    item, bin_ = names.symbols.value(ITEM), names.symbols.value(BIN)
    written = encode_goal(All((want, AnyOf((done,)))), names)
    key, schema = names.symbols.key(IN_BIN), len(TASK.domain.actions) - 1

    assert written[:2] == [GOAL_ALL, 2]
    assert written[2:9] == [GOAL_WANT, MOMENTS[Moment.AFTER], 0, key, 2, item, bin_]
    assert written[9:] == [GOAL_ANY, 1, GOAL_WANT, MOMENTS[Moment.DID], 1, schema, 1, bin_]


def test_a_mutation_comes_back_from_its_wants() -> None:
    """What the kernel writes, without the kernel."""
    names = _names()
    key, schema = names.symbols.key(IN_BIN), len(TASK.domain.actions) - 1
    item, bin_ = names.symbols.value(ITEM), names.symbols.value(BIN)
    before, done = MOMENTS[Moment.BEFORE], MOMENTS[Moment.DID]
    wants = array("i", [before, 0, key, 2, item, bin_, done, 1, schema, 1, bin_]).tobytes()
    action = GroundAction(TASK.domain.actions[schema].name, (BIN,))

    assert EncodedMutation(wants, names)() == Mutation(
        make_false=frozenset({IN_BIN(ITEM, BIN).at(Moment.BEFORE)}), last_action=action
    )
