"""The sample documents: whole, rebuilt from their sources, and read as their drafter meant them."""

import json
import re
import subprocess
import sys
import unicodedata
import zipfile
from collections import Counter
from difflib import SequenceMatcher
from functools import cache
from pathlib import Path
from types import SimpleNamespace

import pytest

from pincite import registry
from pincite.domain.limits import Limits
from pincite.domain.profile import DocumentKind
from pincite.domain.raw_file import RawFile
from pincite.spans import Span, subtract_spans

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
EXPECTED = json.loads((EXAMPLES / "expected.json").read_text(encoding="utf-8"))
TRUTH = EXPECTED["documents"]
READERS = {".txt": "text", ".md": "markdown", ".html": "html", ".docx": "docx", ".pdf": "pdf"}
SCANNED = [name for name, truth in TRUTH.items() if truth["scanned"]]
BUILT = sorted(path.stem for path in (EXAMPLES / "source").glob("*.legal"))
REFERENCES = [(name, *reference.values()) for name, truth in TRUTH.items() for reference in truth["references"]]

every_document = pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow) if name in SCANNED else name for name in TRUTH]
)


@cache
def understood(name):
    """A sample document as Pincite reads it, once for all tests."""
    path = EXAMPLES / name
    ocr = registry.load("ocr", "rapidocr")() if name in SCANNED else None
    doc = registry.load("reader", READERS[path.suffix])().read(
        RawFile(str(path), path.read_bytes()), limits=Limits(), ocr=ocr
    )
    profile = registry.load("profiler", "rules")().profile(doc)
    outline = registry.load("structurer", "rules")().outline(doc, profile)
    return SimpleNamespace(doc=doc, profile=profile, outline=outline)


def folded(text):
    """Words without case, white space, emphasis and quotation marks: what was typed and what was read then compare."""
    return " ".join(re.sub(r"[*“”„\"]", "", text).split()).casefold()


def unmarked(text):
    """Folded words without the marks above and below their letters."""
    return "".join(letter for letter in unicodedata.normalize("NFD", folded(text)) if not unicodedata.combining(letter))


def typed(name):
    """The words of a document as its drafter typed them."""
    path = EXAMPLES / "source" / f"{name}.legal" if name in BUILT else EXAMPLES / name
    return folded(path.read_text(encoding="utf-8").replace("_", ""))


def label(number):
    """A number without the word that some documents print before it."""
    return re.sub(r"^(section|rule) |[\[\].]$|^\[|\](?=\()", "", folded(number or ""))


def address(outline, section):
    """A section as a reference names it: the last whole number and the lettered labels below it."""
    chain = [node.number for node in (*outline.ancestors(section), section) if node.number]
    tail = ""
    while chain and chain[-1].startswith("("):
        tail = chain.pop() + tail
    return label(chain[-1] if chain else "") + folded(tail)


def absent(wanted, found):
    """What of a sequence is left over when as much of it as can be is matched with another in order."""
    best = [[0] * (len(found) + 1) for _ in range(len(wanted) + 1)]
    for i in reversed(range(len(wanted))):
        for j in reversed(range(len(found))):
            best[i][j] = 1 + best[i + 1][j + 1] if wanted[i] == found[j] else max(best[i + 1][j], best[i][j + 1])
    left, j = [], 0
    for i, item in enumerate(wanted):
        while j < len(found) and found[j] != item and best[i][j] == best[i][j + 1]:
            j += 1
        if j < len(found) and found[j] == item:
            j += 1
        else:
            left.append(item)
    return left


def paragraphs(name):
    """The long paragraphs of a source as its reader is to see them, without their numbers."""
    body = (EXAMPLES / "source" / f"{name}.legal").read_text(encoding="utf-8").partition("\n\n")[2]
    for line in body.splitlines():
        plain = re.sub(r"\{-.*?-\}|\{\+|\+\}|__", "", line.strip())
        plain = re.sub(r"^((Section )?[\d.]+|\(\w+\)|\[\d+\]|\[\^\d+\]:) ", "", plain)
        if not plain.startswith(("#", "|", "!", ">")):
            yield from (part for part in re.split(r"\[\^\d+\]", plain) if len(part) > 40)


# What holds of the files themselves.


def test_every_document_is_described_and_every_description_has_its_document():
    documents = {path.name for path in EXAMPLES.iterdir() if path.suffix in READERS}
    assert documents == set(TRUTH)
    assert {truth["kind"] for truth in TRUTH.values()} <= set(DocumentKind)


def test_the_examples_stay_small():
    sizes = [path.stat().st_size for path in EXAMPLES.rglob("*") if path.is_file()]
    assert sum(sizes) < 6_000_000
    assert all((EXAMPLES / name).stat().st_size < 400_000 for name in SCANNED)


@pytest.mark.parametrize("name", [name for name in TRUTH if name not in BUILT])
def test_documents_without_a_source_are_text_in_utf_8_with_plain_line_ends(name):
    assert b"\r" not in (EXAMPLES / name).read_bytes()
    (EXAMPLES / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", TRUTH)
def test_the_described_sections_stand_in_the_source_in_order(name):
    text, at = typed(name), 0
    for section in TRUTH[name]["sections"]:
        # The items of an HTML list are numbered by the browser.
        for words in (section["number"] if section["heading"] else None, section["heading"]):
            at = text.index(folded(words), at) if words else at


@pytest.mark.parametrize("question", EXPECTED["questions"], ids=lambda question: question["question"][:40])
def test_the_passages_of_the_questions_stand_in_their_documents(question):
    for passage in question["passages"]:
        assert folded(passage["quote"]) in typed(passage["document"])
    readme = folded((EXAMPLES.parent / "docs" / "examples.md").read_text(encoding="utf-8"))
    assert folded(question["question"]) in readme


# What holds of the builder.


@pytest.fixture(scope="module")
def rebuilt(tmp_path_factory):
    for needed in ("reportlab", "PIL", "numpy"):
        pytest.importorskip(needed)
    folder = tmp_path_factory.mktemp("rebuilt")
    names = [name for name in BUILT if name not in SCANNED]
    subprocess.run([sys.executable, EXAMPLES / "build.py", "--out", folder, *names], check=True, capture_output=True)
    return folder


def contents(path):
    """What a reader sees of a file, whatever the version of the library that packed it."""
    if path.suffix == ".docx":
        with zipfile.ZipFile(path) as package:
            return {name: package.read(name) for name in package.namelist() if name.startswith("word/")}
    import pypdfium2

    with pypdfium2.PdfDocument(path) as pdf:
        return [page.get_textpage().get_text_range() for page in pdf]


@pytest.mark.parametrize("name", [name for name in BUILT if name not in SCANNED])
def test_a_rebuild_gives_the_same_document(name, rebuilt):
    assert contents(rebuilt / name) == contents(EXAMPLES / name)


@pytest.mark.parametrize("name", SCANNED)
def test_scans_hold_images_and_no_text(name):
    import pypdfium2

    with pypdfium2.PdfDocument(EXAMPLES / name) as pdf:
        assert len(pdf) == TRUTH[name]["pages"]
        assert [page.get_textpage().count_chars() for page in pdf] == [0] * len(pdf)


# What Pincite makes of them.


@every_document
def test_the_kind_and_the_language_are_found(name):
    profile = understood(name).profile
    assert (profile.kind, profile.language) == (TRUTH[name]["kind"], TRUTH[name]["language"])


@every_document
def test_the_title_is_found(name):
    assert folded(understood(name).profile.title or "") == folded(TRUTH[name]["title"])


@every_document
def test_the_parties_are_found_with_their_roles(name):
    # Recognition may lose the mark over a letter; the names of scans are compared without them.
    spelt = unmarked if name in SCANNED else folded
    found = {(spelt(party.name), spelt(party.role or "")) for party in understood(name).profile.parties}
    assert found == {(spelt(party["name"]), spelt(party["role"])) for party in TRUTH[name]["parties"]}


@every_document
def test_the_governing_law_is_found_and_none_is_made_up(name):
    assert understood(name).profile.governing_law == TRUTH[name]["governing_law"]


@every_document
def test_the_pages_are_counted(name):
    assert (len(understood(name).doc.pages) or None) == TRUTH[name]["pages"]


@pytest.mark.parametrize("name", [name for name in BUILT if name not in SCANNED])
def test_every_paragraph_of_the_source_is_read_whole(name):
    doc = understood(name).doc
    text = folded("".join(doc.slice(part) for part in subtract_spans(Span(0, len(doc.text)), doc.furniture())))
    assert [words for words in paragraphs(name) if folded(words) not in text] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", SCANNED)
def test_scans_are_read_nearly_word_for_word(name):
    typed_words = " ".join(paragraphs(name)).replace("**", "").split()
    blocks = SequenceMatcher(None, typed_words, understood(name).doc.text.split(), autojunk=False).get_matching_blocks()
    assert sum(block.size for block in blocks) / len(typed_words) >= 0.96


@every_document
def test_the_dates_are_found(name):
    assert set(TRUTH[name]["dates"].values()) <= {date.iso for date in understood(name).profile.dates}


@every_document
def test_the_numbered_sections_are_found_in_order(name):
    found = [label(section.number) for section in understood(name).outline.sections]
    assert absent([label(section["number"]) for section in TRUTH[name]["sections"] if section["number"]], found) == []


@every_document
def test_no_section_is_found_twice(name):
    wanted = Counter(label(section["number"]) for section in TRUTH[name]["sections"] if section["number"])
    found = Counter(label(section.number) for section in understood(name).outline.sections)
    assert {number: found[number] for number in wanted if found[number] > wanted[number]} == {}


@every_document
def test_the_headings_are_found_with_their_numbers(name):
    found = [(label(s.number), folded(s.heading or "").strip(".,")) for s in understood(name).outline.sections]
    wanted = [
        (label(s["number"]), folded(s["heading"])) for s in TRUTH[name]["sections"] if s["number"] and s["heading"]
    ]
    assert absent(wanted, found) == []


@every_document
def test_a_section_begins_at_every_heading_without_a_number(name):
    doc, outline = understood(name).doc, understood(name).outline
    openings = [folded(doc.slice(section.span).lstrip("# \n")) for section in outline.sections]
    headings = [folded(s["heading"]) for s in TRUTH[name]["sections"] if not s["number"]]
    assert [heading for heading in headings if not any(text.startswith(heading) for text in openings)] == []


@every_document
def test_no_heading_is_made_of_a_sentence(name):
    plain = {(label(s["number"]), "") for s in TRUTH[name]["sections"] if s["number"] and not s["heading"]}
    headed = {(label(s["number"]), folded(s["heading"])) for s in TRUTH[name]["sections"] if s["heading"]}
    found = {(label(s.number), folded(s.heading)) for s in understood(name).outline.sections if s.number and s.heading}
    assert {pair for pair in found - headed if (pair[0], "") in plain} == set()


@every_document
def test_the_leaves_tile_the_text(name):
    outline = understood(name).outline
    assert "".join(understood(name).doc.slice(leaf.span) for leaf in outline.leaves()) == understood(name).doc.text


@every_document
def test_the_defined_terms_are_found(name):
    found = {folded(term.term) for term in understood(name).outline.terms}
    assert {folded(term) for term in TRUTH[name]["terms"]} - found == set()


@pytest.mark.parametrize(
    ("name", "within", "text", "target"),
    [pytest.param(*row, marks=pytest.mark.slow) if row[0] in SCANNED else row for row in REFERENCES],
)
def test_cross_references_lead_to_their_targets(name, within, text, target):
    outline = understood(name).outline
    place, words = label(within.split()[-1]), folded(text.split(" and ")[0])
    found = {
        address(outline, outline.sections[reference.target]) if reference.target is not None else None
        for reference in outline.references
        if folded(reference.text) == words
        and re.match(re.escape(place) + r"(\(|$)", address(outline, outline.at(reference.span.start)))
    }
    assert found == {label(target) if target else None}


@pytest.mark.parametrize("question", EXPECTED["questions"], ids=lambda question: question["question"][:40])
def test_the_passages_of_the_questions_stand_in_the_text_as_read(question):
    for passage in question["passages"]:
        assert passage["quote"] in understood(passage["document"]).doc.text
