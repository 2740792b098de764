"""Lines of the NumPy tables as calls: arguments for each, what NumPy gives, and what the right side gives."""

import ast
from fnmatch import fnmatchcase

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from hybridc.dialects.numpy import NUMPY
from hybridc.runtime import numpy_like

jax.config.update("jax_enable_x64", True)

_rng = np.random.default_rng(0)
F1 = np.array([0.5, -1.25, 2.0, 0.75])
F2 = _rng.uniform(0.1, 0.9, size=(3, 4))
F2B = _rng.uniform(0.1, 0.9, size=(3, 4))
SQUARE = _rng.uniform(0.1, 0.9, size=(3, 3)) + 3 * np.eye(3)
SYMMETRIC = SQUARE @ SQUARE.T
SKEWED = SYMMETRIC + np.triu(np.full_like(SYMMETRIC, 0.1), 1)  # of which one triangle is read
I1 = np.array([3, 1, 2, 5])
I2 = np.array([[1, 2, 3], [4, 5, 6]])
B1 = np.array([True, False, True, True])
C1 = np.array([1 + 2j, 3 - 1j, 0.5j])
UNARY = [(F1,), (F2,), (I1,), (0.25,), (np.array(0.5),), (F1.astype(np.float32),)]
UNIT = [(np.array([0.1, 0.5, 0.9]),), (0.25,), (F2,)]
ABOVE = [(np.array([1.5, 2.0, 3.0]),), (2.5,), (I1,)]
BINARY = [(F1, F1[::-1]), (F2, F2[0]), (I1, I1[::-1]), (F1, 2.0), (I1, F1), (2, F1)]
INTEGERS = [(I1, I1[::-1]), (I1, 2), (np.int32(6), np.int32(4))]
REDUCED = [
    ((F2, 0, float), {}),
    ((F2,), {}),
    ((F2,), {"axis": 0}),
    ((F2,), {"axis": -1}),
    ((F2, 1), {}),
    ((I2,), {}),
    ((F1,), {}),
]
MATRIX = [(SQUARE,), (SYMMETRIC,)]

# Positional arguments (and keywords) for each name; names not listed go by their facts.
CASES = {
    **dict.fromkeys(["arcsin", "arccos", "arctanh", "asin", "acos", "atanh"], UNIT),
    **dict.fromkeys(["arccosh", "acosh"], ABOVE),
    **dict.fromkeys(["sqrt", "log", "log2", "log10", "log1p", "cbrt", "i0", "sinc"], UNIT + ABOVE),
    **dict.fromkeys(["bitwise_and", "bitwise_or", "bitwise_xor", "gcd", "lcm", "left_shift", "right_shift", "bitwise_left_shift", "bitwise_right_shift"], INTEGERS),
    **dict.fromkeys(["bitwise_not", "invert", "bitwise_invert", "bitwise_count"], [(I1,), (I2,)]),
    **dict.fromkeys(["power", "pow"], [(np.abs(F1), F1), (I1, 2), (F1, 3), (I1, I1)]),
    "float_power": [(np.abs(F1), F1), (I1, 2)],
    "ldexp": [(F1, I1)],
    "nextafter": [(F1, F1[::-1])],
    "logaddexp2": [(F1, F1[::-1])],
    **dict.fromkeys(["angle", "real", "imag", "conj", "conjugate"], [(F1,), (C1,)]),
    "nan_to_num": [(np.array([1.0, np.nan, np.inf, -np.inf]),), ((F1,), {"nan": 1.0})],
    "unwrap": [(np.array([0.0, 3.0, 7.0, 1.0]),)],
    "clip": [(F1, -0.5, 0.6), (I1, 2, 3), (F2, None, 0.5)],
    "where": [(F1 > 0, F1, 0.0), (B1, I1, F1), (F2 > 0.5, F2, F2B)],
    **dict.fromkeys(["round", "around"], [(F1,), (F2, 1), ((F2,), {"decimals": 2}), ((F2 * 50,), {"decimals": -1}), (np.array([0.5, 1.5, 2.5]),)]),
    **dict.fromkeys(["isreal", "iscomplex"], [(F1,), (C1,)]),
    "isclose": [(F1, F1 + 1e-9), ((F1, F1 + 0.1), {"atol": 0.2})],
    **dict.fromkeys(["median", "nanmedian", "average"], [((F2,), {}), ((F2,), {"axis": 0}), ((F1,), {})]),
    **dict.fromkeys(["allclose", "array_equal", "array_equiv"], [(F1, F1.copy()), (F1, F1 + 1)]),
    **dict.fromkeys(["cumsum", "cumprod", "nancumsum", "nancumprod"], [((F2,), {}), ((F2,), {"axis": 1}), ((I1,), {})]),
    **dict.fromkeys(["cumulative_sum", "cumulative_prod"], [((F1,), {}), ((F2,), {"axis": 0})]),
    **dict.fromkeys([f"{n}.reduce" for n in ("add", "multiply", "maximum", "minimum")], [((F2,), {}), ((F2,), {"axis": None}), ((F2, 1), {"keepdims": True}), ((F2,), {"keepdims": True}), ((I1,), {})]),
    **dict.fromkeys([f"{n}.reduce" for n in ("logical_and", "logical_or")], [((F2 > 0.5,), {}), ((F2, 1), {}), ((F2,), {"keepdims": True}), ((I1,), {"axis": None})]),
    **dict.fromkeys([f"{n}.accumulate" for n in ("add", "multiply", "maximum", "minimum")], [((F2,), {}), ((F2, 1), {}), ((I1,), {}), ((np.array([1.0, np.nan, 2.0]),), {})]),
    **dict.fromkeys([f"{n}.outer" for n in ("add", "subtract", "multiply", "divide", "true_divide", "floor_divide", "mod", "remainder", "maximum", "minimum", "equal", "not_equal", "less", "less_equal", "greater", "greater_equal", "logical_and", "logical_or")], [(F1, F2), (F2, I1), (I1, I1 + 1), (F1, 2.0)]),
    "power.outer": [(np.abs(F1), F2), (F2, I1), (F1, 2.0)],
    **dict.fromkeys(["quantile", "percentile", "nanquantile", "nanpercentile"], [((F2, 0.25), {}), ((F2, 0.5), {"axis": 0}), ((F2, 0.5), {"method": "linear"}), ((I2, 0.3), {"method": "hazen"})]),
    "sort": [((F2,), {}), ((F2,), {"axis": 0}), ((I1,), {"kind": "stable"})],
    "argsort": [((F2,), {}), ((I1,), {}), ((np.repeat(I1, 2),), {"kind": "stable"})],
    "lexsort": [((np.stack([I1, I1[::-1]]),), {})],
    "sort_complex": [(C1,)],
    "searchsorted": [((np.sort(F1), 0.6), {}), ((np.sort(F1), F1), {"side": "right"})],
    "histogram": [((F1,), {}), ((I1, 3), {}), ((F2, 4, (0.0, 1.0)), {"density": True}), ((F1, 3), {"weights": I1})],
    "bincount": [((I1,), {"minlength": 6}), ((I1, F1, 6), {})],
    "digitize": [(F1, np.array([-1.0, 0.0, 1.0]))],
    **dict.fromkeys(["diff"], [((F1,), {}), ((F2,), {"axis": 0}), ((F1, 2), {})]),
    "ediff1d": [(F1,)],
    "gradient": [(F1,), (F2,), (F1, 0.5)],
    "trapezoid": [((F1,), {}), ((F1, np.array([0.0, 1.0, 3.0, 4.0])), {}), ((F2,), {"dx": 0.5})],
    **dict.fromkeys(["convolve", "correlate"], [((F1, F1[:2]), {}), ((F1, F1[:2], "same"), {}), ((F1, F1[:3]), {"mode": "valid"})]),
    "interp": [(0.3, np.array([0.0, 1.0, 2.0]), np.array([1.0, 3.0, 2.0])), (F1, np.array([0.0, 1.0]), np.array([1.0, 3.0]))],
    "cov": [((F2,), {}), ((F2,), {"rowvar": False})],
    "corrcoef": [((F2,), {})],
    "isin": [(I1, np.array([1, 5]))],
    "polyval": [(F1, 0.5), (F1, F2)],
    **dict.fromkeys(["polyadd", "polysub"], [(F1, F1[:2])]),
    "polyder": [(F1,)],
    **dict.fromkeys(["zeros", "ones"], [((3,), {}), (((2, 3),), {}), ((3, int), {}), ((3,), {"dtype": np.float32})]),
    **dict.fromkeys(["empty", "ndarray"]),  # hold anything in NumPy
    "empty_like": None,
    "full": [((3, 1.5), {}), (((2, 3), 2), {}), ((3, 1), {"dtype": float})],
    "full_like": [(F2, 1.5), (I1, 2), (I1, 1.5, float)],
    **dict.fromkeys(["zeros_like", "ones_like"], [(F2,), (I1,), (I1, float), (F2, np.int64)]),
    "arange": [((5,), {}), ((1, 7), {}), ((1.0, 2.0, 0.25), {}), ((5,), {"dtype": float})],
    **dict.fromkeys(["linspace"], [((0.0, 1.0), {}), ((0.0, 1.0, 5), {}), ((0, 3), {"num": 4, "endpoint": False})]),
    **dict.fromkeys(["logspace"], [((0.0, 1.0, 5), {})]),
    **dict.fromkeys(["geomspace"], [((1.0, 8.0, 4), {})]),
    "eye": [((3,), {}), ((3, 4), {"k": 1}), ((2,), {"dtype": int})],
    "identity": [((3,), {})],
    "tri": [((3,), {}), ((3, 4), {"k": 1})],
    "vander": [((F1,), {}), ((F1, 3), {"increasing": True})],
    **dict.fromkeys(["array", "asarray"], [((F1,), {}), ((F1,), {"copy": True}), ((F1,), {"copy": False}), (([1, 2, 3],), {}), (([[1.5, 2], [3, 4]],), {}), ((I1,), {"dtype": float})]),
    **dict.fromkeys(["ascontiguousarray", "asanyarray", "asfortranarray", "copy"], [((F2,), {})]),
    "meshgrid": [((F1, I1), {}), ((F1, I1), {"indexing": "ij"})],
    "indices": [(((2, 3),), {})],
    "diag": [((F1,), {}), ((SQUARE,), {}), ((SQUARE, 1), {})],
    "diagflat": [((F1,), {})],
    **dict.fromkeys(["tril", "triu"], [((SQUARE,), {}), ((SQUARE, 1), {})]),
    **dict.fromkeys(["tril_indices", "triu_indices"], [((3,), {}), ((3,), {"k": 1})]),
    **dict.fromkeys(["tril_indices_from", "triu_indices_from", "diag_indices_from"], [((SQUARE,), {})]),
    "diag_indices": [((3,), {})],
    **dict.fromkeys(["hanning", "hamming", "blackman", "bartlett"], [((5,), {})]),
    "kaiser": [((5, 2.0), {})],
    "reshape": [((F2, (4, 3)), {}), ((F2, -1), {}), ((F2,), {"shape": (2, 6)}), ((F2, (4, 3), "F"), {})],
    "transpose": [((F2,), {}), ((F2, (1, 0)), {})],
    "permute_dims": [((F2, (1, 0)), {})],
    "swapaxes": [((F2, 0, 1), {})],
    "moveaxis": [((F2, 0, -1), {})],
    "rollaxis": [((F2, 1), {})],
    "squeeze": [((F2[:1],), {}), ((F2[:1],), {"axis": 0})],
    "expand_dims": [((F1, 0), {}), ((F2,), {"axis": -1})],
    "broadcast_to": [((F1, (3, 4)), {})],
    "broadcast_arrays": [((F1, F2), {})],
    **dict.fromkeys(["atleast_1d", "atleast_2d", "atleast_3d"], [((F1,), {}), ((F1, F2), {})]),
    **dict.fromkeys(["concatenate", "concat"], [(([F2, F2B],), {}), (([F2, F2B], 1), {}), (([F1, I1],), {"axis": 0})]),
    "stack": [(([F1, I1],), {}), (([F2, F2B],), {"axis": -1})],
    **dict.fromkeys(["hstack", "vstack", "dstack", "column_stack"], [(([F1, F1],), {}), (([F2, F2B],), {})]),
    "block": [(([[F2, F2B]],), {})],
    **dict.fromkeys(["split", "array_split"], [((F1, 2), {}), ((F2, 2), {"axis": 1}), ((F1, [1, 3]), {})]),
    "hsplit": [((F2, 2), {})],
    "vsplit": [((F2, 3), {})],
    "dsplit": [((np.ones((2, 2, 4)), 2), {})],
    "tile": [((F1, 2), {}), ((F2, (2, 1)), {})],
    "repeat": [((F1, 2), {}), ((F2, 2), {"axis": 1})],
    "roll": [((F1, 1), {}), ((F2, -1), {"axis": 0}), ((F2, (1, 1), (0, 1)), {})],
    **dict.fromkeys(["matrix_transpose", "fliplr", "flipud", "diagonal", "trace", "unstack"], [((F2,), {})]),
    "rot90": [((F2,), {}), ((F2, 2), {})],
    "pad": [((F1, 1), {}), ((F2, ((1, 0), (0, 2))), {}), ((F1, 2, "edge"), {}), ((F1, 1), {"constant_values": 3.0})],
    "take": [((F1, [0, 2]), {}), ((F1, -1), {}), ((F2, np.array([1, 0])), {"axis": 0}), *(((a, i), {"mode": mode} | axis) for a, i, axis in ((F1, [0, 7, -9], {}), (F2, np.array([[3, -1], [0, 9]]), {"axis": 1}), (F1, 8, {})) for mode in ("clip", "wrap")), ((F1, [0, -1]), {"mode": "raise"})],
    "take_along_axis": [((F2, np.argsort(F2, axis=1), 1), {})],
    "select": [(([F1 > 1, F1 > 0], [F1, -F1]), {})],
    "insert": [((F1, 1, 9.0), {})],
    "delete": [((F1, 1), {})],
    **dict.fromkeys(["apply_along_axis", "vectorize", "fromfunction"]),  # take a function
    "lib.stride_tricks.sliding_window_view": [((F1, 3), {}), ((F2, (2, 3)), {}), ((F2, 2), {"axis": 1}), ((F2, 2, -2), {}), ((F2, (2, 2)), {"axis": (1, 1)})],
    "unravel_index": [((5, (2, 3)), {})],
    "ix_": [((I1 - 1, np.array([0, 2])), {})],
    "astype": [((F1, int), {}), ((I1, float), {})],
    "append": [((F1, I1), {}), ((F2, F2B), {"axis": 0}), ((F1, 2.0), {})],
    "resize": [((F2, (2, 3)), {}), ((F1, 7), {})],
    "packbits": [((B1,), {}), ((I2,), {"axis": 1})],
    "unpackbits": [((I1.astype(np.uint8),), {})],
    "poly": [((F1,), {}), ((I1,), {})],
    "polyint": [((F1,), {}), ((I1, 2), {})],
    "polyfit": [((F1, F1**2, 2), {})],
    "histogram_bin_edges": [((F1,), {}), ((F2,), {"bins": 4})],
    "einsum": [(("ij,ij->i", F2, F2B), {}), (("ij->ji", F2), {}), (("ij,kj->ik", F2, F2B), {"optimize": True})],
    "cross": [((F2[:, :3], F2B[:, :3]), {})],
    "vdot": [((F1, F1),{}), ((C1, C1), {})],
    **dict.fromkeys(["dot", "inner", "vecdot"], [((F1, F1[::-1]), {}), ((F2, F1), {})]),
    "outer": [((F1, I1), {})],
    "matmul": [((SQUARE, SYMMETRIC), {}), ((F2, F1), {})],
    "matvec": [((F2, F1), {})],
    "vecmat": [((F1[:3], F2), {})],
    "tensordot": [((F2, F2B), {}), ((F2, F2B.T, 1), {})],
    "kron": [((F1, F1[:2]), {})],
    "frexp": [((F1,), {})],
    "divmod": [((F1, 0.3), {}), ((I1, 2), {})],
    "linalg.outer": [((F1, F1), {})],
    "linalg.matrix_power": [((SQUARE, 3), {}), ((SQUARE, -1), {})],
    "linalg.solve": [((SQUARE, F2[:, 0]), {}), ((SQUARE, F2), {})],
    "linalg.norm": [((F1,), {}), ((F2,), {"axis": 1}), ((F2, 1), {}), ((F2, "fro"), {}), ((F1, np.inf), {})],
    "linalg.vector_norm": [((F1,), {}), ((F2,), {"axis": 1})],
    "linalg.matrix_norm": [((F2,), {})],
    "linalg.multi_dot": [(([F2, F2.T, F2],), {})],
    "linalg.tensorsolve": [((np.eye(6).reshape(2, 3, 2, 3) * 2, I2 * 1.0), {})],
    "linalg.tensorinv": [((np.eye(6).reshape(2, 3, 2, 3) * 2,), {"ind": 2})],
    "linalg.cross": [((F2[:, :3], F2B[:, :3]), {})],
    "linalg.cholesky": [((SKEWED,), {}), ((SKEWED,), {"upper": True}), ((SKEWED + 0.1j * np.triu(SKEWED, 1),), {"upper": True})],
    "linalg.eigvalsh": [((SKEWED,), {}), ((SKEWED,), {"UPLO": "U"})],
    "linalg.matmul": [((SQUARE, SYMMETRIC), {})],
    "linalg.vecdot": [((F1, F1), {})],
    "linalg.tensordot": [((F2, F2B), {})],
    **dict.fromkeys([f"linalg.{n}" for n in ["det", "slogdet", "inv", "cond", "matrix_rank", "pinv", "svdvals", "trace", "diagonal", "matrix_transpose"]], [((SYMMETRIC,), {})]),
    **dict.fromkeys([f"linalg.{n}" for n in ("eigh", "svd", "qr")], None),  # vectors are free in sign: tested below
    **dict.fromkeys([f"fft.{n}" for n in ["fft", "ifft", "rfft"]], [((F1,), {}), ((F2,), {"axis": 0}), ((F1, 3), {}), ((F1,), {"norm": "ortho"})]),
    **dict.fromkeys([f"fft.{n}" for n in ["irfft", "hfft"]], [((C1,), {}), ((C1, 4), {})]),
    "fft.ihfft": [((F1,), {})],
    **dict.fromkeys([f"fft.{n}" for n in ["fft2", "ifft2", "rfft2", "fftn", "ifftn", "rfftn"]], [((F2,), {})]),
    **dict.fromkeys([f"fft.{n}" for n in ["irfft2", "irfftn"]], [((F2 + 1j * F2B,), {})]),
    **dict.fromkeys([f"fft.{n}" for n in ["fftshift", "ifftshift"]], [((F1,), {}), ((F2,), {"axes": 0})]),
    **dict.fromkeys([f"fft.{n}" for n in ["fftfreq", "rfftfreq"]], [((6,), {}), ((5, 0.5), {})]),
}  # fmt: skip
FREE_VECTORS = {
    "empty",
    "empty_like",
    "ndarray",
    "apply_along_axis",
    "fromfunction",
    "vectorize",
    "linalg.eigh",
    "linalg.svd",
    "linalg.qr",
}


def entries():
    """The lines for functions that convert."""
    for name in NUMPY.names:
        if name.startswith("numpy.") and not name.startswith("numpy.random"):
            for entry in NUMPY.lookup(name):
                if entry.target is not None and entry.parameters is not None and not entry.writes:
                    yield entry


def cases(entry):
    """Positional arguments, keywords, and the parameters that the positional ones go to."""
    short = entry.name.removeprefix("numpy.")
    if short in CASES:
        chosen = CASES[short]
    elif entry.is_static:
        return []
    elif entry.shape == "reduce" or entry.name.startswith("numpy.nan"):
        chosen = REDUCED
    elif "dtype=jnp." in (entry.target or ""):
        chosen = [(I1,)] if "jnp.u" in entry.target else [(F1 if entry.dtype != "bool" else B1,), (I1,)]
    else:
        chosen = BINARY if len([p for p in entry.parameters if p.default is None]) > 1 else UNARY
    found = []
    for case in chosen or []:
        arguments, keywords = case if len(case) == 2 and isinstance(case[1], dict) else (case, {})
        bound = entry.bind(len(arguments), keywords)
        is_of_several = any(p.variadic for p in entry.parameters) and entry != NUMPY.lookup(entry.name)[0]
        if is_of_several and len(arguments) == 1:
            continue  # the line before is for one
        if bound is not None and (entry.only is None or fnmatchcase(str(keywords.get(entry.only[0])), entry.only[1])):
            found.append((arguments, keywords, bound[0]))
    return found


def as_jax(entry, arguments, keywords, places):
    """The value of the line's right side for a call, as the pass would write it."""
    names = {"jnp": jnp, "jax": jax, "lax": lax, "numpy_like": numpy_like}
    if entry.passes_on:
        return eval(entry.target, names)(*arguments, **keywords)
    given = dict(zip(places, arguments, strict=True)) | keywords
    given |= {
        p.name: tuple(a for place, a in zip(places, arguments, strict=True) if place == p.name)
        for p in entry.parameters
        if p.variadic
    }
    tree = ast.parse(entry.target, mode="eval")
    parameters = {p.name for p in entry.parameters}
    for call in [n for n in ast.walk(tree) if isinstance(n, ast.Call)]:
        call.args = [a for a in call.args if not (isinstance(a, ast.Name) and a.id in parameters - given.keys())]
        call.keywords = [
            k for k in call.keywords if not (isinstance(k.value, ast.Name) and k.value.id in parameters - given.keys())
        ]
    return eval(compile(tree, "line", "eval"), names | given)


def as_numpy(entry, arguments, keywords):
    function = np
    for part in entry.name.split(".")[1:]:
        function = getattr(function, part)
    return function(*arguments, **keywords)


def on_jax(value):
    return jnp.asarray(value) if isinstance(value, np.ndarray) else value
