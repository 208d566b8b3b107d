"""The shipped worlds in Python: plain modules, whose constants a generator replaces.

`START`, `HORIZON` or `MAP` of a module get other values, and nothing else changes: the functions
are those of the file, line by line. The same as text is a file of its own that can be planned in.
"""

from __future__ import annotations

import ast
import random
from dataclasses import replace
from functools import cache, partial
from pathlib import Path

from introplan.errors import UsageError
from introplan.programs.loading import program_from
from introplan.programs.program import ProgramTask
from introplan.syntax import expression_tree, module_tree

FOLDER = Path(__file__).parent

Constants = dict[str, object]


def grid_constants(rng: random.Random, *, distance: int) -> Constants:
    """A start so far from the origin, each equally likely, and as many moves as in the paper."""
    around = rng.randrange(4 * distance) if distance else 0
    side, along = divmod(around, distance) if distance else (0, 0)
    x, y = distance - along, along
    for _ in range(side):
        x, y = -y, x
    return {"START": (x, y), "HORIZON": max(0, 2 * (distance - 1))}


def maze_constants(rng: random.Random, *, width: int, height: int, goals: int) -> Constants:
    """A map of that many columns and rows, its walls included, with `goals` destinations."""
    return {"MAP": "\n" + maze_map(rng, width, height, goals) + "\n"}


def sampled(name: str, constants: Constants, task_name: str) -> ProgramTask:
    """The task in the module `name` with other constants."""
    tree = _tree(name)
    body = [_replaced(statement, constants) for statement in tree.body]
    code = compile(ast.Module(body, []), str(world_path(name)), "exec")
    make = partial(sampled, name, constants, task_name)
    task = program_from(code, world_path(name), name=f"_world_{name}", make=make)
    return replace(task, name=task_name)


def world_text(name: str, constants: Constants) -> str:
    """The module `name` with other constants, as a file."""
    lines = world_path(name).read_text(encoding="utf-8").splitlines(keepends=True)
    for statement in reversed(_tree(name).body):
        target = _assigned(statement)
        if target in constants:
            assert statement.end_lineno is not None
            new = f"{target} = {_literal(constants[target])}\n"
            lines[statement.lineno - 1 : statement.end_lineno] = [new]
    return "".join(lines)


def grid_bounds(task: ProgramTask) -> tuple[float, float]:
    """The lowest and the highest score of an episode: never there, or there and back again."""
    distance, horizon = task.distance or 0, task.horizon or 0
    if horizon < distance or horizon == 0:
        return (-horizon, -horizon)
    if distance == 0:
        return (-horizon, -(horizon % 2))
    return (-horizon, 2 - distance - (horizon - distance) % 2)


def maze_map(rng: random.Random, width: int, height: int, goals: int) -> str:
    """Corridors dug at random, a few walls broken through, a player and the destinations."""
    rooms = [(x, y) for y in range(1, height - 1, 2) for x in range(1, width - 1, 2)]
    free = _dug(rng, rooms)
    walls = [(x + dx, y + dy) for x, y in rooms for dx, dy in ((1, 0), (0, 1))]
    inner = [(x, y) for x, y in walls if x < width - 1 and y < height - 1 and (x, y) not in free]
    free.update(rng.sample(inner, len(inner) // 12))
    places = sorted(free)
    if len(places) <= goals:
        room = f"a maze of {width} by {height} has room for {len(places) - 1}"
        raise UsageError(f"{room} destinations, not for {goals}; make it larger")
    start, *destinations = rng.sample(places, goals + 1)
    marks = {**dict.fromkeys(free, "."), **dict.fromkeys(destinations, "*"), start: "@"}
    rows = ("".join(marks.get((x, y), "#") for x in range(width)) for y in range(height))
    return "\n".join(rows)


def _dug(rng: random.Random, rooms: list[tuple[int, int]]) -> set[tuple[int, int]]:
    """Rooms joined to a tree: from room to room at random, and back where it does not go on."""
    left, way = set(rooms), [rooms[0]]
    left.discard(way[0])
    free = {way[0]}
    while way:
        x, y = way[-1]
        around = [(x + dx, y + dy) for dx, dy in ((2, 0), (0, 2), (-2, 0), (0, -2))]
        open_to = [room for room in around if room in left]
        if not open_to:
            way.pop()
            continue
        room = rng.choice(open_to)
        free.update((room, ((x + room[0]) // 2, (y + room[1]) // 2)))
        left.discard(room)
        way.append(room)
    return free


def world_path(name: str) -> Path:
    """The file of a shipped world."""
    return FOLDER / f"{name}.py"


@cache
def _tree(name: str) -> ast.Module:
    return module_tree(world_path(name).read_text(encoding="utf-8"))


def _assigned(statement: ast.stmt) -> str:
    """The name that a statement gives a value to, if it gives one to a single name."""
    match statement:
        case ast.Assign(targets=[ast.Name(id=name)]):
            return name
        case _:
            return ""


def _replaced(statement: ast.stmt, constants: Constants) -> ast.stmt:
    """The statement with its value exchanged; its place in the file stays."""
    name = _assigned(statement)
    if name not in constants:
        return statement
    value = expression_tree(repr(constants[name]))
    target = ast.Name(name, ast.Store())
    return ast.fix_missing_locations(ast.copy_location(ast.Assign([target], value), statement))


def _literal(value: object) -> str:
    """A value as one would write it: text over several lines in three quotes."""
    if isinstance(value, str) and "\n" in value and '"' not in value and "\\" not in value:
        return f'"""{value}"""'
    return repr(value)
