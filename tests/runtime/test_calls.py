"""Calling models: compiled, traced anew when what Python decides by has changed, and with state that comes back."""

import io
from queue import SimpleQueue

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from small_models import Centred, Dense, LazyDense, Net, Noisy

from closeness import assert_close
from hybridc.runtime.core import randomness
from hybridc.runtime.core.containers import ModuleList, Sequential
from hybridc.runtime.core.modules import Module

X = jnp.arange(6.0).reshape(2, 3)


class Traced(Module):
    """Counts how often it is traced."""

    def __init__(self):
        super().__init__()
        self.traces = []  # a list that only the test looks into
        self.power = 1

    def forward(self, x, flag=False):
        TRACES.write("x")
        return (x**self.power, flag) if flag else x**self.power


TRACES = io.StringIO()  # whose contents the model does not keep from one call to the next, as it would a list's


@pytest.fixture(autouse=True)
def no_traces():
    TRACES.seek(0)
    TRACES.truncate()


def test_a_call_is_traced_once_for_a_shape():
    net = Traced()
    for _ in range(3):
        net(X)
    net(X[:1])
    assert len(TRACES.getvalue()) == 2


def test_setting_an_attribute_traces_anew_and_setting_it_back_does_not():
    net = Traced()
    assert float(net(X)[1, 2]) == 5
    net.power = 2
    assert float(net(X)[1, 2]) == 25
    net.power = 1
    assert float(net(X)[1, 2]) == 5
    assert len(TRACES.getvalue()) == 2


def test_numbers_that_are_equal_and_of_other_types_trace_anew():
    net = Traced()
    net.power = 2
    assert net(jnp.arange(3)).dtype == jnp.int32
    net.power = 2.0
    assert net(jnp.arange(3)).dtype == jnp.float32


def test_an_attribute_changed_inside_traces_anew():
    class Weighted(Module):
        def __init__(self):
            super().__init__()
            self.weights = [1.0, 2.0]
            self.config = type("Config", (), {})()
            self.config.shift = 0.0

        def forward(self, x):
            return sum(self.weights) * x + self.config.shift

    net = Weighted()
    assert float(net(jnp.float32(1))) == 3
    net.weights[0] = 5.0
    assert float(net(jnp.float32(1))) == 7
    net.config.shift = 1.0
    assert float(net(jnp.float32(1))) == 8


def test_arguments_that_are_no_arrays_are_known_while_tracing():
    net = Traced()
    value, flag = net(X, flag=True)
    assert flag is True and value.shape == X.shape
    assert not isinstance(net(X, flag=False), tuple)


def test_arrays_and_nones_in_any_place():
    class Masked(Module):
        def forward(self, x, mask=None, y=None):
            traces.put((mask is None, y is None))
            x = x if mask is None else x * mask
            return x if y is None else x - y

    traces = SimpleQueue()
    net = Masked()
    x, y = jnp.full((2,), 6.0), np.full((2,), 4.0, np.float32)
    for _ in range(3):
        assert net(x).tolist() == [6, 6]
        assert net(x, None).tolist() == [6, 6]
        assert net(x, y).tolist() == [24, 24]
        assert net(x, None, y).tolist() == [2, 2]
        assert net(x, y, None).tolist() == [24, 24]
        assert net(x, y, x).tolist() == [18, 18]
    found = [traces.get() for _ in range(traces.qsize())]
    assert found == [(True, True), (True, True), (False, True), (True, False), (False, True), (False, False)]


def test_results_keep_python_objects_and_their_structure():
    class Report(Module):
        def forward(self, x):
            return {"x": x, "size": x.shape[0], "name": "n", "none": None, "pair": (x, 1.5)}

    found = Report()(X)
    assert found["size"] == 2 and type(found["size"]) is int
    assert found["name"] == "n" and found["none"] is None and found["pair"][1] == 1.5
    assert Report()(X[:1])["size"] == 1


def test_objects_that_hide_arrays_are_refused():
    class Box:
        def __init__(self, x):
            self.x = x

    class Boxed(Module):
        def forward(self, x):
            return Box(x)

    with pytest.raises(TypeError, match="which JAX does not know as a container"):
        Boxed()(X)


def test_buffers_written_by_forward_are_the_models():
    net = Centred(3)
    net(X), net(X)
    assert_close(net.mean.data, 0.75 * np.asarray(X).mean(0))
    assert int(net.seen.data) == 2
    net.eval()
    net(X)
    assert int(net.seen.data) == 2


def test_a_part_called_by_itself_shares_state_with_the_whole():
    net = Sequential(Dense(3, 3), Centred(3))
    net(X)
    net[1](X)
    net(X)
    assert int(net[1].seen.data) == 3


def test_a_counter_that_forward_keeps():
    class Counting(Module):
        def __init__(self):
            super().__init__()
            self.count = 0
            self.last = None

        def forward(self, x):
            TRACES.write("x")
            self.count += 1
            self.last = x
            return x * self.count

    net = Counting()
    assert [float(net(jnp.float32(1))) for _ in range(4)] == [1, 2, 3, 4]
    assert int(net.count) == 4 and float(net.last) == 1
    assert len(TRACES.getvalue()) < 5  # the count is an argument, not a constant


def test_a_counter_that_decides_the_shape():
    class Growing(Module):
        def __init__(self):
            super().__init__()
            self.size = 1

        def forward(self, x):
            self.size += 1
            return jnp.ones(self.size) * x

    net = Growing()
    assert [net(jnp.float32(2)).shape for _ in range(3)] == [(2,), (3,), (4,)]


def test_a_flag_that_forward_clears():
    class First(Module):
        def __init__(self):
            super().__init__()
            self.is_first = True

        def forward(self, x):
            if self.is_first:
                self.is_first = False
                return x + 100
            return x

    net = First()
    assert [float(net(jnp.float32(1))) for _ in range(3)] == [101, 1, 1]


def test_draws_differ_from_call_to_call_and_repeat_with_the_seed():
    net = Noisy()
    ones = jnp.ones(64)
    randomness.seed(7)
    first, second = net(ones), net(ones)
    assert not np.array_equal(first, second)
    randomness.seed(7)
    np.testing.assert_array_equal(net(ones), first)


def test_a_draw_inside_a_compiled_loop_is_refused():
    class Looped(Module):
        def __init__(self):
            super().__init__()
            self.noise = Noisy()

        def forward(self, x):
            return jax.lax.fori_loop(0, 3, lambda i, x: self.noise(x), x)

    with pytest.raises(RuntimeError, match="random numbers are drawn inside a compiled branch or loop"):
        Looped()(jnp.ones(3))


def test_eager_calls_agree_with_compiled_ones():
    net = Net().eval()
    compiled = net(X)
    assert_close(net.hybridize(False)(X), compiled, rtol=1e-6)
    net.train()
    net(X)
    assert int(net.norm.seen.data) == 1


def test_the_pure_form_leaves_the_model_as_it_was():
    net = Net()
    before = net.parameters()
    result, after = jax.jit(lambda p, k: net.apply(p, X, train=True, rng=k))(before, jax.random.key(0))
    assert after.keys() == before.keys() and result.shape == (2, 2)
    assert float(abs(net.norm.mean.data).sum()) == 0
    assert float(abs(after["norm.mean"]).sum()) > 0
    assert net.training


def test_the_pure_form_agrees_with_the_call():
    net = Net().eval()
    assert_close(jax.jit(net.apply)(net.parameters(), X), net(X), rtol=1e-6)


def test_the_pure_form_needs_a_key_to_draw():
    net = Net()
    with pytest.raises(RuntimeError, match="give `apply` an `rng`"):
        net.apply(net.parameters(), X, train=True)


def test_gradients_of_all_parameters():
    net = Net()
    grads = jax.grad(lambda p: net.apply(p, X).sum())(net.parameters())
    assert_close(grads["last.bias"], [2, 2])
    assert float(abs(grads["first.weight"]).sum()) > 0


def test_parameters_of_another_model_are_refused_whole():
    net = Net()
    wrong = net.parameters() | {"third.weight": jnp.zeros(1), "last.bias": jnp.zeros(5)}
    with pytest.raises(
        ValueError, match=r"`third.weight` is no parameter of it; `last.bias` has the shape \(2,\), not \(5,\)"
    ):
        net.apply(wrong, X)


def test_mapped_over_several_models():
    net = Net().eval()
    stacked = jax.tree.map(lambda p: jnp.stack([p, 2 * p]), net.parameters())
    assert jax.vmap(lambda p: net.apply(p, X))(stacked).shape == (2, 2, 2)


def test_shapes_are_settled_by_the_first_call():
    randomness.seed(1)
    net = Sequential(LazyDense(4), Centred(4), LazyDense(2)).eval()
    with pytest.raises(RuntimeError, match="settled by the first input"):
        net.parameters()
    assert net(X).shape == (2, 2)
    assert net[0].weight.shape == (4, 3) and net[2].weight.shape == (2, 4)
    assert float(abs(net[0].weight.data).sum()) > 0


def test_shapes_are_settled_by_init_and_drawn_from_its_key():
    first, second, third = (Sequential(LazyDense(4), LazyDense(2)).eval() for _ in range(3))
    one = first.init(5, jax.ShapeDtypeStruct((2, 3), jnp.float32))
    other = second.init(jax.random.key(5), X)
    again = third.init(5, X)
    assert one["0.weight"].shape == (4, 3)
    np.testing.assert_array_equal(one["0.weight"], again["0.weight"])
    assert other["1.weight"].shape == (2, 4)


def test_a_frozen_model_is_a_function_of_arrays():
    net = Net().eval()
    frozen = net.freeze()
    expected = net(X)
    net.first.weight.zero_()
    assert_close(frozen(X), expected, rtol=1e-6)
    assert not np.allclose(net(X), expected)


def test_an_error_names_the_layer():
    net = Sequential(Dense(3, 4), ModuleList([Dense(4, 2)])[0])
    with pytest.raises(TypeError) as caught:
        net(jnp.ones((2, 5)))
    assert any("while running `0`, a Dense of Sequential" in note for note in caught.value.__notes__)


def test_state_is_not_written_by_a_transformed_call():
    net = Centred(3)
    with pytest.raises(RuntimeError, match=r"use `net\.apply`"):
        jax.jit(lambda x: net(x))(X)


def test_hooks_see_and_change_values_until_they_are_removed():
    net = Dense(3, 2)
    expected = net(X)
    hook = net.register_forward_hook(lambda module, args, result: result + 1)
    assert_close(net(X), expected + 1, rtol=1e-6)
    hook.remove()
    assert_close(net(X), expected, rtol=1e-6)


def test_a_layer_that_no_call_uses_keeps_its_shape_open():
    class Heads(Module):
        def __init__(self):
            self.used, self.unused = LazyDense(4), LazyDense(2)

        def forward(self, x):
            return self.used(x)

    net = Heads()
    assert net(jnp.ones((2, 3))).shape == (2, 4)
    assert not net.unused.weight.is_initialized


THREE, FOUR = jnp.ones((3, 2)), jnp.ones((4, 2))


class Deciding(Module):
    """What a call does besides returning its result depends on the shape of the input."""

    def __init__(self):
        super().__init__()
        self.count = 0

    def forward(self, x):
        if x.shape[0] == 3:
            return x + jax.random.uniform(randomness.next_key(), x.shape)
        if x.shape[0] == 4:
            self.count += 1
            return x, "four"
        return x * 2


def test_what_a_call_does_besides_depends_on_the_shape():
    net = Deciding()
    for _ in range(3):
        np.testing.assert_array_equal(net(X), X * 2)
    assert float(jnp.sum(net(THREE) - THREE)) != float(jnp.sum(net(THREE) - THREE))
    np.testing.assert_array_equal(net(X[:1]), X[:1] * 2)
    for count in (1, 2, 3):
        result, word = net(FOUR)
        assert (word, int(net.count)) == ("four", count)
        np.testing.assert_array_equal(result, FOUR)
        np.testing.assert_array_equal(net(X), X * 2)
    np.testing.assert_array_equal(net.freeze()(X), X * 2)
