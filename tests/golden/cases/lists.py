import numpy as np

def unroll(xs, w, h):
    states = []
    for x in xs:
        h = np.tanh(w @ h + x)
        states.append(h)
    return np.stack(states), h

def both(xs, n):
    # collect
    out = []
    sums = [0.0]
    s = 0.0
    for i in range(n):
        s = s + np.sqrt(xs[i])
        out.append(s * 2)
        sums.append(s)
        s = s - 1
    return out, np.array(sums), len(out), out[-1]

def prev(xs, start):
    states = [start]
    for x in xs:
        states.append(np.tanh(states[-1] + x))
    return np.stack(states)
def squares(xs):
    out = []
    for i, x in enumerate(xs):
        out.append(np.sin(x) * i)
    return out
