"""The models that `docs/pytorch_numbers.py` compares: how small ones are built, and what they are given."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Shape = tuple[int, ...]
IMAGES: Shape = (2, 3, 32, 32)
LARGER: Shape = (2, 3, 64, 64)
WHOLE: Shape = (2, 3, 224, 224)


@dataclass(frozen=True)
class Package:
    """Models of one package, by module and class: arguments, and the shapes of what they are given.

    `bare`: files of the original that would import everything, and are left empty; `absent`: packages that it imports
    and no model of these uses; `differentiated`: models whose gradients are compared as well.
    """

    models: dict[str, tuple[dict[str, Any], Shape]]
    bare: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    differentiated: tuple[str, ...] = ()


_VIT = {"image_size": 32, "patch_size": 8, "num_classes": 7, "dim": 32, "depth": 2, "heads": 2, "mlp_dim": 48}
PACKAGES = {
    "conformer": Package(
        {
            "conformer.Conformer": (
                {"dim": 16, "depth": 2, "dim_head": 8, "heads": 2, "ff_mult": 2, "conv_kernel_size": 7},
                (2, 20, 16),
            ),
        }
    ),
    "nystrom_attention": Package(
        {
            "nystrom_attention.Nystromformer": (
                {"dim": 16, "depth": 1, "heads": 2, "dim_head": 8, "num_landmarks": 4},
                (2, 16, 16),
            ),
        }
    ),
    "perceiver_pytorch": Package(
        {
            "perceiver_pytorch.Perceiver": (
                {
                    "num_freq_bands": 2,
                    "depth": 1,
                    "max_freq": 4.0,
                    "input_channels": 3,
                    "num_latents": 4,
                    "latent_dim": 16,
                    "cross_heads": 1,
                    "latent_heads": 2,
                    "cross_dim_head": 8,
                    "latent_dim_head": 8,
                    "num_classes": 7,
                },
                (2, 8, 8, 3),
            ),
            "perceiver_io.PerceiverIO": (
                {
                    "dim": 16,
                    "queries_dim": 16,
                    "logits_dim": 5,
                    "depth": 1,
                    "num_latents": 4,
                    "latent_dim": 16,
                    "latent_heads": 2,
                    "cross_dim_head": 8,
                    "latent_dim_head": 8,
                },
                (2, 10, 16),
            ),
        }
    ),
    "pytorch_tcn": Package(
        {"tcn.TCN": ({"num_inputs": 4, "num_channels": [8, 8], "kernel_size": 3}, (2, 4, 20))},
    ),
    "pytorch_tabnet": Package(
        {
            "tab_network.TabNetNoEmbeddings": (
                {"input_dim": 6, "output_dim": 2, "n_d": 4, "n_a": 4, "n_steps": 2},
                (8, 6),
            )
        },
        bare=("__init__.py",),
    ),
    "pytorchcv": Package(
        {
            "models.efficientnet.efficientnet_b0": ({}, LARGER),
            "models.resnet.resnet10": ({}, WHOLE),
            "models.shakeshakeresnet_cifar.shakeshakeresnet20_2x16d_cifar10": ({}, IMAGES),
            "models.shufflenetv2.shufflenetv2_wd2": ({}, WHOLE),
            "models.squeezenet.squeezenet_v1_1": ({}, WHOLE),
        },
        absent=("requests",),
        differentiated=("models.shakeshakeresnet_cifar.shakeshakeresnet20_2x16d_cifar10",),
    ),
    "vit_pytorch": Package(
        {
            "cct.CCT": (
                {
                    "img_size": 32,
                    "embedding_dim": 32,
                    "n_conv_layers": 1,
                    "kernel_size": 3,
                    "stride": 2,
                    "padding": 1,
                    "num_layers": 2,
                    "num_heads": 2,
                    "mlp_ratio": 2.0,
                    "num_classes": 7,
                },
                IMAGES,
            ),
            "cvt.CvT": (
                {
                    "num_classes": 7,
                    "s1_emb_dim": 8,
                    "s2_emb_dim": 16,
                    "s3_emb_dim": 24,
                    "s3_depth": 1,
                    "s2_depth": 1,
                    "s2_heads": 2,
                    "s3_heads": 2,
                },
                LARGER,
            ),
            "deepvit.DeepViT": (_VIT, IMAGES),
            "levit.LeViT": (
                {
                    "image_size": 32,
                    "num_classes": 7,
                    "dim": (16, 24, 32),
                    "depth": (1, 1, 1),
                    "heads": (2, 2, 2),
                    "mlp_mult": 2,
                },
                IMAGES,
            ),
            "max_vit.MaxViT": (
                {
                    "num_classes": 7,
                    "dim": 16,
                    "depth": (1, 1),
                    "dim_head": 8,
                    "window_size": 4,
                    "mbconv_expansion_rate": 2,
                },
                IMAGES,
            ),
            "mobile_vit.MobileViT": (
                {
                    "image_size": (64, 64),
                    "dims": [16, 24, 32],
                    "channels": [8, 8, 16, 16, 16, 16, 24, 24, 32, 32, 48],
                    "num_classes": 7,
                },
                LARGER,
            ),
            "nest.NesT": (
                {
                    "image_size": 32,
                    "patch_size": 4,
                    "dim": 16,
                    "heads": 2,
                    "num_hierarchies": 2,
                    "block_repeats": (1, 1),
                    "num_classes": 7,
                },
                IMAGES,
            ),
            "normalized_vit.nViT": ({**_VIT, "depth": 1}, IMAGES),
            "parallel_vit.ViT": (_VIT, IMAGES),
            "pit.PiT": ({**_VIT, "dim": 16, "depth": (1, 1)}, IMAGES),
            "regionvit.RegionViT": (
                {"dim": (8, 16, 24, 32), "depth": (1, 1, 1, 1), "window_size": 2, "num_classes": 7},
                LARGER,
            ),
            "rvt.RvT": ({**_VIT, "depth": 1}, IMAGES),
            "scalable_vit.ScalableViT": (
                {
                    "num_classes": 7,
                    "dim": 16,
                    "heads": (2, 2),
                    "depth": (1, 1),
                    "ssa_dim_key": (8, 8),
                    "reduction_factor": (2, 1),
                    "window_size": (4, None),
                },
                IMAGES,
            ),
            "simple_uvit.SimpleUViT": (_VIT, IMAGES),
            "simple_vit.SimpleViT": (_VIT, IMAGES),
            "simple_vit_with_fft.SimpleViT": ({**_VIT, "freq_patch_size": 8, "depth": 1}, IMAGES),
            "t2t.T2TViT": (
                {
                    "image_size": 32,
                    "num_classes": 7,
                    "dim": 32,
                    "depth": 1,
                    "heads": 2,
                    "mlp_dim": 32,
                    "t2t_layers": ((7, 4), (3, 2)),
                },
                IMAGES,
            ),
            "vit.ViT": (_VIT, IMAGES),
            "vit_for_small_dataset.ViT": (_VIT, IMAGES),
            "vivit.ViViT": (
                {
                    "image_size": 32,
                    "frames": 4,
                    "image_patch_size": 8,
                    "frame_patch_size": 2,
                    "num_classes": 7,
                    "dim": 32,
                    "spatial_depth": 1,
                    "temporal_depth": 1,
                    "heads": 2,
                    "mlp_dim": 32,
                },
                (2, 3, 4, 32, 32),
            ),
        },
        bare=("__init__.py",),
        differentiated=("deepvit.DeepViT", "parallel_vit.ViT", "vit.ViT"),
    ),
}
