"""PyTorch's names and what they mean in JAX and in the runtime."""

from collections.abc import Iterator
from importlib import import_module

from hybridc.dialects.notation import Models
from hybridc.dialects.table import Dialect

_TABLES = (
    "layers", "reparametrization", "members", "names", "devices", "creation", "elementwise", "reductions", "shaping", "indexing",
    "linear_algebra", "special", "fourier", "random", "with_options", "functional_spatial", "functional_pointwise",
    "functional_sequence", "initialization", "files", "methods", "operators", "method_attributes", "in_place_methods", "host_methods",
    "derivatives", "training",
)  # fmt: skip
_CASTS = {
    "Tensor": "float", "FloatTensor": "float", "DoubleTensor": "double", "HalfTensor": "half",
    "BFloat16Tensor": "bfloat16", "LongTensor": "long", "IntTensor": "int", "ShortTensor": "short",
    "CharTensor": "char", "ByteTensor": "byte", "BoolTensor": "bool",
}  # fmt: skip
_QUIET = frozenset(
    [
        "modules",
        "named_modules",
        "children",
        "named_children",
        "get_submodule",
        "train",
        "eval",
        "zero_grad",
        "requires_grad_",
        "register_buffer",
        "register_parameter",
        "add_module",
        "register_module",
    ]
)
_USUAL_PARTS = frozenset(
    [
        "add",
        "bmm",
        "conv",
        "div",
        "expand",
        "flatten",
        "fold",
        "gather",
        "index",
        "log_softmax",
        "matmul",
        "mean",
        "mm",
        "mul",
        "norm",
        "permute",
        "prelu",
        "relu",
        "repeat",
        "reshape",
        "resize",
        "scatter",
        "sigmoid",
        "softmax",
        "sort",
        "split",
        "squeeze",
        "std",
        "sub",
        "sum",
        "tanh",
        "transpose",
        "unflatten",
        "unfold",
        "unsqueeze",
        "var",
        "view",
    ]
)
MODELS = Models(
    numbers_first=True,
    absent_operators=frozenset({"@"}),
    jit="tensors",
    types={f"{place}.{name}": cast for name, cast in _CASTS.items() for place in ("torch", "torch.cuda")},
    entries=frozenset({"forward"}),
    prefix="torch",
    imports={
        "nn": "from hybridc.runtime.torch import nn",
        "F": "from hybridc.runtime.torch.nn import functional as F",
        "np": "import numpy as np",
        "Final": "from typing import Final",
        "contextlib": "import contextlib",
        "tensors": "from hybridc.runtime.torch import tensors",
        "weights": "from hybridc.runtime import weights",
        "autograd": "from hybridc.runtime.torch import autograd",
        "einops_layers": "from hybridc.runtime.torch import einops_layers",
    },
    mutable="nn.mutable",
    writing=("nn.in_place", "nn.attribute"),
    layer_arrays=frozenset(["weight", "bias", "running_mean", "running_var", "num_batches_tracked"]),
    showing=frozenset(
        [
            "parameters",
            "named_parameters",
            "buffers",
            "named_buffers",
            "state_dict",
            "_parameters",
            "_buffers",
            "get_parameter",
            "get_buffer",
            "__dict__",
        ]
    ),
    showing_parameters=frozenset(["parameters", "named_parameters", "_parameters", "get_parameter"]),
    quiet=_QUIET,
    usual_parts=_USUAL_PARTS,
    layer_statistics=frozenset(["running_mean", "running_var", "num_batches_tracked"]),
    hints=frozenset({"Tensor"}),
    casts=frozenset(["to", "type", "type_as", "float", "half", "double", "bfloat16", "int", "long", "short", "bool"]),
    shared=frozenset(
        ["to", "type", "float", "half", "double", "bfloat16", "cuda", "cpu", "apply", "register_hook", "requires_grad_"]
    ),
    keywords=frozenset(["dim", "keepdim"]),
    usual={"torch": "torch", "nn": "torch.nn", "F": "torch.nn.functional"},
    places={"torch.nn.modules.": "torch.nn."},
    homonyms=frozenset(
        ["size", "view", "flatten", "transpose", "std", "var", "repeat", "max", "min", "sort", "nonzero"]
    ),
    hooking=frozenset({"register_forward_hook", "register_forward_pre_hook"}),
    registering=frozenset({"register_buffer", "register_parameter"}),
    derivative=frozenset({"backward", "setup_context"}),
    without_context=("forward", "setup_context"),
)


def _tables() -> Iterator[str]:
    return (import_module(f"hybridc.dialects.torch.{name}").LINES for name in _TABLES)


TORCH = Dialect("torch", ("torch", "torchvision", "torchaudio", "torchtext"), _tables, arrays="Tensor", models=MODELS)
