"""MobileNet: convolutions by depth, multipliers of widths, PReLU as faces are recognized with."""

import mxnet as mx


def Act(data, act_type, name):
    if act_type == "prelu":
        body = mx.sym.LeakyReLU(data=data, act_type="prelu", name=name)
    else:
        body = mx.symbol.Activation(data=data, act_type=act_type, name=name)
    return body


def Conv(data, num_filter=1, kernel=(1, 1), stride=(1, 1), pad=(0, 0), num_group=1, name=None, suffix=""):
    conv = mx.sym.Convolution(
        data=data,
        num_filter=num_filter,
        kernel=kernel,
        num_group=num_group,
        stride=stride,
        pad=pad,
        no_bias=True,
        name="%s%s_conv2d" % (name, suffix),
    )
    bn = mx.sym.BatchNorm(data=conv, name="%s%s_batchnorm" % (name, suffix), fix_gamma=False, momentum=0.9)
    act = Act(data=bn, act_type="prelu", name="%s%s_relu" % (name, suffix))
    return act


def Linear(data, num_filter=1, kernel=(1, 1), stride=(1, 1), pad=(0, 0), num_group=1, name=None, suffix=""):
    conv = mx.sym.Convolution(
        data=data,
        num_filter=num_filter,
        kernel=kernel,
        num_group=num_group,
        stride=stride,
        pad=pad,
        no_bias=True,
        name="%s%s_conv2d" % (name, suffix),
    )
    return mx.sym.BatchNorm(data=conv, name="%s%s_batchnorm" % (name, suffix), fix_gamma=False, momentum=0.9)


def DResidual(data, num_out=1, kernel=(3, 3), stride=(2, 2), pad=(1, 1), num_group=1, name=None, suffix=""):
    conv = Conv(data=data, num_filter=num_group, kernel=(1, 1), name="%s%s_conv_sep" % (name, suffix))
    conv_dw = Conv(
        data=conv,
        num_filter=num_group,
        num_group=num_group,
        kernel=kernel,
        pad=pad,
        stride=stride,
        name="%s%s_conv_dw" % (name, suffix),
    )
    return Linear(data=conv_dw, num_filter=num_out, kernel=(1, 1), name="%s%s_conv_proj" % (name, suffix))


def Residual(data, num_block=1, num_out=1, num_group=1, name=None):
    identity = data
    for i in range(num_block):
        shortcut = identity
        conv = DResidual(
            data=identity, num_out=num_out, stride=(1, 1), num_group=num_group, name="%s_block" % name, suffix="%d" % i
        )
        identity = conv + shortcut
    return identity


def get_symbol(num_classes, multiplier=1.0, **kwargs):
    data = mx.symbol.Variable(name="data")
    data = data - 127.5
    data = data * 0.0078125
    conv_1 = Conv(data, num_filter=int(8 * multiplier), kernel=(3, 3), pad=(1, 1), stride=(2, 2), name="conv_1")
    conv_2_dw = Conv(
        conv_1,
        num_group=int(8 * multiplier),
        num_filter=int(8 * multiplier),
        kernel=(3, 3),
        pad=(1, 1),
        name="conv_2_dw",
    )
    conv_23 = DResidual(conv_2_dw, num_out=8, num_group=16, name="dconv_23")
    conv_3 = Residual(conv_23, num_block=2, num_out=8, num_group=16, name="res_3")
    pool = mx.sym.Pooling(data=conv_3, global_pool=True, pool_type="avg", kernel=(7, 7), name="pool")
    fc = mx.sym.FullyConnected(data=mx.symbol.Flatten(data=pool), num_hidden=num_classes, name="fc7")
    embedding = mx.sym.L2Normalization(fc, mode="instance", name="embedding")
    return mx.sym.Group([embedding, mx.sym.BlockGrad(fc)])
