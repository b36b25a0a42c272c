"""A budget of seconds for both pictures: samples chosen from a small probe of what this machine can do.

The model is seconds = start + pixels * (samples * per_sample + denoising), every term measured. Cycles'
own time limit is not used: it stops wherever the clock finds it, so no two pictures would be equal and
the denoiser would get what happens to be there. Here the clock decides once, before the pictures, on one
of a few numbers of samples; pictures of the same number are equal.
"""

import contextlib
import math
import os
import tempfile
import time

import bpy

from solver.blender.render import render_still
from solver.core.budget import Price, choose_samples, foretell_all
from solver.errors import RenderError

PROBE_PX = 240  # longer side of a probe, at most; enough pixels to keep all threads busy
PROBE_SAMPLES = 4


class Budget:
    """Seconds for both pictures, counted from the making of this object on; None is no limit."""

    def __init__(self, budget_s):
        self.budget_s, self.began_s, self.report = budget_s, time.perf_counter(), None
        self.prices = {}

    def spent_s(self):
        """Seconds since the beginning."""
        return time.perf_counter() - self.began_s

    def fit_samples(self, shots, set_stage, emit):
        """Lower the samples of the shots to what fits, in their proportion; without a limit, do nothing.

        `set_stage(shot)` is a context in which the shot can be rendered. Raises RenderError with the least
        that is possible where not even one sample a pixel fits.
        """
        if self.budget_s is None:
            return
        emit("progress", stage="budget", done=0.0, left_s=None)
        prices = [measure_price(shot, set_stage) for shot in shots]
        chosen = choose_samples(prices, [shot["samples"] for shot in shots], self.budget_s - self.spent_s())
        if chosen is None:
            raise RenderError(self.explain_least(shots, prices))
        for shot, price, samples in zip(shots, prices, chosen, strict=True):
            shot["samples"], self.prices[shot["name"]] = samples, price
        expected_s = self.spent_s() + foretell_all(prices, chosen)
        self.report = {"budget_s": self.budget_s, "samples": chosen, "expected_s": expected_s}
        counts = " and ".join(map(str, chosen))
        emit("note", text=f"budget {self.budget_s:g} s: {counts} samples a pixel, at most {expected_s:.0f} s")
        emit("progress", stage="budget", done=1.0, left_s=None)

    def fit_again(self, shot, emit):
        """Lower the samples of a shot whose turn it is, where the one before took longer than foretold."""
        if self.report is None:
            return
        left_s = self.budget_s - self.spent_s()
        chosen = choose_samples([self.prices[shot["name"]]], [shot["samples"]], left_s) or [1]
        if chosen[0] < shot["samples"]:
            emit("note", text=f"the machine is slower than its probe: {chosen[0]} samples for {shot['name']}")
            shot["samples"] = chosen[0]

    def explain_least(self, shots, prices):
        """What to do where nothing fits: the seconds that one sample a pixel takes, and the sizes."""
        least_s = self.spent_s() + foretell_all(prices, [1] * len(shots))
        sizes = " and ".join("{} x {}".format(*shot["size_px"]) for shot in shots)
        return (
            f"--budget {self.budget_s:g}s is too little on this machine: pictures of {sizes} take about "
            f"{least_s:.0f} s with one sample a pixel; give --budget {math.ceil(least_s * 1.1)}s or more, or "
            "smaller sizes in the scene file"
        )

    def settle(self, shots, emit):
        """What was chosen and what the pictures took; None without a limit."""
        if self.report is None:
            return None
        taken_s = self.spent_s()
        over_s = taken_s - self.budget_s
        late = f", {over_s:.1f} s more than that" if over_s > 0 else ""
        emit("note", text=f"budget {self.budget_s:g} s: both pictures took {taken_s:.1f} s{late}")
        samples = [shot["samples"] for shot in shots]
        return {**self.report, "samples": samples, "taken_s": taken_s}


def measure_price(shot, set_stage):
    """The Price of a shot, from three small renders: few samples, more samples, and denoised."""
    scale = min(1.0, PROBE_PX / max(shot["size_px"]))
    size = [max(8, round(side * scale)) for side in shot["size_px"]]
    grown = shot["size_px"][0] * shot["size_px"][1] / (size[0] * size[1])
    with set_stage(shot), tempfile.TemporaryDirectory() as folder, kept_sampling() as cycles:
        denoise, path = cycles.use_denoising, os.path.join(folder, "probe.png")
        time_render(shot, size, path, 1, False)  # loads what later renders find loaded
        one = time_render(shot, size, path, 1, False)
        more = time_render(shot, size, path, 1 + PROBE_SAMPLES, False)
        denoised = time_render(shot, size, path, 1, True) if denoise else one
    sample = max(0.0, more - one) / PROBE_SAMPLES
    return Price(max(0.0, one - sample), sample * grown, max(0.0, denoised - one) * grown)


def time_render(shot, size, path, samples, denoise):
    """Seconds of one render."""
    cycles = bpy.context.scene.cycles
    cycles.samples, cycles.use_denoising = samples, denoise
    began = time.perf_counter()
    render_still(shot["camera"], size, path)
    return time.perf_counter() - began


@contextlib.contextmanager
def kept_sampling():
    """Samples and denoising as they were, afterwards."""
    cycles = bpy.context.scene.cycles
    kept = cycles.samples, cycles.use_denoising, cycles.use_adaptive_sampling
    cycles.use_adaptive_sampling = False
    try:
        yield cycles
    finally:
        cycles.samples, cycles.use_denoising, cycles.use_adaptive_sampling = kept
