from hybridc.core.diagnostics import Severity
from hybridc.rules.base import Rule, program


class TrainingLoop(Rule):
    """Training: gradients that are kept with parameters, optimizers, data loaders.

    ## Why
    In PyTorch `loss.backward()` writes gradients into the parameters, and an optimizer changes these in place. In JAX
    gradients are values: a model is a pure function of its parameters, `jax.grad` differentiates it, and a training
    step returns new parameters. hybridc converts models; the loop around them is yours to write, and short.

    ## Instead
    Two lines take the place of `loss.backward()` and `optimizer.step()`:

        # before
        loss = loss_fn(net(x), y)
        loss.backward()
        optimizer.step()

        # after
        grads = jax.grad(lambda p: loss_fn(net.apply(p, x, rng=key), y))(params)
        params = jax.tree.map(lambda p, g: p - 0.1 * g, params, grads)

    Gluon's loop becomes the same: `autograd.record()` is the `lambda`, `loss.backward()` is `jax.grad`, and
    `trainer.step(n)` divides the gradients by n:

        # before
        with autograd.record():
            loss = loss_fn(net(x), y)
        loss.backward()
        trainer.step(batch_size)

        # after
        grads = jax.grad(lambda p: loss_fn(net.apply(p, x, train=True, rng=key)[0], y).sum())(params)
        params = jax.tree.map(lambda p, g: p - 0.1 * g / batch_size, params, grads)

    With `params = net.parameters()` before the loop and `net.set_parameters(params)` after it; a library such as optax
    offers other steps than that of plain gradient descent. A data loader of PyTorch can stay in a file of its own that
    gives NumPy arrays.
    """

    call: str
    advice: str

    code = "HYB408"
    slug = "training-loop"
    severity = Severity.ERROR
    message = "`{call}` is training, which the converted file leaves to you: {advice}"
    help = "`grads = jax.grad(lambda p: loss(net.apply(p, x), y))(params)`, then `params = jax.tree.map(step, params, grads)`"
    dirty = (
        program("""
            import torch


            def fit(net, x, y):
                optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
                loss = ((net(x) - y) ** 2).mean()
                loss.backward()
                optimizer.step()
        """),
        program("""
            from mxnet import autograd, gluon


            def fit(net, x, y):
                trainer = gluon.Trainer(net.collect_params(), 'sgd', {'learning_rate': 0.1})
                with autograd.record():
                    loss = ((net(x) - y) ** 2).mean()
                loss.backward()
                trainer.step(x.shape[0])
        """),
    )
    clean = (
        program("""
            import torch


            def loss(net, x, y):
                return ((net(x) - y) ** 2).mean()
        """),
    )
