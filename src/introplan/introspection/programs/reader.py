"""Reading a model from end to end: from two functions to operators, payments and a target.

Each step may be refused on its own. A refusal never changes an answer: what is left is weaker, and
says so in a diagnostic.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from introplan.introspection.programs.clauses import clauses_of
from introplan.introspection.programs.conserved import are_kept, conserved, conserved_elements
from introplan.introspection.programs.diagnostics import failing
from introplan.introspection.programs.invariants import coinciding, possible
from introplan.introspection.programs.kept_clauses import read_and_kept
from introplan.introspection.programs.offers import offers_of
from introplan.introspection.programs.operator import Operator, feasible
from introplan.introspection.programs.operator_reader import MAX_STEPS_BEYOND, OperatorReader
from introplan.introspection.programs.placed_once import placed_once
from introplan.introspection.programs.reading import BLACK_BOX, Reading, sampled_states
from introplan.introspection.programs.rewards import payments
from introplan.introspection.programs.sample import Sample, sampled
from introplan.introspection.programs.selfcheck import contradiction
from introplan.introspection.programs.shape import (
    Bits,
    Shape,
    Sized,
    cell_numbers,
    enlarged,
    hull,
    is_gathered,
    leaves_of,
    reader_of,
)
from introplan.introspection.programs.shaping import shape_of
from introplan.introspection.programs.states import Outgrown
from introplan.introspection.programs.successor_reader import SuccessorReader, places_of
from introplan.introspection.programs.widening import joined_domains
from introplan.programs.aliasing import has_aliases, has_cycle
from introplan.programs.listed_successors import lists_successors
from introplan.programs.program import ProgramTask
from introplan.programs.stepping import answer_of, end_in, reward_in
from introplan.symbolic.budget import Budget
from introplan.symbolic.constraints.interval import INFINITY, TRUTH_VALUES, Domain
from introplan.symbolic.interpreter.execution import Context
from introplan.symbolic.refusal import Refused
from introplan.symbolic.source import function_node, unpacked_names
from introplan.symbolic.terms.build import negate
from introplan.symbolic.terms.term import Sort, Term, Var, action_key

MAX_SHAPE_GROWTHS, MAX_SET_GROWTHS = 12, 24
"""How often a shape may be enlarged, and because a set got new elements: boxes in a room get to a
ring of cells more each time."""

MAX_TERMS_WITHOUT_PLACES = 3_000
"""Terms for each action before it is assumed that an element is at one place, which makes steps
longer to read and saves paths: 15-puzzles take from some hundred to some ten thousand without."""

CHECKING_SHARE = 0.5
"""The part of what is left that may go into the check of what was read."""


def read_program_model(task: ProgramTask, budget: Budget, sample: Sample | None = None) -> Reading:
    """Read a model as far as a budget goes; never raises on what it does not understand."""
    with budget.being_spent():
        return _read(task, budget, sample)


def _read(task: ProgramTask, budget: Budget, sample: Sample | None) -> Reading:
    if sample is None:
        sample = sampled(task, budget.share(0.25))
    reading = Reading(task, sample)
    if sample.error is not None:
        reading.refuse(failing(sample.error), "model", "cannot be analysed")
        return reading
    context = Context(budget)
    reading = _rules_read(reading, context)
    if reading.operators is not None:
        _guarded(reading, "reward", lambda: _read_payments(reading, context), BLACK_BOX)
        if task.program.terminal is not None:
            _guarded(reading, "terminal", lambda: _read_endings(reading, context), BLACK_BOX)
        _check(reading, budget.share(CHECKING_SHARE))
    if reading.actions is not None:
        reading.ask = partial(_ask, reading, context, budget.kept())
    return reading


def _rules_read(first: Reading, context: Context) -> Reading:
    """A reading with the rules, in one of several ways; the first one where none succeeds."""
    _read_rules(first, context, by_places=lists_successors(first.task.program))
    is_whole = first.shape is None or is_gathered(first.shape)
    if first.operators is not None or (is_whole and not first.is_by_places):
        return first
    again = Reading(first.task, first.sample)
    _read_rules(again, context, gathers_all=True)
    return first if again.operators is None else again


def _read_rules(
    reading: Reading,
    context: Context,
    *,
    gathers_all: bool = False,
    by_places: bool = False,
) -> None:
    """Read the shape of states, the actions, and what they do.

    Where actions are the states after them they may be read `by_places` in their list.
    """
    _guarded(reading, "transition", lambda: _put_slices(reading.task, context), BLACK_BOX)
    shaping = partial(_read_shape, reading, gathers_all=gathers_all)
    _guarded(reading, "state", shaping, "cannot be taken apart")
    context.cells = cell_numbers(reading.shape)
    if reading.shape is not None:
        listing = partial(_read_actions, reading, context, by_places=by_places)
        _guarded(reading, "actions", listing, BLACK_BOX)
    if reading.actions is not None:
        _guarded(reading, "transition", lambda: _read_operators(reading, context), BLACK_BOX)


def _ask(reading: Reading, context: Context, left: Callable[[], Budget], part: str) -> None:
    """Read what a part of a program says of any two states: not all who plan want to know."""
    function = getattr(reading.task.program, part)
    if function is None or (part == "terminal" and reading.operators is None):
        return
    context.budget = left()

    def read() -> None:
        assert reading.shape is not None
        assert reading.actions is not None
        said = partial(
            clauses_of,
            context,
            function,
            reading.actions,
            shape=reading.shape,
            box=reading.proven_box,
            order=reading.order,
        )
        reading.said[part] = read_and_kept(reading, part, context.budget, said)

    with context.budget.being_spent():
        _guarded(reading, part, read, reading.unlisted(part))


def answers(reading: Reading, left: Callable[[], Budget]) -> Callable[[str], None]:
    """What reads the parts that are asked for, where the reading was not made here."""
    context = Context(left())
    context.cells = cell_numbers(reading.shape)
    _guarded(reading, "transition", lambda: _put_slices(reading.task, context), BLACK_BOX)
    return partial(_ask, reading, context, left)


def _put_slices(task: ProgramTask, context: Context) -> None:
    """Read the slices of functions, where the program has some, in their place (`slicing`)."""
    for function, tree in getattr(task.program.step, "__slices__", {}).items():
        function_node(function, context.sources)  # refuses what is not the text that was compiled
        context.sources.functions[function.__code__] = tree


def _guarded(reading: Reading, part: str, step: Callable[[], None], consequence: str) -> None:
    try:
        step()
    except Refused as refusal:
        reading.refuse(refusal, part, consequence)
    except Exception as error:  # a mistake of ours must not become the user's
        text = f"{type(error).__name__} while reading: {error}"
        reading.refuse(Refused("PY-SELFCHECK", text), part, consequence)


def _sampled_steps(reading: Reading, states: list[Any]) -> list[tuple[int, int]]:
    """Which of the sampled states follow which."""
    place = {id(state): number for number, state in enumerate(states)}
    return [(place[id(step[0])], place[id(step[2])]) for step in reading.sample.transitions]


def _read_shape(reading: Reading, *, gathers_all: bool) -> None:
    states = sampled_states(reading)
    if has_aliases(states[0]) and has_cycle(states[0]):
        raise Refused("PY-SHAPE", "a state that contains itself", "use names in place of links")
    names = unpacked_names(_transition(reading))
    steps = None if gathers_all else _sampled_steps(reading, states)
    _take_shape(reading, shape_of(states, names=names, steps=steps))


def _transition(reading: Reading) -> Callable[..., Any]:
    """The user's own function of a state and an action."""
    program = reading.task.program
    return program.transition if program.step is None else program.step


def _take_shape(reading: Reading, shape: Shape) -> None:
    """Take the sampled states apart by this shape."""
    order, read = leaves_of(shape), reader_of(shape)
    if len(order) > 400:
        raise Refused("PY-SHAPE", f"states of {len(order)} parts", "keep what never changes out")
    reading.rows = [read(state) for state in sampled_states(reading)]
    reading.box = hull(order, reading.rows)
    reading.shape, reading.order, reading.read = shape, order, read


def _read_actions(reading: Reading, context: Context, *, by_places: bool) -> None:
    """A list of actions is known; a function of the state is run in all its ways."""
    given = reading.task.program.actions
    if isinstance(given, tuple):
        reading.actions = tuple({action_key(action): action for action in given}.values())
        reading.offers = [(action, ()) for action in reading.actions]
        return
    assert reading.shape is not None
    reading.offered_in = {}
    if by_places:
        reading.actions = places_of(context, given, reading.shape, reading.box)
        reading.offers = [(place, ()) for place in reading.actions]
        reading.offered_in = dict(reading.box)
        return
    try:
        offers = offers_of(context, given, reading.shape, {})
    except Refused:
        # Items that depend on the state need ranges; those of the sample are only a beginning.
        reading.offered_in = dict(reading.box)
        offers = offers_of(context, given, reading.shape, reading.box)
    reading.offers = offers
    reading.actions = tuple({action_key(action): action for action, _ in offers}.values())


def _read_operators(reading: Reading, context: Context) -> None:
    """Read operators, first on the assumption that what was seen to stay the same always does."""
    assert reading.shape is not None
    start = (reading.shape, reading.order, reading.read, reading.box, reading.rows)
    *guesses, nothing = _guesses(reading)
    for guess in guesses:
        try:
            _read_operators_assuming(reading, context, guess)
            return
        except Refused:
            reading.shape, reading.order, reading.read, reading.box, reading.rows = start
    _read_operators_assuming(reading, context, nothing)


@dataclass(frozen=True, slots=True)
class _Guess:
    """Invariants to read operators with; they must be proven to keep them."""

    invariants: Sequence[Term] = ()
    assumed: Sequence[Term] = ()
    """What else follows from the invariants, for propagation."""
    stops: bool = False
    """Is it given up where a list gets longer?"""
    most: float = math.inf
    """Terms that reading with it may ask for."""


def _guesses(reading: Reading) -> list[_Guess]:
    """What may stay the same, the quickest to read with first; nothing at last."""
    assert reading.shape is not None
    shape, order, rows = reading.shape, reading.order, reading.rows
    sums = conserved(shape, order, rows)
    elements = conserved_elements(shape, order, rows)
    guesses = []
    if elements:
        # Where each element is makes every step longer to read: asked where a list gets too long.
        guesses = [_Guess(sums, stops=True), _Guess([*sums, *elements])]
    if sums:
        guesses.append(_Guess(sums))
    guesses.append(_Guess())
    if placed := placed_once(shape, order, rows, _sampled_rows(reading)):
        counts, known = [p.count for p in placed], [c for p in placed for c in p.conditions]
        alone = _Guess([*sums, *counts], known)
        guesses = [
            replace(guesses[0], most=MAX_TERMS_WITHOUT_PLACES * len(reading.offers)),
            alone,
            *guesses,
        ]
    return guesses


def _sampled_rows(reading: Reading) -> list[tuple[Any, Any]]:
    """The sampled steps, as rows of what was before and after."""
    states = map(id, sampled_states(reading))
    rows = dict(zip(states, reading.rows, strict=True))
    return [(rows[id(step[0])], rows[id(step[2])]) for step in reading.sample.transitions]


def _read_operators_assuming(reading: Reading, context: Context, guess: _Guess) -> None:
    """Operators for states in which all that was guessed holds."""
    with context.asking_at_most(guess.most):
        reader, operators = _settled(reading, context, guess)
    if not are_kept(guess.invariants, operators):
        raise Refused("PY-SHAPE", "parts that do not add up to the same sum")
    assert reading.shape is not None
    reading.has_dead_ends, reading.raising = not reader.has_free_action, reader.raising
    rows = reading.rows
    reading.meetings = coinciding(reading.shape, reading.order, rows, operators)
    reading.operators = feasible(possible(operators, reading.meetings))
    reading.meetings += map(negate, guess.invariants)


def _settled(
    reading: Reading, context: Context, guess: _Guess
) -> tuple[OperatorReader, list[Operator]]:
    """The operators of a shape that they do not leave, and what read them."""
    step = reading.task.program.step
    asked: Any = _transition(reading)
    if reading.is_by_places or step is not None:
        asked = reading.task.program.actions if step is None else answer_of(step)
    steps_left = MAX_STEPS_BEYOND
    for growth in range(MAX_SET_GROWTHS):
        assert reading.shape is not None
        reader = (SuccessorReader if reading.is_by_places else OperatorReader)(
            context,
            asked,
            reading.offers,
            reading.shape,
            reading.order,
            [*guess.invariants, *guess.assumed],
            is_nothing_a_state=reading.task.start is None,
            gives_answers=step is not None,
            steps_left=steps_left,
        )
        try:
            operators, reading.box = reader.settled_operators(reading.box)
            if _is_within(reading.box, reading.offered_in):
                return reader, operators
        except Outgrown as outgrown:
            is_longer = guess.stops and isinstance(outgrown.place, Sized)
            is_set = isinstance(outgrown.place, Bits)
            most = MAX_SET_GROWTHS if is_set else MAX_SHAPE_GROWTHS
            if growth >= most - 1 or is_longer:
                raise
            _take_shape(reading, enlarged(reading.shape, outgrown.place, outgrown.elements))
            if isinstance(outgrown.place, Bits):
                reading.box = _grown_on(reading.box, reader)
                steps_left = reader.steps_left
        _read_actions(reading, context, by_places=reading.is_by_places)
    raise Refused("PY-LIMIT", "actions that depend on the state, whose ranges do not settle")


def _grown_on(box: dict[Var, Domain], reader: OperatorReader) -> dict[Var, Domain]:
    """The box with what sets got, and what reading had found by then: to begin there again."""
    known, grown = reader.last_box, dict(box)
    for var in box:
        if var not in known:
            grown[var] = TRUTH_VALUES
        elif var.sort is Sort.BOOL or (not reader.was_cut and known[var].size < INFINITY):
            grown[var] = known[var]
    return grown


def _is_within(box: dict[Var, Domain], larger: dict[Var, Domain]) -> bool:
    """Does a box lie in another one?"""
    return all(joined_domains(box[var], domain) == domain for var, domain in larger.items())


def _read_payments(reading: Reading, context: Context) -> None:
    assert reading.shape is not None
    assert reading.operators is not None
    reading.payments = payments(
        context,
        reading.task.program.reward,
        reading.operators,
        shape=reading.shape,
        box=reading.box,
        within=reward_in if reading.is_said_by_step("reward") else None,
    )


def _read_endings(reading: Reading, context: Context) -> None:
    assert reading.shape is not None
    assert reading.operators is not None
    terminal = reading.task.program.terminal
    assert terminal is not None
    reading.endings = payments(
        context,
        terminal,
        reading.operators,
        shape=reading.shape,
        box=reading.box,
        within=end_in if reading.is_said_by_step("terminal") else None,
    )


def _check(reading: Reading, budget: Budget) -> None:
    """Compare with the real functions; what is contradicted is dropped."""
    problem = contradiction(reading, lambda: budget.is_over)
    if problem is None:
        return
    reading.operators = reading.payments = reading.endings = None
    reading.said = {"reward": None, "terminal": None}
    reading.has_dead_ends, reading.meetings = True, []
    refusal = Refused("PY-SELFCHECK", f"running the model contradicts its analysis: {problem}")
    reading.refuse(refusal, "transition", "is searched without analysis")
