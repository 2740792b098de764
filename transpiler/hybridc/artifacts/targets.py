"""`FILE:NAME`: the file is run as importing it would, and what it calls so is looked up."""

from __future__ import annotations

import importlib.util
import os
import re
import sys
import traceback
import types
from collections.abc import Set
from typing import Any, NamedTuple

from hybridc.artifacts.errors import ExportError
from hybridc.artifacts.free_lengths import length, with_free_lengths
from hybridc.runtime.core.modules import Module

_CALL = "()"
_JAX_EXPLAINS = re.compile(r"\n(This error arises|The error occurred while tracing).*", re.DOTALL)


class Target(NamedTuple):
    """What is exported: a model or a function, under a name."""

    value: Any
    name: str


def find(target: str) -> tuple[str, Target]:
    """The file, and what `FILE:NAME` names in it. Raises ExportError, also for what the file raises.

    Of a class, and of `NAME()`, what the call without arguments gives.
    """
    path, colon, name = target.rpartition(":")
    bare = name.removesuffix(_CALL)
    if not colon or not all(part.isidentifier() for part in bare.split(".")):
        raise ExportError(f"{target!r}: expected FILE:NAME, such as net_jax.py:Net")
    if not os.path.isfile(path):
        raise ExportError(f"{path}: there is no such file")
    found: Any = _module(path)
    for part in bare.split("."):
        try:
            found = getattr(found, part)
        except AttributeError:
            raise ExportError(f"{path}: there is no `{bare}`{_instead(found)}") from None
    if name != bare or isinstance(found, type):
        if isinstance(found, type) and not issubclass(found, Module):
            raise ExportError(f"{path}: {_no_model(found, bare)}")
        found = attempt(f"{path}: `{bare}()`", found)
    if not isinstance(found, Module) and (not callable(found) or hasattr(found, "state_dict")):
        raise ExportError(f"{path}: {_no_model(type(found), name)}")
    return path, Target(found, bare.split(".")[-1])


def attempt(what: str, run: Any, *args: Any) -> Any:
    """What a call of the user's code gives; what it raises becomes an ExportError."""
    try:
        return run(*args)
    except (ExportError, KeyboardInterrupt):
        raise
    except BaseException as error:
        raise ExportError(f"{what}: {told(error)}") from error


def told(error: BaseException) -> str:
    """An error in a line, and where it came up: as the notes with it say, or the innermost line of the user's files."""
    words = " ".join(_JAX_EXPLAINS.sub("", str(error)).split())
    notes = "".join(f" ({note})" for note in getattr(error, "__notes__", ()) if note.startswith("while running"))
    where = notes or _place(error)
    return f"{type(error).__name__}: {words}{where}" if words else f"{type(error).__name__}{where}"


def _place(error: BaseException) -> str:
    found = ""
    for frame, line in traceback.walk_tb(error.__traceback__):
        if frame.f_globals.get("len") is length:
            found = f" (line {line} of {os.path.basename(frame.f_code.co_filename)})"
    return found


def _module(path: str) -> types.ModuleType:
    """The module of a file, its folder first where imports are looked for; nothing is written beside it.

    In it, and in what it imports from its own folder, `len` knows free dimensions.
    """
    stem = os.path.splitext(os.path.basename(path))[0]
    folder = os.path.dirname(os.path.abspath(path))
    names, own = [stem], folder
    while os.path.isfile(os.path.join(folder, "__init__.py")):
        folder, package = os.path.split(folder)
        names.insert(0, package)
    sys.dont_write_bytecode = True
    sys.path.insert(0, folder)
    name = ".".join(names)
    before = {*sys.modules}
    if len(names) > 1:
        module = attempt(f"{path} cannot be imported", importlib.import_module, name)
        _extend(before, own)
        return module  # type: ignore[no-any-return]
    if name in sys.modules:  # `types.py` is not to take the place of Python's
        name = f"{name} of {path}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ExportError(f"{path}: not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    with_free_lengths(module)
    attempt(f"{path} cannot be imported", spec.loader.exec_module, module)
    _extend(before, own)
    return module


def _extend(before: Set[str], folder: str) -> None:
    for module in [sys.modules[name] for name in sys.modules.keys() - before]:
        file = getattr(module, "__file__", None)
        if file and os.path.dirname(os.path.abspath(file)) == folder:
            with_free_lengths(module)


def _instead(module: object) -> str:
    own = getattr(module, "__name__", None)
    names = [n for n, v in vars(module).items() if not n.startswith("_") and getattr(v, "__module__", own) == own]
    names = [n for n in names if callable(getattr(module, n))]
    return f"; there are {', '.join(names)}" if names else ""


def _no_model(kind: type, name: str) -> str:
    if any(base.__module__.endswith("_runtime.core.modules") for base in kind.__mro__):
        return f"`{name}` brings its runtime along; convert without `--standalone` to export it"
    if any(hasattr(base, method) for base in kind.__mro__ for method in ("state_dict", "collect_params")):
        return f"`{name}` is a model that was not converted: `hybridc convert` writes the file to export from"
    return f"`{name}` is neither a model of hybridc.runtime nor a function, but a {kind.__name__}"
