"""Programs that XLA compiled in earlier runs, kept in `.jax_cache` beside the tests: more than half of their time is compiling.

JAX keys them by program, flags, jaxlib and machine, and compiles what it does not find or cannot read.
"""

import os
from pathlib import Path

import jax

KEPT = Path(__file__).resolve().parent.parent / ".jax_cache"
MOST = 1 << 30
OPTIONS = {
    "jax_compilation_cache_dir": str(KEPT),
    "jax_persistent_cache_min_compile_time_secs": 0.0,
    "jax_persistent_cache_min_entry_size_bytes": -1,
}


def use() -> None:
    """For this process and those that it starts; what the environment says goes first."""
    for option, value in OPTIONS.items():
        if option.upper() not in os.environ:
            os.environ[option.upper()] = str(value)
            jax.config.update(option, value)


def prune(folder: Path = KEPT, most: int = MOST) -> None:
    """Leaves the half of the programs that was written last, where there are more bytes than that."""
    written = sorted((f.stat().st_mtime, f.stat().st_size, f) for f in folder.glob("*-cache"))
    held = sum(size for _, size, _ in written)
    if held > most:
        for _, size, file in written:
            file.unlink(missing_ok=True)
            held -= size
            if held <= most // 2:
                return
