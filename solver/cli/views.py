"""The chosen views in words and numbers."""

from __future__ import annotations

from typing import Any


def format_views(views: list[dict[str, Any]]) -> str:
    """All views, one after the other."""
    return "\n".join(map(format_view, views))


def format_view(view: dict[str, Any]) -> str:
    """Where the picture is taken from, what it shows of the room, and the pieces it shows least of."""
    x, y, z = view["location"]
    place = "inside" if view["kind"] == "inside" else "outside, the room cut away"
    parts = view["parts"]
    walls = sum(share for kind, share in parts.items() if kind.startswith("wall"))
    lines = [
        f"view: {place}, at x {x:.2f} y {y:.2f} z {z:.2f} m, {view['lens_mm']} mm lens, heading "
        f"{view['heading_deg'] % 360.0:.0f} deg, level; nearest piece {view['nearest_piece_m']:.2f} m; "
        f"score {view['score']:.2f}, best of {view['candidates']}",
        f"      floor {parts.get('floor', 0.0):.0%}, walls {walls:.0%}, ceiling "
        f"{parts.get('ceiling', 0.0):.0%} of the picture; {view['aisle']:.0%} of the walkable floor",
    ]
    for title, key in (("seen least", "shares"), ("least in frame", "framed"), ("smallest", "areas")):
        if view[key]:
            name = min(view[key], key=lambda piece: view[key][piece])
            lines.append(f"      {title}: {name}, {view[key][name]:.{2 if key == 'areas' else 0}%}")
    if view["hidden"]:
        void = parts.get("", 0.0)
        lines.append(f"      unlit backs {view['dark']:.0%}, around the room {void:.0%} of the picture")
        lines.append(f"      taken away for the camera: {', '.join(view['hidden'])}")
    return "\n".join(lines)
