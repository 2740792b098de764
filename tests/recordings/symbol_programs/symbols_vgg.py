"""VGG, narrowed: layers by a list, names by their places."""

import mxnet as mx
import numpy as np


def get_feature(internel_layer, layers, filters, batch_norm=False, **kwargs):
    for i, num in enumerate(layers):
        for j in range(num):
            internel_layer = mx.sym.Convolution(
                data=internel_layer, kernel=(3, 3), pad=(1, 1), num_filter=filters[i], name="conv%s_%s" % (i + 1, j + 1)
            )
            if batch_norm:
                internel_layer = mx.symbol.BatchNorm(data=internel_layer, name="bn%s_%s" % (i + 1, j + 1))
            internel_layer = mx.sym.Activation(data=internel_layer, act_type="relu", name="relu%s_%s" % (i + 1, j + 1))
        internel_layer = mx.sym.Pooling(
            data=internel_layer, pool_type="max", kernel=(2, 2), stride=(2, 2), name="pool%s" % (i + 1)
        )
    return internel_layer


def get_classifier(input_data, num_classes, **kwargs):
    flatten = mx.sym.Flatten(data=input_data, name="flatten")
    fc6 = mx.sym.FullyConnected(data=flatten, num_hidden=12, name="fc6")
    relu6 = mx.sym.Activation(data=fc6, act_type="relu", name="relu6")
    drop6 = mx.sym.Dropout(data=relu6, p=0.5, name="drop6")
    fc8 = mx.sym.FullyConnected(data=drop6, num_hidden=num_classes, name="fc8")
    return fc8


def get_symbol(num_classes, num_layers=11, batch_norm=False, dtype="float32", **kwargs):
    vgg_spec = {11: ([1, 1, 2], [4, 6, 8]), 13: ([2, 2, 2], [4, 6, 8])}
    if num_layers not in vgg_spec:
        raise ValueError("Invalide num_layers {}. Possible choices are 11,13.".format(num_layers))
    layers, filters = vgg_spec[num_layers]
    data = mx.sym.Variable(name="data")
    if dtype == "float16":
        data = mx.sym.Cast(data=data, dtype=np.float16)
    feature = get_feature(data, layers, filters, batch_norm)
    classifier = get_classifier(feature, num_classes)
    symbol = mx.sym.SoftmaxOutput(data=classifier, name="softmax")
    return symbol
