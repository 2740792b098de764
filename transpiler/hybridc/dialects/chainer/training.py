"""Training, and what surrounds it: names that the converted file leaves to its owner."""

_STEP = "a training step returns new parameters"
_LOADER = "a loader gives NumPy arrays from a file of its own"
_LEFT = {
    _STEP: (
        "optimizers.AdaBound optimizers.AdaDelta optimizers.AdaGrad optimizers.Adam optimizers.AdamW optimizers.AMSBound "
        "optimizers.AMSGrad optimizers.CorrectedMomentumSGD optimizers.MomentumSGD optimizers.MSVAG optimizers.NesterovAG "
        "optimizers.RMSprop optimizers.RMSpropGraves optimizers.SGD optimizers.SMORMS3 Optimizer GradientMethod UpdateRule "
        "training.Trainer training.Updater training.StandardUpdater training.ParallelUpdater training.Extension "
        "training.updaters.StandardUpdater training.updaters.ParallelUpdater training.updater.StandardUpdater "
        "training.updaters.MultiprocessParallelUpdater training.extension training.make_extension"
    ),
    "gradients are values, which you scale": (
        "optimizer.GradientClipping optimizer.WeightDecay optimizer.Lasso optimizer_hooks.GradientClipping "
        "optimizer_hooks.GradientHardClipping optimizer_hooks.GradientNoise optimizer_hooks.WeightDecay optimizer_hooks.Lasso"
    ),
    "what is told while a model is trained, its loop tells": (
        "training.extensions.Evaluator training.extensions.LogReport training.extensions.PrintReport "
        "training.extensions.PlotReport training.extensions.ProgressBar training.extensions.snapshot "
        "training.extensions.snapshot_object training.extensions.dump_graph training.extensions.DumpGraph "
        "training.extensions.ExponentialShift training.extensions.LinearShift training.extensions.FailOnNonNumber "
        "training.extensions.ParameterStatistics training.extensions.VariableStatisticsPlot training.extensions.observe_lr"
    ),
    _LOADER: (
        "iterators.SerialIterator iterators.MultiprocessIterator iterators.MultithreadIterator iterators.DaliIterator "
        "datasets.get_mnist datasets.get_fashion_mnist datasets.get_cifar10 datasets.get_cifar100 datasets.get_ptb_words "
        "datasets.get_svhn datasets.TupleDataset datasets.TransformDataset datasets.LabeledImageDataset datasets.ImageDataset "
        "datasets.split_dataset_random dataset.DatasetMixin dataset.concat_examples dataset.to_device dataset.convert.concat_examples"
    ),
}

LINES = "".join(f"    chainer.{name} -> ! HYB408 {why}\n" for why, names in _LEFT.items() for name in names.split())
