"""Gluon's recurrent layers and cells, by its names."""

from hybridc.runtime.gluon.rnn.cells import GRUCell, HybridRecurrentCell, LSTMCell, RecurrentCell, RNNCell
from hybridc.runtime.gluon.rnn.combined import (
    BidirectionalCell,
    DropoutCell,
    HybridSequentialRNNCell,
    ModifierCell,
    ResidualCell,
    SequentialRNNCell,
    ZoneoutCell,
)
from hybridc.runtime.gluon.rnn.layers import GRU, LSTM, RNN

__all__ = [
    "GRU",
    "LSTM",
    "RNN",
    "BidirectionalCell",
    "DropoutCell",
    "GRUCell",
    "HybridRecurrentCell",
    "HybridSequentialRNNCell",
    "LSTMCell",
    "ModifierCell",
    "RNNCell",
    "RecurrentCell",
    "ResidualCell",
    "SequentialRNNCell",
    "ZoneoutCell",
]
