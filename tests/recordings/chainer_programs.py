"""Programs as Chainer's users write them, run on both sides: a source, how a net is made of it, inputs, and calls."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Program:
    text: str
    make: str
    inputs: dict[str, object]
    calls: tuple[str, ...] = ("net(x)",)


def _drawn(seed: int, *shape: int) -> np.ndarray:
    return np.random.RandomState(seed).uniform(-1, 1, shape).astype(np.float32)


DIGITS = '''
import chainer
import chainer.functions as F
import chainer.links as L


class Digits(chainer.Chain):
    """A perceptron whose inputs may have any size."""

    def __init__(self, hidden, classes):
        super(Digits, self).__init__()
        with self.init_scope():
            self.l1 = L.Linear(None, hidden)
            self.l2 = L.Linear(None, hidden, initialW=chainer.initializers.HeNormal())
            self.l3 = L.Linear(None, classes)

    def forward(self, x):
        h = F.relu(self.l1(x))
        h = F.dropout(F.relu(self.l2(h)), ratio=0.2)
        return self.l3(h)
'''

TRANSLATION = """
import numpy

import chainer
from chainer import functions as F
from chainer import links as L

END = 1


def embedded(table, sequences):
    lengths = [len(s) for s in sequences]
    cuts = numpy.cumsum(lengths[:-1])
    return F.split_axis(table(F.concat(sequences, axis=0)), cuts, 0)


class Translation(chainer.Chain):
    def __init__(self, layers, words_in, words_out, units):
        super(Translation, self).__init__()
        with self.init_scope():
            self.words_in = L.EmbedID(words_in, units)
            self.words_out = L.EmbedID(words_out, units)
            self.reader = L.NStepLSTM(layers, units, units, 0.1)
            self.writer = L.NStepLSTM(layers, units, units, 0.1)
            self.out = L.Linear(units, words_out)

    def forward(self, xs, ys):
        xs = [x[::-1] for x in xs]
        end = self.xp.array([END], numpy.int32)
        given = [F.concat([end, y], axis=0) for y in ys]
        wanted = [F.concat([y, end], axis=0) for y in ys]
        hx, cx, _ = self.reader(None, None, embedded(self.words_in, xs))
        _, _, states = self.writer(hx, cx, embedded(self.words_out, given))
        answers = F.concat(wanted, axis=0)
        losses = F.softmax_cross_entropy(self.out(F.concat(states, axis=0)), answers, reduce='no')
        loss = F.sum(losses) / len(xs)
        chainer.report({'loss': loss, 'perp': self.xp.exp(loss.array * len(xs) / answers.shape[0])}, self)
        return loss

    def translate(self, xs, longest=6):
        with chainer.no_backprop_mode(), chainer.using_config('train', False):
            xs = [x[::-1] for x in xs]
            h, c, _ = self.reader(None, None, embedded(self.words_in, xs))
            ys = self.xp.full(len(xs), END, numpy.int32)
            found = []
            for _ in range(longest):
                parts = F.split_axis(self.words_out(ys), len(xs), 0)
                h, c, ys = self.writer(h, c, parts)
                scores = self.out(F.concat(ys, axis=0))
                ys = self.xp.argmax(scores.array, axis=1).astype(numpy.int32)
                found.append(ys)
        return chainer.get_device('@numpy').send(self.xp.stack(found).T)
"""

AUTOENCODER = '''
import numpy as np

import chainer
import chainer.distributions as D
import chainer.functions as F
import chainer.links as L
from chainer import reporter


class Encoder(chainer.Chain):
    def __init__(self, size, latent, hidden):
        super().__init__()
        with self.init_scope():
            self.first = L.Linear(size, hidden)
            self.mean = L.Linear(hidden, latent)
            self.ln_sigma = L.Linear(hidden, latent)

    def forward(self, x):
        h = F.tanh(self.first(x))
        return D.Normal(loc=self.mean(h), log_scale=self.ln_sigma(h))


class Decoder(chainer.Chain):
    def __init__(self, size, latent, hidden, binary_check=False):
        super().__init__()
        self.binary_check = binary_check
        with self.init_scope():
            self.first = L.Linear(latent, hidden)
            self.last = L.Linear(hidden, size)

    def forward(self, z, inference=False):
        axes = 1 if inference else 2
        h = F.tanh(self.first(z, n_batch_axes=axes))
        return D.Bernoulli(logit=self.last(h, n_batch_axes=axes), binary_check=self.binary_check)


class Prior(chainer.Link):
    def __init__(self, latent):
        super().__init__()
        self.loc = np.zeros(latent, np.float32)
        self.scale = np.ones(latent, np.float32)
        self.register_persistent('loc')
        self.register_persistent('scale')

    def forward(self):
        return D.Normal(self.loc, scale=self.scale)


class Bound(chainer.Chain):
    """The loss; `noise` takes the place of draws where it is given."""

    def __init__(self, encoder, decoder, prior, beta=1.0, k=1):
        super().__init__()
        self.beta = beta
        self.k = k
        with self.init_scope():
            self.encoder = encoder
            self.decoder = decoder
            self.prior = prior

    def __call__(self, x, noise=None):
        q = self.encoder(x)
        z = q.sample(self.k) if noise is None else q.mean + q.stddev * noise
        p = self.decoder(z)
        again = F.mean(F.sum(p.log_prob(F.broadcast_to(x[None, :], (self.k,) + x.shape)), axis=-1))
        penalty = F.mean(F.sum(chainer.kl_divergence(q, self.prior()), axis=-1))
        loss = -(again - self.beta * penalty)
        reporter.report({'loss': loss}, self)
        return loss
'''

OLD_AUTOENCODER = '''
import six

import chainer
import chainer.functions as F
import chainer.links as L
from chainer.functions.loss.vae import gaussian_kl_divergence


class OldAutoencoder(chainer.Chain):
    """As written before there were distributions."""

    def __init__(self, size, latent, hidden):
        super(OldAutoencoder, self).__init__(
            le1=L.Linear(size, hidden),
            le2_mu=L.Linear(hidden, latent),
            le2_ln_var=L.Linear(hidden, latent),
            ld1=L.Linear(latent, hidden),
            ld2=L.Linear(hidden, size),
        )

    def __call__(self, x, sigmoid=True):
        return self.decode(self.encode(x)[0], sigmoid)

    def encode(self, x):
        h1 = F.tanh(self.le1(x))
        return self.le2_mu(h1), self.le2_ln_var(h1)

    def decode(self, z, sigmoid=True):
        h2 = self.ld2(F.tanh(self.ld1(z)))
        if sigmoid:
            return F.sigmoid(h2)
        else:
            return h2


class Loss(chainer.Chain):
    def __init__(self, model, beta=0.5, k=2):
        super(Loss, self).__init__(model=model)
        self.beta = beta
        self.k = k

    def __call__(self, x, eps):
        mu, ln_var = self.model.encode(x)
        batchsize = len(mu.data)
        rec_loss = 0
        for l in six.moves.range(self.k):
            z = F.gaussian(mu, ln_var, eps=eps)
            rec_loss += F.bernoulli_nll(x, self.model.decode(z, sigmoid=False)) / (self.k * batchsize)
        self.rec_loss = rec_loss
        self.loss = self.rec_loss + self.beta * gaussian_kl_divergence(mu, ln_var) / batchsize
        chainer.report({'rec_loss': rec_loss, 'loss': self.loss}, observer=self)
        return self.loss
'''

IMAGES = """
import chainer
import chainer.functions as F
import chainer.links as L
from chainer import Chain, ChainList, initializers


class Block(Chain):
    def __init__(self, channels, stride=1):
        super().__init__()
        w = initializers.HeNormal(fan_option='fan_out')
        with self.init_scope():
            self.conv1 = L.Convolution2D(None, channels, 3, stride, 1, nobias=True, initialW=w)
            self.bn1 = L.BatchNormalization(channels)
            self.conv2 = L.Convolution2D(channels, channels, 3, pad=1, nobias=True, initialW=w)
            self.bn2 = L.BatchNormalization(channels)

    def forward(self, x):
        h = self.bn2(self.conv2(F.relu(self.bn1(self.conv1(x)))))
        return F.relu(h + x) if h.shape == x.shape else F.relu(h)


class Blocks(ChainList):
    def __init__(self, *sizes):
        super().__init__()
        for number, size in enumerate(sizes):
            self.add_link(Block(size, 1 + number % 2))

    def __call__(self, x):
        for block in self.children():
            x = block(x)
        return x


class Images(Chain):
    def __init__(self, classes=3):
        super().__init__()
        with self.init_scope():
            self.blocks = Blocks(4, 6, 6)
            self.up = L.Deconvolution2D(6, 2, 2, stride=2)
            self.fc = L.Linear(None, classes)
            self.gain = chainer.Parameter(initializers.One(), (classes,))

    def __call__(self, x):
        xp = chainer.backend.get_array_module(x)
        h = F.max_pooling_2d(self.blocks(x), 2)
        h = F.average_pooling_2d(self.up(h), 2)
        y = self.fc(h) * F.broadcast_to(self.gain, (len(x), self.gain.shape[0]))
        if y.array.sum() > 0:
            y = y / 2
        else:
            y = y - xp.ones_like(y.array)
        if chainer.config.train:
            return y
        return F.softmax(y)
"""

LETTERS = '''
import chainer
import chainer.functions as F
import chainer.links as L


class Letters(chainer.Chain):
    """A recurrent network that keeps its state from call to call."""

    def __init__(self, letters, units):
        super().__init__()
        with self.init_scope():
            self.embed = L.EmbedID(letters, units, ignore_label=-1)
            self.l1 = L.LSTM(units, units)
            self.l2 = L.GRU(units, units)
            self.out = L.Linear(units, letters)
        for param in self.params():
            param.array[...] = param.array * 0.5

    def reset_state(self):
        self.l1.reset_state()
        self.l2.reset_state()

    def forward(self, x):
        h = self.l2(F.dropout(self.l1(self.embed(x))))
        return self.out(h)


class Reading(chainer.Chain):
    def __init__(self, model):
        super().__init__()
        with self.init_scope():
            self.model = model

    def forward(self, xs):
        self.model.reset_state()
        loss = 0
        for t in range(xs.shape[1] - 1):
            loss += F.softmax_cross_entropy(self.model(xs[:, t]), xs[:, t + 1])
        return loss
'''

_X = _drawn(1, 4, 6)
PROGRAMS = {
    "digits": Program(
        DIGITS,
        "L.Classifier(Digits(7, 3))",
        {"x": _X, "t": np.array([0, 1, 2, 1], np.int32)},
        ("net(x, t)", "net.predictor(x)"),
    ),
    "translation": Program(
        TRANSLATION,
        "Translation(2, 11, 12, 5)",
        {
            "xs": [np.array(v, np.int32) for v in ([2, 3, 4], [5, 6], [7, 8, 9, 10])],
            "ys": [np.array(v, np.int32) for v in ([2, 3], [4, 5, 6, 7], [8])],
        },
        ("net(xs, ys)", "net.translate(xs)"),
    ),
    "autoencoder": Program(
        AUTOENCODER,
        "Bound(Encoder(6, 2, 5), Decoder(6, 2, 5), Prior(2), 0.7, 3)",
        {"x": np.abs(_X), "noise": _drawn(2, 3, 4, 2)},
        ("net(x, noise)", "net.encoder(x).scale", "net.decoder(noise[0], inference=True).p"),
    ),
    "old_autoencoder": Program(
        OLD_AUTOENCODER,
        "Loss(OldAutoencoder(6, 2, 5))",
        {"x": np.abs(_X), "eps": _drawn(2, 4, 2)},
        ("net(x, eps)", "net.model(x)", "net.model(x, sigmoid=False)"),
    ),
    "images": Program(IMAGES, "Images()", {"x": _drawn(3, 2, 4, 8, 8)}, ("net(x)", "net(-3 * x)", "net(x[:1] * 9)")),
    "letters": Program(
        LETTERS,
        "Reading(Letters(5, 4))",
        {"xs": np.array([[0, 1, 4, 2], [3, -1, 2, 2]], np.int32)},
        ("net(xs)", "net(xs[:1])"),
    ),
}
