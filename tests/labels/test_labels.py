"""The hand-made section labels: well-formed, inside the text they point into, and split as the README says."""

import json
import re
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent
FILES = sorted(FOLDER.glob("*.json"))
KEYS = ("labels", "optional", "enumerations")
GROUPS = {"cuad": 8, "maud": 5, "contractnli": 6, "uk_rules": 5, "court_guides": 4}
EDGES = " .:-–—\n"
ROW = re.compile(r"^\| `([^`]+\.json)` \| `([^`]+)` \| (\w+) \| (blind|tuning) \|$", re.MULTILINE)
# Its text layer is a cipher: nothing readable is where the page shows the head.
UNREADABLE = ("court-guide-patents.json", 34, "Annex G")

text_files = pytest.mark.parametrize(
    "path", [p for p in FILES if not p.name.startswith("court-guide")], ids=lambda p: p.stem
)
guide_files = pytest.mark.parametrize(
    "path", [p for p in FILES if p.name.startswith("court-guide")], ids=lambda p: p.stem
)


def load(path):
    return json.loads(path.read_text(encoding="utf-8"))


def labelled_text(document):
    """The text the positions of a label file point into."""
    if document.suffix != ".json":
        return document.read_text(encoding="utf-8")
    stored = json.loads(document.read_text(encoding="utf-8"))
    records = stored if isinstance(stored, list) else stored.get("chunks") or [stored]
    return "\n\n".join(record["content"] for record in records)


def normalise(printed):
    """A number as printed, as the labels spell it."""
    plain = " ".join(re.sub(r"[\"'“”‘’]", "", printed).split()).strip(" .:;,-–—")
    joined = re.sub(r"(\d) ([A-Z]{1,2})$", r"\1\2", plain)
    return re.sub(r"\b(?![IVXLC]+\b)[A-Za-z]{4,}\b", lambda word: word[0].capitalize(), joined)


def test_readme_lists_every_file_with_its_group_and_split():
    listed = {
        name: (document, group, split)
        for name, document, group, split in ROW.findall((FOLDER / "README.md").read_text())
    }
    stored = {path.name: (load(path)["document"], load(path)["group"], load(path)["split"]) for path in FILES}
    assert stored == listed


def test_every_group_is_halved():
    for group, size in GROUPS.items():
        splits = [load(path)["split"] for path in FILES if load(path)["group"] == group]
        assert len(splits) == size
        assert splits.count("blind") in (size // 2, size - size // 2)


def test_three_documents_of_each_split_have_enumerations():
    splits = [load(path)["split"] for path in FILES if "enumerations" in load(path)]
    assert sorted(splits) == ["blind"] * 3 + ["tuning"] * 3


@pytest.mark.realdata
@text_files
def test_text_labels_lie_on_their_numbers(path, real_data):
    stored = load(path)
    text = labelled_text(real_data / stored["document"])
    assert stored["pages"] is None
    assert stored["labels"]
    for key in KEYS:
        labels = stored.get(key, [])
        starts = [label["start"] for label in labels]
        assert starts == sorted(set(starts))
        for label in labels:
            heading_end = label["heading_end"]
            assert normalise(text[label["start"] : label["number_end"]]) == label["number"]
            if heading_end is not None:
                assert label["number_end"] < heading_end <= len(text)
                heading = text[label["number_end"] : heading_end].lstrip(EDGES)
                assert heading
                assert heading == heading.rstrip(EDGES)


@text_files
def test_no_place_is_both_required_and_excused(path):
    stored = load(path)
    required = {label["start"] for label in stored["labels"]}
    excused = {label["start"] for key in ("optional", "enumerations") for label in stored.get(key, [])}
    assert not required & excused


@pytest.mark.realdata
@guide_files
def test_guide_labels_lie_on_their_numbers(path, real_data):
    import pypdfium2

    stored = load(path)
    first, last = stored["pages"]
    with pypdfium2.PdfDocument(real_data / stored["document"]) as guide:
        assert 1 <= first <= last <= len(guide)
        for key in KEYS:
            labels = stored.get(key, [])
            places = [(label["page"], label["y"]) for label in labels]
            assert places == sorted(set(places))
            for label in labels:
                assert first <= label["page"] <= last
                page = guide[label["page"] - 1]
                top = page.get_height() - label["y"]
                line = page.get_textpage().get_text_bounded(bottom=top - 12, top=top + 3)
                if (path.name, label["page"], label["number"]) != UNREADABLE:
                    assert label["number"] in " ".join(line.split())
