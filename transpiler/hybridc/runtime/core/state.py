"""A model's parameters as values: taken out, put in, and run with."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple, Self, cast

import jax
import jax.numpy as jnp
import numpy as np
from jax.tree_util import tree_leaves

from hybridc.runtime.checking.check_state import disregarded, whole_model
from hybridc.runtime.core import runs
from hybridc.runtime.core.abstract_runs import arguments_apart, run_abstractly
from hybridc.runtime.core.cells import Buffer, Cell, Parameter, exchanged
from hybridc.runtime.core.programs import multiplied
from hybridc.runtime.core.runs import NeedsKey, Run, running
from hybridc.runtime.core.tree import Tree
from hybridc.runtime.mutable import unwrapped
from hybridc.runtime.overwriting import expect_unread
from hybridc.runtime.pytrees.key_order import with_order
from hybridc.runtime.pytrees.results import arrays_in, is_array


class IncompatibleKeys(NamedTuple):
    """What a state dict lacks of a model, and what it has beyond it."""

    missing_keys: list[str]
    unexpected_keys: list[str]


def _made_of(array: np.ndarray[Any, Any], dtype: Any) -> jax.Array:
    """An array of JAX's own, in the dtype. Where there is nothing to cast, JAX is a quarter of the time about it."""
    return jnp.array(array) if array.dtype == dtype else jnp.array(array, dtype)


class State(Tree):
    """What makes a module a pure function of its parameters."""

    training: bool

    def parameters(self, integers: bool = False) -> dict[str, jax.Array]:
        """The parameters and floating buffers, by their names in the state dict: a pytree for `apply` and `jax.grad`.

        A cell with several names comes once, under its first. Buffers of integers and truth values, which have no
        gradient, stay with the model unless asked for. Raises RuntimeError while shapes are open.
        """
        cells = self._hybridc_cells().items()
        return {n: c.held for n, c in cells if integers or jnp.issubdtype(c.dtype, jnp.inexact)}

    def set_parameters(self, parameters: Mapping[str, Any]) -> Self:
        """Puts arrays in, by name. Raises ValueError, and changes nothing, for names or shapes that are not its own."""
        cells = self._hybridc_cells_of(parameters)
        for cell, value in cells.items():
            cell.held = jnp.array(value, cell.dtype)
        return self

    def _hybridc_cells_of(self, parameters: Mapping[str, Any]) -> dict[Cell, Any]:
        """The cells that the names stand for."""
        cells = self._hybridc_cells()
        problems = [f"`{name}` is no parameter of it" for name in parameters if name not in cells]
        for name, value in parameters.items():
            if name in cells and np.shape(value) != cells[name].shape:
                problems.append(f"`{name}` has the shape {cells[name].shape}, not {np.shape(value)}")
        if problems:
            raise ValueError(f"these are not the parameters of {type(self).__name__}: " + "; ".join(problems))
        return {cells[name]: unwrapped(value) for name, value in parameters.items()}

    def run(
        self,
        parameters: Mapping[str, Any],
        *args: Any,
        train: bool = False,
        rng: jax.Array | int | None = None,
        state: bool | None = None,
        **kwargs: Any,
    ) -> Any:
        """`forward` as a pure function, for `jax.jit`, `jax.grad`, `jax.vmap`: the module is left as it was.

        `parameters`: as `parameters()` gives them; what is not among them is as in the model. `train`: in training
        mode. `rng`: a key, or a seed, that draws derive from. `state`: also return the parameters with what `forward`
        wrote, by default in training mode; then the result is `(result, parameters)`.
        Raises ValueError for parameters that are not the model's, RuntimeError if it draws and there is no `rng`, or if
        it sets a flag for later calls.
        """
        values = self._hybridc_cells_of(parameters)
        key = jax.random.key(rng) if isinstance(rng, int) else rng
        run = Run(values, key, cast(Any, self))
        result, attributes = self._hybridc_purely(run, values, train, args, kwargs)
        if not (train if state is None else state):
            return result
        names = {cell: name for name, cell in self._hybridc_cells().items()}
        new = {name: run.values[cell] for cell, name in names.items() if name in parameters}
        paths = {id(each): path for path, each in self.named_modules()}
        for (owner, name), value in attributes.items():
            if isinstance(value, bool) and value is not owner.__dict__.get(name):
                raise RuntimeError(
                    f"`self.{name}` is set to {value}, which parameters do not tell: call the model once before `apply`"
                )
            if all(map(is_array, tree_leaves(value))):
                new[f"{paths[id(owner)]}.{name}".lstrip(".")] = value
        return result, new

    def _hybridc_purely(
        self, run: Run, values: dict[Cell, Any], train: bool, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> tuple[Any, dict[tuple[Any, str], Any]]:
        """What `forward` returns in the run, and what it sets attributes to; the module is left as it was."""
        module: Any = self
        run.is_pure = True
        with runs.tracing, running(run), self._hybridc_mode(train):
            try:
                result = module._hybridc_as_called(run, args, kwargs)
            except NeedsKey:
                raise RuntimeError(f"{type(self).__name__} draws random numbers: give `apply` an `rng`") from None
            attributes = run.attributes()
            run.holdings.expect_iterators_unmoved()
            run.expect_copies_unwritten()
            if run.overwrites:
                self._hybridc_expect_unread(run, values, args, kwargs)
            self._hybridc_expect_as_framework(run, values, args, kwargs)
        return result, attributes

    def _hybridc_expect_unread(self, before: Run, values: dict[Cell, Any], args: Any, kwargs: Any) -> None:
        """Raises RuntimeError if a layer writes into an array that is read afterwards."""
        evaluated, given = self._hybridc_evaluated(before, values, args, kwargs, marks=True)
        expect_unread(type(self).__name__, evaluated, *given)

    def _hybridc_expect_as_framework(self, before: Run, values: dict[Cell, Any], args: Any, kwargs: Any) -> None:
        """Raises what the framework's look at traced models raises: see `Module._hybridc_trace_check`."""
        module: Any = self
        check = module._hybridc_trace_check
        if check is None:
            return
        held = [v for each in self.modules() for v in vars(each).values()]  # such as dtypes to cast to
        dtypes = [cell.dtype for cell in self._hybridc_cells().values() if cell.is_initialized]
        files = {type(each).__module__ for each in self.modules()}
        if check.concerns([*tree_leaves(([*values.values()], args, kwargs)), *held, *dtypes], files):
            evaluated, given = self._hybridc_evaluated(before, values, args, kwargs)
            check.expect(type(self).__name__, jax.make_jaxpr(evaluated)(*given).jaxpr)

    def _hybridc_evaluated(
        self, before: Run, values: dict[Cell, Any], args: Any, kwargs: Any, marks: bool = False
    ) -> tuple[Callable[..., Any], tuple[list[Any], Any, list[Any]]]:
        """The run as a function of arrays, which gives all arrays that come of it, and the arrays."""
        module: Any = self
        arrays, frame = arguments_apart((args, kwargs))

        def evaluated(held: list[Any], key: Any, arrays: list[Any]) -> Any:
            run = Run(dict(zip(values, held, strict=True)), key, module)
            run.is_pure, run.marks = before.is_pure, marks
            args, kwargs = frame.filled(arrays)
            with running(run), disregarded():
                result = module._hybridc_as_called(run, args, kwargs)
                changed = list(run.holdings.changed().values())
                return arrays_in((result, changed, list(run.attributes().values())))

        return evaluated, (list(values.values()), before.key, arrays)

    @contextmanager
    def _hybridc_mode(self, train: bool) -> Iterator[None]:
        """Training or evaluation mode for a while, set as `train()` sets it."""
        before = [(module.__dict__, module.__dict__["training"]) for module in self.modules()]
        if any(mode is not train for _, mode in before):
            cast(Any, self).train(train)
        try:
            yield
        finally:
            for own, mode in before:
                own["training"] = mode

    def init(self, key: jax.Array | int, *args: Any, **kwargs: Any) -> dict[str, jax.Array]:
        """Settles shapes that the first input decides, draws those parameters from the key, and returns `parameters()`.

        The inputs may be arrays or `jax.ShapeDtypeStruct`s.
        """
        from hybridc.runtime.core.randomness import drawing_from

        module: Any = self
        layers = run_abstractly(module, args, kwargs)
        with drawing_from(key):
            for layer in layers:
                layer.reset_parameters()
        return self.parameters()

    def state_dict(self) -> dict[str, Any]:
        """The parameters and persistent buffers under all their names, in PyTorch's order.

        They are references: what is written into them the model sees, and the other way round. While the model runs,
        they are what holds them."""
        is_run = runs.current() is not None
        return {name: cell if is_run else cell.reference() for name, cell in self._hybridc_persistent().items()}

    def _hybridc_persistent(self) -> dict[str, Cell]:
        found: dict[str, Cell] = {}
        for path, module in self.named_modules(remove_duplicate=False):
            for name, cell in [*module._parameters.items(), *module._buffers.items()]:
                if isinstance(cell, Parameter) or (isinstance(cell, Buffer) and cell.persistent):
                    found[f"{path}.{name}" if path else name] = cell
        return found

    def load_state_dict(self, state_dict: Mapping[str, Any], strict: bool = True) -> IncompatibleKeys:
        """Puts arrays in by their names in the state dict; the names that are missing and those left over.

        Raises `WeightsError`, a ValueError, that lists all names that are missing or left over and all wrong shapes;
        then nothing was changed. `strict=False` lets names be missing or left over. A parameter with several names may
        come under any of them; where it comes under several, the last in the order of the model counts, as in PyTorch.
        """
        from hybridc.runtime.weights import match, unmarked

        cells = self._hybridc_persistent()
        given = unmarked(cells, {name: np.asarray(value) for name, value in state_dict.items()})
        for path, module in self.named_modules(remove_duplicate=False):
            for renamed in module.__dict__.get("_renamed", ()):
                renamed(given, f"{path}." if path else "")
        held = {cell for name, cell in cells.items() if name in given}
        wanted = {name: cell for name, cell in cells.items() if name in given or cell not in held}
        match({name: cell.fitting(np.shape(given.get(name, ()))) for name, cell in wanted.items()}, given, strict)
        for name, cell in wanted.items():
            if name in given:
                cell.held = _made_of(given[name], cell.dtype if cell.is_initialized else None)
        # JAX may still be reading the arrays that were given, into which the caller may write.
        jax.block_until_ready([cell.held for cell in held if cell.is_initialized])  # type: ignore[no-untyped-call]
        return IncompatibleKeys([n for n in cells if n not in given], [n for n in given if n not in cells])

    def load(self, path: Any, strict: bool = True, key: str | None = None) -> Self:
        """Reads weights from a file: safetensors, npz, params, or a PyTorch checkpoint, of which nothing is executed.

        `key`: which part of a checkpoint that holds several. Raises `WeightsError` as `load_state_dict` does, and for
        files that are damaged or hold anything but weights.
        """
        from hybridc.runtime.weights import read

        self.load_state_dict(read(path, key), strict)
        return self

    def save(self, path: Any) -> None:
        """Writes the state dict, as safetensors, npz or params by the name of the file."""
        from hybridc.runtime.weights import write

        write(path, {name: np.asarray(value) for name, value in self.state_dict().items()})

    def freeze(self) -> Callable[..., Any]:
        """The model in evaluation mode, compiled with its weights as constants: a function of arrays alone.

        Later changes of the model do not reach it. A call pays for no parameter, which is worth it for small models.
        """
        module: Any = self
        matrices = multiplied(module)
        held = {c: exchanged(c.held) if c in matrices else c.held for c in self._hybridc_cells().values()}

        def frozen(*args: Any, **kwargs: Any) -> Any:
            run = Run(held, None, module)
            for cell in matrices:
                run.give_transposed(cell, held[cell])
            with whole_model() as checks:
                result = self._hybridc_purely(run, dict(run.values), False, args, kwargs)[0]
            if checks.sites:
                raise RuntimeError("a frozen model raises nothing: convert without `--checked`, or call the model")
            return with_order(result)

        return jax.jit(frozen)
