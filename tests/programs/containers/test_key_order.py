"""The keys of dicts that compiled functions are given, make, carry and return stay in their order; JAX sorts them."""

import numpy as np
import pytest

import hybridc
from differential import assert_same, load

X = np.array([0.1, 0.2])
P = {"w": X, "b": X * 3, "a": {"v": X + 1, "u": X - 1}}
FLAT = {"w": X, "b": X * 3}

MADE = """
def made(x):
    return {"b": np.sin(x), "a": np.cos(x)}
"""
# Bodies of `def f(x):`, of which `made` is another function.
MAKING = {
    "returned": 'return {"b": np.sin(x), "a": np.cos(x)}',
    "returned by name": 'd = {"b": np.sin(x)}\nd["a"] = x\nreturn d',
    "within a list": 'return [{"b": np.sin(x), "a": {"d": np.cos(x), "c": x}}], x',
    "a sorted one that holds another": 'return {"a": {"d": np.cos(x), "c": x}, "b": x}',
    "of a comprehension": 'return {k: np.sin(x) * n for n, k in enumerate("zyx")}',
    "by keywords": "d = dict(z=np.sin(x), y=np.cos(x))\nreturn d, x",
    "filled": 'd = {}\nfor n in ("z", "y"):\n    d[n] = np.sin(x) + len(n)\nreturn d',
    "updated": 'd = {"c": np.sin(x)}\nd.update(b=np.cos(x))\nd.setdefault("a", x)\nreturn d',
    "spread": 'd = {"v": np.sin(x)}\nreturn {**d, "u": x}',
    "another function's": "return made(x + 1)",
    "another function's, run over": "return np.stack([v * 2 for v in made(x).values()])",
    "of either branch": 'if x.sum() > 0:\n    return {"b": x * 2, "a": x}\nreturn {"b": x, "a": x + 1}',
    "carried by a loop": 'd = {"b": np.sin(x), "a": x}\nfor i in range(len(x)):\n    d["b"] = d["b"] + d["a"] * i\n'
    "return np.stack([v for v in d.values()])",
    "carried by a while": 'd = {"b": np.sin(x), "a": x}\nwhile d["b"].sum() < 5:\n    d["b"] = d["b"] + 1\nreturn d',
    "set by a branch": 'd = {"b": np.sin(x), "a": x}\nif x.sum() > 0:\n    d["b"] = d["b"] * 2\n'
    "out = 0.0\nfor k, v in d.items():\n    out = out * 2 + v.sum()\nreturn out",
    "bound by a branch": 'd = {"b": np.sin(x), "a": x}\nif x.sum() > 0:\n    d = {"b": x, "a": x + 1}\n'
    "return np.stack([v for v in d.values()])",
    "chosen": 'd = {"v": np.sin(x), "u": x} if x.sum() > 0 else {"v": np.cos(x), "u": x}\n'
    "return np.stack([v for v in d.values()])",
}
# Bodies of `def f(p, x):`.
GIVEN = {
    "run over": "return np.stack([np.sin(p[k]) for k in p])",
    "run over by a statement": "s = x\nfor k in p:\n    s = s * 2 + np.sin(p[k])\nreturn s",
    "with another of its keys": "s = x\nfor k in p:\n    s = s * 2 + np.sin(p[k]) * q[k]\nreturn s",
    "by values": "return np.stack([np.sin(v) for v in p.values()])",
    "by items": "s = x\nfor k, v in p.items():\n    s = s * 2 + np.sin(v)\nreturn s",
    "returned": 'return p, np.sin(p["w"]) + x',
    "returned within": 'return {"z": p, "y": np.sin(p["w"]) + x}',
    "handed on": 'return inner(p) + np.sin(p["w"])',
    "handed on, seen there alone": "return np.cos(x) * inner(p)",
    "read alone": 'return np.sin(p["w"]) + p["b"]',
    "asked by a branch": 'if "w" in p:\n    x = x + np.sin(p["w"])\nif "v" not in p:\n    x = x * 2\nreturn x',
    "the first key": "return np.sin(p[next(iter(p))]) + p[list(p)[1]]",
    "a key by name": "it = iter(p)\nk = next(it)\nn = [k for k in p][1]\nreturn np.sin(p[k]) + p[n]",
    "unpacked": "a, b = p\nreturn np.sin(p[a]) + p[b]",
    "mapped": "return np.sin(list(map(lambda k: p[k], p))[0])",
    "asked for its kind": "if isinstance(p, dict):\n    return np.stack([np.sin(v) * len(k) for k, v in [*zip(p, (x, x))]])\nreturn x",
    "asked": 'return np.sin(p["w"]) if "w" in p and len(p) > 1 else x',
}
INNER = """
def inner(p):
    s = 0.0
    for k in p:
        s = s * 2 + np.sin(p[k]).sum()
    return s
"""
WRITTEN = """
def update(params, grads, rate=0.1):
    for k in params:
        params[k] = params[k] - rate * np.tanh(grads[k])
    return params


def update_in_place(params: dict, grads: dict):
    held = params
    for name in grads:
        held[name] -= 0.5 * np.tanh(grads[name])


def forward(params, x):
    return np.tanh(x * params["w"] + params["b"])


def loss(params, x):
    return np.mean(forward(params, x) ** 2) + sum(np.sum(params[k] ** 2) for k in params)


def train(x):
    params = {"w": np.ones(2), "b": np.zeros(2)}
    first = params
    for _ in range(3):
        params = update(params, {k: np.ones_like(v) for k, v in params.items()})
        update_in_place(params, {k: v * 2 for k, v in params.items()})
    return loss(params, x), params, first is params, list(params)
"""


def body(text):
    return "".join(f"    {line}\n" for line in text.split("\n"))


def both(text, forced=False):
    source = f"import numpy as np\n\n{text}"
    if forced:
        source = source.replace("x):\n", "x):  # hybridc: graph\n")
    code = hybridc.convert(source).code
    assert code is not None
    return load(source), load(code, "generated"), code


def assert_in_order(expected, found):
    """The same keys in the same order, at all depths."""
    if isinstance(expected, dict):
        assert isinstance(found, dict) and list(expected) == list(found)
        expected, found = [*expected.values()], [*found.values()]
    if isinstance(expected, list | tuple):
        assert type(expected) is type(found)
        for one, other in zip(expected, found, strict=True):
            assert_in_order(one, other)
    elif isinstance(expected, str):
        assert expected == found
    else:
        assert_same(expected, found)


@pytest.mark.parametrize("name", MAKING)
def test_what_is_made_stays_in_order(name):
    original, own, code = both(f"{MADE}\n\ndef f(x):\n{body(MAKING[name])}", forced=True)
    assert "@jax.jit\ndef f(x)" in code
    for x in (X, -X):
        assert_in_order(original.f(x), own.f(x))


@pytest.mark.parametrize("forced", [False, True])
@pytest.mark.parametrize("name", GIVEN)
def test_what_is_given_stays_in_order(name, forced):
    head = "q, p, x" if "q[" in GIVEN[name] else "p, x"
    original, own, code = both(f"{INNER}\n\ndef f({head}):\n{body(GIVEN[name])}", forced)
    assert "@jax.jit\ndef f(" in code or not forced
    given = [FLAT, X] if head == "p, x" else [{"b": X, "w": X - 1}, FLAT, X]
    assert_in_order(original.f(*given), own.f(*given))


def test_so_are_nested_ones():
    original, own, _ = both("def f(p):\n    return np.stack([np.sin(p['a'][k]) for k in p['a']]), p\n")
    assert_in_order(original.f(P), own.f(P))


def test_what_reads_elements_alone_is_entered_as_ever():
    code = both(f"def f(p, x):\n{body(GIVEN['read alone'])}")[2]
    assert "in_order" not in code and "OrderedDict" not in code
    code = both('def f(x):\n    return {"a": np.sin(x), "b": np.cos(x)}')[2]
    assert "OrderedDict" not in code


def test_functions_that_write_into_such_stay_python():
    original, own, code = both(WRITTEN)
    assert_in_order(original.train(X), own.train(X))
    assert code.count("@jax.jit") == 2


@pytest.mark.parametrize("body", ["self.p = {'w': np.sin(x), 'b': x}", "self.p['w'] = self.p['w'] + np.sin(x)"])
def test_attributes_stay_in_order(body):
    head = "class Net:\n    def __init__(self):\n        self.p = {'w': np.ones(2), 'b': np.zeros(2)}\n\n"
    original, own, _ = both(f"{head}    def step(self, x):\n        {body}\n        return np.cos(x)\n")
    for module in (original, own):
        module.net = module.Net()
        module.net.step(X)
    assert_in_order(original.net.p, own.net.p)


def test_a_hybridized_function_keeps_them():
    def total(p, x):
        s = x
        for k in p:
            s = s * 2 + np.sin(p[k])
        return {"z": s, "y": x}

    assert_in_order(total(FLAT, X), hybridc.hybridize(total)(FLAT, X))
