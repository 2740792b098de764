"""Conway's Game of Life on a torus."""

import numpy as np


def neighbours(grid):
    total = np.zeros_like(grid)
    for dy in (-1, 0, 1):
        for dx in (-1, 0, 1):
            if dy != 0 or dx != 0:
                total += np.roll(np.roll(grid, dy, axis=0), dx, axis=1)
    return total


def step(grid):
    """One generation: birth on three, survival on two or three."""
    count = neighbours(grid)
    born = (grid == 0) & (count == 3)
    survives = (grid == 1) & ((count == 2) | (count == 3))
    return np.where(born | survives, 1, 0)


def live(grid, generations):
    for _ in range(generations):
        grid = step(grid)
    return grid


def main():
    grid = np.zeros((8, 8), dtype=int)
    grid[1, 2] = grid[2, 3] = grid[3, 1] = grid[3, 2] = grid[3, 3] = 1  # a glider
    print(live(grid, 4))


if __name__ == "__main__":
    main()
