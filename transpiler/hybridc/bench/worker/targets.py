"""`FILE:NAME`: the name is read, the file run as importing it would, and what it calls so is looked up."""

from __future__ import annotations

import ast
import importlib.util
import os
import re
import sys
from typing import Any, Callable, NamedTuple

_TARGET = re.compile(r"(.+):([^\W\d]\w*(?:\.[^\W\d]\w*)*)\s*(\(.*\))?", re.DOTALL)


class BadTarget(ValueError):
    """The target cannot be used; the message says why."""


class Target(NamedTuple):
    """A name in a file, and the arguments of the call where one is written."""

    path: str
    name: str
    call: tuple[list[Any], dict[str, Any]] | None

    @property
    def shown(self) -> str:
        """The name, with brackets where it is called."""
        return self.name if self.call is None else f"{self.name}()"


def read_target(text: str) -> Target:
    """Raises BadTarget for what is not `FILE:NAME`, `FILE:NAME()` or `FILE:NAME(64, rate=0.5)`, of literals."""
    match = _TARGET.fullmatch(text)
    if match is None:
        raise BadTarget(f"{text!r}: expected FILE:NAME, such as net.py:Net, or 'net.py:get_net(hidden=64)'")
    return Target(match[1], match[2], None if match[3] is None else _arguments(text, match[3]))


def _arguments(text: str, written: str) -> tuple[list[Any], dict[str, Any]]:
    try:
        call = ast.parse("f" + written, mode="eval").body
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name):
            named = {keyword.arg: ast.literal_eval(keyword.value) for keyword in call.keywords}
            if None not in named:
                return [ast.literal_eval(each) for each in call.args], {str(k): v for k, v in named.items()}
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        pass
    raise BadTarget(f"{text!r}: the arguments have to be numbers, text, True, False, None, or tuples and such of them")


def find(target: Target, origin: str, loaded: Callable[[Any], None]) -> Any:
    """What the target names; of a class, and where a call is written, what the call gives.

    `origin`: the file whose neighbours are imported, and whose name the module gets. `loaded` is given the module
    first. Raises BadTarget where the name is not there, and what the user's code raises.
    """
    found = _module(target.path, origin)
    loaded(found)
    for part in target.name.split("."):
        if not hasattr(found, part):
            raise BadTarget(f"there is no `{target.name}`{_instead(found)}")
        found = getattr(found, part)
    if target.call is not None:
        found = found(*target.call[0], **target.call[1])
    elif isinstance(found, type):
        found = found()
    if not callable(found):
        raise BadTarget(f"`{target.shown}` is a {type(found).__name__}, which cannot be called")
    return found


def _module(path: str, origin: str) -> Any:
    """Its folder, and that of its origin, come first where imports are looked for; nothing is written beside it."""
    sys.dont_write_bytecode = True
    sys.argv = [origin]
    names = [os.path.splitext(os.path.basename(origin))[0]]
    folder = os.path.dirname(os.path.abspath(origin))
    while os.path.isfile(os.path.join(folder, "__init__.py")):
        folder, package = os.path.split(folder)
        names.insert(0, package)
    sys.path.insert(0, folder)
    if len(names) > 1:
        importlib.import_module(".".join(names[:-1]))
    name = ".".join(names)
    if name in sys.modules and len(names) == 1:  # `types.py` is not to take the place of Python's
        name = f"{name} of {origin}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise BadTarget(f"{path} is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def _instead(module: Any) -> str:
    own = getattr(module, "__name__", None)
    names = [n for n, v in vars(module).items() if not n.startswith("_") and getattr(v, "__module__", own) == own]
    names = [n for n in names if callable(getattr(module, n))] if hasattr(module, "__file__") else []
    return f"; there are {', '.join(names[:20])}" if names else ""
