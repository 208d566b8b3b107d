"""Search problems as textbooks, courses and game libraries write them: objects with methods.

`from_problem` goes by the names and the parameters of the methods. What it knows, in this order:

1. problems whose methods take a state: `actions(s)`, `result(s, a)` and a goal test (AIMA,
   SimpleAI), with the cost of a step, or an end and a `utility(s)` of it (AIMA's games);
2. problems that list what follows: `getSuccessors(s)` gives (state, action, cost) in Berkeley's
   course; `successors(s)` gives (action, state), (action, state, cost) or bare states;
3. objects that are the state themselves: `legal_actions()`, `apply_action(a)`, `is_terminal()` and
   `returns()` (OpenSpiel), `get_legal_moves()`, `make_move(m)`, `is_over()`.

A step pays minus its cost, and a goal test names success: the best plan is the cheapest path. What
an end is worth (`returns`, `utility`) is paid with the step that reaches it, and then the score
counts. An end without anything that says what it is worth is taken for the goal.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from introplan.errors import UsageError
from introplan.mdp import Status
from introplan.programs.program import Program, ProgramTask, program
from introplan.programs.successors import successor_step
from introplan.programs.user_code import ChanceError, called, shown

STARTS = (
    "initial", "initial_state", "start", "start_state", "init_state", "init", "root",
    "getStartState", "get_start_state", "get_initial_state", "getInitialState", "initialState",
    "startState", "new_initial_state", "state",
)  # fmt: skip
ACTIONS = (
    "actions", "legal_actions", "get_legal_actions", "getLegalActions", "get_actions",
    "getActions", "legal_moves", "get_legal_moves", "getLegalMoves", "possible_actions",
    "get_possible_actions", "available_actions", "get_available_actions", "valid_actions",
    "get_valid_actions", "valid_moves", "get_valid_moves", "available_moves", "possible_moves",
    "get_possible_moves", "moves", "get_moves",
)  # fmt: skip
RESULTS = (
    "result", "results", "transition", "next_state", "get_next_state", "getNextState",
    "apply_action", "apply", "generateSuccessor", "generate_successor", "successor_state",
    "make_move", "makeMove", "do_move", "apply_move", "take_action", "perform_action", "do_action",
    "move", "play", "push", "step", "act",
)  # fmt: skip
GOALS = (
    "goal_test", "is_goal", "isGoalState", "is_goal_state", "isGoal", "goalTest", "is_solved",
    "isSolved", "solved", "is_won", "has_won", "won", "is_win", "is_final", "is_success",
)  # fmt: skip
ENDS = (
    "is_terminal", "terminal_test", "isTerminal", "is_over", "is_game_over", "game_over",
    "isGameOver", "isOver", "is_end", "isEnd", "is_finished", "finished", "is_done", "done",
    "terminal", "over",
)  # fmt: skip
SUCCESSORS = (
    "getSuccessors", "get_successors", "successors", "successor", "succ", "succs", "neighbors",
    "get_neighbors", "neighbours", "get_neighbours", "children", "expand",
)  # fmt: skip
COSTS = ("step_cost", "action_cost", "cost", "getCost", "get_cost", "stepCost", "path_cost")
VALUES = ("returns", "utility", "get_utility", "result_value", "reward", "get_reward", "rewards")
SCORES = ("score", "get_score", "getScore", "total_reward")


def from_problem(
    problem: Any, *, start: Any = None, horizon: int | None = None, name: str | None = None
) -> ProgramTask:
    """The task that an object in the style of AIMA, SimpleAI, Berkeley or OpenSpiel describes.

    `start` is where to begin instead of the problem's own start. Raises `UsageError` for an object
    of another kind, with what was looked for and what was found.
    """
    if isinstance(problem, type):
        raise UsageError(f"{problem.__name__} is a class; give an object: {problem.__name__}()")
    label = name or type(problem).__name__
    found = _Found(problem)
    result = found.method(RESULTS, 2)
    actions = found.method(ACTIONS, 1)
    following = found.method(SUCCESSORS, 1)
    if result is not None and actions is not None:
        begin = _start(problem) if start is None else start
        return _by_result(found, actions, result, label).task(begin, horizon)
    if following is not None:
        begin = _start(problem) if start is None else start
        return _by_successors(found, following, begin, label).task(begin, horizon)
    if found.method(ACTIONS, 0) is not None and found.method(RESULTS, 1) is not None:
        return _by_object(found, label).task(problem if start is None else start, horizon)
    raise UsageError(_complaint(problem))


class _Found:
    """The methods of an object by their names."""

    def __init__(self, problem: Any) -> None:
        self.problem = problem

    def name(self, names: tuple[str, ...], parameters: int) -> str | None:
        """The first of these names that is a method which takes so many arguments."""
        for name in names:
            found = _attribute(self.problem, name)
            if callable(found) and _takes(found, parameters):
                return name
        return None

    def method(self, names: tuple[str, ...], parameters: int) -> Any:
        """The method of that name; None if there is none."""
        name = self.name(names, parameters)
        return None if name is None else getattr(self.problem, name)


def _attribute(problem: Any, name: str) -> Any:
    """An attribute; None where there is none, or where it is still to be written."""
    try:
        return getattr(problem, name, None)
    except Exception:  # a property may raise anything
        return None


def _takes(method: Callable[..., Any], parameters: int) -> bool:
    """Can a method be called with so many positional arguments?"""
    try:
        signature = inspect.signature(method)
    except (ValueError, TypeError):
        return True  # written in C: nothing to read
    try:
        signature.bind(*[None] * parameters)
    except TypeError:
        return False
    return True


def _start(problem: Any) -> Any:
    for name in STARTS:
        found = _attribute(problem, name)
        if callable(found) and not hasattr(found, "__self__"):
            continue  # a class, or a state that can be called
        begin = called(name, found) if callable(found) and _takes(found, 0) else found
        if begin is not None and not callable(begin):
            return begin
    looked = ", ".join(STARTS[:8])
    raise UsageError(f"the problem has no start ({looked}, …); say it: from_problem(…, start=…)")


def _cost_of(found: _Found) -> Callable[[Any, Any, Any], Any] | None:
    """The cost of a step as a function of (s, a, s2); None: 1."""
    path_cost = found.method(("path_cost", "pathCost"), 4)
    name = found.name(COSTS, 3)
    if name is not None and name != "path_cost":
        own: Callable[[Any, Any, Any], Any] = getattr(found.problem, name)
        return own
    if path_cost is not None:
        return lambda s, a, t: path_cost(0, s, a, t)
    short = found.name(COSTS, 2)
    if short is not None and short != "path_cost":
        pair = getattr(found.problem, short)
        return lambda s, a, t: pair(s, a)
    return None


def _goal_of(found: _Found) -> Any:
    """What names success: a goal test, or an end of which nothing says what it is worth."""
    goal = found.method(GOALS, 1)
    has_value = found.method(VALUES, 1) is not None or found.method(VALUES, 2) is not None
    return goal if goal is not None or has_value else found.method(ENDS, 1)


def _by_result(found: _Found, actions: Any, result: Any, name: str) -> Program:
    goal, end = _goal_of(found), found.method(ENDS, 1)
    if goal is not None:
        cost = _cost_of(found)
        return program(
            actions=lambda s: actions(s),
            transition=lambda s, a: result(s, a),
            reward=(lambda s, a, t: -1) if cost is None else (lambda s, a, t: -cost(s, a, t)),
            terminal=_success_at(goal, end),
            name=name,
        )
    if end is None:
        raise UsageError(_complaint(found.problem))
    value = _value_of(found)
    return program(
        actions=lambda s: actions(s),
        transition=lambda s, a: result(s, a),
        reward=lambda s, a, t: value(t) if end(t) else 0,
        terminal=lambda s, a, t: bool(end(t)),
        name=name,
    )


def _success_at(goal: Any, end: Any) -> Callable[[Any, Any, Any], Status]:
    """Success where the goal test says so; over, where there is another end."""

    def at_goal(s: Any, a: Any, t: Any) -> Status:
        return Status.SUCCESS if goal(t) else Status.CONTINUE

    def at_goal_or_end(s: Any, a: Any, t: Any) -> Status:
        if goal(t):
            return Status.SUCCESS
        return Status.FAILURE if end(t) else Status.CONTINUE

    return at_goal if end is None or end == goal else at_goal_or_end


def _value_of(found: _Found) -> Callable[[Any], Any]:
    """What an end is worth to the first player."""
    alone, with_player = found.method(VALUES, 1), found.method(VALUES, 2)
    if with_player is not None and alone is None:
        player = _attribute(found.problem, "to_move")
        first = player(_start(found.problem)) if callable(player) else 0
        return lambda t: with_player(t, first)
    return lambda t: _first_part(alone(t))


def _first_part(value: Any) -> Any:
    return value[0] if isinstance(value, list | tuple) else value


def _by_successors(found: _Found, following: Any, start: Any, name: str) -> Program:
    goal = _goal_of(found)
    if goal is None:
        raise UsageError(_complaint(found.problem))
    actions, step = successor_step(following, goal, start, _cost_of(found))
    return program(actions=actions, step=step, name=name)


def _by_object(found: _Found, name: str) -> Program:
    """The object is the state; a move may change it, or give another one."""
    listed, move = found.name(ACTIONS, 0), found.name(RESULTS, 1)
    goal, end = _question(found.problem, GOALS), _question(found.problem, ENDS)
    worth = _question(found.problem, VALUES) or _question(found.problem, SCORES)
    if listed is None or move is None or (goal is None and end is None):
        raise UsageError(_complaint(found.problem))
    is_score = worth in SCORES
    names_success = goal is not None or worth is None

    def step(game: Any, action: Any) -> Any:
        if action not in getattr(game, listed)():
            return None
        before = _answer(game, worth) if worth is not None and is_score else 0
        given = getattr(game, move)(action)
        after = given if isinstance(given, type(game)) else game
        _check_no_chance(after)
        is_over = bool(_answer(after, end if goal is None else goal))
        if worth is None:
            paid = -1
        elif is_score:
            paid = _answer(after, worth) - before
        else:
            paid = _first_part(_answer(after, worth)) if is_over else 0
        if names_success and is_over:
            return after, paid, Status.SUCCESS
        if goal is not None and end is not None and _answer(after, end):
            return after, paid, Status.FAILURE
        return after, paid, is_over

    def over(game: Any, action: Any) -> Any:
        after, paid, done = step(game, action) or (None, 0, False)
        return None if after is None else (after, paid, bool(done))

    chosen = step if names_success else over
    return program(actions=lambda game: getattr(game, listed)(), step=chosen, name=name)


def _question(problem: Any, names: tuple[str, ...]) -> str | None:
    """The first name that is a method without arguments, or an attribute that is no method."""
    for name in names:
        found = _attribute(problem, name)
        if callable(found) and _takes(found, 0):
            return name
        if found is not None and not callable(found):
            return name
    return None


def _answer(game: Any, name: str | None) -> Any:
    found = None if name is None else getattr(game, name)
    return found() if callable(found) else found


def _check_no_chance(game: Any) -> None:
    is_chance = getattr(game, "is_chance_node", None)
    if callable(is_chance) and is_chance():
        message = "draws here: nodes of chance are not read; start where nothing is drawn"
        raise ChanceError(message, is_chance)


def _complaint(problem: Any) -> str:
    """What was looked for, and what there is."""
    own = [n for n in dir(problem) if not n.startswith("_")]
    has = ", ".join(own[:20]) + (", …" if len(own) > 20 else "") if own else "nothing"
    return (
        f"{shown(problem)} is no problem of a known style. Looked for: actions(s), result(s, a) "
        "and goal_test(s) or is_terminal(s); or successors(s) and a goal test; or "
        "legal_actions(), apply_action(a) and is_terminal(). "
        f"It has: {has}. {_elsewhere(problem)}"
    )


def _elsewhere(problem: Any) -> str:
    if callable(_attribute(problem, "step")):
        return "With its step it is an environment: ip.from_env(…)"
    return "Or give the functions: ip.program(actions=…, transition=…, reward=…)"
