"""A reading that changes must change the version of whoever made it, or what was read before is never read again.

`readings.json` holds, for each example document, who read it in which version, and digests of what came out. After a
mend: raise the `version` of that reader, profiler or structurer, and write the file anew with
`python -m tests.reference.test_reader_versions`.
"""

import hashlib
import json
from dataclasses import asdict
from pathlib import Path

import pytest

from pincite.ingest.sniff import choose_reader
from pincite.ingest.source import load_file
from pincite.pipeline.read import read_file
from pincite.pipeline.wire import wire_reading
from pincite.settings import load_settings

ROOT = Path(__file__).resolve().parents[2]
RECORD = Path(__file__).with_name("readings.json")
NAMES = (
    *("software-licence.txt", "court-rules.md", "privacy-policy.html", "nda.docx", "lease.pdf"),
    *("judgment.pdf", "master-services-agreement.docx", "merger-agreement.pdf"),
)


def outcome(name):
    stages = wire_reading(load_settings(flags=["ocr.mode=never"], environment={}).settings)
    path = ROOT / "examples" / name
    reader = choose_reader(load_file(path, limits=stages.limits), stages.readers)
    reading = read_file(path, stages)
    doc = reading.doc
    blocks = [(block.span.start, block.span.end, block.role, block.level) for block in doc.blocks]
    marks = [(mark.kind, mark.span.start, mark.span.end) for mark in doc.marks]
    return {
        "reader": [f"{reader.format} {reader.version}", digest([doc.text, blocks, marks])],
        "profiler": [stages.profiler.version, digest(asdict(reading.profile))],
        "structurer": [stages.structurer.version, digest(asdict(reading.outline))],
    }


def digest(value):
    text = json.dumps(value, sort_keys=True, default=str, ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


@pytest.mark.parametrize("name", NAMES)
def test_a_reading_that_changed_has_another_version(name):
    recorded = json.loads(RECORD.read_text("utf-8"))[name]
    for who, (version, found) in outcome(name).items():
        if version == recorded[who][0]:
            assert found == recorded[who][1], f"the {who} gives something else for {name}: raise its version"
        else:
            pytest.fail(f"the {who} has a new version: write readings.json anew")


if __name__ == "__main__":
    RECORD.write_text(json.dumps({name: outcome(name) for name in NAMES}, indent=1) + "\n", "utf-8")
