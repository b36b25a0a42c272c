"""How bright and how steep a picture is shown: exposure and gamma, chosen on a small linear render."""

import os
import tempfile
from dataclasses import dataclass

import bpy
import numpy

from solver.blender.render import render_still, set_file_format

PROBE_PX, PROBE_SAMPLES = 128, 12  # longer side
LUMINANCE = (0.2126, 0.7152, 0.0722)
TARGET_MEAN = 0.5  # of display luminance, 0 ... 1
# Blown out is what lies above WHITE; a full picture has a little more of it than the probe, and 1 % is the
# most. The darkest per cent stays above DARK: 0.02 is asked for, and small black parts are lost in the probe.
WHITE, MOST_CLIPPED, DARK = 0.98, 0.006, 0.034
# Standard deviation of grey values of 255: 45 is asked for, and a probe has about one less than its picture.
# What makes a picture steeper stops above that; what saves its darkest per cent may go down to it.
SPREAD, LEAST_SPREAD = 46.0, 45.0
# Tried from 1 downwards where a picture is flat (dark tones spread, light ones stay), upwards where black
# furniture would be shown as a hole. Both ends are still natural on pictures of all four styles.
GAMMAS = (0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.1, 1.25, 1.4, 1.6)
EXPOSURES, STEPS = (-6.0, 8.0), 11


@dataclass(frozen=True)
class Tone:
    """Exposure in stops and display gamma."""

    exposure: float
    gamma: float


@dataclass(frozen=True)
class Shown:
    """A picture as it would be saved: mean and darkest per cent of luminance (0 ... 1), share blown out, and
    standard deviation of grey values (0 ... 255)."""

    mean: float
    dark: float
    clipped: float
    spread: float


def choose_tone(camera, size_px):
    """The Tone in which this camera's picture has the target mean, few blown-out pixels, no black holes, and
    grey values spread wide enough; where not all can be had, in that order.

    One small render in linear light; the view transform is then applied to it with each tone tried.
    """
    scene = bpy.context.scene
    scale = PROBE_PX / max(size_px)
    kept = scene.cycles.samples, scene.render.filepath
    # Denoised where the pictures are: noise spreads grey values and makes dark ones darker.
    scene.cycles.samples = PROBE_SAMPLES
    with tempfile.TemporaryDirectory() as folder:
        linear = os.path.join(folder, "probe.exr")
        render_still(camera, [max(8, round(side * scale)) for side in size_px], linear, "OPEN_EXR")
        set_file_format("PNG")
        image = bpy.data.images.load(linear)
        tone = find_tone(image, os.path.join(folder, "shown.png"))
        bpy.data.images.remove(image)
    scene.cycles.samples, scene.render.filepath = kept
    return tone


def apply_tone(tone):
    """Show the scene in a Tone."""
    view = bpy.context.scene.view_settings
    view.exposure, view.gamma = tone.exposure, tone.gamma


def find_tone(image, path):
    """The Tone for a linear image; `path` is a file for the tries."""
    at = GAMMAS.index(1.0)
    tone, shown = expose(image, path, GAMMAS[at])
    step = -1 if shown.spread < SPREAD else 1 if shown.dark < DARK else 0
    while step and 0 <= at + step < len(GAMMAS):
        at += step
        tried, found = expose(image, path, GAMMAS[at])
        if (step < 0 and found.dark < DARK) or (step > 0 and found.spread < LEAST_SPREAD):
            break
        tone, shown = tried, found
        if shown.dark >= DARK and (step > 0 or shown.spread >= SPREAD):
            break
    apply_tone(Tone(0.0, 1.0))
    return tone


def expose(image, path, gamma):
    """(Tone, Shown) at the exposure that gives the target mean, or the most that clips few pixels."""
    low, high = EXPOSURES
    for _ in range(STEPS):
        middle = (low + high) / 2
        shown = measure_shown(image, path, Tone(middle, gamma))
        if shown.mean > TARGET_MEAN or shown.clipped > MOST_CLIPPED:
            high = middle
        else:
            low = middle
    tone = Tone(round(low, 2), gamma)
    return tone, measure_shown(image, path, tone)


def measure_shown(image, path, tone):
    """The image as it would be saved in a Tone."""
    apply_tone(tone)
    image.save_render(path, scene=bpy.context.scene)
    saved = bpy.data.images.load(path)
    saved.colorspace_settings.name = "Non-Color"
    pixels = numpy.empty(len(saved.pixels), dtype=numpy.float32)
    saved.pixels.foreach_get(pixels)
    bpy.data.images.remove(saved)
    light = pixels.reshape(-1, 4)[:, :3] @ numpy.array(LUMINANCE, dtype=numpy.float32)
    return Shown(
        mean=float(light.mean()),
        dark=float(numpy.percentile(light, 1.0)),
        clipped=float((light >= WHITE).mean()),
        spread=float(light.std()) * 255.0,
    )
