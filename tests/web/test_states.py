"""What the page shows when it may not, cannot, or has nothing to."""

import httpx
from playwright.sync_api import expect
from tests.web.conftest import SECONDS


def test_a_server_with_keys_asks_for_one_and_an_empty_collection_says_what_to_do(browser, guarded):
    key = (guarded.home / "key").read_text("utf-8")
    headers = {"Authorization": f"Bearer {key}"}
    made = httpx.post(f"{guarded.url}/api/v1/collections", json={"name": "empty"}, headers=headers, timeout=SECONDS)
    made.raise_for_status()
    context = browser.new_context(locale="en-GB")
    context.set_default_timeout(SECONDS * 1000)
    page = context.new_page()
    page.goto(guarded.at())
    expect(page.get_by_role("heading", name="This server asks for a key.")).to_be_visible()
    page.get_by_label("Access key").fill("wrong")
    page.get_by_role("button", name="Use the key").click()
    expect(page.get_by_role("heading", name="This server asks for a key.")).to_be_visible()
    page.get_by_label("Access key").fill(key)
    page.get_by_role("button", name="Use the key").click()
    expect(page.get_by_role("heading", name="Ask your documents")).to_be_visible()
    # The server was given no runs and no ground truth: the page does not offer them.
    expect(page.get_by_role("navigation", name="Views").get_by_role("link")).to_have_text(
        ["Ask", "Library", "Review", "Compare"]
    )

    page.get_by_label("Collection").select_option("empty")
    expect(page.get_by_text("There is no document in this collection yet.")).to_be_visible()
    page.get_by_role("link", name="Add documents in the library").click()
    expect(page.get_by_text("No document yet.")).to_be_visible()
    page.get_by_role("link", name="Review", exact=True).click()
    expect(page.get_by_text("No review yet.")).to_be_visible()
    # The key is sent with what an image or a link would be elsewhere, too.
    page.get_by_label("Collection").select_option("demo")
    page.get_by_role("link", name="Library", exact=True).click()
    page.get_by_role("link", name="LEASE", exact=True).click()
    expect(page.locator("figure img").first).to_be_visible()
    assert key not in page.url

    # A key that no longer counts is asked for where it is missed; what is on the page stays.
    page.get_by_role("link", name="Ask", exact=True).click()
    page.evaluate("sessionStorage.clear()")
    page.get_by_label("Your question").fill("What is the governing law of this lease?")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("asks for a key")
    page.get_by_label("Access key").fill(key)
    page.get_by_role("button", name="Use the key").click()
    expect(page.locator(".answer")).to_contain_text("England and Wales")
    context.close()


def test_a_list_that_cannot_be_loaded_is_told_and_tried_again(open_page):
    page = open_page("#/c/demo/ask")
    page.get_by_label("Your question").wait_for()
    for view, there in (("Review", "New review"), ("Runs", "History"), ("Ground truth", "New ground truth")):
        page.context.set_offline(True)
        page.get_by_role("link", name=view, exact=True).click()
        expect(page.get_by_role("alert").first).to_contain_text("cannot be reached")
        page.context.set_offline(False)
        page.get_by_role("button", name="Try again").first.click()
        expect(page.get_by_role("alert")).to_have_count(0)
        expect(page.get_by_role("main").get_by_text(there).first).to_be_visible()
