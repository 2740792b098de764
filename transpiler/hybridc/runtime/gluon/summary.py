"""What `net.summary(x)` prints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import jax

from hybridc.runtime.checking.check_state import disregarded
from hybridc.runtime.core import runs
from hybridc.runtime.core.abstract_runs import arguments_apart, initialize

if TYPE_CHECKING:
    from hybridc.runtime.gluon.block import Block

_WIDTHS = (40, 32, 16)


def print_summary(block: Block, inputs: tuple[Any, ...]) -> None:
    """Runs the model on shapes alone, and prints a line for each call of a block."""
    initialize(block, inputs, {})
    lines: list[tuple[str, ...]] = []
    paths = {id(module): path for path, module in block.named_modules()}

    def note(module: Any, args: Any, output: Any) -> None:
        shapes = ", ".join(str(leaf.shape) for leaf in jax.tree_util.tree_leaves(output))
        own = sum(parameter.size for parameter in module.params.values() if parameter.is_initialized)
        name = f"{type(module).__name__} {paths[id(module)]}".rstrip()
        lines.append((name, shapes, str(own)))

    handles = [module.register_forward_hook(note) for module in block.modules() if hasattr(module, "params")]
    given, frame = arguments_apart((inputs, {}))

    def shapes(*arrays: Any) -> None:
        args, kwargs = frame.filled(arrays)
        with runs.running(runs.Run({}, jax.random.key(0), block)) as run, disregarded():
            block._hybridc_within(run, args, kwargs)

    try:
        with runs.tracing:
            jax.eval_shape(shapes, *given)
    finally:
        for handle in handles:
            handle.remove()
    cells = block._hybridc_cells().values()
    total = sum(cell.size for cell in cells)
    learned = sum(cell.size for cell in cells if cell.requires_grad)
    rule = "-" * sum(_WIDTHS)
    print(_row(("Layer (type)", "Output Shape", "Param #")), rule, sep="\n")
    for line in lines:
        print(_row(line))
    print(rule, f"Parameters: {total}", f"Trainable params: {learned}", sep="\n")


def _row(cells: tuple[str, ...]) -> str:
    return " ".join(f"{cell:>{width - 1}}" for cell, width in zip(cells, _WIDTHS, strict=True))
