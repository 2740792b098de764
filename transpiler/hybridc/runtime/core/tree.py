"""Walking a model: its modules, parameters and buffers, with PyTorch's names and in PyTorch's order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Self

from hybridc.runtime.core.cells import Buffer, Cell, Parameter
from hybridc.runtime.core.registry import OfThisRuntime, Registry

if TYPE_CHECKING:
    from hybridc.runtime.core.modules import Module


class Tree(OfThisRuntime):
    """What `torch.nn.Module` offers to look through a model."""

    _parameters: Registry
    _buffers: Registry
    _modules: Registry
    _hybridc_derived: Registry

    def children(self) -> Iterator[Module]:
        """The modules right below this one, each once."""
        return (module for _, module in self.named_children())

    def named_children(self) -> Iterator[tuple[str, Module]]:
        seen: set[int] = set()
        for name, module in self._modules.items():
            if module is not None and id(module) not in seen:
                seen.add(id(module))
                yield name, module

    def modules(self) -> Iterator[Module]:
        """This module and all below it, each once."""
        return (module for _, module in self.named_modules())

    def named_modules(
        self, memo: set[Any] | None = None, prefix: str = "", remove_duplicate: bool = True
    ) -> Iterator[tuple[str, Module]]:
        memo = set() if memo is None else memo
        if self in memo:
            return
        if remove_duplicate:
            memo.add(self)
        yield prefix, self  # type: ignore[misc]
        for name, module in self._modules.items():
            if module is not None:
                yield from module.named_modules(memo, f"{prefix}.{name}" if prefix else name, remove_duplicate)

    def named_parameters(
        self, prefix: str = "", recurse: bool = True, remove_duplicate: bool = True
    ) -> Iterator[tuple[str, Parameter]]:
        """The parameters' cells by name; one that has several names comes once."""
        return self._hybridc_cells_below("_parameters", prefix, recurse, remove_duplicate)

    def each_parameter(self, recurse: bool = True) -> Iterator[Parameter]:
        """The parameters' cells, each once: what PyTorch calls `parameters()`."""
        return (cell for _, cell in self.named_parameters(recurse=recurse))

    def named_buffers(
        self, prefix: str = "", recurse: bool = True, remove_duplicate: bool = True
    ) -> Iterator[tuple[str, Buffer]]:
        for name, cell in self._hybridc_cells_below("_buffers", prefix, recurse, remove_duplicate):
            cell.is_shown = True
            if not cell.is_plain:
                yield name, cell

    def buffers(self, recurse: bool = True) -> Iterator[Buffer]:
        return (cell for _, cell in self.named_buffers(recurse=recurse))

    def _hybridc_cells_below(
        self, registry: str, prefix: str, recurse: bool, remove_duplicate: bool
    ) -> Iterator[tuple[str, Any]]:
        seen: set[int] = set()
        modules = self.named_modules(prefix=prefix, remove_duplicate=remove_duplicate) if recurse else [(prefix, self)]
        for path, module in modules:
            for name, cell in getattr(module, registry).items():
                if cell is None or id(cell) in seen:
                    continue
                if remove_duplicate:
                    seen.add(id(cell))
                yield (f"{path}.{name}" if path else name), cell

    def _hybridc_exchange(self, cell: Cell) -> Cell:
        """Who has the cell, or what it refers to, keeps that: what the model has in its place from now on."""
        if not cell.is_shown:
            cell.part()
            return cell
        new = cell.successor()
        for module in self.modules():
            for name in [n for n, held in module._buffers.items() if held is cell]:
                module._buffers[name] = new
        return new

    def _hybridc_cells(self) -> dict[str, Cell]:
        """All cells by their first name: parameters and buffers, module by module as in a state dict."""
        found: dict[str, Cell] = {}
        seen: set[int] = set()
        for path, module in self.named_modules():
            for name, cell in [*module._parameters.items(), *module._buffers.items()]:
                if cell is not None and id(cell) not in seen:
                    seen.add(id(cell))
                    found[f"{path}.{name}" if path else name] = cell
        return found

    def get_submodule(self, target: str) -> Module:
        """The module of a dotted name. Raises AttributeError where there is none."""
        module: Any = self
        for part in target.split(".") if target else []:
            if part not in module._modules:
                raise AttributeError(f"{type(module).__name__} has no submodule `{part}`")
            module = module._modules[part]
        return module  # type: ignore[no-any-return]

    def get_parameter(self, target: str) -> Parameter:
        """The parameter of a dotted name. Raises AttributeError where there is none."""
        return self._hybridc_cell("_parameters", target)  # type: ignore[no-any-return]

    def get_buffer(self, target: str) -> Buffer:
        """The buffer of a dotted name. Raises AttributeError where there is none."""
        cell: Buffer = self._hybridc_cell("_buffers", target)
        cell.is_shown = True
        return cell

    def _hybridc_cell(self, registry: str, target: str) -> Any:
        path, _, name = target.rpartition(".")
        cells = getattr(self.get_submodule(path), registry)
        if name not in cells:
            raise AttributeError(f"no `{target}` in {type(self).__name__}")
        return cells[name]

    def each(self, function: Callable[[Module], Any]) -> Self:
        """Calls the function with every module, those below first, as `torch.nn.Module.apply` does."""
        for module in self.children():
            Tree.each(module, function)
        function(self)  # type: ignore[arg-type]
        return self

    def extra_repr(self) -> str:
        """What `repr` says of the module itself."""
        return ""

    def __repr__(self) -> str:
        lines = [f"({name}): " + repr(module).replace("\n", "\n  ") for name, module in self._modules.items()]
        extra = self.extra_repr()
        name = type(self).__name__
        if not lines:
            return f"{name}({extra})"
        first = [extra] if extra else []
        return f"{name}(\n  " + "\n  ".join([*first, *lines]) + "\n)"
