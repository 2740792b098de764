"""HYB2xx: conditions, loops and other statements on values that only running code knows."""
