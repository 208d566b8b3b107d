"""What is said of Python worlds: reports, conditions and diagnostics, as a person reads them."""

from __future__ import annotations

import enum
import functools
import inspect
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import introplan as ip
import nasty_worlds
from introplan.introspection.programs.diagnostics import misfit
from introplan.introspection.programs.states import Outgrown
from introplan.programs.loading import read_program
from introplan.symbolic.interpreter.values import Entries, Items
from introplan.symbolic.refusal import HINTS, Refused
from introplan.symbolic.terms import build as terms
from introplan.symbolic.terms.naming import Names, names_of
from introplan.symbolic.terms.render import clipped, text_of, value_text
from introplan.symbolic.terms.term import Lookup, Sort, Table, Var

X, Y = Var("x", Sort.INT), Var("y", Sort.INT)
EXAMPLES = sorted((Path(__file__).parents[3] / "examples").glob("*.py"))
INTERNAL = re.compile(
    r"\b_\w+|\b(Members|Items|Entries|Record|Match[A-Z]\w+|ndarray_|FloorDiv|BitOr|AugAssign)\b"
)


class Weather(enum.Enum):
    """Two kinds of it."""

    SUN = 1
    SNOW = "snow"


def told(
    transition: Callable[..., Any],
    reward: Callable[..., Any],
    start: Any,
    actions: Any = ("a", "b"),
) -> Any:
    """What is found out about a small model."""
    task = ip.program(actions=actions, transition=transition, reward=reward).task(start)
    return ip.introspect(task, budget=3.0)


def member(*keys: Any, of: set[Any] | frozenset[Any], default: bool = False) -> Any:
    """A condition that is decided by a table."""
    table = Table(dict.fromkeys(sorted(of), not default), default=default)
    return Lookup(table, tuple(keys))


def test_being_at_one_place_is_said_as_equations() -> None:
    """`x == 2 and y == 3` reads better than membership in a set of one."""
    assert text_of(member(X, Y, of={(2, 3)})) == "x == 2 and y == 3"
    assert text_of(member(X, of={7})) == "x == 7"
    assert text_of(member(X, Y, of={(2, 3)}, default=True)) == "(x, y) != (2, 3)"
    assert text_of(member(X, Y, of={(2, 3), (4, 5)})) == "(x, y) in {(2, 3), (4, 5)}"
    either = terms.disjoin([member(X, Y, of={(2, 3)}), terms.equal(X, terms.const(9))])
    assert "(x == 2 and y == 3)" in text_of(either)


def test_what_is_subtracted_stands_on_the_other_side() -> None:
    """`x == y`, not `x - y == 0`."""
    assert text_of(terms.equal(X, Y)) == "x == y"
    assert text_of(terms.negate(terms.equal(X, terms.combine((Y, 1), (terms.ONE, 2))))) in (
        "x != y + 2",
        "x != 2 + y",
    )
    assert text_of(terms.at_most(X, Y)) == "x <= y"


def test_values_are_said_as_they_stand_in_programs() -> None:
    """Members of enums by name, functions by name, tuples part by part."""
    assert value_text(Weather.SNOW) == "Weather.SNOW"
    assert value_text((Weather.SUN, 3)) == "(Weather.SUN, 3)"
    assert value_text((1,)) == "(1,)"
    assert value_text(told) == "told"
    assert value_text("it's") == '"it\'s"'


def test_a_truth_value_of_a_set_is_said_as_membership() -> None:
    """`(1, 3) not in dirty`, not `not (1, 3) in dirty`."""
    assert text_of(terms.negate(Var("(1, 3) in dirty", Sort.BOOL))) == "(1, 3) not in dirty"


def test_never_is_infinite_in_distances_only() -> None:
    """A large number of the user's own stays what it is."""
    flag = Var("broken", Sort.BOOL)
    far = terms.choose(flag, terms.const(10**9), terms.ZERO)
    assert text_of(far, infinite=10**9) == "(inf if broken else 0)"
    assert text_of(terms.equal(X, terms.const(2 * 10**9))) == "x == 2000000000"


def test_tables_have_the_names_of_the_source() -> None:
    """A table that agrees with a constant is said as a lookup in it; others are not."""
    names = Names({"DX": [0, 1, 0, -1], "MAP": ["#.", ".#"], "WALLS": {1, 2, 3, 4, 5, 6, 7}})
    turn = Table({0: 0, 1: 1, 2: 0, 3: -1})
    other = Table({0: 5, 1: 1, 2: 0, 3: -1, 4: 9})
    cells = Table({(0, 0): "#", (0, 1): ".", (1, 0): ".", (1, 1): "#"})

    assert text_of(Lookup(turn, (X,)), names) == "DX[x]"
    assert text_of(Lookup(other, (X,)), names) == "table[x]"
    assert text_of(Lookup(cells, (Y, X)), names) == "MAP[y][x]"
    assert text_of(member(X, of={1, 2, 3, 4, 5, 6, 7}), names) == "x in WALLS"
    assert text_of(member(X, of={1, 2, 3, 4, 5, 6, 8}), names).startswith("x in {1, 2")
    assert text_of(Lookup(Table({0: 4, 1: 6}), (X,)), names) == "{0: 4, 1: 6}[x]"


def test_a_map_is_named_in_conditions() -> None:
    """Which places are walls is said by the map, if there are many."""
    rows = ["#####", "#...#", "#####"]
    walls = {(y, x): rows[y][x] == "#" for y in range(3) for x in range(5)}
    assert text_of(Lookup(Table(walls), (Y, X)), Names({"ROWS": rows})) == "ROWS[y][x] == '#'"


def test_constants_are_found_where_functions_name_them() -> None:
    """Also through helpers, closures and decorators; what is not named is not found."""
    inner = [3, 4]

    def helper() -> Any:
        return inner

    @functools.lru_cache
    def outer() -> Any:
        return helper(), EXAMPLES

    found = names_of([outer, None]).constants
    assert set(found) == {"EXAMPLES", "inner"}


def test_long_texts_are_cut_at_a_space() -> None:
    """The beginning stays, and a sign says that there is more."""
    assert clipped("one two three", 13) == "one two three"
    assert clipped("one two three", 10) == "one two …"
    assert len(clipped("x" * 500, 100)) <= 100


def test_shared_parts_do_not_make_writing_long() -> None:
    """Each doubling would double the text: 2 ** 200 letters; what is shown is written once."""
    term: Any = X
    for _ in range(200):
        term = terms.call("*", term, term, sort=Sort.INT)
    text = text_of(term)
    assert text.startswith("x*x*x")
    assert len(text) <= 400


def test_before_and_after_are_told_apart() -> None:
    """What is about the new state has primes, what is about the old one has not."""

    def transition(s: int, a: str) -> int:
        return min(30, s + 1) if a == "a" else max(0, s - 1)

    def reward(s: int, a: str, s2: int) -> int:
        return s2 - s + 4 if s2 >= 20 else 0

    report = told(transition, reward, 3).report()
    assert "s' - s + 4 if s' >= 20" in report
    assert "x before the step and x' after it" in report


def test_a_reward_that_depends_on_the_action_says_so() -> None:
    """Paths of some actions name them; those of all name none."""

    def transition(s: int, a: str) -> int:
        return min(30, s + 1) if a == "a" else max(0, s - 1)

    def reward(s: int, a: str, s2: int) -> int:
        return 7 if a == "b" and s == 30 else -1

    info = told(transition, reward, 3)
    assert str(info.reward_paths[0]).split(" (")[0] == "-1 for 'a'"
    assert "for doing 'b' when s == 30" in info.report()


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_no_line_of_a_report_is_long(path: Path) -> None:
    """Whatever the world: formulas are cut, the rest is broken."""
    lines = ip.introspect(read_program(path), budget=0.5).report().splitlines()
    assert max(map(len, lines)) <= 160
    assert len(lines) >= 4


@pytest.mark.parametrize("name", sorted(nasty_worlds.WORLDS))
def test_diagnostics_are_whole_and_said_once(name: str) -> None:
    """File, line, construct, consequence and hint, no name of ours, nothing twice."""
    info = ip.introspect(nasty_worlds.WORLDS[name], budget=0.5)
    for diagnostic in info.diagnostics:
        assert diagnostic.file.endswith(".py")
        assert diagnostic.line > 0
        assert diagnostic.consequence
        assert diagnostic.hint
        assert not INTERNAL.search(diagnostic.construct), diagnostic.construct
    texts = [(d.code, d.file, d.construct, d.consequence) for d in info.diagnostics]
    assert len(texts) == len(set(texts))


def test_every_code_has_a_hint() -> None:
    """A refusal without one of its own gets that of its cause; codes in use all have one."""
    package = Path(ip.__file__).parent
    used = {c for f in package.rglob("*.py") for c in re.findall(r'"(PY-[A-Z]+)"', f.read_text())}
    assert used == set(HINTS)
    assert Refused("PY-EXPR", "this").diagnostic("that").hint == HINTS["PY-EXPR"]
    assert Refused("PY-EXPR", "this", "so").diagnostic("that").hint == "so"


def test_a_set_that_gains_elements_is_told_as_that() -> None:
    """Not as another shape."""
    diagnostic = Outgrown(None, ((3, 4),)).diagnostic("transition is searched")
    assert "a set gets (3, 4), an element that was not there in any sampled" in str(diagnostic)


def test_a_state_of_another_shape_points_to_the_def() -> None:
    """No line is to blame for it alone; the `def` is meant, below its decorator."""

    @functools.cache
    def transition(s: Any, a: str) -> Any:
        n, items = s
        return (n, (*items, n)) if n == 5000 else (n + 1, items)

    def reward(s: Any, a: str, s2: Any) -> int:
        return 1 if len(s2[1]) > 2 else 0

    found = told(transition, reward, (0, (8, 9))).diagnostics
    (shape,) = [d for d in found if d.code == "PY-SHAPE"]
    assert shape.construct.startswith("s[1] becomes a tuple of length 3")
    lines, first = inspect.getsourcelines(inspect.unwrap(transition))
    assert shape.line == first + 1
    assert "def transition" in lines[1]


def test_other_misfits_are_told_apart() -> None:
    """A key, a length, a kind."""
    keys = misfit(dict, Entries({"a": 1}, 0), ["s['a']", "s['b']"])
    length = misfit(tuple, Items(tuple, [1, 2, 3], 0), ["stack[0]", "stack[1]"])
    kind = misfit(Weather, None, ["item.x", "item.y"])

    assert keys.construct == "s gets or loses a key of a dictionary"
    assert length.construct.startswith("stack becomes a tuple of length 3")
    assert kind.construct == "item becomes None, but is a Weather in sampled states"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("with open(__file__): return s", "`with`"),
        ("match {'n': s}:\n        case {'n': n}: return n", "`case {...}`"),
        ("return len((s, s) * s) - s", "`*`"),
        ("return len({s, s * s * s} - {1})", "a set"),
        ("global N; N = s; return s", "global"),
    ],
)
def test_constructs_are_named_as_python_names_them(line: str, words: str, tmp_path: Path) -> None:
    """Signs and keywords, never a class of ours or of the syntax tree."""
    file = tmp_path / "world.py"
    body = f"    if s > 40: return s\n    if a == 'up' or s < 30: return s + 1\n    {line}\n"
    text = f"ACTIONS = ['up', 'down']\nSTART = 0\nN = 0\ndef transition(s, a):\n{body}"
    file.write_text(text + "def reward(s, a, s2): return int(s2 == 41)\n", encoding="utf-8")
    found = ip.introspect(read_program(file), budget=1.0).diagnostics
    for diagnostic in found:
        assert not INTERNAL.search(diagnostic.construct), diagnostic.construct
        assert diagnostic.file == str(file)
        assert diagnostic.line >= 4
    assert words in " ".join(d.construct for d in found)


def test_a_refusal_inside_the_library_points_to_the_users_line() -> None:
    """Nobody can mend Python's own modules."""
    refusal = Refused("PY-CALL", "a call")
    refusal.at(inspect.getfile(functools), 100)
    refusal.at("my_world.py", 7)
    refusal.at("my_world.py", 3)
    assert (refusal.file, refusal.line) == ("my_world.py", 7)
