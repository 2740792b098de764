"""The graph of a functional model: the calls that lead from its inputs to its outputs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jax import tree_util

from hybridc.runtime.keras.masks import mask_of, set_mask
from hybridc.runtime.keras.symbolic import KerasTensor, Node, tensors_in

__all__ = ["Graph"]


class Graph:
    """What to call, in an order in which all that a call takes is there."""

    def __init__(self, inputs: Any, outputs: Any) -> None:
        self.inputs = inputs
        self.outputs = outputs
        self.given = tensors_in(inputs)
        self.nodes = self._ordered()

    def _ordered(self) -> list[Node]:
        """Raises ValueError for outputs that need more than the inputs."""
        found: list[Node] = []
        seen: set[int] = set()
        known = {id(tensor) for tensor in self.given}
        todo: list[tuple[KerasTensor, bool]] = [(tensor, False) for tensor in reversed(tensors_in(self.outputs))]
        while todo:
            tensor, is_ready = todo.pop()
            node = tensor.node
            if id(tensor) in known or (node is not None and id(node) in seen):
                continue
            if node is None or not node.inputs:
                raise ValueError(
                    f"`inputs` not connected to `outputs`: {tensor!r} comes from none of the inputs {self.given}"
                )
            if is_ready:
                seen.add(id(node))
                found.append(node)
                continue
            todo.append((tensor, True))
            todo += [(each, False) for each in reversed(node.inputs)]
        return found

    def layers(self) -> list[Any]:
        """What is called, each once: in Keras' order, by how far it is from the outputs, and by how it is reached."""
        nodes = [*self.nodes, *(t.node for t in self.given if t.node is not None)]
        depths = self._depths()
        reached = self._reached()
        order = sorted(nodes, key=lambda node: (-depths.get(_operation(node), 0), reached.get(_operation(node), 0)))
        return list({id(node.calls): node.calls for node in order}.values())

    def _depths(self) -> dict[int, int]:
        """How many calls lie between a layer, in any of its calls, and the outputs, at most."""
        of_nodes: dict[int, int] = {}
        depths: dict[int, int] = {}
        inputs = [tensor.node for tensor in self.given if tensor.node is not None]
        for node in (*reversed(self.nodes), *inputs):
            depth = max(of_nodes.get(id(node), 0), depths.get(_operation(node), 0))
            of_nodes[id(node)] = depths[_operation(node)] = depth
            for tensor in node.inputs:
                if tensor.node is not None:
                    of_nodes[id(tensor.node)] = max(of_nodes.get(id(tensor.node), 0), depth + 1)
        return depths

    def _reached(self) -> dict[int, int]:
        """The order in which calls are met on the way back from the outputs."""
        found: dict[int, int] = {}
        seen: set[int] = set()
        known = {id(tensor) for tensor in self.given}
        todo = list(reversed(tensors_in(self.outputs)))
        while todo:
            tensor = todo.pop()
            node = tensor.node
            if node is None or id(node) in seen:
                continue
            seen.add(id(node))
            found.setdefault(_operation(node), len(found))
            if id(tensor) not in known:
                todo += reversed(node.inputs)
        return found

    def run(self, inputs: Any, training: bool | None, mask: Any = None) -> Any:
        """The outputs for arrays in the place of the inputs: in their structure, in a list, or by name."""
        values = {id(t): array for t, array in zip(self.given, self._arrays(inputs), strict=True)}
        if mask is not None:
            for tensor, own in zip(self.given, mask if isinstance(mask, list | tuple) else [mask], strict=False):
                set_mask(values[id(tensor)], own)

        def filled(value: Any) -> Any:
            return tree_util.tree_map(lambda v: values[id(v)] if isinstance(v, KerasTensor) else v, value)

        for node in self.nodes:
            args, kwargs = filled((node.args, node.kwargs))
            result = node.calls(*args, **kwargs)
            arrays = tree_util.tree_leaves(result)
            for tensor, array in zip(tensors_in(node.result), arrays, strict=True):
                values[id(tensor)] = array
        return filled(self.outputs)

    def _arrays(self, inputs: Any) -> list[Any]:
        if isinstance(inputs, Mapping) and not isinstance(self.inputs, Mapping):
            by_name = {tensor.name: tensor for tensor in self.given}
            missing = [name for name in by_name if name not in inputs]
            if missing:
                raise ValueError(f"the model's inputs are {list(by_name)}; {missing} are not given")
            return [inputs[tensor.name] for tensor in self.given]
        if isinstance(inputs, Mapping):
            inputs = {key: inputs[key] for key in self.inputs}
        arrays = tree_util.tree_leaves(inputs)
        if len(arrays) != len(self.given):
            raise ValueError(f"the model takes {len(self.given)} inputs and was given {len(arrays)}")
        return [self._expanded(array, tensor) for array, tensor in zip(arrays, self.given, strict=True)]

    def _expanded(self, array: Any, tensor: KerasTensor) -> Any:
        """Keras: an axis of one element may be left out, or be one too many, at the end."""
        shape: tuple[int, ...] = getattr(array, "shape", ())
        if len(shape) == len(tensor.shape) + 1 and shape[-1] == 1:
            new = array.reshape(shape[:-1])
        elif len(shape) == len(tensor.shape) - 1 and tensor.shape[-1] == 1:
            new = array.reshape((*shape, 1))
        else:
            self._expect(shape, tensor)
            return array
        self._expect(new.shape, tensor)
        set_mask(new, mask_of(array))
        return new

    def _expect(self, shape: tuple[int, ...], tensor: KerasTensor) -> None:
        """Raises ValueError for an array that is not of the shape that the model was made for."""
        fits = len(shape) == len(tensor.shape) and all(
            wanted is None or wanted == size for size, wanted in zip(shape[1:], tensor.shape[1:], strict=True)
        )
        if not fits:
            raise ValueError(
                f"expected shape={tensor.shape}, found shape={tuple(shape)} for the input `{tensor.name}` of the model"
            )


def _operation(node: Node) -> int:
    """What a call is a call of. Functions are another one with every call."""
    return id(node.calls) if hasattr(node.calls, "weights") else id(node)
