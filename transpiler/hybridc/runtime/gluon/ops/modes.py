"""Whether the model that runs is in training mode, as `autograd.is_training()` tells."""

from __future__ import annotations

from hybridc.runtime.core import runs


def is_training() -> bool:
    """True while a model runs in training mode, False in evaluation mode and outside of models."""
    run = runs.current()
    return run is not None and bool(run.root.training)
