"""Is a set of states closed, and without success? Then there is no plan from any of them.

Every state is looked at once. The actions that can be taken in it are found by one of their
preconditions, the one that is true in the fewest states (or, where the facts of all states
together would allow too many actions, by joining the facts of the state alone). Each must lead
to a state of the set, or end the episode with failure. Where the termination speaks of the state
after alone, it is evaluated once per state and not once per transition; a plain goal must hold
nowhere in the set.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Set
from itertools import islice

from introplan.certificates.certificate import ClosedSet
from introplan.certificates.ground_conditions import Condition
from introplan.certificates.ground_rules import Grounding, Move, Rule
from introplan.mdp import NotProvenError, Status
from introplan.relational.domain import RelationalTask
from introplan.relational.formula import Constant, Literal, Moment, Predicate
from introplan.relational.rewriting import literals
from introplan.relational.state import Row, row_of

MAX_FACTS_SHOWN = 12
"""A state in a message shows so many of its facts, about two lines of a terminal."""

MAX_MOVES_KEPT = 200_000
"""Ground actions kept in memory, about a kilobyte each; with more, each state is joined anew."""


def check_closed_set(
    task: RelationalTask, certificate: ClosedSet, check: Callable[[], None]
) -> None:
    """Raise `NotProvenError` unless the set proves that the task has no plan."""
    _check_facts(task, certificate)
    _Inspection(task, certificate, check).run()


def check_ground(task: RelationalTask, facts: Iterable[Literal], listable: Set[Predicate]) -> None:
    """Raise `NotProvenError` for facts that are no facts of the task, or not to be listed."""
    objects = {c for c, _ in task.start.objects.declared}
    for fact in facts:
        is_ground = all(isinstance(t, Constant) and t in objects for t in fact.terms)
        if fact.predicate not in listable or not is_ground or fact.moment is not Moment.AFTER:
            raise NotProvenError(f"{fact} is not a fact that an action of this task changes")


def _check_facts(task: RelationalTask, certificate: ClosedSet) -> None:
    """The same for the facts of a closed set; its states must be numbers over them."""
    grounding = Grounding(task, lambda: None)
    listable = grounding.changing - grounding.derived
    check_ground(task, certificate.facts, listable)
    if len(set(certificate.facts)) < len(certificate.facts):
        raise NotProvenError("a fact is listed twice")
    beyond = 1 << len(certificate.facts)
    if not all(isinstance(state, int) and 0 <= state < beyond for state in certificate.states):
        raise NotProvenError(f"a state is no number of {len(certificate.facts)} bits")


class _Inspection:
    """The states, and what can be done in them."""

    def __init__(
        self, task: RelationalTask, certificate: ClosedSet, check: Callable[[], None]
    ) -> None:
        self.task = task
        self.check = check
        rows = [row_of(fact) for fact in certificate.facts]
        self.grounding = Grounding(task, check, {row: i for i, row in enumerate(rows)})
        self.states = certificate.states
        self.members = {state: i for i, state in enumerate(certificate.states, 1)}
        self.strata = self.grounding.rules()
        self.known = [with_derived(state, self.strata, check) for state in self.states]
        # One more than is kept shows that there are more, without grounding all of them.
        moves = list(islice(self.grounding.moves(rows), MAX_MOVES_KEPT + 1))
        self.moves: _MoveIndex | _MoveJoin
        if len(moves) <= MAX_MOVES_KEPT:
            self.moves = _MoveIndex(moves, self.known, check)
        else:
            self.moves = _MoveJoin(self.grounding)
        self.ends = _Termination(task, self.grounding)

    def run(self) -> None:
        """Look at the start, then at every state."""
        if self.grounding.start not in self.members:
            raise NotProvenError("the start is not among the states")
        for state, known in zip(self.states, self.known, strict=True):
            self.check()
            if self.ends.goal is not None and self.ends.goal.holds(known, 0):
                raise NotProvenError(f"the goal holds in {self._named(state)}")
            for move in self.moves.possible(known):
                after = move.after(state, known)
                # With a plain goal a transition within the set proves nothing wrong: the goal is
                # tested in every state of the set anyway. That skips nearly all transitions.
                if self.ends.goal is None or after not in self.members:
                    self._check_transition(state, known, move, after)

    def _check_transition(self, state: int, known: int, move: Move, after: int) -> None:
        status = self.ends.status(
            move, known, after, lambda: with_derived(after, self.strata, self.check)
        )
        if status is Status.SUCCESS:
            raise NotProvenError(f"{move} in {self._named(state)} ends with success")
        if status is Status.CONTINUE and after not in self.members:
            raise NotProvenError(
                f"{move} in {self._named(state)} leads out of the set, to {self._text(after)}"
            )

    def _named(self, state: int) -> str:
        return f"state {self.members[state]}, {self._text(state)},"

    def _text(self, state: int) -> str:
        facts = [f"({' '.join(row)})" for row in self.grounding.rows(state)]
        shown = facts[:MAX_FACTS_SHOWN]
        more = [f"... {len(facts) - len(shown)} more"] if len(facts) > len(shown) else []
        return f"({' '.join([':state', *shown, *more])})"


def with_derived(state: int, strata: list[list[Rule]], check: Callable[[], None]) -> int:
    """A state with everything that rules derive from it."""
    for stratum in strata:
        before = -1
        while before != state:
            check()
            before = state
            for rule in stratum:
                if not state & rule.head and rule.body.holds(state, 0):
                    state |= rule.head
    return state


class _MoveIndex:
    """Moves, found by the one of their preconditions that is true in the fewest states."""

    def __init__(self, moves: list[Move], known: list[int], check: Callable[[], None]) -> None:
        counts: dict[int, int] = {}
        for state in known:
            check()
            for bit in _bits(state):
                counts[bit] = counts.get(bit, 0) + 1
        self.by_fact: dict[int, list[Move]] = {}
        self.anywhere: list[Move] = []
        for move in moves:
            # As watched literals do: a move is looked at only where its rarest precondition is
            # true.
            rarest = min(_bits(move.condition.true), key=lambda bit: counts.get(bit, 0), default=0)
            found = self.by_fact.setdefault(rarest, []) if rarest else self.anywhere
            found.append(move)
        self.watched = sum(self.by_fact)

    def possible(self, known: int) -> Iterator[Move]:
        """The moves that can be made in a state."""
        for move in self.anywhere:
            if move.condition.holds(known, 0):
                yield move
        for bit in _bits(known & self.watched):
            for move in self.by_fact[bit]:
                condition = move.condition
                if known & condition.true == condition.true and condition.holds(known, 0):
                    yield move


class _MoveJoin:
    """Moves, found anew in every state."""

    def __init__(self, grounding: Grounding) -> None:
        self.grounding = grounding

    def possible(self, known: int) -> Iterator[Move]:
        """The moves that can be made in a state."""
        for move in self.grounding.moves(self.grounding.rows(known)):
            if move.condition.holds(known, 0):
                yield move


def _bits(state: int) -> Iterator[int]:
    """The single bits of a state, as numbers."""
    while state:
        bit = state & -state
        yield bit
        state ^= bit


class _Termination:
    """The status of transitions; `goal` is set where a plain goal is all that counts."""

    def __init__(self, task: RelationalTask, grounding: Grounding) -> None:
        self.grounding = grounding
        self.termination = task.termination
        conditions = [rule.condition for rule in self.termination.rules]
        moments = {
            x.moment for c in conditions for x in literals(c) if not _is_static(x, grounding)
        }
        self.names_actions = Moment.DID in moments
        self.is_lasting = moments <= {Moment.AFTER}
        self.rows: dict[Row | None, list[tuple[Condition, Status]]] = {}
        self.statuses: dict[int, Status] = {}
        self.goal: Condition | None = None
        if task.is_classical:
            assert task.goal is not None
            self.goal = grounding.condition(task.goal, {})

    def status(self, move: Move, before: int, after: int, known: Callable[[], int]) -> Status:
        """How a transition ends; `known` gives the state after with its derived literals."""
        if not self.is_lasting:
            return self._judged(move, before, known())
        if after not in self.statuses:
            self.statuses[after] = self._judged(move, before, known())
        return self.statuses[after]

    def _judged(self, move: Move, before: int, after: int) -> Status:
        for condition, value in self._rows(move.done if self.names_actions else None):
            if condition.holds(after, before):
                return value
        return self.termination.default

    def _rows(self, done: Row | None) -> list[tuple[Condition, Status]]:
        if done not in self.rows:
            self.rows[done] = [
                (self.grounding.condition(rule.condition, {}, done), rule.value)
                for rule in self.termination.rules
            ]
        return self.rows[done]


def _is_static(literal: Literal, grounding: Grounding) -> bool:
    return literal.moment is not Moment.DID and literal.predicate not in grounding.changing
