"""Lists and dicts that change in loops: collected results, queues, tables, states that are lists of arrays."""

import numpy as np


def collected_powers(x, n):
    out = []
    for k in range(n):
        out.append(x**k)
    return np.array(out)


def rnn_states(xs, w, h):
    states = []
    for x in xs:
        h = np.tanh(w @ h + x)
        states.append(h)
    return np.stack(states), h


def trajectory(position, velocity, dt, steps):
    path = [position]
    energy = []
    for _ in range(steps):
        velocity = velocity - dt * np.sin(position)
        position = position + dt * velocity
        path.append(position)
        energy.append(0.5 * velocity**2 - np.cos(position))
    return np.array(path), energy


def only_positive(xs):
    """A conditional element; only the total is used."""
    kept = []
    for x in xs:
        if x > 0:
            kept.append(np.log(x))
    return sum(kept), len(kept)


def local_maxima(xs):
    peaks = []
    for i in range(1, len(xs) - 1):
        if xs[i - 1] < xs[i] >= xs[i + 1]:
            peaks.append(i)
    return np.array(peaks)


def moving_window(xs, width):  # hybridc: graph
    """Medians of the last values."""
    window = []
    medians = []
    for x in xs:
        window.append(x)
        if len(window) > width:
            window.pop(0)
        medians.append(np.median(np.array(window)))
    return np.array(medians)


def fibonacci_numbers(n=8):  # hybridc: graph
    numbers = [0, 1]
    for _ in range(n - 2):
        numbers.append(numbers[-1] + numbers[-2])
    return np.array(numbers)


def run_lengths(xs):
    lengths = []
    count = 1
    for i in range(1, len(xs)):
        if xs[i] == xs[i - 1]:
            count += 1
        else:
            lengths.append(count)
            count = 1
    lengths.append(count)
    return np.array(lengths)


def two_lists(xs):
    rising = []
    falling = []
    for before, after in zip(xs[:-1], xs[1:]):  # noqa: B905, RUF007
        rising.append(np.maximum(after - before, 0.0))
        falling.append(np.maximum(before - after, 0.0))
    return np.stack([np.array(rising), np.array(falling)])


def extended(x, times):
    values = [x]
    for _ in range(times):
        values.extend([np.sin(values[-1]), np.cos(values[-1])])
    return np.stack(values)


def knapsack(weights, values, capacity):
    """The best total value; the table is a Python list of numbers."""
    table = [0] * (capacity + 1)
    for i in range(len(weights)):
        for c in range(capacity, 0, -1):
            if weights[i] <= c:
                table[c] = max(table[c], table[c - weights[i]] + values[i])
    return np.asarray(table[capacity])


def edit_distance(a, b):
    """Levenshtein distance of two arrays of codes, with two rows."""
    before = list(range(np.size(b) + 1))
    for i in range(1, len(a) + 1):
        row = [i]
        for j in range(1, len(b) + 1):
            if a[i - 1] == b[j - 1]:
                row.append(before[j - 1])
            else:
                row.append(1 + min(before[j - 1], before[j], row[j - 1]))
        before = row
    return before[-1]


def sgd_on_parameters(params, x, rate, steps):
    """A list of two arrays is the state."""
    params = list(params)
    for _ in range(steps):
        w, b = params
        error = np.dot(w, x) + b - 1.0
        gradients = [error * x, error]
        for k in range(len(params)):
            params[k] = params[k] - rate * gradients[k]
    return params


def momentum_dict(x, steps):  # hybridc: graph
    """A dict is the state."""
    state = {"x": x, "v": np.zeros_like(x), "turns": 0}
    for _ in range(steps):
        state["v"] = 0.9 * state["v"] - 0.1 * state["x"]
        state["x"] = state["x"] + state["v"]
        state["turns"] += 1
    return state


def stack_machine(x):  # hybridc: graph
    """A list used as a stack of known depth."""
    stack = [x, 2.0 * x, np.exp(x)]
    while len(stack) > 1:
        a = stack.pop()
        b = stack.pop()
        stack.append(a - b if a > b else a + b)
    return stack[0]


def histogram_by_list(xs, edges):
    counts = [0] * (len(edges) - 1)
    for x in xs:
        for k in range(len(edges) - 1):
            if edges[k] <= x < edges[k + 1]:
                counts[k] += 1
    return np.array(counts)


def running_best(xs):
    """The list is also read back, by its last element."""
    best = [xs[0]]
    for x in xs[1:]:
        best.append(x if x > best[-1] else best[-1])
    return np.array(best)


def viterbi_path(scores, transitions):
    """The best states, by pointers collected on the way forward."""
    best = scores[0]
    pointers = []
    for row in scores[1:]:
        candidates = best[:, None] + transitions
        pointers.append(np.argmax(candidates, axis=0))
        best = np.max(candidates, axis=0) + row
    state = np.argmax(best)
    path = [state]
    for pointer in reversed(pointers):
        state = pointer[state]
        path.append(state)
    return np.array(path[::-1])


def until_converged(x, tolerance):
    history = []
    while True:
        new = 0.5 * (x + 2.0 / x)
        history.append(new)
        if np.abs(new - x) < tolerance:
            break
        x = new
    return history[-1], len(history)


XS = np.array([1.0, 3.0, 3.0, -2.0, 0.5, 0.5])
ONE = np.array([2.0])
NONE = np.zeros(0)
W2 = np.array([[0.5, -0.25], [0.1, 0.3]])
ROWS = np.array([[1.0, 2.0], [0.5, -1.0], [3.0, 0.0]])
WORD = np.array([3, 1, 4, 1, 5])

CASES = {
    "collected_powers": [(2.0, 5), (2.0, 1), (2.0, 0)],
    "rnn_states": [(ROWS, W2, np.zeros(2)), (ROWS[:1], W2, np.ones(2))],
    "trajectory": [(1.0, 0.0, 0.1, 5), (1.0, 0.0, 0.1, 1), (1.0, 0.0, 0.1, 0)],
    "only_positive": [(XS,), (-ONE,), (NONE,), (ONE,)],
    "local_maxima": [(XS,), (ONE,), (np.array([0.0, 2.0, 1.0, 5.0, 4.0]),)],
    "moving_window": [(XS, 3), (XS, 1), (XS, 10), (ONE, 2)],
    "fibonacci_numbers": [(), (3,), (2,), (20,)],
    "run_lengths": [(XS,), (ONE,), (np.array([1, 1, 1]),), (np.array([1, 2, 2]),)],
    "two_lists": [(XS,), (XS[:2],), (ONE,)],
    "extended": [(0.5, 0), (0.5, 1), (0.5, 3)],
    "knapsack": [(np.array([1, 3, 4]), np.array([15, 20, 30]), 4), (np.array([5]), np.array([9]), 4), (WORD, WORD, 0)],
    "edit_distance": [(WORD, WORD), (WORD, WORD[1:]), (WORD, WORD[::-1].copy()), (WORD[:0], WORD), (WORD[:1], WORD)],
    "sgd_on_parameters": [((ONE, 0.5), ONE, 0.1, 3), ((XS, 0.0), XS, 0.01, 1), ((XS, 0.0), XS, 0.01, 0)],
    "momentum_dict": [(XS, 3), (XS, 1), (XS, 0)],
    "stack_machine": [(0.5,), (-3.0,), (2.0,)],
    "histogram_by_list": [(XS, np.array([-2.0, 0.0, 1.0, 4.0])), (ONE, np.array([0.0, 2.0])), (NONE, XS)],
    "running_best": [(XS,), (ONE,), (-XS,)],
    "viterbi_path": [(ROWS, W2), (ROWS[:1], W2), (ROWS[::-1].copy(), -W2)],
    "until_converged": [(1.0, 1e-6), (1.0, 10.0), (30.0, 1e-3)],
}

REFUSED = {
    "only_positive": "HYB214",
    "local_maxima": "HYB214",
    "moving_window": "HYB214",
    "run_lengths": "HYB214",
    "until_converged": "HYB214",
    "edit_distance": "host",  # unrolled as often as an array is long
    "sgd_on_parameters": "host",
}
