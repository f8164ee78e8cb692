"""The whole audit in new processes: the first compiles and counts everything, the others find it kept."""

from collections.abc import Iterator
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks.check import same
from benchmarks.measure import Line, at_most, format_time, progress, run_process

AUDIT = (
    "from pitboss.audit.finding import audit\n"
    "for f in audit(): print(f.game, f.paytable, f.figure, f.exact, f.verdict, f.note)\n"
)
RUNS = 3


def audit(*, full: bool) -> Iterator[Line]:
    with TemporaryDirectory() as compiled_in, TemporaryDirectory() as counts_in:
        progress("audit: first run ever")
        first = run_process(AUDIT, compiled_in=compiled_in, counts_in=counts_in)
        runs = []
        for number in range(RUNS):
            progress(f"audit: new process {number + 1} of {RUNS}")
            runs.append(run_process(AUDIT, compiled_in=compiled_in, counts_in=counts_in))
    for run in runs:
        same("the audit, read back compiled", run.lines, first.lines)
    warm = median(run.seconds for run in runs)
    peak = max(run.peak_mib for run in (first, *runs))
    figures = len(first.lines)
    yield Line(f"the whole audit, {figures} figures, counts kept", "", format_time(warm), **at_most(warm, 20))
    yield Line("the audit, first run ever", "", format_time(first.seconds))
    yield Line(
        "the audit, peak memory", "", f"{peak:.0f} MiB", required="at most 700 MiB", passed=peak <= 700
    )
