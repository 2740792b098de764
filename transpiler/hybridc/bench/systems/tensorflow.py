"""TensorFlow and Keras: eagerly, and compiled by `tf.function`, with XLA and without."""

from __future__ import annotations

import importlib
import inspect
import warnings
from typing import Any, Callable

import numpy as np

from .base import Form, System
from .numpy import thread_variables


class TensorFlow(System):
    """Keras' models as they predict, and functions of tensors, on the processor. Calls return with the result."""

    id = "tensorflow"
    packages = ("tensorflow", "keras", "tf_keras")
    forms = (
        Form("tensorflow", "tensorflow, eager", "original"),
        Form("tensorflow.function", "tf.function", "hybridized"),
        Form("tensorflow.function.xla", "tf.function, jit_compile", "hybridized"),
    )
    weights_suffix = ".weights.h5"

    @staticmethod
    def environment(folder: str, threads: int | None) -> dict[str, str]:
        quiet = {"TF_CPP_MIN_LOG_LEVEL": "3", "KERAS_BACKEND": "tensorflow", "CUDA_VISIBLE_DEVICES": "-1"}
        return {**quiet, **thread_variables(threads)}

    def __init__(self, threads: int | None) -> None:
        super().__init__(threads)
        warnings.simplefilter("ignore")
        self._tf: Any = importlib.import_module("tensorflow")
        self._waiting: str | None = None  # a file of weights, for a model that has none before its first call
        self.versions["tensorflow"] = str(self._tf.__version__)
        self.versions["keras"] = str(self._tf.keras.__version__)
        if threads is not None:
            self._tf.config.threading.set_intra_op_parallelism_threads(threads)
            self._tf.config.threading.set_inter_op_parallelism_threads(threads)

    @property
    def threads(self) -> int | None:
        return int(self._tf.config.threading.get_intra_op_parallelism_threads()) or None

    def is_model(self, value: Any) -> bool:
        return isinstance(value, self._tf.keras.layers.Layer)

    def signature(self, value: Any) -> inspect.Signature:
        """Keras takes nothing but tensors by position."""
        if not self.is_model(value):
            return inspect.signature(value)
        first, *rest = inspect.signature(value.call).parameters.values()
        rest = [p.replace(kind=p.KEYWORD_ONLY) if p.kind is p.POSITIONAL_OR_KEYWORD else p for p in rest]
        return inspect.Signature([first, *rest])

    def save(self, net: Any, path: str) -> None:
        net.save_weights(path)

    def load(self, net: Any, path: str) -> None:
        if net.built:
            net.load_weights(path)
        else:
            self._waiting = path

    def settle(self, form: str, value: Any, call: Callable[[], Any]) -> None:
        """Weights whose shapes the first input decides are there after a call, and `tf.function` makes none."""
        if self._waiting is not None or (form != "tensorflow" and self.is_model(value) and not value.built):
            call()
        if self._waiting is not None:
            value.load_weights(self._waiting)
            self._waiting = None

    def built(self, form: str, value: Any) -> Callable[..., Any]:
        if form == "tensorflow":
            return value  # type: ignore[no-any-return]
        function = getattr(value, "python_function", value)
        return self._tf.function(function, jit_compile=form.endswith(".xla") or None)  # type: ignore[no-any-return]

    def array(self, values: np.ndarray[Any, Any], dtype: str) -> Any:
        tensor = self._tf.constant(values)
        return self._tf.cast(tensor, self._tf.bfloat16) if dtype == "bf16" else tensor

    def numpy(self, value: Any) -> np.ndarray[Any, Any] | None:
        if not isinstance(value, (self._tf.Tensor, self._tf.Variable)):
            return super().numpy(value)
        if value.dtype == self._tf.bfloat16:
            value = self._tf.cast(value, self._tf.float32)
        return np.asarray(value.numpy())
