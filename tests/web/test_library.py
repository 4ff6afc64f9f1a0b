"""The library: what is in it, adding to it, taking out of it."""

import re

from playwright.sync_api import expect
from tests.web.reading import HOSTILE

# Milliseconds for a file to be indexed, models loaded, on a machine that does much else.
INDEXING = 400_000
FREIGHT = """WAREHOUSING AGREEMENT

This Agreement is made on 3 March 2026 between Pelham Storage Ltd and Orchard Teas Ltd.

1. Storage. Pelham Storage Ltd shall keep the tea in a dry room at no more than 18 degrees.

2. Fee. Orchard Teas Ltd shall pay a storage fee of 412 pounds for each calendar month.

3. Law. This Agreement is governed by the law of Scotland.
"""


def titles(page):
    return page.locator("tbody th a").all_text_contents()


def test_documents_are_listed_with_what_is_known_of_them(open_page):
    page = open_page("#/c/demo/library")
    row = page.get_by_role("row", name=re.compile("lease.pdf"))
    for known in ("LEASE", "lease", "QUILLFEATHER PRESS LIMITED", "2026", "England and Wales", "7"):
        expect(row).to_contain_text(known)


def test_a_word_finds_and_a_heading_sorts(open_page):
    page = open_page("#/c/demo/library")
    expect(page.locator("tbody tr").first).to_be_visible()
    names = titles(page)
    assert names == sorted(names, key=str.casefold)
    page.get_by_role("button", name="Title").click()
    expect(page.locator("tbody th a")).to_have_text(names[::-1])
    page.get_by_label("Find in titles").fill("quillfeather")
    expect(page.locator("tbody tr")).to_have_count(1)
    expect(page).to_have_url(re.compile("find=quillfeather"))
    page.get_by_label("Find in titles").fill("no such thing")
    expect(page.get_by_text("No document has “no such thing”")).to_be_visible()


def test_a_file_is_uploaded_asked_about_and_deleted_and_a_wrong_file_is_told(open_page, tmp_path):
    page = open_page("#/c/demo/library")
    expect(page.locator("tbody tr").first).to_be_visible()
    (tmp_path / "warehousing.txt").write_text(FREIGHT, "utf-8")
    (tmp_path / "broken.pdf").write_bytes(b"%PDF-1.7\nthis is no PDF at all")
    page.get_by_test_id("files").set_input_files([tmp_path / "warehousing.txt", tmp_path / "broken.pdf"])
    uploads = page.get_by_label("Uploads")
    expect(uploads.locator("li")).to_have_count(2)
    expect(uploads.locator("[data-state=done]")).to_contain_text("warehousing.txt", timeout=INDEXING)
    expect(uploads.locator("[data-state=failed]")).to_contain_text("broken.pdf")
    expect(uploads.locator("[data-state=failed]")).to_contain_text("Could not be read")

    uploads.get_by_role("link", name="Ask about it").click()
    page.get_by_label("Your question").fill("Which law governs the agreement?")
    page.keyboard.press("Enter")
    expect(page.locator(".answer")).to_contain_text("the law of Scotland")
    page.locator(".chip").first.click()
    expect(page.locator("mark.cited").first).to_contain_text("the law of Scotland")

    page.get_by_role("link", name="Library", exact=True).click()
    row = page.get_by_role("row", name=re.compile("warehousing.txt"))
    row.get_by_role("button", name=re.compile("^Delete")).click()
    page.get_by_role("dialog").get_by_role("button", name="Keep it").click()
    expect(row).to_have_count(1)
    row.get_by_role("button", name=re.compile("^Delete")).click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(row).to_have_count(0)


def test_names_and_words_full_of_markup_stay_text(open_page, tmp_path):
    page = open_page("#/c/demo/library")
    expect(page.locator("tbody tr").first).to_be_visible()
    path = tmp_path / "<svg onload=alert(3)>.txt"
    path.write_text(f"{HOSTILE}\n\n1. The parrot of Mr <b>Bold</b> is green.\n", "utf-8")
    page.get_by_test_id("files").set_input_files([path])
    expect(page.locator("[data-state=done]")).to_be_visible(timeout=INDEXING)
    assert page.locator("main svg, main img, main b").count() == 0

    page.goto(page.url.split("#")[0] + "#/c/demo/ask?q=" + "What colour is the parrot? <script>alert(4)</script>")
    expect(page.locator(".answer")).to_be_visible()
    page.locator(".answer").get_by_role("button").first.click()
    expect(page.locator("aside .text")).to_contain_text("Mr <b>Bold</b> is green")
    assert page.locator("main script, main img, main b").count() == 0
