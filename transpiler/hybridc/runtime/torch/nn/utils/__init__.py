"""`torch.nn.utils`."""

from hybridc.runtime.torch.nn.utils import rnn

__all__ = ["rnn"]
