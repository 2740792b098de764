import numpy as np


def clipped_ema(xs, decay=0.9):
    """Running mean that ignores negatives."""
    ema = np.zeros(xs.shape[1])
    for x in xs:
        if x.min() >= 0:
            ema *= decay
            ema += (1 - decay) * x
    return ema


def main():
    rng = np.random.default_rng(0)
    xs = rng.uniform(-0.2, 1.0, size=(50, 4))
    print(clipped_ema(xs))


if __name__ == "__main__":
    main()
