"""A network of symbols, as MXNet's examples build them, and what is asked of it."""

import mxnet as mx


def conv_factory(data, num_filter, kernel, stride=(1, 1), act_type="relu"):
    conv = mx.symbol.Convolution(
        data=data, num_filter=num_filter, kernel=kernel, stride=stride
    )
    bn = mx.symbol.BatchNorm(data=conv, fix_gamma=False)
    return mx.symbol.Activation(data=bn, act_type=act_type)


def get_symbol(num_classes=10, units=(8, 16)):
    data = mx.sym.Variable("data")
    body = (data - 127.5) / 128
    for i, num_filter in enumerate(units):
        with mx.name.Prefix("stage%d_" % i):
            unit = conv_factory(body, num_filter, (3, 3))
            shortcut = mx.sym.Convolution(
                body, num_filter=num_filter, kernel=(3, 3), no_bias=True
            )
            body = unit + shortcut  # the branches meet
    flat = body.reshape((0, -1))
    fc1 = mx.sym.FullyConnected(data=flat, num_hidden=num_classes, name="fc1")
    return mx.sym.SoftmaxOutput(data=fc1, name="softmax")


def extractor(path):
    """The network up to its last layer, with the weights of a file."""
    output = get_symbol().get_internals()["fc1_output"]
    net = mx.gluon.SymbolBlock(output, mx.sym.var("data"))
    net.load_parameters(path, ctx=mx.cpu())
    return net


def predict(x):
    symbol = get_symbol()
    executor = symbol.simple_bind(ctx=mx.cpu(), data=x.shape)
    executor.arg_dict["data"][:] = x
    return executor.forward(is_train=False)[0].asnumpy()
