"""Programs for every function, method and operator of NumPy's that convert, and arrays of every dtype to run them on.

In a case `x` and `y` are vectors of four, `m` and `p` matrices of three rows, all of the dtype that is looked at.
"""

import numpy as np

DTYPES = (
    "bool", "uint8", "int8", "int16", "int32", "int64", "uint32", "float16", "float32", "float64", "complex64", "complex128",
)  # fmt: skip

_UNARY = (
    "sqrt", "cbrt", "exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "sin", "cos", "tan", "arctan", "sinh", "cosh",
    "tanh", "arcsinh", "atan", "asinh", "deg2rad", "rad2deg", "degrees", "radians", "negative", "positive", "conj",
    "conjugate", "square", "sign", "abs", "absolute", "fabs", "floor", "ceil", "trunc", "rint", "fix", "bitwise_not",
    "invert", "bitwise_invert", "bitwise_count", "logical_not", "isnan", "isinf", "isfinite", "signbit", "real", "imag",
    "angle", "sinc", "i0", "nan_to_num", "unwrap", "round", "around", "isreal", "iscomplex", "isposinf", "isneginf",
    "spacing", "frexp", "arccosh", "acosh", "sort", "argsort", "sort_complex", "diff", "ediff1d", "gradient", "trapezoid",
    "cumsum", "cumprod", "nancumsum", "nancumprod", "cumulative_sum", "cumulative_prod", "poly", "polyder", "polyint",
    "histogram_bin_edges", "zeros_like", "ones_like", "array", "asarray", "ascontiguousarray", "asanyarray",
    "asfortranarray", "copy", "diag", "diagflat", "ravel", "transpose", "squeeze", "atleast_1d", "atleast_2d",
    "atleast_3d", "unstack", "flip", "vander", "packbits", "unpackbits", "linalg.norm", "linalg.vector_norm",
    "fft.fft", "fft.ifft", "fft.rfft", "fft.irfft", "fft.hfft", "fft.ihfft", "fft.fftshift", "fft.ifftshift",
    "add.reduce", "multiply.reduce", "maximum.reduce", "minimum.reduce", "logical_and.reduce", "logical_or.reduce",
    "add.accumulate", "multiply.accumulate", "maximum.accumulate", "minimum.accumulate",
)  # fmt: skip
_UNIT = ("arcsin", "arccos", "arctanh", "asin", "acos", "atanh")
_BINARY = (
    "arctan2", "atan2", "hypot", "logaddexp", "logaddexp2", "copysign", "nextafter", "true_divide", "divide", "heaviside",
    "add", "subtract", "multiply", "floor_divide", "mod", "remainder", "fmod", "maximum", "minimum", "fmax", "fmin", "power",
    "pow", "float_power", "bitwise_and", "bitwise_or", "bitwise_xor", "gcd", "lcm", "equal",
    "not_equal", "less", "less_equal", "greater", "greater_equal", "logical_and", "logical_or", "logical_xor", "divmod",
    "isclose", "allclose", "array_equal", "array_equiv", "isin", "polyadd", "polysub", "polyval", "convolve", "correlate",
    "append", "dot", "vdot", "inner", "outer", "tensordot|1", "kron", "vecdot", "linalg.outer", "linalg.vecdot",
    "searchsorted", "digitize", "meshgrid", "broadcast_arrays",
    "add.outer", "subtract.outer", "multiply.outer", "divide.outer", "true_divide.outer", "floor_divide.outer", "mod.outer",
    "remainder.outer", "power.outer", "maximum.outer", "minimum.outer", "equal.outer", "not_equal.outer", "less.outer",
    "less_equal.outer", "greater.outer", "greater_equal.outer", "logical_and.outer", "logical_or.outer",
)  # fmt: skip
_SHIFTS = ("left_shift", "right_shift", "bitwise_left_shift", "bitwise_right_shift")
_REDUCTIONS = (
    "sum", "prod", "nansum", "nanprod", "mean", "std", "var", "nanmean", "nanstd", "nanvar", "median", "nanmedian", "max",
    "min", "amax", "amin", "nanmax", "nanmin", "ptp", "argmax", "argmin", "nanargmax", "nanargmin", "count_nonzero", "all",
    "any", "average",
)  # fmt: skip
_QUANTILES = ("quantile", "percentile", "nanquantile", "nanpercentile")
_OF_MATRICES = (
    "tril", "triu", "matrix_transpose", "fliplr", "flipud", "rot90", "diagonal", "trace", "cov", "corrcoef", "linalg.inv", "linalg.det",
    "linalg.slogdet", "linalg.cholesky", "linalg.svdvals", "linalg.eigvalsh", "linalg.norm", "linalg.matrix_norm",
    "linalg.pinv", "linalg.cond", "linalg.diagonal", "linalg.trace", "linalg.matrix_transpose", "linalg.matrix_rank",
    "fft.fft2", "fft.ifft2", "fft.rfft2", "fft.irfft2", "fft.fftn", "fft.ifftn", "fft.rfftn", "fft.irfftn",
    "tril_indices_from", "triu_indices_from", "diag_indices_from", "permute_dims", "lexsort",
)  # fmt: skip
_OF_TWO_MATRICES = (
    "matmul",
    "matvec",
    "vecmat",
    "cross",
    "linalg.matmul",
    "linalg.solve",
    "linalg.cross",
    "linalg.tensordot",
)
_JOINED = ("concatenate", "concat", "stack", "hstack", "vstack", "dstack", "column_stack", "block")
_CASTS = (
    "float16", "float32", "float64", "half", "single", "double", "complex64", "complex128", "csingle", "cdouble", "int8", "int16",
    "int32", "int64", "uint8", "uint16", "uint32", "uint64", "byte", "ubyte", "short", "ushort", "intc", "uintc", "int_", "uint",
    "intp", "uintp", "long", "ulong", "longlong", "ulonglong", "bool", "bool_",
)  # fmt: skip
_METHODS = (
    "all", "any", "argmax", "argmin", "argsort", "conj", "conjugate", "copy", "cumprod", "cumsum", "flatten", "max", "mean",
    "min", "prod", "ravel", "round", "squeeze", "std", "sum", "transpose", "var", "view",
)  # fmt: skip
_CREATION = (
    "zeros(3)", "ones(3)", "empty_like(x) * 0", "full(3, x[0])", "full(3, 7)", "full_like(x, 3)", "full_like(x, y[0])", "eye(3)",
    "identity(3)", "tri(3)", "arange(3)", "arange(0.0, 1.0, 0.25)", "linspace(0, 1, 5)", "linspace(x[1], x[0], 5)",
    "logspace(0, 1, 3)", "geomspace(1, 8, 4)", "indices((2, 2))", "tril_indices(3)", "triu_indices(3)", "diag_indices(3)",
    "hanning(4)", "hamming(4)", "blackman(4)", "bartlett(4)", "kaiser(4, 2.0)", "fft.fftfreq(4)", "fft.rfftfreq(4)",
    "empty(3) * 0", "ndarray(3) * 0", "array([x[0], 1])", "array([x[0], 1.5])", "array([x, y])", "array([x[0], y[1]], dtype=float)",
    "unravel_index(3, (2, 3))", "ix_([0, 1], [2])",
)  # fmt: skip
_SHAPING = (
    "reshape(x, (2, 2))", "swapaxes(m, 0, 1)", "moveaxis(m, 0, 1)", "rollaxis(m, 1)", "expand_dims(x, 0)",
    "broadcast_to(x, (2, 4))", "split(x, 2)", "array_split(x, 3)", "hsplit(x, 2)", "vsplit(m, 3)",
    "dsplit(m.reshape(1, 3, 3), 3)", "tile(x, 2)", "repeat(x, 2)", "roll(x, 1)", "pad(x, 1)", "take(x, np.array([0, 2]))",
    "take_along_axis(x, np.array([0, 2]), 0)", "select([x > y, x < y], [x, y])", "select([x > y], [x], 7)", "insert(x, 1, 5)",
    "delete(x, 1)", "resize(x, 6)", "apply_along_axis(lambda v: v[:2], 1, m)", "lib.stride_tricks.sliding_window_view(x, 2)",
    "fromfunction(lambda i: i * x[0], (3,))", "vectorize(lambda v: v - v)(x)", "vectorize(lambda v: v * v, otypes=[int])(x)", "where(x > y, x, y)", "where(x > y, x, 0)",
    "where(x > y, x, 0.5)", "where(x > y, 1, 0)", "clip(x, 1, 100)", "clip(x, -1, 300)", "clip(x, y[1], y[0])",
    "clip(x, 0.5, 1.5)", "interp(x, np.array([0.0, 4.0]), np.array([1.0, 2.0]))", "interp(0.5, np.arange(4), x)",
    "einsum('i,i->', x, y)", "einsum('ij,jk->ik', m, p)", "linalg.multi_dot([m, p, m])", "linalg.matrix_power(m, 3)",
    "polyfit(x, y, 2)", "ldexp(x, 2)", "linalg.eigh(m)[0]", "linalg.svd(m)[1]", "abs(np.linalg.qr(m)[1])",
    "linalg.tensorsolve(m.reshape(3, 3), x[:3])", "linalg.tensorinv(m, ind=1)", "astype(x, float)", "astype(x, np.uint8)",
    "average(x, weights=y)", "diff(x, prepend=0)", "cov(x, y)", "trapezoid(x, y)", "sum(x, dtype=np.uint8)",
    "mean(x, dtype=np.float32)", "cumsum(x, dtype=np.int32)", "prod(x, dtype=float)",
)  # fmt: skip
_OPERATORS = ("+", "-", "*", "/", "//", "%", "**", "@", "==", "!=", "<", "<=", ">", ">=", "&", "|", "^")
_PYTHON_NUMBERS = ("2", "2.5", "300", "-1", "70000", "True", "(1 + 2j)")
_NUMPY_NUMBERS = (
    "np.uint8(200)",
    "np.int8(-3)",
    "np.int32(70000)",
    "np.int64(3)",
    "np.float32(0.1)",
    "np.float64(0.1)",
)
_OTHERS = (
    "np.arange(4)",
    "np.array([True, False, True, False])",
    "np.ones(4, np.float32)",
    "np.array([7, 8, 9, 250], np.uint8)",
)
_WRITES = (
    "x[0] = 3", "x[0] = 3.7", "x[0] = -1.5", "x[0] = 300.7", "x[1:3] = y[:2]", "x[:] = y * 1.5", "x[0] = y[1] + 0.5", "x += 1",
    "x += 0.5", "x += y", "x -= y", "x *= 2", "x *= 2.5", "x /= 2", "x /= y", "x //= 2", "x %= 3", "x **= 2", "x += np.arange(4)",
    "x += np.ones(4)", "x |= y", "x &= 3", "x <<= 1", "x[x > y] = 0", "x[0] += 1", "x[0] += 0.5", "x[1:3] *= 2.5", "x.fill(7)", "x.fill(1.5)",
    "x.sort()", "x.put([0], 3.7)", "np.copyto(x, y)", "np.copyto(x, y, where=x > y)", "np.place(x, x > y, y)",
    "np.put(x, [0], [1])", "np.putmask(x, x > y, y)", "np.add.at(x, [0, 0], 1)", "np.subtract.at(x, [0, 0], 1)",
    "np.multiply.at(x, [0, 0], 2)", "np.divide.at(x, [0], 2)", "np.maximum.at(x, [0], 2)", "np.minimum.at(x, [0], 2)",
    "np.put_along_axis(x, np.array([0]), 1, 0)", "x.resize(6)",
)  # fmt: skip
_ELSEWHERE = (
    "a = np.zeros(4)",
    "a = np.zeros(4, int)",
    "a = np.zeros(4, np.uint8)",
    "a = np.zeros(4, np.float32)",
    "a = np.zeros(4, bool)",
)
_STORES = ("a[:] = x", "a[0] = x[0]", "a[:] = x * 1.5", "a[1:] += x[1:]", "a += x")
_RANGES = (
    "x.sum(axis=0)",
    "m.mean(axis=1)",
    "np.sum(m, axis=0)",
    "np.prod(m, axis=1)",
    "np.std(m, axis=0)",
    "m.var(axis=0, ddof=1)",
)
_TRUTHS = (
    "np.mean(x > y)", "(x > y).mean()", "np.sum(x > y)", "(x > y).sum()", "np.std(x > y)", "np.mean(x == y, axis=0)",
    "(x > y) * 0.5", "(x > y) / 2", "(x > y) * 1", "np.exp(x > y)", "np.sqrt(x.astype(np.int32))", "np.mean(x.astype(np.uint8))",
    "x.astype(np.uint8) / 255", "x.astype(np.int32) / 7", "x.astype(np.uint8) * 0.1", "x.astype(np.uint8) < 300",
    "x.astype(np.uint8) > -1", "x.astype(np.uint8).sum()", "x.astype(np.uint8).astype(float)", "x.astype(np.uint8) + y.astype(np.int8)",
    "x.astype(np.float32) * np.arange(4)", "x.astype(np.int32) + y.astype(np.float32)", "np.mean(x.astype(np.int32))",
    "np.zeros(4, np.uint8) + x", "np.cumsum(x.astype(np.int32))", "np.dot(x.astype(np.int32), y.astype(np.float32))",
    "x.astype(np.int16) * y.astype(np.float16)", "np.arange(4, dtype=np.int32) / 3", "np.ones(4, np.uint8) * 300.5",
    "np.sin(np.arange(4, dtype=np.int8))", "np.arctan2(x.astype(np.int32), 2)", "np.hypot(x.astype(np.int32), y.astype(np.int32))",
)  # fmt: skip
_MORE_METHODS = (
    "x.T", "x.mT", "x.real", "x.imag", "x.flat[1]", "x.clip(1, 100)", "m.diagonal()", "x.dot(y)", "x.repeat(2)", "x.reshape(2, 2)",
    "np.sort(x).searchsorted(y)", "m.swapaxes(0, 1)", "x.take([0, 2])", "m.trace()", "m.mT", "x.astype(int)", "x.astype(float)",
    "x.astype(bool)", "x.astype(np.uint8)", "x.astype(np.int8)", "x.astype(np.int16)", "x.astype(np.int32)", "x.astype(np.uint32)",
    "x.astype(np.float32)", "x.astype(np.float16)", "x.astype('uint8')", "(x * 100.0).astype(np.uint8)", "(x * 300.0).astype(np.int8)",
    "(-x).astype(np.uint8)", "np.asarray(x, dtype=np.uint8)", "np.asarray(x * 100.0, np.int8)", "np.array(x, dtype=np.int16)",
    "x.sum(dtype=float)", "np.histogram(x.real, 3)", "np.bincount(np.arange(4), minlength=4)[:4]", "np.r_[x, y]", "np.c_[x, y]",
    "np.mgrid[0:3, 0:2]", "np.mgrid[0:1:3j]", "np.ogrid[0:3]",
)  # fmt: skip


def _cases():
    """Title and body of every case."""
    for each in _UNARY:
        yield f"np.{each}", f"np.{each}({'m' if each == 'unstack' else 'x'})"
    for each in _UNIT:
        yield f"np.{each}", f"np.{each}(x * 0)"
    for each in _BINARY:
        name, _, last = each.partition("|")
        first = "np.sort(x)" if name in ("searchsorted",) else "x"
        second = "np.sort(y)" if name in ("digitize",) else "y"
        yield f"np.{name}", f"np.{name}({first}, {second}{', ' + last if last else ''})"
    for each in _SHIFTS:
        yield f"np.{each}", f"np.{each}(x, 1)"
    for each in _REDUCTIONS:
        yield f"np.{each}", f"np.{each}(x)"
        if each not in ("average", "nanmedian"):
            yield f"np.{each}, axis", f"np.{each}(m, axis=0)"
    for each in _QUANTILES:
        yield f"np.{each}", f"np.{each}(x, 0.4)"
    for each in _OF_MATRICES:
        yield f"np.{each}", f"np.{each}(m)"
    for each in _OF_TWO_MATRICES:
        given = {"matvec": "m, x[:3]", "vecmat": "x[:3], m"}.get(each, "m, p")
        yield f"np.{each}", f"np.{each}({given})"
    for each in _JOINED:
        yield f"np.{each}", f"np.{each}([x, y])"
        yield f"np.{each} of two dtypes", f"np.{each}([x, np.arange(4)])"
    for each in _CASTS:
        yield f"np.{each}", f"np.{each}(x)"
    for each in _METHODS:
        yield f"x.{each}", f"x.{each}()"
    for group in (_CREATION, _SHAPING):
        for each in group:
            yield f"np.{each}", f"np.{each}"
    for each in (*_RANGES, *_TRUTHS, *_MORE_METHODS):
        yield each, each
    for operator in _OPERATORS:
        yield f"x {operator} y", f"x {operator} y"
        if operator == "@":
            continue
        for other in (*_PYTHON_NUMBERS, *_NUMPY_NUMBERS, *_OTHERS):
            yield f"x {operator} {other}", f"x {operator} {other}"
            yield f"{other} {operator} x", f"{other} {operator} x"
        yield f"x[0] {operator} 300", f"x[0] {operator} 300"
        yield f"x {operator} y[0]", f"x {operator} y[0]"
    for operator in ("-", "~", "+", "abs"):
        yield f"{operator} x", f"{operator}(x)"
    for each in _WRITES:
        yield each, f"x = x.copy()\n{each}\nreturn x"
    for each in _ELSEWHERE:
        for store in _STORES:
            yield f"{each}; {store}", f"{each}\n{store}\nreturn a"
    yield "np.fill_diagonal", "m = m.copy()\nnp.fill_diagonal(m, 7)\nreturn m"


CASES = dict(_cases())


def program(title: str) -> str:
    """A file with the case as a function."""
    body = CASES[title]
    lines = body.split("\n") if "return " in body else [f"return {body}"]
    text = "\n".join(f"    {line}" for line in lines)
    return f"import numpy as np\n\n\ndef case(x, y, m, p):  # hybridc: graph\n{text}\n"


def arguments(dtype: str) -> list[np.ndarray]:
    """`x`, `y`, `m` and `p` of a dtype: small numbers beside such as are near its limits."""
    kind = np.dtype(dtype)
    if kind.kind == "b":
        vectors = [True, False, True, True], [True, True, False, True]
        matrices = [[1, 0, 0], [1, 1, 0], [0, 1, 1]], [[1, 1, 1], [0, 1, 0], [1, 0, 0]]
    elif kind.kind in "iu":
        top = min(int(np.iinfo(kind).max), 70_000)
        vectors = [top - 55, 3, top // 2, 7], [2, 100, top // 2 - 1, 5]
        matrices = [[5, 1, 2], [1, 7, 3], [2, 3, 11]], [[90, 2, 1], [3, 80, 2], [1, 4, 70]]
    else:
        turned = 1j if kind.kind == "c" else 0
        vectors = [2.3 + turned, 0.3, 1.7, 1.1], [0.7, 1.4 + 2 * turned, 0.2 - turned, 2.1]
        matrices = (
            [[5.1, 1.2, 2.3], [1.2, 7.1, 3.4], [2.3, 3.4, 11.2]],
            [[9.3, 2.1 + turned, 1.4], [3.2, 8.1, 2.3], [1.5, 4.1, 7.2]],
        )
    return [np.array(each, kind) for each in (*vectors, *matrices)]
