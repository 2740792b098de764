"""A model with its loss."""

from __future__ import annotations

from typing import Any

import jax

from hybridc.runtime.chainer import functions as F
from hybridc.runtime.chainer.containers import Chain

Array = jax.Array

__all__ = ["Classifier"]


class Classifier(Chain):
    """The loss of what a predictor gives; `y`, `loss` and `accuracy` keep what came of the last call.

    `label_key`: which argument the labels are, by place or by name. Raises ValueError where there is none.
    """

    compute_accuracy = True

    def __init__(
        self,
        predictor: Any,
        lossfun: Any = F.softmax_cross_entropy,
        accfun: Any = F.accuracy,
        label_key: int | str = -1,
    ) -> None:
        super().__init__()
        if not isinstance(label_key, int | str):
            raise TypeError(f"label_key must be int or str, but is {type(label_key)}")
        self.lossfun = lossfun
        self.accfun = accfun
        self.y: Any = None
        self.loss: Any = None
        self.accuracy: Any = None
        self.label_key = label_key
        with self.init_scope():
            self.predictor = predictor

    def forward(self, *args: Any, **kwargs: Any) -> Array:
        given = list(args)
        if isinstance(self.label_key, int):
            if not -len(given) <= self.label_key < len(given):
                raise ValueError(f"Label key {self.label_key} is out of bounds")
            labels = given.pop(self.label_key)
        else:
            if self.label_key not in kwargs:
                raise ValueError(f'Label key "{self.label_key}" is not found')
            labels = kwargs.pop(self.label_key)
        self.y = self.predictor(*given, **kwargs)
        self.loss = self.lossfun(self.y, labels)
        if self.compute_accuracy:
            self.accuracy = self.accfun(self.y, labels)
        return self.loss  # type: ignore[no-any-return]
