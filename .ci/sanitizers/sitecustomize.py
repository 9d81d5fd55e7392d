"""Prepare each Python process that the tests start. Python imports this module first, because PYTHONPATH names its folder.

It loads the sanitizers. LD_PRELOAD alone would reach every program: initdb and Chromium do not work under
AddressSanitizer, and are not ours. So it is set for the one `exec` of Python, and taken out of the environment again.

It writes what UndefinedBehaviorSanitizer reports to files of its own. `log_path` alone cannot: both of GCC's runtimes
export `__sanitizer_set_report_path`, so that the call of libubsan reaches libasan, and the reports of libubsan would
go to the standard error, which pytest and many tests catch.
"""

import ctypes
import os
import sys

if "LD_PRELOAD" not in os.environ:
    os.environ["LD_PRELOAD"] = os.environ["NIGHTLY_PRELOAD"]
    os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])
del os.environ["LD_PRELOAD"]

ctypes.CDLL(os.environ["NIGHTLY_UBSAN"]).__sanitizer_set_report_path(
    os.path.join(os.environ["NIGHTLY_REPORTS"], "undefined").encode()
)
