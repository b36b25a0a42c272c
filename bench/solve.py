"""Speed of the main job, in one run: `make bench` or `python bench/solve.py [--quality standard]`.

Prints the median time of placing the default scene without imports, the share of a `solve` that is not
Cycles rendering, and a second `solve`'s time for furniture against the first's.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from solver.bridge import Event
from solver.core.catalog import read_catalog
from solver.core.plan import make_pieces
from solver.core.spec import read_scene
from solver.pipeline import DEFAULT_SCENE, MANIFEST, import_assets, solve_scene, stay_silent
from solver.place import place_pieces

PLACINGS = 21


@dataclass
class Stopwatch:
    """Adds up the seconds spent in each stage from the pipeline's own events."""

    seconds: dict[str, float] = field(default_factory=dict)
    _stage: str = ""
    _since: float = field(default_factory=time.perf_counter)

    def hear(self, event: Event) -> None:
        if event.get("event") != "progress":
            return
        now = time.perf_counter()
        if self._stage:
            self.seconds[self._stage] = self.seconds.get(self._stage, 0.0) + now - self._since
        self._stage, self._since = str(event["stage"]), now

    def share_outside(self, *stages: str) -> float:
        """Share of all the time that was spent outside `stages`."""
        total = sum(self.seconds.values())
        return 1.0 - sum(self.seconds.get(stage, 0.0) for stage in stages) / total


def time_placing() -> float:
    """Median seconds for placing the default scene with the built-in furniture."""
    spec, catalog = read_scene(DEFAULT_SCENE), read_catalog(MANIFEST)
    clean = import_assets(spec, catalog, None, stay_silent)
    pieces = make_pieces(spec, catalog, {name: asset.size_m for name, asset in clean.items()})
    times = []
    for _ in range(PLACINGS):
        start = time.perf_counter()
        place_pieces(spec, pieces)
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def time_solve(quality: str, folder: Path) -> Stopwatch:
    """One solve of the default scene, stage by stage."""
    watch = Stopwatch()
    start = time.perf_counter()
    watch._since = start
    solve_scene(out=folder, quality=quality, tell=watch.hear)
    watch.hear({"event": "progress", "stage": "end"})
    return watch


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--quality", default="standard", help="of the timed solves (default: standard)")
    quality = parser.parse_args().quality
    with tempfile.TemporaryDirectory() as folder:
        os.environ["SCENE_SOLVER_CACHE"] = f"{folder}/cache"
        first = time_solve(quality, Path(folder) / "a")
        second = time_solve(quality, Path(folder) / "b")
        placing = time_placing()
    print(f"placing, median of {PLACINGS}: {placing * 1000:.0f} ms (aim: at most 100)")
    for name, watch in (("first", first), ("second", second)):
        stages = ", ".join(f"{stage} {seconds:.1f} s" for stage, seconds in watch.seconds.items())
        share = watch.share_outside("render.png", "top_view.png")
        print(f"{name} solve, {quality}: {stages}; not rendering: {share:.1%} (aim: at most 15%)")
    ratio = second.seconds["furniture"] / first.seconds["furniture"]
    print(f"furniture, second solve against the first: {ratio:.2f} (measured assets come from the cache)")


if __name__ == "__main__":
    main()
