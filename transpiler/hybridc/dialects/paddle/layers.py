"""Layers, containers and initializers, which the runtime has by the same names and with the same arguments."""

_FRESH = (
    "BatchNorm BatchNorm1D BatchNorm2D BatchNorm3D Bilinear CELU Conv1D Conv1DTranspose Conv2D Conv2DTranspose Conv3D "
    "Conv3DTranspose ELU Embedding GELU GLU GroupNorm Hardshrink Hardsigmoid Hardswish Hardtanh InstanceNorm1D "
    "InstanceNorm2D InstanceNorm3D LayerNorm LeakyReLU Linear LocalResponseNorm LogSigmoid LogSoftmax Maxout Mish PReLU "
    "RReLU ReLU ReLU6 SELU Sigmoid Silu Softmax Softmax2D Softplus Softshrink Softsign Swish SyncBatchNorm Tanh "
    "Tanhshrink ThresholdedReLU BCELoss BCEWithLogitsLoss CrossEntropyLoss KLDivLoss L1Loss MSELoss NLLLoss SmoothL1Loss MultiHeadAttention TransformerDecoderLayer TransformerEncoderLayer Fold Unfold"
)
# What looks up elements, by this.
_PLACES = {"Embedding": "x", "CrossEntropyLoss": "label", "NLLLoss": "label"}
# What gives back its input at times, or a view of it.
_OTHERS = (
    "AdaptiveAvgPool1D AdaptiveAvgPool2D AdaptiveAvgPool3D AdaptiveMaxPool1D AdaptiveMaxPool2D AdaptiveMaxPool3D "
    "AlphaDropout AvgPool1D AvgPool2D AvgPool3D Dropout Dropout2D Dropout3D Flatten Identity LayerDict LayerList "
    "MaxPool1D MaxPool2D MaxPool3D ParameterDict ParameterList Unflatten ChannelShuffle Pad1D Pad2D Pad3D PixelShuffle PixelUnshuffle Transformer TransformerDecoder TransformerEncoder Upsample BiRNN GRU GRUCell LSTM LSTMCell RNN SimpleRNN SimpleRNNCell UpsamplingBilinear2D UpsamplingNearest2D ZeroPad2D"
)
_INITIALIZERS = (
    "Assign Bilinear Constant Dirac Initializer KaimingNormal KaimingUniform Normal Orthogonal TruncatedNormal Uniform "
    "XavierNormal XavierUniform calculate_gain set_global_initializer"
)
_FUNCTIONS_OF_LAYERS = """
    paddle.nn.Layer                                    -> nn.Layer : model
    paddle.nn.RNNCellBase                              -> nn.RNNCellBase : model
    paddle.nn.Sequential                               -> nn.Sequential : part chain
    paddle.ParamAttr                                   -> nn.ParamAttr : host
    paddle.nn.ParamAttr                                -> nn.ParamAttr : host
    paddle.nn.MultiHeadAttention.Cache                 -> nn.MultiHeadAttention.Cache : part
    paddle.nn.MultiHeadAttention.StaticCache           -> nn.MultiHeadAttention.StaticCache : part
    paddle.nn.Parameter                                -> nn.Parameter
    paddle.base.param_attr.ParamAttr                   -> nn.ParamAttr : host
    paddle.fluid.param_attr.ParamAttr                  -> nn.ParamAttr : host
    paddle.vision.ops.ConvNormActivation               -> nn.ConvNormActivation : part
    paddle.nn.SyncBatchNorm.convert_sync_batchnorm     -> nn.SyncBatchNorm.convert_sync_batchnorm : part
"""


def _places(name: str) -> str:
    return f" places={_PLACES[name]}" if name in _PLACES else ""


LINES = (
    _FUNCTIONS_OF_LAYERS
    + "".join(f"    paddle.nn.{name} -> nn.{name} : part fresh{_places(name)}\n" for name in _FRESH.split())
    + "".join(f"    paddle.nn.{name} -> nn.{name} : part\n" for name in _OTHERS.split())
    + "".join(f"    paddle.nn.initializer.{name} -> nn.initializer.{name} : host\n" for name in _INITIALIZERS.split())
)
