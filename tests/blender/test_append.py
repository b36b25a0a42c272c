"""Furniture files with one awkward thing each become clean pieces of the size known by construction."""

from __future__ import annotations

from pathlib import Path

import pytest

from solver.core.catalog import AssetOptions
from tests.blender.awkward.expected import BOX, EXPECTED
from tests.blender.awkward_run import Cleaned, build_awkward, clean_files

pytestmark = pytest.mark.blender
GOOD = [name for name, expected in EXPECTED.items() if expected.size is not None]
RED = [0.7, 0.1, 0.05]


@pytest.fixture(scope="module")
def awkward(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_awkward(tmp_path_factory.mktemp("awkward") / "files")


@pytest.fixture(scope="module")
def cleaned(awkward: Path) -> Cleaned:
    files = {
        name: (
            awkward / name / f"{name}.blend",
            AssetOptions.model_validate({"front": "-y", **expected.options}),
        )
        for name, expected in EXPECTED.items()
    }
    return clean_files(files, awkward.parent / "clean")


@pytest.mark.parametrize("name", list(EXPECTED))
def test_size_or_refusal(cleaned: Cleaned, name: str) -> None:
    expected = EXPECTED[name]
    if expected.size is None:
        assert name in cleaned.faults, cleaned.facts.get(name)
        (fault,) = cleaned.faults[name]
        assert f"{name}.blend" in fault
        assert all(text in fault for text in expected.fault), fault
        return
    assert name in cleaned.facts, cleaned.faults.get(name)
    for measured, known in zip(cleaned.facts[name]["size_m"], expected.size, strict=True):
        assert known is None or measured == pytest.approx(known, abs=expected.within_m)


@pytest.mark.parametrize("name", GOOD)
def test_warnings_and_textures(cleaned: Cleaned, name: str) -> None:
    expected, facts = EXPECTED[name], cleaned.facts[name]
    assert len(facts["warnings"]) == len(expected.warnings), facts["warnings"]
    for text in expected.warnings:
        assert any(text in warning for warning in facts["warnings"]), facts["warnings"]
    if expected.textures is not None:
        assert tuple(facts["textures"].values()) == expected.textures


@pytest.mark.parametrize("name", GOOD)
def test_piece_is_one_clean_object(cleaned: Cleaned, name: str) -> None:
    piece = cleaned.pieces[name]
    assert piece["holds"]["objects"] == piece["holds"]["meshes"] == piece["holds"]["collections"] == ["Piece"]
    assert not set(piece["holds"]) - {
        "objects",
        "meshes",
        "collections",
        "materials",
        "images",
        "node_groups",
    }
    assert piece["transform"] == [[0, 0, 0], [0, 0, 0], [1, 1, 1]]
    assert piece["free"]
    assert piece["libraries"] == []
    assert all(piece["images"].values()), piece["images"]
    low, high = piece["low"], piece["high"]
    assert low[2] == pytest.approx(0.0, abs=1e-6)
    assert [low[0] + high[0], low[1] + high[1]] == pytest.approx([0.0, 0.0], abs=1e-5)
    measured = [top - bottom for bottom, top in zip(low, high, strict=True)]
    assert measured == pytest.approx(cleaned.facts[name]["size_m"], abs=2e-6)


@pytest.mark.parametrize("name", ["negative_scale", "unapplied_scale", "shear", "far_away", "linked_chain"])
def test_faces_look_outwards(cleaned: Cleaned, name: str) -> None:
    assert cleaned.pieces[name]["volume"] > 0.01


def test_mirrored_faces_keep_their_normals(cleaned: Cleaned) -> None:
    # Flat shading: each corner's normal is its face's, an axis.
    for normal in cleaned.pieces["negative_scale"]["corner_normals"]:
        assert sorted(abs(value) for value in normal) == pytest.approx([0.0, 0.0, 1.0], abs=1e-5)


@pytest.mark.parametrize(
    "name", ["texture_missing", "texture_broken", "texture_chain_missing", "texture_group_missing",
             "texture_udim_missing"],
)  # fmt: skip
def test_missing_texture_falls_back_to_the_base_colour(cleaned: Cleaned, name: str) -> None:
    ((colour, linked),) = cleaned.pieces[name]["colours"].values()
    assert not linked
    assert colour == pytest.approx(RED, abs=0.002)


@pytest.mark.parametrize("name", ["texture_beside", "texture_packed", "texture_udim", "texture_linked"])
def test_found_texture_stays_linked(cleaned: Cleaned, name: str) -> None:
    ((_, linked),) = cleaned.pieces[name]["colours"].values()
    assert linked
    assert list(cleaned.pieces[name]["images"].values()) == [True]
    assert cleaned.pieces[name]["uv"] == ["UVMap"]


def test_a_missing_normal_map_leaves_the_colour_alone(cleaned: Cleaned) -> None:
    ((_, linked),) = cleaned.pieces["texture_normal_missing"]["colours"].values()
    assert linked


def test_nothing_in_a_file_runs(awkward: Path, cleaned: Cleaned) -> None:
    assert "scripts" in cleaned.facts
    assert [path.name for path in (awkward / "scripts").iterdir()] == ["scripts.blend"]


def test_one_bad_file_does_not_spoil_the_next(awkward: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken.blend"
    # A good start that breaks off: Blender may or may not open it, the next file must come out whole.
    broken.write_bytes((awkward / "shear" / "shear.blend").read_bytes()[:20_000])
    good = awkward / "unapplied_scale" / "unapplied_scale.blend"
    options = AssetOptions(front="-y")
    cleaned = clean_files({"broken": (broken, options), "good": (good, options)}, tmp_path / "clean")
    assert "broken" in cleaned.faults
    assert cleaned.facts["good"]["size_m"] == pytest.approx(EXPECTED["unapplied_scale"].size)
    assert cleaned.pieces["good"]["holds"]["objects"] == ["Piece"]


def test_materials_of_equal_name_in_two_files_stay_apart(cleaned: Cleaned) -> None:
    one, two = cleaned.pieces["texture_missing"], cleaned.pieces["texture_beside"]
    assert list(one["colours"]) == list(two["colours"]) == ["Wood"]
    assert one["images"] == {} and len(two["images"]) == 1


def test_unknown_names_are_refused_with_the_nearest(awkward: Path, tmp_path: Path) -> None:
    file = awkward / "other_collection" / "other_collection.blend"
    cleaned = clean_files(
        {
            "object": (file, AssetOptions(objects=("Bax",))),
            "collection": (file, AssetOptions(collection="wanted")),
        },
        tmp_path / "clean",
    )
    assert "did you mean 'Box'?" in cleaned.faults["object"][0]
    assert "did you mean 'Wanted'?" in cleaned.faults["collection"][0]


def test_box_is_what_the_cases_rest_on() -> None:
    assert BOX == (0.4, 0.6, 0.8)
