"""The names of Keras 3, of tf.keras and of TensorFlow, and what they mean in JAX and in the runtime."""

import re
from collections.abc import Iterator
from importlib import import_module

from hybridc.dialects.table import Dialect, Models

_TABLES = ("layers", "names", "random")
# Whose functions may be given symbolic tensors, where models are put together of calls.
_FUNCTIONS: tuple[str, ...] = ()
MODELS = Models(
    entries=frozenset({"call", "__call__"}),
    imports={
        "keras": "from hybridc.runtime import keras",
        "layers": "from hybridc.runtime.keras import layers",
        "ops": "from hybridc.runtime.keras import ops",
        "np": "import numpy as np",
    },
    hints=frozenset({"Tensor", "KerasTensor"}),
    casts=frozenset(),
    shared=frozenset({"add", "get_shape"}),
    keywords=frozenset(),
    usual={"tf": "tensorflow", "keras": "keras", "layers": "keras.layers", "ops": "keras.ops"},
    places={},
    homonyms=frozenset(),
    registering=frozenset(),
    prefix="keras",
    modules={
        "keras.": "tensorflow.keras.",
        "tf_keras.": "tensorflow.keras.",
        "tensorflow.python.keras.": "tensorflow.keras.",
        "tensorflow.compat.v2.": "tensorflow.",
    },
)


def _tables() -> Iterator[str]:
    for name in _TABLES:
        lines = _KERAS.sub("    tensorflow.keras", import_module(f"hybridc.dialects.keras.{name}").LINES)
        yield lines
        if name in _FUNCTIONS:
            yield "\n".join(_recorded(line) for line in lines.splitlines() if _CALLED.search(line.partition("->")[2]))


_KERAS = re.compile(r"^    keras(?=[. ])", re.MULTILINE)  # as files name it that are not to be told apart from these
_CALLED = re.compile(r"(?<![\w.])((?:jnp|jax|lax|ops)(?:\.\w+)+)\(")


def _recorded(line: str) -> str:
    """The line for calls beside models: `keras.recorded(jnp.exp)(x)` takes symbolic tensors as well."""
    left, _, right = line.partition("->")
    recorded = _CALLED.sub(r"keras.recorded(\1)(", right.strip())
    return f"    Host.{left.strip()} -> {recorded}"


KERAS = Dialect("keras", ("tensorflow", "keras", "tf_keras"), _tables, arrays="Tensor", models=MODELS)
