"""What the server says, on the Czech page: its errors, files it cannot read, answers it does not have."""

import json
import re

import httpx
import pytest
from playwright.sync_api import expect
from tests.web.conftest import REPOSITORY, SECONDS
from tests.web.test_library import INDEXING

QUESTION = "What is the governing law of this lease?"
# Refusals as the API words them, and what the page says instead.
REFUSALS = {
    "busy": (503, "The server is busy; try again.", "Server má právě plno práce."),
    "rate": (429, "Too many requests; wait a moment.", "Příliš mnoho požadavků."),
    "store": (503, "The store demo cannot be used: it is damaged.", "Úložiště nelze použít"),
    "failure": (500, "The server failed; the log of the server says where.", "Na serveru nastala chyba"),
}


@pytest.fixture
def czech_page(open_page):
    """Pages of a browser that speaks Czech."""
    return lambda path: open_page(path, locale="cs-CZ")


def ask(page, question):
    page.get_by_label("Váš dotaz").fill(question)
    page.keyboard.press("Enter")


def refused(code, message):
    return json.dumps({"error": {"code": code, "message": message, "request_id": "0" * 16}})


@pytest.mark.parametrize("code", REFUSALS)
def test_a_refusal_is_told_in_czech(czech_page, code):
    status, message, told = REFUSALS[code]
    page = czech_page("#/c/demo/ask")
    page.route(
        "**/ask/stream",
        lambda route: route.fulfill(status=status, body=refused(code, message), content_type="application/json"),
    )
    ask(page, QUESTION)
    expect(page.get_by_role("alert")).to_contain_text(told)


def test_an_answer_that_took_too_long_is_told_in_czech(czech_page):
    page = czech_page("#/c/demo/ask")
    said = f"event: error\ndata: {refused('timeout', 'It took longer than 60 seconds.')}\n\n"
    page.route("**/ask/stream", lambda route: route.fulfill(body=said, content_type="text/event-stream"))
    ask(page, QUESTION)
    expect(page.get_by_role("alert")).to_contain_text("Trvalo to příliš dlouho.")
    expect(page.get_by_role("alert")).not_to_contain_text("It took longer")


def test_what_is_not_there_and_a_server_that_is_away_are_told_in_czech(czech_page):
    page = czech_page("#/c/demo/reviews/" + "0" * 16)
    expect(page.get_by_role("alert")).to_contain_text("Nic takového tu není.")
    # What failed is not being loaded any more.
    expect(page.get_by_role("main")).not_to_contain_text("Načítá se")
    page.context.set_offline(True)
    page.get_by_role("button", name="Zkusit znovu").click()
    expect(page.get_by_role("alert")).to_contain_text("Server neodpovídá.")


def test_filters_that_no_document_meets_are_told_in_czech(czech_page):
    page = czech_page("#/c/demo/ask?q=Who%20pays%3F&party=Nobody")
    expect(page.get_by_role("alert")).to_contain_text("Filtrům nevyhovuje žádný dokument.")


def test_a_question_without_an_answer_is_told_in_czech(czech_page):
    page = czech_page("#/c/demo/ask")
    ask(page, "At what temperature does tungsten melt?")
    answer = page.locator(".answer[data-state=absent]")
    expect(answer).to_contain_text("Nenalezeno")
    expect(answer.locator(".text")).to_have_text("V poskytnutých dokumentech se odpověď nenašla.")
    expect(answer.locator(".note")).to_contain_text(re.compile("slabé|není|neobsahují|neuvádí"))


def test_a_file_that_cannot_be_read_is_told_in_czech(czech_page, tmp_path):
    page = czech_page("#/c/demo/library")
    whole = (REPOSITORY / "examples" / "nda.docx").read_bytes()
    (tmp_path / "half.docx").write_bytes(whole[: len(whole) // 2])
    (tmp_path / "nothing.txt").write_bytes(b"")
    page.get_by_test_id("files").set_input_files([tmp_path / "half.docx", tmp_path / "nothing.txt"])
    failed = page.locator("[data-state=failed]")
    expect(failed).to_have_count(2, timeout=INDEXING)
    expect(failed.first).to_contain_text("Nelze přečíst: soubor je poškozený nebo neúplný")
    expect(failed.last).to_contain_text("Nelze přečíst: soubor je prázdný")


def test_kinds_and_places_are_told_in_czech(czech_page):
    page = czech_page("#/c/demo/library")
    expect(page.get_by_role("row", name=re.compile("lease.pdf")).locator(".kind")).to_have_text("nájemní smlouva")
    page = czech_page("#/c/demo/ask")
    ask(page, QUESTION)
    expect(page.get_by_role("complementary", name="Zdroj").locator("header p")).to_have_text("lease.pdf, § 13.5, s. 5")
    page.locator(".chip").first.hover()
    expect(page.get_by_role("tooltip")).to_contain_text("lease.pdf, § 13.5, s. 5")


def test_an_answer_for_each_document_is_told_in_czech(czech_page):
    page = czech_page("#/c/demo/ask?q=What%20is%20the%20governing%20law%3F&each=1")
    expect(page.locator(".answer")).to_contain_text(re.compile(r"Nalezeno: \d+ z \d+ dokumentů; nejisté: \d+"))
    expect(page.locator(".answer")).not_to_contain_text("documents looked at")


def test_a_review_is_told_in_czech(czech_page, wide_review):
    page = czech_page(f"#/c/demo/reviews/{wide_review}")
    expect(page.get_by_role("heading", name="Nájemní smlouvy")).to_be_visible()
    expect(page.get_by_role("columnheader", name=re.compile("^Rozhodné právo"))).to_be_visible()
    expect(page.get_by_role("columnheader", name=re.compile("^Datum smlouvy"))).to_be_visible()
    expect(page.get_by_role("button", name="30. 1. 2026", exact=True).first).to_be_visible()
    expect(page.get_by_role("button", name="Ano", exact=True).first).to_be_visible()
    expect(page.get_by_role("button", name="Přečíst nové dokumenty")).to_be_visible()


def test_the_note_of_a_cell_is_told_in_czech(czech_page, site, review):
    at = f"{site.url}/api/v1/collections/demo/reviews/{review}"
    row = next(one for one in httpx.get(at, timeout=SECONDS).json()["rows"] if one["document"] == "supply-2025.txt")
    cell = f"{at}/rows/{row['doc_id']}/cells/law"
    given = {"state": "unsure", "value": "Scotland", "quote": "", "span": None}
    httpx.put(cell, json=given, timeout=SECONDS).raise_for_status()
    page = czech_page(f"#/c/demo/reviews/{review}?document={row['doc_id']}&column=law")
    editor = page.get_by_role("region", name="Buňka")
    expect(editor).to_contain_text("Oprav")
    expect(editor).not_to_contain_text("Corrected")
    httpx.delete(cell, timeout=SECONDS).raise_for_status()
