"""Paddle's layers, by its names."""

from hybridc.runtime.cells import Buffer
from hybridc.runtime.paddle import initializer
from hybridc.runtime.paddle.containers import LayerDict, LayerList, ParameterDict, ParameterList, Sequential
from hybridc.runtime.paddle.layer import Layer
from hybridc.runtime.paddle.nn import functional
from hybridc.runtime.paddle.nn.layers.activations import (
    CELU,
    ELU,
    GELU,
    GLU,
    SELU,
    Hardshrink,
    Hardsigmoid,
    Hardswish,
    Hardtanh,
    LeakyReLU,
    LogSigmoid,
    LogSoftmax,
    Maxout,
    Mish,
    PReLU,
    ReLU,
    ReLU6,
    RReLU,
    Sigmoid,
    Silu,
    Softmax,
    Softmax2D,
    Softplus,
    Softshrink,
    Softsign,
    Swish,
    Tanh,
    Tanhshrink,
    ThresholdedReLU,
)
from hybridc.runtime.paddle.nn.layers.common import (
    AlphaDropout,
    Bilinear,
    Dropout,
    Dropout2D,
    Dropout3D,
    Embedding,
    Flatten,
    Identity,
    Linear,
    Unflatten,
)
from hybridc.runtime.paddle.nn.layers.convolution import (
    Conv1D,
    Conv1DTranspose,
    Conv2D,
    Conv2DTranspose,
    Conv3D,
    Conv3DTranspose,
)
from hybridc.runtime.paddle.nn.layers.normalization import (
    BatchNorm,
    BatchNorm1D,
    BatchNorm2D,
    BatchNorm3D,
    GroupNorm,
    InstanceNorm1D,
    InstanceNorm2D,
    InstanceNorm3D,
    LayerNorm,
    LocalResponseNorm,
    SyncBatchNorm,
)
from hybridc.runtime.paddle.nn.layers.pooling import (
    AdaptiveAvgPool1D,
    AdaptiveAvgPool2D,
    AdaptiveAvgPool3D,
    AdaptiveMaxPool1D,
    AdaptiveMaxPool2D,
    AdaptiveMaxPool3D,
    AvgPool1D,
    AvgPool2D,
    AvgPool3D,
    MaxPool1D,
    MaxPool2D,
    MaxPool3D,
)
from hybridc.runtime.paddle.parameters import ParamAttr, Parameter
from hybridc.runtime.randomness import next_key, seed

__all__ = [
    "CELU", "ELU", "GELU", "GLU", "SELU", "AdaptiveAvgPool1D", "AdaptiveAvgPool2D", "AdaptiveAvgPool3D",
    "AdaptiveMaxPool1D", "AdaptiveMaxPool2D", "AdaptiveMaxPool3D", "AlphaDropout", "AvgPool1D", "AvgPool2D",
    "AvgPool3D", "BatchNorm", "BatchNorm1D", "BatchNorm2D", "BatchNorm3D", "Bilinear", "Buffer", "Conv1D",
    "Conv1DTranspose", "Conv2D", "Conv2DTranspose", "Conv3D", "Conv3DTranspose", "Dropout", "Dropout2D", "Dropout3D",
    "Embedding", "Flatten", "GroupNorm", "Hardshrink", "Hardsigmoid", "Hardswish", "Hardtanh", "Identity",
    "InstanceNorm1D", "InstanceNorm2D", "InstanceNorm3D", "Layer", "LayerDict", "LayerList", "LayerNorm", "LeakyReLU",
    "Linear", "LocalResponseNorm", "LogSigmoid", "LogSoftmax", "MaxPool1D", "MaxPool2D", "MaxPool3D", "Maxout",
    "Mish", "PReLU", "ParamAttr", "Parameter", "ParameterDict", "ParameterList", "RReLU", "ReLU", "ReLU6",
    "Sequential", "Sigmoid", "Silu", "Softmax", "Softmax2D", "Softplus", "Softshrink", "Softsign", "Swish",
    "SyncBatchNorm", "Tanh", "Tanhshrink", "ThresholdedReLU", "Unflatten", "functional", "initializer", "next_key",
    "seed",
]  # fmt: skip
