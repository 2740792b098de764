"""Where NumPy's functions raise or warn: at what indices and divisors, and which give NaN for what is none."""

# Functions that divide by a parameter.
DIVISORS = {
    "numpy.divide": "x2",
    "numpy.true_divide": "x2",
    "numpy.floor_divide": "x2",
    "numpy.mod": "x2",
    "numpy.remainder": "x2",
    "numpy.fmod": "x2",
    "numpy.divmod": "x2",
}

# Functions that look up places of their first parameter along `axis`: the parameter with the places, and the axis
# where none is given. None: of the array made flat.
POSITIONS: dict[str, tuple[str, int | None]] = {
    "numpy.take": ("indices", None),
    "ndarray.take": ("indices", None),
    "numpy.take_along_axis": ("indices", -1),
    "numpy.put": ("ind", None),
    "ndarray.put": ("indices", None),
    "numpy.put_along_axis": ("indices", None),
}

# Functions that are given an index of their first parameter, as brackets are: the parameter with it.
INDICES = {f"numpy.{name}.at": "indices" for name in ("add", "subtract", "multiply", "divide", "maximum", "minimum")}

# Functions that are not defined for all numbers.
NAN = frozenset(
    f"numpy.{name}"
    for name in [
        *["sqrt", "log", "log2", "log10", "log1p", "power", "float_power", "pow"],
        *["arcsin", "arccos", "arccosh", "arctanh", "asin", "acos", "acosh", "atanh"],
        *["divide", "true_divide", "floor_divide", "mod", "remainder", "fmod", "divmod"],
        *["mean", "average", "var", "std", "median", "percentile", "quantile", "corrcoef", "cov"],
        *["linalg.inv", "linalg.solve", "linalg.cholesky"],
    ]
) | {"ndarray.mean", "ndarray.var", "ndarray.std"}

# Context managers that say what is not to be looked out for, by the keywords that are "ignore" then.
SILENCING = {"numpy.errstate": {"divide": ("div",), "invalid": ("nan",), "all": ("div", "nan")}}

# Constants that are NaN: code that names one means it.
NOT_A_NUMBER = frozenset({"numpy.nan"})
