"""Parameters with several names that stand once in a file, as hubs and `safetensors.torch.save_model` write them."""

import jax.numpy as jnp
import numpy as np
import pytest
import torch

import hybridc
from exported import artifact
from hybridc.runtime import keras, weights
from hybridc.runtime.chainer import links, serializers
from hybridc.runtime.gluon import nn as gluon_nn
from hybridc.runtime.torch import nn
from hybridc.runtime.weights import WeightsError

FORMATS = ["dict", "w.safetensors", "w.npz", "w.params", "w.pt"]


def tied(nn, buffer):
    """The same model of both libraries: names are `embed.weight`, `head.weight`; `inner.0.*`, `again.*`; `a.b`, `c`."""

    class Part(nn.Module):
        def __init__(self):
            super().__init__()
            self.register_buffer("b", buffer())

    class Tied(nn.Module):
        def __init__(self):
            super().__init__()
            self.embed = nn.Embedding(5, 3)
            self.inner = nn.Sequential(nn.Linear(3, 3))
            self.again = self.inner[0]
            self.head = nn.Linear(3, 5, bias=False)
            self.head.weight = self.embed.weight
            self.a = Part()
            self.c = self.a

    return Tied()


NAMES = [("embed.weight", "head.weight"), ("inner.0.weight", "again.weight"), ("a.b", "c.b")]


@pytest.fixture
def ours():
    return tied(nn, lambda: jnp.ones(2))


@pytest.fixture
def theirs():
    torch.manual_seed(1)
    model = tied(torch.nn, lambda: torch.arange(2.0) + 3)
    return model


def arrays_of(model):
    return {name: value.detach().numpy() for name, value in model.state_dict().items()}


def put(model, arrays, form, folder):
    if form == "dict":
        return model.load_state_dict(arrays)
    if form.endswith(".pt"):
        torch.save({name: torch.tensor(array) for name, array in arrays.items()}, folder / form)
    else:
        weights.write(folder / form, arrays)
    return model.load(folder / form)


def assert_same(model, arrays):
    found = model.state_dict()
    assert found.keys() == arrays.keys()
    for name, array in arrays.items():
        np.testing.assert_array_equal(found[name], array, err_msg=name)


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("kept", [0, 1])
def test_either_name_is_enough(ours, theirs, form, kept, tmp_path):
    whole = arrays_of(theirs)
    given = {name: array for name, array in whole.items() if name not in {pair[1 - kept] for pair in NAMES}}
    assert len(given) == len(whole) - len(NAMES)
    put(ours, given, form, tmp_path)
    assert_same(ours, whole)
    assert ours.head.weight is ours.embed.weight


def test_what_save_model_writes(ours, theirs, tmp_path):
    from safetensors.torch import save_model

    save_model(theirs, str(tmp_path / "w.safetensors"))
    ours.load(tmp_path / "w.safetensors")
    assert_same(ours, arrays_of(theirs))


@pytest.mark.parametrize("turned", [False, True], ids=["in order", "turned"])
def test_of_two_values_the_one_counts_that_counts_in_torch(ours, theirs, turned):
    given = {name: array + place for place, (name, array) in enumerate(arrays_of(theirs).items())}
    given = dict(reversed(given.items())) if turned else given
    theirs.load_state_dict({name: torch.tensor(array) for name, array in given.items()})
    ours.load_state_dict(given)
    assert_same(ours, arrays_of(theirs))


@pytest.mark.parametrize("pair", NAMES)
def test_what_has_no_value_under_any_name_is_missing(ours, theirs, pair):
    given = {name: array for name, array in arrays_of(theirs).items() if name not in pair}
    before = {name: np.asarray(array) for name, array in ours.state_dict().items()}
    with pytest.raises(WeightsError, match=rf"missing \(2\):\n    {pair[0]}\n    {pair[1]}$"):
        ours.load_state_dict(given)
    assert_same(ours, before)


@pytest.mark.parametrize("pair", NAMES)
@pytest.mark.parametrize("kept", [0, 1])
def test_shapes_under_any_name_are_compared(ours, theirs, pair, kept):
    given = arrays_of(theirs)
    given[pair[kept]] = np.ones(7, np.float32)
    for arrays in (given, {name: array for name, array in given.items() if name != pair[1 - kept]}):
        with pytest.raises(WeightsError, match=rf"of another shape \(1\):\n    {pair[kept]}: "):
            ours.load_state_dict(arrays)


def test_equal_parameters_that_are_not_tied_are_not_filled(ours):
    class Equal(nn.Module):
        def __init__(self):
            super().__init__()
            self.one = nn.Linear(3, 3, bias=False)
            self.two = nn.Linear(3, 3, bias=False)
            self.two.weight.data = self.one.weight.data

    with pytest.raises(WeightsError, match=r"missing \(1\):\n    two.weight"):
        Equal().load_state_dict({"one.weight": np.ones((3, 3), np.float32)})


def test_names_that_are_missing_are_told_as_in_torch(ours, theirs):
    given = {name: array for name, array in arrays_of(theirs).items() if name not in ("head.weight", "again.bias")}
    told = theirs.load_state_dict({name: torch.tensor(array) for name, array in given.items()}, strict=False)
    assert ours.load_state_dict(given, strict=False).missing_keys == told.missing_keys


def test_artifacts_take_either_name(tmp_path):
    path = artifact(tmp_path, "Tied", "x=f32[b,4]")
    loaded = hybridc.load(path)
    aliases = loaded.description.aliases
    [(alias, name)] = aliases.items()
    held = {n: np.asarray(a) for n, a in loaded.parameters().items()}
    changed = held[name] + 1
    rest = {n: a for n, a in held.items() if n != name}
    for given in ({**rest, alias: changed}, {**rest, name: changed}):
        loaded.load_state_dict(held)
        loaded.load_state_dict(given)
        np.testing.assert_array_equal(loaded.parameters()[name], changed)
    for given in ({**held, alias: changed}, {alias: changed, **held}):  # the last in the order of the model
        loaded.load_state_dict(held)
        loaded.load_state_dict(given)
        np.testing.assert_array_equal(loaded.parameters()[name], changed)
    with pytest.raises(WeightsError, match="missing"):
        loaded.load_state_dict(rest)


def test_layers_that_keras_shares(tmp_path):
    class Net(keras.Model):
        def __init__(self):
            super().__init__()
            self.one = keras.layers.Dense(3)
            self.two = self.one

        def call(self, x):
            return self.two(self.one(x))

    net, other = Net(), Net()
    for each in (net, other):
        each(np.ones((1, 3), np.float32))
    net.save_weights(tmp_path / "net.weights.h5")
    other.load(tmp_path / "net.weights.h5")
    for ours, theirs in zip(net.get_weights(), other.get_weights(), strict=True):
        np.testing.assert_array_equal(ours, theirs)


def test_links_that_chainer_shares(tmp_path):
    import hybridc.runtime.chainer as chainer

    class Net(chainer.Chain):
        def __init__(self):
            super().__init__()
            with self.init_scope():
                self.one = links.Linear(3, 3)
                self.two = self.one

    net, other = Net(), Net()
    given = {f"one/{name}": np.asarray(net.one.state_dict()[name]) + 1 for name in ("W", "b")}
    np.savez(tmp_path / "net.npz", **given)
    serializers.load_npz(str(tmp_path / "net.npz"), other)
    np.testing.assert_array_equal(other.two.W.data, given["one/W"])
    serializers.load_npz(str(tmp_path / "net.npz"), net, ignore_names=["two/W", "two/b"])
    np.testing.assert_array_equal(net.two.W.data, given["one/W"])


def test_blocks_that_gluon_shares(tmp_path):
    net = gluon_nn.HybridSequential()
    shared = gluon_nn.Dense(3, in_units=3)
    net.add(shared, gluon_nn.Dense(3, in_units=3, params=shared.params))
    net.initialize()
    net.save_parameters(str(tmp_path / "w.params"), deduplicate=True)
    whole = {name: np.asarray(array) for name, array in net.state_dict().items()}
    kept = weights.read(tmp_path / "w.params")
    assert len(kept) < len(whole)
    for _ in range(2):
        net.load_state_dict({name: array + 1 for name, array in kept.items()})
        np.testing.assert_array_equal(net.state_dict()["0.weight"], whole["0.weight"] + 1)
    net.load(tmp_path / "w.params")
    assert_same(net, whole)
