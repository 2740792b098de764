"""A residual network."""

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch import Tensor


def conv3x3(inputs: int, outputs: int, stride: int = 1) -> nn.Conv2d:
    """3x3 convolution with padding"""
    return nn.Conv2d(inputs, outputs, 3, stride, padding=1, bias=False)


class BasicBlock(nn.Module):
    expansion: int = 1

    def __init__(self, inputs, outputs, stride=1, downsample=None, norm=nn.BatchNorm2d):
        super().__init__()
        self.conv1 = conv3x3(inputs, outputs, stride)
        self.bn1 = norm(outputs)
        self.relu = nn.ReLU(inplace=True)
        self.conv2 = conv3x3(outputs, outputs)
        self.bn2 = norm(outputs)
        self.downsample = downsample

    def forward(self, x: Tensor) -> Tensor:
        identity = x

        out = self.relu(self.bn1(self.conv1(x)))
        out = self.bn2(self.conv2(out))

        if self.downsample is not None:
            identity = self.downsample(x)

        out += identity
        return self.relu(out)


class ResNet(nn.Module):
    def __init__(self, block, layers, num_classes=1000, zero_init=False):
        super().__init__()
        self.stem = nn.Sequential(
            conv3x3(3, 16),
            nn.BatchNorm2d(16),
            nn.ReLU(inplace=True),
        )
        self.layers = nn.ModuleList(block(16, 16) for _ in range(layers))
        self.fc = nn.Linear(16 * block.expansion, num_classes)

        for m in self.modules():
            if isinstance(m, nn.Conv2d):
                nn.init.kaiming_normal_(m.weight, mode="fan_out", nonlinearity="relu")
            elif isinstance(m, nn.BatchNorm2d) and zero_init:
                nn.init.constant_(m.weight, 0)

    @torch.jit.ignore
    def group_matcher(self):
        return {"stem": r"^stem"}

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = self.stem(x)
        for layer in self.layers:
            x = layer(x)
        # global average pooling
        x = F.adaptive_avg_pool2d(x, (1, 1))
        x = torch.flatten(x, 1)
        return self.fc(x)


def resnet(**kwargs) -> ResNet:
    return ResNet(BasicBlock, 2, **kwargs)
