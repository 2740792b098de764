"""`hybridc unpack`: an artifact as files that tools other than JAX read."""

from __future__ import annotations

import os
import tempfile

import numpy as np

from hybridc.artifacts.errors import RunError
from hybridc.artifacts.loading import load
from hybridc.artifacts.running import check_target, with_weights

_PROGRAM, _TEXT, _PARAMETERS = "program.mlirbc", "program.mlir", "parameters.npy"


def unpack(artifact: str, output: str, params: str | None, text: bool) -> str:
    """Writes the program as StableHLO, and the arrays that it takes before its inputs, to a new folder.

    The arrays lie in one file, as consecutive calls of `numpy.save` write them. Returns what to say of it. Raises
    RunError, and what `load` raises; then nothing is written.
    """
    if not output:
        raise RunError("the output has no name: give a folder")
    if os.path.lexists(output):
        raise RunError(f"{output}: exists")
    check_target(output, force=False)
    program = with_weights(load(artifact), params)
    if len(program.description.platforms) > 1:
        raise RunError(f"{artifact}: it is compiled for several platforms, which JAX alone tells apart; export for one")
    arrays = {name: np.asarray(array) for name, array in program.arguments().items()}
    strange = [f"`{name}` ({array.dtype})" for name, array in arrays.items() if array.dtype.isbuiltin != 1]
    if strange:
        raise RunError(f"{artifact}: .npy files do not hold what these parameters are: {', '.join(strange)}")
    parent = os.path.dirname(os.path.abspath(output))
    try:
        with tempfile.TemporaryDirectory(prefix=f".{os.path.basename(output)}.", dir=parent) as beside:
            folder = os.path.join(beside, "unpacked")
            os.mkdir(folder)
            with open(os.path.join(folder, _PROGRAM), "xb") as file:
                file.write(program.exported.mlir_module_serialized)
            if text:
                with open(os.path.join(folder, _TEXT), "x", encoding="utf-8") as lines:
                    lines.write(program.exported.mlir_module())
            with open(os.path.join(folder, _PARAMETERS), "xb") as file:
                for array in arrays.values():
                    np.save(file, array, allow_pickle=False)
            os.rename(folder, output)
    except OSError as error:
        raise RunError(f"{output}: cannot be written: {error.strerror or error}") from error
    told = program.description
    inputs = ", ".join(f"{name}={spec}" for name, spec in told.inputs.items() if name not in told.unused_inputs)
    return f"{output}: {_PROGRAM}, whose `main` takes the {len(arrays)} arrays of {_PARAMETERS}, then {inputs}"
