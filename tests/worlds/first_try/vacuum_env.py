"""A vacuum cleaner in a grid of rooms; every cleaned square pays, every move costs."""

import introplan as ip

UP, DOWN, LEFT, RIGHT, CLEAN = range(5)


class VacuumWorld:
    def __init__(self, width=3, height=3, dirt=((0, 2), (2, 0), (2, 2))):
        self.width, self.height = width, height
        self.initial_dirt = dirt
        self.reset()

    def reset(self):
        self.pos = [0, 0]
        self.dirty = set(self.initial_dirt)
        self.total_reward = 0
        self.history = []
        return self.observe()

    def observe(self):
        return tuple(self.pos), frozenset(self.dirty)

    def available_actions(self):
        return [UP, DOWN, LEFT, RIGHT, CLEAN]

    def step(self, action):
        reward = -1
        if action == UP:
            self.pos[1] = max(0, self.pos[1] - 1)
        elif action == DOWN:
            self.pos[1] = min(self.height - 1, self.pos[1] + 1)
        elif action == LEFT:
            self.pos[0] = max(0, self.pos[0] - 1)
        elif action == RIGHT:
            self.pos[0] = min(self.width - 1, self.pos[0] + 1)
        elif tuple(self.pos) in self.dirty:
            self.dirty.discard(tuple(self.pos))
            reward += 10
        self.total_reward += reward
        self.history.append(action)
        return self.observe(), reward, len(self.dirty) == 0


def make():
    return ip.from_env(VacuumWorld())
