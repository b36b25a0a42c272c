"""Changes of whole files, and of pictures as files."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from PIL import Image

from solver.core.views import list_views, name_picture
from solver.grade.faults.fault import Edit, Gold

RENDER, TOP_VIEW, BLEND, LAYOUT = "render.png", "top_view.png", "room.blend", "layout.csv"


def list_files(gold: Gold) -> tuple[str, ...]:
    """The deliverables of gold's scene: four, and a picture for each further view."""
    return (*map(name_picture, list_views(gold.spec.render.views)), BLEND, LAYOUT)


def remove_files(*names: str) -> Edit:
    """Leave deliverables out."""

    def edit(folder: Path, gold: Gold) -> None:
        for name in names:
            (folder / name).unlink()

    return edit


def keep_files(*names: str) -> Edit:
    """Leave every other deliverable out."""

    def edit(folder: Path, gold: Gold) -> None:
        remove_files(*(name for name in list_files(gold) if name not in names))(folder, gold)

    return edit


def write_file(name: str, data: bytes) -> Edit:
    """Put these bytes in place of a deliverable."""
    return lambda folder, gold: replace_file(folder / name, data)


def replace_file(path: Path, data: bytes) -> None:
    """Write a new file; never through to what the old one shares its bytes with."""
    path.unlink(missing_ok=True)
    path.write_bytes(data)


def rename_file(name: str, to: str) -> Edit:
    """Call a deliverable otherwise."""

    def edit(folder: Path, gold: Gold) -> None:
        (folder / name).rename(folder / to)

    return edit


def add_file(name: str, data: bytes) -> Edit:
    """One more file in the folder."""
    return write_file(name, data)


def cut_file(name: str, share: float) -> Edit:
    """Keep only the first part of a deliverable."""

    def edit(folder: Path, gold: Gold) -> None:
        data = (folder / name).read_bytes()
        replace_file(folder / name, data[: int(len(data) * share)])

    return edit


def swap_files(first: str, second: str) -> Edit:
    """Exchange two deliverables."""

    def edit(folder: Path, gold: Gold) -> None:
        spare = folder / "spare"
        (folder / first).rename(spare)
        (folder / second).rename(folder / first)
        spare.rename(folder / second)

    return edit


def copy_file(source: str, target: str) -> Edit:
    """One deliverable twice."""

    def edit(folder: Path, gold: Gold) -> None:
        (folder / target).unlink()
        shutil.copyfile(folder / source, folder / target)

    return edit


def change_picture(name: str, change: Callable[[Image.Image], Image.Image], kind: str = "PNG") -> Edit:
    """Decode, change and encode a picture."""

    def edit(folder: Path, gold: Gold) -> None:
        with Image.open(folder / name) as image:
            changed = change(image.convert("RGB"))
        (folder / name).unlink()
        changed.save(folder / name, format=kind, compress_level=1)

    return edit
