"""Programs that reach for parameters, functions and lists in ways that the chapters do not show."""

from mxnet_program_parts import ND, Program, drawn

PROGRAMS = {
    "named_functions": Program(
        ND
        + """class Net(nn.HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.body = nn.HybridSequential()
        for name in ('relu', 'square', 'flatten'):
            self.body.add(nn.HybridLambda(name))
        self.last = nn.HybridLambda('tanh')
        self.join = nn.HybridLambda('broadcast_add')
        self.put = nn.HybridLambda('concat')

    def forward(self, x, y):
        return self.last(self.body(x)), self.join(x, y), self.put(x, y)
""",
        ((drawn(2, 3), drawn(2, 3) - 1),),
    ),
    "read_parameters": Program(
        ND
        + """class Net(nn.Block):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.scale = self.params.get('scale', shape=(1, 3))
        self.dense = nn.Dense(3, in_units=3)

    def forward(self, x):
        y = x * self.params.get('scale').data()
        z = nd.dot(y, self.dense.weight.data()) + list(self.dense.collect_params(".*bias").values())[0].data()
        return self.dense(y) + self.scale.data()[0], z
""",
        ((drawn(2, 3),),),
        trains=True,
    ),
    "written_list": Program(
        ND
        + """class Branches(nn.HybridBlock):
    def __init__(self, **kwargs):
        super(Branches, self).__init__(**kwargs)
        self.branches = nn.HybridSequential()
        self.branches.add(nn.Dense(2, in_units=3), nn.Dense(2, in_units=3))

    def forward(self, x):
        for i in range(len(self.branches)):
            x[i] = self.branches[i](x[i])
        x[0] = x[0] * 2
        return x


class Net(nn.HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.inner = Branches()

    def forward(self, x, y):
        found = self.inner([x, y])
        return found[0] + found[1], found[1]
""",
        ((drawn(2, 3), drawn(2, 3) - 1),),
        trains=True,
    ),
    "names_in_files": Program(
        ND
        + """class Projection(nn.HybridBlock):
    def __init__(self, **kwargs):
        super(Projection, self).__init__(**kwargs)
        with self.name_scope():
            self.key_weight = self.params.get('key_weight', shape=(3, 3))
            self.key_bias = self.params.get('key_bias', shape=(3,))
            self.norm = nn.LayerNorm(in_channels=3)

    def _collect_params_with_prefix(self, prefix=''):
        if prefix:
            prefix += '.'
        ret = {prefix + 'proj_' + k.replace('_', '.'): v for k, v in self._reg_params.items()}
        for name, child in self._children.items():
            ret.update(child._collect_params_with_prefix(prefix + name))
        return ret

    def hybrid_forward(self, F, x, key_weight, key_bias):
        return self.norm(F.FullyConnected(x, key_weight, key_bias, num_hidden=3))


class Net(nn.HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.proj = Projection()
        self.out = nn.Dense(2, in_units=3)

    def hybrid_forward(self, F, x):
        return self.out(self.proj(x))
""",
        ((drawn(2, 3),),),
    ),
    "own_layers": Program(
        ND
        + """class Convolved(nn.HybridBlock):
    def __init__(self, channels, kernel, use_bias=True, **kwargs):
        super(Convolved, self).__init__(**kwargs)
        self._kwargs = {'kernel': kernel, 'stride': (1, 1), 'dilate': (1, 1), 'pad': (0, 0), 'num_filter': channels,
                        'num_group': 1, 'no_bias': not use_bias, 'layout': 'NCHW', 'cudnn_off': True}
        self.weight = self.params.get('weight', shape=(channels, 0) + kernel, allow_deferred_init=True)
        self.bias = self.params.get('bias', shape=(channels,), init='zeros') if use_bias else None

    def hybrid_forward(self, F, x, weight, bias=None):
        if bias is None:
            return F.Convolution(x, weight, name='fwd', **self._kwargs)
        return F.Convolution(x, weight, bias, name='fwd', **self._kwargs)


class Normalized(nn.HybridBlock):
    def __init__(self, channels, **kwargs):
        super(Normalized, self).__init__(**kwargs)
        self._kwargs = {'axis': 1, 'eps': 0.01, 'momentum': 0.8, 'fix_gamma': False}
        self.gamma = self.params.get('gamma', shape=(channels,), init='ones')
        self.beta = self.params.get('beta', shape=(channels,), init='zeros')
        self.running_mean = self.params.get('running_mean', grad_req='null', shape=(channels,), init='zeros')
        self.running_var = self.params.get('running_var', grad_req='null', shape=(channels,), init='ones')

    def hybrid_forward(self, F, x, gamma, beta, running_mean, running_var):
        return F.BatchNorm(x, gamma, beta, running_mean, running_var, name='fwd', **self._kwargs)


class Net(nn.HybridBlock):
    def __init__(self, **kwargs):
        super(Net, self).__init__(**kwargs)
        self.first = Convolved(2, (2, 2))
        self.second = Convolved(3, (1, 1), use_bias=False)
        self.norm = Normalized(3)

    def hybrid_forward(self, F, x):
        return F.Pooling(self.norm(self.second(self.first(x))), **dict(kernel=(2, 2), pool_type='avg'))
""",
        ((drawn(2, 3, 4, 4),),),
        trains=True,
    ),
}
