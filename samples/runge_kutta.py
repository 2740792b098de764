"""A projectile with drag, integrated by the classical Runge-Kutta method."""

import numpy as np

GRAVITY = 9.81
DRAG = np.array([0.02, 0.05])


def derivative(state):
    # state: x, y, vx, vy
    velocity = state[2:]
    speed = np.sqrt(np.sum(velocity**2))
    acceleration = -DRAG * speed * velocity - np.array([0.0, GRAVITY])
    return np.concatenate([velocity, acceleration])


def rk4_step(state, dt):
    k1 = derivative(state)
    k2 = derivative(state + 0.5 * dt * k1)
    k3 = derivative(state + 0.5 * dt * k2)
    k4 = derivative(state + dt * k3)
    return state + dt / 6.0 * (k1 + 2 * k2 + 2 * k3 + k4)


def fly(state, dt=0.01):
    """The state and the time when the projectile comes down."""
    time = 0.0
    while state[1] >= 0 and time < 60.0:
        state = rk4_step(state, dt)
        time += dt
    return state, time


if __name__ == "__main__":
    print(fly(np.array([0.0, 0.0, 20.0, 25.0])))
