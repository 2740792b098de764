"""Generated code that runs without hybridc: imports from a copy of the runtime, and the files of that copy.

Works on text. Nothing of the runtime is imported.
"""

from hybridc.standalone.files import module_name, runtime_files, runtime_modules
from hybridc.standalone.imports import needs_hybridc, redirected

__all__ = ["module_name", "needs_hybridc", "redirected", "runtime_files", "runtime_modules"]
