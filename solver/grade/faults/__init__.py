"""The catalogue of faulty outputs: each is the gold output with exactly one thing wrong."""

from solver.grade.faults.catalogue import choose_faults, list_faults
from solver.grade.faults.fault import Fault, Gold
from solver.grade.faults.making import make_faults

__all__ = ["Fault", "Gold", "choose_faults", "list_faults", "make_faults"]
