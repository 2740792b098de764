"""ResNeXt: groups of channels, and weights that squeeze and excite."""

import mxnet as mx


def residual_unit(data, num_filter, ratio, stride, dim_match, name, num_group=4, bn_mom=0.9):
    conv1 = mx.sym.Convolution(
        data=data,
        num_filter=int(num_filter * 0.5),
        kernel=(1, 1),
        stride=(1, 1),
        pad=(0, 0),
        no_bias=True,
        name=name + "_conv1",
    )
    bn1 = mx.sym.BatchNorm(data=conv1, fix_gamma=False, eps=2e-5, momentum=bn_mom, name=name + "_bn1")
    act1 = mx.sym.Activation(data=bn1, act_type="relu", name=name + "_relu1")
    conv2 = mx.sym.Convolution(
        data=act1,
        num_filter=int(num_filter * 0.5),
        num_group=num_group,
        kernel=(3, 3),
        stride=stride,
        pad=(1, 1),
        no_bias=True,
        name=name + "_conv2",
    )
    bn2 = mx.sym.BatchNorm(data=conv2, fix_gamma=False, eps=2e-5, momentum=bn_mom, name=name + "_bn2")
    act2 = mx.sym.Activation(data=bn2, act_type="relu", name=name + "_relu2")
    conv3 = mx.sym.Convolution(data=act2, num_filter=num_filter, kernel=(1, 1), no_bias=True, name=name + "_conv3")
    bn3 = mx.sym.BatchNorm(data=conv3, fix_gamma=False, eps=2e-5, momentum=bn_mom, name=name + "_bn3")

    squeeze = mx.sym.Pooling(data=bn3, global_pool=True, kernel=(7, 7), pool_type="avg", name=name + "_squeeze")
    squeeze = mx.symbol.Flatten(data=squeeze, name=name + "_flatten")
    excitation = mx.symbol.FullyConnected(data=squeeze, num_hidden=int(num_filter * ratio), name=name + "_excitation1")
    excitation = mx.sym.Activation(data=excitation, act_type="relu", name=name + "_excitation1_relu")
    excitation = mx.symbol.FullyConnected(data=excitation, num_hidden=num_filter, name=name + "_excitation2")
    excitation = mx.sym.Activation(data=excitation, act_type="sigmoid", name=name + "_excitation2_sigmoid")
    bn3 = mx.symbol.broadcast_mul(bn3, mx.symbol.reshape(data=excitation, shape=(-1, num_filter, 1, 1)))

    if dim_match:
        shortcut = data
    else:
        shortcut_conv = mx.sym.Convolution(
            data=data, num_filter=num_filter, kernel=(1, 1), stride=stride, no_bias=True, name=name + "_sc"
        )
        shortcut = mx.sym.BatchNorm(
            data=shortcut_conv, fix_gamma=False, eps=2e-5, momentum=bn_mom, name=name + "_sc_bn"
        )
    eltwise = bn3 + shortcut
    return mx.sym.Activation(data=eltwise, act_type="relu", name=name + "_relu")


def get_symbol(num_classes, image_shape, **kwargs):
    data = mx.sym.Variable(name="data")
    body = mx.sym.BatchNorm(data=data, fix_gamma=True, eps=2e-5, momentum=0.9, name="bn_data")
    body = mx.sym.Convolution(data=body, num_filter=8, kernel=(3, 3), pad=(1, 1), no_bias=True, name="conv0")
    for i, filters in enumerate((8, 16)):
        body = residual_unit(body, filters, 0.5, (i + 1, i + 1), False, name="stage%d_unit%d" % (i + 1, 1))
        body = residual_unit(body, filters, 0.5, (1, 1), True, name="stage%d_unit%d" % (i + 1, 2))
    pool1 = mx.sym.Pooling(data=body, global_pool=True, kernel=(7, 7), pool_type="avg", name="pool1")
    flat = mx.sym.Flatten(data=pool1)
    fc1 = mx.sym.FullyConnected(data=flat, num_hidden=num_classes, name="fc1")
    return mx.sym.SoftmaxOutput(data=fc1, name="softmax")
