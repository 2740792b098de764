"""Classes told apart by gradient descent; the loss is printed as it goes."""

import numpy as np


def sigmoid(z):
    return 1.0 / (1.0 + np.exp(-z))


def main():
    rng = np.random.default_rng(11)
    n, d = 5000, 40
    epochs = 2500
    lr = 0.5
    w_true = rng.normal(size=d)
    X = rng.normal(size=(n, d))
    y = (sigmoid(X @ w_true) > rng.random(n)).astype(float)
    w = np.zeros(d)
    b = 0.0
    losses = []
    for epoch in range(epochs):
        p = sigmoid(X @ w + b)
        error = p - y
        grad_w = X.T @ error / n + 0.001 * w
        grad_b = error.mean()
        w -= lr * grad_w
        b -= lr * grad_b
        if epoch % 250 == 0:
            loss = -np.mean(y * np.log(p + 1e-12) + (1 - y) * np.log(1 - p + 1e-12))
            losses.append(loss)
            print(f"epoch {epoch}: loss {loss:.6f}")
    accuracy = np.mean((sigmoid(X @ w + b) > 0.5) == y)
    print(f"accuracy {accuracy:.4f}, |w - w*| {np.linalg.norm(w - w_true):.4f}")


if __name__ == "__main__":
    main()
