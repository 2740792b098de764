"""When computed numbers are the same: relative to the scale of the whole result.

Sums are computed in another order on another machine. What cancels to nearly nothing is then off by the rounding of
its terms, which is far more than a share of the little that is left.
"""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp
import numpy as np

_ROUNDINGS = (
    1024  # the most that `rtol` may allow of the scale, in units of the dtype: 1e-4 of float32, 2e-13 of float64
)


def assert_close(found: Any, expected: Any, rtol: float | None = None, atol: float = 0.0, err_msg: str = "") -> None:
    """Each number within `rtol` of its own size, or of the largest finite one that is expected, or within `atol`.

    `rtol` is 1e-6 by itself, 1e-12 where all numbers are of 64 bits, 2e-2 for those of 16. NaN equals NaN. Shapes are
    the same, or one side is a number.
    """
    dtypes = [_dtype_of(side) for side in (found, expected)]
    found, expected = np.asarray(found), np.asarray(expected)
    assert found.shape == expected.shape or () in (found.shape, expected.shape), f"{found.shape} != {expected.shape}"
    eps = max((float(jnp.finfo(dtype).eps) for dtype in dtypes if jnp.issubdtype(dtype, jnp.inexact)), default=0.0)
    if rtol is None:
        rtol = 1e-12 if eps < 1e-15 else 1e-6 if eps < 1e-6 else 2e-2
    sizes = np.abs(expected.astype(np.result_type(expected.dtype, np.float64) if eps else expected.dtype))
    scale = float(sizes[np.isfinite(sizes)].max(initial=0)) if eps else 0.0
    least = max(atol, min(rtol, _ROUNDINGS * eps) * scale)
    np.testing.assert_allclose(found, expected, rtol=rtol, atol=least, err_msg=err_msg)


def _dtype_of(side: Any) -> Any:
    """That of Python's numbers is no dtype: they are exact."""
    dtype = getattr(side, "dtype", None)
    if isinstance(dtype, np.dtype):
        return dtype
    array = np.asarray(side)
    return np.dtype(np.int64) if isinstance(side, int | float | complex | list | tuple) else array.dtype
