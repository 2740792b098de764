"""Symbols that Python composes: the runtime has them under the same names, and computes them when they are bound.

Functions that make symbols stay Python. In what computes with arrays, `mxnet.sym.relu(x)` is the operator, which the other
tables have: there the lines here are not looked at.
"""

from hybridc.dialects.mxnet.namespaces import SYMBOLIC, words

_OPERATORS = words(
    "Activation BatchNorm BlockGrad CTCLoss Cast Concat Convolution Deconvolution Dropout ElementWiseSum Embedding "
    "Flatten FullyConnected GroupNorm InstanceNorm L2Normalization LRN LayerNorm LeakyReLU LinearRegressionOutput "
    "LogisticRegressionOutput MAERegressionOutput MakeLoss Pad Pooling RNN Reshape SequenceLast SequenceMask "
    "SequenceReverse SliceChannel Softmax SoftmaxActivation SoftmaxOutput SwapAxis UpSampling abs add_n amp_cast "
    "arccos arccosh arcsin arcsinh arctan arctanh argmax argmax_channel argmin argsort batch_dot batch_take "
    "broadcast_add broadcast_axes broadcast_axis broadcast_div broadcast_equal broadcast_greater "
    "broadcast_greater_equal broadcast_hypot broadcast_lesser broadcast_lesser_equal broadcast_like "
    "broadcast_logical_and broadcast_logical_or broadcast_logical_xor broadcast_maximum broadcast_minimum "
    "broadcast_minus broadcast_mod broadcast_mul broadcast_not_equal broadcast_plus broadcast_power broadcast_sub "
    "broadcast_to cast cbrt ceil choose_element_0index clip concat contrib.AdaptiveAvgPooling2D "
    "contrib.BilinearResize2D contrib.CTCLoss contrib.SyncBatchNorm contrib.arange_like contrib.box_iou "
    "contrib.ctc_loss contrib.div_sqrt_dim contrib.gradientmultiplier contrib.index_array contrib.index_copy "
    "contrib.interleaved_matmul_encdec_qk contrib.interleaved_matmul_encdec_valatt "
    "contrib.interleaved_matmul_selfatt_qk contrib.interleaved_matmul_selfatt_valatt contrib.quadratic cos cosh crop "
    "ctc_loss cumsum degrees depth_to_space diag dot elemwise_add elemwise_div elemwise_mul elemwise_sub erf erfinv "
    "exp expand_dims expm1 fix flatten flip floor gamma gammaln gather_nd hard_sigmoid identity linalg.det "
    "linalg.extractdiag linalg.gemm linalg.gemm2 linalg.inverse linalg.potrf linalg.slogdet linalg.sumlogdiag "
    "linalg.syrk linalg.trmm linalg.trsm linalg_det linalg_extractdiag linalg_gemm linalg_gemm2 linalg_inverse "
    "linalg_potrf linalg_slogdet linalg_sumlogdiag linalg_syrk linalg_trmm linalg_trsm log log10 log1p log2 "
    "log_softmax logical_not make_loss max max_axis mean min min_axis moments nanprod nansum negative norm normal "
    "one_hot ones_like pad pick prod radians random_normal random_randint random_uniform ravel_multi_index rcbrt "
    "reciprocal relu repeat reshape reshape_like reverse rint round rsqrt sample_multinomial sample_normal "
    "sample_uniform scatter_nd shape_array shuffle sigmoid sign sin sinh size_array slice slice_axis slice_like "
    "smooth_l1 softmax softmax_cross_entropy softmin softsign sort space_to_depth split sqrt square squeeze stack "
    "stop_gradient sum sum_axis swapaxes take tan tanh tile topk transpose trunc uniform unravel_index where "
    "zeros_like"
)
_MADE = words(
    "Group Variable arange eye full hypot maximum minimum ones pow power random.normal random.randint "
    "random.uniform split_v2 var zeros"
)
_CONVERTED = "`hybridc convert net-symbol.json` writes the graph as a class, which `SymbolBlock.imports` and `Net().load(path)` load"
_LOADED = "`hybridc convert prefix-symbol.json` writes the graph as a class, and `Net().load('prefix-0000.params')` gives it its weights"
_SAVED = "`symbol.save(path)` keeps the graph, and `net.save_parameters(path)` the weights of a `SymbolBlock`"
_FLOW = "write the model as a HybridBlock, where the loop or branch is one of Python"
_TOLD = {
    "load": _CONVERTED, "load_json": _CONVERTED, "fromjson": _CONVERTED, "contrib.foreach": _FLOW,
    "contrib.while_loop": _FLOW, "contrib.cond": _FLOW,
}  # fmt: skip
_AROUND = """
    mxnet.AttrScope                              -> sym.AttrScope : host
    mxnet.attribute.AttrScope                    -> sym.AttrScope : host
    mxnet.name.NameManager                       -> sym.NameManager : host
    mxnet.name.Prefix                            -> sym.Prefix : host
    mxnet.executor.Executor                      -> sym.Executor : host
"""


def _of(namespace: str) -> str:
    lines = [f"    {namespace} -> sym : static", f"    {namespace}.Symbol -> sym.Symbol : static"]
    lines += [f"    {namespace}.{name} -> sym.{name} : host outside" for name in (*_OPERATORS, *_MADE)]
    lines += [f"    {namespace}.{name} -> ! HYB402 {advice}" for name, advice in _TOLD.items()]
    return "\n".join(lines)


LINES = "\n".join(
    [
        *map(_of, SYMBOLIC),
        _AROUND,
        f"    mxnet.model.load_checkpoint -> ! HYB402 {_LOADED}",
        f"    mxnet.model.load_params -> ! HYB402 {_LOADED}",
        f"    mxnet.model.save_checkpoint -> ! HYB402 {_SAVED}",
    ]
)
