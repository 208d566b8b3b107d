"""MiniGrid, rule by rule: rooms, doors that may be locked, keys to carry, and a goal.

These are the rules of Empty, FourRooms, DoorKey, MultiRoom and the like. The agent turns, walks,
carries one key at a time, and opens or closes the door in front of it; a locked door asks for a
key of its own colour. Reaching the goal ends the episode.

The real environment pays 1 - 0.9 * t / T for the goal at step t of T, and breaks off after T
steps. This model pays 1 and has no clock: the way with the fewest steps is the best one there as
well. And an agent knows the whole map here, while the real one sees what is in front of it.
"""

from dataclasses import dataclass
from typing import NamedTuple

LEFT, RIGHT, FORWARD, PICKUP, DROP, TOGGLE, DONE = range(7)

ACTIONS = [LEFT, RIGHT, FORWARD, PICKUP, DROP, TOGGLE, DONE]

HEADINGS = [(1, 0), (0, 1), (-1, 0), (0, -1)]

OPEN, CLOSED, LOCKED = range(3)

CARRIED = (-1, -1)
"""Where a key is that is nowhere on the map."""

Cell = tuple[int, int]


class Situation(NamedTuple):
    x: int
    y: int
    heading: int
    doors: tuple[int, ...] = ()
    keys: tuple[Cell, ...] = ()
    carried: int = -1  # the number of a key


def ahead(s):
    dx, dy = HEADINGS[s.heading]
    return (s.x + dx, s.y + dy)


def replaced(items, number, item):
    return tuple(item if n == number else old for n, old in enumerate(items))


@dataclass(frozen=True)
class Rooms:
    """All that never changes: walls, the goal, where the doors are, and who fits whom."""

    walls: frozenset[Cell]
    goal: Cell
    doors: tuple[Cell, ...] = ()
    door_colours: tuple[str, ...] = ()
    key_colours: tuple[str, ...] = ()

    @property
    def fixed(self):
        return self.walls | {*self.doors, self.goal}

    def is_free(self, s, cell):
        if cell in self.doors:
            return s.doors[self.doors.index(cell)] == OPEN
        return cell not in self.walls and cell not in s.keys

    def forward(self, s):
        x, y = ahead(s)
        return s._replace(x=x, y=y) if self.is_free(s, (x, y)) else s

    def pickup(self, s):
        cell = ahead(s)
        if s.carried >= 0 or cell not in s.keys:
            return s
        key = s.keys.index(cell)
        return s._replace(keys=replaced(s.keys, key, CARRIED), carried=key)

    def drop(self, s):
        cell = ahead(s)
        if s.carried < 0 or cell in self.fixed or cell in s.keys:
            return s
        return s._replace(keys=replaced(s.keys, s.carried, cell), carried=-1)

    def toggle(self, s):
        cell = ahead(s)
        if cell not in self.doors:
            return s
        door = self.doors.index(cell)
        if s.doors[door] == LOCKED:
            fits = s.carried >= 0 and self.key_colours[s.carried] == self.door_colours[door]
            return s._replace(doors=replaced(s.doors, door, OPEN)) if fits else s
        other = CLOSED if s.doors[door] == OPEN else OPEN
        return s._replace(doors=replaced(s.doors, door, other))

    def transition(self, s, a):
        if a == LEFT:
            return s._replace(heading=(s.heading - 1) % 4)
        if a == RIGHT:
            return s._replace(heading=(s.heading + 1) % 4)
        if a == FORWARD:
            return self.forward(s)
        if a == PICKUP:
            return self.pickup(s)
        if a == DROP:
            return self.drop(s)
        if a == TOGGLE:
            return self.toggle(s)
        return s

    def reward(self, s, a, s2):
        return 1 if (s2.x, s2.y) == self.goal else 0

    def terminal(self, s, a, s2):
        return (s2.x, s2.y) == self.goal


def things(env, kind):
    """The things of a kind on the map of a real environment, each with its cell."""
    grid = env.unwrapped.grid
    cells = [(x, y) for y in range(grid.height) for x in range(grid.width)]
    found = [((x, y), grid.get(x, y)) for x, y in cells]
    return [(cell, thing) for cell, thing in found if thing is not None and thing.type == kind]


def rooms_of(env):
    """The rooms of a real environment that has just been reset."""
    known = {"wall", "goal", "door", "key"}
    strange = {thing.type for thing in env.unwrapped.grid.grid if thing} - known
    if strange or env.unwrapped.carrying:
        raise ValueError(f"this model knows nothing of {', '.join(sorted(strange)) or 'luggage'}")
    doors, keys = things(env, "door"), things(env, "key")
    [(goal, _)] = things(env, "goal")
    return Rooms(
        frozenset(cell for cell, _ in things(env, "wall")),
        goal,
        tuple(cell for cell, _ in doors),
        tuple(door.color for _, door in doors),
        tuple(key.color for _, key in keys),
    )


def situation_of(env, rooms, keys):
    """Where a real environment is; `keys` are its keys, as `things` found them after the reset."""
    real = env.unwrapped
    doors = [real.grid.get(*cell) for cell in rooms.doors]
    places = [tuple(map(int, key.cur_pos)) for key in keys]
    carried = next((n for n, key in enumerate(keys) if key is real.carrying), -1)
    return Situation(
        int(real.agent_pos[0]),
        int(real.agent_pos[1]),
        int(real.agent_dir),
        tuple(OPEN if d.is_open else LOCKED if d.is_locked else CLOSED for d in doors),
        tuple(CARRIED if n == carried else place for n, place in enumerate(places)),
        carried,
    )


ROOMS = Rooms(
    frozenset((x, y) for x in range(8) for y in range(8) if x in (0, 4, 7) or y in (0, 7))
    - {(4, 3)},
    goal=(6, 6),
    doors=((4, 3),),
    door_colours=("yellow",),
    key_colours=("yellow",),
)

START = Situation(1, 5, 0, (LOCKED,), ((2, 1),))

transition, reward, terminal = ROOMS.transition, ROOMS.reward, ROOMS.terminal


def play(name, seed):
    """Plan in the model and act in the real environment; the steps it took and what was paid."""
    import gymnasium
    import minigrid  # noqa: F401 - makes its environments known

    import introplan as ip
    from introplan.interop.gymnasium import IntrospectorAgent

    env = gymnasium.make(name)
    seen, info = env.reset(seed=seed)
    rooms, keys = rooms_of(env), [key for _, key in things(env, "key")]
    world = ip.program(
        actions=ACTIONS,
        transition=rooms.transition,
        reward=rooms.reward,
        terminal=rooms.terminal,
    )
    agent = IntrospectorAgent(
        env, world, read=lambda seen, info: situation_of(env, rooms, keys), optimal=True
    )
    steps, is_over = 0, False
    while not is_over:
        seen, paid, terminated, truncated, info = env.step(agent.act(seen, info))
        steps, is_over = steps + 1, terminated or truncated
    return steps, paid, agent


if __name__ == "__main__":
    for room in ("Empty-8x8", "FourRooms", "DoorKey-8x8", "MultiRoom-N6"):
        steps, paid, agent = play(f"MiniGrid-{room}-v0", seed=1)
        print(f"{room}: {steps} steps, plans made: {agent.plans}, paid {paid:.3f}")
