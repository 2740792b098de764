"""Paddle's names and what they mean in JAX and in the runtime."""

from collections.abc import Iterator
from importlib import import_module

from hybridc.dialects.notation import Models
from hybridc.dialects.table import Dialect

_TABLES = (
    "layers", "names", "devices", "creation", "elementwise", "reductions", "shaping", "functional", "random", "methods",
    "method_attributes", "in_place_methods", "host_methods", "training", "synonyms", "searching", "fourier",
    "linear_algebra", "reparametrization",
)  # fmt: skip
MODELS = Models(
    entries=frozenset({"forward"}),
    prefix="paddle",
    imports={
        "nn": "from hybridc.runtime.paddle import nn",
        "F": "from hybridc.runtime.paddle.nn import functional as F",
        "np": "import numpy as np",
        "contextlib": "import contextlib",
        "tensors": "from hybridc.runtime.paddle import tensors",
        "files": "from hybridc.runtime.paddle import files",
        "weights": "from hybridc.runtime import weights",
    },
    mutable="nn.mutable",
    hints=frozenset({"Tensor"}),
    casts=frozenset({"astype", "cast"}),
    shared=frozenset({"astype", "to", "float", "cpu", "cuda", "apply"}),
    keywords=frozenset({"keepdim", "stop_axis", "num_or_sections"}),
    usual={"paddle": "paddle", "nn": "paddle.nn", "F": "paddle.nn.functional"},
    places={
        "paddle.nn.layer.": "paddle.nn.", "paddle.nn.initializer.": "paddle.nn.initializer.",
        "paddle.nn.functional.": "paddle.nn.functional.", "paddle.tensor.": "paddle.",
    },
    homonyms=frozenset(
        ["reshape", "flatten", "squeeze", "std", "var", "mean", "sum", "sort", "argsort", "take", "cumsum", "repeat", "prod",
         "transpose", "astype", "shape", "max", "min", "all", "any", "argmax", "argmin", "clip", "round", "repeat", "take", "trace", "diagonal", "view", "dot", "swapaxes"]
    ),
    hooking=frozenset({"register_forward_post_hook", "register_forward_pre_hook"}),
    registering=frozenset({"register_buffer", "register_parameter", "add_parameter"}),
    makers=frozenset({"create_parameter", "create_tensor"}),
    rebinds=True,
    numbers_first=True,
)  # fmt: skip


def _tables() -> Iterator[str]:
    return (import_module(f"hybridc.dialects.paddle.{name}").LINES for name in _TABLES)


PADDLE = Dialect("paddle", ("paddle",), _tables, arrays="Tensor", models=MODELS)
