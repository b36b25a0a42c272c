"""The tables and the plot of docs/render-study.md, from the renders that bench/render.py has kept."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from solver.packages import ROOT

STUDY = ROOT / "docs" / "render-study.md"
PLOT = ROOT / "docs" / "render-study.svg"
WIDE, HIGH, EDGE = 560, 340, 56  # of the plot, in its own units

Pixels = NDArray[np.float32]


@dataclass(frozen=True)
class Measured:
    """One line of the study: processor seconds (least of its renders), mean RMSE and FLIP, 0 to 1."""

    seconds: float
    rmse: float
    flip: float


def read_pixels(path: Path) -> Pixels:
    """Height x width x 3, display values 0 to 1."""
    with Image.open(path) as image:
        return np.asarray(image.convert("RGB"), dtype=np.float32) / 255.0


def measure_line(names: Sequence[str], reference: str, folder: Path) -> Measured:
    """What the renders `names` cost and how far they are from the render `reference`."""
    errors = [measure_error(reference, name, folder) for name in names]
    times = [json.loads((folder / f"{name}.json").read_text())["cpu_s"] for name in names]
    rmse, flip = np.mean(errors, axis=0)
    return Measured(min(times), float(rmse), float(flip))


def measure_error(reference: str, name: str, folder: Path) -> tuple[float, float]:
    """(RMSE, FLIP) of one picture against another."""
    from flip_evaluator import evaluate

    truth, picture = (read_pixels(folder / f"{each}.png") for each in (reference, name))
    return float(np.sqrt(np.mean((picture - truth) ** 2))), float(evaluate(truth, picture, "LDR")[1])


def write_study(
    lines: Mapping[str, Sequence[str]], changes: Sequence[str], curve: Sequence[int], folder: Path
) -> str:
    """Write the study's tables into docs/render-study.md and its plot beside it; returns the tables.

    `lines`: the renders of each line of the study, by name; `changes`: lines with one setting changed;
    `curve`: samples of the lines "plain N" and "ours N".
    """
    textured = {
        name: measure_line(names, "reference", folder)
        for name, names in lines.items()
        if not name.startswith("flat ")
    }
    flat = {
        name: measure_line(names, "flat_reference", folder)
        for name, names in lines.items()
        if name.startswith("flat ")
    }
    for name in ("ours 16", "plain 16"):
        flat[f"textured {name}"] = measure_line(lines[name], "textured_reference", folder)
    tables = {
        "compared": format_compared(textured, measure_error("half1", "half2", folder)),
        "curve": format_curve(textured, curve),
        "changes": format_changes(textured, changes),
        "flat": format_flat(flat),
    }
    text = STUDY.read_text(encoding="utf-8")
    for name, table in tables.items():
        text = replace_part(text, name, table)
    STUDY.write_text(text, encoding="utf-8")
    PLOT.write_text(draw_plot(textured, curve), encoding="utf-8")
    return "\n\n".join(tables.values())


def replace_part(text: str, name: str, part: str) -> str:
    """The document with what stands between the two marks of `name` replaced."""
    begin, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
    before, _, rest = text.partition(begin)
    _, _, after = rest.partition(end)
    return f"{before}{begin}\n{part}\n{end}{after}"


def format_rows(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table in Markdown, its first column to the left."""
    marks = ["---", *["---:"] * (len(head) - 1)]
    return "\n".join("| " + " | ".join(row) + " |" for row in (head, marks, *rows))


def format_compared(found: Mapping[str, Measured], noise: tuple[float, float]) -> str:
    """Qualities, factory settings and BlenderProc's defaults, with ratios to the factory's; `noise` is the
    reference's own, as RMSE and FLIP between its halves."""
    factory, other = found["factory"], found["blenderproc"]
    names = {
        "factory": "Blender's factory settings (4,096 samples, 0.01, denoised)",
        "blenderproc": "BlenderProc's defaults (1,024 samples, 0.01, denoised)",
        "standard": "standard",
        "draft": "draft",
    }
    rows = []
    for name, text in names.items():
        line = found[name]
        rows.append([
            text, f"{line.seconds:.1f}", f"{line.rmse:.4f}", f"{line.flip:.4f}",
            f"1/{factory.seconds / line.seconds:.1f}", f"1/{other.seconds / line.seconds:.1f}",
            f"{line.flip / factory.flip:.2f}",
        ])  # fmt: skip
    halves = "the reference's two halves against each other"
    rows.append([halves, "", *(f"{error:.4f}" for error in noise), "", "", ""])
    head = (
        "setting",
        "processor s",
        "RMSE",
        "FLIP",
        "time / factory",
        "time / BlenderProc",
        "FLIP / factory",
    )
    return format_rows(head, rows)


def format_curve(found: Mapping[str, Measured], curve: Sequence[int]) -> str:
    """Fewer samples with everything else as shipped, against the project's settings."""
    rows = []
    for count in curve:
        plain, ours = found[f"plain {count}"], found[f"ours {count}"]
        rows.append([
            str(count), f"{plain.seconds:.2f}", f"{ours.seconds:.2f}", f"{plain.rmse:.4f}",
            f"{ours.rmse:.4f}", f"{plain.flip:.4f}", f"{ours.flip:.4f}",
        ])  # fmt: skip
    head = ("samples", "plain s", "ours s", "plain RMSE", "ours RMSE", "plain FLIP", "ours FLIP")
    return format_rows(head, rows)


def format_changes(found: Mapping[str, Measured], changes: Sequence[str]) -> str:
    """One setting changed, at 16 samples, best first."""
    lines = {"as chosen": found["ours 16"], **{name: found[name] for name in changes}}
    ordered = sorted(lines.items(), key=lambda pair: pair[1].flip)
    rows = [[name, f"{m.seconds:.2f}", f"{m.rmse:.4f}", f"{m.flip:.4f}"] for name, m in ordered]
    return format_rows(("16 samples, denoised", "processor s", "RMSE", "FLIP"), rows)


def format_flat(found: Mapping[str, Measured]) -> str:
    """The same 16 samples on the room with and without its textures."""
    rows = []
    for base, name in (("ours", "ours, 16 samples"), ("factory", "plain, 16 samples")):
        with_textures = found["textured ours 16" if base == "ours" else "textured plain 16"]
        without = found[f"flat {base}"]
        rows.append([
            name, f"{with_textures.seconds:.2f}", f"{without.seconds:.2f}", f"{with_textures.rmse:.4f}",
            f"{without.rmse:.4f}", f"{with_textures.flip:.4f}", f"{without.flip:.4f}",
        ])  # fmt: skip
    head = ("setting", "textured s", "flat s", "textured RMSE", "flat RMSE", "textured FLIP", "flat FLIP")
    return format_rows(head, rows)


def draw_plot(found: Mapping[str, Measured], curve: Sequence[int]) -> str:
    """Seconds against FLIP, both logarithmic, as SVG."""
    series = {
        "plain": ("#b5523b", [found[f"plain {count}"] for count in curve]),
        "ours": ("#2f6f9f", [found[f"ours {count}"] for count in curve]),
    }
    single = {"factory": found["factory"], "BlenderProc": found["blenderproc"]}
    everything = [*series["plain"][1], *series["ours"][1], *single.values()]
    xs, ys = (
        Axis([m.seconds for m in everything], EDGE, WIDE - 20),
        Axis([m.flip for m in everything], HIGH - 40, 20),
    )
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" font-family="sans-serif" '
        'font-size="11">',
        f'<rect width="{WIDE}" height="{HIGH}" fill="#fff"/>',
    ]
    parts += draw_grid(xs, ys)
    for name, (colour, points) in series.items():
        places = [(xs.place(m.seconds), ys.place(m.flip)) for m in points]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        side = -9 if name == "ours" else 17
        for count, (x, y) in zip(curve, places, strict=True):
            parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>')
            parts.append(
                f'<text x="{x:.1f}" y="{y + side:.1f}" fill="{colour}" text-anchor="middle">'
                f"{name} {count}</text>"
            )
    for name, m in single.items():
        x, y = xs.place(m.seconds), ys.place(m.flip)
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="#333"/>')
        parts.append(f'<text x="{x - 7:.1f}" y="{y + 4:.1f}" text-anchor="end" fill="#333">{name}</text>')
    return "\n".join([*parts, "</svg>", ""])


class Axis:
    """A logarithmic axis over `values`, from `low` to `high` in the plot's units."""

    def __init__(self, values: Sequence[float], low: float, high: float) -> None:
        self.least, self.most = min(values) / 1.15, max(values) * 1.15
        self.low, self.high = low, high

    def place(self, value: float) -> float:
        """Where the value stands."""
        share = math.log(value / self.least) / math.log(self.most / self.least)
        return self.low + share * (self.high - self.low)

    def list_ticks(self) -> list[float]:
        """1, 2 and 5 times the powers of ten within."""
        ticks = [digit * 10.0**power for power in range(-4, 5) for digit in (1, 2, 5)]
        return [tick for tick in ticks if self.least <= tick <= self.most]


def draw_grid(xs: Axis, ys: Axis) -> list[str]:
    """Lines and names of both axes."""
    parts = []
    for tick in xs.list_ticks():
        x = xs.place(tick)
        parts.append(f'<path d="M{x:.1f} {ys.low}V{ys.high}" stroke="#ddd"/>')
        parts.append(f'<text x="{x:.1f}" y="{ys.low + 15}" text-anchor="middle">{tick:g}</text>')
    for tick in ys.list_ticks():
        y = ys.place(tick)
        parts.append(f'<path d="M{xs.low} {y:.1f}H{xs.high}" stroke="#ddd"/>')
        parts.append(f'<text x="{xs.low - 5}" y="{y + 4:.1f}" text-anchor="end">{tick:g}</text>')
    middle = (xs.low + xs.high) / 2
    parts.append(f'<text x="{middle:.0f}" y="{ys.low + 31}" text-anchor="middle">processor seconds</text>')
    parts.append(f'<text x="12" y="{ys.high + 4}">FLIP</text>')
    return parts
