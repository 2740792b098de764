"""Functions of NumPy and of plain Python."""

from __future__ import annotations

import os

from .base import Form, System


class NumPy(System):
    """Code that runs as it is written."""

    id = "numpy"
    packages = ("numpy",)
    forms = (Form("numpy", "original", "original"),)

    @staticmethod
    def environment(folder: str, threads: int | None) -> dict[str, str]:
        return thread_variables(threads)

    @property
    def threads(self) -> int | None:
        given = os.environ.get("OPENBLAS_NUM_THREADS", "")
        return int(given) if given.isdigit() else None


def thread_variables(threads: int | None) -> dict[str, str]:
    """Of OpenMP and of the libraries for linear algebra that NumPy and others are built with."""
    if threads is None:
        return {}
    names = ("OMP", "OPENBLAS", "MKL", "VECLIB", "BLIS")
    return {f"{name}_NUM_THREADS" if name != "VECLIB" else "VECLIB_MAXIMUM_THREADS": str(threads) for name in names}
