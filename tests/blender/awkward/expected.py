"""What each awkward file must measure, known by construction. Sizes in metres, [x, y, z], front -y."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Expected:
    """`size` None: the file must be refused, with each of `fault` in the message; a None in it: not known.
    `warnings`: texts that must occur in one warning each; any other warning is a failure. `options` as
    AssetOptions takes them. `within_m`: how exactly the size is known."""

    size: tuple[float | None, float | None, float | None] | None
    options: dict[str, Any] = field(default_factory=dict)
    fault: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    textures: tuple[int, int, int] | None = None  # packed, found, missing
    within_m: float = 1e-5


BOX = (0.4, 0.6, 0.8)
WIDE = (0.8, 0.6, 0.8)  # two of them side by side
HIGH = (0.4, 0.6, 1.6)  # two of them, one on top

EXPECTED: dict[str, Expected] = {
    # hierarchy and transforms
    "parent_outside_collection": Expected((0.8, 1.2, 1.6)),
    "parent_chain": Expected((0.6, 0.4, 0.8)),
    "unapplied_scale": Expected((0.8, 0.3, 1.6)),
    "negative_scale": Expected(BOX),
    "shear": Expected((3 / 2**0.5, 1.5 / 2**0.5, 1.0)),
    "shared_mesh": Expected(WIDE),
    "parent_inverse": Expected(WIDE),
    "bone_parent": Expected(HIGH),
    "delta_transform": Expected(WIDE),
    "constraint": Expected(WIDE),
    "animated": Expected(WIDE),
    "simple_driver": Expected(WIDE),
    "far_away": Expected(BOX),
    "quarter_turn": Expected((0.6, 0.4, 0.8)),
    # visibility
    "hidden_in_viewport": Expected(WIDE),
    "hidden_in_render": Expected(BOX),
    "hidden_collection": Expected(BOX),
    "excluded_collection": Expected(BOX),
    "collection_render_only": Expected(WIDE),
    "eye_closed": Expected(WIDE),
    "not_seen_by_camera": Expected(BOX),
    "boolean_cutter": Expected((0.4, 0.6, 0.8)),
    "lamps_and_cameras": Expected(BOX),
    "loose_vertex": Expected(BOX),
    "several_scenes": Expected(BOX),
    "several_view_layers": Expected(WIDE),
    "nothing": Expected(None, fault=("no geometry",)),
    "only_lamps": Expected(None, fault=("no geometry",)),
    "all_hidden": Expected(None, fault=("nothing in it renders", "Box")),
    "all_hidden_named": Expected(BOX, {"objects": ["Box"]}),
    # modifiers and shapes
    "modifier_render_only": Expected(HIGH),
    "modifier_viewport_only": Expected(BOX),
    "levels_differ": Expected((1.0, 1.0, 1.0)),
    "bevelled_curve": Expected((1.2, 0.2, 0.2)),
    "bare_curve": Expected(BOX),
    "text": Expected((None, 0.2, None)),
    "surface": Expected((1.0, 1.0, 0.0)),
    # One ball of radius 1, stiffness 2, threshold 0.6: 2 (1 - r²)³ = 0.6 at its surface.
    "metaball": Expected((2 * (1 - 0.3 ** (1 / 3)) ** 0.5,) * 3, within_m=0.01),
    "armature": Expected(HIGH),
    "shape_key": Expected(HIGH),
    "lattice": Expected((0.8, 0.6, 0.8)),
    # instances
    "collection_instance": Expected(WIDE),
    "nested_instance": Expected((1.2, 0.6, 0.8)),
    "geometry_nodes_instance": Expected(WIDE),
    "geometry_nodes_mesh": Expected((1.0, 2.0, 3.0)),
    "vertex_instances": Expected(WIDE),
    "particle_instances": Expected((1.1, 1.1, 0.1)),
    # files
    "unit_centimetres": Expected(BOX),
    "unit_tenth": Expected(BOX),
    "unit_none": Expected(BOX),
    "long_name": Expected(BOX),
    "non_ascii_ö_椅子": Expected(BOX),
    "linked_object": Expected(BOX),
    "linked_instance": Expected(WIDE),
    "linked_chain": Expected(BOX),
    "linked_missing": Expected(None, fault=("library", "parts.blend")),
    "linked_partly_missing": Expected(BOX, warnings=("parts.blend",)),
    "scripts": Expected(BOX, warnings=("driver",)),
    "compressed": Expected(BOX),
    "other_objects": Expected(BOX, {"objects": ["Box"]}),
    "other_collection": Expected(WIDE, {"collection": "Wanted"}),
    "children_come_along": Expected(HIGH, {"objects": ["Box"]}),
    "scaled": Expected((0.2, 0.3, 0.4), {"scale": 0.5}),
    "front_x": Expected((0.6, 0.4, 0.8), {"front": "+x"}),
    "fit_size": Expected((0.8, 1.2, 1.6), {"size": {"width": "0.8 m"}}),
    "yawed": Expected((0.6, 0.4, 0.8), {"yaw": 90}),
    "two_pieces": Expected(
        None, fault=("'Table' 1.200 × 0.800 × 0.700 m", "'Stool' 0.400 × 0.600 × 0.800 m")
    ),
    "two_pieces_named": Expected(BOX, {"objects": ["Stool"]}),
    "pieces_by_pattern": Expected(WIDE, {"objects": ["Seat_*"]}),
    "floor_plane": Expected(None, fault=("'Sofa' 2.000 × 0.900 × 0.800 m", "'Ground'", "objects: [Sofa]")),
    "back_wall": Expected(None, fault=("'Sofa'", "'Wall'", "objects: [Sofa]")),
    "close_but_apart": Expected(BOX),
    "marked_as_asset": Expected(BOX),
    "huge": Expected((40.0, 60.0, 80.0), warnings=("80 m",)),
    # textures
    "texture_beside": Expected(BOX, textures=(0, 1, 0)),
    "texture_packed": Expected(BOX, textures=(1, 0, 0)),
    "texture_missing": Expected(BOX, textures=(0, 0, 1), warnings=("gone.png",)),
    "texture_broken": Expected(BOX, textures=(0, 0, 1), warnings=("broken.png",)),
    "texture_chain_missing": Expected(BOX, textures=(0, 0, 1), warnings=("gone.png",)),
    "texture_group_missing": Expected(BOX, textures=(0, 0, 1), warnings=("gone.png",)),
    "texture_normal_missing": Expected(BOX, textures=(0, 1, 1), warnings=("gone_normal.png",)),
    "texture_udim": Expected(BOX, textures=(0, 1, 0)),
    "texture_udim_missing": Expected(BOX, textures=(0, 0, 1), warnings=("gone",)),
    "texture_unused": Expected(BOX, textures=(0, 0, 0)),
    "texture_linked": Expected(BOX, textures=(0, 1, 0)),
}
