"""Keras' models, layers, initializers and activations: the runtime has them by their names."""

# What may give back its input, or what others give: containers, and layers that change nothing at times.
_CONTAINERS = "Activation ActivityRegularization Add Average Bidirectional Concatenate Cropping1D Cropping2D Cropping3D Dropout Flatten GaussianDropout GaussianNoise Identity InputLayer Lambda Masking Maximum Minimum Multiply Permute RNN ReLU Reshape SpatialDropout1D SpatialDropout2D SpatialDropout3D StackedRNNCells TimeDistributed UpSampling1D UpSampling2D UpSampling3D ZeroPadding1D ZeroPadding2D ZeroPadding3D"
_LAYERS = "CenterCrop Normalization Resizing AdditiveAttention Attention AveragePooling1D AveragePooling2D AveragePooling3D AvgPool1D AvgPool2D AvgPool3D BatchNormalization Conv1D Conv1DTranspose Conv2D Conv2DTranspose Conv3D Conv3DTranspose Convolution1D Convolution2D Convolution2DTranspose Convolution3D Dense DepthwiseConv1D DepthwiseConv2D Dot ELU EinsumDense GRU GRUCell GlobalAveragePooling1D GlobalAveragePooling2D GlobalAveragePooling3D GlobalAvgPool1D GlobalAvgPool2D GlobalAvgPool3D GlobalMaxPool1D GlobalMaxPool2D GlobalMaxPool3D GlobalMaxPooling1D GlobalMaxPooling2D GlobalMaxPooling3D GroupNormalization LSTM LSTMCell LayerNormalization LeakyReLU MaxPool1D MaxPool2D MaxPool3D MaxPooling1D MaxPooling2D MaxPooling3D MultiHeadAttention PReLU RMSNormalization RepeatVector Rescaling SeparableConv1D SeparableConv2D SeparableConvolution2D SimpleRNN SimpleRNNCell Softmax Subtract UnitNormalization"
_TABLES = "Embedding ReversibleEmbedding"  # which look rows up
_INITIALIZERS = "Constant GlorotNormal GlorotUniform HeNormal HeUniform Identity Initializer LecunNormal LecunUniform Ones Orthogonal RandomNormal RandomUniform TruncatedNormal VarianceScaling Zeros deserialize get serialize"
# Keras 2 has them by these names as well.
_OLD_INITIALIZERS = {"constant": "Constant", "glorot_normal": "GlorotNormal", "glorot_uniform": "GlorotUniform", "he_normal": "HeNormal", "he_uniform": "HeUniform", "identity": "Identity", "lecun_normal": "LecunNormal", "lecun_uniform": "LecunUniform", "ones": "Ones", "orthogonal": "Orthogonal", "random_normal": "RandomNormal", "random_uniform": "RandomUniform", "truncated_normal": "TruncatedNormal", "variance_scaling": "VarianceScaling", "zeros": "Zeros"}  # fmt: skip
_CLASSES = [name for name in _INITIALIZERS.split() if name[0].isupper()]
# TensorFlow has some as well.
_IN_TENSORFLOW = _OLD_INITIALIZERS
_ENDING = {f"{name}_initializer": _OLD_INITIALIZERS[name] for name in ("constant", "ones", "zeros")} | {"random_normal_initializer": "RandomNormal", "random_uniform_initializer": "RandomUniform"}  # fmt: skip
ACTIVATIONS = "celu elu exponential gelu glu hard_shrink hard_sigmoid hard_silu hard_swish hard_tanh leaky_relu linear log_sigmoid log_softmax mish relu relu6 selu sigmoid silu soft_shrink softmax softplus softsign sparse_plus sparse_sigmoid squareplus swish tanh tanh_shrink threshold"

_OWN = """
    keras.layers.add                             -> layers.add : dtype=?
    keras.layers.average                         -> layers.average : dtype=?
    keras.layers.concatenate                     -> layers.concatenate : dtype=?
    keras.layers.dot                             -> layers.dot : dtype=?
    keras.layers.maximum                         -> layers.maximum : dtype=?
    keras.layers.minimum                         -> layers.minimum : dtype=?
    keras.layers.multiply                        -> layers.multiply : dtype=?
    keras.layers.subtract                        -> layers.subtract : dtype=?
    keras.Model                                  -> keras.Model : model
    tensorflow.Module                            -> keras.Module : model
    keras.models.Model                           -> keras.Model : model
    keras.Sequential                             -> keras.Sequential : part chain
    keras.models.Sequential                      -> keras.Sequential : part chain
    keras.Layer                                  -> layers.Layer : model
    keras.layers.Layer                           -> layers.Layer : model
    keras.Input                                  -> keras.Input : part
    keras.layers.Input                           -> keras.Input : part
    keras.InputSpec                              -> keras.InputSpec : host
    keras.layers.InputSpec                       -> keras.InputSpec : host
    keras.KerasTensor                            -> keras.KerasTensor : static
    keras.activations.get                        -> keras.activations.get : host
    keras.activations.serialize                  -> keras.activations.serialize : host
    keras.activations.deserialize                -> keras.activations.deserialize : host
    keras.regularizers.get                       -> keras.regularizers.get : host
    keras.regularizers.l1                        -> keras.regularizers.l1 : host
    keras.regularizers.l2                        -> keras.regularizers.l2 : host
    keras.regularizers.l1_l2                     -> keras.regularizers.l1_l2 : host
    keras.regularizers.L1                        -> keras.regularizers.L1 : host
    keras.regularizers.L2                        -> keras.regularizers.L2 : host
    keras.regularizers.L1L2                      -> keras.regularizers.L1L2 : host
    keras.regularizers.Regularizer               -> keras.regularizers.Regularizer : host
"""


def _lines(names: str, place: str, target: str, facts: str) -> str:
    return "".join(f"    {place}.{name} -> {target}.{name} : {facts}\n" for name in names.split())


LINES = (
    _OWN
    + _lines(_CONTAINERS, "keras.layers", "layers", "part")
    + _lines(_LAYERS, "keras.layers", "layers", "part fresh")
    + _lines(_TABLES, "keras.layers", "layers", "part fresh places=inputs")
    + _lines(_INITIALIZERS, "keras.initializers", "keras.initializers", "host")
    + "".join(
        f"    tensorflow.{place}{name} -> keras.initializers.{new} : host\n"
        for place, names in (("initializers.", _IN_TENSORFLOW | {n: n for n in _CLASSES}), ("", _ENDING))
        for name, new in names.items()
    )
    + "".join(
        f"    keras.initializers.{old} -> keras.initializers.{new} : host\n" for old, new in _OLD_INITIALIZERS.items()
    )
)
