"""Tables of one opaque variable, put together."""

from __future__ import annotations

from introplan.symbolic.terms.build import choose, const, lookup
from introplan.symbolic.terms.compile import compiled_one
from introplan.symbolic.terms.composition import chosen, composed
from introplan.symbolic.terms.term import Lookup, Sort, Table, Term, Var

PLACE, NUMBER = Var("place", Sort.ANY), Var("n", Sort.INT)
NEXT = Table({"a": "b", "b": "c", "c": "d"})
SIGN = Table({"b": "#", "c": "."})
IS_PORTAL = Table({"b": True}, default=False)


def _of(table: Table, key: Term = PLACE) -> Lookup:
    term = lookup(table, (key,))
    assert isinstance(term, Lookup)
    return term


def test_a_table_of_a_table_is_one_table() -> None:
    """Keys of which the outer one says nothing are left out: guards keep them away."""
    term = lookup(SIGN, (_of(NEXT),))
    assert isinstance(term, Lookup)
    assert term.keys == (PLACE,)
    assert term.table.entries == {"a": "#", "b": "."}
    assert composed(Table({"x": 1}), _of(NEXT)) is None


def test_defaults_are_looked_up_as_well() -> None:
    """Of a default that the outer table does not know nothing can be said."""
    inner = _of(Table({"a": "b"}, default="z"))
    assert composed(SIGN, inner) is None
    table = composed(Table({"b": "#"}, default="."), inner)
    assert table is not None
    assert (table.at("a"), table.at("q")) == ("#", ".")


def test_tables_of_numbers_stay_apart() -> None:
    """A row of a map at a place that is counted is no opaque value."""
    assert composed(SIGN, _of(Table({1: "b", 2: "c"}), NUMBER)) is None


def test_a_choice_between_tables_of_one_variable_is_a_table() -> None:
    """Where a portal is, its exit; elsewhere the place itself."""
    place = _of(Table({"a": "a", "b": "b", "c": "c"}))
    term = choose(_of(IS_PORTAL), _of(Table({"b": "x", "c": "y"})), place)
    assert isinstance(term, Lookup)
    assert term.table.entries == {"a": "a", "b": "x", "c": "c"}
    function = compiled_one(choose(_of(IS_PORTAL), const("here"), const("there")), [PLACE])
    assert [function((each,)) for each in "ab"] == ["there", "here"]


def test_choices_by_other_variables_stay_choices() -> None:
    """Only what is a function of one variable is a table of it."""
    flag = Var("flag", Sort.BOOL)
    assert chosen(flag, _of(NEXT), _of(SIGN)) is None
    assert chosen(_of(IS_PORTAL), _of(NEXT, Var("other", Sort.ANY)), const("x")) is None
