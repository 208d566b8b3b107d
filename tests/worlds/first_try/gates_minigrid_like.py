"""A little MiniGrid: objects in a numpy object grid, door, key, carrying."""

import numpy as np

import introplan as ip


class WorldObj:
    def __init__(self, kind, color):
        self.kind = kind
        self.color = color

    def can_overlap(self):
        return False


class Door(WorldObj):
    def __init__(self, color, is_locked=True):
        super().__init__("door", color)
        self.is_locked = is_locked
        self.is_open = False

    def can_overlap(self):
        return self.is_open

    def toggle(self, env):
        if self.is_locked:
            if env.carrying is not None and env.carrying.kind == "key" and env.carrying.color == self.color:
                self.is_locked = False
                self.is_open = True
        else:
            self.is_open = not self.is_open


class Wall(WorldObj):
    def __init__(self):
        super().__init__("wall", "grey")


class Key(WorldObj):
    def __init__(self, color):
        super().__init__("key", color)


class Goal(WorldObj):
    def __init__(self):
        super().__init__("goal", "green")

    def can_overlap(self):
        return True


DIR_TO_VEC = [np.array((1, 0)), np.array((0, 1)), np.array((-1, 0)), np.array((0, -1))]


class DoorKeyEnv:
    def __init__(self, size=5):
        self.size = size
        self.max_steps = 4 * size * size
        self.reset()

    def reset(self, seed=None):
        self.grid = {}
        for i in range(self.size):
            for x, y in ((i, 0), (i, self.size - 1), (0, i), (self.size - 1, i), (2, i)):
                self.grid[x, y] = Wall()
        self.grid[2, 2] = Door("yellow")
        self.grid[1, 3] = Key("yellow")
        self.grid[3, 3] = Goal()
        self.agent_pos = np.array((1, 1))
        self.agent_dir = 0
        self.carrying = None
        self.step_count = 0
        return self.gen_obs(), {}

    @property
    def front_pos(self):
        return self.agent_pos + DIR_TO_VEC[self.agent_dir]

    def actions(self):
        return ["left", "right", "forward", "pickup", "toggle"]

    def step(self, action):
        self.step_count += 1
        reward, terminated = 0, False
        fwd = tuple(int(v) for v in self.front_pos)
        cell = self.grid.get(fwd)
        if action == "left":
            self.agent_dir = (self.agent_dir - 1) % 4
        elif action == "right":
            self.agent_dir = (self.agent_dir + 1) % 4
        elif action == "forward":
            if cell is None or cell.can_overlap():
                self.agent_pos = self.front_pos
            if cell is not None and cell.kind == "goal":
                terminated = True
                reward = 1
        elif action == "pickup":
            if cell is not None and cell.kind == "key" and self.carrying is None:
                self.carrying = cell
                del self.grid[fwd]
        elif action == "toggle":
            if isinstance(cell, Door):
                cell.toggle(self)
        return self.gen_obs(), reward, terminated, False, {}

    def gen_obs(self):
        return {"pos": self.agent_pos.copy(), "dir": self.agent_dir}


def make():
    return ip.from_env(DoorKeyEnv())
