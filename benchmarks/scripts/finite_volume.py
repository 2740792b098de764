"""A shear layer of a gas becomes turbulent: finite volumes with Rusanov fluxes, on a periodic box."""

import matplotlib.pyplot as plt
import numpy as np


def conserved(rho, vx, vy, P, gamma, vol):
    Mass = rho * vol
    Momx = rho * vx * vol
    Momy = rho * vy * vol
    Energy = (P / (gamma - 1) + 0.5 * rho * (vx**2 + vy**2)) * vol
    return Mass, Momx, Momy, Energy


def primitive(Mass, Momx, Momy, Energy, gamma, vol):
    rho = Mass / vol
    vx = Momx / rho / vol
    vy = Momy / rho / vol
    P = (Energy / vol - 0.5 * rho * (vx**2 + vy**2)) * (gamma - 1)
    return rho, vx, vy, P


def gradient(f, dx):
    R, L = -1, 1
    f_dx = (np.roll(f, R, axis=0) - np.roll(f, L, axis=0)) / (2 * dx)
    f_dy = (np.roll(f, R, axis=1) - np.roll(f, L, axis=1)) / (2 * dx)
    return f_dx, f_dy


def extrapolate(f, f_dx, f_dy, dx):
    R = -1
    f_XL = f - f_dx * dx / 2
    f_XL = np.roll(f_XL, R, axis=0)
    f_XR = f + f_dx * dx / 2
    f_YL = f - f_dy * dx / 2
    f_YL = np.roll(f_YL, R, axis=1)
    f_YR = f + f_dy * dx / 2
    return f_XL, f_XR, f_YL, f_YR


def flux(rho_L, rho_R, vx_L, vx_R, vy_L, vy_R, P_L, P_R, gamma):
    en_L = P_L / (gamma - 1) + 0.5 * rho_L * (vx_L**2 + vy_L**2)
    en_R = P_R / (gamma - 1) + 0.5 * rho_R * (vx_R**2 + vy_R**2)
    rho_star = 0.5 * (rho_L + rho_R)
    momx_star = 0.5 * (rho_L * vx_L + rho_R * vx_R)
    momy_star = 0.5 * (rho_L * vy_L + rho_R * vy_R)
    en_star = 0.5 * (en_L + en_R)
    P_star = (gamma - 1) * (en_star - 0.5 * (momx_star**2 + momy_star**2) / rho_star)
    flux_Mass = momx_star
    flux_Momx = momx_star**2 / rho_star + P_star
    flux_Momy = momx_star * momy_star / rho_star
    flux_Energy = (en_star + P_star) * momx_star / rho_star
    C_L = np.sqrt(gamma * P_L / rho_L) + np.abs(vx_L)
    C_R = np.sqrt(gamma * P_R / rho_R) + np.abs(vx_R)
    C = np.maximum(C_L, C_R)
    flux_Mass -= C * 0.5 * (rho_L - rho_R)
    flux_Momx -= C * 0.5 * (rho_L * vx_L - rho_R * vx_R)
    flux_Momy -= C * 0.5 * (rho_L * vy_L - rho_R * vy_R)
    flux_Energy -= C * 0.5 * (en_L - en_R)
    return flux_Mass, flux_Momx, flux_Momy, flux_Energy


def apply(F, flux_F_X, flux_F_Y, dx, dt):
    F += -dt * dx * flux_F_X
    F += dt * dx * np.roll(flux_F_X, 1, axis=0)
    F += -dt * dx * flux_F_Y
    F += dt * dx * np.roll(flux_F_Y, 1, axis=1)
    return F


def main():
    N = 128
    boxsize = 1.0
    gamma = 5 / 3
    courant_fac = 0.4
    t = 0
    tEnd = 2.0
    tOut = 0.25

    dx = boxsize / N
    vol = dx**2
    xlin = np.linspace(0.5 * dx, boxsize - 0.5 * dx, N)
    Y, X = np.meshgrid(xlin, xlin)
    w0 = 0.1
    sigma = 0.05 / np.sqrt(2.0)
    rho = 1.0 + (np.abs(Y - 0.5) < 0.25)
    vx = -0.5 + (np.abs(Y - 0.5) < 0.25)
    vy = (
        w0
        * np.sin(4 * np.pi * X)
        * (np.exp(-((Y - 0.25) ** 2) / (2 * sigma**2)) + np.exp(-((Y - 0.75) ** 2) / (2 * sigma**2)))
    )
    P = 2.5 * np.ones(X.shape)
    Mass, Momx, Momy, Energy = conserved(rho, vx, vy, P, gamma, vol)
    outputCount = 1
    fig = plt.figure(figsize=(4, 4), dpi=80)

    while t < tEnd:
        rho, vx, vy, P = primitive(Mass, Momx, Momy, Energy, gamma, vol)
        dt = courant_fac * np.min(dx / (np.sqrt(gamma * P / rho) + np.sqrt(vx**2 + vy**2)))
        plotThisTurn = False
        if t + dt > outputCount * tOut:
            dt = outputCount * tOut - t
            plotThisTurn = True

        rho_dx, rho_dy = gradient(rho, dx)
        vx_dx, vx_dy = gradient(vx, dx)
        vy_dx, vy_dy = gradient(vy, dx)
        P_dx, P_dy = gradient(P, dx)
        rho_prime = rho - 0.5 * dt * (vx * rho_dx + rho * vx_dx + vy * rho_dy + rho * vy_dy)
        vx_prime = vx - 0.5 * dt * (vx * vx_dx + vy * vx_dy + (1 / rho) * P_dx)
        vy_prime = vy - 0.5 * dt * (vx * vy_dx + vy * vy_dy + (1 / rho) * P_dy)
        P_prime = P - 0.5 * dt * (gamma * P * (vx_dx + vy_dy) + vx * P_dx + vy * P_dy)
        rho_XL, rho_XR, rho_YL, rho_YR = extrapolate(rho_prime, rho_dx, rho_dy, dx)
        vx_XL, vx_XR, vx_YL, vx_YR = extrapolate(vx_prime, vx_dx, vx_dy, dx)
        vy_XL, vy_XR, vy_YL, vy_YR = extrapolate(vy_prime, vy_dx, vy_dy, dx)
        P_XL, P_XR, P_YL, P_YR = extrapolate(P_prime, P_dx, P_dy, dx)
        flux_Mass_X, flux_Momx_X, flux_Momy_X, flux_Energy_X = flux(
            rho_XL, rho_XR, vx_XL, vx_XR, vy_XL, vy_XR, P_XL, P_XR, gamma
        )
        flux_Mass_Y, flux_Momy_Y, flux_Momx_Y, flux_Energy_Y = flux(
            rho_YL, rho_YR, vy_YL, vy_YR, vx_YL, vx_YR, P_YL, P_YR, gamma
        )
        Mass = apply(Mass, flux_Mass_X, flux_Mass_Y, dx, dt)
        Momx = apply(Momx, flux_Momx_X, flux_Momx_Y, dx, dt)
        Momy = apply(Momy, flux_Momy_X, flux_Momy_Y, dx, dt)
        Energy = apply(Energy, flux_Energy_X, flux_Energy_Y, dx, dt)
        t += dt

        if plotThisTurn or (t >= tEnd):
            plt.cla()
            plt.imshow(rho.T)
            plt.clim(0.8, 2.2)
            plt.pause(0.001)
            print(f"{t:.6f} {rho.min():.6f} {rho.max():.6f}")
            outputCount += 1
    plt.savefig("finitevolume.png", dpi=240)
    return 0


if __name__ == "__main__":
    main()
