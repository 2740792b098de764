"""MXNet's names and what they mean in JAX and in the runtime.

Its arrays are those of `mxnet.nd`, and in files that use `mxnet.np`, or say so, NumPy's: their methods, operators and
indices differ.
"""

from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module

from hybridc.dialects.table import Dialect, Models

_TABLES = (
    "layers", "names", "creation", "elementwise", "reductions", "shaping", "indexing", "neural", "methods",
    "host_methods", "numpy_functions", "numpy_extension", "numpy_methods", "training",
)  # fmt: skip
MODELS = Models(
    entries=frozenset({"forward"}),
    prefix="gluon",
    namespaces={"hybrid_forward": ("forward", "mxnet.nd")},
    parameter_makers=frozenset({"get", "get_constant", "Parameter", "Constant"}),
    imports={
        "nn": "from hybridc.runtime.gluon import nn",
        "rnn": "from hybridc.runtime.gluon import rnn",
        "loss": "from hybridc.runtime.gluon import loss",
        "init": "from hybridc.runtime.gluon import init",
        "contrib": "from hybridc.runtime.gluon import contrib",
        "ops": "from hybridc.runtime.gluon import ops",
        "np": "import numpy as np",
    },
    hints=frozenset({"NDArray", "Symbol", "ndarray"}),
    casts=frozenset({"astype"}),
    shared=frozenset({"cast"}),
    keywords=frozenset({"num_outputs", "exclude", "ret_typ", "is_ascend"}),
    usual={"mx": "mxnet", "nd": "mxnet.nd", "gluon": "mxnet.gluon", "nn": "mxnet.gluon.nn", "autograd": "mxnet.autograd"},
    places={"mxnet.gluon.nn.": "mxnet.gluon.nn.", "mxnet.gluon.rnn.": "mxnet.gluon.rnn."},
    homonyms=frozenset(["reshape", "max", "min", "sum", "mean", "prod", "argmax", "argmin", "argsort", "sort", "flatten", "squeeze", "dtype", "clip", "take", "round"]),
    registering=frozenset(),
)  # fmt: skip


NUMPY_MODELS = replace(
    MODELS,
    namespaces={"hybrid_forward": ("forward", "mxnet")},  # `F.np.dot`, `F.npx.relu`
    homonyms=frozenset({"max", "min", "std", "var", "take", "clip", "cumsum"}),
)
_WAY = """
    mxnet.is_np_array()      -> {0} : static
    mxnet.util.is_np_array() -> {0} : static
"""


def _tables() -> Iterator[str]:
    return (import_module(f"hybridc.dialects.mxnet.{name}").LINES for name in _TABLES)


def _legacy() -> Iterator[str]:
    yield from _tables()
    yield _WAY.format(False)


def _numpy() -> Iterator[str]:
    yield from _tables()
    yield _WAY.format(True)


IN_NUMPYS_WAY = Dialect("mxnet", ("mxnet",), _numpy, arrays="ndarray", models=NUMPY_MODELS)
_WORDS = ("np", "npx", "numpy", "numpy_extension", "use_np", "util.use_np", "util.set_np")
_WAYS = {f"mxnet.{word}": IN_NUMPYS_WAY for word in _WORDS}
MXNET = Dialect("mxnet", ("mxnet",), _legacy, arrays="NDArray", models=MODELS, ways=_WAYS)
