"""Connectionist temporal classification (Graves et al. 2006), as `torch.nn.functional.ctc_loss` has it."""

from __future__ import annotations

from collections.abc import Sequence

import jax
import jax.numpy as jnp
from jax import lax

from hybridc.runtime.torch.nn.functional.reductions import reduced

Array = jax.Array

__all__ = ["ctc_loss"]


def ctc_loss(
    log_probs: Array,
    targets: Array,
    input_lengths: Array | Sequence[int],
    target_lengths: Array | Sequence[int],
    blank: int = 0,
    reduction: str = "mean",
    zero_infinity: bool = False,
) -> Array:
    """The negative logarithm of the probability of all alignments of the targets with the frames.

    `log_probs`: (frames, N, classes), or (frames, classes) for one sample. `targets`: (N, longest), or all of them one
    after the other, (sum of lengths,). Lengths: (N,), or () for one sample. The result is (N,) or () where `reduction`
    is "none"; the mean is that of the losses divided by the lengths of their targets. Where no alignment is possible,
    the loss is infinite and its derivative NaN, or both are 0 with `zero_infinity`.

    As in PyTorch, the derivative is taken to go through a `log_softmax` that the frames come from. PyTorch raises for
    lengths that are too large; here they are cut, as their values are known only at run time.
    """
    is_batched = log_probs.ndim == 3
    if not is_batched:
        log_probs = log_probs[:, None]
    input_lengths, target_lengths = (jnp.asarray(n).reshape(-1) for n in (input_lengths, target_lengths))
    labels = _padded(targets, target_lengths)
    losses = -_log_likelihood(log_probs, labels, input_lengths, target_lengths, blank)
    is_possible = losses < jnp.inf
    mass = _mass(log_probs, input_lengths)
    losses = jnp.where(is_possible, losses + mass - lax.stop_gradient(mass), 0)
    if not zero_infinity:
        losses = losses - jnp.log(jnp.where(is_possible, 1, 0 * mass))
    if reduction == "mean":
        return jnp.mean(losses / jnp.maximum(target_lengths, 1))
    return reduced(losses if is_batched else losses[0], reduction)


def _padded(targets: Array, lengths: Array) -> Array:
    """Labels (N, longest): what is behind a target's length is any."""
    if targets.ndim == 2:
        return targets
    is_known = not isinstance(lengths, jax.core.Tracer)
    longest = int(lengths.max()) if is_known and lengths.size else targets.shape[0]
    starts = jnp.cumsum(lengths) - lengths
    return jnp.take(targets, starts[:, None] + jnp.arange(longest), mode="clip")


def _log_likelihood(log_probs: Array, labels: Array, input_lengths: Array, target_lengths: Array, blank: int) -> Array:
    """(N,): the forward variables of the labels with blanks between, frame by frame."""
    samples, longest = labels.shape
    places = jnp.arange(2 * longest + 1)
    ends = 2 * target_lengths[:, None]
    spelled = jnp.full((samples, 2 * longest + 1), blank, labels.dtype).at[:, 1::2].set(labels)
    spelled = jnp.where(places <= ends, spelled, blank)
    two_before = jnp.pad(spelled, ((0, 0), (2, 0)), constant_values=blank)[:, :-2]
    may_skip = spelled != two_before
    emitted = jnp.take_along_axis(log_probs, spelled[None], axis=2)

    def step(forward: Array, frame: tuple[Array, Array]) -> tuple[Array, None]:
        number, scores = frame
        skipped = jnp.where(may_skip, _shifted(forward, 2), -jnp.inf)
        following = _log_sum(jnp.stack([forward, _shifted(forward, 1), skipped])) + scores
        return jnp.where(number < input_lengths[:, None], following, forward), None

    start = jnp.broadcast_to(jnp.where(places == 0, 0, -jnp.inf).astype(emitted.dtype), spelled.shape)
    forward, _ = lax.scan(step, start, (jnp.arange(log_probs.shape[0]), emitted))
    is_end = (places == ends) | (places == ends - 1)
    return _log_sum(jnp.where(is_end, forward, -jnp.inf).T)


def _mass(log_probs: Array, lengths: Array) -> Array:
    """(N,): the probabilities of all classes in the frames that count."""
    is_counted = jnp.arange(log_probs.shape[0])[:, None] < lengths
    return jnp.sum(jnp.where(is_counted[..., None], jnp.exp(log_probs), 0), axis=(0, 2))


def _shifted(forward: Array, places: int) -> Array:
    return jnp.pad(forward, ((0, 0), (places, 0)), constant_values=-jnp.inf)[:, :-places]


def _log_sum(terms: Array) -> Array:
    """`log(sum(exp(x)))` over the first axis; where all are -inf, that, with the derivative 0."""
    largest = lax.stop_gradient(terms.max(0))
    shift = jnp.where(largest > -jnp.inf, largest, 0)
    total = jnp.exp(terms - shift).sum(0)
    is_possible = total > 0
    return jnp.where(is_possible, jnp.log(jnp.where(is_possible, total, 1)) + shift, -jnp.inf)
