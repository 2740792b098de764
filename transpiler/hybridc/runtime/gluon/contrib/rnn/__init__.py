"""The cells of `mxnet.gluon.contrib.rnn`."""

from hybridc.runtime.gluon.contrib.rnn.cells import LSTMPCell, VariationalDropoutCell

__all__ = ["LSTMPCell", "VariationalDropoutCell"]
