"""Functions on arrays with PyTorch's meaning: along every axis, mapped, with traced indices, and where they refuse."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
import torch
from against_torch import agree, draws, integers, uniform

from closeness import assert_close
from hybridc.runtime.torch import tensors

torch.set_num_threads(1)
NAN, INF = float("nan"), float("inf")
X = draws(2, 3, 4)
Y = draws(2, 3, 4, seed=1)
TIES = integers(2, 3, 4, below=3).astype(np.float32)
SPOILT = np.where(integers(2, 3, 4, below=5, seed=2) == 0, np.float32(NAN), X)
INDEX = integers(2, 3, 4, below=2, seed=3)
APART = np.argsort(draws(2, 3, 4, seed=4), axis=1)  # indices along axis 1, none twice


@pytest.fixture(autouse=True)
def _narrow() -> Iterator[None]:
    with jax.enable_x64(False):
        yield


def part(name: str, field: str) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """One of the results of a function, ours and PyTorch's."""
    ours, theirs = getattr(tensors, name), getattr(torch, name)
    return lambda *a, **k: getattr(ours(*a, **k), field), lambda *a, **k: getattr(theirs(*a, **k), field)


# Of functions that give values and indices, what each takes beside the array and the axis.
FOUND = {
    "max": {}, "min": {}, "sort": {}, "topk": {"k": 2}, "kthvalue": {"k": 2}, "median": {}, "nanmedian": {}, "cummax": {},
    "cummin": {}, "mode": {},
}  # fmt: skip


@pytest.mark.parametrize("axis", [0, 1, -1])
@pytest.mark.parametrize("name", FOUND)
def test_values_and_indices_along_every_axis(name: str, axis: int) -> None:
    for data in (X, SPOILT) if name != "mode" else (X, TIES):
        for field in ("values", "indices"):
            if field == "indices" and data is SPOILT and name == "nanmedian":
                continue  # of rows of NaN alone any
            agree(*part(name, field), [data], {"dim": axis, **FOUND[name]}, derivatives=field == "values")


AXES = [0, -1, (0, 2), (1, -1), [1], None]


@pytest.mark.parametrize("axis", AXES, ids=str)
@pytest.mark.parametrize("name", ["sum", "mean", "amax", "var", "nansum"])
def test_reductions_along_every_set_of_axes(name: str, axis: Any) -> None:
    agree(getattr(tensors, name), getattr(torch, name), [X], {"dim": axis, "keepdim": True})


@pytest.mark.parametrize("name", ["gather", "scatter", "scatter_add", "index_add", "index_copy", "take_along_dim"])
def test_indices_along_an_axis_in_the_middle(name: str) -> None:
    arguments = {
        "gather": [X, 1, INDEX], "scatter": [X, 1, APART, Y], "scatter_add": [X, 1, INDEX, Y], "take_along_dim": [X, INDEX, 1],
        "index_add": [X, 1, np.array([2, 0, 2]), Y], "index_copy": [X, 1, np.array([2, 0, 1]), Y],
    }  # fmt: skip
    agree(getattr(tensors, name), getattr(torch, name), arguments[name])


@pytest.mark.parametrize("reduce", ["sum", "prod", "mean", "amax", "amin"])
def test_combined_elements_share_their_derivative(reduce: str) -> None:
    """Some are equal, some 0, and some places are not hit."""
    for include_self in (True, False):
        options = {"include_self": include_self}
        agree(tensors.scatter_reduce, torch.scatter_reduce, [TIES, 2, INDEX, TIES[:, ::-1].copy(), reduce], options)


MAPPED: list[tuple[str, Callable[[Any, Any], Any]]] = [
    ("max", lambda t, x: t.max(x, 1).values),
    ("topk", lambda t, x: t.topk(x, 2, largest=False).values),
    ("sort", lambda t, x: t.sort(x, 0, descending=True).indices),
    ("median", lambda t, x: t.median(x)),
    ("mode", lambda t, x: t.mode(x).values),
    ("std", lambda t, x: t.std(x, 0)),
    ("norm", lambda t, x: t.norm(x, dim=1)),
    ("cdist", lambda t, x: t.cdist(x, x[:2])),
    ("chunk", lambda t, x: t.chunk(x, 3, dim=1)[1]),
    ("flatten", lambda t, x: t.flatten(x)),
    ("clamp", lambda t, x: t.clamp(x, -0.5, 0.5)),
    ("cumsum", lambda t, x: t.cumsum(x, 1)),
    ("diag_embed", lambda t, x: t.diag_embed(x)),
    ("gather", lambda t, x: t.gather(x, 1, (x[:, :2] > 0) * (2 if t is torch else jnp.int32(2)))),
    ("searchsorted", lambda t, x: t.searchsorted(t.sort(x).values, x)),
]


@pytest.mark.parametrize(("name", "function"), MAPPED)
def test_a_mapped_function_gives_what_it_gives_for_every_row(name: str, function: Callable[[Any, Any], Any]) -> None:
    ours = jax.jit(jax.vmap(lambda x: function(tensors, x)))(X)
    theirs = torch.stack([function(torch, torch.from_numpy(row)) for row in X])
    assert_close(ours, theirs, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("place", [0, 1, 2, -1])
def test_places_may_be_traced(place: int) -> None:
    select, narrow = jax.jit(tensors.select, static_argnums=1), jax.jit(tensors.narrow, static_argnums=(1, 3))
    np.testing.assert_array_equal(select(X, 1, place), torch.select(torch.from_numpy(X), 1, place))
    if place != 2 and place != -1:
        np.testing.assert_array_equal(narrow(X, 1, place, 2), torch.narrow(torch.from_numpy(X), 1, place, 2))
    put = jax.jit(tensors.select_scatter, static_argnums=2)(X, Y[:, 0], 1, place)
    np.testing.assert_array_equal(put, torch.select_scatter(*map(torch.from_numpy, (X, Y[:, 0].copy())), 1, place))


@pytest.mark.parametrize("largest", [True, False])
@pytest.mark.parametrize(
    "row", [[3.0, INF, 1.0, -INF], [INF, NAN, 1.0, INF], [NAN, NAN, -INF, 2.0], [0.0, -1.0, 5.0, 2.0]]
)
def test_nan_is_the_largest_of_all(row: list[float], largest: bool) -> None:
    for k in range(5):
        ours = jax.jit(lambda x, k=k: tensors.topk(x, k, largest=largest).values)(jnp.array(row))
        np.testing.assert_array_equal(ours, torch.topk(torch.tensor(row), k, largest=largest).values)


KINDS = [
    torch.bool, torch.uint8, torch.int8, torch.int16, torch.int32, torch.float16, torch.bfloat16, torch.float32,
    torch.complex64,
]  # fmt: skip


def _ours(dtype: torch.dtype) -> jnp.dtype:
    narrowed = {
        torch.int64: "int32",
        torch.float64: "float32",
        torch.complex128: "complex64",
        torch.complex32: "complex64",
    }
    return jnp.dtype(narrowed.get(dtype, str(dtype).removeprefix("torch.")))


@pytest.mark.parametrize("shapes", [((2,), (2,)), ((2,), ()), ((), (2,)), ((), ())], ids=str)
def test_the_dtype_of_a_sum_is_that_of_pytorch(shapes: tuple[tuple[int, ...], tuple[int, ...]]) -> None:
    for kinds in itertools.product(KINDS, KINDS):
        theirs = torch.result_type(*(torch.ones(s, dtype=d) for s, d in zip(shapes, kinds, strict=True)))
        ours = tensors.result_type(*(jnp.ones(s, _ours(d)) for s, d in zip(shapes, kinds, strict=True)))
        assert ours == _ours(theirs), kinds


@pytest.mark.parametrize("number", [True, 2, 0.5])
def test_a_number_changes_a_dtype_only_by_its_kind(number: float) -> None:
    for kind, shape in itertools.product(KINDS, [(2,), ()]):
        theirs = torch.result_type(torch.ones(shape, dtype=kind), number)
        assert tensors.result_type(jnp.ones(shape, _ours(kind)), number) == _ours(theirs), kind


def test_what_converts_silently_is_what_does_in_pytorch() -> None:
    for one, other in itertools.product(KINDS, KINDS):
        assert tensors.can_cast(_ours(one), _ours(other)) == torch.can_cast(one, other), (one, other)


WINDOWS = ["hann_window", "hamming_window", "blackman_window", "bartlett_window", "kaiser_window"]


@pytest.mark.parametrize("name", WINDOWS)
def test_windows_of_every_length(name: str) -> None:
    for length, periodic in itertools.product(range(8), (True, False)):
        ours, theirs = getattr(tensors, name)(length, periodic), getattr(torch, name)(length, periodic)
        assert_close(ours, theirs, atol=1e-6)


@pytest.mark.parametrize("base", [np.array([-3, -1, 0, 1, 2, 7], np.int8), np.array([0, 1, 2, 5], np.uint8)])
def test_powers_of_integers(base: np.ndarray) -> None:
    agree(tensors.pow, torch.pow, [base[:, None], np.arange(4, dtype=base.dtype)], derivatives=False)
    if base.dtype == np.int8:
        agree(tensors.pow, torch.pow, [base[base != 0, None], np.array([-2, -1], np.int8)], derivatives=False)


@pytest.mark.parametrize("hop", [2, 3, 4])
def test_a_signal_comes_back_from_its_spectra(hop: int) -> None:
    signal, window = draws(2, 36), uniform(8, low=0.5)
    spectra = tensors.fft.stft(jnp.asarray(signal), 8, hop, window=jnp.asarray(window))
    theirs = torch.stft(torch.from_numpy(signal), 8, hop, window=torch.from_numpy(window), return_complex=True)
    assert_close(spectra, theirs, atol=1e-5)
    back = tensors.fft.istft(spectra, 8, hop, window=jnp.asarray(window), length=30)
    assert_close(back, signal[:, :30], atol=1e-5)


REFUSED: list[tuple[Callable[[], Any], type[Exception], str]] = [
    (lambda: tensors.mean(jnp.arange(3)), TypeError, "floating point"),
    (lambda: tensors.sum(jnp.ones((2, 2)), (0, 0)), ValueError, "multiple times"),
    (lambda: tensors.sum(jnp.ones((2, 2)), 2), IndexError, r"\[-2, 1\]"),
    (lambda: tensors.var(jnp.arange(3)), TypeError, "floating point"),
    (lambda: tensors.norm(jnp.arange(3)), TypeError, "floating point"),
    (lambda: tensors.clamp(jnp.ones(2)), ValueError, "At least one"),
    (lambda: tensors.div(1.0, 2.0, rounding_mode="up"), ValueError, "rounding_mode"),
    (lambda: tensors.addcdiv(*[jnp.arange(3)] * 3), TypeError, "Integer division"),
    (lambda: tensors.split(jnp.ones(4), [1, 2]), ValueError, "sum exactly to 4"),
    (lambda: tensors.flatten(jnp.ones((2, 2)), 1, 0), ValueError, "start_dim"),
    (lambda: tensors.squeeze(jnp.ones((1, 2)), (0, -2)), ValueError, "multiple times"),
    (lambda: tensors.diag_embed(jnp.ones(2), 0, 1, -1), ValueError, "identical"),
    (lambda: tensors.narrow(jnp.ones(3), 0, -4, 1), IndexError, "exceeds"),
    (lambda: tensors.narrow(jnp.ones(3), 0, 2, 2), IndexError, "exceeds"),
    (lambda: tensors.kthvalue(jnp.ones(3), 4), ValueError, "out of range"),
    (lambda: tensors.gather(jnp.ones((2, 2)), 0, jnp.arange(2)), ValueError, "number of dimensions"),
    (lambda: tensors.cross(jnp.ones(2), jnp.ones(2)), ValueError, "size 3"),
    (lambda: tensors.view_as_complex(jnp.ones(3)), ValueError, "size 2"),
    (lambda: tensors.trace(jnp.ones(3)), ValueError, "matrix"),
    (lambda: tensors.histc(jnp.arange(3)), TypeError, "not implemented"),
    (lambda: tensors.legacy_tensor((2, 3), jnp.float32), TypeError, "data or a shape"),
    (lambda: tensors.scatter_reduce(*_one_place(), "median"), ValueError, "reduce argument"),
    (lambda: tensors.multinomial(jax.random.key(0), jnp.ones(2), 3), ValueError, "without replacement"),
    (lambda: tensors.special.polygamma(-1, jnp.ones(2)), ValueError, "negative n"),
    (lambda: tensors.linalg.lu(jnp.eye(2), pivot=False), NotImplementedError, "pivots"),
    (lambda: tensors.linalg.lu_factor(jnp.eye(2), pivot=False), NotImplementedError, "pivots"),
    (lambda: tensors.linalg.matrix_norm(jnp.eye(2), 3), ValueError, "Order 3"),
    (lambda: tensors.linalg.norm(jnp.ones((2, 2, 2)), "nuc"), ValueError, "matrices"),
    (lambda: tensors.fft.stft(jnp.ones(3), 8, center=False), ValueError, "at least 8"),
    (lambda: tensors.searchsorted(jnp.arange(3), 1, right=True, side="left"), ValueError, "opposites"),
    (lambda: tensors.searchsorted(jnp.ones((2, 3)), jnp.ones((3, 3))), ValueError, "must match"),
]


def _one_place() -> tuple[jax.Array, int, jax.Array, jax.Array]:
    return jnp.ones(2), 0, jnp.zeros(1, jnp.int32), jnp.ones(1)


@pytest.mark.parametrize(("function", "error", "message"), REFUSED)
def test_what_has_no_meaning_is_a_clear_error(
    function: Callable[[], Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        function()


def test_an_element_of_no_axes_is_found_along_the_axis_that_pytorch_gives_it() -> None:
    for name, options in FOUND.items():
        options = {**options, "k": 1} if options else options
        ours, theirs = getattr(tensors, name)(jnp.float32(2), dim=-1, **options), getattr(torch, name)
        assert [tuple(part.shape) for part in ours] == [
            tuple(p.shape) for p in theirs(torch.tensor(2.0), dim=-1, **options)
        ]


def test_every_name_is_one_of_the_package() -> None:
    assert [name for name in tensors.__all__ if not hasattr(tensors, name)] == []


@pytest.mark.parametrize("name", ["median", "nanmedian"])
def test_gradients_of_medians_go_to_equal_ones_in_equal_parts(name: str) -> None:
    ties = np.array([[3, 1, 2, 2, 2, 5], [2, 2, 2, 2, 2, 2], [1, 2, 3, 4, 5, 6], [NAN, 2, 2, 1, NAN, INF]], np.float32)
    gradients = jax.jit(jax.vmap(jax.grad(lambda x: 3 * getattr(tensors, name)(x))))(ties)
    for row, found in zip(ties, gradients, strict=True):
        x = torch.tensor(row, requires_grad=True)
        (3 * getattr(torch, name)(x)).backward()
        assert_close(found, x.grad, rtol=1e-6)
    assert tensors.median(jnp.array([3, 1, 1])) == 1
