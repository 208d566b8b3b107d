"""A gripper world in one class with step returning Gymnasium's five; sets inside dicts, balls and rooms."""

import introplan as ip


class GripperEnv:
    def __init__(self, n_balls=3):
        self.n = n_balls
        self.reset()

    def reset(self, seed=None, options=None):
        self.robot = "left_room"
        self.grippers = {"g1": None, "g2": None}
        self.rooms = {"left_room": set(range(self.n)), "right_room": set()}
        self.t = 0
        return self._obs(), {}

    def _obs(self):
        return {
            "robot": self.robot,
            "grippers": dict(self.grippers),
            "rooms": {k: sorted(v) for k, v in self.rooms.items()},
        }

    def legal_actions(self):
        acts = [("move",)]
        for g, held in self.grippers.items():
            if held is None:
                acts += [("pick", g, b) for b in sorted(self.rooms[self.robot])]
            else:
                acts.append(("drop", g))
        return acts

    def step(self, action):
        self.t += 1
        if action[0] == "move":
            self.robot = "right_room" if self.robot == "left_room" else "left_room"
        elif action[0] == "pick":
            _, g, b = action
            self.rooms[self.robot].remove(b)
            self.grippers[g] = b
        elif action[0] == "drop":
            _, g = action
            self.rooms[self.robot].add(self.grippers[g])
            self.grippers[g] = None
        terminated = len(self.rooms["right_room"]) == self.n
        reward = 0 if terminated else -1
        return self._obs(), reward, terminated, False, {}


def make():
    return ip.from_env(GripperEnv())
