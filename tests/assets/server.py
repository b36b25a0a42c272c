"""A local server that answers like Poly Haven's API, and misbehaves when told to."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class Haven:
    """What the server holds and has been asked. `files`: path -> bytes; `includes`: names beside the
    .blend; `cut_after`: bytes after which the next answers for a path break off, one number an answer;
    `ranges`: whether it can resume; `lies`: paths whose published checksum is wrong."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.includes: dict[str, str] = {}
        self.cut_after: dict[str, list[int]] = {}
        self.ranges = True
        self.lies: set[str] = set()
        self.asked: list[tuple[str, str | None]] = []
        self.url = ""

    def describe(self, path: str) -> dict[str, Any]:
        data = self.files[path]
        digest = hashlib.md5(b"other" if path in self.lies else data).hexdigest()
        return {"url": f"{self.url}/dl/{path}", "size": len(data), "md5": digest}

    def list_model(self, name: str) -> dict[str, Any]:
        include = {where: self.describe(path) for where, path in self.includes.items()}
        return {"blend": {"1k": {"blend": {**self.describe(f"{name}.blend"), "include": include}}}}


@contextmanager
def serve(haven: Haven) -> Iterator[Haven]:
    """The server on a free local port while the block runs; `haven.url` is its address."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            haven.asked.append((self.path, self.headers.get("Range")))
            if self.path.startswith("/files/") and f"{self.path[7:]}.blend" in haven.files:
                self.answer(json.dumps(haven.list_model(self.path[7:])).encode(), 200)
            elif self.path.startswith("/dl/") and self.path[4:] in haven.files:
                self.send_file(self.path[4:])
            else:
                self.answer(b"no", 404)

        def send_file(self, path: str) -> None:
            wanted = self.headers.get("Range") if haven.ranges else None
            start = int(wanted.removeprefix("bytes=").removesuffix("-")) if wanted else 0
            cuts = haven.cut_after.get(path)
            self.answer(haven.files[path][start:], 206 if wanted else 200, cuts.pop(0) if cuts else None)

        def answer(self, data: bytes, status: int, cut: int | None = None) -> None:
            self.send_response(status)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data[:cut])
            self.close_connection = True

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    haven.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield haven
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
