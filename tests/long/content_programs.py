"""Programs with lists, tuples and dicts of arrays: ways to make them, to change them, and to write what they hold."""

import itertools
import textwrap

LISTS = {
    "a display": "h = [a, b]",
    "a tuple": "h = (a, b)",
    "a copy": "g = [a, b]\nh = list(g)",
    "a copy by its method": "g = [a, b]\nh = g.copy()",
    "a part": "g = [a, b]\nh = g[::-1]",
    "another name": "g = [a, b]\nh = g",
    "appended": "h = []\nh.append(a)\nh.append(b)",
    "appended later": "h = [a]\nh[0][0] = 4\nh.append(b)",
    "repeated": "h = [a] * 2",
    "repeated, made there": "h = [np.sin(a)] * 2",
    "one behind the other": "h = [a] + [b]",
    "spread": "g = (a,)\nh = [*g, b]",
    "a comprehension": "h = [a for i in range(2)]",
    "a comprehension that computes": "h = [a * i for i in range(2)]",
    "a comprehension of two": "h = [e + g for e, g in zip([a, b], (b, a))]",
    "views": "h = [a[1:], b[:2]]",
    "one array twice": "h = [a, a]",
    "in a dict": "g = {'p': [a, b]}\nh = g['p']",
    "made there": "h = [np.sin(a), np.cos(b)]",
    "extended": "h = [a]\nh[0] += 1\nh.extend([b])",
    "made longer": "h = [a]\nh += [b]",
    "inserted": "h = [b]\nh.insert(0, a)",
    "bound again": "h = [b, a]\nh = [h[1], h[0]]",
    "bound in a branch": "h = [a, b]\nif k > 2:\n    h[0] = b",
}
DICTS = {
    "a display": "h = {0: a, 1: b}",
    "a new key": "h = {0: a}\nh[1] = b",
    "a new key of its own": "h = {0: a}\nh[1] = h[0]",
    "updated": "h = {0: a}\nh.update({1: b})",
    "spread": "g = {0: a, 1: a}\nh = {**g, 1: b}",
    "a copy": "g = {0: a, 1: b}\nh = dict(g)",
    "a comprehension": "h = {i: a for i in range(2)}",
}
LIST_CHANGES = {
    "nothing": "",
    "exchanged": "h[0], h[1] = h[1], h[0]",
    "reversed": "h.reverse()",
    "taken out": "p = h.pop(0)\np[0] = 9\nh = [p, *h]",
    "bound anew": "h[1] = a",
    "a loop": "for e in h:\n    e[0] = 7",
    "a compiled loop": "for i in range(k):\n    h[0][1:] += h[1][:-1]",
    "counted": "for i, e in enumerate(h):\n    e[...] = i",
    "by index": "for i in range(len(h)):\n    h[i] *= 2",
    "by another name": "q = h\nq[0] = b",
}
DICT_CHANGES = {
    "nothing": "",
    "exchanged": "h[0], h[1] = h[1], h[0]",
    "taken out": "p = h.pop(0)\np[0] = 9\nh[0] = p",
    "bound anew": "h[1] = a",
    "values": "for e in h.values():\n    e[0] = 7",
    "items": "for i, e in h.items():\n    e[...] = i",
    "keys": "for i in h:\n    h[i] *= 2",
    "keys in a loop": "for j in range(k):\n    for i in h:\n        h[i] += 1",
    "by another name": "q = h\nq[0] = b",
    "asked for": "q = h.get(0)\nq[0] = 3",
}
WRITES = {
    "an element": "h[0][0] = 5",
    "an operator": "h[1] += 2",
    "a name": "t = h[0]\nt *= 3",
    "a new array": "h[0] = h[0] + 1\nh[0][0] = 3",
    "what is held": "a[0] = 8",
}
OWN = ("a = a.copy()\nb = b.copy()\n", "a = np.abs(a)\n", "")
RESULTS = ("h, a, b", "h[0], h[1], a")

CELLS = [
    *itertools.product(OWN, LISTS.values(), LIST_CHANGES.values(), WRITES.values(), RESULTS),
    *itertools.product(OWN, DICTS.values(), DICT_CHANGES.values(), WRITES.values(), RESULTS),
]


def program(own: str, made: str, changed: str, written: str, result: str) -> str:
    """A module with `f`."""
    body = f"{own}{made}\n{changed}\n{written}\nreturn {result}"
    return f"import numpy as np\n\n\ndef f(a, b, k):  # hybridc: graph\n{textwrap.indent(body, '    ')}\n"
