"""A walk on an endless grid: arriving at the origin pays 1, every other step costs 1."""

Cell = tuple[int, int]

MOVES = {"up": (0, 1), "down": (0, -1), "left": (-1, 0), "right": (1, 0)}

ACTIONS = list(MOVES)

START = (-3, 2)

HORIZON = 8


def transition(s: Cell, a: str) -> Cell:
    """Where a step leads to."""
    x, y = s
    dx, dy = MOVES[a]
    return (x + dx, y + dy)


def reward(s: Cell, a: str, s2: Cell) -> int:
    """The origin is the place to be."""
    if s2 == (0, 0):
        return 1
    return -1


def draw(s: Cell) -> str:
    """The way to the origin, in words."""
    x, y = s
    return f"at ({x}, {y}), {abs(x) + abs(y)} steps from the origin"
