"""Live classes: their methods return and set what the original's do, seen as the object is at each call."""

import copy
import importlib.util
import inspect
import linecache
import pickle
import traceback
import warnings
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

import jax
import numpy as np
import pytest

import hybridc
from differential import assert_same
from hybridc import ConversionError

V = np.array([3.0, -1.0, 4.0, 0.5])
GAIN = 2.0


def programs():
    path = Path(__file__).parents[1] / "programs" / "test_classes.py"
    spec = importlib.util.spec_from_file_location("programs_test_classes", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


PROGRAMS = programs()


@pytest.fixture
def model(tmp_path):
    """The class `Model` of a text, from a file of its own."""
    count = 0

    def load(text):
        nonlocal count
        count += 1
        path = tmp_path / f"original{count}.py"
        path.write_text(text, encoding="utf-8")
        spec = importlib.util.spec_from_file_location(f"original{count}", path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module.Model

    return load


def converted_methods(cls):
    return {name for name, value in vars(cls).items() if repr(value).startswith("<hybridized <function")}


def reasons(cls):
    return {d.function: d.message for d in cls.__hybridized__.diagnostics if d.code == "HYB604"}


@pytest.mark.filterwarnings("ignore::hybridc.ConversionWarning")
@pytest.mark.parametrize("name", PROGRAMS.CLASSES)
def test_values_and_attributes_agree(name, model):
    body, given, calls, compiled = PROGRAMS.CLASSES[name]
    original, other = model(PROGRAMS.source(body)), model(PROGRAMS.source(body))
    if not compiled:
        with pytest.raises(ConversionError, match="stays uncompiled Python"):
            hybridc.hybridize(other)
        assert not converted_methods(other)
        return
    assert hybridc.hybridize(other) is other
    assert converted_methods(other) == compiled
    one, two = original(*copy.deepcopy(given)), other(*copy.deepcopy(given))
    for method, *arguments in calls:
        expected = getattr(one, method)(*copy.deepcopy(arguments))
        assert_same(expected, getattr(two, method)(*copy.deepcopy(arguments)))
        assert_same(PROGRAMS.attributes(one), PROGRAMS.attributes(two))


# A class as it is used.


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


def test_warns_of_methods_that_stay_python_and_says_why():
    class Model:
        def __init__(self, w, log):
            self.w = w
            self.log = log

        def forward(self, x):
            return np.sin(x) * self.w

        def total(self, x):
            return float(np.sum(self.forward(x)))

        def copied(self):
            return Model(np.copy(self.w), settings)

        def read(self, x):
            return np.sin(x) * settings.gain

        def described(self):
            return f"{np.sum(self.w)}"

        def itself(self, x):
            self.w = np.sum(x)
            return self

        def __repr__(self):
            return "Model(" + str(np.sum(self.w)) + ")"

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
        "Model.__repr__",
    }
    assert "(HYB102)" in found["Model.total"]
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
            return float(np.sum(self.forward(x)))

        def kept(self, x):  # hybridc: host
            return np.sum(x * self.w)

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


# What a class calls.


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
    Model.inner = lambda self, x: x * 2
    assert_same(np.cos(V * 2), thing.outer(V))
    thing.inner = lambda x: x * 3
    assert_same(np.cos(V * 3), thing.outer(V))


def test_an_object_that_has_something_else_in_the_place_of_a_method():
    thing = Tracked(V)
    thing.forward = lambda x: x * 3
    with pytest.warns(hybridc.ConversionWarning, match="has something else in the place of `forward`"):
        assert_same(np.sum(V * 3), thing(V))


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


# Kinds of classes.


@hybridc.hybridize
@dataclass
class Settings:
    w: np.ndarray
    n: int = 3
    deep: bool = True
    log: list = field(default_factory=list)

    def forward(self, x):
        out = np.zeros(self.n)
        for i in range(self.n):
            out[i] = np.sum(x * self.w) * i
        return out if self.deep else -out


def test_a_dataclass():
    thing = Settings(V)
    assert_same(np.arange(3) * np.sum(V * V), thing.forward(V))
    thing.n, thing.deep = 2, False
    assert_same(-np.arange(2) * np.sum(V * V), thing.forward(V))
    assert repr(thing).startswith("Settings(w=")


@pytest.mark.parametrize("options", [{"frozen": True}, {"slots": True}, {"eq": False}])
@pytest.mark.parametrize("is_inner", [True, False])
def test_dataclasses_of_other_kinds(options, is_inner):
    class Model:
        w: float
        rate: float = 0.5

        def forward(self, x):
            return np.sin(x) * self.w * self.rate

    if is_inner:
        Model = dataclass(**options)(hybridc.hybridize(Model))
    else:
        Model = hybridc.hybridize(dataclass(**options)(Model))
    assert_same(np.sin(V) * 3.0, Model(6.0).forward(V))
    assert isinstance(Model(6.0).forward(V), jax.Array)


def test_a_class_in_a_class():
    class Outer:
        @hybridc.hybridize
        class Model:
            def __init__(self, w):
                self.w = w

            def forward(self, x):
                return np.sin(x) * self.w

    assert isinstance(Outer.Model(V).forward(V), jax.Array)
    assert Outer.Model.forward.__qualname__.endswith("Outer.Model.forward")


def test_a_class_with_slots():
    class Model:
        __slots__ = ("s",)

        def __init__(self, s):
            self.s = s

        def step(self, x):
            self.s = self.s * 0.5 + np.sin(x)
            return np.sum(self.s)

    hybridc.hybridize(Model)
    thing = Model(V)
    assert_same(np.sum(V * 0.5 + np.sin(V)), thing.step(V))
    assert_same(V * 0.5 + np.sin(V), thing.s)


def test_a_cell_of_a_notebook():
    text = (
        "import hybridc\nimport numpy as np\n\n@hybridc.hybridize\nclass Model:\n    def __init__(self, w):\n"
        "        self.w = w\n\n    def forward(self, x):\n        return np.sin(x) @ self.w\n"
    )
    linecache.cache["<cell 7>"] = (len(text), None, text.splitlines(keepends=True), "<cell 7>")
    namespace = {"__name__": "__main__"}
    exec(compile(text, "<cell 7>", "exec"), namespace)
    thing = namespace["Model"](V)
    assert_same(np.sin(V) @ V, thing.forward(V))
    with pytest.raises(TypeError) as caught:
        thing.forward(V[:2])
    frames = [f for f in traceback.extract_tb(caught.value.__traceback__) if f.filename == "<cell 7>"]
    assert [f.lineno for f in frames] == [9, 10]


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


# Methods by themselves.


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
            return float(np.sum(self.w * x))

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
    with pytest.raises(ConversionError, match="HYB102") as caught:
        thing.total(V)
    line = inspect.getsourcelines(Model.total.__wrapped__)[1] + 2
    assert [(d.code, d.filename, d.location.line) for d in caught.value.diagnostics] == [("HYB604", __file__, line)]


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


# Classes that are refused.


def refusal(cls):
    with pytest.raises(ConversionError) as caught:
        hybridc.hybridize(cls)
    assert not converted_methods(cls)
    return str(caught.value)


def test_a_class_with_a_base():
    class Sub(Plain):
        def forward(self, x):
            return np.sin(x) * self.w

    line = inspect.getsourcelines(Sub)[1]
    shown = refusal(Sub)
    assert (
        "`Sub` cannot be converted\n\nHYB604 [warning] `Sub` stays uncompiled Python: it has the base `Plain`" in shown
    )
    assert f"--> {__file__}:{line}:5\n" in shown
    assert "only classes without bases" in shown


def test_a_class_with_a_metaclass():
    class Meta(type):
        pass

    class Model(metaclass=Meta):
        def forward(self, x):
            return np.sin(x) * self.w

    assert "metaclass `Meta`" in refusal(Model)


def test_a_class_that_says_what_its_attributes_are():
    class Model:
        def __getattr__(self, name):
            return 1.0

        def forward(self, x):
            return np.sin(x) * self.w

    assert "its `__getattr__` says what its attributes are" in refusal(Model)


def test_a_class_that_has_nothing_to_compile():
    class Model:
        def __init__(self, w):
            self.w = w

        def described(self):
            return str(self.w)

    assert "no method of it uses NumPy" in refusal(Model)


def test_classes_without_a_text():
    namespace = {}
    exec("class Model:\n    def forward(self, x):\n        return x * self.w\n", namespace)
    assert "the source of `Model` is not to be had" in refusal(namespace["Model"])
    assert "the source of `Made` is not to be had" in refusal(type("Made", (), {}))


def test_a_class_that_was_changed_after_it_was_imported(model, tmp_path):
    text = PROGRAMS.source("def __init__(self, w):\n    self.w = w\ndef f(self, x):\n    return np.sin(x) * self.w")
    cls = model(text)
    (tmp_path / "original1.py").write_text("\n" + text)
    assert "the text is not what `__init__` was made from" in refusal(cls)


# Errors.


@hybridc.hybridize
class Failing:
    def __init__(self, w):
        self.w = w
        self.n = 0.0

    def product(self, x):
        """Shapes that do not fit."""
        return np.cos(x @ self.w)  # error: product

    def step(self, x):
        # a comment, to move the lines
        for row in x:
            if row.sum() > 0:
                self.n = self.n + np.sum(
                    row @ self.w  # error: step
                )
        return self.n

    @property
    def size(self):
        return 1

    def calls(self, x):
        y = self.product(x)  # error: calls
        return y


@pytest.mark.parametrize(("method", "line"), [("product", "product"), ("step", "step"), ("calls", "product")])
def test_errors_show_the_lines_of_the_original(method, line):
    with pytest.raises((TypeError, ValueError)) as caught:
        getattr(Failing(np.ones((3, 4))), method)(np.ones((3, 4)))
    frames = [f for f in traceback.extract_tb(caught.value.__traceback__) if f.filename == __file__]
    assert frames[-1].line.endswith(f"# error: {line}")
    assert linecache.getline(__file__, frames[1].lineno).startswith(f"    def {method}(self")
    if method == "calls":
        assert any(f.line.endswith("# error: calls") for f in frames)
    shown = linecache.getline(__file__, frames[-1].lineno)[frames[-1].colno : frames[-1].end_colno]
    assert shown in ("x @ self.w", "row @ self.w")
