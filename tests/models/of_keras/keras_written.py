"""Models as users of Keras write them: in classes, with functions of layers, `import *`, and the backend `K`."""

CLASSES = """\
import tensorflow as tf
from tensorflow.keras import Model, Sequential, layers, models
import numpy as np


class ResBlock(layers.Layer):
    def __init__(self, filters, stride=1, **kw):
        super(ResBlock, self).__init__(**kw)
        self.conv1 = layers.Conv2D(filters, 3, strides=stride, padding='same', use_bias=False, kernel_initializer='he_normal')
        self.bn1 = layers.BatchNormalization(momentum=0.9, epsilon=1e-5)
        self.conv2 = layers.Conv2D(filters, (3, 3), padding='same', use_bias=False)
        self.bn2 = layers.BatchNormalization()
        self.relu = layers.ReLU()
        self.shortcut = None
        if stride != 1:
            self.shortcut = Sequential([layers.Conv2D(filters, 1, strides=stride, use_bias=False), layers.BatchNormalization()])

    def call(self, x, training=False):
        y = self.relu(self.bn1(self.conv1(x), training=training))
        y = self.bn2(self.conv2(y), training=training)
        s = x if self.shortcut is None else self.shortcut(x, training=training)
        return tf.nn.relu(y + s)

    def get_config(self):
        cfg = super().get_config()
        cfg.update({'filters': 3})
        return cfg


class VAE(Model):
    def __init__(self, latent=3, **kwargs):
        super().__init__(**kwargs)
        self.latent = latent
        self.encoder = Sequential([
            layers.InputLayer(input_shape=(8, 8, 1)),
            layers.Conv2D(4, 3, strides=(2, 2), activation='relu'),
            layers.Flatten(),
            layers.Dense(latent + latent),
        ])
        self.decoder = Sequential([
            layers.InputLayer(input_shape=(latent,)),
            layers.Dense(units=4*4*2, activation=tf.nn.relu),
            layers.Reshape(target_shape=(4, 4, 2)),
            layers.Conv2DTranspose(filters=1, kernel_size=3, strides=2, padding='same'),
        ])

    @tf.function
    def sample(self, eps=None):
        if eps is None:
            eps = tf.random.normal(shape=(100, self.latent))
        return self.decode(eps, apply_sigmoid=True)

    def encode(self, x):
        mean, logvar = tf.split(self.encoder(x), num_or_size_splits=2, axis=1)
        return mean, logvar

    def reparameterize(self, mean, logvar):
        eps = tf.random.normal(shape=tf.shape(mean))
        return eps * tf.exp(logvar * .5) + mean

    def decode(self, z, apply_sigmoid=False):
        logits = self.decoder(z)
        if apply_sigmoid:
            probs = tf.sigmoid(logits)
            return probs
        return logits

    def call(self, x):
        m, l = self.encode(x)
        return self.decode(m)


class MHA(layers.Layer):
    def __init__(self, d_model, num_heads):
        super().__init__()
        self.num_heads = num_heads
        self.d_model = d_model
        assert d_model % self.num_heads == 0
        self.depth = d_model // self.num_heads
        self.wq = layers.Dense(d_model)
        self.wk = layers.Dense(d_model)
        self.wv = layers.Dense(d_model)
        self.dense = layers.Dense(d_model)

    def split_heads(self, x, batch_size):
        x = tf.reshape(x, (batch_size, -1, self.num_heads, self.depth))
        return tf.transpose(x, perm=[0, 2, 1, 3])

    def call(self, v, k, q, mask):
        batch_size = tf.shape(q)[0]
        q = self.split_heads(self.wq(q), batch_size)
        k = self.split_heads(self.wk(k), batch_size)
        v = self.split_heads(self.wv(v), batch_size)
        o, w = scaled_dot_product_attention(q, k, v, mask)
        o = tf.transpose(o, perm=[0, 2, 1, 3])
        concat = tf.reshape(o, (batch_size, -1, self.d_model))
        return self.dense(concat), w


def scaled_dot_product_attention(q, k, v, mask):
    matmul_qk = tf.matmul(q, k, transpose_b=True)
    dk = tf.cast(tf.shape(k)[-1], tf.float32)
    logits = matmul_qk / tf.math.sqrt(dk)
    if mask is not None:
        logits += (mask * -1e9)
    w = tf.nn.softmax(logits, axis=-1)
    return tf.matmul(w, v), w


def get_angles(pos, i, d_model):
    angle_rates = 1 / np.power(10000, (2 * (i//2)) / np.float32(d_model))
    return pos * angle_rates


def positional_encoding(position, d_model):
    angle_rads = get_angles(np.arange(position)[:, np.newaxis], np.arange(d_model)[np.newaxis, :], d_model)
    angle_rads[:, 0::2] = np.sin(angle_rads[:, 0::2])
    angle_rads[:, 1::2] = np.cos(angle_rads[:, 1::2])
    pos_encoding = angle_rads[np.newaxis, ...]
    return tf.cast(pos_encoding, dtype=tf.float32)


def create_padding_mask(seq):
    seq = tf.cast(tf.math.equal(seq, 0), tf.float32)
    return seq[:, tf.newaxis, tf.newaxis, :]


def create_look_ahead_mask(size):
    return 1 - tf.linalg.band_part(tf.ones((size, size)), -1, 0)


class Enc(tf.keras.Model):
    def __init__(self, n, d, heads, vocab, maxlen, rate=0.1):
        super().__init__()
        self.d = d
        self.embedding = layers.Embedding(vocab, d)
        self.pos = positional_encoding(maxlen, d)
        self.mhas = [MHA(d, heads) for _ in range(n)]
        self.lns = [layers.LayerNormalization(epsilon=1e-6) for _ in range(n)]
        self.dropout = layers.Dropout(rate)

    def call(self, x, training=None):
        mask = create_padding_mask(x)
        n = tf.shape(x)[1]
        x = self.embedding(x)
        x *= tf.math.sqrt(tf.cast(self.d, tf.float32))
        x += self.pos[:, :n, :]
        x = self.dropout(x, training=training)
        for m, ln in zip(self.mhas, self.lns):
            a, _ = m(x, x, x, mask)
            x = ln(x + a)
        return x


def unet(size=(16, 16, 1)):
    inputs = layers.Input(size)
    c1 = layers.Conv2D(4, 3, activation='relu', padding='same', kernel_initializer='he_normal')(inputs)
    p1 = layers.MaxPooling2D(pool_size=(2, 2))(c1)
    c2 = layers.Conv2D(8, 3, activation='relu', padding='same')(p1)
    d = layers.Dropout(0.5)(c2)
    u = layers.UpSampling2D(size=(2, 2))(d)
    m = layers.concatenate([c1, u], axis=3)
    o = layers.Conv2D(1, 1, activation='sigmoid')(m)
    model = Model(inputs=inputs, outputs=o)
    model.compile(optimizer='adam', loss='binary_crossentropy', metrics=['accuracy'])
    return model


def rnn(vocab=20):
    model = models.Sequential()
    model.add(layers.Embedding(vocab, 8, mask_zero=True))
    model.add(layers.Bidirectional(layers.LSTM(5, return_sequences=True)))
    model.add(layers.GRU(4))
    model.add(layers.Dense(vocab, activation='softmax'))
    return model
"""

FUNCTIONS = """\
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers, regularizers
from tensorflow.keras.layers import *
from tensorflow.keras.models import Model
from tensorflow.keras import backend as K
import tensorflow.keras.backend as KB


def conv_bn(x, filters, kernel=3, strides=1, name=None):
    x = Conv2D(filters, kernel, strides=strides, padding='same', use_bias=False, kernel_regularizer=regularizers.l2(1e-4), name=name and name + '_conv')(x)
    x = BatchNormalization(axis=-1)(x)
    return Activation('relu')(x)


def residual(x, filters, downsample=False):
    shortcut = x
    strides = 2 if downsample else 1
    y = conv_bn(x, filters, strides=strides)
    y = Conv2D(filters, 3, padding='same')(y)
    if downsample or shortcut.shape[-1] != filters:
        shortcut = Conv2D(filters, 1, strides=strides)(shortcut)
    y = Add()([y, shortcut])
    return ReLU()(y)


def se_block(tensor, ratio=2):
    filters = tensor.shape[-1]
    se = GlobalAveragePooling2D()(tensor)
    se = Reshape((1, 1, filters))(se)
    se = Dense(filters // ratio, activation='relu', kernel_initializer='he_normal', use_bias=False)(se)
    se = Dense(filters, activation='sigmoid', use_bias=False)(se)
    return multiply([tensor, se])


def resnet(shape=(16, 16, 3), classes=5):
    inp = Input(shape=shape)
    x = conv_bn(inp, 8)
    for i, f in enumerate([8, 16]):
        x = residual(x, f, downsample=i > 0)
        x = se_block(x)
    x = GlobalAveragePooling2D()(x)
    x = Dropout(0.3)(x)
    out = Dense(classes, activation='softmax', name='predictions')(x)
    return Model(inp, out, name='resnet')


def euclidean(vects):
    x, y = vects
    s = K.sum(K.square(x - y), axis=1, keepdims=True)
    return K.sqrt(K.maximum(s, K.epsilon()))


def siamese(dim=6):
    base = keras.Sequential([Dense(8, activation='relu'), Dense(4)])
    a = Input(shape=(dim,))
    b = Input(shape=(dim,))
    d = Lambda(euclidean)([base(a), base(b)])
    return Model([a, b], d)


class Attention(Layer):
    def __init__(self, return_sequences=True, **kwargs):
        self.return_sequences = return_sequences
        super(Attention, self).__init__(**kwargs)

    def build(self, input_shape):
        self.W = self.add_weight(name="att_weight", shape=(input_shape[-1], 1), initializer="normal")
        self.b = self.add_weight(name="att_bias", shape=(input_shape[1], 1), initializer="zeros")
        super(Attention, self).build(input_shape)

    def call(self, x):
        e = K.tanh(K.dot(x, self.W) + self.b)
        a = K.softmax(e, axis=1)
        output = x * a
        if self.return_sequences:
            return output
        return K.sum(output, axis=1)

    def compute_output_shape(self, input_shape):
        return (input_shape[0], input_shape[-1])


def text(vocab=30, n=7):
    i = Input((n,), dtype='int32')
    e = Embedding(vocab, 8)(i)
    l = Bidirectional(LSTM(4, return_sequences=True, dropout=0.1, recurrent_dropout=0.1))(e)
    a = Attention(return_sequences=False)(l)
    c = Conv1D(4, 3, activation='relu')(e)
    g = GlobalMaxPooling1D()(c)
    z = Concatenate()([a, g])
    return keras.Model(inputs=i, outputs=Dense(1, activation='sigmoid')(z))


def focal_loss(gamma=2., alpha=.25):
    def loss(y_true, y_pred):
        pt = tf.where(tf.equal(y_true, 1), y_pred, 1 - y_pred)
        return -K.mean(alpha * K.pow(1. - pt, gamma) * K.log(pt + K.epsilon()))
    return loss


def dice_coef(y_true, y_pred, smooth=1):
    y_true_f = K.flatten(y_true)
    y_pred_f = K.flatten(y_pred)
    intersection = K.sum(y_true_f * y_pred_f)
    return (2. * intersection + smooth) / (K.sum(y_true_f) + K.sum(y_pred_f) + smooth)


class Sampling(layers.Layer):
    def call(self, inputs):
        z_mean, z_log_var = inputs
        batch = tf.shape(z_mean)[0]
        dim = tf.shape(z_mean)[1]
        epsilon = tf.keras.backend.random_normal(shape=(batch, dim))
        return z_mean + tf.exp(0.5 * z_log_var) * epsilon


class TokenAndPositionEmbedding(layers.Layer):
    def __init__(self, maxlen, vocab_size, embed_dim):
        super().__init__()
        self.token_emb = layers.Embedding(input_dim=vocab_size, output_dim=embed_dim)
        self.pos_emb = layers.Embedding(input_dim=maxlen, output_dim=embed_dim)

    def call(self, x):
        maxlen = tf.shape(x)[-1]
        positions = tf.range(start=0, limit=maxlen, delta=1)
        positions = self.pos_emb(positions)
        x = self.token_emb(x)
        return x + positions


class TransformerBlock(layers.Layer):
    def __init__(self, embed_dim, num_heads, ff_dim, rate=0.1):
        super().__init__()
        self.att = layers.MultiHeadAttention(num_heads=num_heads, key_dim=embed_dim)
        self.ffn = keras.Sequential([layers.Dense(ff_dim, activation="relu"), layers.Dense(embed_dim)])
        self.layernorm1 = layers.LayerNormalization(epsilon=1e-6)
        self.layernorm2 = layers.LayerNormalization(epsilon=1e-6)
        self.dropout1 = layers.Dropout(rate)
        self.dropout2 = layers.Dropout(rate)

    def call(self, inputs, training=False):
        attn_output = self.att(inputs, inputs)
        attn_output = self.dropout1(attn_output, training=training)
        out1 = self.layernorm1(inputs + attn_output)
        ffn_output = self.ffn(out1)
        ffn_output = self.dropout2(ffn_output, training=training)
        return self.layernorm2(out1 + ffn_output)


class Patches(layers.Layer):
    def __init__(self, patch_size):
        super().__init__()
        self.patch_size = patch_size

    def call(self, images):
        batch_size = tf.shape(images)[0]
        patches = tf.image.extract_patches(
            images=images,
            sizes=[1, self.patch_size, self.patch_size, 1],
            strides=[1, self.patch_size, self.patch_size, 1],
            rates=[1, 1, 1, 1],
            padding="VALID",
        )
        patch_dims = patches.shape[-1]
        patches = tf.reshape(patches, [batch_size, -1, patch_dims])
        return patches


def tclass(maxlen=7, vocab=20):
    inputs = layers.Input(shape=(maxlen,))
    x = TokenAndPositionEmbedding(maxlen, vocab, 8)(inputs)
    x = TransformerBlock(8, 2, 16)(x)
    x = layers.GlobalAveragePooling1D()(x)
    x = layers.Dropout(0.1)(x)
    outputs = layers.Dense(2, activation="softmax")(x)
    return keras.Model(inputs=inputs, outputs=outputs)


def generator():
    model = tf.keras.Sequential()
    model.add(layers.Dense(4*4*8, use_bias=False, input_shape=(10,)))
    model.add(layers.BatchNormalization())
    model.add(layers.LeakyReLU())
    model.add(layers.Reshape((4, 4, 8)))
    assert model.output_shape == (None, 4, 4, 8)
    model.add(layers.Conv2DTranspose(4, (5, 5), strides=(2, 2), padding='same', use_bias=False, activation='tanh'))
    assert model.output_shape == (None, 8, 8, 4)
    return model


class GAN(keras.Model):
    def __init__(self, d, g, latent):
        super().__init__()
        self.discriminator = d
        self.generator = g
        self.latent_dim = latent

    def compile(self, d_optimizer, g_optimizer, loss_fn):
        super().compile()
        self.d_optimizer = d_optimizer
        self.g_optimizer = g_optimizer
        self.loss_fn = loss_fn

    def call(self, z):
        return self.generator(z)
"""
