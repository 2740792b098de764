"""Hybridized methods and functions that are called while JAX traces: what they compute, and what they leave behind."""

import functools
from types import FunctionType

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import hybridc
from closeness import assert_close
from hybridc import ConversionError, TracedWriteError
from hybridc.live.traced_writes import kept_from_traces

X = np.arange(3.0)
pytestmark = pytest.mark.filterwarnings("ignore::hybridc.ConversionWarning")


@hybridc.hybridize
class Net:
    def __init__(self, w=None):
        self.w = np.zeros(3) if w is None else w
        self.n = 0.0
        self.seen = []

    def step(self, x):
        self.w = np.tanh(self.w) + x
        self.n = self.n + 1.0
        return np.sum(self.w)

    def look(self, x):
        return np.sum(np.tanh(self.w) * x)

    def fails_later(self, x):
        self.w = np.tanh(self.w) + x
        return self.nothing(x)


class Slotted:
    __slots__ = ("__h", "w")

    def __init__(self):
        self.w = np.zeros(3)
        self.__h = np.zeros(3)

    @hybridc.hybridize
    def step(self, x):
        self.w = np.tanh(self.w) + x
        self.__h = np.cos(x)
        return np.sum(self.w)

    def held(self):
        return self.__h


class Single:
    def __init__(self):
        self.w = np.zeros(3)

    @hybridc.hybridize
    def step(self, x):
        self.w = np.tanh(self.w) + x
        return np.sum(self.w)


@hybridc.hybridize
class Nested:
    def __init__(self):
        self.net = Net()
        self.w = np.ones(3)

    def step(self, x):
        self.w = self.net.step(x) * self.w
        return self.w.sum()

    def look(self, x):
        return np.sum(np.tanh(self.w) * x)


class Keeping(Net):
    """Not one that compiled methods are right for: `w` is a property, the methods stay Python."""

    @property
    def w(self):
        return self._w

    @w.setter
    def w(self, value):
        self._w = value


@hybridc.hybridize
class ByList:
    def __init__(self):
        self.ws = [np.zeros(3), np.ones(3)]

    def step(self, x):
        self.ws = [np.tanh(self.ws[0]) + x, self.ws[1]]
        return np.sum(self.ws[0])


def scanned(f):
    return lambda x: jax.lax.scan(lambda carry, each: (carry, f(each)), 0.0, jnp.stack([x, x]))


TRANSFORMATIONS = {
    "jit": jax.jit,
    "vmap": lambda f: lambda x: jax.vmap(f)(jnp.stack([x, x])),
    "grad": jax.grad,
    "value_and_grad": jax.value_and_grad,
    "jvp": lambda f: lambda x: jax.jvp(f, (x,), (x,)),
    "jacfwd": jax.jacfwd,
    "hessian": jax.hessian,
    "linearize": lambda f: lambda x: jax.linearize(f, x)[0],
    "scan": scanned,
    "fori_loop": lambda f: lambda x: jax.lax.fori_loop(0, 2, lambda n, c: c + f(x + c), 0.0),
    "while_loop": lambda f: lambda x: jax.lax.while_loop(lambda c: c < 1, lambda c: c + 1 + f(x + c), 0.0),
    "cond": lambda f: lambda x: jax.lax.cond(x[0] < 1, f, lambda x: 0.0 * jnp.sum(x), x),
    "map": lambda f: lambda x: jax.lax.map(f, jnp.stack([x, x])),
    "checkpoint": lambda f: jax.grad(jax.checkpoint(f)),
    "make_jaxpr": jax.make_jaxpr,
    "eval_shape": lambda f: functools.partial(jax.eval_shape, f),
    "jit of grad": lambda f: jax.jit(jax.grad(f)),
    "vmap of grad": lambda f: lambda x: jax.vmap(jax.grad(f))(jnp.stack([x, x])),
}
OBJECTS = {
    "class": Net,
    "method": Single,
    "slots": Slotted,
    "nested": Nested,
    "python": Keeping,
    "list": ByList,
}


def state(instance):
    """All that an object holds, the objects in it as well."""
    names = [*getattr(instance, "__dict__", {}), *getattr(type(instance), "__slots__", ())]
    names = [f"_{type(instance).__name__}{n}" if n == "__h" else n for n in names]
    found = {}
    for name in names:
        value = getattr(instance, name)
        if isinstance(value, Net):
            found |= {f"{name}.{inner}": held for inner, held in state(value).items()}
        else:
            found[name] = value
    return found


def assert_as_it_was(instance, before):
    after = state(instance)
    assert after.keys() == before.keys()
    for name, value in before.items():
        for leaf in jax.tree.leaves(after[name]):
            assert not isinstance(leaf, jax.core.Tracer), name
        assert after[name] is value or after[name] == value, name


@pytest.mark.parametrize("transformation", TRANSFORMATIONS)
@pytest.mark.parametrize("kind", OBJECTS)
def test_what_a_trace_makes_is_not_left_in_an_object(kind, transformation):
    instance = OBJECTS[kind]()
    before = state(instance)
    with pytest.raises(TracedWriteError, match=r"test_under_traces\.py:\d+: `\w+\.step` would leave values of a trace"):
        TRANSFORMATIONS[transformation](instance.step)(X)
    assert_as_it_was(instance, before)
    assert np.isfinite(instance.step(X))  # it goes on working


def test_the_error_names_the_line_and_the_attributes():
    with pytest.raises(TracedWriteError, match=r"`Net\.step` .* in `w`, `n` of an object of `Net`") as caught:
        jax.jit(Net().step)(X)
    line = int(str(caught.value).split(":")[1])
    with open(__file__, encoding="utf-8") as file:
        assert file.read().splitlines()[line - 1].strip() == "self.w = np.tanh(self.w) + x"


@pytest.mark.parametrize("transformation", TRANSFORMATIONS)
def test_methods_that_set_nothing_work(transformation):
    net = Net()
    net.step(X)
    held = jnp.asarray(net.w)
    found = TRANSFORMATIONS[transformation](net.look)(X)
    expected = TRANSFORMATIONS[transformation](lambda x: jnp.sum(jnp.tanh(held) * x))(X)
    if transformation == "make_jaxpr":
        return
    for ours, theirs in zip(jax.tree.leaves(found), jax.tree.leaves(expected), strict=True):
        if isinstance(theirs, jax.ShapeDtypeStruct):
            assert ours == theirs
        else:
            assert_close(ours, theirs, rtol=1e-12)


@pytest.mark.parametrize("transformation", [name for name in TRANSFORMATIONS if name != "make_jaxpr"])
def test_objects_that_the_traced_function_makes_work(transformation):
    """Of its values, so that they are over with it."""

    def ours(x):
        net = Net(x * 1.0)
        return net.step(x) + net.step(x) * net.n

    def theirs(x):
        one = jnp.tanh(x * 1.0) + x
        return jnp.sum(one) + jnp.sum(jnp.tanh(one) + x) * 2.0

    found, expected = (TRANSFORMATIONS[transformation](f)(X) for f in (ours, theirs))
    for one, other in zip(jax.tree.leaves(found), jax.tree.leaves(expected), strict=True):
        assert isinstance(other, jax.ShapeDtypeStruct) or np.allclose(one, other, rtol=1e-12, atol=1e-12)


def test_an_object_of_the_outer_trace_keeps_nothing_of_an_inner_one():
    def outer(x):
        net = Net(x * 1.0)
        return jax.vmap(net.step)(jnp.stack([x, x]))

    with pytest.raises(TracedWriteError):
        jax.jit(outer)(X)


def test_what_does_not_depend_on_a_trace_is_set():
    net = Net()
    jax.grad(lambda x: jnp.sum(x) * net.step(jnp.ones(3)))(X)
    assert net.n == 1.0 and not isinstance(net.w, jax.core.Tracer)


def test_methods_that_raise_leave_nothing():
    net = Net()
    before = state(net)
    with pytest.raises(AttributeError):
        jax.jit(net.fails_later)(X)
    assert_as_it_was(net, before)


class Appends:
    def __init__(self):
        self.seen = []

    def step(self, x):
        self.seen.append(np.tanh(x))
        return np.sum(x)


def test_lists_that_python_appends_to_are_as_they_were():
    """A method that stays Python, of an object that its compiled form is not right for."""
    net, original = Net(), Appends.step
    assert isinstance(original, FunctionType)

    def appends(self, x):
        self.seen.append(x * 2.0)
        return jnp.sum(x)

    with pytest.raises(TracedWriteError, match="in `seen`"):
        jax.jit(lambda x: kept_from_traces(appends, original, None, (net, x), {}))(X)
    assert net.seen == []


def closures():
    held, listed = np.zeros(3), []

    def binds(x):
        nonlocal held
        held = np.tanh(x)
        return np.sum(held)

    def appends(x):
        listed.append(np.tanh(x))
        return np.sum(x)

    return [binds, appends]


@pytest.mark.parametrize("function", closures(), ids=lambda f: f.__name__)
def test_functions_that_write_what_lies_outside_are_refused_before_they_run(function):
    with pytest.raises(ConversionError, match=r"test_under_traces\.py:\d+"):
        hybridc.hybridize(function)(X)


def changes_its_argument(a, x):
    a[0] = np.sum(x)
    return a


@pytest.mark.parametrize("transformation", ["jit", "vmap", "grad", "scan"])
def test_arguments_that_are_changed_hold_no_values_of_a_trace(transformation):
    changed = hybridc.hybridize(changes_its_argument)
    given = np.zeros(3)
    TRANSFORMATIONS[transformation](lambda x: jnp.sum(changed(jnp.asarray(given), x)))(X)
    assert given.dtype == np.float64 and np.isfinite(given).all()
