"""timm's own models under PyTorch: their weights, and what they return. Run in a process of its own.

python timm_reference.py FOLDER_OF_TIMM FOLDER_OF_RESULTS NAME...
"""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any

import numpy as np
import stand_ins

BATCH = 4

# File of timm/models and entry point; side of the images; what makes the model small.
MODELS: dict[str, tuple[int, dict[str, Any]]] = {
    "resnet.resnet18": (64, {}),
    "vision_transformer.vit_tiny_patch16_224": (32, {"img_size": 32, "depth": 2}),
    "convnext.convnext_atto": (64, {"depths": [1, 1, 1, 1]}),
    "resnetv2.resnetv2_50": (64, {"layers": [1, 1, 1, 1]}),
    "densenet.densenet121": (64, {"block_config": [1, 1, 1, 1]}),
    "efficientnet.mobilenetv2_050": (64, {}),
    "mobilenetv3.mobilenetv3_small_050": (64, {}),
    "regnet.regnetx_002": (64, {}),
    "deit.deit_tiny_distilled_patch16_224": (32, {"img_size": 32, "depth": 2}),
    "swin_transformer.swin_tiny_patch4_window7_224": (56, {"img_size": 56, "depths": [2, 1], "num_heads": [2, 4], "embed_dim": 24}),
    "mlp_mixer.mixer_s32_224": (64, {"img_size": 64}),
    "cait.cait_xxs24_224": (32, {"img_size": 32, "depth": 2, "depth_token_only": 1}),
    "xcit.xcit_nano_12_p16_224": (32, {"img_size": 32, "depth": 2}),
    "beit.beit_base_patch16_224": (32, {"img_size": 32, "depth": 1, "embed_dim": 48, "num_heads": 3}),
    "res2net.res2net50_26w_4s": (64, {"layers": [1, 1, 1, 1]}),
    "pit.pit_ti_224": (64, {"img_size": 64}),
    "twins.twins_svt_small": (64, {"img_size": 64, "depths": [1, 1, 1, 1]}),
    "visformer.visformer_tiny": (64, {"img_size": 64}),
    "levit.levit_128s": (64, {"img_size": 64}),
    "edgenext.edgenext_xx_small": (64, {"depths": [1, 1, 1, 1]}),
    "sknet.skresnet18": (64, {}),
    "hardcorenas.hardcorenas_a": (64, {}),
    "cspnet.cspresnet50": (64, {}),
    "mobilevit.mobilevit_xxs": (64, {}),
    "repvit.repvit_m1": (64, {}),
    "starnet.starnet_s1": (64, {}),
    "convit.convit_tiny": (32, {"img_size": 32, "depth": 2}),
    "hiera.hiera_tiny_224": (64, {"img_size": 64, "stages": [1, 1, 1, 1], "embed_dim": 24}),
    "shvit.shvit_s1": (64, {}),
}  # fmt: skip

# Models whose gradients are compared as well: of convolutions, of attention, of both, of groups, and of mixed tokens.
DIFFERENTIATED = (
    "resnet.resnet18",
    "vision_transformer.vit_tiny_patch16_224",
    "convnext.convnext_atto",
    "efficientnet.mobilenetv2_050",
    "swin_transformer.swin_tiny_patch4_window7_224",
    "mlp_mixer.mixer_s32_224",
    "levit.levit_128s",
)


def built(name: str) -> Any:
    """The model of this name, from whichever timm comes first in the path."""
    file, _, entry = name.partition(".")
    return getattr(importlib.import_module(f"timm.models.{file}"), entry)(num_classes=7, **MODELS[name][1])


def first(result: Any) -> Any:
    """What is compared of models that return several results."""
    return result[0] if isinstance(result, (tuple, list)) else result


def main(results: Path, names: list[str]) -> None:
    import torch
    from torch.nn.modules.batchnorm import _BatchNorm

    def lively(model: Any, images: Any) -> None:
        """Weights under which every part of the model matters: new models have layers that pass on next to nothing."""
        with torch.no_grad():
            for parameter in model.parameters():
                if parameter.ndim <= 1 or parameter.std() < 1e-3:
                    parameter.add_(torch.randn_like(parameter), alpha=0.2)
            norms = [m for m in model.modules() if isinstance(m, _BatchNorm)]
            for norm in norms:
                norm.momentum = 0.9  # the statistics of this one batch, kept from zero
            model.train()(images)
            for norm in norms:
                norm.momentum = 0.1

    def gradients(model: Any, images: Any) -> dict[str, np.ndarray]:
        """Of one number that all outputs count in, by the names of parameters."""
        result = first(model(images))
        (result * torch.cos(result)).sum().backward()
        found = {n: p.grad for n, p in model.named_parameters()}
        return {n: np.zeros(0, np.float32) if g is None else g.numpy() for n, g in found.items()}

    def results_of(name: str) -> dict[str, np.ndarray]:
        torch.manual_seed(0)
        size, _ = MODELS[name]
        images = torch.randn(BATCH, 3, size, size)
        model = built(name)
        lively(model, images)
        torch.save(model.state_dict(), results / f"{name}.pt")
        with torch.no_grad():
            evaluated = first(model.eval()(images)).numpy()
            trained = first(model.train()(images)).numpy()
            again = first(model(images)).numpy()
        is_deterministic = bool((trained == again).all())
        if name in DIFFERENTIATED:
            model.load_state_dict(torch.load(results / f"{name}.pt"))
            np.savez(results / f"{name}.gradients.npz", **gradients(model.train(is_deterministic), images))
        return {
            "images": images.numpy(),
            "evaluated": evaluated,
            "trained": trained,
            "is_deterministic": np.array(is_deterministic),
        }

    torch.set_num_threads(1)
    for name in names:
        try:
            np.savez(results / f"{name}.npz", **results_of(name))
        except Exception as error:
            print(f"{name}: {type(error).__name__}: {error}", flush=True)


if __name__ == "__main__":
    sys.path.insert(0, sys.argv[1])
    stand_ins.install_torchvision()
    main(Path(sys.argv[2]), sys.argv[3:])
