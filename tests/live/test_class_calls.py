"""What the methods of a live class call and read: names bound later, methods that are replaced, odd attributes."""

import functools
from fractions import Fraction

import jax
import numpy as np
import pytest

import hybridc
from differential import assert_same
from hybridized import converted_methods, reasons

V = np.array([3.0, -1.0, 4.0, 0.5])


def test_helpers_that_are_defined_later_and_closures():
    offset = 1.0

    @hybridc.hybridize
    class Model:
        def __init__(self, w):
            self.w = w

        def forward(self, x):
            return later(np.sin(x)) * self.w + offset

        def other(self, x):
            return np.cos(x) * nowhere * self.w  # noqa: F821

    def later(x):
        return x * 2

    thing = Model(V)
    assert_same(np.sin(V) * 2 * V + 1.0, thing.forward(V))
    offset = 3.0
    assert_same(np.sin(V) * 2 * V + 3.0, thing.forward(V))
    with pytest.raises(NameError):
        thing.other(V)
    assert "`other` reads `nowhere`, which is not defined" in reasons(Model)["Model.other"]


def test_a_name_that_is_bound_later_makes_its_method_compiled():
    @hybridc.hybridize
    class Model:
        def __init__(self, w):
            self.w = w

        def forward(self, x):
            return np.sin(x) * self.w

        def shifted(self, x):
            return np.cos(x) * self.w + shift

    thing = Model(V)
    thing.forward(V)
    assert "shifted" not in Model.__hybridized__.methods()
    shift = 1.0
    assert_same(np.cos(V) * V + 1.0, thing.shifted(V))
    assert "shifted" in Model.__hybridized__.methods()


def test_a_method_that_is_replaced_is_called_anew():
    class Model:
        def __init__(self, w):
            self.w = w

        def inner(self, x):
            return np.sin(x) * self.w

        def outer(self, x):
            return np.cos(self.inner(x))

    hybridc.hybridize(Model)
    thing = Model(V)
    assert_same(np.cos(np.sin(V) * V), thing.outer(V))
    inner = Model.inner
    Model.inner = lambda self, x: x * 2
    assert_same(np.cos(V * 2), thing.outer(V))
    Model.inner = inner
    assert isinstance(thing.outer(V), jax.Array)
    thing.inner = lambda x: x * 3
    assert_same(np.cos(V * 3), thing.outer(V))


def test_attributes_that_compiled_code_cannot_take():
    class Model:
        def __init__(self, act, scale=2.0):
            self.act = act
            self.scale = scale

        def forward(self, x):
            return self.act(np.sin(x))

        def scaled(self, x):
            return np.sin(x) * self.scale

    hybridc.hybridize(Model)
    with pytest.warns(hybridc.ConversionWarning, match="the `act` of an object is of type `ufunc`"):
        assert_same(np.cos(np.sin(V)), Model(np.cos).forward(V))
    with pytest.warns(hybridc.ConversionWarning, match="the `scale` of an object is of type `Fraction`"):
        assert Model(None, Fraction(1, 2)).scaled(0.5) == np.sin(0.5) * Fraction(1, 2)
    assert_same(np.sin(V) * 2, Model(np.cos).scaled(V))


def test_a_class_that_is_no_longer_plain():
    class Model:
        def __init__(self, w):
            self.w = w

        def forward(self, x):
            return np.sin(x) * self.w

    def other(self, w):
        self.w = w * 2

    hybridc.hybridize(Model)
    start = Model.__init__
    Model.__init__ = other
    with pytest.warns(hybridc.ConversionWarning, match="its `__init__` is not what its text says"):
        assert_same(np.sin(V) * V * 2, Model(V).forward(V))
    Model.__init__ = start
    assert isinstance(Model(V).forward(V), jax.Array)
    Model.__getattribute__ = lambda self, name: 3.0 if name == "w" else object.__getattribute__(self, name)
    with pytest.warns(hybridc.ConversionWarning, match="its `__getattribute__` says what its attributes are"):
        assert_same(np.sin(V) * 3, Model(V).forward(V))


class Kinds:
    def __init__(self, w):
        self.w = w
        self.ws = [w, w * 2]
        self.shape = (2, 4)
        self.dtype = np.float32
        self.table = {"a": 2.0}
        self.settings = {"name": "a", "is_on": True}
        self.limit = None

    @functools.cached_property
    def size(self):
        return self.w.size

    @property
    def norm(self):
        return np.sqrt(np.sum(self.w**2))

    @staticmethod
    def act(x):
        return np.tanh(x)

    def of_a_list(self, x):
        for w in self.ws:
            x = np.sin(x * w)
        return x

    def of_fixed_values(self, x):
        return np.zeros(self.shape, dtype=self.dtype) + np.sum(x)

    def of_properties(self, x):
        return np.sin(x) / self.size * self.norm

    def of_a_dict(self, x):
        return np.sin(x) * self.table["a"]

    def of_text_in_a_dict(self, x):
        return np.sin(x) if self.settings["is_on"] else x

    def of_none(self, x):
        return np.sin(x) if self.limit is None else np.minimum(x, self.limit)

    def of_a_static_method(self, x):
        return self.act(x) * np.sin(x)


@pytest.mark.filterwarnings("ignore::hybridc.ConversionWarning")
def test_attributes_of_many_kinds():
    names = [name for name in vars(Kinds) if name.startswith("of_")]
    expected = [getattr(Kinds(V), name)(V) for name in names]
    converted = hybridc.hybridize(Kinds)
    actual = [getattr(converted(V), name)(V) for name in names]
    for one, other in zip(expected, actual, strict=True):
        assert_same(one, other, rtol=1e-6)
    python = {"of_text_in_a_dict", "of_a_static_method"}
    assert {name for name, value in zip(names, actual, strict=True) if isinstance(value, np.ndarray)} == python
    thing = converted(V)
    thing.limit = 0.5
    assert_same(np.minimum(V, 0.5), thing.of_none(V))


def test_an_attribute_that_an_object_has_not():
    class Model:
        def __init__(self, w, table):
            self.w = w
            if table is not None:
                self.table = table
            self.has_table = table is not None

        def forward(self, x):
            if self.has_table:
                return np.sin(x) * self.table
            return np.sin(x) * self.w

    hybridc.hybridize(Model)
    assert_same(np.sin(V) * 2.0, Model(1.0, 2.0).forward(V))
    assert_same(np.sin(V), Model(1.0, None).forward(V))


def test_a_method_that_calls_itself():
    class Model:
        def __init__(self, w):
            self.w = w

        def repeated(self, x, n: int):
            return x * self.w if n == 0 else self.repeated(np.sin(x), n - 1)

    expected = Model(2.0).repeated(np.ones(3), 2)
    hybridc.hybridize(Model)
    assert converted_methods(Model) == {"repeated"}
    assert_same(expected, Model(2.0).repeated(np.ones(3), 2))
