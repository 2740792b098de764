"""Training, and what surrounds it: names that the converted file leaves to its owner."""

_STEP = "a training step returns new parameters"
_RATE = "a training step takes its rate as an argument"
_LOADER = "a loader gives NumPy arrays from a file of its own"
_LEFT = {
    _STEP: "Adadelta Adagrad Adam AdamW Adamax ASGD LBFGS Lamb Momentum NAdam Optimizer RAdam RMSProp Rprop SGD",
    _RATE: "lr.LRScheduler lr.CosineAnnealingDecay lr.ExponentialDecay lr.LambdaDecay lr.LinearWarmup lr.MultiStepDecay "
    "lr.NaturalExpDecay lr.NoamDecay lr.PiecewiseDecay lr.PolynomialDecay lr.ReduceOnPlateau lr.StepDecay",
}

LINES = (
    "".join(
        f"    paddle.optimizer.{name} -> ! HYB408 {why}\n" for why, names in _LEFT.items() for name in names.split()
    )
    + "".join(
        f"    paddle.io.{name} -> ! HYB408 {_LOADER}\n"
        for name in [
            "DataLoader",
            "Dataset",
            "IterableDataset",
            "TensorDataset",
            "BatchSampler",
            "DistributedBatchSampler",
        ]
    )
    + """
    paddle.nn.ClipGradByGlobalNorm               -> ! HYB408 gradients are values, which you scale
    paddle.nn.ClipGradByNorm                     -> ! HYB408 gradients are values, which you scale
    paddle.nn.ClipGradByValue                    -> ! HYB408 gradients are values, which you scale
    paddle.grad                                  -> ! HYB408 `jax.grad` differentiates a function
    paddle.autograd.PyLayer                      -> ! HYB408 `jax.custom_vjp` takes its place
    paddle.amp.GradScaler                        -> ! HYB408 32 bits need no scaling
    paddle.DataParallel                          -> ! HYB408 `net.data_parallel()` deals inputs out to devices
    paddle.Model                                 -> ! HYB408 a training step returns new parameters
    paddle.save                                  -> ! HYB701
    paddle.jit.save                              -> ! HYB701
"""
)
