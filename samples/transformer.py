"""A small transformer, in PyTorch: `hybridc convert samples/transformer.py` makes a JAX model of it."""

import torch
from torch import nn
from torch.nn import functional as F


class Attention(nn.Module):
    def __init__(self, dim, heads):
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(dim, 3 * dim)
        self.proj = nn.Linear(dim, dim)

    def forward(self, x, mask=None):
        B, N, C = x.shape
        qkv = self.qkv(x).view(B, N, 3, self.heads, C // self.heads).permute(2, 0, 3, 1, 4)
        q, k, v = qkv.unbind(0)
        x = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)
        return self.proj(x.transpose(1, 2).reshape(B, N, C))


class Block(nn.Module):
    def __init__(self, dim, heads, drop=0.0):
        super().__init__()
        self.norm1 = nn.LayerNorm(dim)
        self.attention = Attention(dim, heads)
        self.norm2 = nn.LayerNorm(dim)
        self.mlp = nn.Sequential(
            nn.Linear(dim, 4 * dim),
            nn.GELU(),
            nn.Dropout(drop),
            nn.Linear(4 * dim, dim),
        )

    def forward(self, x, mask=None):
        x = x + self.attention(self.norm1(x), mask)
        x += self.mlp(self.norm2(x))
        return x


class Transformer(nn.Module):
    def __init__(self, vocabulary=100, dim=32, depth=2, heads=4, longest=64):
        super().__init__()
        self.embed = nn.Embedding(vocabulary, dim)
        self.position = nn.Parameter(torch.zeros(1, longest, dim))
        self.blocks = nn.ModuleList([Block(dim, heads) for _ in range(depth)])
        self.norm = nn.LayerNorm(dim)
        nn.init.trunc_normal_(self.position, std=0.02)

    def forward(self, tokens, causal: bool = False):
        x = self.embed(tokens) + self.position[:, : tokens.size(1)]
        mask = None
        if causal:
            mask = torch.ones(tokens.size(1), tokens.size(1), dtype=torch.bool).tril()
        for block in self.blocks:
            x = block(x, mask)
        return self.norm(x) @ self.embed.weight.t()
