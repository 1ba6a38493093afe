"""The felt of a table, drawn from its submission in millimetres, every element with its clause."""

import tempfile
from pathlib import Path

import feltlaw
from feltlaw.layout.drawing import draw

drawing = draw(feltlaw.usual_submission("PA-680a"), "felt")  # or sheet, sign, card, guide
with tempfile.TemporaryDirectory() as folder:
    file = Path(folder, "felt.svg")
    file.write_text(drawing.svg, encoding="utf-8")
    print(f"{file.name}: {file.stat().st_size // 1000} kB, layout {drawing.layout.hash[:12]}")
for element in drawing.layout.elements():
    if element.seat == 1:
        print(f"seat 1, {element.wager or element.kind}: {element.cite}")
