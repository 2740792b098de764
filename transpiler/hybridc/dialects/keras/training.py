"""Training, and what surrounds it: names that the converted file leaves to its owner."""

_STEP = "a training step returns new parameters"
_RATE = "a training step takes its rate as an argument"
_LOADER = "a loader gives NumPy arrays from a file of its own"
_GRADIENT = "`jax.grad` differentiates a function"
_METRIC = "compare the model's results in host code"
_CALLS = "a training loop in Python calls what is to be called between steps"
_DEVICES = "`net.data_parallel()` deals inputs out to devices"
_SAVED = "the file of the class is the model: `net.save('net.safetensors')` keeps its weights, and `hybridc export` a program"
_PROGRAM = "`hybridc export net_jax.py:net` writes a program that runs without the source, and `net.save('net.safetensors')` keeps the weights"
_SCALING = "32 bits need no scaling"
_POLICY = "layers compute in 32 bits unless each is told: `Dense(8, dtype='bfloat16')`"


def _each(place: str, names: str) -> list[str]:
    return [f"{place}.{name}" for name in names.split()]


_NAMES = {
    _STEP: _each("keras.optimizers", "Adadelta Adafactor Adagrad Adam AdamW Adamax Ftrl Lion LossScaleOptimizer Nadam Optimizer RMSprop SGD get deserialize serialize")
    + _each("keras.optimizers.legacy", "Adadelta Adagrad Adam Adamax Ftrl Nadam Optimizer RMSprop SGD"),
    _RATE: _each("keras.optimizers.schedules", "CosineDecay CosineDecayRestarts ExponentialDecay InverseTimeDecay LearningRateSchedule PiecewiseConstantDecay PolynomialDecay"),
    _LOADER: _each("keras.datasets", "boston_housing.load_data california_housing.load_data cifar10.load_data cifar100.load_data fashion_mnist.load_data imdb.load_data mnist.load_data reuters.load_data")
    + _each("tensorflow.data", "Dataset Dataset.from_tensor_slices Dataset.from_generator Dataset.from_tensors Dataset.list_files Dataset.range Dataset.zip TFRecordDataset TextLineDataset AUTOTUNE Options experimental.AUTOTUNE")
    + _each("keras.utils", "image_dataset_from_directory text_dataset_from_directory timeseries_dataset_from_array PyDataset Sequence to_categorical load_img img_to_array array_to_img pad_sequences")
    + _each("keras.preprocessing", "image.ImageDataGenerator image.load_img image.img_to_array image_dataset_from_directory sequence.pad_sequences text.Tokenizer"),
    _GRADIENT: ["tensorflow.GradientTape", "tensorflow.gradients", "tensorflow.custom_gradient", "tensorflow.clip_by_global_norm"],
    _METRIC: _each("keras.metrics", "AUC Accuracy BinaryAccuracy BinaryCrossentropy CategoricalAccuracy CategoricalCrossentropy CosineSimilarity FalseNegatives FalsePositives KLDivergence Mean MeanAbsoluteError MeanIoU MeanMetricWrapper MeanSquaredError Metric Precision Recall RootMeanSquaredError SparseCategoricalAccuracy SparseCategoricalCrossentropy SparseTopKCategoricalAccuracy Sum TopKCategoricalAccuracy TrueNegatives TruePositives"),
    _CALLS: _each("keras.callbacks", "BackupAndRestore CSVLogger Callback CallbackList EarlyStopping History LambdaCallback LearningRateScheduler ModelCheckpoint ProgbarLogger ReduceLROnPlateau SwapEMAWeights TensorBoard TerminateOnNaN"),
    _DEVICES: _each("tensorflow.distribute", "MirroredStrategy MultiWorkerMirroredStrategy OneDeviceStrategy ParameterServerStrategy Strategy TPUStrategy get_strategy"),
    _SAVED: ["keras.models.save_model", "keras.models.load_model", "tensorflow.train.Checkpoint", "tensorflow.train.CheckpointManager", "tensorflow.train.latest_checkpoint"],
    _SCALING: ["keras.mixed_precision.LossScaleOptimizer"],
    _POLICY: ["keras.mixed_precision.set_global_policy", "keras.mixed_precision.set_dtype_policy", "keras.config.set_dtype_policy", "keras.config.set_floatx", "keras.backend.set_floatx"],
}  # fmt: skip
_METHODS = {
    _STEP: ("compile", "fit", "fit_generator", "train_on_batch"),
    _METRIC: ("evaluate", "test_on_batch"),
}

_PROGRAMS = (
    "tensorflow.saved_model.save",
    "tensorflow.saved_model.load",
    "tensorflow.keras.export.ExportArchive",
    "Host.export",
)

LINES = "".join(f"    {name} -> ! HYB408 {advice}\n" for advice, names in _NAMES.items() for name in names) + "".join(
    f"    Host.{name}(self, *args) -> ! HYB408 {advice}{' : gone' if name == 'compile' else ''}\n"
    for advice, names in _METHODS.items()
    for name in names
)
LINES += "".join(
    f"    {name}({own}*args) -> ! HYB402 {_PROGRAM}\n"
    for name, own in (
        ("tensorflow.saved_model.save", ""),
        ("tensorflow.saved_model.load", ""),
        ("Module.export", "self, "),
    )
)
