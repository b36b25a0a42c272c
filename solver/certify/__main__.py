"""python -m solver.certify FILE. Exit codes: 0 accepted, 1 refused, 2 unreadable."""

from __future__ import annotations

import sys
from pathlib import Path

from solver.certify import certify_text


def main() -> int:
    if len(sys.argv) != 2:
        sys.stderr.write("usage: python -m solver.certify certificate.json\n")
        return 2
    try:
        text = Path(sys.argv[1]).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        sys.stderr.write(f"{sys.argv[1]}: cannot be read: {error}\n")
        return 2
    faults = certify_text(text)
    sys.stdout.write("".join(f"refused: {fault}\n" for fault in faults) or "accepted\n")
    return 1 if faults else 0


sys.exit(main())
