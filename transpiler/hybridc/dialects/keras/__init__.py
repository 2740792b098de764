"""The names of Keras 3, of tf.keras and of TensorFlow, and what they mean in JAX and in the runtime."""

import re
from collections.abc import Iterator
from importlib import import_module

from hybridc.dialects.notation import Models
from hybridc.dialects.table import Dialect

_TABLES = (
    "layers", "names", "devices", "random", "array_functions", "neural", "tensorflow_functions", "control", "methods", "dtypes",
    "training", "losses", "published", "legacy_backend",
)  # fmt: skip
# Whose functions may be given symbolic tensors, where models are put together of calls.
_FUNCTIONS = ("array_functions", "neural", "tensorflow_functions", "legacy_backend", "published")
MODELS = Models(
    entries=frozenset({"call", "__call__"}),
    imports={
        "keras": "from hybridc.runtime import keras",
        "layers": "from hybridc.runtime.keras import layers",
        "ops": "from hybridc.runtime.keras import ops",
        "np": "import numpy as np",
        "contextlib": "import contextlib",
        "os": "import os",
    },
    hints=frozenset({"Tensor", "KerasTensor"}),
    casts=frozenset(),
    shared=frozenset({"add", "get_shape"}),
    keywords=frozenset(),
    usual={"tf": "tensorflow", "keras": "keras", "layers": "keras.layers", "ops": "keras.ops"},
    places={
        **{
            f"tensorflow.keras.{place}.": f"tensorflow.keras.{place}." for place in ("layers", "models", "initializers")
        },
        "tensorflow.keras.engine.base_layer.": "tensorflow.keras.layers.",
        "tensorflow.keras.engine.input_layer.": "tensorflow.keras.layers.",
        "tensorflow.keras.engine.": "tensorflow.keras.",
    },
    homonyms=frozenset(),
    rebinds=True,
    immutable=True,
    registering=frozenset(),
    prefix="keras",
    modules={
        "keras.src.": "tensorflow.keras.",
        "keras.": "tensorflow.keras.",
        "tf_keras.": "tensorflow.keras.",
        "tensorflow.python.keras.": "tensorflow.keras.",
        "tensorflow.compat.v2.": "tensorflow.",
    },
)


def _tables() -> Iterator[str]:
    for name in _TABLES:
        yield _KERAS.sub("    tensorflow.keras", import_module(f"hybridc.dialects.keras.{name}").LINES)


def _recording_tables() -> Iterator[str]:
    """With lines for calls beside models that take symbolic tensors as well: `keras.recorded(jnp.exp)(x)`."""
    for name, lines in zip(_TABLES, _tables(), strict=True):
        yield lines
        if name in _FUNCTIONS:
            yield "\n".join(_recorded(line) for line in lines.splitlines() if _CALLED.search(line.partition("->")[2]))


def _recorded(line: str) -> str:
    left, _, right = line.partition("->")
    recorded = _CALLED.sub(r"keras.recorded(\1)(", right.strip())
    return "" if _MAKING.search(left) else f"    Host.{left.strip()} -> {recorded}"


_KERAS = re.compile(r"^    keras(?=[. ])", re.MULTILINE)  # as files name it that are not to be told apart from these
_CALLED = re.compile(r"(?<![\w.])((?:jnp|jax|lax|ops|keras\.activations)(?:\.\w+)+)\(")
_MAKING = re.compile(r"\.(zeros|ones|eye|identity|tri|arange|range|linspace|full|fill|empty|constant|Variable)\(")
_ROOTS = ("tensorflow", "keras", "tf_keras")
_RECORDING = Dialect("keras", _ROOTS, _recording_tables, arrays="Tensor", models=MODELS)
# Files that make models of calls on symbolic tensors.
_WAYS: dict[str, Dialect | None] = {
    f"{place}{name}": _RECORDING
    for place in ("tensorflow.keras.", "keras.", "keras.src.", "tf_keras.", "tensorflow.python.keras.")
    for name in ("Input", "layers.Input", "engine.input_layer.Input")
}
KERAS = Dialect("keras", _ROOTS, _tables, arrays="Tensor", models=MODELS, ways=_WAYS)
