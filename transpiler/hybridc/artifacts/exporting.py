"""`hybridc export`: a model or a function becomes a compiled program in files."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from typing import Any, NamedTuple

import jax
import jaxlib.version
import numpy as np
from jax import export as jax_export

import hybridc
from hybridc.artifacts import results, writing
from hybridc.artifacts.description import Description
from hybridc.artifacts.errors import ArtifactError, ExportError
from hybridc.artifacts.inputs import Inputs, read_inputs, with_expected
from hybridc.artifacts.prediction import predict
from hybridc.artifacts.signatures import arguments, ordered
from hybridc.artifacts.specs import DTYPES, Bounds, Spec, spec_of
from hybridc.artifacts.targets import Target, find, told
from hybridc.artifacts.vetting import expect_computing
from hybridc.runtime.core.cells import Buffer
from hybridc.runtime.core.functions import expected_inputs
from hybridc.runtime.core.modules import Module
from hybridc.runtime.weights import WeightsError

PLATFORMS = ("cpu", "cuda", "rocm", "tpu")
_config: Any = jax.config
_struct: Any = jax.ShapeDtypeStruct
_LOCATIONS = "jax_hlo_source_file_canonicalization_regex"


class Program(NamedTuple):
    """A function of parameters and inputs, and what the description says of the parameters."""

    function: Any
    taken: dict[str, Any]  # parameters, as the function takes them
    arrays: dict[str, Any]  # as they are in state dicts
    transposed: frozenset[str]
    aliases: dict[str, str]
    constructed: list[str]
    left_out: tuple[str, ...] = ()  # attributes that the model sets, and no program does


class Parts(NamedTuple):
    """The arrays that are given, by name, the values that are fixed, what stands for the arrays, and the function."""

    specs: dict[str, Spec]
    fixed: dict[str, Any]
    structs: dict[str, Any]
    program: Program


def export(
    target: str,
    output: str,
    inputs: Sequence[str],
    params: str | None,
    platforms: Sequence[str],
    force: bool,
    note: Callable[[str], None] = lambda text: None,
) -> Description:
    """Writes `FILE:NAME` as an artifact. Runs the file, and the model or function on shapes alone.

    `inputs`: specs by name, as `x=f32[?,512]`. `params`: a file of weights. `platforms`: that of this machine if empty.
    `note`: is told what the program leaves out.
    Raises ExportError, and leaves nothing behind.
    """
    specs = read_inputs(inputs)
    writing.check_target(output, force)
    path, found = find(target)
    try:
        with _without_folders():
            description, program, arrays, left_out = _exported(found, specs, params, platforms, path)
    except ExportError as error:
        raise ExportError(f"{path}: `{found.name}`: {error}") from error
    writing.write(output, description, program, arrays, force)
    if left_out:
        note(f"what it sets to be looked at is not in the program: {', '.join(left_out)}")
    return description


def _exported(
    target: Target, inputs: Inputs, params: str | None, platforms: Sequence[str], path: str
) -> tuple[Description, bytes, dict[str, Any], tuple[str, ...]]:
    specs, fixed, structs, program = parts_of(target.value, inputs, params)
    trees: list[Any] = []

    def flat(parameters: dict[str, Any], *arrays: Any) -> list[Any]:
        found, tree = results.elements_only(program.function(parameters, *arrays))
        trees.append(tree)
        return found

    exported = _lowered(flat, program.taken, structs, platforms)
    kept = set(exported.module_kept_var_idx)
    order = sorted(program.taken)
    outputs = [_spec(aval, "what it returns") for aval in exported.out_avals]
    description = Description(
        name=target.name,
        source={"file": os.path.basename(path), "sha256": _digest(path)},
        written_by={"hybridc": hybridc.__version__, "jax": jax.__version__, "jaxlib": jaxlib.version.__version__},
        calling_convention_version=exported.calling_convention_version,
        platforms=list(exported.platforms),
        x64=bool(_config.jax_enable_x64),
        inputs={name: str(spec) for name, spec in specs.items()},
        bounds={name: list(ends) for name, ends in inputs.bounds.items() if ends != (1, None)},
        fixed=fixed,
        outputs=dict(zip(results.names(trees[-1], len(outputs)), map(str, outputs), strict=True)),
        result=trees[-1],
        parameters={name: str(_spec(program.arrays[name], f"`{name}`")) for name in order},
        transposed=sorted(program.transposed),
        unused=[name for place, name in enumerate(order) if place not in kept],
        unused_inputs=[name for place, name in enumerate(specs, len(order)) if place not in kept],
        aliases=program.aliases,
        constructed=program.constructed,
    )
    return description, bytes(exported.serialize()), program.arrays, program.left_out


def parts_of(value: Any, inputs: Inputs, params: str | None) -> Parts:
    """What a model or a function is on such inputs. Raises ExportError."""
    inputs = _completed(value, inputs)
    given = inputs.values
    names = ordered(value.forward if isinstance(value, Module) else value, given)
    specs = {name: spec for name in names if isinstance(spec := given[name], Spec)}
    fixed = {name: given[name] for name in names if name not in specs}
    structs = _structs(specs, inputs.bounds)
    if isinstance(value, Module):
        return Parts(specs, fixed, structs, _model(value, names, structs, fixed, params))
    if params is not None:
        raise ExportError("a function has no parameters; --params is for models")
    return Parts(specs, fixed, structs, _function(value, structs, fixed))


def _completed(value: Any, inputs: Inputs) -> Inputs:
    """The inputs, and those that are not given as the specs of the model or the function say."""
    specs = expected_inputs(value) if isinstance(value, Module) else {}
    return with_expected(inputs, {name: spec for name, spec in specs.items() if name not in inputs.values})


def _structs(specs: Mapping[str, Spec], bounds: Bounds) -> dict[str, Any]:
    """What stands for the inputs while a program is traced."""
    lows = [f"{name} >= {low}" for name, (low, _) in bounds.items() if low > 1]
    highs = [f"{name} <= {high}" for name, (_, high) in bounds.items() if high is not None]
    scope = jax_export.SymbolicScope([*lows, *highs])
    found = {}
    for name, (dtype, dims) in specs.items():
        if DTYPES[dtype].itemsize == 8 and dtype != "c64" and not _config.jax_enable_x64:
            raise ExportError(f"the input `{name}` is {dtype}, and the file leaves the 64-bit types of JAX off")
        shape = jax_export.symbolic_shape(",".join(map(str, dims)), scope=scope)
        found[name] = _struct(shape, DTYPES[dtype])
    return found


def _model(
    net: Module, names: list[str], structs: dict[str, Any], fixed: dict[str, Any], params: str | None
) -> Program:
    if params is not None:
        try:
            net.load(params)
        except WeightsError as error:
            raise ExportError(str(error)) from error
    try:
        prediction = predict(net, names, structs, fixed)
    except ExportError:
        raise
    except Exception as error:
        raise ExportError(reason(error, structs)) from error
    cells = net._hybridc_cells()
    first = {cell: name for name, cell in cells.items()}
    aliases = {name: first[cell] for name, cell in net._hybridc_persistent().items() if name != first[cell]}
    constructed = [n for n, cell in cells.items() if isinstance(cell, Buffer) and not cell.persistent]
    arrays = {name: np.asarray(cells[name].data) for name in prediction.parameters}
    return Program(
        prediction.function,
        prediction.parameters,
        arrays,
        prediction.transposed,
        {alias: name for alias, name in aliases.items() if name in arrays},
        [name for name in constructed if name in arrays],
        prediction.left_out,
    )


def _function(function: Any, structs: dict[str, Any], fixed: dict[str, Any]) -> Program:
    def called(_: dict[str, Any], *arrays: Any) -> Any:
        args, kwargs = arguments(function, {**dict(zip(structs, arrays, strict=True)), **fixed})
        return function(*args, **kwargs)

    return Program(called, {}, {}, frozenset(), {}, [])


def _of_references() -> Set[Any]:
    """The effects of what is written in place within a program, which nobody sees outside."""
    return jax.make_jaxpr(lambda: jax.new_ref(jax.numpy.zeros(()))[...])().effects  # type: ignore[no-any-return]


def _lowered(function: Any, parameters: Any, structs: dict[str, Any], platforms: Sequence[str]) -> jax_export.Exported:
    function.__name__ = function.__qualname__ = "main"
    try:
        program = jax.jit(function)
        if program.trace(parameters, *structs.values()).jaxpr.effects - _of_references():
            raise ExportError(
                "it prints, checks or calls Python while it computes, which no exported program can; "
                "`hybridc convert --prints drop`, without `--checked`, leaves that out"
            )
        exported = jax_export.export(program, platforms=list(platforms) or None)(parameters, *structs.values())
        expect_computing(exported)
        return exported
    except ExportError:
        raise
    except ArtifactError as error:
        raise ExportError(f"cannot be exported: {error.reason}") from error
    except Exception as error:
        raise ExportError(reason(error, structs)) from error


def reason(error: Exception, structs: Mapping[str, Any], otherwise: str = "cannot be exported") -> str:
    """Why JAX could not trace it on `structs`, in words that say what to do."""
    if "InconclusiveDimensionOperation" in type(error).__name__ or "'_DimExpr'" in str(error):
        words = "what it does depends on a free dimension, which has to be a number, or bounded, in --input"
        return f"{words}: {told(error)}"
    if isinstance(error, jax.errors.ConcretizationTypeError):
        words = "Python decides by an input; fix it, as --input n=3 does, or let `hybridc convert` rewrite the file"
        return f"{words}: {_with_names(told(error), error, structs)}"
    if isinstance(error, jax.errors.TracerArrayConversionError):
        words = "an input is given to something else than JAX; `hybridc convert` writes the file to export from"
        return f"{words}: {_with_names(told(error), error, structs)}"
    named = {str(d) for struct in structs.values() for d in struct.shape if not isinstance(d, int)}
    free = sorted(name for name in named if re.search(rf"\b{name}\b", str(error)))
    if free and isinstance(error, TypeError | ValueError):
        which = ", ".join(f"`{name}`" for name in free)
        otherwise += f" with all sizes of {which}, which --input may bound ({free[0]}>=2, {free[0]}<=64) or fix"
    return f"{otherwise}: {told(error)}"


def _with_names(text: str, error: Exception, structs: Mapping[str, Any]) -> str:
    """With the inputs that the error speaks of."""
    names = list(structs)
    found = [names[int(place)] for place in re.findall(r"\barrays\[(\d+)\]", str(error)) if int(place) < len(names)]
    return f"{text}; it depends on {', '.join(f'`{name}`' for name in dict.fromkeys(found))}" if found else text


def _spec(aval: Any, what: str) -> Spec:
    try:
        return spec_of(aval)
    except (KeyError, TypeError) as error:
        raise ExportError(f"{what} is of the dtype {aval.dtype}, which no artifact can hold") from error


def _digest(path: str) -> str:
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@contextmanager
def _without_folders() -> Iterator[None]:
    """Programs name the files that they come from without the folders, which are nobody else's business."""
    before = getattr(_config, _LOCATIONS)
    _config.update(_LOCATIONS, ".*[/\\\\]")
    try:
        yield
    finally:
        _config.update(_LOCATIONS, before)
