"""Asking, and looking at the words that prove the answer."""

import re
from urllib.parse import quote

import numpy as np
import pypdfium2
import pytest
from playwright.sync_api import expect
from tests.web.reading import covers, is_in_view, picture, plain, settle, settled_boxes

LAW = "What is the governing law of this lease?"
LIMIT = "What is the limit of the guarantor's liability?"


def link(question, **filters):
    filters = "".join(f"&{name}={quote(value)}" for name, value in filters.items())
    return f"#/c/demo/ask?q={quote(question)}{filters}"


def hover_first_citation(page):
    """Put the pointer on the first citation, once the source is beside the answer: it moves before."""
    page.locator(".view.beside").wait_for()
    chip = page.locator(".chip").first
    chip.hover()
    return chip


def words_on_page(path, page_number, words):
    """Where PDFium finds words on a page by itself: the middle of each letter, as shares of width and height."""
    document = pypdfium2.PdfDocument(path)
    page = document[page_number - 1]
    text = page.get_textpage()
    start, count = text.search(words).get_next()
    width, height = page.get_size()
    middles = []
    for index in range(start, start + count):
        left, bottom, right, top = text.get_charbox(index)
        if right > left:
            middles.append(((left + right) / 2 / width, 1 - (bottom + top) / 2 / height))
    for opened in (text, page, document):
        opened.close()
    return middles


def test_an_answer_cites_and_the_highlight_covers_the_cited_words_of_a_pdf(open_page, ask, site):
    page = open_page()
    answer = ask(page, LAW)
    assert answer.get_attribute("data-state") == "verified"
    answer.get_by_role("button", name=re.compile(r"Open citation 1 § 13\.5.*lease\.pdf, § 13\.5, p\. 5")).click()
    highlights = settled_boxes(page, page.locator(".highlight"))
    figure = page.locator("[data-page='5']").bounding_box()
    middles = words_on_page(site.folder / "lease.pdf", 5, "13.5 This lease is governed by the law of England and Wales")
    assert len(middles) > 40
    for x, y in middles:
        point = figure["x"] + x * figure["width"], figure["y"] + y * figure["height"]
        assert any(covers(box, point) for box in highlights), point
    # The clause before it is not marked.
    other = words_on_page(site.folder / "lease.pdf", 5, "No one but the parties may enforce")
    x, y = other[0]
    point = figure["x"] + x * figure["width"], figure["y"] + y * figure["height"]
    assert not any(covers(box, point) for box in highlights)
    assert all(is_in_view(page, box) for box in highlights)


def test_the_words_under_the_highlight_of_a_scan_are_the_cited_words(open_page):
    rapidocr = pytest.importorskip("rapidocr")
    page = open_page(link(LIMIT, file="*guarantee*"), width=1700, height=1100)
    page.locator(".chip").first.click()
    marked = settled_boxes(page, page.locator(".highlight"))
    left, top = min(box["x"] for box in marked), min(box["y"] for box in marked)
    right, bottom = max(box["x"] + box["width"] for box in marked), max(box["y"] + box["height"] for box in marked)
    clip = {"x": left - 4, "y": top - 4, "width": right - left + 8, "height": bottom - top + 8}
    read = rapidocr.RapidOCR()(
        np.asarray(picture(page, clip).resize((int(clip["width"] * 2), int(clip["height"] * 2))))
    )
    seen = "".join(read.txts or ()).replace(" ", "").casefold()
    for word in ("totalliability", "limited", "600,000", "costs"):
        assert word in seen, seen


@pytest.mark.parametrize(
    ("question", "file"),
    [
        ("How long do the confidentiality obligations last?", "nda.docx"),
        ("How long is personal data kept?", "privacy-policy.html"),
        ("When does the tree surgeon visit the arboretum?", "markup.txt"),
    ],
)
def test_in_a_text_document_the_cited_words_are_marked_and_in_view(open_page, question, file):
    page = open_page(link(question, file=f"*{file}"))
    chip = hover_first_citation(page)
    cited = page.get_by_role("tooltip").locator("q").text_content()
    chip.click()
    page.locator("mark.cited").first.wait_for()
    marked = "".join(page.locator(".text .cited").all_text_contents())
    assert re.sub(r"\s+", "", marked) == re.sub(r"\s+", "", cited)
    assert is_in_view(page, settled_boxes(page, page.locator("mark.cited"))[0])


def test_hovering_and_focusing_a_citation_show_the_quotation_and_what_was_checked(open_page, ask):
    page = open_page()
    ask(page, LAW)
    chip = hover_first_citation(page)
    tip = page.get_by_role("tooltip")
    expect(tip).to_contain_text("13.5 This lease is governed by the law of England and Wales")
    expect(tip).to_contain_text("character for character")
    page.mouse.move(0, 0)
    expect(tip).to_have_count(0)
    chip.focus()
    expect(tip).to_be_visible()
    page.keyboard.press("Escape")
    expect(tip).to_have_count(0)


def test_a_follow_up_shows_how_it_was_understood(open_page, ask):
    page = open_page()
    ask(page, LAW)
    ask(page, "And for the guarantee?")
    understood = page.locator(".understood")
    expect(understood).to_have_count(1)
    assert "guarantee" in understood.text_content()
    assert "law" in understood.text_content()


def test_a_follow_up_that_was_misread_is_asked_just_as_written(open_page, ask):
    page = open_page()
    ask(page, LAW)
    ask(page, "And for the guarantee?")
    page.get_by_role("button", name="Ask just as written").click()
    expect(page.locator(".answer")).to_have_count(3)
    alone = page.locator("section").last
    expect(alone.locator("h2")).to_have_text("And for the guarantee?")
    # What a question by itself is understood as does not lean on the one before, and is not offered to be asked again.
    expect(alone).not_to_contain_text("of this lease")
    expect(alone.get_by_role("button", name="Ask just as written")).to_have_count(0)


def test_the_source_beside_is_the_one_of_the_last_answer_whose_question_is_at_the_top(open_page, ask):
    page = open_page(height=600)
    ask(page, LAW)
    source = page.get_by_role("complementary", name="Source")
    expect(source.get_by_role("heading")).to_have_text("LEASE")
    ask(page, "How long do the confidentiality obligations of the NDA last?")
    expect(source.get_by_role("heading")).to_have_text("Mutual Non-Disclosure Agreement")
    settle(page)
    head = page.locator("header").first.bounding_box()
    assert head["height"] <= page.locator("h2").nth(1).bounding_box()["y"] < head["height"] + 40
    answer = ask(page, "What is the capital of Mongolia?")
    expect(answer).to_have_attribute("data-state", "absent")
    expect(source).to_have_count(0)


def test_an_answer_that_is_not_there_looks_different_and_shows_the_nearest_passages(open_page, ask):
    page = open_page()
    answer = ask(page, "What is the capital of Mongolia?")
    assert answer.get_attribute("data-state") == "absent"
    assert answer.locator(".chip").count() == 0
    expect(answer.get_by_role("heading", name="Nearest passages")).to_be_visible()
    answer.locator("li button").first.click()
    page.locator(".highlight, mark.cited").first.wait_for(state="attached")


def test_a_weak_answer_looks_different_and_shows_the_nearest_passages(open_page, ask):
    page = open_page()
    sure = ask(page, LAW)
    other = open_page()
    weak = ask(other, "Who gets copies of the source code?")
    assert (sure.get_attribute("data-state"), weak.get_attribute("data-state")) == ("verified", "weak")
    edges = [one.evaluate("(card) => getComputedStyle(card).borderLeftColor") for one in (sure, weak)]
    assert edges[0] != edges[1]
    expect(weak).to_contain_text("Weak evidence")
    expect(weak.get_by_role("heading", name="Nearest passages")).to_be_visible()
    expect(weak.locator("li button").first).to_be_visible()
    hover_first_citation(other)
    expect(weak.get_by_role("tooltip")).to_contain_text("not certain")


def test_a_remark_on_a_sure_answer_does_not_make_it_weak(open_page, ask):
    answer = ask(open_page(), "What about interest on late payment?")
    expect(answer).to_contain_text("Several documents may answer this")
    assert answer.get_attribute("data-state") == "verified"


def test_a_bookmark_of_a_follow_up_asks_what_was_understood(open_page, ask):
    page = open_page()
    ask(page, LAW)
    answer = ask(page, "And for the guarantee?")
    understood = page.locator(".understood em").text_content()
    page.wait_for_function(
        "(asked) => decodeURIComponent(location.hash.replaceAll('+', ' ')).includes(asked)", arg=understood
    )
    again = open_page(page.url.split("/", 3)[3])
    expect(again.locator("h2").first).to_have_text(understood)
    expect(again.locator(".answer .text")).to_have_text(answer.locator(".text").text_content())


def test_going_back_leads_to_the_earlier_answer_and_loses_none(open_page, ask):
    page = open_page()
    ask(page, LAW)
    ask(page, "And for the guarantee?")
    page.wait_for_function("() => !decodeURIComponent(location.hash).includes('And+for')")
    page.go_back()
    page.wait_for_function("() => decodeURIComponent(location.hash).includes('of+this+lease')")
    expect(page.locator(".answer")).to_have_count(2)
    page.go_forward()
    expect(page.locator(".answer")).to_have_count(2)


def test_the_link_to_an_answer_is_copied_where_the_browser_has_no_clipboard_for_the_page(open_page, ask):
    page = open_page(permissions=["clipboard-read", "clipboard-write"])
    answer = ask(page, LAW)
    # As on a page that came without TLS from another machine.
    page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })")
    answer.get_by_role("button", name="Copy a link to this answer").click()
    expect(answer.get_by_role("button", name="Copied")).to_be_visible()
    page.evaluate("delete navigator.clipboard")
    assert page.evaluate("navigator.clipboard.readText()") == page.url


def test_documents_are_chosen_among_many_by_words_and_tell_when_they_cannot_be_loaded(open_page):
    page = open_page("#/c/demo/ask")
    page.context.set_offline(True)
    page.get_by_text("Filters", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("cannot be reached")
    page.context.set_offline(False)
    page.get_by_role("button", name="Try again").click()
    chosen = page.get_by_label("Documents", exact=True)
    chosen.select_option(chosen.locator("option", has_text="nda.docx").get_attribute("value"))
    page.get_by_label("Your question").fill("How long do the confidentiality obligations last?")
    page.keyboard.press("Enter")
    expect(page.locator(".answer")).to_contain_text("five years")
    expect(page.get_by_text("Filters (1)")).to_be_visible()


def test_a_link_to_an_answer_asks_again_with_its_filters(open_page, ask):
    page = open_page()
    ask(page, LAW)
    again = open_page(page.url.split("/", 3)[3])
    expect(again.locator(".answer")).to_contain_text("England and Wales")
    limited = open_page(link("How long do the confidentiality obligations last?", file="*nda*"))
    expect(limited.get_by_text("Filters (1)")).to_be_visible()
    expect(limited.locator(".answer")).to_contain_text("five years")


def test_filters_that_no_document_meets_are_told(open_page):
    page = open_page(link(LAW, party="Nobody at all"))
    expect(page.get_by_role("alert")).to_be_visible()
    assert "Nobody at all" in plain(page.get_by_role("alert").text_content())


def test_one_question_can_be_answered_for_each_document(open_page):
    page = open_page(link("What is the governing law?", each="1"))
    page.locator(".answer table").wait_for()
    assert "England and Wales" in page.locator(".answer table").text_content()
    assert page.locator(".answer tbody tr").count() >= 2
    # Said once: in the table, each row with the citation of its words and the file, since titles recur.
    expect(page.locator(".answer .text")).to_have_count(0)
    expect(page.locator(".answer")).to_contain_text(re.compile(r"Found in \d+ of \d+ documents; unsure in \d+"))
    row = page.locator(".answer tbody tr", has_text="lease.pdf")
    row.locator(".chip").click()
    expect(page.get_by_role("complementary", name="Source").get_by_role("heading")).to_have_text("LEASE")


def test_a_server_that_cannot_be_reached_is_told_and_the_question_can_be_asked_again(open_page):
    page = open_page()
    page.context.set_offline(True)
    page.get_by_label("Your question").fill(LAW)
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("cannot be reached")
    page.context.set_offline(False)
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".answer")).to_contain_text("England and Wales")
