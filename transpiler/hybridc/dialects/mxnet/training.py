"""Training, and what surrounds it: names that the converted file leaves to its owner."""

from hybridc.dialects.mxnet.namespaces import words

_STEP = "a training step returns new parameters"
_RATE = "a training step takes its rate as an argument"
_LOADER = "a loader gives NumPy arrays from a file of its own"
_GRADIENT = "`jax.grad` differentiates a function"
_METRIC = "compare the model's results in host code"
_DEVICES = "`net.data_parallel()` deals inputs out to devices"
_RECORD = "nothing is recorded: `jax.grad` differentiates a function, and `net.apply(params, x, train=True, rng=key)` is in training mode"
_TOOLS = "leave it out: what it does belongs to MXNet alone"
_PROFILE = "`jax.profiler.trace` takes its place"
_PRECISION = "`net.cast('float16')`, or `net.cast('bfloat16')`, makes the model one of fewer bits"
_CUSTOM = "what the operator does is in Python: write it as a function of arrays, with `jax.custom_vjp` where it has a gradient of its own"
_DETECTION = "operators of detection have no counterpart here: end the model before them, and call what is behind it in host code"
_ZOO = "convert the file of the model: `mxnet/gluon/model_zoo/vision/` has its source"

_MODULE = (
    "`gluon.SymbolBlock(symbol, [mx.sym.var('data')])` is the graph as a model; a training step returns new parameters"
)

_NAMES = {
    _MODULE: "mod.Module module.Module mod.BucketingModule module.BucketingModule model.FeedForward",
    _STEP: "gluon.Trainer gluon.trainer.Trainer gluon.contrib.estimator.Estimator gluon.contrib.estimator.estimator.Estimator kv.create kvstore.create "
    + " ".join(f"optimizer.{n}" for n in words("AdaDelta AdaGrad Adam Adamax DCASGD FTML Ftrl LAMB LARS LBSGD NAG Nadam Optimizer RMSProp SGD SGLD Signum Updater create get_updater register")),
    _RATE: " ".join(f"lr_scheduler.{n}" for n in words("CosineScheduler FactorScheduler LRScheduler MultiFactorScheduler PolyScheduler")),
    _LOADER: " ".join(f"gluon.data.{n}" for n in words("ArrayDataset BatchSampler DataLoader Dataset FilterSampler RandomSampler RecordFileDataset Sampler SequentialSampler SimpleDataset"))
    + " " + " ".join(f"gluon.data.vision.{n}" for n in words("MNIST FashionMNIST CIFAR10 CIFAR100 ImageFolderDataset ImageRecordDataset"))
    + " " + " ".join(f"gluon.data.vision.transforms.{n}" for n in words("Compose ToTensor Normalize Resize CenterCrop RandomResizedCrop RandomFlipLeftRight RandomFlipTopBottom RandomBrightness RandomContrast RandomSaturation RandomHue RandomColorJitter RandomLighting Cast"))
    + " " + " ".join(f"io.{n}" for n in words("DataBatch DataDesc DataIter ImageRecordIter LibSVMIter MNISTIter NDArrayIter PrefetchingIter"))
    + " " + " ".join(f"image.{n}" for n in words("imread imresize imdecode fixed_crop center_crop random_crop resize_short color_normalize ImageIter"))
    + " " + " ".join(f"gluon.utils.{n}" for n in words("download check_sha1"))
    + " " + " ".join(f"test_utils.{n}" for n in words("download get_mnist get_mnist_iterator get_cifar10")) + " contrib.io.DataLoaderIter nd.image.to_tensor nd.image.normalize nd.image.random_flip_left_right nd.image.resize img.ImageIter image.random_size_crop image.ResizeAug image.CenterCropAug",
    _GRADIENT: "autograd.backward autograd.grad autograd.mark_variables gluon.utils.clip_global_norm",
    _RECORD: "autograd.record",
    _METRIC: " ".join(f"{place}.{n}" for place in ("metric", "gluon.metric") for n in words("Accuracy CompositeEvalMetric CrossEntropy CustomMetric EvalMetric F1 Loss MAE MCC MSE NegativeLogLikelihood PCC PearsonCorrelation Perplexity RMSE TopKAccuracy create")),
    _TOOLS: "library.load test_utils.list_gpus visualization.plot_network viz.plot_network contrib.quantization.quantize_net contrib.onnx.import_model contrib.onnx.get_model_metadata onnx.export_model contrib.onnx.export_model gluon.base.data_dir engine.bulk",
    _PROFILE: "profiler.dump profiler.dumps",
    _PRECISION: "amp.init amp.init_trainer amp.scale_loss amp.convert_hybrid_block contrib.amp.init contrib.amp.init_trainer contrib.amp.scale_loss contrib.amp.convert_hybrid_block",
    _CUSTOM: "operator.CustomOp operator.CustomOpProp operator.register",
    _DETECTION: " ".join(f"{place}.{n}" for place in ("nd", "sym", "symbol", "ndarray") for n in words("ROIPooling contrib.ROIAlign contrib.ROIPooling contrib.box_nms contrib.box_encode contrib.box_decode contrib.bipartite_matching contrib.MultiBoxPrior contrib.MultiBoxTarget contrib.MultiBoxDetection contrib.MultiProposal contrib.Proposal contrib.DeformableConvolution contrib.ModulatedDeformableConvolution contrib.PSROIPooling contrib.DeformablePSROIPooling contrib.count_sketch contrib.SoftmaxOHEMOutput"))
    + " npx.multibox_prior npx.multibox_target npx.multibox_detection npx.roi_pooling npx.roi_align npx.box_nms",
    _DEVICES: "gluon.utils.split_and_load gluon.utils.split_data",
    _ZOO: " ".join(f"gluon.model_zoo.vision.{n}" for n in words("get_model alexnet densenet121 densenet161 densenet169 densenet201 inception_v3 mobilenet0_25 mobilenet0_5 mobilenet0_75 mobilenet1_0 mobilenet_v2_0_25 mobilenet_v2_0_5 mobilenet_v2_0_75 mobilenet_v2_1_0 resnet101_v1 resnet101_v2 resnet152_v1 resnet152_v2 resnet18_v1 resnet18_v2 resnet34_v1 resnet34_v2 resnet50_v1 resnet50_v2 squeezenet1_0 squeezenet1_1 vgg11 vgg11_bn vgg13 vgg13_bn vgg16 vgg16_bn vgg19 vgg19_bn")),
}  # fmt: skip
_CODES = dict.fromkeys((_ZOO, _TOOLS, _PROFILE, _PRECISION, _CUSTOM, _DETECTION), "HYB402")

LINES = "".join(
    f"    mxnet.{name} -> ! {_CODES.get(advice, 'HYB408')} {advice}\n"
    for advice, names in _NAMES.items()
    for name in names.split()
)
