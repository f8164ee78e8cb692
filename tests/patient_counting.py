"""Counting for visitors as tests need it: at their own priority, and with more time than a visitor gets.

The house counts at the lowest priority and breaks off after a minute. On a busy machine that is hardly ever,
and too soon. Run as a program this is `pitboss`, counting so.
"""

import sys

from pitboss.cli import main
from pitboss.service.counting import bench
from pitboss.service.route import scale, workshop

PATIENCE_SECONDS = 600.0


def count_patiently() -> None:
    bench.PROGRAM = (sys.executable, "-c", "from pitboss.service.counting.worker import work; work()")
    workshop.LONGEST_SECONDS = scale.LONGEST_SECONDS = PATIENCE_SECONDS


if __name__ == "__main__":
    count_patiently()
    sys.exit(main())
