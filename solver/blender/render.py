"""Cycles: settings, and one picture of a camera."""

import os
import re

import bpy

from solver.blender.session import has_denoiser, set_if_present
from solver.errors import RenderError

NO_DENOISER_FACTOR = 4  # samples for the same look without a denoiser: noise falls with their root
GPU_KINDS = ("OPTIX", "CUDA", "HIP", "METAL", "ONEAPI")
# Filmic is in every version from 3.4 on, so that all of them give the same picture.
VIEW_TRANSFORM, VIEW_LOOK = "Filmic", "Very High Contrast"


def set_up_cycles(plan, emit):
    """Every setting that decides the look, set in full: no default of a version shows through.

    docs/render-study.md has the measurements behind them.
    """
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    cycles = scene.cycles
    cycles.device = "GPU" if enable_gpu(emit) else "CPU"
    cycles.samples, cycles.seed = plan["samples"], 0
    cycles.use_adaptive_sampling, cycles.adaptive_threshold = True, 0.02
    cycles.adaptive_min_samples = 0
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces = 8, 4, 3
    cycles.transmission_bounces, cycles.transparent_max_bounces = 4, 8
    # Without caustics the room is a quarter of a percent too dark, and the denoised picture further off.
    cycles.caustics_reflective = cycles.caustics_refractive = True
    cycles.sample_clamp_indirect, cycles.blur_glossy = 6.0, 1.0
    # For the few lights of a room the tree costs a fifth of a sample's time and a quarter more variance.
    set_if_present(cycles, use_light_tree=False, use_fast_gi=False)
    set_up_denoiser(plan, emit)
    set_up_colour(scene)
    scene.render.resolution_percentage, scene.render.use_border = 100, False
    scene.render.use_stamp, scene.render.dither_intensity = False, 0.0
    scene.render.film_transparent, scene.render.use_persistent_data = False, False


def set_up_denoiser(plan, emit):
    """OpenImageDenoise where the build has it; otherwise more samples, and a line saying so."""
    cycles = bpy.context.scene.cycles
    available = has_denoiser()
    cycles.use_denoising = bool(plan["denoise"] and available)
    if available:
        cycles.denoising_input_passes = "RGB_ALBEDO_NORMAL"
        # Prefiltering costs as much as two samples, which do more for the picture.
        set_if_present(cycles, denoising_prefilter="NONE", denoising_quality="HIGH")
    elif plan["denoise"]:
        cycles.samples = plan["samples"] * NO_DENOISER_FACTOR
        emit(
            "note",
            text=f"this Blender has no denoiser: {cycles.samples} samples instead of {plan['samples']}",
        )


def set_up_colour(scene):
    """sRGB through Filmic, not yet exposed: `tone.apply_tone` does that for each picture."""
    scene.display_settings.display_device = "sRGB"
    scene.view_settings.view_transform = VIEW_TRANSFORM
    scene.view_settings.look = VIEW_LOOK
    scene.view_settings.exposure, scene.view_settings.gamma = 0.0, 1.0
    scene.view_settings.use_curve_mapping = False


def enable_gpu(emit):
    """Switch on the first kind of GPU that this build finds; False when there is none."""
    cycles = bpy.context.preferences.addons["cycles"].preferences
    for kind in GPU_KINDS:
        try:
            cycles.compute_device_type = kind
        except TypeError:
            continue
        cycles.get_devices_for_type(kind)
        devices = [device for device in cycles.devices if device.type == kind]
        if devices:
            for device in cycles.devices:
                device.use = device.type == kind
            emit("note", text=f"rendering on {', '.join(device.name for device in devices)}")
            return True
    return False


def render_still(camera, size_px, path, file_format="PNG"):
    """Render what `camera` sees into exactly `path`. Raises RenderError when no file comes out."""
    scene = bpy.context.scene
    scene.camera = camera
    scene.render.resolution_x, scene.render.resolution_y = size_px
    set_file_format(file_format)
    scene.render.filepath = str(path)
    scene.render.use_file_extension = False
    try:
        bpy.ops.render.render(write_still=True)
    except RuntimeError as error:
        raise RenderError(f"Blender could not render {os.path.basename(path)}: {error}") from error
    if not os.path.isfile(path):
        raise RenderError(f"Blender wrote no {os.path.basename(path)}; is the disk full?")


def set_file_format(name):
    """PNG with 8 bits a channel, or OPEN_EXR with 16; the depth must follow the format."""
    settings = bpy.context.scene.render.image_settings
    settings.file_format = name
    settings.color_mode, settings.color_depth = "RGB", "8" if name == "PNG" else "16"


class RenderProgress:
    """Reports a render's share done and seconds left, read from Blender's own status line."""

    SAMPLE = re.compile(r"Sample (\d+)/(\d+)")
    LEFT = re.compile(r"Remaining:\s*(?:(\d+):)?(\d+):(\d+(?:\.\d+)?)")

    def __init__(self, emit, stage):
        self.emit, self.stage, self.shown = emit, stage, -1.0

    def __call__(self, *arguments):
        text = next((argument for argument in arguments if isinstance(argument, str)), "")
        sample, left = self.SAMPLE.search(text), self.LEFT.search(text)
        if not sample:
            return
        done = int(sample[1]) / max(1, int(sample[2]))
        if done < self.shown + 0.01:
            return
        self.shown = done
        seconds = None
        if left:
            hours, minutes, rest = left.groups()
            seconds = int(hours or 0) * 3600 + int(minutes) * 60 + float(rest)
        self.emit("progress", stage=self.stage, done=done, left_s=seconds)

    def __enter__(self):
        self.emit("progress", stage=self.stage, done=0.0, left_s=None)
        bpy.app.handlers.render_stats.append(self)
        return self

    def __exit__(self, *error):
        bpy.app.handlers.render_stats.remove(self)
