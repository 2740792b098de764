"""Every line of the table of spatial operations, against PyTorch and against the runtime's own signatures."""

import ast
import inspect
from collections.abc import Sequence

import jax
import jax.numpy as jnp
import numpy as np
import pytest
import torch

from closeness import assert_close
from hybridc.dialects.table import dialect
from hybridc.dialects.torch import functional_spatial
from hybridc.runtime.torch.nn import functional as F

torch.set_num_threads(1)
TORCH = dialect("torch", ("torch",), functional_spatial.LINES)
ENTRIES = [entry for name in TORCH.names for entry in TORCH.lookup(name)]
MAPPED = [entry for entry in ENTRIES if entry.target is not None]
RNG = np.random.default_rng(0)


def draws(*shape):
    return RNG.standard_normal(shape).astype(np.float32)


def axes(name):
    """1, 2 or 3, from a name such as `conv2d`."""
    return next((int(c) for c in name if c.isdigit()), 2)


def arguments(name):
    """Arguments for every parameter that is required, and some more by keyword."""
    n = axes(name)
    x = draws(2, 4, *(5, 6, 4)[:n])
    if name.startswith("conv_tbc"):
        return (draws(6, 2, 3), draws(2, 3, 4), draws(4)), {"pad": 1}
    if name.startswith("conv_transpose"):
        return (x, draws(4, 3, *[2] * n)), {"stride": 2, "padding": 1, "output_padding": 1, "bias": draws(3)}
    if name.startswith("conv"):
        return (x, draws(6, 2, *[2] * n)), {"stride": 2, "padding": 1, "groups": 2, "bias": draws(6)}
    if name.startswith("max_unpool"):
        values, indices = getattr(torch.nn.functional, f"max_pool{n}d")(torch.tensor(x), 2, return_indices=True)
        return (values.numpy(), indices.numpy(), 2), {"output_size": x.shape[2:]}
    if name.startswith("fractional_max_pool"):  # of windows that lie densely, or one at the end, whatever is drawn
        sizes = [size - 1 for size in x.shape[2:]] if n == 2 else 1
        return (x, 2), {"output_size": sizes, "_random_samples": np.full((2, 4, n), 0.3, np.float32)}
    if name.startswith(("max_pool", "avg_pool")):
        return (x, 3), {"stride": 2, "padding": 1, "ceil_mode": True}
    if name.startswith("lp_pool"):
        return (x, 2, 3), {"stride": 2, "ceil_mode": True}
    if name.startswith("adaptive"):
        return (x, 3), {}
    if name in ("pad", "constant_pad_nd"):
        return (x, (1, 2, -1, 3)), {"value": 1.5}
    if name.startswith("grid_sampler"):
        n = 3 if name.endswith("3d") else 2
        return (draws(2, 3, *[4] * n), draws(2, *[3] * n, n), 1, 2, True), {}
    if name == "grid_sample":
        return (x, draws(2, 3, 3, 2)), {"padding_mode": "border", "align_corners": True}
    if name.startswith("affine_grid"):
        return (draws(2, 2, 3), (2, 1, 3, 4)), {"align_corners": False}
    if name == "fold":
        return (draws(2, 12, 9), 6, 2), {"stride": 2}
    return {
        "unfold": ((x, 2), {"padding": 1, "stride": (2, 1)}),
        "interpolate": ((x,), {"scale_factor": 1.5, "mode": "bilinear", "align_corners": True}),
        "upsample": ((x, 7), {"mode": "bicubic"}),
        "upsample_nearest": ((x,), {"scale_factor": 2}),
        "upsample_bilinear": ((x,), {"size": (7, 8)}),
        "pixel_shuffle": ((x, 2), {}),
        "pixel_unshuffle": ((draws(2, 4, 6), 2), {}),
        "channel_shuffle": ((x, 2), {}),
        "native_channel_shuffle": ((x, 2), {}),
    }[name]


def evaluated(entry, args, kwargs):
    """The right side, compiled, all but the arrays being known."""
    given = {str(i): a for i, a in enumerate(args)} | kwargs
    arrays = {place: jnp.asarray(a) for place, a in given.items() if isinstance(a, np.ndarray)}

    def called(arrays):
        places = [arrays.get(str(i), a) for i, a in enumerate(args)]
        keywords = {k: arrays.get(k, a) for k, a in kwargs.items()}
        if entry.passes_on:
            return eval(entry.target, {"F": F})(*places, **keywords)
        names = [p.name for p in entry.parameters]
        defaults = {p.name: eval(p.default) for p in entry.parameters if p.default is not None}
        return eval(entry.target, {"F": F}, defaults | dict(zip(names, places, strict=False)) | keywords)

    return jax.jit(called)(arrays)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("entry", MAPPED, ids=[f"{e.name}-{len(e.parameters)}" for e in MAPPED])
def test_the_right_side_gives_what_torch_gives(entry):
    place, name = entry.name.rsplit(".", 1)
    args, kwargs = arguments(name)
    known = {p.name for p in entry.parameters}
    kwargs = {k: v for k, v in kwargs.items() if k in known}
    if "return_indices" in known and not name.endswith("_with_indices"):
        kwargs["return_indices"] = True
    theirs = getattr(torch if place == "torch" else torch.nn.functional, name)
    expected = theirs(
        *(torch.tensor(a) if isinstance(a, np.ndarray) else a for a in args),
        **{k: torch.tensor(a) if isinstance(a, np.ndarray) else a for k, a in kwargs.items()},
    )
    assert entry.bind(len(args), kwargs) is not None
    result = evaluated(entry, args, kwargs)
    pairs = zip(result, expected, strict=True) if isinstance(expected, Sequence) else [(result, expected)]
    assert isinstance(result, tuple) == isinstance(expected, tuple)
    for found, wanted in pairs:
        assert_close(found, wanted.numpy(), rtol=1e-4, atol=1e-5)
    if entry.dtype == "same":
        assert result.dtype == args[0].dtype
    if entry.shape == "same":
        assert result.shape == args[0].shape


@pytest.mark.parametrize("entry", [e for e in MAPPED if e.passes_on], ids=lambda e: f"{e.name}-{len(e.parameters)}")
def test_a_function_that_arguments_are_passed_on_to_takes_them_in_the_same_order(entry):
    ours = list(inspect.signature(eval(entry.target, {"F": F})).parameters.values())
    for parameter, own in zip(entry.parameters, ours, strict=False):
        assert parameter.name == own.name
        if parameter.default not in (None, "()"):  # an empty stride is the kernel's size, as None is
            assert eval(parameter.default) == own.default


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda e: f"{e.name}-{len(e.parameters)}")
def test_the_left_side_is_torchs_own_signature(entry):
    place, name = entry.name.rsplit(".", 1)
    theirs = getattr(torch if place == "torch" else torch.nn.functional, name)
    if entry.target is None or not inspect.isfunction(theirs) or "args" in inspect.signature(theirs).parameters:
        return
    parameters = list(inspect.signature(theirs).parameters.values())
    assert [p.name for p in entry.parameters] == [p.name for p in parameters][: len(entry.parameters)]
    for parameter, own in zip(entry.parameters, parameters, strict=False):
        if parameter.default is not None:
            assert eval(parameter.default) == own.default


@pytest.mark.parametrize("entry", MAPPED, ids=lambda e: f"{e.name}-{len(e.parameters)}")
def test_all_but_the_arrays_must_be_known_while_tracing(entry):
    arrays = {"input", "weight", "bias", "indices", "grid", "theta", "value", "_random_samples"}
    mentioned = {node.id for node in ast.walk(ast.parse(entry.target)) if isinstance(node, ast.Name)}
    used = {p.name for p in entry.parameters if entry.passes_on or p.name in mentioned}
    assert entry.static_parameters >= used - arrays
    assert not entry.static_parameters & arrays
