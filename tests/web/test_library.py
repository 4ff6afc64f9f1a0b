"""The library: what is in it, adding to it, taking out of it."""

import re

from playwright.sync_api import expect
from tests.web.conftest import REPOSITORY
from tests.web.reading import HOSTILE, press_until

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


def drop(page, *paths):
    """Let go of files and folders over the page, as the browser hears it from the system."""
    session = page.context.new_cdp_session(page)
    data = {"items": [], "files": [str(path) for path in paths], "dragOperationsMask": 1}
    for kind in ("dragEnter", "dragOver", "drop"):
        session.send("Input.dispatchDragEvent", {"type": kind, "x": 600, "y": 300, "data": data})


def test_a_folder_dropped_on_any_view_is_added_with_the_folders_in_it(open_page, tmp_path):
    folder = tmp_path / "lease files"
    (folder / "annexes").mkdir(parents=True)
    (folder / "boat [1].txt").write_text("BOAT HIRE\n\n1. The boat is hired for 77 crowns an hour.\n", "utf-8")
    (folder / "annexes" / "oars.txt").write_text("OARS\n\n1. Two oars come with the boat.\n", "utf-8")
    # Half of a Word file: a container that breaks off. Any other bytes would be read as plain text.
    whole = (REPOSITORY / "examples" / "nda.docx").read_bytes()
    (folder / "annexes" / "broken.docx").write_bytes(whole[: len(whole) // 2])
    (folder / ".DS_Store").write_bytes(b"left by a system")
    page = open_page("#/c/demo/ask")
    page.get_by_label("Your question").wait_for()
    drop(page, folder)
    uploads = page.get_by_label("Uploads")
    expect(page).to_have_url(re.compile("/library"))
    expect(uploads.locator("li")).to_have_count(3)
    assert sorted(uploads.locator("li .name").all_text_contents()) == [
        "lease files/annexes/broken.docx",
        "lease files/annexes/oars.txt",
        "lease files/boat [1].txt",
    ]
    expect(uploads.locator("[data-state=done]")).to_have_count(2, timeout=INDEXING)
    expect(uploads.locator("[data-state=failed]")).to_contain_text(
        re.compile(r"broken\.docx.*Could not be read: .*damaged", re.S)
    )
    # Its name has letters that mean more in a pattern.
    uploads.locator("li", has_text="boat [1].txt").get_by_role("link", name="Ask about it").click()
    page.get_by_label("Your question").fill("What does the boat cost an hour?")
    page.keyboard.press("Enter")
    expect(page.locator(".answer")).to_contain_text("77 crowns")


def test_a_file_that_could_not_be_sent_says_so_and_is_sent_again(open_page, tmp_path):
    page = open_page("#/c/demo/library")
    expect(page.locator("tbody tr").first).to_be_visible()
    (tmp_path / "ferry.txt").write_text("FERRY\n\n1. The ferry leaves at noon.\n", "utf-8")
    page.context.set_offline(True)
    page.get_by_test_id("files").set_input_files([tmp_path / "ferry.txt"])
    uploads = page.get_by_label("Uploads")
    expect(uploads.locator("[data-state=failed]")).to_contain_text("the server cannot be reached")
    page.context.set_offline(False)
    uploads.get_by_role("button", name="Send ferry.txt again").click()
    expect(uploads.locator("[data-state=done]")).to_contain_text("ferry.txt", timeout=INDEXING)


def test_tags_are_given_by_keyboard_shown_found_and_limit_a_question(open_page):
    page = open_page("#/c/demo/library")
    row = page.get_by_role("row", name=re.compile("nda.docx"))
    row.get_by_role("button", name=re.compile("^Tags of")).focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    box = dialog.get_by_role("textbox")
    expect(box).to_be_enabled()
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(row.get_by_role("button", name=re.compile("^Tags of"))).to_be_focused()

    page.keyboard.press("Enter")
    expect(box).to_be_enabled()
    box.focus()
    page.keyboard.type(f"signed\ncategory: secrets [2]\n{HOSTILE}")
    press_until(page, "Tab", "Save the tags")
    page.keyboard.press("Enter")
    expect(dialog).to_have_count(0)
    expect(row.locator(".badge")).to_have_text(["signed", "category: secrets [2]", HOSTILE])
    assert page.locator("main img").count() == 0
    page.get_by_label("Find in titles").fill("secrets")
    expect(page.locator("tbody tr")).to_have_count(1)

    # A tag with a value limits a question, and one that is a name alone.
    for name, value in (("category", "secrets [2]"), ("signed", "Tagged so")):
        asked = open_page("#/c/demo/ask")
        asked.get_by_text("Filters", exact=True).click()
        asked.locator("label", has_text=re.compile(rf"^\s*{name}")).locator("select").select_option(label=value)
        asked.get_by_label("Answer for each document").check()
        asked.get_by_label("Your question").fill("What is the governing law?")
        asked.get_by_label("Your question").press("Enter")
        expect(asked.locator(".answer tbody tr")).to_have_count(1)

    page.reload()
    row.get_by_role("button", name=re.compile("^Tags of")).click()
    expect(box).to_have_value(re.compile("signed"))
    box.fill("")
    dialog.get_by_role("button", name="Save the tags").click()
    expect(row.locator(".badge")).to_have_count(0)


def test_after_a_deletion_the_keyboard_goes_on_in_the_view(open_page, tmp_path):
    page = open_page("#/c/demo/library")
    expect(page.locator("tbody tr").first).to_be_visible()
    (tmp_path / "kiosk.txt").write_text("KIOSK LEASE\n\n1. The kiosk opens at nine.\n", "utf-8")
    page.get_by_test_id("files").set_input_files([tmp_path / "kiosk.txt"])
    expect(page.locator("[data-state=done]")).to_be_visible(timeout=INDEXING)
    row = page.get_by_role("row", name=re.compile("kiosk.txt"))
    row.get_by_role("button", name=re.compile("^Delete")).focus()
    page.keyboard.press("Enter")
    press_until(page, "Tab", "Delete")
    page.keyboard.press("Enter")
    expect(row).to_have_count(0)
    expect(page.get_by_text("was deleted")).to_be_visible()
    expect(page.locator("#content")).to_be_focused()


def test_with_ten_thousand_documents_the_list_stays_short_and_every_one_can_be_found(open_page):
    page = open_page("#/c/demo/ask")
    page.get_by_label("Your question").wait_for()
    # The cards of this store many times over: what is tried here is the page.
    page.evaluate(_MANY)
    page.get_by_role("link", name="Library", exact=True).click()
    expect(page.get_by_text("10000 documents", exact=True)).to_be_visible()
    expect(page.locator("tbody tr")).to_have_count(100)
    page.get_by_role("button", name="Show more").click()
    expect(page.locator("tbody tr")).to_have_count(200)
    page.get_by_label("Find in titles").fill("number-9876.txt")
    expect(page.locator("tbody tr")).to_have_count(1)
    expect(page.get_by_text("1 of 10000 documents")).to_be_visible()

    page.get_by_role("link", name="Ask", exact=True).click()
    page.get_by_text("Filters", exact=True).click()
    documents = page.get_by_label("Documents", exact=True)
    expect(documents.locator("option")).to_have_count(200)
    page.get_by_label("Documents: Find").fill("number-9876.txt")
    expect(documents.locator("option")).to_have_count(1)


_MANY = """() => {
    const fetched = window.fetch;
    window.fetch = async (path, options) => {
        const asked = new URL(path, location.href);
        if (!asked.pathname.endsWith("/documents") || options?.method === "POST") return fetched(path, options);
        const { documents } = await (await fetched(asked.pathname)).json();
        const [offset, limit] = ["offset", "limit"].map((name) => Number(asked.searchParams.get(name)));
        const made = Array.from({ length: Math.min(limit, 10000 - offset) }, (_, i) => {
            const card = documents[i % documents.length];
            return { ...card, id: String(offset + i).padStart(16, "0"), path: `many/number-${offset + i}.txt` };
        });
        return new Response(JSON.stringify({ documents: made, total: 10000 }));
    };
}"""
