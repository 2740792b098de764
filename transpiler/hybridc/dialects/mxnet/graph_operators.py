"""How operators of saved graphs are written in Python: those that no function of `mxnet.nd` has the name of.

    operator -> template

`{0}` is the first input, `{*}` stands for all of them; `{axis}` is an attribute; `...` stands for the attributes that are
left, as keywords. A template without brackets is a function of the inputs and of all attributes. Behind ` | ` stands what is
right for integers as well, where the first form is not: JAX promotes them otherwise.

Operators whose names start as in PREFIXES are functions of these places, if there are such functions.
"""

_NAMES = {"plus": "add", "minus": "subtract", "mul": "multiply", "div": "divide"}
_SIGNS = {"plus": "+", "minus": "-", "mul": "*", "div": "/"}
_FUNCTIONS = {  # of two arrays, or of one and a number
    "mod": "modulo", "power": "power", "maximum": "maximum", "minimum": "minimum", "hypot": "hypot",
    "equal": "equal", "not_equal": "not_equal", "greater": "greater", "greater_equal": "greater_equal",
    "lesser": "lesser", "lesser_equal": "lesser_equal", "logical_and": "logical_and", "logical_or": "logical_or",
    "logical_xor": "logical_xor",
}  # fmt: skip
_NUMPY_NAMES = {"add": "+", "subtract": "-", "multiply": "*", "true_divide": "/"}
_NUMPY_FUNCTIONS = (
    "mod", "power", "equal", "not_equal", "greater", "greater_equal", "less", "less_equal", "arctan2", "hypot",
    "maximum", "minimum",
)  # fmt: skip

_OWN = """
    _copy                    -> {0}
    _rnn_param_concat        -> nd.concat
    _grad_add                -> {0} + {1} | nd.add({0}, {1})
    _equal                   -> nd.equal
    _zeros                   -> nd.zeros
    _ones                    -> nd.ones
    _full                    -> nd.full(shape={shape}, val={value}, ...)
    _arange                  -> nd.arange
    _linspace                -> nd.linspace(start={start}, stop={stop}, num={num}, ...)
    _eye                     -> nd.eye
    _shuffle                 -> nd.shuffle
    _ravel_multi_index       -> nd.ravel_multi_index
    _unravel_index           -> nd.unravel_index
    add_n                    -> nd.add_n({*})
    _npi_concatenate         -> np.concatenate([{*}], ...)
    _npi_stack               -> np.stack([{*}], ...)
    _npi_vstack              -> np.vstack([{*}])
    _npi_hstack              -> np.hstack([{*}])
    _npi_einsum              -> np.einsum({subscripts}, {*})
    _npi_tensordot           -> np.tensordot({0}, {1}, axes=({a_axes_summed}, {b_axes_summed}))
    _npi_tensordot_int_axes  -> np.tensordot
    _npi_where_lscalar       -> np.where({0}, {scalar}, {1})
    _npi_where_rscalar       -> np.where({0}, {1}, {scalar})
    _npi_clip                -> np.clip
    _npx_reshape             -> npx.reshape
    _npi_reshape             -> npx.reshape
    _np_reshape              -> np.reshape
    _np_dot                  -> np.dot
    _np_copy                 -> {0}
    _npi_flip                -> np.flip
    _np_sometrue             -> np.any
    _np_all                  -> np.all
    _np_amax                 -> np.max
    _np_amin                 -> np.min
    _npi_around              -> np.around
"""


def _binary() -> list[str]:
    lines = []
    for name, function in _NAMES.items():
        sign = _SIGNS[name]
        lines.append(f"_{name}_scalar -> {{0}} {sign} {{scalar}} | nd.{function}({{0}}, {{scalar}})")
        lines.append(f"_r{name}_scalar -> {{scalar}} {sign} {{0}} | nd.{function}({{scalar}}, {{0}})")
    for names, sign, function in (
        ("elemwise_add broadcast_add", "+", "add"),
        ("elemwise_sub broadcast_sub", "-", "subtract"),
        ("elemwise_mul broadcast_mul", "*", "multiply"),
        ("elemwise_div broadcast_div", "/", "divide"),
    ):
        lines += [f"{name} -> {{0}} {sign} {{1}} | nd.{function}({{0}}, {{1}})" for name in names.split()]
    for name, function in _FUNCTIONS.items():
        lines.append(f"_{name}_scalar -> nd.{function}({{0}}, {{scalar}})")
        lines.append(f"_r{name}_scalar -> nd.{function}({{scalar}}, {{0}})")
        lines.append(f"_{name} -> nd.{function}({{0}}, {{1}})")
    for name, sign in _NUMPY_NAMES.items():
        lines.append(f"_npi_{name} -> {{0}} {sign} {{1}} | np.{name}({{0}}, {{1}})")
        lines.append(f"_npi_{name}_scalar -> {{0}} {sign} {{scalar}} | np.{name}({{0}}, {{scalar}})")
        lines.append(f"_npi_r{name}_scalar -> {{scalar}} {sign} {{0}} | np.{name}({{scalar}}, {{0}})")
    for name in _NUMPY_FUNCTIONS:
        lines.append(f"_npi_{name} -> np.{name}({{0}}, {{1}})")
        lines.append(f"_npi_{name}_scalar -> np.{name}({{0}}, {{scalar}})")
        lines.append(f"_npi_r{name}_scalar -> np.{name}({{scalar}}, {{0}})")
    return lines


TEMPLATES = {
    name.strip(): template.strip()
    for name, _, template in (line.partition("->") for line in [*_OWN.strip().splitlines(), *_binary()])
}
PREFIXES = {
    "_contrib_": "nd.contrib.",
    "_linalg_": "nd.linalg.",
    "_random_": "nd.random.",
    "_sample_": "nd.sample_",
    "_npi_": "np.",
    "_np_": "np.",
    "_npx_": "npx.",
    "": "nd.",
}
MODULES = {"nd": "mxnet.nd", "np": "mxnet.np", "npx": "mxnet.npx"}

# Attributes that say nothing of values.
SILENT = frozenset({"num_args", "ctx", "is_int", "no_bias", "cudnn_off", "cudnn_tune", "workspace", "sparse_grad"})

# And those that say nothing as long as they are this.
USUAL: dict[str, dict[str, object]] = {
    "RNN": {
        "projection_size": None, "lstm_state_clip_min": None, "lstm_state_clip_max": None, "lstm_state_clip_nan": False,
        "use_sequence_length": False,
    },
    "Reshape": {"target_shape": (), "keep_highest": False},
    "Deconvolution": {"target_shape": ()},
    "dot": {"forward_stype": None},
    "batch_dot": {"forward_stype": None},
    "BatchNorm": {"min_calib_range": None, "max_calib_range": None},
    "LeakyReLU": {"min_calib_range": None, "max_calib_range": None},
    "einsum": {"optimize": 0},
    "_npi_einsum": {"optimize": 0},
}  # fmt: skip

# Results are floating point numbers: they have the dtype of their parameters.
FLOATS = frozenset(
    [
        "FullyConnected", "Convolution", "Deconvolution", "BatchNorm", "LayerNorm", "GroupNorm", "InstanceNorm", "RNN",
        "_contrib_SyncBatchNorm", "SoftmaxOutput", "softmax", "log_softmax", "SoftmaxActivation", "Dropout", "LRN",
        "L2Normalization", "sigmoid", "tanh", "exp", "log", "sqrt", "argmax", "argmin", "one_hot",
    ]
)  # fmt: skip
# Results have the dtype of the first input.
SAME = frozenset(
    [
        "Activation", "LeakyReLU", "Pooling", "Flatten", "Reshape", "transpose", "Concat", "SliceChannel", "slice",
        "slice_axis", "slice_like", "expand_dims", "squeeze", "relu", "_npx_relu", "_npx_sigmoid", "clip", "Pad", "mean", "sum",
        "max", "min", "_copy", "BlockGrad", "elemwise_add", "elemwise_sub", "elemwise_mul", "elemwise_div",
        "broadcast_add", "broadcast_sub", "broadcast_mul", "broadcast_div", "_plus_scalar", "_minus_scalar",
        "_rminus_scalar", "_mul_scalar", "_div_scalar", "_rdiv_scalar", "SwapAxis", "reverse", "tile", "repeat",
        "SequenceMask", "SequenceReverse", "SequenceLast", "broadcast_to", "broadcast_like", "broadcast_axis",
        "square", "negative", "abs", "add_n", "UpSampling", "batch_dot", "dot", "_npx_reshape", "_np_reshape", "_npi_mean",
        "_npi_sum", "_npi_concatenate", "_npi_stack", "_np_transpose", "_npi_transpose", "_npi_add", "_npi_subtract",
        "_npi_multiply", "_npi_true_divide", "_npi_add_scalar", "_npi_subtract_scalar", "_npi_multiply_scalar",
        "_npi_true_divide_scalar", "_npi_rsubtract_scalar", "_npi_rtrue_divide_scalar", "_npi_tanh", "_npi_exp", "_npi_log",
        "_npi_sqrt", "_npi_square", "_npi_matmul", "_np_dot", "_contrib_AdaptiveAvgPooling2D",
        "_contrib_BilinearResize2D", "stack", "_split_v2",
    ]
)  # fmt: skip
# Outputs of loss functions, whose labels only their gradients use.
LABELLED = frozenset(
    ["SoftmaxOutput", "LinearRegressionOutput", "LogisticRegressionOutput", "MAERegressionOutput"]
)  # fmt: skip
# Operators with inputs that are parameters, by place.
PARAMETERS = {
    "FullyConnected": (1, 2), "Convolution": (1, 2), "Deconvolution": (1, 2), "Embedding": (1,), "BatchNorm": (1, 2, 3, 4),
    "_contrib_SyncBatchNorm": (1, 2, 3, 4), "LayerNorm": (1, 2), "InstanceNorm": (1, 2), "GroupNorm": (1, 2), "RNN": (1,),
    "LeakyReLU": (1,), "_contrib_SparseEmbedding": (1,),
}  # fmt: skip
# What the graph holds instead of a name.
ACTIVATIONS = frozenset({"relu", "sigmoid", "tanh", "softsign"})
ADVICE = {
    "Custom": "what the operator does is in Python, at its class: convert the model's source, with the class as a function",
    "_foreach": "convert the model's source, where the loop is a loop",
    "_while_loop": "convert the model's source, where the loop is a loop",
    "_cond": "convert the model's source, where the branch is a branch",
}
