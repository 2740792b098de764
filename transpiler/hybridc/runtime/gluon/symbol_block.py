"""Graphs that MXNet saved, as blocks: the class that `hybridc convert net-symbol.json` wrote of one."""

from __future__ import annotations

import hashlib
import importlib.util
import inspect
import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hybridc.runtime.gluon.block import HybridBlock

__all__ = ["SymbolBlock"]


class SymbolBlock:
    """`SymbolBlock.imports` makes the block of a saved graph. It has no constructor: graphs are not built here."""

    @staticmethod
    def imports(
        symbol_file: str | os.PathLike[str],
        input_names: str | Sequence[str],
        param_file: str | os.PathLike[str] | None = None,
    ) -> HybridBlock:
        """The model in `net_jax.py`, which `hybridc convert` wrote beside `net-symbol.json`, with weights from a file.

        Imports that module. `input_names` are the inputs of the graph in the order of the calls, which is that of
        `forward`. Raises FileNotFoundError where the graph was not converted, ValueError for other inputs than it has,
        and WeightsError for weights that do not fit.

        Source: `mxnet.gluon.SymbolBlock.imports`.
        """
        net = _converted(Path(symbol_file))()
        given = [input_names] if isinstance(input_names, str) else input_names
        names = [re.sub(r"\W", "_", name) for name in given]
        parameters = inspect.signature(net.forward).parameters.values()
        required = [p.name for p in parameters if p.default is p.empty]
        if names[: len(required)] != required or not set(names) <= {p.name for p in parameters}:
            raise ValueError(f"{symbol_file} takes {', '.join(required)}, in this order, not {', '.join(names)}")
        if param_file is not None:
            net.load_parameters(param_file)
        return net


def _converted(symbol_file: Path) -> type[HybridBlock]:
    """The class in the module beside the file."""
    stem = symbol_file.name.removesuffix(".json").removesuffix("-symbol")
    path = symbol_file.with_name(f"{stem}_jax.py")
    if not path.exists():
        raise FileNotFoundError(f"{path} is not there: `hybridc convert {symbol_file}` writes it")
    digits = hashlib.sha256(os.fsencode(path.resolve())).hexdigest()[:12]
    name = f"_hybridc_graph_{digits}"
    module: Any = sys.modules.get(name)
    if module is None:
        spec = importlib.util.spec_from_file_location(name, path)
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
    classes = [v for v in vars(module).values() if isinstance(v, type) and v.__module__ == name]
    if len(classes) != 1:
        raise ValueError(f"{path} has {len(classes)} classes, not one: `hybridc convert {symbol_file}` writes it anew")
    return classes[0]
