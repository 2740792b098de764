"""SciPy's names and what they mean in JAX. Its functions take and give NumPy's arrays."""

from hybridc.dialects.scipy import (
    constants,
    elsewhere,
    fourier,
    images,
    integrals,
    linear_algebra,
    signals,
    special,
    statistics,
)
from hybridc.dialects.table import dialect

SCIPY = dialect(
    "scipy",
    ("scipy",),
    special.LINES,
    linear_algebra.LINES,
    fourier.LINES,
    images.LINES,
    signals.LINES,
    integrals.LINES,
    statistics.LINES,
    constants.LINES,
    elsewhere.LINES,
)
