"""`mxnet.npx`: operators of neural networks on the arrays of `mxnet.np`, most of them those of `mxnet.nd` by lower-case names."""

import re

from hybridc.dialects.mxnet import elementwise, indexing, neural, reductions, shaping
from hybridc.dialects.mxnet.namespaces import in_namespace, words

# By the operator's name in `mxnet.nd`.
_NAMES = {
    **{n: n for n in words("relu sigmoid erf erfinv gamma gammaln smooth_l1 softmax log_softmax pick one_hot topk batch_dot gather_nd slice cast reshape_like shape_array")},
    "Activation": "activation", "BatchNorm": "batch_norm", "Convolution": "convolution", "Deconvolution": "deconvolution",
    "Dropout": "dropout", "Embedding": "embedding", "FullyConnected": "fully_connected", "LayerNorm": "layer_norm",
    "LeakyReLU": "leaky_relu", "Pooling": "pooling", "RNN": "rnn", "SequenceMask": "sequence_mask", "flatten": "batch_flatten",
    "contrib.arange_like": "arange_like",
}  # fmt: skip

_OWN = """
    nd.reshape(a, newshape, reverse=False, order='C')   -> ops.np.reshape(a, newshape, reverse=reverse)
    nd.nonzero(a)                                       -> ! HYB403 keep the full length and mask it
    nd.load(*args)                                      -> ! HYB701 files of arrays are read beside models: `net.load(path)` reads `.params`
    nd.save(*args)                                      -> ! HYB701 files of arrays are written beside models
"""


def _renamed(table: str) -> list[str]:
    found = []
    for line in table.splitlines():
        match = re.match(r"mxnet\.nd\.([\w.]+)(\(.*)$", line)
        if match is not None and match[1] in _NAMES:
            found.append(f"mxnet.npx.{_NAMES[match[1]]}{match[2]}")
    return found


_TABLES = (elementwise, reductions, shaping, indexing, neural)
LINES = "\n".join([in_namespace("mxnet.npx", _OWN), *(line for table in _TABLES for line in _renamed(table.LINES))])
