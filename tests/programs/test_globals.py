"""Globals that change: compiled as arguments and results of functions, or refused; what is read is never stale."""

import copy
import types

import numpy as np
import pytest

import hybridc
from closeness import assert_close
from differential import assert_agree, assert_same, converted, load

V = np.array([3.0, -1.0, 4.0, 0.5])
M = np.arange(12.0).reshape(3, 4) / 8

# A file; what happens to it: calls of its functions, and globals that are set from outside; the functions compiled.
PROGRAMS = {
    "reads": (
        "rate = 0.1\n\ndef f(x):\n    return np.sin(x) * rate\n\nrate = 0.2\n",
        [("f", V), ("=rate", 3), ("f", V), ("=rate", V * 2), ("f", V)],
        {"f"},
    ),
    "writes": (
        "total, count = 0.0, 0\n\ndef add(x):\n    global total, count\n    total += np.sum(x)\n    count += 1\n"
        "    if total > 5:\n        return total\n    return total / count\n\n"
        "def reset(to):\n    global total\n    total = to\n\ndef shown():\n    return f'{count}'\n",
        [("add", V), ("add", V), ("reset", 1), ("add", -V), ("=count", 10), ("add", V)],
        {"add"},
    ),
    "calls": (
        "w = np.ones(4)\nrate = 0.5\nsteps = 0\n\n"
        "def gradient(x):\n    return np.cos(w * x)\n\n"
        "def step(x):\n    global w, steps\n    w = w - rate * gradient(x)\n    steps = steps + 1\n    return np.sum(w)\n\n"
        "def push(x):\n    step(x)\n\n"
        "def run(xs):\n    best = 0.0\n    for x in xs:\n        y = step(x)\n        best = max(best, y)\n    push(xs[0])\n    return best, steps\n\n"
        "def passed(x):\n    return step(x)\n\n"
        "def set_rate(r):\n    global rate\n    rate = r\n",
        [("gradient", V), ("step", V), ("run", M), ("set_rate", 0.1), ("run", -M), ("push", V), ("=w", -V), ("passed", V)],
        {"gradient", "step", "push", "run", "passed"},
    ),
    "statics_and_flags": (
        "N = 3\nMODE = 'sum'\nDEEP = True\nSHAPE = (2, 2)\n\n"
        "def f(x):\n    out = np.zeros(N)\n    for i in range(N):\n        out[i] = np.sum(x) * i\n"
        "    if DEEP:\n        out = out * 2\n    return (out if MODE == 'sum' else -out), np.ones(SHAPE)\n\n"
        "def change(n, mode, deep, shape):\n    global N, MODE, DEEP, SHAPE\n    N = n\n    MODE, DEEP = mode, deep\n    SHAPE = shape\n",
        [("f", V), ("change", 5, "other", False, (3, 1)), ("f", V), ("=N", 2), ("f", -V)],
        {"f"},
    ),
    "hidden_names": (
        "rate = 0.5\nscale = 2.0\nlast = 1.0\n\n"
        "def base(x):\n    return np.sin(x) * rate\n\n"
        "def parameter(rate, x):\n    return np.sum(x) * rate\n\n"
        "def local(x):\n    rate = np.sum(x)\n    return base(x) * rate\n\n"
        "def inner(x):\n    return sum([rate * v for v in x]) + sum(map(lambda scale: scale * rate, x)) + np.sum(x)\n\n"
        "def closed(x):\n    def scaled(v):\n        return v * scale\n    return scaled(x) + np.cos(x)\n\n"
        "def result(x, result=2.0, *, more=1.0):\n    global last\n    last = np.sum(x)\n    return last * result * more\n\n"
        "rate = 0.25\nscale = 4.0\n",
        [("base", V), ("parameter", 2.0, V), ("local", V), ("inner", V), ("closed", V), ("=rate", 3.0), ("=scale", 0.5),
         ("inner", V), ("closed", V), ("local", V), ("result", V), ("result", V, 3.0)],
        {"base", "parameter", "local", "inner", "closed", "result"},
    ),
    "early_returns_and_none": (
        "s = 2.0\n\n"
        "def step(x):\n    global s\n    if x > 1:\n        s = s * x\n        return 1\n    elif x > 0:\n        return 2\n"
        "    s = s - np.abs(x)\n    return 3\n\n"
        "def nothing(x):\n    global s\n    if np.sin(x) > 1:\n        return\n    s = np.cos(x)\n\n"
        "def one(x):\n    '''Sets.'''\n    global s\n    s = np.cos(x) * s\n",
        [("step", 3.0), ("step", 0.5), ("step", -2.0), ("nothing", 0.5), ("step", 3.0), ("one", 0.2)],
        {"step", "nothing", "one"},
    ),
    "a_number_that_becomes_an_array": (
        "total = 0.0\n\ndef add(x):\n    global total\n    total = total + np.sin(x)\n    return np.sum(total)\n",
        [("add", V), ("add", V), ("=total", 1.0), ("add", V)],
        {"add"},
    ),
    "arrays_written_in_place_by_host_code": (
        "w = np.zeros(4)\n\ndef predict(x):\n    return np.sum(w * x)\n\ndef put(i, v):  # hybridc: host\n    w[i] = v\n\nw[0] = 1.0\n",
        [("predict", V), ("put", 1, 5.0), ("predict", V), ("=w", V), ("put", 0, 9.0), ("predict", V)],
        {"predict"},
    ),
    "set_by_every_kind_of_statement": (
        "rate = 1.0\nfor rate in (0.1, 0.2):\n    pass\nwith np.errstate(all='ignore'):\n    scale = 2.0\nscale *= 2\n"
        "if rate > 0:\n    bias = 1.0\nelse:\n    bias = 0.0\n"
        "try:\n    slope = 1.0\nexcept ValueError:\n    slope = 2.0\n\n"
        "def f(x):\n    return np.sin(x) * scale * rate + bias + slope\n",
        [("f", V), ("=bias", 2.0), ("f", V)],
        {"f"},
    ),
    "defaults_and_stars": (
        "rate = 0.5\nn = 0\n\n"
        "def f(x, by=rate, *more, scale=2.0, **rest):\n    global n\n    n = n + len(more) + len(rest)\n    return np.sin(x) * by * scale * rate\n\n"
        "def g(x, /, y=1.0):\n    z = f(x, y)\n    z = f(z, scale=1.0)\n    return z * np.cos(x)\n\nrate = 0.75\n",
        [("f", V), ("f", V, 2.0, 3, 4), ("=rate", 9.0), ("f", V), ("g", V), ("g", V, 3.0)],
        {"f", "g"},
    ),
    "methods": (
        "rate = 0.5\ncount = 0\n\n"
        "def scaled(x):\n    return np.tanh(x) * rate\n\n"
        "def counted(x):\n    global count\n    count = count + 1\n    return scaled(x) + count\n\n"
        "class Model:\n    def __init__(self, w):\n        self.w = w\n        self.rate = 3.0\n\n"
        "    def forward(self, x):\n        y = counted(self.w * x)\n        return y * self.rate * rate\n\n"
        "    def push(self, x):\n        global rate\n        self.w = self.w + scaled(x)\n        rate = np.sum(self.w)\n        y = self.forward(x)\n        return y\n\n"
        "model = Model(np.ones(4))\n\n"
        "def use(x):  # hybridc: host\n    return model.forward(x), model.push(x)\n\nrate = 0.25\n",
        [("use", V), ("=rate", 0.1), ("use", -V), ("scaled", V)],
        {"scaled", "counted", "Model.forward", "Model.push"},
    ),
    "recursion": (
        "rate = 0.5\n\n"
        "def power(x, n: int):\n    if n == 0:\n        return np.ones(4)\n    return rate * x * power(x, n - 1)\n\nrate = 2.0\n",
        [("power", V, 3), ("=rate", 0.1), ("power", V, 2)],
        {"power"},
    ),
    "passed_as_values": (
        "rate = 0.5\n\ndef f(x):\n    return np.sin(x) * rate\n\n"
        "def each(function, xs):  # hybridc: host\n    return [function(x) for x in xs]\n\n"
        "def use(xs):  # hybridc: host\n    return each(f, xs), list(map(f, xs))\n\nrate = 2.0\n",
        [("use", M), ("=rate", 0.1), ("use", M)],
        {"f"},
    ),
    "handed_to_compiled_functions": (
        "rate = 0.5\n\ndef g(function, x):\n    return function(x) + np.sum(x)\n\n"
        "def use(x):  # hybridc: host\n    return g(lambda v: v * rate, x)\n\nrate = 2.0\n",
        [("use", V), ("=rate", 0.1), ("use", V), ("=rate", 0.2), ("use", V)],
        {"g"},
    ),
    "none_at_first": (
        "state = None\n\ndef begin(x):\n    global state\n    state = np.cos(x)\n\n"
        "def step(x):\n    global state\n    state = state * x\n    return np.sum(state)\n",
        [("begin", V), ("step", V), ("begin", -V), ("step", V)],
        {"begin", "step"},
    ),
    "private_functions_and_clashing_names": (
        "rate = 0.5\n_f = 3.0\n\n"
        "def _scaled(x):\n    return np.sin(x) * rate\n\n"
        "def f(x):\n    return _scaled(x) + rate\n\nrate = 2.0\n",
        [("f", V), ("=rate", 0.1), ("f", V), ("_scaled", V)],
        {"f", "_scaled"},
    ),
    "stays_python": (
        "log = []\nrate = 0.5\n\ndef logged(x):  # hybridc: host\n    log.append(float(np.sum(x)) * rate)\n    return len(log)\n\n"
        "def counter(n):\n    global rate\n    for i in range(n):\n        rate += i / 2\n\n"
        "def f(x):\n    return np.sin(x) * rate\n",
        [("logged", V), ("counter", 3), ("logged", V), ("f", V)],
        {"f"},
    ),
}  # fmt: skip


def source(body):
    return f"import numpy as np\n\n{body}"


def values(module):
    """The globals that hold numbers and arrays."""
    return {
        name: value
        for name, value in vars(module).items()
        if not (name.startswith("__") or isinstance(value, types.ModuleType | str | bool) or callable(value))
        and np.asarray(value).dtype != object
    }


@pytest.mark.parametrize("name", PROGRAMS)
def test_values_and_globals_agree(name):
    body, events, compiled = PROGRAMS[name]
    result = hybridc.convert(source(body), filename="program.py")
    assert result.code is not None, [f"{d.location.line}: {d.code} {d.message}" for d in result.refusals]
    assert {f.name for f in result.functions if f.outcome is hybridc.Outcome.COMPILED} == compiled
    one, other = load(source(body)), load(result.code, "generated")
    for event, *arguments in events:
        if event.startswith("="):
            for module in (one, other):
                setattr(module, event[1:], copy.deepcopy(arguments[0]))
            continue
        expected, actual = (getattr(m, event)(*copy.deepcopy(arguments)) for m in (one, other))
        assert_same(expected, actual)
        theirs, ours = values(one), values(other)
        assert_same(theirs, {n: ours[n] for n in theirs})


READS = "\n\ndef f(x):\n    return np.sin(x) * rate\n"

# Programs of which some function must not be compiled, since the global that it reads is bound or changed elsewhere.
CHANGING = {
    "by_an_async_function": "rate = 1.0\n\nasync def g():\n    global rate\n    rate += 2.0\n    rate = [rate]\n" + READS,
    "by_a_nested_function": (
        "rate = [1.0]\n\ndef g():\n    def h():\n        global rate\n        rate = 2.0\n    return h\n" + READS
    ),
    "by_the_body_of_a_class": "rate = [1.0]\n\nclass A:\n    global rate\n    rate = 3.0\n" + READS,
    "by_an_import": "rate = [1.0]\n\ndef g():\n    global rate\n    import math as rate\n" + READS,
    "in_place_by_an_async_function": "rate = [1.0]\n\nasync def g():\n    rate[0] = 2.0\n" + READS,
}  # fmt: skip


@pytest.mark.parametrize("name", CHANGING)
def test_who_changes_a_global_is_found(name):
    assert {d.code for d in hybridc.check("import numpy as np\n\n" + CHANGING[name]).refusals} & {"HYB601", "HYB603"}


def test_a_host_function_that_reads_a_changing_global_is_not_passed_into_compiled_code():
    text = (
        "import numpy as np\n\nrate = [1.0]\n\ndef g(x):  # hybridc: host\n    return x * rate[0]\n\n"
        "def f(xs):\n    return np.sum(xs) + sum(map(g, xs))\n\nrate = [2.0]\n"
    )
    assert [d.code for d in hybridc.check(text).refusals] == ["HYB601"]


def test_a_result_that_must_be_known_while_tracing_does_not_come_from_a_changing_global():
    text = (
        "import numpy as np\n\nn = [3]\n\ndef size():\n    return len(n)\n\n"
        "def f(x):\n    return np.zeros(size()) + np.sum(x)\n\nn = [3, 4]\n"
    )
    assert "HYB601" in {d.code for d in hybridc.check(text).refusals}


REFUSED = {
    "a_list": ("ws = [1.0]\n\ndef f(x):\n    return np.sin(x) * ws[0]\n\nws = [2.0]\n", "HYB601"),
    "static_for_one_and_set_by_another": (
        "n = 3\n\ndef f(x):\n    return np.zeros(n) + np.sum(x)\n\ndef g(x):\n    global n\n    n = n + 1\n    return np.sin(x)\n",
        "HYB305",
    ),
    "a_flag_that_is_set": (
        "done = False\n\ndef f(x):\n    global done\n    done = True\n    return np.sin(x)\n",
        "HYB305",
    ),
    "hidden_by_a_parameter": (
        "rate = 1.0\n\ndef f(x):\n    return np.sin(x) * rate\n\ndef g(x, rate):\n    return f(x) * rate + np.cos(x)\n\nrate = 2.0\n",
        "HYB601",
    ),
    "hidden_in_a_nested_function": (
        "rate = 1.0\n\ndef f(x):\n    return np.sin(x) * rate\n\n"
        "def g(x):\n    return rate * sum(f(rate) for rate in x) + np.sum(x)\n\nrate = 2.0\n",
        "HYB601",
    ),
    "perhaps_not_bound": (
        "def f(x):\n    return np.sin(x) * rate if x.ndim else x\n\nprint(f(np.ones(())))\nrate = 1.0\nrate = 2.0\n",
        "HYB601",
    ),
    "deleted": ("rate = 1.0\n\ndef f(x):\n    return np.sin(x) * rate\n\nrate = 2.0\ndel rate\n", "HYB601"),
    "passed_on_as_a_value": (
        "rate = 1.0\n\ndef f(x):\n    return np.sin(x) * rate\n\ndef g(x):\n    return np.sum(x) + sum(map(f, x))\n\nrate = 2.0\n",
        "HYB601",
    ),
    "set_in_the_middle_of_an_expression": (
        "t = 0.0\n\ndef f(x):\n    global t\n    t = t + np.sum(x)\n    return np.sin(x)\n\ndef g(x):\n    return f(x) * t + np.cos(x)\n",
        "HYB601",
    ),
    "the_result_bound_to_what_the_call_sets": (
        "w = np.ones(4)\n\ndef f(x):\n    global w\n    w = w + np.sin(x)\n    return np.cos(x)\n\n"
        "def g(x):\n    global w\n    w = f(x)\n    return np.sum(x)\n",
        "HYB305",
    ),
    "handed_to_a_compiled_function": (
        "rate = 1.0\n\ndef f(x):\n    return np.sin(x) * rate\n\ndef g(function, x):\n    return function(x) + np.sum(x)\n\n"
        "rate = 2.0\nprint(g(f, np.ones(3)))\n",
        "HYB601",
    ),
    "a_kept_lambda_handed_to_a_compiled_function": (
        "rate = 1.0\n\ndef g(function, x):\n    return function(x) + np.sum(x)\n\n"
        "scaled = lambda v: v * rate\nrate = 2.0\nprint(g(scaled, np.ones(3)))\n",
        "HYB601",
    ),
    "the_default_of_a_compiled_function": (
        "rate = 1.0\n\ndef f(x):\n    return np.sin(x) * rate\n\ndef g(x, function=f):\n    return function(x) + np.sum(x)\n\nrate = 2.0\n",
        "HYB601",
    ),
    "another_reason": (
        "rate = 1.0\n\ndef f(x):\n    return np.sum(x).item() * rate\n\nrate = 2.0\n",
        "HYB101",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_is_refused(name):
    body, code = REFUSED[name]
    result = hybridc.convert(source(body))
    assert result.code is None
    assert code in {d.code for d in result.refusals}


def test_only_the_reason_is_said():
    refusals = hybridc.check(source(REFUSED["another_reason"][0])).refusals
    assert [(d.code, d.location.line, d.location.column, d.function) for d in refusals] == [("HYB101", 6, 12, "f")]


@pytest.mark.parametrize("name", REFUSED)
def test_refused_functions_stay_as_they_are(name):
    body, _ = REFUSED[name]
    refusals = hybridc.check(source(body)).refusals
    code = hybridc.convert(source(body), options=hybridc.Options(partial=True, format=False)).code
    if any(d.function is None for d in refusals):
        assert code is None
        return
    for d in refusals:
        function = source(body).split(f"def {d.function}(")[1].split("\n\n")[0]
        assert function in code


@pytest.mark.parametrize(
    "host",
    [
        "y = f(V)\nz = y\ny += 1\n",
        "def g(x):  # hybridc: host\n    return f(x)\n\ny = g(V)\ny[0] = 1.0\n",
        "f(V)\nkept = w\nkept[0] = 1.0\n",
        "def g():\n    kept = w\n    kept += 1.0\n",
    ],
)
def test_host_code_changes_what_compiled_code_set(host):
    text = (
        "V = np.ones(4)\nw = np.zeros(4)\n\ndef f(x):\n    global w\n    w = w + np.sin(x)\n    return w * 2\n\n" + host
    )
    expected, actual = load(source(text)), load(converted(source(text)), "generated")
    for name in {"w", "y", "z", "kept"} & vars(expected).keys():
        assert_close(getattr(actual, name), getattr(expected, name))


def test_a_number_that_may_be_an_array_is_asked():
    text = source(
        "t = 0.0\n\ndef set(to):\n    global t\n    t = to\n\n"
        "def f(x):\n    global t\n    t += np.sum(x)\n    return np.sin(x)\n"
    )
    ours, theirs = load(converted(text), "generated"), load(text)
    for given in (2, V):
        kept = [np.copy(given) if isinstance(given, np.ndarray) else given for _ in range(2)]
        for module, value in zip((ours, theirs), kept, strict=True):
            module.set(value)
            module.f(V)
        assert_same((theirs.t, kept[1]), (ours.t, kept[0]))


def test_diagnostics_stand_where_the_function_stands():
    text = source(
        "rate = 1.0\n\n\ndef f(x):\n    '''Doc.'''\n    global rate  # kept\n    y = np.sum(x) * rate\n"
        "    if y > 0:\n        rate = y\n    return y\n"
    )
    found = hybridc.check(text)
    assert [(d.code, d.location.line, d.location.column, d.function) for d in found.diagnostics] == [
        ("HYB201", 10, 5, "f")
    ]
    assert [(f.name, f.line) for f in found.functions] == [("f", 6)]


def test_options_speak_of_the_function_by_its_own_name():
    text = source(
        "rate = 1.0\n\ndef f(x, k):\n    for i in range(k):\n        x = np.sin(x) * rate\n    return x\n\nrate = 2.0\n"
    )
    code = hybridc.convert(text, options=hybridc.Options(static={"f": frozenset({"k"})})).code
    assert 'static_argnames=("k",)' in code
    assert_same(load(text).f(V, 3), load(code, "generated").f(V, 3))


def test_comments_hints_and_docstrings_are_kept():
    text = source(
        "rate = 1.0\n\n\ndef f(\n    x,  # the input\n    k: float = 2.0,\n) -> np.ndarray:  # hybridc: graph\n"
        '    """Doc.\n\n    More.\n    """\n    # why\n    return np.sin(\n        x * rate\n    ) * k  # done\n    # below\n\n\nrate = 2.0\n'
    )
    code = hybridc.convert(text).code
    for kept in ("# the input", '"""Doc.\n\n    More.\n    """', "# why", "# done", "# below", "-> np.ndarray:"):
        assert kept in code
    assert_same(load(text).f(V), load(code, "generated").f(V))


def test_what_is_written_as_a_delegate_stays():
    text = source(
        "rate = 1.0\n\ndef g(rate, x):\n    return np.sin(x) * rate\n\ndef f(x):\n    return g(rate, x)\n\nrate = 2.0\n"
    )
    code = hybridc.convert(text).code
    assert code.count("def ") == 2
    assert_same(load(text).f(V), load(code, "generated").f(V))


@pytest.mark.parametrize("name", PROGRAMS)
def test_converting_again_changes_nothing(name):
    code = hybridc.convert(source(PROGRAMS[name][0])).code
    assert hybridc.convert(code).code == code


CHANGED_ALIASES = (
    "v = w\nv += 1",
    "v = w[1:]\nv *= 3",
    "u = v = w\nu -= 1",
    "v = w.reshape(-1)\nv[0] = 5",
    "v = np.ravel(w)\nnp.copyto(v, 4.0)",
    "held = [w]\nheld[0] += 1",
    "for v in (w, w):\n    v += 1",
    "def poke():\n    v = w\n    v += 1\n\npoke()",
    "def bump(a):  # hybridc: host\n    a += 1\n\nbump(w)",
    "def same(a):\n    return a\n\nv = same(w)\nv += 1",
    "class Box:\n    pass\n\nbox = Box()\nbox.v = w\nbox.v += 1",
    "state = {'k': w}\nstate['k'] *= 2",
    "w.T[0] = 7",
)


# How a global shares memory with `w`, what host code of the file does later, and which of the two compiled code reads.
LATER_CHANGED = (
    ("part = w[1:]", "w[0:2] += 2", "part"),
    ("part = w[1:]", "part[0] += 2", "w"),
    ("part = w", "w[0] = 5", "part"),
    ("part = w.T", "w[0] = 5", "part"),
    ("part = np.asarray(w).reshape(2, 2)", "part[0] = 5", "w"),
    ("other, part = w, w[1:]", "w[1] = 5", "part"),
    ("part = [w]", "part[0][0] = 5", "w"),
    ("part = {'k': w}", "part['k'][0] = 5", "w"),
    ("class part:\n    held = w", "part.held[0] = 5", "w"),
    ("class part:\n    held = w", "part.held[0] += 5", "w"),
)


@pytest.mark.parametrize(("shares", "change", "read"), LATER_CHANGED)
def test_compiled_code_sees_what_host_code_changes_under_the_name_of_another_global(shares, change, read):
    text = (
        f"import numpy as np\n\nw = np.ones(4)\n{shares}\n\n\ndef poke():  # hybridc: host\n    {change}\n\n\n"
        f"def read(x):  # hybridc: graph\n    return np.sin(x) + np.sum({read})\n"
    )
    original, generated = load(text), load(converted(text), "generated")
    for _ in range(2):
        assert_same(original.read(V), generated.read(V))
        original.poke()
        generated.poke()
    assert_same(original.read(V), generated.read(V))


@pytest.mark.parametrize("changed", CHANGED_ALIASES)
def test_compiled_code_sees_what_changes_under_another_name(changed):
    text = f"import numpy as np\n\nw = np.ones(4)\n{changed}\n\n\ndef read(x):  # hybridc: graph\n    return np.sin(x) + w\n"
    assert_agree(text, "read", [(V,)])


def test_numbers_that_other_names_are_given_stay_constants():
    text = (
        "import numpy as np\n\nn = 3\nh = 0.5 / n\nk = n\nk += 1\nt = h\nt += 2\n\n\ndef read(x):  # hybridc: graph\n"
    )
    result = hybridc.convert(text + "    y = np.zeros(n)\n    for i in range(n):\n        y[i] = x * h\n    return y\n")
    assert "def read(x):" in result.code and "_read" not in result.code


DEFAULTS = "import numpy as np\n\n\ndef bank(x, w=np.ones(4)):\n    return w\n\n\ndef pair(x, *, w=np.ones(4)):\n    return x, w\n\n\n"
WRITES_DEFAULTS = ("a = bank(x)\n    a += np.sin(x)", "a = bank(x)\n    a[0] = x[0]", "b, a = pair(x)\n    a *= x")
READS_DEFAULTS = (
    "a = bank(x) + 0\n    a += np.sin(x)",
    "a = bank(x, np.sin(x))\n    a[0] = x[0]",
    "b, a = pair(x)\n    a = a * x",
)


def test_arrays_that_are_defaults_are_not_changed_by_compiled_code():
    for write in WRITES_DEFAULTS:
        found = hybridc.check(
            f"{DEFAULTS}def run(x):  # hybridc: graph\n    {write}\n    return bank(x) + a\n"
        ).diagnostics
        assert [d.code for d in found if d.is_refusal] == ["HYB305"], write
    body = "".join(
        f"def run{k}(x):  # hybridc: graph\n    {read}\n    return bank(x) + a\n\n\n"
        for k, read in enumerate(READS_DEFAULTS)
    )
    original, generated = load(DEFAULTS + body), load(converted(DEFAULTS + body), "generated")
    for k in range(len(READS_DEFAULTS)):
        for _ in range(2):
            assert_same(getattr(original, f"run{k}")(V), getattr(generated, f"run{k}")(V))


def test_globals_of_functions_that_stay_python_are_numpys():
    text = (
        "import numpy as np\n\nBASE = np.zeros(4)\nPART = BASE[1:]\n\n\n"
        "def kept(x):\n    w = np.maximum(PART, 3.0)\n    return np.linalg.eig(np.diag(w))[0].tolist(), x\n\n\n"
        "def main(x):\n    w = BASE.copy()\n    w[0] = x[0]\n    return w.tolist(), kept(x)\n\n\n"
        "def other(x):\n    return np.sin(x)\n"
    )
    result = hybridc.convert(text, options=hybridc.Options(partial=True))
    assert "BASE = np.zeros(4)" in result.code and "jnp.sin(x)" in result.code
    original, generated = load(text), load(result.code, "generated")
    for _ in range(2):
        assert_same(original.main(V), generated.main(V))
    assert_same(original.BASE, generated.BASE)


def test_what_host_code_makes_of_a_global_is_numpys():
    text = (
        "import numpy as np\n\nBASE = np.arange(4.0)\nPART = BASE[1:]\nONLY = np.ones(4)\n\n\n"
        "def inner(x, i):\n    return np.sin(x)[i] + PART[i] + ONLY[i] + PART.dot(x[1:])\n\n\n"
        "def copied(x):  # hybridc: host\n    w = PART.copy()\n    v = w\n    w += x[1:]\n    v[0] = 7.0\n    return v, inner(x, 2), len(ONLY)\n\n\n"
        "def bare(x):  # hybridc: host\n    w = BASE * 2\n    w[0] = x[0]\n    return w, print(ONLY) is None\n"
    )
    code = converted(text)
    assert "PART = BASE[1:]" in code and "ONLY = jnp.ones(4)" in code and "BASE = np.arange(4.0)" in code
    original, generated = load(text), load(code, "generated")
    for name in ("copied", "bare"):
        for _ in range(2):
            assert_same(getattr(original, name)(V), getattr(generated, name)(V))


@pytest.mark.parametrize(
    ("made", "change"),
    [
        ("np.array([0, 1, 2])", "v = W[None]\n    v[0, 0] = 5"),
        ("np.array([0, 1, 2])", "v = W[part]\n    v += 5"),
        ("np.array([0, 1, 2], ndmin=2)", "for v in W:\n        v += 5"),
    ],
)
def test_views_of_tables_of_numbers_are_no_numbers(made, change):
    text = (
        f"import numpy as np\n\nW = {made}\n\n\ndef change(part):  # hybridc: host\n    {change}\n\n\n"
        "def read(x):\n    return np.sin(x) + W\n\n\n"
        "def main(x):  # hybridc: host\n    a = np.array(read(x))\n    change(slice(0, 2))\n    return a, np.array(read(x))\n"
    )
    assert_same(load(text).main(V[:3]), load(converted(text), "generated").main(V[:3]))


def test_numbers_of_tables_that_arrays_are_made_of_change_with_nobody():
    """What is written was rolled by numbers of a table, and multiplied by some: the table is another array."""
    text = (
        "import numpy as np\n\nCX = np.array([0, 1, 0, -1])\nW = np.array([0.4, 0.3, 0.2, 0.1])\n\n\n"
        "def stream(f, solid):  # hybridc: graph\n    for i in range(4):\n        f[i] = np.roll(np.roll(f[i], CX[i]), -CX[i - 1])\n    kept = f[:, solid]\n"
        "    rho = np.zeros_like(f[0])\n    for k, row in enumerate(f):\n        rho += W[k] * row\n    f[:, solid] = 1 - kept * 2\n    return rho\n"
    )
    f = np.random.default_rng(3).random((4, 5))
    assert_agree(text, "stream", [(f, np.array([True, False, False, True, False]))])


@pytest.mark.parametrize("change", ["v = W[1]\n    v += 5", "for k in range(2):\n        v = W[k]\n        v += 5"])
def test_rows_of_tables_are_views(change):
    text = (
        f"import numpy as np\n\nW = np.array([[0, 1, 2], [3, 4, 5]])\n\n\ndef change():  # hybridc: host\n    {change}\n\n\n"
        "def read(x):\n    return np.sin(x) + W\n\n\n"
        "def main(x):  # hybridc: host\n    a = np.array(read(x))\n    change()\n    return a, np.array(read(x))\n"
    )
    assert_same(load(text).main(V[:3]), load(converted(text), "generated").main(V[:3]))
