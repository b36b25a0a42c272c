"""The progress bar: one line a stage with time left, on a terminal only."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn

from solver.bridge import Event


@contextmanager
def show_progress(quiet: bool) -> Iterator[Callable[[Event], None]]:
    """A listener for pipeline events. Draws bars on stderr when that is a terminal; prints notes always,
    unless quiet."""
    console = Console(stderr=True)
    if quiet:
        yield lambda event: None
        return
    if not console.is_terminal:
        yield lambda event: _print_note(console, event)
        return
    columns = (TextColumn("{task.description:<14}"), BarColumn(), TextColumn("{task.percentage:>3.0f}%"))
    with Progress(*columns, TextColumn("{task.fields[left]}"), console=console) as bars:
        yield _Bars(bars, console).show


def _print_note(console: Console, event: Event) -> None:
    if event.get("event") == "note":
        console.print(f"note: {event['text']}", markup=False, highlight=False, soft_wrap=True)


class _Bars:
    def __init__(self, bars: Progress, console: Console) -> None:
        self._bars, self._console, self._tasks = bars, console, dict[str, TaskID]()

    def show(self, event: Event) -> None:
        """Move the bar of the event's stage, or print its note."""
        _print_note(self._console, event)
        stage: Any = event.get("stage")
        if event.get("event") != "progress" or not stage:
            return
        if stage not in self._tasks:
            self._tasks[stage] = self._bars.add_task(stage, total=1.0, left="")
        self._bars.update(self._tasks[stage], completed=event["done"], left=_format_left(event.get("left_s")))


def _format_left(seconds: float | None) -> str:
    if seconds is None:
        return ""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d} left"
