"""What frameworks' names mean. Data only: nothing here knows of syntax trees being rewritten."""

from hybridc.dialects.numpy import NUMPY
from hybridc.dialects.numpy import SETTINGS as NUMPY_SETTINGS
from hybridc.dialects.python import PYTHON

ALL = (PYTHON, NUMPY)

# Context managers that compiled code can do without.
SETTINGS = NUMPY_SETTINGS | {"warnings.catch_warnings"}

# Frameworks whose code is recognised, and refused as a whole until their tables are here.
PLANNED = frozenset({"torch", "mxnet", "tensorflow", "keras", "paddle", "chainer"})
