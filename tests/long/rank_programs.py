"""Programs in which an in-place operator meets what may be a number or an array: ways to come by it, to share it and to
write it."""

import textwrap

from nesting import nested

OPERATORS = {
    "a constant": "+= 1",
    "a parameter": "*= y",
    "an array": "+= np.ones(3)",
    "an element": "-= np.ravel(y)[0]",
    "a division": "/= 2",
}
VALUES = {
    "the parameter": "a = x",
    "an operator": "a = x * 1",
    "a function": "a = np.abs(x)",
    "two of them": "a = np.maximum(x, y)",
    "an element": "z = x * 1\na = z[0]",
    "a sum": "a = sum(np.atleast_1d(x))",
    "a product": "a = x @ x",
    "a branch": "if k > 2:\n    a = x * 2\nelse:\n    a = x + 1",
}
SHARED = {  # what is done, and what is returned
    "another name": ("c = a\nc {op}", "a, c"),
    "two other names": ("c = a\nd = c\nc {op}\nd {op}", "a, c, d"),
    "its own name": ("c = a\na {op}", "a, c"),
    "twice": ("c = a\nc {op}\nc += 1", "a, c"),
    "several targets": ("b = c = a\nc {op}", "a, b, c"),
    "a list": ("L = [a]\na {op}", "L[0], a"),
    "a list that holds it twice": ("L = [a, a]\nL[0] {op}", "L[0], L[1], a"),
    "a dict": ("D = {{'a': a}}\nD['a'] {op}", "D['a'], a"),
    "a tuple": ("T = (a, k)\nb, n = T\nb {op}", "T[0], b, a"),
    "a view": ("v = a.T\nv {op}", "a, v"),
    "its view": ("v = a.T\na {op}", "a, v"),
    "a flat view": ("v = np.ravel(a)\na {op}", "a, v"),
    "one or the other": ("c = a if k > 2 else a + 1\nc {op}", "a, c"),
    "in a branch": ("c = a\nif k > 2:\n    c {op}", "a, c"),
    "named in a loop": ("for i in range(3):\n    c = a\n    c {op}", "a, c"),
    "written in a loop": ("c = a\nfor i in range(3):\n    c {op}", "a, c"),
    "in a while": ("c = a\ni = 0\nwhile i < 2:\n    c {op}\n    i += 1", "a, c"),
    "appended": ("L = []\nfor i in range(3):\n    a {op}\n    L.append(a)", "L[0], L[2], a"),
    "a call": ("b = change(a)", "a, b"),
    "a call alone": ("change(a)", "a"),
    "a call for its own name": ("a = change(a)", "a"),
    "a call in an expression": ("b = change(a) + 1", "a, b"),
    "a call for a sum": ("b = total(a)", "a, b"),
    "a call for a sum alone": ("total(a)", "a"),
    "a call of what returns nothing": ("effect(a)", "a"),
    "a call of what names it anew": ("b = renamed(a)", "a, b"),
    "a call, then an operator": ("b = change(a)\nb {op}", "a, b"),
    "a call in a list": ("L = [change(a)]\na {op}", "L[0], a"),
    "a call in a dict": ("D = {{'a': change(a)}}\nD['a'] {op}", "D['a'], a"),
    "a call in a tuple": ("T = (change(a), k)\na {op}", "T[0], a"),
    "a call in a call": ("b = same(change(a))\nb {op}", "a, b"),
    "a call of a call": ("b = change(change(a))\na {op}", "a, b"),
    "a call in a choice": ("b = change(a) if k > 2 else a\nb {op}", "a, b"),
    "a call of its view": ("b = change(a.T)\nb {op}", "a, b"),
    "a call of its element": ("b = change(np.atleast_1d(a)[0])\nb {op}", "a, b"),
    "a call in a branch": ("b = a\nif k > 2:\n    change(b)", "a, b"),
    "calls in a loop": ("for i in range(3):\n    b = change(a)\n    b {op}", "a, b"),
    "two calls of its element": ("e = np.atleast_1d(a)\nb = after(k, e[0])\nd = after(k, t=e[0])", "e, b, d"),
    "two calls beside a number": ("b = after(k, a)\nd = after(k, a)", "a, b, d"),
    "two calls": ("b = change(a)\nd = change(a)", "a, b, d"),
    "a call beside the parameter": ("b = beside(a, x)", "a, b, x"),
    "a nested function": ("def h(t):\n    t {op}\n    return t\nb = h(a)", "a, b"),
    "a nested function alone": ("def h(t):\n    t {op}\nh(a)", "a"),
    "a closure": ("c = a\ndef h(t):\n    return t + c\nc {op}", "a, c, h(k)"),
    "places exchanged": ("c = a * 2\na, c = c, a\nc {op}", "a, c"),
    "an assignment in an expression": ("d = (c := a) + 1\nc {op}", "a, c, d"),
    "a nested function that returns it": ("def i(t):\n    return t\nc = i(a)\nc {op}", "a, c"),
    "a function that returns it": ("c = same(a)\nc {op}", "a, c"),
}
READ = ("nothing", "behind", "before")  # where the parameter is read as an array
PLACES = ("of the file", "nested")  # where the functions are that are called
_CALLED = {
    "change": "def change(t):\n    t {op}\n    return t",
    "total": "def total(t):\n    t {op}\n    return np.sum(t)",
    "effect": "def effect(t):\n    t {op}",
    "renamed": "def renamed(t):\n    u = t\n    u {op}\n    return u",
    "beside": "def beside(t, u):\n    t {op}\n    return u * 2",
    "after": "def after(k, t):\n    t {op}\n    return t",
    "same": "def same(t):\n    return t",
}


def program(operator: str, value: str, shared: str, read: str, place: str) -> str:
    done, returned = SHARED[shared]
    of_callees = OPERATORS[operator].replace("np.ravel(y)[0]", "3.0").replace("*= y", "*= 2")
    called = "".join(f"{text.format(op=of_callees)}\n\n\n" for name, text in _CALLED.items() if f"{name}(" in done)
    lines = ["s = np.sum(x)"] if read == "before" else []
    lines += [VALUES[value], done.format(op=OPERATORS[operator])]
    lines.append(f"return {returned}, " + {"nothing": "", "behind": "np.sum(x)", "before": "s"}[read])
    body = textwrap.indent("\n".join(lines), "    ")
    source = f"import numpy as np\n\n\n{called}def f(x, y, k):  # hybridc: graph\n{body}\n"
    return (nested(source) if place == "nested" else None) or source
