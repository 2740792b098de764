"""PyTorch: eagerly, and compiled by TorchScript and by `torch.compile`."""

from __future__ import annotations

import importlib
import os
import warnings
from contextlib import AbstractContextManager
from typing import Any, Callable

import numpy as np

from ..worker.arrays import read_arrays, write_arrays
from .base import Form, System
from .numpy import thread_variables


class Torch(System):
    """Models in evaluation mode and functions of tensors, in inference mode, on the processor."""

    id = "torch"
    packages = ("torch",)
    forms = (
        Form("torch", "torch, eager", "original"),
        Form("torch.jit.script", "torch.jit.script", "hybridized"),
        Form("torch.jit.optimized", "torch.jit, for inference", "hybridized", needs_model=True),
        Form("torch.compile", "torch.compile", "hybridized"),
    )

    @staticmethod
    def environment(folder: str, threads: int | None) -> dict[str, str]:
        caches = {"TORCHINDUCTOR_CACHE_DIR": os.path.join(folder, "inductor"), "TORCHINDUCTOR_FX_GRAPH_CACHE": "0"}
        return {**caches, **thread_variables(threads)}

    def __init__(self, threads: int | None) -> None:
        super().__init__(threads)
        self._torch: Any = importlib.import_module("torch")
        self.versions["torch"] = str(self._torch.__version__)
        if threads is not None:
            self._torch.set_num_threads(threads)
        warnings.simplefilter("ignore")  # TorchScript is deprecated

    @property
    def threads(self) -> int | None:
        return int(self._torch.get_num_threads())

    def running(self, form: str) -> AbstractContextManager[Any]:
        return self._torch.inference_mode()  # type: ignore[no-any-return]

    def is_model(self, value: Any) -> bool:
        return isinstance(value, self._torch.nn.Module)

    def prepare(self, net: Any) -> None:
        net.eval()

    def save(self, net: Any, path: str) -> None:
        state = net.state_dict()
        arrays = {name: self.numpy(value) for name, value in state.items()}
        write_arrays(path, {name: array for name, array in arrays.items() if array is not None})

    def load(self, net: Any, path: str) -> None:
        tensors = {name: self._torch.from_numpy(array) for name, array in read_arrays(path).items()}
        net.load_state_dict(tensors)

    def settle(self, form: str, value: Any, call: Callable[[], Any]) -> None:
        """Lazy layers become others when they are called: no form is made of them before."""
        lazy = self._torch.nn.modules.lazy.LazyModuleMixin
        if form != "torch" and self.is_model(value) and any(isinstance(part, lazy) for part in value.modules()):
            call()

    def built(self, form: str, value: Any) -> Callable[..., Any]:
        if form == "torch.compile":
            self._torch._dynamo.reset()  # or another shape makes a program for all shapes
            return self._torch.compile(value)  # type: ignore[no-any-return]
        if form == "torch":
            return value  # type: ignore[no-any-return]
        scripted = self._torch.jit.script(value)
        if form == "torch.jit.script":
            return scripted  # type: ignore[no-any-return]
        return self._torch.jit.optimize_for_inference(self._torch.jit.freeze(scripted))  # type: ignore[no-any-return]

    def array(self, values: np.ndarray[Any, Any], dtype: str) -> Any:
        tensor = self._torch.tensor(values)
        return tensor.to(self._torch.bfloat16) if dtype == "bf16" else tensor

    def numpy(self, value: Any) -> np.ndarray[Any, Any] | None:
        if not isinstance(value, self._torch.Tensor):
            return super().numpy(value)
        value = value.detach().cpu().resolve_conj()
        if value.dtype == self._torch.bfloat16:
            value = value.to(self._torch.float32)
        return np.asarray(value.numpy())
