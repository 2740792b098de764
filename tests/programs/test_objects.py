"""Objects that a function makes and uses itself: their attributes are names of the function, and their methods functions in it."""

import numpy as np
import pytest

import hybridc
from differential import assert_agree, assert_same, converted, fresh, function_file
from seams.running import loaded

V = np.array([3.0, -1.0, 4.0, 0.5])
CASES = [(V, 2), (-V, 0), (V[:3] * 2, 5)]

BOX = """
class Box:
    def __init__(self, w):
        self.w = w
        self.v = self.w[1:]

    def step(self, k):
        self.w += k
        self.v[0] = np.sum(self.w)
        return np.sum(self.v)

    def take(self, other):
        self.w = other

    def total(self):
        return np.sum(self.w) + np.sum(self.v)
"""

PID = """
class PID:
    limit = 10.0

    def __init__(self, kp, ki=0.5, kd=0.1):
        self.kp, self.ki, self.kd = kp, ki, kd
        self.integral = 0.0
        self.previous = 0.0

    def update(self, error):
        self.integral += error
        if self.integral > self.limit:
            self.integral = self.limit
        change = error - self.previous
        self.previous = error
        return self.kp * error + self.ki * self.integral + self.kd * change
"""

KALMAN = """
class Kalman:
    def __init__(self, x0, p0, q, r):
        self.x = x0
        self.p = p0
        self.q = q
        self.r = r

    def predict(self):
        self.p = self.p + self.q

    def gain(self):
        return self.p / (self.p + self.r)

    def update(self, z):
        self.predict()
        k = self.gain()
        self.x = self.x + k * (z - self.x)
        self.p = (1 - k) * self.p
        return self.x
"""

ADAM = """
class Adam:
    def __init__(self, shape, rate=0.1):
        self.m = np.zeros(shape)
        self.v = np.zeros(shape)
        self.rate = rate
        self.t = 0

    def step(self, w, g):
        self.t += 1
        self.m[:] = 0.9 * self.m + 0.1 * g
        self.v[:] = 0.99 * self.v + 0.01 * g * g
        m = self.m / (1 - 0.9**self.t)
        v = self.v / (1 - 0.99**self.t)
        return w - self.rate * m / (np.sqrt(v) + 1e-8)
"""

RING = """
class Ring:
    def __init__(self, n):
        self.data = np.zeros(n)
        self.at = 0

    def push(self, v):
        self.data[self.at] = v
        self.at = (self.at + 1) % 3

    @property
    def mean(self):
        return self.data.mean()
"""

# The classes, and the function `f(x, k)`.
PROGRAMS = {
    "a_view_and_its_array": (BOX, "b = Box(x)\nn = b.step(k)\nb.w[0] = 7\nreturn n, b.w, b.v, b.total()"),
    "a_copy": (BOX, "b = Box(x.copy())\nb.step(k)\nb.step(1)\nreturn x, b.w, b.v"),
    "in_a_branch": (BOX, "b = Box(x)\nif x.sum() > k:\n    b.step(2)\nelse:\n    b.take(x[::-1] * 2)\nb.w += 1\nreturn b.w, b.v, b.total()"),
    "in_a_loop": (BOX, "b = Box(x * 1)\nfor i in range(3):\n    b.step(i)\nreturn b.w, b.v"),
    "in_a_loop_that_is_compiled": (BOX, "b = Box(x * 1)\nn = 0\nwhile n < 3 and b.w[0] < 20:\n    b.w = b.w * 1.5 + 1\n    n += 1\nreturn b.w, n"),
    "made_in_a_branch": (BOX, "n = 0.0\nif x[0] > k:\n    b = Box(x)\n    b.step(k)\n    n = b.total()\nreturn n, x"),
    "made_in_a_loop": (BOX, "n = 0.0\nfor i in range(3):\n    b = Box(x * i)\n    n += b.total()\nreturn n"),
    "two_of_them": (BOX, "b = Box(x * 1)\nc = Box(b.w)\nb.step(k)\nc.take(b.v)\nc.w[0] = 9\nreturn b.w, b.v, c.w, c.v"),
    "an_attribute_is_another": (BOX, "b = Box(x * 1)\nb.w = b.v\nb.w[0] = 9\nreturn b.w, b.v, b.total()"),
    "an_attribute_of_its_own": (BOX, "b = Box(x * 1)\nb.count = 1\nb.count += k\nreturn b.count, b.w"),
    "called_in_expressions": (BOX, "b = Box(x * 1)\ns = b.total() * 2 + b.total()\nreturn s, [b.total(), np.sum(b.w)]"),
    "called_in_larger_expressions": (KALMAN, "kf = Kalman(x[0], 1.0, 0.1, k + 1)\ns = kf.update(x[1]) * 2 + kf.p\nreturn s, np.sum(np.array([kf.x, kf.update(x[2]), kf.x]))"),
    "a_controller": (PID, "c = PID(0.5)\nout = np.zeros(len(x))\nfor i in range(len(x)):\n    out[i] = c.update(x[i])\nreturn out, c.integral"),
    "a_controller_with_keywords": (PID, "c = PID(kd=k, kp=x[0])\na = c.update(x[1])\nb = c.update(x[2])\nreturn a, b, c.limit"),
    "a_filter": (KALMAN, "kf = Kalman(x[0], 1.0, 0.1, k + 1)\nout = []\nfor z in x:\n    e = kf.update(z)\n    out.append(e)\nreturn np.stack(out), kf.p"),
    "an_optimizer": (ADAM, "w = x.copy()\nopt = Adam(x.shape, rate=0.5)\nfor _ in range(4):\n    w = opt.step(w, 2 * (w - k))\nreturn w, opt.m, opt.t"),
    "a_buffer": (RING, "r = Ring(3)\nfor v in x:\n    r.push(v)\nreturn r.mean, r.data, r.at"),
    "called_like_a_function": (
        "class Affine:\n    def __init__(self, a, b):\n        self.a = a\n        self.b = b\n\n    def __call__(self, v):\n        return self.a * v + self.b\n",
        "g = Affine(x[0], k)\nreturn g(x), g(g(x[1]))",
    ),
    "a_static_method": (
        "class Scaled:\n    def __init__(self, v):\n        self.v = self.half(v)\n\n    @staticmethod\n    def half(v):\n        return v / 2\n\n    def sum(self):\n        return self.half(self.v).sum()\n",
        "s = Scaled(x)\nreturn s.v, s.sum(), s.half(k)",
    ),
    "what_is_given_is_computed_in_its_order": (
        "class Two:\n    def __init__(self, a, b):\n        self.b = b\n        self.a = a\n",
        "def put(v):\n    x[0] = v\n    return x.copy()\nt = Two(put(1), b=put(2))\nreturn t.a, t.b, x",
    ),
    "a_parameter_that_is_set": (
        "class Clipped:\n    def __init__(self, v, low=0.0):\n        v = np.maximum(v, low)\n        i = 0\n        while i < 2:\n            v[i] += 1\n            i += 1\n        self.v = v\n        self.n = i\n",
        "v, i = x * 2, k\nc = Clipped(v)\nreturn c.v, c.n, v, i",
    ),
    "a_loop_and_a_return_in_a_method": (
        "class Searched:\n    def __init__(self, v):\n        self.v = v\n        self.looked = 0\n\n    def first(self, above):\n        for i in range(len(self.v)):\n            if self.v[i] > above:\n                return i\n        return -1\n",
        "s = Searched(x)\nreturn s.first(k), s.first(100)",
    ),
    "in_a_function_that_it_calls": (BOX + "\n\ndef moved(u, k):\n    b = Box(u)\n    b.step(k)\n    return b.total()\n", "n = moved(x, k)\nreturn n, x"),
}  # fmt: skip


def text(classes, body):
    lines = "\n".join(f"    {line}".rstrip() for line in body.split("\n"))
    return f"import numpy as np\n{classes}\n\n{function_file(f'def f(x, k):{chr(10)}{lines}').partition('import numpy as np')[2].lstrip()}"


@pytest.mark.parametrize("name", PROGRAMS)
def test_values_agree(name):
    source = text(*PROGRAMS[name])
    code = assert_agree(source, "f", CASES)
    assert "class " in code  # which others may use


def test_a_dataclass_agrees():
    classes = """
from dataclasses import dataclass


@dataclass
class State:
    pos: np.ndarray
    vel: np.ndarray
    t: float = 0.0

    def advance(self, dt):
        self.pos = self.pos + dt * self.vel
        self.vel[0] *= 0.5
        self.t += dt
"""
    body = "s = State(x, x[::-1].copy())\nfor _ in range(3):\n    s.advance(0.1)\nreturn s.pos, s.vel, s.t, x"
    source = text(classes, body)
    original, generated = loaded(source).f, loaded(converted(source)).f
    for case in CASES:
        assert_same(original(*fresh(case)), generated(*fresh(case)))


REFUSED = {
    "it_is_returned": "b = Box(x)\nreturn b",
    "it_has_two_names": "b = Box(x)\nc = b\nc.step(k)\nreturn b.w",
    "it_is_handed_on": "b = Box(x)\nreturn np.sum(b)",
    "it_is_in_a_list": "bs = [Box(x), Box(x)]\nreturn bs[0].w",
    "it_is_made_anew": "b = Box(x)\nif k > 1:\n    b = Box(x * 2)\nreturn b.w",
    "a_method_is_handed_on": "b = Box(x)\ng = b.step\nreturn g(k)",
    "an_attribute_goes": "b = Box(x)\ndel b.v\nreturn b.w",
    "an_attribute_that_nothing_sets": "b = Box(x)\nreturn b.u",
}


@pytest.mark.parametrize("name", REFUSED)
def test_an_object_that_others_may_see_is_refused(name):
    result = hybridc.convert(text(BOX, REFUSED[name]), filename="program.py")
    assert result.code is None


CLASSES = {
    "a_base": "class Base:\n    pass\n\n\nclass Box(Base):\n    def __init__(self, w):\n        self.w = w\n",
    "attributes_that_a_method_makes": "class Box:\n    def __init__(self, w):\n        self.w = w\n\n    def __getattr__(self, name):\n        return 0\n",
    "it_hands_itself_on": "class Box:\n    def __init__(self, w):\n        self.w = w\n\n    def me(self):\n        return self\n",
    "a_class_that_is_changed": "class Box:\n    c = 1\n\n    def __init__(self, w):\n        self.w = w * self.c\n\n\nBox.c = 2\n",
    "a_decorator": "def double(cls):\n    cls.c = 2\n    return cls\n\n\n@double\nclass Box:\n    c = 1\n\n    def __init__(self, w):\n        self.w = w * self.c\n",
    "a_list_of_the_class": "class Box:\n    seen = []\n\n    def __init__(self, w):\n        self.seen.append(w)\n        self.w = w\n",
}


@pytest.mark.parametrize("name", CLASSES)
def test_a_class_that_is_more_than_its_text_is_refused(name):
    result = hybridc.convert(text(CLASSES[name], "b = Box(x)\nreturn b.w"), filename="program.py")
    assert result.code is None


def test_a_name_that_the_function_has_for_something_else_is_refused():
    source = "SCALE = 2.0\n\n\nclass Box:\n    def __init__(self, w):\n        self.w = w\n\n    def scaled(self):\n        return self.w * SCALE\n"
    assert hybridc.convert(text(source, "b = Box(x)\nreturn b.scaled()"), filename="program.py").code is not None
    assert (
        hybridc.convert(text(source, "SCALE = 1\nb = Box(x)\nreturn b.scaled() + SCALE"), filename="program.py").code
        is None
    )
