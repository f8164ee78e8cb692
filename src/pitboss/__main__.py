"""`python -m pitboss` is the command `pitboss`."""

import sys

from pitboss.cli import main

sys.exit(main())
