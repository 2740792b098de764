"""`FILE:NAME`: the file is run as importing it would, and what it calls so is looked up."""

from __future__ import annotations

import importlib.util
import os
import sys
import types
from typing import Any, NamedTuple

from hybridc.artifacts.errors import ExportError
from hybridc.runtime.modules import Module

_CALL = "()"


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
    """An error in a line, and where the notes with it say that it came up."""
    words = " ".join(str(error).split())
    notes = "".join(f" ({note})" for note in getattr(error, "__notes__", ()) if note.startswith("while running"))
    return f"{type(error).__name__}: {words}{notes}" if words else f"{type(error).__name__}{notes}"


def _module(path: str) -> types.ModuleType:
    """The module of a file, its folder first where imports are looked for; nothing is written beside it."""
    stem = os.path.splitext(os.path.basename(path))[0]
    folder = os.path.dirname(os.path.abspath(path))
    names = [stem]
    while os.path.isfile(os.path.join(folder, "__init__.py")):
        folder, package = os.path.split(folder)
        names.insert(0, package)
    sys.dont_write_bytecode = True
    sys.path.insert(0, folder)
    name = ".".join(names)
    if len(names) > 1:
        return attempt(f"{path} cannot be imported", importlib.import_module, name)  # type: ignore[no-any-return]
    if name in sys.modules:  # `types.py` is not to take the place of Python's
        name = f"{name} of {path}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ExportError(f"{path}: not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    attempt(f"{path} cannot be imported", spec.loader.exec_module, module)
    return module


def _instead(module: object) -> str:
    own = getattr(module, "__name__", None)
    names = [n for n, v in vars(module).items() if not n.startswith("_") and getattr(v, "__module__", own) == own]
    names = [n for n in names if callable(getattr(module, n))]
    return f"; there are {', '.join(names)}" if names else ""


def _no_model(kind: type, name: str) -> str:
    origins = {base.__module__.partition(".")[0] for base in kind.__mro__}
    if "torch" in origins or "mxnet" in origins:
        return f"`{name}` is a model that was not converted: `hybridc convert` writes the file to export from"
    if any(base.__module__.endswith("_runtime.modules") for base in kind.__mro__):
        return f"`{name}` brings its runtime along; convert without `--standalone` to export it"
    return f"`{name}` is neither a model of hybridc.runtime nor a function, but a {kind.__name__}"
