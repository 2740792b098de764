"""Programs in the ways that Paddle's users write models."""

import numpy as np


def drawn(*shape):
    return np.random.RandomState(sum(shape)).uniform(-1, 1, shape).astype(np.float32)


VIT = """
from collections.abc import Callable

import numpy as np
import paddle
import paddle.nn as nn
from paddle.nn.initializer import Constant, Normal, TruncatedNormal

trunc_normal_ = TruncatedNormal(std=.02)
normal_ = Normal
zeros_ = Constant(value=0.)
ones_ = Constant(value=1.)


def to_2tuple(x):
    return tuple([x] * 2)


def drop_path(x, drop_prob=0., training=False):
    if drop_prob == 0. or not training:
        return x
    keep_prob = paddle.to_tensor(1 - drop_prob)
    shape = (x.shape[0], ) + (1, ) * (x.ndim - 1)
    random_tensor = keep_prob + paddle.rand(shape, dtype=x.dtype)
    random_tensor = paddle.floor(random_tensor)  # binarize
    output = x.divide(keep_prob) * random_tensor
    return output


class DropPath(nn.Layer):
    def __init__(self, drop_prob=None):
        super(DropPath, self).__init__()
        self.drop_prob = drop_prob

    def forward(self, x):
        return drop_path(x, self.drop_prob, self.training)


class Identity(nn.Layer):
    def __init__(self):
        super(Identity, self).__init__()

    def forward(self, input):
        return input


class Mlp(nn.Layer):
    def __init__(self, in_features, hidden_features=None, out_features=None, act_layer=nn.GELU, drop=0.):
        super().__init__()
        out_features = out_features or in_features
        hidden_features = hidden_features or in_features
        self.fc1 = nn.Linear(in_features, hidden_features)
        self.act = act_layer()
        self.fc2 = nn.Linear(hidden_features, out_features)
        self.drop = nn.Dropout(drop)

    def forward(self, x):
        x = self.fc1(x)
        x = self.act(x)
        x = self.drop(x)
        x = self.fc2(x)
        x = self.drop(x)
        return x


class Attention(nn.Layer):
    def __init__(self, dim, num_heads=8, qkv_bias=False, qk_scale=None, attn_drop=0., proj_drop=0.):
        super().__init__()
        self.num_heads = num_heads
        head_dim = dim // num_heads
        self.scale = qk_scale or head_dim**-0.5

        self.qkv = nn.Linear(dim, dim * 3, bias_attr=qkv_bias)
        self.attn_drop = nn.Dropout(attn_drop)
        self.proj = nn.Linear(dim, dim)
        self.proj_drop = nn.Dropout(proj_drop)

    def forward(self, x):
        # B= paddle.shape(x)[0]
        N, C = x.shape[1:]
        qkv = self.qkv(x).reshape((-1, N, 3, self.num_heads, C // self.num_heads)).transpose((2, 0, 3, 1, 4))
        q, k, v = qkv[0], qkv[1], qkv[2]

        attn = (q.matmul(k.transpose((0, 1, 3, 2)))) * self.scale
        attn = nn.functional.softmax(attn, axis=-1)
        attn = self.attn_drop(attn)

        x = (attn.matmul(v)).transpose((0, 2, 1, 3)).reshape((-1, N, C))
        x = self.proj(x)
        x = self.proj_drop(x)
        return x


class Block(nn.Layer):
    def __init__(self, dim, num_heads, mlp_ratio=4., drop_path=0., norm_layer='nn.LayerNorm', epsilon=1e-5):
        super().__init__()
        if isinstance(norm_layer, str):
            self.norm1 = nn.LayerNorm(dim, epsilon=epsilon)
        elif isinstance(norm_layer, Callable):
            self.norm1 = norm_layer(dim)
        else:
            raise TypeError("The norm_layer must be str or paddle.nn.layer.Layer class")
        self.attn = Attention(dim, num_heads=num_heads, qkv_bias=True)
        self.drop_path = DropPath(drop_path) if drop_path > 0. else Identity()
        self.norm2 = nn.LayerNorm(dim, epsilon=epsilon)
        self.mlp = Mlp(in_features=dim, hidden_features=int(dim * mlp_ratio))

    def forward(self, x):
        x = x + self.drop_path(self.attn(self.norm1(x)))
        x = x + self.drop_path(self.mlp(self.norm2(x)))
        return x


class PatchEmbed(nn.Layer):
    def __init__(self, img_size=16, patch_size=4, in_chans=3, embed_dim=16):
        super().__init__()
        img_size = to_2tuple(img_size)
        patch_size = to_2tuple(patch_size)
        self.img_size = img_size
        self.num_patches = (img_size[1] // patch_size[1]) * (img_size[0] // patch_size[0])
        self.proj = nn.Conv2D(in_chans, embed_dim, kernel_size=patch_size, stride=patch_size)

    def forward(self, x):
        B, C, H, W = x.shape
        assert H == self.img_size[0] and W == self.img_size[1], \\
            f"Input image size ({H}*{W}) doesn't match model ({self.img_size[0]}*{self.img_size[1]})."
        x = self.proj(x).flatten(2).transpose((0, 2, 1))
        return x


class VisionTransformer(nn.Layer):
    def __init__(self, class_num=5, embed_dim=16, depth=2, num_heads=2, drop_path_rate=0.1, **kwargs):
        super().__init__()
        self.patch_embed = PatchEmbed(embed_dim=embed_dim)
        num_patches = self.patch_embed.num_patches
        self.pos_embed = self.create_parameter(shape=(1, num_patches + 1, embed_dim), default_initializer=zeros_)
        self.add_parameter("pos_embed", self.pos_embed)
        self.cls_token = self.create_parameter(shape=(1, 1, embed_dim), default_initializer=zeros_)
        self.add_parameter("cls_token", self.cls_token)
        self.pos_drop = nn.Dropout(p=0.1)
        dpr = np.linspace(0, drop_path_rate, depth)
        self.blocks = nn.LayerList([
            Block(dim=embed_dim, num_heads=num_heads, drop_path=dpr[i]) for i in range(depth)
        ])
        self.norm = nn.LayerNorm(embed_dim, epsilon=1e-6)
        self.head = nn.Linear(embed_dim, class_num) if class_num > 0 else Identity()

        trunc_normal_(self.pos_embed)
        trunc_normal_(self.cls_token)
        self.apply(self._init_weights)

    def _init_weights(self, m):
        if isinstance(m, nn.Linear):
            trunc_normal_(m.weight)
            if isinstance(m, nn.Linear) and m.bias is not None:
                zeros_(m.bias)
        elif isinstance(m, nn.LayerNorm):
            zeros_(m.bias)
            ones_(m.weight)

    def forward_features(self, x):
        # B = x.shape[0]
        B = paddle.shape(x)[0]
        x = self.patch_embed(x)
        cls_tokens = self.cls_token.expand((B, -1, -1)).astype(x.dtype)
        x = paddle.concat((cls_tokens, x), axis=1)
        x = x + self.pos_embed
        x = self.pos_drop(x)
        for blk in self.blocks:
            x = blk(x)
        x = self.norm(x)
        return x[:, 0]

    def forward(self, x):
        x = self.forward_features(x)
        x = self.head(x)
        return x
"""
RESNET = """
import math

import numpy as np
import paddle
import paddle.nn as nn
import paddle.nn.functional as F
from paddle import ParamAttr
from paddle.nn import AdaptiveAvgPool2D, BatchNorm, Conv2D, Linear, MaxPool2D
from paddle.nn.initializer import Uniform
from paddle.regularizer import L2Decay


class ConvBNLayer(nn.Layer):
    def __init__(self, num_channels, num_filters, filter_size, stride=1, groups=1, act=None, lr_mult=1.0):
        super().__init__()
        self._conv = Conv2D(
            in_channels=num_channels, out_channels=num_filters, kernel_size=filter_size, stride=stride,
            padding=(filter_size - 1) // 2, groups=groups, weight_attr=ParamAttr(learning_rate=lr_mult), bias_attr=False)
        self._batch_norm = BatchNorm(
            num_filters, act=act,
            param_attr=ParamAttr(regularizer=L2Decay(0.0)), bias_attr=ParamAttr(regularizer=L2Decay(0.0)))

    def forward(self, inputs):
        y = self._conv(inputs)
        y = self._batch_norm(y)
        return y


class SEModule(nn.Layer):
    def __init__(self, channel, reduction=4):
        super().__init__()
        self.avg_pool = AdaptiveAvgPool2D(1)
        self.conv1 = Conv2D(channel, channel // reduction, 1)
        self.conv2 = Conv2D(channel // reduction, channel, 1)

    def forward(self, inputs):
        outputs = self.avg_pool(inputs)
        outputs = F.relu(self.conv1(outputs))
        outputs = F.hardsigmoid(self.conv2(outputs), slope=0.2, offset=0.5)
        return paddle.multiply(x=inputs, y=outputs)


class BottleneckBlock(nn.Layer):
    def __init__(self, num_channels, num_filters, stride, shortcut=True, name=None):
        super().__init__()
        self.conv0 = ConvBNLayer(num_channels, num_filters, 1, act="relu")
        self.conv1 = ConvBNLayer(num_filters, num_filters, 3, stride=stride, act="relu")
        self.conv2 = ConvBNLayer(num_filters, num_filters * 4, 1, act=None)
        if not shortcut:
            self.short = ConvBNLayer(num_channels, num_filters * 4, 1, stride=stride)
        self.se = SEModule(num_filters * 4)
        self.shortcut = shortcut

    def forward(self, inputs):
        y = self.conv0(inputs)
        conv1 = self.conv1(y)
        conv2 = self.se(self.conv2(conv1))
        if self.shortcut:
            short = inputs
        else:
            short = self.short(inputs)
        y = paddle.add(x=short, y=conv2)
        y = F.relu(y)
        return y


class ResNet(nn.Layer):
    def __init__(self, depth=(1, 2), class_dim=5):
        super().__init__()
        self.conv = ConvBNLayer(3, 8, 7, stride=2, act="relu")
        self.pool2d_max = MaxPool2D(kernel_size=3, stride=2, padding=1)
        self.block_list = []
        num_channels = 8
        for block in range(len(depth)):
            shortcut = False
            for i in range(depth[block]):
                bottleneck_block = self.add_sublayer(
                    "bb_%d_%d" % (block, i),
                    BottleneckBlock(
                        num_channels=num_channels, num_filters=4 * 2**block,
                        stride=2 if i == 0 and block != 0 else 1, shortcut=shortcut))
                num_channels = 4 * 2**block * 4
                self.block_list.append(bottleneck_block)
                shortcut = True
        self.pool2d_avg = AdaptiveAvgPool2D(1)
        self.pool2d_avg_channels = num_channels
        stdv = 1.0 / math.sqrt(self.pool2d_avg_channels * 1.0)
        self.out = Linear(
            self.pool2d_avg_channels, class_dim,
            weight_attr=ParamAttr(initializer=Uniform(-stdv, stdv), name="fc_0.w_0"), bias_attr=ParamAttr(name="fc_0.b_0"))

    def forward(self, inputs):
        y = self.conv(inputs)
        y = self.pool2d_max(y)
        for block in self.block_list:
            y = block(y)
        y = self.pool2d_avg(y)
        y = paddle.reshape(y, shape=[-1, self.pool2d_avg_channels])
        y = self.out(y)
        return y
"""
SWIN = """
import paddle
import paddle.nn as nn
import paddle.nn.functional as F


def window_partition(x, window_size):
    B, H, W, C = x.shape
    x = x.reshape([B, H // window_size, window_size, W // window_size, window_size, C])
    windows = x.transpose([0, 1, 3, 2, 4, 5]).reshape([-1, window_size, window_size, C])
    return windows


def window_reverse(windows, window_size, H, W, C):
    x = windows.reshape([-1, H // window_size, W // window_size, window_size, window_size, C])
    x = x.transpose([0, 1, 3, 2, 4, 5]).reshape([-1, H, W, C])
    return x


class WindowAttention(nn.Layer):
    def __init__(self, dim, window_size, num_heads):
        super().__init__()
        self.window_size = window_size
        self.num_heads = num_heads
        self.scale = (dim // num_heads) ** -0.5
        self.relative_position_bias_table = self.create_parameter(
            shape=((2 * window_size[0] - 1) * (2 * window_size[1] - 1), num_heads),
            default_initializer=nn.initializer.TruncatedNormal(std=.02))
        self.add_parameter("relative_position_bias_table", self.relative_position_bias_table)
        coords_h = paddle.arange(self.window_size[0])
        coords_w = paddle.arange(self.window_size[1])
        coords = paddle.stack(paddle.meshgrid([coords_h, coords_w]))
        coords_flatten = paddle.flatten(coords, 1)
        coords_flatten_1 = coords_flatten.unsqueeze(axis=2)
        coords_flatten_2 = coords_flatten.unsqueeze(axis=1)
        relative_coords = coords_flatten_1 - coords_flatten_2
        relative_coords = relative_coords.transpose([1, 2, 0])
        relative_coords[:, :, 0] += self.window_size[0] - 1
        relative_coords[:, :, 1] += self.window_size[1] - 1
        relative_coords[:, :, 0] *= 2 * self.window_size[1] - 1
        relative_position_index = relative_coords.sum(-1)
        self.register_buffer("relative_position_index", relative_position_index)
        self.qkv = nn.Linear(dim, dim * 3)
        self.proj = nn.Linear(dim, dim)

    def forward(self, x, mask=None):
        B_, N, C = x.shape
        qkv = self.qkv(x).reshape([B_, N, 3, self.num_heads, C // self.num_heads]).transpose([2, 0, 3, 1, 4])
        q, k, v = qkv[0], qkv[1], qkv[2]
        q = q * self.scale
        attn = paddle.mm(q, k.transpose([0, 1, 3, 2]))
        index = self.relative_position_index.reshape([-1])
        relative_position_bias = paddle.index_select(self.relative_position_bias_table, index)
        relative_position_bias = relative_position_bias.reshape(
            [self.window_size[0] * self.window_size[1], self.window_size[0] * self.window_size[1], -1])
        relative_position_bias = relative_position_bias.transpose([2, 0, 1])
        attn = attn + relative_position_bias.unsqueeze(0)
        if mask is not None:
            nW = mask.shape[0]
            attn = attn.reshape([B_ // nW, nW, self.num_heads, N, N]) + mask.unsqueeze(1).unsqueeze(0)
            attn = attn.reshape([-1, self.num_heads, N, N])
        attn = F.softmax(attn, axis=-1)
        x = paddle.mm(attn, v).transpose([0, 2, 1, 3]).reshape([B_, N, C])
        return self.proj(x)


class SwinBlock(nn.Layer):
    def __init__(self, dim=8, resolution=(8, 8), num_heads=2, window_size=4, shift_size=2):
        super().__init__()
        self.input_resolution = resolution
        self.window_size = window_size
        self.shift_size = shift_size
        self.norm1 = nn.LayerNorm(dim)
        self.attn = WindowAttention(dim, (window_size, window_size), num_heads)
        H, W = self.input_resolution
        img_mask = paddle.zeros((1, H, W, 1))
        slices = (slice(0, -self.window_size), slice(-self.window_size, -self.shift_size), slice(-self.shift_size, None))
        cnt = 0
        for h in slices:
            for w in slices:
                img_mask[:, h, w, :] = cnt
                cnt += 1
        mask_windows = window_partition(img_mask, self.window_size)
        mask_windows = mask_windows.reshape((-1, self.window_size * self.window_size))
        attn_mask = mask_windows.unsqueeze(1) - mask_windows.unsqueeze(2)
        huns = -100.0 * paddle.ones_like(attn_mask)
        attn_mask = huns * (attn_mask != 0).astype("float32")
        self.register_buffer("attn_mask", attn_mask)

    def forward(self, x):
        H, W = self.input_resolution
        B, L, C = x.shape
        shortcut = x
        x = self.norm1(x).reshape([B, H, W, C])
        shifted_x = paddle.roll(x, shifts=(-self.shift_size, -self.shift_size), axis=(1, 2))
        x_windows = window_partition(shifted_x, self.window_size)
        x_windows = x_windows.reshape([-1, self.window_size * self.window_size, C])
        attn_windows = self.attn(x_windows, mask=self.attn_mask)
        attn_windows = attn_windows.reshape([-1, self.window_size, self.window_size, C])
        shifted_x = window_reverse(attn_windows, self.window_size, H, W, C)
        x = paddle.roll(shifted_x, shifts=(self.shift_size, self.shift_size), axis=(1, 2))
        x = x.reshape([B, H * W, C])
        return shortcut + x
"""
ERNIE = """
import paddle
import paddle.nn as nn
import paddle.nn.functional as F


class Embeddings(nn.Layer):
    def __init__(self, vocab_size=20, hidden_size=8, max_position=16, type_vocab_size=2, pad_token_id=0):
        super().__init__()
        self.word_embeddings = nn.Embedding(vocab_size, hidden_size, padding_idx=pad_token_id)
        self.position_embeddings = nn.Embedding(max_position, hidden_size)
        self.token_type_embeddings = nn.Embedding(type_vocab_size, hidden_size)
        self.layer_norm = nn.LayerNorm(hidden_size)
        self.dropout = nn.Dropout(0.1)

    def forward(self, input_ids, token_type_ids=None, position_ids=None):
        if position_ids is None:
            ones = paddle.ones_like(input_ids, dtype="int64")
            seq_length = paddle.cumsum(ones, axis=1)
            position_ids = seq_length - ones
            position_ids.stop_gradient = True
        input_embeddings = self.word_embeddings(input_ids)
        position_embeddings = self.position_embeddings(position_ids)
        embeddings = input_embeddings + position_embeddings
        if token_type_ids is None:
            token_type_ids = paddle.zeros_like(input_ids, dtype="int64")
        embeddings = embeddings + self.token_type_embeddings(token_type_ids)
        return self.dropout(self.layer_norm(embeddings))


class Pooler(nn.Layer):
    def __init__(self, hidden_size):
        super().__init__()
        self.dense = nn.Linear(hidden_size, hidden_size)
        self.activation = nn.Tanh()

    def forward(self, hidden_states):
        # the first token
        first_token_tensor = hidden_states[:, 0]
        return self.activation(self.dense(first_token_tensor))


class Ernie(nn.Layer):
    def __init__(self, hidden_size=8, layers=2, heads=2, pad_token_id=0, num_classes=3):
        super().__init__()
        self.pad_token_id = pad_token_id
        self.initializer_range = 0.02
        self.embeddings = Embeddings(hidden_size=hidden_size)
        encoder_layer = nn.TransformerEncoderLayer(
            hidden_size, heads, 16, dropout=0.1, activation="gelu", attn_dropout=0.1, act_dropout=0)
        self.encoder = nn.TransformerEncoder(encoder_layer, layers)
        self.pooler = Pooler(hidden_size)
        self.classifier = nn.Linear(hidden_size, num_classes)
        self.apply(self.init_weights)

    def init_weights(self, layer):
        if isinstance(layer, (nn.Linear, nn.Embedding)):
            if isinstance(layer.weight, paddle.Tensor):
                layer.weight.set_value(
                    paddle.normal(mean=0.0, std=self.initializer_range, shape=layer.weight.shape))
        elif isinstance(layer, nn.LayerNorm):
            layer._epsilon = 1e-12

    def forward(self, input_ids, labels=None):
        attention_mask = paddle.unsqueeze(
            (input_ids == self.pad_token_id).astype(self.pooler.dense.weight.dtype) * -1e4, axis=[1, 2])
        embedding_output = self.embeddings(input_ids=input_ids)
        encoder_outputs = self.encoder(embedding_output, attention_mask)
        logits = self.classifier(self.pooler(encoder_outputs))
        if labels is not None:
            loss_fct = nn.CrossEntropyLoss()
            loss = loss_fct(logits.reshape((-1, 3)), labels.reshape((-1, )))
            return loss, logits
        return logits
"""
CRNN = """
import paddle
from paddle import nn
import paddle.nn.functional as F


class CRNN(nn.Layer):
    def __init__(self, hidden=6, classes=4):
        super(CRNN, self).__init__()
        self.conv = nn.Sequential(
            ("conv1", nn.Conv2D(1, 4, 3, padding=1)),
            ("relu1", nn.ReLU()),
            ("pool1", nn.MaxPool2D(2, 2)),
        )
        self.lstm = nn.LSTM(4 * 4, hidden, direction="bidirectional", num_layers=2)
        self.fc = nn.Linear(hidden * 2, classes)

    def forward(self, x, targets=None):
        x = self.conv(x)
        b, c, h, w = x.shape
        x = x.transpose([0, 3, 1, 2]).reshape([b, w, c * h])
        x, (h, c) = self.lstm(x)
        predicts = self.fc(x)
        if not self.training:
            predicts = F.softmax(predicts, axis=2)
        best = paddle.argmax(predicts, axis=-1)
        score = predicts.max(axis=-1).mean(axis=1)
        state = h.sum() if score.mean() > 0.3 else c.sum()
        return {"predict": predicts, "best": best, "score": score, "state": state}
"""
IDS = np.array([[3, 7, 1, 0, 0], [4, 2, 9, 8, 0]], np.int64)
PROGRAMS = {
    "vit": (VIT, lambda m: m.VisionTransformer(), [drawn(2, 3, 16, 16)]),
    "resnet": (RESNET, lambda m: m.ResNet(), [drawn(2, 3, 32, 32)]),
    "swin": (SWIN, lambda m: m.SwinBlock(), [drawn(2, 64, 8)]),
    "ernie": (ERNIE, lambda m: m.Ernie(), [IDS]),
    "ernie with labels": (ERNIE, lambda m: m.Ernie(), [IDS, np.array([0, 2], np.int64)]),
    "crnn": (CRNN, lambda m: m.CRNN(), [drawn(2, 1, 8, 12)]),
}
