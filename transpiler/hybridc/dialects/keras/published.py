"""Keras' published models, and what their files and others use of Keras' inner names."""

_UTILITIES = "correct_pad decode_predictions obtain_input_shape validate_activation PREPROCESS_INPUT_DOC PREPROCESS_INPUT_MODE_DOC PREPROCESS_INPUT_DEFAULT_ERROR_DOC PREPROCESS_INPUT_ERROR_DOC PREPROCESS_INPUT_RET_DOC_TF PREPROCESS_INPUT_RET_DOC_TORCH PREPROCESS_INPUT_RET_DOC_CAFFE"
# By files of `keras.applications`: how images are prepared, the models, and the other modules that name them.
_FILES = {
    "convnext": ("", "ConvNeXtBase ConvNeXtLarge ConvNeXtSmall ConvNeXtTiny ConvNeXtXLarge", ""),
    "densenet": ("torch", "DenseNet121 DenseNet169 DenseNet201", ""),
    "efficientnet": ("", "EfficientNetB0 EfficientNetB1 EfficientNetB2 EfficientNetB3 EfficientNetB4 EfficientNetB5 EfficientNetB6 EfficientNetB7", ""),
    "efficientnet_v2": ("", "EfficientNetV2B0 EfficientNetV2B1 EfficientNetV2B2 EfficientNetV2B3 EfficientNetV2L EfficientNetV2M EfficientNetV2S", ""),
    "inception_resnet_v2": ("tf", "InceptionResNetV2", ""),
    "inception_v3": ("tf", "InceptionV3", ""),
    "mobilenet": ("tf", "MobileNet", ""),
    "mobilenet_v2": ("tf", "MobileNetV2", ""),
    "mobilenet_v3": ("", "MobileNetV3Large MobileNetV3Small", ""),
    "nasnet": ("tf", "NASNetLarge NASNetMobile", ""),
    "resnet": ("caffe", "ResNet50 ResNet101 ResNet152", "resnet50"),
    "resnet_v2": ("tf", "ResNet50V2 ResNet101V2 ResNet152V2", ""),
    "vgg16": ("caffe", "VGG16", ""),
    "vgg19": ("caffe", "VGG19", ""),
    "xception": ("tf", "Xception", ""),
}  # fmt: skip
_PREPARED = "keras.imagenet_utils.preprocess_input(x, data_format=data_format{mode}) : dtype=? shape=same statics=data_format,mode"


def _published() -> str:
    lines = [
        f"    keras.applications.imagenet_utils.{name} -> keras.imagenet_utils.{name} : host"
        for name in _UTILITIES.split()
    ]
    utilities = "keras.applications.imagenet_utils"
    prepared = _PREPARED.format(mode=", mode=mode")
    lines.append(f"    {utilities}.preprocess_input(x, data_format=None, mode='caffe') -> {prepared}")
    for file, (mode, models, others) in _FILES.items():
        for place in (file, *others.split()):
            what = _PREPARED.format(mode=f", mode={mode!r}") if mode else "x : dtype=? shape=same"
            lines.append(f"    keras.applications.{place}.preprocess_input(x, data_format=None) -> {what}")
            lines.append(
                f"    keras.applications.{place}.decode_predictions -> keras.imagenet_utils.decode_predictions : host"
            )
        advice = f"convert Keras' file `applications/{file}.py`, and import it from what that becomes"
        places = ["", f"{file}.", *(f"{other}." for other in others.split())]
        lines += [f"    keras.applications.{p}{model} -> ! HYB401 {advice}" for p in places for model in models.split()]
    advice = "convert Keras' file `applications/resnet.py`, and import it from what that becomes"
    blocks = "ResNet residual_block_v1 residual_block_v2 residual_block_v3 stack_residual_blocks_v1 stack_residual_blocks_v2 stack_residual_blocks_v3 stack_fn"
    lines += [f"    keras.applications.resnet.{name} -> ! HYB401 {advice}" for name in blocks.split()]
    return "\n".join(lines) + "\n"


_INNER = """
    keras.api_export.keras_export                -> ! HYB402 : gone
    keras.backend.get_uid                        -> keras.get_uid : host
    keras.backend.is_keras_tensor(x)             -> isinstance(x, keras.KerasTensor) : static
    keras.utils.is_keras_tensor(x)               -> isinstance(x, keras.KerasTensor) : static
    keras.backend.KerasTensor                    -> keras.KerasTensor : static
    keras.backend.name_scope                     -> contextlib.nullcontext : gone
    keras.backend.is_tensor(x)                   -> isinstance(x, jax.Array) : static
    keras.backend.standardize_data_format(data_format) -> keras.standard_format(data_format) : static
    keras.backend.standardize_dtype              -> keras.standardize_dtype : host
    keras.backend.standardize_dtype(dtype)       -> keras.standardize_dtype(dtype) : static
    keras.backend.is_float_dtype(dtype)          -> ("float" in keras.standardize_dtype(dtype)) : static
    keras.backend.is_int_dtype(dtype)            -> ("int" in keras.standardize_dtype(dtype)) : static
    keras.config.is_flash_attention_enabled()    -> False : static
    keras.DTypePolicy                            -> keras.DTypePolicy : host
    keras.dtype_policies                         -> keras.dtype_policies : static
    keras.dtype_policies.DTypePolicy             -> keras.DTypePolicy : host
    keras.dtype_policies.get                     -> keras.dtype_policies.get : host
    keras.dtype_policies.serialize               -> keras.dtype_policies.serialize : host
    keras.dtype_policies.deserialize             -> keras.dtype_policies.deserialize : host
    keras.mixed_precision.DTypePolicy            -> keras.DTypePolicy : host
    keras.mixed_precision.Policy                 -> keras.DTypePolicy : host
    keras.config.dtype_policy()                  -> keras.DTypePolicy("float32") : host
    keras.mixed_precision.dtype_policy()         -> keras.DTypePolicy("float32") : host
    keras.mixed_precision.global_policy()        -> keras.DTypePolicy("float32") : host
    keras.backend.get_keras_mask(x)              -> keras.mask_of(x) : dtype=?
    keras.backend.set_keras_mask(x, mask)        -> keras.set_mask(x, mask) : static
    keras.config                                 -> ! HYB401 a module is no value here: name what it is asked for
    keras.utils.file_utils.exists                -> os.path.exists : host
    keras.utils.file_utils.get_file              -> keras.get_file : host
    keras.utils.data_utils.get_file              -> keras.get_file : host
    keras.utils.get_file                         -> keras.get_file : host
    keras.ops.operation_utils.get_source_inputs  -> keras.get_source_inputs : host
    keras.utils.get_source_inputs                -> keras.get_source_inputs : host
    keras.utils.layer_utils.get_source_inputs    -> keras.get_source_inputs : host
    keras.models.Functional                      -> keras.Functional : model
    keras.Functional                             -> keras.Functional : model
"""

LINES = _published() + _INNER
