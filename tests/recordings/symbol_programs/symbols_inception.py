"""Inception with batch normalization: factories of parts, joined by Concat."""

import mxnet as mx

eps = 1e-10 + 1e-5
bn_mom = 0.9
fix_gamma = False


def ConvFactory(data, num_filter, kernel, stride=(1, 1), pad=(0, 0), name=None, suffix=""):
    conv = mx.symbol.Convolution(
        data=data, num_filter=num_filter, kernel=kernel, stride=stride, pad=pad, name="conv_%s%s" % (name, suffix)
    )
    bn = mx.symbol.BatchNorm(data=conv, fix_gamma=fix_gamma, eps=eps, momentum=bn_mom, name="bn_%s%s" % (name, suffix))
    act = mx.symbol.Activation(data=bn, act_type="relu", name="relu_%s%s" % (name, suffix))
    return act


def InceptionFactoryA(data, num_1x1, num_3x3red, num_3x3, num_d3x3red, num_d3x3, pool, proj, name):
    # 1x1
    c1x1 = ConvFactory(data=data, num_filter=num_1x1, kernel=(1, 1), name=("%s_1x1" % name))
    # 3x3 reduce + 3x3
    c3x3r = ConvFactory(data=data, num_filter=num_3x3red, kernel=(1, 1), name=("%s_3x3" % name), suffix="_reduce")
    c3x3 = ConvFactory(data=c3x3r, num_filter=num_3x3, kernel=(3, 3), pad=(1, 1), name=("%s_3x3" % name))
    # double 3x3 reduce + double 3x3
    cd3x3r = ConvFactory(
        data=data, num_filter=num_d3x3red, kernel=(1, 1), name=("%s_double_3x3" % name), suffix="_reduce"
    )
    cd3x3 = ConvFactory(data=cd3x3r, num_filter=num_d3x3, kernel=(3, 3), pad=(1, 1), name=("%s_double_3x3_0" % name))
    # pool + proj
    pooling = mx.symbol.Pooling(
        data=data, kernel=(3, 3), stride=(1, 1), pad=(1, 1), pool_type=pool, name=("%s_pool_%s_pool" % (pool, name))
    )
    cproj = ConvFactory(data=pooling, num_filter=proj, kernel=(1, 1), name=("%s_proj" % name))
    # concat
    concat = mx.symbol.Concat(*[c1x1, c3x3, cd3x3, cproj], name="ch_concat_%s_chconcat" % name)
    return concat


def InceptionFactoryB(data, num_3x3red, num_3x3, name):
    c3x3r = ConvFactory(data=data, num_filter=num_3x3red, kernel=(1, 1), name=("%s_3x3" % name), suffix="_reduce")
    c3x3 = ConvFactory(data=c3x3r, num_filter=num_3x3, kernel=(3, 3), pad=(1, 1), stride=(2, 2), name=("%s_3x3" % name))
    pooling = mx.symbol.Pooling(
        data=data, kernel=(3, 3), stride=(2, 2), pad=(1, 1), pool_type="max", name=("max_pool_%s_pool" % name)
    )
    return mx.symbol.Concat(*[c3x3, pooling], name="ch_concat_%s_chconcat" % name)


def get_symbol(num_classes, image_shape, **kwargs):
    data = mx.symbol.Variable(name="data")
    conv1 = ConvFactory(data=data, num_filter=4, kernel=(3, 3), pad=(1, 1), name="1")
    in3a = InceptionFactoryA(conv1, 4, 2, 4, 2, 4, "avg", 2, "3a")
    in3b = InceptionFactoryB(in3a, 4, 6, "3b")
    in4a = InceptionFactoryA(in3b, 4, 2, 4, 2, 4, "max", 2, "4a")
    pool = mx.symbol.Pooling(data=in4a, pool_type="avg", kernel=(7, 7), name="global_pool", global_pool=True)
    flatten = mx.symbol.Flatten(data=pool)
    fc1 = mx.symbol.FullyConnected(data=flatten, num_hidden=num_classes)
    softmax = mx.symbol.SoftmaxOutput(data=fc1, name="softmax")
    return softmax
