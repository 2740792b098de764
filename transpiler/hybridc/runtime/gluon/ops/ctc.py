"""Connectionist temporal classification, as `CTCLoss` has it: of activations, before the softmax."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp

from hybridc.runtime.torch.nn.functional.ctc import ctc_loss as ctc_of_log_probs

Array = jax.Array


def CTCLoss(
    data: Array,
    label: Array,
    data_lengths: Any = None,
    label_lengths: Any = None,
    use_data_lengths: bool = False,
    use_label_lengths: bool = False,
    blank_label: str = "first",
) -> Array:
    """`data` (steps, N, classes) before the softmax, `label` (N, longest) -> (N,).

    The blank is class 0, and labels are padded with 0; with `blank_label="last"` the last class, padded with -1.
    """
    steps, batch, classes = data.shape
    blank, padding = (0, 0) if blank_label == "first" else (classes - 1, -1)
    labels = label.astype(jnp.int32)
    if use_label_lengths:
        lengths = label_lengths.astype(jnp.int32)
    else:
        lengths = jnp.sum(jnp.cumprod(labels != padding, axis=1), axis=1)
    frames = data_lengths.astype(jnp.int32) if use_data_lengths else jnp.full((batch,), steps)
    log_probs = jax.nn.log_softmax(data, -1)
    return ctc_of_log_probs(log_probs, jnp.maximum(labels, 0), frames, lengths, blank, "none")
