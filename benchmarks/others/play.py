"""Runs a script as `__main__`, with pictures that are noted rather than drawn, and writes what it drew.

python play.py SCRIPT OUT
"""

from __future__ import annotations

import builtins
import importlib.abc
import importlib.machinery
import json
import os
import random
import runpy
import sys
import time
import traceback
import types
from collections.abc import Iterator, Sequence
from typing import Any

import jax  # noqa: F401 - its import draws from NumPy's global generator
import numpy as np

_PICTURES = frozenset(
    {
        "IPython", "cv2", "imageio", "matplotlib", "mayavi", "mpl_toolkits", "plotly", "pygame", "pylab", "seaborn",
        "tkinter", "visual", "vpython",
    }
)  # fmt: skip
_SHOWN = (
    "axis", "clf", "colorbar", "contour", "contourf", "figure", "grid", "hist", "imshow", "legend", "plot", "savefig",
    "scatter", "show", "subplot", "title", "xlabel", "xlim", "ylabel", "ylim",
)  # fmt: skip
_CALLS, _ELEMENTS, _FRAMES = 3000, 4000, 4
noted: list[object] = []


def told(value: object, depth: int = 0) -> object:
    """What is noted of a value: of arrays the shape, and up to some thousand elements."""
    if isinstance(value, bool | int | float | complex | np.generic) or hasattr(value, "__array__"):
        array = np.asarray(value)
        if array.dtype.kind not in "biufc":
            return str(array.dtype)
        elements = array.astype(complex).ravel()
        elements = elements[:: max(1, elements.size // _ELEMENTS)]
        return {"shape": list(array.shape), "elements": [[float(e.real), float(e.imag)] for e in elements]}
    if isinstance(value, str) or value is None:
        return value
    if isinstance(value, list | tuple) and depth < 4:
        return [told(each, depth + 1) for each in value[:2000]]
    if isinstance(value, dict):
        return {str(key): told(each, depth + 1) for key, each in value.items()}
    return "callable" if callable(value) else type(value).__name__


class Picture:
    """Takes any call, and notes it."""

    def __init__(self, path: str) -> None:
        self.__dict__["path"] = path

    def __getattr__(self, name: str) -> Picture:
        if name.startswith("__"):
            raise AttributeError(name)
        return Picture(f"{self.path}.{name}")

    def __call__(self, *args: Any, **keywords: Any) -> Any:
        if len(noted) < _CALLS:
            noted.append([self.path, told(args), told(keywords)])
        name = self.path.rpartition(".")[2]
        if name == "FuncAnimation" and len(args) > 1 and callable(args[1]):
            _animate(args, keywords)
        return _subplots(args, keywords) if name == "subplots" else Picture(f"{self.path}()")

    def __getitem__(self, key: object) -> Picture:
        return Picture(f"{self.path}[]")

    def __setitem__(self, key: object, value: object) -> None:
        noted.append([self.path, told(value)])

    def __setattr__(self, name: str, value: object) -> None:
        noted.append([self.path, name, told(value)])

    def __iter__(self) -> Iterator[Picture]:
        return iter([Picture(f"{self.path}[]")])

    def __enter__(self) -> Picture:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing is drawn."""

    def __len__(self) -> int:
        return 1

    def __float__(self) -> float:
        return 1.0

    def __int__(self) -> int:
        return 1

    def __add__(self, other: object) -> Picture:
        return self

    __radd__ = __sub__ = __mul__ = __rmul__ = __truediv__ = __add__


def _animate(args: Sequence[Any], keywords: dict[str, Any]) -> None:
    """Draws the first frames."""
    frames = keywords.get("frames", args[2] if len(args) > 2 else None)
    frames = range(frames) if isinstance(frames, int) else frames() if callable(frames) else frames
    if callable(keywords.get("init_func")):
        keywords["init_func"]()
    for _, frame in zip(range(_FRAMES), range(_FRAMES) if frames is None else frames, strict=False):
        args[1](frame, *(keywords.get("fargs") or ()))


def _subplots(args: Sequence[Any], keywords: dict[str, Any]) -> tuple[Picture, Any]:
    rows, columns = keywords.get("nrows", (*args, 1)[0]), keywords.get("ncols", (*args, 1, 1)[1])
    if rows * columns == 1:
        return Picture("figure"), Picture("axes")
    axes = np.empty((rows, columns), object)
    for place in np.ndindex(rows, columns):
        axes[place] = Picture("axes")
    return Picture("figure"), axes if rows > 1 and columns > 1 else axes.ravel()


class Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Modules that draw, of which any name is a picture."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> importlib.machinery.ModuleSpec | None:
        is_of_pictures = name.partition(".")[0] in _PICTURES
        return importlib.machinery.ModuleSpec(name, self, is_package=True) if is_of_pictures else None

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> types.ModuleType:
        module = types.ModuleType(spec.name)
        module.__getattr__ = lambda name: _name_of(spec.name, name)  # type: ignore[method-assign]
        if spec.name in ("pylab", "matplotlib.pylab", "matplotlib.pyplot"):
            of_numpy = vars(np) if spec.name != "matplotlib.pyplot" else {}
            module.__dict__.update({n: v for n, v in of_numpy.items() if n in np.__all__})
            module.__dict__.update({name: Picture(name) for name in _SHOWN})
        return module

    def exec_module(self, module: types.ModuleType) -> None:
        """There is nothing to run."""


def _name_of(module: str, name: str) -> Picture:
    if name.startswith("__"):
        raise AttributeError(name)
    return Picture(f"{module}.{name}")


def main(path: str, out: str) -> None:
    sys.meta_path.insert(0, Finder())
    sys.argv, sys.path[0] = [path], os.path.dirname(path)
    builtins.input = lambda *_: "3"
    np.random.seed(0)
    random.seed(0)
    seeded = np.random.default_rng
    np.random.default_rng = lambda seed=None: seeded(0 if seed is None else seed)  # type: ignore[assignment]
    error, start = None, time.perf_counter()
    try:
        runpy.run_path(path, run_name="__main__")
    except SystemExit:
        pass
    except BaseException as raised:  # whatever a script raises is what is told of it
        places = traceback.extract_tb(raised.__traceback__)[-6:]
        where = " ".join(f"{os.path.basename(place.filename)}:{place.lineno}" for place in places)
        error = f"{type(raised).__name__}: {raised}"[:300] + f" @ {where}"
    seconds = time.perf_counter() - start
    with open(out, "w") as file:
        json.dump({"noted": noted, "error": error, "seconds": seconds}, file)


if __name__ == "__main__":
    main(*sys.argv[1:])
