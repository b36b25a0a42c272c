"""The pictures: size, light, and that they really show the saved room.

The last is told by drawing the views again, small, from room.blend (`Measured.previews`) and comparing
what is where: a picture of another room, of noise, from another camera, or made before the furniture
was moved differs in some tile of the picture. Brightness may differ between the two (a picture has its
own exposure), so the small drawing's tones are first mapped onto the delivered picture's.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter

from solver.check.case import Case
from solver.check.finding import Check, cannot_measure, judge
from solver.check.submission import RENDER, TOP_VIEW, Picture
from solver.core.measured import Preview
from solver.core.spec.scene import LEAST_TOP_PX

Grey = NDArray[np.float64]

# Display luminance 0–255. A mean of 0.15 or 0.85 is what a person calls too dark or washed out; a lit
# window is a few per cent of a picture, so a tenth at the very ends is a fault of light, not a window.
MEAN_LIMITS = (0.15, 0.85)
CLIPPED_SHARE = 0.10
BLACK, WHITE = 3, 252
# Standard deviation of grey values. 35 is the benchmark's own measure of "real materials and shadows" for
# the perspective picture; from above a plain floor fills the picture, and half of that is asked for.
LEAST_SPREAD, LEAST_SPREAD_ABOVE = 35.0, 17.5
# Two pictures of one room from different places differ far more than this everywhere.
SAME_MEAN = 4.0
# Compared on 96 columns, both blurred alike, because a small drawing has softer edges. Measured so on ten
# rooms solved at full size (three sets of furniture, five styles): tiles within 12; furniture moved by
# 300 mm or a picture older than its room: 13 to 20 and more. Pictures below 640 pixels across have few
# samples in a tile: up to 30 there.
COMPARED_PX = 96
BLUR_PX = 1.5
TILE_PX = 8
CORRELATION_LEAST = 0.9
TILE_MOST, SMALL_TILE_MOST = 15.0, 36.0
SMALL_PICTURE_PX = 640
# Mean power at 0.28–0.45 cycles a pixel against that at 0.04–0.1: a room drawn at its own size keeps a
# share of 3e-3 and more (measured on built-in and textured rooms at 4 to 64 samples, denoised); one
# enlarged twice or more with a smooth filter has less than 5e-4.
HIGH_BAND, LOW_BAND = (0.28, 0.45), (0.04, 0.10)
DETAIL_LEAST = 1e-3
# Enlarging by repeating pixels makes no step at most columns: the least place's mean step against all.
# Measured on 18 pictures enlarged 2, 2.5, 3, 4, 5, 6 and 8 times: 0.00 each. Rooms drawn at their own size:
# 0.78 to 0.98 at full size; a small top view, whose straight edges fall on few columns, down to 0.39.
REPEATS = (5, 6, 8)  # what repeats every 2, 3 or 4 columns repeats every 6 or 8 as well
EVENNESS_LEAST = 0.2


def check_pictures(case: Case) -> Iterator[Check]:
    """Sizes, exposure, difference, detail, and agreement with room.blend."""
    pictures = case.submission.pictures
    inside = [picture for name, picture in pictures.items() if picture is not None and name != TOP_VIEW]
    top = pictures[TOP_VIEW]
    for picture in inside:
        yield _check_size(picture, case.spec.render.size_px)
    if top is not None:
        yield _check_size(top, case.spec.top_size_px)
        wide, high = top.size_px
        asked = case.spec.top_size_px
        # A scene file may ask for a smaller picture, and then gets what it asks for.
        least = (min(LEAST_TOP_PX[0], asked[0]), min(LEAST_TOP_PX[1], asked[1]))
        yield judge(
            "top_view.png least size",
            wide >= least[0] and high >= least[1],
            f"{wide} x {high}",
            f"at least {least[0]} x {least[1]}",
            "top_view.png is smaller than the benchmark takes",
        )
    found = [*inside, *([top] if top is not None else [])]
    for picture in found:
        view = picture.name.removesuffix(".png")
        yield from _check_exposure(picture, _crop_to_room(case, view, picture))
        yield _check_detail(picture)
        yield _check_agreement(case, view, picture.name, picture)
    for first, second in itertools.combinations(found, 2):
        yield _check_different(first, second)


def _check_size(picture: Picture, wanted: tuple[int, int]) -> Check:
    size, limit = (f"{wide} x {high}" for wide, high in (picture.size_px, wanted))
    return judge(
        f"{picture.name} size",
        picture.size_px == wanted,
        size,
        limit,
        f"{picture.name} is {size}, not {limit}",
    )


def _crop_to_room(case: Case, name: str, picture: Picture) -> NDArray[np.uint8]:
    """The part that shows the room: what lies around it in the top view has no light to judge."""
    view = case.measured.views.get(name) if case.measured is not None else None
    if name != "top_view" or view is None or view.room_frame is None:
        return picture.grey
    left, top, right, bottom = (max(0.0, value) for value in view.room_frame)
    high, wide = picture.grey.shape
    part = picture.grey[round(top * high) : round(bottom * high), round(left * wide) : round(right * wide)]
    return part if part.size else picture.grey


def _check_exposure(picture: Picture, grey: NDArray[np.uint8]) -> Iterator[Check]:
    mean = float(grey.mean()) / 255.0
    dark, bright = float((grey <= BLACK).mean()), float((grey >= WHITE).mean())
    word = "too dark" if mean < MEAN_LIMITS[0] or dark > CLIPPED_SHARE else "blown out"
    good = MEAN_LIMITS[0] <= mean <= MEAN_LIMITS[1] and max(dark, bright) <= CLIPPED_SHARE
    found = f"mean {mean:.2f}, {dark:.1%} black, {bright:.1%} white"
    yield judge(
        f"{picture.name} exposure",
        good,
        found,
        f"mean {MEAN_LIMITS[0]} to {MEAN_LIMITS[1]}, at most {CLIPPED_SHARE:.0%} black or white",
        f"{picture.name} is {word}: {found}",
    )
    spread = float(picture.grey.std())
    least = LEAST_SPREAD_ABOVE if picture.name == TOP_VIEW else LEAST_SPREAD
    yield judge(
        f"{picture.name} contrast",
        spread > least,
        f"{spread:.1f}",
        f"above {least:g}",
        f"{picture.name} is nearly flat: its grey values spread by {spread:.1f} of 255",
    )


def _check_detail(picture: Picture) -> Check:
    detail, evenness = measure_detail(picture.grey), measure_evenness(picture.grey)
    return judge(
        f"{picture.name} detail",
        detail >= DETAIL_LEAST and evenness >= EVENNESS_LEAST,
        f"{detail:.1e}, evenness {evenness:.2f}",
        f"at least {DETAIL_LEAST:g}, evenness {EVENNESS_LEAST:g}",
        f"{picture.name} has no detail of its own size: it was enlarged from a smaller picture",
    )


def measure_detail(grey: NDArray[np.uint8]) -> float:
    """Mean power of the finest structure relative to that of coarse structure; 0 for a flat picture."""
    high, wide = grey.shape
    values = grey.astype(np.float64) - grey.mean()
    power = np.abs(np.fft.rfft2(values * np.hanning(high)[:, None] * np.hanning(wide)[None, :])) ** 2
    pitch = np.hypot(np.fft.fftfreq(high)[:, None], np.fft.rfftfreq(wide)[None, :])
    fine = power[(pitch > HIGH_BAND[0]) & (pitch < HIGH_BAND[1])]
    coarse = power[(pitch > LOW_BAND[0]) & (pitch < LOW_BAND[1])]
    if not coarse.any():  # a picture that is too small for coarse waves has none either
        return 0.0
    return float(fine.mean() / coarse.mean())


def measure_evenness(grey: NDArray[np.uint8]) -> float:
    """How evenly steps between neighbouring columns are spread over places in groups; about 1, or 0 where
    pixels were repeated."""
    steps = np.abs(np.diff(grey.astype(np.float64), axis=1)).mean(axis=0)
    if not steps.any():
        return 0.0
    return float(min(steps[place::k].mean() / steps.mean() for k in REPEATS for place in range(k)))


def _check_agreement(case: Case, name: str, view: str, picture: Picture) -> Check:
    most = SMALL_TILE_MOST if picture.size_px[0] < SMALL_PICTURE_PX else TILE_MOST
    title, limit = f"{view} shows the room", f"correlation from {CORRELATION_LEAST}, tiles within {most:g}"
    preview = case.measured.previews.get(name) if case.measured is not None else None
    if preview is None:
        why = case.fault or "room.blend has no camera for it, or was measured without drawing it"
        return cannot_measure(title, limit, why)
    correlation, tile = compare_pictures(picture, preview)
    return judge(
        title,
        correlation >= CORRELATION_LEAST and tile <= most,
        f"correlation {correlation:.2f}, worst tile {tile:.0f}",
        limit,
        f"{view} is not a picture of room.blend as saved: drawn again from the file it looks different "
        f"(correlation {correlation:.2f}, worst tile off by {tile:.0f} of 255)",
    )


def compare_pictures(picture: Picture, preview: Preview) -> tuple[float, float]:
    """(correlation, worst tile's mean difference of 255) between a picture and the room drawn again."""
    wide, high = preview.size_px
    size = (COMPARED_PX, max(1, round(COMPARED_PX * high / wide)))
    ours = _soften(Image.frombytes("RGB", (wide, high), preview.rgb), size)
    theirs = _soften(Image.fromarray(picture.small), size)
    matched = _match_tones(ours, theirs)
    return _correlate(matched, theirs), _worst_tile(np.abs(matched - theirs))


def _soften(image: Image.Image, size: tuple[int, int]) -> Grey:
    small = image.convert("L").resize(size, Image.Resampling.BOX)
    return np.asarray(small.filter(ImageFilter.GaussianBlur(BLUR_PX)), dtype=np.float64)


def _match_tones(values: Grey, target: Grey) -> Grey:
    """`values` with the spread of tones of `target`, order kept."""
    order = np.argsort(values, axis=None, kind="stable")
    matched = np.empty(values.size)
    matched[order] = np.sort(target, axis=None)
    return matched.reshape(values.shape)


def _correlate(a: Grey, b: Grey) -> float:
    a, b = a - a.mean(), b - b.mean()
    scale = float(np.sqrt((a * a).sum() * (b * b).sum()))
    return float((a * b).sum()) / scale if scale else 0.0


def _worst_tile(difference: Grey) -> float:
    high, wide = difference.shape
    tiles = [
        float(difference[y : y + TILE_PX, x : x + TILE_PX].mean())
        for y in range(0, max(1, high - TILE_PX // 2), TILE_PX)
        for x in range(0, max(1, wide - TILE_PX // 2), TILE_PX)
    ]
    return max(tiles)


def _check_different(first: Picture, second: Picture) -> Check:
    size = (64, 64)
    a, b = (
        np.asarray(Image.fromarray(picture.small).resize(size, Image.Resampling.BOX), dtype=np.float64)
        for picture in (first, second)
    )
    difference = float(np.abs(a - b).mean())
    both = f"{first.name} and {second.name}"
    same = first.sha256 == second.sha256 or difference < SAME_MEAN
    return judge(
        "pictures differ" if (first.name, second.name) == (RENDER, TOP_VIEW) else f"{both} differ",
        not same,
        f"{difference:.1f} of 255",
        f"at least {SAME_MEAN:g}",
        f"{both} show the same picture",
    )
