"""MXNet's names and what they mean in JAX and in the runtime."""

from collections.abc import Iterator
from importlib import import_module

from hybridc.dialects.table import Dialect, Models

_TABLES = (
    "layers", "names", "creation", "elementwise", "reductions", "shaping", "indexing", "neural", "methods",
    "host_methods", "numpy_functions", "numpy_extension", "numpy_methods", "training",
)  # fmt: skip
MODELS = Models(
    entries=frozenset({"forward"}),
    namespaces={"hybrid_forward": ("forward", "mxnet.nd")},
    parameter_makers=frozenset({"get", "get_constant", "Parameter", "Constant"}),
    imports={
        "nn": "from hybridc.runtime.gluon import nn",
        "rnn": "from hybridc.runtime.gluon import rnn",
        "loss": "from hybridc.runtime.gluon import loss",
        "init": "from hybridc.runtime.gluon import init",
        "contrib": "from hybridc.runtime.gluon import contrib",
        "model_store": "from hybridc.runtime.gluon import model_store",
        "ops": "from hybridc.runtime.gluon import ops",
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
    },
    homonyms=frozenset(["reshape", "max", "min", "sum", "mean", "prod", "argmax", "argmin", "argsort", "sort", "flatten", "squeeze", "dtype", "clip", "take", "round"]),
    registering=frozenset(),
)  # fmt: skip


def _tables() -> Iterator[str]:
    return (import_module(f"hybridc.dialects.mxnet.{name}").LINES for name in _TABLES)


MXNET = Dialect("mxnet", ("mxnet",), _tables, arrays="NDArray", models=MODELS)
