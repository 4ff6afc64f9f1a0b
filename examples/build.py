"""Rebuild the Word and PDF samples from their sources: python examples/build.py [--out FOLDER] [NAME ...]."""

from __future__ import annotations

import argparse
from pathlib import Path

from render.docx import render_docx
from render.markup import read_script
from render.pdf import render_pdf
from render.scan import scan_pdf

HERE = Path(__file__).parent
# Seed of the noise and JPEG quality of each scan.
SCANS = {"scanned-guarantee.pdf": (11, 30), "scanned-smlouva.pdf": (12, 32)}
FONT_FOLDERS = (
    Path("/usr/share/fonts/truetype/dejavu"),
    Path("/usr/share/fonts/dejavu-sans-fonts"),
    Path("/usr/share/fonts/TTF"),
    Path("/Library/Fonts"),
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=HERE, help="folder to write to")
    parser.add_argument("names", nargs="*", help="files to build, such as lease.pdf (default: all)")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    for source in sorted((HERE / "source").glob("*.legal")):
        if not options.names or source.stem in options.names:
            data = build(source)
            (options.out / source.stem).write_bytes(data)
            print(f"{source.stem}: {len(data):,} bytes")


def build(source: Path) -> bytes:
    """The file a source describes; the source is named after it."""
    script = read_script(source)
    if source.stem.endswith(".docx"):
        return render_docx(script)
    data = render_pdf(script, fonts=_fonts(script.particulars.get("font", "")))
    if source.stem not in SCANS:
        return data
    seed, quality = SCANS[source.stem]
    return scan_pdf(data, seed=seed, quality=quality)


def _fonts(names: str) -> dict[str, str]:
    """The font files of faces named one by one, such as DejaVuSerif for letters the standard faces lack."""
    return {name: str(_font_file(name)) for name in names.split() if name.startswith("DejaVu")}


def _font_file(name: str) -> Path:
    for folder in FONT_FOLDERS:
        if (folder / f"{name}.ttf").is_file():
            return folder / f"{name}.ttf"
    raise SystemExit(f"{name}.ttf was not found: install the DejaVu fonts (Debian: apt-get install fonts-dejavu).")


if __name__ == "__main__":
    main()
