"""Pictures of what the page shows besides its views: no answer, weak evidence, uploads, a key, an error, the days."""

import json
import re
import shutil

import httpx
import pytest
from playwright.sync_api import expect
from tests.web.conftest import REPOSITORY, SECONDS, serving
from tests.web.pictures import FOLDER, LOW, PICTURE_SIZE, SCHEMES, keep_picture
from tests.web.test_library import INDEXING


@pytest.fixture
def shown(browser):
    """Open an address of any server at the size of a picture."""
    contexts = []

    def show_one(url, scheme, *, size=LOW):
        context = browser.new_context(viewport=size, color_scheme=scheme, locale="en-GB", reduced_motion="reduce")
        context.set_default_timeout(SECONDS * 1000)
        contexts.append(context)
        page = context.new_page()
        page.goto(url)
        return page

    yield show_one
    for context in contexts:
        context.close()


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize(
    ("name", "question", "state"),
    [
        ("absent", "What is the capital of Mongolia?", "absent"),
        ("weak", "Who gets copies of the source code?", "weak"),
        ("each", "Which law governs each agreement?", "verified"),
    ],
)
def test_pictures_of_answers(open_page, ask, name, question, state, scheme):
    page = open_page("#/c/demo/ask", color_scheme=scheme, **PICTURE_SIZE)
    expect(ask(page, question)).to_have_attribute("data-state", state)
    keep_picture(page, name, scheme)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_pictures_of_uploads(open_page, tmp_path, scheme):
    page = open_page("#/c/demo/library", color_scheme=scheme, **PICTURE_SIZE)
    expect(page.locator("tbody tr").first).to_be_visible()
    shutil.copy(REPOSITORY / "examples" / "nda.docx", tmp_path / "nda.docx")
    whole = (tmp_path / "nda.docx").read_bytes()
    (tmp_path / "half-an-nda.docx").write_bytes(whole[: len(whole) // 2])
    page.get_by_test_id("files").set_input_files([tmp_path / "nda.docx", tmp_path / "half-an-nda.docx"])
    uploads = page.get_by_label("Uploads")
    expect(uploads.locator("[data-state=known]")).to_contain_text("nda.docx", timeout=INDEXING)
    expect(uploads.locator("[data-state=failed]")).to_contain_text("Could not be read")
    keep_picture(page, "uploads", scheme)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_pictures_of_a_server_that_is_away(open_page, scheme):
    page = open_page("#/c/demo/ask", color_scheme=scheme, **LOW)
    page.get_by_label("Your question").wait_for()
    page.context.set_offline(True)
    page.get_by_label("Your question").fill("What is the governing law of this lease?")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("cannot be reached")
    keep_picture(page, "offline", scheme)


def test_pictures_of_a_key_and_of_an_empty_collection(shown, guarded):
    key = (guarded.home / "key").read_text("utf-8")
    headers = {"Authorization": f"Bearer {key}"}
    made = httpx.post(f"{guarded.url}/api/v1/collections", json={"name": "empty"}, headers=headers, timeout=SECONDS)
    made.raise_for_status()
    for scheme in SCHEMES:
        page = shown(guarded.at("#/c/empty/library"), scheme)
        expect(page.get_by_role("heading", name="This server asks for a key.")).to_be_visible()
        keep_picture(page, "key", scheme)
        page.get_by_label("Access key").fill(key)
        page.get_by_role("button", name="Use the key").click()
        expect(page.get_by_text("No document yet.")).to_be_visible()
        keep_picture(page, "empty", scheme)


def write_days(path):
    """Figures of twelve days; on the last one more questions than usual got no answer."""
    rows = [
        {
            "time": f"2026-03-{day:02}T10:00:{number:02}.000+00:00",
            "found": number >= (18 if day == 12 else 3 + day % 3),
            "confidence": 0.8 + 0.01 * (day % 4),
            "claims": 4,
            "dropped": number % (4 + day % 3) == 0,
            "seconds": 0.4 + 0.02 * (day % 5) + number / 400,
        }
        for day in range(1, 13)
        for number in range(40)
    ]
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")


def test_pictures_of_answers_by_day(shown, indexed, tmp_path):
    write_days(tmp_path / "samples.jsonl")
    options = ("--store", f"demo={indexed / 'store'}", "--samples", tmp_path / "samples.jsonl")
    with serving(tmp_path, indexed / "files", options) as site:
        for scheme in SCHEMES:
            page = shown(site.at("drift"), scheme, size=PICTURE_SIZE)
            expect(page.get_by_text(re.compile("abstention was .* on 2026-03-12"))).to_be_visible()
            keep_picture(page, "days", scheme)


def test_the_documentation_shows_every_picture():
    told = (REPOSITORY / "docs" / "howto" / "web.md").read_text("utf-8")
    assert {path.name for path in FOLDER.glob("web-*.png")} == set(re.findall(r"images/(web-[\w-]+\.png)", told))
