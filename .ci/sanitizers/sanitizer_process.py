"""Prepare a Python process of the tests. nightly.pth in the environment's site-packages imports this module first.

It loads the sanitizers. LD_PRELOAD alone would reach every program: initdb and Chromium do not work under
AddressSanitizer, and are not ours. So it is set for one `exec` of Python, and taken out of the environment again.

It writes what UndefinedBehaviorSanitizer reports to files of its own. `log_path` alone cannot: both of GCC's
runtimes export `__sanitizer_set_report_path`, so that the call of libubsan reaches libasan, and its reports would
go to the standard error, which pytest and many tests catch.
"""

import os

process = str(os.getpid())
if "NIGHTLY_PRELOAD" in os.environ and os.environ.get("NIGHTLY_PROCESS") != process:
    import sys

    os.environ.update(NIGHTLY_PROCESS=process, LD_PRELOAD=os.environ["NIGHTLY_PRELOAD"])
    os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])
if "NIGHTLY_PRELOAD" in os.environ and os.environ.pop("LD_PRELOAD", None):  # None: a subinterpreter
    import ctypes

    ctypes.CDLL(os.environ["NIGHTLY_UBSAN"]).__sanitizer_set_report_path(
        os.path.join(os.environ["NIGHTLY_REPORTS"], "undefined").encode()
    )
