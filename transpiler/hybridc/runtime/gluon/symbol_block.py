"""Graphs as blocks: those of symbols, and saved ones, of which `hybridc convert net-symbol.json` wrote a class."""

from __future__ import annotations

import hashlib
import importlib.util
import inspect
import os
import re
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hybridc.runtime.gluon.block import HybridBlock
from hybridc.runtime.gluon.parameter_dict import ParameterDict
from hybridc.runtime.gluon.sym.composing import grouped
from hybridc.runtime.gluon.sym.evaluation import computed, declared
from hybridc.runtime.gluon.sym.graph import Outputs

__all__ = ["SymbolBlock"]


class SymbolBlock(HybridBlock):
    """What symbols compute, as a block. Variables that are no inputs are its parameters, by their names.

    `outputs`: a symbol, or a list of symbols, of which calls return a list, as of a symbol with several outputs.
    `inputs`: a variable or a list of variables, in the order of the arguments of calls. `params`: parameters of another
    block, which take the place of those of the same names. Raises ValueError for inputs that are no variables, or that
    are not used.
    """

    def __init__(
        self,
        outputs: Outputs | Sequence[Outputs],
        inputs: Outputs | Sequence[Outputs],
        params: ParameterDict | None = None,
    ) -> None:
        super().__init__(prefix="")
        graph = outputs if isinstance(outputs, Outputs) else Outputs(grouped(list(outputs)))
        given = inputs.heads if isinstance(inputs, Outputs) else [symbol.only_head() for symbol in inputs]
        nodes = [node for node, _ in given]
        if others := [node.name for node in nodes if node.operator is not None]:
            raise ValueError(f"Input symbols must be variable, but {others[0]} is an output of operators")
        self._hybridc_naming.prefix, self._hybridc_naming.params = "", ParameterDict("", params)
        self._graph = graph
        self._inputs = tuple(node.name for node in nodes)
        self._has_one_output = len(graph) == 1
        self._make_parameters()

    def _make_parameters(self) -> None:
        states = set(self._graph.list_auxiliary_states())
        variables = [n for n in self._graph.nodes() if n.operator is None and n.name not in self._inputs]
        common = _common_prefix([node.name for node in variables])
        self._names = {node.name: node.name[len(common) :] for node in variables}
        for node in variables:
            is_state = node.name in states
            cell = self.params.get(node.name, **declared(node), **({"differentiable": False} if is_state else {}))
            (self._buffers if is_state else self._parameters)[self._names[node.name]] = cell
        self.__dict__["_hybridc_matrices"] = tuple(
            self._names[name] for name in self._matrices() if name in self._names
        )

    def _matrices(self) -> list[str]:
        """Variables that nothing but products uses."""
        uses = [(taken, place, n) for n in self._graph.nodes() for place, (taken, _) in enumerate(n.inputs)]
        counts = Counter(taken for taken, _, _ in uses)
        products = [t for t, place, n in uses if n.operator and n.operator.name == "FullyConnected" and place == 1]
        heads = {node for node, _ in self._graph.heads}
        return [node.name for node in products if counts[node] == 1 and node.operator is None and node not in heads]

    def _alias(self) -> str:
        return "symbolblock"

    def forward(self, *args: Any) -> Any:
        """Raises TypeError for more or fewer arrays than the block has inputs."""
        if len(args) != len(self._inputs):
            raise TypeError(f"the block takes {', '.join(self._inputs)}, and is given {len(args)} arrays")
        cells = {name: self._parameters.get(key, self._buffers.get(key)) for name, key in self._names.items()}
        found = computed(self._graph, {**cells, **dict(zip(self._inputs, args, strict=True))})
        return found[0] if self._has_one_output else found

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


def _common_prefix(names: Sequence[str]) -> str:
    """What all of several names start with."""
    if len(names) < 2:
        return ""
    first, last = min(names), max(names)
    shorter = min(len(first), len(last))
    return first[: next((n for n in range(shorter) if first[n] != last[n]), shorter)]


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
