"""Logos: pictures that an operator gives in place of the name, looked at before they are let in."""

from __future__ import annotations

import base64
import struct
from dataclasses import dataclass
from xml.etree import ElementTree

from feltlaw.layout.canvas import number

LARGEST = 2 * 1024 * 1024
MOST_PIXELS = 6000
_SVG = "{http://www.w3.org/2000/svg}"
_FORBIDDEN = (
    *("script", "foreignObject", "iframe", "image", "a"),
    *("animate", "set", "animateTransform", "animateMotion"),
)


class LogoError(ValueError):
    """A logo that cannot be taken; the message says why and what would do."""


@dataclass(frozen=True, slots=True)
class Logo:
    """A picture that was checked: its kind, its bytes, and how wide it is for its height."""

    kind: str
    data: bytes
    shape: float

    def drawn(self, x: float, y: float, width: float, height: float) -> str:
        """The picture as large as it fits a box about a point."""
        wide = min(width, height * self.shape)
        high = wide / self.shape
        href = f"data:{self.kind};base64,{base64.b64encode(self.data).decode()}"
        return (
            f'<image x="{number(x - wide / 2)}" y="{number(y - high / 2)}" width="{number(wide)}" '
            f'height="{number(high)}" href="{href}"/>'
        )


def read_logo(data: bytes) -> Logo:
    """A logo from a file's bytes: SVG, PNG or JPEG."""
    if len(data) > LARGEST:
        raise LogoError(f"the logo has more than {LARGEST // 1024 // 1024} MB; make it smaller")
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return _sized("image/png", data, _png_size(data))
    if data.startswith(b"\xff\xd8\xff"):
        return _sized("image/jpeg", data, _jpeg_size(data))
    if b"<svg" in data[:4096]:
        return _sized("image/svg+xml", data, _svg_size(data))
    raise LogoError("the logo is not a picture: give an SVG, PNG or JPEG file")


def _sized(kind: str, data: bytes, size: tuple[float, float]) -> Logo:
    width, height = size
    if width <= 0 or height <= 0 or not 0.05 <= width / height <= 20:
        raise LogoError("the logo has no shape that can be drawn: it is empty, or far too long for its width")
    if kind != "image/svg+xml" and max(width, height) > MOST_PIXELS:
        raise LogoError(f"the logo has more than {MOST_PIXELS:,} pixels a side; make it smaller")
    return Logo(kind, data, width / height)


def _png_size(data: bytes) -> tuple[float, float]:
    if len(data) < 33 or data[12:16] != b"IHDR" or b"IEND" not in data[-16:]:
        raise LogoError("the logo begins like a PNG picture and is none: it is cut off or damaged")
    width, height = struct.unpack(">II", data[16:24])
    return width, height


def _jpeg_size(data: bytes) -> tuple[float, float]:
    """From the frame's header, behind whatever segments come before it."""
    at = 2
    while at + 9 < len(data):
        if data[at] != 0xFF:
            break
        marker, length = data[at + 1], int.from_bytes(data[at + 2 : at + 4], "big")
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return width, height
        at += 2 + length
    raise LogoError("the logo begins like a JPEG picture and is none: it is cut off or damaged")


def _svg_size(data: bytes) -> tuple[float, float]:
    """From the view box; nothing that runs, moves or fetches is let in."""
    lowered = data.lower()
    if b"<!doctype" in lowered or b"<!entity" in lowered:
        raise LogoError("the logo's SVG declares entities; save it as plain SVG")
    try:
        root = ElementTree.fromstring(data)
    except (ElementTree.ParseError, ValueError):
        raise LogoError("the logo begins like an SVG drawing and is none: it does not parse") from None
    for node in root.iter():
        name = str(node.tag).rpartition("}")[2]
        if name in _FORBIDDEN or any(_runs(key, value) for key, value in node.attrib.items()):
            raise LogoError(
                f"the logo's SVG holds something that is not drawn ({name}); save it as plain paths"
            )
    if root.tag not in (f"{_SVG}svg", "svg"):
        raise LogoError("the logo's SVG has no svg element at its head")
    box = (root.get("viewBox") or "").replace(",", " ").split()
    try:
        if len(box) == 4:
            return float(box[2]), float(box[3])
        return _length(root.get("width")), _length(root.get("height"))
    except ValueError:
        raise LogoError("the logo's SVG does not say how large it is: it needs a viewBox") from None


def _runs(key: str, value: str) -> bool:
    """Whether an attribute runs something or fetches it from elsewhere."""
    name = key.rpartition("}")[2].lower()
    return (
        name.startswith("on") or (name == "href" and not value.startswith("#")) or "url(http" in value.lower()
    )


def _length(text: str | None) -> float:
    return float((text or "").removesuffix("px").removesuffix("mm").removesuffix("pt"))
