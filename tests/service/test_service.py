"""What a surface may ask of the service."""

import io
import re

import pytest

from pincite.domain.chunk import Layer
from pincite.errors import NotFound, QuestionError, SettingsError, SpanError
from pincite.pipeline.scope import SearchScope
from pincite.pipeline.store import Store
from pincite.service.service import Service
from pincite.settings import load_settings
from pincite.spans import Span

FLAGS = ["retrieval.results=chunks", "answer.threshold=0.05"]


@pytest.fixture
def shop(workshop):
    workshop.write("boathouse", "orchard", "foundry")
    workshop.build()
    return workshop


@pytest.fixture
def service(shop):
    return Service({"leases": shop.store}, flags=FLAGS)


def test_models_are_made_once_and_shared_by_all_stores(shop, service, tmp_path):
    Store.build([shop.name("orchard")], tmp_path / "other", settings=shop.settings())
    service.add("other", tmp_path / "other")
    first, second = (service.run(name, lambda state: state.store) for name in ("leases", "other"))
    assert first is not second
    for model in ("embedder", "highlighter", "verifier"):
        assert getattr(first, model) is getattr(second, model)
    shop.write("granary")
    shop.build()
    assert service.run("leases", lambda s: s.store.embedder) is service.run("other", lambda s: s.store.embedder)


def test_collections_are_listed_and_one_that_cannot_be_opened_says_why(service, tmp_path):
    service.add("absent", tmp_path / "absent")
    absent, leases = service.collections()
    assert (leases.name, leases.documents, leases.problem) == ("leases", 3, "")
    assert (absent.name, absent.documents) == ("absent", 0)
    assert "there is no store" in absent.problem
    service.drop("absent")
    assert [one.name for one in service.collections()] == ["leases"]
    with pytest.raises(NotFound, match="There are: leases"):
        service.search("absent", "rent")


def test_a_search_is_limited_to_a_scope(shop, service):
    scope = SearchScope(documents=("orchard.txt",), section="3")
    found = service.search("leases", "notice", scope=scope, explain=True)
    assert {hit.document for hit in found.hits} == {shop.name("orchard")}
    assert all("notice" in hit.text for hit in found.hits)
    assert "within" in [step.stage for step in found.steps]
    (whole,) = service.search("leases", "orchard", layer=Layer.DOCUMENT, k=1).hits
    assert whole.document == shop.name("orchard")
    with pytest.raises(SettingsError, match="needs one document, and 3"):
        service.search("leases", "notice", scope=SearchScope(section="3"))
    with pytest.raises(NotFound, match="has no document barn"):
        service.search("leases", "notice", scope=SearchScope(documents=("barn.txt",)))
    with pytest.raises(QuestionError):
        service.search("leases", "  ")


def test_an_answer_stays_within_its_scope(shop, service):
    answer = service.ask("leases", "When is the rent due?", scope=SearchScope(file="*foundry*"), explain=True)
    assert {citation.document for citation in answer.citations} == {shop.name("foundry")}
    assert [step.stage for step in answer.ranking.steps][:2] == ["filter", "route"]


def test_an_answer_stays_within_a_section(shop, service):
    scope = SearchScope(documents=(shop.name("foundry"),), section="2")
    answer = service.ask("leases", "Which notice ends the lease? See clause 3.", scope=scope)
    start = service.section("leases", shop.name("foundry"), "2").span
    assert answer.sources
    assert all(Span(*start).overlaps(source.passage.span) for source in answer.sources)
    with pytest.raises(SettingsError, match="cannot be asked of each"):
        service.ask("leases", "Who repairs?", scope=scope, each=True)


def test_a_follow_up_leans_on_the_history(service):
    first = service.chat("leases", "Consider the Lease of the Foundry; when is the rent due?")
    assert first.asked == first.said
    second = service.chat("leases", "And the roof?", history=[first.turn])
    assert "Foundry" in second.asked
    assert {citation.document for citation in second.answer.citations} <= {first.answer.citations[0].document}


def test_outline_section_and_text_of_a_document(shop, service):
    outline = service.outline("leases", shop.name("orchard"))
    numbers = {section.number: section for section in outline.sections if section.number}
    assert set(numbers) >= {"1", "2", "3"}
    assert all(section.parent is None or section.parent < section.id for section in outline.sections)
    section = service.section("leases", outline.doc_id, "2")
    assert section.text.startswith("2. Repairs.")
    assert section.span == numbers["2"].span
    text = service.text("leases", outline.doc_id, Span(*section.span))
    assert text.text == section.text
    assert (text.place.pinpoint, text.boxes) == ("§ 2", [])
    with pytest.raises(SpanError):
        service.text("leases", outline.doc_id, Span(0, 100_000))
    with pytest.raises(NotFound, match="It has: 1, 2, 3"):
        service.section("leases", outline.doc_id, "77")


def test_a_page_is_drawn_with_boxes_over_the_words(shop, service, examples, tmp_path):
    from PIL import Image

    settings = load_settings(flags=shop.flags).settings
    Store.build([examples / "lease.pdf"], tmp_path / "pdf", settings=settings)
    service.add("pdf", tmp_path / "pdf")
    text = service.run("pdf", lambda state: state.store.library.text(state.store.documents[0].id))
    words = Span(*re.compile(r"[A-Za-z]{6,}").search(text, 200).span())
    found = service.page("pdf", "lease.pdf", 1, span=words)
    boxes = service.text("pdf", "lease.pdf", words).boxes
    assert found.page.boxes == [box for box in boxes if box.page == 1]
    assert found.page.boxes
    image = Image.open(io.BytesIO(found.png))
    assert image.width / image.height == pytest.approx(found.page.width / found.page.height, rel=0.01)
    scale = image.width / found.page.width
    box = found.page.boxes[0]
    # The words stand under the box: some ink, and not all of it.
    cut = image.convert("L").crop([round(side * scale) for side in (box.x0, box.y0, box.x1, box.y1)])
    assert cut.getextrema()[0] < 100 < 200 < cut.getextrema()[1]
    with pytest.raises(NotFound, match="has no page 999"):
        service.page("pdf", "lease.pdf", 999)


def test_a_scanned_image_is_drawn_too(tmp_path):
    import hashlib

    from PIL import Image

    from pincite.domain.document import Document, Format, Page, Source
    from pincite.render.page_picture import draw_page

    path = tmp_path / "scan.png"
    Image.new("RGB", (600, 800), "white").save(path, dpi=(100, 100))
    data = path.read_bytes()
    source = Source(str(path), Format.IMAGE, hashlib.sha256(data).hexdigest(), len(data))
    doc = Document("d", "words", source, pages=(Page(1, Span(0, 5), 432, 576),))
    assert draw_page(doc, 1, dpi=50).startswith(b"\x89PNG")
    assert draw_page(doc, 2) is None
    path.write_bytes(data + b"more")
    assert draw_page(doc, 1) is None


@pytest.mark.parametrize(("width", "height", "is_drawn"), [(2480, 3508, True), (4960, 7016, True), (8000, 8000, False)])
def test_a_scan_of_usual_sharpness_in_a_pdf_is_drawn(tmp_path, width, height, is_drawn):
    """Paper of A4 at 300 and 600 dots to the inch; a picture that reading refuses as too big is not drawn either."""
    import hashlib

    from PIL import Image

    from pincite.domain.document import Document, Format, Page, Source
    from pincite.render.page_picture import draw_page

    path = tmp_path / "scan.pdf"
    Image.new("1", (width, height), 1).save(path, resolution=width / 8.27)
    data = path.read_bytes()
    source = Source(str(path), Format.PDF, hashlib.sha256(data).hexdigest(), len(data))
    doc = Document("d", "words", source, pages=(Page(1, Span(0, 5), 595, 842),))
    assert (draw_page(doc, 1) is not None) == is_drawn


def test_a_page_made_to_take_for_ever_is_given_up_and_not_tried_again(tmp_path, monkeypatch):
    import hashlib
    import time
    import zlib

    from pincite.domain.document import Document, Format, Page, Source
    from pincite.domain.limits import Limits
    from pincite.render import page_picture

    side = 5000
    image = zlib.compress(bytes(side * side), 9)
    form = b"".join(b"q %d 0 0 90 9 9 cm /I Do Q\n" % (90 + i % 50) for i in range(2000))
    objects = (
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</XObject<</A 5 0 R>>>>/Contents 4 0 R>>",
        b"<</Length 5>>\nstream\n/A Do\nendstream",
        b"<</Subtype/Form/BBox[0 0 612 792]/Resources<</XObject<</I 6 0 R>>>>/Length %d>>\nstream\n%s\nendstream"
        % (len(form), form),
        b"<</Subtype/Image/Width %d/Height %d/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/FlateDecode/Length %d>>\n"
        b"stream\n%s\nendstream" % (side, side, len(image), image),
    )
    body = b"".join(b"%d 0 obj\n%s\nendobj\n" % (n, one) for n, one in enumerate(objects, start=1))
    data = b"%PDF-1.7\n" + body + b"trailer<</Size 7/Root 1 0 R>>\n%%EOF"
    path = tmp_path / "bomb.pdf"
    path.write_bytes(data)
    source = Source(str(path), Format.PDF, hashlib.sha256(data).hexdigest(), len(data))
    doc = Document("d", "words", source, pages=(Page(1, Span(0, 5), 612, 792),))
    monkeypatch.setattr(page_picture, "_LIMITS", Limits(seconds=1))
    monkeypatch.setattr(page_picture, "_PROCESS", page_picture._DrawingProcess())
    assert page_picture.draw_page(doc, 1) is None
    began = time.monotonic()
    assert page_picture.draw_page(doc, 1) is None
    assert time.monotonic() - began < 0.5


def test_a_quotation_is_found_where_it_stands_or_the_nearest_words_are(shop, service):
    quote = "keeps the roof and the gutters in repair"
    found = service.check_quotation("leases", quote)
    assert found.found
    assert {place.document for place in found.places} == {shop.name(one) for one in ("boathouse", "orchard", "foundry")}
    assert all(place.quote == quote for place in found.places)
    one = service.check_quotation("leases", quote, scope=SearchScope(documents=("orchard.txt",)))
    assert [place.document for place in one.places] == [shop.name("orchard")]
    elsewhere = SearchScope(documents=("orchard.txt",), section="1")
    assert not service.check_quotation("leases", quote, scope=elsewhere).found
    wrong = service.check_quotation("leases", "keeps the roof and the chimney in repair")
    assert not wrong.found
    assert "roof" in wrong.nearest.quote


def test_a_quotation_of_very_many_parts_is_refused_in_one_sentence(service):
    with pytest.raises(QuestionError, match=r"^The quotation leaves words out too often; give at most 10 parts\.$"):
        service.check_quotation("leases", " … ".join(["the roof"] * 11))


def test_warming_up_opens_every_store(service):
    service.warm_up()
    assert "embedder" in service.run("leases", lambda state: vars(state.store))
