"""The catalogue of furniture: what it says, and every fault of it at once with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from solver.core.catalog import AssetOptions, read_catalog
from solver.errors import SpecError
from tests.conftest import ROOT

ENTRY = "    file: a.blend\n    category: sofa\n    label: Sofa\n    licence: MIT\n    source: here\n"


def write(folder: Path, text: str) -> Path:
    path = folder / "manifest.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def read_faults(folder: Path, text: str) -> list[str]:
    with pytest.raises(SpecError) as caught:
        read_catalog(write(folder, text))
    return [fault.replace(f"{folder}/", "") for fault in caught.value.faults]


# The six assets of the benchmark; the catalogue's others are for scenes that no such grader reads.
BENCHMARK = {
    "sofa": "Sofa", "coffee_table": "CoffeeTable", "tv_stand": "TVStand",
    "dining_table": "DiningTable", "chair": "Chair", "nightstand": "Bedside",
}  # fmt: skip


def test_the_project_s_catalogue() -> None:
    assets = read_catalog(ROOT / "assets_manifest.yaml").assets
    assert {key: asset.label for key, asset in assets.items() if asset.polyhaven} == BENCHMARK
    assert assets["nightstand"].file == "floor_lamp.blend"
    assert assets["coffee_table"].front == "none" and assets["sofa"].front == "-y"
    assert all(asset.licence and asset.source for asset in assets.values())


# The benchmark's published synonym lists; the first list in this order with a match wins.
SYNONYMS = {
    "sofa": ["sofa", "couch", "settee"],
    "coffee_table": ["coffee", "coffeetable", "cocktail"],
    "tv_stand": ["tv", "television", "console", "tvstand", "stand", "media", "cabinet"],
    "dining_table": ["dining", "diningtable", "woodentable", "table"],
    "chair": ["chair", "armchair", "stool", "seat"],
    "nightstand": ["nightstand", "bedside", "sidetable", "endtable", "lamp", "light"],
}


def test_labels_are_taken_for_what_they_are() -> None:
    assets = read_catalog(ROOT / "assets_manifest.yaml").assets
    for asset in (assets[key] for key in BENCHMARK):
        name = asset.label.lower()
        first = next(key for key, words in SYNONYMS.items() if any(word in name for word in words))
        assert first == asset.category


def test_all_faults_at_once_with_their_lines(tmp_path: Path) -> None:
    text = (
        "asets: {}\nassets:\n  sofa:\n    file: ../a.blend\n    category: Sofa\n    label: Sofa\n"
        "    licence: MIT\n    frnt: -y\n    front: y\n    size: {width: 2 mmm}\n    unit: metre\n"
    )
    faults = read_faults(tmp_path, text)
    assert faults[0] == "manifest.yaml:1: unknown key 'asets'; did you mean 'assets'?"
    assert faults[1] == "manifest.yaml:3: assets.sofa: key 'source' is missing"
    assert faults[2].startswith("manifest.yaml:4: assets.sofa.file: '../a.blend' must be a path inside")
    assert faults[3].startswith("manifest.yaml:5: assets.sofa.category: ")
    assert faults[4] == "manifest.yaml:8: assets.sofa: unknown key 'frnt'; did you mean 'front'?"
    assert faults[5].startswith("manifest.yaml:9: assets.sofa.front: front 'y' is unknown; write one of -y")
    assert faults[6].startswith("manifest.yaml:10: assets.sofa.size.width: unknown unit 'mmm'")
    assert faults[7].startswith("manifest.yaml:11: assets.sofa.unit: unit 'metre' is unknown")
    assert len(faults) == 8


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("objects: [A]\n    collection: B", "give objects or collection, not both"),
        ("objects: []", "objects is empty"),
        ("size: {}", "size needs one of width, depth, height"),
        ("size: {width: 1 m, depth: 1 m}", "size needs one of width, depth, height"),
        ("size: {width: 0 m}", "above zero"),
        ("size: {width: 2}", "no unit"),
        ("scale: 0", "greater than 0"),
        ("scale: .inf", "finite"),
        ("yaw: .nan", "finite"),
    ],
)
def test_refused_options(tmp_path: Path, line: str, wanted: str) -> None:
    (fault,) = read_faults(tmp_path, f"assets:\n  a:\n{ENTRY}    {line}\n")
    assert wanted in fault
    assert fault.startswith("manifest.yaml:")


@pytest.mark.parametrize("name", ["/etc/a.blend", "../a.blend", "a/../../b.blend", "C:\\a.blend", "a.obj"])
def test_files_stay_inside_the_folder(tmp_path: Path, name: str) -> None:
    (fault,) = read_faults(tmp_path, f"assets:\n  a:\n{ENTRY}".replace("a.blend", name))
    assert "manifest.yaml:3: assets.a.file: " in fault


def test_equal_labels_are_refused(tmp_path: Path) -> None:
    (fault,) = read_faults(tmp_path, f"assets:\n  a:\n{ENTRY}  b:\n{ENTRY}")
    assert "a and b have the same label 'Sofa'" in fault


def test_a_scene_s_options_win(tmp_path: Path) -> None:
    text = f"assets:\n  a:\n{ENTRY}    front: +x\n    objects: Seat\n    scale: 2\n"
    asset = read_catalog(write(tmp_path, text)).assets["a"]
    assert asset.options() == AssetOptions(front="+x", objects=("Seat",), scale=2.0)
    mixed = asset.options(AssetOptions(collection="Parts", scale=3.0))
    assert mixed == AssetOptions(front="+x", collection="Parts", scale=3.0)
    assert asset.options(AssetOptions()) == asset.options()


def test_a_request_is_plain_values() -> None:
    options = AssetOptions.model_validate(
        {"unit": "cm", "size": {"width": "800 mm"}, "yaw": 90, "front": "-x"}
    )
    assert options.to_request() == {
        "objects": None, "collection": None, "front": "-x", "yaw_deg": 90.0, "unit_m": 0.01,
        "scale": 1.0, "size_m": [0.8, None, None],
    }  # fmt: skip


def test_no_file_and_no_yaml(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="cannot be read"):
        read_catalog(tmp_path / "none.yaml")
    assert "manifest.yaml:2: not valid YAML" in read_faults(tmp_path, "assets: {\n  a: [}")[0]
