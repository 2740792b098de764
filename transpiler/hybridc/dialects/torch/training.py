"""Training, and what surrounds it: names that the converted file leaves to its owner."""

LINES = """
    torch.optim.ASGD                             -> ! HYB408 a training step returns new parameters
    torch.optim.Adadelta                         -> ! HYB408 a training step returns new parameters
    torch.optim.Adafactor                        -> ! HYB408 a training step returns new parameters
    torch.optim.Adagrad                          -> ! HYB408 a training step returns new parameters
    torch.optim.Adam                             -> ! HYB408 a training step returns new parameters
    torch.optim.AdamW                            -> ! HYB408 a training step returns new parameters
    torch.optim.Adamax                           -> ! HYB408 a training step returns new parameters
    torch.optim.LBFGS                            -> ! HYB408 a training step returns new parameters
    torch.optim.Muon                             -> ! HYB408 a training step returns new parameters
    torch.optim.NAdam                            -> ! HYB408 a training step returns new parameters
    torch.optim.Optimizer                        -> ! HYB408 a training step returns new parameters
    torch.optim.RAdam                            -> ! HYB408 a training step returns new parameters
    torch.optim.RMSprop                          -> ! HYB408 a training step returns new parameters
    torch.optim.Rprop                            -> ! HYB408 a training step returns new parameters
    torch.optim.SGD                              -> ! HYB408 a training step returns new parameters
    torch.optim.SparseAdam                       -> ! HYB408 a training step returns new parameters
    torch.optim.lr_scheduler.ChainedScheduler    -> ! HYB408 a training step takes its rate as an argument
    torch.optim.lr_scheduler.ConstantLR          -> ! HYB408 a training step takes its rate as an argument
    torch.optim.lr_scheduler.CosineAnnealingLR   -> ! HYB408 a training step takes its rate as an argument
    torch.optim.lr_scheduler.CosineAnnealingWarmRestarts -> ! HYB408 a training step takes its rate as an argument
    torch.optim.lr_scheduler.CyclicLR            -> ! HYB408 a training step takes its rate as an argument
    torch.optim.lr_scheduler.ExponentialLR       -> ! HYB408 a training step takes its rate as an argument
    torch.optim.lr_scheduler.LRScheduler         -> ! HYB408 a training step takes its rate as an argument
    torch.optim.lr_scheduler.LambdaLR            -> ! HYB408 a training step takes its rate as an argument
    torch.optim.lr_scheduler.LinearLR            -> ! HYB408 a training step takes its rate as an argument
    torch.optim.lr_scheduler.MultiStepLR         -> ! HYB408 a training step takes its rate as an argument
    torch.optim.lr_scheduler.MultiplicativeLR    -> ! HYB408 a training step takes its rate as an argument
    torch.optim.lr_scheduler.OneCycleLR          -> ! HYB408 a training step takes its rate as an argument
    torch.optim.lr_scheduler.Optimizer           -> ! HYB408 a training step takes its rate as an argument
    torch.optim.lr_scheduler.PolynomialLR        -> ! HYB408 a training step takes its rate as an argument
    torch.optim.lr_scheduler.ReduceLROnPlateau   -> ! HYB408 a training step takes its rate as an argument
    torch.optim.lr_scheduler.SequentialLR        -> ! HYB408 a training step takes its rate as an argument
    torch.optim.lr_scheduler.StepLR              -> ! HYB408 a training step takes its rate as an argument
    torch.utils.data.DataLoader                  -> ! HYB408 a loader gives NumPy arrays from a file of its own
    torch.utils.data.Dataset                     -> ! HYB408 a loader gives NumPy arrays from a file of its own
    torch.utils.data.IterableDataset             -> ! HYB408 a loader gives NumPy arrays from a file of its own
    torch.utils.data.TensorDataset               -> ! HYB408 a loader gives NumPy arrays from a file of its own
    torch.utils.data.Subset                      -> ! HYB408 a loader gives NumPy arrays from a file of its own
    torch.utils.data.ConcatDataset               -> ! HYB408 a loader gives NumPy arrays from a file of its own
    torch.utils.data.random_split                -> ! HYB408 a loader gives NumPy arrays from a file of its own
    torch.utils.data.RandomSampler               -> ! HYB408 a loader gives NumPy arrays from a file of its own
    torch.utils.data.SequentialSampler           -> ! HYB408 a loader gives NumPy arrays from a file of its own
    torch.utils.data.WeightedRandomSampler       -> ! HYB408 a loader gives NumPy arrays from a file of its own
    torch.utils.data.BatchSampler                -> ! HYB408 a loader gives NumPy arrays from a file of its own
    torch.utils.data.Sampler                     -> ! HYB408 a loader gives NumPy arrays from a file of its own
    torch.nn.utils.clip_grad_norm_               -> ! HYB408 gradients are values, which you scale
    torch.nn.utils.clip_grad_norm                -> ! HYB408 gradients are values, which you scale
    torch.nn.utils.clip_grad_value_              -> ! HYB408 gradients are values, which you scale
    torch.nn.utils.clip_grads_with_norm_         -> ! HYB408 gradients are values, which you scale
    torch.nn.utils.get_total_norm                -> ! HYB408 gradients are values, which you scale
    torch.autograd.grad                          -> ! HYB408 `jax.grad` differentiates a function
    torch.autograd.backward                      -> ! HYB408 `jax.grad` differentiates a function
    torch.cuda.amp.GradScaler                    -> ! HYB408 32 bits need no scaling
    torch.amp.GradScaler                         -> ! HYB408 32 bits need no scaling
    torch.nn.DataParallel                        -> ! HYB408 `net.data_parallel()` deals inputs out to devices
    torch.nn.parallel.DistributedDataParallel    -> ! HYB408 `net.data_parallel()` deals inputs out to devices
    torch.nn.parallel.scatter                    -> ! HYB408 `net.data_parallel()` deals inputs out to devices
    torch.save                                   -> ! HYB701
"""
