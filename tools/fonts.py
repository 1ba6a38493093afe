"""Makes the fonts that come with the program from those of the npm package inter-ui.

    npm pack inter-ui && tar xzf inter-ui-*.tgz && .venv/bin/python tools/fonts.py package

Needs the package brotli. Only what the drawings use is kept: letters of European languages and Vietnamese,
figures, signs, and kerning. Other features are left out, so that no line is set wider than it was measured.
"""

from __future__ import annotations

import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

TARGET = Path(__file__).resolve().parents[1] / "src" / "feltlaw" / "layout" / "fonts"
WEIGHTS = ("Regular", "Medium", "SemiBold")
KEPT = (
    *(
        (0x20, 0x7E),
        (0xA0, 0x17F),
        (0x18F, 0x192),
        (0x1A0, 0x1B0),
        (0x1CD, 0x1DC),
        (0x1E6, 0x1F0),
        (0x1F8, 0x21B),
    ),
    *(
        (0x2BB, 0x2BD),
        (0x2C6, 0x2DD),
        (0x300, 0x304),
        (0x306, 0x30C),
        (0x323, 0x328),
        (0x370, 0x3FF),
        (0x400, 0x45F),
    ),
    *(
        (0x490, 0x493),
        (0x1E00, 0x1EFF),
        (0x2010, 0x2027),
        (0x2030, 0x203A),
        (0x2044, 0x2044),
        (0x20A0, 0x20BF),
    ),
    *(
        (0x2113, 0x2122),
        (0x215B, 0x215E),
        (0x2190, 0x2193),
        (0x2212, 0x2212),
        (0x221A, 0x221E),
        (0x2248, 0x2265),
    ),
)


def main(package: Path) -> None:
    options = subset.Options()
    options.layout_features = ["kern"]
    options.hinting = False
    options.glyph_names = False
    options.notdef_outline = True
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14, 16, 17]
    options.recalc_timestamp = False
    for weight in WEIGHTS:
        font = TTFont(package / "web" / f"Inter-{weight}.woff2", recalcTimestamp=False)
        chosen = subset.Subsetter(options)
        chosen.populate(unicodes=[code for first, last in KEPT for code in range(first, last + 1)])
        chosen.subset(font)
        font.flavor = None
        font.save(TARGET / f"Inter-{weight}.ttf", reorderTables=True)
    (TARGET / "OFL.txt").write_bytes((package / "LICENSE.txt").read_bytes())


if __name__ == "__main__":
    main(Path(sys.argv[1]))
