"""A document: its pages or text, its clauses, finding and citing."""

import re

import pytest
from playwright.sync_api import expect
from tests.web.reading import covers, is_in_view, press_until, settle, settled_boxes
from tests.web.test_ask import words_on_page


@pytest.fixture
def open_document(open_page):
    def open_one(name, *, query="", **options):
        page = open_page("#/c/demo/library", **options)
        link = page.get_by_role("row", name=re.compile(name)).get_by_role("link").get_attribute("href")
        page.goto(page.url.split("#")[0] + link + query)
        page.reload()
        page.locator("aside li").first.wait_for()
        return page

    return open_one


def test_a_clause_of_the_tree_is_shown_on_its_page(open_document):
    page = open_document("lease.pdf")
    page.get_by_role("button", name=re.compile("^13 General")).click()
    page.locator("[data-page='5'] .highlight").first.wait_for()
    assert is_in_view(page, settled_boxes(page, page.locator(".highlight"))[0])
    # Pages that are far away are not drawn.
    assert page.locator("figure").count() == 7
    assert page.locator("figure img").count() < 7


def test_a_clause_of_a_text_is_marked_and_a_reference_leads_to_its_clause(open_document):
    page = open_document("software-licence.txt")
    reference = page.locator("a.reference").first
    # It is a link: it can be opened in another tab, and gone back from.
    assert "start=" in reference.get_attribute("href")
    before = page.url
    reference.click()
    page.locator(".cited").first.wait_for()
    expect(page).to_have_url(re.compile("start="))
    assert is_in_view(page, settled_boxes(page, page.locator(".cited"))[0])
    page.go_back()
    expect(page).to_have_url(before)
    expect(page.locator(".cited")).to_have_count(0)


def test_a_defined_term_tells_its_meaning_on_hover_and_in_a_list_for_the_keyboard(open_document):
    page = open_document("software-licence.txt")
    term = page.locator("span.term").first
    term.scroll_into_view_if_needed()
    # A scroll closes the tip, and the browser may tell of one after the pointer has come.
    settle(page)
    term.hover()
    tip = page.get_by_role("tooltip")
    expect(tip).to_contain_text(f"“{term.text_content()}” is defined: ")
    page.keyboard.press("Escape")
    expect(tip).to_have_count(0)

    terms = page.locator("aside details", has=page.get_by_text("Defined terms ("))
    first = terms.get_by_role("button").first
    terms.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(first).to_be_visible()
    page.keyboard.press("Tab")
    expect(first).to_be_focused()
    named = first.text_content()
    page.keyboard.press("Enter")
    expect(page.locator(".text .cited", has_text=named).first).to_be_visible()


def test_words_are_found_in_text_and_on_pages(open_document):
    page = open_document("software-licence.txt")
    page.get_by_label("Find in this document").fill("licence year")
    count = page.locator("[role=search] [role=status]")
    expect(count).to_contain_text(re.compile(r"1 of \d+"))
    expect(page.locator(".current").first).to_contain_text(re.compile("^licence", re.IGNORECASE))
    page.keyboard.press("Enter")
    expect(count).to_contain_text(re.compile(r"2 of \d+"))
    page.keyboard.press("Shift+Enter")
    expect(count).to_contain_text(re.compile(r"1 of \d+"))
    page.get_by_label("Find in this document").fill("zebra")
    expect(count).to_contain_text("Nothing found")

    page = open_document("lease.pdf")
    page.get_by_label("Find in this document").fill("presses between 10.00 p.m.")
    page.locator("[data-page='3'] .highlight").first.wait_for()
    assert is_in_view(page, settled_boxes(page, page.locator(".highlight"))[0])


def test_selected_words_are_copied_as_a_citation(open_document):
    page = open_document("lease.pdf", permissions=["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Text", exact=True).click()
    page.get_by_label("Find in this document").fill("48 hours’ written notice")
    page.locator("mark.current").wait_for()
    page.locator("mark.current").evaluate("(mark) => getSelection().selectAllChildren(mark)")
    page.get_by_role("button", name="Copy as citation").click()
    expect(page.get_by_text("Copied: LEASE § 2.3, p. 2")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == "“48 hours’ written notice” (LEASE § 2.3, p. 2)"


def test_a_span_behind_letters_of_two_units_is_marked_to_the_letter(open_document, indexed):
    text = (indexed / "files" / "markup.txt").read_text("utf-8")
    start = text.index("The tree surgeon")
    assert any(ord(letter) > 0xFFFF for letter in text[:start])
    page = open_document("markup.txt", query=f"?start={start}&end={start + len('The tree surgeon')}")
    expect(page.locator("mark.cited")).to_have_text("The tree surgeon")


def test_the_tree_shows_the_first_words_of_a_clause_without_a_heading(open_document):
    page = open_document("lease.pdf")
    expect(page.get_by_role("button", name=re.compile(r"^\(1\) TAMAR VALE ESTATES LIMITED"))).to_be_visible()
    # They are cut short: the tree needs no scrolling sideways.
    aside = page.locator("aside")
    assert aside.evaluate("(one) => one.scrollWidth <= one.clientWidth")


def test_a_document_leads_to_questions_about_it_alone(open_document):
    page = open_document("lease.pdf")
    page.get_by_role("link", name="Ask about this document").click()
    expect(page.get_by_text("Filters (1)")).to_be_visible()
    page.get_by_label("Your question").fill("What is the governing law?")
    page.get_by_label("Your question").press("Enter")
    expect(page.locator(".answer")).to_contain_text("England and Wales")


def test_a_document_that_is_not_there_is_told(open_page):
    page = open_page("#/c/demo/documents/" + "0" * 16)
    expect(page.get_by_role("alert")).to_contain_text("no document")


def test_words_are_selected_on_a_page_and_copied_as_a_citation(open_document):
    page = open_document("lease.pdf", permissions=["clipboard-read", "clipboard-write"])
    page.get_by_label("Find in this document").fill("48 hours’ written notice")
    page.locator("[data-page='2'] .highlight").first.wait_for()
    words = page.locator("[data-page='2'] text")
    words.first.wait_for(state="attached")
    settle(page)
    first, last = words.filter(has_text="48").first.bounding_box(), words.filter(has_text="notice").first.bounding_box()
    assert last["x"] > first["x"]
    page.mouse.move(first["x"] + 1, first["y"] + first["height"] / 2)
    page.mouse.down()
    page.mouse.move(last["x"] + last["width"] - 1, last["y"] + last["height"] / 2, steps=8)
    page.mouse.up()
    expect(page.get_by_role("group", name="Selected words")).to_contain_text("48 hours’ written notice")
    page.get_by_role("button", name="Copy as citation").click()
    expect(page.get_by_text("Copied: LEASE § 2.3, p. 2")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == "“48 hours’ written notice,” (LEASE § 2.3, p. 2)"


def test_the_words_over_a_page_lie_on_its_printed_words(open_document, site):
    page = open_document("lease.pdf")
    page.locator("[data-page='1'] text").first.wait_for(state="attached")
    settle(page)
    figure = page.locator("[data-page='1']").bounding_box()
    printed = words_on_page(site.folder / "lease.pdf", 1, "Quillfeather")
    x, y = printed[len(printed) // 2]
    box = page.locator("[data-page='1'] text", has_text=re.compile("Quillfeather", re.IGNORECASE)).first.bounding_box()
    assert covers(box, (figure["x"] + x * figure["width"], figure["y"] + y * figure["height"]))


def test_on_a_page_a_reference_leads_to_its_clause_and_a_term_tells_its_definition(open_document):
    page = open_document("lease.pdf")
    reference = page.locator("svg a.reference").first
    reference.wait_for(state="attached")
    settle(page)
    reference.focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("start="))
    settle(page)
    term = page.locator("text.term").first
    term.scroll_into_view_if_needed()
    settle(page)
    term.hover(force=True)
    expect(page.get_by_role("tooltip")).to_contain_text("is defined: ")


def test_words_are_selected_by_keyboard_alone_cited_and_asked_about(open_document):
    page = open_document("software-licence.txt", permissions=["clipboard-read", "clipboard-write"])
    page.get_by_label("Find in this document").focus()
    page.keyboard.type("Licence Year")
    expect(page.locator("mark.current")).to_have_count(1)
    press_until(page, "Tab", "Select these words")
    page.keyboard.press("Enter")
    group = page.get_by_role("group", name="Selected words")
    expect(group.locator("q")).to_have_text(re.compile("^licence year$", re.IGNORECASE))
    short = group.locator("q").text_content()
    longer = short
    for keys in ("Control+Shift+ArrowRight", "Shift+ArrowDown"):
        before = longer
        page.keyboard.press(keys)
        expect(group.locator("q")).not_to_have_text(before)
        longer = group.locator("q").text_content()
        assert longer.startswith(before)
    press_until(page, "Tab", "Copy as citation")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Copied: ")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()").startswith(f"“{longer}” (")
    press_until(page, "Tab", "Ask about this")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name=longer)).to_be_visible()
    expect(page.get_by_text("Filters (1)")).to_be_visible()
    page.locator(".answer").wait_for()


def test_words_found_on_a_page_are_selected_by_keyboard(open_document):
    page = open_document("lease.pdf")
    page.get_by_label("Find in this document").focus()
    # As it is typed: with a straight quote, where the document has a printed one.
    page.keyboard.type("48 hours' written notice")
    page.locator("[data-page='2'] .highlight").first.wait_for()
    press_until(page, "Tab", "Select these words")
    page.keyboard.press("Enter")
    expect(page.get_by_role("group", name="Selected words").locator("q")).to_have_text("48 hours’ written notice")


def test_a_page_that_cannot_be_fetched_now_is_fetched_when_the_server_is_back(open_document):
    page = open_document("lease.pdf")
    page.locator("[data-page='1'] img").wait_for()
    page.context.set_offline(True)
    page.locator("[data-page='7']").scroll_into_view_if_needed()
    figure = page.locator("[data-page='7']")
    expect(figure.get_by_role("alert")).to_contain_text("cannot be reached")
    page.context.set_offline(False)
    figure.get_by_role("button", name="Try again").click()
    expect(figure.locator("img")).to_be_visible()
    expect(page.get_by_role("button", name="Pages", exact=True)).to_have_attribute("aria-pressed", "true")
