"""What reading a graph needs to know of MXNet's operators: names of inputs, and which of these are auxiliary states.

Source: `FListInputNames`, `FMutateInputs` and `FSetInputVarAttrOnCompose` of MXNet 1.9.1.
"""

from __future__ import annotations

_STATISTICS = "data gamma beta *moving_mean *moving_var"
_INPUTS = {  # with a star: written in training
    "BatchNorm": _STATISTICS,
    "BatchNorm_v1": _STATISTICS,
    "_contrib_BatchNormWithReLU": _STATISTICS,
    "_contrib_SyncBatchNorm": _STATISTICS,
    "_contrib_quantized_batch_norm": f"{_STATISTICS} min_data max_data",
    "IdentityAttachKLSparseReg": "data *moving_avg",
    "Convolution": "data weight bias",
    "Convolution_v1": "data weight bias",
    "Deconvolution": "data weight bias",
    "Embedding": "data weight",
    "FullyConnected": "data weight bias",
    "InstanceNorm": "data gamma beta",
    "LayerNorm": "data gamma beta",
    "LeakyReLU": "data gamma",
    "RNN": "data parameters state state_cell",
    "SoftmaxOutput": "data label",
    "CTCLoss": "data label data_lengths label_lengths",
    "SequenceMask": "data sequence_length",
    "SequenceLast": "data sequence_length",
    "SequenceReverse": "data sequence_length",
}
_NAMES = {op: tuple(text.replace("*", "").split()) for op, text in _INPUTS.items()}
_AUXILIARY = {op: {n for n, name in enumerate(text.split()) if name[0] == "*"} for op, text in _INPUTS.items()}

INITIAL = {  # how variables begin that do not say so
    op: {3: '["zero", {}]', 4: '["one", {}]'} for op, text in _INPUTS.items() if text == _STATISTICS
} | {"LeakyReLU": {1: '["Constant", {"value": 0.25}]'}}


def is_auxiliary(op: str, position: int) -> bool:
    """Whether an operator writes that input in training."""
    return position in _AUXILIARY.get(op, ())


def has_auxiliary(op: str) -> bool:
    return bool(_AUXILIARY.get(op))


def input_names(op: str) -> tuple[str, ...]:
    """The names of an operator's inputs, of those that this table has."""
    return _NAMES.get(op, ())
