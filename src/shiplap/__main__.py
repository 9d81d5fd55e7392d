"""`python -m shiplap` is the command `shiplap`."""

import sys

from shiplap.cli import main

if __name__ == "__main__":
    sys.exit(main())
