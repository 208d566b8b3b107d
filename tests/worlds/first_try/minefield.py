"""A minesweeper with known mines: opened cells are a set, a mine ends the game."""

import introplan as ip

MINES = {(0, 2), (2, 1)}
SIZE = 3


class Minesweeper:
    def __init__(self):
        self.opened = set()
        self.alive = True

    def available(self):
        return [(r, c) for r in range(SIZE) for c in range(SIZE) if (r, c) not in self.opened]

    def neighbours(self, cell):
        r, c = cell
        return [(r + i, c + j) for i in (-1, 0, 1) for j in (-1, 0, 1)
                if (i or j) and 0 <= r + i < SIZE and 0 <= c + j < SIZE]

    def number(self, cell):
        return sum(n in MINES for n in self.neighbours(cell))


def transition(game, cell):
    game.opened.add(cell)
    if cell in MINES:
        game.alive = False
    elif game.number(cell) == 0:
        for n in game.neighbours(cell):
            game.opened.add(n)
    return game


def won(game):
    return len(game.opened) == SIZE * SIZE - len(MINES)


def reward(game, cell, after):
    if not after.alive:
        return -10
    return 5 if won(after) else -1


def terminal(game, cell, after):
    return not after.alive or won(after)


def make():
    world = ip.program(actions=lambda g: g.available(), transition=transition, reward=reward,
                       terminal=terminal)
    return world.task(Minesweeper())
