"""An abstract base class of environments with a template method; wrapped and stacked by super()."""

from abc import ABC, abstractmethod

import introplan as ip


class BaseEnv(ABC):
    def __init__(self):
        self.done = False
        self.total = 0

    @abstractmethod
    def _act(self, action): ...

    @abstractmethod
    def _is_over(self): ...

    def step(self, action):
        if self.done:
            raise RuntimeError("episode is over")
        reward = self._act(action)
        self.total += reward
        self.done = self._is_over()
        return self._observe(), reward, self.done, {}

    def _observe(self):
        return None


class GardenEnv(BaseEnv):
    PLANTS = {(0, 2): 2, (2, 0): 1, (3, 3): 1}
    TAP = (1, 1)

    def __init__(self):
        super().__init__()
        self.pos = (0, 0)
        self.can = 0
        self.thirst = dict(self.PLANTS)

    def actions(self):
        return ["n", "s", "e", "w", "use"]

    def _act(self, action):
        x, y = self.pos
        if action == "use":
            return self._use()
        dx, dy = dict(n=(0, -1), s=(0, 1), e=(1, 0), w=(-1, 0))[action]
        self.pos = (max(0, min(3, x + dx)), max(0, min(3, y + dy)))
        return -1

    def _use(self):
        if self.pos == self.TAP:
            self.can = 2
            return -1
        if self.can > 0 and self.thirst.get(self.pos, 0) > 0:
            self.can -= 1
            self.thirst[self.pos] -= 1
            return 10
        return -2

    def _is_over(self):
        return not any(self.thirst.values())

    def _observe(self):
        return self.pos, self.can, tuple(self.thirst.values())


class TimedGarden(GardenEnv):
    def __init__(self, limit=30):
        super().__init__()
        self.limit = limit
        self.clock = 0

    def _act(self, action):
        self.clock += 1
        return super()._act(action)

    def _is_over(self):
        return super()._is_over() or self.clock >= self.limit


def make():
    return ip.from_env(TimedGarden())
