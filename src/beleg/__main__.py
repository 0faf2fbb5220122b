"""`python -m beleg`."""

import sys

from beleg.cli import main

if __name__ == "__main__":
    sys.exit(main())
