"""Names around loops: the loop variable afterwards, names first set inside, one name for several loops."""

import numpy as np


def last_index_visited(xs, step):
    i = 0
    for i in range(0, len(xs), step):  # noqa: B007
        xs = xs * 0.5
    return i + np.sum(xs)


def last_value(xs):
    total = 0.0
    for x in xs:
        total += np.cos(x)
    return total - x


def residual_of_last_step(x, steps):
    """Heron's iteration; the residual is first set inside the loop."""
    for k in range(steps):  # noqa: B007
        residual = x * x - 2.0
        x = x - residual / (2.0 * x)
    return x, np.abs(residual), k


def label_by_branch(x):
    if x > 1.0:
        kind = 2
        scale = np.log(x)
    elif x > 0.0:
        kind = 1
        scale = x
    else:
        kind = 0
        scale = -x
    return kind, scale


def set_in_one_branch(x, low):
    if x < low:
        clipped = True
        correction = low - x
    else:
        clipped = False
    if clipped:
        x = x + correction
    return np.asarray(x)


def seen_maximum(xs):
    """The flag says whether `best` has been set yet."""
    started = False
    for x in xs:
        if np.isnan(x):
            continue
        if not started:
            best = x
            started = True
        elif x > best:
            best = x
    return best if started else np.nan


def interpolate(xs, ys, x):
    """The loop stops at the interval; its index is used below."""
    for i in range(len(xs) - 1):
        if x <= xs[i + 1]:
            break
    t = (x - xs[i]) / (xs[i + 1] - xs[i])
    return np.round(ys[i] + t * (ys[i + 1] - ys[i]), 9)


def two_loops_one_name(xs):
    total = 0.0
    for i in range(len(xs)):
        total += xs[i] * i
    for i in range(len(xs) - 1, -1, -1):
        total = 0.5 * total + xs[i]
    for i in xs:
        total += np.abs(i)
    return total


def nested_reuse(n):
    """The inner loop takes the name of the outer one."""
    total = 0
    for i in range(n):
        total += i
        for i in range(3):
            total += 10 * i
        total += 100 * i
    return np.asarray(total)


def loop_rebinds_its_variable(xs):
    total = 0.0
    for x in xs:
        x = x * x
        if x > 4.0:
            x = 4.0
        total += x
    return np.sqrt(total)


def row_after_loop(grid):
    norm = 0.0
    for row in grid:
        norm = norm + np.sum(row**2)
    return row / np.sqrt(norm)


def inner_minimum_after_nested(grid):
    """Names of the inner loop are read after both."""
    for i in range(grid.shape[0]):
        smallest = grid[i, 0]
        for j in range(1, grid.shape[1]):
            if grid[i, j] < smallest:
                smallest = grid[i, j]
    return smallest, i, np.max(grid)


def argument_shadowed(xs, n):
    count = n
    for n in range(count):
        xs = np.roll(xs, n)
    return xs * n


def iterate_and_report(x, tolerance, limit):
    iterations = 0
    for iterations in range(1, limit + 1):  # noqa: B007
        new = np.cos(x)
        change = np.abs(new - x)
        x = new
        if change < tolerance:
            break
    return x, iterations


def accumulate_or_start(xs):
    """The first turn sets, later turns add."""
    for i, x in enumerate(xs):
        if i == 0:
            level = x
        else:
            level = 0.8 * level + 0.2 * x
    return np.asarray(level)


def previous_value(xs):
    """Each turn reads what the turn before it left."""
    jumps = 0
    for i in range(len(xs)):
        here = xs[i]
        if i > 0 and np.abs(here - before) > 1.0:  # noqa: F821
            jumps += 1
        before = here  # noqa: F841
    return np.asarray(jumps)


def while_sets_name(n):  # hybridc: graph
    while n > 0:
        digit = n % 10
        n //= 10
    return digit


def unpacked_afterwards(pairs):
    area = 0.0
    for a, b in pairs:
        area += a * b
    return area, a, np.exp(-b)


def swap_names(a, b, times):
    for _ in range(times):
        t = a
        a = b
        b = t + 1.0
    return a, np.asarray(b)


def temporary_with_two_types(xs):
    """One name holds an index, then a value, then a vector."""
    t = 0
    for k in range(len(xs)):
        if xs[k] > xs[t]:
            t = k
    t = xs[t]
    t = xs / t
    return np.sum(t)


def name_of_the_runtime(x, n):
    """A local with the name of a module that the generated code imports."""
    control = 0.0
    for _ in range(n):
        control = control + x
    return np.sin(control)


def parameter_named_jnp(jnp, n):
    while n > 0:
        jnp = np.sin(jnp)
        n -= 1
    return jnp


XS = np.array([3.0, -1.0, 2.5, 0.5])
ONE = np.array([2.0])
NONE = np.zeros(0)
GRID = np.array([[3.0, 1.0, 2.0], [0.5, -4.0, 6.0]])
NAN = np.nan

CASES = {
    "last_index_visited": [(XS, 1), (XS, 2), (XS, 3), (ONE, 1), (NONE, 1)],
    "last_value": [(XS,), (ONE,)],
    "residual_of_last_step": [(1.0, 1), (1.0, 4), (3.0, 2)],
    "label_by_branch": [(3.0,), (0.5,), (0.0,), (-2.0,)],
    "set_in_one_branch": [(1.0, 2.0), (3.0, 2.0), (2.0, 2.0)],
    "seen_maximum": [(XS,), (np.array([NAN, -2.0, NAN, -1.0]),), (np.array([NAN]),), (NONE,), (-XS,)],
    "interpolate": [
        (np.arange(4.0), XS, 0.5),
        (np.arange(4.0), XS, 2.75),
        (np.arange(4.0), XS, 9.0),
        (np.arange(2.0), XS[:2], 0.25),
        (np.arange(4.0), XS, -1.0),
    ],
    "two_loops_one_name": [(XS,), (ONE,), (NONE,)],
    "nested_reuse": [(0,), (1,), (4,)],
    "loop_rebinds_its_variable": [(XS,), (ONE,), (NONE,), (-XS,)],
    "row_after_loop": [(GRID,), (GRID[:1],)],
    "inner_minimum_after_nested": [(GRID,), (GRID[:1],), (GRID[:, :1],), (-GRID,)],
    "argument_shadowed": [(XS, 1), (XS, 3), (ONE, 2)],
    "iterate_and_report": [(1.0, 1e-3, 50), (1.0, 10.0, 50), (1.0, 1e-3, 2), (1.0, 1e-3, 0), (1.0, 1e-3, 1)],
    "accumulate_or_start": [(XS,), (ONE,), (XS[:2],)],
    "previous_value": [(XS,), (ONE,), (NONE,), (np.array([1.0, 1.5, 1.0]),)],
    "while_sets_name": [(7,), (1234,), (90,)],
    "unpacked_afterwards": [(GRID.T.copy(),), (GRID[:1, :2],)],
    "swap_names": [(1.0, 2.0, 0), (1.0, 2.0, 1), (1.0, 2.0, 5)],
    "temporary_with_two_types": [(XS,), (ONE,), (-XS,)],
    "parameter_named_jnp": [(0.5, 0), (0.5, 3)],
    "name_of_the_runtime": [(0.5, 0), (0.5, 3)],
}


REFUSED = {
    "set_in_one_branch": "HYB215",
    "seen_maximum": "HYB215",
    "accumulate_or_start": "HYB215",
    "previous_value": "HYB215",
    "parameter_named_jnp": "HYB222",
    "name_of_the_runtime": "HYB222",
}
