"""Chainer's names and what they mean in JAX and in the runtime.

A variable holds an array of NumPy's, whose methods are those of both here.
"""

import re
from collections.abc import Iterator
from importlib import import_module

from hybridc.dialects.notation import ArrayModules, Models
from hybridc.dialects.numpy import methods as of_numpy
from hybridc.dialects.table import Dialect

_TABLES = ("links", "names", "devices", "elementwise", "arrays", "functional", "methods", "training")
MODELS = Models(
    entries=frozenset({"forward", "__call__"}),
    prefix="chainer",
    imports={
        "chainer": "from hybridc.runtime import chainer",
        "F": "from hybridc.runtime.chainer import functions as F",
        "L": "from hybridc.runtime.chainer import links as L",
        "np": "import numpy as np",
        "contextlib": "import contextlib",
    },
    hints=frozenset({"Variable"}),
    casts=frozenset({"astype"}),
    shared=frozenset({"copy", "repeat", "to_cpu", "to_gpu", "to_device", "to_chx"}),
    keywords=frozenset(),
    usual={"chainer": "chainer", "F": "chainer.functions", "L": "chainer.links"},
    places={
        "chainer.functions.": "chainer.functions.",
        "chainer.links.": "chainer.links.",
        "chainer.initializers.": "chainer.initializers.",
        "chainer.distributions.": "chainer.distributions.",
        "chainer.serializers.": "chainer.serializers.",
    },
    modules={
        "chainer.link.": "chainer.",
        "chainer.sequential.": "chainer.",
        "chainer.variable.": "chainer.",
        "chainer.reporter.": "chainer.",
        "chainer.configuration.": "chainer.",
        "chainer.distribution.": "chainer.distributions.",
        "chainer.initializer.": "chainer.initializers.",
        "chainer.cuda.": "chainer.backends.cuda.",
    },
    homonyms=frozenset(),
    rebinds=True,
    numpys=frozenset({"array", "data", "raw_array"}),
    registering=frozenset({"add_param", "add_persistent", "register_persistent"}),
    array_modules=ArrayModules(
        attributes=frozenset({"xp"}),
        functions=frozenset(f"chainer.{place}.get_array_module" for place in ("backend", "backends.cuda", "cuda")),
    ),
)


def _tables() -> Iterator[str]:
    own = "".join(import_module(f"hybridc.dialects.chainer.{name}").LINES for name in _TABLES)
    yield own
    known = frozenset(re.findall(r"^    (Variable\.\w+)", own, re.MULTILINE))
    others = of_numpy.LINES.replace("    ndarray.", "    Variable.").splitlines()
    yield "\n".join(line for line in others if not any(line.startswith((f"    {n}(", f"    {n} ")) for n in known))


CHAINER = Dialect("chainer", ("chainer",), _tables, arrays="Variable", models=MODELS)
