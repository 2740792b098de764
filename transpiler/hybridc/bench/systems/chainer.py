"""Chainer: models as they are. It has no compiler of its own on a processor."""

from __future__ import annotations

import importlib
import warnings
from contextlib import AbstractContextManager, ExitStack
from typing import Any

import numpy as np

from .base import Form, System, Unusable
from .numpy import thread_variables


class Chainer(System):
    """Chainer 7: models in prediction, without the graph for gradients."""

    id = "chainer"
    packages = ("chainer",)
    forms = (Form("chainer", "chainer", "original"),)

    @staticmethod
    def environment(folder: str, threads: int | None) -> dict[str, str]:
        return thread_variables(threads)

    def __init__(self, threads: int | None) -> None:
        warnings.simplefilter("ignore")
        super().__init__(threads)
        self._chainer: Any = importlib.import_module("chainer")
        self.versions["chainer"] = str(self._chainer.__version__)

    def running(self, form: str) -> AbstractContextManager[Any]:
        entered = ExitStack()
        entered.enter_context(self._chainer.using_config("train", False))
        entered.enter_context(self._chainer.no_backprop_mode())
        return entered

    def is_model(self, value: Any) -> bool:
        return isinstance(value, self._chainer.Link)

    def save(self, net: Any, path: str) -> None:
        self._chainer.serializers.save_npz(path, net)

    def load(self, net: Any, path: str) -> None:
        self._chainer.serializers.load_npz(path, net)

    def array(self, values: np.ndarray[Any, Any], dtype: str) -> Any:
        if dtype == "bf16":
            raise Unusable("Chainer computes nothing with bf16")
        return values.copy()

    def numpy(self, value: Any) -> np.ndarray[Any, Any] | None:
        return np.asarray(value.array) if isinstance(value, self._chainer.Variable) else super().numpy(value)
