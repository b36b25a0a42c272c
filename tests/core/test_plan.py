"""Names of objects; what a plan takes from scene and catalogue is tried where rooms are built."""

from __future__ import annotations

import pytest

from solver.core.catalog import read_catalog
from solver.core.plan import name_objects
from solver.core.spec import parse_scene
from solver.errors import SpecError
from tests.check.sample import LABELS, make_spec
from tests.conftest import ROOT

CATALOG = read_catalog(ROOT / "assets_manifest.yaml")


def test_an_asset_used_again_is_numbered() -> None:
    assert name_objects(make_spec(), CATALOG) == LABELS


def test_every_asset_that_the_catalogue_lacks_is_named() -> None:
    """As in a room that was made with a folder of furniture which is not given now."""
    text = "scene: den\nroom: {width: 5 m, depth: 6 m, height: 2.8 m}\npieces:\n"
    foreign = parse_scene(f"{text}  seat: {{asset: zofa}}\n  desk: {{asset: tesk}}\n", "den.yaml")
    with pytest.raises(SpecError) as caught:
        name_objects(foreign, CATALOG)
    cure = "of the scene is not in the catalogue; give the folder of furniture that has it by --assets"
    assert list(caught.value.faults) == [f"asset 'tesk' {cure}", f"asset 'zofa' {cure}"]
