"""What Chainer 7.8.1 computed: tests/recordings/record_chainer.py. No test needs Chainer."""

import ast
import functools
import importlib.util
import sys
import tempfile
from pathlib import Path

import numpy as np

from closeness import assert_close
from hybridc.core.options import Options
from hybridc.core.source import Source
from hybridc.pipeline import convert

FOLDER = Path(__file__).parents[2] / "recordings" / "chainer"
NARROW = {"int64": "int32", "float64": "float32"}


@functools.cache
def _arrays(kind):
    with np.load(FOLDER / f"{kind}.npz") as archive:
        return {name: archive[name] for name in archive.files}


@functools.cache
def _by_start(kind):
    found = {}
    for name, array in _arrays(kind).items():
        start, _, rest = name.partition("/")
        found.setdefault(start, {})[rest] = array
    return found


def recorded(kind, name, part):
    """The arrays of a case, by what stands behind `name/part/`."""
    held = _by_start(kind)[str(name)]
    return {n.removeprefix(f"{part}/"): array for n, array in held.items() if n.startswith(f"{part}/")}


def outputs(kind, name, part):
    found = recorded(kind, name, part)
    return [found[str(number)] for number in range(len(found))]


def flat(value):
    return [each for part in value for each in flat(part)] if isinstance(value, list | tuple) else [value]


def toward(number, shape):
    """What outputs are multiplied by before they are added up, as where they were recorded."""
    return np.random.RandomState(100 + number).uniform(-1, 1, shape).astype(np.float32)


def total(found, expected):
    parts = [(o * toward(n, o.shape)).sum() for n, o in enumerate(found) if expected[n].dtype.kind == "f"]
    return sum(parts[1:], parts[0])


def close(found, expected, what="", rtol=1e-5):
    found, expected = np.asarray(found), np.asarray(expected)
    assert found.shape == expected.shape, what
    assert found.dtype.name == NARROW.get(expected.dtype.name, expected.dtype.name), what
    scale = max(0.1, np.abs(expected[np.isfinite(expected)].astype(float)).max(initial=0))
    tolerance = 1e-3 if expected.dtype == np.float16 else rtol
    assert_close(found, expected, rtol=tolerance, atol=0.2 * tolerance * scale, err_msg=what)


def converted(text, name="model.py", partial=False):
    """The generated module of a program, loaded; chainer cannot be imported by it."""
    result = convert(Source(name, text, ast.parse(text)), Options(partial=partial, format=False))
    assert result.code is not None, "\n".join(f"{d.location.line}: {d.code} {d.message}" for d in result.refusals)
    assert not result.refusals, "\n".join(f"{d.location.line}: {d.code} {d.message}" for d in result.refusals)
    return loaded(result.code)


def loaded(code):
    folder = Path(tempfile.mkdtemp())
    path = folder / "generated.py"
    path.write_text(code)
    spec = importlib.util.spec_from_file_location(f"generated_{folder.name}", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    held = sys.modules.get("chainer")
    sys.modules["chainer"] = None
    try:
        spec.loader.exec_module(module)
    finally:
        sys.modules.pop("chainer")
        if held is not None:
            sys.modules["chainer"] = held
    return module
