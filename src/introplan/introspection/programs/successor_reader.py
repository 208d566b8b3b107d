"""Reads operators off a list of successors (`listed_successors`): each of its places is an action.

An operator is a place, with the condition under which something stands there and the state that
does.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from introplan.introspection.programs.operator import Operator
from introplan.introspection.programs.operator_reader import After, OperatorReader, taken
from introplan.introspection.programs.shape import Shape
from introplan.introspection.programs.states import state_terms, symbolic
from introplan.programs.listed_successors import ListedSuccessor
from introplan.symbolic.builtins.listings import settled_deeply
from introplan.symbolic.constraints.interval import Box
from introplan.symbolic.constraints.path_condition import PathCondition
from introplan.symbolic.interpreter.execution import Context, Execution
from introplan.symbolic.interpreter.interpreter import paths_of
from introplan.symbolic.interpreter.iteration import check_has_order, pairs_of
from introplan.symbolic.interpreter.values import Value, is_term
from introplan.symbolic.refusal import CannotMerge, Raised
from introplan.symbolic.terms.term import Choose, Term, walk


def places_of(
    context: Context, actions: Callable[[Any], Any], shape: Shape, box: Box
) -> tuple[ListedSuccessor, ...]:
    """The places of the list, for states in the box; some are empty in some states."""

    def count(run: Execution, listed: Value) -> int:
        return len(_pairs(run, listed))

    paths = paths_of(
        context,
        PathCondition.of(box),
        actions,
        lambda run: [symbolic(shape, box, run.stamp())],
        count,
    )
    most = max((path.result for path in paths if path.raised is None), default=0)
    return tuple(map(ListedSuccessor, range(most)))


def _pairs(run: Execution, listed: Value) -> list[tuple[Value, Value]]:
    check_has_order(listed)
    pairs = list(pairs_of(run, listed))
    check_has_order(listed)
    return pairs


class SuccessorReader(OperatorReader):
    """Reads the function that lists successors."""

    def operators(self, box: Box) -> list[Operator]:
        """Every operator, for states in the box; where a place is empty, nothing is refused."""
        try:
            return self._at_once(box)
        except CannotMerge:
            found = super().operators(box)
            self.raising = []
            return found

    def _at_once(self, box: Box) -> list[Operator]:
        """All places in one run; `CannotMerge` where one of them has to be told by cases."""
        known = PathCondition.of(box)
        known.learn_all(self.assumed)
        paths = paths_of(
            self.context,
            known,
            self.transition,
            partial(self._arguments, box, None),
            self._all_standing,
        )
        if any(path.result is None for path in paths if path.raised is None):
            raise CannotMerge
        places = [action for action, _ in self.actions]
        return [
            operator
            for path in paths
            if path.raised is None
            for place, held, terms in path.result
            for operator in self._operator(
                places[place], (*taken(path), *held), After(terms), path.line, box
            )
        ]

    def _all_standing(
        self, run: Execution, listed: Value
    ) -> list[tuple[int, tuple[Term, ...], list[Term]]] | None:
        """The states in all places and when they are there; None where that takes forks."""
        found: list[tuple[int, tuple[Term, ...], list[Term]]] = []
        for place, (held, state) in enumerate(_pairs(run, listed)):
            if held is False:
                continue
            with run.assumptions():
                if is_term(held) and not run.path_condition.learn(held, True):
                    continue
                run.forbids_forks = True
                try:
                    terms = state_terms(self.shape, settled_deeply(run, state))
                except CannotMerge:
                    return None
            if any(isinstance(part, Choose) for term in terms for part in walk(term)):
                return None
            found.append((place, (held,) if is_term(held) else (), terms))
        return found

    def _arguments(self, box: Box, action: Any, run: Execution) -> list[Any]:
        return [symbolic(self.shape, box, run.stamp())]

    def _finish(self, action: Any) -> Callable[[Execution, Any], After]:
        return partial(self._standing, action)

    def _standing(self, action: ListedSuccessor, run: Execution, listed: Value) -> After:
        """The state in a place of the list; raises where nothing stands there."""
        pairs = _pairs(run, listed)
        if action.place >= len(pairs):
            raise Raised(IndexError)
        held, state = pairs[action.place]
        if not run.decide(held):
            raise Raised(IndexError)
        return After(self._terms_after(run, state))
