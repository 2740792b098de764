"""Lines of the PyTorch tables of functions as calls: what PyTorch gives for arguments, and what the right side gives."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from types import SimpleNamespace
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import torch
from jax import lax

from closeness import assert_close
from hybridc.dialects.entry import Entry
from hybridc.dialects.table import dialect
from hybridc.dialects.torch import (
    creation,
    elementwise,
    fourier,
    indexing,
    linear_algebra,
    random,
    reductions,
    shaping,
    special,
)
from hybridc.runtime import numpy_like
from hybridc.runtime.core.randomness import next_key, seed
from hybridc.runtime.torch import tensors
from hybridc.runtime.torch.nn import functional as F
from sampling import turn

torch.set_num_threads(1)
TABLES = (creation, elementwise, reductions, shaping, indexing, linear_algebra, special, fourier, random)
TORCH = dialect("torch", ("torch",), *(table.LINES for table in TABLES))
_NAMES = {
    "jnp": jnp, "jax": jax, "lax": lax, "F": F, "tensors": tensors, "numpy_like": numpy_like,
    "nn": SimpleNamespace(next_key=next_key, seed=seed),
}  # fmt: skip
DTYPES = {
    torch.bool: jnp.bool_, torch.uint8: jnp.uint8, torch.int8: jnp.int8, torch.int16: jnp.int16, torch.int32: jnp.int32,
    torch.int64: jnp.int32, torch.float16: jnp.float16, torch.bfloat16: jnp.bfloat16, torch.float32: jnp.float32,
    torch.float64: jnp.float32, torch.complex64: jnp.complex64, torch.complex128: jnp.complex64,
}  # fmt: skip


@dataclass(frozen=True)
class Call:
    """The arguments of a call; tensors are PyTorch's."""

    arguments: tuple[Any, ...]
    keywords: dict[str, Any]


def call(*arguments: Any, **keywords: Any) -> Call:
    return Call(arguments, keywords)


T = torch.tensor
_generator = torch.Generator().manual_seed(0)


def _draws(*shape: int) -> torch.Tensor:
    return torch.rand(*shape, generator=_generator) * 3 - 1.5


NAN, INF = math.nan, math.inf
F1 = T([0.5, -1.25, 2.0, 0.75])
F2, G2 = _draws(2, 3), _draws(2, 3)
F3, G3 = _draws(2, 3, 4), _draws(2, 3, 4)
F4 = _draws(2, 1, 3, 2)
S = T(0.5)  # no axes
EDGES = T([0.0, -0.0, 0.5, -0.5, 1.0, -1.0, 1.5, 2.5, -2.5, 7.0, INF, -INF, NAN])
HOLES = T([[1.0, NAN, 3.0], [NAN, 2.0, 0.5]])
TIES = T([[1.0, 3.0, 3.0, 2.0], [0.0, 0.0, -1.0, 0.0]])
ZEROS = T([[0.0, 2.0, 0.0], [1.0, 0.0, 3.0]])
UNIT = T([[0.1, 0.5, 0.9], [0.25, 0.75, 0.3]])
SQUARE = _draws(3, 3) + 3 * torch.eye(3)
BATCH = _draws(2, 3, 3) + 3 * torch.eye(3)
DEFINITE = SQUARE @ SQUARE.T
SKEWED = DEFINITE + torch.triu(torch.full_like(DEFINITE, 0.1), 1)  # of which one triangle is read
LOWER = torch.linalg.cholesky(DEFINITE)
I1, J1 = T([3, 1, 2, 5]), T([2, -3, 1, 4])
I2 = T([[3, -1, 2], [0, 5, -4]])
N2 = T([[3, -1, 2], [0, 5, -4]], dtype=torch.int8)
U2 = T([[3, 1, 2], [0, 5, 250]], dtype=torch.uint8)
B1, B2 = T([True, False, True, True]), T([[True, False, True], [False, False, True]])
C1, C2 = torch.complex(F1, F1.flip(0)), torch.complex(F2, G2)
H2, BF2 = F2.half(), F2.bfloat16()
AT = T([[0, 2, 1], [2, 0, 0]])  # indices along the last axis of (2, 3)
APART = T([[0, 2, 1], [2, 0, 1]])  # of which none occurs twice
PICK = T([1, 0])
DTYPE = [{}, {"dtype": torch.float16}, {"dtype": torch.int64}]

FLOATS = [call(x) for x in (F2, ZEROS, EDGES, H2, BF2, I2)]
ALL = [*FLOATS, *(call(x) for x in (N2, U2, C2))]
NUMBERS = [call(x) for x in (F2, ZEROS, EDGES, S, H2, BF2, I2, N2, U2)]
KEPT = [call(x) for x in (F2, EDGES, S, H2, I2, N2)]
INSIDE = [call(UNIT), call(T(0.25)), call(UNIT.half())]
ABOVE = [call(UNIT + 1), call(I1)]
POSITIVE = [call(UNIT), call(F2.abs()), call(I1), call(S), call(UNIT.half()), call(EDGES)]
ARITHMETIC = [
    call(F2, G2), call(F2, G2[0]), call(F2, 2), call(F2, -1.5), call(I2, 2), call(I1, J1), call(H2, 0.1), call(H2, H2),
    call(BF2, 3), call(BF2, G2), call(N2, U2 // 2 + 1), call(I2, F2 + 3), call(F2, S), call(I2, T(2)),
]  # fmt: skip
PAIRS = [call(F2, G2), call(F2, G2[0]), call(H2, H2), call(F2, F2), call(EDGES, EDGES.flip(0))]
COMPARED = [*ARITHMETIC, call(F2, F2), call(EDGES, EDGES), call(EDGES, 0.5), call(B2, B2)]
TRUTHS = [call(B2, ~B2), call(F2, G2), call(I2, I2 - 2), call(ZEROS, B2), call(B2, B2[0])]
BITS = [call(I1, J1), call(I1, 6), call(B1, ~B1), call(N2, N2 // 2), call(U2, U2 // 3)]
SHIFTS = [call(I1, I1), call(I1, 2), call(J1, I1), call(N2, T(2, dtype=torch.int8))]
REDUCED = [
    call(F2), call(F3, 1), call(F3, -1, True), call(F3, dim=(0, 2)), call(F3, dim=[1], keepdim=True), call(F3, ()),
    call(F3, None), call(S, 0), call(H2, 0), call(ZEROS, dim=-2),
]  # fmt: skip
TOTALS = [*REDUCED, call(I2), call(B2, 1), call(N2, 0), call(U2), call(U2, 1), call(F2, dtype=torch.float16), call(I2, 1, dtype=torch.float32), call(HOLES)]  # fmt: skip
ONE_AXIS = [call(F3, 1), call(F3, dim=-1), call(I2, 0), call(S, 0), call(TIES, 1)]
FOUND = [*ONE_AXIS, call(F3, -1, True), call(F3, dim=0, keepdim=True), call(HOLES, 1), call(H2, 1), call(S, 0, True)]
SPREAD = [*REDUCED, call(F3, 1, False), call(F2, False), call(F2, True), call(F3, 1, True, True), call(F3, dim=1, correction=0), call(F3, dim=(1, 2), correction=2, keepdim=True), call(F2, unbiased=False), call(F3, correction=0), call(T([2.0])), call(T([3.0, 3.0])), call(C2, 1), call(BF2, dim=1, unbiased=False)]  # fmt: skip
SIZES = [call(3), call(2, 3), call((2, 3)), call([2, 3]), call(size=(2,)), call(()), call((3,), dtype=torch.int64), call(2, 3, dtype=torch.bool), call((2,), device="cpu", requires_grad=False), call(torch.Size([2, 1])), call(0, 2)]  # fmt: skip
LIKE = [call(F2), call(I2), call(F2, dtype=torch.int64), call(B2, dtype=torch.float32, device="cpu"), call(H2, memory_format=torch.preserve_format), call(input=S)]  # fmt: skip
WINDOWS = [call(8), call(7, False), call(8, periodic=False), call(1), call(5, dtype=torch.float16)]
PARTS = [call(F3, 2), call(F3, 2, 1), call(F3, 3, dim=-1), call(F3, 1, dim=0), call(F1, 3), call(torch.zeros(0, 2), 2)]
JOINED = [call([F2, G2]), call((F2, G2), 1), call([F2, G2], dim=-1), call([I2, F2]), call([H2, F2]), call([B2, I2, N2])]
STACKED = [call([F2, G2]), call((F1, F1, F1)), call([I2, F2]), call([S, S])]
EMBEDDED = [call(F1), call(F2), call(F3), call(F2, 1), call(F2, offset=-2), call(F2, 0, 0, 2), call(F2, dim1=0, dim2=1)]
PLACES = [call(F2), call(F3), call(F2, 1), call(F2, -1), call(I2), call(F2, diagonal=1), call(B2)]
SUMS = [call(F2, 1, AT, G2), call(F2, -1, AT[:, :2], G2), call(F2, 0, T([[0, 1, 0]]), G2), call(F2, dim=1, index=AT[:1], src=G2), call(I2, 1, AT, I2), call(S, 0, T(0), T(2.0)), call(H2, 1, AT, H2)]  # fmt: skip
COMBINED = [call(F2, 1, AT, G2, r, include_self=s) for r in ("sum", "prod", "mean", "amax", "amin") for s in (True, False)] + [call(F2, dim=0, index=AT // 2, src=G2, reduce="sum")]  # fmt: skip
ALONG = [call(F3, 0, PICK, G3), call(F3, 1, T([2, 0]), G3[:, :2]), call(F3, dim=-1, index=T([0, 0, 3]), source=G3[..., :3])]  # fmt: skip
SQUARES = [call(SQUARE), call(BATCH)]
SOLVED = [call(SQUARE, _draws(3)), call(SQUARE, _draws(3, 2)), call(BATCH, _draws(2, 3)), call(BATCH, _draws(2, 3, 2)), call(SQUARE, _draws(2, 3), left=False)]  # fmt: skip
ORDERS = [*(call(F3, p, 1) for p in (1, 2, 0, INF, -INF, 3, 2.5, 0.5)), call(ZEROS, 2, 0), call(ZEROS, 3, 1), call(ZEROS, 1, 1), call(torch.zeros(2, 3), INF, 0), call(C2, 2, 1), call(TIES, INF, 1)]  # fmt: skip
MATRIX_NORMS = [call(F2), call(F3, "nuc"), *(call(F3, p) for p in (1, -1, 2, -2, INF, -INF)), call(F3, "fro", (0, 1), True), call(F3, 1, (0, -1)), call(F3, INF, dim=(2, 0), keepdim=True), call(C2)]  # fmt: skip
COMPLEX = [call(C1), call(C2), call(F1)]
SPECTRA = [call(F1), call(F3, 3), call(F3, dim=1), call(C2, 5, 0, "ortho"), call(F2, norm="forward"), call(I2)]
HALVES = [call(C1), call(C2, 4), call(C2, dim=0), call(C2, 5, 0, "ortho"), call(F2, norm="forward")]
SPECTRA_N = [call(F2), call(F3), call(F3, (2, 2)), call(F3, dim=(0, 1)), call(F3, s=(3,), dim=(1,)), call(F3, None, (1, 2), "ortho")]  # fmt: skip
HALVES_N = [call(C2), call(C2, (2, 4)), call(C2, dim=(1, 0)), call(C2, None, (0, 1), "forward")]
SHIFTED = [call(F1), call(F2), call(F3, 1), call(F3, dim=(0, 2)), call(F3, dim=[0])]
SIGNAL = _draws(2, 40)
DEGREES = [call(F2, n) for n in (0, 1, 4)]

# Of functions whose results are free in sign, drawn, or nothing: tested apart.
FREE = frozenset({"svd", "qr", "linalg.qr", "linalg.svd", "linalg.eigh", "manual_seed", "random.manual_seed"})
# Neither of PyTorch nor of JAX: nextafter, orgqr. PyTorch counts the other triangle of a Cholesky factor, which it does
# not read, and takes `2 ** -1` for 0 in the derivative of ldexp.
NOT_DIFFERENTIATED = frozenset(
    {"nextafter", "orgqr", "linalg.householder_product", "cholesky_solve", "cholesky_inverse", "ldexp"}
)
LEGACY = ("Tensor", "FloatTensor", "DoubleTensor", "HalfTensor", "BFloat16Tensor", "LongTensor", "IntTensor", "ShortTensor", "CharTensor", "ByteTensor", "BoolTensor")  # fmt: skip
RECTANGLE, WIDE = F2.T.contiguous(), F2
DECOMPOSED = [call(SQUARE), call(RECTANGLE), call(WIDE), call(BATCH)]
MANY = (40, 50)
CHANCES = torch.full(MANY, 0.3)
DRAWS = {
    "rand": [call(40, 50), call(MANY), call([40, 50]), call(size=MANY), call(5), call(MANY, dtype=torch.float16), call(40, 50, device="cpu")],
    "randn": [call(40, 50), call(MANY), call([40, 50]), call(size=MANY), call(40, 50, dtype=torch.float16)],
    **dict.fromkeys(["rand_like", "randn_like"], [call(CHANCES), call(CHANCES.half()), call(torch.zeros(MANY, dtype=torch.int64), dtype=torch.float32)]),
    "randint": [call(10, MANY), call(3, 9, MANY), call(high=10, size=MANY), call(-3, 3, size=[40, 50]), call(10, MANY, dtype=torch.float32), call(3, 9, MANY, dtype=torch.int64), call(0, 5, MANY, device="cpu")],
    "randint_like": [call(CHANCES, 10), call(CHANCES, 3, 9), call(torch.zeros(MANY, dtype=torch.int64), high=4), call(CHANCES, 5, dtype=torch.int64), call(CHANCES, low=0, high=5)],
    "randperm": [call(2000), call(2000, dtype=torch.int32), call(2000, dtype=torch.float32), call(n=2000)],
    "normal": [call(CHANCES, 2.0), call(1.0, CHANCES), call(CHANCES, CHANCES), call(CHANCES), call(0.5, 2.0, MANY), call(mean=0.0, std=1.0, size=MANY), call(0.0, 1.0, MANY, dtype=torch.float16), call(CHANCES.half(), 1.0)],
    "bernoulli": [call(CHANCES), call(CHANCES.half()), call(CHANCES, 0.7), call(torch.zeros(MANY, dtype=torch.int64), p=0.2)],
    "multinomial": [call(T([0.1, 0.2, 0.7, 0.0]), 2000, True), call(torch.ones(3000), 2000), call(torch.ones(4, 3), num_samples=2, replacement=True)],
    "poisson": [call(CHANCES * 10)],
    "binomial": [call(torch.full(MANY, 8.0), CHANCES), call(count=torch.full(MANY, 3.0), prob=CHANCES)],
}  # fmt: skip
CALLS: dict[str, list[Call]] = {
    **dict.fromkeys(["asin", "acos", "atanh", "arcsin", "arccos", "arctanh", "erfinv", "special.erfinv"], INSIDE),
    "special.ndtri": INSIDE[:2],
    **dict.fromkeys(["acosh", "arccosh"], ABOVE),
    **dict.fromkeys(["sqrt", "rsqrt", "log", "log2", "log10", "log1p", "special.log1p", "special.entr"], POSITIVE),
    **dict.fromkeys(["lgamma", "digamma", "special.gammaln", "special.digamma", "special.psi"], [call(UNIT), call(-UNIT), call(I1)]),
    **dict.fromkeys(["polygamma", "special.polygamma"], [call(n, UNIT + 1) for n in (0, 2)]),
    **dict.fromkeys(["mvlgamma", "special.multigammaln"], [call(UNIT + 3, 2), call(UNIT + 3, p=3)]),
    **dict.fromkeys(["igamma", "igammac", "special.gammainc", "special.gammaincc"], [call(UNIT * 3, UNIT + 0.5), call(T([1.0, 2.0, 0.5]), T([0.0, 3.0, 0.5]))]),
    "special.zeta": [call(UNIT + 2, UNIT + 1), call(T([2.0, 3.0, 1.0]), 1.5)],
    **dict.fromkeys(["special.log_ndtr", "special.ndtr"], [call(F2), call(F2 * 4), call(S)]),
    **dict.fromkeys(["special.i0", "special.i0e", "special.i1", "special.i1e", "special.modified_bessel_i0", "special.modified_bessel_i1", "i0"], [call(F2), call(F2 * 3), call(I2)]),
    **dict.fromkeys(["special.spherical_bessel_j0"], [call(F2), call(F2 * 3)]),
    **dict.fromkeys([f"special.{p}" for p in ("chebyshev_polynomial_t", "chebyshev_polynomial_u", "chebyshev_polynomial_v", "chebyshev_polynomial_w", "hermite_polynomial_h", "hermite_polynomial_he", "laguerre_polynomial_l", "legendre_polynomial_p")], DEGREES),
    **dict.fromkeys([f"special.shifted_chebyshev_polynomial_{p}" for p in "tuvw"], [call(UNIT, n) for n in (0, 1, 4)]),
    **dict.fromkeys(["special.softmax", "special.log_softmax"], [call(F2, 1), call(F3, dim=0), call(F2, -1, dtype=torch.float16), call(I2, 1, dtype=torch.float32)]),
    **dict.fromkeys(["sinc", "special.sinc"], [call(F2), call(T([0.0, 1e-3, 1.0, 2.0])), call(I2)]),
    **dict.fromkeys(["logit", "special.logit"], [call(UNIT), call(UNIT, 0.2), call(T([0.0, 1.0, 0.3]), eps=0.1), call(T([0.0, 1.0, 0.5]))]),
    **dict.fromkeys(["exp2", "special.exp2", "expm1", "special.expm1", "exp"], [call(x) for x in (F2, S, H2, BF2, I2, EDGES)]),
    **dict.fromkeys(["abs", "absolute"], [*NUMBERS, call(C2)]),
    **dict.fromkeys(["neg", "negative", "floor", "ceil", "trunc", "fix", "square", "signbit"], NUMBERS),
    **dict.fromkeys(["sign", "sgn"], [*NUMBERS, call(B2)]),
    "frac": [call(F2), call(EDGES), call(H2)],
    "round": [*KEPT, call(F2, decimals=1), call(F2 * 100, decimals=-1), call(T([0.5, 1.5, 2.5, -0.5]))],
    "special.round": [call(EDGES), call(F2, decimals=1)],
    **dict.fromkeys(["positive", "clone", "detach"], [call(F2), call(I2)]),
    **dict.fromkeys(["isnan", "isinf", "isfinite", "isposinf", "isneginf", "isreal", "logical_not"], NUMBERS),
    "bitwise_not": [call(I2), call(B2), call(N2), call(U2)],
    **dict.fromkeys(["real", "imag", "conj", "conj_physical", "resolve_conj", "resolve_neg"], [call(C1), call(C2)]),
    "angle": [call(C2), call(F2), call(EDGES), call(I2)],
    **dict.fromkeys(["add", "sub", "subtract"], [*ARITHMETIC, call(F2, G2, alpha=2), call(I2, 3, alpha=2), call(F2, G2[0], alpha=-0.5), call(2.0, F2)]),
    "rsub": [call(F2, G2), call(F2, 1.0), call(F2, G2, alpha=2), call(I2, 3)],
    **dict.fromkeys(["mul", "multiply"], [*ARITHMETIC, call(2, F2), call(B2, F2), call(B2, B2)]),
    **dict.fromkeys(["div", "divide"], [*ARITHMETIC, *(call(x, y, rounding_mode=m) for m in ("floor", "trunc", None) for x, y in ((F2, G2), (F2, 0.3), (I1, J1), (I2, 2), (J1, 3), (N2, T(2, dtype=torch.int8))))]),
    **dict.fromkeys(["true_divide", "floor_divide"], [call(F2, G2), call(F2, 0.3), call(I1, J1), call(I2, 2), call(EDGES, 0.5)]),
    **dict.fromkeys(["remainder", "fmod"], [call(F2, G2), call(F2, 0.3), call(F2, -0.3), call(I1, J1), call(J1, 3), call(J1, -2), call(H2, 0.3)]),
    "pow": [call(F2.abs(), G2), call(F2, 2), call(F2, 3), call(F2, -1), call(UNIT, 0.5), call(I1, 2), call(I1, J1), call(T([1, -1, 0, 2, -1]), T([-1, -3, 0, -2, -2])), call(2, F2), call(2, I1), call(2.0, I1), call(ZEROS, 2), call(H2, S), call(I2, S), call(F2.abs(), T(0.5)), call(ZEROS, ZEROS), call(H2, 2), call(I2, 0.5), call(ZEROS, 0)],
    "float_power": [call(F2.abs(), G2), call(I1, 2), call(H2, 2), call(2, F2), call(I1, 0.5)],
    **dict.fromkeys(["atan2", "arctan2"], [call(F2, G2), call(F2, G2[0]), call(I1, J1), call(ZEROS[0], -ZEROS[1] - 0.5)]),
    "hypot": [call(F2, G2), call(F2, G2[0]), call(H2, H2)],
    **dict.fromkeys(["logaddexp", "logaddexp2"], [call(F2, G2), call(F2, G2[0]), call(T([-INF, 0.0]), T([1.0, -INF]))]),
    **dict.fromkeys(["xlogy", "special.xlogy"], [call(F2, UNIT), call(ZEROS, UNIT), call(2.0, UNIT), call(F2, 3.0), call(T([0.0, 0.0, 1.0]), T([0.0, NAN, NAN]))]),
    "special.xlog1py": [call(F2, UNIT), call(ZEROS, UNIT), call(F2, 3.0)],
    "copysign": [call(F2, G2), call(F2, -1.0), call(F2, T([0.0, -0.0, 1.0]))],
    "nextafter": [call(F2, G2), call(F2, F2)],
    "ldexp": [call(F2, I2), call(F2, AT), call(F1, T([0.5, 1.5, -1.0, 2.0])), call(I1, J1), call(H2, AT), call(H2, S)],
    "frexp": [call(F2), call(F1), call(ZEROS)],
    **dict.fromkeys(["maximum", "minimum"], [*PAIRS, call(I1, J1), call(I2, F2), call(TIES, TIES.flip(1))]),
    **dict.fromkeys(["fmax", "fmin"], [*PAIRS, call(H2, S), call(T(2), N2), call(I1, J1), call(I2, F2), call(HOLES, HOLES.flip(0)), call(HOLES, F2)]),
    "heaviside": [call(F2, G2), call(ZEROS, G2), call(T([NAN, 0.0, -0.0]), T([0.5])), call(I2, I2)],
    **dict.fromkeys(["gcd", "lcm"], [call(I1, J1), call(I2, T(6)), call(N2, N2.flip(1))]),
    "lerp": [call(F2, G2, 0.3), call(F2, G2, 0.75), call(F2, G2, UNIT), call(F2, G2[0], T(0.5)), call(F2, G2, weight=1.0), call(H2, H2, 0.5)],
    **dict.fromkeys(["addcmul", "addcdiv"], [call(F2, G2, UNIT), call(F2, G2, UNIT, value=0.5), call(F2, 0.5, G2, UNIT), call(F2, G2[0], UNIT[:, :1], value=-2)]),
    **dict.fromkeys(["clamp", "clip"], [call(F2, -0.5, 0.6), call(F2, min=0.0), call(F2, max=0.5), call(I2, 0, 2), call(I2, 0.5, 2.5), call(F2, G2, G2 + 0.5), call(F2, min=G2[0]), call(F2, 1.0, -1.0), call(EDGES, -1, 1), call(T([0.0, 1.0, -1.0]), 0, 1), call(H2, -0.1, 0.1), call(H2, S - 1, S), call(I2, T(0.5)), call(B2, 0, 1), call(F2, None, 0.5), call(F2, max=T([NAN, 0.0, 1.0]))]),
    "clamp_min": [call(F2, 0.0), call(F2, G2), call(I2, 1.5), call(I2, 1)],
    "clamp_max": [call(F2, 0.0), call(F2, G2), call(I2, max=1)],
    "nan_to_num": [call(EDGES), call(EDGES, 1.0), call(EDGES, nan=0.5, posinf=9.0, neginf=-9.0), call(I2), call(HOLES.half())],
    **dict.fromkeys(["bitwise_and", "bitwise_or", "bitwise_xor"], BITS),
    **dict.fromkeys(["bitwise_left_shift", "bitwise_right_shift"], SHIFTS),
    **dict.fromkeys(["logical_and", "logical_or", "logical_xor"], TRUTHS),
    **dict.fromkeys(["eq", "ne", "lt", "ge"], COMPARED),
    **dict.fromkeys(["not_equal", "less", "le", "less_equal", "gt", "greater", "greater_equal"], COMPARED[-5:]),
    "equal": [call(F2, F2.clone()), call(F2, G2), call(F2, F2[:1]), call(HOLES, HOLES), call(I2, other=I2)],
    "allclose": [call(F2, F2 + 1e-7), call(F2, F2 + 0.1, atol=0.2), call(HOLES, HOLES, equal_nan=True), call(HOLES, HOLES), call(I1, J1)],
    "is_nonzero": [call(T(0.5)), call(T(0.0)), call(F2[:1, :1]), call(I2[0, :1])],
    "isclose": [call(F2, F2 + 1e-7), call(F2, F2 + 0.1, atol=0.2), call(HOLES, HOLES), call(HOLES, HOLES, equal_nan=True), call(F2, F2 * 1.01, 0.05), call(I1, J1)],
    "isin": [call(I2, T([2, 5])), call(F2, F2[0, :2]), call(3, I1), call(I1, 3), call(I2, I1, invert=True), call(I2, I1, assume_unique=False), call(element=3, test_elements=I1), call(I1, test_element=3)],
    "where": [call(B2, F2, G2), call(B2, F2, 0.0), call(B2, 1.0, G2), call(F2 > 0, F2, -F2), call(B2, I2, 0), call(B2, I2, F2), call(B2[0], F2, G2[:, :1]), call(B2, H2, 0.5), call(B2, F2, -INF), call(B2, F2, T(0.0))],
    "masked_fill": [call(F2, B2, 0.5), call(F2, B2[0], -INF), call(F2, mask=B2, value=T(2.0)), call(I2, B2, 7), call(I2, B2, 0.0), call(H2, B2, T(0.5)), call(F2[0], B2, 1)],
    "fill": [call(F2, 2.0), call(I2, 3), call(F2, T(0.5))],
    **dict.fromkeys(["zero_", "detach_"], [call(F2), call(I2)]),
    "complex": [call(F2, G2), call(F2, G2[0])],
    "polar": [call(F2.abs(), G2)],
    "view_as_real": COMPLEX[:2],
    "view_as_complex": [call(F3[..., :2].contiguous()), call(T([1.0, 2.0]))],

    "sum": TOTALS,
    "nansum": [*TOTALS[-7:], *REDUCED[1:4], call(HOLES, dim=1, keepdim=True)],
    "prod": [call(F2), call(F3, 1), call(F3, -1, True), call(F3, dim=0, keepdim=True), call(ZEROS), call(ZEROS, 1), call(ZEROS, 0), call(I2), call(U2, 1), call(B2), call(S, 0), call(F2, dtype=torch.float16), call(I2, 1, dtype=torch.float32)],
    "mean": [*REDUCED, call(HOLES), call(I2, dtype=torch.float32), call(F3, 1, dtype=torch.float16), call(BF2, -1)],
    "nanmean": [*REDUCED, call(HOLES), call(HOLES, 1), call(F3, 1, dtype=torch.float16), call(BF2, -1)],
    **dict.fromkeys(["all", "any"], [call(B2), call(B2, 1), call(B2, dim=0, keepdim=True), call(F2 > 0, ()), call(F3 > 0, (0, 1)), call(ZEROS, 1), call(U2, 1), call(U2), call(I2), call(B2, None)]),
    **dict.fromkeys(["amax", "amin"], [*REDUCED, call(TIES, 1), call(TIES), call(HOLES, 1), call(I2, 0), call(EDGES)]),
    "aminmax": [call(F2), call(F3, dim=1), call(TIES, dim=-1, keepdim=True), call(HOLES), call(I2, dim=0), call(S, dim=0), call(S)],
    **dict.fromkeys(["max", "min"], [*FOUND, call(F3, 1, keepdim=True), call(F2), call(TIES), call(HOLES), call(I2), call(B2, 1), call(F2, G2), call(H2, S), call(N2, T(1)), call(F2, other=G2[0]), call(TIES, TIES.flip(1)), call(EDGES, 0), call(I1, J1)]),
    **dict.fromkeys(["argmax", "argmin"], [call(F2), call(F3, 1), call(F3, dim=-1, keepdim=True), call(TIES, 1), call(HOLES, 1), call(I2, 0), call(F3, None, True), call(H2, 1)]),
    "count_nonzero": [call(ZEROS), call(ZEROS, 1), call(ZEROS, dim=(0, 1)), call(I2, dim=0), call(B2), call(HOLES, 0), call(ZEROS, ())],
    **dict.fromkeys(["logsumexp", "special.logsumexp"], [call(F2, 1), call(F3, (0, 2)), call(F3, dim=-1, keepdim=True), call(T([-INF, -INF]), 0), call(I2, 1), call(T([INF, 0.0]), 0), call(S, 0), call(F3, [1])]),
    "var": SPREAD,
    "std": SPREAD[len(REDUCED) - 3 :],
    **dict.fromkeys(["var_mean", "std_mean"], [call(F2), call(F3, 1), call(F3, dim=(0, 1), correction=0, keepdim=True), call(F2, False), call(F3, 1, False, True)]),
    "norm": [call(F2), call(F3, "fro", 1), call(F3, 2, (0, 2)), call(F3, p=1, dim=-1, keepdim=True), call(F2, "nuc"), call(F3, "nuc", (1, 2)), call(F3, INF, 0), call(F3, None, 1), call(H2, dtype=torch.float32), call(ZEROS, 2, 0), call(torch.zeros(2, 3)), call(F3, 3.0, 2), call(BF2, dim=1)],
    "frobenius_norm": [call(F3, 1), call(F3, (1, 2), True), call(F3, dim=(0, 1), keepdim=True)],
    "nuclear_norm": [call(F2), call(F3, (1, 2)), call(F3, (0, 2), keepdim=True), call(F3, dim=(0, 2), keepdim=True)],
    "dist": [call(F2, G2), call(H2, S), call(F2, G2, 1), call(F2, G2[0], p=INF), call(F2, F2)],
    "cdist": [call(F2, _draws(4, 3)), call(F3, G3), call(F3, G3, 1.0), call(F3, G3, p=INF), call(F2, F2), call(_draws(30, 3), _draws(4, 3)), call(F3, G3, 3.0), call(_draws(30, 3), F2, compute_mode="donot_use_mm_for_euclid_dist"), call(F3, G3, compute_mode="use_mm_for_euclid_dist")],
    "renorm": [call(F2, 2, 0, 1.0), call(F3, 1, 1, 2.0), call(F2, p=2, dim=-1, maxnorm=0.5)],

    **dict.fromkeys(["cumsum", "cumprod"], [*ONE_AXIS, call(B2, 1), call(N2, 0), call(U2, 1), call(F2, 1, dtype=torch.float16), call(ZEROS, 0), call(ZEROS, 1), call(HOLES, 1), call(I2, dim=1, dtype=torch.float32)]),
    "logcumsumexp": [call(F2, 1), call(F3, dim=0), call(T([-INF, 0.0, 1.0]), 0), call(S, 0)],
    **dict.fromkeys(["cummax", "cummin"], [*ONE_AXIS, call(HOLES, 1), call(B2, 1), call(EDGES, 0)]),
    "diff": [call(F2), call(F2, 2), call(F3, dim=1), call(F2, 1, -1, F2[:, :1]), call(F2, append=F2[:, :2]), call(B2), call(I2, dim=0)],
    "gradient": [call(F1), call(F2), call(F3, dim=1), call(F2, spacing=0.5), call(F2, dim=(0, 1), spacing=(2.0, 0.5)), call(F1, spacing=(T([0.0, 1.0, 3.0, 4.0]),))],
    **dict.fromkeys(["trapezoid", "trapz"], [call(F1), call(F2), call(F2, G2), call(F3, dim=1), call(F2, dx=0.5), call(F2, T([0.0, 1.0, 3.0])), call(F3, F3, dim=0)]),
    "cumulative_trapezoid": [call(F1), call(F2), call(F2, G2), call(F3, dim=1), call(F2, dx=0.5), call(F2, T([0.0, 1.0, 3.0])), call(F3, T([0.0, 2.0, 3.0]), dim=1)],
    "sort": [call(F2), call(F3, 1), call(TIES, stable=True), call(TIES, dim=1, descending=True, stable=True), call(HOLES), call(HOLES, descending=True), call(I2, 0, True), call(S), call(F3, dim=-1, descending=True)],
    "argsort": [call(F2), call(F3, 1), call(TIES, dim=1, stable=True), call(TIES, dim=1, descending=True, stable=True), call(HOLES), call(I2, 0, True), call(S)],
    "msort": [call(F2), call(F3), call(HOLES)],
    "topk": [call(F2, 2), call(F3, 2, 1), call(F3, 3, dim=-1, largest=False), call(HOLES, 2), call(HOLES, 2, largest=False), call(I2, 1, 0), call(I2, 2, largest=False), call(S, 1), call(T([INF, NAN, 1.0, -INF]), 3, largest=False), call(H2, 2, sorted=True)],
    "kthvalue": [call(F2, 2), call(F3, 1, 1), call(F3, 3, dim=-1, keepdim=True), call(I2, 2, 0), call(S, 1)],
    **dict.fromkeys(["median", "nanmedian"], [call(F2), call(F3, 1), call(F3, dim=-1, keepdim=True), call(HOLES), call(HOLES, 1), call(I2, 0), call(F1), call(S), call(S, 0)]),
    "mode": [call(TIES), call(TIES, 0), call(T([1, 3, 1, 3, 2, 1, 3])), call(TIES, dim=1, keepdim=True), call(I2), call(S)],
    "quantile": [call(F2, 0.3), call(F3, 0.5, 1), call(F3, T([0.1, 0.6]), dim=-1, keepdim=True), call(HOLES, 0.5, 1), *(call(F2, 0.4, dim=1, interpolation=i) for i in ("lower", "higher", "midpoint", "nearest", "linear"))],
    "nanquantile": [call(HOLES, 0.3), call(HOLES, 0.5, 1), call(HOLES, T([0.1, 0.6]), dim=0, keepdim=True)],
    "searchsorted": [call(T([1.0, 2.0, 2.0, 3.0]), F2), call(T([1, 2, 2, 3]), I2, right=True), call(T([1, 2, 2, 3]), I2, side="right"), call(T([1.0, 2.0]), 1.5), call(T([[1.0, 2.0], [3.0, 4.0]]), T([[2.0, 1.0, 9.0], [3.0, 9.0, 0.0]])), call(T([3.0, 1.0, 2.0]), F2, sorter=T([1, 2, 0])), call(T([1.0, 2.0, 2.0]), HOLES)],
    "bucketize": [call(F2, T([-1.0, 0.0, 1.0])), call(I2, T([0, 2, 5]), right=True), call(I2, T([0, 2, 5])), call(0.5, T([0.0, 1.0])), call(F2, T([0.0]), out_int32=False)],
    "histc": [call(F2, 4, -1, 1), call(F1), call(F2, bins=5), call(HOLES, 4, 0, 3), call(T([1.0, 1.0]), 3), call(T([0.0, 1.0, 2.0, 3.0]), 3, 0, 3)],
    "cov": [call(F2), call(F2, correction=0), call(F2, fweights=T([1, 2, 3])), call(F2, aweights=UNIT[0]), call(F1)],
    "corrcoef": [call(F2), call(_draws(3, 5))],

    **dict.fromkeys(["zeros", "ones", "empty"], SIZES),
    "full": [call((2, 3), 1.5), call((2,), 3), call([2], True), call((2, 3), 1, dtype=torch.float32), call((2,), fill_value=-INF), call((), 2.0), call(size=(2,), fill_value=1, dtype=torch.int64)],
    **dict.fromkeys(["zeros_like", "ones_like", "empty_like"], LIKE),
    "full_like": [call(F2, 1.5), call(I2, 3), call(I2, 1.5), call(I2, 1.5, dtype=torch.float32), call(F2, fill_value=1, device="cpu")],
    "tensor": [call([1, 2]), call([[1.5, 2], [3, 4]]), call([True]), call(2.5), call(3), call([1, 2], dtype=torch.float32), call(np.arange(3)), call(np.ones((2, 2), np.float32), device="cpu"), call([]), call([1 + 2j]), call([[1, 2]], requires_grad=False)],
    "as_tensor": [call([1, 2]), call(F2), call(2.5, dtype=torch.float16), call(F2, device="cpu"), call(I2, dtype=torch.float32)],
    "asarray": [call([1, 2]), call(F2), call([1, 2], dtype=torch.float16), call(F2, copy=False)],
    "from_numpy": [call(np.arange(4)), call(np.ones((2, 2), np.float32)), call(np.array([True, False]))],
    "scalar_tensor": [call(3), call(2.5), call(3, dtype=torch.int64), call(2, dtype=torch.float16, device="cpu")],
    **dict.fromkeys(LEGACY, [call([1, 0]), call([[1, 0], [0, 1]]), call(0, 2), call(0)]),
    "arange": [call(5), call(2, 7), call(0, 1, 0.25), call(5.0), call(1, 10, 3), call(end=4), call(start=1, end=4), call(10, 0, -3), call(5, dtype=torch.float32), call(0, 6, step=2, device="cpu"), call(0.5, 3)],
    "linspace": [call(0, 1, 5), call(-1.0, 1.0, steps=4), call(start=0, end=10, steps=3), call(0, 1, 1), call(0, 1, 5, dtype=torch.float16), call(3.0, -2.0, 6)],
    "logspace": [call(0, 1, 5), call(-1.0, 1.0, steps=4), call(0, 3, 4, 2.0), call(0, 2, steps=3, base=3.0)],
    "eye": [call(3), call(2, 4), call(3, m=2), call(2, dtype=torch.int64), call(n=2)],
    **dict.fromkeys(["tril_indices", "triu_indices"], [call(3, 3), call(3, 4, 1), call(4, 3, offset=-1), call(row=2, col=2), call(2, 3, dtype=torch.int32)]),
    "vander": [call(F1), call(F1, 3), call(I1, increasing=True), call(F1, N=5, increasing=True)],
    **dict.fromkeys(["hann_window", "blackman_window", "bartlett_window"], WINDOWS),
    "hamming_window": [*WINDOWS, call(6, True, 0.5), call(6, True, 0.5, 0.4)],
    "kaiser_window": [*WINDOWS, call(6, True, 8.0), call(6, periodic=False, beta=4.0)],
    "Size": [call((2, 3)), call([1]), call()],
    "finfo": [call(torch.float32), call(torch.float16), call(torch.bfloat16), call()],
    "iinfo": [call(torch.int8), call(torch.int32), call(torch.uint8)],
    "device": [call("cpu"), call("cuda:1"), call("cuda", 1), call(type="cuda", index=0), call("cuda")],
    **dict.fromkeys(["is_tensor", "is_floating_point", "is_complex", "is_signed", "numel"], [call(F2), call(I2), call(C2), call(B2), call(U2), call(S)]),
    "is_same_size": [call(F2, G2), call(F2, F3)],
    "broadcast_shapes": [call((2, 1), (3,)), call((2, 1), 3, (1, 1))],
    "promote_types": [call(torch.float16, torch.int64), call(torch.int8, torch.uint8), call(torch.float16, torch.bfloat16), call(torch.bool, torch.int32)],
    "result_type": [call(F2, 2), call(I2, 1.5), call(H2, S), call(N2, T(3)), call(I2, S), call(2, 3.0), call(N2, U2), call(H2, I2), call(T(2), S), call(C2, H2), call(F2.half(), 1.0)],
    "can_cast": [call(torch.float32, torch.float16), call(torch.float32, torch.int64), call(torch.int64, torch.float16), call(torch.complex64, torch.float32), call(torch.int32, torch.bool), call(torch.bool, torch.int8), call(torch.int8, torch.uint8)],
    **dict.fromkeys(["get_default_dtype", "are_deterministic_algorithms_enabled"], [call()]),
    "is_inference_mode_enabled": [call()],

    "reshape": [call(F3, (6, 4)), call(F3, (-1,)), call(F3, [2, -1]), call(F3, shape=(4, 6)), call(S, (1, 1)), call(S, ())],
    "flatten": [call(F3), call(F3, 1), call(F3, 0, 1), call(F4, start_dim=1, end_dim=2), call(S), call(F3, -2), call(torch.zeros(0, 2, 3), 1), call(F3, end_dim=1)],
    "ravel": [call(F3), call(S)],
    "unflatten": [call(F3, 2, (2, 2)), call(F3, -1, (2, -1)), call(F3, dim=1, sizes=[3, 1])],
    "squeeze": [call(F4), call(F4, 1), call(F4, 0), call(F4, dim=(0, 1)), call(S), call(S, 0), call(F4[:1], (0, 1)), call(F4, dim=-3), call(F4, ())],
    "unsqueeze": [call(F2, 0), call(F2, -1), call(F2, dim=1), call(S, 0)],
    "transpose": [call(F3, 0, 1), call(F3, -1, 1), call(F3, dim0=2, dim1=0)],
    **dict.fromkeys(["swapdims"], [call(F3, 0, 1), call(F3, dim0=2, dim1=0)]),
    "swapaxes": [call(F3, 0, 1), call(F3, axis0=2, axis1=0)],
    **dict.fromkeys(["t"], [call(F2), call(F1), call(S)]),
    "adjoint": [call(F3), call(C2)],
    "permute": [call(F3, (2, 0, 1)), call(F3, [1, 0, 2]), call(F3, dims=(-1, 0, 1))],
    **dict.fromkeys(["movedim", "moveaxis"], [call(F3, 0, -1), call(F3, (0, 1), (1, 2)), call(F3, source=2, destination=0)]),
    "broadcast_to": [call(F2, (4, 2, 3)), call(F1, (2, -1)), call(S, (2,)), call(F2[:, :1], size=(-1, 3))],
    "broadcast_tensors": [call(F2, F3[:, :2, :3]), call(F1, S)],
    **dict.fromkeys(["atleast_1d", "atleast_2d", "atleast_3d"], [call(F1), call(S), call(F2), call(F3), call(S, F1)]),
    "diagonal": [call(F2), call(F3), call(F3, 1), call(F3, offset=-1, dim1=1, dim2=2), call(F3, 0, 0, 2)],
    "select": [call(F3, 1, 2), call(F3, 0, -1), call(F3, dim=-1, index=0)],
    "narrow": [call(F3, 2, 1, 2), call(F3, -1, -3, 2), call(F3, dim=1, start=0, length=3), call(F3, 2, T(1), 2)],
    "narrow_copy": [call(F3, 2, 1, 2), call(F3, dim=-1, start=-3, length=2)],
    **dict.fromkeys(["chunk", "unsafe_chunk"], [*PARTS, call(F1, 5), call(T([1.0, 2, 3, 4, 5]), 4)]),
    "split": [*PARTS, call(F3, [1, 3], -1), call(F3, (1, 1, 1), dim=1), call(F1, 10), call(tensor=F1, split_size_or_sections=3)],
    "unsafe_split": PARTS,
    **dict.fromkeys(["split_with_sizes", "unsafe_split_with_sizes"], [call(F3, [1, 3], -1), call(F3, (1, 1, 1), dim=1)]),
    "tensor_split": [call(F3, 2, 1), call(F1, 3), call(F1, [1, 3]), call(F3, (1, 5), dim=-1), call(F3, sections=2, dim=2), call(F3, indices=(1,), dim=1), call(F3, 2, dim=-2)],
    "hsplit": [call(F3[..., 0], 3), call(F1, 2), call(F2, [1, 2]), call(F1, sections=2), call(F2, indices=(1,))],
    "vsplit": [call(F2, 2), call(F3, [1]), call(F2, sections=1), call(F2, indices=[1])],
    "dsplit": [call(F3, 2), call(F3, [1, 3]), call(F3, sections=4), call(F3, indices=(2,))],
    "unbind": [call(F2), call(F3, 1), call(F3, dim=-1)],
    **dict.fromkeys(["cat", "concat", "concatenate"], JOINED),
    "stack": [*STACKED, call([F2, G2], 1), call((F2, G2), dim=-1)],
    **dict.fromkeys(["hstack", "vstack", "row_stack", "dstack", "column_stack"], STACKED[:3]),
    "block_diag": [call(F2, SQUARE), call(H2, S), call(F1, S, I2), call(F2)],
    "meshgrid": [call(F1, F1), call(I1, J1[:2], indexing="xy"), call(F1, F1[:2], F1[:3], indexing="ij"), call([F1, F1[:2]]), call(F1, S)],
    "cartesian_prod": [call(I1, J1[:2]), call(I1), call(F1, F1[:2], F1[:1])],
    "combinations": [call(F1), call(F1, 3), call(I1, r=2, with_replacement=True), call(I1, 1)],
    "tile": [call(F2, (2,)), call(F2, (2, 1)), call(F2, [2, 1, 3]), call(S, (2,)), call(F3, dims=(2, 1))],
    "repeat_interleave": [call(F2, 2), call(F2, 2, 1), call(F2, repeats=3, dim=0), call(F2, T([2, 1]), dim=0, output_size=3), call(F2, T([1, 0, 2]), 1, output_size=3)],
    "roll": [call(F2, 1), call(F2, 1, 0), call(F3, (1, -1), (0, 2)), call(F3, shifts=2, dims=-1), call(F3, [1], [1])],
    "flip": [call(F2, (0,)), call(F3, [0, -1]), call(F3, dims=(1,)), call(F3, ())],
    **dict.fromkeys(["fliplr", "flipud"], [call(F2), call(F3)]),
    "rot90": [call(F2), call(F2, 2), call(F2, -1), call(F3, 1, (1, 2)), call(F3, 3, [0, 2]), call(F3, k=1, dims=(2, 1)), call(F3, dims=[0, 1])],
    "diag": [call(F1), call(F2), call(F2, 1), call(F1, diagonal=-1), call(SQUARE, -2)],
    "diagflat": [call(F1), call(F2), call(F1, 1)],
    "diag_embed": EMBEDDED,
    **dict.fromkeys(["tril", "triu"], PLACES),
    "constant_pad_nd": [call(F2, (1, 2)), call(F2, [1, 0, 2, 1], 0.5), call(F3, pad=(-1, 1), value=2.0)],

    "gather": [call(F2, 1, AT), call(F2, 0, T([[1, 0, 1]])), call(F2, -1, AT[:1, :2]), call(F2, dim=1, index=AT), call(I2, 1, AT), call(S, 0, T(0)), call(F1, 0, T([3, 3, 0])), call(F2, 1, AT, sparse_grad=False)],
    "index_select": [call(F3, 0, PICK), call(F3, -1, T([3, 0, 0])), call(F3, dim=1, index=T(2)), call(I2, 1, PICK), call(S, 0, T([0]))],
    "take": [call(F2, T([0, 5, -1])), call(F2, AT), call(F2, T(3)), call(I2, index=T([[1]]))],
    "take_along_dim": [call(F2, AT, 1), call(F2, AT, dim=-1), call(F2, T([[1], [0]]), 1), call(F2, T([4, 0])), call(F3, T([[[1]]]), dim=1)],
    "masked_scatter": [call(F2, B2, G3), call(F2, B2[0], G3), call(I2, B2, J1)],
    "nonzero_static": [call(ZEROS, size=4), call(ZEROS, size=2), call(I1, size=5, fill_value=0)],
    "scatter": [call(F2, 1, APART, G2), call(F2, -1, APART[:, :2], G2), call(F2, 0, T([[0, 1, 0]]), G2), call(F2, dim=1, index=APART[:1], src=G2), call(I2, 1, APART, I2), call(S, 0, T(0), T(2.0)), call(H2, 1, APART, H2), call(F2, 1, AT[:, :1], 7.0), call(F2, 1, AT[:, :2], value=2.0), call(F2, 1, AT, G2, reduce="add"), call(F2, 1, AT, 2.0, reduce="multiply"), call(F2, dim=1, index=AT[:, :2], value=3.0)],
    "scatter_add": SUMS,
    "scatter_reduce": [*COMBINED, call(F2, 1, AT, F2, "amax"), call(ZEROS, 0, AT // 2, ZEROS, reduce="amin"), call(ZEROS, 0, AT // 2, ZEROS, reduce="prod"), call(F2, 1, AT, ZEROS, reduce="prod"), call(I2, 1, AT, I2, "mean"), call(I2, 1, AT, I2, "amax", include_self=False)],
    "index_add": [*ALONG, call(F3, 1, T([2, 0]), G3[:, :2], alpha=0.5), call(I1, 0, T([1, 1]), T([5, 6]))],
    "index_copy": [call(F3, 0, PICK, G3), call(F3, 1, T([2, 0]), G3[:, :2]), call(F3, dim=-1, index=T([0, 3]), source=G3[..., :2])],
    "index_fill": [call(F3, 0, T([1]), 0.5), call(F3, dim=-1, index=T([0, 3]), value=T(2.0)), call(I2, 1, PICK, 7)],
    "index_reduce": [call(F3, 1, T([2, 0, 2]), G3, r, include_self=s) for r in ("prod", "mean", "amax", "amin") for s in (True, False)] + [call(F3, dim=0, index=PICK, source=G3, reduce="mean")],
    "index_put": [call(F2, (PICK, T([2, 0])), T([9.0, 8.0])), call(F2, (PICK,), T(1.5)), call(F2, [T([0, 0]), T([1, 1])], T([1.0, 2.0]), accumulate=True), call(F2, (PICK, T([2, 0])), T([9.0, 8.0]), True)],
    "put": [call(F2, T([0, 4]), T([9.0, 8.0])), call(F2, T([[1, 1]]), T([[1.0, 2.0]]), accumulate=True)],
    "select_scatter": [call(F3, G3[:, 0], 1, 2), call(F3, G3[0], dim=0, index=-1)],
    "slice_scatter": [call(F3, G3[..., :2], 2, 1, 3), call(F3, G3[:1], start=1), call(F3, G3[..., :2], dim=-1, start=0, end=4, step=2), call(F2, G2)],
    "diagonal_scatter": [call(F2, G2[0, :2]), call(SQUARE, F1[:2], 1), call(F3, G3[:, 0, :3], dim1=1, dim2=2), call(SQUARE, F1[:2], offset=-1)],
    "unravel_index": [call(I1, (2, 3)), call(AT, shape=(3, 2, 2)), call(I1, 7)],

    "matmul": [call(F2, F2.T), call(F3, F1), call(F1, F1), call(F3, _draws(4, 2)), call(F2[0], SQUARE), call(I2, I2.T), call(H2, H2.T), call(F4, F4.mT)],
    "linalg.matmul": [call(F2, F2.T), call(F3, F1)],
    "mm": [call(F2, F2.T), call(F2, mat2=SQUARE)],
    "bmm": [call(F3, G3.mT), call(BATCH, mat2=BATCH)],
    "mv": [call(F2, F2[0]), call(SQUARE, vec=F2[0])],
    **dict.fromkeys(["dot"], [call(F1, F1.flip(0)), call(I1, J1)]),
    "vdot": [call(C1, C1.flip(0)), call(F1, F1)],
    "inner": [call(F1, F1), call(F2, F2), call(F3, F1), call(F2, S)],
    **dict.fromkeys(["outer", "ger"], [call(F1, F1[:2]), call(I1, vec2=J1)]),
    "addmm": [call(F2, F2, SQUARE), call(F2[0], F2, SQUARE, beta=0.5, alpha=2), call(F2 * NAN, F2, SQUARE, beta=0), call(S, F2, SQUARE)],
    "addmv": [call(F1[:2], F2, F2[0]), call(F1[:2], F2, F2[0], alpha=0.5)],
    "addr": [call(F2, F1[:2], F1[:3]), call(F2, F1[:2], F1[:3], beta=2, alpha=0.5)],
    "baddbmm": [call(BATCH, BATCH, BATCH), call(BATCH[0], BATCH, BATCH, beta=0.5, alpha=2), call(BATCH * NAN, BATCH, BATCH, beta=0)],
    "addbmm": [call(SQUARE, BATCH, BATCH), call(SQUARE, BATCH, BATCH, beta=0.5, alpha=2)],
    "chain_matmul": [call(F2, SQUARE, SQUARE), call(F2, SQUARE)],
    "tensordot": [call(F3, F3.permute(1, 2, 0)), call(F2, SQUARE, 1), call(F3, G3, dims=([0, 1], [0, 1])), call(F2, G2, dims=0)],
    "einsum": [call("ij,kj->ik", F2, F2), call("bij->bji", F3), call("ij,ij", F2, G2), call("...i,i->...", F3, F1), call("ii->i", SQUARE), call("i,j->ij", F1, F1), call("bij, bkj -> bik", F3, G3), call("ij,kj,ij->ik", F2, F2, G2), call("ij,kj,ij,ij->ik", F2, F2, G2, F2), call("ij,kj->ik", [F2, G2])],
    "kron": [call(F2, F1), call(F1, F1[:2]), call(SQUARE, F2)],
    "cross": [call(F2, G2), call(F2, G2, 1), call(F3, G3, dim=1), call(F2, G2[:1], dim=1)],
    "linalg.cross": [call(F2, G2), call(F3, G3, dim=1)],
    "trace": [call(SQUARE), call(F2), call(U2), call(I2)],
    **dict.fromkeys(["det", "linalg.det", "slogdet", "linalg.slogdet", "inverse", "linalg.inv"], SQUARES),
    "logdet": [*SQUARES, call(-SQUARE)],
    "pinverse": [*SQUARES, call(F2), call(F3, 1e-10)],
    **dict.fromkeys(["matrix_power", "linalg.matrix_power"], [call(SQUARE, 3), call(BATCH, 0), call(SQUARE, -1), call(SQUARE, n=2)]),
    **dict.fromkeys(["matrix_exp", "linalg.matrix_exp"], [call(SQUARE / 4), call(BATCH / 4)]),
    **dict.fromkeys(["cholesky", "linalg.cholesky"], [call(DEFINITE), call(SKEWED), call(SKEWED, upper=True), call(BATCH @ BATCH.mT)]),
    "cholesky_solve": [call(F2.T.contiguous(), LOWER), call(F2.T.contiguous(), LOWER.T.contiguous(), True), call(F2.T.contiguous(), LOWER, upper=False)],
    "cholesky_inverse": [call(LOWER), call(LOWER.T.contiguous(), upper=True)],
    "triangular_solve": [call(F2.T.contiguous(), SQUARE), call(F2.T.contiguous(), SQUARE, upper=False), call(F2.T.contiguous(), SQUARE, transpose=True), call(F2.T.contiguous(), SQUARE, True, False, True)],
    "lu_solve": [call(F2.T.contiguous(), *torch.linalg.lu_factor(SQUARE)), call(_draws(2, 3, 2), *torch.linalg.lu_factor(BATCH))],
    "linalg.lu_solve": [call(*torch.linalg.lu_factor(SQUARE), F2.T.contiguous()), call(*torch.linalg.lu_factor(BATCH), _draws(2, 3, 2))],
    "linalg.lu": [*SQUARES, call(F2), call(F2.T.contiguous())],
    "linalg.lu_factor": SQUARES,
    **dict.fromkeys(["orgqr", "linalg.householder_product"], [call(*torch.geqrf(SQUARE))]),
    "linalg.multi_dot": [call([F2, SQUARE, SQUARE]), call((F2, SQUARE))],
    "linalg.vecdot": [call(F2, G2), call(F3, G3, dim=1), call(C1, C1.flip(0)), call(F2, G2[0])],
    "linalg.diagonal": [call(F3), call(F3, offset=1), call(F3, dim1=0, dim2=1), call(F3, offset=-1, dim1=0, dim2=2)],
    "linalg.norm": [call(F3, 1, 1), call(ZEROS, 2, 0), call(F2), call(F3), call(F3, dim=1), call(F3, dim=(0, 1)), call(F2, 1), call(F1, 1), call(F2, "nuc"), call(F2, INF), call(F3, 1, (0, 1)), call(F3, "fro", (0, 1), True), call(F3, None, (-1,), True), call(F3, 2, 1, True), call(F3, dim=1, keepdim=True), call(input=F2)],
    "linalg.vector_norm": [*ORDERS, call(F2), call(F3, 1), call(F3, INF), call(F3, 2, (0, 1)), call(F3, 3, dim=-1, keepdim=True), call(ZEROS, 2, 0), call(F3, ord=0, dim=1), call(H2, dtype=torch.float32), call(C2, 2, 1), call(F3, dim=()), call(TIES, INF, 1), call(S)],
    "linalg.matrix_norm": MATRIX_NORMS,
    "linalg.cond": [*SQUARES, *(call(SQUARE, p) for p in (2, -2, 1, -1, INF, -INF, "fro", "nuc"))],
    "linalg.matrix_rank": [*SQUARES, call(torch.ones(3, 3)), call(F2, atol=1.0), call(F2, rtol=0.9), call(torch.eye(3), hermitian=True)],
    "linalg.pinv": [*SQUARES, call(F2), call(torch.ones(3, 3)), call(F2, rtol=0.1), call(F2, atol=0.1), call(DEFINITE, hermitian=True)],
    "linalg.solve": SOLVED,
    "linalg.solve_triangular": [call(SQUARE, F2.T.contiguous(), upper=True), call(BATCH, _draws(3, 2), upper=False), call(SQUARE, F2, upper=True, left=False), call(SQUARE, F2.T.contiguous(), upper=True, unitriangular=True)],
    "linalg.svdvals": [call(F2), call(BATCH)],
    "linalg.eigvalsh": [call(SKEWED), call(SKEWED, "U"), call(BATCH @ BATCH.mT)],
    "linalg.tensorinv": [call((torch.eye(6) * 2 + 0.1).reshape(2, 3, 2, 3)), call((torch.eye(4) * 2 + 0.1).reshape(4, 2, 2), ind=1)],
    "linalg.tensorsolve": [call((torch.eye(6) * 2 + 0.1).reshape(2, 3, 2, 3), F2)],
    "linalg.vander": [call(F1), call(F2, N=2), call(F1, N=5)],

    **dict.fromkeys([f"fft.{n}" for n in ("fft", "ifft")], SPECTRA),
    **dict.fromkeys([f"fft.{n}" for n in ("rfft", "ihfft")], [c for c in SPECTRA if c.arguments[0] is not C2]),
    **dict.fromkeys([f"fft.{n}" for n in ("irfft", "hfft")], HALVES),
    **dict.fromkeys([f"fft.{n}" for n in ("fftn", "ifftn", "rfftn", "ihfftn")], SPECTRA_N),
    **dict.fromkeys([f"fft.{n}" for n in ("fft2", "ifft2", "rfft2", "ihfft2")], [c for c in SPECTRA_N if c.keywords.get("s") is None]),
    **dict.fromkeys([f"fft.{n}" for n in ("irfft2", "irfftn", "hfft2", "hfftn")], HALVES_N),
    **dict.fromkeys([f"fft.{n}" for n in ("fftshift", "ifftshift")], SHIFTED),
    **dict.fromkeys([f"fft.{n}" for n in ("fftfreq", "rfftfreq")], [call(6), call(5, 0.5), call(4, d=2.0), call(5, dtype=torch.float16)]),
    "stft": [call(SIGNAL, 8, return_complex=True), call(SIGNAL[0], 8, 4, 6, torch.hann_window(6), return_complex=True), call(SIGNAL, 8, 3, center=False, normalized=True, return_complex=True), call(SIGNAL, 8, onesided=False, return_complex=True, pad_mode="constant"), call(SIGNAL, 8, window=torch.hann_window(8), return_complex=False)],
    "istft": [call(torch.stft(SIGNAL, 8, 2, window=torch.hann_window(8), return_complex=True), 8, 2, window=torch.hann_window(8)), call(torch.stft(SIGNAL[0], 8, 2, 6, torch.ones(6), return_complex=True), 8, 2, 6, torch.ones(6), length=40), call(torch.stft(SIGNAL, 8, 2, normalized=True, onesided=False, return_complex=True), 8, 2, normalized=True, onesided=False)],
}  # fmt: skip


@dataclass(frozen=True, eq=False)
class Line:
    """A call, and the line that it fits first."""

    entry: Entry
    call: Call
    places: tuple[str, ...]

    @property
    def name(self) -> str:
        """The function's, without `torch.`."""
        return self.entry.name.removeprefix("torch.")

    @cached_property
    def computed(self) -> tuple[Any, ...]:
        """What is the same where two names of PyTorch stand for one function."""
        return self.entry.target, self.entry.passes_on, self.places, id(self.call), self.is_differentiated

    @cached_property
    def is_differentiated(self) -> bool:
        """Of float32, and of no other name for what is differentiated already."""
        others = {"axis", "keepdims", "hermitian"}
        if self.entry.writes or self.name in NOT_DIFFERENTIATED or not others.isdisjoint(self.call.keywords):
            return False
        result, given = as_torch(self.entry.name, self.call, gradients=True)
        floats = [t for t in given if t.is_floating_point()]
        has_derivative = any(isinstance(t, torch.Tensor) and t.requires_grad for t in leaves(result))
        return has_derivative and all(t.dtype == torch.float32 for t in floats)


@cache
def entries() -> tuple[Entry, ...]:
    """The lines that convert a call."""
    found = [entry for name in TORCH.names for entry in TORCH.lookup(name)]
    return tuple(entry for entry in found if entry.target is not None and entry.parameters is not None)


@cache
def lines() -> tuple[Line, ...]:
    """Every call with its line."""
    return tuple(fitting(name, made) for name in TORCH.names for made in _calls(name))


def fitting(name: str, made: Call) -> Line:
    """A call with the line that it fits first. Raises LookupError where there is none."""
    for entry in TORCH.lookup(name):
        if entry.parameters is not None:
            places = entry.bind(len(made.arguments), made.keywords)
            if places is not None:
                return Line(entry, made, places[0])
    raise LookupError(f"no line of {name} takes {made}")


def _calls(name: str) -> list[Call]:
    """The calls of a function, and those with NumPy's names for axes where PyTorch takes them."""
    short = name.removeprefix("torch.")
    found = list(CALLS.get(short, CALLS.get(short.removesuffix("_"), [])))
    plain = TORCH.lookup(name.removesuffix("_"))
    if not found and any(e.shape == "elementwise" and len(e.parameters or ()) == 1 for e in plain):
        found = FLOATS
    if short.endswith("_"):  # PyTorch stores no floating point numbers in integers
        taken = [made for made in found if is_taken(name, made)]
        return taken[:2] + [made for made in taken[2:] if made.keywords][:1]
    renamed = [
        call(*made.arguments, **{names.get(k, k): v for k, v in made.keywords.items()})
        for made in found
        for names in ({"dim": "axis"}, {"keepdim": "keepdims"}, {"dim": "axis", "keepdim": "keepdims"})
        if names.keys() <= made.keywords.keys()
    ]
    return [*found, *(made for made in renamed if is_taken(name, made))]


def is_taken(name: str, made: Call) -> bool:
    """PyTorch has such a call."""
    try:
        as_torch(name, made)
    except (TypeError, RuntimeError):
        return False
    return True


def as_torch(name: str, made: Call, gradients: bool = False) -> tuple[Any, list[torch.Tensor]]:
    """What PyTorch gives, and the tensors that it was given."""
    function: Any = torch
    for part in name.split(".")[1:]:
        function = getattr(function, part)
    given: list[torch.Tensor] = []

    def own(value: Any) -> Any:
        if not isinstance(value, torch.Tensor):
            return value
        tensor = value.clone().requires_grad_(gradients and value.is_floating_point())
        given.append(tensor)
        return tensor

    arguments, keywords = _mapped(own, (made.arguments, dict(made.keywords)))
    return function(*arguments, **keywords), given


def as_jax(line: Line, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
    """The value of the line's right side for a call, as the pass would write it."""
    entry = line.entry
    assert entry.target is not None and entry.parameters is not None
    if entry.passes_on:
        return eval(entry.target, dict(_NAMES))(*arguments, **keywords)
    return evaluated(entry.target, {p.name for p in entry.parameters}, bound(line, arguments, keywords))


def bound(line: Line, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> dict[str, Any]:
    """The arguments by the names of the line's parameters."""
    variadic = next((p.name for p in line.entry.parameters or () if p.variadic), None)
    given: dict[str, Any] = {} if variadic is None else {variadic: ()}
    for place, argument in zip(line.places, arguments, strict=True):
        given[place] = (*given[place], argument) if place == variadic else argument
    return given | keywords


def evaluated(text: str, parameters: set[str], given: dict[str, Any]) -> Any:
    """An expression of a line; what is not given is left out of calls."""
    tree = ast.parse(text, mode="eval")
    missing = parameters - given.keys()
    for node in [n for n in ast.walk(tree) if isinstance(n, ast.Call)]:
        node.args = [a for a in node.args if not (isinstance(a, ast.Name) and a.id in missing)]
        node.keywords = [k for k in node.keywords if not (isinstance(k.value, ast.Name) and k.value.id in missing)]
    return eval(compile(tree, "line", "eval"), _NAMES | given)


def carried_out(name: str, made: Call) -> Any:
    """What the line of a call gives, outside of a compiled program."""
    arrays, filled = split(made)
    with jax.enable_x64(False):
        return as_jax(fitting(name, made), *filled([jnp.asarray(a) for a in arrays]))


@dataclass(frozen=True)
class _Place:
    index: int


def split(made: Call) -> tuple[list[np.ndarray], Callable[[Sequence[Any]], Any]]:
    """The arrays of a call, and a function that puts others in their places."""
    arrays: list[np.ndarray] = []

    def take(value: Any) -> Any:
        if isinstance(value, torch.Tensor):
            arrays.append(array(value))
            return _Place(len(arrays) - 1)
        return DTYPES.get(value, value) if isinstance(value, torch.dtype) else value

    taken = _mapped(take, (made.arguments, dict(made.keywords)))
    return arrays, lambda others: _mapped(lambda v: others[v.index] if isinstance(v, _Place) else v, taken)


def _mapped(function: Any, value: Any) -> Any:
    if isinstance(value, dict):
        return {k: _mapped(function, v) for k, v in value.items()}
    if isinstance(value, list | tuple) and not isinstance(value, torch.Size):
        return type(value)(_mapped(function, v) for v in value)
    return function(value)


def array(tensor: torch.Tensor) -> np.ndarray:
    """The tensor in NumPy, as wide as JAX has it."""
    values = torch.as_tensor(tensor).detach().resolve_conj().resolve_neg()
    if values.dtype == torch.bfloat16:
        return values.float().numpy().astype(jnp.bfloat16)
    return values.numpy().astype(DTYPES[values.dtype])


def leaves(value: Any) -> list[Any]:
    """What tuples and lists hold."""
    if isinstance(value, list | tuple):
        return [leaf for part in value for leaf in leaves(part)]
    return [value]


def fields(value: Any) -> list[str]:
    """The names of a result of PyTorch with names."""
    if type(value).__module__ != "torch.return_types":
        return []
    return [n for n in dir(value) if not n.startswith(("_", "n_")) and not hasattr((), n)]


def tolerance(*tensors: torch.Tensor) -> float:
    return max({torch.float16: 4e-3, torch.bfloat16: 2e-2}.get(torch.as_tensor(t).dtype, 1e-5) for t in tensors)


def shares_memory(result: Any, given: list[torch.Tensor]) -> bool:
    held = {t.untyped_storage().data_ptr() for t in given if t.numel()}
    parts = [p for p in leaves(result) if isinstance(p, torch.Tensor) and p.numel()]
    return not held.isdisjoint(p.untyped_storage().data_ptr() for p in parts)


def wide(values: np.ndarray) -> np.ndarray:
    return values if values.dtype.kind in "biuc" else values.astype(np.float32)


def check_slopes(line: Line, results: list[torch.Tensor], given: list[torch.Tensor], slopes: dict[int, Any]) -> None:
    """Where the arguments are finite, and PyTorch has a finite derivative."""
    if not results or not all(torch.isfinite(t).all() for t in given if t.is_floating_point()):
        return
    parts = [torch.view_as_real(r.resolve_conj()).sum(-1) if r.is_complex() else r for r in results]
    total = sum((part.float() * torch.from_numpy(weights(tuple(part.shape)))).sum() for part in parts)
    try:
        total.backward()  # type: ignore[union-attr]
    except RuntimeError:  # PyTorch has no derivative
        return
    close = 10 * max(tolerance(*results), *(tolerance(t) for t in given))
    for place, slope in slopes.items():
        wanted = given[place].grad
        if wanted is None or wanted._is_zerotensor():
            wanted = torch.zeros_like(given[place])
        is_finite = torch.isfinite(wanted).numpy()
        ours, theirs = wide(np.asarray(slope))[is_finite], wide(array(wanted))[is_finite]
        assert_close(ours, theirs, rtol=close, atol=close)


def check_facts(line: Line, expected: Any, given: list[torch.Tensor]) -> None:
    """What the line says of its results is true of PyTorch's."""
    entry, tensors = line.entry, [t for t in leaves(expected) if isinstance(t, torch.Tensor)]
    assert entry.is_view or entry.writes or not shares_memory(expected, given)
    if entry.gives_list:
        assert isinstance(expected, list | tuple)
    for tensor in tensors:
        match entry.shape:
            case "scalar":
                assert tensor.ndim == 0
            case "1" | "2":
                assert tensor.ndim == int(entry.shape)
            case "same":
                assert tensor.shape == given[0].shape
            case "elementwise":
                assert tensor.shape == torch.broadcast_shapes(*(t.shape for t in given))
        match entry.dtype:
            case "bool":
                assert tensor.dtype == torch.bool
            case "int":
                assert tensor.dtype in (torch.int64, torch.int32)
            case "complex":
                assert tensor.dtype.is_complex
            case "same":
                assert tensor.dtype == given[0].dtype
            case "float":
                assert tensor.dtype.is_floating_point or tensor.dtype.is_complex
            case "sum" if "dtype" not in line.call.keywords:
                assert tensor.dtype == (given[0].dtype if given[0].dtype.is_floating_point else torch.int64)
            case "given" if "dtype" not in line.call.keywords:
                assert tensor.dtype == torch.float32
            case "promote":
                assert DTYPES[tensor.dtype] == jnp.result_type(*(array(t) for t in given if t.ndim), *_kinds(line))


def _kinds(line: Line) -> list[Any]:
    """The numbers among the arguments, which change the dtype only by their kind; so do tensors without axes."""
    numbers = [a for a in line.call.arguments if isinstance(a, bool | int | float)]
    return numbers + [t.item() for t in line.call.arguments if isinstance(t, torch.Tensor) and t.ndim == 0]


@dataclass
class Outcome:
    """What the right side of a line gives in a compiled program, or why it gives nothing."""

    result: Any = None  # with names, and without values
    values: list[Any] = field(default_factory=list)
    slopes: dict[int, Any] = field(default_factory=dict)  # by the places of arrays among the arguments
    error: Exception | None = None


_TOGETHER = 64  # calls in one compiled program: many small ones take several times as long
_QUICKLY = {
    "xla_backend_optimization_level": 0,
    "xla_llvm_disable_expensive_passes": True,
    "xla_cpu_use_fusion_emitters": False,
}
_outcomes: dict[Any, Outcome] = {}


def outcome(line: Line) -> Outcome:
    """What the line gives, with the derivatives of its floating point results, each times a weight of its own."""
    if line.computed not in _outcomes:
        start = list(_compiled()).index(line.computed) // _TOGETHER * _TOGETHER
        _compile(list(_compiled().values())[start : start + _TOGETHER])
    return _outcomes[line.computed]


@cache
def _compiled() -> dict[Any, Line]:
    """The lines, those together that run on the same days."""
    computed = sorted((line for line in lines() if not line.entry.is_static), key=lambda line: turn(line.name))
    return {line.computed: line for line in computed}


def _compile(together: list[Line]) -> None:
    parts = [split(line.call) for line in together]
    found = [Outcome() for _ in together]

    def everything(given: list[list[jax.Array]]) -> Any:
        return [_traced(*part) for part in zip(together, parts, found, given, strict=True)]

    with jax.enable_x64(False):
        made = jax.jit(everything, compiler_options=_QUICKLY)([[jnp.asarray(a) for a in arrays] for arrays, _ in parts])
    for line, result, (values, slopes) in zip(together, found, made, strict=True):
        result.values, result.slopes = values, slopes
        _outcomes[line.computed] = result


def _traced(line: Line, part: Any, found: Outcome, given: list[jax.Array]) -> tuple[list[Any], dict[int, Any]]:
    floats = {i: a for i, a in enumerate(given) if jnp.issubdtype(a.dtype, jnp.floating)}

    def run(floats: dict[int, jax.Array]) -> tuple[jax.Array, list[Any]]:
        result = as_jax(line, *part[1]([floats.get(i, a) for i, a in enumerate(given)]))
        found.result = jax.tree_util.tree_map(lambda leaf: getattr(leaf, "aval", leaf), result)
        values = leaves(result)
        weighted = [jnp.sum(real(v).astype(jnp.float32) * weights(v.shape)) for v in values if is_inexact(v)]
        return sum(weighted, jnp.zeros(())), values

    try:
        if not (floats and line.is_differentiated):
            return run(floats)[1], {}
        slopes, values = jax.grad(run, has_aux=True)(floats)
        return values, slopes
    except Exception as error:  # the other lines are compiled all the same
        found.error = error
        return [], {}


def is_inexact(value: Any) -> bool:
    return hasattr(value, "dtype") and jnp.issubdtype(value.dtype, jnp.inexact)


def real(values: Any) -> Any:
    return values.real + values.imag if jnp.iscomplexobj(values) else values


def weights(shape: tuple[int, ...]) -> np.ndarray:
    return np.random.default_rng(1).standard_normal(shape).astype(np.float32)
