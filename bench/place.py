"""Speed of the placer, in one run: `make bench-place` or `python -m bench.place [--quick]`.

Prints the placer's time over generated rooms of 7, 20 and 60 pieces, the time to explain rooms that
cannot be furnished, a living room like the one Infinigen was timed with, and two random placers on the
same scenes with the same rules. With --plot it writes the growth over the number of pieces.

Times are CPU seconds of this process, which runs one thread, without imports and without reading scenes.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random  # noqa: TID251 -- only generators of its own, from a seed

from bench.growth import draw_growth
from bench.random_placers import PLACERS, read_task
from bench.random_scenes import make_impossible_scene, make_scene
from bench.rows import OutOfSlot, Rows, Run
from solver.core.layout import Piece
from solver.core.plan import make_pieces
from solver.core.spec import SceneSpec, read_scene
from solver.errors import NoLayout, OutOfTime
from solver.layouts import read_manifest, read_stated_sizes
from solver.packages import ROOT
from solver.place.placing import solve_layout

Scene = tuple[SceneSpec, tuple[Piece, ...]]
AIMS_S = {7: (0.05, 0.2), 20: (0.3, 1.0), 60: (3.0, 10.0)}
LIKE_INFINIGEN = ROOT / "scenes" / "large_living_room.yaml"
INFINIGEN_S = (121.0, 144.0)  # solving 9 to 11 pieces in 5.2 x 6.2 m, on two cores
LIMIT_S = 60.0
MAKERS: dict[str, Callable[[int, int], Scene]] = {"speed": make_scene, "explaining": make_impossible_scene}
GROWTH = (5, 7, 10, 14, 20, 28, 40, 60)


def run_scene(scene: Scene, limit_s: float = LIMIT_S) -> Run:
    start = time.process_time()
    try:
        solve_layout(*scene, time_limit_s=limit_s)
        outcome = "placed"
    except NoLayout:
        outcome = "refused"
    except OutOfTime:
        outcome = "out of time"
    return Run(time.process_time() - start, outcome)


def run_many(rows: Rows, part: str, pieces: int, scenes: int) -> list[Run]:
    names = ((seed, f"{part} {pieces} {seed}") for seed in range(scenes))
    return [rows.run(name, partial(run_seed, part, pieces, seed)) for seed, name in names]


def run_seed(part: str, pieces: int, seed: int) -> Run:
    return run_scene(MAKERS[part](seed, pieces))


def find_share(runs: list[Run], share: float) -> float:
    """The time that this share of the runs does not exceed."""
    ordered = sorted(run.seconds for run in runs)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def describe(runs: list[Run]) -> str:
    counts = {outcome: sum(run.outcome == outcome for run in runs) for outcome in ("placed", "refused")}
    late = len(runs) - sum(counts.values())
    return (
        f"median {find_share(runs, 0.5):.3f} s, 95th percentile {find_share(runs, 0.95):.3f} s "
        f"({counts['placed']} placed, {counts['refused']} refused, {late} out of time)"
    )


def measure_speed(rows: Rows, scenes: dict[int, int]) -> None:
    """Rooms that turn out not to be furnishable are told apart: their time is that of an explanation."""
    for pieces, count in scenes.items():
        runs = run_many(rows, "speed", pieces, count)
        median, most = AIMS_S[pieces]
        furnished = [run for run in runs if run.outcome != "refused"]
        print(f"{pieces} pieces, {count} scenes: {describe(furnished)}; aim {median} / {most} s")
        if len(furnished) < count:
            refused = [run for run in runs if run.outcome == "refused"]
            print(f"  refused with their conflict: {describe(refused)}", flush=True)


def measure_explaining(rows: Rows, scenes: dict[int, int]) -> None:
    runs = [run for pieces, n in scenes.items() for run in run_many(rows, "explaining", pieces, n)]
    quick = sum(run.seconds <= 5 and run.outcome == "refused" for run in runs)
    print(f"impossible scenes explained within 5 s: {quick} of {len(runs)}; {describe(runs)}", flush=True)


def measure_like_infinigen(times: int) -> None:
    spec, catalog = read_scene(LIKE_INFINIGEN), read_manifest()
    scene = spec, make_pieces(spec, catalog, read_stated_sizes(spec, catalog))
    median = find_share([run_scene(scene) for _ in range(times)], 0.5)
    ratios = " to ".join(f"{seconds / median:.0f}" for seconds in INFINIGEN_S)
    print(f"{spec.scene}, {len(scene[1])} pieces: {median:.3f} s; Infinigen's {INFINIGEN_S} s are {ratios} x")


def compare_placers(rows: Rows, pieces: int, scenes: int, limit_s: float) -> None:
    """Success and time of the random placers on the first scenes that can be furnished."""
    placed: dict[int, Run] = {}
    for seed in range(10 * scenes):
        run = rows.run(f"speed {pieces} {seed}", partial(run_seed, "speed", pieces, seed))
        if run.outcome == "placed":
            placed[seed] = run
        if len(placed) == scenes:
            break
    print(f"{len(placed)} scenes of {pieces} pieces: this placer: {describe(list(placed.values()))}")
    for name in PLACERS:
        runs = [
            rows.run(f"{name} {pieces} {seed}", partial(run_placer, name, pieces, seed, limit_s))
            for seed in placed
        ]
        done, mean = (
            sum(run.outcome == "placed" for run in runs),
            sum(run.seconds for run in runs) / len(runs),
        )
        print(f"  {name}: {done} placed within {limit_s:g} s, mean {mean:.1f} s a scene", flush=True)


def run_placer(name: str, pieces: int, seed: int, limit_s: float) -> Run:
    task, start = read_task(*make_scene(seed, pieces)), time.process_time()
    done = PLACERS[name](task, Random(seed), limit_s)
    return Run(time.process_time() - start, "placed" if done else "out of time")


def plot_growth(rows: Rows, path: Path, scenes: int) -> None:
    points = []
    for pieces in GROWTH:
        runs = run_many(rows, "speed", pieces, scenes)
        points.append((pieces, find_share(runs, 0.5), find_share(runs, 0.95)))
        print(f"growth: {pieces} pieces: {describe(runs)}", flush=True)
    path.write_text(draw_growth(points), encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--quick", action="store_true", help="a tenth of the scenes, random placers 5 s")
    parser.add_argument("--plot", type=Path, help="only write the growth as an SVG file")
    parser.add_argument("--only", choices=("infinigen", "speed", "explaining", "placers"), help="one part")
    parser.add_argument("--rows", type=Path, help="file of finished runs, which are not run again")
    parser.add_argument("--within", type=float, help="seconds after which no further run is started")
    given = parser.parse_args()
    if given.within is not None and given.rows is None:
        parser.error("--within needs --rows: what it leaves out is run by the next call with that file")
    try:
        measure(given, Rows(given.rows, given.within))
    except OutOfSlot:
        print(f"not finished within {given.within:g} s; the same command goes on from {given.rows}")


def measure(given: argparse.Namespace, rows: Rows) -> None:
    share = 10 if given.quick else 1
    parts: dict[str, Callable[[], None]] = {
        "infinigen": lambda: measure_like_infinigen(21 // share + 1),
        "speed": lambda: measure_speed(rows, {7: 200 // share, 20: 200 // share, 60: 20 // share}),
        "explaining": lambda: measure_explaining(rows, {7: 40 // share, 20: 40 // share, 60: 20 // share}),
        "placers": lambda: compare_placers(rows, 7, 2 if given.quick else 6, 5.0 if given.quick else LIMIT_S),
    }
    if given.plot:
        plot_growth(rows, given.plot, 10 if given.quick else 20)
        return
    for name, measure_part in parts.items():
        if given.only in (None, name):
            measure_part()


if __name__ == "__main__":
    main()
