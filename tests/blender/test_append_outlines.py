"""What is measured is what Cycles draws, seen from three sides: strangers' files and random files."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from solver.bridge import blender_version
from solver.core.catalog import AssetOptions
from tests.blender.awkward_run import Cleaned, clean_files, run_script
from tests.blender.outlines import measure_outlines

pytestmark = [pytest.mark.blender, pytest.mark.slow]
# `make outlines` draws all 200; a run of the whole suite a few of them.
RANDOM_COUNT = int(os.environ.get("RANDOM_ASSETS", "6"))
SOFA = [
    "cover", "cushion", "cushion.001", "cushion_base", "cushion_base2", "cushion_base3", "cushion_base4",
    "cushion_base5", "cushion_base6", "structure",
]  # fmt: skip
CLOSET = ["ShortCloset*"]

# What of each file is measured (None: all of it).
MEASURED: dict[str, tuple[str, list[str] | None]] = {
    "nightstand": ("q2016_Nightstand", None),
    "big sofa": ("q2016v2_BigSofa", None),
    "closet": ("q2019_ShortCloset", CLOSET),
    "table": ("table_and_chair", ["table"]),
    "chair": ("table_and_chair", ["chair"]),
    "sofa": ("sofa_on_floor_plane", SOFA),
    "instance": ("01_linked_collection", None),
    "library": ("collection_to_link", None),
}
# What the message of a refused file must tell: the cause, the candidates, the cure.
REFUSED = {
    "q2019_ShortCloset": ("nothing in it renders", "ShortCloset_LeftDoor", "objects:"),
    "table_and_chair": ("'table' 1.737 × 1.297 × 0.700 m", "'chair' 0.678 × 0.628 × 1.108 m", "objects:"),
    "sofa_on_floor_plane": ("'floor' 15.002 × 15.002 × 0.000 m", "2.210 × 1.046 × 1.077 m", "objects: [c"),
}
HIERARCHY = "39_parenting_full_hierarchy"  # saved by 5.2, which Blender 4.2 cannot read


@pytest.fixture(scope="module")
def hostile(shared: Path) -> Path:
    return shared / "hostile"


@pytest.fixture(scope="module")
def cleaned(hostile: Path, tmp_path_factory: pytest.TempPathFactory) -> Cleaned:
    files = {name: (hostile / f"{stem}.blend", objects) for name, (stem, objects) in MEASURED.items()}
    refused = {name: (hostile / f"{name}.blend", None) for name in REFUSED}
    if tuple(int(part) for part in blender_version().split(".")[:2]) >= (4, 5):
        refused[HIERARCHY] = (hostile / f"{HIERARCHY}.blend", None)
    requests = {
        name: (file, AssetOptions(objects=objects, front="-y"))
        for name, (file, objects) in {**files, **refused}.items()
    }
    return clean_files(requests, tmp_path_factory.mktemp("hostile") / "clean")


@pytest.fixture(scope="module")
def outlines(hostile: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[float, ...]]:
    files = {name: (hostile / f"{stem}.blend", objects) for name, (stem, objects) in MEASURED.items()}
    return measure_outlines(files, tmp_path_factory.mktemp("outlines"))


@pytest.mark.parametrize("name", list(MEASURED))
def test_measured_box_agrees_with_what_is_drawn(
    cleaned: Cleaned, outlines: dict[str, tuple[float, ...]], name: str
) -> None:
    facts = cleaned.facts[name]
    drawn = [extent * facts["unit_m"] for extent in outlines[name]]
    assert facts["size_m"] == pytest.approx(drawn, rel=0.01)


@pytest.mark.parametrize("name", list(REFUSED))
def test_refused_with_cause_and_cure(cleaned: Cleaned, name: str) -> None:
    (fault,) = cleaned.faults[name]
    assert f"{name}.blend" in fault
    assert all(text in fault for text in REFUSED[name]), fault


def test_a_heap_of_objects_is_refused(cleaned: Cleaned) -> None:
    if HIERARCHY not in {**cleaned.faults, **cleaned.facts}:
        pytest.skip("this Blender cannot read files of 5.2; its header says so")
    (fault,) = cleaned.faults[HIERARCHY]
    assert "holds more than one piece" in fault and "'Torus' 2.500 × 2.500 × 0.500 m" in fault


def test_random_files(tmp_path: Path) -> None:
    """Random hierarchies, scales, modifiers and instances measure within 1 mm of what is drawn."""
    printed = run_script(
        Path(__file__).with_name("random_assets.py"), tmp_path, 0, RANDOM_COUNT, timeout_s=600
    )
    files = {str(seed): tmp_path / f"{seed}.blend" for seed in range(RANDOM_COUNT)}
    assert all(file.is_file() for file in files.values()), printed[-3000:]
    options = AssetOptions(collection="All", front="-y")
    cleaned = clean_files({name: (file, options) for name, file in files.items()}, tmp_path / "clean")
    assert not cleaned.faults
    drawn = measure_outlines({name: (file, None) for name, file in files.items()}, tmp_path)
    off_mm = {
        name: max(
            abs(size - extent * facts["unit_m"]) * 1000
            for size, extent in zip(facts["size_m"], drawn[name], strict=True)
        )
        for name, facts in cleaned.facts.items()
    }
    assert {name: off for name, off in off_mm.items() if off > 1.0} == {}
