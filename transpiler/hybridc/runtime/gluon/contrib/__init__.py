"""What `mxnet.gluon.contrib` has, by its names."""

from hybridc.runtime.gluon.contrib import nn, rnn

__all__ = ["nn", "rnn"]
