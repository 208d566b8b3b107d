"""The 15-puzzle: slide the tiles into order. An action is the place of the tile that moves."""

SIDE = 4

SOLVED = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0)

START = (2, 6, 3, 4, 5, 1, 7, 8, 13, 11, 0, 12, 10, 9, 14, 15)


def neighbours(place):
    row, col = divmod(place, SIDE)
    if row > 0:
        yield place - SIDE
    if row < SIDE - 1:
        yield place + SIDE
    if col > 0:
        yield place - 1
    if col < SIDE - 1:
        yield place + 1


def actions(tiles):
    return list(neighbours(tiles.index(0)))


def transition(tiles, place):
    after = list(tiles)
    blank = after.index(0)
    after[blank], after[place] = after[place], 0
    return tuple(after)


def reward(tiles, place, after):
    return 1 if after == SOLVED else 0


def terminal(tiles, place, after):
    return "success" if after == SOLVED else "continue"


def draw(tiles):
    rows = [tiles[i : i + SIDE] for i in range(0, SIDE * SIDE, SIDE)]
    return "\n".join(" ".join(f"{tile or '':>2}" for tile in row) for row in rows)


if __name__ == "__main__":
    import introplan as ip

    print(*ip.plan(ip.read_program(__file__), planner="greedy").plan)
