"""Judges what was written, from the files alone. Imports nothing of `place`."""

from solver.check.finding import Check
from solver.check.judge import judge_output, request_measuring, request_opening
from solver.check.report import Report

__all__ = ["Check", "Report", "judge_output", "request_measuring", "request_opening"]
