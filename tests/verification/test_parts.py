"""Parts of conditions: they remember no longer than what they mention stays as it is."""

from __future__ import annotations

from introplan.relational.formula import Constant, Exists, Predicate, Variable
from introplan.relational.state import Objects
from introplan.verification.conditions import Compilation
from introplan.verification.parts import Memory
from introplan.verification.rows import Transition, TrueRows

P, Q, X = Predicate("p", 1), Predicate("q", 1), Variable("x")
OBJECTS = Objects.build([(Constant(name), ("object",)) for name in "ab"], {})


def test_an_answer_is_kept_until_a_mentioned_predicate_changes() -> None:
    """Changes of other predicates cost nothing; a change of its own is looked at."""
    looks: list[None] = []
    true = TrueRows([("p", "a")])
    asked = Compilation(OBJECTS, true, lambda: looks.append(None)).part(Exists(X, P(X)), {})
    assert asked.holds(Transition(true))
    count = len(looks)

    true.add(("q", "a"))
    true.stamp({"q"})
    assert asked.holds(Transition(true))
    assert len(looks) == count

    true.remove(("p", "a"))
    true.stamp({"p"})
    assert not asked.holds(Transition(true))


def test_a_memory_without_an_answer_is_not_current() -> None:
    """The first question is always answered by looking."""
    memory, true = Memory(["p"], is_lasting=True), TrueRows()
    assert not memory.is_current(true)

    memory.answer, memory.answered_at = True, true.clock
    assert memory.is_current(true)
    true.stamp({"p"})
    assert not memory.is_current(true)
