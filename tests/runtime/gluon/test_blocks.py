"""Gluon's blocks: how parameters are named, initialized, shared, kept in files; modes, hooks and calls."""

import copy

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from closeness import assert_close
from hybridc.runtime.gluon import contrib, init, loss, nn, rnn
from hybridc.runtime.gluon.parameters import DeferredInitializationError
from hybridc.runtime.weights import WeightsError, read

X = jnp.arange(6.0).reshape(2, 3)


def small(**options):
    net = nn.HybridSequential(**options)
    with net.name_scope():
        net.add(nn.Dense(4, activation="relu"), nn.BatchNorm(), nn.Dense(2))
    return net


class Scaled(nn.HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.first = nn.Dense(3, in_units=3)
            self.second = nn.Dense(3, params=self.first.params)
            self.scale = self.params.get("scale", shape=(3,), init=init.One())
            self.shift = self.params.get_constant("shift", np.array([1.0, 2.0, 3.0]))

    def forward(self, x):
        return self.second(self.first(x)) * self.scale + self.shift


def test_parameters_have_no_values_before_they_are_initialized():
    net = small(prefix="net_")
    with pytest.raises(RuntimeError, match=r"Parameter 'net_dense0_weight' has not been initialized\. Note"):
        net(X)
    net.initialize()
    with pytest.raises(DeferredInitializationError, match="initialization was deferred"):
        net.parameters()
    assert net[0].weight.shape == (4, 0)
    assert net[0].bias.data.shape == (4,)
    net(X)
    assert net[0].weight.shape == (4, 3)


def test_a_shape_that_may_not_be_deferred_is_an_error():
    with pytest.raises(ValueError, match=r"Cannot initialize Parameter 'p_alpha' because it has invalid shape: \(0,\)"):
        nn.PReLU(in_channels=0, prefix="p_").initialize()


def test_the_first_input_must_fit_what_is_declared():
    net = nn.Dense(2, in_units=4, prefix="d_")
    net.initialize()
    with pytest.raises(RuntimeError, match="linear"):
        net(X)


def test_a_failed_first_call_leaves_shapes_to_the_next():
    net = nn.HybridSequential()
    net.add(nn.Dense(4), nn.Dense(2, in_units=3))
    net.initialize()
    with pytest.raises(RuntimeError, match="linear"):
        net(X)
    assert not net[0].weight.is_initialized


def test_init_draws_from_the_key_alone():
    one, two, other = small(), small(), small()
    shapes = jax.ShapeDtypeStruct(X.shape, X.dtype)
    a, b, c = one.init(7, X), two.init(7, shapes), other.init(8, X)
    assert all(np.array_equal(a[name], b[name]) for name in a)
    assert not np.array_equal(a["0.weight"], c["0.weight"])
    kept = small()
    kept.initialize(init.One())
    assert np.array_equal(kept.init(7, X)["0.weight"], np.ones((4, 3)))


def test_names_are_those_of_gluon():
    net = small(prefix="model_")
    net.initialize()
    net(X)
    assert list(net.state_dict()) == [
        *("0.weight", "0.bias", "1.gamma", "1.beta", "1.running_mean", "1.running_var", "2.weight", "2.bias")
    ]
    assert list(net.collect_params()) == [
        *("model_dense0_weight", "model_dense0_bias", "model_batchnorm0_gamma", "model_batchnorm0_beta"),
        *("model_batchnorm0_running_mean", "model_batchnorm0_running_var", "model_dense1_weight", "model_dense1_bias"),
    ]
    assert list(net.collect_params(".*weight")) == ["model_dense0_weight", "model_dense1_weight"]
    assert net.name == "model"
    assert net[2].name == "model_dense1"
    outside = nn.Conv2D(3, 3, prefix="a_")
    assert list(outside.params) == ["a_weight", "a_bias"]
    scaled = Scaled(prefix="s_")
    assert list(scaled.collect_params()) == ["s_scale", "s_shift", "s_dense0_weight", "s_dense0_bias"]
    assert repr(scaled.collect_params("s_scale")) == "s_ (\n  Parameter s_scale (shape=(3,), dtype=float32)\n)"


def test_blocks_are_counted_in_the_scope_that_they_are_made_in():
    outer = nn.HybridSequential(prefix="o_")
    with outer.name_scope():
        inner = nn.HybridSequential()
        with inner.name_scope():
            first, second = nn.Dense(1), nn.Dense(1)
        third = nn.Dense(1)
        named = nn.Dense(1, prefix="named_")
    assert [b.prefix for b in (inner, first, second, third, named)] == [
        *("o_hybridsequential0_", "o_hybridsequential0_dense0_", "o_hybridsequential0_dense1_"),
        *("o_dense0_", "o_named_"),
    ]
    nothing = nn.HybridSequential(prefix="")
    with nothing.name_scope():
        conv = nn.Conv2D(1, 1)
    assert conv.prefix.startswith("conv")
    layer = rnn.LSTM(2, bidirectional=True, prefix="l_")
    assert list(layer.collect_params())[:2] == ["l_l0_i2h_weight", "l_l0_h2h_weight"]


def test_shared_parameters_are_one():
    net = Scaled()
    net.initialize()
    assert net.first.weight is net.second.weight
    assert list(net.parameters()) == ["scale", "shift", "first.weight", "first.bias"]
    grown = net.apply(net.parameters() | {"first.weight": jnp.eye(3) * 2, "first.bias": jnp.zeros(3)}, X)
    assert_close(grown, X * 4 + jnp.array([1.0, 2, 3]))


def test_constants_are_not_parameters_of_which_there_are_gradients():
    net = Scaled()
    net.initialize()
    assert net.shift.dtype == jnp.float32
    assert not net.collect_params()[f"{net.prefix}shift"].requires_grad
    with pytest.raises(KeyError, match="Please specify value"):
        net.params.get_constant("other")
    assert net.params.get_constant("shift", np.array([1.0, 2.0, 3.0])) is net.shift
    with pytest.raises(AssertionError, match="doesn't match"):
        net.params.get_constant("shift", np.zeros(3))


def test_parameters_of_their_own_are_drawn_by_init():
    class Own(nn.HybridBlock):
        def __init__(self):
            super().__init__()
            self.weight = nn.Parameter("weight", shape=(3, 2))
            self.offset = nn.Constant("offset", [[1.0, 2.0]])

        def forward(self, x):
            return x @ self.weight + self.offset

    net = Own()
    with pytest.raises(RuntimeError, match="Parameter 'weight' has not been initialized"):
        net(X)
    params = net.init(0, X)
    assert_close(net(X), X @ params["weight"] + np.array([[1.0, 2.0]]), rtol=1e-6)


def test_one_parameter_with_two_descriptions_is_an_error():
    net = Scaled()
    assert net.params.get("scale", shape=(0,)) is net.scale
    with pytest.raises(AssertionError, match="'shape'"):
        net.params.get("scale", shape=(4,))
    with pytest.raises(AssertionError, match="'dtype'"):
        net.params.get("scale", dtype="float16")


def test_models_predict_unless_they_train():
    net = nn.HybridSequential()
    net.add(nn.Dense(4), nn.BatchNorm(), nn.Dropout(0.5))
    params = net.init(0, X)
    assert not net.training
    assert np.array_equal(net(X), net.apply(params, X))
    trained, new = net.apply(params, X, train=True, rng=1)
    assert not np.array_equal(trained, net(X))
    assert not np.array_equal(new["1.running_mean"], params["1.running_mean"])
    assert np.array_equal(net[1].running_mean.data, params["1.running_mean"])
    net.train()
    net(X)
    assert_close(net[1].running_mean.data, new["1.running_mean"], rtol=1e-6)


def test_what_is_not_learned_is_marked():
    net = small()
    net.initialize()
    net.collect_params(".*dense").setattr("grad_req", "null")
    learned = [name for name, p in net.collect_params().items() if p.grad_req != "null"]
    assert [name.rpartition("_")[2] for name in learned] == ["gamma", "beta"]
    assert nn.BatchNorm(scale=False).gamma.grad_req == "null"
    assert nn.BatchNorm().running_mean.grad_req == "null"
    with pytest.raises(AssertionError, match="grad_req must be one of"):
        net[0].weight.grad_req = "no"
    with pytest.raises(NotImplementedError, match=r"jax\.grad"):
        net[0].weight.grad()


def test_initialized_parameters_stay_unless_forced():
    net = nn.Dense(2, in_units=2)
    net.initialize(init.One())
    with pytest.warns(UserWarning, match="already initialized"):
        net.initialize(init.Zero())
    assert np.array_equal(net.weight.data, np.ones((2, 2)))
    net.initialize(init.Constant(3), force_reinit=True)
    assert np.array_equal(net.weight.data, np.full((2, 2), 3))
    assert np.array_equal(net.bias.data, np.zeros(2))
    net.collect_params().initialize(init.Normal(1), force_reinit=True)
    net.weight.set_data(np.eye(2))
    assert np.array_equal(net.weight.data, np.eye(2))
    with pytest.raises(AssertionError, match="incompatible"):
        net.weight.set_data(np.eye(3))


@pytest.mark.parametrize("make", [small, lambda: rnn.LSTM(2, 2, bidirectional=True, layout="NTC"), Scaled])
def test_files_give_back_what_was_kept(tmp_path, make):
    path = tmp_path / "net.npz"
    x = X[None] if make is not small and make is not Scaled else X
    net, other = make(), make()
    net.init(1, x)
    net.save_parameters(path)
    other.load_parameters(path)
    assert np.array_equal(net(x), other(x))
    state = {name: np.asarray(value) for name, value in net.state_dict().items()}
    assert all(np.array_equal(array, state[name]) for name, array in read(path).items())
    with pytest.warns(UserWarning, match="save_params is deprecated"):
        net.save_params(path)
    third = make()
    third.load_parameters(path)
    assert np.array_equal(net(x), third(x))


def test_full_names_load_as_export_writes_them(tmp_path):
    net = small(prefix="m_")
    net.init(1, X)
    np.savez(tmp_path / "net.npz", **{f"arg:{n}": np.asarray(p.data) for n, p in net.collect_params().items()})
    other = small(prefix="m_")
    other.load_parameters(tmp_path / "net.npz")
    assert np.array_equal(net(X), other(X))


def test_recurrent_layers_have_the_names_of_mxnet_in_files(tmp_path):
    layer = rnn.GRU(2, input_size=3)
    layer.initialize()
    names = ["_unfused.0.i2h_weight", "_unfused.0.h2h_weight", "_unfused.0.i2h_bias", "_unfused.0.h2h_bias"]
    assert list(layer.state_dict()) == names
    assert layer.l0_i2h_bias.shape == (6,)
    old = {name.replace("_unfused.0.", "0.l0_"): np.asarray(array) for name, array in layer.state_dict().items()}
    np.savez(tmp_path / "old.npz", **old)
    net = nn.HybridSequential()
    net.add(rnn.GRU(2))
    net.load_parameters(tmp_path / "old.npz")
    assert np.array_equal(net[0].l0_i2h_weight.data, layer.l0_i2h_weight.data)
    with pytest.raises(NotImplementedError, match="use_sequence_length"):
        rnn.LSTM(2, use_sequence_length=True)
    with pytest.raises(NotImplementedError, match="clips states"):
        rnn.LSTM(2, state_clip_min=-1, state_clip_max=1)


def test_files_that_do_not_fit_change_nothing(tmp_path):
    net = small()
    net.init(1, X)
    before = net.state_dict()
    path = tmp_path / "net.npz"
    kept = {name: np.asarray(value) for name, value in before.items()}
    np.savez(path, **{name: array for name, array in kept.items() if name != "0.bias"}, other=np.zeros(1))
    with pytest.raises(WeightsError, match=r"(?s)missing \(1\).*0\.bias.*left over \(1\).*other"):
        net.load_parameters(path)
    net.load_parameters(path, allow_missing=True, ignore_extra=True)
    np.savez(path, **(kept | {"2.weight": np.zeros((2, 5))}))
    with pytest.raises(WeightsError, match=r"2\.weight: \(2, 4\) in the model, \(2, 5\) given"):
        net.load_parameters(path)
    with pytest.raises(WeightsError, match=r"0\.weight: \(4, 3\) in the model, \(5, 3\) given"):
        small().load_state_dict(kept | {"0.weight": np.zeros((5, 3))})
    np.savez(path, **(kept | {"2.weight": kept["2.weight"].astype(np.float16)}))
    with pytest.raises(WeightsError, match="Set cast_dtype=True"):
        net.load_parameters(path)
    assert all(np.array_equal(before[name], value) for name, value in net.state_dict().items())
    net.load_parameters(path, cast_dtype=True)
    assert net[2].weight.dtype == jnp.float32
    net.load_parameters(path, cast_dtype=True, dtype_source="saved")
    assert net[2].weight.dtype == jnp.float16


def test_weights_settle_shapes():
    net = small()
    net.load_state_dict({name: np.asarray(value) for name, value in _initialized().items()})
    assert net[0].weight.shape == (4, 3)
    assert net(X).shape == (2, 2)


def _initialized():
    return small().init(3, X)


def test_a_file_of_shared_parameters_may_have_one_of_the_names(tmp_path):
    net, other = Scaled(), Scaled()
    net.initialize()
    net.save_parameters(tmp_path / "one.npz", deduplicate=True)
    assert "first.weight" not in read(tmp_path / "one.npz")
    other.load_parameters(tmp_path / "one.npz")
    assert np.array_equal(net(X), other(X))


def test_cast_changes_parameters_but_those_of_batch_norm():
    net = small()
    net.init(0, X)
    net.cast("float16")
    assert net[0].weight.dtype == jnp.float16
    assert net[1].gamma.dtype == jnp.float32
    assert net(X.astype(jnp.float16)).dtype == jnp.float16
    open_shape = nn.Dense(2)
    open_shape.cast("float16")
    open_shape.initialize()
    assert open_shape(X.astype(jnp.float16)).dtype == jnp.float16


def test_hooks_see_and_change_nothing():
    net, seen = small(), []
    net.initialize()
    before = net(X)
    handle = net.register_forward_hook(lambda block, inputs, output: seen.append(output.shape) or 0)
    pre = net.register_forward_pre_hook(lambda block, inputs: seen.append(len(inputs)) or 0)
    assert np.array_equal(net(X), before)
    assert seen == [1, (2, 2)]
    handle.detach()
    pre.detach()
    net(X)
    assert len(seen) == 2


def test_hybridize_takes_what_gluon_takes():
    net = small()
    net.initialize()
    before = net(X)
    net.hybridize(static_alloc=True, static_shape=True)
    assert np.array_equal(net(X), before)
    net.hybridize(active=False)
    assert_close(net(X), before, rtol=1e-6)


def test_what_takes_the_place_of_export_works():
    net = small()
    net.initialize()
    net(X)
    with pytest.raises(NotImplementedError, match=r"jax\.export\.export\(net\.freeze\(\)\)\(x\)"):
        net.export("model")
    program = jax.export.export(net.freeze())(X)
    assert_close(program.call(X), net(X), rtol=1e-6)


def test_a_summary_counts_parameters(capsys):
    net = small()
    net.initialize()
    net.summary(X)
    printed = capsys.readouterr().out
    assert "Dense 0" in printed
    assert "(2, 4)" in printed
    assert "Parameters: 42" in printed
    assert "Trainable params: 34" in printed


def test_a_block_that_a_call_does_not_use_keeps_its_shape_open():
    class Heads(nn.HybridBlock):
        def __init__(self):
            super().__init__()
            self.used = nn.Dense(2)
            self.unused = nn.Dense(2)

        def forward(self, x):
            return self.used(x)

    net = Heads()
    net.initialize()
    assert net(X).shape == (2, 2)
    assert net(X).shape == (2, 2)
    assert not net.unused.weight.is_initialized


def test_names_that_are_methods_here_are_refused():
    net = nn.HybridSequential()
    with pytest.raises(AttributeError, match="give the block another name"):
        net.train = nn.Dense(2)


def test_sequences_of_blocks_have_parts():
    net = small()
    net.initialize()
    net(X)
    assert len(net) == 3
    assert isinstance(net[1:], nn.HybridSequential)
    assert [type(block) for block in net] == [nn.Dense, nn.BatchNorm, nn.Dense]
    assert_close(net[1:](net[:1](X)), net(X), rtol=1e-5)
    assert list(net._children) == ["0", "1", "2"]
    twin = copy.deepcopy(net)
    twin[0].weight.set_data(jnp.zeros((4, 3)))
    assert not np.array_equal(twin(X), net(X))


def test_calls_are_as_quick_as_they_can_be():
    net = small()
    net.initialize()
    net(X)
    net(X)
    assert net._hybridc_calls.quick is not None


@pytest.mark.parametrize(
    ("axes", "make", "layout"),
    [
        (2, nn.Conv2D, "NHWC"),
        (3, nn.Conv3D, "NDHWC"),
        (2, nn.Conv2DTranspose, "NHWC"),
        (3, nn.Conv3DTranspose, "NDHWC"),
    ],
)
def test_convolutions_with_channels_last_are_the_others_transposed(axes, make, layout):
    """MXNet computes none of them on a CPU; its weights have the second axis last."""
    x = jnp.asarray(np.random.RandomState(0).randn(2, 4, *(5,) * axes), jnp.float32)
    first = make(6, 3, strides=2, padding=1, groups=2, activation="relu", in_channels=4)
    last = make(6, 3, strides=2, padding=1, groups=2, activation="relu", layout=layout)
    params = first.init(0, x)
    last.load_state_dict(params | {"weight": jnp.moveaxis(params["weight"], 1, -1)})
    assert first.weight.shape[1:] == (last.weight.shape[-1], *last.weight.shape[1:-1])
    found = last(jnp.moveaxis(x, 1, -1))
    assert_close(jnp.moveaxis(found, -1, 1), first(x), rtol=1e-5, atol=1e-6)


def test_zoneout_keeps_what_was_before():
    cell = rnn.ZoneoutCell(rnn.RNNCell(3), zoneout_outputs=0.5)
    cell.initialize()
    net = _Unrolled(cell)
    x = jnp.ones((64, 5, 2))
    params = net.init(0, x)
    predicted = net.apply(params, x)
    trained = net.apply(params, x, train=True, rng=3, state=False)
    steps = np.asarray(predicted)
    kept = np.isclose(trained[:, 0], steps[:, 0], rtol=1e-5)
    assert 0.35 < kept.mean() < 0.65
    assert np.array_equal(trained[:, 0][~kept], np.zeros((~kept).sum()))


def test_dropout_of_axes_is_shared():
    net = nn.Dropout(0.5, axes=(1,))
    found = np.asarray(net.apply({}, jnp.ones((50, 6)), train=True, rng=0, state=False))
    assert np.array_equal(found, np.repeat(found[:, :1], 6, axis=1))
    assert set(np.unique(found)) == {0.0, 2.0}


def test_variational_dropout_is_the_same_at_all_steps():
    net = _Unrolled(contrib.rnn.VariationalDropoutCell(rnn.RNNCell(8), drop_outputs=0.5, drop_states=0.5))
    x = jnp.ones((3, 4, 2))
    params = net.init(0, x)
    dropped = np.asarray(net.apply(params, x, train=True, rng=0, state=False)) == 0
    assert dropped.any()
    assert all(np.array_equal(dropped[:, 0], dropped[:, step]) for step in range(4))


class _Unrolled(nn.HybridBlock):
    def __init__(self, cell):
        super().__init__()
        self.cell = cell

    def forward(self, x):
        return self.cell.unroll(x.shape[1], x, merge_outputs=True)[0]


def test_steps_that_are_alike_are_compiled_once():
    net = _Unrolled(rnn.LSTMCell(3))
    params = net.init(0, jnp.ones((2, 50, 2)))
    program = str(jax.make_jaxpr(net.apply)(params, jnp.ones((2, 50, 2))))
    assert program.count("tanh") == 2
    assert "scan" in program


def test_cells_step_and_unroll_outside_of_models():
    cell = rnn.SequentialRNNCell()
    cell.add(rnn.LSTMCell(3))
    cell.add(rnn.ResidualCell(rnn.GRUCell(3)))
    cell.initialize()
    x = jnp.ones((2, 4, 2))
    states = cell.begin_state(batch_size=2)
    for step in range(4):
        output, states = cell(x[:, step], states)
    outputs, last = cell.unroll(4, x, merge_outputs=True)
    assert_close(outputs[:, -1], output, rtol=1e-5)
    assert [state.shape for state in last] == [(2, 3)] * 3
    with pytest.raises(AssertionError, match="After applying modifier cells"):
        cell[1].base_cell.begin_state(2)
    with pytest.raises(AssertionError, match="already modified"):
        rnn.ZoneoutCell(cell[1].base_cell)
    with pytest.raises(AssertionError, match="is not one of"):
        cell.unroll(3, x)
    both = rnn.BidirectionalCell(rnn.RNNCell(2), rnn.RNNCell(2))
    with pytest.raises(NotImplementedError, match="Please use unroll"):
        both(x[:, 0], [])


def test_layers_say_which_state_they_expect():
    layer = rnn.LSTM(3, 2, input_size=2)
    layer.initialize()
    states = layer.begin_state(batch_size=4)
    assert [state.shape for state in states] == [(2, 4, 3), (2, 4, 3)]
    params = layer.parameters()
    assert layer.apply(params, jnp.ones((5, 4, 2)), train=True, state=False).shape == (5, 4, 3)
    with pytest.raises(ValueError, match=r"Invalid recurrent state shape\. Expecting \(2, 1, 3\)"):
        layer(jnp.ones((5, 1, 2)), states)


def test_losses_take_numbers_as_weights():
    with pytest.raises(AssertionError, match="weight must be a number"):
        loss.L1Loss(weight="1")(X, X)
    with pytest.raises(ValueError, match="signed or binary"):
        loss.LogisticLoss(label_format="other")


def test_settings_of_layers_are_read_by_mxnets_names():
    conv = nn.Conv2D(4, 3, strides=2, in_channels=3, use_bias=False)
    expected = {"kernel": (3, 3), "stride": (2, 2), "dilate": (1, 1), "pad": (0, 0)}
    expected |= {"num_filter": 4, "num_group": 1, "no_bias": True, "layout": "NCHW"}
    assert dict(conv._kwargs) == expected
    assert nn.Conv1DTranspose(2, 3)._kwargs["adj"] == (0,)
    norm = nn.BatchNorm(scale=False)
    expected = {"axis": 1, "eps": 1e-5, "momentum": 0.9, "fix_gamma": True, "use_global_stats": False}
    assert dict(norm._kwargs) == expected


def test_settings_of_layers_do_not_change():
    norm = nn.BatchNorm()
    norm._kwargs["cudnn_off"] = True  # says nothing to JAX
    with pytest.raises(TypeError, match="make the layer with what it is to be"):
        norm._kwargs["eps"] = 1e-3


class Branches(nn.HybridBlock):
    def __init__(self):
        super().__init__()
        self.branches = []
        for _ in range(2):
            self.branches.append(nn.Dense(2, weight_initializer="ones"))
            self.register_child(self.branches[-1])

    def forward(self, x):
        return self.branches[0](x) + self.branches[1](x)


def traces(net):
    """How many programs there are for the model as it is."""
    return sum(variant.program._cache_size() for variant in net._hybridc_calls.entry.variants.values())


def test_parts_in_a_list_are_settled_by_the_first_input_and_may_change_afterwards():
    net = Branches()
    net.initialize()
    x = jnp.ones((1, 3))
    assert net(x).tolist() == [[6, 6]]
    before = traces(net)
    net.branches[0].weight.set_data(jnp.zeros((2, 3)))
    assert net(x).tolist() == [[3, 3]]
    assert traces(net) == before == 1
