"""Portal maze. Positions are complex numbers, colours pair up portals. Pits reset to the start with a penalty."""
import introplan as ip

M = """
#############
#s..1#..2..o#
#.##.#.####.#
#.o#3#..o.#.#
#..#.####.#1#
#2.#..o.#.3.#
####.##.##.g#
#############
""".split()
grid = {x + 1j * y: c for y, row in enumerate(M) for x, c in enumerate(row)}
s0 = [p for p, c in grid.items() if c == "s"][0]
exits = {}
for p, c in grid.items():
    if c.isdigit():
        q = [q for q in grid if grid[q] == c and q != p]
        exits[p] = q[0]
turn = {"up": -1j, "down": 1j, "left": -1, "right": 1}


class PortalMaze:
    def __init__(self):
        self.pos = s0
        self.falls = 0

    def reset(self):
        self.pos = s0
        self.falls = 0

    def step(self, action):
        target = self.pos + turn[action]
        if grid[target] == "#":
            return self.pos, -2, False
        if target in exits:
            target = exits[target]
        if grid[target] == "o":
            self.pos = s0
            self.falls += 1
            return self.pos, -20, self.falls > 2
        self.pos = target
        if grid[target] == "g":
            return self.pos, 100, True
        return self.pos, -1, False

    def legal_actions(self):
        return list(turn)


def make():
    return ip.from_env(PortalMaze())
