"""Places every scene of the project and says whether its layout.csv is the one in tests/gold/scenes.

Prints a line a scene, `equal` or `unequal`; exit code 1 where any is unequal. Needs no Blender.
"""

from __future__ import annotations

import sys
from importlib.metadata import version
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from solver.core import plan  # noqa: E402
from solver.core.geometry import write_csv  # noqa: E402
from solver.core.layout import Piece  # noqa: E402
from solver.core.spec import SceneSpec, read_scene  # noqa: E402
from solver.layouts import read_manifest, read_stated_sizes  # noqa: E402
from solver.place import place_pieces  # noqa: E402
from tests.place.rooms import make_pieces  # noqa: E402


def read_pieces(spec: SceneSpec) -> tuple[Piece, ...]:
    if spec.scene == "weavebench_living_room":  # its sizes are those of the furniture at hand
        return make_pieces("built_in")
    catalog = read_manifest()
    return plan.make_pieces(spec, catalog, read_stated_sizes(spec, catalog))


def main() -> int:
    unequal = 0
    for path in sorted((ROOT / "scenes").glob("*.yaml")):
        spec = read_scene(path)
        gold = (ROOT / "tests" / "gold" / "scenes" / f"{path.stem}.csv").read_text(encoding="utf-8")
        equal = write_csv(place_pieces(spec, read_pieces(spec), time_limit_s=300.0)) == gold
        unequal += not equal
        print(f"ortools {version('ortools')}  {path.stem:24} {'equal' if equal else 'unequal'}", flush=True)
    return 1 if unequal else 0


if __name__ == "__main__":
    sys.exit(main())
