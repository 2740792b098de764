"""What frameworks' names mean. Data only: nothing here knows of syntax trees being rewritten."""

from hybridc.dialects.chainer import CHAINER
from hybridc.dialects.einops import EINOPS
from hybridc.dialects.keras import KERAS
from hybridc.dialects.mxnet import MXNET
from hybridc.dialects.numpy import NUMPY, undefined
from hybridc.dialects.numpy import SETTINGS as NUMPY_SETTINGS
from hybridc.dialects.paddle import PADDLE
from hybridc.dialects.python import PYTHON
from hybridc.dialects.scipy import SCIPY
from hybridc.dialects.torch import TORCH

ALL = (PYTHON, TORCH, PADDLE, MXNET, KERAS, CHAINER, NUMPY, SCIPY, EINOPS)

# Modules whose functions and objects write down, or send, what they are given.
TELLING = frozenset(
    ["absl", "csv", "json", "logging", "loguru", "pickle", "pprint", "sys", "syslog", "wandb", "warnings"]
)
# Context managers that compiled code can do without.
SETTINGS = NUMPY_SETTINGS | {"contextlib.nullcontext", "warnings.catch_warnings"}

# Where functions raise, warn or give NaN, which checked code looks out for.
DIVISORS = undefined.DIVISORS | {"math.fmod": "y", "builtins.divmod": "b"}
POSITIONS = undefined.POSITIONS
INDICES = undefined.INDICES
NAN = undefined.NAN | {
    *(f"math.{name}" for name in ["sqrt", "log", "log2", "log10", "log1p", "pow", "fmod", "gamma", "lgamma"]),
    *(f"math.{name}" for name in ["asin", "acos", "acosh", "atanh"]),
}
SILENCING = undefined.SILENCING
NOT_A_NUMBER = undefined.NOT_A_NUMBER | {"math.nan"}

# Packages of arrays and models that have no dialect: files that import one are refused as a whole, because its calls
# would be left as they are.
UNSUPPORTED = frozenset({"aesara", "cntk", "jittor", "megengine", "mindspore", "mlx", "oneflow", "theano", "tinygrad"})
