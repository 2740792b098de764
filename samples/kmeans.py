"""Clustering by Lloyd's algorithm."""

import numpy as np


def assign(points, centers):
    """For each point, the index of the nearest center."""
    distances = np.sum((points[:, None, :] - centers[None, :, :]) ** 2, axis=2)
    return np.argmin(distances, axis=1)


def kmeans(points: np.ndarray, centers: np.ndarray, steps: int = 10) -> tuple:
    # Centers that lose all their points stay where they are.
    k = centers.shape[0]
    centers = centers.copy()
    for _ in range(steps):
        labels = assign(points, centers)
        for j in range(k):
            members = (labels == j)[:, None]
            count = np.sum(members)
            if count > 0:
                centers[j] = np.sum(np.where(members, points, 0.0), axis=0) / count
    return centers, assign(points, centers)


def main():
    rng = np.random.default_rng(0)
    points = np.concatenate([rng.normal(m, 0.3, size=(30, 2)) for m in (0.0, 2.0, 4.0)])
    centers, _ = kmeans(points, points[[0, 40, 80]])
    print(centers)


if __name__ == "__main__":
    main()
