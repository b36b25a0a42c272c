"""Models fetched from a server that answers like Poly Haven's, also when it does not."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from solver.assets import polyhaven
from solver.assets.download import Offline, RemoteFile, fetch_file
from solver.assets.polyhaven import Fetched, fetch_assets, list_files
from solver.core.catalog import Catalog, read_catalog
from solver.errors import AssetError
from tests.assets.server import Haven, serve
from tests.conftest import ROOT

BLEND = bytes(range(256)) * 800  # 204,800 bytes
WOOD = b"wood" * 1000
NOWHERE = "http://127.0.0.1:9"  # the discard port: nobody listens


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return read_catalog(ROOT / "assets_manifest.yaml")


@pytest.fixture
def haven() -> Iterator[Haven]:
    made = Haven()
    made.files = {"Sofa_01.blend": BLEND, "wood.jpg": WOOD, "WoodenChair_01.blend": b"chair" * 99}
    made.includes = {"textures/wood.jpg": "wood.jpg"}
    with serve(made):
        yield made


@pytest.fixture
def get(haven: Haven, catalog: Catalog, tmp_path: Path) -> Any:
    def fetch(*keys: str, api: str = haven.url, **more: Any) -> Fetched:
        return fetch_assets(catalog, keys, tmp_path / "out", tmp_path / "cache", api=api, **more)

    return fetch


def test_a_model_with_its_textures(haven: Haven, get: Any, tmp_path: Path) -> None:
    events: list[Any] = []
    fetched = get("sofa", "chair", on_event=events.append)
    out = tmp_path / "out"
    assert fetched == Fetched({"sofa": out / "sofa.blend", "chair": out / "chair.blend"}, offline=False)
    assert (out / "sofa.blend").read_bytes() == BLEND
    assert (out / "textures" / "wood.jpg").read_bytes() == WOOD
    assert events[-1]["done"] == 1.0
    assert [event["done"] for event in events] == sorted(event["done"] for event in events)
    assert sorted(path.name for path in out.rglob("*.*")) == ["chair.blend", "sofa.blend", "wood.jpg"]


def test_the_second_time_nothing_is_downloaded(haven: Haven, get: Any) -> None:
    get("sofa")
    haven.asked.clear()
    get("sofa")
    assert [path for path, _ in haven.asked] == ["/files/Sofa_01"]


def test_a_cut_connection_goes_on_where_it_broke(haven: Haven, get: Any, tmp_path: Path) -> None:
    haven.cut_after["Sofa_01.blend"] = [70_000, 50_000]
    get("sofa")
    ranges = [asked for path, asked in haven.asked if path == "/dl/Sofa_01.blend"]
    assert ranges == [None, "bytes=70000-", "bytes=120000-"]
    assert (tmp_path / "out" / "sofa.blend").read_bytes() == BLEND


def test_a_later_run_goes_on_too(haven: Haven, get: Any, tmp_path: Path) -> None:
    haven.cut_after["Sofa_01.blend"] = [70_000, 10_000, 10_000, 10_000]
    with pytest.raises(AssetError, match="run again to go on where it broke off"):
        get("sofa")
    assert not (tmp_path / "out" / "sofa.blend").exists()
    haven.asked.clear()
    get("sofa")
    assert ("/dl/Sofa_01.blend", "bytes=100000-") in haven.asked
    assert (tmp_path / "out" / "sofa.blend").read_bytes() == BLEND


def test_a_server_that_cannot_resume_sends_all_again(haven: Haven, get: Any, tmp_path: Path) -> None:
    haven.ranges, haven.cut_after["Sofa_01.blend"] = False, [70_000]
    get("sofa")
    assert (tmp_path / "out" / "sofa.blend").read_bytes() == BLEND


def test_a_wrong_checksum_is_refused(haven: Haven, get: Any, tmp_path: Path) -> None:
    haven.lies.add("Sofa_01.blend")
    with pytest.raises(
        AssetError, match=r"asset 'sofa': .*Sofa_01\.blend: its content is not what was published"
    ):
        get("sofa", "chair")
    assert not (tmp_path / "out" / "sofa.blend").exists()
    assert (tmp_path / "out" / "chair.blend").is_file()
    assert not list((tmp_path / "cache").glob("*.part"))


def test_a_damaged_cache_entry_is_fetched_again(haven: Haven, get: Any, tmp_path: Path) -> None:
    get("chair")
    for kept in (tmp_path / "cache").iterdir():
        if not kept.name.endswith(".json"):
            kept.write_bytes(b"damaged")
    get("chair")
    assert (tmp_path / "out" / "chair.blend").read_bytes() == b"chair" * 99


@pytest.mark.parametrize(
    "path", ["../evil.jpg", "/etc/evil.jpg", "a/../../evil.jpg", "..\\evil.jpg", "C:evil.jpg"]
)
def test_paths_stay_inside_the_folder(haven: Haven, get: Any, tmp_path: Path, path: str) -> None:
    haven.includes = {path: "wood.jpg"}
    with pytest.raises(AssetError, match="outside the asset folder; refused"):
        get("sofa")
    assert not list(tmp_path.rglob("*evil*")) and not (tmp_path / "out").exists()


def test_offline_works_from_the_cache_and_says_so(get: Any, tmp_path: Path) -> None:
    get("sofa")
    (tmp_path / "out" / "sofa.blend").unlink()
    assert get("sofa", api=NOWHERE).offline
    assert (tmp_path / "out" / "sofa.blend").read_bytes() == BLEND
    with pytest.raises(AssetError, match=r"asset 'chair': .*cannot be reached .*never fetched before"):
        get("chair", api=NOWHERE)


def test_all_faults_together(haven: Haven, get: Any) -> None:
    with pytest.raises(AssetError) as caught:
        get("tv_stand", "sofas", "sofa", resolution="16k")
    stand, unknown, resolution = caught.value.faults
    assert "ClassicConsole_01: the server answers 404" in stand
    assert "asset 'sofas' is not in the catalogue; did you mean 'sofa'?" in unknown
    assert "Poly Haven has no resolution '16k'; did you mean '1k'?" in resolution


def test_more_bytes_than_published_are_refused(haven: Haven, tmp_path: Path) -> None:
    file = RemoteFile("wood.jpg", f"{haven.url}/dl/wood.jpg", 100, "0" * 32)
    with pytest.raises(AssetError, match="sends more than the 100 bytes published"):
        fetch_file(file, tmp_path, lambda count: None)
    assert list(tmp_path.iterdir()) == []


def test_only_web_addresses(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("x")
    file = RemoteFile("a", f"file://{tmp_path}/secret", 1, "0" * 32)
    with pytest.raises(AssetError, match="only http and https"):
        fetch_file(file, tmp_path / "cache", lambda count: None)


def test_unreachable(tmp_path: Path) -> None:
    with pytest.raises(Offline):
        fetch_file(RemoteFile("a", f"{NOWHERE}/a", 1, "0" * 32), tmp_path, lambda count: None)


@pytest.mark.parametrize(
    "answer", [{}, [], {"blend": {"1k": {}}}, {"blend": {"1k": {"blend": {"url": "x"}}}}]
)
def test_an_answer_of_another_shape(answer: Any) -> None:
    with pytest.raises(AssetError, match="another shape"):
        list_files(answer, "a.blend", "1k", "a")


def test_an_enormous_file_is_refused() -> None:
    facts = {"url": "http://x", "size": polyhaven.MAX_FILE_BYTES + 1, "md5": "0" * 32}
    with pytest.raises(AssetError, match="refused"):
        list_files({"blend": {"1k": {"blend": facts}}}, "a.blend", "1k", "a")
