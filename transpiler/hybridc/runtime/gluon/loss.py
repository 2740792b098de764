"""Gluon's losses, by its names: one for each sample, the mean over all other axes, unless they say otherwise.

`weight` scales them all, `sample_weight` each; it broadcasts. Labels take the shape of predictions.
"""

from hybridc.runtime.gluon.losses.distances import (
    CosineEmbeddingLoss,
    HingeLoss,
    HuberLoss,
    L1Loss,
    L2Loss,
    PoissonNLLLoss,
    SDMLLoss,
    SquaredHingeLoss,
    TripletLoss,
)
from hybridc.runtime.gluon.losses.probabilities import (
    CTCLoss,
    KLDivLoss,
    LogisticLoss,
    SigmoidBinaryCrossEntropyLoss,
    SoftmaxCrossEntropyLoss,
)
from hybridc.runtime.gluon.losses.weighted import Loss, apply_weighting

SigmoidBCELoss = SigmoidBinaryCrossEntropyLoss
SoftmaxCELoss = SoftmaxCrossEntropyLoss

__all__ = [
    "CTCLoss",
    "CosineEmbeddingLoss",
    "HingeLoss",
    "HuberLoss",
    "KLDivLoss",
    "L1Loss",
    "L2Loss",
    "LogisticLoss",
    "Loss",
    "PoissonNLLLoss",
    "SDMLLoss",
    "SigmoidBCELoss",
    "SigmoidBinaryCrossEntropyLoss",
    "SoftmaxCELoss",
    "SoftmaxCrossEntropyLoss",
    "SquaredHingeLoss",
    "TripletLoss",
    "apply_weighting",
]
