"""The models of "Dive into Deep Learning", from its package `d2l`: how each is built, and what it is called with."""

import ast
import importlib
import sys
import types
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from absent_packages import stand_ins

from hybridc.core.options import Options
from hybridc.core.source import Source
from hybridc.pipeline import convert


@contextmanager
def torch_is(module: types.ModuleType | None) -> Iterator[None]:
    """While it lasts, `import torch` gives another module, or fails where that is None."""
    held = sys.modules["torch"]
    sys.modules["torch"] = module  # type: ignore[assignment]
    try:
        yield
    finally:
        sys.modules["torch"] = held


def no_gpus() -> types.ModuleType:
    """All that the generated module asks of torch while it is loaded: the default of a trainer's `devices`."""
    module = types.ModuleType("torch")
    module.cuda = types.SimpleNamespace(device_count=lambda: 0)  # type: ignore[attr-defined]
    return module


def both_sides() -> tuple[types.ModuleType, types.ModuleType]:
    """`d2l.torch`, and the module that is generated from its unedited source."""
    with stand_ins():
        original = importlib.import_module("d2l.torch")
        text = Path(str(original.__file__)).read_text()
        code = convert(Source("torch.py", text, ast.parse(text)), Options(partial=True, format=False)).code
        generated = sys.modules["d2l_jax"] = types.ModuleType("d2l_jax")
        with torch_is(no_gpus()):
            exec(compile(str(code), "d2l_jax.py", "exec"), generated.__dict__)
    return original, generated


def floats(*shape: int) -> np.ndarray:
    """Numbers between -2 and 2, the same ones in every run."""
    return (2 * np.sin(1 + 1.7 * np.arange(np.prod(shape)) ** 1.1)).astype(np.float32).reshape(shape)


def integers(*shape: int, below: int) -> np.ndarray:
    return ((np.arange(np.prod(shape)) * 7 + 3) % below).reshape(shape)


def decoder(d2l: Any) -> Any:
    """The book's decoder of tokens that are embedded already; the package has only its interface."""

    class Decoder(d2l.AttentionDecoder):
        def __init__(self) -> None:
            super().__init__()
            self.rnn = d2l.nn.GRU(5, 8, 2)
            self.dense = d2l.nn.LazyLinear(9)

        def init_state(self, enc_all_outputs: Any, *args: Any) -> Any:
            return enc_all_outputs[1]

        def forward(self, X: Any, state: Any) -> Any:
            outputs, state = self.rnn(X, state)
            return self.dense(outputs), state

    return Decoder()


@dataclass(frozen=True)
class Case:
    """A model of both modules by its name, built of `args`, and the arrays that it is called with."""

    name: str
    args: tuple[Any, ...]
    """A function among them builds that argument from the module."""
    inputs: tuple[Any, ...]
    parts: Mapping[str, Any] = field(default_factory=dict)
    """Attributes that are set before the first call, each a function of the module."""
    writes: tuple[str, ...] = ()
    """Attributes that a call writes, and its users read."""
    settled_by: tuple[Any, ...] = ()
    """Inputs of the original's first call, where those of the case leave layers unused."""

    def build(self, d2l: Any) -> Any:
        model = getattr(d2l, self.name)(*[arg(d2l) if callable(arg) else arg for arg in self.args])
        for name, part in self.parts.items():
            setattr(model, name, part(d2l))
        return model


IMAGE = floats(2, 4, 6, 6)
STEPS = floats(4, 2, 5)
WORDS, TOKENS, SEGMENTS = integers(2, 4, below=9), integers(2, 5, below=9), integers(2, 5, below=2)
ENCODED, MASKED = floats(2, 5, 8), integers(2, 3, below=5)
LENGTHS = np.array([2, 3])
KEYS_AND_VALUES = (floats(2, 3, 4), floats(2, 5, 4), floats(2, 5, 6))
NET = {"net": lambda d2l: d2l.nn.LazyLinear(3)}
WEIGHTS = ("attention_weights",)

CASES = (
    Case("Module", (), (floats(4, 5),), NET),
    Case("Classifier", (), (floats(4, 5),), NET),
    Case("SoftmaxRegression", (4, 0.1), (IMAGE,)),
    Case("LinearRegression", (0.1,), (floats(4, 5),)),
    Case("LeNet", (), (floats(2, 1, 16, 16),)),
    Case("Residual", (4,), (IMAGE,)),
    Case("Residual", (6, True, 2), (IMAGE,)),
    Case("ResNeXtBlock", (4, 4, 1), (IMAGE,)),
    Case("ResNeXtBlock", (8, 2, 0.5, True, 2), (IMAGE,)),
    Case("RNNScratch", (5, 8), (STEPS,)),
    Case("RNNLMScratch", (lambda d2l: d2l.RNNScratch(9, 8), 9), (WORDS,)),
    Case("Seq2SeqEncoder", (9, 5, 8, 2), (WORDS,)),
    Case("PositionalEncoding", (8, 0), (ENCODED,)),
    Case("TransformerEncoder", (9, 8, 12, 2, 2, 0), (TOKENS, LENGTHS)),
    Case("RNN", (5, 8), (STEPS,)),
    Case("RNN", (5, 8), (STEPS, floats(1, 2, 8))),
    Case("RNNLM", (lambda d2l: d2l.RNN(9, 8), 9), (WORDS,)),
    Case("RNNLM", (lambda d2l: d2l.GRU(9, 8, 2), 9), (WORDS,)),
    Case("GRU", (5, 8, 2), (STEPS, floats(2, 2, 8))),
    Case("EncoderDecoder", (lambda d2l: d2l.GRU(5, 8, 2), decoder), (STEPS, STEPS[:3] ** 2)),
    Case("Seq2Seq", (lambda d2l: d2l.GRU(5, 8, 2), decoder, 0, 0.1), (STEPS, STEPS[:3] ** 2)),
    Case("DotProductAttention", (0,), KEYS_AND_VALUES, writes=WEIGHTS),
    Case("DotProductAttention", (0,), (*KEYS_AND_VALUES, LENGTHS), writes=WEIGHTS),
    Case("DotProductAttention", (0,), (*KEYS_AND_VALUES, 1 + MASKED), writes=WEIGHTS),
    Case("AdditiveAttention", (8, 0), (floats(2, 3, 7), *KEYS_AND_VALUES[1:], LENGTHS), writes=WEIGHTS),
    Case("MultiHeadAttention", (8, 4, 0, True), (ENCODED[:, :3], ENCODED, ENCODED**2, None)),
    Case("MultiHeadAttention", (8, 2, 0), (ENCODED,) * 3 + (LENGTHS,), writes=("attention.attention_weights",)),
    Case("PositionWiseFFN", (8, 6), (ENCODED,)),
    Case("AddNorm", (8, 0), (ENCODED, ENCODED**2)),
    Case("AddNorm", ((5, 8), 0), (ENCODED, ENCODED**2)),
    Case("TransformerEncoderBlock", (8, 12, 2, 0), (ENCODED, LENGTHS)),
    Case("BERTEncoder", (9, 8, 12, 2, 2, 0), (TOKENS, SEGMENTS, LENGTHS)),
    Case("MaskLM", (9, 8), (ENCODED, MASKED)),
    Case("NextSentencePred", (), (floats(2, 8),)),
    Case("BERTModel", (9, 8, 12, 2, 1, 0), (TOKENS, SEGMENTS, LENGTHS, MASKED)),
    Case("BERTModel", (9, 8, 12, 2, 1, 0), (TOKENS, SEGMENTS), settled_by=(TOKENS, SEGMENTS, LENGTHS, MASKED)),
    Case("MaskedSoftmaxCELoss", (), (floats(2, 4, 9), WORDS, LENGTHS)),
    Case("resnet18", (10,), (floats(4, 1, 16, 16),)),
)

ABSTRACT = {
    "Encoder": "its `forward` raises NotImplementedError: an interface",
    "Decoder": "its `forward` raises NotImplementedError: an interface",
    "AttentionDecoder": "it inherits the `forward` of `Decoder`; EncoderDecoder and Seq2Seq are tested with one",
}

NOT_COMPARED = {
    "LinearRegressionScratch": "its weights are plain tensors, in no state dict: both sides draw their own",
}
"""Models whose numbers no weights make the same."""
