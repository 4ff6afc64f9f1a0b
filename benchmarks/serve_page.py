"""The results page of the server: each part between marks is filled by the script that measures it."""

from __future__ import annotations

from pathlib import Path


def fill(page: Path, part: str, text: str) -> None:
    """Put text between the marks of a part."""
    marks = f"<!-- {part} -->", f"<!-- /{part} -->"
    before, _, rest = page.read_text("utf-8").partition(marks[0])
    _, found, after = rest.partition(marks[1])
    assert found, f"{page} has no part {part}"
    page.write_text(f"{before}{marks[0]}\n{text.strip()}\n{marks[1]}{after}", "utf-8")
