"""NumPy's names and what they mean in jax.numpy."""

from hybridc.dialects.table import dialect

NUMPY = dialect(
    "numpy",
    ("numpy",),
    """
    numpy.pi                                             -> jnp.pi              : static
    numpy.sqrt(x, /)                                     -> jnp.sqrt(...)       : dtype=float shape=elementwise
    numpy.sum(a, axis=None, dtype=None, keepdims=False)  -> jnp.sum(...)        : dtype=sum shape=reduce
    numpy.zeros(shape, dtype=float)                      -> jnp.zeros(...)      : dtype=given shape=given
    """,
)
