"""Models that Keras publishes, and that are compared: by files of `keras.applications`."""

MODELS = {
    "convnext": ("ConvNeXtTiny", 64),
    "densenet": ("DenseNet121", 64),
    "efficientnet": ("EfficientNetB0", 64),
    "efficientnet_v2": ("EfficientNetV2B0", 64),
    "inception_resnet_v2": ("InceptionResNetV2", 80),
    "inception_v3": ("InceptionV3", 80),
    "mobilenet": ("MobileNet", 64),
    "mobilenet_v2": ("MobileNetV2", 64),
    "mobilenet_v3": ("MobileNetV3Small", 64),
    "nasnet": ("NASNetMobile", 64),
    "resnet": ("ResNet50", 64),
    "resnet_v2": ("ResNet50V2", 64),
    "vgg16": ("VGG16", 32),
    "vgg19": ("VGG19", 32),
    "xception": ("Xception", 75),
}
"""A model of each file, and the smallest images that suit it."""
