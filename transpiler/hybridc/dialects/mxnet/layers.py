"""Gluon's blocks, layers, cells and losses: the runtime has them by their names."""

_LAYERS = {
    "nn": "Activation AvgPool1D AvgPool2D AvgPool3D BatchNorm BatchNormReLU Conv1D Conv1DTranspose Conv2D Conv2DTranspose Conv3D Conv3DTranspose Dense ELU Embedding GELU GlobalAvgPool1D GlobalAvgPool2D GlobalAvgPool3D GlobalMaxPool1D GlobalMaxPool2D GlobalMaxPool3D GroupNorm InstanceNorm LayerNorm LeakyReLU MaxPool1D MaxPool2D MaxPool3D PReLU ReflectionPad2D SELU",
    "rnn": "GRU GRUCell LSTM LSTMCell RNN RNNCell",
    "contrib.nn": "SparseEmbedding SyncBatchNorm",
    "contrib.rnn": "LSTMPCell",
}
# What takes integers as well, and then gives some.
_OF_ANY_DTYPE = {
    "nn": "Swish",
    "loss": "CTCLoss CosineEmbeddingLoss HingeLoss HuberLoss KLDivLoss L1Loss L2Loss LogisticLoss PoissonNLLLoss SDMLLoss SigmoidBCELoss SigmoidBinaryCrossEntropyLoss SoftmaxCELoss SoftmaxCrossEntropyLoss SquaredHingeLoss TripletLoss",
    "contrib.nn": "PixelShuffle1D PixelShuffle2D PixelShuffle3D",
}
# What gives back its input at times, or what others give: containers, and layers that change nothing at times.
_CONTAINERS = {
    "nn": "Dropout Flatten",
    "rnn": "BidirectionalCell DropoutCell HybridSequentialRNNCell ModifierCell ResidualCell SequentialRNNCell ZoneoutCell",
    "contrib.nn": "Concurrent HybridConcurrent Identity",
    "contrib.rnn": "VariationalDropoutCell",
}
_CHAINS = {"nn": "HybridSequential Sequential"}
_MODELS = {"nn": "Block HybridBlock", "rnn": "HybridRecurrentCell RecurrentCell", "loss": "Loss"}

_OTHERS = """
    mxnet.gluon.Block                            -> nn.Block : model
    mxnet.gluon.HybridBlock                      -> nn.HybridBlock : model
    mxnet.gluon.block.Block                      -> nn.Block : model
    mxnet.gluon.block.HybridBlock                -> nn.HybridBlock : model
    mxnet.gluon.SymbolBlock                      -> nn.SymbolBlock : part
    mxnet.gluon.SymbolBlock.imports(symbol_file, input_names, param_file=None, ctx=None) -> nn.SymbolBlock.imports(symbol_file, input_names, param_file=param_file) : part
    mxnet.gluon.nn.SymbolBlock                   -> nn.SymbolBlock : part
    mxnet.gluon.nn.SymbolBlock.imports(symbol_file, input_names, param_file=None, ctx=None) -> nn.SymbolBlock.imports(symbol_file, input_names, param_file=param_file) : part
    mxnet.gluon.block.SymbolBlock                -> nn.SymbolBlock : part
    mxnet.gluon.block.SymbolBlock.imports(symbol_file, input_names, param_file=None, ctx=None) -> nn.SymbolBlock.imports(symbol_file, input_names, param_file=param_file) : part
    mxnet.autograd.Function                      -> autograd.Function : part derivative
    Context.saved_tensors                        -> self.saved_tensors : dtype=? shape=?
    mxnet.gluon.nn.HybridLambda                  -> nn.HybridLambda : part functions
    mxnet.gluon.nn.Lambda                        -> nn.Lambda : part functions
    mxnet.gluon.Parameter                        -> nn.Parameter
    mxnet.gluon.parameter.Parameter              -> nn.Parameter
    mxnet.gluon.Constant                         -> nn.Constant
    mxnet.gluon.parameter.Constant               -> nn.Constant
    mxnet.gluon.loss._reshape_like(F, x, y)      -> ops.reshape_like(x, y) : dtype=same
    mxnet.gluon.loss._apply_weighting(F, loss, weight=None, sample_weight=None) -> loss.apply_weighting(loss, weight=weight, sample_weight=sample_weight) : dtype=same
    mxnet.gluon.ParameterDict                    -> nn.ParameterDict
    mxnet.gluon.parameter.ParameterDict          -> nn.ParameterDict
"""


def _lines(layers: dict[str, str], facts: str) -> str:
    return "".join(
        f"    mxnet.gluon.{place}.{name} -> {place}.{name} : {facts}\n"
        for place, names in layers.items()
        for name in names.split()
    )


_ABSENT = {
    "write the cell as a HybridRecurrentCell with `F.Convolution`": " ".join(f"contrib.rnn.Conv{n}D{kind}Cell" for n in (1, 2, 3) for kind in ("RNN", "LSTM", "GRU")),
    "deformable convolutions have no counterpart here": "contrib.cnn.DeformableConvolution contrib.cnn.ModulatedDeformableConvolution",
}  # fmt: skip
_TAUGHT = "".join(
    f"    mxnet.gluon.{name} -> ! HYB402 {why}\n" for why, names in _ABSENT.items() for name in names.split()
)

LINES = (
    _OTHERS
    + _TAUGHT
    + _lines(_MODELS, "model")
    + _lines(_CHAINS, "part chain")
    + _lines(_CONTAINERS, "part")
    + _lines(_OF_ANY_DTYPE, "part fresh")
    + _lines(_LAYERS, "part fresh dtype=floats")
)

# What models that are derived from layers are given as arguments: what the layers register by themselves.
_AFFINE = ("gamma", "beta")
_BY_PARAMETERS = {
    ("weight", "bias"): "Conv1D Conv1DTranspose Conv2D Conv2DTranspose Conv3D Conv3DTranspose Dense",
    ("weight",): "Embedding",
    ("alpha",): "PReLU",
    _AFFINE: "GroupNorm InstanceNorm LayerNorm",
    (*_AFFINE, "running_mean", "running_var"): "BatchNorm BatchNormReLU",
}
REGISTERED = {
    f"mxnet.gluon.nn.{name}": parameters for parameters, names in _BY_PARAMETERS.items() for name in names.split()
} | {"mxnet.gluon.contrib.nn.SyncBatchNorm": (*_AFFINE, "running_mean", "running_var")}
