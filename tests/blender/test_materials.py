"""Procedural materials: every one renders, in every Blender here, as the colour it is named for."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from solver.core.styles import STYLES
from tests.conftest import ROOT

pytestmark = pytest.mark.blender
FURNITURE_WORDS = [
    *("sofa", "couch", "settee", "coffee", "cocktail", "tv", "television", "console", "stand", "media"),
    *("cabinet", "dining", "table", "chair", "stool", "seat", "nightstand", "bedside", "lamp", "light"),
    "torchiere",
]


def render(python: list[str], folder: Path) -> dict[str, Any]:
    answer = folder / "swatches.json"
    script = Path(__file__).with_name("render_swatches.py")
    rest = ["--", str(answer)] if python[-1] == "-P" else [str(answer)]
    done = subprocess.run(
        [*python, str(script), *rest], cwd=ROOT, capture_output=True, text=True, timeout=240
    )
    assert answer.is_file(), done.stdout[-2000:] + done.stderr[-2000:]
    found: dict[str, Any] = json.loads(answer.read_text())
    return found


@pytest.fixture(scope="module")
def swatches(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    return render([sys.executable], tmp_path_factory.mktemp("swatches"))


def mean(swatches: dict[str, Any], name: str) -> np.ndarray:
    colour: np.ndarray = np.array(swatches["pixels"][name]).mean(axis=0)
    return colour


def test_each_material_is_made_once(swatches: dict[str, Any]) -> None:
    assert swatches["reused"]
    assert len(swatches["pixels"]) == len(swatches["names"]) + len(swatches["roles"])


def test_names_hold_no_furniture_word(swatches: dict[str, Any]) -> None:
    shell = [name.lower() for name in swatches["pixels"] if name.startswith("Shell_")]
    assert len(shell) == len(swatches["roles"])
    assert not [name for name in shell if any(word in name for word in FURNITURE_WORDS)]


def test_no_material_is_black_magenta_or_brighter_than_its_light(swatches: dict[str, Any]) -> None:
    for name, pixels in swatches["pixels"].items():
        red, green, blue = np.array(pixels).mean(axis=0)
        assert 0.005 < green <= 1.05, name
        assert not (red > 2 * green and blue > 2 * green), name


def test_woods_have_their_tones_and_grain(swatches: dict[str, Any]) -> None:
    ash, oak, walnut, black = (
        float(mean(swatches, f"Wood_{tone}")[1]) for tone in ("ash", "oak", "walnut", "black")
    )
    assert ash > 1.2 * oak > 1.2 * 1.5 * walnut > 1.2 * 1.5 * 1.5 * black
    for tone in ("ash", "oak", "walnut"):
        red, green, blue = mean(swatches, f"Wood_{tone}")
        assert red > green > blue
        assert np.array(swatches["pixels"][f"Wood_{tone}"])[:, 1].std() > 0.02 * green


def test_styles_change_the_room(swatches: dict[str, Any]) -> None:
    for role in ("floor", "wall", "trim", "rug", "curtain"):
        tones = {style: mean(swatches, f"Shell_{role}_{style}") for style in STYLES}
        assert tones["dark"].mean() < 0.6 * tones["plain"].mean(), role
        assert tones["scandinavian"].mean() > tones["classic"].mean(), role


@pytest.mark.skipif(shutil.which("blender") is None, reason="no `blender` command on this machine")
def test_a_real_blender_shows_the_same_colours(swatches: dict[str, Any], tmp_path: Path) -> None:
    other = render(["blender", "-b", "--factory-startup", "-P"], tmp_path)
    assert other["pixels"].keys() == swatches["pixels"].keys()
    for name in swatches["pixels"]:
        # 4.0 gave the Principled BSDF a new sheen and energy-conserving specular: cloth and gloss shift
        assert mean(other, name) == pytest.approx(mean(swatches, name), abs=0.05), name


def test_materials_and_lights_have_every_style() -> None:
    code = (
        "import os; from solver.blender import lights; from solver.blender.materials import shell\n"
        "print(list(shell.STYLES) == list(lights.STYLES), *shell.STYLES, flush=True); os._exit(0)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.stdout.split() == ["True", *STYLES]
