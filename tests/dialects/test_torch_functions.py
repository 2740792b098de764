"""Every line of PyTorch's functions that converts is run against PyTorch: values, dtypes, derivatives, and its facts."""

from __future__ import annotations

import ast
import re
import types
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
import torch
from torch_lines import (
    BATCH,
    CALLS,
    DECOMPOSED,
    DEFINITE,
    DRAWS,
    DTYPES,
    FREE,
    LEGACY,
    RECTANGLE,
    SQUARE,
    TORCH,
    WIDE,
    Call,
    Line,
    array,
    as_jax,
    as_torch,
    bound,
    call,
    carried_out,
    check_facts,
    check_slopes,
    entries,
    evaluated,
    fields,
    fitting,
    is_taken,
    leaves,
    lines,
    outcome,
    shares_memory,
    split,
    tolerance,
    wide,
)

from closeness import assert_close
from hybridc.dialects.entry import Entry
from hybridc.runtime.torch import tensors

UNSET = frozenset({"empty", "empty_like", *LEGACY})  # PyTorch leaves the memory of some as it is
LINES = [line for line in lines() if not line.entry.is_static]
STATIC = [pytest.param(line, id=f"{line.name}-{i}") for i, line in enumerate(lines()) if line.entry.is_static]
RANDOM = [entry for entry in entries() if "next_key" in (entry.target or "")]


@pytest.mark.parametrize("name", dict.fromkeys(line.name for line in LINES))
def test_the_lines_of_a_function_agree_with_pytorch(name: str) -> None:
    for line in (line for line in LINES if line.name == name):
        try:
            _agree(line)
        except AssertionError as error:
            raise AssertionError(f"{line.entry.name} of {line.call}") from error


def _agree(line: Line) -> None:
    expected, given = as_torch(line.entry.name, line.call, gradients=line.is_differentiated)
    found = outcome(line)
    assert found.error is None, found.error
    tensors = leaves(expected)
    assert len(tensors) == len(found.values)
    assert [name for name in fields(expected) if not hasattr(found.result, name)] == []
    for tensor, value in zip(tensors, found.values, strict=True):
        _values_agree(line, tensor, value)
    if line.is_differentiated and given:
        check_slopes(line, [t for t in tensors if t.requires_grad], given, found.slopes)
    check_facts(line, expected, given)


def _values_agree(line: Line, tensor: torch.Tensor, value: Any) -> None:
    assert not (value.weak_type and value.ndim)  # it would give way to the dtype of what it is combined with
    wanted, value = array(tensor), np.asarray(value)
    assert value.shape == wanted.shape
    assert value.dtype == wanted.dtype
    if line.name not in UNSET:
        close = tolerance(tensor)
        assert_close(wide(value), wide(wanted), rtol=close, atol=max(close / 10, 2e-6))


@pytest.mark.parametrize("line", STATIC)
def test_a_line_known_while_tracing_agrees_with_pytorch(line: Line) -> None:
    expected, _ = as_torch(line.entry.name, line.call)
    arrays, filled = split(line.call)
    with jax.enable_x64(False):
        ours = as_jax(line, *filled([jnp.asarray(a) for a in arrays]))
    if line.name in ("finfo", "iinfo"):
        names = ["bits", "eps", "max", "min", "tiny", "smallest_normal", "resolution", "dtype"]
        for name in [n for n in names if hasattr(expected, n)]:
            assert getattr(ours, name) == pytest.approx(getattr(expected, name)) or name == "dtype"
        return
    if isinstance(expected, torch.dtype):
        assert jnp.dtype(ours) == DTYPES[expected]
    elif isinstance(expected, torch.device):
        assert (str(ours), ours.type, ours.index) == (str(expected), expected.type, expected.index)
    else:
        assert ours == (tuple(expected) if isinstance(expected, torch.Size) else expected)


BACK = [
    pytest.param(line, id=f"{line.name}-{i}")
    for i, line in enumerate(lines())
    if line.entry.back is not None and line.call.arguments and line.call.arguments[0].numel()
]


@pytest.mark.parametrize("line", BACK)
def test_what_a_view_becomes_goes_back(line: Line) -> None:
    """The view is doubled and negated in place: the base is what `back` makes of the doubled result."""
    viewed, given = as_torch(line.entry.name, line.call)
    assert shares_memory(viewed, given)
    viewed.mul_(-2)
    arrays, filled = split(line.call)
    arguments, keywords = filled([jnp.asarray(a) for a in arrays])
    assert line.entry.back is not None and line.entry.parameters is not None
    new = -2 * as_jax(line, arguments, keywords)
    values = bound(line, arguments, keywords) | {"new": new}
    base = evaluated(line.entry.back, {p.name for p in line.entry.parameters}, values)
    np.testing.assert_array_equal(base, array(given[0]))


@pytest.mark.parametrize("entry", RANDOM, ids=lambda e: f"{e.name}-{len(e.parameters or ())}")
def test_a_line_that_draws_has_the_distribution_of_pytorch(entry: Entry) -> None:
    """In shape, dtype, mean and deviation; the right side is drawn from twice."""
    for made in [m for m in DRAWS[entry.name.removeprefix("torch.")] if fitting(entry.name, m).entry == entry]:
        expected, _ = as_torch(entry.name, made)
        ours = [carried_out(entry.name, made) for _ in range(2)]
        assert ours[0].shape == tuple(expected.shape)
        assert ours[0].dtype == DTYPES[expected.dtype]
        both, theirs = np.stack([np.asarray(o, np.float32) for o in ours]), expected.float().numpy()
        if theirs.size >= 2000:
            spread = theirs.std() + 1e-9
            assert not np.array_equal(*both) or entry.name == "torch.randperm"
            assert abs(both.mean() - theirs.mean()) < 0.12 * spread
            assert abs(both.std() - theirs.std()) < 0.1 * spread


def test_every_draw_has_a_line() -> None:
    drawn = {fitting(f"torch.{name}", made).entry for name, calls in DRAWS.items() for made in calls}
    assert drawn == set(RANDOM)


def test_draws_without_replacement_are_different_and_follow_the_weights() -> None:
    scores = jnp.array([[0.0, 1.0, 0.0, 3.0]] * 4000)
    drawn = np.asarray(tensors.multinomial(jax.random.key(0), scores, 2))
    assert {tuple(sorted(row)) for row in drawn.tolist()} == {(1, 3)}
    assert abs((drawn[:, 0] == 3).mean() - 0.75) < 0.03


def test_seeding_starts_the_draws_anew() -> None:
    carried_out("torch.manual_seed", call(3))
    first, second = (carried_out("torch.rand", call(4)) for _ in range(2))
    carried_out("torch.manual_seed", call(3))
    np.testing.assert_array_equal(first, carried_out("torch.rand", call(4)))
    assert not np.array_equal(first, second)


@pytest.mark.parametrize("made", [*DECOMPOSED, call(RECTANGLE, False), call(WIDE, full_matrices=False)])
def test_singular_vectors_multiply_back(made: Call) -> None:
    expected, (matrix,) = as_torch("torch.linalg.svd", made)
    U, S, Vh = carried_out("torch.linalg.svd", made)
    assert [tuple(p.shape) for p in expected] == [U.shape, S.shape, Vh.shape]
    k = S.shape[-1]
    assert_close((U[..., :k] * S[..., None, :]) @ Vh[..., :k, :], matrix, atol=1e-5)


@pytest.mark.parametrize(
    "made", [*DECOMPOSED, call(RECTANGLE, False), call(SQUARE, compute_uv=False), call(WIDE, some=True)]
)
def test_right_singular_vectors_lie_in_columns(made: Call) -> None:
    expected, (matrix,) = as_torch("torch.svd", made)
    found = carried_out("torch.svd", made)
    assert [tuple(p.shape) for p in expected] == [p.shape for p in found]
    assert_close(found.S, expected.S, atol=1e-5)
    if made.keywords.get("compute_uv", True):
        k = found.S.shape[-1]
        assert_close((found.U[..., :k] * found.S[..., None, :]) @ found.V[..., :k].mT, matrix, atol=1e-5)
    else:
        assert not np.any(found.U)


FACTORED = [
    *((name, made) for name in ("qr", "linalg.qr") for made in DECOMPOSED),
    ("qr", call(RECTANGLE, False)), ("linalg.qr", call(RECTANGLE, "complete")), ("linalg.qr", call(WIDE, mode="reduced")),
]  # fmt: skip


@pytest.mark.parametrize(("name", "made"), FACTORED)
def test_orthogonal_and_triangular_factors_are_those_of_pytorch(name: str, made: Call) -> None:
    expected, _ = as_torch(f"torch.{name}", made)
    found = carried_out(f"torch.{name}", made)
    assert_close(found.R, expected.R, atol=1e-5)
    assert_close(found.Q, expected.Q, atol=1e-5)


def test_the_triangular_factor_alone_has_an_empty_partner() -> None:
    expected, _ = as_torch("torch.linalg.qr", call(RECTANGLE, "r"))
    found = carried_out("torch.linalg.qr", call(RECTANGLE, "r"))
    assert found.Q.shape == tuple(expected.Q.shape)
    assert_close(found.R, expected.R, atol=1e-5)


@pytest.mark.parametrize("made", [call(DEFINITE), call(BATCH @ BATCH.mT), call(DEFINITE, UPLO="U")])
def test_eigenvectors_multiply_back(made: Call) -> None:
    expected, (matrix,) = as_torch("torch.linalg.eigh", made)
    found = carried_out("torch.linalg.eigh", made)
    assert_close(found.eigenvalues, expected.eigenvalues, rtol=1e-4, atol=1e-4)
    vectors = found.eigenvectors
    assert_close((vectors * found.eigenvalues[..., None, :]) @ vectors.mT, matrix, rtol=1e-4, atol=1e-4)


def test_nothing_is_dropped_that_changes_the_result() -> None:
    """PyTorch's results are the same, or compiled code has no such thing, without what the right side leaves out."""
    free = {
        "layout",
        "device",
        "requires_grad",
        "pin_memory",
        "memory_format",
        "copy",
        "sparse_grad",
        "assume_unique",
        "driver",
    }
    for entry in (e for e in entries() if not e.passes_on):
        used = {node.id for node in ast.walk(ast.parse(entry.target or "")) if isinstance(node, ast.Name)}
        assert {p.name for p in entry.parameters or ()} - used - free == set(), entry.name


def test_every_line_has_a_case() -> None:
    covered = {line.entry for line in lines()}
    missing = [
        e for e in entries() if e not in covered and e not in RANDOM and e.name.removeprefix("torch.") not in FREE
    ]
    assert [(e.name, [p.name for p in e.parameters or ()]) for e in missing] == []


NAMED = {
    (line.entry, line.places): line
    for line in reversed(lines())
    if not any(p.variadic or p.positional_only for p in line.entry.parameters or ())
}


@pytest.mark.parametrize("line", [pytest.param(line, id=line.name) for line in NAMED.values()])
def test_parameters_have_the_names_that_pytorch_gives_them(line: Line) -> None:
    given = dict(zip(line.places, line.call.arguments, strict=True))
    if isinstance(given.get("size"), int):
        given["size"] = (given["size"],)
    assert is_taken(line.entry.name, call(**given, **line.call.keywords))


# What PyTorch's functions are made of, what sets up the process, and what the tables of layers hold.
_OTHERS = re.compile(
    r"\w+_copy|(cudnn|miopen|mkldnn|fbgemm|native|quantized|quantize|q|fake_quantize|fused|sym|batch_norm|parse|import)_\w+"
    r"|(set|get|autocast|is_autocast|is_anomaly|init_num)_\w+|is_(distributed|vulkan_available|grad_enabled)"
    r"|choose_qparams_optimized|dequantize|int_repr|slice_inverse|convolution|clear_autocast_cache|fork|wait"
    r"|(unify_type_list|merge_type_from_type_comment)|(resize_as_sparse|as_strided|addmv)_"
    r"|((feature_)?(alpha_)?dropout|sigmoid|tanh|embedding_renorm)_|feature_dropout|(affine_)?grid_\w+|(gru|lstm|rnn)\w*"
)


@pytest.mark.parametrize("module", [torch, torch.linalg, torch.special, torch.fft], ids=lambda m: m.__name__)
def test_every_function_is_mapped_or_refused(module: types.ModuleType) -> None:
    functions = (types.BuiltinFunctionType, types.BuiltinMethodType)
    names = [n for n in dir(module) if isinstance(getattr(module, n), functions) and not n.startswith("_")]
    others = vars(torch.nn.functional)
    unknown = [n for n in names if f"{module.__name__}.{n}" not in TORCH]
    assert [n for n in unknown if not (n in others or _OTHERS.fullmatch(n))] == []


def test_no_call_is_for_an_unknown_function() -> None:
    assert [name for name in CALLS if f"torch.{name}" not in TORCH] == []
