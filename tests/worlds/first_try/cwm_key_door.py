"""A code world model as a language model writes it: set_state, step, a list as observation."""

import introplan as ip


class Environment:
    """Agent picks up a key, opens the door, and reaches the goal in a 6x4 grid."""

    ACTIONS = [0, 1, 2, 3, 4]  # up, down, left, right, interact

    def __init__(self):
        self.width = 6
        self.height = 4
        self.walls = [(3, 0), (3, 1), (3, 3)]
        self.door = (3, 2)
        self.key = (1, 3)
        self.goal = (5, 0)
        self.set_state([0, 0, 0, 0])

    def set_state(self, state):
        self.x = int(state[0])
        self.y = int(state[1])
        self.has_key = bool(state[2])
        self.door_open = bool(state[3])

    def get_state(self):
        return [self.x, self.y, int(self.has_key), int(self.door_open)]

    def step(self, action):
        reward = 0.0
        done = False
        dx, dy = 0, 0
        if action == 0:
            dy = -1
        elif action == 1:
            dy = 1
        elif action == 2:
            dx = -1
        elif action == 3:
            dx = 1
        elif action == 4:
            if (self.x, self.y) == self.key and not self.has_key:
                self.has_key = True
            elif self.has_key and abs(self.x - self.door[0]) + abs(self.y - self.door[1]) == 1:
                self.door_open = True

        new_x, new_y = self.x + dx, self.y + dy
        if 0 <= new_x < self.width and 0 <= new_y < self.height:
            blocked = (new_x, new_y) in self.walls
            if (new_x, new_y) == self.door and not self.door_open:
                blocked = True
            if not blocked:
                self.x, self.y = new_x, new_y

        if (self.x, self.y) == self.goal:
            reward = 1.0
            done = True
        return self.get_state(), reward, done


def make():
    return ip.from_env(Environment())
