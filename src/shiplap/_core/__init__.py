"""The compiled loops. Each module has a twin of the same name in `shiplap.reference`, which is its meaning."""

# the first module that is loaded anyway, here so that one place says why it cannot be
try:
    from shiplap._core import spans as spans
except ImportError as error:
    if "interpreter" not in str(error):
        raise
    raise ImportError(
        "shiplap works in one interpreter of a process, the first that imports it, and not in one with a GIL"
        f" of its own; start a process instead ({error})"
    ) from error
