"""Attributes of models: parameters, buffers, submodules, and what PyTorch's users ask of them."""

import copy

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from small_models import Centred, Dense, Net

from closeness import assert_close
from hybridc.runtime.core import runs
from hybridc.runtime.core.cells import Buffer
from hybridc.runtime.core.containers import ModuleDict, ModuleList, ParameterDict, ParameterList, Sequential
from hybridc.runtime.core.modules import Module
from hybridc.runtime.torch.cells import Parameter


def test_names_are_those_of_a_state_dict_in_order():
    assert list(Net().state_dict()) == [
        "first.weight", "first.bias", "norm.mean", "norm.seen", "last.weight", "last.bias",
    ]  # fmt: skip


def test_parameters_leave_integers_out_unless_asked():
    assert "norm.seen" not in Net().parameters()
    assert "norm.seen" in Net().parameters(integers=True)


def test_a_tied_parameter_has_two_names_in_the_state_dict_and_one_among_the_parameters():
    net = Net()
    net.other = Dense(3, 4)
    net.other.weight = net.first.weight
    assert {"first.weight", "other.weight"} <= net.state_dict().keys()
    assert "other.weight" not in net.parameters()
    net.first.weight.data = jnp.ones((4, 3))
    assert net.other.weight.held is net.first.weight.held


def test_a_shared_submodule_is_one():
    net = Net()
    net.again = net.first
    assert [n for n, _ in net.named_modules()] == ["", "first", "norm", "drop", "last"]
    assert {"first.weight", "again.weight"} <= net.state_dict().keys()


def test_a_buffer_that_is_not_persistent_is_not_saved():
    module = Module()
    module.register_buffer("mask", jnp.ones(2), persistent=False)
    assert list(module.state_dict()) == []
    assert [n for n, _ in module.named_buffers()] == ["mask"]


def test_none_as_a_parameter_is_read_as_none():
    module = Module()
    module.register_parameter("bias", None)
    assert module.bias is None
    module.bias = Parameter(jnp.zeros(2))
    assert list(module.state_dict()) == ["bias"]


def test_a_parameter_is_not_replaced_by_an_array():
    module = Dense(2, 2)
    with pytest.raises(TypeError, match="is a parameter"):
        module.weight = jnp.zeros((2, 2))


def test_a_submodule_is_not_replaced_by_a_number():
    with pytest.raises(TypeError, match="is a submodule"):
        Net().first = 3


def test_a_missing_attribute_names_the_class():
    with pytest.raises(AttributeError, match="`Net` has no attribute `nothing`"):
        Net().nothing  # noqa: B018


def test_deleting_takes_away_names():
    net = Net()
    del net.last
    assert "last.weight" not in net.state_dict()


def test_apply_of_a_function_visits_those_below_first():
    seen = []
    net = Net()
    assert net.apply(lambda m: seen.append(type(m).__name__)) is net
    assert seen == ["Dense", "Centred", "Noisy", "Dense", "Net"]


def test_modes_reach_all_modules():
    net = Net().eval()
    assert not any(m.training for m in net.modules())
    assert all(m.training for m in net.train().modules())


def test_submodules_parameters_and_buffers_are_found_by_path():
    net = Net()
    assert net.get_submodule("first") is net.first
    assert net.get_parameter("last.bias") is net.last.bias
    assert isinstance(net.get_buffer("norm.mean"), Buffer)
    with pytest.raises(AttributeError, match="no submodule `third`"):
        net.get_submodule("third")


def test_copies_have_parameters_of_their_own_and_keep_ties():
    net = Net()
    net.other = net.first
    other = copy.deepcopy(net)
    other.first.weight.zero_()
    assert other.other.weight is other.first.weight
    assert float(abs(net.first.weight.data).sum()) > 0
    x = jnp.ones((2, 3))
    net.eval(), other.eval()
    assert not np.allclose(net(x), other(x))


def test_casting_leaves_integers():
    net = Net().half()
    assert net.first.weight.dtype == jnp.float16
    assert net.norm.seen.dtype == jnp.int32


def test_a_cell_is_written_in_place_in_its_own_dtype():
    weight = Parameter(jnp.zeros((2, 2), jnp.bfloat16))
    weight[0] = 1.5
    weight.add_(1).mul_(2)
    np.testing.assert_array_equal(np.asarray(weight.data, np.float32), [[5, 5], [2, 2]])
    assert weight.dtype == jnp.bfloat16


def test_a_cell_computes_as_its_array():
    weight = Parameter(jnp.array([1.0, 2.0]))
    assert_close(jnp.exp(jnp.asarray(weight)) + 2 * weight, np.exp([1, 2]) + np.array([2, 4]), rtol=1e-6)
    assert_close(weight.reshape(2, 1) @ jnp.ones((1, 1)), [[1], [2]])


def test_parts_are_not_made_while_the_model_runs():
    class Growing(Module):
        def forward(self, x):
            self.late = Dense(3, 3)
            return self.late(x)

    with pytest.raises(RuntimeError, match="is made while the model runs"):
        Growing()(jnp.ones(3))
    assert runs.current() is None


def test_a_property_with_a_setter_is_set():
    class Scaled(Module):
        def __init__(self):
            super().__init__()
            self._factor = 1

        @property
        def factor(self):
            return self._factor

        @factor.setter
        def factor(self, value):
            self._factor = 2 * value

        def forward(self, x):
            return x * self.factor

    module = Scaled()
    module.factor = 3
    assert float(module(jnp.float32(1))) == 6


class TestContainers:
    def test_a_sequence_is_sliced_extended_and_renumbered(self):
        net = Sequential(Dense(3, 4), Centred(4), Dense(4, 2))
        assert len(net[:2]) == 2 and net[-1] is net[2]
        net.insert(1, Dense(4, 4))
        assert list(net._modules) == ["0", "1", "2", "3"]
        del net[1]
        assert [type(m).__name__ for m in net] == ["Dense", "Centred", "Dense"]

    def test_a_sequence_takes_names(self):
        net = Sequential({"one": Dense(3, 2), "two": Dense(2, 1)}).eval()
        assert next(iter(net.state_dict())) == "one.weight"
        assert net(jnp.ones((5, 3))).shape == (5, 1)

    def test_a_list_of_modules_is_a_list(self):
        layers = ModuleList([Dense(2, 2)])
        layers += [Dense(2, 2)]
        layers.append(Dense(2, 2))
        assert len(layers) == 3 and len(layers[1:]) == 2
        assert layers.pop() is not None and len(layers) == 2
        with pytest.raises(IndexError):
            layers[2]

    def test_a_dict_of_modules_is_a_dict(self):
        parts = ModuleDict({"a": Dense(2, 2)})
        parts["b"] = Dense(2, 3)
        assert list(parts) == ["a", "b"] and "b" in parts and len(parts) == 2
        assert [k for k, _ in parts.items()] == list(parts.keys())
        with pytest.raises(KeyError, match="text without dots"):
            parts["a.b"] = Dense(2, 2)

    def test_lists_and_dicts_of_parameters(self):
        class Sum(Module):
            def __init__(self):
                super().__init__()
                self.terms = ParameterList([Parameter(jnp.ones(2)), jnp.zeros(2)])
                self.named = ParameterDict({"shift": jnp.full(2, 3.0)})

            def forward(self, x):
                for term in self.terms:
                    x = x + term
                return x + self.named["shift"]

        net = Sum()
        assert list(net.state_dict()) == ["terms.0", "terms.1", "named.shift"]
        assert_close(net(jnp.zeros(2)), [4, 4])
        assert_close(jax.grad(lambda p: net.apply(p, jnp.zeros(2)).sum())(net.parameters())["terms.0"], [1, 1])
