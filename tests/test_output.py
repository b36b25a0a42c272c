"""Deliverables appear whole or not at all."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from solver.errors import OutputError
from solver.output import (
    DELIVERABLES,
    READY,
    claim_output,
    list_output,
    prepare_output,
    publish_output,
    recover_output,
    remove_stale_staging,
    stage_output,
)


def fill(folder: Path, text: str) -> None:
    for name in DELIVERABLES:
        (folder / name).write_text(text)


def read(folder: Path) -> set[str]:
    return {(folder / name).read_text() for name in DELIVERABLES}


def test_publishing_replaces_all_four_and_leaves_other_files(tmp_path: Path) -> None:
    fill(tmp_path, "old")
    (tmp_path / "assets").mkdir()
    (tmp_path / "notes.txt").write_text("mine")
    with stage_output(tmp_path) as staging:
        fill(staging, "new")
        publish_output(staging, tmp_path)
    assert read(tmp_path) == {"new"}
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([*DELIVERABLES, "assets", "notes.txt"])
    assert [name for name, _ in list_output(tmp_path)] == list(DELIVERABLES)


def test_pictures_of_views_that_are_no_longer_asked_for_go_with_their_room(tmp_path: Path) -> None:
    for views, name in ((("render_2.png", "render_3.png"), "more"), (("render_2.png",), "fewer")):
        with stage_output(tmp_path) as staging:
            fill(staging, name)
            for view in views:
                (staging / view).write_text(name)
            publish_output(staging, tmp_path)
    assert [name for name, _ in list_output(tmp_path)] == [*DELIVERABLES, "render_2.png"]
    assert read(tmp_path) == {"fewer"} and (tmp_path / "render_2.png").read_text() == "fewer"
    with stage_output(tmp_path) as staging:
        fill(staging, "last")
        (tmp_path / "render_10.png").write_text("mine")
        publish_output(staging, tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([*DELIVERABLES, "render_10.png"])


def test_an_error_leaves_the_earlier_outputs(tmp_path: Path) -> None:
    fill(tmp_path, "old")
    with pytest.raises(RuntimeError), stage_output(tmp_path) as staging:
        (staging / "room.blend").write_text("half")
        raise RuntimeError
    assert read(tmp_path) == {"old"}
    assert len(list(tmp_path.iterdir())) == len(DELIVERABLES)


def test_an_incomplete_set_is_not_published(tmp_path: Path) -> None:
    fill(tmp_path, "old")
    with pytest.raises(OutputError, match=r"layout\.csv was not written"), stage_output(tmp_path) as staging:
        fill(staging, "new")
        (staging / "layout.csv").unlink()
        publish_output(staging, tmp_path)
    assert read(tmp_path) == {"old"}


def test_a_full_disk_is_named_and_changes_nothing(tmp_path: Path) -> None:
    fill(tmp_path, "old")
    with pytest.raises(OutputError, match="disk is full"), stage_output(tmp_path):
        raise OSError(errno.ENOSPC, "No space left on device")
    assert read(tmp_path) == {"old"}


def test_a_publication_cut_off_half_way_is_finished_by_the_next_run(tmp_path: Path) -> None:
    fill(tmp_path, "old")
    ready = tmp_path / READY
    ready.mkdir()
    fill(ready, "new")
    (ready / "layout.csv").replace(tmp_path / "layout.csv")  # one moved, then killed
    prepare_output(tmp_path, create_parents=False)
    assert read(tmp_path) == {"new"}
    assert not ready.exists()
    recover_output(tmp_path)  # nothing left to do


def test_what_a_killed_run_left_is_removed_but_not_a_running_one(tmp_path: Path) -> None:
    gone, running = tmp_path / ".scene-solver-staging-4194305-x", tmp_path / ".scene-solver-staging-1-x"
    gone.mkdir()
    running.mkdir()
    remove_stale_staging(tmp_path)
    assert not gone.exists()
    assert running.exists()


def test_a_folder_that_does_not_exist_is_made_only_below_one_that_does(tmp_path: Path) -> None:
    assert prepare_output(tmp_path / "new", create_parents=False).is_dir()
    with pytest.raises(OutputError, match="mkdir -p"):
        prepare_output(tmp_path / "no" / "such", create_parents=False)
    assert not (tmp_path / "no").exists()
    assert prepare_output(tmp_path / "no" / "such", create_parents=True).is_dir()


@pytest.mark.parametrize("stop", [OutputError, KeyboardInterrupt])
def test_folders_that_a_run_made_and_left_empty_are_gone(tmp_path: Path, stop: type[BaseException]) -> None:
    deep = tmp_path / "no" / "such"
    with pytest.raises(stop), claim_output(deep, create_parents=True) as folder:
        assert folder.is_dir()
        raise stop("refused")
    assert list(tmp_path.iterdir()) == []
    deep.parent.mkdir()
    with pytest.raises(stop), claim_output(deep, create_parents=False):
        raise stop("refused")
    assert list(tmp_path.iterdir()) == [deep.parent] and not deep.exists()
    deep.mkdir()
    with pytest.raises(stop), claim_output(deep, create_parents=False):
        raise stop("refused")
    assert deep.is_dir()


def test_a_folder_with_something_written_stays(tmp_path: Path) -> None:
    with claim_output(tmp_path / "a" / "b", create_parents=True) as folder, stage_output(folder) as staging:
        fill(staging, "new")
        publish_output(staging, folder)
    assert read(tmp_path / "a" / "b") == {"new"}
    with pytest.raises(OutputError), claim_output(tmp_path / "c", create_parents=True) as folder:
        (folder / "notes.txt").write_text("mine")
        raise OutputError("refused")
    assert (tmp_path / "c" / "notes.txt").is_file()


def test_a_file_or_an_unwritable_place_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OutputError, match="is a file"):
        prepare_output(tmp_path / "file", create_parents=False)
    with pytest.raises(OutputError, match="cannot be written"):
        prepare_output(Path("/proc/scene-solver"), create_parents=False)


def test_a_folder_in_a_deliverables_place_is_refused_before_anything_is_made(tmp_path: Path) -> None:
    (tmp_path / "render.png").mkdir()
    with pytest.raises(OutputError, match="move it away"):
        prepare_output(tmp_path, create_parents=False)
