"""What Keras' published models share: what they do to images, and what they ask of their arguments."""

from __future__ import annotations

import json
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import jax.numpy as jnp
import numpy as np

from hybridc.runtime.keras import activations
from hybridc.runtime.keras.files import get_file
from hybridc.runtime.keras.settings import image_data_format
from hybridc.runtime.keras.symbolic import KerasTensor, recorded

__all__ = ["correct_pad", "decode_predictions", "obtain_input_shape", "preprocess_input", "validate_activation"]

Shape = Sequence[int | None] | None

PREPROCESS_INPUT_DOC = (
    "Images (..., 3) or, with channels first, (..., 3, H, W), as the model was trained on.{mode}\n{ret}\n\n"
    "Raises:\n{error}"
)
PREPROCESS_INPUT_MODE_DOC = ' `mode`: "caffe", "tf" or "torch".'
PREPROCESS_INPUT_DEFAULT_ERROR_DOC = "    ValueError: for an unknown `mode` or `data_format`."
PREPROCESS_INPUT_ERROR_DOC = "    ValueError: for an unknown `data_format`."
PREPROCESS_INPUT_RET_DOC_TF = "    Scaled to between -1 and 1."
PREPROCESS_INPUT_RET_DOC_TORCH = "    Scaled to between 0 and 1, and normalized by ImageNet's means and deviations."
PREPROCESS_INPUT_RET_DOC_CAFFE = "    BGR instead of RGB, less ImageNet's means."

_BGR_MEANS = (103.939, 116.779, 123.68)
_MEANS, _DEVIATIONS = (0.485, 0.456, 0.406), (0.229, 0.224, 0.225)


def preprocess_input(x: Any, data_format: str | None = None, mode: str = "caffe") -> Any:
    """Images of 0 to 255 as a model was trained on: (..., H, W, 3), or (..., 3, H, W) with channels first.

    Arrays of NumPy's that hold floating numbers are written, as in Keras. Raises ValueError for another mode or format.
    """
    if mode not in {"caffe", "tf", "torch"}:
        raise ValueError(f"Expected mode to be one of `caffe`, `tf` or `torch`. Received: mode={mode}")
    data_format = image_data_format() if data_format is None else data_format
    if data_format not in {"channels_first", "channels_last"}:
        raise ValueError(
            "Expected data_format to be one of `channels_first` or `channels_last`. "
            f"Received: data_format={data_format}"
        )
    if isinstance(x, KerasTensor):
        return recorded(preprocess_input)(x, data_format, mode)
    axis = -1 if data_format == "channels_last" else (0 if x.ndim == 3 else 1)
    if isinstance(x, np.ndarray):
        return _written(x, axis, mode)
    if mode == "tf":
        return x / 127.5 - 1.0
    if mode == "torch":
        return (x / 255.0 + _along(_MEANS, -1, axis, x)) / _along(_DEVIATIONS, 1, axis, x)
    return jnp.flip(x, axis) + _along(_BGR_MEANS, -1, axis, x)


def _written(x: np.ndarray, axis: int, mode: str) -> np.ndarray:
    if not np.issubdtype(x.dtype, np.floating):
        x = x.astype(np.float32)
    if mode == "tf":
        x /= 127.5
        x -= 1.0
    elif mode == "torch":
        x /= 255.0
        x -= np.asarray(_along(_MEANS, 1, axis, x))
        x /= np.asarray(_along(_DEVIATIONS, 1, axis, x))
    else:
        x = np.flip(x, axis)
        x -= np.asarray(_along(_BGR_MEANS, 1, axis, x))
    return x


def _along(numbers: Sequence[float], sign: int, axis: int, x: Any) -> Any:
    shape = [1] * x.ndim
    shape[axis] = len(numbers)
    return np.asarray(numbers, np.float64).reshape(shape).astype(x.dtype) * sign


def decode_predictions(preds: Any, top: int = 5) -> list[list[tuple[str, str, Any]]]:
    """For each of (N, 1000) predictions of ImageNet's classes the likeliest, as (id, name, score).

    The names come from the file that Keras keeps, or are fetched. Raises ValueError for another shape.
    """
    preds = np.asarray(preds)
    if preds.ndim != 2 or preds.shape[1] != 1000:
        raise ValueError(
            "`decode_predictions` expects a batch of predictions (i.e. a 2D array of shape (samples, 1000)). "
            f"Received array with shape: {preds.shape}"
        )
    path = get_file(
        "imagenet_class_index.json",
        "https://storage.googleapis.com/download.tensorflow.org/data/imagenet_class_index.json",
        cache_subdir="models",
        file_hash="c2c37ea517e94d9795004a39431a14cb",
    )
    names = json.loads(Path(path).read_text(encoding="utf-8"))
    results = []
    for scores in preds:
        found = [(*names[str(place)], scores[place]) for place in scores.argsort()[-top:][::-1]]
        results.append(sorted(found, key=lambda each: each[2], reverse=True))
    return results


def obtain_input_shape(
    input_shape: Shape,
    default_size: int,
    min_size: int,
    data_format: str,
    require_flatten: bool,
    weights: str | None = None,
) -> tuple[int | None, ...]:
    """The shape of a model's images, without the batch. Raises ValueError for one that the model cannot have."""
    is_first = data_format == "channels_first"
    at = 0 if is_first else -1
    channels: Any = 3
    if weights != "imagenet" and input_shape and len(input_shape) == 3:
        channels = input_shape[at]
        if channels not in {1, 3}:
            warnings.warn(
                "This model usually expects 1 or 3 input channels. However, it was passed an input_shape with "
                f"{channels} input channels.",
                stacklevel=2,
            )
    default = (channels, default_size, default_size) if is_first else (default_size, default_size, channels)
    if weights == "imagenet" and require_flatten:
        if input_shape is not None and input_shape != default:
            raise ValueError(
                "When setting `include_top=True` and loading `imagenet` weights, `input_shape` should be "
                f"{default}.  Received: input_shape={input_shape}"
            )
        return default
    if not input_shape:
        return default if require_flatten else ((3, None, None) if is_first else (None, None, 3))
    if len(input_shape) != 3:
        raise ValueError("`input_shape` must be a tuple of three integers.")
    if input_shape[at] != 3 and weights == "imagenet":
        raise ValueError(f"The input must have 3 channels; Received `input_shape={input_shape}`")
    if any(size is not None and size < min_size for size in (input_shape[1:] if is_first else input_shape[:2])):
        raise ValueError(f"Input size must be at least {min_size}x{min_size}; Received: input_shape={input_shape}")
    if require_flatten and None in input_shape:
        raise ValueError(
            f"If `include_top` is True, you should specify a static `input_shape`. Received: input_shape={input_shape}"
        )
    return input_shape  # type: ignore[return-value]


def correct_pad(inputs: Any, kernel_size: int | Sequence[int]) -> tuple[tuple[int, int], tuple[int, int]]:
    """How much `ZeroPadding2D` adds on each side in front of a convolution with a stride of 2."""
    start = 2 if image_data_format() == "channels_first" else 1
    sizes = inputs.shape[start : start + 2]
    kernel = (kernel_size, kernel_size) if isinstance(kernel_size, int) else kernel_size
    adjust = (1, 1) if sizes[0] is None else (1 - sizes[0] % 2, 1 - sizes[1] % 2)
    (top, bottom), (left, right) = ((k // 2 - a, k // 2) for k, a in zip(kernel, adjust, strict=True))
    return (top, bottom), (left, right)


def validate_activation(classifier_activation: Any, weights: Any) -> None:
    """Raises ValueError for an activation that pretrained weights were not trained with."""
    if weights is None:
        return
    found = activations.get(classifier_activation)
    if found not in (activations.get("softmax"), activations.get(None)):
        raise ValueError(
            "Only `None` and `softmax` activations are allowed for the `classifier_activation` argument when using "
            f"pretrained weights, with `include_top=True`; Received: classifier_activation={found}"
        )
