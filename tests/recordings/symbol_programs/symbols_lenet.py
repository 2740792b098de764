"""LeNet, with a localisation network before it where it is asked for."""

import mxnet as mx


def get_loc(data):
    loc = mx.symbol.Convolution(data=data, num_filter=4, kernel=(5, 5), stride=(2, 2))
    loc = mx.symbol.Activation(data=loc, act_type="relu")
    loc = mx.symbol.Pooling(data=loc, kernel=(2, 2), stride=(2, 2), pool_type="max")
    loc = mx.symbol.FullyConnected(data=loc, num_hidden=6, name="stn_loc")
    return loc


def get_symbol(num_classes=10, add_loc=False, **kwargs):
    data = mx.symbol.Variable("data")
    if add_loc:
        scale = mx.sym.sigmoid(mx.sym.slice_axis(get_loc(data), axis=1, begin=0, end=1))
        data = mx.sym.broadcast_mul(data, scale.reshape((0, 1, 1, 1)))
    # first conv
    conv1 = mx.symbol.Convolution(data=data, kernel=(5, 5), num_filter=6)
    tanh1 = mx.symbol.Activation(data=conv1, act_type="tanh")
    pool1 = mx.symbol.Pooling(data=tanh1, pool_type="max", kernel=(2, 2), stride=(2, 2))
    # second conv
    conv2 = mx.symbol.Convolution(data=pool1, kernel=(5, 5), num_filter=8)
    tanh2 = mx.symbol.Activation(data=conv2, act_type="tanh")
    pool2 = mx.symbol.Pooling(data=tanh2, pool_type="max", kernel=(2, 2), stride=(2, 2))
    # first fullc
    flatten = mx.symbol.Flatten(data=pool2)
    fc1 = mx.symbol.FullyConnected(data=flatten, num_hidden=12)
    tanh3 = mx.symbol.Activation(data=fc1, act_type="tanh")
    # second fullc
    fc2 = mx.symbol.FullyConnected(data=tanh3, num_hidden=num_classes)
    # loss
    return mx.symbol.SoftmaxOutput(data=fc2, name="softmax")
