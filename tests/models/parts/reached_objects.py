"""Objects of classes of a file hand arrays on in all the ways that Python has: whole files, which leave `out`."""

IMPORTS = "import functools\nfrom dataclasses import dataclass\n\nimport torch\nfrom torch import nn\n"
OBJECTS = {
    "object_get": """
class Bank:
    def __init__(self, w):
        self.w = w
    def get(self):
        return self.w


def run():
    w = torch.ones(3)
    b = Bank(w)
    v = b.get()
    v += 1
    return [w]


out = run()
""",
    "object_pop": """
class Bank:
    def __init__(self, w):
        self.held = w
    def pop(self):
        return self.held


def run():
    w = torch.ones(3)
    b = Bank(w)
    v = b.pop()
    v += 1
    return [w]


out = run()
""",
    "object_property": """
class Bank:
    def __init__(self, w):
        self.held = w
    @property
    def now(self):
        return self.held


def run():
    w = torch.ones(3)
    b = Bank(w)
    v = b.now
    v += 1
    return [w]


out = run()
""",
    "object_getitem": """
class Bank:
    def __init__(self, w):
        self.held = w
    def __getitem__(self, i):
        return self.held


def run():
    w = torch.ones(3)
    b = Bank(w)
    v = b[0]
    v += 1
    return [w]


out = run()
""",
    "object_call": """
class Bank:
    def __init__(self, w):
        self.held = w
    def __call__(self):
        return self.held


def run():
    w = torch.ones(3)
    v = Bank(w)()
    v += 1
    return [w]


out = run()
""",
    "object_inherited": """
class A:
    def __init__(self, w):
        self.held = w
class B(A):
    def bump(self):
        self.held += 1


def run():
    w = torch.ones(3)
    B(w).bump()
    return [w]


out = run()
""",
    "object_kwargs": """
class B:
    def __init__(self, **ws):
        self.__dict__.update(ws)
    def bump(self):
        self.w += 1


def run():
    w = torch.ones(3)
    B(w=w).bump()
    return [w]


out = run()
""",
    "exception": """
class E(Exception):
    pass


def run():
    w = torch.ones(3)
    try:
        raise E(w)
    except E as e:
        v = e.args[0]
        v += 1
    return [w]


out = run()
""",
    "generator_send": """
def gen():
    v = yield
    v += 1
    yield


def run():
    w = torch.ones(3)
    g = gen()
    next(g)
    g.send(w)
    return [w]


out = run()
""",
    "match_capture": """
def run():
    w = torch.ones(3)
    match [w, 1]:
        case [v, _]:
            v += 1
    return [w]


out = run()
""",
    "object_cached_property": """
class C:
    @functools.cached_property
    def w(self):
        return torch.ones(3)


def run():
    c = C()
    v = c.w
    v += 1
    return [c.w]


out = run()
""",
    "setattr_by_name": """
class C:
    pass


def run():
    c = C()
    w = torch.ones(3)
    n = 'w'
    setattr(c, n, w)
    v = getattr(c, n)
    v += 1
    return [w, c.w]


out = run()
""",
    "object_operator": """
class C:
    def __init__(self, w):
        self.w = w
    def __add__(self, o):
        return self.w


def run():
    w = torch.ones(3)
    v = C(w) + 1
    v += 1
    return [w]


out = run()
""",
    "object_set_later": """
class C:
    pass

class D:
    def __getitem__(self, i):
        return self.w


def run():
    w = torch.ones(3)
    d = D()
    d.w = w
    v = d[0]
    v += 1
    return [w]


out = run()
""",
    "object_set_later_call": """
class D:
    def __call__(self):
        return self.w


def run():
    w = torch.ones(3)
    d = D()
    d.w = w
    v = d()
    v += 1
    return [w]


out = run()
""",
    "object_set_later_enter": """
class D:
    def __enter__(self):
        return self.w
    def __exit__(self, *a):
        pass


def run():
    w = torch.ones(3)
    d = D()
    d.w = w
    with d as v:
        v += 1
    return [w]


out = run()
""",
    "object_new": """
class A:
    def __new__(cls, w):
        o = super().__new__(cls)
        o.w = w
        return o
    def bump(self):
        self.w += 1


def run():
    w = torch.ones(3)
    A(w).bump()
    return [w]


out = run()
""",
    "method_as_value": """
class A:
    def bump(self, x):
        x += 1


def run():
    w = torch.ones(3)
    f = A().bump
    f(w)
    return [w]


out = run()
""",
    "registered_by_decorator": """
HOOKS = []
def hook(f):
    HOOKS.append(f)
    return f

@hook
def bump(x):
    x += 1


def run():
    w = torch.ones(3)
    for f in HOOKS:
        f(w)
    return [w]


out = run()
""",
    "class_in_class": """
class A:
    class B:
        def __init__(self, w):
            self.w = w
        def bump(self):
            self.w += 1


def run():
    w = torch.ones(3)
    A.B(w).bump()
    return [w]


out = run()
""",
    "class_in_function": """
def run():
    class B:
        def __init__(self, w):
            self.w = w
        def bump(self):
            self.w += 1
    w = torch.ones(3)
    B(w).bump()
    return [w]


out = run()
""",
    "staticmethod": """
class A:
    @staticmethod
    def bump(x):
        x += 1


def run():
    w = torch.ones(3)
    A.bump(w)
    return [w]


out = run()
""",
    "object_of_cls": """
class C:
    def __init__(self, w):
        self.w = w
    @classmethod
    def make(cls, w):
        return cls(w)
    def again(self):
        return type(self)(self.w)


def run():
    w = torch.ones(3)
    c = C.make(w).again()
    c.w += 1
    return [w, c.w]


out = run()
""",
    "class_in_table": """
class C:
    def __init__(self, w):
        self.w = w

KINDS = {'c': C}


def run():
    w = torch.ones(3)
    c = KINDS['c'](w)
    c.w += 1
    return [w, c.w]


out = run()
""",
    "setattr_kwargs": """
class C:
    def __init__(self, **kw):
        for k, v in kw.items():
            setattr(self, k, v)


def run():
    w = torch.ones(3)
    c = C(w=w)
    c.w += 1
    return [w]


out = run()
""",
    "object_setitem": """
class D:
    def __init__(self):
        self.held = {}
    def __setitem__(self, k, v):
        self.held[k] = v
    def bump(self):
        for v in self.held.values():
            v += 1


def run():
    w = torch.ones(3)
    d = D()
    d['w'] = w
    d.bump()
    return [w]


out = run()
""",
    "object_call_argument": """
class D:
    def __call__(self, x):
        x += 1

class E:
    def __init__(self):
        self.d = D()
    def go(self, w):
        self.d(w)


def run():
    w = torch.ones(3)
    E().go(w)
    return [w]


out = run()
""",
    "getattr_by_name": """
class C:
    def __init__(self):
        self.w = torch.ones(3)
        self.b = torch.zeros(3)


def run():
    c = C()
    for n in ('w', 'b'):
        v = getattr(c, n)
        v += 1
    return [c.w, c.b]


out = run()
""",
    "dataclass_inherited": """
@dataclass
class A:
    w: torch.Tensor
@dataclass
class B(A):
    b: torch.Tensor


def run():
    w = torch.ones(3)
    B(w, 1).w.add_(1)
    p = B(w, 1)
    p.w += 1
    return [w]


out = run()
""",
}
