"""Layers, containers and parameters, which the runtime has by the same names and with the same arguments."""

LINES = """
    torch.nn.Module                                              -> nn.Module                                : model
    torch.nn.AdaptiveAvgPool1d                                   -> nn.AdaptiveAvgPool1d                     : part
    torch.nn.AdaptiveAvgPool2d                                   -> nn.AdaptiveAvgPool2d                     : part
    torch.nn.AdaptiveAvgPool3d                                   -> nn.AdaptiveAvgPool3d                     : part
    torch.nn.AdaptiveLogSoftmaxWithLoss                          -> nn.AdaptiveLogSoftmaxWithLoss            : part fresh
    torch.nn.AdaptiveMaxPool1d                                   -> nn.AdaptiveMaxPool1d                     : part
    torch.nn.AdaptiveMaxPool2d                                   -> nn.AdaptiveMaxPool2d                     : part
    torch.nn.AdaptiveMaxPool3d                                   -> nn.AdaptiveMaxPool3d                     : part
    torch.nn.AlphaDropout                                        -> nn.AlphaDropout                          : part
    torch.nn.AvgPool1d                                           -> nn.AvgPool1d                             : part
    torch.nn.AvgPool2d                                           -> nn.AvgPool2d                             : part
    torch.nn.AvgPool3d                                           -> nn.AvgPool3d                             : part
    torch.nn.BCELoss                                             -> nn.BCELoss                               : part fresh
    torch.nn.BCEWithLogitsLoss                                   -> nn.BCEWithLogitsLoss                     : part fresh
    torch.nn.BatchNorm1d                                         -> nn.BatchNorm1d                           : part fresh
    torch.nn.BatchNorm2d                                         -> nn.BatchNorm2d                           : part fresh
    torch.nn.BatchNorm3d                                         -> nn.BatchNorm3d                           : part fresh
    torch.nn.Bilinear                                            -> nn.Bilinear                              : part fresh
    torch.nn.CELU                                                -> nn.CELU                                  : part fresh
    torch.nn.CTCLoss                                             -> nn.CTCLoss                               : part fresh
    torch.nn.ChannelShuffle                                      -> nn.ChannelShuffle                        : part
    torch.nn.CircularPad1d                                       -> nn.CircularPad1d                         : part
    torch.nn.CircularPad2d                                       -> nn.CircularPad2d                         : part
    torch.nn.CircularPad3d                                       -> nn.CircularPad3d                         : part
    torch.nn.ConstantPad1d                                       -> nn.ConstantPad1d                         : part
    torch.nn.ConstantPad2d                                       -> nn.ConstantPad2d                         : part
    torch.nn.ConstantPad3d                                       -> nn.ConstantPad3d                         : part
    torch.nn.Conv1d                                              -> nn.Conv1d                                : part fresh
    torch.nn.Conv2d                                              -> nn.Conv2d                                : part fresh
    torch.nn.Conv3d                                              -> nn.Conv3d                                : part fresh
    torch.nn.ConvTranspose1d                                     -> nn.ConvTranspose1d                       : part fresh
    torch.nn.ConvTranspose2d                                     -> nn.ConvTranspose2d                       : part fresh
    torch.nn.ConvTranspose3d                                     -> nn.ConvTranspose3d                       : part fresh
    torch.nn.CosineEmbeddingLoss                                 -> nn.CosineEmbeddingLoss                   : part fresh
    torch.nn.CosineSimilarity                                    -> nn.CosineSimilarity                      : part fresh
    torch.nn.CrossEntropyLoss                                    -> nn.CrossEntropyLoss                      : part fresh places=target
    torch.nn.CrossMapLRN2d                                       -> nn.CrossMapLRN2d                          : part fresh
    torch.nn.Dropout                                             -> nn.Dropout                               : part
    torch.nn.Dropout1d                                           -> nn.Dropout1d                             : part
    torch.nn.Dropout2d                                           -> nn.Dropout2d                             : part
    torch.nn.Dropout3d                                           -> nn.Dropout3d                             : part
    torch.nn.ELU                                                 -> nn.ELU                                   : part fresh
    torch.nn.Embedding                                           -> nn.Embedding                             : part fresh places=input
    torch.nn.Embedding.from_pretrained                           -> nn.Embedding.from_pretrained             : part fresh places=input
    torch.nn.EmbeddingBag.from_pretrained                        -> nn.EmbeddingBag.from_pretrained          : part fresh places=input
    torch.nn.EmbeddingBag                                        -> nn.EmbeddingBag                          : part fresh places=input
    torch.nn.FeatureAlphaDropout                                 -> nn.FeatureAlphaDropout                   : part
    torch.nn.Flatten                                             -> nn.Flatten                               : part
    torch.nn.Fold                                                -> nn.Fold                                  : part fresh
    torch.nn.FractionalMaxPool2d                                 -> nn.FractionalMaxPool2d                    : part fresh
    torch.nn.FractionalMaxPool3d                                 -> nn.FractionalMaxPool3d                    : part fresh
    torch.nn.GELU                                                -> nn.GELU                                  : part fresh
    torch.nn.GLU                                                 -> nn.GLU                                   : part fresh
    torch.nn.GRU                                                 -> nn.GRU                                   : part fresh
    torch.nn.GRUCell                                             -> nn.GRUCell                               : part fresh
    torch.nn.GaussianNLLLoss                                     -> nn.GaussianNLLLoss                       : part fresh
    torch.nn.GroupNorm                                           -> nn.GroupNorm                             : part fresh
    torch.nn.Hardshrink                                          -> nn.Hardshrink                            : part fresh
    torch.nn.Hardsigmoid                                         -> nn.Hardsigmoid                           : part fresh
    torch.nn.Hardswish                                           -> nn.Hardswish                             : part fresh
    torch.nn.Hardtanh                                            -> nn.Hardtanh                              : part fresh
    torch.nn.HingeEmbeddingLoss                                  -> nn.HingeEmbeddingLoss                    : part fresh
    torch.nn.HuberLoss                                           -> nn.HuberLoss                             : part fresh
    torch.nn.Identity                                            -> nn.Identity                              : part
    torch.nn.InstanceNorm1d                                      -> nn.InstanceNorm1d                        : part fresh
    torch.nn.InstanceNorm2d                                      -> nn.InstanceNorm2d                        : part fresh
    torch.nn.InstanceNorm3d                                      -> nn.InstanceNorm3d                        : part fresh
    torch.nn.KLDivLoss                                           -> nn.KLDivLoss                             : part fresh
    torch.nn.L1Loss                                              -> nn.L1Loss                                : part fresh
    torch.nn.LPPool1d                                            -> nn.LPPool1d                              : part
    torch.nn.LPPool2d                                            -> nn.LPPool2d                              : part
    torch.nn.LPPool3d                                            -> nn.LPPool3d                              : part
    torch.nn.LSTM                                                -> nn.LSTM                                  : part fresh
    torch.nn.LSTMCell                                            -> nn.LSTMCell                              : part fresh
    torch.nn.LayerNorm                                           -> nn.LayerNorm                             : part fresh
    torch.nn.LazyBatchNorm1d                                     -> nn.LazyBatchNorm1d                       : part fresh
    torch.nn.LazyBatchNorm2d                                     -> nn.LazyBatchNorm2d                       : part fresh
    torch.nn.LazyBatchNorm3d                                     -> nn.LazyBatchNorm3d                       : part fresh
    torch.nn.LazyConv1d                                          -> nn.LazyConv1d                            : part fresh
    torch.nn.LazyConv2d                                          -> nn.LazyConv2d                            : part fresh
    torch.nn.LazyConv3d                                          -> nn.LazyConv3d                            : part fresh
    torch.nn.LazyConvTranspose1d                                 -> nn.LazyConvTranspose1d                   : part fresh
    torch.nn.LazyConvTranspose2d                                 -> nn.LazyConvTranspose2d                   : part fresh
    torch.nn.LazyConvTranspose3d                                 -> nn.LazyConvTranspose3d                   : part fresh
    torch.nn.LazyInstanceNorm1d                                  -> nn.LazyInstanceNorm1d                    : part fresh
    torch.nn.LazyInstanceNorm2d                                  -> nn.LazyInstanceNorm2d                    : part fresh
    torch.nn.LazyInstanceNorm3d                                  -> nn.LazyInstanceNorm3d                    : part fresh
    torch.nn.LazyLinear                                          -> nn.LazyLinear                            : part fresh
    torch.nn.LeakyReLU                                           -> nn.LeakyReLU                             : part fresh
    torch.nn.Linear                                              -> nn.Linear                                : part fresh
    torch.nn.LocalResponseNorm                                   -> nn.LocalResponseNorm                     : part fresh
    torch.nn.LogSigmoid                                          -> nn.LogSigmoid                            : part fresh
    torch.nn.LogSoftmax                                          -> nn.LogSoftmax                            : part fresh
    torch.nn.MSELoss                                             -> nn.MSELoss                               : part fresh
    torch.nn.MarginRankingLoss                                   -> nn.MarginRankingLoss                     : part fresh
    torch.nn.MaxPool1d                                           -> nn.MaxPool1d                             : part
    torch.nn.MaxPool2d                                           -> nn.MaxPool2d                             : part
    torch.nn.MaxPool3d                                           -> nn.MaxPool3d                             : part
    torch.nn.MaxUnpool1d                                         -> nn.MaxUnpool1d                           : part fresh places=indices
    torch.nn.MaxUnpool2d                                         -> nn.MaxUnpool2d                           : part fresh places=indices
    torch.nn.MaxUnpool3d                                         -> nn.MaxUnpool3d                           : part fresh places=indices
    torch.nn.Mish                                                -> nn.Mish                                  : part fresh
    torch.nn.ModuleDict                                          -> nn.ModuleDict                            : part
    torch.nn.ModuleList                                          -> nn.ModuleList                            : part
    torch.nn.MultiLabelMarginLoss                                -> nn.MultiLabelMarginLoss                  : part fresh places=target
    torch.nn.MultiLabelSoftMarginLoss                            -> nn.MultiLabelSoftMarginLoss              : part fresh
    torch.nn.MultiMarginLoss                                     -> nn.MultiMarginLoss                       : part fresh places=target
    torch.nn.MultiheadAttention                                  -> nn.MultiheadAttention                    : part fresh
    torch.nn.NLLLoss                                             -> nn.NLLLoss                               : part fresh places=target
    torch.nn.PReLU                                               -> nn.PReLU                                 : part fresh
    torch.nn.PairwiseDistance                                    -> nn.PairwiseDistance                      : part fresh
    torch.nn.ParameterDict                                       -> nn.ParameterDict                         : part
    torch.nn.ParameterList                                       -> nn.ParameterList                         : part
    torch.nn.PixelShuffle                                        -> nn.PixelShuffle                          : part fresh
    torch.nn.PixelUnshuffle                                      -> nn.PixelUnshuffle                        : part fresh
    torch.nn.PoissonNLLLoss                                      -> nn.PoissonNLLLoss                        : part fresh
    torch.nn.RMSNorm                                             -> nn.RMSNorm                               : part fresh
    torch.nn.RNN                                                 -> nn.RNN                                   : part fresh
    torch.nn.RNNBase                                             -> nn.RNNBase                               : part fresh
    torch.nn.RNNCell                                             -> nn.RNNCell                               : part fresh
    torch.nn.RNNCellBase                                         -> nn.RNNCellBase                           : part fresh
    torch.nn.RReLU                                               -> nn.RReLU                                 : part fresh
    torch.nn.ReLU                                                -> nn.ReLU                                  : part fresh
    torch.nn.ReLU6                                               -> nn.ReLU6                                 : part fresh
    torch.nn.ReflectionPad1d                                     -> nn.ReflectionPad1d                       : part
    torch.nn.ReflectionPad2d                                     -> nn.ReflectionPad2d                       : part
    torch.nn.ReflectionPad3d                                     -> nn.ReflectionPad3d                       : part
    torch.nn.ReplicationPad1d                                    -> nn.ReplicationPad1d                      : part
    torch.nn.ReplicationPad2d                                    -> nn.ReplicationPad2d                      : part
    torch.nn.ReplicationPad3d                                    -> nn.ReplicationPad3d                      : part
    torch.nn.SELU                                                -> nn.SELU                                  : part fresh
    torch.nn.Sequential                                          -> nn.Sequential                            : part chain
    torch.nn.SiLU                                                -> nn.SiLU                                  : part fresh
    torch.nn.Sigmoid                                             -> nn.Sigmoid                               : part fresh
    torch.nn.SmoothL1Loss                                        -> nn.SmoothL1Loss                          : part fresh
    torch.nn.SoftMarginLoss                                      -> nn.SoftMarginLoss                        : part fresh
    torch.nn.Softmax                                             -> nn.Softmax                               : part fresh
    torch.nn.Softmax2d                                           -> nn.Softmax2d                             : part fresh
    torch.nn.Softmin                                             -> nn.Softmin                               : part fresh
    torch.nn.Softplus                                            -> nn.Softplus                              : part fresh
    torch.nn.Softshrink                                          -> nn.Softshrink                            : part fresh
    torch.nn.Softsign                                            -> nn.Softsign                              : part fresh
    torch.nn.SyncBatchNorm                                       -> nn.SyncBatchNorm                         : part
    torch.nn.Tanh                                                -> nn.Tanh                                  : part fresh
    torch.nn.Tanhshrink                                          -> nn.Tanhshrink                            : part fresh
    torch.nn.Threshold                                           -> nn.Threshold                             : part fresh
    torch.nn.Transformer                                         -> nn.Transformer                           : part
    torch.nn.TransformerDecoder                                  -> nn.TransformerDecoder                    : part
    torch.nn.TransformerDecoderLayer                             -> nn.TransformerDecoderLayer               : part fresh
    torch.nn.TransformerEncoder                                  -> nn.TransformerEncoder                    : part
    torch.nn.TransformerEncoderLayer                             -> nn.TransformerEncoderLayer               : part fresh
    torch.nn.TripletMarginLoss                                   -> nn.TripletMarginLoss                     : part fresh
    torch.nn.TripletMarginWithDistanceLoss                       -> nn.TripletMarginWithDistanceLoss         : part fresh
    torch.nn.Unflatten                                           -> nn.Unflatten                             : part
    torch.nn.Unfold                                              -> nn.Unfold                                : part fresh
    torch.nn.Upsample                                            -> nn.Upsample                              : part
    torch.nn.UpsamplingBilinear2d                                -> nn.UpsamplingBilinear2d                  : part
    torch.nn.UpsamplingNearest2d                                 -> nn.UpsamplingNearest2d                   : part
    torch.nn.ZeroPad1d                                           -> nn.ZeroPad1d                             : part
    torch.nn.ZeroPad2d                                           -> nn.ZeroPad2d                             : part
    torch.nn.ZeroPad3d                                           -> nn.ZeroPad3d                             : part
    torch.nn.Parameter                                           -> nn.Parameter
    torch.nn.parameter.Parameter                                 -> nn.Parameter
    torch.nn.UninitializedParameter                              -> nn.UninitializedParameter
    torch.nn.Buffer                                              -> nn.Buffer
    torch.nn._BatchNorm                                          -> nn._BatchNorm                            : part fresh
    torch.nn._NormBase                                           -> nn._NormBase                             : part fresh
    torch.nn._InstanceNorm                                       -> nn._InstanceNorm                         : part fresh
    torch.nn._ConvNd                                             -> nn._ConvNd                               : part fresh
    torch.nn._ConvTransposeNd                                    -> nn._ConvTransposeNd                      : part fresh
    torch.nn._ntuple                                             -> nn._ntuple                               : host
    torch.nn._single                                             -> nn._single                               : host
    torch.nn._pair                                               -> nn._pair                                 : host
    torch.nn._triple                                             -> nn._triple                               : host
    torch.nn._quadruple                                          -> nn._quadruple                            : host
    torchvision.ops.misc.FrozenBatchNorm2d                       -> nn.FrozenBatchNorm2d                     : part fresh
    torchvision.ops.FrozenBatchNorm2d                            -> nn.FrozenBatchNorm2d                     : part fresh
"""
