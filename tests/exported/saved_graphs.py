"""The nets of `tests/recordings/record_mxnet_exports.py`, converted and loaded."""

import importlib.util
import io
import json
import sys
import zipfile
from functools import cache
from pathlib import Path

import numpy as np
from mxnet_weights import drawn, weights
from mxnet_zoo import ZOO

from closeness import assert_close
from hybridc.core.options import Options
from hybridc.exported import convert_export

RECORDED = Path(__file__).parents[1] / "recordings" / "mxnet"


@cache
def recorded():
    """The files by name."""
    with zipfile.ZipFile(RECORDED / "exports.zip") as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def arrays(name):
    return dict(np.load(io.BytesIO(recorded()[f"{name}.npz"])))


def of_zoo(name):
    """The input and the weights of a model of the zoo, drawn as they were for the recording."""
    facts = json.loads(recorded()[f"{name}.json"])
    size = facts["input"]
    names = {"zoo_" + each.replace(".", "_"): each for each in ZOO}
    return drawn(names[name], *size), weights(facts["weights"])


def code(name, params=None):
    """The source that a recorded graph becomes."""
    path = f"{name}-symbol.json"
    data = recorded()[path] if path in recorded() else (RECORDED / path).read_bytes()
    result = convert_export(data, path, None if params is None else str(params), Options())
    assert result.code is not None, result.diagnostics
    return result.code


def model(text, folder, name="generated"):
    """The one model that a source defines, made."""
    path = folder / f"{name}.py"
    path.write_text(text)
    spec = importlib.util.spec_from_file_location(f"exported_{name}", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    [made] = [each for each in vars(module).values() if getattr(each, "__module__", None) == spec.name]
    return made()


def close(ours, theirs, tolerance=1e-5):
    """Within 1e-5 of what MXNet gave, relative to its largest number."""
    ours = np.asarray(ours)
    assert ours.shape == theirs.shape
    assert_close(ours, theirs, rtol=tolerance, atol=tolerance * max(np.abs(theirs).max(), 1e-3))
