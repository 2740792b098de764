"""A compiled program with its parameters, called like the model that it was made from."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Self

import jax
import jax.numpy as jnp
import numpy as np
from jax import export

from hybridc.artifacts import results
from hybridc.artifacts.description import Description
from hybridc.artifacts.errors import InputError
from hybridc.artifacts.specs import DTYPES, Bounds, Spec, misfit, spec_of
from hybridc.artifacts.vetting import expect_sizes
from hybridc.runtime.pytrees.results import without_fixed
from hybridc.runtime.weights import match, read, unmarked
from hybridc.runtime.weights.elements import Array

if TYPE_CHECKING:
    from hybridc.runtime.core.state import IncompatibleKeys

_config: Any = jax.config
_with_x64: Any = importlib.import_module("jax" if hasattr(jax, "enable_x64") else "jax.experimental").enable_x64


class Artifact:
    """What `hybridc.load` gives: `net(x)` runs the program, with inputs by position or by name.

    Programs with 64-bit types run with them whatever JAX is set to, and those without run without.
    `description`: what the artifact's description.json says.
    """

    def __init__(
        self,
        description: Description,
        program: export.Exported,
        specs: dict[str, Spec],
        arrays: Mapping[str, Array],
        has_free_sizes: bool,
    ) -> None:
        self.description = description
        self.exported: Any = program
        self._specs = specs
        self._inputs = [str(name) for name in description.inputs]
        self._count = len(self._inputs)
        self._bounds: Bounds = {name: (low or 1, high) for name, (low, high) in description.bounds.items()}
        self._x64 = description.x64
        self._transposed = frozenset(description.transposed)
        self._used = [name for name in specs if name not in frozenset(description.unused)]
        self._has_fixed = False
        self._run: Any = self._compiled(program, has_free_sizes)
        self._leaves: list[jax.Array] = []
        self._others: dict[str, Array] = {}
        self._put(arrays, np.asarray)

    def _compiled(self, program: Any, has_free_sizes: bool) -> Any:
        """The program, compiled for each shape when it first comes. Raises ArtifactError for a result that is none."""
        make, self._has_fixed = results.builder(self.description.result, len(program.out_avals))
        avals = dict(zip(self._specs, program.in_avals, strict=False))
        inputs = self._kinds = dict(zip(self._inputs, map(spec_of, program.in_avals[len(avals) :]), strict=True))
        used, bounds = self._used, self._bounds

        def run(leaves: list[Any], *arrays: Any) -> Any:
            problem = misfit(inputs, bounds, arrays)
            if problem is not None:
                raise InputError(problem)
            given = dict(zip(used, leaves, strict=True))
            whole = {n: given[n] if n in given else jnp.zeros(a.shape, a.dtype) for n, a in avals.items()}
            if has_free_sizes:
                expect_sizes(program, jax.tree.map(jax.typeof, (whole, *arrays)))
            return make(program.call(whole, *arrays))

        run.__name__ = run.__qualname__ = self.description.name
        return jax.jit(run)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Raises InputError, a ValueError, for inputs that are missing, left over, or that the program cannot take."""
        if kwargs or len(args) != self._count:
            args = self._bound(args, kwargs)
        try:
            if _config.jax_enable_x64 is self._x64:
                result = self._run(self._leaves, *args)
            else:
                with _with_x64(self._x64):
                    result = self._run(self._leaves, *args)
        except TypeError as error:
            problem = misfit(self._kinds, self._bounds, args)
            if problem is None:
                raise
            raise InputError(problem) from error
        return without_fixed(result) if self._has_fixed else result

    def _bound(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Any, ...]:
        """The inputs in the order of the program."""
        given = dict(zip(self._inputs, args, strict=False))
        problems = [f"{len(args)} inputs are given by position"] if len(args) > self._count else []
        problems += [f"`{name}` is given twice" for name in kwargs if name in given]
        problems += [f"`{name}` is none of its inputs" for name in kwargs if name not in self._inputs]
        given.update(kwargs)
        problems += [f"`{name}` is missing" for name in self._inputs if name not in given]
        if problems:
            raise InputError(f"{'; '.join(problems)}: it takes {self._taken()}")
        return tuple(given[name] for name in self._inputs)

    def _taken(self) -> str:
        return ", ".join(f"{name}={spec}" for name, spec in self.description.inputs.items()) or "no inputs"

    def parameters(self) -> dict[str, jax.Array]:
        """The parameters by their names in the state dict, and as they are there."""
        held = dict(zip(self._used, self._leaves, strict=True))
        turned = {name: held[name].T for name in self._transposed if name in held}
        return {name: {**held, **turned}[name] if name in held else self._other(name) for name in self._specs}

    def _other(self, name: str) -> jax.Array:
        with _with_x64(self._x64):
            return jnp.asarray(self._others[name])

    def arguments(self) -> dict[str, jax.Array]:
        """The parameters that the exported program takes, as it takes them, in the order of its arguments."""
        return dict(zip(self._used, self._leaves, strict=True))

    def load_state_dict(self, state_dict: Mapping[str, Any], strict: bool = True) -> IncompatibleKeys:
        """Puts arrays in by their names in the state dict; the names that are missing and those left over.

        Raises `WeightsError`, a ValueError, that lists all names that are missing or left over and all wrong shapes;
        then nothing was changed. `strict=False` lets names be missing or left over. Parameters with several names
        may come under any of them; what the model's constructor computes, and no state dict has, may be left out.
        """
        from hybridc.runtime.core.state import IncompatibleKeys

        told = self.description
        given = unmarked({**self._specs, **told.aliases}, {n: np.asarray(a) for n, a in state_dict.items()})
        expected = {n: s.dims for n, s in self._specs.items() if n not in told.constructed or n in given}
        for alias, name in told.aliases.items():
            if alias in given:
                expected[alias] = self._specs[name].dims
                if name not in given:
                    expected.pop(name, None)
        match(expected, given, strict)  # type: ignore[arg-type]
        ordered = [name for name in (*self._specs, *told.aliases) if name in given]  # the last name counts
        self._put({told.aliases.get(name, name): given[name] for name in ordered})
        return IncompatibleKeys([n for n in expected if n not in given], [n for n in given if n not in expected])

    def load(self, path: Any, strict: bool = True, key: str | None = None) -> Self:
        """Reads weights from a file, as `load` of a model does, and puts them in. Raises `WeightsError`."""
        self.load_state_dict(read(path, key), strict)
        return self

    def _put(self, arrays: Mapping[str, Any], own: Callable[..., Any] = np.array) -> None:
        """Puts copies of arrays in place of those that are there, all at once. JAX may keep the memory of NumPy's."""
        ready = {}
        for name, array in arrays.items():
            value = own(array, DTYPES[self._specs[name].dtype])
            ready[name] = np.ascontiguousarray(value.T) if name in self._transposed else value
        used = [name for name in self._used if name in ready]
        with _with_x64(self._x64):
            placed = dict(zip(used, jax.device_put([ready[name] for name in used]), strict=True))
        others = {**self._others, **{name: array for name, array in ready.items() if name not in placed}}
        held = dict(zip(self._used, self._leaves, strict=False))
        self._leaves, self._others = [placed.get(name, held.get(name)) for name in self._used], others  # type: ignore[misc]

    def __repr__(self) -> str:
        outputs = ", ".join(self.description.outputs.values())
        return f"<{self.description.name}({self._taken()}) -> {outputs}, {len(self._specs)} parameters>"
