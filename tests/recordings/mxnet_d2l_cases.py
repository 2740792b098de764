"""What of `d2l/mxnet.py` is compared: models and functions, how they are made and called, as text for both sides.

Both draw weights by their names, `drawn_weight`, so that inputs and outputs alone are recorded.
"""

import zlib
from dataclasses import dataclass

import numpy as np

WEIGHTS = ("attention_weights",)


@dataclass(frozen=True)
class Case:
    """`make`: the model, or empty for a function. `call`: over `net`, `d2l` and the inputs' names.

    `settle`: the inputs of a call before, for parameters that the call does not reach. `scratch`: attributes that are
    plain arrays, which are in no file of weights. `writes`: attributes that the call leaves behind. `host`: the call
    is not compiled as a whole, for it reads numbers into Python.
    """

    name: str
    make: str
    call: str
    inputs: dict
    settle: str = ""
    scratch: tuple = ()
    writes: tuple = ()
    host: bool = False


def floats(*shape):
    return lambda source: source.randn(*shape).astype(np.float32)


def positive(*shape):
    return lambda source: source.uniform(0.2, 2, shape).astype(np.float32)


def shares(*shape):
    """Probabilities along the first axis but one."""

    def drawn(source):
        values = source.uniform(0.1, 0.9, shape)
        return (values / values.sum(-2, keepdims=True)).astype(np.float32)

    return drawn


def integers(below, *shape, dtype="int32"):
    return lambda source: source.randint(0, below, shape).astype(dtype)


def boxes(*shape):
    """Corners of boxes that have an area."""

    def drawn(source):
        low = source.uniform(0, 0.5, (*shape, 2))
        return np.concatenate([low, low + source.uniform(0.1, 0.5, (*shape, 2))], -1).astype(np.float32)

    return drawn


def given(values, dtype="float32"):
    return lambda source: np.array(values, dtype)


def drawn(spec, name):
    """The same numbers for the same name."""
    return spec(np.random.RandomState(zlib.crc32(name.encode())))


def drawn_weight(case, name, shape):
    """A parameter's value; variances and gammas are positive."""
    is_positive = name.endswith(("running_var", "gamma"))
    return drawn(positive(*shape) if is_positive else floats(*shape), f"{case} {name}") * np.float32(0.5)


def head(shape):
    """What an output is weighted by for gradients."""
    return np.cos(np.arange(np.prod(shape, dtype=int))).astype(np.float32).reshape(shape)


def summary(gradient):
    """A gradient's sum with weights of its own, and its length."""
    values = np.asarray(gradient, np.float64).ravel()
    return [float(values @ np.sin(1 + np.arange(values.size))), float(np.sqrt(values @ values))]


def model(name, make, call="", settle="", scratch=(), writes=(), host=False, **inputs):
    return Case(name, make, call or f"net({', '.join(inputs)})", inputs, settle, scratch, writes, host)


def function(call, name="", host=False, **inputs):
    return Case(name or call.partition("(")[0].removeprefix("d2l."), "", call, inputs, host=host)


def scope(d2l, loss):
    """What the texts of cases name. `loss`: the module of losses."""
    return {"d2l": d2l, "nn": d2l.nn, "loss": loss, "with_parts": with_parts, "decoder": lambda: decoder(d2l)}


def with_parts(model, **parts):
    for name, part in parts.items():
        setattr(model, name, part)
    return model


def decoder(d2l):
    """The book's decoder of sequences; the package has only its interface."""

    class Decoder(d2l.AttentionDecoder):
        def __init__(self):
            super().__init__()
            self.embedding = d2l.nn.Embedding(9, 4)
            self.rnn = d2l.GRU(6, 2)
            self.dense = d2l.nn.Dense(7, flatten=False)

        def init_state(self, enc_all_outputs, *args):
            return enc_all_outputs

        def forward(self, X, state):
            embs = self.embedding(d2l.transpose(X))
            enc_output, hidden_state = state
            context = enc_output[-1]
            context = d2l.stack([context] * embs.shape[0], 0)
            outputs, hidden_state = self.rnn(d2l.concat((embs, context), -1), hidden_state)
            return d2l.swapaxes(self.dense(outputs), 0, 1), [enc_output, hidden_state]

    return Decoder()


IMAGE = {"X": floats(2, 3, 6, 6)}
WORDS = {"X": integers(9, 2, 4)}
LENGTHS = given([2, 3])
QKV = {"q": floats(2, 3, 4), "k": floats(2, 5, 4), "v": floats(2, 5, 6)}
ENCODED = {"X": floats(2, 5, 8)}
BERT = {"tokens": integers(9, 2, 5), "segments": integers(2, 2, 5), "lengths": LENGTHS}
MASKED = {"positions": integers(5, 2, 3)}
SEQ2SEQ = "d2l.Seq2SeqEncoder(9, 5, 6, 2), decoder()"
PAIRS = {"source": integers(9, 2, 4), "target": integers(9, 2, 3)}
RNN_WEIGHTS = ("W_xh", "W_hh", "b_h")
LM_WEIGHTS = ("rnn.W_xh", "rnn.W_hh", "rnn.b_h", "W_hq", "b_q")
BERT_SMALL = "9, 8, 12, 2, 2, 0, max_len=7"

MODELS = (
    model("module", "with_parts(d2l.Module(), net=nn.Dense(3))", X=floats(4, 5)),
    model("classifier", "with_parts(d2l.Classifier(), net=nn.Dense(3))", X=floats(4, 5)),
    model("classifier_loss", "d2l.Classifier()", "net.loss(Y_hat, Y)", Y_hat=floats(6, 5), Y=integers(5, 6)),
    model(
        "classifier_losses",
        "d2l.Classifier()",
        "net.loss(Y_hat, Y, averaged=False)",
        Y_hat=floats(2, 3, 5),
        Y=integers(5, 2, 3),
    ),
    model("classifier_accuracy", "d2l.Classifier()", "net.accuracy(Y_hat, Y)", Y_hat=floats(9, 3), Y=integers(3, 9)),
    model(
        "classifier_accuracies",
        "d2l.Classifier()",
        "net.accuracy(Y_hat, Y, False)",
        Y_hat=floats(9, 3),
        Y=integers(3, 9, dtype="float32"),
    ),
    model("linear_scratch", "d2l.LinearRegressionScratch(3, 0.1)", scratch=("w", "b"), X=floats(4, 3)),
    model(
        "linear_scratch_loss",
        "d2l.LinearRegressionScratch(3, 0.1)",
        "net.loss(y_hat, y)",
        y_hat=floats(4, 1),
        y=floats(4, 1),
    ),
    model("linear", "d2l.LinearRegression(0.1)", X=floats(4, 5)),
    model("linear_loss", "d2l.LinearRegression(0.1)", "net.loss(y_hat, y)", y_hat=floats(4, 1), y=floats(4, 1)),
    model("softmax_regression", "d2l.SoftmaxRegression(4, 0.1)", **IMAGE),
    model("lenet", "d2l.LeNet()", X=floats(2, 1, 16, 16)),
    model("residual", "d2l.Residual(3)", **IMAGE),
    model("residual_strides", "d2l.Residual(4, use_1x1conv=True, strides=2)", **IMAGE),
    model("resnext", "d2l.ResNeXtBlock(3, 1, 1)", **IMAGE),
    model("resnext_strides", "d2l.ResNeXtBlock(8, 2, 0.5, use_1x1conv=True, strides=2)", **IMAGE),
    model("rnn_scratch", "d2l.RNNScratch(5, 6)", scratch=RNN_WEIGHTS, X=floats(4, 2, 5)),
    model(
        "rnn_scratch_state",
        "d2l.RNNScratch(5, 6)",
        "net(X, (H,))",
        scratch=RNN_WEIGHTS,
        X=floats(4, 2, 5),
        H=floats(2, 6),
    ),
    model("rnn_lm_scratch", "d2l.RNNLMScratch(d2l.RNNScratch(9, 6), 9)", scratch=LM_WEIGHTS, **WORDS),
    model("rnn", "d2l.RNN(6)", X=floats(4, 2, 5)),
    model("rnn_state", "d2l.RNN(6)", X=floats(4, 2, 5), H=floats(1, 2, 6)),
    model("gru", "d2l.GRU(6, 2)", "net(X, H)", X=floats(4, 2, 5), H=floats(2, 2, 6)),
    model("rnn_lm", "d2l.RNNLM(d2l.RNN(6), 9)", **WORDS),
    model("rnn_lm_gru", "d2l.RNNLM(d2l.GRU(6, 2), 9)", **WORDS),
    model("seq2seq_encoder", "d2l.Seq2SeqEncoder(9, 5, 6, 2)", **WORDS),
    model("encoder_decoder", f"d2l.EncoderDecoder({SEQ2SEQ})", **PAIRS),
    model("seq2seq", f"d2l.Seq2Seq({SEQ2SEQ}, 0, 0.1)", "net(source, target, lengths)", lengths=LENGTHS, **PAIRS),
    model(
        "seq2seq_predict",
        f"d2l.Seq2Seq({SEQ2SEQ}, 0, 0.1)",
        "net.predict_step((source, target, lengths, None)[:3] + (lengths,), d2l.cpu(), 3)[0]",
        settle="net(source, target, lengths)",
        lengths=LENGTHS,
        host=True,
        **PAIRS,
    ),
    model(
        "translation",
        f"d2l.Seq2Seq({SEQ2SEQ}, 0, 0.1)",
        "d2l.predict_seq2seq(net, 'a b', d2l.Vocab([['a', 'b', '<eos>', '<pad>']]),"
        " d2l.Vocab([['c', '<eos>', '<bos>', 'd', 'e', 'f']]), 4, d2l.cpu())",
        settle="net(source, target, lengths)",
        lengths=LENGTHS,
        host=True,
        **PAIRS,
    ),
    model("dot_product", "d2l.DotProductAttention(0)", writes=WEIGHTS, **QKV),
    model("dot_product_lengths", "d2l.DotProductAttention(0)", writes=WEIGHTS, **QKV, lengths=LENGTHS),
    model(
        "dot_product_each", "d2l.DotProductAttention(0)", writes=WEIGHTS, **QKV, lengths=given([[1, 2, 3], [4, 5, 1]])
    ),
    model("additive", "d2l.AdditiveAttention(8, 0)", writes=WEIGHTS, **{**QKV, "q": floats(2, 3, 7)}, lengths=LENGTHS),
    model("multi_head", "d2l.MultiHeadAttention(8, 4, 0, True)", "net(X[:, :3], X, X * 2, None)", **ENCODED),
    model(
        "multi_head_lengths",
        "d2l.MultiHeadAttention(8, 2, 0)",
        "net(X, X, X, lengths)",
        writes=("attention.attention_weights",),
        **ENCODED,
        lengths=LENGTHS,
    ),
    model("transpose_qkv", "d2l.MultiHeadAttention(8, 2, 0)", "net.transpose_qkv(X)", **ENCODED),
    model("transpose_output", "d2l.MultiHeadAttention(8, 2, 0)", "net.transpose_output(X)", X=floats(4, 5, 4)),
    model("positional_encoding", "d2l.PositionalEncoding(8, 0)", **ENCODED),
    model("position_wise_ffn", "d2l.PositionWiseFFN(8, 6)", **ENCODED),
    model("add_norm", "d2l.AddNorm(0)", **ENCODED, Y=floats(2, 5, 8)),
    model("transformer_block", "d2l.TransformerEncoderBlock(8, 12, 2, 0)", **ENCODED, lengths=LENGTHS),
    model("transformer_block_bias", "d2l.TransformerEncoderBlock(8, 12, 2, 0, True)", "net(X, None)", **ENCODED),
    model(
        "transformer",
        "d2l.TransformerEncoder(9, 8, 12, 2, 2, 0)",
        writes=WEIGHTS,
        **WORDS,
        lengths=LENGTHS,
    ),
    model("bert_encoder", f"d2l.BERTEncoder({BERT_SMALL})", **BERT),
    model("mask_lm", "d2l.MaskLM(9, 8)", **ENCODED, **MASKED),
    model("next_sentence", "d2l.NextSentencePred()", X=floats(2, 8)),
    model("bert", f"d2l.BERTModel({BERT_SMALL})", **BERT, **MASKED),
    model(
        "bert_encoding",
        f"d2l.BERTModel({BERT_SMALL})",
        "net(tokens, segments, lengths)",
        settle="net(tokens, segments, lengths, positions)",
        **BERT,
        **MASKED,
    ),
    model(
        "bert_loss",
        f"d2l.BERTModel({BERT_SMALL})",
        "d2l._get_batch_loss_bert(net, loss.SoftmaxCELoss(), 9, [tokens], [segments], [lengths], [positions], [weights], [labels], [follows])",
        host=True,
        **BERT,
        **MASKED,
        weights=given([[1, 1, 0], [1, 0, 0]]),
        labels=integers(9, 2, 3),
        follows=integers(2, 2),
    ),
    model("masked_loss", "d2l.MaskedSoftmaxCELoss()", pred=floats(2, 4, 9), label=integers(9, 2, 4), lengths=LENGTHS),
    model("bpr_loss", "d2l.BPRLoss()", positive=floats(5), negative=floats(5)),
    model("hinge_loss", "d2l.HingeLossbRec()", positive=floats(5), negative=floats(5)),
    model(
        "hinge_loss_margin", "d2l.HingeLossbRec()", "net(positive, negative, 2)", positive=floats(5), negative=floats(5)
    ),
    model("resnet18", "d2l.resnet18(10)", X=floats(2, 1, 16, 16)),
)

FUNCTIONS = (
    function("d2l.corr2d(X, K)", X=floats(4, 5), K=floats(2, 3)),
    function("d2l.masked_softmax(X, None)", X=floats(2, 3, 4)),
    function("d2l.masked_softmax(X, lengths)", "masked_softmax_lengths", X=floats(2, 3, 4), lengths=LENGTHS),
    function(
        "d2l.masked_softmax(X, lengths)",
        "masked_softmax_each",
        X=floats(2, 2, 4),
        lengths=given([[1, 3], [2, 4]], "int32"),
    ),
    function("d2l.multibox_prior(X, [0.75, 0.5], [1, 2, 0.5])", X=floats(1, 3, 2, 3)),
    function("d2l.box_corner_to_center(b)", b=boxes(5)),
    function("d2l.box_center_to_corner(b)", b=boxes(5)),
    function("d2l.box_iou(a, b)", a=boxes(5), b=boxes(4)),
    function("d2l.offset_boxes(a, b)", a=boxes(5), b=boxes(5)),
    function("d2l.offset_inverse(a, b)", a=boxes(5), b=floats(5, 4)),
    function(
        "d2l.voc_colormap2label()[codes]", "voc_colormap2label", codes=given([0, 128, 8388608, 5], "int32"), host=True
    ),
    function(
        "d2l.voc_label_indices(image, table)",
        image=integers(4, 3, 2, 3, dtype="float32"),
        table=floats(200000),
    ),
    function("d2l.linreg(X, w, b)", X=floats(4, 3), w=floats(3, 1), b=floats(1)),
    function("d2l.squared_loss(y_hat, y)", y_hat=floats(4, 1), y=floats(4)),
    function("d2l.accuracy(y_hat, y)", host=True, y_hat=floats(8, 3), y=integers(3, 8)),
    function("d2l.accuracy(y_hat, y)", "accuracy_of_labels", host=True, y_hat=integers(2, 8), y=integers(2, 8)),
    function(
        "d2l.evaluate_accuracy(lambda X: d2l.linreg(X, w, b), [(X, y), (X * 2, y)])",
        host=True,
        X=floats(8, 4),
        w=floats(4, 3),
        b=floats(3),
        y=integers(3, 8),
    ),
    function(
        "d2l.evaluate_loss(lambda X: d2l.linreg(X, w, b), [(X, y), (X * 2, y)], d2l.squared_loss)",
        host=True,
        X=floats(8, 4),
        w=floats(4, 1),
        b=floats(1),
        y=floats(8),
    ),
    function(
        "d2l.predict_sentiment(lambda X: d2l.astype(X, d2l.float32) * w, d2l.Vocab(['good', 'bad']), 'good bad')",
        host=True,
        w=given([[0.5, 3]]),
    ),
    function(
        "d2l.predict_snli(lambda pair: d2l.concat([d2l.astype(x, d2l.float32) * w for x in pair], 1),"
        " d2l.Vocab(['good', 'bad']), ['good', 'bad'], ['bad', 'good'])",
        host=True,
        w=given([[0.5, 3]]),
    ),
    function("d2l.batchify([(1, [2, 2], [3, 3, 3]), (1, [2, 2, 2], [3, 3])])", host=True),
    function(
        "d2l.build_array_nmt([['a', 'b'], ['b', 'b', 'a', 'a', 'b']], d2l.Vocab(['a', 'b', '<pad>', '<eos>']), 4)",
        host=True,
    ),
    function(
        "d2l._pad_bert_inputs([([3, 4, 5], [1], [4], [0, 0, 1], True), ([6], [0], [6], [0], False)], 7, {'<pad>': 2})",
        host=True,
    ),
    function("d2l.reduce_mean(x), d2l.reduce_sum(x, 1), d2l.argmax(x, axis=0)", "aliases", x=floats(3, 4)),
    function(
        "d2l.sigmoid(x), d2l.batch_matmul(a, a), d2l.ones_like(x), d2l.zeros((2, 1)), d2l.ones(3), d2l.arange(4)",
        "aliases_making",
        x=floats(3, 4),
        a=floats(2, 3, 3),
    ),
    function(
        "d2l.zeros(3, dtype='int32', ctx=d2l.cpu()), d2l.tensor([1, 2], ctx=d2l.cpu()), d2l.eye(2), d2l.linspace(0, 1, 3)",
        "aliases_of_devices",
    ),
    function(
        "d2l.concat([x, x], 1), d2l.stack([x, x], axis=-1), d2l.expand_dims(x, 0), d2l.matmul(x, x.T), d2l.transpose(x),"
        " d2l.swapaxes(x, 0, 1), d2l.repeat(x, 2), d2l.astype(x, 'int32'), d2l.to(x, d2l.cpu()), d2l.reshape(x, (4, 3)),"
        " d2l.abs(x), d2l.exp(x), d2l.sinh(x), d2l.meshgrid(x[0], x[:, 0])",
        "aliases_of_arrays",
        x=floats(3, 4),
    ),
    function("d2l.size(x)", "aliases_of_sizes", host=True, x=floats(3, 4)),
    function(
        "d2l.zeros_like(x), d2l.ones((1, 2), 'int32'), d2l.arange(1, 3, 0.5), d2l.arange(2, dtype='int32'), d2l.tensor(x),"
        " d2l.linspace(0, 1, 3, False), d2l.eye(2, 3, 1)",
        "aliases_with_options",
        x=floats(2, 2),
    ),
    function("d2l.randn(2, 3).shape, d2l.rand(4).shape, d2l.normal(0, 1, (2, 2)).shape", "aliases_drawing", host=True),
    function("d2l.Timer().cumsum()", "timer", host=True),
)
CASES = MODELS + FUNCTIONS
