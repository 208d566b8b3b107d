"""Sokoban as a class around a grid of characters, with legal moves and cloning."""

import copy

import introplan as ip

MAP = """
#######
#     #
# @$  #
#  $. #
#  .  #
#######
"""


class Sokoban:
    DIRS = {"u": (-1, 0), "d": (1, 0), "l": (0, -1), "r": (0, 1)}

    def __init__(self, text=MAP):
        self.grid = [list(line) for line in text.strip().splitlines()]
        self.goals = []
        for r, row in enumerate(self.grid):
            for c, ch in enumerate(row):
                if ch == ".":
                    self.goals.append((r, c))
                    self.grid[r][c] = " "
                elif ch == "@":
                    self.player = (r, c)
                    self.grid[r][c] = " "

    def legal_moves(self):
        moves = []
        for name, (dr, dc) in self.DIRS.items():
            r, c = self.player
            ahead = self.grid[r + dr][c + dc]
            if ahead == " ":
                moves.append(name)
            elif ahead == "$" and self.grid[r + 2 * dr][c + 2 * dc] == " ":
                moves.append(name)
        return moves

    def play(self, name):
        new = copy.deepcopy(self)
        dr, dc = self.DIRS[name]
        r, c = self.player[0] + dr, self.player[1] + dc
        if new.grid[r][c] == "$":
            new.grid[r][c] = " "
            new.grid[r + dr][c + dc] = "$"
        new.player = (r, c)
        return new

    def solved(self):
        return all(self.grid[r][c] == "$" for r, c in self.goals)


def make():
    world = ip.program(
        actions=lambda s: s.legal_moves(),
        transition=lambda s, a: s.play(a),
        reward=lambda s, a, s2: -1,
        terminal=lambda s, a, s2: s2.solved(),
    )
    return world.task(Sokoban())
