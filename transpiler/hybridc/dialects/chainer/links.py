"""Links, containers, initializers and distributions, which the runtime has by the same names and arguments."""

_FRESH = (
    "BatchNormalization Bias Bilinear Convolution1D Convolution2D Convolution3D ConvolutionND Deconvolution1D "
    "Deconvolution2D Deconvolution3D DeconvolutionND DepthwiseConvolution2D DilatedConvolution2D EmbedID GRU "
    "GroupNormalization Highway Inception LSTM LayerNormalization Linear MLPConvolution2D Maxout NStepBiGRU NStepBiLSTM "
    "NStepBiRNNReLU NStepBiRNNTanh NStepGRU NStepLSTM NStepRNNReLU NStepRNNTanh PReLU Scale StatefulGRU "
    "StatefulPeepholeLSTM StatelessGRU StatelessLSTM Swish"
)
_OTHERS = "Classifier Parameter"
# What looks up elements, by this.
_PLACES = {"EmbedID": " places=x", "Classifier": " places=t"}
_INITIALIZERS = (
    "Constant DownsamplingConvFilter GlorotNormal GlorotUniform HeNormal HeUniform Identity Initializer LeCunNormal "
    "LeCunUniform NaN Normal One Orthogonal Uniform UpsamplingDeconvFilter Zero generate_array"
)
_DISTRIBUTIONS = "Bernoulli Categorical Normal Uniform"

_ABSENT = {
    "write the step of the cell in `forward`": "ChildSumTreeLSTM NaryTreeLSTM StatefulMGU StatefulZoneoutLSTM StatelessMGU",
    "normalize with `L.BatchNormalization`": "BatchRenormalization DecorrelatedBatchNormalization InceptionBN",
    "write the layer of `L.Convolution2D` and `F.im2col`": "DeformableConvolution2D LocalConvolution2D",
    "write the model with links, and load its weights with `chainer.serializers.load_npz`": "GoogLeNet ResNet50Layers ResNet101Layers ResNet152Layers VGG16Layers VGG19Layers",
    "score all classes: `F.softmax_cross_entropy`": "BinaryHierarchicalSoftmax BlackOut CRF1d NegativeSampling",
    "drop inputs instead: `F.dropout`": "SimplifiedDropconnect",
}
_ABSENT_DISTRIBUTIONS = "Beta Cauchy Chisquare Dirichlet Exponential Gamma Geometric Gumbel Independent Laplace LogNormal MultivariateNormal OneHotCategorical Pareto Poisson"

LINES = (
    """
    chainer.Link                                 -> chainer.Link : model
    chainer.Chain                                -> chainer.Chain : model
    chainer.ChainList                            -> chainer.ChainList : model
    chainer.Sequential                           -> chainer.Sequential : part chain
    chainer.Parameter                            -> chainer.Parameter
    chainer.Initializer                          -> chainer.initializers.Initializer : host
    chainer.Distribution                         -> chainer.distributions.Distribution : part
    chainer.distributions.Distribution           -> chainer.distributions.Distribution : part
    chainer.kl_divergence(dist1, dist2)          -> chainer.distributions.kl_divergence(dist1, dist2) : dtype=?
    chainer.distributions.kl_divergence(dist1, dist2) -> chainer.distributions.kl_divergence(dist1, dist2) : dtype=?
    chainer.cross_entropy                        -> ! HYB402 write `dist1.entropy + chainer.kl_divergence(dist1, dist2)`
    chainer.register_kl                          -> chainer.distributions.register_kl : host
"""
    + "".join(f"    chainer.links.{name} -> L.{name} : part fresh{_PLACES.get(name, '')}\n" for name in _FRESH.split())
    + "".join(f"    chainer.links.{name} -> L.{name} : part{_PLACES.get(name, '')}\n" for name in _OTHERS.split())
    + "".join(f"    chainer.initializers.{n} -> chainer.initializers.{n} : host\n" for n in _INITIALIZERS.split())
    + "".join(f"    chainer.distributions.{n} -> chainer.distributions.{n} : part\n" for n in _DISTRIBUTIONS.split())
    + "".join(
        f"    chainer.links.{name} -> ! HYB402 {why}\n" for why, names in _ABSENT.items() for name in names.split()
    )
    + "".join(
        f"    chainer.distributions.{name} -> ! HYB402 write its density with `F.log` and its like\n"
        for name in _ABSENT_DISTRIBUTIONS.split()
    )
)
