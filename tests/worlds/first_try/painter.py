"""OOP programmer, State class with __eq__/__hash__/__copy__, bit mask of painted tiles, from_env with legal_moves."""

import copy

import introplan as ip


class PaintState:
    __slots__ = ("row", "col", "color", "red", "blue")

    def __init__(self, row=0, col=0, color="red", red=0, blue=0):
        self.row, self.col, self.color = row, col, color
        self.red, self.blue = red, blue

    def __eq__(self, other):
        return isinstance(other, PaintState) and self._key() == other._key()

    def __hash__(self):
        return hash(self._key())

    def _key(self):
        return (self.row, self.col, self.color, self.red, self.blue)

    def __copy__(self):
        return PaintState(*self._key())

    def __repr__(self):
        return f"PaintState({self.row}, {self.col}, {self.color}, {self.red:b}, {self.blue:b})"


class FloorPainter:
    """Paint the pattern; the robot cannot stand on wet paint, so it paints the tile ahead."""

    ROWS, COLS = 3, 3
    PATTERN = ("RB.", "BRB", "...")
    BUCKET = (2, 2)
    MOVES = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}

    def __init__(self):
        self.state = PaintState(2, 0)

    def reset(self, seed=None):
        self.state = PaintState(2, 0)
        return copy.copy(self.state)

    def set_state(self, state):
        self.state = copy.copy(state)

    def tile(self, r, c):
        return 1 << (r * self.COLS + c)

    def target_masks(self):
        red = blue = 0
        for r in range(self.ROWS):
            for c in range(self.COLS):
                if self.PATTERN[r][c] == "R":
                    red |= self.tile(r, c)
                elif self.PATTERN[r][c] == "B":
                    blue |= self.tile(r, c)
        return red, blue

    def ahead(self, name):
        dr, dc = self.MOVES[name]
        r, c = self.state.row + dr, self.state.col + dc
        return (r, c) if 0 <= r < self.ROWS and 0 <= c < self.COLS else None

    def is_painted(self, r, c):
        return bool((self.state.red | self.state.blue) & self.tile(r, c))

    def get_legal_actions(self):
        legal = []
        for name in self.MOVES:
            if (ahead := self.ahead(name)) and not self.is_painted(*ahead):
                legal.append(("go", name))
                if self.PATTERN[ahead[0]][ahead[1]] != ".":
                    legal.append(("paint", name))
        if (self.state.row, self.state.col) == self.BUCKET:
            legal.append(("swap color", ""))
        return legal

    def step(self, action):
        kind, name = action
        s, reward = self.state, -1
        if kind == "go":
            s.row, s.col = self.ahead(name)
        elif kind == "paint":
            r, c = self.ahead(name)
            wanted = {"red": "R", "blue": "B"}[s.color]
            reward += 8 if self.PATTERN[r][c] == wanted else -20
            if s.color == "red":
                s.red |= self.tile(r, c)
            else:
                s.blue |= self.tile(r, c)
        else:
            s.color = "blue" if s.color == "red" else "red"
        done = (s.red, s.blue) == self.target_masks()
        if done:
            reward += 30
        return copy.copy(s), reward, done, {}


def make():
    return ip.from_env(FloorPainter())
