"""Functions that change what they are given, and code that stays Python and calls them: 20 times 60 of them."""

CALLEES = {
    "fills": "def f(x, q, v):\n    x[0] = v * np.pi\n",
    "branch": "def f(x, q, v):\n    if v > 1.0:\n        x[0] = np.sin(v)\n",
    "loop": "def f(x, q, v):\n    for i in range(3):\n        x[i] += v * np.pi\n",
    "two": "def f(x, q, v):\n    x[0] += v\n    q[1:] = np.sin(x[1:])\n",
    "two_branch": "def f(x, q, v):\n    x[0] = np.pi\n    if x[1] > 0:\n        q[0] += v\n",
    "value": "def f(x, q, v):\n    x[1:] += v\n    return np.sum(x)\n",
    "tuple": "def f(x, q, v):\n    x *= v\n    return np.sum(x), x[0] + np.pi\n",
    "arg": "def f(x, q, v):\n    x[x < 1] = np.pi\n    return x\n",
    "arg_and_value": "def f(x, q, v):\n    x[1] = np.pi\n    return x, np.sum(x)\n",
    "other_arg": "def f(x, q, v):\n    x[1] = np.pi\n    return q\n",
    "view_of_arg": "def f(x, q, v):\n    x[1] = np.pi\n    return x[1:]\n",
    "view": "def f(x, q, v):\n    y = x[1:]\n    y[:] = np.sin(v)\n",
    "callee": "def g(a):\n    a[0] = np.pi\n\n\ndef f(x, q, v):\n    g(x)\n    g(q)\n    return np.sum(x) * v\n",
    "nested": "def f(x, q, v):\n    def put(k):\n        x[k] = v * np.pi\n    put(0)\n    put(1)\n",
    "rebind_first": "def f(x, q, v):\n    x = x * 2\n    x[0] = np.pi\n    q[0] = x[1]\n    return np.sum(x)\n",
    "rebind_after": "def f(x, q, v):\n    x[0] = np.pi\n    x = x * v\n    x[1] = 7.0\n    return np.sum(x)\n",
    "rebind_branch": "def f(x, q, v):\n    if v > 1.0:\n        x = np.sin(x)\n    x[0] = np.pi\n    return np.sum(x)\n",
    "early": "def f(x, q, v):\n    if x[1] < 0:\n        return 0.0\n    x[0] = np.pi\n    return x[1]\n",
    "default": "def f(x, q, v=2.0, w=1.0):\n    x[0] = v * np.pi + w\n    return v\n",
}  # fmt: skip

# Definitions of `main(u, q)`, which calls `f`.
CALLERS = {
    "host": 'def main(u, q):  # hybridc: host\n    s = f(u, q, 2.0)\n    return s\n',
    "host_unused": 'def main(u, q):  # hybridc: host\n    f(u, q, 2.0)\n    return u.sum()\n',
    "host_expr": 'def main(u, q):  # hybridc: host\n    print(f(u, q, 2.0))\n',
    "host_same_name": 'def main(u, q):  # hybridc: host\n    u = f(u, q, 2.0)\n    return u\n',
    "host_cond": 'def main(u, q):  # hybridc: host\n    if f(u, q, 2.0) is None:\n        return 1\n    return 2\n',
    "host_return": 'def main(u, q):  # hybridc: host\n    return f(u, q, 2.0)\n',
    "host_aug": 'def main(u, q):  # hybridc: host\n    r = []\n    r += [f(u, q, 2.0)]\n    return r\n',
    "host_alias": 'def main(u, q):  # hybridc: host\n    w = u\n    t = u[1:]\n    s = f(w, q, 2.0)\n    return [s, w, t]\n',
    "host_view": 'def main(u, q):  # hybridc: host\n    s = f(u[1:], q[1:], 2.0)\n    return s\n',
    "host_element": "def main(u, q):  # hybridc: host\n    b = [u, q]\n    d = {'k': b}\n    s = f(d['k'][0], b[1], 2.0)\n    return [s, b]\n",
    "host_made": 'def main(u, q):  # hybridc: host\n    p = np.array(u)\n    s = f(p, q, 2.0)\n    return [s, p]\n',
    "host_loop": 'def main(u, q):  # hybridc: host\n    t = []\n    for i in range(3):\n        t.append(f(u, q, float(i)))\n    return t\n',
    "host_keywords": 'def main(u, q):  # hybridc: host\n    s = f(q=q, v=2.0, x=u)\n    return s\n',
    "host_star": 'def main(u, q):  # hybridc: host\n    a = (u, q, 2.0)\n    s = f(*a)\n    return s\n',
    "host_starstar": "def main(u, q):  # hybridc: host\n    a = {'q': q, 'v': 2.0}\n    s = f(u, **a)\n    return s\n",
    "host_value": 'def apply(h, u, q):  # hybridc: host\n    return h(u, q, 2.0)\n\n\ndef main(u, q):  # hybridc: host\n    return apply(f, u, q)\n',
    "host_name": 'def main(u, q):  # hybridc: host\n    h = f\n    s = h(u, q, 2.0)\n    return s\n',
    "host_dict": "TABLE = {'f': f}\n\n\ndef main(u, q):  # hybridc: host\n    return TABLE['f'](u, q, 2.0)\n",
    "host_default": 'def main(u, q, h=f):  # hybridc: host\n    return h(u, q, 2.0)\n',
    "host_partial": 'def main(u, q):  # hybridc: host\n    return functools.partial(f, u)(q, 2.0)\n',
    "host_map": 'def main(u, q):  # hybridc: host\n    return list(map(f, [u], [q], [2.0]))\n',
    "host_comp": 'def main(u, q):  # hybridc: host\n    return [f(a, q, 2.0) for a in [u, u[1:]]]\n',
    "host_nested": 'def main(u, q):  # hybridc: host\n    def inner(a):\n        return f(a, q, 2.0)\n    return inner(u)\n',
    "host_lambda": 'def main(u, q):  # hybridc: host\n    inner = lambda a: f(a, q, 2.0)\n    return inner(u)\n',
    "host_try": "def main(u, q):  # hybridc: host\n    try:\n        s = f(u, q, 2.0)\n    finally:\n        print('done')\n    return s\n",
    "host_with": "def main(u, q):  # hybridc: host\n    with np.errstate(all='ignore'):\n        s = f(u, q, 2.0)\n    return s\n",
    "host_twice": 'def main(u, q):  # hybridc: host\n    return f(u, q, 2.0), f(u, q, 3.0)\n',
    "host_walrus": 'def main(u, q):  # hybridc: host\n    if (s := f(u, q, 2.0)) is None:\n        return 1\n    return s\n',
    "host_result_written": 'def main(u, q):  # hybridc: host\n    s = f(u, q, 2.0)\n    if isinstance(s, np.ndarray) and s.ndim:\n        s[0] = 9.0\n    return s\n',
    "host_changes_later": 'def main(u, q):  # hybridc: host\n    s = f(u, q, 2.0)\n    u[0] = 9.0\n    u[2] = 7.0\n    q[0] = 8.0\n    return s\n',
    "host_jax_array": 'def make(n):\n    return np.sin(np.arange(n) + 1.0)\n\n\ndef main(u, q):  # hybridc: host\n    p = make(4)\n    s = f(p, q, 2.0)\n    return [s, p]\n',
    "module_lambda": 'main = lambda u, q: f(u, q, 2.0)\n',
    "method": 'class Box:\n    def __init__(self, u):\n        self.u = u\n\n    def go(self, q):\n        return f(self.u, q, 2.0)\n\n\ndef main(u, q):  # hybridc: host\n    b = Box(u)\n    s = b.go(q)\n    return [s, b.u]\n',
    "method_numeric": 'class Box:\n    def __init__(self, u):\n        self.u = u\n\n    def go(self, q):\n        s = f(self.u, q, 2.0)\n        self.t = np.sin(self.u)\n        return s\n\n\ndef main(u, q):  # hybridc: host\n    b = Box(u)\n    s = b.go(q)\n    return [s, b.u, b.t]\n',
    "property": 'class Box:\n    def __init__(self, u, q):\n        self.u = u\n        self.q = q\n\n    @property\n    def go(self):\n        return f(self.u, self.q, 2.0)\n\n\ndef main(u, q):  # hybridc: host\n    return Box(u, q).go\n',
    "decorated": '@functools.lru_cache(None)\ndef main_():\n    return f\n\n\ndef main(u, q):  # hybridc: host\n    return main_()(u, q, 2.0)\n',
    "generator": 'def walk(u, q):\n    yield f(u, q, 2.0)\n    yield np.sum(u)\n\n\ndef main(u, q):  # hybridc: host\n    return list(walk(u, q))\n',
    "compiled": 'def main(u, q):  # hybridc: graph\n    s = f(u, q, 2.0)\n    return np.sum(u) + np.sum(q)\n',
    "compiled_made": 'def main(u, q):  # hybridc: graph\n    p = np.sin(u)\n    r = np.cos(q)\n    s = f(p, r, 2.0)\n    return s, p, r\n',
    "compiled_and_host": 'def inner(u, q):  # hybridc: graph\n    p = np.sin(u)\n    r = np.cos(q)\n    s = f(p, r, 2.0)\n    return np.sum(p) + np.sum(r)\n\n\ndef main(u, q):  # hybridc: host\n    t = inner(u, q)\n    return [t, f(u, q, 2.0)]\n',
    "refused_mask": 'def main(u, q):\n    s = f(u, q, 2.0)\n    big = u[u > 0.5]\n    return s, np.sum(big) + big.size\n',
    "refused_unknown": 'def main(u, q):\n    s = f(u, q, 2.0)\n    np.savetxt\n    return s, np.unique(u)\n',
    "refused_sync": 'def main(u, q):\n    s = f(u, q, 2.0)\n    k = int(u[0])\n    return s, np.zeros(k + 2), np.sin(u)\n',
    "refused_generator": 'def main(u, q):\n    s = f(u, q, 2.0)\n    return s, [v for v in (np.sin(x) for x in u)], np.unique(u)\n',
    "refused_try": 'def main(u, q):\n    try:\n        s = f(u, q, 2.0)\n    except ValueError:\n        s = np.sin(u)\n    return s, np.unique(u)\n',
    "refused_while": "def main(u, q):\n    k = 0\n    while str(f(u, q, 2.0)) != 'x' and k < 2:\n        k += 1\n        u[2] += np.sin(k)\n    return k\n",
    "refused_through": 'def inner(u, q):\n    s = f(u, q, 2.0)\n    return s, np.unique(u)\n\n\ndef main(u, q):\n    s, t = inner(u, q)\n    return s, np.sin(t)\n',
    "refused_result": 'def main(u, q):\n    s = f(u, q, 2.0)\n    z = np.unique(u)\n    if s is not None and np.ndim(s):\n        s[0] = 9.0\n    return s, z\n',
    "refused_alias": 'def main(u, q):\n    w = u\n    t = u[1:]\n    s = f(w, q, 2.0)\n    return s, w, t, np.unique(u)\n',
    "refused_view": 'def main(u, q):\n    m = np.vstack([u, q])\n    f(m[0], m[1], 2.0)\n    return m, np.unique(m)\n',
    "refused_same": 'def main(u, q):\n    u = f(u, q, 2.0)\n    return u, np.unique(q)\n',
    "refused_nested": 'def main(u, q):\n    def inner(a):\n        return f(a, q, 2.0)\n    s = inner(u)\n    return s, np.unique(u)\n',
    "refused_lambda": 'def main(u, q):\n    s = (lambda a: f(a, q, 2.0))(u)\n    return s, np.unique(u)\n',
    "host_two_names": 'def main(u, q):  # hybridc: host\n    p = np.array(u)\n    r = p[1:]\n    p2 = np.zeros(4)\n    s = f(p, p2, 2.0)\n    return [s, p, p2, r]\n',
    "host_rebinds": 'def main(u, q):  # hybridc: host\n    p = np.array(u)\n    hist = []\n    for _ in range(2):\n        p = f(p, np.ones(4), 2.0)\n        hist.append(p)\n    return hist\n',
    "host_rebinds_alone": 'def main(u, q):  # hybridc: host\n    p = np.array(u)\n    for _ in range(2):\n        p = f(p, np.ones(4), 2.0)\n    return p\n',
    "host_aliased": 'def main(u, q):  # hybridc: host\n    w = u\n    s = f(u, w[1:].copy(), 2.0)\n    return [s, w]\n',
    "host_index_call": 'def main(u, q):  # hybridc: host\n    it = iter([1, 0])\n    m = [u, q]\n    s = f(m[next(it)], np.ones(4), 2.0)\n    return [s, list(it)]\n',
    "host_hidden": 'def apply(f, u, q):  # hybridc: host\n    f(u, q, 2.0)\n    return 1\n\n\ndef main(u, q):  # hybridc: host\n    return apply(lambda a, b, c: None, u, q)\n',
    "host_given_name": 'def main(u, q):  # hybridc: host\n    u = f(u, q, 2.0)\n    return 1\n',
    "method_rebinds": 'class Box:\n    def __init__(self, u):\n        self.u = u\n\n    def go(self, q):  # hybridc: host\n        self.u = f(self.u, q, 2.0)\n\n\ndef main(u, q):  # hybridc: host\n    b = Box(u)\n    b.go(q)\n    return [b.u]\n',
    "method_named": 'class Box:\n    def f(self, u, q):\n        return f(u, q, 2.0)\n\n\ndef main(u, q):  # hybridc: host\n    return Box().f(u, q)\n',
    "host_alias_args": 'def main(u, q):  # hybridc: host\n    w = u\n    s = f(u, w, 2.0)\n    return [s, w]\n',
    "host_result_changed": 'def main(u, q):  # hybridc: host\n    s = f(u, q, 2.0)\n    if isinstance(s, tuple):\n        s = s[0]\n    if s is not None and np.ndim(s):\n        s[0] = 9.0\n    return s\n',
    "jax_then_alias": 'def make(n):\n    return np.sin(np.arange(n) + 1.0)\n\n\ndef main(u, q):  # hybridc: host\n    p = make(4)\n    w = p\n    s = f(p, q, 2.0)\n    w[1] = 5.0\n    return [s, p, w]\n',
    "recursive": 'def main(u, q, n=2):\n    if n == 0:\n        return f(u, q, 2.0)\n    return main(u, q, n - 1)\n',
}  # fmt: skip

# What stands at the top level, and sets `OUT`.
STATEMENTS = {
    "module": 'u = np.array([0.3, -1.0, 2.0, 0.5])\nq = np.array([1.5, 0.25, -2.0, 3.0])\nw = u\nt = u[1:]\ns = f(u, q, 2.0)\nOUT = [s, u, q, w, t]\n',
    "module_expr": 'u = np.array([0.3, -1.0, 2.0, 0.5])\nq = np.array([1.5, 0.25, -2.0, 3.0])\nOUT = [f(u, q, 2.0), u, q]\n',
    "module_bare": 'u = np.array([0.3, -1.0, 2.0, 0.5])\nq = np.array([1.5, 0.25, -2.0, 3.0])\nfor k in range(2):\n    f(u, q, 2.0)\nOUT = [u, q]\n',
    "module_if": "if __name__ != 'x':\n    u = np.array([0.3, -1.0, 2.0, 0.5])\n    q = np.array([1.5, 0.25, -2.0, 3.0])\n    s = f(u, q, 2.0)\n    OUT = [s, u, q]\n",
    "module_class": 'class C:\n    u = np.array([0.3, -1.0, 2.0, 0.5])\n    q = np.array([1.5, 0.25, -2.0, 3.0])\n    s = f(u, q, 2.0)\n\n\nOUT = [C.s, C.u, C.q]\n',
    "module_def": 'u = np.array([0.3, -1.0, 2.0, 0.5])\nq = np.array([1.5, 0.25, -2.0, 3.0])\n\n\ndef main(a=f(u, q, 2.0)):  # hybridc: host\n    return a\n\n\nOUT = [main(), u, q]\n',
}  # fmt: skip

DRIVER = "\n\nU = np.array([0.3, -1.0, 2.0, 0.5])\nQ = np.array([1.5, 0.25, -2.0, 3.0])\nOUT = [main(U, Q), U, Q]\n"


ARRAYS = {"arg", "other_arg"}  # the result may be given to the function again
UNFIT = {
    ("two", "host_comp"),
    ("two", "host_aliased"),
    ("tuple", "refused_result"),
    ("arg_and_value", "refused_result"),
}  # the original raises


def programs():
    """By names of callee and caller, the source of every program."""
    for callee, function in CALLEES.items():
        head = f"import functools\nimport numpy as np\n\n\n{function}\n\n"
        for caller, text in CALLERS.items():
            if (callee, caller) in UNFIT or (caller.startswith("host_rebinds") and callee not in ARRAYS):
                continue
            yield f"{callee}-{caller}", head + text + DRIVER
        for caller, text in STATEMENTS.items():
            yield f"{callee}-{caller}", head + text
