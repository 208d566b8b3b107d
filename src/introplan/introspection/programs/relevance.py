"""Relevant variables: what rules, rewards or ends depend on, now or later.

The cone of influence (Clarke, Grumberg & Peled 1999, chapter 13): the variables that guards,
payments and ends speak of, and those that the new values of such variables are made of. The rest
is bookkeeping, such as a step counter that nothing asks for: two states that differ in it alone
have the same future.
"""

from __future__ import annotations

from collections.abc import Iterator

from introplan.introspection.programs.reading import Reading
from introplan.symbolic.interpreter.values import is_term
from introplan.symbolic.terms.term import Term, Var, variables


def relevant_variables(reading: Reading) -> frozenset[Var] | None:
    """The variables that the future depends on; None where not all of the world was read."""
    has_end = reading.task.program.terminal is not None
    if reading.operators is None or reading.payments is None:
        return None
    if has_end and reading.endings is None:
        return None
    found = set(variables(*_asked(reading)))
    waiting = list(found)
    while waiting:
        var = waiting.pop()
        effects = [o.effects[var] for o in reading.operators if var in o.effects]
        new = set(variables(*effects)) - found
        found |= new
        waiting += new
    return frozenset(found)


def _asked(reading: Reading) -> Iterator[Term]:
    """The terms that decide what can be done, what it pays and whether it ends."""
    for _, conditions in reading.offers:
        yield from conditions
    for operator in (*(reading.operators or ()), *reading.raising):
        yield from operator.conditions
    for answer in (*(reading.payments or ()), *(reading.endings or ())):
        yield from answer.conditions
        if is_term(answer.value):
            yield answer.value


def bookkeeping(reading: Reading) -> tuple[Var, ...]:
    """The variables that change and that nothing depends on, in the order of the state."""
    relevant = relevant_variables(reading)
    if relevant is None:
        return ()
    changed = {var for operator in reading.operators or () for var in operator.effects}
    return tuple(var for var in reading.order if var in changed and var not in relevant)
