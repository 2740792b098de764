"""`hybridc.load`: from files to a compiled program that can be called."""

from __future__ import annotations

import os
from typing import Any, cast

import jax
from jax import export, tree_util

from hybridc.artifacts.artifact import Artifact
from hybridc.artifacts.description import Description
from hybridc.artifacts.errors import ArtifactError
from hybridc.artifacts.reading import opened, read_description, read_parameters, read_program
from hybridc.artifacts.specs import DTYPES, Spec, spec_of
from hybridc.artifacts.vetting import expect_computing
from hybridc.runtime.weights.elements import Array

_PLATFORMS = {"gpu": ("cuda", "rocm")}


def load(path: str | os.PathLike[str]) -> Artifact:
    """The program that `hybridc export` wrote to a folder or an archive, without the code that it was made from.

    Raises ArtifactError for what is damaged, no artifact, of a later version, or compiled for other devices than JAX
    has here. Nothing in it is unpickled, or run before the program is called.
    """
    with opened(path) as files:
        description = read_description(files)
        program = _deserialized(read_program(files, description), description)
        _expect_platform(description)
        has_free_sizes = expect_computing(program)
        arrays = read_parameters(files, description)
        parameters = _specs(program, description)
        _expect_parameters(arrays, parameters)
        return Artifact(description, program, parameters, arrays, has_free_sizes)


def _deserialized(data: bytes, description: Description) -> export.Exported:
    """The program, which must be the one that the description tells of."""
    oldest = export.minimum_supported_calling_convention_version
    newest = export.maximum_supported_calling_convention_version
    version = description.calling_convention_version
    if not oldest <= version <= newest:
        writer = description.written_by.get("jax")
        raise ArtifactError(
            f"its calling convention is {version}, of JAX {writer}; JAX {jax.__version__}, which is installed here, "
            f"reads {oldest} to {newest}"
        )
    try:
        program = export.deserialize(bytearray(data))
        arguments = (dict.fromkeys(description.parameters, 0), *[0] * len(description.inputs))
        results = [0] * len(description.outputs)
        in_tree, out_tree = cast(Any, program.in_tree), cast(Any, program.out_tree)
        has_trees = in_tree == tree_util.tree_structure((arguments, {}))
        has_trees = has_trees and out_tree == tree_util.tree_structure(results)
        facts = [str(spec_of(aval)) for aval in (*program.in_avals[len(description.parameters) :], *program.out_avals)]
    except ImportError:  # JAX names the package that it lacks
        raise
    except Exception as error:
        raise ArtifactError(f"the program cannot be read: {type(error).__name__}: {error}") from error
    if program.nr_devices != 1:  # read so by versions of JAX from before that of the writer
        writer = description.written_by.get("jax")
        raise ArtifactError(f"it is of JAX {writer}, which JAX {jax.__version__}, installed here, does not read")
    told = [*description.inputs.values(), *description.outputs.values()]
    if not has_trees or facts != told or list(program.platforms) != description.platforms:
        raise ArtifactError("the program is not the one that the description tells of")
    return program


def _specs(program: export.Exported, description: Description) -> dict[str, Spec]:
    """The parameters as they are in state dicts."""
    found = {}
    for aval, (name, told) in zip(program.in_avals, description.parameters.items(), strict=False):
        spec = spec_of(aval)
        if name in description.transposed:
            spec = Spec(spec.dtype, spec.dims[::-1])
        if str(spec) != told:
            raise ArtifactError(f"the program takes `{name}` as {spec}, and the description tells of {told}")
        found[name] = spec
    if list(found) != sorted(found):
        raise ArtifactError("the description's parameters are not in the order of the program")
    strange = {*description.unused, *description.transposed, *description.constructed, *description.aliases.values()}
    if not strange <= found.keys() or found.keys() & description.aliases.keys():
        raise ArtifactError("the description tells of parameters that are not among its own")
    return found


def _expect_parameters(arrays: dict[str, Array], specs: dict[str, Spec]) -> None:
    wrong = sorted(arrays.keys() ^ specs.keys())
    wrong += [n for n, a in arrays.items() if n in specs and (a.dtype, a.shape) != _kind(specs[n])]
    if wrong:
        raise ArtifactError(f"the parameters are not those of the program: {', '.join(wrong)[:200]}")


def _kind(spec: Spec) -> tuple[object, tuple[int | str, ...]]:
    return DTYPES[spec.dtype], spec.dims


def _expect_platform(description: Description) -> None:
    here = jax.default_backend()
    if not set(_PLATFORMS.get(here, (here,))) & set(description.platforms):
        raise ArtifactError(
            f"it is compiled for {', '.join(description.platforms)}, and JAX computes on {here} here; "
            "`hybridc export --platform` names several"
        )
