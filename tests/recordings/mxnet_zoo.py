"""The models of `mxnet.gluon.model_zoo.vision`, with the side of the smallest images that each takes without much computing."""

_SIDES = {
    "inceptionv3": 299,
    "densenet": 224,
    "squeezenet": 224,
    "alexnet": 96,
    "mobilenet": 64,
    "resnet": 64,
    "vgg": 32,
}
_NAMES = (
    "alexnet", "densenet121", "densenet161", "densenet169", "densenet201", "inceptionv3",
    "mobilenet0.25", "mobilenet0.5", "mobilenet0.75", "mobilenet1.0",
    "mobilenetv2_0.25", "mobilenetv2_0.5", "mobilenetv2_0.75", "mobilenetv2_1.0",
    "resnet18_v1", "resnet34_v1", "resnet50_v1", "resnet101_v1", "resnet152_v1",
    "resnet18_v2", "resnet34_v2", "resnet50_v2", "resnet101_v2", "resnet152_v2",
    "squeezenet1.0", "squeezenet1.1", "vgg11", "vgg11_bn", "vgg13", "vgg13_bn", "vgg16", "vgg16_bn", "vgg19", "vgg19_bn",
)  # fmt: skip
ZOO = {name: next(side for family, side in _SIDES.items() if name.startswith(family)) for name in _NAMES}
CLASSES = 10
EVERY_DAY = ("alexnet", "mobilenetv2_0.25", "resnet18_v2", "squeezenet1.1", "vgg11_bn")  # the others are long tests
