"""Methods of plain classes: compiled as functions of what they read from their object, which is never stale."""

import copy
import re

import numpy as np
import pytest

import hybridc
from closeness import assert_close
from differential import assert_same, converted, load

V = np.array([3.0, -1.0, 4.0, 0.5])
M = np.arange(12.0).reshape(3, 4) / 8

# The class's body, the arguments of its constructor, calls on one object in their order, and the methods compiled.
CLASSES = {
    "reads_attributes": (
        "def __init__(self, w, b):\n    self.w = w\n    self.b = b\n"
        "def forward(self, x):\n    if np.sum(x) > 0:\n        return np.tanh(self.w * x + self.b)\n    return self.b * x",
        (V, 0.5),
        [("forward", V), ("forward", -V)],
        {"forward"},
    ),
    "sets_attributes": (
        "def __init__(self, s):\n    self.s = s\n    self.count = 0\n"
        "def step(self, x):\n    self.s = 0.5 * self.s + x\n    self.count += 1\n    return np.sum(self.s) * self.count\n"
        "def reset(self):\n    self.s = np.zeros_like(self.s)\n    self.count = 0",
        (V,),
        [("step", V), ("step", -V), ("reset",), ("step", V * 2)],
        {"step", "reset"},
    ),
    "numbers_that_become_arrays": (
        "def __init__(self, p=1, q: float = 2.0):\n    self.v = 0.0\n    self.k = 0\n    self.p = p\n    self.q = q\n"
        "def add(self, x):\n    self.v += x\n    return np.sin(self.v) * 2\n"
        "def scale(self, x):\n    self.k -= x\n    self.p *= np.cos(x)\n    self.q = self.q / 2 + x\n"
        "    return self.k + self.p + self.q",
        (),
        [("add", 0.5), ("add", V), ("add", V), ("add", -0.5), ("scale", 0.25), ("scale", 1), ("scale", V), ("scale", -V)],
        {"add", "scale"},
    ),
    "numbers_of_a_dataclass": (
        "v: float = 0.0\ndef add(self, x):\n    self.v += x\n    return np.sin(self.v)",
        (),
        [("add", V), ("add", V), ("add", 1.5)],
        {"add"},
    ),
    "calls_methods": (
        "def __init__(self, w):\n    self._w = w\n    self.last = 0.0\n"
        "def act(self, x): return np.tanh(self._w @ x)\n"
        "def push(self, x):\n    self.last = self.last * 0.5 + np.sum(self.act(x))\n"
        "def pair(self, x):\n    self.push(x)\n    return self.last, x\n"
        "def run(self, xs):\n    total = 0.0\n    for x in xs:\n        a, b = self.pair(x)\n        total += a * b[0]\n"
        "    self.push(xs[0])\n    return total",
        (M[:, :3],),
        [("run", M[:, 1:]), ("pair", M[1, :3]), ("run", -M[:, 1:])],
        {"act", "push", "pair", "run"},
    ),
    "early_returns_and_none": (
        "def __init__(self, s):\n    self.s = s\n"
        "def step(self, x):\n    if x > 1:\n        self.s = self.s * x\n        return 1\n    elif x > 0:\n        return 2\n"
        "    self.s = self.s - np.abs(x)\n    return 3\n"
        "def nothing(self, x):\n    if np.sin(x) > 1:\n        return\n    self.s = np.cos(x)",
        (2.0,),
        [("step", 3.0), ("step", 0.5), ("step", -2.0), ("nothing", 0.5), ("step", 3.0)],
        {"step", "nothing"},
    ),
    "statics_and_flags": (
        "n: int = 3\nrate = 0.1\n"
        "def __init__(self, deep=True, mode='sum'):\n    self.deep = deep\n    self.mode = mode\n"
        "def f(self, x):\n    out = np.zeros(self.n)\n    for i in range(self.n):\n        out[i] = np.sum(x) * i\n"
        "    if self.deep:\n        out = out * self.rate\n    return out if self.mode == 'sum' else -out",
        (False,),
        [("f", V), ("f", -V)],
        {"f"},
    ),
    "names_that_clash": (
        "def __init__(self, x):\n    self.x = x\n    self.np = 2.0\n    self.result = 1.0\n"
        "def f(self, x, result=3.0, *more, scale=1.0):\n    y = self.x\n    self.result = np.sum(x) * scale\n"
        "    return y * x * self.np + result + len(more)",
        (V,),
        [("f", V), ("f", -V, 2.0), ("f", V, 1.0, 5, 6)],
        {"f"},
    ),
    "written_in_place": (
        "def __init__(self, w):\n    self.w = w.copy()\n    self.grads = np.zeros_like(w)\n"
        "def update(self, x, rate: float):\n    for i in range(len(x)):\n        self.grads[i] += x[i] * 2\n    self.w -= rate * self.grads",
        (V,),
        [("update", V, 0.1), ("update", -V, 0.5)],
        {"update"},
    ),
    "call_and_closures": (
        "def __init__(self, w):\n    self.w = w\n"
        "def __call__(self, x):\n    '''Scales.'''\n    def g(v):\n        return v * self.w\n    return sum([g(v) for v in x]) + np.sum(x)",
        (0.5,),
        [("__call__", V), ("__call__", M)],
        {"__call__"},
    ),
    "methods_of_nearly_one_name": (
        "def __init__(self, w):\n    self.w = w\n"
        "def forward(self, x):\n    return np.tanh(self.w * self._forward(x))\n"
        "def _forward(self, x):\n    return np.sin(x) + self.w",
        (V,),
        [("forward", V), ("_forward", V)],
        {"forward", "_forward"},
    ),
    "defaults_of_the_class": (
        "scale = 2.0\ndef __init__(self, w):\n    self.w = w\n"
        "def scaled(self, x, by=scale):\n    return np.sin(x) * self.w * by\n"
        "def twice(self, x):\n    return np.cos(self.scaled(x))",
        (V,),
        [("scaled", V), ("twice", V)],
        set(),
    ),
    "an_attribute_in_the_place_of_a_method": (
        "def __init__(self, w):\n    self.w = w\n    self.act = np.sin\n"
        "def act(self, x):\n    return np.cos(x) * self.w\n"
        "def run(self, x):\n    return np.sum(self.act(x))",
        (V,),
        [("run", V)],
        set(),
    ),
    "set_by_a_nested_function": (
        "def __init__(self, w):\n    self.w = w\n"
        "def push(self, x):\n    self.w = np.sin(x)\n"
        "def run(self, x):\n    def inner(v):\n        self.push(v)\n    inner(x)\n    return np.sum(self.w)",
        (V,),
        [("run", V * 2), ("push", V)],
        {"push"},
    ),
    "the_result_bound_to_what_the_call_sets": (
        "def __init__(self, w):\n    self.w = w\n"
        "def step(self, x):\n    self.w = self.w + np.sin(x)\n    return np.cos(x)\n"
        "def both(self, x):\n    self.w = self.step(x)\n    return np.sum(x)",
        (V,),
        [("both", V), ("step", V)],
        {"step"},
    ),
    "setters_and_tuples": (
        "def __init__(self, w):\n    self.w = w\n"
        "def set(self, v): self.w = np.sin(v)\n"
        "def pair(self, x):\n    self.w = np.cos(x)\n    return (x), self.w\n"
        "def closed(self, x):\n    self.w = np.sin(x)\n    return (x, self.w)",
        (V,),
        [("set", V), ("pair", V), ("closed", -V)],
        {"set", "pair", "closed"},
    ),
    "stays_python": (
        "def __init__(self, w):\n    self.w = w\n    self.log = []\n    self.fitted = False\n"
        "@property\ndef size(self):\n    return self.w.size\n"
        "@staticmethod\ndef norm(x):\n    return np.sqrt(np.sum(x * x))\n"
        "def described(self, x):\n    return len(f'{self.w}') + np.sum(x)\n"
        "def logged(self, x):\n    self.log.append(np.sum(x))\n    return len(self.log)\n"
        "def itself(self, x):\n    self.w = self.w + np.sum(x)\n    return self\n"
        "def fit(self, x):\n    self.w = np.sum(x)\n    self.fitted = True\n"
        "def sized(self, x):\n    return np.sum(x) * self.size",
        (V,),
        [("described", V), ("logged", V), ("logged", V), ("sized", V), ("fit", V), ("norm", V)],
        {"sized"},
    ),
}  # fmt: skip


def source(body):
    lines = "\n".join(f"    {line}".rstrip() for line in body.split("\n"))
    return f'import numpy as np\n\n\nclass Model:\n    """A model."""\n\n{lines}\n'


def attributes(thing):
    return {
        name: value for name, value in vars(thing).items() if not (isinstance(value, bool | str) or callable(value))
    }


@pytest.mark.parametrize("name", CLASSES)
def test_values_and_attributes_agree(name):
    body, given, calls, compiled = CLASSES[name]
    result = hybridc.convert(source(body), filename="model.py")
    assert result.code is not None, [f"{d.location.line}: {d.code} {d.message}" for d in result.refusals]
    outcomes = {f.name.partition(".")[2] for f in result.functions if f.outcome is hybridc.Outcome.COMPILED}
    assert outcomes == compiled
    one = load(source(body)).Model(*copy.deepcopy(given))
    other = load(result.code, "generated").Model(*copy.deepcopy(given))
    for method, *arguments in calls:
        assert_same(getattr(one, method)(*copy.deepcopy(arguments)), getattr(other, method)(*copy.deepcopy(arguments)))
        assert_same(attributes(one), attributes(other))


def test_attributes_that_change_between_calls_are_seen():
    body, given, *_ = CLASSES["reads_attributes"]
    model = load(hybridc.convert(source(body)).code, "generated").Model(*given)
    first = np.asarray(model.forward(V))
    model.b = 2.0
    model.w = model.w * 0.5
    assert_close(model.forward(V), np.tanh(V * V * 0.5 + 2.0))
    assert not np.allclose(first, model.forward(V))


def test_flags_that_change_between_calls_are_seen():
    body, *_ = CLASSES["statics_and_flags"]
    one, other = load(source(body)).Model(), load(hybridc.convert(source(body)).code, "generated").Model()
    for change in ({}, {"deep": False}, {"n": 5}, {"mode": "other"}):
        vars(one).update(change)
        vars(other).update(change)
        assert_same(one.f(V), other.f(V))


def test_tabs():
    body = "def __init__(self, w):\n\tself.w = w\ndef set(self, v):\n\tself.w = np.sin(v)"
    text = "import numpy as np\n\n\nclass Model:\n" + "\n".join(f"\t{line}" for line in body.split("\n")) + "\n"
    one, other = load(text).Model(V), load(hybridc.convert(text).code, "generated").Model(V)
    one.set(V)
    other.set(V)
    assert_same(one.w, other.w)


def test_other_indents_and_one_line_methods():
    text = (
        "import numpy as np\n\nclass Model:\n  def __init__(self, w):\n    self.w = w\n    self.n = 0.0\n"
        "  def f(self, x, y=2.0): return np.sum(self.w * x) * y\n"
        "  def g(self,\n        x):\n    self.n = self.n + self.f(x)  # counts\n    if self.n > 1:\n      self.n = np.sqrt(self.n)\n"
    )
    one, other = load(text).Model(V), load(hybridc.convert(text).code, "generated").Model(V)
    for x in (V, -V):
        one.g(x)
        other.g(x)
        assert_same((one.n, one.f(x)), (other.n, other.f(x)))


def test_subclassed_and_derived_classes_stay_python():
    text = (
        source(CLASSES["reads_attributes"][0])
        + "\n\nclass Other(Model):\n    def forward(self, x):\n        return np.sin(x)\n"
    )
    assert not any(f.outcome is hybridc.Outcome.COMPILED for f in hybridc.convert(text).functions)


def test_diagnostics_stand_where_the_method_stands():
    text = source(
        "def __init__(self, weight):\n    self.weight = weight\n"
        "def f(self, x):\n    y = np.sum(self.weight * x)\n    return self.weight + y.item()\n"
        "def g(self, x):\n    if np.max(self.weight) > 0:\n        x = x + self.weight\n    return x"
    )
    found = hybridc.check(text).diagnostics
    left = next(d for d in found if d.code == "HYB604")
    assert (left.location.line, left.location.column, left.function) == (11, 30, "Model.f")
    assert "HYB101" in left.message
    assert text.split("\n")[10][29:37] == "y.item()"
    branch = next(d for d in found if d.code == "HYB201")
    assert (branch.location.line, branch.location.column, branch.function) == (13, 9, "Model.g")
    assert (
        text.split("\n")[12][branch.location.column - 1 : branch.location.end_column - 1]
        == "if np.max(self.weight) > 0"
    )


def test_a_method_that_should_be_compiled_is_refused():
    text = source(
        "def __init__(self, w):\n    self.w = w\ndef f(self, x):  # hybridc: graph\n    return np.sum(self.w * x).item()"
    )
    result = hybridc.convert(text)
    assert result.code is None
    assert [(d.code, d.location.line, d.function) for d in result.refusals] == [("HYB101", 10, "Model.f")]


NUMBERS_ALL_THE_SAME = (  # of the bodies of classes, in which `self.v` is to stay one
    "def keep(self, x):\n    self.old = self.v\n    return np.sin(x)",
)
ASKED = (
    "def both(self, x):\n    self.v += np.abs(x)\n    return self.add(x)",
    "def twice(self, x):\n    self.add(x)\n    self.add(x * 2)\n    return np.sin(self.v)",
)
COUNTER = "def __init__(self):\n    self.v = 0.0\n    self.old = 0.0\ndef add(self, x):\n    self.v += x\n    return np.sin(self.v)\n"


@pytest.mark.parametrize("more", ASKED)
def test_what_it_keeps_is_a_number_or_an_array(more):
    text = source(COUNTER + more)
    method, found = re.match(r"def (\w+)", more)[1], []
    for module in (load(text), load(converted(text), "generated")):
        model = module.Model()
        results = [model.add(V)]
        kept = model.v
        results += [model.add(V * 2), getattr(model, method)(V), model.v]
        assert kept is model.v
        number = module.Model()
        results += [number.add(0.5), getattr(number, method)(0.5), number.v]
        found.append(results)
    assert_same(*found)


@pytest.mark.parametrize("more", NUMBERS_ALL_THE_SAME)
def test_numbers_that_are_to_stay_numbers_are_told_of(more):
    result = hybridc.convert(source(COUNTER + more), filename="model.py")
    assert {f.outcome for f in result.functions if not f.name.endswith("__init__")} == {hybridc.Outcome.COMPILED}
    assert any(d.code == "HYB311" and "`self.v`" in d.message for d in result.diagnostics)
    model = load(result.code, "generated").Model()
    model.add(V)
    with pytest.raises(TypeError, match="was converted as a number"):
        model.add(V)
