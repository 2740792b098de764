"""MXNet's names and what they mean in JAX and in the runtime.

Its arrays are those of `mxnet.nd`, and in files that use `mxnet.np`, or say so, NumPy's: their methods, operators and
indices differ.
"""

from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module

from hybridc.dialects.mxnet.layers import REGISTERED
from hybridc.dialects.notation import Models
from hybridc.dialects.table import Dialect

_TABLES = (
    "layers", "names", "devices", "creation", "elementwise", "reductions", "shaping", "indexing", "neural", "methods",
    "host_methods", "members", "numpy_functions", "numpy_extension", "numpy_methods", "training",
    "symbols",
)  # fmt: skip
MODELS = Models(
    entries=frozenset({"forward"}),
    namespaces={"hybrid_forward": ("forward", "mxnet.nd")},
    parameter_makers=frozenset({"get", "get_constant", "Parameter", "Constant"}),
    function_takers={"HybridLambda": "mxnet.nd"},
    usual_namespace=("F", "mxnet.nd"),
    adding=frozenset({"add"}),
    float_makers=frozenset({"params.get"}),
    registered=REGISTERED,
    imports={
        "nn": "from hybridc.runtime.gluon import nn",
        "rnn": "from hybridc.runtime.gluon import rnn",
        "loss": "from hybridc.runtime.gluon import loss",
        "init": "from hybridc.runtime.gluon import init",
        "contrib": "from hybridc.runtime.gluon import contrib",
        "model_store": "from hybridc.runtime.gluon import model_store",
        "ops": "from hybridc.runtime.gluon import ops",
        "autograd": "from hybridc.runtime.gluon import autograd",
        "sym": "from hybridc.runtime.gluon import sym",
        "np": "import numpy as np",
    },
    hints=frozenset({"NDArray", "Symbol", "ndarray"}),
    casts=frozenset({"astype"}),
    shared=frozenset({"cast"}),
    keywords=frozenset({"num_outputs", "exclude", "ret_typ", "is_ascend"}),
    usual={"mx": "mxnet", "nd": "mxnet.nd", "gluon": "mxnet.gluon", "nn": "mxnet.gluon.nn", "autograd": "mxnet.autograd"},
    places={
        "mxnet.gluon.nn.": "mxnet.gluon.nn.", "mxnet.gluon.rnn.": "mxnet.gluon.rnn.",
        "mxnet.gluon.contrib.nn.": "mxnet.gluon.contrib.nn.", "mxnet.gluon.contrib.rnn.": "mxnet.gluon.contrib.rnn.",
        "mxnet.gluon.data.vision.": "mxnet.gluon.data.vision.", "mxnet.gluon.data.": "mxnet.gluon.data.",
    },
    homonyms=frozenset(["reshape", "max", "min", "sum", "mean", "prod", "argmax", "argmin", "argsort", "sort", "flatten", "squeeze", "dtype", "clip", "take", "round"]),
    absent_operators=frozenset({"@", "**"}),
    registering=frozenset(),
    prefix="gluon",
    derivative=frozenset({"backward"}),
    binding=frozenset({"bind", "simple_bind", "eval"}),
    modules={
        "mxnet.nd.np.": "mxnet.np.", "mxnet.nd.npx.": "mxnet.npx.", "mxnet.ndarray.np.": "mxnet.np.",
        "mxnet.ndarray.npx.": "mxnet.npx.", "mxnet.sym.np.": "mxnet.np.", "mxnet.sym.npx.": "mxnet.npx.",
        "mxnet.numpy.": "mxnet.np.", "mxnet.numpy_extension.": "mxnet.npx.",
    },
)  # fmt: skip


def _tables() -> Iterator[str]:
    return (import_module(f"hybridc.dialects.mxnet.{name}").LINES for name in _TABLES)


def _numpy_tables() -> Iterator[str]:
    yield import_module("hybridc.dialects.mxnet.numpy_names").LINES
    yield from _tables()


# Files that work in NumPy's way say so, or name its functions; those that ask which way it is work in both.
_NUMPYS_HOMONYMS = frozenset({"max", "min", "std", "var", "take", "clip", "cumsum"})
_NUMPYS_MODELS = replace(MODELS, homonyms=_NUMPYS_HOMONYMS, absent_operators=frozenset({"**"}))
_IN_NUMPYS_WAY = Dialect("mxnet", ("mxnet",), _numpy_tables, arrays="ndarray", models=_NUMPYS_MODELS)
_SAYING = ("npx.set_np", "util.set_np", "use_np", "util.use_np", "util.use_np_array", "np", "numpy")
_ASKING = ("is_np_array", "util.is_np_array")
_NAMING = ("nd.np", "nd.npx", "ndarray.np", "ndarray.npx", "npx", "numpy_extension")
_WAYS: dict[str, Dialect | None] = {
    **{f"mxnet.{name}": _IN_NUMPYS_WAY for name in _SAYING},
    **{f"mxnet.{name}": None for name in _ASKING},
    **{f"mxnet.{name}": _IN_NUMPYS_WAY for name in _NAMING},
}
MXNET = Dialect("mxnet", ("mxnet",), _tables, arrays="NDArray", models=MODELS, ways=_WAYS)
