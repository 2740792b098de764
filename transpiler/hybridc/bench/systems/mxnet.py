"""MXNet: Gluon's blocks as they are and hybridized, and functions of `mx.nd` or `mx.np`."""

from __future__ import annotations

import importlib
import inspect
import os
import warnings
from operator import methodcaller
from typing import Any, Callable

import numpy as np

from .base import Form, System, Unusable
from .numpy import thread_variables


class MXNet(System):
    """MXNet 1.x. Calls return before the result is there."""

    id = "mxnet"
    packages = ("mxnet",)
    forms = (
        Form("mxnet", "gluon, not hybridized", "original"),
        Form("mxnet.hybridize", "gluon, hybridize()", "hybridized", needs_model=True),
        Form("mxnet.hybridize_static", "gluon, hybridize(static)", "hybridized", needs_model=True),
    )
    weights_suffix = ".params"

    @staticmethod
    def environment(folder: str, threads: int | None) -> dict[str, str]:
        return thread_variables(threads)

    def __init__(self, threads: int | None) -> None:
        super().__init__(threads)
        self._mx: Any = importlib.import_module("mxnet")
        self.versions["mxnet"] = str(self._mx.__version__)
        warnings.simplefilter("ignore")

    @property
    def threads(self) -> int | None:
        given = os.environ.get("OMP_NUM_THREADS", "")
        return int(given) if given.isdigit() else None

    def loaded(self, module: Any) -> None:
        """What uses `mx.np` works in NumPy's way, as it is converted, also where its importers are to say so."""
        if any(value is self._mx.np for value in vars(module).values()):
            self._mx.npx.set_np()

    def is_model(self, value: Any) -> bool:
        return isinstance(value, self._mx.gluon.Block)

    def prepare(self, net: Any) -> None:
        for parameter in net.collect_params().values():
            if parameter._data is None and not parameter._deferred_init:
                parameter.initialize()

    def signature(self, value: Any) -> inspect.Signature:
        """Of `hybrid_forward(self, F, x, weight)` those that calls give: no parameters of the block."""
        gluon = self._mx.gluon
        own = getattr(type(value), "hybrid_forward", None)
        if own in (None, gluon.HybridBlock.hybrid_forward) or type(value).forward is not gluon.HybridBlock.forward:
            return super().signature(value)
        taken = list(inspect.signature(value.hybrid_forward).parameters.values())[1:]
        return inspect.Signature([p for p in taken if p.name not in value._reg_params])

    def save(self, net: Any, path: str) -> None:
        net.save_parameters(path)

    def load(self, net: Any, path: str) -> None:
        net.load_parameters(path)

    def built(self, form: str, value: Any) -> Callable[..., Any]:
        if form != "mxnet" and not isinstance(value, self._mx.gluon.HybridBlock):
            raise Unusable(f"{type(value).__name__} is no HybridBlock")
        if form == "mxnet.hybridize":
            value.hybridize()
        elif form == "mxnet.hybridize_static":
            value.hybridize(static_alloc=True, static_shape=True)
        return value  # type: ignore[no-any-return]

    def array(self, values: np.ndarray[Any, Any], dtype: str) -> Any:
        if dtype in ("bf16", "c64", "c128", "u16", "u32", "u64", "i16"):
            raise Unusable(f"MXNet computes nothing with {dtype}")
        module = self._mx.np if self._mx.util.is_np_array() else self._mx.nd
        return module.array(values, dtype=values.dtype)

    def numpy(self, value: Any) -> np.ndarray[Any, Any] | None:
        return np.asarray(value.asnumpy()) if isinstance(value, self._mx.nd.NDArray) else super().numpy(value)

    def waiting(self, result: Any) -> Callable[[Any], Any] | None:
        if isinstance(result, self._mx.nd.NDArray):
            return methodcaller("wait_to_read")
        return lambda _: self._mx.nd.waitall()
