"""NumPy's names and what they mean in jax.numpy."""

from hybridc.dialects.numpy import (
    creation,
    elementwise,
    in_place,
    linear_algebra,
    methods,
    names,
    reductions,
    refused,
    shaping,
    ufunc_methods,
)
from hybridc.dialects.table import dialect

# Context managers that change how NumPy warns or prints, which no value depends on.
SETTINGS = frozenset({"numpy.errstate", "numpy.printoptions"})
NUMPY = dialect(
    "numpy",
    ("numpy", "scipy"),  # whose functions take and give its arrays
    names.LINES,
    elementwise.LINES,
    reductions.LINES,
    creation.LINES,
    shaping.LINES,
    linear_algebra.LINES,
    methods.LINES,
    in_place.LINES,
    ufunc_methods.LINES,
    refused.LINES,
)
