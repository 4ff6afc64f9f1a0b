"""Two versions of a document, clause against clause."""

import re

from playwright.sync_api import expect


def choose(page, label, name):
    option = page.get_by_label(label).locator("option", has_text=name)
    page.get_by_label(label).select_option(option.get_attribute("value"))


def test_two_versions_are_compared_and_lead_to_their_clauses(open_page):
    page = open_page("#/c/demo/redline")
    page.get_by_label("Older version").wait_for()
    choose(page, "Older version", "supply-2025.txt")
    choose(page, "Newer version", "supply-2026.txt")
    page.get_by_role("button", name="Compare", exact=True).click()
    reworded = page.locator("article[data-kind=reworded]").filter(has_text="Price")
    expect(reworded.locator(".words del")).to_have_text(re.compile("30"))
    expect(reworded.locator(".words ins")).to_have_text(re.compile("45"))
    expect(page.locator("article").filter(has_text="Sacks")).to_have_attribute("data-kind", "removed")
    expect(page.locator("article").filter(has_text="Insurance")).to_have_attribute("data-kind", "added")
    expect(page.locator("main b")).to_have_count(0)

    page.get_by_role("button", name=re.compile("^Added")).click()
    expect(page.locator("article")).to_have_count(1)
    again = open_page(page.url.split("/", 3)[3])
    again.locator("article[data-kind=reworded]").get_by_role("link", name="In the newer version").click()
    expect(again.locator("mark.cited").first).to_contain_text("within 45 days")


def test_a_version_beside_itself_has_no_change(open_page):
    page = open_page("#/c/demo/redline")
    page.get_by_label("Older version").wait_for()
    choose(page, "Older version", "supply-2025.txt")
    choose(page, "Newer version", "supply-2025.txt")
    page.get_by_role("button", name="Compare", exact=True).click()
    expect(page.get_by_text("Both versions have the same clauses.")).to_be_visible()


def test_a_document_that_is_not_there_is_told(open_page):
    page = open_page("#/c/demo/redline?old=" + "0" * 16 + "&new=" + "0" * 16)
    expect(page.get_by_role("alert")).to_be_visible()
