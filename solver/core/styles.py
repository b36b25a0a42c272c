"""Styles of the room's surfaces and light: the names that scene files, their schema and Blender share."""

from __future__ import annotations

from typing import Literal, get_args

Style = Literal["plain", "scandinavian", "classic", "dark"]
STYLES: tuple[Style, ...] = get_args(Style)
