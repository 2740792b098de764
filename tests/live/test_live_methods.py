"""Methods that are hybridized by themselves: in the body of their class, taken from it, or bound to an object."""

import inspect
import pickle

import jax
import numpy as np
import pytest

import hybridc
from differential import assert_same
from hybridc import ConversionError
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


class Counter:
    def __init__(self, s):
        self.s = s
        self.n = 0

    @hybridc.hybridize
    def step(self, x):
        self.n += 1
        self.s = self.s * 0.5 + x
        return self.s

    @hybridc.hybridize(static="n")
    def power(self, x, n):
        result = self.s
        for _ in range(n):
            result = result * x
        return result

    def total(self, x):
        return float(np.sum(self.step(x)))


def test_methods_decorated_in_the_body_of_their_class():
    thing = Counter(V)
    assert_same(V * 0.5 + V, thing.step(V))
    assert thing.n == 1
    assert_same(thing.s * V * V, thing.power(V, 2))
    assert_same(thing.s, thing.power(V, n=0))
    assert thing.total(V) == np.sum((V * 0.5 + V) * 0.5 + V)
    assert converted_methods(Counter) == {"step", "power"}
    assert "_counter_step" in Counter.step.source
    assert "_counter_total" not in Counter.step.source
    assert not [d for d in Counter.step.diagnostics if d.code == "HYB604"]
    assert pickle.loads(pickle.dumps(Counter.step)) is Counter.step


def test_a_decorated_method_that_cannot_be_converted_is_refused_at_the_call():
    class Model:
        def __init__(self, w):
            self.w = w

        @hybridc.hybridize
        def total(self, x):
            return np.sum(self.w * x).item()

        @hybridc.hybridize
        def itself(self, x):
            self.w = self.w * x
            return self

        @hybridc.hybridize
        def scaled(self, x):
            return self.w * x

    thing = Model(V)
    assert_same(V * V, thing.scaled(V))
    with pytest.raises(ConversionError, match=r"`Model.itself` stays uncompiled Python: it uses `self` as"):
        thing.itself(V)
    with pytest.raises(ConversionError, match="HYB101") as caught:
        thing.total(V)
    line = inspect.getsourcelines(Model.total.__wrapped__)[1] + 2
    assert [(d.code, d.filename, d.location.line) for d in caught.value.diagnostics] == [("HYB604", __file__, line)]


def test_a_decorated_method_of_a_class_with_a_base_is_refused_at_the_call():
    class Model(Plain):
        @hybridc.hybridize
        def scaled(self, x):
            return self.w * x

    with pytest.raises(ConversionError, match="it has the base `Plain`"):
        Model(V).scaled(V)


def test_parameters_by_position_only_are_refused():
    class Model:
        def __init__(self, w):
            self.w = w

        @hybridc.hybridize
        def scaled(self, x, /):
            return self.w * x

    with pytest.raises(ConversionError, match="it has parameters before a `/`"):
        Model(V).scaled(V)


def test_what_others_have_to_know_while_tracing_is_not_set_by_compiled_code():
    class Model:
        def __init__(self, n):
            self.n = n

        @hybridc.hybridize
        def ones(self, x):
            return np.zeros(self.n) + x

        @hybridc.hybridize
        def grow(self):
            self.n = self.n + 1

    thing = Model(2)
    assert_same(np.ones(2), thing.ones(1.0))
    with pytest.raises(ConversionError, match="it sets an attribute that has to be known while others are traced"):
        thing.grow()


def test_a_method_decorated_in_a_class_that_is_decorated():
    @hybridc.hybridize
    class Model:
        def __init__(self, w):
            self.w = w

        @hybridc.hybridize
        def scaled(self, x):
            return self.w * x

        @hybridc.hybridize(static="n")
        def power(self, x, n):
            return self.w * sum([x for _ in range(n)])

        def forward(self, x):
            return np.sin(self.scaled(x))

    thing = Model(V)
    assert converted_methods(Model) == {"scaled", "power", "forward"}
    assert_same(np.sin(V * V), thing.forward(V))
    assert_same(V * V * 3, thing.power(V, 3))


def test_a_method_taken_from_its_class():
    forward = hybridc.hybridize(Plain.forward)
    assert_same(Plain(V).forward(V), forward(Plain(V), V))
    assert isinstance(forward(Plain(V), V), jax.Array)
    assert not converted_methods(Plain)


def test_a_bound_method():
    thing = Plain(V)
    step = hybridc.hybridize(thing.step)
    other = Plain(V)
    assert_same(other.step(V), step(V))
    thing.w = other.w = V * 3
    assert_same(other.step(V), step(V))
    assert_same(vars(other), vars(thing))
    assert step.__self__ is thing
    assert hybridc.hybridize(step) is step
    assert not converted_methods(Plain)


def test_a_bound_method_of_an_object_that_it_is_not_right_for_is_refused():
    class Sub(Plain):
        def forward(self, x):
            return x

    with pytest.raises(ConversionError, match="has something else in the place of what `Plain` defines"):
        hybridc.hybridize(Sub(V).__call__)
    with pytest.raises(ConversionError, match=r"`Plain.zeros` is bound to a class"):
        hybridc.hybridize(Plain.zeros)


def test_other_decorators_around_a_decorated_method_are_refused():
    def traced(function):
        return lambda *args: function(*args)

    class Model:
        def __init__(self, w):
            self.w = w

        @traced
        @hybridc.hybridize
        def scaled(self, x):
            return self.w * x

    with pytest.raises(ConversionError, match="other decorators go below `@hybridize`"):
        Model(V).scaled(V)


def test_static_methods_are_refused():
    with pytest.raises(ConversionError, match=r"`.*Model.norm` is a staticmethod: move its body into a function"):

        class Model:
            @staticmethod
            @hybridc.hybridize
            def norm(x):
                return np.sum(x)


# Options.


def test_options_are_those_of_functions():
    @hybridc.hybridize(static="n", prints=hybridc.Prints.DROP)
    class Model:
        def __init__(self, w):
            self.w = w

        def power(self, x, n):
            print(np.sum(x))
            result = np.ones(x.shape) * self.w
            for _ in range(n):
                result = result * x
            return result

    assert "print" not in Model.power.source.split("@")[-1]
    assert 'static_argnames=("n",)' in Model.power.source
    assert_same(V**3, Model(V).power(V, 2))
    with pytest.raises(ConversionError, match="no method of `Model` has a parameter `m` to be static"):
        hybridc.hybridize(Model, static="m")
