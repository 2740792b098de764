"""Calls of every method and attribute of tensors that the tables convert: what PyTorch gives, and what the lines give."""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import torch
from jax import lax

from hybridc.dialects.entry import Entry
from hybridc.dialects.torch import TORCH
from hybridc.runtime import numpy_like
from hybridc.runtime.torch import nn, tensors
from hybridc.runtime.torch.nn import functional

torch.set_num_threads(1)


@dataclass(frozen=True)
class Call:
    """`tensor.name(*arguments, **keywords)`; tensors are NumPy's arrays."""

    tensor: np.ndarray
    arguments: tuple[Any, ...] = ()
    keywords: dict[str, Any] = field(default_factory=dict)


def on(tensor: np.ndarray, /, *arguments: Any, **keywords: Any) -> Call:
    return Call(tensor, arguments, keywords)


_rng = np.random.default_rng(0)
F1 = np.array([0.5, -1.25, 2.0, 0.75], np.float32)
F2 = _rng.uniform(-2, 2, (2, 3)).astype(np.float32)
G2 = _rng.uniform(-2, 2, (2, 3)).astype(np.float32)
F3 = _rng.uniform(-2, 2, (2, 3, 4)).astype(np.float32)
ONE = F3[:1, :, :1].copy()  # (1, 3, 1)
S = np.array(0.5, np.float32)  # no axes
P2 = np.abs(F2) + 0.1
UNIT = np.array([[0.1, 0.5, 0.9], [0.25, 0.75, 0.3]], np.float32)
ABOVE = UNIT + 1
SQUARE = (_rng.uniform(-1, 1, (3, 3)) + 3 * np.eye(3)).astype(np.float32)
DEFINITE = (SQUARE @ SQUARE.T).astype(np.float32)
SKEWED = DEFINITE + np.triu(np.full_like(DEFINITE, 0.1), 1)
EDGES = np.array([0, -0.0, 0.5, -0.5, 1, -1, 1.5, 2.5, -2.5, 7, -30, np.inf, -np.inf, np.nan], np.float32)
HOLES = np.array([[1, np.nan, 3], [np.nan, 2, 0.5]], np.float32)
H2, BF2 = F2.astype(np.float16), F2.astype(jnp.bfloat16)
I1, I2 = np.array([3, 1, 2, 5]), np.array([[3, -1, 2], [0, 5, -4]])
J2 = np.array([[2, 3, 1], [4, -2, 3]])
N2 = np.array([[3, -1, 2], [0, 5, -4]], np.int8)
U2 = np.array([[3, 1, 2], [0, 5, 250]], np.uint8)
B2 = np.array([[True, False, True], [False, False, True]])
C2 = (F2 + 1j * G2).astype(np.complex64)
AT = np.array([[0, 2, 1], [2, 0, 0]])  # indices along the last axis
PICK = np.array([1, 0])
TO = {"float32": torch.float32, "float16": torch.float16, "int64": torch.int64, "bool": torch.bool}

FLOATS = [on(EDGES), on(H2), on(BF2), on(I2), on(B2)]
ALL = [*FLOATS, on(N2), on(U2), on(C2)]
KEPT = [on(EDGES), on(H2), on(BF2), on(I2), on(N2), on(U2)]
BITS = [on(I2), on(N2), on(U2), on(B2)]
ARITHMETIC = [
    on(F2, G2), on(F2, G2[0]), on(S, F2), on(F2, 2), on(F2, -1.5), on(I2, J2), on(I2, 2), on(I2, 1.5), on(H2, 0.1),
    on(BF2, 3), on(BF2, G2), on(H2, H2), on(N2, J2.astype(np.int8)), on(N2, J2), on(I2, F2), on(U2, 2), on(B2, F2),
]  # fmt: skip
SHIFTS = [on(I2, 2), on(I2, np.abs(J2)), on(U2, 1), on(N2, np.int8(2) + np.zeros_like(N2))]
PAIRS = [on(F2, G2), on(F2, G2[0]), on(H2, H2), on(F2, F2), on(EDGES, EDGES[::-1].copy())]
COMPARED = [on(F2, G2), on(F2, 0.5), on(I2, J2), on(I2, 2), on(I2, 1.5), on(EDGES, EDGES), on(B2, I2), on(H2, 1)]
TRUTHS = [on(B2, ~B2), on(F2, I2), on(B2, B2[0]), on(EDGES, EDGES[::-1].copy())]
TOTALS = [on(F2), on(F3, 1), on(F3, -1, True), on(F3, (0, 2)), on(F3, [0, -1], keepdim=True), on(F3, dim=1), on(H2, 0),
          on(I2, 1), on(N2), on(U2, 0), on(S), on(S, 0), on(F3, axis=1, keepdims=True)]  # fmt: skip
TYPED = [
    on(F2, dtype=torch.float16),
    on(I2, dtype=torch.float32),
    on(F3, 0, dtype=torch.float32),
    on(B2, 1, dtype=torch.int64),
]
CHOSEN = [on(F2), on(F3, 1), on(F3, -1, True), on(I2, dim=0, keepdim=True), on(F3, axis=2), on(H2, 1), on(S), on(S, 0)]
MADE = [on(F2, (2, 4)), on(I2, [3]), on(H2, 3), on(F2, 2, 3), on(F2, size=(2, 2)), on(F2, 2, 1, dtype=torch.int64),
        on(I2, (2,), dtype=torch.float16, device="cpu", requires_grad=False), on(F2, (2,), dtype=None), on(F2, ())]  # fmt: skip
CUT = [on(F3, 2), on(F1, 2), on(F3, 2, 1), on(F3, 3, dim=-1)]
SCATTERED = [on(F3[0], 1, AT.repeat(2, 0)[:3], 7.0)]
WHERE = np.array([[0, 2, 1], [2, 0, 1]])
REDUCED = [on(F2, 1, AT, G2, r) for r in ("sum", "prod", "mean", "amax", "amin")]
MM = (F2, G2.T.copy())

CASES: dict[str, list[Call]] = {
    **dict.fromkeys(["shape", "ndim", "dtype", "dim", "ndimension", "numel", "nelement", "is_floating_point", "is_complex", "is_signed", "element_size", "itemsize", "nbytes"], [on(F3), on(S), on(U2), on(H2), on(B2), on(C2)]),
    "size": [on(F3), on(F3, 1), on(F3, -1), on(F3, dim=0), on(S)],
    "is_same_size": [on(F2, G2), on(F2, F3), on(F2, I2)],
    "T": [on(F2), on(F1), on(I2)], "t": [on(F2), on(F1), on(S)], "mT": [on(F2), on(F3), on(C2)], "H": [on(F2), on(C2)], "mH": [on(F3), on(C2)], "adjoint": [on(F3), on(C2)],
    "real": [on(F2), on(C2)], "imag": [on(C2)], "data": [on(F2), on(I2)],
    **dict.fromkeys(["device", "layout", "get_device", "is_cpu", "is_cuda", "is_ipu", "is_maia", "is_meta", "is_mkldnn", "is_mps", "is_mtia", "is_nested", "is_quantized", "is_sparse", "is_sparse_csr", "is_vulkan", "is_xla", "is_xpu", "is_distributed", "is_contiguous", "is_pinned", "requires_grad"], [on(F2)]),
    **dict.fromkeys(["cpu", "resolve_conj", "resolve_neg", "positive", "to_dense", "requires_grad_"], [on(F2)]),
    "view": [on(F3, 6, 4), on(F3, (4, 6)), on(F3, -1), on(F3, 2, -1), on(F3, [24]), on(F3, size=(8, 3)), on(S, 1), on(F3, torch.Size([3, 8]))],
    "reshape": [on(F3, 6, 4), on(F3, (4, 6)), on(F3, -1), on(F3, shape=(8, 3)), on(F3, [-1, 2]), on(S, ())],
    "view_as": [on(F2, F2.T.copy()), on(F1, F1.reshape(2, 2))],
    "flatten": [on(F3), on(F3, 1), on(F3, 0, 1), on(F3, -2), on(F3, start_dim=1, end_dim=2), on(F3, end_dim=1), on(S), on(S, 0)],
    "ravel": [on(F3), on(S)],
    "unflatten": [on(F3, 2, (2, 2)), on(F3, -1, [-1, 2]), on(F1, dim=0, sizes=(2, 2))],
    "squeeze": [on(ONE), on(ONE, 0), on(ONE, 1), on(ONE, -1), on(ONE, (0, 2)), on(ONE, 0, 2), on(ONE, dim=2), on(S), on(S, 0)],
    "unsqueeze": [on(F2, 0), on(F2, -1), on(F2, dim=1), on(S, 0), on(F2, -3)],
    "transpose": [on(F3, 0, 1), on(F3, -1, -2), on(F3, dim0=1, dim1=2), on(F2, 0, 0)],
    "swapaxes": [on(F3, 0, 1), on(F3, -1, 1), on(F3, axis0=1, axis1=2)],
    "permute": [on(F3, 2, 0, 1), on(F3, (1, 0, 2)), on(F3, [0, -1, 1]), on(F3, dims=(2, 1, 0)), on(F1, 0)],
    "movedim": [on(F3, 0, 2), on(F3, -1, 0), on(F3, (0, 1), (1, 2)), on(F3, source=1, destination=0)],
    "expand": [on(ONE, 2, -1, 4), on(ONE, (2, 3, 4)), on(ONE, -1, -1, 2), on(F1, 2, 4), on(F1, 4), on(S, [2]), on(ONE, size=(1, 3, 2)), on(F1, (2, -1))],
    "expand_as": [on(ONE, F3), on(F1, np.zeros((2, 4)))],
    "broadcast_to": [on(ONE, (2, 3, 4)), on(F1, 2, 4), on(F1, 4), on(F1, size=(3, 4))],
    "diagonal": [on(SQUARE), on(SQUARE, 1), on(F3, 0, 1, 2), on(F3, offset=-1, dim1=-1, dim2=0), on(F2, -1)],
    "select": [on(F3, 0, 1), on(F3, -1, -2), on(F3, dim=1, index=0)],
    **dict.fromkeys(["narrow", "narrow_copy"], [on(F3, 1, 1, 2), on(F3, -1, -3, 2), on(F3, dim=0, start=0, length=1), on(F1, 0, 2, 0)]),
    "unfold": [on(F3, 2, 2, 1), on(F3, 1, 2, 2), on(F1, 0, 3, 1), on(F3, dimension=-1, size=2, step=2), on(S, 0, 1, 1)],
    "unbind": [on(F3), on(F3, 1), on(F3, dim=-1)],
    "chunk": [*CUT, on(F3, chunks=2, dim=2)],
    "split": [*CUT, on(F3, [1, 3], -1), on(F3, split_size=(1, 1))], "unsafe_split": [*CUT, on(F3, split_size=2)],
    **dict.fromkeys(["split_with_sizes", "unsafe_split_with_sizes"], [on(F3, [1, 3], 2), on(F3, (1, 1)), on(F3, split_sizes=[2, 2], dim=-1)]),
    "tensor_split": [*CUT, on(F3, (1, 2), 1), on(F3, indices=[1], dim=1), on(F1, sections=3, dim=0)],
    "hsplit": [on(F1, 2), on(F2, 3), on(F2, (1, 2)), on(F2, 1, 2), on(F1, sections=2), on(F1, indices=[1])],
    "vsplit": [on(F2, 2), on(F2, [1]), on(F3, 1, 2), on(F2, sections=1), on(F2, indices=(1,))],
    "dsplit": [on(F3, 2), on(F3, [1]), on(F3, 1, 2), on(F3, sections=4), on(F3, indices=(1,))],
    "contiguous": [on(F2), on(F2, memory_format=torch.contiguous_format)], "clone": [on(F2), on(I2)], "detach": [on(F2), on(B2)],
    "to": [on(F2, torch.float16), on(F2, torch.float32), on(F2, "cpu"), on(F2, I2), on(F2, I2, True), on(F2, "cpu", torch.int64), on(F2, torch.float16, False, True), on(F2, "cpu", dtype=torch.float16), on(F2, "cpu", torch.int32, True, False), on(F2, device="cpu"), on(F2, dtype=torch.bool), on(I2, dtype=torch.float64, device="cpu", copy=True), on(F2, dtype=None), on(F2, None), on(F2, torch.float64, non_blocking=True)],
    "type": [on(F3), on(I2), on(U2), on(H2), on(B2), on(BF2), on(F2, torch.int64), on(I2, torch.float32), on(F2, dtype=torch.float16), on(F2, torch.float32)],
    "type_as": [on(F2, I2), on(I2, H2), on(F2, other=G2)],
    **dict.fromkeys(["float", "double", "half", "bfloat16", "bool", "char", "short", "int", "long", "cfloat", "cdouble"], [on(F2), on(I2), on(B2), on(H2)]),
    "byte": [on(np.abs(F2)), on(B2), on(U2)],
    "new": [on(F2, 2, 3), on(I2, 1, 2, 3)],
    **dict.fromkeys(["new_zeros", "new_ones", "new_empty"], MADE),
    "new_full": [on(F2, (2, 2), 1.5), on(I2, [3], 2), on(F2, 3, 7), on(F2, (2,), 3, dtype=torch.int64), on(I2, size=(1,), fill_value=2.5), on(F2, (2,), fill_value=S)],
    "new_tensor": [on(F2, [1, 2]), on(I2, 3.5), on(F2, [[1.5]], dtype=torch.int64), on(F2, data=[True], device="cpu")],
    **dict.fromkeys(["acos", "asin", "atanh", "erfinv"], [on(UNIT), on(UNIT.astype(np.float16)), on(EDGES)]),
    "logit": [on(UNIT), on(UNIT, 0.2), on(UNIT, eps=0.3), on(UNIT.astype(np.float16)), on(EDGES)],
    "acosh": [on(ABOVE), on(I2)],
    **dict.fromkeys(["asinh", "atan", "cos", "cosh", "deg2rad", "exp", "exp2", "expm1", "rad2deg", "sin", "sinc", "sinh", "tan", "tanh", "sigmoid", "erf", "erfc", "log", "log10", "log1p", "log2", "reciprocal", "rsqrt", "sqrt"], FLOATS),
    **dict.fromkeys(["digamma", "lgamma", "i0"], [on(P2), on(UNIT), on(I1), on(np.array([0.0, -0.0, -1.5], np.float32))]),
    "abs": [*KEPT, on(C2)], "angle": ALL, "sign": [*KEPT, on(B2), on(C2)],
    **dict.fromkeys(["neg", "square", "relu"], [*KEPT]), **dict.fromkeys(["ceil", "floor", "trunc"], KEPT), "frac": [on(F2), on(EDGES[:-3]), on(H2)],
    "bitwise_not": BITS, **dict.fromkeys(["conj", "conj_physical"], [on(F2), on(C2)]),
    **dict.fromkeys(["isfinite", "isinf", "isnan", "isneginf", "isposinf", "logical_not", "signbit"], [on(EDGES), on(H2), on(U2), on(B2)]), "isreal": ALL,
    "round": [*KEPT, on(F2, decimals=1), on(10 * F2, decimals=0)],
    "nan_to_num": [on(EDGES), on(EDGES.astype(np.float16)), on(EDGES, 1.0), on(EDGES, nan=2.0, posinf=5.0, neginf=-5.0), on(I2)],
    "hardshrink": [on(EDGES), on(F2, 1.0), on(F2, lambd=0.2)], "prelu": [on(F2, np.array([0.25], np.float32)), on(F2, G2[0])],
    "mvlgamma": [on(P2 + 2, 2), on(P2 + 2, p=1)], "polygamma": [on(P2, 1), on(P2, n=2), on(P2, 0)],
    "frexp": [on(F2), on(8 * F2)], "histc": [on(F2), on(F2, 4), on(F2, 4, -1, 1), on(F2, bins=3, min=0, max=2)],
    **dict.fromkeys(["add", "sub"], [*(c for c in ARITHMETIC if c.tensor is not B2), on(F2, G2, alpha=2), on(I2, J2, alpha=3), on(F2, 1, alpha=0.5), on(F2, 2, G2), on(F2, 2, 3)]),
    **dict.fromkeys(["__add__", "__sub__", "__mul__", "__truediv__", "__mod__", "__pow__"], [on(H2, S), on(np.abs(H2), S.astype(jnp.bfloat16)), on(U2, np.array(2)), on(S, BF2), on(N2, U2), on(H2, 2)]),
    "mul": [*ARITHMETIC, on(B2, B2)], "true_divide": ARITHMETIC[:4],
    "div": [*ARITHMETIC, *(on(a, b, rounding_mode=m) for m in ("trunc", "floor", None) for a, b in ((F2, G2), (I2, J2), (F2, 0.3), (I2, -2)))],
    **dict.fromkeys(["floor_divide", "remainder", "fmod"], [c for c in ARITHMETIC if c.tensor is not B2]),
    "pow": [on(P2, G2), on(F2, 2), on(I2, 2), on(P2, 0.5), on(I2, J2), on(P2, -1), on(H2, 2), on(I2, 0.5), on(F2, np.array(3.0, np.float32)), on(N2, 3)],
    "float_power": [on(P2, 2), on(I2, 2), on(P2, G2)],
    **dict.fromkeys(["maximum", "minimum", "fmax", "fmin"], [*PAIRS, on(I2, J2), on(I2, F2)]),
    **dict.fromkeys(["atan2", "hypot"], PAIRS), "copysign": [*PAIRS, on(F2, -1.0), on(I2, F2)], "nextafter": [on(F2, G2), on(F1, F1)],
    **dict.fromkeys(["logaddexp", "logaddexp2"], [on(F2, G2), on(H2, H2)]), "xlogy": [on(F2, P2), on(F2, 2.0), on(np.zeros_like(F2), np.zeros_like(F2))],
    "heaviside": [on(F2, G2), on(np.array([0, 1, -1], np.float32), G2), on(I2, J2)], **dict.fromkeys(["gcd", "lcm"], [on(I2, J2), on(N2, N2)]),
    "ldexp": [on(F2, J2), on(F2, np.array([1, 2, -1])), on(I2, np.abs(J2))], **dict.fromkeys(["igamma", "igammac"], [on(P2, UNIT)]),
    **dict.fromkeys(["eq", "ne", "lt", "le", "gt", "ge"], COMPARED),
    **dict.fromkeys(["logical_and", "logical_or", "logical_xor"], TRUTHS),
    **dict.fromkeys(["bitwise_and", "bitwise_or", "bitwise_xor"], [on(I2, J2), on(B2, ~B2), on(I2, 3), on(U2, 7), on(B2, True)]), **dict.fromkeys(["bitwise_left_shift", "bitwise_right_shift"], SHIFTS),
    "equal": [on(F2, F2.copy()), on(F2, G2), on(F2, F2[:1]), on(HOLES, HOLES), on(I2, I2.copy())],
    "allclose": [on(F2, F2 + 1e-7), on(F2, F2 + 0.1, 0.5), on(F2, G2, atol=0.2), on(HOLES, HOLES, equal_nan=True), on(HOLES, HOLES), on(I2, J2)],
    "is_nonzero": [on(np.asarray(S)), on(np.asarray(S * 0)), on(ONE[:, :1]), on(I2[:1, :1]), on(B2[:1, 1])],
    "__abs__": [on(F2), on(I2)],
    "isclose": [on(F2, F2 + 1e-7), on(F2, F2 + 0.1, 0.5), on(F2, F2 + 0.1, atol=0.2), on(HOLES, HOLES, equal_nan=True), on(HOLES, HOLES, rtol=0.1), on(I2, J2)],
    "clamp": [on(F2, -0.5, 0.5), on(F2, min=0), on(F2, max=0.3), on(F2, None, 0.5), on(I2, 0, 3), on(I2, 0.5), on(F2, G2), on(F2, G2, G2 + 1), on(F2, 1, -1), on(EDGES, -1, 1), on(H2, -0.5, 0.5), on(U2, 2, 9)],
    "clamp_min": [on(F2, 0), on(F2, min=0.5), on(F2, G2), on(I2, 1)], "clamp_max": [on(F2, 0), on(F2, max=0.5), on(F2, G2), on(I2, 1)],
    "lerp": [on(F2, G2, 0.25), on(F2, G2, 0.75), on(F2, G2, UNIT), on(F2, end=G2, weight=1.5)],
    **dict.fromkeys(["addcmul", "addcdiv"], [on(F2, G2, P2), on(F2, G2, P2, value=0.5), on(F2, F2[0], P2), on(F2, 0.5, G2, P2), on(F2, tensor1=G2, tensor2=P2, value=2)]),
    "where": [on(F2, B2, G2), on(F2, B2, 0.5), on(I2, B2, J2), on(F2, condition=B2, other=1), on(I2, B2, 2)],
    "masked_fill": [on(F2, B2, 0.5), on(F2, B2, -np.inf), on(I2, B2, 7), on(F2, B2[0], S), on(F2, mask=B2, value=1), on(H2, B2, S), on(I2, B2, 2.0), on(F2[0], B2, 3), on(B2, B2, 0), on(BF2, B2, -1e9)],
    "masked_scatter": [on(F2, B2, F1), on(I2, mask=B2, source=I1), on(F2, B2[0], F1)],
    **dict.fromkeys(["sum", "nansum"], [*TOTALS, *TYPED, on(HOLES), on(B2), on(F3, None), on(F3, None, True), on(F3, ())]),
    **dict.fromkeys(["mean", "nanmean"], [*(c for c in TOTALS if c.tensor.dtype.kind == "f"), *TYPED, on(HOLES, 0), on(F3, None), on(F3, 1), on(F3, dim=(0, 2), keepdim=True), on(F3, 1, True, dtype=torch.float64)]),
    "prod": [on(F2), on(F3, 1), on(F3, -1, True), on(I2, dim=0), on(F2, dtype=torch.float16), on(N2), on(F3, 1, keepdims=True), on(B2, 0, dtype=torch.int64), on(S, 0)],
    **dict.fromkeys(["all", "any"], [on(B2), on(B2, 1), on(B2, 0, True), on(B2, dim=(0, 1)), on(F2), on(U2, 1), on(B2, axis=0, keepdims=True), on(I2, -1), on(S, 0)]),
    **dict.fromkeys(["max", "min"], [*CHOSEN, on(F2, G2), on(F2, other=G2), on(HOLES, 0), on(HOLES), on(I2, 1, False), on(np.array([[1.0, 1, 0], [2, 3, 3]], np.float32), 1)]),
    "median": [on(F2), on(F3, 1), on(F3, -1, True), on(I2, dim=0, keepdim=True), on(HOLES, 1), on(F1), on(S)], "nanmedian": [on(F2), on(F3, 1), on(F3, -1, True), on(HOLES, dim=1, keepdim=True), on(HOLES)],
    **dict.fromkeys(["amax", "amin"], [on(F2), on(F3, 1), on(F3, (0, -1), True), on(F3, dim=[1, 2], keepdim=True), on(I2, ()), on(HOLES, 0), on(S, 0)]),
    **dict.fromkeys(["argmax", "argmin"], [on(F2), on(F3, 1), on(F3, -1, True), on(I2, dim=0, keepdim=True), on(F3, None), on(F3, keepdim=True), on(HOLES, 0), on(S)]),
    "aminmax": [on(F2), on(F3, dim=1), on(F3, dim=-1, keepdim=True), on(I2)],
    "count_nonzero": [on(I2), on(I2, 1), on(B2, (0, 1)), on(B2, 0, 1), on(F3, dim=0)],
    **dict.fromkeys(["std", "var"], [on(F2), on(F3, 1), on(F3, (0, 2), False), on(F3, -1, True, True), on(F3, dim=1, keepdim=True), on(F3, unbiased=False), on(F2, False), on(F3, 1, correction=0), on(F3, correction=2, keepdim=True, dim=(0, 1)), on(F2, None, False), on(H2, 1)]),
    "logsumexp": [on(F2, 0), on(F3, (0, -1)), on(F3, 1, True), on(F3, dim=2, keepdim=True), on(I2, 1), on(H2, 1)],
    "norm": [on(F2), on(F2, 1), on(F3, 2, 1), on(F3, p=2, dim=-1, keepdim=True), on(F3, "fro", (0, 1)), on(F2, np.inf), on(F2, 3, 0, True), on(F2, -np.inf, 1), on(F3, dim=1), on(F2, 0), on(H2, 2, 1, False, torch.float32)],
    "dist": [on(F2, G2), on(F2, G2, 1), on(F2, other=G2, p=3)], "renorm": [on(3 * F2, 2, 0, 1.0), on(F3, p=1, dim=-1, maxnorm=0.5)],
    **dict.fromkeys(["softmax", "log_softmax"], [on(F2, 0), on(F3, -1), on(F3, dim=1), on(F2, 1, torch.float16), on(I2, 1, dtype=torch.float32), on(F2, dim=0, dtype=None), on(H2, 1), on(BF2, 0)]),
    **dict.fromkeys(["cumsum", "cumprod"], [on(F2, 0), on(F3, -1), on(I2, dim=1), on(N2, 1), on(B2, 0), on(F2, 1, dtype=torch.float16), on(U2, 0, dtype=torch.float32), on(S, 0)]),
    **dict.fromkeys(["cummax", "cummin"], [on(F2, 0), on(F3, -1), on(I2, dim=1), on(HOLES, 1)]), "logcumsumexp": [on(F2, 0), on(F3, dim=-1), on(H2, 1)],
    "diff": [on(F2), on(F3, 2), on(F3, 1, 0), on(I2, n=1, dim=-1), on(F1, prepend=F1[:1], append=F1[:2])],
    "sort": [on(F2), on(F3, 1), on(F3, 0, True), on(I2, dim=-1, descending=True), on(F2, stable=True), on(F3, stable=True, dim=1, descending=True), on(HOLES, 1), on(S)],
    "argsort": [on(F2), on(F3, 1), on(F3, 0, True), on(I2, dim=-1, descending=True), on(F2, stable=True), on(F3, stable=True, dim=1, descending=True)],
    "msort": [on(F2), on(F3)], "topk": [on(F3, 2), on(F3, 2, 1), on(F3, 1, 0, False), on(F2, k=2, dim=-1, largest=False, sorted=True), on(I1, 3)],
    "kthvalue": [on(F3, 2), on(F3, 1, 0), on(F3, 2, 1, True), on(F2, k=1, dim=0, keepdim=True)], "mode": [on(U2), on(U2, 0), on(I2, 1, True), on(F2, dim=-1, keepdim=True), on(np.array([1, 2, 2, 1, 3]))],
    **dict.fromkeys(["quantile", "nanquantile"], [on(F2, 0.5), on(F3, 0.25, 1), on(F3, np.array([0.1, 0.6], np.float32), -1, True), on(F2, q=0.3, dim=0, keepdim=True, interpolation="nearest"), on(HOLES, 0.5, 0)]),
    "trace": [on(F2), on(I2), on(SQUARE)], "cov": [on(F2), on(F3[0], correction=0), on(F2, fweights=np.array([1, 2, 1]), aweights=np.array([0.5, 1, 2], np.float32))], "corrcoef": [on(F2), on(F3[0])],
    "sum_to_size": [on(F3, 3, 1), on(F3, (1, 4)), on(F3, 4), on(I2, size=(2, 1)), on(F2, 2, 3)],
    "matmul": [on(*MM), on(F3, F3[0].T.copy()), on(F2, G2[0]), on(F1, F1), on(F3, F3.transpose(0, 2, 1).copy()), on(I2, J2.T.copy()), on(H2, other=H2.T.copy())],
    "mm": [on(*MM), on(F2, mat2=SQUARE)], "bmm": [on(F3, F3.transpose(0, 2, 1).copy()), on(F3, mat2=F3.transpose(0, 2, 1).copy())], "mv": [on(F2, G2[0]), on(F2, vec=G2[1])],
    "dot": [on(F1, F1), on(I1, tensor=I1)], "vdot": [on(F1, F1), on(C2[0], C2[1])], "inner": [on(F1, F1), on(F2, G2), on(F2, other=G2[0])],
    "outer": [on(F1, F2[0]), on(I1, I1), on(F1, vec2=I1)], "kron": [on(F2, G2), on(F1, F2[0])], "cross": [on(F2, G2), on(SQUARE, DEFINITE, 0), on(SQUARE, DEFINITE, dim=1), on(SQUARE, DEFINITE)],
    "addmm": [on(SQUARE[:2, :2].copy(), *MM), on(SQUARE[:2, :2].copy(), *MM, beta=0.5, alpha=2), on(S, *MM, beta=0), on(S, mat1=F2, mat2=MM[1])],
    "addmv": [on(F1[:2], F2, G2[0]), on(F1[:2], F2, G2[0], beta=0.5, alpha=2), on(F1[:2], mat=F2, vec=G2[0])], "addr": [on(F2, F1[:2], G2[0]), on(F2, vec1=F1[:2], vec2=G2[0], beta=2, alpha=0.5)],
    "addbmm": [on(SQUARE, F3, F3.transpose(0, 2, 1).copy()), on(SQUARE, batch1=F3, batch2=F3.transpose(0, 2, 1).copy(), beta=2, alpha=0.5)],
    "baddbmm": [on(SQUARE[None].repeat(2, 0), F3, F3.transpose(0, 2, 1).copy()), on(SQUARE[None].repeat(2, 0), batch1=F3, batch2=F3.transpose(0, 2, 1).copy(), beta=2, alpha=0.5)],
    "cholesky": [on(SKEWED), on(SKEWED, True), on(SKEWED, upper=False)], "cholesky_inverse": [on(np.linalg.cholesky(DEFINITE)), on(np.linalg.cholesky(DEFINITE).T.copy(), upper=True)],
    "cholesky_solve": [on(F3[0], np.linalg.cholesky(DEFINITE)), on(F3[0], input2=np.linalg.cholesky(DEFINITE).T.copy(), upper=True)],
    **dict.fromkeys(["det", "logdet", "slogdet", "inverse", "matrix_exp"], [on(DEFINITE / 8)]), "pinverse": [on(F2), on(F2, 1e-3), on(F2, rcond=0.5)], "matrix_power": [on(SQUARE, 3), on(SQUARE, n=-1), on(SQUARE, 0)],
    "lu_solve": [on(F3[0], *(np.asarray(x) for x in torch.linalg.lu_factor(torch.tensor(SQUARE))))], "triangular_solve": [on(F3[0], np.triu(SQUARE)), on(F3[0], A=np.tril(SQUARE), upper=False, transpose=True, unitriangular=True)],
    "gather": [on(F2, 1, AT), on(F2, 0, AT % 2), on(F2, dim=-1, index=AT[:, :2], sparse_grad=False), on(I1, 0, PICK)],
    "scatter": [on(F2, 1, AT[:, :2], G2), on(F2, 1, AT[:, :2], 5.0), on(F2, dim=0, index=AT[:1] % 2, src=G2), on(F2, 0, AT[:1] % 2, value=2.5), on(F2, 1, AT, G2, reduce="add"), on(F2, 1, AT, value=2, reduce="multiply"), on(I2, 1, AT[:, :2], 7), on(F2, 1, AT[:, :2], 2, reduce="add")],
    "scatter_add": [on(F2, 1, AT, G2), on(I2, dim=0, index=AT % 2, src=J2)], "scatter_reduce": [*REDUCED, on(F2, dim=1, index=AT, src=G2, reduce="amax", include_self=False), on(I2, 0, AT % 2, J2, "mean")],
    "index_select": [on(F3, 1, np.array([2, 0, 0])), on(F3, dim=-1, index=np.array([1])), on(F1, 0, PICK)],
    "index_add": [on(F3, 0, PICK, F3), on(F3, 2, np.array([1, 1]), F3[..., :2], alpha=0.5), on(I1, dim=0, index=PICK, source=I1[:2])],
    "index_copy": [on(F3, 0, PICK, F3), on(F3, dim=2, index=np.array([3, 1]), source=F3[..., :2])], "index_fill": [on(F3, 0, PICK[:1], 2.5), on(I1, dim=-1, index=PICK, value=7), on(F3, 1, PICK, S)],
    "index_put": [on(F2, (PICK, PICK), S), on(F2, [PICK], G2), on(F1, (np.array([1, 1]),), F1[:2], accumulate=True), on(F2, indices=(PICK,), values=G2, accumulate=False), on(F2, (PICK,), G2, True)],
    "index_reduce": [on(F3, 0, PICK, F3, "prod"), on(F3, dim=2, index=np.array([1, 1]), source=F3[..., :2], reduce="amax", include_self=False), on(F3, 0, PICK[:1], F3[:1], "mean")],
    "put": [on(F2, np.array([0, 5]), F1[:2]), on(F2, np.array([1, 1]), F1[:2], True), on(F2, index=np.array([-1]), source=F1[:1], accumulate=False)], "take": [on(F2, np.array([0, 5])), on(F2, index=np.array([[1, -1]]))],
    "take_along_dim": [on(F2, AT, 1), on(F2, np.array([4, 0])), on(F2, indices=AT[:1] % 2, dim=0)], "select_scatter": [on(F3, F2[0][:, None].repeat(4, 1), 0, 1), on(F2, src=F1[:2], dim=1, index=-1)],
    "slice_scatter": [on(F2, G2[:1], 0, 1), on(F1, F1[:2], 0, 0, 4, 2), on(F2, src=G2[:, :1], dim=1, start=1, end=2, step=1), on(F2, G2)],
    "diagonal_scatter": [on(SQUARE, F2[0]), on(SQUARE, F1[:2], 1), on(F3, src=F3[:, :3, 0], offset=1, dim1=1, dim2=2), on(F2, F1[:1], -1)],
    "nonzero_static": [on(I2, size=4), on(I2, size=8, fill_value=7), on(B2, size=2)],
    **dict.fromkeys(["repeat", "tile"], [on(F2, 2, 3), on(F2, (1, 2)), on(F1, 2), on(F2, [2, 1, 2])]),
    "repeat_interleave": [on(F2, 2), on(F3, 2, 1), on(F3, repeats=3, dim=-1), on(F3, np.array([2, 1]), 0, output_size=3), on(F1, np.array([2, 0, 1, 1]), output_size=4), on(F2, np.array([1, 2]), dim=0, output_size=3)],
    "roll": [on(F2, 1), on(F3, 1, 0), on(F3, (1, -1), (0, 2)), on(F3, shifts=2, dims=1), on(F3, [1], [2])],
    "flip": [on(F3, 0), on(F3, 0, 1), on(F3, (0, -1)), on(F3, [1]), on(F3, dims=(2,))], **dict.fromkeys(["fliplr", "flipud"], [on(F2), on(F3)]), "rot90": [on(F2), on(F3, 2), on(F3, 1, (1, 2)), on(F3, k=-1, dims=(0, 2)), on(F3, dims=(1, 2)), on(F3, 1, [0, 1])],
    **dict.fromkeys(["tril", "triu"], [on(SQUARE), on(F3, 1), on(I2, diagonal=-1)]), "diag": [on(F1), on(SQUARE), on(SQUARE, 1), on(F1, diagonal=-1)], "diagflat": [on(F1), on(F2, 1), on(F1, offset=-1)],
    "diag_embed": [on(F2), on(F2, 1), on(F2, -1, 0, 2), on(F2, offset=0, dim1=-3, dim2=-1)],
}  # fmt: skip

CASES |= {
    "qr": [on(SQUARE), on(F2.T.copy(), True), on(F2.T.copy(), some=False)], "svd": [on(SQUARE), on(F2, False), on(F2, compute_uv=False)],
    "orgqr": [on(*(np.asarray(x) for x in torch.geqrf(torch.tensor(SQUARE))))], "to_dense": [on(F2), on(F2, torch.float16), on(F2, masked_grad=True)],
}  # fmt: skip

# Other names for the same: a call or two.
ALIASES = {
    "absolute": "abs", "arccos": "acos", "arccosh": "acosh", "arcsin": "asin", "arcsinh": "asinh", "arctan": "atan", "arctanh": "atanh", "fix": "trunc", "negative": "neg",
    "sgn": "sign", "subtract": "sub", "multiply": "mul", "divide": "div", "arctan2": "atan2", "clip": "clamp", "not_equal": "ne", "less": "lt",
    "less_equal": "le", "greater": "gt", "greater_equal": "ge", "ger": "outer", "moveaxis": "movedim", "swapdims": "transpose", "unsafe_chunk": "chunk", "reshape_as": "view_as",
}  # fmt: skip
CASES |= {
    a: [c for i, c in enumerate(CASES[n]) if i < 2 or c.keywords or len(c.arguments) > 1] for a, n in ALIASES.items()
}

# Calls that write in place, beyond those of the methods of the same name without `_`.
IN_PLACE = {
    "zero_": [on(F2), on(I2), on(B2)], "fill_": [on(F2, 1.5), on(I2, 1.7), on(F2, value=S), on(B2, 2), on(H2, 3)],
    "copy_": [on(F2, G2), on(F2, G2[0]), on(I2, F2), on(F2, other=I2, non_blocking=True), on(B2, F2), on(F2, 3)],
    "fill_diagonal_": [on(SQUARE, 5), on(F2, 2.5, True), on(F2.T.copy(), fill_value=2, wrap=False), on(I2, 1.7)],
    "squeeze_": [on(ONE), on(ONE, 0), on(ONE, 1), on(ONE, (0, 2)), on(ONE, 0, -1), on(ONE, dim=2)], "unsqueeze_": [on(F2, 0), on(F2, -1), on(F2, dim=1)],
    "t_": [on(F2), on(F1)], **dict.fromkeys(["transpose_", "swapdims_"], [on(F3, 0, 1), on(F3, dim0=-1, dim1=0)]), "swapaxes_": [on(F3, 0, 1), on(F3, axis0=-1, axis1=0)],
    "detach_": [on(F2)], "cumsum_": [on(F2, 0, dtype=torch.float32)], "cumprod_": [on(F2, 1, dtype=torch.float32)], "float_power_": [on(P2.astype(np.float64), 2), on(P2.astype(np.float64), G2)],
    "masked_fill_": [on(F2, B2[0], 1.5)], "clamp_": [on(H2, min=F2)], "add_": [on(H2, F2), on(N2, J2)], "mul_": [on(BF2, S), on(F2, B2)], "lerp_": [on(F2, G2, S)],
}  # fmt: skip
MANY = np.full((60, 50), 0.3, np.float32)
DRAWS = {
    "normal_": [on(MANY), on(MANY, 3), on(MANY, 2, 0.5), on(MANY, mean=-1.0, std=2)], "log_normal_": [on(MANY, 0, 0.5), on(MANY, mean=1, std=0.1)],
    "uniform_": [on(MANY), on(MANY, 2, 5), on(MANY, to=3.0)], "exponential_": [on(MANY), on(MANY, 4.0), on(MANY, lambd=0.5)],
    "cauchy_": [on(MANY, 5, 1e-6), on(MANY, median=-5, sigma=1e-6)], "geometric_": [on(MANY, 0.25), on(MANY, p=0.5)],
    "bernoulli_": [on(MANY), on(MANY, 0.2), on(MANY, p=0.9), on(MANY, np.linspace(0, 1, 50).astype(np.float32))], "bernoulli": [on(MANY), on(MANY, 0.8), on(MANY, p=0.1)],
    "random_": [on(MANY), on(MANY, 7), on(MANY, -3, 4), on(MANY, to=5), on((10 * MANY).astype(np.int8))], "multinomial": [on(np.array([0.2, 0.3, 0.5], np.float32), 900, True), on(MANY[:, :3], num_samples=2, replacement=False), on(MANY, 30)],
}  # fmt: skip
# What would go to another device, which is not here.
ELSEWHERE = {"cuda", "ipu", "mtia", "pin_memory", "xpu"}
# What memory holds that nobody wrote.
UNWRITTEN = {"new", "new_empty"}

NAMES = {"jnp": jnp, "jax": jax, "lax": lax, "nn": nn, "F": functional, "tensors": tensors, "numpy_like": numpy_like}
MEMBERS = sorted(name.removeprefix("Tensor.") for name in TORCH.names if name.startswith("Tensor."))
DTYPES = {
    torch.bool: "bool", torch.uint8: "uint8", torch.int8: "int8", torch.int16: "int16", torch.int32: "int32",
    torch.int64: "int32", torch.float16: "float16", torch.bfloat16: "bfloat16", torch.float32: "float32",
    torch.float64: "float32", torch.complex64: "complex64", torch.complex128: "complex64",
}  # fmt: skip
EITHER = ("dim_or_other", "target")  # an array, which is traced, or else a number or a dtype that stands in the call
HALVES = {"float16": 4e-3, "bfloat16": 2e-2}


def mapped(value: Any, leaf: Callable[[Any], Any]) -> Any:
    """The value with its leaves replaced, in tuples and lists."""
    if isinstance(value, tuple | list) and not isinstance(value, torch.Size):
        return type(value)(mapped(v, leaf) for v in value)
    return leaf(value)


def in_torch(value: Any) -> Any:
    if not isinstance(value, np.ndarray):
        return value
    return torch.tensor(value.astype(np.float32)).bfloat16() if value.dtype == jnp.bfloat16 else torch.tensor(value)


def in_jax(value: Any) -> Any:
    if isinstance(value, torch.dtype):
        return jnp.dtype(DTYPES[value])
    return jnp.asarray(value) if isinstance(value, np.ndarray) else value


def of_torch(name: str, tensor: torch.Tensor, call: Call) -> Any:
    """What PyTorch gives for the call on the tensor."""
    member = getattr(tensor, name)
    if not callable(member) or name == "dtype":
        return member
    return member(*mapped(call.arguments, in_torch), **{k: mapped(v, in_torch) for k, v in call.keywords.items()})


def line_of(name: str, call: Call) -> Entry:
    """The line that the call fits."""
    for entry in TORCH.lookup(f"Tensor.{name}"):
        if entry.parameters is None or entry.bind(1 + len(call.arguments), call.keywords) is not None:
            return entry
    raise AssertionError(f"no line fits {name}{call.arguments}{call.keywords}")


def values_of(entry: Entry, call: Call) -> dict[str, Any]:
    """The arguments by the names of the line's parameters; of `*name` all that it takes."""
    if entry.parameters is None:
        return {"self": in_jax(call.tensor)}
    bound = entry.bind(1 + len(call.arguments), call.keywords)
    assert bound is not None
    several = {p.name for p in entry.parameters if p.variadic}
    found: dict[str, Any] = dict.fromkeys(several, ())
    for place, value in zip(bound[0], (call.tensor, *call.arguments), strict=True):
        found[place] = (*found[place], value) if place in several else value
    return {name: mapped(value, in_jax) for name, value in (found | call.keywords).items()}


def evaluated(expression: str, entry: Entry, values: dict[str, Any]) -> Any:
    """An expression of the line, without what is not given."""
    missing = frozenset(p.name for p in entry.parameters or () if p.name not in values)
    return eval(_compiled(expression, missing), NAMES | values)


@functools.cache
def _compiled(expression: str, missing: frozenset[str]) -> Any:
    tree = ast.parse(expression, mode="eval")
    for node in [n for n in ast.walk(tree) if isinstance(n, ast.Call)]:
        node.args = [a for a in node.args if not (isinstance(a, ast.Name) and a.id in missing)]
        node.keywords = [k for k in node.keywords if not (isinstance(k.value, ast.Name) and k.value.id in missing)]
    return compile(tree, "<line>", "eval")


def of_line(entry: Entry, values: dict[str, Any]) -> Any:
    """What the right side of the line gives."""
    assert entry.target is not None
    if not entry.passes_on:
        return evaluated(entry.target, entry, values)
    assert entry.parameters is not None
    given = [
        v
        for p in entry.parameters[1:]
        if p.name in values
        for v in ([*values[p.name]] if p.variadic else [values[p.name]])
    ]
    return getattr(values["self"], entry.target.removeprefix("self."))(*given)


def may_be_traced(value: Any) -> bool:
    if isinstance(value, tuple | list):
        return bool(value) and all(map(may_be_traced, value))
    return isinstance(value, jax.Array | int | float) and not isinstance(value, bool)


def compiled(calls: dict[Any, tuple[Entry, dict[str, Any]]]) -> dict[Any, Any]:
    """What lines give in one compiled function, in which all is traced that they do not call static."""
    traced = {
        key: {n: v for n, v in values.items() if n not in {*entry.static_parameters, *EITHER} and may_be_traced(v)}
        for key, (entry, values) in calls.items()
    }
    failed: dict[Any, Exception] = {}

    def run(traced: dict[Any, dict[str, Any]]) -> dict[Any, Any]:
        found = {}
        for key, (entry, values) in calls.items():
            try:
                found[key] = of_line(entry, values | traced[key])
            except Exception as error:  # told below, with those of the other lines
                failed[key] = error
        return found

    fast_to_compile = {"xla_backend_optimization_level": 0}
    return jax.jit(run).lower(traced).compile(fast_to_compile)(traced) | failed


def difference(ours: Any, theirs: Any) -> str | None:
    """How a result differs from PyTorch's."""
    if isinstance(ours, Exception):
        return f"{type(ours).__name__}: {ours}"
    if isinstance(theirs, tuple | list):
        if not isinstance(ours, tuple | list) or len(ours) != len(theirs):
            return f"{ours}, not {len(theirs)} results"
        return next((d for one, other in zip(ours, theirs, strict=True) if (d := difference(one, other))), None)
    if not isinstance(ours, jax.Array):
        return f"no array: {ours!r}"
    theirs = torch.as_tensor(theirs)  # of `is_nonzero` it is Python's
    dtype = DTYPES[theirs.dtype]
    if (ours.dtype, ours.shape) != (jnp.dtype(dtype), tuple(theirs.shape)):
        return f"{ours.dtype}{ours.shape}, not {dtype}{tuple(theirs.shape)}"
    kind = (torch.complex128, np.complex128) if theirs.is_complex() else (torch.float64, np.float64)
    one, other = np.asarray(ours).astype(kind[1]), theirs.detach().resolve_conj().to(kind[0]).numpy()
    if np.allclose(one, other, rtol=HALVES.get(dtype, 2e-5), atol=HALVES.get(dtype, 2e-6), equal_nan=True):
        return None
    return f"{one.tolist()}, not {other.tolist()}"


def by_keyword(entry: Entry, call: Call) -> Call | None:
    """The call with all arguments by their names."""
    names = [p.name for p in (entry.parameters or ())[1:] if not (p.positional_only or p.variadic or p.keyword_only)]
    if (
        not call.arguments
        or len(names) < len(call.arguments)
        or any(p.positional_only or p.variadic for p in entry.parameters or ())
    ):
        return None
    return Call(call.tensor, (), dict(zip(names, call.arguments, strict=False)) | call.keywords)


def calls_of(name: str) -> list[Call]:
    """The calls in the table, and of each line one with all arguments by keyword."""
    named = {
        id(line): with_names for call in CASES[name] if (with_names := by_keyword(line := line_of(name, call), call))
    }
    return [*CASES[name], *named.values()]
