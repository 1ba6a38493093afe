"""The files of the pages: read once, named by a hash, compressed, and which a page needs first."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import posixpath
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable

MEDIA = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "txt": "text/plain; charset=utf-8",
}
BARE = {
    "preact": "vendor/preact.js",
    "preact/hooks": "vendor/hooks.js",
    "@preact/signals-core": "vendor/signals-core.js",
    "@preact/signals": "vendor/signals.js",
    "htm": "vendor/htm.js",
}
"""Names of the vendored modules, as they import each other."""
_IMPORT = re.compile(r"""(?:from|import)\s*["']([^"']+)["']""")


@dataclass(frozen=True, slots=True)
class Asset:
    """One file, plain and compressed."""

    path: str
    media: str
    plain: bytes
    packed: bytes


class Assets:
    """All files of the pages under one hash, so that a page never mixes two versions of them."""

    def __init__(self, found: Mapping[str, bytes]) -> None:
        self._files = {
            path: Asset(path, MEDIA[path.rpartition(".")[2]], plain, gzip.compress(plain, 9, mtime=0))
            for path, plain in found.items()
        }

    def get(self, path: str) -> Asset | None:
        return self._files.get(path)

    @cached_property
    def hash(self) -> str:
        """Of every file and its name."""
        total = hashlib.sha256()
        for path, asset in sorted(self._files.items()):
            total.update(path.encode() + b"\0" + hashlib.sha256(asset.plain).digest())
        return total.hexdigest()[:16]

    def url(self, path: str) -> str:
        return f"/assets/{self.hash}/{path}"

    @cached_property
    def import_map(self) -> str:
        """The one script that stands in a page itself."""
        return json.dumps(
            {"imports": {name: self.url(path) for name, path in BARE.items()}}, separators=(",", ":")
        )

    @cached_property
    def policy(self) -> str:
        """What a page may load: from here alone, and no script in it but the import map."""
        digest = base64.b64encode(hashlib.sha256(self.import_map.encode()).digest()).decode()
        return (
            f"default-src 'none'; script-src 'self' 'sha256-{digest}'; style-src 'self'; img-src 'self'; "
            "font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
        )

    def needs(self, path: str) -> tuple[str, ...]:
        """A module and everything it comes to import, so that a browser asks for all of it at once."""
        seen: dict[str, None] = {}
        self._walk(path, seen)
        return tuple(seen)

    def _walk(self, path: str, seen: dict[str, None]) -> None:
        if path in seen or path not in self._files:
            return
        seen[path] = None
        for name in _IMPORT.findall(self._files[path].plain.decode()):
            self._walk(
                BARE.get(name) or posixpath.normpath(posixpath.join(posixpath.dirname(path), name)), seen
            )


@lru_cache(maxsize=1)
def assets() -> Assets:
    """The files that came with the program."""
    return Assets(dict(_read(files("feltlaw.web") / "static", "")))


def _read(folder: Traversable, under: str) -> Iterator[tuple[str, bytes]]:
    for one in sorted(folder.iterdir(), key=lambda found: found.name):
        path = f"{under}{one.name}"
        if one.is_dir():
            yield from _read(one, f"{path}/")
        elif one.name.rpartition(".")[2] in MEDIA:
            yield path, one.read_bytes()
