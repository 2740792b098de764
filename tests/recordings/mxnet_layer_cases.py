"""The layers that are recorded, one case a row: a name, how the layer is made, and its inputs by name.

An input is the shape of normal draws, or what `ints`, `points`, `shares`, `signs`, `ties` or `values` give. `call` says how the layer
is called where not with all inputs; `draws` that training draws random numbers, so that prediction alone is recorded.
MXNet has no gradients of some, or, where no alignment is possible, what lay in memory: there `gradients` is False.
"""

import dataclasses
import zlib

import numpy as np


@dataclasses.dataclass(frozen=True)
class Case:
    name: str
    make: str
    inputs: dict
    call: str
    draws: bool
    gradients: bool


def case(name, make, call=None, draws=False, gradients=True, **inputs):
    return Case(name, make, inputs, call or f"net({', '.join(inputs)})", draws, gradients)


def ints(high, *shape):
    return lambda source: source.randint(0, high, shape).astype(np.float32)


def shares(*shape):
    def drawn(source):
        values = source.uniform(0.1, 0.9, shape)
        return (values / values.sum(-1, keepdims=True)).astype(np.float32)

    return drawn


def signs(*shape):
    return lambda source: np.sign(source.randn(*shape)).astype(np.float32)


def ties(*shape):
    """Many equal elements, as behind a ReLU."""
    return lambda source: np.maximum(source.randint(-2, 3, shape), 0).astype(np.float32)


def points(*numbers):
    return lambda source: np.array(numbers, np.float32)


def values(*numbers):
    """As `points`, without a gradient."""
    return lambda source: np.array(numbers, np.float32)


DIFFERENTIABLE = ("points", "shares", "ties")


def has_gradient(spec):
    """Gradients are recorded of draws, and not of what counts or is a label."""
    return isinstance(spec, tuple) or spec.__qualname__.startswith(DIFFERENTIABLE)


def drawn(spec, name):
    """The same input for the same name."""
    source = np.random.RandomState(zlib.crc32(name.encode()))
    return source.randn(*spec).astype(np.float32) if isinstance(spec, tuple) else spec(source)


DENSE = [
    case("dense", "nn.Dense(4)", x=(2, 3)),
    case("dense_known", "nn.Dense(4, in_units=3)", x=(2, 3)),
    case("dense_flatten", "nn.Dense(4)", x=(2, 3, 2)),
    case("dense_last_axis", "nn.Dense(4, flatten=False)", x=(2, 3, 5)),
    case("dense_no_bias", "nn.Dense(4, use_bias=False)", x=(2, 3)),
    case("dense_vector", "nn.Dense(4, flatten=False)", x=(3,)),
    *(
        case(f"dense_{a}", f"nn.Dense(3, activation='{a}')", x=(2, 3))
        for a in ("relu", "sigmoid", "softrelu", "softsign", "tanh")
    ),
    case("embedding", "nn.Embedding(5, 3)", x=ints(5, 2, 4)),
    case("embedding_outside", "nn.Embedding(3, 2)", x=values(-3, -1, 0, 1.7, 2, 3, 9)),
    case("embedding_sparse", "nn.Embedding(5, 3, sparse_grad=False)", x=ints(5, 6)),
    case("flatten", "nn.Flatten()", x=(2, 3, 4)),
    case("dropout", "nn.Dropout(0.5)", draws=True, x=(2, 3)),
    case("dropout_axes", "nn.Dropout(0.5, axes=(1,))", draws=True, x=(2, 3)),
    case("dropout_0", "nn.Dropout(0)", x=(2, 3)),
    case("identity", "contrib.nn.Identity()", x=(2, 3)),
    case("lambda", "nn.Lambda(lambda x: x * 2)", x=(2, 3)),
    case("reflection_pad", "nn.ReflectionPad2D(2)", x=(2, 2, 4, 5)),
    case("reflection_pad_sides", "nn.ReflectionPad2D((0, 0, 0, 0, 1, 2, 3, 0))", x=(2, 2, 4, 5)),
    case("pixel_shuffle_1d", "contrib.nn.PixelShuffle1D(3)", x=(2, 6, 4)),
    case("pixel_shuffle_2d", "contrib.nn.PixelShuffle2D((2, 3))", x=(2, 12, 3, 2)),
    case("pixel_shuffle_2d_square", "contrib.nn.PixelShuffle2D(2)", x=(2, 8, 3, 2)),
    case("pixel_shuffle_3d", "contrib.nn.PixelShuffle3D((2, 1, 3))", x=(1, 12, 2, 2, 1)),
]

ACTIVATIONS = [
    *(
        case(f"activation_{a}", f"nn.Activation('{a}')", x=(3, 7))
        for a in ("relu", "sigmoid", "softrelu", "softsign", "tanh")
    ),
    case("activation_large", "nn.Activation('softrelu')", x=points(-90.0, -20.5, 0.0, 20.5, 90.0)),
    case("leaky_relu", "nn.LeakyReLU(0.1)", x=(3, 7)),
    case("leaky_relu_0", "nn.LeakyReLU(0)", x=ties(3, 7)),
    case("prelu", "nn.PReLU()", x=(2, 3, 4)),
    case("prelu_channels", "nn.PReLU(in_channels=3)", x=(2, 3, 4)),
    case("prelu_matrix", "nn.PReLU(in_channels=3)", x=(2, 3)),
    case("elu", "nn.ELU()", x=(3, 7)),
    case("elu_alpha", "nn.ELU(0.3)", x=(3, 7)),
    case("selu", "nn.SELU()", x=(3, 7)),
    case("gelu", "nn.GELU()", x=(3, 7)),
    case("swish", "nn.Swish()", x=(3, 7)),
    case("swish_beta", "nn.Swish(1.5)", x=(3, 7)),
]

CONVOLUTIONS = [
    case("conv1d", "nn.Conv1D(3, 2)", x=(2, 4, 7)),
    case(
        "conv1d_options", "nn.Conv1D(4, 3, strides=2, padding=1, dilation=2, groups=2, activation='relu')", x=(2, 4, 9)
    ),
    case("conv2d", "nn.Conv2D(3, 3)", x=(2, 2, 5, 6)),
    case("conv2d_known", "nn.Conv2D(3, 3, in_channels=2)", x=(2, 2, 5, 6)),
    case("conv2d_no_bias", "nn.Conv2D(3, (2, 3), use_bias=False)", x=(2, 2, 5, 6)),
    case("conv2d_strides", "nn.Conv2D(3, 3, strides=2, padding=1)", x=(2, 2, 6, 7)),
    case("conv2d_uneven", "nn.Conv2D(3, (3, 1), strides=(1, 2), padding=(2, 0))", x=(2, 2, 6, 7)),
    case("conv2d_dilation", "nn.Conv2D(3, 3, dilation=(2, 1))", x=(2, 2, 7, 6)),
    case("conv2d_groups", "nn.Conv2D(4, 3, groups=2, padding=1)", x=(2, 6, 4, 4)),
    case("conv2d_depthwise", "nn.Conv2D(4, 3, groups=4, padding=1)", x=(2, 4, 4, 4)),
    case("conv2d_depthwise_more", "nn.Conv2D(8, 3, groups=4)", x=(2, 4, 4, 4)),
    *(
        case(f"conv2d_{a}", f"nn.Conv2D(3, 1, activation='{a}')", x=(2, 2, 3, 3))
        for a in ("relu", "sigmoid", "softrelu", "tanh")
    ),
    case("conv3d", "nn.Conv3D(3, 2)", x=(1, 2, 3, 4, 3)),
    case(
        "conv3d_options", "nn.Conv3D(2, (1, 3, 3), strides=(1, 2, 2), padding=(0, 1, 1), groups=2)", x=(1, 2, 2, 5, 5)
    ),
    case("conv1d_transpose", "nn.Conv1DTranspose(3, 3)", x=(2, 2, 4)),
    case(
        "conv1d_transpose_options",
        "nn.Conv1DTranspose(4, 3, 3, 1, output_padding=2, groups=2, in_channels=2)",
        x=(2, 2, 4),
    ),
    case("conv2d_transpose", "nn.Conv2DTranspose(3, 3)", x=(2, 2, 3, 4)),
    case(
        "conv2d_transpose_upsampling", "nn.Conv2DTranspose(2, 4, strides=2, padding=1, use_bias=False)", x=(2, 2, 3, 4)
    ),
    case(
        "conv2d_transpose_options",
        "nn.Conv2DTranspose(4, 3, 2, 1, output_padding=1, groups=2, activation='relu', in_channels=4)",
        x=(2, 4, 3, 3),
    ),
    case("conv2d_transpose_dilation", "nn.Conv2DTranspose(2, 3, dilation=2)", x=(2, 2, 3, 3)),
]

_SIZES = {1: (2, 2, 7), 2: (2, 2, 6, 7), 3: (1, 2, 5, 4, 5)}
_LAST = {1: "NWC", 2: "NHWC", 3: "NDHWC"}
POOLINGS = [
    *(case(f"{k}_pool_{n}d", f"nn.{k.title()}Pool{n}D()", x=s) for k in ("max", "avg") for n, s in _SIZES.items()),
    *(
        case(f"{k}_pool_{n}d_options", f"nn.{k.title()}Pool{n}D(3, 2, 1)", x=s)
        for k in ("max", "avg")
        for n, s in _SIZES.items()
    ),
    *(
        case(f"{k}_pool_{n}d_ceil", f"nn.{k.title()}Pool{n}D(3, 2, ceil_mode=True)", x=s)
        for k in ("max", "avg")
        for n, s in _SIZES.items()
    ),
    *(
        case(f"{k}_pool_{n}d_ceil_padded", f"nn.{k.title()}Pool{n}D(3, 2, 1, ceil_mode=True)", x=(2, 2, *(6,) * n))
        for k in ("max", "avg")
        for n in (1, 2)
    ),
    *(
        case(f"avg_pool_{n}d_without_pad", f"nn.AvgPool{n}D(3, 2, 1, count_include_pad=False)", x=s)
        for n, s in _SIZES.items()
    ),
    *(
        case(
            f"avg_pool_{n}d_ceil_without_pad",
            f"nn.AvgPool{n}D(3, 2, 1, ceil_mode=True, count_include_pad=False)",
            x=(2, 2, *(6,) * n),
        )
        for n in (1, 2)
    ),
    *(
        case(f"{k}_pool_{n}d_channels_last", f"nn.{k.title()}Pool{n}D(2, layout='{_LAST[n]}')", x=s)
        for k in ("max", "avg")
        for n, s in _SIZES.items()
    ),
    *(
        case(f"global_{k}_pool_{n}d", f"nn.Global{k.title()}Pool{n}D()", x=s)
        for k in ("max", "avg")
        for n, s in _SIZES.items()
    ),
    case("global_avg_pool_2d_channels_last", "nn.GlobalAvgPool2D(layout='NHWC')", x=(2, 3, 4, 2)),
    case("max_pool_2d_uneven", "nn.MaxPool2D((2, 3), (1, 2), (1, 0))", x=(2, 2, 5, 6)),
    case("max_pool_2d_ties", "nn.MaxPool2D(3, 2, 1)", x=ties(2, 2, 6, 6)),
    case("max_pool_2d_overlapping", "nn.MaxPool2D(2, 1)", x=ties(1, 1, 3, 4)),
    case("max_pool_1d_outside", "nn.MaxPool1D(2, 4, ceil_mode=True)", x=(1, 2, 3)),
    case("avg_pool_1d_outside", "nn.AvgPool1D(2, 4, ceil_mode=True)", x=(1, 2, 3)),
    case("avg_pool_2d_outside", "nn.AvgPool2D(2, 3, 1, ceil_mode=True)", x=(1, 2, 5, 5)),
    case("max_pool_1d_ties", "nn.MaxPool1D(3, 1)", x=ties(2, 2, 9)),
]

NORMALIZATIONS = [
    case("batch_norm", "nn.BatchNorm()", x=(4, 3, 2, 2)),
    case("batch_norm_known", "nn.BatchNorm(in_channels=3)", x=(4, 3, 2, 2)),
    case("batch_norm_matrix", "nn.BatchNorm()", x=(6, 3)),
    case("batch_norm_1d", "nn.BatchNorm()", x=(3, 2, 4)),
    case("batch_norm_3d", "nn.BatchNorm()", x=(2, 2, 2, 2, 2)),
    case("batch_norm_last_axis", "nn.BatchNorm(axis=3)", x=(4, 2, 2, 3)),
    case("batch_norm_negative_axis", "nn.BatchNorm(axis=-1)", x=(4, 2, 3)),
    case("batch_norm_first_axis", "nn.BatchNorm(axis=0)", x=(3, 4)),
    case("batch_norm_options", "nn.BatchNorm(momentum=0.5, epsilon=0.1)", x=(4, 3, 2, 2)),
    case("batch_norm_momentum_0", "nn.BatchNorm(momentum=0)", x=(4, 3)),
    case("batch_norm_no_scale", "nn.BatchNorm(scale=False)", x=(4, 3, 2, 2)),
    case("batch_norm_no_center", "nn.BatchNorm(center=False)", x=(4, 3, 2, 2)),
    case("batch_norm_global", "nn.BatchNorm(use_global_stats=True)", x=(4, 3, 2, 2)),
    case("batch_norm_one_value", "nn.BatchNorm()", x=(1, 3)),
    case("sync_batch_norm", "contrib.nn.SyncBatchNorm(num_devices=1)", x=(4, 3, 2, 2)),
    case("layer_norm", "nn.LayerNorm()", x=(2, 3, 4)),
    case("layer_norm_axis", "nn.LayerNorm(axis=1)", x=(2, 3, 4)),
    case("layer_norm_options", "nn.LayerNorm(epsilon=0.1, center=False, scale=False, in_channels=4)", x=(2, 4)),
    case("instance_norm", "nn.InstanceNorm()", x=(2, 3, 4)),
    case("instance_norm_2d", "nn.InstanceNorm(scale=True, epsilon=0.1)", x=(2, 3, 3, 2)),
    case("instance_norm_axis", "nn.InstanceNorm(axis=2, center=False, scale=True, in_channels=4)", x=(2, 3, 4)),
    case("group_norm", "nn.GroupNorm()", x=(2, 4, 3)),
    case("group_norm_groups", "nn.GroupNorm(2, epsilon=0.1)", x=(2, 4, 3, 2)),
    case("group_norm_fixed", "nn.GroupNorm(2, center=False, scale=False)", x=(2, 6, 1)),
]

_CELLS = {"rnn": "RNNCell(3)", "lstm": "LSTMCell(3)", "gru": "GRUCell(3)"}
_STEP = {"rnn": "[h]", "lstm": "[h, c]", "gru": "[h]"}
_UNROLL = "net.unroll(4, x, merge_outputs=True{})"
_LENGTHS = {"x": (2, 4, 2), "n": values(2, 4)}


def of_cells(name, options="", **inputs):
    return [case(f"{name}_{k}", f"rnn.{c}", f"net.unroll(4, x{options})", **inputs) for k, c in _CELLS.items()]


CELLS = [
    *(
        case(
            f"{k}_cell", f"rnn.{c}", f"net(x, {_STEP[k]})", x=(2, 2), h=(2, 3), **({"c": (2, 3)} if k == "lstm" else {})
        )
        for k, c in _CELLS.items()
    ),
    *of_cells("unroll", ", merge_outputs=True", x=(2, 4, 2)),
    *of_cells("unroll_list", "", x=(2, 4, 2)),
    *of_cells("unroll_time_first", ", layout='TNC', merge_outputs=True", x=(4, 2, 2)),
    *of_cells("unroll_lengths", ", merge_outputs=True, valid_length=n", **_LENGTHS),
    *of_cells(
        "unroll_lengths_split", ", layout='TNC', merge_outputs=False, valid_length=n", x=(4, 2, 2), n=values(1, 3)
    ),
    *(
        case(f"rnn_cell_{a}", f"rnn.RNNCell(3, activation='{a}')", _UNROLL.format(""), x=(2, 4, 2))
        for a in ("relu", "sigmoid", "softsign", "softrelu")
    ),
    case("rnn_cell_leaky", "rnn.RNNCell(3, activation=nn.LeakyReLU(0.2))", "net(x, [h])", x=(2, 2), h=(2, 3)),
    case(
        "lstm_cell_activations",
        "rnn.LSTMCell(3, activation='relu', recurrent_activation='softsign', input_size=2)",
        _UNROLL.format(""),
        x=(2, 4, 2),
    ),
    case("begin_state", "rnn.LSTMCell(3)", _UNROLL.format(", begin_state=[h, c]"), x=(2, 4, 2), h=(2, 3), c=(2, 3)),
    case("steps", "rnn.GRUCell(3)", "net.unroll(2, [x, y])", x=(2, 2), y=(2, 2)),
    case(
        "sequential", "added(rnn.SequentialRNNCell(), rnn.LSTMCell(3), rnn.GRUCell(2))", _UNROLL.format(""), x=(2, 4, 2)
    ),
    case(
        "sequential_step",
        "added(rnn.SequentialRNNCell(), rnn.LSTMCell(3), rnn.GRUCell(2))",
        "net(x, [h, c, g])",
        x=(2, 2),
        h=(2, 3),
        c=(2, 3),
        g=(2, 2),
    ),
    case(
        "hybrid_sequential",
        "added(rnn.HybridSequentialRNNCell(), rnn.RNNCell(3), rnn.ResidualCell(rnn.GRUCell(3)))",
        _UNROLL.format(""),
        x=(2, 4, 2),
    ),
    case("bidirectional", "rnn.BidirectionalCell(rnn.LSTMCell(3), rnn.GRUCell(2))", _UNROLL.format(""), x=(2, 4, 2)),
    case(
        "bidirectional_list", "rnn.BidirectionalCell(rnn.RNNCell(3), rnn.GRUCell(2))", "net.unroll(4, x)", x=(2, 4, 2)
    ),
    case(
        "bidirectional_lengths",
        "rnn.BidirectionalCell(rnn.LSTMCell(3), rnn.LSTMCell(3))",
        _UNROLL.format(", valid_length=n"),
        **_LENGTHS,
    ),
    case("residual", "rnn.ResidualCell(rnn.LSTMCell(2))", _UNROLL.format(""), x=(2, 4, 2)),
    case("residual_step", "rnn.ResidualCell(rnn.GRUCell(2))", "net(x, [h])", x=(2, 2), h=(2, 2)),
    case("residual_lengths", "rnn.ResidualCell(rnn.GRUCell(2))", _UNROLL.format(", valid_length=n"), **_LENGTHS),
    case(
        "dropout_cell",
        "added(rnn.SequentialRNNCell(), rnn.RNNCell(3), rnn.DropoutCell(0.5), rnn.RNNCell(2))",
        _UNROLL.format(""),
        draws=True,
        x=(2, 4, 2),
    ),
    case("dropout_cell_0", "rnn.DropoutCell(0.0)", _UNROLL.format(""), x=(2, 4, 2)),
    case("zoneout", "rnn.ZoneoutCell(rnn.LSTMCell(3), 0.5, 0.3)", _UNROLL.format(""), draws=True, x=(2, 4, 2)),
    case("zoneout_0", "rnn.ZoneoutCell(rnn.LSTMCell(3))", _UNROLL.format(""), x=(2, 4, 2)),
    case(
        "variational_dropout",
        "contrib.rnn.VariationalDropoutCell(rnn.LSTMCell(3), 0.5, 0.4, 0.3)",
        _UNROLL.format(""),
        draws=True,
        x=(2, 4, 2),
    ),
    case(
        "variational_dropout_0",
        "contrib.rnn.VariationalDropoutCell(rnn.GRUCell(3))",
        "net.unroll(4, x, merge_outputs=True, valid_length=n)",
        **_LENGTHS,
    ),
    case("lstmp", "contrib.rnn.LSTMPCell(3, 2)", _UNROLL.format(""), x=(2, 4, 2)),
]

_KINDS = {"rnn_relu": "RNN(3", "rnn_tanh": "RNN(3, activation='tanh'", "lstm": "LSTM(3", "gru": "GRU(3"}


def of_layers(name, options="", call=None, **inputs):
    return [case(f"{k}_{name}", f"rnn.{c}{options})", call, **inputs) for k, c in _KINDS.items()]


RECURRENT = [
    *of_layers("layer", x=(4, 2, 2)),
    *of_layers("known", ", input_size=2", x=(4, 2, 2)),
    *of_layers("batch_first", ", layout='NTC'", x=(2, 4, 2)),
    *of_layers("deep", ", num_layers=3", x=(4, 2, 2)),
    *of_layers("bidirectional", ", bidirectional=True", x=(4, 2, 2)),
    *of_layers("deep_bidirectional", ", num_layers=2, bidirectional=True, layout='NTC'", x=(2, 4, 2)),
    *of_layers("begun", ", num_layers=2", "net(x, net.begin_state(batch_size=2))", x=(4, 2, 2)),
    case("gru_states", "rnn.GRU(3, num_layers=2)", "net(x, h)", x=(4, 2, 2), h=(2, 2, 3)),
    case("lstm_states", "rnn.LSTM(3, bidirectional=True)", "net(x, [h, c])", x=(4, 2, 2), h=(2, 2, 3), c=(2, 2, 3)),
    case("lstm_dropout", "rnn.LSTM(3, num_layers=2, dropout=0.5)", draws=True, x=(4, 2, 2)),
    case("lstm_projected", "rnn.LSTM(3, projection_size=2)", gradients=False, x=(4, 2, 2)),
]

# MXNet runs these, and recurrent layers, only with MKL-DNN.
OTHERS = [
    case("conv3d_transpose", "nn.Conv3DTranspose(2, 2, strides=2)", x=(1, 2, 2, 2, 3)),
    case(
        "conv3d_transpose_options",
        "nn.Conv3DTranspose(2, (1, 3, 2), 2, 1, output_padding=(0, 1, 0))",
        x=(1, 2, 2, 2, 3),
    ),
    case("batch_norm_relu", "nn.BatchNormReLU()", x=(4, 3, 2, 2)),
]

_PAIR = {"pred": (3, 4), "label": (3, 4)}
_WEIGHTED = _PAIR | {"w": (3, 1)}
LOSSES = [
    case("l2", "loss.L2Loss()", **_PAIR),
    case("l2_options", "loss.L2Loss(0.3, batch_axis=1)", **_PAIR),
    case("l2_weighted", "loss.L2Loss()", **_WEIGHTED),
    case("l2_vector", "loss.L2Loss()", pred=(4,), label=(4,)),
    case("l2_reshaped", "loss.L2Loss()", pred=(4, 1), label=(4,)),
    case("l1", "loss.L1Loss()", **_PAIR),
    case("l1_weighted", "loss.L1Loss(2.0)", **_WEIGHTED),
    case("sigmoid_bce", "loss.SigmoidBinaryCrossEntropyLoss()", pred=(3, 4), label=ints(2, 3, 4)),
    case("sigmoid_bce_weighted", "loss.SigmoidBCELoss(weight=0.5)", pred=(3, 4), label=ints(2, 3, 4), w=(3, 1)),
    case(
        "sigmoid_bce_positive",
        "loss.SigmoidBCELoss()",
        "net(pred, label, None, p)",
        pred=(3, 4),
        label=ints(2, 3, 4),
        p=shares(1, 4),
    ),
    case("sigmoid_bce_from_sigmoid", "loss.SigmoidBCELoss(from_sigmoid=True)", pred=shares(3, 4), label=ints(2, 3, 4)),
    case(
        "sigmoid_bce_from_sigmoid_positive",
        "loss.SigmoidBCELoss(True)",
        "net(pred, label, w, p)",
        pred=shares(3, 4),
        label=ints(2, 3, 4),
        w=(3, 1),
        p=shares(1, 4),
    ),
    case("softmax_ce", "loss.SoftmaxCrossEntropyLoss()", pred=(3, 4), label=ints(4, 3)),
    case("softmax_ce_outside", "loss.SoftmaxCELoss()", pred=(4, 3), label=values(-4, -1, 2, 7)),
    case("softmax_ce_weighted", "loss.SoftmaxCELoss(weight=0.5)", pred=(3, 4), label=ints(4, 3), w=(3, 1)),
    case("softmax_ce_dense", "loss.SoftmaxCELoss(sparse_label=False)", pred=(3, 4), label=shares(3, 4)),
    case("softmax_ce_axis", "loss.SoftmaxCELoss(axis=1)", pred=(2, 3, 4), label=ints(3, 2, 4)),
    case("softmax_ce_batch_axis", "loss.SoftmaxCELoss(axis=1, batch_axis=2)", pred=(2, 3, 4), label=ints(3, 2, 4)),
    case("softmax_ce_from_logits", "loss.SoftmaxCELoss(from_logits=True)", pred=(3, 4), label=ints(4, 3)),
    case("kl_div", "loss.KLDivLoss()", pred=(3, 4), label=shares(3, 4)),
    case("kl_div_scores", "loss.KLDivLoss(from_logits=False, weight=2.0)", pred=(3, 4), label=shares(3, 4), w=(3, 1)),
    case("kl_div_axis", "loss.KLDivLoss(False, axis=1, batch_axis=1)", pred=(2, 3, 4), label=shares(2, 3, 4)),
    case("ctc", "loss.CTCLoss()", pred=(2, 6, 4), label=values([0, 1, -1], [2, 1, 1])),
    case("ctc_layouts", "loss.CTCLoss('TNC', 'TN', 0.5)", pred=(6, 2, 4), label=values([0, 2], [1, 1], [-1, 1])),
    case(
        "ctc_lengths",
        "loss.CTCLoss()",
        "net(pred, label, n, m, w)",
        pred=(2, 6, 4),
        label=values([0, 1, 0], [2, 1, 1]),
        n=values(6, 5),
        m=values(2, 3),
        w=(2,),
    ),
    case(
        "ctc_frames",
        "loss.CTCLoss()",
        "net(pred, label, n)",
        pred=(2, 6, 4),
        label=values([0, 1, -1], [2, 1, 0]),
        n=values(3, 6),
    ),
    case("ctc_impossible", "loss.CTCLoss()", gradients=False, pred=(2, 3, 4), label=values([0, 1, -1], [1, 1, 1])),
    case("ctc_nothing", "loss.CTCLoss()", pred=(2, 3, 4), label=values([-1, -1], [1, 2])),
    case("huber", "loss.HuberLoss()", **_PAIR),
    case("huber_rho", "loss.HuberLoss(0.4, 2.0)", **_WEIGHTED),
    case("hinge", "loss.HingeLoss()", pred=(3, 4), label=signs(3, 4)),
    case("hinge_margin", "loss.HingeLoss(0.5, 2.0)", pred=(3, 4), label=signs(3, 4), w=(3, 1)),
    case("squared_hinge", "loss.SquaredHingeLoss()", pred=(3, 4), label=signs(3, 4)),
    case("squared_hinge_margin", "loss.SquaredHingeLoss(0.5)", pred=(3, 4), label=signs(3, 4), w=(3, 1)),
    case("logistic", "loss.LogisticLoss()", pred=(3, 4), label=signs(3, 4)),
    case(
        "logistic_binary",
        "loss.LogisticLoss(label_format='binary', weight=0.5)",
        pred=(3, 4),
        label=ints(2, 3, 4),
        w=(3, 1),
    ),
    case("triplet", "loss.TripletLoss()", pred=(3, 4), positive=(3, 4), negative=(3, 4)),
    case("triplet_margin", "loss.TripletLoss(0.2, 2.0)", pred=(3, 2, 2), positive=(3, 4), negative=(3, 4)),
    case("poisson", "loss.PoissonNLLLoss()", pred=(3, 4), target=ints(5, 3, 4)),
    case("poisson_rates", "loss.PoissonNLLLoss(from_logits=False)", pred=shares(3, 4), target=ints(5, 3, 4), w=(3, 1)),
    case(
        "poisson_full",
        "loss.PoissonNLLLoss(2.0, compute_full=True)",
        gradients=False,
        pred=(3, 4),
        target=values([1, 2, 3, 4], [2, 5, 1, 1], [1, 3, 2, 2]),
    ),
    case("cosine", "loss.CosineEmbeddingLoss()", x=(4, 3), y=(4, 3), label=signs(4)),
    case("cosine_margin", "loss.CosineEmbeddingLoss(0.5, margin=0.2)", x=(4, 3), y=(4, 3), label=signs(4), w=(4, 1)),
    case("sdml", "loss.SDMLLoss()", x=(4, 3), y=(4, 3)),
    case("sdml_smoothing", "loss.SDMLLoss(0.1)", x=(4, 3), y=(4, 3)),
]

_NET = "added(nn.HybridSequential(), nn.Conv2D(4, 3, padding=1), nn.BatchNorm(), nn.Activation('relu'), nn.MaxPool2D(), {}nn.Flatten(), nn.Dense(5, activation='tanh'), nn.Dense(2))"
CONTAINERS = [
    case("hybrid_sequential_net", _NET.format(""), x=(2, 2, 6, 6)),
    case(
        "sequential_nested",
        "added(nn.Sequential(), nn.Dense(3), added(nn.Sequential(), nn.Dense(2), nn.LayerNorm()))",
        x=(2, 4),
    ),
    case("sequential_slice", "added(nn.HybridSequential(), nn.Dense(3), nn.Dense(4), nn.Dense(2))[1:]", x=(2, 4)),
    case("sequential_dropout", _NET.format("nn.Dropout(0.5), "), draws=True, x=(2, 2, 6, 6)),
    case("concurrent", "added(contrib.nn.Concurrent(), nn.Dense(3), nn.Dense(4), contrib.nn.Identity())", x=(2, 4)),
    case(
        "hybrid_concurrent",
        "added(contrib.nn.HybridConcurrent(axis=1), nn.Conv2D(2, 1), nn.Conv2D(3, 3, padding=1))",
        x=(2, 2, 3, 3),
    ),
    case("shared", "added(nn.HybridSequential(), *shared(nn.Dense(3, in_units=3)))", x=(2, 3)),
]

GROUPS = {
    "dense": DENSE,
    "activations": ACTIVATIONS,
    "convolutions": CONVOLUTIONS,
    "poolings": POOLINGS,
    "normalizations": NORMALIZATIONS,
    "cells": CELLS,
    "recurrent": RECURRENT,
    "others": OTHERS,
    "losses": LOSSES,
    "containers": CONTAINERS,
}
