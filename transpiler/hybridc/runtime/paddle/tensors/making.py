"""New arrays, as Paddle makes them: dtypes by name, and shapes in which whole numbers may be arrays that are known."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from hybridc.runtime.core.cells import Cell
from hybridc.runtime.core.handed import kept
from hybridc.runtime.kernels.narrowing import narrowed
from hybridc.runtime.mutable import Mutable
from hybridc.runtime.paddle.dtypes import dtype_of
from hybridc.runtime.paddle.initializer import default
from hybridc.runtime.paddle.parameters import Parameter, attribute

Array = jax.Array

__all__ = [
    "arange", "assign", "astype", "cast", "create_parameter", "detach", "empty", "eye", "full", "full_like", "linspace",
    "meshgrid",
    "ones", "ones_like", "to", "to_tensor", "tril_indices", "triu_indices", "zeros", "zeros_like",
]  # fmt: skip


def detach(x: Any) -> Any:
    """`x` without its history, in the same memory."""
    return x.data if isinstance(x, Mutable) else jax.lax.stop_gradient(x)


def _sizes(shape: Any) -> tuple[int, ...]:
    return tuple(int(size) for size in np.atleast_1d(np.asarray(shape, dtype=int)))


def to_tensor(data: Any, dtype: Any = None, place: Any = None, stop_gradient: bool = True) -> Array:
    """An array of numbers, lists or arrays; Python's numbers become int32 and float32.

    What is known while a model is traced stays known, and may be a size: `x.reshape([paddle.to_tensor(n), -1])`.
    """
    data = data.held if isinstance(data, Mutable) else data
    kind = None if dtype is None else dtype_of(dtype)
    if any(isinstance(each, jax.core.Tracer) for each in jax.tree.leaves(data)):
        return jnp.array(data, kind)
    with jax.ensure_compile_time_eval():
        return jnp.array(kept(data), kind)


def cast(x: Any, dtype: Any) -> Array:
    """The array in another dtype, whose name is Paddle's or JAX's."""
    return narrowed(jnp.asarray(x), dtype_of(dtype))


def astype(x: Any, dtype: Any) -> Any:
    """The array in another dtype; where it has that, the same, which is written by all who have it."""
    return x.astype(dtype_of(dtype))


def to(x: Array, *wanted: Any) -> Array:
    """The array in the dtype that is asked for, or in that of another tensor. Devices are left to JAX."""
    for each in wanted:
        dtype = each.dtype if isinstance(each, jax.Array | Cell) else each
        if not (dtype is None or isinstance(dtype, bool) or _is_device(dtype)):
            return narrowed(x, dtype_of(dtype))
    return x


def _is_device(wanted: Any) -> bool:
    return isinstance(wanted, str) and wanted.partition(":")[0] in ("cpu", "gpu", "cuda", "xpu", "npu")


def assign(x: Any, output: Any = None) -> Array:
    """A copy. Raises TypeError for an `output` that nobody else sees, into which it would be written."""
    if output is None:
        return jnp.array(kept(x))
    if not isinstance(output, Mutable):
        raise TypeError("assign writes into `output`, and arrays do not change: use what it returns")
    new = jnp.asarray(kept(x), output.dtype)
    output._write(new)
    return new


def zeros(shape: Any, dtype: Any = None, name: str | None = None) -> Array:
    return jnp.zeros(_sizes(shape), dtype_of(dtype))


def ones(shape: Any, dtype: Any = None, name: str | None = None) -> Array:
    return jnp.ones(_sizes(shape), dtype_of(dtype))


empty = zeros


def full(shape: Any, fill_value: Any, dtype: Any = None, name: str | None = None) -> Array:
    """Filled with a number: of truth values bool, of others float32 unless `dtype` is given."""
    kind = "bool" if isinstance(fill_value, bool) else "float32"
    return jnp.full(_sizes(shape), fill_value, dtype_of(dtype, kind))


def zeros_like(x: Array, dtype: Any = None, name: str | None = None) -> Array:
    return jnp.zeros_like(x, None if dtype is None else dtype_of(dtype))


def ones_like(x: Array, dtype: Any = None, name: str | None = None) -> Array:
    return jnp.ones_like(x, None if dtype is None else dtype_of(dtype))


def full_like(x: Array, fill_value: Any, dtype: Any = None, name: str | None = None) -> Array:
    return jnp.full_like(x, fill_value, None if dtype is None else dtype_of(dtype))


def arange(start: Any = 0, end: Any = None, step: Any = 1, dtype: Any = None, name: str | None = None) -> Array:
    """Numbers from `start` to before `end`: int32 if all are whole numbers, else float32, unless `dtype` is given."""
    if end is None:
        start, end = 0, start
    are_whole = all(jnp.issubdtype(jnp.result_type(each), jnp.integer) for each in (start, end, step))
    return jnp.arange(start, end, step, dtype_of(dtype, "int64" if are_whole else "float32"))


def linspace(start: Any, stop: Any, num: int, dtype: Any = None, name: str | None = None) -> Array:
    return jnp.linspace(start, stop, int(num), dtype=dtype_of(dtype))


def eye(num_rows: int, num_columns: int | None = None, dtype: Any = None, name: str | None = None) -> Array:
    return jnp.eye(num_rows, num_columns, dtype=dtype_of(dtype))


def meshgrid(*args: Any, **kwargs: Any) -> list[Array]:
    """Grids of the axes given, one by one or in a list, the first one along the first axis."""
    if set(kwargs) - {"name", "indexing"}:
        raise TypeError(f"meshgrid() got unexpected arguments {sorted(kwargs)}")
    given = args[0] if len(args) == 1 and isinstance(args[0], list | tuple) else args
    return list(jnp.meshgrid(*given, indexing=kwargs.get("indexing") or "ij"))


def tril_indices(row: int, col: int | None = None, offset: int = 0, dtype: Any = "int64") -> Array:
    """The places of the lower triangle: (2, number)."""
    return jnp.stack(jnp.tril_indices(row, offset, row if col is None else col)).astype(dtype_of(dtype))


def triu_indices(row: int, col: int | None = None, offset: int = 0, dtype: Any = "int64") -> Array:
    """The places of the upper triangle: (2, number)."""
    return jnp.stack(jnp.triu_indices(row, offset, row if col is None else col)).astype(dtype_of(dtype))


def create_parameter(
    shape: Any,
    dtype: Any = None,
    name: str | None = None,
    attr: Any = None,
    is_bias: bool = False,
    default_initializer: Any = None,
) -> Any:
    """A parameter that belongs to no layer yet. See `Layer.create_parameter`."""
    chosen = attribute(attr)
    if chosen is None:
        return None
    fill = chosen.initializer or default(is_bias, default_initializer)
    return Parameter(fill.drawn(_sizes(shape), dtype_of(dtype)), requires_grad=chosen.trainable)
