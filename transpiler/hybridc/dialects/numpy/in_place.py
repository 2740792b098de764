"""Functions that write into an array."""

LINES = """
    numpy.copyto(dst, src) -> jnp.full_like(dst, src) : dtype=same shape=same writes
    numpy.copyto(dst, src, *, where) -> jnp.where(where, src, dst).astype(dst.dtype) : dtype=same shape=same writes
    numpy.fill_diagonal(a, val) -> jnp.fill_diagonal(a, val, inplace=False) : dtype=same shape=same writes
    numpy.place(arr, mask, vals) -> jnp.place(arr, mask, vals, inplace=False) : dtype=same shape=same writes
    numpy.put(a, ind, v) -> jnp.put(a, ind, v, inplace=False) : dtype=same shape=same writes traced=ind
    numpy.put_along_axis(arr, indices, values, axis) -> jnp.put_along_axis(arr, indices, values, axis, inplace=False) : dtype=same shape=same writes
    numpy.putmask(a, mask, values) -> jnp.where(mask, jnp.resize(values, a.shape), a).astype(a.dtype) : dtype=same shape=same writes
    numpy.add.at(a, indices, b, /) -> a.at[indices].add(b) : dtype=same shape=same writes numbers
    numpy.subtract.at(a, indices, b, /) -> a.at[indices].subtract(b) : dtype=same shape=same writes numbers
    numpy.multiply.at(a, indices, b, /) -> a.at[indices].multiply(b) : dtype=same shape=same writes numbers
    numpy.divide.at(a, indices, b, /) -> a.at[indices].divide(b).astype(a.dtype) : dtype=same shape=same writes numbers
    numpy.maximum.at(a, indices, b, /) -> a.at[indices].max(b) : dtype=same shape=same writes
    numpy.minimum.at(a, indices, b, /) -> a.at[indices].min(b) : dtype=same shape=same writes
"""
