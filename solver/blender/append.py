"""The task `clean_assets`: furniture files to clean one-object files, one after the other."""

import traceback

from solver.blender.assets.clean import clean_asset
from solver.blender.session import start_empty_scene
from solver.errors import AssetError


def clean_assets(request, emit):
    """{"assets": [{"key", "file", "clean", "options"}]} -> {"count"}.

    Writes each file `clean`. Answers come as events, so that a crash loses none: "asset" before a file
    is opened, then "piece" with its facts or "fault" with its faults. One bad file does not stop the
    next.
    """
    start_empty_scene()
    for asset in request["assets"]:
        emit("asset", key=asset["key"])
        try:
            facts = clean_asset(asset["file"], asset["clean"], asset["options"])
            emit("piece", key=asset["key"], facts=facts)
        except AssetError as error:
            emit("fault", key=asset["key"], faults=list(error.faults))
            start_empty_scene()
        except Exception as error:
            # A stranger's file may break any assumption; it must not take the others with it.
            traceback.print_exc()
            fault = f"{asset['file']}: cannot be imported ({type(error).__name__}: {error})"
            emit("fault", key=asset["key"], faults=[f"{fault}; save it again with a newer Blender"])
            start_empty_scene()
    return {"count": len(request["assets"])}
