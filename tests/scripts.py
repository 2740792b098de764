"""Scripts of the project that are no part of its packages, as modules: what makes pages of docs, benchmarks."""

import importlib.util
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def script(path):
    """The module of a script, by its path in the project: `docs/generate_rules.py`."""
    name = path.removesuffix(".py").replace("/", "_")
    spec = importlib.util.spec_from_file_location(name, ROOT / path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # where dataclasses look
    spec.loader.exec_module(module)
    return module
