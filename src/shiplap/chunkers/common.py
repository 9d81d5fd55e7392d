"""The options that all chunkers with sizes share."""

from __future__ import annotations

from typing import Any

from shiplap import options
from shiplap.errors import OptionError
from shiplap.source import ERRORS
from shiplap.tokenizers.registry import get


def common(
    unit: Any, trim: Any, skip_blank: Any, on_empty: Any, oversize: Any, errors: Any, tokenizer: Any = None
) -> dict[str, Any]:
    """The options of chunkers with sizes that are the same in all of them, checked."""
    options.choice("unit", unit, ("characters", "bytes", "tokens"))
    if tokenizer is not None and unit != "tokens":
        raise OptionError("tokenizer", tokenizer, 'counts tokens: sizes in them are asked for with unit="tokens"')
    return {
        "unit": unit,
        **({} if tokenizer is None else {"tokenizer": get(tokenizer)}),
        "trim": options.flag("trim", trim),
        "skip_blank": options.flag("skip_blank", skip_blank),
        "on_empty": options.choice("on_empty", on_empty, ("empty", "error")),
        "oversize": options.choice("oversize", oversize, ("split", "keep", "error")),
        "errors": options.choice("errors", errors, ERRORS),
    }
