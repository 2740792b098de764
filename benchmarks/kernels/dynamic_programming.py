"""Dynamic programming on sequences and tables."""
import numpy as np

NO_MATCH = -1


def edit_distance(a, b):
    """Levenshtein distance of two integer sequences, keeping two rows only."""
    previous = list(range(len(b) + 1))
    current = [0] * (len(b) + 1)
    for i in range(1, len(a) + 1):
        current[0] = i
        for j in range(1, len(b) + 1):
            if a[i - 1] == b[j - 1]:
                current[j] = previous[j - 1]
            else:
                current[j] = 1 + min(previous[j], current[j - 1], previous[j - 1])
        previous, current = current, previous
    return previous[len(b)]


def longest_common_subsequence(a, b):
    """Length of the LCS, and for each entry of a its partner in b (or -1)."""
    n, m = len(a), len(b)
    L = np.zeros((n + 1, m + 1), dtype=int)
    for i in range(n):
        for j in range(m):
            if a[i] == b[j]:
                L[i + 1, j + 1] = L[i, j] + 1
            else:
                L[i + 1, j + 1] = max(L[i, j + 1], L[i + 1, j])
    partner = np.full(n, NO_MATCH)
    i, j = n, m
    while i > 0 and j > 0:
        if a[i - 1] == b[j - 1]:
            partner[i - 1] = j - 1
            i, j = i - 1, j - 1
        elif L[i - 1, j] >= L[i, j - 1]:
            i -= 1
        else:
            j -= 1
    return L[n, m], partner


def knapsack(weights, values, capacity):
    """0/1 knapsack: best total value and the mask of chosen items."""
    n = len(weights)
    best = np.zeros(capacity + 1)
    taken = np.zeros((n, capacity + 1), dtype=bool)
    for i, (w, v) in enumerate(zip(weights, values)):
        for c in range(capacity, w - 1, -1):
            if best[c - w] + v > best[c]:
                best[c] = best[c - w] + v
                taken[i, c] = True
    chosen = np.zeros(n, dtype=bool)
    room = capacity
    for i in range(n - 1, -1, -1):
        if taken[i, room]:
            chosen[i] = True
            room -= weights[i]
    return best[capacity], chosen


def viterbi(log_start, log_trans, log_emit, obs):
    """Most likely state path of a hidden Markov model and its log-probability."""
    T = len(obs)
    S = log_start.shape[0]
    score = np.zeros((T, S))
    back = np.zeros((T, S), dtype=int)
    score[0] = log_start + log_emit[:, obs[0]]
    for t in range(1, T):
        for s in range(S):
            options = score[t - 1] + log_trans[:, s]
            back[t, s] = np.argmax(options)
            score[t, s] = options[back[t, s]] + log_emit[s, obs[t]]
    path = np.zeros(T, dtype=int)
    path[-1] = score[-1].argmax()
    for t in range(T - 1, 0, -1):
        path[t - 1] = back[t, path[t]]
    return path, score[-1].max()


def dtw(x, y, window):
    """Dynamic time warping inside a Sakoe-Chiba band; plain and per-step distance."""
    n, m = len(x), len(y)
    w = max(window, abs(n - m))
    D = np.full((n + 1, m + 1), np.inf)
    D[0, 0] = 0.0
    for i in range(1, n + 1):
        for j in range(max(1, i - w), min(m, i + w) + 1):
            cost = abs(x[i - 1] - y[j - 1])
            D[i, j] = cost + min(D[i - 1, j], D[i, j - 1], D[i - 1, j - 1])
    return D[n, m], D[n, m] / (n + m)


def matrix_chain(dims):
    """Fewest multiplications for a chain of matrices, and the table of split points."""
    n = len(dims) - 1
    cost = np.zeros((n, n), dtype=int)
    split = np.zeros((n, n), dtype=int)
    for length in range(2, n + 1):
        for i in range(n - length + 1):
            j = i + length - 1
            best = None
            for k in range(i, j):
                c = cost[i, k] + cost[k + 1, j] + dims[i] * dims[k + 1] * dims[j + 1]
                if best is None or c < best:
                    best = c
                    split[i, j] = k
            cost[i, j] = best
    return cost[0, n - 1], split
