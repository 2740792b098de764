"""Training, and what surrounds it: names that the converted file leaves to its owner."""

_STEP = "a training step returns new parameters"
_RATE = "a training step takes its rate as an argument"
_LOADER = "a loader gives NumPy arrays from a file of its own"
_LEFT = {
    _STEP: "Adadelta Adagrad Adam AdamW Adamax ASGD LBFGS Lamb Momentum NAdam Optimizer RAdam RMSProp Rprop SGD",
    _RATE: "lr.LRScheduler lr.CosineAnnealingDecay lr.ExponentialDecay lr.LambdaDecay lr.LinearWarmup lr.MultiStepDecay "
    "lr.NaturalExpDecay lr.NoamDecay lr.PiecewiseDecay lr.PolynomialDecay lr.ReduceOnPlateau lr.StepDecay",
}

_PROGRAM = "programs of operators have no counterpart: write the model as a `paddle.nn.Layer`"
_MACHINES = "`net.data_parallel()` deals inputs out to devices, and `jax.sharding` does what else there is"
_GROUPS = {
    _PROGRAM: "static.Program static.program_guard static.data static.Executor static.default_main_program "
    "static.default_startup_program static.global_scope static.scope_guard static.Scope static.Variable static.nn.fc "
    "static.nn.conv2d static.nn.batch_norm static.gradients static.append_backward static.CompiledProgram",
    _MACHINES: "distributed.init_parallel_env distributed.ParallelEnv distributed.all_reduce distributed.all_gather "
    "distributed.broadcast distributed.barrier distributed.spawn distributed.shard_tensor distributed.reshard "
    "distributed.fleet.init distributed.fleet.distributed_model distributed.fleet.distributed_optimizer "
    "distributed.fleet.get_hybrid_communicate_group distributed.fleet.meta_parallel.ColumnParallelLinear "
    "distributed.fleet.meta_parallel.RowParallelLinear distributed.fleet.meta_parallel.VocabParallelEmbedding "
    "distributed.fleet.meta_parallel.ParallelCrossEntropy distributed.fleet.meta_parallel.PipelineLayer",
    _LOADER: "vision.transforms.Compose vision.transforms.Normalize vision.transforms.Resize vision.transforms.ToTensor "
    "vision.datasets.MNIST vision.datasets.FashionMNIST vision.datasets.Cifar10 vision.datasets.DatasetFolder "
    "io.SequenceSampler io.RandomSampler io.get_worker_info",
    _STEP: "amp.decorate metric.Metric metric.Accuracy metric.accuracy",
}

LINES = (
    "".join(f"    paddle.{name} -> ! HYB408 {why}\n" for why, names in _GROUPS.items() for name in names.split())
    + "".join(
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
    paddle.jit.save                              -> ! HYB408 `hybridc export net_jax.py:Net` writes the compiled program and its weights, and `hybridc.load` reads them
    paddle.jit.load                              -> ! HYB408 `hybridc.load` reads what `hybridc export` wrote
    paddle.jit.TranslatedLayer                   -> ! HYB408 `hybridc.load` reads what `hybridc export` wrote
    paddle.inference.Config                      -> ! HYB408 `hybridc.load` reads what `hybridc export` wrote
    paddle.inference.create_predictor            -> ! HYB408 `hybridc.load` reads what `hybridc export` wrote
    paddle.static.save_inference_model           -> ! HYB408 `hybridc export` writes the compiled program and its weights
    paddle.static.load_inference_model           -> ! HYB408 `hybridc.load` reads what `hybridc export` wrote
"""
)
