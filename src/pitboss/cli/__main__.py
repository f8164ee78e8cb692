"""`python -m pitboss.cli` is the same program."""

import sys

from pitboss.cli import main

if __name__ == "__main__":
    sys.exit(main())
