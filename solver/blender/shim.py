"""A `blender` command for machines that have only the `bpy` module: `python shim.py ARGUMENTS`.

Understands what graders use, in Blender's own order of reading: `-b [FILE]`, `--python-expr`, `-P`,
`--python-exit-code`, `-E`, `-o`, `-f`, `--`, `--version`, and switches that need nothing here. As in
Blender (tried with 3.4.1): a file that cannot be read ends with code 1 before later arguments run; a
script that raises prints its traceback and does not change the code unless `--python-exit-code` came
before it; `sys.exit(n)` gives n.
"""

import os
import sys
import traceback

IGNORED = {
    "--factory-startup", "-noaudio", "--background", "-b", "-y", "--enable-autoexec", "-Y",
    "--disable-autoexec", "--offline-mode", "--online-mode", "-nojoystick", "--quiet", "-q",
}  # fmt: skip
WITH_VALUE = {
    "--python-expr", "-P", "--python", "--python-exit-code", "-E", "--engine", "-o", "--render-output", "-f",
    "--render-frame", "-t", "--threads", "-F", "--render-format", "--log-level", "--python-text",
}  # fmt: skip


class Shim:
    """One run of the command; `run` returns the exit code."""

    def __init__(self, arguments):
        self.arguments = arguments
        self.exit_code_of_errors = 0

    def run(self):
        """Carry out every argument in order."""
        import bpy

        if {"-v", "--version"} & set(self._before_dashes()):
            say(f"Blender {bpy.app.version_string}")
            return 0
        say(f"Blender {bpy.app.version_string}")
        bpy.context.preferences.filepaths.use_scripts_auto_execute = False
        # Scripts see the command's whole line, as in Blender; most look for what follows "--".
        sys.argv = ["blender", *self.arguments]
        words = iter(self._before_dashes())
        for word in words:
            code = self._carry_out(bpy, word, next(words, None) if word in WITH_VALUE else None)
            if code is not None:
                return code
        say("\nBlender quit")
        return 0

    def _before_dashes(self):
        words = self.arguments
        return words[: words.index("--")] if "--" in words else words

    def _carry_out(self, bpy, word, value):
        """Act on one argument; an exit code ends the run."""
        if word in IGNORED:
            return None
        if word in WITH_VALUE:
            if value is None:
                say(f"Error: argument '{word}' needs a value")
                return 1
            return self._carry_out_value(bpy, word, value)
        if word.startswith("-"):
            say(f"Error: this blender command runs on the bpy module and does not know '{word}'")
            return 1
        return open_file(bpy, word)

    def _carry_out_value(self, bpy, word, value):
        render = bpy.context.scene.render
        if word == "--python-exit-code":
            self.exit_code_of_errors = int(value)
        elif word == "--python-expr":
            return self._run_script(value, "<string>", f"expr: '{value}'")
        elif word in ("-P", "--python"):
            return self._run_file(value)
        elif word in ("-E", "--engine"):
            render.engine = value
        elif word in ("-o", "--render-output"):
            render.filepath = value
        elif word in ("-F", "--render-format"):
            render.image_settings.file_format = value
        elif word in ("-f", "--render-frame"):
            render_frame(bpy, int(value))
        elif word in ("--python-text",):
            return self._run_script(bpy.data.texts[value].as_string(), value, f"text: '{value}'")
        return None

    def _run_file(self, path):
        try:
            with open(path, encoding="utf-8") as file:
                source = file.read()
        except OSError as error:
            say(f'Error: Python: OSError: Python file "{path}" could not be opened: {error.strerror}')
            return self.exit_code_of_errors or None
        return self._run_script(source, path, f"file: '{path}'")

    def _run_script(self, source, name, about):
        space = {"__name__": "__main__", "__file__": name, "__builtins__": __builtins__}
        try:
            exec(compile(source, name, "exec"), space)  # noqa: S102 - the caller's own script, as in Blender
        except SystemExit as stop:
            return exit_code(stop)
        except BaseException:
            say("Error: Python: " + traceback.format_exc())
            if self.exit_code_of_errors:
                say(f"Error: script failed, {about}, exiting.")
                return self.exit_code_of_errors
        return None


def open_file(bpy, path):
    """Open a .blend; 1 when that fails."""
    try:
        bpy.ops.wm.open_mainfile(filepath=os.path.abspath(path), load_ui=False, use_scripts=False)
    except RuntimeError as error:
        say(f"Error: Cannot read file '{path}': {str(error).strip()}\n\nBlender quit")
        return 1
    return None


def render_frame(bpy, frame):
    """Render one frame to the output path, numbered as Blender does."""
    scene = bpy.context.scene
    scene.frame_set(frame)
    stem = scene.render.filepath
    digits = "#" * max(4, stem.count("#"))
    stem = stem if "#" in stem else stem + digits
    run = "#" * stem.count("#")
    scene.render.filepath = stem.replace(run, str(frame).zfill(len(run)))
    bpy.ops.render.render(write_still=True)
    say(f"Saved: '{scene.render.filepath}'")


def exit_code(stop):
    """The process's code for a SystemExit."""
    if stop.code is None:
        return 0
    if isinstance(stop.code, int):
        return stop.code
    say(str(stop.code))
    return 1


def say(text):
    """One line on stdout."""
    sys.stdout.write(text + "\n")


if __name__ == "__main__":
    code = Shim(sys.argv[1:]).run()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)  # the module can hang in its own end (bpy 4.5)
