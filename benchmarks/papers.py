"""Papers: the slowest par sheet of each game with its counts at hand, and the whole regulator's pack."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.measure import ROOT, Line, at_most, clock, format_time, progress

PAR_SECONDS, PACK_SECONDS = 3.0, 90.0


def papers(*, full: bool) -> Iterator[Line]:
    from pitboss.rules import game_ids, load_game

    for game in game_ids():
        progress(f"papers: par sheets of {game}")
        seconds, name = slowest_sheet(game)
        work = f"par sheet as PDF, slowest of {load_game(game).name}: {name}"
        yield Line(work, format_time(seconds), **at_most(seconds, PAR_SECONDS))
    progress("papers: the regulator's pack")
    seconds = clock(write_pack)
    yield Line("regulator's pack, all games", "", format_time(seconds), **at_most(seconds, PACK_SECONDS))


def slowest_sheet(game: str) -> tuple[float, str]:
    from pitboss.reports.paper.typeset import typeset
    from pitboss.reports.par.sheet import make_par_sheet, par_name, par_requests
    from pitboss.rules import load_game

    requests = par_requests(load_game(game))
    for request in requests:
        make_par_sheet(request)
    return max(
        (clock(lambda request=request: typeset(make_par_sheet(request))), par_name(request))  # type: ignore[misc]
        for request in requests
    )


def write_pack() -> None:
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pitboss", "report", "pack", str(Path(folder) / "pack")]
        subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
