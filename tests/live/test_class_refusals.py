"""Classes that are refused, and methods that stay Python: where, and why."""

import inspect
import warnings

import numpy as np
import pytest

import hybridc
from differential import assert_same
from hybridc import ConversionError
from hybridized import class_refusal, converted_methods, reasons

V = np.array([3.0, -1.0, 4.0, 0.5])


def test_warns_of_methods_that_stay_python_and_says_why():
    class Model:
        def __init__(self, w, log):
            self.w = w
            self.log = log

        def forward(self, x):
            return np.sin(x) * self.w

        def total(self, x):
            return np.sum(self.forward(x)).item()

        def copied(self):
            return Model(np.copy(self.w), settings)

        def read(self, x):
            return np.sin(x) * settings.gain

        def described(self):
            return f"{np.sum(self.w)}"

        def itself(self, x):
            self.w = np.sum(x)
            return self

    class settings:
        gain = 3.0

    settings = settings()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        hybridc.hybridize(Model)
    assert converted_methods(Model) == {"forward"}
    found = reasons(Model)
    assert found.keys() == {
        "Model.total",
        "Model.copied",
        "Model.read",
        "Model.described",
        "Model.itself",
    }
    assert "(HYB101)" in found["Model.total"]
    assert "`copied` reads `Model`, the class that is converted" in found["Model.copied"]
    assert "`read` reads `settings`, of type `settings`, which can change without notice" in found["Model.read"]
    assert "`self` is in an f-string" in found["Model.described"]
    assert "it uses `self` as a whole" in found["Model.itself"]
    places = {str(w.message).split("`")[1]: (w.filename, w.lineno) for w in caught if "HYB604" in str(w.message)}
    assert places.keys() == found.keys()
    first = inspect.getsourcelines(Model)[1]
    assert places["Model.total"] == (__file__, first + 9)
    assert places["Model.read"] == (__file__, first + 15)
    assert Model(V, []).read(0.5) == np.sin(0.5) * 3.0


def test_a_method_whose_helper_is_refused_stays_python():
    def positive(x):
        y = np.sin(x)
        return y[y > 0]

    class Model:
        def __init__(self, w):
            self.w = w

        def forward(self, x):
            return np.sin(x) * self.w

        def kept(self, x):
            return np.sum(positive(x)) * self.w

    with pytest.warns(hybridc.ConversionWarning, match=r"`Model.kept` stays uncompiled Python: .* \(HYB403\)"):
        hybridc.hybridize(Model)
    assert converted_methods(Model) == {"forward"}
    assert_same(np.sum(positive(V)) * V, Model(V).kept(V))


def test_what_is_marked_as_host_code_stays_python():
    @hybridc.hybridize
    class Model:
        def __init__(self, w):
            self.w = w

        def forward(self, x):
            return np.sin(x) * self.w

        def total(self, x):  # hybridc: host
            return np.sum(self.forward(x)).item()

        def kept(self, x):  # hybridc: host
            return np.sum(x * self.w)

        def itself(self, x):  # hybridc: host
            self.w = np.sin(x)
            return self

        def __repr__(self):
            return str(np.sum(self.w))

    assert converted_methods(Model) == {"forward"}
    assert not reasons(Model)
    with pytest.raises(ConversionError, match=r"`Model.kept` stays uncompiled Python: it is marked `# hybridc: host`"):
        hybridc.hybridize(Model(V).kept)


def test_what_is_marked_as_graph_code_is_compiled():
    @hybridc.hybridize
    class Model:
        def __init__(self, w):
            self.w = w
            self.velocity = np.zeros_like(w)

        def gradient(self, x, y):
            return 2 * (self.w * x - y) * x / len(x)

        def update(self, x, y):  # hybridc: graph
            self.velocity = 0.9 * self.velocity - 0.1 * self.gradient(x, y)
            self.w += self.velocity

    assert converted_methods(Model) == {"gradient", "update"}
    thing = Model(V.copy())
    thing.update(V, V)
    assert_same(-0.1 * 2 * (V * V - V) * V / 4, thing.velocity)
    assert_same(V + thing.velocity, thing.w)


def test_a_class_with_a_base():
    class Base:
        pass

    class Sub(Base):
        def forward(self, x):
            return np.sin(x) * self.w

    line = inspect.getsourcelines(Sub)[1]
    shown = class_refusal(Sub)
    assert (
        "`Sub` cannot be converted\n\nHYB604 [warning] `Sub` stays uncompiled Python: it has the base `Base`" in shown
    )
    assert f"--> {__file__}:{line}:5\n" in shown
    assert "only classes without bases" in shown


def test_a_class_with_a_metaclass():
    class Meta(type):
        pass

    class Model(metaclass=Meta):
        def forward(self, x):
            return np.sin(x) * self.w

    assert "metaclass `Meta`" in class_refusal(Model)


def test_a_class_that_says_what_its_attributes_are():
    class Model:
        def __getattr__(self, name):
            return 1.0

        def forward(self, x):
            return np.sin(x) * self.w

    assert "its `__getattr__` says what its attributes are" in class_refusal(Model)


def test_a_class_that_has_nothing_to_compile():
    class Model:
        def __init__(self, w):
            self.w = w

        def described(self):
            return str(self.w)

    assert "no method of it uses NumPy" in class_refusal(Model)


def test_classes_without_a_text():
    namespace = {}
    exec("class Model:\n    def forward(self, x):\n        return x * self.w\n", namespace)
    assert "the source of `Model` is not to be had" in class_refusal(namespace["Model"])
    assert "the source of `Made` is not to be had" in class_refusal(type("Made", (), {}))


COUNT = 0.0


def test_a_method_that_sets_a_global_stays_python():
    @hybridc.hybridize
    class Model:
        def __init__(self, w):
            self.w = w

        def forward(self, x):
            return np.sin(x) * self.w

        def counted(self, x):
            global COUNT
            COUNT = COUNT + np.sum(x)
            return COUNT

    assert converted_methods(Model) == {"forward"}
    assert reasons(Model) == {"Model.counted": "`Model.counted` stays uncompiled Python: it has a `global`"}
    assert Model(V).counted(V) == COUNT == 6.5
