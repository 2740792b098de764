"""Whole files around PyTorch models, which leave `out`: what writes there, and what else shows it."""

import textwrap


def _model(built, forward, seen, then=""):
    """A model that makes this, is called, and shows this."""
    return f"""
class Outer(nn.Module):
    def __init__(self):
        super().__init__()
{textwrap.indent(built, " " * 8)}

    def forward(self, x):
{textwrap.indent(forward, " " * 8)}


x = torch.ones(3)
n = Outer()
{then}out = [{seen}]
"""


def _function(made, body, seen):
    """A function that writes what the top level has made."""
    return f"""
{made}


def f(x):
{textwrap.indent(body, " " * 4)}


f(torch.ones(3))
out = [{seen}]
"""


def _given_back(write):
    """What a model gives back is what it was given, and is written."""
    return f"""
class Ident(nn.Module):
    def forward(self, x):
        return x


def run(model, x):
    y = model(x)
    {write}
    return y


x = torch.ones(3)
out = [run(Ident(), x), x]
"""


def _two_models(write):
    """The parameters of two models are made of one array."""
    return f"""
shared = torch.ones(3)


class Outer(nn.Module):
    def __init__(self, w):
        super().__init__()
        self.p = nn.Parameter(w)

    def forward(self, x):
        return self.p * x


a, b = Outer(shared), Outer(shared)
{write}
x = torch.ones(3)
out = [a(x), b(x), shared]
"""


FILES = {
    "global_aug": _function("W2 = torch.ones(3)\nother = W2", "global W2\nW2 += x", "W2, other"),
    "global_method": _function("W2 = torch.ones(3)\nother = W2", "W2.add_(x)", "W2, other"),
    "global_list": _function("W2 = torch.ones(3)\nother = [W2]", "global W2\nW2 += x", "W2, other[0]"),
    "global_list2": _function("W2 = torch.ones(3)\nother = [W2]", "other[0].add_(x)", "W2, other[0]"),
    "global_dict": _function("STATE = {'w': torch.ones(3)}\nW2 = STATE['w']", "STATE['w'] += x", "W2, STATE['w']"),
    "global_dict2": _function("W2 = torch.ones(3)\nSTATE = {'w': W2}", "STATE['w'].add_(x)", "W2, STATE['w']"),
    "global_loop": _function("W2 = torch.ones(3)\nB2 = torch.zeros(3)", "for p in (W2, B2):\n    p += x", "W2, B2"),
    "global_model": """
W2 = torch.ones(3)


class N(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer('w', W2)

    def forward(self, x):
        return x * self.w


def f(x):
    global W2
    W2 += x


n = N()
f(torch.ones(3))
out = [n(torch.ones(3)), W2]
""",
    "global_item": """
W2 = torch.ones(3)
other = W2[1:]


def f(x):
    W2[1] = x


f(7.0)
out = [W2, other]
""",
    "global_ret": """
W2 = torch.ones(3)


def get():
    return W2


v = get()
v += 1
out = [W2, v]
""",
    "global_ret_m": """
W2 = torch.ones(3)


def get():
    return W2


get().add_(1)
out = [W2]
""",
    "global_cache": """
CACHE = {}


def get(n):
    if n not in CACHE:
        CACHE[n] = torch.zeros(n)
    return CACHE[n]


get(3).add_(1)
v = get(3)
v += 1
out = [get(3)]
""",
    "global_default": """
W2 = torch.ones(3)


def f(x, w=W2):
    w += x
    return w


f(torch.ones(3))
f(torch.ones(3))
out = [W2]
""",
    "global_default_list": """
def f(x, held=[]):
    held.append(x)
    return held


a = torch.ones(3)
h = f(a)
a += 1
out = [h[0]]
""",
    "cls_attr": """
class C:
    w = torch.ones(3)

    def bump(self):
        self.w += 1


a, b = C(), C()
kept = C.w
a.bump()
out = [b.w, kept]
""",
    "cls_attr_m": """
class C:
    w = torch.ones(3)

    def bump(self):
        self.w.add_(1)


a, b = C(), C()
a.bump()
out = [b.w, C.w]
""",
    "nonlocal": """
def counter():
    total = torch.zeros(3)
    kept = total

    def add(x):
        nonlocal total
        total += x
        return total

    add(torch.ones(3))
    return kept, total


out = list(counter())
""",
    "closure_get": """
def counter():
    total = torch.zeros(3)

    def get():
        return total

    v = get()
    v += 1
    return total


out = [counter()]
""",
    "model_ident": _given_back("y += 1"),
    "model_ident_m": _given_back("y.mul_(2)"),
    "model_ident_item": _given_back("y[0] = 2"),
    "fn_arg": """
def apply(fn, x):
    y = fn(x)
    y += 1
    return y


x = torch.ones(3)
out = [apply(lambda t: t, x), x]
""",
    "fn_arg2": """
def ident(t):
    return t


def apply(fn, x):
    y = fn(x)
    y.add_(1)
    return y


x = torch.ones(3)
out = [apply(ident, x), x]
""",
    "forward_zip": """
class Outer(nn.Module):
    def __init__(self):
        super().__init__()
        self.m = nn.Linear(3, 3)
        self.t = nn.Linear(3, 3)
        nn.init.constant_(self.m.weight, 0.5)
        nn.init.constant_(self.t.weight, 0.25)
        nn.init.constant_(self.m.bias, 0.5)
        nn.init.constant_(self.t.bias, 0.25)

    @torch.no_grad()
    def forward(self, x):
        for p, q in zip(self.m.parameters(), self.t.parameters()):
            q.data.copy_(p.data * 0.5 + q.data * 0.5)
        return self.t(x)


x = torch.ones(3)
n = Outer()
out = [n(x), n(x), n.t.weight]
""",
    "forward_param_twice": _model(
        "b = torch.ones(3)\nself.p = nn.Parameter(b)\nself.q = nn.Parameter(b)",
        "self.p.data.add_(x)\nreturn self.q * 10",
        "n(x), n(x), n.q",
    ),
    "ctor_param_twice": _model(
        "b = torch.ones(3)\nself.p = nn.Parameter(b)\nself.q = nn.Parameter(b)\nnn.init.zeros_(self.p)",
        "return self.q * 10 + x",
        "n(x), n.q",
    ),
    "param_buffer_ctor": _model(
        "b = torch.ones(3)\nself.p = nn.Parameter(b)\nself.register_buffer('q', b)",
        "self.q += x\nreturn self.p * 10",
        "n(x), n(x), n.p, n.q",
    ),
    "param_buffer_ctor2": _model(
        "b = make()\nself.p = nn.Parameter(b)\nself.register_buffer('q', b)",
        "return self.p * 10 + self.q + x",
        "n(x), n.p, n.q",
        "n.p.data.add_(1)\n",
    ),
    "param_two_models": _two_models("a.p.data.add_(1)"),
    "param_two_load": _two_models("a.load_state_dict({'p': torch.zeros(3)})"),
    "lru": """
@functools.lru_cache()
def anchor(n):
    return torch.ones(n)


a = anchor(3)
a += 1
out = [anchor(3)]
""",
    "func_named": """
def step(params):
    for p in params:
        p -= 0.5


w = torch.ones(3)
b = torch.zeros(3)
step([w, b])
out = [w, b]
""",
    "sgd": """
def sgd(params, lr):
    with torch.no_grad():
        for p in params:
            p -= lr * p


w = torch.ones(3)
b = torch.zeros(3)
sgd([w, b], 0.5)
out = [w, b]
""",
}

DEFAULTS = """
def added(x, w=torch.ones(3)):
    w += x
    return w


def scaled(x, *, w=torch.ones(3)):
    w.mul_(x)
    return w * 2


def element(x, w=torch.ones(3)):
    w[0] = w[0] + x[0]
    return w.sum()


def anchor(base=torch.ones(3)):
    return base


x = torch.full((3,), 2.0)
mine = torch.ones(3)
anchor().add_(1)
out = [added(x).clone(), added(x), scaled(x), scaled(x), element(x), element(x), anchor(), added(x, mine), mine]
"""
READ_DEFAULT = """
def scaled(x, w=torch.ones(3)):
    return x * w


out = scaled(torch.ones(3))
"""

# What `forward` does with its buffer `b`, which it returns.
RETURNED = {
    "method": "self.b.add_(x)\nreturn self.b",
    "operator": "self.b += x\nreturn self.b",
    "element": "self.b[0] = self.b[0] + x[0]\nreturn self.b",
    "a view": "self.b.mul_(x)\nreturn self.b.view(-1)",
    "a part": "self.b.add_(x)\nreturn self.b[1:]",
    "among others": "self.b.copy_(x * self.b)\nreturn x * 2, self.b",
}

_ONE = "self.register_buffer('a', torch.ones(3))"
_CALLS = "n(x), n(x * 2), n(-x), n.a"
_CALLS_OF_TWO = f"{_CALLS}, n.b"
_TWO = f"{_ONE}\nself.register_buffer('b', torch.zeros(3))"

# Methods that compute, and write under no name of its own what the model holds.
IN_FORWARD = {
    "forward_buffers": _model(
        _TWO, "for t in self.buffers():\n    t.add_(x)\nreturn self.a + self.b * 10", _CALLS_OF_TWO
    ),
    "forward_dict": _model(_ONE, "d = {'a': self.a}\nd['a'] += x\nreturn self.a * 10", _CALLS),
    "forward_dict_m": _model(_ONE, "d = {'a': self.a}\nd['a'].add_(x)\nreturn self.a * 10", _CALLS),
    "forward_list": _model(_TWO, "for t in [self.a, self.b]:\n    t += x\nreturn self.a + self.b * 10", _CALLS_OF_TWO),
    "forward_list_m": _model(
        _TWO, "for t in [self.a, self.b]:\n    t.add_(x)\nreturn self.a + self.b * 10", _CALLS_OF_TWO
    ),
    "forward_comp": _model(
        _TWO, "[t.add_(x) for t in (self.a, self.b)]\nreturn self.a + self.b * 10", "n(x), n(x), n.a, n.b"
    ),
}
# Those of which nobody would see it: refused.
REFUSED = {
    "forward_attrs_list_m": _model(
        "self.state = {'h': torch.ones(3)}",
        "self.state['h'].add_(x)\nreturn self.state['h'] * 10",
        "n(x), n(x), n.state['h']",
    ),
}
