"""What hybridc generates: JAX, op by op and compiled."""

from __future__ import annotations

import importlib
import os
from contextlib import AbstractContextManager, nullcontext
from operator import methodcaller
from typing import Any, Callable

import numpy as np

from .base import Form, System, Unusable

_WIDE = ("i64", "u64", "f64", "c128")


class Generated(System):
    """Models of hybridc's runtime, also of a copy of it, and functions of JAX."""

    id = "generated"
    packages = ("jax",)
    forms = (
        Form("generated.eager", "generated, op by op", "generated"),
        Form("generated", "generated, compiled", "generated"),
        Form("generated.inline", "generated, inline", "generated"),
        Form("generated.frozen", "generated, frozen", "generated", needs_model=True),
    )

    @staticmethod
    def environment(folder: str, threads: int | None) -> dict[str, str]:
        """XLA takes as many threads as the process may use processors."""
        return {"JAX_PLATFORMS": os.environ.get("JAX_PLATFORMS") or "cpu", "JAX_ENABLE_COMPILATION_CACHE": "0"}

    def __init__(self, threads: int | None) -> None:
        super().__init__(threads)
        self._jax: Any = importlib.import_module("jax")
        self._waiting: str | None = None
        self.versions["jax"] = str(self._jax.__version__)

    def running(self, form: str) -> AbstractContextManager[Any]:
        """Calls on the processor do not return before they are done: JAX has to know before it makes an array."""
        if form == "generated.inline":
            self._jax.config.update("jax_cpu_enable_async_dispatch", False)
        return nullcontext()

    @property
    def device(self) -> str:
        first = self._jax.devices()[0]
        return str(first.platform if first.platform == "cpu" else f"{first.platform} ({first.device_kind})")

    @property
    def threads(self) -> int | None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()

    def is_model(self, value: Any) -> bool:
        """Functions that are compiled with the models that they read are functions."""
        is_module = all(hasattr(value, name) for name in ("forward", "freeze", "hybridize", "state_dict"))
        return is_module and not hasattr(value, "expected_inputs")

    def prepare(self, net: Any) -> None:
        """Blocks whose parameters nobody drew are initialized as they are on the other side."""
        net.eval()
        if hasattr(net, "collect_params"):
            for parameter in net.collect_params().values():
                if not parameter.is_declared:
                    parameter.initialize()

    def save(self, net: Any, path: str) -> None:
        if path.endswith(".h5"):
            net.save_weights(path)
        else:
            net.save(path)

    def load(self, net: Any, path: str) -> None:
        if hasattr(net, "load_weights") and not net._hybridc_is_settled():
            self._waiting = path
        else:
            net.load(path)

    def settle(self, form: str, value: Any, call: Callable[[], Any]) -> None:
        """Files by places in the model are read once all of it is there, which the first input decides."""
        if self._waiting is not None:
            call()
            value.load(self._waiting)
            self._waiting = None

    def built(self, form: str, value: Any) -> Callable[..., Any]:
        is_model = self.is_model(value)
        if form == "generated.frozen":
            return value.freeze()  # type: ignore[no-any-return]
        if form == "generated.inline" and self.device != "cpu":
            raise Unusable("only calls on the processor can be run inline")
        if form in ("generated", "generated.inline"):
            return value.hybridize() if is_model else value  # type: ignore[no-any-return]
        if is_model:
            return value.hybridize(False)  # type: ignore[no-any-return]

        def op_by_op(*args: Any, **kwargs: Any) -> Any:
            with self._jax.disable_jit():
                return value(*args, **kwargs)

        return op_by_op

    def array(self, values: np.ndarray[Any, Any], dtype: str) -> Any:
        jnp = self._jax.numpy
        if dtype == "bf16":
            return jnp.asarray(values, jnp.bfloat16)
        if dtype in ("f64", "c128") and not self._jax.config.jax_enable_x64:
            raise Unusable(f"the generated module leaves the 64-bit types of JAX off, and an input is {dtype}")
        return jnp.asarray(values)

    def numpy(self, value: Any) -> np.ndarray[Any, Any] | None:
        if not isinstance(value, self._jax.Array):
            return super().numpy(value)
        is_narrow = value.dtype == self._jax.numpy.bfloat16
        return np.asarray(value.astype("float32") if is_narrow else value)

    def waiting(self, result: Any) -> Callable[[Any], Any] | None:
        return methodcaller("block_until_ready") if isinstance(result, self._jax.Array) else self._jax.block_until_ready
