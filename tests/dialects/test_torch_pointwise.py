"""Every line of the table of pointwise functions, norms, embeddings and losses, against PyTorch and the runtime."""

import inspect

import jax
import jax.numpy as jnp
import numpy as np
import pytest
import torch

from closeness import assert_close
from hybridc.dialects.table import dialect
from hybridc.dialects.torch import functional_pointwise
from hybridc.runtime.torch.nn import functional as F

torch.set_num_threads(1)
TORCH = dialect("torch", ("torch",), functional_pointwise.LINES)
ENTRIES = [entry for name in TORCH.names for entry in TORCH.lookup(name)]
MAPPED = [entry for entry in ENTRIES if entry.target is not None]
NAMES = {"F": F, "jax": jax, "jnp": jnp}
_RNG = np.random.default_rng(0)


def draws(*shape):
    return _RNG.standard_normal(shape).astype(np.float32)


X, Y, Z = draws(3, 4), draws(3, 4), draws(3, 4)
P, Q = _RNG.uniform(0.1, 0.9, (2, 3, 4)).astype(np.float32)
IMAGE = draws(2, 4, 3)
CLASSES, SIGNS = np.array([1, 3, 0]), np.array([1, -1, 1])
TABLE, ROWS = draws(5, 3), np.array([[1, 4], [0, 1]])
WEIGHT, BIAS, MEAN, VAR = draws(4), draws(4), draws(4), P[0]
LOGITS = np.log(np.full((5, 2, 4), 0.25, np.float32))

# Arguments for each name; others take one array.
ARGUMENTS = {
    "hardtanh": ((X, -0.5), {"max_val": 0.7}),
    "leaky_relu": ((X,), {"negative_slope": 0.3}),
    "prelu": ((X, WEIGHT), {}),
    "rrelu": ((X, 0.2, 0.6), {}),
    "elu": ((X, 0.5), {}),
    "celu": ((X,), {"alpha": 0.5}),
    "gelu": ((X,), {"approximate": "tanh"}),
    "hardshrink": ((X, 0.7), {}),
    "softshrink": ((X, 0.7), {}),
    "softplus": ((X,), {"beta": 2, "threshold": 1}),
    "threshold": ((X, 0.1, 3.0), {}),
    "glu": ((X, 1), {}),
    "softmax": ((X,), {"dim": 1, "axis": 1, "dtype": "float16"}),
    "log_softmax": ((X,), {"dim": 0, "axis": 0, "dtype": "float32"}),
    "softmin": ((X,), {"dim": -1, "dtype": "float32"}),
    "dropout": ((X, 0.0, True), {}),
    "dropout1d": ((X, 0.5, False), {}),
    "dropout2d": ((IMAGE,), {"p": 0.0}),
    "dropout3d": ((IMAGE,), {"training": False}),
    "feature_dropout": ((X, 0.5, False), {}),
    "alpha_dropout": ((X, 0.5, False), {}),
    "feature_alpha_dropout": ((X, 0.5, False), {}),
    "linear": ((X, Y), {"bias": draws(3)}),
    "bilinear": ((X, Y, draws(2, 4, 4), draws(2)), {}),
    "embedding_bag": ((ROWS, TABLE), {"mode": "sum", "padding_idx": 1}),
    "one_hot": ((ROWS, 5), {}),
    "layer_norm": ((X, (4,), WEIGHT, BIAS), {"eps": 0.1}),
    "rms_norm": ((X, (4,), WEIGHT), {"eps": 0.1}),
    "group_norm": ((IMAGE, 2, WEIGHT, BIAS), {"eps": 0.1}),
    "local_response_norm": ((IMAGE, 2), {"alpha": 0.5, "k": 2.0}),
    "normalize": ((X, 1.0), {"dim": 0}),
    "cosine_similarity": ((X, Y), {"dim": 0, "axis": 0, "eps": 0.1}),
    "pairwise_distance": ((X, Y, 1.0), {"keepdim": True, "keepdims": True}),
    "pdist": ((X, 1.0), {}),
    "smooth_l1_loss": ((X, Y), {"beta": 0.5, "reduction": "sum"}),
    "huber_loss": ((X, Y), {"delta": 0.5}),
    "cross_entropy": ((X, CLASSES, P[0]), {"label_smoothing": 0.1}),
    "nll_loss": ((X, CLASSES), {"ignore_index": 1}),
    "binary_cross_entropy": ((P, Q), {"reduction": "none"}),
    "binary_cross_entropy_with_logits": ((X, Q), {"pos_weight": P[0]}),
    "kl_div": ((np.log(P), Q), {"reduction": "batchmean"}),
    "poisson_nll_loss": ((P, Q), {"log_input": False, "full": True}),
    "gaussian_nll_loss": ((X, Y, P), {"full": True}),
    "margin_ranking_loss": ((X, Y, np.sign(Z)), {"margin": 0.5}),
    "multi_margin_loss": ((X, CLASSES), {"p": 2, "weight": P[0]}),
    "multilabel_margin_loss": ((X, np.array([[1, 3, -1, 0]] * 3)), {}),
    "hinge_embedding_loss": ((X, np.sign(Z)), {}),
    "soft_margin_loss": ((X, np.sign(Z)), {}),
    "cosine_embedding_loss": ((X, Y, SIGNS), {"margin": 0.2}),
    "triplet_margin_loss": ((X, Y, Z), {"p": 1.0, "swap": True}),
    "triplet_margin_with_distance_loss": ((X, Y, Z), {"margin": 2.0}),
    "ctc_loss": ((LOGITS, np.array([[1, 2], [3, 3]]), np.array([5, 4]), np.array([2, 2])), {"reduction": "sum"}),
    **dict.fromkeys(["l1_loss", "mse_loss"], ((X, Y), {"weight": P})),
    "multilabel_soft_margin_loss": ((X, Q), {}),
}


def arguments(entry):
    """Positional arguments, and those keywords that the line has."""
    place, name = entry.name.rsplit(".", 1)
    if name == "embedding":
        return ((TABLE, ROWS) if place == "torch" else (ROWS, TABLE)), {"padding_idx": 4} if entry.passes_on else {}
    if name == "batch_norm":
        return (IMAGE, WEIGHT, BIAS, MEAN, VAR, False, 0.1, 0.1, False) if place == "torch" else (IMAGE, MEAN, VAR), {}
    if name == "instance_norm":
        return (IMAGE, WEIGHT, BIAS, None, None, True, 0.1, 0.1, False) if place == "torch" else (IMAGE,), {}
    args, kwargs = ARGUMENTS.get(name.removesuffix("_"), ((X,), {}))
    known = {p.name for p in entry.parameters}
    return args, {k: v for k, v in kwargs.items() if k in known}


def theirs(entry):
    place, name = entry.name.rsplit(".", 1)
    return getattr(torch if place == "torch" else torch.nn.functional, name)


def evaluated(entry, args, kwargs):
    """The right side, compiled, all but the arrays being known."""
    given = {str(i): a for i, a in enumerate(args)} | kwargs
    arrays = {place: jnp.asarray(a) for place, a in given.items() if isinstance(a, np.ndarray)}

    def called(arrays):
        places = [arrays.get(str(i), a) for i, a in enumerate(args)]
        keywords = {k: arrays.get(k, a) for k, a in kwargs.items()}
        if entry.passes_on:
            return eval(entry.target, NAMES)(*places, **keywords)
        names = [p.name for p in entry.parameters if not p.keyword_only]
        defaults = {p.name: eval(p.default) for p in entry.parameters if p.default is not None}
        return eval(entry.target, NAMES, defaults | dict(zip(names, places, strict=False)) | keywords)

    return jax.jit(called)(arrays)


def in_framework(arguments, framework):
    return {k: getattr(framework, v) if k == "dtype" else v for k, v in arguments.items()}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("entry", [e for e in MAPPED if "gumbel" not in e.name], ids=lambda e: e.name)
def test_the_right_side_gives_what_torch_gives(entry):
    args, kwargs = arguments(entry)
    assert entry.bind(len(args), kwargs) is not None
    tensors = [torch.tensor(a) if isinstance(a, np.ndarray) else a for a in args]
    keywords = {k: torch.tensor(a) if isinstance(a, np.ndarray) else a for k, a in kwargs.items()}
    expected = theirs(entry)(*tensors, **in_framework(keywords, torch))
    with jax.enable_x64(False):
        result = evaluated(entry, args, in_framework(kwargs, jnp))
    wanted = expected.numpy()
    assert str(result.dtype) == {"int64": "int32"}.get(str(wanted.dtype), str(wanted.dtype))
    assert_close(result, wanted, rtol=1e-3 if wanted.dtype == np.float16 else 1e-5, atol=1e-6)
    if entry.dtype == "same":
        assert result.dtype == args[0].dtype
    if entry.shape == "same":
        assert result.shape == args[0].shape
    elif entry.shape.isdigit():
        assert result.ndim == int(entry.shape)


@pytest.mark.parametrize("entry", [e for e in MAPPED if e.dtype == "float"], ids=lambda e: e.name)
@pytest.mark.parametrize("values", [np.array([-2, 0, 3]), np.array([True, False])], ids=["integers", "truth"])
def test_integers_become_float32(entry, values):
    if values.dtype == bool and entry.name.endswith(("softsign", "tanhshrink")):
        return
    expected = theirs(entry)(torch.tensor(values))
    with jax.enable_x64(False):
        result = evaluated(entry, (values,), {})
    assert result.dtype == np.float32
    assert_close(result, expected.numpy(), rtol=1e-5)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("entry", MAPPED, ids=lambda e: e.name)
def test_views_and_writes_are_those_of_torch(entry):
    args, kwargs = arguments(entry)
    if "dtype" in kwargs or not isinstance(args[0], np.ndarray) or args[0].dtype != np.float32:
        return
    tensors = [torch.tensor(a) if isinstance(a, np.ndarray) else a for a in args]
    keywords = {k: torch.tensor(a) if isinstance(a, np.ndarray) else a for k, a in kwargs.items()}
    result = theirs(entry)(*tensors, **keywords)
    shares = result.untyped_storage().data_ptr() == tensors[0].untyped_storage().data_ptr()
    assert shares == (entry.is_view or entry.writes)
    assert entry.writes == entry.name.endswith("_")


@pytest.mark.parametrize("entry", [e for e in MAPPED if e.passes_on], ids=lambda e: e.name)
def test_a_function_that_arguments_are_passed_on_to_takes_them_in_the_same_order(entry):
    try:
        ours = list(inspect.signature(eval(entry.target, NAMES)).parameters.values())
    except ValueError:
        return
    for parameter, own in zip([p for p in entry.parameters if not p.keyword_only], ours, strict=False):
        assert own.name in (parameter.name, "x")


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda e: e.name)
def test_the_left_side_is_torchs_own_signature(entry):
    function = theirs(entry)
    if entry.target is None or not inspect.isfunction(function):
        return
    parameters = list(inspect.signature(function).parameters.values())
    if [p.name for p in parameters] == ["args", "kwargs"]:
        return
    assert [p.name for p in entry.parameters] == [p.name for p in parameters][: len(entry.parameters)]
    for parameter, own in zip(entry.parameters, parameters, strict=False):
        if parameter.default is not None:
            assert eval(parameter.default) == own.default
