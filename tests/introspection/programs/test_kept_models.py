"""Readings that are kept: found again, the same, and only where nothing has changed."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import introplan as ip
from introplan.introspection.programs import kept_models, reader, remembered
from introplan.introspection.programs.kept_models import read_or_recalled, reading_within
from introplan.introspection.programs.kept_place import place_of
from introplan.introspection.programs.reader import read_program_model
from introplan.introspection.programs.reading import Reading
from introplan.symbolic.budget import Budget
from introplan.symbolic.terms.render import text_of
from introplan.symbolic.terms.term import terms_asked

EXAMPLES = sorted((Path(__file__).parents[3] / "examples").glob("*.py"))
SECONDS = 10.0


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of its own, in which also quick readings are kept."""
    monkeypatch.setenv("INTROPLAN_CACHE", str(tmp_path / "kept"))
    monkeypatch.setattr(kept_models, "MIN_SECONDS", 0.0)
    monkeypatch.setattr(remembered, "MAX_READINGS", 0)  # as between two processes
    return tmp_path / "kept"


@pytest.fixture
def readings(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The readings that were really made."""
    made: list[Reading] = []
    read = read_program_model

    def noted(*arguments: Any) -> Reading:
        made.append(read(*arguments))
        return made[-1]

    monkeypatch.setattr(reader, "read_program_model", noted)
    return made


def told(reading: Reading) -> list[Any]:
    """All that is in a reading, in words."""
    operators = [
        (
            repr(o.action),
            [text_of(c) for c in (*o.conditions, *o.constraints)],
            [(v.name, text_of(t)) for v, t in o.effects.items()],
            sorted((v.name, repr(d)) for v, d in o.known.box.items()),
            [(text_of(t), value) for t, value in o.known.decided.items()],
            [text_of(t) for t in o.known.waiting],
            sorted((text_of(f), repr(r)) for f, r in o.known.domains.sums.items()),
            o.line,
        )
        for o in (*(reading.operators or ()), *reading.raising)
    ]
    payments = [
        ([text_of(c) for c in p.conditions], repr(p.value)[:8], p.least, p.most, p.line)
        for p in (*(reading.payments or ()), *(reading.endings or ()))
    ]
    offers = [(repr(a), [text_of(t) for t in terms]) for a, terms in reading.offers]
    parts = (reading.operators, reading.payments, reading.endings)
    return [
        operators, payments, offers, [None if part is None else len(part) for part in parts],
        [text_of(t) for t in reading.meetings], [v.name for v in reading.order], reading.rows,
        [(v.name, repr(d)) for v, d in reading.box.items()], reading.has_dead_ends,
        [str(d) for d in reading.diagnostics], repr(reading.actions),
        [[(text_of(c.condition), c.line) for c in said or () if not isinstance(c.condition, tuple)]
         for said in (reading.clauses, reading.end_clauses)],
    ]  # fmt: skip


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_a_reading_is_found_again_as_it_was(path: Path, folder: Path, readings: list[Any]) -> None:
    """In every part of it, also in what is read when it is asked for."""
    first = read_or_recalled(ip.read_program(path), Budget.of(SECONDS))
    again = read_or_recalled(ip.read_program(path), Budget.of(SECONDS))
    assert len(readings) == 1
    assert again is not first
    assert told(again) == told(first)


@pytest.mark.parametrize("name", ["cliff_walking", "taxi", "key_door_goal"])
def test_what_follows_from_a_reading_is_the_same(
    name: str, folder: Path, readings: list[Any]
) -> None:
    """The report, the milestones, the distance, and the plan."""
    path = next(path for path in EXAMPLES if path.stem == name)
    one, two = (ip.introspect(ip.read_program(path), budget=SECONDS) for _ in range(2))
    assert len(readings) == 1
    milliseconds = re.compile(r"\d+ ms")
    assert milliseconds.sub("", one.report()) == milliseconds.sub("", two.report())
    assert str(one.heuristic) == str(two.heuristic)
    assert [str(m) for m in one.milestones()] == [str(m) for m in two.milestones()]
    plans = [ip.plan(ip.read_program(path)) for _ in range(2)]
    assert str(plans[0].plan) == str(plans[1].plan)
    assert plans[0].notes == plans[1].notes
    assert plans[0].milestones == plans[1].milestones


SOURCE = """
{import_line}
LIMIT = {limit}
ACTIONS = ["left", "right"]
START = ({start}, "a")

def transition(s, a):
    x = s[0] + (1 if a == "right" else -1)
    return (min(max(x, 0), LIMIT), "b" if x == 3 else s[1])

def reward(s, a, t):
    return 5 if t[0] == LIMIT and t[1] == "b" else 0
"""


def world(tmp_path: Path, *, limit: int = 30, start: int = 0, more: str = "") -> Any:
    """A world in a file, written anew."""
    path = tmp_path / "small_world.py"
    text = SOURCE.format(limit=limit, start=start, import_line=more)
    path.write_text(text, encoding="utf-8")
    return ip.read_program(path)


def test_what_a_reading_depends_on_is_in_its_key(
    tmp_path: Path, folder: Path, readings: list[Any]
) -> None:
    """Text, constants and the start; the same again is found, also with more to spend."""
    for _ in range(2):
        read_or_recalled(world(tmp_path), Budget.of(SECONDS))
        read_or_recalled(world(tmp_path, limit=31), Budget.of(SECONDS))
        read_or_recalled(world(tmp_path, start=1), Budget.of(SECONDS))
        read_or_recalled(world(tmp_path, more="import math"), Budget.of(SECONDS))
        read_or_recalled(world(tmp_path), Budget.of(SECONDS + 1))
    assert len(readings) == 4


@pytest.mark.parametrize("change", [{"horizon": 9}, {"discount": 0.5}])
def test_what_is_asked_of_a_world_is_in_its_key(
    tmp_path: Path, folder: Path, change: dict[str, Any]
) -> None:
    """With another horizon or discount other things are worth aiming for."""
    task = world(tmp_path)
    one, other = place_of(task), place_of(task.program.task(task.start, **change))
    assert one is not None
    assert other is not None
    assert one.question != other.question


def test_what_was_quick_to_read_is_not_kept(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor is anything where the variable is empty."""
    monkeypatch.setattr(kept_models, "MIN_SECONDS", 100.0)
    read_or_recalled(world(tmp_path), Budget.of(SECONDS))
    assert not folder.exists()
    monkeypatch.setattr(kept_models, "MIN_SECONDS", 0.0)
    monkeypatch.setenv("INTROPLAN_CACHE", "")
    read_or_recalled(world(tmp_path), Budget.of(SECONDS))
    assert not folder.exists()


def test_an_entry_that_says_something_else_is_read_anew(
    tmp_path: Path, folder: Path, readings: list[Any]
) -> None:
    """Lists that are no reading, or half of one."""
    right = read_or_recalled(world(tmp_path), Budget.of(SECONDS))
    place = place_of(world(tmp_path))
    other = place_of(world(tmp_path, limit=20))
    assert place is not None
    assert other is not None
    read_or_recalled(world(tmp_path, limit=20), Budget.of(SECONDS))
    wrong = other.get("model")
    assert wrong is not None
    wrongs: list[Any] = [
        {}, [], 3, "x", None, {"reading": {}, "spent": 1}, {**wrong, "spent": None},
        {**wrong, "reading": {**wrong["reading"], "nodes": []}},
    ]  # fmt: skip
    for stored in wrongs:
        place.put(stored, "model")
        before = len(readings)
        again = read_or_recalled(world(tmp_path), Budget.of(SECONDS))
        assert len(readings) == before + 1
        assert told(again) == told(right)


def test_a_poisoned_reading_does_not_make_a_wrong_plan(tmp_path: Path, folder: Path) -> None:
    """Operators exchanged between the two actions: steps of the functions show it."""
    task = world(tmp_path)
    best = ip.plan(task, optimal=True)
    place = place_of(task)
    assert place is not None
    right = told(read_or_recalled(task, Budget.of(SECONDS)))
    stored = place.get("model")
    assert stored is not None
    stored["reading"]["all_actions"] = stored["reading"]["all_actions"][::-1]
    place.put(stored, "model")
    reading = read_or_recalled(world(tmp_path), Budget.of(SECONDS))
    assert told(reading) == right
    assert ip.plan(world(tmp_path), optimal=True).plan == best.plan


def test_what_has_no_fingerprint_is_read_each_time(folder: Path, readings: list[Any]) -> None:
    """A world over an iterator that has begun."""
    numbers = iter([1, 2, 3])
    for _ in range(2):
        model = ip.program(
            actions=[1, -1],
            transition=lambda s, a: s + a if numbers is not None else s,
            reward=lambda s, a, t: 1 if t == 40 else 0,
        )
        read_or_recalled(model.task(0), Budget.of(SECONDS))
    assert len(readings) == 2
    assert not folder.exists()


def test_with_too_little_to_spend_it_is_read_as_far_as_that_goes(
    tmp_path: Path, folder: Path, readings: list[Any]
) -> None:
    """As if nothing were kept; what the count of steps has ended is kept for that many steps."""
    whole = Budget.of(SECONDS)
    before = whole.steps
    read_or_recalled(world(tmp_path), whole)
    cost = before - whole.steps
    for number in (2, 2):
        short = Budget.of(SECONDS)
        short.steps = cost / 2
        cut = read_or_recalled(world(tmp_path), short)
        assert cut.operators is None
        assert cut.diagnostics
        assert len(readings) == number
    for enough in (cost, 2 * cost):
        budget = Budget.of(SECONDS)
        budget.steps = enough
        assert read_or_recalled(world(tmp_path), budget).operators is not None
        assert budget.steps == enough - cost
    assert len(readings) == 2


def test_numbers_too_long_for_text_are_no_mistake(folder: Path, readings: list[Any]) -> None:
    """States may be numbers of any length; what was read of them is then not kept."""
    largest = 10**5000
    model = ip.program(
        actions=[1],
        transition=lambda s, a: min(s + a, largest),
        reward=lambda s, a, t: int(t == largest),
    )
    for _ in range(2):
        read_or_recalled(model.task(largest - 3), Budget.of(SECONDS))
    assert len(readings) == 2


def test_a_reading_that_takes_too_many_terms_is_none(tmp_path: Path, folder: Path) -> None:
    """Kept or not: otherwise a plan would depend on what was asked before."""
    model = world(tmp_path)
    before = terms_asked()
    assert reading_within(model, Budget.of(5.0), 1e9, None) is not None
    terms = terms_asked() - before
    for _ in range(2):
        assert reading_within(model, Budget.of(5.0), terms // 2, None) is None
        assert reading_within(model, Budget.of(5.0), terms, None) is not None
        remembered.forget()
    assert any(folder.iterdir())
