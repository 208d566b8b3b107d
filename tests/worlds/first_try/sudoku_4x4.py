"""A 4x4 sudoku: fill in cells of nested tuples; dead ends are possible."""

import introplan as ip

START = (
    (1, 0, 0, 4),
    (0, 4, 1, 0),
    (0, 1, 4, 0),
    (4, 0, 0, 1),
)


class Sudoku:
    initial = START

    def candidates(self, grid, r, c):
        used = set(grid[r]) | {row[c] for row in grid}
        br, bc = r // 2 * 2, c // 2 * 2
        used |= {grid[i][j] for i in range(br, br + 2) for j in range(bc, bc + 2)}
        return {1, 2, 3, 4} - used

    def actions(self, grid):
        for r in range(4):
            for c in range(4):
                if grid[r][c] == 0:
                    for v in sorted(self.candidates(grid, r, c)):
                        yield (r, c, v)

    def result(self, grid, action):
        r, c, v = action
        row = grid[r][:c] + (v,) + grid[r][c + 1:]
        return grid[:r] + (row,) + grid[r + 1:]

    def goal_test(self, grid):
        return all(0 not in row for row in grid)


def make():
    return ip.from_problem(Sudoku())
