"""Review tables: started, filled, looked into, corrected, chosen from, taken away."""

import csv
import re

from playwright.sync_api import expect
from tests.web.reading import HOSTILE, is_in_view, press_until, select_by_keyboard, settled_boxes


def cell(page, document, column):
    """The cell of a document and of a column by its place."""
    return page.get_by_role("row", name=re.compile(document)).locator("td").nth(column).locator("button")


def select_words(page, words):
    """Select words of the text that is shown, as a mouse does."""
    page.get_by_role("button", name="Text", exact=True).or_(page.locator(".text")).first.wait_for()
    if page.locator(".text").count() == 0:
        page.get_by_role("button", name="Text", exact=True).click()
    page.locator(".text").get_by_text(words).first.wait_for()
    page.locator(".text").evaluate(
        """(text, words) => {
            const walk = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
            while (walk.nextNode()) {
                const at = walk.currentNode.data.indexOf(words);
                if (at < 0) continue;
                const range = document.createRange();
                range.setStart(walk.currentNode, at);
                range.setEnd(walk.currentNode, at + words.length);
                getSelection().removeAllRanges();
                getSelection().addRange(range);
                return;
            }
        }""",
        words,
    )


def test_a_review_is_started_fills_and_shows_the_words_of_a_cell_in_the_source(open_page):
    page = open_page("#/c/demo/reviews")
    page.get_by_label("Title", exact=True).fill(f"Laws {HOSTILE}")
    page.get_by_label("Column").fill("law")
    page.get_by_label("What is asked").fill("What is the governing law?")
    page.get_by_text("Filters", exact=True).click()
    page.get_by_label("File name").fill("*supply*")
    page.get_by_label("File name").press("Tab")
    page.get_by_role("button", name="Start the review").click()
    expect(page.get_by_role("heading", name=f"Laws {HOSTILE}")).to_be_visible()
    expect(page.get_by_text("2 of 2 cells")).to_be_visible()
    expect(page.get_by_text("Done", exact=True)).to_be_visible()
    expect(page.locator("tbody tr")).to_have_count(2)
    expect(cell(page, "supply-2025", 0)).to_contain_text("Scotland")
    cell(page, "supply-2026", 0).click()
    expect(page.locator("mark.cited").first).to_contain_text("law of Scotland")
    assert is_in_view(page, settled_boxes(page, page.locator("mark.cited"))[0])
    # The address leads to the cell; and the review is in the list until it is deleted.
    again = open_page(page.url.split("/", 3)[3])
    expect(again.locator("mark.cited").first).to_contain_text("law of Scotland")
    again.get_by_role("link", name="← Review tables").click()
    again.get_by_role("button", name=f"Delete Laws {HOSTILE}").click()
    again.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(again.get_by_role("link", name=f"Laws {HOSTILE}")).to_have_count(0)


def test_a_cell_is_corrected_with_words_of_the_source_and_the_correction_taken_back(open_page, review, tmp_path):
    page = open_page(f"#/c/demo/reviews/{review}")
    before = cell(page, "supply-2025", 1).inner_text()
    cell(page, "supply-2025", 1).click()
    page.get_by_role("button", name="Correct", exact=True).click()
    page.get_by_label("State").select_option("found")
    page.get_by_label("Value", exact=True).fill("30 days <i>net</i>")
    select_words(page, "within 30 days after the invoice")
    page.get_by_role("button", name="Use the selected words").click()
    page.get_by_role("button", name="Save the correction").click()
    expect(cell(page, "supply-2025", 1)).to_contain_text("30 days <i>net</i>")
    expect(cell(page, "supply-2025", 1)).to_contain_text("corrected")
    expect(page.locator("mark.cited")).to_have_text("within 30 days after the invoice")

    again = open_page(f"#/c/demo/reviews/{review}")
    expect(cell(again, "supply-2025", 1)).to_contain_text("30 days <i>net</i>")
    again.get_by_label("With").select_option("corrected")
    expect(again.locator("tbody tr")).to_have_count(1)
    with again.expect_download() as taken:
        again.get_by_role("button", name="CSV").click()
    taken.value.save_as(tmp_path / "review.csv")
    with (tmp_path / "review.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = {row["document"]: row for row in csv.DictReader(file)}
    # The file holds the rows that are shown.
    assert list(rows) == ["supply-2025.txt"]
    assert rows["supply-2025.txt"]["price"] == "30 days <i>net</i>"
    with again.expect_download() as taken:
        again.get_by_role("button", name="Excel").click()
    assert taken.value.suggested_filename.endswith(".xlsx")

    cell(again, "supply-2025", 1).click()
    again.get_by_label("With").select_option("")
    again.get_by_role("button", name="Take the correction back").click()
    expect(cell(again, "supply-2025", 1)).not_to_contain_text("corrected")
    expect(cell(again, "supply-2025", 1)).to_have_text(before, use_inner_text=True)


def test_rows_are_found_sorted_and_chosen_by_a_condition(open_page, review):
    page = open_page(f"#/c/demo/reviews/{review}")
    expect(page.locator("tbody tr")).to_have_count(3)
    page.get_by_label("Find in documents").fill("lease")
    expect(page.locator("tbody tr")).to_have_count(1)
    page.get_by_label("Find in documents").fill("")
    page.get_by_role("button", name="law", exact=True).click()
    expect(page.locator("tbody th").first).to_contain_text("LEASE")
    page.get_by_role("button", name="law", exact=True).click()
    expect(page.locator("tbody th").first).to_contain_text("SUPPLY")
    expect(page.get_by_role("columnheader", name="law")).to_have_attribute("aria-sort", "descending")
    page.get_by_label("Only rows where").fill("law=Scotland")
    page.get_by_role("button", name="Apply").click()
    expect(page.locator("tbody tr")).to_have_count(2)
    page.get_by_label("Only rows where").fill("colour=blue")
    page.get_by_role("button", name="Apply").click()
    expect(page.get_by_role("alert")).to_contain_text("colour")


def test_a_file_holds_the_rows_that_words_find(open_page, review, tmp_path):
    page = open_page(f"#/c/demo/reviews/{review}?find=lease")
    expect(page.locator("tbody tr")).to_have_count(1)
    with page.expect_download() as taken:
        page.get_by_role("button", name="CSV").click()
    taken.value.save_as(tmp_path / "review.csv")
    with (tmp_path / "review.csv").open(encoding="utf-8-sig", newline="") as file:
        assert [row["document"] for row in csv.DictReader(file)] == ["lease.pdf"]


def test_a_cell_is_corrected_by_keyboard_alone_with_words_that_are_looked_for(open_page, review):
    page = open_page(f"#/c/demo/reviews/{review}")
    words = "within 45 days after the invoice"
    region = page.get_by_role("region", name="Cell")
    opened = cell(page, "supply-2026", 1)
    before = opened.inner_text()
    opened.focus()
    page.keyboard.press("Enter")
    expect(region.get_by_role("button", name="Correct", exact=True)).to_be_visible()
    press_until(page, "Tab", "Correct")
    page.keyboard.press("Enter")
    page.get_by_label("State").select_option("found")
    page.get_by_label("Value", exact=True).fill("45 days")
    select_by_keyboard(page, words)
    expect(region.get_by_role("button", name="Use the selected words")).to_be_enabled()
    press_until(page, "Shift+Tab", "Use the selected words")
    page.keyboard.press("Enter")
    expect(region.locator("q")).to_have_text(words)
    press_until(page, "Tab", "Save the correction")
    page.keyboard.press("Enter")
    expect(opened).to_contain_text("corrected")
    expect(region.locator("q")).to_have_text(words)
    expect(region.get_by_role("button", name="Take the correction back")).to_be_visible()
    press_until(page, "Tab", "Take the correction back")
    page.keyboard.press("Enter")
    expect(opened).to_have_text(before)
    # The keyboard comes back to the cell when what it opened is closed.
    page.get_by_role("button", name="Correct", exact=True).focus()
    page.keyboard.press("Escape")
    expect(page.get_by_role("complementary", name="Source")).to_have_count(0)
    expect(opened).to_be_focused()


def test_a_cell_is_opened_by_keyboard(open_page, review):
    page = open_page(f"#/c/demo/reviews/{review}")
    page.locator("button.cell").first.wait_for()
    page.get_by_label("Find in documents").focus()
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.classList.contains('cell')"):
            break
    page.keyboard.press("Enter")
    expect(page.get_by_role("region", name="Cell")).to_be_visible()
    expect(page.get_by_role("complementary", name="Source")).to_be_visible()


def test_a_review_that_is_not_there_is_told(open_page):
    page = open_page("#/c/demo/reviews/" + "0" * 16)
    expect(page.get_by_role("alert")).to_be_visible()
