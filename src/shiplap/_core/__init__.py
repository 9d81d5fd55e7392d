"""The compiled loops, in families. Each module has a twin of the same name in `shiplap.reference`, its meaning."""

import os
import sys

if sys.platform == "win32":  # the C library is here, beside the modules
    os.add_dll_directory(os.path.dirname(os.path.abspath(__file__)))

# the first module that is loaded anyway, here so that one place says why it cannot be
try:
    from shiplap._core import text as text
except ImportError as error:
    if "interpreter" not in str(error):
        raise
    sys.modules.pop("shiplap._core.text", None)  # else the next import would begin below this file
    raise ImportError(
        "shiplap works in one interpreter of a process, the first that imports it, and not in one with a GIL"
        f" of its own; start a process instead ({error})"
    ) from error
