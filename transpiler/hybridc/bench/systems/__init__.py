"""How each framework's code is run and measured: one file a framework, and nowhere else.

Run by any Python from 3.8 on that has NumPy, with the framework or without: what is here imports a framework when it
is asked to run one, and nothing else of hybridc's.
"""

from __future__ import annotations

from .base import Form, System
from .chainer import Chainer
from .generated import Generated
from .mxnet import MXNet
from .numpy import NumPy
from .paddle import Paddle
from .tensorflow import TensorFlow
from .torch import Torch

# Of those whose packages a file imports, the first is the file's; the last is that of files that import none.
ORIGINALS = (Torch, MXNet, TensorFlow, Paddle, Chainer, NumPy)
GENERATED = Generated
ALL = {system.id: system for system in (*ORIGINALS, GENERATED)}

__all__ = ["ALL", "GENERATED", "ORIGINALS", "Form", "System"]
