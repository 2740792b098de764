"""Views: what is written through them is written into their arrays."""

import numpy as np


def clear_border(image):
    """Only the inside keeps its values."""
    image = np.abs(image)
    top, bottom = image[0], image[-1]
    top[:] = 0.0
    bottom[:] = 0.0
    left = image[:, 0]
    left[:] = 0.0
    image[:, -1] = 0.0
    return image


def relax(grid, turns: int):
    grid = grid.copy()
    inner = grid[1:-1, 1:-1]  # written in place, turn by turn
    for _ in range(turns):
        inner[:] = 0.25 * (grid[:-2, 1:-1] + grid[2:, 1:-1] + grid[1:-1, :-2] + grid[1:-1, 2:])
        inner[inner < 0] = 0.0
    return grid


def normalise_rows(matrix):
    matrix = matrix.copy()
    for row in matrix:
        row /= np.sqrt(np.sum(row * row))
    return matrix


def rank_rows(scores):
    scores = np.abs(scores)
    for i, row in enumerate(scores):
        row.sort()
        row -= row[0]
        row[0] = i
    return scores


def cumulative_columns(table):
    table = np.array(table, dtype=float)
    columns = table.T
    for j in range(1, len(columns)):
        columns[j] += columns[j - 1]
    return table


def red_black(u, f):  # hybridc: graph
    u = u.copy()
    red, black = u[1:-1:2], u[2:-1:2]
    red[:] = 0.5 * (u[:-2:2] + u[2::2] - f[1:-1:2])
    black[:] = 0.5 * (u[1:-2:2] + u[3::2] - f[2:-1:2])
    return u


def even_odd(samples):
    work = np.sin(samples)
    even, odd = work[::2], work[1::2]
    odd -= even
    even += 0.5 * odd
    return work


def checker(n: int, value):
    board = np.zeros((n, n))
    cells = board.reshape(-1)
    cells[:: n + 1] = value
    corner = board[-2:, :2]
    corner[...] = np.sqrt(value)
    return board
