"""The built-in furniture: modelled in code, saved as one .blend file a piece, nothing downloaded."""

from __future__ import annotations

from solver.blender.furniture.catalogue import PIECES

__all__ = ["PIECES", "build_furniture"]


def build_furniture(request, emit):
    """Write every built-in piece as `<key>.blend` into request["out_dir"]; the worker's task.

    request: {"out_dir": folder, made when missing; "keys": optional list of pieces, all when absent}.
    Returns {"files": {key: path}}. Each file appears whole or not at all. Raises OutputError when the
    folder cannot be written.
    """
    # here and not above: modelling is plain numbers and needs no Blender
    from solver.blender.furniture.save import save_piece

    keys = request.get("keys") or list(PIECES)
    files = {}
    for number, key in enumerate(keys, start=1):
        files[key] = str(save_piece(key, PIECES[key](), request["out_dir"]))
        emit("progress", stage="furniture", done=number, total=len(keys), detail=key)
    return {"files": files}
