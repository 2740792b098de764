"""Graph algorithms on dense matrices and edge arrays, and k-means."""
import numpy as np

DAMPING = 0.85
MAX_SWEEPS = 500
SLACK = 1e-12


def floyd_warshall(dist, nxt):
    """All-pairs shortest paths; dist and the next-hop table are updated in place."""
    n = len(dist)
    for k in range(n):
        for i in range(n):
            for j in range(n):
                through = dist[i, k] + dist[k, j]
                if through < dist[i, j]:
                    dist[i, j] = through
                    nxt[i, j] = nxt[i, k]


def bellman_ford(src, dst, weight, n, source):
    """Shortest paths from source, predecessors, and whether a negative cycle exists."""
    dist = np.full(n, np.inf)
    pred = -np.ones(n, dtype=int)
    dist[source] = 0.0
    for _ in range(n - 1):
        changed = False
        for u, v, w in zip(src, dst, weight):
            if dist[u] + w < dist[v] - SLACK:
                dist[v] = dist[u] + w
                pred[v] = u
                changed = True
        if not changed:
            break
    for u, v, w in zip(src, dst, weight):
        if dist[u] + w < dist[v] - SLACK:
            return dist, pred, True
    return dist, pred, False


def pagerank(links, tol=1e-10):
    """Power iteration on a 0/1 link matrix; dangling pages link everywhere."""
    n = links.shape[0]
    out = links.sum(axis=1)
    rank = np.ones(n) / n
    delta = 1.0
    sweeps = 0
    while delta > tol and sweeps < MAX_SWEEPS:
        new = np.full(n, (1 - DAMPING) / n)
        for i in range(n):
            if out[i] == 0:
                new += DAMPING * rank[i] / n
            else:
                new += DAMPING * rank[i] * links[i] / out[i]
        delta = np.abs(new - rank).sum()
        rank, new = new, rank
        sweeps += 1
    return rank, sweeps


def connected_components(adj):
    """Every node takes the smallest label around it until nothing changes."""
    n = len(adj)
    labels = np.arange(n)
    changed = True
    while changed:
        changed = False
        for i, row in enumerate(adj):
            near = labels[row]
            if near.size > 0 and near.min() < labels[i]:
                labels[i] = near.min()
                changed = True
    return labels, len(np.unique(labels))


def dijkstra(W, source, target):
    """Distance to target, the path walked backwards (padded by -1), its node count."""
    n = len(W)
    dist = np.full(n, np.inf)
    prev = np.full(n, -1)
    done = np.zeros(n, dtype=bool)
    dist[source] = 0.0
    for _ in range(n):
        waiting = np.where(done, np.inf, dist)
        u = np.argmin(waiting)
        if u == target or np.isinf(waiting[u]):
            break
        done[u] = True
        for v in range(n):
            if not done[v] and dist[u] + W[u, v] < dist[v]:
                dist[v] = dist[u] + W[u, v]
                prev[v] = u
    path = np.full(n, -1)
    v, count = target, 0
    while v != -1:
        path[count] = v
        v = prev[v]
        count += 1
    return dist[target], path, count


def kmeans(X, centers, max_iter):
    """Lloyd's algorithm; centers move in place. Returns centers, labels, inertia."""
    labels = np.full(len(X), -1)
    for it in range(max_iter):
        old = labels.copy()
        for i, x in enumerate(X):
            labels[i] = np.argmin(((centers - x) ** 2).sum(axis=1))
        if (labels == old).all():
            break
        for k in range(len(centers)):
            members = X[labels == k]
            if len(members) > 0:
                centers[k] = members.mean(axis=0)
    inertia = 0.0
    for x, label in zip(X, labels):
        inertia += np.sum((x - centers[label]) ** 2)
    return centers, labels, inertia
