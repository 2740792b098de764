"""The base class of models and layers, as its users know `torch.nn.Module`."""

from __future__ import annotations

from hybridc.runtime.core import modules
from hybridc.runtime.torch.cells import Buffer, Parameter
from hybridc.runtime.torch.promotion import PROMOTION

__all__ = ["Module"]


class Module(modules.Module):
    """A part of a model, in which dtypes that meet become what PyTorch makes of them, or it is refused once traced."""

    _hybridc_trace_check = PROMOTION
    _hybridc_buffers_are = Buffer
    _hybridc_parameters_are = Parameter
