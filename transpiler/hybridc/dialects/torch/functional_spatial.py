"""Convolutions, poolings, padding, resizing and sampling, sliding blocks."""

_CONV = "input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1"
_TRANSPOSED = "input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1"
_MAX = "input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False"
_MAX_OF_TORCH = "input, kernel_size, stride=(), padding=0, dilation=1, ceil_mode=False"
_AVG = "input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True"
_AVG_OF_TORCH = "input, kernel_size, stride=(), padding=0, ceil_mode=False, count_include_pad=True"
_LP = "input, norm_type, kernel_size, stride=None, ceil_mode=False"
_UNPOOL = "input, indices, kernel_size, stride=None, padding=0, output_size=None"
_FRACTIONAL = "input, kernel_size, output_size=None, output_ratio=None"
_DRAWN = "return_indices=False, _random_samples=None"
_SAMPLER = "input, grid, interpolation_mode, padding_mode, align_corners"
_AS_KEYWORDS = "stride=stride, padding=padding, dilation=dilation, ceil_mode=ceil_mode, return_indices=True"
_FRACTIONAL_KEYWORDS = (
    "output_size=output_size, output_ratio=output_ratio, return_indices=True, _random_samples=_random_samples"
)
_MODES = "('bilinear', 'nearest', 'bicubic')[interpolation_mode], ('zeros', 'border', 'reflection')[padding_mode]"
_CONV_STATICS = "statics=stride,padding,dilation,groups traced=bias"
_TRANSPOSED_STATICS = "statics=stride,padding,output_padding,groups,dilation traced=bias"
_MAX_STATICS = "statics=kernel_size,stride,padding,dilation,ceil_mode"
_AVG_STATICS = "statics=kernel_size,stride,padding,ceil_mode,count_include_pad"
_LP_STATICS = "statics=norm_type,kernel_size,stride,ceil_mode"
_UNPOOL_STATICS = "statics=kernel_size,stride,padding,output_size"
_FRACTIONAL_STATICS = "statics=kernel_size,output_size,output_ratio"
_SAMPLER_STATICS = "statics=interpolation_mode,padding_mode,align_corners"

LINES = f"""
    torch.nn.functional.conv1d({_CONV})                      -> F.conv1d(...)           : dtype=same {_CONV_STATICS}
    torch.nn.functional.conv2d({_CONV})                      -> F.conv2d(...)           : dtype=same {_CONV_STATICS}
    torch.nn.functional.conv3d({_CONV})                      -> F.conv3d(...)           : dtype=same {_CONV_STATICS}
    torch.nn.functional.conv_transpose1d({_TRANSPOSED})      -> F.conv_transpose1d(...) : dtype=same {_TRANSPOSED_STATICS}
    torch.nn.functional.conv_transpose2d({_TRANSPOSED})      -> F.conv_transpose2d(...) : dtype=same {_TRANSPOSED_STATICS}
    torch.nn.functional.conv_transpose3d({_TRANSPOSED})      -> F.conv_transpose3d(...) : dtype=same {_TRANSPOSED_STATICS}
    torch.nn.functional.conv_tbc(input, weight, bias, pad=0) -> F.conv_tbc(...)         : dtype=same statics=pad traced=bias
    torch.conv1d({_CONV})                                    -> F.conv1d(...)           : dtype=same {_CONV_STATICS}
    torch.conv2d({_CONV})                                    -> F.conv2d(...)           : dtype=same {_CONV_STATICS}
    torch.conv3d({_CONV})                                    -> F.conv3d(...)           : dtype=same {_CONV_STATICS}
    torch.conv_transpose1d({_TRANSPOSED})                    -> F.conv_transpose1d(...) : dtype=same {_TRANSPOSED_STATICS}
    torch.conv_transpose2d({_TRANSPOSED})                    -> F.conv_transpose2d(...) : dtype=same {_TRANSPOSED_STATICS}
    torch.conv_transpose3d({_TRANSPOSED})                    -> F.conv_transpose3d(...) : dtype=same {_TRANSPOSED_STATICS}
    torch.conv_tbc(input, weight, bias, pad=0)               -> F.conv_tbc(...)         : dtype=same statics=pad traced=bias

    torch.nn.functional.max_pool1d({_MAX})                                                   -> F.max_pool1d(...)                        : dtype=same {_MAX_STATICS}
    torch.nn.functional.max_pool1d({_MAX}, return_indices=False)                             -> F.max_pool1d(...)                        : dtype=? {_MAX_STATICS},return_indices
    torch.nn.functional.max_pool2d({_MAX})                                                   -> F.max_pool2d(...)                        : dtype=same {_MAX_STATICS}
    torch.nn.functional.max_pool2d({_MAX}, return_indices=False)                             -> F.max_pool2d(...)                        : dtype=? {_MAX_STATICS},return_indices
    torch.nn.functional.max_pool3d({_MAX})                                                   -> F.max_pool3d(...)                        : dtype=same {_MAX_STATICS}
    torch.nn.functional.max_pool3d({_MAX}, return_indices=False)                             -> F.max_pool3d(...)                        : dtype=? {_MAX_STATICS},return_indices
    torch.nn.functional.max_pool1d_with_indices({_MAX}, return_indices=False)                -> F.max_pool1d(input, kernel_size, {_AS_KEYWORDS}) : dtype=? {_MAX_STATICS}
    torch.nn.functional.max_pool2d_with_indices({_MAX}, return_indices=False)                -> F.max_pool2d(input, kernel_size, {_AS_KEYWORDS}) : dtype=? {_MAX_STATICS}
    torch.nn.functional.max_pool3d_with_indices({_MAX}, return_indices=False)                -> F.max_pool3d(input, kernel_size, {_AS_KEYWORDS}) : dtype=? {_MAX_STATICS}
    torch.max_pool1d({_MAX_OF_TORCH})                                                        -> F.max_pool1d(...)                        : dtype=same {_MAX_STATICS}
    torch.max_pool2d({_MAX_OF_TORCH})                                                        -> F.max_pool2d(...)                        : dtype=same {_MAX_STATICS}
    torch.max_pool3d({_MAX_OF_TORCH})                                                        -> F.max_pool3d(...)                        : dtype=same {_MAX_STATICS}
    torch.max_pool1d_with_indices({_MAX_OF_TORCH})                                           -> F.max_pool1d(input, kernel_size, {_AS_KEYWORDS}) : dtype=? {_MAX_STATICS}
    torch.nn.functional.avg_pool1d({_AVG})                                                   -> F.avg_pool1d(...)                        : dtype=same {_AVG_STATICS}
    torch.avg_pool1d({_AVG_OF_TORCH})                                                        -> F.avg_pool1d(...)                        : dtype=same {_AVG_STATICS}
    torch.nn.functional.avg_pool2d({_AVG}, divisor_override=None)                            -> F.avg_pool2d(...)                        : dtype=same {_AVG_STATICS},divisor_override
    torch.nn.functional.avg_pool3d({_AVG}, divisor_override=None)                            -> F.avg_pool3d(...)                        : dtype=same {_AVG_STATICS},divisor_override
    torch.nn.functional.lp_pool1d({_LP})                                                     -> F.lp_pool1d(...)                         : dtype=? {_LP_STATICS}
    torch.nn.functional.lp_pool2d({_LP})                                                     -> F.lp_pool2d(...)                         : dtype=? {_LP_STATICS}
    torch.nn.functional.lp_pool3d({_LP})                                                     -> F.lp_pool3d(...)                         : dtype=? {_LP_STATICS}
    torch.nn.functional.adaptive_avg_pool1d(input, output_size)                              -> F.adaptive_avg_pool1d(...)               : dtype=same statics=output_size
    torch.nn.functional.adaptive_avg_pool2d(input, output_size)                              -> F.adaptive_avg_pool2d(...)               : dtype=same statics=output_size
    torch.nn.functional.adaptive_avg_pool3d(input, output_size)                              -> F.adaptive_avg_pool3d(...)               : dtype=same statics=output_size
    torch.adaptive_avg_pool1d(input, output_size)                                            -> F.adaptive_avg_pool1d(...)               : dtype=same statics=output_size
    torch.nn.functional.adaptive_max_pool1d(input, output_size)                              -> F.adaptive_max_pool1d(...)               : dtype=same statics=output_size
    torch.nn.functional.adaptive_max_pool1d(input, output_size, return_indices=False)        -> F.adaptive_max_pool1d(...)               : dtype=? statics=output_size,return_indices
    torch.nn.functional.adaptive_max_pool2d(input, output_size)                              -> F.adaptive_max_pool2d(...)               : dtype=same statics=output_size
    torch.nn.functional.adaptive_max_pool2d(input, output_size, return_indices=False)        -> F.adaptive_max_pool2d(...)               : dtype=? statics=output_size,return_indices
    torch.nn.functional.adaptive_max_pool3d(input, output_size)                              -> F.adaptive_max_pool3d(...)               : dtype=same statics=output_size
    torch.nn.functional.adaptive_max_pool3d(input, output_size, return_indices=False)        -> F.adaptive_max_pool3d(...)               : dtype=? statics=output_size,return_indices
    torch.nn.functional.adaptive_max_pool1d_with_indices(input, output_size, return_indices=False) -> F.adaptive_max_pool1d(input, output_size, return_indices=True) : dtype=? statics=output_size
    torch.nn.functional.adaptive_max_pool2d_with_indices(input, output_size, return_indices=False) -> F.adaptive_max_pool2d(input, output_size, return_indices=True) : dtype=? statics=output_size
    torch.nn.functional.adaptive_max_pool3d_with_indices(input, output_size, return_indices=False) -> F.adaptive_max_pool3d(input, output_size, return_indices=True) : dtype=? statics=output_size
    torch.adaptive_max_pool1d(input, output_size)                                            -> F.adaptive_max_pool1d(input, output_size, return_indices=True) : dtype=? statics=output_size
    torch.nn.functional.max_unpool1d({_UNPOOL})                                              -> F.max_unpool1d(...)                      : dtype=same {_UNPOOL_STATICS} places=indices
    torch.nn.functional.max_unpool2d({_UNPOOL})                                              -> F.max_unpool2d(...)                      : dtype=same {_UNPOOL_STATICS} places=indices
    torch.nn.functional.max_unpool3d({_UNPOOL})                                              -> F.max_unpool3d(...)                      : dtype=same {_UNPOOL_STATICS} places=indices
    torch.nn.functional.fractional_max_pool2d({_FRACTIONAL})                                 -> F.fractional_max_pool2d(...)             : dtype=same {_FRACTIONAL_STATICS}
    torch.nn.functional.fractional_max_pool2d({_FRACTIONAL}, {_DRAWN})                       -> F.fractional_max_pool2d(...)             : dtype=? {_FRACTIONAL_STATICS},return_indices
    torch.nn.functional.fractional_max_pool3d({_FRACTIONAL})                                 -> F.fractional_max_pool3d(...)             : dtype=same {_FRACTIONAL_STATICS}
    torch.nn.functional.fractional_max_pool3d({_FRACTIONAL}, {_DRAWN})                       -> F.fractional_max_pool3d(...)             : dtype=? {_FRACTIONAL_STATICS},return_indices
    torch.nn.functional.fractional_max_pool2d_with_indices({_FRACTIONAL}, {_DRAWN})          -> F.fractional_max_pool2d(input, kernel_size, {_FRACTIONAL_KEYWORDS}) : dtype=? {_FRACTIONAL_STATICS}
    torch.nn.functional.fractional_max_pool3d_with_indices({_FRACTIONAL}, {_DRAWN})          -> F.fractional_max_pool3d(input, kernel_size, {_FRACTIONAL_KEYWORDS}) : dtype=? {_FRACTIONAL_STATICS}

    torch.nn.functional.pad(input, pad, mode='constant', value=None) -> F.pad(...)                     : dtype=same statics=pad

    torch.nn.functional.interpolate(input, size=None, scale_factor=None, mode='nearest', align_corners=None, recompute_scale_factor=None, antialias=False) -> F.interpolate(...)                       : dtype=same statics=size,scale_factor,align_corners,recompute_scale_factor,antialias
    torch.nn.functional.upsample(input, size=None, scale_factor=None, mode='nearest', align_corners=None) -> F.interpolate(...)                       : dtype=same statics=size,scale_factor,align_corners
    torch.nn.functional.upsample_nearest(input, size=None, scale_factor=None)                -> F.interpolate(...)                       : dtype=same statics=size,scale_factor
    torch.nn.functional.upsample_bilinear(input, size=None, scale_factor=None)               -> F.upsample_bilinear(...)                 : dtype=same statics=size,scale_factor
    torch.nn.functional.grid_sample(input, grid, mode='bilinear', padding_mode='zeros', align_corners=None) -> F.grid_sample(...)                       : dtype=same statics=padding_mode,align_corners
    torch.grid_sampler({_SAMPLER})                                                           -> F.grid_sample(input, grid, {_MODES}, align_corners) : dtype=same {_SAMPLER_STATICS}
    torch.grid_sampler_2d({_SAMPLER})                                                        -> F.grid_sample(input, grid, {_MODES}, align_corners) : dtype=same {_SAMPLER_STATICS}
    torch.grid_sampler_3d({_SAMPLER})                                                        -> F.grid_sample(input, grid, {_MODES}, align_corners) : dtype=same {_SAMPLER_STATICS}
    torch.nn.functional.affine_grid(theta, size, align_corners=None)                         -> F.affine_grid(...)                       : dtype=same statics=size,align_corners
    torch.affine_grid_generator(theta, size, align_corners)                                  -> F.affine_grid(...)                       : dtype=same statics=size,align_corners

    torch.nn.functional.unfold(input, kernel_size, dilation=1, padding=0, stride=1)          -> F.unfold(...)          : dtype=same statics=kernel_size,dilation,padding,stride
    torch.nn.functional.fold(input, output_size, kernel_size, dilation=1, padding=0, stride=1) -> F.fold(...)            : dtype=same statics=output_size,kernel_size,dilation,padding,stride
    torch.nn.functional.pixel_shuffle(input, upscale_factor)                                 -> F.pixel_shuffle(...)   : dtype=same statics=upscale_factor
    torch.nn.functional.pixel_unshuffle(input, downscale_factor)                             -> F.pixel_unshuffle(...) : dtype=same statics=downscale_factor
    torch.nn.functional.channel_shuffle(input, groups)                                       -> F.channel_shuffle(...) : dtype=same shape=same statics=groups
    torch.nn.functional.native_channel_shuffle(input, groups)                                -> F.channel_shuffle(...) : dtype=same shape=same statics=groups
    torch.pixel_shuffle(input, upscale_factor)                                               -> F.pixel_shuffle(...)   : dtype=same statics=upscale_factor
    torch.pixel_unshuffle(input, downscale_factor)                                           -> F.pixel_unshuffle(...) : dtype=same statics=downscale_factor
    torch.channel_shuffle(input, groups)                                                     -> F.channel_shuffle(...) : dtype=same shape=same statics=groups
    torch.native_channel_shuffle(input, groups)                                              -> F.channel_shuffle(...) : dtype=same shape=same statics=groups
"""
