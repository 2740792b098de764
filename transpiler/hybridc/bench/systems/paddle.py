"""Paddle: eagerly, compiled by `paddle.jit.to_static`, and as `paddle.inference` runs what was saved."""

from __future__ import annotations

import importlib
import os
import tempfile
import warnings
from contextlib import AbstractContextManager
from typing import Any, Callable

import numpy as np

from ..worker.arrays import read_arrays, write_arrays
from .base import Form, System, Unusable
from .numpy import thread_variables


class Paddle(System):
    """Models in evaluation mode and functions of tensors, without gradients, on the processor."""

    id = "paddle"
    packages = ("paddle",)
    forms = (
        Form("paddle", "paddle, eager", "original"),
        Form("paddle.to_static", "paddle.jit.to_static", "hybridized"),
        Form("paddle.inference", "paddle.inference", "hybridized", needs_model=True),
    )

    @staticmethod
    def environment(folder: str, threads: int | None) -> dict[str, str]:
        return {"GLOG_minloglevel": "2", **thread_variables(threads)}

    def __init__(self, threads: int | None) -> None:
        super().__init__(threads)
        warnings.simplefilter("ignore")
        self._paddle: Any = importlib.import_module("paddle")
        self.versions["paddle"] = str(self._paddle.__version__)
        self._paddle.set_device("cpu")
        self._given = threads

    @property
    def threads(self) -> int | None:
        given = os.environ.get("OMP_NUM_THREADS", "")
        return int(given) if given.isdigit() else None

    def running(self, form: str) -> AbstractContextManager[Any]:
        return self._paddle.no_grad()  # type: ignore[no-any-return]

    def is_model(self, value: Any) -> bool:
        return isinstance(value, self._paddle.nn.Layer)

    def prepare(self, net: Any) -> None:
        net.eval()

    def save(self, net: Any, path: str) -> None:
        arrays = {name: self.numpy(value) for name, value in net.state_dict().items()}
        write_arrays(path, {name: array for name, array in arrays.items() if array is not None})

    def load(self, net: Any, path: str) -> None:
        missing, unexpected = net.set_state_dict(read_arrays(path))
        if missing or unexpected:
            raise ValueError(f"names that do not fit: {', '.join([*missing, *unexpected])}")

    def settle(self, form: str, value: Any, call: Callable[[], Any]) -> None:
        """What is saved for inference is the program of the inputs that it was called with."""
        if form == "paddle.inference":
            self._paddle.jit.to_static(value)
            call()

    def built(self, form: str, value: Any) -> Callable[..., Any]:
        if form == "paddle.to_static":
            return self._paddle.jit.to_static(value)  # type: ignore[no-any-return]
        if form == "paddle.inference":
            return self._predictor(value)
        return value  # type: ignore[no-any-return]

    def _predictor(self, net: Any) -> Callable[..., Any]:
        inference = self._paddle.inference
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "net")
            self._paddle.jit.save(net, path)
            config = inference.Config(path + ".json", path + ".pdiparams")
            config.disable_gpu()
            config.disable_glog_info()
            if self._given is not None:
                config.set_cpu_math_library_num_threads(self._given)
            predictor = inference.create_predictor(config)

        def predict(*inputs: Any) -> Any:
            results = predictor.run(list(inputs))
            return results[0] if len(results) == 1 else tuple(results)

        return predict

    def array(self, values: np.ndarray[Any, Any], dtype: str) -> Any:
        if dtype in ("u16", "u32", "u64"):
            raise Unusable(f"Paddle has no {dtype}")
        tensor = self._paddle.to_tensor(values.copy())
        return tensor.astype("bfloat16") if dtype == "bf16" else tensor

    def numpy(self, value: Any) -> np.ndarray[Any, Any] | None:
        if not isinstance(value, self._paddle.Tensor):
            return super().numpy(value)
        wide = value.astype("float32") if value.dtype == self._paddle.bfloat16 else value
        return np.asarray(wide.numpy())
