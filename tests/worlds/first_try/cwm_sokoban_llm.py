"""A code world model of Sokoban as a language model writes it."""

import copy
from typing import Dict, List, Tuple

import introplan as ip


class SokobanEnv:
    """Characters: '#' wall, ' ' floor, '@' player, '$' box, '.' goal, '*' box on goal, '+' player on goal."""

    def __init__(self):
        self.height = 6
        self.width = 7
        self.grid = [
            list("#######"),
            list("#  .  #"),
            list("# $#$ #"),
            list("# .@  #"),
            list("#     #"),
            list("#######"),
        ]
        self.action_map: Dict[int, Tuple[int, int]] = {0: (-1, 0), 1: (1, 0), 2: (0, -1), 3: (0, 1)}
        self.total_reward = 0.0
        self.done = False

    def set_state(self, state):
        self.grid = [list(row) for row in state]

    def get_state(self) -> List[str]:
        return ["".join(row) for row in self.grid]

    def get_valid_actions(self) -> List[int]:
        return [0, 1, 2, 3]

    def _find_player(self) -> Tuple[int, int]:
        for i in range(self.height):
            for j in range(self.width):
                if self.grid[i][j] in ("@", "+"):
                    return i, j
        raise RuntimeError("no player")

    def step(self, action: int):
        dx, dy = self.action_map[action]
        x, y = self._find_player()
        nx, ny = x + dx, y + dy
        reward = -0.1
        target = self.grid[nx][ny]
        if target == "#":
            return self.get_state(), reward, False
        if target in ("$", "*"):
            bx, by = nx + dx, ny + dy
            if self.grid[bx][by] in ("#", "$", "*"):
                return self.get_state(), reward, False
            if target == "*":
                reward -= 1.0
            if self.grid[bx][by] == ".":
                self.grid[bx][by] = "*"
                reward += 1.0
            else:
                self.grid[bx][by] = "$"
            self.grid[nx][ny] = "." if target == "*" else " "
        self.grid[nx][ny] = "+" if self.grid[nx][ny] == "." else "@"
        self.grid[x][y] = "." if self.grid[x][y] == "+" else " "
        done = not any("$" in row for row in self.grid)
        if done:
            reward += 10.0
        self.total_reward += reward
        self.done = done
        return self.get_state(), reward, done


def make():
    return ip.from_env(SokobanEnv())
