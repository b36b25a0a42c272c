"""The command line: parses, prints and exits. The only package that does.

One module a family of commands; each registers its functions on `app` when imported.
"""

from __future__ import annotations

import signal
import sys
import traceback

import typer

from solver.errors import EXIT_BAD_INPUT, EXIT_BUG, SolverError

app = typer.Typer(
    name="scene-solver",
    help="Build a furnished room in Blender that provably keeps every rule, and check it again from disk.",
    epilog="Exit codes: 0 good, 1 a check failed, 2 bad input, 3 the scene cannot be kept, 4 out of time.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

EXIT_STOPPED = 130


def main(arguments: list[str] | None = None) -> None:
    """Run one command and exit with its code; every error is one clear message on stderr."""
    # Imported here, not above: each family registers on the app that this module defines first.
    from solver.cli import families

    families.register(app)
    # A terminated run cleans up like an interrupted one.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    sys.exit(run_command(arguments))


def run_command(arguments: list[str] | None) -> int:
    """Run one command and return its exit code; prints errors on stderr."""
    try:
        result = app(args=arguments, prog_name="scene-solver", standalone_mode=False)
    except SolverError as error:
        for fault in error.faults:
            print_error(fault)
        return error.exit_code
    except typer.Exit as stop:
        return stop.exit_code
    except KeyboardInterrupt:
        print_error("stopped; nothing was written")
        return EXIT_STOPPED
    except BrokenPipeError:
        return EXIT_STOPPED
    except Exception as error:
        return _explain_exception(error)
    if result == EXIT_STOPPED:  # typer turns Ctrl-C into this code without a word
        print_error("stopped; nothing was written")
    return result if isinstance(result, int) else 0


def print_error(message: str) -> None:
    """One error message on stderr."""
    print(f"scene-solver: {message}", file=sys.stderr)  # noqa: T201


def _explain_exception(error: Exception) -> int:
    format_message = getattr(error, "format_message", None)
    if format_message is not None:  # click's own usage errors
        command = getattr(getattr(error, "ctx", None), "command_path", "scene-solver")
        print_error(f"{format_message()}\nTry: {command} --help")
        return EXIT_BAD_INPUT
    if type(error).__name__ == "Abort":
        print_error("stopped; nothing was written")
        return EXIT_STOPPED
    traceback.print_exc()
    print_error(f"a fault of scene-solver itself, please report it: {type(error).__name__}: {error}")
    return EXIT_BUG


__all__ = ["app", "main", "print_error", "run_command"]
