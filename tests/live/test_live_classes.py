"""Live classes: their methods return and set what the original's do, seen as the object is at each call."""

import copy
import inspect
import pickle

import jax
import numpy as np
import pytest

import hybridc
from differential import assert_same
from hybridized import converted_methods

V = np.array([3.0, -1.0, 4.0, 0.5])
GAIN = 2.0


class Plain:
    """Tracks a mean."""

    rate = 0.1

    def __init__(self, w):
        self.w = w
        self.__n = 0.0
        self.deep = True

    def forward(self, x, by=GAIN):
        """Scales."""
        if np.sum(x) > 0:
            return np.tanh(self.w * x) * self.rate * scaled(x)
        return self.w * x * by if self.deep else -x

    def step(self, x: np.ndarray):
        self.__n += np.sum(self.__inner(x))
        return self.__n

    def __inner(self, x):
        return np.cos(x) * self.w + GAIN

    def __call__(self, x):
        return np.sum(self.forward(x))

    @property
    def size(self):
        return self.w.size

    @staticmethod
    def norm(x):
        return np.sqrt(np.sum(x * x))

    @classmethod
    def zeros(cls, n):
        return cls(np.zeros(n))


def scaled(x):
    return x * GAIN


@hybridc.hybridize
class Tracked:
    """Tracks a mean."""

    rate = 0.1

    def __init__(self, w):
        self.w = w
        self.__n = 0.0
        self.deep = True

    def forward(self, x, by=GAIN):
        """Scales."""
        if np.sum(x) > 0:
            return np.tanh(self.w * x) * self.rate * scaled(x)
        return self.w * x * by if self.deep else -x

    def step(self, x: np.ndarray):
        self.__n += np.sum(self.__inner(x))
        return self.__n

    def __inner(self, x):
        return np.cos(x) * self.w + GAIN

    def __call__(self, x):
        return np.sum(self.forward(x))

    @property
    def size(self):
        return self.w.size

    @staticmethod
    def norm(x):
        return np.sqrt(np.sum(x * x))

    @classmethod
    def zeros(cls, n):
        return cls(np.zeros(n))


def test_calls_and_changes_in_any_order(monkeypatch):
    one, two = Plain(V), Tracked(V)

    def both(act):
        assert_same(act(one), act(two))

    both(lambda m: m.forward(V))
    both(lambda m: m.step(V))
    both(lambda m: m(-V))
    for change in ({"w": V * 2}, {"deep": False}, {"rate": 3}, {"deep": True}):
        vars(one).update(change)
        vars(two).update(change)
        both(lambda m: (m.forward(V), m.forward(-V, by=3.0), m(x=V)))
        both(lambda m: m.step(-V))
    one.w[0] = two.w[0] = 7.0
    both(lambda m: (m.forward(V), m.step(V)))
    monkeypatch.setitem(globals(), "GAIN", 5.0)
    both(lambda m: (m.forward(V), m.forward(-V), m.step(V)))
    monkeypatch.setattr(Plain, "rate", 0.7)
    monkeypatch.setattr(Tracked, "rate", 0.7)
    del one.rate, two.rate
    both(lambda m: (m.forward(V), m(V)))


def test_the_class_is_the_same_with_its_methods_replaced():
    assert converted_methods(Tracked) == {"forward", "step", "_Tracked__inner", "__call__"}
    assert (Tracked.__name__, Tracked.__qualname__, Tracked.__module__) == ("Tracked", "Tracked", __name__)
    assert Tracked.__doc__ == "Tracks a mean."
    assert str(inspect.signature(Tracked)) == "(w)"
    assert Tracked(V).size == 4
    assert Tracked.norm(np.array([3.0, 4.0])) == 5.0
    assert isinstance(Tracked.zeros(3), Tracked)


def test_a_method_has_the_name_documentation_and_signature_of_the_original():
    method = Tracked.forward
    assert (method.__name__, method.__qualname__, method.__doc__) == ("forward", "Tracked.forward", "Scales.")
    assert str(inspect.signature(Tracked.forward)) == "(self, x, by=2.0)"
    assert str(inspect.signature(Tracked(V).forward)) == "(x, by=2.0)"
    assert inspect.ismethod(Tracked(V).forward)
    assert "_tracked_forward" in method.source
    assert {d.code for d in method.diagnostics} == {"HYB201"}
    assert repr(method).startswith("<hybridized <function Tracked.forward at ")


def test_methods_and_objects_are_pickled_and_copied():
    assert pickle.loads(pickle.dumps(Tracked.forward)) is Tracked.forward
    thing = Tracked(V)
    thing.step(V)
    for other in (pickle.loads(pickle.dumps(thing)), copy.deepcopy(thing)):
        assert type(other) is Tracked
        assert_same(copy.deepcopy(thing).step(-V), other.step(-V))
    assert_same(pickle.loads(pickle.dumps(thing.forward))(V), thing.forward(V))


def test_objects_that_are_there_already_have_the_converted_methods():
    class Model:
        def __init__(self, w):
            self.w = w

        def forward(self, x):
            return np.sin(x) * self.w

    thing = Model(V)
    assert isinstance(thing.forward(V), np.ndarray)
    assert hybridc.hybridize(Model) is Model
    assert isinstance(thing.forward(V), jax.Array)


def test_converting_twice_is_converting_once():
    before = dict(vars(Tracked))
    assert hybridc.hybridize(Tracked) is Tracked
    assert hybridc.hybridize(Tracked.forward) is Tracked.forward
    assert dict(vars(Tracked)) == before


def test_under_jit_vmap_and_grad():
    thing = Tracked(V)
    expected = Plain(V).forward(V)
    assert_same(expected, jax.jit(thing.forward)(V))
    assert_same([expected, expected], list(jax.vmap(thing.forward)(np.stack([V, V]))))
    assert_same(0.2 * (np.tanh(9.0) + 9.0 / np.cosh(9.0) ** 2), jax.grad(thing)(V)[0])


def test_an_object_that_has_something_else_in_the_place_of_a_method():
    thing = Tracked(V)
    thing.forward = lambda x: x * 3
    with pytest.warns(hybridc.ConversionWarning, match="has something else in the place of `forward`"):
        assert_same(np.sum(V * 3), thing(V))


# Subclasses.


def test_a_subclass_that_overrides_what_is_called():
    class Doubled(Tracked):
        def forward(self, x, by=1.0):
            return super().forward(x) * 2

    class PlainDoubled(Plain):
        def forward(self, x, by=1.0):
            return super().forward(x) * 2

    one, two = PlainDoubled(V), Doubled(V)
    for act in (lambda m: m(V), lambda m: m.forward(V), lambda m: m.step(V), lambda m: m(-V)):
        assert_same(act(one), act(two))
    assert isinstance(two.forward(V), jax.Array)


def test_a_subclass_that_makes_a_property_of_an_attribute():
    class Model:
        def __init__(self, s):
            self.s = s
            self.n = 1.0

        def step(self, x):
            self.s = self.s + np.sin(x)
            self.n = self.n + self.s
            return self.n

    class Sub(Model):
        @property
        def n(self):
            return self.s * 2

        @n.setter
        def n(self, value):
            pass

    expected = Sub(1.0).step(0.5)
    hybridc.hybridize(Model)
    assert_same(expected, Sub(1.0).step(0.5))


def test_super_and_class_attributes_of_subclasses():
    class Sub(Tracked):
        rate = 5.0

    class PlainSub(Plain):
        rate = 5.0

    assert_same(PlainSub(V).forward(V), Sub(V).forward(V))
    assert isinstance(Sub(V).forward(V), jax.Array)
    assert isinstance(Sub(V), Tracked)
