"""The output folder: deliverables appear whole or not at all, other files there are left alone.

Everything is written to a staging folder inside the target. One rename marks it complete; then the
files are moved into place. A kill before that rename leaves the earlier outputs untouched; a kill
after it is finished by the next run that touches the folder (`recover_output`).
"""

from __future__ import annotations

import errno
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from solver.core.views import MOST_VIEWS, list_more, name_picture
from solver.errors import OutputError

BLEND, LAYOUT = "room.blend", "layout.csv"
DELIVERABLES = (BLEND, "render.png", "top_view.png", LAYOUT)
FURTHER = tuple(map(name_picture, list_more(MOST_VIEWS)))  # of scenes that ask for more views
ANNOTATED = "top_view_annotated.png"  # a plan drawn over a copy of the top view, for whoever asked for it
CERTIFICATE = "certificate.json"  # written by layout
SCENE_FILE = "scene.yaml"  # written by repair, which changes it
STAGING_PREFIX = ".scene-solver-staging-"
READY = ".scene-solver-ready"


def prepare_output(folder: Path, *, create_parents: bool) -> Path:
    """Make sure that `folder` exists and can be written; returns its absolute path.

    The folder itself is made where its parent exists. Raises OutputError with what to do.
    """
    folder = folder.absolute()
    if folder.exists() and not folder.is_dir():
        raise OutputError(f"{folder}: is a file, not a folder; give another --out")
    if not folder.exists() and not folder.parent.is_dir() and not create_parents:
        raise OutputError(f"{folder}: no such folder, nor {folder.parent}; make it with: mkdir -p {folder}")
    try:
        folder.mkdir(parents=create_parents, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise OutputError(f"{folder}: cannot be written: {error.strerror}; give another --out") from None
    for name in (*DELIVERABLES, *FURTHER):
        if (folder / name).is_dir():
            raise OutputError(f"{folder / name}: is a folder where a file must go; move it away")
    recover_output(folder)
    return folder


@contextmanager
def claim_output(folder: Path, *, create_parents: bool) -> Iterator[Path]:
    """As `prepare_output`, for the length of a run: folders that it made and left empty are gone after it."""
    folder = folder.absolute()
    missing = [path for path in (folder, *folder.parents) if not path.exists()]
    try:
        yield prepare_output(folder, create_parents=create_parents)
    finally:
        for path in missing:
            try:
                path.rmdir()  # refuses whatever is not empty
            except OSError:
                break


def prepare_repair(folder: Path, scene: Path | None) -> Path:
    """As `prepare_output`, for a folder that must hold a solved room already, and a scene file that will be
    rewritten."""
    if not folder.is_dir():
        raise OutputError(f"{folder}: no such folder")
    if (folder / SCENE_FILE).is_dir():
        raise OutputError(f"{folder / SCENE_FILE}: is a folder where a file must go; move it away")
    if scene is not None and scene.is_file() and not os.access(scene.resolve().parent, os.W_OK):
        raise OutputError(f"{scene}: its folder cannot be written, so the pins cannot be put into it")
    folder = prepare_output(folder, create_parents=False)
    if not (folder / BLEND).exists() and (folder / CERTIFICATE).is_file():
        raise OutputError(
            f"{folder}: has a layout, but no {BLEND}, which keeps the scene file and the places that repair "
            f"goes by; make the room with: scene-solver solve SCENE --out {folder}; or write what shall stay "
            "into the scene file, as pin: {piece: NAME, at: [X, Y]}, and run layout again"
        )
    return folder


@contextmanager
def stage_output(folder: Path) -> Iterator[Path]:
    """A staging folder inside `folder`, removed in the end whatever happens; publish it before that."""
    remove_stale_staging(folder)
    staging = Path(tempfile.mkdtemp(prefix=f"{STAGING_PREFIX}{os.getpid()}-", dir=folder))
    try:
        yield staging
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise OutputError(f"{folder}: the disk is full; nothing was changed") from None
        raise
    finally:
        shutil.rmtree(staging, ignore_errors=True)


def publish_output(staging: Path, folder: Path) -> None:
    """Put a complete staging folder's files into place, all or none."""
    missing = [name for name in DELIVERABLES if not (staging / name).is_file()]
    if missing:
        raise OutputError(f"{folder}: {', '.join(missing)} was not written; nothing was changed")
    for path in staging.iterdir():
        with path.open("rb") as file:
            os.fsync(file.fileno())
    made = {path.name for path in staging.iterdir()}
    staging.rename(folder / READY)
    recover_output(folder)
    for name in FURTHER:
        if name not in made and (folder / name).is_file():
            (folder / name).unlink()  # of an earlier room with more views


def recover_output(folder: Path) -> None:
    """Finish a publication that was cut off after its commit point; does nothing otherwise."""
    ready = folder / READY
    if not ready.is_dir():
        return
    for path in sorted(ready.iterdir()):
        path.replace(folder / path.name)
    ready.rmdir()


def remove_stale_staging(folder: Path) -> None:
    """Remove what killed runs left behind: staging folders whose process is gone."""
    for path in folder.glob(f"{STAGING_PREFIX}*"):
        owner = path.name.removeprefix(STAGING_PREFIX).split("-")[0]
        if owner.isdigit() and not Path(f"/proc/{owner}").exists():
            shutil.rmtree(path, ignore_errors=True)


def replace_text(path: Path, text: str) -> None:
    """Put new text in a file's place at once, so that it is never there in part."""
    path = path.resolve()
    new = path.with_name(f"{path.name}.scene-solver-new")
    try:
        new.write_bytes(text.encode())
        new.replace(path)
    except OSError as error:
        new.unlink(missing_ok=True)
        raise OutputError(f"{path}: cannot be written: {error.strerror or error}") from None


def list_output(folder: Path) -> list[tuple[str, int]]:
    """(name, bytes) of the deliverables, further pictures and the annotated plan in `folder`."""
    names = (*DELIVERABLES, *FURTHER, ANNOTATED)
    return [(name, (folder / name).stat().st_size) for name in names if (folder / name).is_file()]
