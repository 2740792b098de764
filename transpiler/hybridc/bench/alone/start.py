"""Starts the worker of a benchmark in any Python from 3.8 on: of hybridc's it needs the package `bench` alone, under
another name.

It lies in a folder of its own, which Python puts first where it looks for modules.
"""

import sys

own = __file__.rpartition("alone")[0]
sys.path[:] = [path for path in sys.path if path and path != own + "alone"]

import importlib.util  # noqa: E402

name = "hybridc_bench"
spec = importlib.util.spec_from_file_location(name, own + "__init__.py", submodule_search_locations=[own])
assert spec is not None and spec.loader is not None
sys.modules[name] = importlib.util.module_from_spec(spec)
spec.loader.exec_module(sys.modules[name])
importlib.import_module(name + ".worker.main").main()
