"""What `hybridc.hybridize` made of a class."""

from __future__ import annotations

import pytest

import hybridc


def converted_methods(cls: type) -> set[str]:
    return {name for name, value in vars(cls).items() if repr(value).startswith("<hybridized <function")}


def reasons(cls: type) -> dict[str, str]:
    """Why methods stay Python, by qualified names."""
    return {d.function: d.message for d in cls.__hybridized__.diagnostics if d.code == "HYB604"}


def class_refusal(cls: type) -> str:
    with pytest.raises(hybridc.ConversionError) as caught:
        hybridc.hybridize(cls)
    assert not converted_methods(cls)
    return str(caught.value)
