"""What is known of a framework, and what a worker asks of it."""

from __future__ import annotations

import inspect
from contextlib import AbstractContextManager, nullcontext
from typing import Any, Callable, ClassVar, NamedTuple

import numpy as np


class Form(NamedTuple):
    """One way to run code. `kind`: "original", "hybridized" (by its own framework) or "generated".

    `needs_model`: functions cannot be run so.
    """

    id: str
    title: str
    kind: str
    needs_model: bool = False


class Unusable(Exception):
    """A system cannot take part; the message says why."""


class System:
    """A framework, imported. The class alone says what can be known without it."""

    id: ClassVar[str]
    packages: ClassVar[tuple[str, ...]]  # a file that imports one of them is of this framework
    forms: ClassVar[tuple[Form, ...]]  # the first is the code as it is
    weights_suffix: ClassVar[str] = ".npz"  # of the files in which parameters come and go

    @staticmethod
    def environment(folder: str, threads: int | None) -> dict[str, str]:
        """Variables for the process: caches in an empty folder, so that first calls are first; so many threads."""
        return {}

    def __init__(self, threads: int | None) -> None:
        """Imports the framework. Raises ImportError where it is not installed."""
        self.versions = {"numpy": np.__version__}

    @property
    def device(self) -> str:
        """What it computes on."""
        return "cpu"

    @property
    def threads(self) -> int | None:
        """How many threads it computes with, where that can be told."""
        return None

    def running(self, form: str) -> AbstractContextManager[Any]:
        """Entered before the user's code is loaded, which is to run in this form, and never left."""
        return nullcontext()

    def loaded(self, module: Any) -> None:
        """Called when the user's file has run, before anything in it is called."""

    def is_model(self, value: Any) -> bool:
        """It has parameters, and is called to predict."""
        return False

    def prepare(self, net: Any) -> None:
        """Makes a model predict, with parameters that are drawn where there are none."""

    def signature(self, value: Any) -> inspect.Signature:
        """The parameters that inputs are named by. Raises ValueError where they cannot be told."""
        return inspect.signature(value.forward if self.is_model(value) else value)

    def save(self, net: Any, path: str) -> None:
        """Writes a model's parameters to a file with `weights_suffix`, by their names."""
        raise NotImplementedError

    def load(self, net: Any, path: str) -> None:
        """Reads them. Raises what the framework raises for names and shapes that do not fit."""
        raise NotImplementedError

    def settle(self, form: str, value: Any, call: Callable[[], Any]) -> None:
        """Called before the form is made: `call` runs the code as it is, on the inputs, for what that settles."""

    def built(self, form: str, value: Any) -> Callable[..., Any]:
        """What is called in this form, made anew. Raises what the framework raises where it has no such form."""
        return value  # type: ignore[no-any-return]

    def array(self, values: np.ndarray[Any, Any], dtype: str) -> Any:
        """An input of its own, with memory of its own. `dtype`: the short name, bf16 of values that are float32.

        Raises Unusable for a dtype that it has not.
        """
        if dtype == "bf16":
            raise Unusable("NumPy has no bfloat16")
        return values.copy()

    def numpy(self, value: Any) -> np.ndarray[Any, Any] | None:
        """What an array or a number of its holds, in a dtype of NumPy's; None for other values."""
        is_number = isinstance(value, (bool, int, float, complex, np.ndarray, np.generic))
        return np.asarray(value) if is_number else None

    def waiting(self, result: Any) -> Callable[[Any], Any] | None:
        """What waits until such a result is there; None where calls return with it."""
        return None
