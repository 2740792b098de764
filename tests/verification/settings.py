"""The settings of a comparison when nothing is asked for."""

SETTINGS = {
    "draws": 5, "seed": 0, "dtypes": [], "special": False, "rtol": None, "atol": None, "ulp": None,
    "ignore_dtypes": False, "x32": False, "compares_prints": True,
}  # fmt: skip
