"""The boundaries family: the levels at which a cut may fall."""
